"""A game from start to end, for people who do not want to think about deals.

Owns the random generator and the record; all rules are in `azulejos.rules`.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from typing import ClassVar

from .notation import (
    PlayerNameError,
    Record,
    as_move,
    format_position,
    parse_position,
    refusal,
    result_of,
)
from .rules import (
    Deal,
    Move,
    Outcome,
    Phase,
    Position,
    UsageError,
    check,
    draw_deal,
    legal_moves,
    play,
    start,
)
from .rules.errors import Reasons
from .rules.events import Event
from .rules.material import RuleSet
from .rules.notebooks import svg_of


class UndoError(UsageError):
    """There is no move that could be taken back."""

    reasons: ClassVar[Reasons] = {"nothing_to_undo": ("there is no move to take back", "")}


class StartError(UsageError):
    """A game begins with a position, or with players, rules and a starter, not with both."""

    reasons: ClassVar[Reasons] = {
        "position_has_its_own": ("a position has its own {what}: leave it out", ""),
    }


class Game:
    """Deals by itself, keeps all positions, takes moves as values or as text.

    >>> game = Game(players=2, seed=7)
    >>> events = game.play(game.legal_moves[0])
    >>> game.position.turn
    2
    >>> move = game.undo()
    >>> game.position.turn
    1
    >>> game.is_legal("3B9")
    False
    >>> game
    <Game std, 2 players, round 1, 0-0>

    A game may begin anywhere: `Game(position=…)` takes a position or its text. Players, rules and
    starter are the position's own then; otherwise they are 2, "std" and 1 if not given.

    The deal of a round depends on the seed, the round and what is left in bag and lid, and on
    nothing else: a game with a seed can be repeated, and a move that is taken back and played
    again meets the same deal. Without a seed a secret one is drawn and never shown.
    """

    def __init__(
        self,
        players: int | None = None,
        rules: RuleSet | str | None = None,
        starter: int | None = None,
        seed: int | str | None = None,
        names: Sequence[str] = (),
        *,
        position: Position | str | None = None,
    ) -> None:
        if position is None:
            first = start(
                2 if players is None else players,
                RuleSet.STD if rules is None else rules,
                1 if starter is None else starter,
            )
        else:
            _check_alone(players=players, rules=rules, starter=starter)
            first = parse_position(position) if isinstance(position, str) else position
            check(first)
        if len(names) > first.players:
            raise PlayerNameError("too_many_names", names=len(names), players=first.players)
        tags = {"Rules": str(first.rules), "Players": str(first.players)}
        tags |= {f"Player{seat}": name for seat, name in enumerate(names, start=1) if name}
        if first.starter != 1:
            tags["Starter"] = str(first.starter)
        if seed is not None:
            tags["Seed"] = str(seed)
        if first != start(first.players, first.rules, first.starter):
            tags["Position"] = format_position(first)
        self._set_up(Record(tags))

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """Goes on where a record ends, with its Seed; raises NotationError if it won't replay."""
        game = cls.__new__(cls)
        game._set_up(record)
        return game

    def _set_up(self, record: Record) -> None:
        self._seed = record.tags.get("Seed", str(secrets.randbits(128)))
        self._tags = {name: value for name, value in record.tags.items() if name != "Result"}
        self._positions = [record.start()]
        self._moves: list[Move] = []
        for step in record.replay():
            self._positions.append(step.position)
            self._moves.append(step.move)
        self._deal()

    def __repr__(self) -> str:
        position = self.position
        scores = "-".join(str(board.score) for board in position.boards)
        return (
            f"<Game {position.rules}, {position.players} players, round {position.round}, {scores}>"
        )

    def _repr_svg_(self) -> str:
        return svg_of(self.position, self.record.names)

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions so far, one more than there are moves."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves so far, deals among them."""
        return tuple(self._moves)

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves of the player to move; none when the game is over."""
        return legal_moves(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and by what; None while the game goes on."""
        return self.position.outcome

    @property
    def record(self) -> Record:
        """All moves so far, with the tags and the result."""
        return Record(self._tags | {"Result": result_of(self.position)}, self.moves)

    def play(self, move: Move | str) -> list[Event]:
        """Plays a move (`game.play("3B2")`), deals if a deal is due, and tells what happened."""
        events = self._append(as_move(move))
        return events + self._deal()

    def is_legal(self, move: Move | str) -> bool:
        """May it be played now? `azulejos.refusal(game.position, move)` says why not."""
        return refusal(self.position, move) is None

    def undo(self) -> Move:
        """Takes back the last move, with the deal that followed it; gives the move back."""
        for number in reversed(range(len(self._moves))):
            move = self._moves[number]
            if not isinstance(move, Deal):
                del self._moves[number:], self._positions[number + 1 :]
                return move
        raise UndoError("nothing_to_undo")

    def _append(self, move: Move) -> list[Event]:
        position, events = play(self.position, move)
        self._positions.append(position)
        self._moves.append(move)
        return events

    def _deal(self) -> list[Event]:
        if self.position.phase is not Phase.PREPARATION:
            return []
        generator = Random(f"{self._seed}/{self.position.round}")
        return self._append(draw_deal(self.position, generator))


def _check_alone(**given: object) -> None:
    for what, value in given.items():
        if value is not None:
            raise StartError("position_has_its_own", what=what)
