"""One game between bots, from the first deal to its result.

Judges every move by the law. A bot that fails loses the game and the others go home with it:
what happens then is decided here, never by the bot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from time import perf_counter, thread_time
from typing import Any, Protocol

from ..game import Game
from ..notation import Record, format_move, parse_move
from ..notation.records import UNFINISHED
from ..protocol.contract import Bot, BotError
from ..rules import Move, refusal
from ..rules.scoring import judge
from .schedule import Contest, ScheduledGame

LONGEST_SENTENCE = 300

FAILED = "error"
ILLEGAL = "illegal move"
INTERNAL = "internal error"
DIED = "died"


class BotMaker(Protocol):
    """Makes a bot from its spec, as `azulejos.bots.make_bot` does."""

    def __call__(self, spec: str, seed: int, players: int) -> Bot: ...


@dataclass(frozen=True, slots=True)
class Failure:
    """Which bot of the contest failed, in what way, and a sentence about it."""

    bot: int
    kind: str
    sentence: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """What came of a game. All that is given by bot is in the order of the contest's specs."""

    scheduled: ScheduledGame
    scores: tuple[int, ...]
    shares: tuple[float, ...]  # of the one point that a game is worth
    decisions: tuple[int, ...]
    cpu_seconds: tuple[float, ...]
    seconds: tuple[float, ...]
    moves: tuple[str, ...]
    failure: Failure | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(bot for bot, share in enumerate(self.shares) if share)

    @property
    def record(self) -> Record:
        """As it is kept; a game that a bot's failure ended has no Result, but says so."""
        contest, seats = self.scheduled.contest, self.scheduled.seats
        tags = {"Rules": str(contest.rules), "Players": str(contest.players)}
        tags |= {f"Player{n}": f"bot:{contest.specs[bot]}" for n, bot in enumerate(seats, 1)}
        tags |= {"Event": f"{contest.event}, game {self.scheduled.number}", "Date": contest.date}
        tags["Seed"] = self.scheduled.deal_seed
        tags["Result"] = "-".join(str(self.scores[bot]) for bot in seats)
        if self.failure:
            tags["Result"] = UNFINISHED
            tags["Failure"] = f"player {seats.index(self.failure.bot) + 1}: {self.failure.sentence}"
        tags = {name: value for name, value in tags.items() if value}
        return Record(tags, tuple(parse_move(move) for move in self.moves))

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.scheduled.number,
            "group": self.scheduled.group,
            "deal_seed": self.scheduled.deal_seed,
            "seats": list(self.scheduled.seats),
            "scores": list(self.scores),
            "winners": list(self.winners),
            "shares": list(self.shares),
            "decisions": list(self.decisions),
            "cpu_seconds": [round(seconds, 6) for seconds in self.cpu_seconds],
            "seconds": [round(seconds, 6) for seconds in self.seconds],
            "failure": asdict(self.failure) if self.failure else None,
            "moves": list(self.moves),
        }

    @classmethod
    def from_json(cls, contest: Contest, data: dict[str, Any]) -> GameResult:
        return cls(
            scheduled=contest.game(data["number"]),
            scores=tuple(data["scores"]),
            shares=tuple(data["shares"]),
            decisions=tuple(data["decisions"]),
            cpu_seconds=tuple(data["cpu_seconds"]),
            seconds=tuple(data["seconds"]),
            moves=tuple(data.get("moves", ())),
            failure=Failure(**data["failure"]) if data["failure"] else None,
        )


@dataclass(slots=True)
class _Clock:
    """What a bot has used so far."""

    decisions: int = 0
    cpu: float = 0.0
    wall: float = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        cpu, wall = thread_time(), perf_counter()
        try:
            yield
        finally:
            self.decisions += 1
            self.cpu += thread_time() - cpu
            self.wall += perf_counter() - wall


class _FailedError(Exception):
    """Carries a failure out of the game."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.sentence)
        self.failure = failure


class _IllegalError(Exception):
    """A bot's answer is refused; the sentence says why."""


@dataclass(slots=True)
class _RunningGame:
    """The game as it is played: bots in the order of the contest, with their clocks."""

    scheduled: ScheduledGame
    game: Game
    thinking: Callable[[int], None]
    bots: list[Bot] = field(default_factory=list)
    clocks: list[_Clock] = field(default_factory=list)

    def seat_bots(self, make_bot: BotMaker) -> None:
        contest = self.scheduled.contest
        self.clocks = [_Clock() for _ in contest.specs]
        for number, spec in enumerate(contest.specs):
            with self._blaming(number):
                self.bots.append(make_bot(spec, self.scheduled.bot_seed(number), contest.players))
        for number, bot in enumerate(self.bots):
            with self._blaming(number):
                bot.new_game()

    def play(self) -> None:
        while self.game.outcome is None:
            number = self.scheduled.seats[self.game.position.turn - 1]
            with self._blaming(number):
                move = self._choose(number)
            self.game.play(move)

    def _choose(self, number: int) -> Move:
        position = self.game.position
        with self.clocks[number].running():
            thought = self.bots[number].choose(position, self.scheduled.contest.limits[number])
        move = thought.move
        if not isinstance(move, Move):
            raise TypeError(f"a bot answers with a move, not with {move!r}")
        if why := refusal(position, move):
            raise _IllegalError(f"{format_move(move)}: {why}")
        return move

    @contextmanager
    def _blaming(self, number: int) -> Iterator[None]:
        self.thinking(number)
        try:
            yield
        except BotError as error:
            raise _FailedError(failure(number, FAILED, str(error))) from error
        except _IllegalError as error:
            raise _FailedError(failure(number, ILLEGAL, str(error))) from error
        except (Exception, SystemExit) as error:
            sentence = f"{type(error).__name__}: {error}"
            raise _FailedError(failure(number, INTERNAL, sentence)) from error

    def close(self) -> None:
        for bot in self.bots:
            with suppress(Exception):  # The game is played; nothing can come of it any more.
                bot.close()

    def result(self, failed: Failure | None) -> GameResult:
        seats, clocks = self.scheduled.seats, self.clocks
        boards = self.game.position.boards
        return GameResult(
            scheduled=self.scheduled,
            scores=tuple(boards[seats.index(bot)].score for bot in range(len(seats))),
            shares=self._shares(failed),
            decisions=tuple(clock.decisions for clock in clocks),
            cpu_seconds=tuple(clock.cpu for clock in clocks),
            seconds=tuple(clock.wall for clock in clocks),
            moves=tuple(format_move(move) for move in self.game.moves),
            failure=failed,
        )

    def _shares(self, failed: Failure | None) -> tuple[float, ...]:
        """A win is 1, shared if several win. A bot that failed is as if it had left the table.

        The others are judged by R36 as if the game ended now: points on the track, then complete
        rows. Bonuses of an unfinished game are not counted.
        """
        seats = [bot for bot in self.scheduled.seats if failed is None or bot != failed.bot]
        boards = [self.game.position.boards[self.scheduled.seats.index(bot)] for bot in seats]
        winners = [seats[player - 1] for player in judge(boards).winners]
        return tuple(
            1 / len(winners) if bot in winners else 0.0 for bot in range(len(self.scheduled.seats))
        )


def play_game(
    scheduled: ScheduledGame, make_bot: BotMaker, thinking: Callable[[int], None] = lambda bot: None
) -> GameResult:
    """Plays a game to its end; tells `thinking` each time whose bot is at work."""
    contest = scheduled.contest
    running = _RunningGame(
        scheduled, Game(contest.players, contest.rules, seed=scheduled.deal_seed), thinking
    )
    failed = None
    try:
        running.seat_bots(make_bot)
        running.play()
    except _FailedError as error:
        failed = error.failure
    finally:
        running.close()
    return running.result(failed)


def lost_game(scheduled: ScheduledGame, failed: Failure) -> GameResult:
    """The result of a game of which nothing is known but who ended it: the others share."""
    players = scheduled.contest.players
    others = 1 / (players - 1)
    return GameResult(
        scheduled=scheduled,
        scores=(0,) * players,
        shares=tuple(0.0 if bot == failed.bot else others for bot in range(players)),
        decisions=(0,) * players,
        cpu_seconds=(0.0,) * players,
        seconds=(0.0,) * players,
        moves=(),
        failure=failed,
    )


def failure(bot: int, kind: str, sentence: str) -> Failure:
    """With the sentence on one line and fit for a record, whatever a bot has put into it."""
    text = "".join(sign if sign.isprintable() else " " for sign in sentence)
    return Failure(bot, kind, " ".join(text.split())[:LONGEST_SENTENCE])
