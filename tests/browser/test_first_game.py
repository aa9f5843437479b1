"""The first game and the rules page, in a real browser: by mouse, finger and keyboard, kindly."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from azulejos.locales import room_texts
from azulejos.tables.lesson.lesson import lesson
from browser_fixtures import DESKTOP, PHONE
from glass import Glass
from table_hands import ARROWS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage

WORDS = room_texts("learn", "en")
STAGES = [stage for chapter in lesson()["chapters"] for stage in chapter["stages"]]
SCENES = [stage["name"] for stage in STAGES]
MOVES = {stage["name"]: next(iter(stage["outcomes"])) for stage in STAGES if stage["outcomes"]}
ON_ITS_SIDE = (844, 390)  # a phone
AT_ONCE: dict[str, object] = {"speed": 0}
NEXT, SHOW, BACK = '[data-action="next"]', '[data-action="show"]', '[data-action="back"]'
SPEAK = "(name) => pageModule('text/catalogue.js').then((m) => m.loadTexts(name))"
# Topics that are out of sight are not laid out, unless they must.
UNFOLD = "(all) => all.forEach((e) => e.style.setProperty('content-visibility', 'visible'))"
# What sticks out of the window or is wider or higher than its own box, in every scene to the end.
WALK = """async () => {
  // Nothing waits, so promises are all there is to wait for: no frame need be drawn.
  const rest = async () => { for (let turn = 0; turn < 100; turn += 1) await null; };
  const bad = [];
  const look = (scene) => {
    const page = document.documentElement;
    const wide = page.scrollWidth > innerWidth || page.scrollHeight > innerHeight;
    if (wide) bad.push(`${scene}: the page`);
    for (const e of document.querySelectorAll('.coach, .coach *, #header *')) {
      if (!e.checkVisibility({ visibilityProperty: true }) || e.closest('.hush, svg')) continue;
      const box = e.getBoundingClientRect();
      const out = box.right > innerWidth + 1 || box.left < -1 || box.bottom > innerHeight + 1;
      const cut = getComputedStyle(e).display !== 'inline'
        && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1);
      if (out || cut) bad.push(`${scene}: ${e.className} ${e.textContent.slice(0, 40)}`);
    }
  };
  const coach = document.querySelector('.coach');
  const seen = (e) => e?.textContent && e.checkVisibility({ visibilityProperty: true });
  const touching = (scene) => {
    const [what, ...words] = ['.coach-what', '.coach-title', '.coach-text']
      .map((name) => coach.querySelector(name));
    const low = Math.max(...words.filter(seen).map((e) => e.getBoundingClientRect().bottom));
    if (seen(what) && what.getBoundingClientRect().top < low - 1) bad.push(`${scene}: touching`);
  };
  document.querySelector('[data-chapter="offer"]').click();
  for (let step = 0; step < 40; step += 1) {
    await rest();
    const { scene } = document.querySelector('.learn').dataset;
    look(scene);
    if (coach.dataset.kind === 'last') return [step + 1, bad];
    const wanted = document.querySelector('.ao-group.is-look');
    if (wanted) {
      wanted.click();
      await rest();
      look(`${scene}, tiles in hand`);
      touching(scene);
      document.querySelector('.ab-hit:not(.is-legal)')?.click();
      await rest();
      look(`${scene}, refused`);
    }
    const buttons = coach.querySelectorAll('[data-action=show], [data-action=next]');
    [...buttons].find((button) => !button.hidden).click();
  }
  return [0, bad];
}"""


def scene(page: Page) -> str:
    return page.locator(".learn").get_attribute("data-scene") or ""


def reached(page: Page, name: str) -> None:
    """Until this scene's question or text stands there, with nothing left to play."""
    page.locator(f".learn[data-scene='{name}']:not([data-playing])").wait_for()


def group(move: str) -> str:
    return f'az-offer button[data-source="{move[0]}"][data-tile="{move[1]}"]'


def target(move: str) -> str:
    where = f"{move[0]}/{move[2]}" if "@" in move else f"{move[-1]}/0"
    return f'.learn-mine [data-target="{where}"]'


def note(page: Page) -> str:
    return page.locator(".coach-note").inner_text()


def heard(page: Page, manner: str) -> str:
    return " ".join(page.locator(f".live-{manner}").all_inner_texts())


def learn(new_page: NewPage, at: str = "", **options: Any) -> Page:
    """The lesson, at a scene, with nothing that waits."""
    known = {"lesson": at, **options.pop("settings", AT_ONCE)}
    page = new_page("/learn", settings=known, **options)
    reached(page, at or SCENES[0])
    return page


def by_mouse(page: Page, move: str) -> None:
    if "@" not in move:
        page.locator(group(move)).click()
        if move[2:3] == "J":
            page.locator('.coach-chooser label[data-take="BJ"]').click()
    page.locator(target(move)).click()


def by_keyboard(page: Page, move: str) -> None:
    """The focus waits at the displays; after Enter it waits at the lines."""
    press = page.keyboard.press
    if "@" not in move:
        for key in page.evaluate(ARROWS, group(move)):
            press(key)
        press("Enter")
        if move[2:3] == "J":
            press("j")
    for _ in range(6):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", target(move)):
            break
        press("ArrowDown")
    press("Enter")


def play_through(page: Page, go_on: Callable[[], None], move: Callable[[Page, str], None]) -> None:
    for name in SCENES[:-1]:
        reached(page, name)
        assert page.locator(".coach-title").inner_text() == WORDS[f"learn.{name}.title"]
        if name in MOVES:
            move(page, MOVES[name])
        else:
            go_on()
    reached(page, SCENES[-1])


def test_the_whole_first_game_by_mouse(new_page: NewPage) -> None:
    page = learn(new_page)
    play_through(page, lambda: page.locator(NEXT).click(), by_mouse)
    assert page.locator(NEXT).is_hidden()
    page.locator('[data-action="play"]').click()
    page.wait_for_url("**/table/*")
    page.locator(".table-page az-offer").wait_for()


@pytest.mark.corner
def test_the_whole_first_game_by_keyboard(new_page: NewPage) -> None:
    page = learn(new_page)
    page.keyboard.press("Tab")
    page.locator(NEXT).focus()

    def go_on() -> None:
        if page.locator('[data-action="play"]').is_visible():
            page.keyboard.press("Shift+Tab")  # The focus offers a real game first.
        page.keyboard.press("Enter")

    play_through(page, go_on, by_keyboard)
    assert page.locator('[data-action="play"]').evaluate("(b) => b === document.activeElement")


@pytest.mark.corner
def test_by_finger_and_by_dragging_on_a_phone(new_page: NewPage) -> None:
    page = learn(new_page, "take", size=(360, 640), touch=True)
    page.locator(group("1B2")).tap()
    assert page.locator(".coach-text").inner_text() == WORDS["learn.take.lay"]
    page.locator(target("1B2")).tap()
    reached(page, "centre")
    start, end = (page.locator(place).bounding_box() for place in (group("0Y1"), ".learn-mine"))
    assert start
    assert end
    page.mouse.move(start["x"] + 12, start["y"] + 12)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 60, steps=4)
    goal = page.locator(target("0Y1")).bounding_box()
    assert goal
    page.mouse.move(goal["x"] + goal["width"] - 20, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()
    reached(page, "longer")


@pytest.mark.corner
def test_tiles_fly_and_points_are_counted(new_page: NewPage) -> None:
    """At the fastest speed that waits; a press on the table skips."""
    page = learn(new_page, "rest", settings={"speed": 4})
    glass = Glass(page)
    by_mouse(page, MOVES["rest"])
    glass.wait_for("flying")
    reached(page, "tiling")
    page.locator(NEXT).click()
    glass.wait_for("rising")
    reached(page, "alone")
    assert page.locator(".glass *").count() == 0
    assert page.locator(".learn-mine .ab-score").inner_text() == "1"
    page.locator(NEXT).click()
    page.locator(NEXT).click()  # Does not wait for what flies.
    reached(page, "growing")
    assert page.locator(".learn-mine .ab-score").inner_text() == "6"


def test_wrong_steps_are_refused_kindly(new_page: NewPage) -> None:
    page = learn(new_page, "take")
    prompt = page.locator(".coach-prompt").inner_text()
    page.locator(group("2K")).click()
    assert note(page) == WORDS["learn.other_take"].format(prompt=prompt)
    page.locator(".learn-mine").click(position={"x": 20, "y": 200})
    assert note(page) == WORDS["learn.take_first"].format(prompt=prompt)
    page.locator(group("1B")).click()
    assert note(page) == ""
    prompt = page.locator(".coach-prompt").inner_text()
    page.locator(target("1B5")).click()
    assert note(page) == WORDS["learn.other_line"].format(prompt=prompt)
    assert note(page) in heard(page, "assertive")
    page.locator(target("1B2")).click()
    reached(page, "centre")
    assert note(page) == ""


@pytest.mark.corner
def test_a_closed_line_says_why(new_page: NewPage) -> None:
    page = learn(new_page, "closed")
    page.locator(group("4Y")).click()
    for line, why in ((1, "yellow tile in wall row 1"), (3, "black tiles"), (4, "blue tiles")):
        page.locator(target(f"4Y{line}")).click(force=True)
        assert why in note(page)
        assert WORDS["learn.lay"].format(line=2) in note(page)
    page.locator(target("4Y2")).click()
    reached(page, "fifth")


@pytest.mark.corner
def test_any_move_is_welcome_where_the_lesson_says_so(new_page: NewPage) -> None:
    page = learn(new_page, "next_round")
    by_mouse(page, "5W5")
    reached(page, "later")


@pytest.mark.corner
def test_back_again_and_elsewhere(new_page: NewPage) -> None:
    page = learn(new_page, "touching")
    score = page.locator(".learn-mine .ab-score")
    assert score.inner_text() == "3"
    page.locator(BACK).click()
    reached(page, "alone")
    assert score.inner_text() == "1"
    page.locator(BACK).click()
    page.locator(BACK).click()
    reached(page, "rest")
    page.locator(SHOW).click()
    reached(page, "tiling")
    page.reload()
    reached(page, "tiling")
    page.locator('[data-chapter="end"]').click()
    reached(page, "later")
    page.locator('[data-action="restart"]').click()
    reached(page, "hello")
    assert page.locator(".coach-step").last.inner_text() == f"Step 1 of {len(SCENES)}"


@pytest.mark.corner
def test_who_listens_hears_every_step(new_page: NewPage) -> None:
    page = learn(new_page, "take")
    by_mouse(page, MOVES["take"])
    reached(page, "centre")
    spoken = heard(page, "polite")
    assert WORDS["learn.centre.title"] in spoken
    assert "You take from display 1: 2 blue tiles." in spoken
    assert "Inês takes from display 2: 3 black tiles." in spoken
    assert WORDS["learn.pick_centre.Y"] in spoken


@pytest.mark.corner
def test_the_language_changes_at_once(new_page: NewPage) -> None:
    page = learn(new_page, "floor")
    page.evaluate("pageModule('settings.js').then((m) => m.settings.set('language', 'de'))")
    german = room_texts("learn", "de")
    page.get_by_role("heading", name=german["learn.floor.title"]).wait_for()
    assert page.locator(NEXT).inner_text() == german["learn.next"]
    assert scene(page) == "floor"


@pytest.mark.parametrize(
    "size", [PHONE, ON_ITS_SIDE, DESKTOP], ids=["phone", "on its side", "desktop"]
)
@pytest.mark.corner
def test_nothing_overflows(
    new_page: NewPage, size: tuple[int, int], languages: tuple[str, ...]
) -> None:
    page = learn(new_page, size=size, reduced_motion=True)
    assert page.locator("az-offer").evaluate("(offer) => offer.clientHeight") > 100
    for language in languages:
        page.evaluate(SPEAK, language)
        steps, bad = page.evaluate(WALK)
        assert bad == [], language
        assert steps == len(SCENES)


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.corner
def test_axe_finds_nothing(
    new_page: NewPage, axe: Callable[..., None], theme: Any, shot: Callable[[Page, str], None]
) -> None:
    page = learn(new_page, "closed", theme=theme)
    page.locator(group("4Y")).click()
    page.locator(target("4Y1")).click(force=True)
    axe(page)
    shot(page, f"learn-closed-{theme}")
    page = learn(new_page, "won", theme=theme, size=(360, 640))
    axe(page)
    page = new_page("/rules", theme=theme)
    page.locator(".rules-topic").first.wait_for()
    page.locator(".rules-topic").evaluate_all(UNFOLD)
    axe(page)
    shot(page, f"rules-{theme}")


def test_the_rules_by_topic(new_page: NewPage) -> None:
    page = new_page("/rules/tiling")
    heading = page.locator("#tiling-title")
    expect(heading).to_be_focused()
    assert 0 <= heading.evaluate("(h) => h.getBoundingClientRect().top") < 60
    page.locator('[data-topic="jokers"]').click()
    page.wait_for_url("**/rules/jokers")
    assert page.locator("#jokers-title").evaluate("(h) => h === document.activeElement")
    page.go_back()
    page.wait_for_url("**/rules/tiling")
    examples = {example["name"]: example for example in lesson()["examples"]}
    both = page.locator('[data-figure="both"]')
    values = examples["both"]["values"]
    # Not inner_text: what is far off the screen is not laid out, and has none.
    assert both.locator("figcaption").text_content() == WORDS["rules.figure.both"].format(**values)
    assert both.locator(".rules-counted").count() == values["points"] - 1  # The tile counts twice.
    assert page.locator("[data-figure]").count() == len(examples)
    assert (
        page.locator(".rules button:not([inert] *)").count() == 1
    )  # The keys: pictures have none.
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".rules-contents").is_hidden()
    empty = "(all) => all.filter((widget) => !widget.model).length"
    assert page.locator(".rules-widget > *").evaluate_all(empty) == 0
    assert page.locator("html").get_attribute("data-theme") == "light"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator("html").get_attribute("data-theme") == "dark"


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.corner
def test_the_rules_overflow_nowhere(
    new_page: NewPage, size: tuple[int, int], languages: tuple[str, ...]
) -> None:
    page = new_page("/rules", size=size)
    page.locator(".rules-topic").first.wait_for()
    for language in languages:
        page.evaluate(SPEAK, language)
        page.locator(".rules-topic").evaluate_all(UNFOLD)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), language
        assert not re.search(r"\{\w+\}", page.locator(".rules").inner_text())
