"""What tests run of the page's code, as Chromium counts it, for `script/coverage`.

AZULEJOS_PAGE_COVERAGE names the folder where each page leaves a file when it is closed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

VARIABLE = "AZULEJOS_PAGE_COVERAGE"


class PageCoverage:
    """Of the pages of one test; does nothing unless it is asked for."""

    def __init__(self) -> None:
        self._folder = os.environ.get(VARIABLE)
        self._counted: list[tuple[Page, CDPSession]] = []

    def count(self, page: Page) -> None:
        """From its first script on, by blocks, whatever it loads next."""
        browser = page.context.browser
        if self._folder and browser and browser.browser_type.name == "chromium":
            session = page.context.new_cdp_session(page)
            session.send("Profiler.enable")
            session.send("Profiler.startPreciseCoverage", {"callCount": False, "detailed": True})
            self._counted.append((page, session))

    def keep(self) -> None:
        """What was counted, before the pages are closed."""
        for page, session in self._counted:
            if not page.is_closed():
                found: dict[str, Any] = session.send("Profiler.takePreciseCoverage")
                scripts = [one for one in found["result"] if "/js/" in one["url"]]
                file = Path(self._folder or "", f"{uuid4()}.json")
                file.write_text(json.dumps(scripts), encoding="utf-8")
