"""Thousands of games in one call: actions in; masks, observations, rewards and ends out.

Deals are made by themselves, and so are the moves of opponents and new games, if wanted. The arrays
belong to the batch and are overwritten by its next step: copy what you want to keep.
"""

from __future__ import annotations

import math
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
from .arguments import (
    PASS,
    actions_of,
    choice_of,
    count_of,
    flag_of,
    seats_of,
    seeds_of,
    which_of,
)
from .generator import Generator
from .greedy import OPPONENTS
from .loading import say_if_slow
from .observation import observation_size
from .rewards import REWARDS
from .state import State

if not cython.compiled:
    from .greedy import play_on
    from .layout import (
        OVER,
        PREPARATION,
        WHOLE_WORD,
        board_at,
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
    from .moves import is_legal, play, random_action, stir, write_mask
    from .observation import observe
    from .rewards import POINTS, settle
    from .table import deal, draw

    STAY, NEW, KEEP = -1, -2, -3  # orders to a game; callers can give only the first, as PASS
    NOBODY = -1  # no opponent: all seats are the caller's

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from numpy.typing import ArrayLike, NDArray

    from ..rules.material import RuleSet
    from .arguments import Seeds

MOST_GAMES = 10_000_000
MOST_THREADS = 1024
Number = TypeVar("Number", bound=np.generic)


class Step(NamedTuple):
    """What a step leaves behind, one row a game."""

    masks: NDArray[np.bool_]  # (games, actions): which actions are legal now
    observations: NDArray[np.int16]  # (games, numbers): what the player to move sees
    seats: NDArray[np.int16]  # (games,): the column of the player to move, from 0
    scores: NDArray[np.int16]  # (games, players): final ones where a game has just ended
    rewards: NDArray[np.float32]  # (games, players): for this step
    ends: NDArray[np.bool_]  # (games,): has a game just ended, or does a finished one lie there?
    movers: NDArray[np.int16]  # (games,): the column of who made the action; of `rewards` it is its


class Batch:
    """Games side by side, each with its own chance: the number of threads changes nothing.

    >>> batch = Batch(100, players=2, rules="std", seed=1)
    >>> actions = batch.sample(Generator(2))
    >>> step = batch.step(actions)
    >>> step.masks.shape, step.observations.shape, step.rewards.shape
    ((100, 180), (100, 149), (100, 2))
    """

    def __init__(
        self,
        games: int,
        players: int = 2,
        rules: RuleSet | str = "std",
        *,
        seed: Seeds = 0,
        threads: int = 1,
        starter: int | None = None,
        observations: bool = True,
        rewards: str = "win",
        auto_reset: bool = True,
        seat: int | ArrayLike | None = None,
        opponent: str = "",
    ) -> None:
        """`starter` None leaves it to chance who starts, and so does `seat` where an opponent
        moves for all other seats; without `observations` it is faster."""
        if getattr(self, "latest", None) is not None:
            raise RuntimeError("a batch is set up once: make another")
        games = count_of(games, MOST_GAMES, "games")
        self.threads = min(count_of(threads, MOST_THREADS, "threads"), games)
        self.start = State(players, rules, 1 if starter is None else starter)
        self.players = self.start.players
        self.any_starter = starter is None
        wanted = flag_of(observations, "observations")
        self.kind = choice_of(rewards, REWARDS, "kind of rewards")
        self.auto_reset = flag_of(auto_reset, "auto_reset")
        if opponent == "" and seat is not None:
            raise ValueError("a seat is chosen where an opponent moves for the others: name one")
        self.opponent = choice_of(opponent, OPPONENTS, "opponent") if opponent != "" else NOBODY
        self.any_seat = seat is None
        say_if_slow()
        self.tables = new_tables(games)
        self.words = new_words(games)
        if not self.tables or not self.words:
            raise MemoryError(f"no memory for {games} games")
        self.lock = Lock()
        self.pool = new_pool(self.threads)
        self.width = action_count(self.players, self.start.rules)
        self.numbers = observation_size(self.players) if wanted else 0
        self.make_arrays(games, seats_of(0 if seat is None else seat, games, self.players))
        self.games = games  # last: what is not whole has no games
        self.reset(seeds_of(seed, games))

    def make_arrays(self, games: int, own_seats: NDArray[np.integer]) -> None:
        self.memory: list[memoryview] = []
        orders = new_array(self.memory, (games,), np.int64)
        own = new_array(self.memory, (games,), np.int16)
        masks = new_array(self.memory, (games, self.width), np.bool_)
        observations = new_array(self.memory, (games, self.numbers), np.int16)
        seats = new_array(self.memory, (games,), np.int16)
        scores = new_array(self.memory, (games, self.players), np.int16)
        rewards = new_array(self.memory, (games, self.players), np.float32)
        ends = new_array(self.memory, (games,), np.bool_)
        movers = new_array(self.memory, (games,), np.int16)
        own[:] = own_seats
        self.asked = orders
        self.orders = longs_at(memory_of(orders))
        self.own = shorts_at(memory_of(own))
        self.masks = bools_at(memory_of(masks))
        self.observations = shorts_at(memory_of(observations))
        self.seats = shorts_at(memory_of(seats))
        self.scores = shorts_at(memory_of(scores))
        self.rewards = floats_at(memory_of(rewards))
        self.ends = bools_at(memory_of(ends))
        self.movers = shorts_at(memory_of(movers))
        self.latest = Step(masks, observations, seats, scores, rewards, ends, movers)

    def __dealloc__(self) -> None:
        free_tables(self.tables)
        free_words(self.words)

    def reset(self, seed: Seeds | None = None) -> Step:
        """New games everywhere; without a seed, chance goes on where it is.

        Where every game has a seed of its own, its chance is that of `Generator(seed)`.
        """
        return self.restart(np.ones(self.games, np.bool_), seed)

    def restart(self, which: ArrayLike, seed: Seeds | None = None) -> Step:
        """New games where `which` is true; all other rows stay as they are."""
        there = which_of(which, self.games)
        seeds = None if seed is None else seeds_of(seed, self.games)
        self._enter()
        try:
            self.asked[:] = np.where(there, NEW, KEEP)
            if seeds is not None:
                self.sow(seeds)
            self.run_all()
        finally:
            self.lock.release()
        return self.latest

    def sow(self, seeds: list[int]) -> None:
        for game in range(self.games):
            if self.orders[game] == NEW:
                word = stir(seeds[game] & WHOLE_WORD)
                word_at(self.words, game)[0] = word

    def step(self, actions: ArrayLike) -> Step:
        """Plays one action in every game. If one of them is illegal, none is played."""
        array = actions_of(actions, self.games)
        self._enter()
        try:
            np.copyto(self.asked, array, casting="same_kind")
            illegal = self.first_illegal()
            if illegal >= 0:
                self.refuse(illegal)
            self.run_all()
        finally:
            self.lock.release()
        return self.latest

    def sample(self, generator: Generator) -> NDArray[np.int64]:
        """A legal action for every game, each equally likely; PASS where a game is over."""
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
        state = self.copy_of(game)
        try:
            state.apply(action)
        except ValueError as error:
            advice = f"; PASS ({PASS}) leaves it so, restart begins anew" if state.is_over else ""
            raise ValueError(f"game {game} can't play action {action}: {error}{advice}") from error

    def run_all(self) -> None:
        if self.pool is None:
            share = Share()
            share.set(self, 0, self.games)
            share()
            return
        size = (self.games + self.threads - 1) // self.threads
        jobs = []
        try:
            for first in range(0, self.games, size):
                share = Share()
                share.set(self, first, min(first + size, self.games))
                jobs.append(self.pool.submit(share))
            for job in jobs:
                job.result()
        finally:
            for job in jobs:
                job.exception()  # Ctrl-C must wait too: the threads still write here

    def run(self, first: int, last: int) -> None:
        for game in range(first, last):
            if self.orders[game] != KEEP:
                self.obey(game, self.orders[game])
                self.show(game)

    def obey(self, game: int, order: int) -> None:
        """Plays an action, begins a new game or passes; and what follows by itself."""
        table = table_at(self.tables, game)
        if order == NEW:
            self.begin(game)
        self.note_scores(game)
        self.movers[game] = self.seat_of(game)
        if order >= 0:
            play(table, order)
            self.go_on(game)
        self.report(game)
        self.ends[game] = table.phase == OVER
        if table.phase == OVER:
            if order >= 0:
                settle(table, self.kind, self.rewards, game * self.players)
            if self.auto_reset:
                self.begin(game)

    def begin(self, game: int) -> None:
        table = table_at(self.tables, game)
        copy_table(table, self.start.table)
        if self.any_starter:
            table.turn = draw(word_at(self.words, game), self.players)
            table.starter = table.turn
            table.next_starter = table.turn
        if self.opponent != NOBODY and self.any_seat:
            self.own[game] = draw(word_at(self.words, game), self.players)
        self.go_on(game)

    def go_on(self, game: int) -> None:
        """What happens before the next decision: the opponents' moves, or a deal."""
        table = table_at(self.tables, game)
        if self.opponent != NOBODY:
            play_on(table, self.own[game], self.opponent, word_at(self.words, game))
        elif table.phase == PREPARATION:
            deal(table, word_at(self.words, game))

    def note_scores(self, game: int) -> None:
        """Before a move: a reward in points is what comes to the score from here on."""
        table = table_at(self.tables, game)
        for seat in range(self.players):
            before = board_at(table, seat).score if self.kind == POINTS else 0
            self.rewards[game * self.players + seat] = -before

    def report(self, game: int) -> None:
        table = table_at(self.tables, game)
        for seat in range(self.players):
            score = board_at(table, seat).score
            self.scores[game * self.players + seat] = score
            if self.kind == POINTS:
                self.rewards[game * self.players + seat] += score

    def show(self, game: int) -> None:
        table = table_at(self.tables, game)
        seat = self.seat_of(game)
        self.seats[game] = seat
        write_mask(table, self.masks, game * self.width, self.width)
        if self.numbers:
            observe(table, seat, self.observations, game * self.numbers)

    def seat_of(self, game: int) -> int:
        """Whose game it is: the player to move, or the one whom the opponents play against."""
        own = self.opponent != NOBODY
        return self.own[game] if own else table_at(self.tables, game).turn

    def first_illegal(self) -> int:
        for game in range(self.games):
            order = self.orders[game]
            if order != STAY and not is_legal(table_at(self.tables, game), order):
                return game
        return -1

    def choose(self, generator: Generator) -> None:
        with cython.nogil:
            for game in range(self.games):
                table = table_at(self.tables, game)
                over = table.phase == OVER
                self.orders[game] = STAY if over else random_action(table, generator.words)


class Share:
    """A thread's share of a step: some of the games, played without Python's lock."""

    def set(self, batch: Batch, first: int, last: int) -> None:
        self.batch = batch
        self.first = first
        self.last = last

    def __call__(self) -> None:
        if self.batch is None:
            return  # made by hand
        with cython.nogil:
            self.batch.run(self.first, self.last)


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
