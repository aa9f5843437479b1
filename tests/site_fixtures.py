"""The game without a server, built from source: for tests in Chromium and in Node."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from azulejos.files import lock, make_folder
from browser_fixtures import DESKTOP, PAGE_MODULE, PATIENCE, PHONE, UNPAINTED

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from azulejos.site.build import Site
    from azulejos.site.serving import SiteServer
    from site_visitor import Visitor
    from watching import Watch

CACHE = Path(__file__).parents[1] / "build" / "site"
NO_SITE = "The game without a server could not be built:"


@pytest.fixture(scope="session")
def site() -> Site:
    """Built once for all processes that test; what it needs is fetched and compiled once."""
    from azulejos.extras import MissingExtraError
    from azulejos.site.build import make_site
    from azulejos.site.errors import SiteError

    make_folder(CACHE)
    with (CACHE / "lock").open("w") as file:
        while not lock(file.fileno()):
            threading.Event().wait(0.2)  # Another process compiles.
        try:
            return make_site(CACHE, lambda step: None)
        except (MissingExtraError, SiteError) as error:
            if error.code in ("extra_missing", "site_no_download"):
                pytest.skip(f"{NO_SITE} {error}")
            raise


@pytest.fixture
def site_server(site: Site) -> Iterator[SiteServer]:
    """A static host of it, whose files a test may change, and which it may close."""
    from azulejos.site.serving import SiteServer

    with SiteServer(site.files) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def visitor(
    browser: Browser, site_server: SiteServer, watch: Watch
) -> Iterator[Callable[..., Visitor]]:
    """Opens browsers at the site; a bot that plays at once, and nothing that waits for the eye."""
    from site_visitor import Visitor

    contexts: list[BrowserContext] = []

    def come(touch: bool = False, service_workers: Literal["allow", "block"] = "allow") -> Visitor:
        width, height = PHONE if touch else DESKTOP
        context = browser.new_context(
            service_workers=service_workers,
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            locale="en-GB",
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(PAGE_MODULE)
        context.add_init_script(UNPAINTED)
        at_once = "localStorage.setItem('azulejos.speed', '0')"
        context.add_init_script(f"if (origin !== 'null') {at_once}")  # not on an empty page
        return Visitor(context, site_server, watch)

    yield come
    for context in contexts:
        context.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """That it was not tested must not be overlooked."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = [str(report.longrepr) for report in skipped if NO_SITE in str(report.longrepr)]
    if reasons:
        why = reasons[0][reasons[0].index(NO_SITE) :].rstrip("')")
        terminalreporter.write_line(f"{len(reasons)} tests were skipped. {why}", red=True)
