"""Games that are played by the law and by the core at once, compared after every move and deal.

    python tests/core/lockstep.py 1200

plays so many games and prints how often each ruling was met.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

from rulings import RULINGS, rulings_met
from steering import STYLES

from azulejos.core import Generator, State, action_of, move_of, playouts
from azulejos.notation import format_position, parse_position
from azulejos.rules import (
    Deal,
    Move,
    Phase,
    Position,
    RuleSet,
    draw_deal,
    legal_moves,
    play,
    start,
)

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

Item = TypeVar("Item")

KINDS = [(rules, players) for rules in RuleSet for players in (2, 3, 4)]
CORNERS = [
    (rulings.split(", "), text)
    for line in (Path(__file__).parent / "corners.txt").read_text().splitlines()
    for rulings, text in [line.split(" | ")]
]
SPARSE = 10  # what takes long is compared once in so many moves
LATE = 46  # where games begin whose style hardly ever completes a row: to round 50 (E20)
ENDLESS = ("floors", "hoard")


class Sorted(Random):
    """No chance: deals by colour, which gives displays of one colour and large takes."""

    def choice(self, seq: SupportsLenAndGetItem[Item]) -> Item:
        return seq[0]


class Lockstep:
    """One game on two tables."""

    def __init__(self, position: Position, seed: int) -> None:
        self.position = position
        self.state = State.from_position(position)
        self.generator = Random(seed)
        self.chance = Generator(seed)
        self.met: Counter[str] = Counter()
        self.keys: set[int] = set()
        self.moves = 0
        self.compare()

    def play_to_the_end(self, style: str) -> None:
        choose = STYLES[style]
        while self.position.phase is not Phase.OVER:
            if self.position.phase is Phase.PREPARATION:
                self.deal()
            else:
                self.play(choose(self.position, legal_moves(self.position), self.generator))
        self.compare_ends()

    def play(self, move: Move) -> None:
        action = action_of(move)
        assert move_of(action) == move
        self.state.apply(action)
        self.follow(move)

    def deal(self) -> None:
        """In one of four ways; the law judges what the core has dealt."""
        way = self.generator.randrange(4)
        if way == 0:
            self.state.deal(self.chance)
            deal = Deal(self.state.position().displays)
        elif way == 1:
            deal = draw_deal(self.position, self.generator)
            self.state.deal(deal)
        elif way == 2:
            seed = self.generator.random()
            deal = draw_deal(self.position, Random(seed))
            self.state.deal(Random(seed))
        else:
            deal = draw_deal(self.position, Sorted())
            self.state.deal(deal)
        self.follow(deal)

    def follow(self, move: Move) -> None:
        """Plays in the law what the core has played, and compares."""
        before = self.position
        self.position, events = play(before, move)
        self.moves += 1
        self.met.update(rulings_met(before, move, self.position, events))
        self.compare()

    def compare(self) -> None:
        position, state = self.position, self.state
        assert str(state) == format_position(position)
        assert state.legal_actions() == sorted(action_of(move) for move in legal_moves(position))
        assert state.phase is position.phase
        assert (state.turn, state.round) == (position.turn, position.round)
        assert state.scores == tuple(board.score for board in position.boards)
        assert state.deal_is_due == (position.phase is Phase.PREPARATION)
        assert state.is_over == (position.phase is Phase.OVER)
        self.keys.add(state.key())
        if self.generator.randrange(SPARSE) == 0 or state.is_over:
            self.compare_closely()

    def compare_closely(self) -> None:
        """The state that is read from the position is the same, and so is a copy."""
        state = self.state
        for same in (State.from_position(self.position), state.copy()):
            assert same.key() == state.key()
            assert same.legal_actions() == state.legal_actions()
        legal = [action for action in range(-1, 686) if state.is_legal(action)]
        assert legal == state.legal_actions()

    def compare_ends(self) -> None:
        """Who has won; the core's own judgement shows in the totals of playouts."""
        outcome = self.position.outcome
        assert outcome is not None
        assert self.state.outcome == outcome
        totals = playouts(self.state, 1)
        assert totals.points == outcome.scores
        seats = range(1, self.position.players + 1)
        assert totals.wins == tuple(int(seat in outcome.winners) for seat in seats)
        assert len(self.keys) == self.moves + 1  # no two positions of a game share a key


def beginning(number: int) -> tuple[Position, str]:
    """Where the game of this number begins and how it is played; all kinds come in turn.

    Of three times all kinds and styles, one begins in corners.
    """
    rules, players = KINDS[number % 12]
    style = list(STYLES)[number // 12 % len(STYLES)]
    position = start(players, rules, number % players + 1)
    if number // 84 % 3 == 2:
        corners = CORNERS_OF[rules, players]
        position = corners[number // 12 % len(corners)]
    elif style in ENDLESS:
        position = replace(position, round=LATE)
    return position, style


def _corners_by_kind() -> dict[tuple[RuleSet, int], list[Position]]:
    positions = [parse_position(text) for _, text in CORNERS]
    return {
        kind: [position for position in positions if (position.rules, position.players) == kind]
        for kind in KINDS
    }


CORNERS_OF = _corners_by_kind()


def play_game(number: int) -> Counter[str]:
    """The game of this number, played to the end; returns the rulings that it met."""
    position, style = beginning(number)
    game = Lockstep(position, number)
    game.play_to_the_end(style)
    return game.met


def play_games(numbers: range) -> Counter[str]:
    met: Counter[str] = Counter()
    for number in numbers:
        met += play_game(number)
    return met


def report(games: int) -> Iterator[str]:
    """A table for docs/testing.md: the rulings, and how often so many games met them."""
    met = play_games(range(games))
    yield "| ruling | what happened | times |"
    yield "|---|---|---|"
    for ruling, what in RULINGS.items():
        yield f"| {ruling} | {what} | {met[ruling]} |"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in report(int(sys.argv[1])))
