"""The search: a network that judges positions, and searches that look ahead with it."""

# The core decides whether these modules are compiled; it must be loaded first.
from .. import core as _core  # noqa: F401

# isort: split
from .finding import Finding
from .network import Network
from .searchers import AlphaBeta, TreeSearch
from .weights import load_network

__all__ = ["AlphaBeta", "Finding", "Network", "TreeSearch", "load_network"]
