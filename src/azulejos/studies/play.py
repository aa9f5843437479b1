"""One game of a study, by any bots, with slips."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from random import Random
from typing import NamedTuple

from ..bots import make_bot
from ..game import Game
from ..protocol.contract import Bot, BotError, Thought
from ..rules import AzulejosError, Deal, Move, Position
from .config import StudyConfig


class Decision(NamedTuple):
    """A move that somebody chose; without a thought it was a slip."""

    ply: int  # how many moves and deals came before
    position: Position
    move: Move
    thought: Thought | None


class PlayedGame(NamedTuple):
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


def play_game(config: StudyConfig, number: int) -> PlayedGame:
    """Plays a game to its end; raises BotError, which says which game and which bot it was."""
    seats = config.seats(number)
    names = tuple(f"bot:{config.bots[bot]}" for bot in seats)
    game = Game(config.players, config.rules, seed=config.deal_seed(number), names=names)
    thoughts: dict[int, Thought | None] = {}
    chance = Random(config.slip_seed(number))
    with ExitStack() as stack:
        bots = _seat(config, number, seats, stack)
        while game.outcome is None:
            slips = chance.random() < config.slips
            seat = game.position.turn - 1
            with _named(number, config.bots[seats[seat]]):
                thoughts[len(game.moves)] = thought = (
                    None if slips else bots[seat].choose(game.position, config.limits[seats[seat]])
                )
                game.play(chance.choice(game.legal_moves) if thought is None else thought.move)
    return PlayedGame(number, seats, game, thoughts)


def _seat(config: StudyConfig, number: int, seats: tuple[int, ...], stack: ExitStack) -> list[Bot]:
    bots: list[Bot] = []
    for seat, index in enumerate(seats):
        spec, seed = config.bots[index], config.bot_seed(number, seat)
        with _named(number, spec):
            bot = make_bot(spec, seed, config.players, config.rules)
            stack.enter_context(closing(bot))
            bot.new_game()
        bots.append(bot)
    return bots


@contextmanager
def _named(number: int, spec: str) -> Iterator[None]:
    """Whatever a bot fails at, the sentence names the game and the bot."""
    try:
        yield
    except (AzulejosError, BotError) as error:
        raise BotError(f"game {number}, {spec}: {error}") from error
