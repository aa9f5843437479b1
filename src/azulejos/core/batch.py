"""Thousands of games in one call: actions in; masks, observations, rewards and ends out.

Deals are made by themselves, and a game that ends is followed by a new one. The arrays belong to
the batch and are overwritten by its next step: copy what you want to keep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
    ((100, 180), (100, 148), (100, 2))
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
        if not 1 <= games <= MOST_GAMES:
            raise ValueError(f"a batch has 1 to {MOST_GAMES} games, not {games}")
        if threads < 1:
            raise ValueError(f"at least one thread is needed, not {threads}")
        say_if_slow()
        self.start = State(players, rules, 1 if starter is None else starter)
        self.tables = new_tables(games)
        self.words = new_words(games)
        if not self.tables or not self.words:
            raise MemoryError(f"no memory for {games} games")
        self.games = games
        self.players = players
        self.any_starter = starter is None
        self.busy = False
        self.pool = new_pool(threads)
        self.threads = threads
        self._make_arrays(action_count(players, rules), observation_size(players), observations)
        self.reset(seed)

    def _make_arrays(self, actions: int, numbers: int, observing: bool) -> None:
        self.width = actions
        self.numbers = numbers if observing else 0
        games, players = self.games, self.players
        chosen = np.zeros(games, np.int64)
        masks = np.zeros((games, self.width), np.bool_)
        observations = np.zeros((games, self.numbers), np.int16)
        seats = np.zeros(games, np.int16)
        scores = np.zeros((games, players), np.int16)
        rewards = np.zeros((games, players), np.float32)
        ends = np.zeros(games, np.bool_)
        self.asked = chosen
        self.owned = (masks, observations, seats, scores, rewards, ends)
        self.chosen = longs_at(memory_of(chosen))
        self.masks = bools_at(memory_of(masks))
        self.observations = shorts_at(memory_of(observations))
        self.seats = shorts_at(memory_of(seats))
        self.scores = shorts_at(memory_of(scores))
        self.rewards = floats_at(memory_of(rewards))
        self.ends = bools_at(memory_of(ends))
        # Views can't be resized, so nobody can pull the memory away.
        self.latest = Step(
            masks.view(),
            observations.view(),
            seats.view(),
            scores.view(),
            rewards.view(),
            ends.view(),
        )

    def __dealloc__(self) -> None:
        free_tables(self.tables)
        free_words(self.words)

    def reset(self, seed: int = 0) -> Step:
        """New games everywhere."""
        self._enter()
        try:
            for game in range(self.games):
                word = stir((seed * GOLDEN + game) & WHOLE_WORD)
                word_at(self.words, game)[0] = word
            self._run_all(False)
        finally:
            self.busy = False
        return self.latest

    def step(self, actions: ArrayLike) -> Step:
        """Plays one action in every game. If one of them is illegal, none is played."""
        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {array.dtype}")
        if array.shape != (self.games,):
            raise ValueError(f"{self.games} games need actions of shape ({self.games},)")
        self._enter()
        try:
            np.copyto(self.asked, array, casting="same_kind")
            illegal = self.first_illegal()
            if illegal >= 0:
                self._refuse(illegal)
            self._run_all(True)
        finally:
            self.busy = False
        return self.latest

    def sample(self, generator: Generator) -> NDArray[np.int64]:
        """A legal action for every game, each equally likely."""
        self._enter()
        try:
            self.choose(generator)
            return self.asked.copy()
        finally:
            self.busy = False

    def state(self, game: int) -> State:
        """A copy of one game."""
        if not 0 <= game < self.games:
            raise IndexError(f"there is no game {game}: they are 0 to {self.games - 1}")
        state = State()
        copy_table(state.table, table_at(self.tables, game))
        return state

    def _enter(self) -> None:
        if self.busy:
            raise RuntimeError("another thread is using this batch")
        self.busy = True

    def _refuse(self, game: int) -> None:
        action = int(self.asked[game])
        try:
            self.state(game).apply(action)
        except ValueError as error:
            raise ValueError(f"game {game} can't play action {action}: {error}") from error

    def _run_all(self, playing: bool) -> None:
        if self.pool is None:
            self.run_slice(0, self.games, playing)
            return
        share = -(-self.games // self.threads)
        slices = range(0, self.games, share)
        waiting = [
            self.pool.submit(self.run_slice, first, min(first + share, self.games), playing)
            for first in slices
        ]
        for job in waiting:
            job.result()

    def run_slice(self, first: int, last: int, playing: bool) -> None:
        """Not for callers: a thread's share of a step."""
        if not self.busy or first < 0 or last > self.games:
            raise RuntimeError("slices are run by step and reset")
        with cython.nogil:
            self.run(first, last, playing)

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
                observe(table, self.observations, game * self.numbers)

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
            share = (self.players / count if won >> seat & 1 else 0.0) - 1
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


def new_pool(threads: int) -> ThreadPoolExecutor | None:
    if threads == 1:
        return None
    from concurrent.futures import ThreadPoolExecutor  # slow to load

    return ThreadPoolExecutor(threads)


def memory_of(array: NDArray[np.generic]) -> object:
    """Where an array lies, or its numbers in a row when interpreted."""
    return array.__array_interface__["data"][0] if cython.compiled else array.reshape(-1)
