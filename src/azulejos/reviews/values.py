"""The answers of a review, as values.

Two currencies everywhere: winning chance, as a share of the win, and points, as the expected final
lead over the best opponent. All numbers lie on a binary grid, so that sums and differences of them
are exact: a ledger adds up to the last bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..analysis.values import RankedMove
from ..rules import Move, Position
from ..rules.names import Name
from ..statistics import Estimate
from .measure import measure_play

GRID = 1 << 20  # leads are multiples of its inverse; chances are multiples of 2**-40 anyway


@dataclass(frozen=True, slots=True)
class Worth:
    """What something is worth to every player, by seat; or by how much that changed."""

    chances: tuple[float, ...]
    leads: tuple[float, ...]

    def __add__(self, other: Worth) -> Worth:
        return Worth(_added(self.chances, other.chances, 1), _added(self.leads, other.leads, 1))

    def __sub__(self, other: Worth) -> Worth:
        return Worth(_added(self.chances, other.chances, -1), _added(self.leads, other.leads, -1))


def _added(one: Sequence[float], other: Sequence[float], sign: int) -> tuple[float, ...]:
    return tuple(a + sign * b for a, b in zip(one, other, strict=True))


def worth_on_grid(chances: Iterable[float], leads: Iterable[float]) -> Worth:
    return Worth(tuple(chances), tuple(round(GRID * lead) / GRID for lead in leads))


def total(worths: Iterable[Worth], players: int) -> Worth:
    found = Worth((0.0,) * players, (0.0,) * players)
    for worth in worths:
        found += worth
    return found


class Judgement(Name):
    """A move by the winning chance that it gave away."""

    BEST = "best"
    EXCELLENT = "excellent"  # up to 0.02
    GOOD = "good"  # up to 0.05
    INACCURACY = "inaccuracy"  # up to 0.10
    MISTAKE = "mistake"  # up to 0.20
    BLUNDER = "blunder"


_LIMITS = (
    (0.0, Judgement.BEST),
    (0.02, Judgement.EXCELLENT),
    (0.05, Judgement.GOOD),
    (0.10, Judgement.INACCURACY),
    (0.20, Judgement.MISTAKE),
)


def judgement_of(loss: float) -> Judgement:
    """
    >>> judgement_of(0.06)
    Judgement.INACCURACY
    """
    return next((found for limit, found in _LIMITS if loss <= limit), Judgement.BLUNDER)


class Stake(Name):
    """Was there something to decide? Only real decisions count in the measure of play."""

    REAL = "real"
    FORCED = "forced"  # there was one move, or the same from equal displays
    OBVIOUS = "obvious"  # the best move was far ahead of all others, and was played
    IDLE = "idle"  # no move would have cost anything: the game was decided


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of a player, and what it was worth beside the best one."""

    ply: int
    """Its place among the record's moves, from 0."""
    player: int
    """Who moved, from 1."""
    position: Position
    """The table before the move."""
    move: Move
    best: Move
    value: Worth
    """What the move was worth."""
    best_value: Worth
    """What the best one was worth."""
    line: tuple[Move, ...]
    """The moves that were expected after this one, with it."""
    best_line: tuple[Move, ...]
    exact: bool
    """Was everything followed to the end of the round? Then only later rounds are estimated."""
    stake: Stake
    judgement: Judgement
    ranked: tuple[RankedMove, ...] = field(repr=False)
    """All legal moves as the search saw them, the best first."""

    @property
    def round(self) -> int:
        return self.position.round

    @property
    def counts(self) -> bool:
        """Was it a decision, for the measure of play?"""
        return self.stake is Stake.REAL

    @property
    def effect(self) -> Worth:
        """What this move instead of the best one changed, for every player."""
        return self.value - self.best_value

    @property
    def loss(self) -> float:
        """The winning chance that the move gave away; 0 or more."""
        return -self.effect.chances[self.player - 1]

    @property
    def points(self) -> float:
        """The points that it gave away; less than 0 where chances and points disagree."""
        return -self.effect.leads[self.player - 1]


@dataclass(frozen=True, slots=True)
class Luck:
    """A deal, beside the deals that might have come."""

    ply: int
    round: int
    luck: Worth
    """How much more this deal was worth than the average one."""
    error: Worth
    """The standard error of that difference."""


@dataclass(frozen=True, slots=True)
class Account:
    """How a player's result came about, in one currency: the parts add up to it exactly."""

    seat: float
    """What the seat was worth where the record begins."""
    luck: float
    """What the deals brought."""
    errors: tuple[float, ...]
    """What the errors of each player brought, by seat; the own ones are among them."""
    remainder: float
    """What the judge did not see coming."""
    result: float

    @property
    def adjusted(self) -> float:
        """The result without the luck of the deals: what is left says more about the play."""
        return self.result - self.luck


@dataclass(frozen=True, slots=True)
class Ledger:
    """Luck and skill of one player, in both currencies."""

    player: int
    chance: Account
    points: Account

    @property
    def own_errors(self) -> tuple[float, float]:
        """What the own errors brought, in chance and in points."""
        return self.chance.errors[self.player - 1], self.points.errors[self.player - 1]


class PartKind(Name):
    """What two lines are compared by."""

    TILES = "tiles"  # points of the own wall
    FLOOR = "floor"  # of the own floor line
    BONUS = "bonus"  # own bonuses, if the game ends
    RIVAL = "rival"  # what the best opponent has at the round's end
    START = "start"  # who starts the next round
    WALL = "wall"  # the judgement of the wall to come: whatever is left


class Sight(Name):
    """How far one must look to see which of two moves is better, by counting points alone."""

    AT_ONCE = "at_once"  # what the next tiling brings with it
    REPLY = "reply"  # the same, less what it brings the next player
    ROUND = "round"  # it shows only to those who look further


@dataclass(frozen=True, slots=True)
class Part:
    """What one of these adds to the gap between two moves, in points."""

    kind: PartKind
    points: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why one move is better than another; the parts sum to the gap in points."""

    better: tuple[Move, ...]
    """The better move and what is expected to follow, to the end of the round."""
    worse: tuple[Move, ...]
    parts: tuple[Part, ...]
    gap: float
    ends: tuple[bool, bool]
    """Does the game end with this round, after the better move, after the other one?"""
    starters: tuple[int, int]
    """Who starts the next round, after the better move, after the other one."""
    sight: Sight

    @property
    def is_clear(self) -> bool:
        """Do facts make up most of the gap? Else it is mainly a judgement, and no reason."""
        facts = sum(part.points for part in self.parts if part.kind is not PartKind.WALL)
        return facts * self.gap > 0 and abs(facts) >= abs(self.gap) / 2


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a review is, and the curve as far as it is known."""

    done: int
    plies: int
    curve: tuple[Worth, ...]


@dataclass(frozen=True)
class Review:
    """A game, judged."""

    rules: str
    players: int
    names: tuple[str, ...]
    """As the record has them; empty where it has none."""
    finished: bool
    """Is the game over? Else the last value stands for the result."""
    scores: tuple[int, ...]
    """Where the record ends."""
    curve: tuple[Worth, ...]
    """What the game was worth to each player at first and after every ply."""
    decisions: tuple[Decision, ...]
    deals: tuple[Luck, ...]
    ledgers: tuple[Ledger, ...]
    """By seat."""
    nodes: int
    """How many positions were looked at for each decision."""
    samples: int
    """How many deals each deal was compared with."""

    def decisions_of(self, player: int) -> list[Decision]:
        return [decision for decision in self.decisions if decision.player == player]

    def costliest(self, player: int | None = None, number: int = 3) -> list[Decision]:
        """Of a player or of all: those that gave away most, not less than an inaccuracy."""
        found = [
            decision
            for decision in self.decisions
            if player in (None, decision.player) and decision.judgement in WRONG
        ]
        return sorted(found, key=lambda decision: -decision.loss)[:number]

    def judgements(self, player: int) -> Counter[Judgement]:
        return Counter(decision.judgement for decision in self.decisions_of(player))

    @cached_property
    def measures(self) -> tuple[Estimate | None, ...]:
        """By seat: the chance lost a decision, with its interval; None for less than two."""
        return tuple(
            measure_play([decision.loss for decision in self.decisions_of(seat) if decision.counts])
            for seat in range(1, self.players + 1)
        )


WRONG = (Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER)
