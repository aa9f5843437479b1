"""What positions and moves are worth: chances that add up, comparable values, honest errors.

`evaluate` judges a position, `analyse` all legal moves, `analyses` while it deepens. Knows nothing
of bots: it asks the search, and tells what it says in the words of the rules.

>>> from azulejos import Game
>>> sum(evaluate(Game(seed=1).position).chances)
1.0
"""

from .errors import AnalysisError
from .evaluation import evaluate
from .ranking import analyse, analyses
from .values import Analysis, Evaluation, RankedMove

__all__ = [
    "Analysis",
    "AnalysisError",
    "Evaluation",
    "RankedMove",
    "analyse",
    "analyses",
    "evaluate",
]
