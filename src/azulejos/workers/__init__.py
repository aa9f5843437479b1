"""Worker pools: a function and many items in, their results out, whatever happens to the workers.

`pool.py` is the interface, with results in the order of the items or as they come. Behind it are
`local_pool.py`, processes of this machine, and `ray_pool.py`, a Ray cluster. Both are made of
`child_process.py`: workers here, and there the one process in which Ray lives (`ray_driver.py`).
Nothing here knows games.
"""

from .pool import PoolOptions, WorkerPool, WorkerPoolError, open_pool, parse_pool
from .task import report_progress

__all__ = [
    "PoolOptions",
    "WorkerPool",
    "WorkerPoolError",
    "open_pool",
    "parse_pool",
    "report_progress",
]
