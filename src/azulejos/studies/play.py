"""One game of a study, with slips: by the core, if it knows all its bots, or by any bots.

Either way the deals are those that the game's seed gives everywhere (`azulejos.game`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from random import Random
from typing import NamedTuple

from ..bots import make_bot
from ..core import OPPONENTS, Generator, State, action_of, move_of
from ..core.layout import ACTIONS
from ..game import Game, seeded_deal
from ..notation import Record, format_move, format_position, format_record
from ..protocol.contract import Bot, BotError, Thought
from ..rules import AzulejosError, Deal, Move
from ..rules.material import LAST_ROUND
from .config import StudyConfig


class Decision(NamedTuple):
    """A move that somebody chose; without a thought it was a slip."""

    ply: int  # how many moves and deals came before
    round: int
    seat: int  # from 1
    position: str
    move: str
    action: int
    thought: Thought | None


class PlayedGame(NamedTuple):
    """A game that is over."""

    number: int
    bots: tuple[str, ...]  # by seat
    scores: tuple[int, ...]
    winners: tuple[int, ...]  # their seats, from 1
    rounds: int
    decisions: list[Decision]
    record: str

    @property
    def shares(self) -> list[float]:
        """By seat, of the one point that a game is worth."""
        share = 1 / len(self.winners)
        return [share if seat in self.winners else 0.0 for seat in range(1, len(self.bots) + 1)]


def play_game(config: StudyConfig, number: int) -> PlayedGame:
    """Plays a game to its end; raises BotError, which says which game and which bot it was."""
    if all(spec in OPPONENTS for spec in config.bots):
        return play_by_core(config, number)
    return play_by_bots(config, number)


# By the core.


@cache
def all_moves() -> tuple[tuple[Move, str], ...]:
    """By their numbers, the moves and their texts."""
    moves = [move_of(action) for action in range(ACTIONS)]
    return tuple((move, format_move(move)) for move in moves)


def play_by_core(config: StudyConfig, number: int) -> PlayedGame:
    seats = config.seats(number)
    bots = tuple(config.bots[bot] for bot in seats)
    chances = [Generator(config.bot_seed(number, seat)) for seat in range(config.players)]
    slips = Random(config.slip_seed(number))
    state = State(config.players, config.rules)
    thought = Thought(all_moves()[0][0])  # says nothing: such bots do not
    moves: list[Move] = []
    decisions: list[Decision] = []
    while not state.is_over:
        if state.deal_is_due:
            deal = seeded_deal(state.position(), config.deal_seed(number))
            state.deal(deal)
            moves.append(deal)
            continue
        seat = state.turn
        slip = slips.random() < config.slips
        if slip:
            action = slips.choice(state.legal_actions())
        else:
            action = state.opponent_action(bots[seat - 1], chances[seat - 1])
        move, text = all_moves()[action]
        decisions.append(
            Decision(
                len(moves), state.round, seat, str(state), text, action, None if slip else thought
            )
        )
        moves.append(move)
        state.apply(action)
    tags = _tags(config, number, bots) | {"Result": "-".join(map(str, state.scores))}
    return PlayedGame(
        number=number,
        bots=bots,
        scores=state.scores,
        winners=state.winners,
        rounds=_rounds(state.round),
        decisions=decisions,
        record=format_record(Record(tags, tuple(moves))),
    )


def _tags(config: StudyConfig, number: int, bots: Sequence[str]) -> dict[str, str]:
    """As `Game` writes them."""
    names = {f"Player{seat}": f"bot:{bot}" for seat, bot in enumerate(bots, start=1)}
    kind = {"Rules": str(config.rules), "Players": str(config.players)}
    return kind | names | {"Seed": config.deal_seed(number)}


def _rounds(reached: int) -> int:
    return min(reached, LAST_ROUND)  # E20 ends games as the next begins


# By any bots.


def play_by_bots(config: StudyConfig, number: int) -> PlayedGame:
    seats = config.seats(number)
    bots = tuple(config.bots[bot] for bot in seats)
    names = tuple(f"bot:{bot}" for bot in bots)
    game = Game(config.players, config.rules, seed=config.deal_seed(number), names=names)
    thoughts: dict[int, Thought | None] = {}
    chance = Random(config.slip_seed(number))
    with ExitStack() as stack:
        seated = _seat(config, number, bots, stack)
        while game.outcome is None:
            slips = chance.random() < config.slips
            seat = game.position.turn - 1
            with _named(number, bots[seat]):
                limit = config.limits[seats[seat]]
                thought = None if slips else seated[seat].choose(game.position, limit)
                thoughts[len(game.moves)] = thought
                game.play(chance.choice(game.legal_moves) if thought is None else thought.move)
    return PlayedGame(
        number=number,
        bots=bots,
        scores=tuple(board.score for board in game.position.boards),
        winners=game.outcome.winners,
        rounds=_rounds(game.position.round),
        decisions=list(_decisions(game, thoughts)),
        record=format_record(game.record),
    )


def _decisions(game: Game, thoughts: dict[int, Thought | None]) -> Iterator[Decision]:
    """All moves but the deals."""
    for ply, (position, move) in enumerate(zip(game.positions, game.moves, strict=False)):
        if not isinstance(move, Deal):
            yield Decision(
                ply,
                position.round,
                position.turn,
                format_position(position),
                format_move(move),
                action_of(move),
                thoughts[ply],
            )


def _seat(config: StudyConfig, number: int, specs: Sequence[str], stack: ExitStack) -> list[Bot]:
    bots: list[Bot] = []
    for seat, spec in enumerate(specs):
        with _named(number, spec):
            bot = make_bot(spec, config.bot_seed(number, seat), config.players, config.rules)
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
