"""The shapes of a review as plain data: what is kept, sent to a page, and written as JSON.

`tables/advice/reviews.py` makes them. Names of players are not in them. Like `types.py` a source of
`web/js/messages.d.ts`.
"""

from __future__ import annotations

from typing import Literal, TypedDict

VERSION = 2
"""Of the shapes and of the judge: a review of another version is made anew."""

JudgementName = Literal["best", "excellent", "good", "inaccuracy", "mistake", "blunder"]
StakeName = Literal["real", "forced", "obvious", "idle"]
PartName = Literal["tiles", "floor", "bonus", "rival", "start", "wall"]
SightName = Literal["at_once", "reply", "round"]
MistakeName = Literal["floor", "tempo", "colours", "wall", "end"]


class WorthDocument(TypedDict):
    """What something is worth to every player, by seat: winning chances and leads in points."""

    chances: list[float]
    leads: list[float]


class DealDocument(WorthDocument):
    """How much more a deal was worth than the average one."""

    ply: int
    round: int
    errors: WorthDocument
    """The standard error of that difference."""


class DecisionDocument(TypedDict):
    """A move beside the best one."""

    ply: int
    """Its place among the record's moves, from 0: the position before it is that after so many."""
    round: int
    player: int
    position: str
    move: str
    best: str
    loss: float
    """The winning chance that it gave away."""
    points: float
    judgement: JudgementName
    stake: StakeName
    exact: bool
    line: list[str]
    best_line: list[str]


class AccountDocument(TypedDict):
    """seat + luck + errors of all players + remainder = result."""

    seat: float
    luck: float
    errors: list[float]
    remainder: float
    result: float


class LedgerDocument(TypedDict):
    player: int
    chance: AccountDocument
    points: AccountDocument


class PlacementDocument(TypedDict):
    """Levels of bots that a measure of play lies between, and those that its interval allows."""

    nearest: str
    below: str | None
    above: str | None
    weakest: str
    strongest: str


class PlayDocument(TypedDict):
    """How well somebody played."""

    player: int
    loss: float | None
    """The chance lost a real decision; null for less than two."""
    interval: list[float] | None
    decisions: int
    losses: list[float]
    """Of each real decision: several games together are measured by them."""
    level: PlacementDocument | None
    judgements: dict[str, int]
    kinds: dict[str, float]
    """What each kind of mistake cost, in winning chance."""


class WhyDocument(TypedDict):
    """Why the better move is better; the parts sum to the gap, in points."""

    gap: float
    parts: dict[str, float]
    clear: bool
    """Do facts make up most of it? Else it is mainly a judgement."""
    ends: list[bool]
    """Does the game end with this round, after the better move, after the other?"""
    starters: list[int]
    sight: SightName
    better: list[str]
    """The better move and what is expected to follow, to the end of the round."""
    worse: list[str]


class TryDocument(TypedDict):
    """A legal move, and what it would have cost."""

    move: str
    loss: float
    points: float
    line: list[str]
    """The moves that are expected, with this one."""


class CostlyDocument(TypedDict):
    """One of a player's costliest decisions."""

    ply: int
    player: int
    kind: MistakeName
    why: WhyDocument
    moves: list[TryDocument]
    """All that could have been played, the best first."""


class ReviewDocument(TypedDict):
    version: int
    rules: str
    players: int
    finished: bool
    """Is the game over? Else the last value stands for the result."""
    scores: list[int]
    nodes: int
    samples: int
    curve: list[WorthDocument]
    """At first, and after every ply."""
    deals: list[DealDocument]
    decisions: list[DecisionDocument]
    ledgers: list[LedgerDocument]
    """By seat."""
    play: list[PlayDocument]
    """By seat."""
    costliest: list[CostlyDocument]
    """At most three of each player, the costliest first."""


class ProgressDocument(TypedDict):
    """How far a review is, and the curve as far as it is known."""

    done: int
    plies: int
    curve: list[WorthDocument]
