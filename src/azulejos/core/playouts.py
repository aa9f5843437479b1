"""Random games by the thousand: what they come to, on several threads if wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import index
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from . import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from . import shadow as cython

from .generator import Generator
from .loading import let_signals_in, say_if_slow
from .state import State

if not cython.compiled:
    from .layout import (
        GOLDEN,
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

    MOVES, ROUNDS, POINTS, WINS, TOTALS = 0, 1, 2, 6, 10  # where the totals begin

MOST_GAMES = 10**9
PORTION = 1000  # games a generator; so the number of threads makes no difference to the result


class Playouts(NamedTuple):
    """The totals of random games; points and wins by seat. A shared win counts for each.

    `moves` counts from the given state on; `rounds` adds up the rounds in which the games ended.
    """

    games: int
    moves: int
    rounds: int
    points: tuple[int, ...]
    wins: tuple[int, ...]


def play_portion(state: State, generator: Generator, games: int) -> list[int]:
    """Plays without Python's lock; returns the totals."""
    # Memory of its own: two threads that write side by side would slow each other down.
    tables = new_tables(2)
    words = new_words(TOTALS + 1)
    if not tables or not words:
        free_tables(tables)
        free_words(words)
        raise MemoryError("no memory for a game")
    copy_table(table_at(tables, 0), state.table)
    word_at(words, TOTALS)[0] = generator.words[0]
    with cython.nogil:
        play_games(tables, words, games)
    totals = [word_at(words, place)[0] for place in range(TOTALS)]
    free_tables(tables)
    free_words(words)
    return totals


def play_games(tables: list[Table], words: list[list[int]], games: int) -> None:
    """Plays on from the first table, on the second; the last word is the generator's."""
    table = table_at(tables, 1)
    for _ in range(games):
        copy_table(table, table_at(tables, 0))
        word_at(words, MOVES)[0] += play_out(table, word_at(words, TOTALS))
        word_at(words, ROUNDS)[0] += table.round
        won = winners(table)
        for seat in range(table.players):
            word_at(words, POINTS + seat)[0] += table.boards[seat].score
            word_at(words, WINS + seat)[0] += won >> seat & 1


def on_threads(
    threads: int, portion: Callable[[int], list[int]], numbers: range
) -> Iterator[list[int]]:
    from concurrent.futures import ThreadPoolExecutor  # slow to load

    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(portion, numbers)
    finally:
        pool.shutdown(cancel_futures=True)  # after Ctrl-C there is no need for the rest


def playouts(state: State, games: int, seed: int = 0, threads: int = 1) -> Playouts:
    """Plays random games on from a state, which stays as it is.

    The same seed gives the same totals, whatever the number of threads.

    >>> result = playouts(State(players=2), games=2000, seed=1)
    >>> 69 < result.moves / result.games < 72
    True
    """
    games = index(games)
    threads = index(threads)
    if not 0 <= games <= MOST_GAMES:
        raise ValueError(f"0 to {MOST_GAMES} games can be played, not {games}")
    if threads < 1:
        raise ValueError(f"at least one thread is needed, not {threads}")
    if not isinstance(state, State):
        raise TypeError(f"playouts start from a State, not from a {type(state).__name__}")
    say_if_slow()
    start = state.copy()
    first_seed = index(seed) * GOLDEN  # far apart, whatever the caller counts seeds by

    def portion(number: int) -> list[int]:
        let_signals_in()
        generator = Generator(first_seed + number)
        return play_portion(start, generator, min(PORTION, games - number * PORTION))

    numbers = range((games + PORTION - 1) // PORTION)
    parts = list(map(portion, numbers) if threads == 1 else on_threads(threads, portion, numbers))
    totals = [sum(part[place] for part in parts) for place in range(TOTALS)]
    return Playouts(
        games,
        totals[MOVES],
        totals[ROUNDS],
        tuple(totals[POINTS : POINTS + state.players]),
        tuple(totals[WINS : WINS + state.players]),
    )
