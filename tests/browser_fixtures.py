"""Fixtures for tests in a real Chromium; docs/testing.md tells how they are used.

Playwright is loaded by those who ask for a page: other tests run without it.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

import pytest

from azulejos.locales import LANGUAGES
from chromium import FLAGS, MISSING, find_chromium
from page_coverage import PageCoverage
from serving import Served
from system_browsers import NO_FIREFOX, NO_WEBKIT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from watching import Watch

SHOTS = "AZULEJOS_SHOTS"
DESKTOP = (1280, 720)
PHONE = (360, 640)
LONGEST = ("fi", "pseudo")
PATIENCE = 60_000  # milliseconds: the machine may be busy with other tests
NO_SERVER = (
    r"WebSocket|Failed to load resource|ERR_(FAILED|CONNECTION|INTERNET_DISCONNECTED|EMPTY_RESPONSE"
    r"|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|NETWORK_CHANGED)"
)
"""What is to be expected where a server is killed or a line is cut, in the middle of a file too."""
# A test must not wait for what never ends, such as the glow of a hint.
AT_REST = """() => document.getAnimations().every(
  (a) => a.playState !== 'running' || a.effect?.getComputedTiming().endTime === Infinity)"""
# axe lists a megabyte of what is in order unless it is told that nobody will read it.
VIOLATIONS = {"resultTypes": ["violations"]}
# For scripts of tests: `await pageModule('settings.js')` is the module that the page itself uses.
PAGE_MODULE = """window.pageModule = (name) => import(
  new URL(name, document.querySelector('script[src$="/js/main.js"]').src));"""
# The surface and the boards' paper are drawn a while after the page (js/materials.js).
MATERIALS_LAID = "() => getComputedStyle(document.body).getPropertyValue('--surface') !== ''"
# Most tests ask where things are, not how they look: their pages are laid out and not painted,
# which spares a good part of a browser's work. `painted(page)` paints one.
UNPAINTED = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { opacity: 0 !important; }');
  document.adoptedStyleSheets.push(sheet);
  window.paint = (isWanted) => { sheet.disabled = isWanted; };
}"""
_FAILED = pytest.StashKey[bool]()


class NewPage(Protocol):
    """Opens a page in a browser of its own: no cookies, no settings, its own window."""

    def __call__(
        self,
        path: str | None = "/",
        *,
        size: tuple[int, int] = DESKTOP,
        touch: bool = False,
        locale: str = "en-GB",
        theme: Literal["light", "dark"] = "light",
        reduced_motion: bool = False,
        settings: dict[str, object] | None = None,
        server: Served | None = None,
    ) -> Page: ...


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests of this process that do not stop it."""
    with Served(tmp_path_factory.mktemp("data")) as served:
        yield served


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for many people, as `azulejos serve` starts it: every new page is somebody else."""
    with Served(tmp_path_factory.mktemp("club"), for_others=True) as served:
        yield served


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts servers that a test may stop, kill and start again; a folder each."""
    running: list[Served] = []

    def start(
        *options: str, folder: Path | None = None, browser: bool = False, **environment: str
    ) -> Served:
        home = folder or tmp_path / f"data-{len(running)}"
        running.append(Served(home, *options, browser=browser, for_others=False, **environment))
        return running[-1]

    yield start
    for served in running:
        served.kill()


class Chromium(NamedTuple):
    """A browser, and the event loop that Playwright speaks with it by."""

    browser: Browser
    loop: asyncio.AbstractEventLoop


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """One for all tests of this process: every page has a profile of its own in it."""
    program = find_chromium()
    if program is None:
        pytest.skip(MISSING)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        chromium = Chromium(browser, asyncio.get_running_loop())
        asyncio.events._set_running_loop(None)
        yield chromium
        asyncio.events._set_running_loop(chromium.loop)
        browser.close()


# Playwright's synchronous interface leaves its event loop as this thread's running one, from one
# call to the next. That is right for modules with tests of pages: others start loops of their own.
@pytest.fixture(scope="module")
def browser(chromium: Chromium) -> Iterator[Browser]:
    """The Chromium that pages are in."""
    asyncio.events._set_running_loop(chromium.loop)
    yield chromium.browser
    asyncio.events._set_running_loop(None)


@pytest.fixture
def watch(browser: Browser) -> Iterator[Watch]:
    """Fails the test over any error or warning that a browser reports."""
    from watching import Watch

    watch = Watch()
    yield watch
    assert not watch.complaints, "\n".join(watch.complaints)


@pytest.fixture
def new_page(
    browser: Browser,
    server: Served,
    serve: Callable[..., Served],
    watch: Watch,
    request: pytest.FixtureRequest,
) -> Iterator[NewPage]:
    """Opens pages as a test needs them; `path=None` leaves a page empty.

    They are closed before servers of `serve` end, of which they would complain.
    """
    usual, pages, coverage = server, [], PageCoverage()

    def open_page(
        path: str | None = "/",
        *,
        size: tuple[int, int] = DESKTOP,
        touch: bool = False,
        locale: str = "en-GB",
        theme: Literal["light", "dark"] = "light",
        reduced_motion: bool = False,
        settings: dict[str, object] | None = None,
        server: Served | None = None,
    ) -> Page:
        context = browser.new_context(
            base_url=(server or usual).address,
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            locale=locale,
            color_scheme=theme,
            reduced_motion="reduce" if reduced_motion else "no-preference",
        )
        context.set_default_timeout(PATIENCE)
        context.add_init_script(PAGE_MODULE)
        context.add_init_script(UNPAINTED)
        page = context.new_page()
        watch.follow(page)
        pages.append(page)
        coverage.count(page)
        if settings is not None:
            remember(page, settings)
        if path is not None:
            page.goto(path)
        return page

    yield open_page
    coverage.keep()
    for number, page in enumerate(pages, start=1):
        if not page.is_closed():
            take_shot_if_failed(request, page, number)
        page.context.close()


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """An empty page on a desktop: `page.goto("/")`."""
    return new_page(None)


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    """An empty page on a phone, with touch."""
    return new_page(None, size=PHONE, touch=True)


@pytest.fixture
def languages(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Those whose words must fit: by default a made-up one, longer than any other."""
    if request.config.getoption("--long"):
        return (*LANGUAGES, "pseudo")
    return LONGEST if request.config.getoption("--corners") else LONGEST[-1:]


@pytest.fixture
def axe(browser: Browser) -> Callable[..., None]:
    """Asserts that axe finds nothing on a page; `context` names a part of it."""
    from axe_playwright_python.sync_playwright import Axe

    def check(page: Page, context: str | None = None) -> None:
        page.wait_for_function(AT_REST)  # Half faded text has half its contrast.
        with painted(page):
            results: Any = Axe().run(page, context, VIOLATIONS)
        assert results.violations_count == 0, results.generate_report()

    return check


@pytest.fixture
def shot() -> Callable[[Page, str], None]:
    """Keeps a picture of the page, if AZULEJOS_SHOTS names a folder for them."""
    return take_shot


def take_shot(page: Page, name: str) -> None:
    if folder := os.environ.get(SHOTS):
        safe = "".join(sign if sign.isalnum() or sign in "-_." else "_" for sign in name)
        with painted(page):
            page.screenshot(path=Path(folder) / f"{safe}.png")


def take_shot_if_failed(request: pytest.FixtureRequest, page: Page, number: int) -> None:
    """Of the page with this number in a test."""
    if request.node.stash.get(_FAILED, False):
        take_shot(page, f"failed-{request.node.name}-{number}")


@contextmanager
def painted(page: Page) -> Iterator[None]:
    """For who looks at its colours."""
    page.evaluate("window.paint?.(true)")
    try:
        yield
    finally:
        page.evaluate("window.paint?.(false)")


def remember(page: Page, settings: dict[str, object]) -> None:
    """Lets the page find settings as if it had been here before (js/settings.js)."""
    for name, value in settings.items():
        key, text = json.dumps(f"azulejos.{name}"), json.dumps(json.dumps(value))
        unknown = (
            f"origin !== 'null' && localStorage.getItem({key}) === null"  # not of an empty page
        )
        page.add_init_script(f"if ({unknown}) localStorage.setItem({key}, {text});")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report = yield
    if call.when == "call":
        item.stash[_FAILED] = report.failed  # type: ignore[attr-defined]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """That the page was not tested must not be overlooked."""
    skipped = terminalreporter.stats.get("skipped", [])
    for why in (MISSING, NO_FIREFOX, NO_WEBKIT):
        without = [report for report in skipped if why in str(report.longrepr)]
        if without:
            terminalreporter.write_line(
                f"{len(without)} tests of the page were skipped. {why}", red=True
            )
