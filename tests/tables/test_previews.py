"""The quick look at all takes is the law's look at each of them."""

from __future__ import annotations

import pytest
from message_shapes import check_shape
from server_games import KINDS, game_line

from azulejos.notation import format_move
from azulejos.rules import Phase, Position, RuleSet, Take, preview, refusal
from azulejos.rules.offer import takes_from
from azulejos.tables.errors import problem_of
from azulejos.tables.messages import types as messages
from azulejos.tables.messages.previews import takes_of, targets_of
from azulejos.tables.messages.views import choices_of, preview_of
from tables import table

CORNERS = [
    # A full floor, with and without the marker still to come; lines that are nearly complete.
    "std BBYY/-/-/-/- FBBBBBBBRR 0:-/B/YY/KKK/WWWW:5/5/5/5/5:BYRKWBY . 1 1 1 * -",
    "std BBYY/-/-/-/- BBBBBBBRR 9:-/B/YY/KKK/WWWW:5/5/5/5/5:FBYRKWB . 1 1 1 * -",
    # Jokers alone, with a colour, on lines that hold some.
    "joker BBJJ/BYJW/-/-/-/-/- FBBJJ 3:J/B/YJ/JJJ/-:5/5/5/5/5:- . . 1 1 2 * -",
]


Told = tuple[messages.Group, list[messages.Target]]


def told(choices: messages.Choices) -> list[Told]:
    """The takes with their targets."""
    return [
        (
            messages.Group(source=take["source"], take=take["take"], tiles=take["tiles"]),
            targets_of(choices, take),
        )
        for take in choices["takes"]
    ]


def plain(position: Position) -> list[Told]:
    """As the law tells it, move by move."""
    found = []
    for source in range(len(position.displays) + 1):
        for tile, with_jokers in takes_from(position.source(source)):
            moves = [Take(source, tile, line, with_jokers) for line in range(6)]
            tiles = position.source(source).only(*moves[0].kinds)
            group = messages.Group(source=source, take="".join(moves[0].kinds), tiles=str(tiles))
            found.append((group, [target(position, move) for move in moves]))
    return found


def target(position: Position, move: Take) -> messages.Target:
    error = refusal(position, move)
    return messages.Target(
        line=move.line,
        column=0,
        move=None if error else format_move(move),
        preview=None if error else preview_of(preview(position, move)),
        refusal=problem_of(error) if error else None,
    )


@pytest.mark.covering(2)
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_the_quick_look_is_the_laws(rules: RuleSet, players: int) -> None:
    looked_at = 0
    for ply in game_line(rules, players, "outlook", greed=0.5).plies:
        if ply.before.phase is Phase.OFFER:
            choices = choices_of(ply.before)
            assert choices
            assert told(choices) == plain(ply.before)
            assert len(choices["outlooks"]) <= len(choices["takes"])
            looked_at += 1
    assert looked_at > 20


@pytest.mark.parametrize("text", CORNERS)
def test_corners(text: str) -> None:
    choices = choices_of(table(text))
    assert choices
    assert told(choices) == plain(table(text))


@pytest.mark.parametrize("rules", RuleSet)
def test_choices_have_their_shape(rules: RuleSet) -> None:
    phases = set()
    for ply in game_line(rules, 3, "outlook", greed=0.5).plies:
        choices = choices_of(ply.after)
        phases.add(ply.after.phase)
        assert (choices is None) == (ply.after.phase in (Phase.PREPARATION, Phase.OVER))
        check_shape(messages.Choices | None, choices)
        if choices and ply.after.phase is Phase.OFFER:
            assert (choices["takes"], choices["outlooks"]) == takes_of(ply.after)
    assert phases == set(Phase) - (set() if rules.grey_wall else {Phase.TILING})
