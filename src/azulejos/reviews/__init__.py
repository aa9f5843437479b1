"""What each move and each deal of a game was worth: luck and skill, in numbers that add up.

`review` looks at a record and gives values; `explain` says why one move is better than another.
Knows nothing of tables, pages or languages: it asks the analysis, and the law for what happened.
"""

from .errors import ReviewError
from .explanations import explain
from .levels import Placement
from .mistakes import MistakeKind, mistake_kind
from .reviewing import review
from .values import (
    Account,
    Decision,
    Explanation,
    Judgement,
    Ledger,
    Luck,
    Part,
    PartKind,
    Progress,
    Review,
    Sight,
    Stake,
    Worth,
)

__all__ = [
    "Account",
    "Decision",
    "Explanation",
    "Judgement",
    "Ledger",
    "Luck",
    "MistakeKind",
    "Part",
    "PartKind",
    "Placement",
    "Progress",
    "Review",
    "ReviewError",
    "Sight",
    "Stake",
    "Worth",
    "explain",
    "mistake_kind",
    "review",
]
