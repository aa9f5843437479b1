"""PettingZoo's own tests, imported without the warning that their import sets off.

`pettingzoo.test` of 1.27 still imports a game in the way that 1.27 deprecates. Whether the warning
comes depends on what was imported before, so it can't be expected: it is left out, here alone.
"""

import warnings
from importlib import import_module
from typing import Any

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    test: Any = import_module("pettingzoo.test")  # some have no types, others wrong ones

api_test = test.api_test
parallel_api_test = test.parallel_api_test
parallel_seed_test = test.parallel_seed_test
performance_benchmark = test.performance_benchmark
render_test = test.render_test
seed_test = test.seed_test
state_test = test.state_test
