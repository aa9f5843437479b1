"""Random games by the thousand: what they come to, on several threads if wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from . import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from . import shadow as cython

from .loading import say_if_slow
from .state import Generator, State

if not cython.compiled:
    from .layout import (
        Table,
        copy_table,
        free_tables,
        free_words,
        new_tables,
        new_words,
        table_at,
        word_at,
    )
    from .moves import winners
    from .tiling import play_out

    MOVES, ROUNDS, POINTS, WINS = 0, 1, 2, 6  # where the totals begin

PORTION = 1000  # games a generator; so the number of threads makes no difference to the result


class Playouts(NamedTuple):
    """The totals of random games; points and wins by seat. A shared win counts for each."""

    games: int
    moves: int
    rounds: int
    points: tuple[int, ...]
    wins: tuple[int, ...]


class Tally:
    """Totals of a portion of games, counted without the GIL."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.totals = [0] * 10

    def add(self, state: State, generator: Generator, games: int) -> None:
        # Memory of its own: two threads that write side by side would slow each other down.
        tables = new_tables(2)
        words = new_words(1)
        if not tables or not words:
            raise MemoryError("no memory for a game")
        copy_table(table_at(tables, 0), state.table)
        word_at(words, 0)[0] = generator.words[0]
        with cython.nogil:
            play_games(tables, word_at(words, 0), games, self.totals)
        free_tables(tables)
        free_words(words)

    def total(self, index: int) -> int:
        return self.totals[index]


def play_games(tables: list[Table], random: list[int], games: int, totals: list[int]) -> None:
    """Plays on from the first table, on the second."""
    table = table_at(tables, 1)
    for _ in range(games):
        copy_table(table, table_at(tables, 0))
        totals[MOVES] += play_out(table, random)
        totals[ROUNDS] += table.round
        won = winners(table)
        for seat in range(table.players):
            totals[POINTS + seat] += table.boards[seat].score
            totals[WINS + seat] += won >> seat & 1


def playouts(state: State, games: int, seed: int = 0, threads: int = 1) -> Playouts:
    """Plays random games on from a state, which stays as it is.

    The same seed gives the same totals, whatever the number of threads.

    >>> result = playouts(State(players=2), games=2000, seed=1)
    >>> 69 < result.moves / result.games < 72
    True
    """
    if games < 0:
        raise ValueError(f"the number of games must not be negative: {games}")
    if threads < 1:
        raise ValueError(f"at least one thread is needed, not {threads}")
    if not isinstance(state, State):
        raise TypeError(f"playouts start from a State, not from {state!r}")
    say_if_slow()
    start = state.copy()

    def portion(number: int) -> Tally:
        tally = Tally()
        generator = Generator(seed * 0x9E3779B97F4A7C15 + number)
        tally.add(start, generator, min(PORTION, games - number * PORTION))
        return tally

    numbers = range((games + PORTION - 1) // PORTION)
    if threads == 1:
        tallies = [portion(number) for number in numbers]
    else:
        from concurrent.futures import ThreadPoolExecutor  # slow to load

        with ThreadPoolExecutor(threads) as pool:
            tallies = list(pool.map(portion, numbers))
    totals = [sum(tally.total(index) for tally in tallies) for index in range(10)]
    return Playouts(
        games,
        totals[MOVES],
        totals[ROUNDS],
        tuple(totals[POINTS : POINTS + state.players]),
        tuple(totals[WINS : WINS + state.players]),
    )
