"""The same game for machines: packed numbers, hundreds of thousands of games a second.

>>> from azulejos.core import Generator, State
>>> state = State(players=2, rules="std")
>>> state.deal(Generator(7))
>>> state.play_out(Generator(8)) > 20, state.is_over
(True, True)

Compiled where a C compiler was found at installation; the same files, interpreted, elsewhere.
`WHY_SLOW` is empty if they are compiled and says why if not.
"""

from .loading import WHY_SLOW, SlowCoreWarning

# isort: split
# From here on the modules are found as `loading` has chosen.
from .actions import action_count, action_of, move_of
from .arguments import PASS
from .batch import Batch, Step
from .generator import Generator
from .greedy import OPPONENTS
from .observation import observation_size
from .playouts import Playouts, playouts
from .state import State

__all__ = [
    "OPPONENTS",
    "PASS",
    "WHY_SLOW",
    "Batch",
    "Generator",
    "Playouts",
    "SlowCoreWarning",
    "State",
    "Step",
    "action_count",
    "action_of",
    "move_of",
    "observation_size",
    "playouts",
]
