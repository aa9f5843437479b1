"""Reads heaps and counts: `BBRW`, `B15Y18`, `-`."""

from __future__ import annotations

import re

from ..rules.tiles import EMPTY, KINDS, NOTHING, Heap, Tile
from .errors import NotationError

MAX_TILES = 100  # R5: a longer heap can't be meant
_HEAP = re.compile(r"[BYRKWJ]+")
_COUNTS = re.compile(r"(?:[BYRKWJ][1-9][0-9]{0,2})+")
_COUNT = re.compile(r"([BYRKWJ])([0-9]+)")


def upper(text: str) -> str:
    """Input is case-insensitive, but only ASCII is: other scripts have letters that grow (ﬀ)."""
    return text.upper() if text.isascii() else text


def parse_heap(text: str) -> Heap:
    """Letters in any order; they are written in the order BYRKWJ."""
    if text == NOTHING:
        return EMPTY
    letters = upper(text)
    if not _HEAP.fullmatch(letters) or len(letters) > MAX_TILES:
        raise NotationError("bad_heap", text=text)
    return Heap.of(letters)


def parse_counts(text: str) -> Heap:
    """Each kind at most once, with a number of 1 or more."""
    if text == NOTHING:
        return EMPTY
    if not _COUNTS.fullmatch(upper(text)):
        raise NotationError("bad_counts", text=text)
    pairs = _COUNT.findall(upper(text))
    counts = {Tile(letter): int(count) for letter, count in pairs}
    if len(counts) != len(pairs):
        raise NotationError("bad_counts", text=text)
    return Heap(tuple(counts.get(kind, 0) for kind in KINDS))
