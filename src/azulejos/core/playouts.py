"""Random playouts by the thousand: their totals, on several threads if wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import index
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from . import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from . import cython_stub as cython

from .generator import Generator
from .loading import check_signals, warn_if_slow
from .state import State

if not cython.compiled:
    from .layout import (
        GOLDEN_RATIO,
        PackedState,
        copy_state,
        free_states,
        free_uint64,
        new_states,
        new_uint64,
        state_at,
        uint64_at,
    )
    from .moves import winners
    from .tiling import play_out

    MOVES, ROUNDS, POINTS, WINS, TOTALS = 0, 1, 2, 6, 10  # where the totals begin

MAX_GAMES = 10**9
CHUNK = 1000  # games per generator; so the number of threads makes no difference to the result


class Playouts(NamedTuple):
    """The totals of random games; points and wins by seat. A shared win counts for each.

    `moves` counts from the given state on; `rounds` adds up the rounds in which the games ended.
    """

    games: int
    moves: int
    rounds: int
    points: tuple[int, ...]
    wins: tuple[int, ...]


def play_chunk(state: State, generator: Generator, games: int) -> list[int]:
    """Plays without the GIL; returns the totals."""
    # Its own memory, against false sharing between threads.
    states = new_states(2)
    words = new_uint64(TOTALS + 1)
    if not states or not words:
        free_states(states)
        free_uint64(words)
        raise MemoryError("no memory for a game")
    copy_state(state_at(states, 0), state.packed)
    uint64_at(words, TOTALS)[0] = generator.words[0]
    with cython.nogil:
        play_games(states, words, games)
    totals = [uint64_at(words, place)[0] for place in range(TOTALS)]
    free_states(states)
    free_uint64(words)
    return totals


def play_games(states: list[PackedState], words: list[list[int]], games: int) -> None:
    """Plays on from the first state, on the second; the last word is the generator's."""
    state = state_at(states, 1)
    for _ in range(games):
        copy_state(state, state_at(states, 0))
        uint64_at(words, MOVES)[0] += play_out(state, uint64_at(words, TOTALS))
        uint64_at(words, ROUNDS)[0] += state.round
        won = winners(state)
        for seat in range(state.players):
            uint64_at(words, POINTS + seat)[0] += state.boards[seat].score
            uint64_at(words, WINS + seat)[0] += won >> seat & 1


def on_threads(
    threads: int, chunk: Callable[[int], list[int]], numbers: range
) -> Iterator[list[int]]:
    from concurrent.futures import ThreadPoolExecutor  # slow to load

    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(chunk, numbers)
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
    if not 0 <= games <= MAX_GAMES:
        raise ValueError(f"0 to {MAX_GAMES} games can be played, not {games}")
    if threads < 1:
        raise ValueError(f"at least one thread is needed, not {threads}")
    if not isinstance(state, State):
        raise TypeError(f"playouts start from a State, not from a {type(state).__name__}")
    warn_if_slow()
    start = state.copy()
    first_seed = index(seed) * GOLDEN_RATIO  # far apart, whatever the caller counts seeds by

    def chunk(number: int) -> list[int]:
        check_signals()
        generator = Generator(first_seed + number)
        return play_chunk(start, generator, min(CHUNK, games - number * CHUNK))

    numbers = range((games + CHUNK - 1) // CHUNK)
    parts = list(map(chunk, numbers) if threads == 1 else on_threads(threads, chunk, numbers))
    totals = [sum(part[place] for part in parts) for place in range(TOTALS)]
    return Playouts(
        games,
        totals[MOVES],
        totals[ROUNDS],
        tuple(totals[POINTS : POINTS + state.players]),
        tuple(totals[WINS : WINS + state.players]),
    )
