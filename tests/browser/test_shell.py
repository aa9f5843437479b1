"""The shell around all pages: language, theme, menu, sounds, and what it says when things fail."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from azulejos.locales import LANGUAGES, page_texts
from browser_fixtures import DESKTOP, NO_SERVER, PHONE
from corners import corner_cases
from examples import usually
from serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

    from browser_fixtures import NewPage
    from watching import Watch

PLAY = {language: page_texts(language)["shell.play"] for language in LANGUAGES}


def open_menu(page: Page) -> None:
    page.locator(".menu-opener").click()
    page.locator("#menu-language").wait_for()


def test_language_changes_at_once_and_is_remembered(new_page: NewPage) -> None:
    page = new_page("/")
    page.evaluate("window.here = true")
    open_menu(page)
    page.locator("#menu-language").focus()
    for language in reversed(LANGUAGES):
        page.locator("#menu-language").select_option(language)
        page.get_by_role("button", name=PLAY[language], exact=True).wait_for()
        assert page.locator("html").get_attribute("lang") == language
        assert page.evaluate("document.activeElement.id") == "menu-language"
    page.locator("#menu-language").select_option("sv")
    assert page.evaluate("window.here")
    page.reload()
    page.get_by_role("button", name=PLAY["sv"], exact=True).wait_for()


@pytest.mark.corner
def test_a_language_in_the_address(new_page: NewPage) -> None:
    page = new_page("/?lang=pseudo")
    page.get_by_role("button", name="Plàý").first.wait_for()
    open_menu(page)
    page.locator("#menu-language").select_option("nl")
    page.get_by_role("button", name=PLAY["nl"], exact=True).wait_for()
    assert "lang" not in page.url


@pytest.mark.corner
def test_theme_and_language_of_two_tabs_agree(new_page: NewPage, watch: Watch) -> None:
    page = new_page("/")
    other = page.context.new_page()
    watch.follow(other)
    other.goto("/")
    other.locator("#match span").first.wait_for()
    open_menu(page)
    plain = other.evaluate("getComputedStyle(document.body).color")
    page.locator("#menu-theme").select_option("dark")
    other.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert other.evaluate("getComputedStyle(document.body).color") != plain
    page.locator("#menu-language").select_option("fi")
    other.get_by_role("button", name=PLAY["fi"], exact=True).wait_for()


def test_the_theme_is_there_before_the_page(new_page: NewPage) -> None:
    page = new_page(None, settings={"theme": "dark"})
    page.route(
        "**/js/main.js", lambda route: route.fulfill(body="", content_type="text/javascript")
    )
    page.goto("/")
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_the_menu_by_keyboard(new_page: NewPage) -> None:
    page = new_page("/")
    page.locator(".menu-opener").focus()
    page.keyboard.press("Enter")
    page.locator("#menu-language").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#menu') !== null")
    page.locator("#menu-speed-1").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("localStorage.getItem('azulejos.speed')") == "2"
    assert page.evaluate("document.activeElement.id") == "menu-speed-2"
    page.get_by_text(re.compile(r"azulejos \d")).wait_for()
    page.keyboard.press("Escape")
    page.locator("#menu-language").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.className").endswith("menu-opener")


@pytest.mark.corner
def test_links_change_the_page_without_loading_it_anew(new_page: NewPage) -> None:
    page = new_page("/")
    page.evaluate("window.here = true")
    open_menu(page)
    page.locator("#menu a[href='/rules']").click()
    page.wait_for_url("**/rules")
    page.wait_for_function("() => document.activeElement.tagName === 'H1'")
    assert page.title() == "Rules · azulejos"
    page.go_back()
    page.locator("#match span").first.wait_for()
    assert page.title() == "azulejos"
    assert page.evaluate("window.here")


@pytest.mark.corner
def test_sounds_only_when_wanted_and_after_a_gesture(new_page: NewPage) -> None:
    page = new_page(None)
    page.add_init_script("""
      const Real = window.AudioContext;
      window.opened = 0;
      window.AudioContext = class extends Real { constructor() { super(); window.opened += 1; } };
    """)
    page.goto("/")
    sounds = ["pick", "lay", "fall", "score", "turn", "end"]
    play = "async (names) => { const { play } = await pageModule('sound.js'); names.map(play); }"
    page.evaluate(play, sounds)
    open_menu(page)
    assert page.evaluate("window.opened") == 0
    page.locator("#menu-sound").check()
    page.evaluate(play, sounds)
    assert page.evaluate("window.opened") == 1


@pytest.mark.corner
def test_where_nothing_can_be_kept(new_page: NewPage) -> None:
    page = new_page(None)
    page.add_init_script("""
      Object.defineProperty(window, 'localStorage', { get() { throw new Error('not here'); } });
    """)
    page.goto("/")
    open_menu(page)
    page.locator("#menu-language").select_option("de")
    page.get_by_role("button", name=PLAY["de"], exact=True).wait_for()


@pytest.mark.corner
def test_a_table_that_is_not_here(
    new_page: NewPage, watch: Watch, axe: Callable[..., None]
) -> None:
    watch.expect(r"WebSocket")
    page = new_page("/table/a")
    heading = page.get_by_role("heading", name="This game is not here any more")
    heading.wait_for()
    page.goto("/table/nosuchtable1")
    heading.wait_for()
    axe(page)
    page.get_by_role("link", name="To the start page").click()
    page.locator("#match span").first.wait_for()


FETCHED = """() => performance.getEntriesByType('resource')
  .filter((entry) => entry.transferSize > 0 && entry.name.includes('/web/'))
  .map((entry) => new URL(entry.name).pathname)"""
PRELOADED = """() => [...document.querySelectorAll('link[rel=modulepreload]')]
  .map((link) => new URL(link.href).pathname)"""


@pytest.mark.parametrize("path", ["/", *corner_cases("/learn", "/rules", "/me", "/join")])
def test_modules_are_preloaded_and_fetched_once(new_page: NewPage, path: str) -> None:
    """Without a preload they would be found out level by level; with one too many, for nothing.

    Portraits and surfaces come in when the rest is there.
    """
    page = new_page(path)
    page.wait_for_load_state("networkidle")
    preloaded = page.evaluate(PRELOADED)
    modules = [name for name in page.evaluate(FETCHED) if name.endswith(".js")]
    later = ("early.js", "art/portraits.js", "materials.js", ".svg")
    waited = [name for name in modules if not name.endswith(later)]
    assert sorted(waited) == sorted(preloaded)
    page.reload()
    page.wait_for_load_state("networkidle")
    assert [name for name in page.evaluate(FETCHED) if not name.endswith(later)] == []


@pytest.mark.corner
def test_a_page_that_was_open_during_an_update_goes_on(new_page: NewPage) -> None:
    """Its modules are of another version; those that it imports later are those of today."""
    page = new_page(None)
    current = page.request.get("/").text().split("/web/")[1].split("/")[0]

    def of_another_version(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, body=found.text().replace(current, "0" * 16))

    page.route("**/", of_another_version)
    page.goto("/")
    page.locator("#match span").first.wait_for()
    page.evaluate("document.querySelector('a[href=\"/rules\"]').click()")
    page.locator(".rules-page h1").wait_for()


@pytest.fixture(scope="module")
def forgetful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that can keep nothing."""
    blocked = tmp_path_factory.mktemp("blocked") / "no folder"
    blocked.touch()
    with Served(blocked) as served:
        yield served


@pytest.mark.covering(1)
@pytest.mark.parametrize("language", usually(LANGUAGES, "de", "fi"))
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.corner
def test_where_nothing_is_kept_every_page_says_so(
    new_page: NewPage,
    forgetful: Served,
    axe: Callable[..., None],
    shot: Callable[[Page, str], None],
    language: str,
    size: tuple[int, int],
) -> None:
    words = page_texts(language)["shell.not_kept"]
    page = new_page("/", size=size, locale=language, server=forgetful)
    page.get_by_text(words).wait_for()
    shot(page, f"not-kept-start-{language}-{size[0]}")
    page.locator("#play").click()
    page.locator("az-offer.is-pickable").wait_for()
    assert page.get_by_text(words).is_visible()
    assert page.evaluate("header.scrollWidth <= header.clientWidth")
    shot(page, f"not-kept-table-{language}-{size[0]}")
    axe(page)


@pytest.mark.corner
def test_where_games_are_kept_nothing_is_said(new_page: NewPage) -> None:
    page = new_page("/")
    page.wait_for_load_state("networkidle")
    assert not page.locator("#not-kept").is_visible()


def test_no_server_at_the_start(new_page: NewPage, watch: Watch) -> None:
    watch.expect(NO_SERVER)
    page = new_page(None, locale="de")
    page.route("**/texts/**", lambda route: route.abort())
    page.goto("/")
    page.get_by_text("Diese Seite konnte nicht starten").wait_for()
    assert page.locator("#fallback p:visible").count() == 1
    page.unroute("**/texts/**")
    page.get_by_role("link", name="Noch einmal versuchen").click()
    page.locator("#match span").first.wait_for()


@pytest.mark.corner
def test_the_server_goes_and_comes_back(
    new_page: NewPage, serve: Callable[..., Served], watch: Watch
) -> None:
    watch.expect(NO_SERVER)
    served = serve()
    page = new_page("/", server=served)
    page.locator("#match span").first.wait_for()
    served.kill()
    page.locator(".brand").click()
    again = page.get_by_role("button", name="Try again")
    again.click()
    page.locator(".toast", has_text="The game does not answer").wait_for()
    served.start_again()
    again.click()
    page.locator("#match span").first.wait_for()


@pytest.mark.corner
def test_without_scripts_or_in_an_old_browser(
    browser: Browser, server: Served, new_page: NewPage
) -> None:
    context = browser.new_context(base_url=server.address, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    for language in LANGUAGES:
        assert page.locator(f"#fallback noscript p[lang={language}]").is_visible()
        assert not page.locator(f"#fallback > p[lang={language}]").is_visible()
    context.close()

    page = new_page(None)
    page.add_init_script("delete HTMLElement.prototype.popover;")
    page.goto("/")
    page.get_by_role("heading", name="This browser is too old for the page").wait_for()


@pytest.mark.corner
def test_dialogs_and_what_is_announced(new_page: NewPage, axe: Callable[..., None]) -> None:
    page = new_page("/")
    page.locator("#match span").first.wait_for()
    page.locator("#play").focus()
    page.evaluate("""async () => {
      const { openDialog, announce, toast } = await pageModule('dialogs.js');
      window.answer = openDialog({ title: 'Title', body: 'Body', actions: [
        { id: 'a', label: 'First' }, { id: 'b', label: 'Second', tone: 'main' }] });
      announce('heard'); announce('and heard too'); announce('at once', true); toast('seen');
    }""")
    dialog = page.get_by_role("dialog", name="Title")
    polite = dialog.locator(".live-polite p")
    assert polite.all_inner_texts() == ["heard", "and heard too", "seen"]
    assert dialog.locator(".live-assertive").inner_text() == "at once"
    axe(page)
    assert page.evaluate("document.activeElement.value") == "b"
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('#page, #header')")
    page.get_by_role("button", name="First").click()
    assert page.evaluate("window.answer") == "a"
    assert page.evaluate("document.activeElement.id") == "play"
