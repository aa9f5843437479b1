"""How large a site is, as browsers fetch it: compressed, where that pays."""

from __future__ import annotations

import gzip
from collections.abc import Iterable

from .build import FIRST_NETWORK, Site
from .serving import COMPRESSED


def fetched_size(site: Site, paths: Iterable[str]) -> int:
    """Bytes, with gzip where a good host compresses."""
    return sum(
        len(gzip.compress(site.files[path], 9, mtime=0))
        if path.rpartition(".")[2] in COMPRESSED
        else len(site.files[path])
        for path in paths
    )


def other_networks(site: Site) -> list[str]:
    """All but that of the game that most begin with."""
    return [
        path
        for path in site.files
        if path.startswith("networks/") and not path.startswith(f"networks/{FIRST_NETWORK}.")
    ]


def told_sizes(site: Site) -> str:
    first = fetched_size(site, site.essential) / 1e6
    more = fetched_size(site, other_networks(site)) / 1e6
    files = len(site.files)
    return f"{files} files; {first:.1f} MB to fetch, and {more:.1f} MB for all other kinds of game"
