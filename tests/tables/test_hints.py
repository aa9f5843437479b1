"""Hints: a good move, and reasons that are true."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from server_games import KINDS, game_line, initial_state

from azulejos.bots import GreedyBot
from azulejos.locales import LANGUAGES, room_texts
from azulejos.notation import parse_move
from azulejos.reviews.advice import Comparison, Other
from azulejos.reviews.explanations import compare_lines
from azulejos.rules import (
    Place,
    Position,
    RuleSet,
    Take,
    UsageError,
    legal_moves,
    preview,
)
from azulejos.tables.advice.hint_reasons import LOOKED_AHEAD, MOST, reasons_for
from azulejos.tables.advice.hints import (
    BESIDE_COMPARISON,
    GLANCE,
    PATIENCE,
    Advice,
    HintSearch,
    hint_of,
)
from azulejos.tables.messages.types import Reason
from tables import refuses, table

DOCS = Path(__file__).parents[2] / "docs" / "server.md"
ABOUT_HINTS = DOCS.read_text("utf-8").partition("\n## Hints\n")[2].partition("\n## ")[0]
DOCUMENTED = dict(re.findall(r"^\| `(\w+)` \| (.*?) \| .* \|$", ABOUT_HINTS, re.M))


def reasons_at(text: str, move: str) -> dict[str, dict[str, str | int]]:
    found = parse_move(move)
    assert isinstance(found, Take | Place)
    return {reason["code"]: reason["data"] for reason in reasons_for(table(text), found)}


def test_a_hint_names_a_legal_move() -> None:
    position = initial_state("grey+joker", 3).position
    hint = HintSearch(position).find()
    move = parse_move(hint["move"])
    assert move in legal_moves(position)
    assert isinstance(move, Take)
    assert (hint["source"], hint["line"], hint["column"]) == (move.source, move.line, None)
    assert hint["take"] == "".join(move.kinds)
    assert hint["reasons"]


def test_a_hint_for_a_tiling_decision() -> None:
    before = "grey -/-/-/-/- - 5:-/WW/-/-/-:3W1/B1R2/5/2Y2/5:B 4:-/-/-/-/-:5/5/5/5/5:F 1 1 3 * -"
    hint = HintSearch(table(before)).find()
    assert (hint["move"], hint["source"], hint["take"]) == ("2@2", None, None)
    assert (hint["line"], hint["column"]) == (2, 2)
    assert hint["reasons"] == [Reason(code="scores", data={"count": 3})]
    assert hint["comparison"] is not None
    assert hint["comparison"]["why"]["parts"]["tiles"] == 2


def test_no_hint_where_nobody_is_to_move() -> None:
    with refuses(UsageError, "no_move_due"):
        HintSearch(game_line(RuleSet.STD, 2).position)
    line = initial_state("std", 2)
    with refuses(UsageError, "no_move_due"):
        hint_of(line.start, Advice(line.plies[0].move))


# Blue to the first line completes a row: the game ends, and is won.
LAST_TAKE = "std -/-/-/-/- B 30:-/-/-/-/-:1YRKW/5/5/5/5:F 9:-/-/-/-/-:5/5/5/5/5:- 1 1 5 * -"


def test_a_hint_says_why_it_is_better_than_another_move() -> None:
    hint = HintSearch(table(LAST_TAKE)).find()
    assert hint["move"] == "0B1"
    found = hint["comparison"]
    assert found is not None
    assert found["other"] == "next"
    assert found["move"] != "0B1"
    why = found["why"]
    assert (why["better"][0], why["worse"][0]) == ("0B1", found["move"])
    assert sum(why["parts"].values()) == why["gap"]
    assert why["clear"]
    assert 1 <= len(hint["reasons"]) <= BESIDE_COMPARISON
    json.dumps(hint)


def test_beside_a_comparison_nothing_is_said_of_looking_ahead() -> None:
    """It says itself what that has shown."""
    position = table("std YRRR/-/-/-/- F 9:-/-/-/-/-:5/5/5/5/5:- . 1 1 2 * -")
    move = parse_move("1Y5")
    why = compare_lines(position, [move], [parse_move("1R5")], gap=1.0)
    codes = [
        [reason["code"] for reason in hint_of(position, Advice(move, compared))["reasons"]]
        for compared in (None, Comparison(Other.NEXT, parse_move("1R5"), why))
    ]
    assert LOOKED_AHEAD in codes[0]
    assert codes[1] == [code for code in codes[0] if code != LOOKED_AHEAD][:BESIDE_COMPARISON]


def test_all_that_a_hint_looks_at_takes_less_than_half_a_second() -> None:
    """Besides there are moves to be played to the end of a round, and a busy machine."""
    assert PATIENCE.movetime is not None
    assert GLANCE.movetime is not None
    assert PATIENCE.movetime + 3 * GLANCE.movetime <= 350


COLOURED = (
    "std BBYW/YYYY/-/-/- FRR 7:-/B/-/-/-:1Y3/5/2B2/3B1/4B:- 3:-/-/BBB/-/-:5/1B3/5/5/5:- 1 1 2 * -"
)


def test_reasons_of_a_take() -> None:
    found = reasons_at(COLOURED, "1B2")
    assert found["completes_line"] == {"line": 2, "count": 2}
    assert found["prepares_colour"] == {"tile": "B", "count": 4}
    assert "no_falling" not in found


@pytest.mark.parametrize(
    ("text", "move", "code", "data"),
    [
        # Line 1 takes the fifth tile of row 1.
        (
            "std BRRR/-/-/-/- F 9:-/-/-/-/-:1YRKW/5/5/5/5:- . 1 1 5 * -",
            "1B1",
            "ends_game",
            {"row": 1},
        ),
        (
            "std BRRR/-/-/-/- F 9:-/-/-/-/-:1YRKW/5/5/5/5:- . 1 1 5 * -",
            "1B1",
            "completes_row",
            {"row": 1, "count": 2},
        ),
        (
            "std BRRR/-/-/-/- F 9:-/-/-/-/-:5/W4/K4/R4/Y4:- . 1 1 5 * -",
            "1B1",
            "completes_column",
            {"column": 1, "count": 7},
        ),
        (
            "std BRRR/-/-/-/- F 9:-/-/-/-/-:5/1B3/2B2/3B1/4B:- . 1 1 5 * -",
            "1B1",
            "completes_colour",
            {"tile": "B", "count": 10},
        ),
        (
            "std BRRR/-/-/-/- FY 9:-/-/-/-/-:5/5/5/5/5:- . 1 1 2 * -",
            "0Y5",
            "starts_next",
            {"count": 1},
        ),
        (
            "std RRRR/-/-/-/- FY 9:-/-/-/-/-:5/5/5/5/5:- . 1 1 2 * -",
            "1R5",
            "fills",
            {"line": 5, "count": 4, "left": 1},
        ),
        # The other needs one more B for line 3, beside a tile: nobody else has any.
        (
            "std BRRR/-/-/-/- FY 9:-/-/-/-/-:5/5/5/5/5:- 3:-/-/BB/-/-:5/5/1W3/5/5:- 1 1 2 * -",
            "1B5",
            "keeps_from",
            {"player": 2, "tile": "B", "line": 3, "count": 2},
        ),
        # All lines of player 1 hold other colours: whatever is taken falls.
        (
            "std RRRR/-/-/-/- - 9:B/YY/KKK/WWWW/BBBBB:5/5/5/5/5:F . 1 1 2 * -",
            "1R0",
            "least_bad",
            {"count": 7},
        ),
        # After this the other must take all five R, for which there is no line.
        (
            "std BRRR/-/-/-/- FRR . 9:B/YY/KKK/WWWW/BBBBB:5/5/5/5/5:- 1 1 2 * -",
            "1B5",
            "spoils",
            {"player": 2, "count": 11},
        ),
    ],
)
def test_single_reasons(text: str, move: str, code: str, data: dict[str, object]) -> None:
    assert reasons_at(text, move)[code] == data


def test_tiles_that_are_there_twice_are_kept_from_nobody() -> None:
    text = "std BRRR/BYYY/-/-/- F 9:-/-/-/-/-:5/5/5/5/5:- 3:-/-/BB/-/-:5/5/1W3/5/5:- 1 1 2 * -"
    assert "keeps_from" not in reasons_at(text, "1B5")


@pytest.mark.covering(2)
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_reasons_are_true_and_documented(rules: RuleSet, players: int) -> None:
    """Along a game: a few reasons for whatever is played, each known and none of them false."""
    generator = Random(f"{rules}{players}")
    bot = GreedyBot(generator)
    line = game_line(rules, players, "reasons", greed=0.9)
    for ply in generator.sample([ply for ply in line.plies if not ply.is_deal], 12):
        for move in (ply.move, bot.choose(ply.before).move):
            assert isinstance(move, Take | Place)
            reasons = reasons_for(ply.before, move)
            assert 1 <= len(reasons) <= MOST
            for reason in reasons:
                check(ply.before, move, reason)


def check(position: Position, move: Take | Place, reason: Reason) -> None:
    assert set(reason["data"]) == set(re.findall(r"`(\w+)`", DOCUMENTED[reason["code"]])), reason
    look = preview(position, move)
    nets = [p.points - p.penalty for p in (preview(position, m) for m in legal_moves(position))]
    count = reason["data"].get("count")
    match reason["code"]:
        case "completes_line":
            assert look.completes
            assert count == look.points
        case "fills":
            assert isinstance(move, Take)
            left = reason["data"]["left"]
            assert isinstance(left, int)
            assert left > 0
            assert count == look.laid == position.board(position.turn).line(move.line).free - left
        case "no_falling":
            assert look.falling == 0
        case "most_points":
            assert look.points - look.penalty == max(nets) > 0
        case "least_bad":
            assert count == -max(nets) == look.penalty - look.points
        case "scores":
            assert count == look.points
        case "starts_next":
            assert look.marker


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_its_texts(language: str) -> None:
    """`hint.why.<code>`, a phrase a colour where there is a tile, two forms where it counts."""
    texts = room_texts("table", language)
    for code, data in DOCUMENTED.items():
        letters = "BYRKWJ" if code == "keeps_from" else "BYRKW"
        tiles = [f".{letter}" for letter in letters] if "`tile`" in data else [""]
        forms = ["_one", "_other"] if "`count`" in data else [""]
        for tile in tiles:
            for form in forms:
                assert f"hint.why.{code}{tile}{form}" in texts


def test_the_list_of_reasons_is_whole() -> None:
    source = Path(hint_of.__code__.co_filename).with_name("hint_reasons.py").read_text("utf-8")
    written = Counter(re.findall(r'_reason\(\s*[^"]*?"(\w+)"', source))
    assert {*written, LOOKED_AHEAD} == set(DOCUMENTED)
