"""Watches pages: whatever a browser complains about fails the test, unless it was expected."""

from __future__ import annotations

import re

from playwright.sync_api import ConsoleMessage, Error, Page, Request, Response

GAVE_UP = "net::ERR_ABORTED"  # the page itself went on to something else


class Watch:
    """All that went wrong on the pages of one test."""

    def __init__(self) -> None:
        self._complaints: list[str] = []
        self._expected: list[re.Pattern[str]] = []

    def follow(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", self._page_error)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def expect(self, pattern: str) -> None:
        """What matches is no fault in this test, such as lost connections to a killed server."""
        self._expected.append(re.compile(pattern))

    @property
    def complaints(self) -> list[str]:
        return [
            complaint
            for complaint in self._complaints
            if not any(pattern.search(complaint) for pattern in self._expected)
        ]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            place = message.location.get("url", "")
            self._complaints.append(f"console {message.type}: {message.text} ({place})")

    def _page_error(self, error: Error) -> None:
        self._complaints.append(f"page error: {error}")

    def _failed(self, request: Request) -> None:
        if request.failure != GAVE_UP:
            self._complaints.append(f"request failed: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._complaints.append(f"status {response.status}: {response.url}")
