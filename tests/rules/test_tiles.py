"""Heaps of tiles."""

import pytest

from azulejos.rules import Heap, Tile


def test_a_heap_counts_its_tiles() -> None:
    heap = Heap.of("WJBB")
    assert (str(heap), repr(heap), len(heap)) == ("BBWJ", "Heap.of('BBWJ')", 4)
    assert [heap[kind] for kind in Tile if kind is not Tile.MARKER] == [2, 0, 0, 0, 1, 1]
    assert heap.kinds == (Tile.BLUE, Tile.WHITE, Tile.JOKER)
    assert heap.colours == (Tile.BLUE, Tile.WHITE)
    assert heap.only(Tile.BLUE, Tile.JOKER) == Heap.of("BBJ")
    assert heap.first(3) == Heap.of("BBW")
    assert heap.first(4) == heap.first(5) == heap
    assert Heap.some(3, Tile.RED) == Heap.of("RRR")
    assert not Heap()


def test_adding_and_taking_away() -> None:
    assert Heap.of("BBW") + Heap.of("BJ") == Heap.of("BBBWJ")
    assert Heap.of("BBW") - Heap.of("BW") == Heap.of("B")
    assert Heap.of("BBW").holds(Heap.of("BB"))
    assert not Heap.of("BBW").holds(Heap.of("BBB"))
    with pytest.raises(ValueError, match=r"^BW does not hold BB$"):
        Heap.of("BW") - Heap.of("BB")
    with pytest.raises(ValueError, match=r"^an empty heap does not hold B$"):
        Heap() - Heap.of("B")
