"""One game of a study, by any bots, with slips."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from random import Random
from typing import NamedTuple

from ..bots import make_bot
from ..game import Game
from ..protocol.contract import Bot, BotError, Thought
from ..rules import AzulejosError, Deal, Move, Position
from .terms import Terms


class Decision(NamedTuple):
    """A move that somebody chose; without a thought it was a slip."""

    ply: int  # how many moves and deals came before
    position: Position
    move: Move
    thought: Thought | None


class Played(NamedTuple):
    """A game that is over, and what its bots thought, by ply."""

    number: int
    seats: tuple[int, ...]
    game: Game
    thoughts: dict[int, Thought | None]

    def decisions(self) -> Iterator[Decision]:
        """All moves but the deals."""
        game = self.game
        for ply, (position, move) in enumerate(zip(game.positions, game.moves, strict=False)):
            if not isinstance(move, Deal):
                yield Decision(ply, position, move, self.thoughts[ply])


def play_game(terms: Terms, number: int) -> Played:
    """Plays a game to its end; raises BotError, which says which game and which bot it was."""
    seats = terms.seats(number)
    names = tuple(f"bot:{terms.bots[bot]}" for bot in seats)
    game = Game(terms.players, terms.rules, seed=terms.deal_seed(number), names=names)
    thoughts: dict[int, Thought | None] = {}
    chance = Random(terms.slip_seed(number))
    with ExitStack() as stack:
        bots = _seat(terms, number, seats, stack)
        while game.outcome is None:
            slips = chance.random() < terms.slips
            seat = game.position.turn - 1
            thoughts[len(game.moves)] = thought = (
                None if slips else bots[seat].choose(game.position, terms.limits[seats[seat]])
            )
            move = chance.choice(game.legal_moves) if thought is None else thought.move
            try:
                game.play(move)
            except AzulejosError as error:
                raise BotError(f"game {number}, {terms.bots[seats[seat]]}: {error}") from error
    return Played(number, seats, game, thoughts)


def _seat(terms: Terms, number: int, seats: tuple[int, ...], stack: ExitStack) -> list[Bot]:
    bots: list[Bot] = []
    for seat, place in enumerate(seats):
        bot = make_bot(terms.bots[place], terms.bot_seed(number, seat), terms.players, terms.rules)
        stack.enter_context(closing(bot))
        bot.new_game()
        bots.append(bot)
    return bots
