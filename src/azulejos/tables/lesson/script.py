"""The first game as a script: positions, moves, and where to look. Data only.

A stage's words are `learn.<name>.title` and `learn.<name>.text` of the catalogue in
`locales/learn/`; its figures come from the law (see `lesson.py`), so that no number is written by
hand. Player 1 is the learner.
"""

from __future__ import annotations

from dataclasses import dataclass

FRIEND = "Inês"
ANY = "any"


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of the lesson: something is shown, then the learner reads on or moves."""

    name: str
    plays: tuple[str, ...] = ()
    """Moves that happen on the way here: the other player's answers, deals."""
    shows: tuple[str, ...] | None = None
    """The events shown here, of those that have happened; None: all of them."""
    accepts: tuple[str, ...] = ()
    """The moves that lead on, the first of them if the lesson shows it; or (ANY,)."""
    look: tuple[str, ...] = ()
    """Places to look at."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Stages that follow from one position; without a start they go on from the last chapter."""

    name: str
    stages: tuple[Stage, ...]
    start: str = ""


FIRST_ROUND = Chapter(
    "offer",
    start="std -/-/-/-/- F 0:-/-/-/-/-:5/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:- 1 1 1 B20Y20R20K20W20 -",
    stages=(
        Stage("hello", plays=("=BBYR/RKKK/BRWW/KKWW/YYYY",)),
        Stage("take", accepts=("1B2",)),
        Stage("centre", plays=("2K3",), accepts=("0Y1",)),
        Stage("longer", plays=("5Y4",), accepts=("3W3",)),
        Stage("overflow", plays=("0B1",), accepts=("4W3",)),
        Stage("rest", plays=("0K5",), accepts=("0R4",)),
    ),
)

FIRST_TILING = Chapter(
    "wall",
    stages=(
        Stage("tiling", shows=("offer_ended",), look=("player/1/line/1", "player/1/line/2")),
        Stage("alone", shows=("tiled",), look=("player/1/wall/1/2",)),
        Stage("touching", shows=("tiled",), look=("player/1/wall/1/2", "player/1/wall/2/2")),
        Stage("growing", shows=("tiled",), look=("player/1/wall/3/2",)),
        Stage("floor", shows=(*("tiled",) * 3, "floor_charged")),
        Stage("next_round", plays=("=BKRW/YYKW/BBRR/YKKK/BRWW",), accepts=(ANY,)),
    ),
)

LAST_ROUND = Chapter(
    "end",
    start="std -/-/-/YRKK/BWWW RR "
    "27:-/Y/KK/BBB/W:BYR2/WB1RK/1WB2/R1W2/2K1B:- "
    "38:-/-/-/W/RRR:BY3/1BY2/KWB1R/1K2Y/2K2:F "
    "1 1 5 - B9Y14R10K11W11",
    stages=(
        Stage("later"),
        Stage("closed", accepts=("4Y2",)),
        Stage("fifth", plays=("0K2",), accepts=("5B4",)),
        Stage("nowhere", plays=("0W4",), accepts=("0R0",)),
        Stage("both_ways", shows=("offer_ended", "tiled"), look=("player/1/wall/2/3",)),
        Stage("paying", shows=(*("tiled",) * 3, *("floor_charged",) * 2)),
        Stage("row", shows=("ended",), look=tuple(f"player/1/wall/2/{n}" for n in range(1, 6))),
        Stage("bonuses", shows=("bonus",) * 3),
        Stage("won"),
    ),
)

GREY_WALL = Chapter(
    "more",
    start="grey -/-/-/-/- - "
    "9:-/-/BBB/RR/-:1W3/2B2/1R3/Y4/5:- 8:-/K/-/W/RRR:B4/3Y1/2W2/5/1K3:F "
    "1 1 3 B5Y10R8K9W8 B10Y8R6K9W9",
    stages=(Stage("grey", accepts=(ANY,)),),
)

JOKERS = Chapter(
    "more",
    start="joker -/-/-/-/BBJJ - "
    "12:-/W/-/-/YY:2R2/1B3/2B2/2W2/5:- 11:-/-/RR/W/-:1Y3/3R1/1W3/1K2Y/5:F "
    "1 1 3 B8Y10R9K9W8J1 B7Y5R6K9W7J2",
    stages=(
        Stage("joker", accepts=("5BJ4",)),
        Stage("joker_wall", shows=("offer_ended", "tiled"), look=("player/1/wall/4/4",)),
        Stage("done", shows=("floor_charged", "starter")),
    ),
)

CHAPTERS = (FIRST_ROUND, FIRST_TILING, LAST_ROUND, GREY_WALL, JOKERS)
