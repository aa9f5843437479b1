"""A game from start to end, for people who do not want to think about deals.

Owns the random generator and the record; all rules are in `azulejos.rules`.
"""

from __future__ import annotations

import secrets
from random import Random
from typing import ClassVar

from .notation import PlayerNameError, Record, parse_move, result_of
from .rules import (
    Deal,
    Move,
    Outcome,
    Phase,
    Position,
    UsageError,
    draw_deal,
    legal_moves,
    play,
    start,
)
from .rules.errors import Reasons
from .rules.events import Event
from .rules.material import RuleSet


class UndoError(UsageError):
    """There is no move that could be taken back."""

    reasons: ClassVar[Reasons] = {"nothing_to_undo": ("there is no move to take back", "")}


class Game:
    """Deals by itself, keeps all positions, takes moves as values or as text.

    >>> game = Game(players=2, seed=7)
    >>> events = game.play(game.legal_moves[0])
    >>> game.position.turn
    2
    >>> move = game.undo()
    >>> game.position.turn
    1

    The deal of a round depends on the seed, the round and what is left in bag and lid, and on
    nothing else: a game with a seed can be repeated, and a move that is taken back and played
    again meets the same deal. Without a seed a secret one is drawn and never shown.
    """

    def __init__(
        self,
        players: int = 2,
        rules: RuleSet | str = RuleSet.STD,
        starter: int = 1,
        seed: int | str | None = None,
        names: tuple[str, ...] = (),
    ) -> None:
        start(players, rules, starter)  # Refuses what makes no game, in the caller's terms.
        if len(names) > players:
            raise PlayerNameError("too_many_names", names=len(names), players=players)
        tags = {"Rules": str(rules), "Players": str(players)}
        tags |= {f"Player{seat}": name for seat, name in enumerate(names, start=1) if name}
        if starter != 1:
            tags["Starter"] = str(starter)
        if seed is not None:
            tags["Seed"] = str(seed)
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
        for played, move in zip(record.replay(), record.moves, strict=True):
            self._positions.append(played.position)
            self._moves.append(move)
        self._deal()

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
        events = self._append(parse_move(move) if isinstance(move, str) else move)
        return events + self._deal()

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
        return self._append(seeded_deal(self.position, self._seed))


def seeded_deal(position: Position, seed: str) -> Deal:
    """The deal of a game with this seed; it depends on the round and on what can be drawn."""
    return draw_deal(position, Random(f"{seed}/{position.round}"))
