"""Thousands of games in one call: actions in; masks, observations, rewards and ends out.

Deals are made by themselves, and a game that ends is followed by a new one. The arrays belong to
the batch and are overwritten by its next step: copy what you want to keep.
"""

from __future__ import annotations

import math
from operator import index
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

if TYPE_CHECKING:
    from . import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from . import shadow as cython

from .actions import action_count
from .loading import say_if_slow
from .observation import observation_size
from .state import Generator, State

if not cython.compiled:
    from .layout import (
        GOLDEN,
        OVER,
        PREPARATION,
        WHOLE_WORD,
        bools_at,
        copy_table,
        floats_at,
        free_tables,
        free_words,
        longs_at,
        new_tables,
        new_words,
        shorts_at,
        table_at,
        word_at,
    )
    from .moves import is_legal, play, random_action, stir, winners, write_mask
    from .observation import observe
    from .table import deal, draw

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from numpy.typing import ArrayLike, NDArray

    from ..rules.material import RuleSet

MOST_GAMES = 10_000_000
MOST_THREADS = 1024
Number = TypeVar("Number", bound=np.generic)


class Step(NamedTuple):
    """What a step leaves behind, one row a game."""

    masks: NDArray[np.bool_]  # (games, actions): which actions are legal now
    observations: NDArray[np.int16]  # (games, numbers): what the player to move sees
    seats: NDArray[np.int16]  # (games,): the column of the player to move, from 0
    scores: NDArray[np.int16]  # (games, players): final ones where a game has just ended
    rewards: NDArray[np.float32]  # (games, players): all 0 unless a game has just ended
    ends: NDArray[np.bool_]  # (games,): has a game just ended? Then a new one lies there.


class Batch:
    """Games side by side, each with its own chance: the number of threads changes nothing.

    >>> batch = Batch(100, players=2, rules="std", seed=1)
    >>> actions = batch.sample(Generator(2))
    >>> masks, observations, seats, scores, rewards, ends = batch.step(actions)
    >>> masks.shape, observations.shape, rewards.shape
    ((100, 180), (100, 149), (100, 2))
    """

    def __init__(
        self,
        games: int,
        players: int = 2,
        rules: RuleSet | str = "std",
        *,
        seed: int = 0,
        threads: int = 1,
        starter: int | None = None,
        observations: bool = True,
    ) -> None:
        """`starter` None leaves it to chance who starts; without `observations` it is faster."""
        if getattr(self, "latest", None) is not None:
            raise RuntimeError("a batch is set up once: make another")
        games = index(games)  # once: what is checked is what is used
        threads = index(threads)
        if not 1 <= games <= MOST_GAMES:
            raise ValueError(f"a batch has 1 to {MOST_GAMES} games, not {games}")
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"a batch has 1 to {MOST_THREADS} threads, not {threads}")
        say_if_slow()
        self.start = State(players, rules, 1 if starter is None else starter)
        self.tables = new_tables(games)
        self.words = new_words(games)
        if not self.tables or not self.words:
            raise MemoryError(f"no memory for {games} games")
        self.lock = Lock()
        self.threads = min(threads, games)
        self.pool = new_pool(self.threads)
        self.players = self.start.players
        self.any_starter = starter is None
        self.width = action_count(self.players, self.start.rules)
        self.numbers = observation_size(self.players) if observations else 0
        self.make_arrays(games)
        self.games = games  # last: what is not whole has no games
        self.reset(index(seed))

    def make_arrays(self, games: int) -> None:
        self.memory: list[memoryview] = []
        chosen = new_array(self.memory, (games,), np.int64)
        masks = new_array(self.memory, (games, self.width), np.bool_)
        observations = new_array(self.memory, (games, self.numbers), np.int16)
        seats = new_array(self.memory, (games,), np.int16)
        scores = new_array(self.memory, (games, self.players), np.int16)
        rewards = new_array(self.memory, (games, self.players), np.float32)
        ends = new_array(self.memory, (games,), np.bool_)
        self.asked = chosen
        self.chosen = longs_at(memory_of(chosen))
        self.masks = bools_at(memory_of(masks))
        self.observations = shorts_at(memory_of(observations))
        self.seats = shorts_at(memory_of(seats))
        self.scores = shorts_at(memory_of(scores))
        self.rewards = floats_at(memory_of(rewards))
        self.ends = bools_at(memory_of(ends))
        self.latest = Step(masks, observations, seats, scores, rewards, ends)

    def __dealloc__(self) -> None:
        free_tables(self.tables)
        free_words(self.words)

    def reset(self, seed: int | None = None) -> Step:
        """New games everywhere; without a seed, chance goes on where it is."""
        self._enter()
        try:
            if seed is not None:
                self.sow(index(seed))
            self.run_all(False)
        finally:
            self.lock.release()
        return self.latest

    def sow(self, seed: int) -> None:
        for game in range(self.games):
            word = stir((seed * GOLDEN + game) & WHOLE_WORD)
            word_at(self.words, game)[0] = word

    def step(self, actions: ArrayLike) -> Step:
        """Plays one action in every game. If one of them is illegal, none is played."""
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers of at most 64 bits, not {array.dtype}")
        if array.shape != (self.games,):
            raise ValueError(
                f"{self.games} games need actions of shape ({self.games},), not {array.shape}"
            )
        self._enter()
        try:
            np.copyto(self.asked, array, casting="same_kind")
            illegal = self.first_illegal()
            if illegal >= 0:
                self.refuse(illegal)
            self.run_all(True)
        finally:
            self.lock.release()
        return self.latest

    def sample(self, generator: Generator) -> NDArray[np.int64]:
        """A legal action for every game, each equally likely."""
        if not isinstance(generator, Generator):
            raise TypeError("a sample needs an azulejos.core.Generator")
        self._enter()
        try:
            self.choose(generator)
            return self.asked.copy()
        finally:
            self.lock.release()

    def state(self, game: int) -> State:
        """A copy of one game."""
        if not 0 <= game < self.games:
            raise IndexError(f"there is no game {game}: they are 0 to {self.games - 1}")
        self._enter()
        try:
            return self.copy_of(game)
        finally:
            self.lock.release()

    def copy_of(self, game: int) -> State:
        state = State()
        copy_table(state.table, table_at(self.tables, game))
        return state

    def _enter(self) -> None:
        if not self.lock.acquire(blocking=False):
            raise RuntimeError("another thread is using this batch")

    def refuse(self, game: int) -> None:
        action = int(self.asked[game])
        try:
            self.copy_of(game).apply(action)
        except ValueError as error:
            raise ValueError(f"game {game} can't play action {action}: {error}") from error

    def run_all(self, playing: bool) -> None:
        if self.pool is None:
            share = Share()
            share.set(self, 0, self.games, playing)
            share()
            return
        size = (self.games + self.threads - 1) // self.threads
        jobs = []
        try:
            for first in range(0, self.games, size):
                share = Share()
                share.set(self, first, min(first + size, self.games), playing)
                jobs.append(self.pool.submit(share))
            for job in jobs:
                job.result()
        finally:
            for job in jobs:
                job.exception()  # Ctrl-C must wait too: the threads still write here

    def run(self, first: int, last: int, playing: int) -> None:
        for game in range(first, last):
            table = table_at(self.tables, game)
            self.ends[game] = 0
            if playing:
                play(table, self.chosen[game])
            else:
                self.begin(game)
            self.report(game)
            if table.phase == OVER:
                self.reward(game)
                self.begin(game)
            if table.phase == PREPARATION:
                deal(table, word_at(self.words, game))
            self.seats[game] = table.turn
            write_mask(table, self.masks, game * self.width, self.width)
            if self.numbers:
                observe(table, table.turn, self.observations, game * self.numbers)

    def begin(self, game: int) -> None:
        table = table_at(self.tables, game)
        copy_table(table, self.start.table)
        if self.any_starter:
            table.turn = draw(word_at(self.words, game), self.players)
            table.starter = table.turn
            table.next_starter = table.turn

    def report(self, game: int) -> None:
        table = table_at(self.tables, game)
        for seat in range(self.players):
            self.scores[game * self.players + seat] = table.boards[seat].score
            self.rewards[game * self.players + seat] = 0

    def reward(self, game: int) -> None:
        """The winners share what the others lose, so that the rewards of a game add up to 0."""
        self.ends[game] = 1
        won = winners(table_at(self.tables, game))
        count = 0
        for seat in range(self.players):
            count += won >> seat & 1
        for seat in range(self.players):
            share = (1.0 * self.players / count if won >> seat & 1 else 0.0) - 1
            self.rewards[game * self.players + seat] = share / (self.players - 1)

    def first_illegal(self) -> int:
        for game in range(self.games):
            if not is_legal(table_at(self.tables, game), self.chosen[game]):
                return game
        return -1

    def choose(self, generator: Generator) -> None:
        with cython.nogil:
            for game in range(self.games):
                self.chosen[game] = random_action(table_at(self.tables, game), generator.words)


class Share:
    """A thread's share of a step: some of the games, played without Python's lock."""

    def set(self, batch: Batch, first: int, last: int, playing: bool) -> None:
        self.batch = batch
        self.first = first
        self.last = last
        self.playing = playing

    def __call__(self) -> None:
        if self.batch is None:
            return  # made by hand
        with cython.nogil:
            self.batch.run(self.first, self.last, self.playing)


def new_pool(threads: int) -> ThreadPoolExecutor | None:
    if threads == 1:
        return None
    from concurrent.futures import ThreadPoolExecutor  # slow to load

    return ThreadPoolExecutor(threads)


def new_array(
    keep: list[memoryview], shape: tuple[int, ...], kind: type[Number]
) -> NDArray[Number]:
    """An array whose memory stays where it is, whatever callers do to the array."""
    keep.append(memoryview(bytearray(math.prod(shape) * np.dtype(kind).itemsize)))
    return np.ndarray(shape, kind, keep[-1])


def memory_of(array: NDArray[np.generic]) -> object:
    """Where an array lies; when interpreted, its numbers in a row."""
    return array.__array_interface__["data"][0] if cython.compiled else array.reshape(-1).data
