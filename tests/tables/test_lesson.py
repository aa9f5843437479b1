"""The first game and the examples: all legal, all figures the law's, all words there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from message_shapes import check_shape

import azulejos
from azulejos.locales import LANGUAGES, room_texts
from azulejos.notation import parse_move, parse_position
from azulejos.rules import legal_moves, play
from azulejos.tables.lesson.lesson import lesson
from azulejos.tables.lesson.models import Example, Lesson, Stage
from azulejos.tables.lesson.script import CHAPTERS, FRIEND
from azulejos.tables.messages.previews import targets_of
from azulejos.tables.messages.types import State, Step, Target
from azulejos.tables.messages.views import state_of

RULES_PAGE = Path(azulejos.__file__).parent / "web" / "js" / "rules" / "page.js"
ORDER = "FBYRKWJ"
STAGES = [stage for chapter in lesson()["chapters"] for stage in chapter["stages"]]
BY_NAME = {stage["name"]: stage for stage in STAGES}
EXAMPLES = {example["name"]: example for example in lesson()["examples"]}
# Where a rule itself names a number that no fact or example gives: 0 points, a typed move.
NUMBERS = {
    "rules.setup.2": {"0"},
    "rules.floor.2": {"0"},
    "rules.page.3": {"3", "2", "0"},
}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def targets(stage: Stage) -> Iterator[tuple[str, Target]]:
    """Each target with the take that it belongs to."""
    assert stage["choices"]
    for take in stage["choices"]["takes"]:
        yield from (
            (f"{take['source']}{take['take']}", target)
            for target in targets_of(stage["choices"], take)
        )
    yield from (("", cell) for cell in stage["choices"]["cells"])


# The flights, carried out by other means than the page's.


def carried_out(state: State, steps: list[Step]) -> dict[str, str]:
    """What lies where after the steps, place by place; and the scores."""
    places = places_of(state)
    for step in steps:
        for flight in step["flights"]:
            places[flight["from"]] = _less(places[flight["from"]], flight["tiles"])
            there = places[flight["to"]] + flight["tiles"]
            places[flight["to"]] = there if flight["to"].endswith("floor") else _sorted(there)
        if "score" in step:
            places[f"score/{step['player']}"] = str(step["score"])
    return places


def places_of(state: State) -> dict[str, str]:
    places = {"centre": state["centre"], "bag": _heap(state["bag"]), "lid": _heap(state["lid"])}
    places |= {f"display/{n}": tiles for n, tiles in enumerate(state["displays"], start=1)}
    for player, board in enumerate(state["boards"], start=1):
        places[f"score/{player}"] = str(board["score"])
        places[f"player/{player}/floor"] = board["floor"]
        for row in range(1, 6):
            places[f"player/{player}/line/{row}"] = board["lines"][row - 1]
            for column, cell in enumerate(board["wall"][row - 1], start=1):
                places[f"player/{player}/wall/{row}/{column}"] = cell.strip(".")
    return places


def _heap(counts: dict[str, int]) -> str:
    return _sorted("".join(kind * count for kind, count in counts.items()))


def _sorted(tiles: str) -> str:
    return "".join(sorted(tiles, key=ORDER.index))


def _less(tiles: str, taken: str) -> str:
    for tile in taken:
        assert tile in tiles
        tiles = tiles.replace(tile, "", 1)
    return tiles


def test_the_steps_lead_from_state_to_state() -> None:
    """As the page folds them: also through tilings that are told in several stages."""
    first = lesson()["chapters"][0]["start"]
    assert first
    base, pending = first, list[Step]()
    for chapter in lesson()["chapters"]:
        if chapter["start"]:
            base, pending = chapter["start"], []
        for stage in chapter["stages"]:
            pending += stage["steps"]
            here = carried_out(base, pending)
            assert here["score/1"] == str(stage["values"]["yours"])
            assert here["score/2"] == str(stage["values"]["theirs"])
            if stage["state"]:
                assert here == places_of(stage["state"]), stage["name"]
                base, pending = stage["state"], []
            for outcome in stage["outcomes"].values():
                after = carried_out(base, [*pending, *outcome["steps"]])
                if outcome["state"]:
                    assert after == places_of(outcome["state"]), stage["name"]
            for outcome in list(stage["outcomes"].values())[:1]:
                pending += outcome["steps"]


def test_the_script_is_legal_and_the_law_says_the_same() -> None:
    """Played once more by the law alone."""
    position = parse_position(CHAPTERS[0].start)
    for chapter, told in zip(CHAPTERS, lesson()["chapters"], strict=True):
        position = parse_position(chapter.start) if chapter.start else position
        for stage, shown in zip(chapter.stages, told["stages"], strict=True):
            for move in stage.plays:
                position = play(position, parse_move(move)).position
            if shown["state"]:
                assert shown["state"] == state_of(position)
            if shown["outcomes"]:
                move = next(iter(shown["outcomes"]))
                position = play(position, parse_move(move)).position


@pytest.mark.parametrize("stage", [s for s in STAGES if s["choices"]], ids=lambda s: s["name"])
def test_every_accepted_move_is_among_the_choices(stage: Stage) -> None:
    assert stage["state"]
    legal = {target["move"] for _, target in targets(stage) if target["move"]}
    assert stage["outcomes"]
    assert set(stage["outcomes"]) <= legal
    assert len(legal) == len(legal_moves(parse_position(stage["state"]["position"])))
    assert stage["choices"]
    assert stage["choices"]["player"] == 1
    if stage["free"]:
        assert set(stage["outcomes"]) == legal
    for _, target in targets(stage):
        assert (target["move"] is None) == (target["refusal"] is not None)


def test_only_the_last_question_before_a_jump_is_free() -> None:
    """After a free move the game can't go on as written: another position follows."""
    for chapter, following in zip(
        lesson()["chapters"], [*lesson()["chapters"][1:], None], strict=True
    ):
        for stage in chapter["stages"]:
            if stage["free"]:
                assert stage is chapter["stages"][-1]
                assert following is not None
                assert following["start"] is not None


def test_what_is_taught() -> None:
    """Every thing that a beginner must have done or seen once."""
    done = [
        step
        for stage in STAGES
        for o in list(stage["outcomes"].values())[:1]
        for step in o["steps"]
    ]
    seen = [step for stage in STAGES for step in stage["steps"]]
    mine = [step for step in [*done, *seen] if step.get("player") == 1]
    events = {step["event"] for step in mine}
    assert events >= {"taken", "marker", "laid", "fallen", "tiled", "floor_charged", "bonus"}
    assert {step["event"] for step in seen} >= {"dealt", "offer_ended", "starter", "ended", "won"}
    assert {step["source"] == 0 for step in mine if step["event"] == "taken"} == {True, False}
    assert {step["completed"] for step in mine if step["event"] == "laid"} == {True, False}
    tiled = [
        (s["horizontal"], s["vertical"]) for s in mine if s["event"] == "tiled" and s["tile"] != "J"
    ]
    assert (1, 0) in tiled
    assert any(h > 1 and v > 1 for h, v in tiled)
    bonuses = {step["kind"] for step in mine if step["event"] == "bonus"}
    assert bonuses == {"row", "column", "colour"}
    assert [step["reason"] for step in seen if step["event"] == "ended"] == ["row"]
    assert [step["winners"] for step in seen if step["event"] == "won"] == [[1]]


def test_the_floor_is_chosen_where_no_line_is_open() -> None:
    stage = BY_NAME["nowhere"]
    (move,) = stage["outcomes"]
    take = move[:2]
    assert [t["move"] for held, t in targets(stage) if held == take and t["move"]] == [move]
    assert move.endswith("0")


def test_closed_lines_have_all_their_reasons() -> None:
    """A colour on the wall, another colour in the line; a full line comes later."""
    stage = BY_NAME["closed"]
    take = next(iter(stage["outcomes"]))[:2]
    codes = {t["refusal"]["code"] for held, t in targets(stage) if held == take and t["refusal"]}
    assert codes == {"line_has_colour", "colour_in_row"}
    last = {t["refusal"]["code"] for _, t in targets(BY_NAME["nowhere"]) if t["refusal"]}
    assert "line_full" in last


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("centre", {"penalty": 1}),
        ("overflow", {"penalty": 1, "points": 3, "laid": 1, "falling": 1}),
        ("alone", {"points": 1}),
        ("touching", {"points": 2}),
        ("growing", {"points": 3}),
        ("floor", {"lost": 2, "yours": 4, "theirs": 3}),
        ("nowhere", {"penalty": 4}),
        ("both_ways", {"horizontal": 5, "vertical": 5, "points": 10}),
        ("paying", {"points": 2, "lost": 4, "yours": 35, "theirs": 46}),
        ("bonuses", {"row": 2, "column": 7, "colour": 10}),
        ("won", {"yours": 54, "theirs": 46}),
    ],
)
def test_figures_that_were_counted_by_hand(name: str, figures: dict[str, int]) -> None:
    values = BY_NAME[name]["values"]
    assert {key: values[key] for key in figures} == figures


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stage_has_its_words_and_their_figures(language: str) -> None:
    texts = room_texts("learn", language)
    for stage in STAGES:
        known = {*stage["values"], "name"}
        assert texts[f"learn.{stage['name']}.title"]
        assert placeholders(texts[f"learn.{stage['name']}.text"]) <= known, stage["name"]
    for chapter in lesson()["chapters"]:
        assert texts[f"learn.chapter.{chapter['name']}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_figure_is_written_by_hand(language: str) -> None:
    for key, text in room_texts("learn", language).items():
        plain = re.sub(r"\{\w+\}", "", text)
        assert set(re.findall(r"\d+", plain)) <= NUMBERS.get(key, set()), key


def test_every_text_of_the_lesson_is_read() -> None:
    """The stages' by their names; those that scripts name are another test's."""
    stages = {f"learn.{stage['name']}" for stage in STAGES}
    titled = [key for key in room_texts("learn", "en") if key.endswith(".title")]
    texts = {key.removesuffix(".title") for key in titled}
    topics = {name for name in texts if name.startswith("rules.")}
    assert texts - topics - {"learn", "rules"} == stages
    page = RULES_PAGE.read_text(encoding="utf-8")
    assert topics - {"rules"} == {
        f"rules.{name}" for name in re.findall(r"^  \['(\w+)'", page, re.M)
    }


# The rules page


def test_the_page_shows_every_example() -> None:
    page = RULES_PAGE.read_text(encoding="utf-8")
    shown = re.findall(r"\['(\w+)'(?:, '(?:board|offer):(?:before|after)')+\]", page)
    assert sorted(shown) == sorted(EXAMPLES)
    for name, views in re.findall(r"\['(\w+)'((?:, '(?:board|offer):(?:before|after)')+)\]", page):
        assert EXAMPLES[name]["after"] or "after" not in views


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_and_paragraphs_find_their_figures(language: str) -> None:
    texts = room_texts("learn", language)
    captions = {key for key in texts if key.startswith("rules.figure.")}
    assert captions == {f"rules.figure.{name}" for name in EXAMPLES}
    for name, example in EXAMPLES.items():
        assert placeholders(texts[f"rules.figure.{name}"]) <= set(example["values"]), name
    for key, text in texts.items():
        if key.startswith("rules.") and key not in captions:
            assert placeholders(text) <= set(lesson()["facts"]), key


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("floor", {"penalty": 8, "before": 20, "after": 12}),
        ("alone", {"points": 1}),
        ("across", {"horizontal": 3, "points": 3}),
        ("down", {"vertical": 3, "points": 3}),
        ("both", {"horizontal": 4, "vertical": 3, "points": 7}),
        ("bonuses", {"row": 2, "column": 7, "colour": 10}),
        ("joker_wall", {"points": 4}),
        ("taking", {"source": 3}),
        ("overflow", {"line": 3}),
    ],
)
def test_examples_that_were_counted_by_hand(name: str, figures: dict[str, int]) -> None:
    values = EXAMPLES[name]["values"]
    assert {key: values[key] for key in figures} == figures


def open_lines(example: Example) -> list[int]:
    assert example["take"]
    return [target["line"] for target in example["targets"] if target["move"]]


def test_examples_show_what_their_captions_say() -> None:
    assert open_lines(EXAMPLES["laying"]) == [0, 1, 5]  # case 2 of the rules
    grey = {
        cell["column"]: cell["refusal"] and cell["refusal"]["code"]
        for cell in EXAMPLES["grey"]["targets"]
    }
    assert grey == {1: None, 2: "cell_taken", 3: "colour_in_column", 4: None, 5: None}
    falls = [step["event"] for step in EXAMPLES["grey_falls"]["steps"]]
    assert "line_dropped" in falls
    assert "tiled" not in falls
    joker = EXAMPLES["joker_takes"]["take"]
    assert joker
    assert joker["tiles"] == "BBJ"
    after = EXAMPLES["joker_wall"]["after"]
    assert after
    assert after["boards"][0]["wall"][2][2] == "J"


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=lambda example: example["name"])
def test_the_steps_of_an_example_lead_to_its_end(example: Example) -> None:
    if example["after"]:
        assert carried_out(example["before"], example["steps"]) == places_of(example["after"])


def test_facts() -> None:
    assert lesson()["facts"] == {
        "tiles": 100,
        "each": 20,
        "colours": 5,
        "displays2": 5,
        "displays3": 7,
        "displays4": 9,
        "display": 4,
        "lines": 5,
        "floor": 7,
        "penalty": 14,
        "row": 2,
        "column": 7,
        "colour": 10,
        "rounds": 50,
        "jokers2": 5,
        "jokers3": 10,
    }


def test_the_answer_is_always_the_same_and_small() -> None:
    assert lesson() is lesson()
    text = json.dumps(lesson(), ensure_ascii=False, separators=(",", ":"))
    assert len(text) < 250_000
    assert all(chapter["table"]["seats"][1]["name"] == FRIEND for chapter in lesson()["chapters"])


def test_the_lesson_has_its_shape() -> None:
    check_shape(Lesson, lesson())
