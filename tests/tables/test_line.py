"""A line is what its entries say, with what was taken back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from server_games import KINDS, game_line, initial_state

from azulejos.notation import NotationError, format_move
from azulejos.rules import (
    IllegalMoveError,
    Phase,
    RuleSet,
    UsageError,
    draw_deal,
    legal_moves,
    start,
)
from azulejos.tables.line import Line, replayed, undo_entry, undone_to
from tables import refuses


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_a_line_is_replayed_from_its_entries(rules: RuleSet, players: int) -> None:
    line = game_line(rules, players)
    assert replayed(line.start, [ply.text for ply in line.plies]) == line
    assert [ply.number for ply in line.plies] == list(range(1, len(line.plies) + 1))
    assert all(ply.player == (0 if ply.is_deal else ply.before.turn) for ply in line.plies)


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from(KINDS), st.sets(st.integers(1, 4), min_size=1))
def test_whatever_is_taken_back_is_as_if_it_had_not_been(
    seed: int, kind: tuple[RuleSet, int], persons: set[int]
) -> None:
    """Random games with undos: entries lead where the kept plies alone lead, and never further
    back than a deal or than what a person decided."""
    rules, players = kind
    generator = Random(seed)
    line = initial_state(rules, players, seed)
    entries = [ply.text for ply in line.plies]
    for _ in range(60):
        people = sorted(persons)
        if generator.random() < 0.25 and not line.deciders.isdisjoint(people):
            back = generator.choice(("move", "round"))
            keep = line.keep_for(back, people)  # type: ignore[arg-type]
            check_undo(line, keep, back, people)
            line = line.back_to(keep)
            entries.append(undo_entry(keep))
        elif line.position.phase is Phase.PREPARATION:
            line = line.played(draw_deal(line.position, generator))
            entries.append(line.plies[-1].text)
        elif line.position.phase is not Phase.OVER:
            line = line.played(generator.choice(legal_moves(line.position)))
            entries.append(line.plies[-1].text)
    assert replayed(line.start, entries) == line
    assert replayed(line.start, [format_move(ply.move) for ply in line.plies]) == line


def check_undo(line: Line, keep: int, back: str, people: list[int]) -> None:
    gone = line.plies[keep:]
    assert gone[0].player in people
    assert not any(ply.is_deal for ply in gone)
    if back == "move":
        assert not any(ply.player in people for ply in gone[1:])
    else:
        rest = line.back_to(keep)
        assert rest.deciders.isdisjoint(people)


def test_nothing_is_taken_back_across_a_deal() -> None:
    line = initial_state("std", 2)
    with refuses(UsageError, "nothing_to_undo"):
        line.keep_for("move", [1, 2])
    assert line.deciders.isdisjoint([1, 2])
    while not (line.plies[-1].is_deal and line.position.round == 2):
        deal_due = line.position.phase is Phase.PREPARATION
        move = draw_deal(line.position, Random(1)) if deal_due else legal_moves(line.position)[0]
        line = line.played(move)
    with refuses(UsageError, "nothing_to_undo"):
        line.keep_for("round", [1, 2])


def test_only_what_a_person_did_is_taken_back() -> None:
    line = initial_state("std", 2)
    line = line.played(legal_moves(line.position)[0])
    assert line.deciders.isdisjoint([2])
    assert line.keep_for("move", [1]) == 1
    line = line.played(legal_moves(line.position)[0])  # the bot's answer goes with it
    assert line.keep_for("move", [1]) == 1


def test_a_finished_game_stays_finished() -> None:
    line = game_line(RuleSet.STD, 2)
    assert line.deciders.isdisjoint([1, 2])
    with refuses(IllegalMoveError, "game_over"):
        line.keep_for("move", [1, 2])


def test_entries_that_do_not_fit_are_refused() -> None:
    with refuses(NotationError, "bad_round_move"):
        replayed(start(), ["1B1"])
    with pytest.raises(NotationError):
        replayed(start(), ["nonsense"])


def test_undo_entries_round_trip() -> None:
    assert undone_to(undo_entry(17)) == 17
    assert undone_to("3B2") is None


def test_a_move_is_worked_out_once() -> None:
    """Tried first, written later: but a line of the same plies is equal, tried or not."""
    line = initial_state(RuleSet.STD, 2)
    move = legal_moves(line.position)[0]
    assert line.played(move) is line.played(move)
    assert line.played(move) == initial_state(RuleSet.STD, 2).played(move)
    assert line == initial_state(RuleSet.STD, 2)
