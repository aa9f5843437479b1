"""Where work is done: in processes on this machine, or on a Ray cluster.

A place takes a function and things to do with it, and gives the results, in their order or as they
come, whatever the number of workers and whatever happens to them. It knows nothing of games.
`processes.py` is this machine; `cluster.py` is Ray, which lives in a process of its own
(`driver.py`) and calls `remote.py` on its workers.
"""

from .place import Place, PlaceError, Where, open_place, parse_where
from .remote import note

__all__ = ["Place", "PlaceError", "Where", "note", "open_place", "parse_where"]
