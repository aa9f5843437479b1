"""The search: alpha-beta and Monte Carlo tree search, and the network that evaluates positions."""

# The core decides whether these modules are compiled; it must be loaded first.
from .. import core as _core  # noqa: F401

# isort: split
from .network import Network
from .searchers import AlphaBeta, SearchResult, TreeSearch
from .weights import load_network

__all__ = ["AlphaBeta", "Network", "SearchResult", "TreeSearch", "load_network"]
