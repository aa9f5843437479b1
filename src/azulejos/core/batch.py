"""Thousands of games in one call: actions in; masks, observations, rewards and ends out.

Deals are automatic, and so are opponents' moves and new games, if wanted. The arrays belong to the
batch and are overwritten by its next step: copy what you want to keep.
"""

from __future__ import annotations

import math
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from . import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from . import cython_stub as cython

from .actions import action_count
from .arguments import (
    PASS,
    check_actions,
    check_choice,
    check_count,
    check_flag,
    check_seats,
    check_selection,
    expand_seeds,
)
from .generator import Generator
from .greedy import OPPONENTS
from .lazy_numpy import np
from .loading import warn_if_slow
from .observation import observation_size
from .rewards import REWARDS
from .state import State

if not cython.compiled:
    from .greedy import play_on
    from .layout import (
        MASK_64,
        OVER,
        PREPARATION,
        board_at,
        bool_pointer,
        copy_state,
        float_pointer,
        free_states,
        free_uint64,
        int16_pointer,
        int64_pointer,
        new_states,
        new_uint64,
        state_at,
        uint64_at,
    )
    from .moves import is_legal, mix_bits, play, random_action, write_mask
    from .observation import observe
    from .offer import deal, random_below
    from .rewards import POINTS, write_rewards

    STAY, NEW, KEEP = -1, -2, -3  # commands besides actions; of these callers know only PASS
    NOBODY = -1  # no opponent: all seats are the caller's

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from numpy.typing import ArrayLike, NDArray

    from ..rules.material import RuleSet
    from .arguments import Seeds

    Number = TypeVar("Number", bound=np.generic)

MAX_GAMES = 10_000_000
MAX_THREADS = 1024


class Step(NamedTuple):
    """What a step leaves behind, one row a game."""

    masks: NDArray[np.bool_]  # (games, actions): which actions are legal now
    observations: NDArray[np.int16]  # (games, numbers): what the player to move sees
    seats: NDArray[np.int16]  # (games,): the column of the player to move, from 0
    scores: NDArray[np.int16]  # (games, players): final ones where a game has just ended
    rewards: NDArray[np.float32]  # (games, players): for this step
    ends: NDArray[np.bool_]  # (games,): has the game ended, now or before?
    movers: NDArray[np.int16]  # (games,): the column of who made the action; of `rewards` it is its


class Batch:
    """Independent games, each with its own generator: the number of threads changes nothing.

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
        """With `starter` None a random player starts; with `seat` None, where an opponent moves for
        all other seats, the own seat is random. Without `observations` it is faster."""
        if getattr(self, "latest", None) is not None:
            raise RuntimeError("a batch is set up once: make another")
        games = check_count(games, MAX_GAMES, "games")
        self.threads = min(check_count(threads, MAX_THREADS, "threads"), games)
        self.start = State(players, rules, 1 if starter is None else starter)
        self.players = self.start.players
        self.any_starter = starter is None
        wanted = check_flag(observations, "observations")
        self.reward_kind = check_choice(rewards, REWARDS, "kind of rewards")
        self.auto_reset = check_flag(auto_reset, "auto_reset")
        if opponent == "" and seat is not None:
            raise ValueError("a seat is chosen where an opponent moves for the others: name one")
        self.opponent = check_choice(opponent, OPPONENTS, "opponent") if opponent != "" else NOBODY
        self.any_seat = seat is None
        warn_if_slow()
        self.states = new_states(games)
        self.generators = new_uint64(games)
        if not self.states or not self.generators:
            raise MemoryError(f"no memory for {games} games")
        self.lock = Lock()
        self.pool = new_pool(self.threads)
        self.width = action_count(self.players, self.start.rules)
        self.observation_width = observation_size(self.players) if wanted else 0
        self.make_arrays(games, check_seats(0 if seat is None else seat, games, self.players))
        self.games = games  # last: what is not whole has no games
        self.reset(expand_seeds(seed, games))

    def make_arrays(self, games: int, own_seats: NDArray[np.integer]) -> None:
        self.memory: list[memoryview] = []
        commands = new_array(self.memory, (games,), np.int64)
        own = new_array(self.memory, (games,), np.int16)
        masks = new_array(self.memory, (games, self.width), np.bool_)
        observations = new_array(self.memory, (games, self.observation_width), np.int16)
        seats = new_array(self.memory, (games,), np.int16)
        scores = new_array(self.memory, (games, self.players), np.int16)
        rewards = new_array(self.memory, (games, self.players), np.float32)
        ends = new_array(self.memory, (games,), np.bool_)
        movers = new_array(self.memory, (games,), np.int16)
        own[:] = own_seats
        self.command_array = commands
        self.commands = int64_pointer(data_of(commands))
        self.own_seats = int16_pointer(data_of(own))
        self.masks = bool_pointer(data_of(masks))
        self.observations = int16_pointer(data_of(observations))
        self.seats = int16_pointer(data_of(seats))
        self.scores = int16_pointer(data_of(scores))
        self.rewards = float_pointer(data_of(rewards))
        self.ends = bool_pointer(data_of(ends))
        self.movers = int16_pointer(data_of(movers))
        self.latest = Step(masks, observations, seats, scores, rewards, ends, movers)

    def __dealloc__(self) -> None:
        free_states(self.states)
        free_uint64(self.generators)

    def reset(self, seed: Seeds | None = None) -> Step:
        """New games everywhere; without a seed, the generators go on where they are.

        Where every game has its own seed, its generator is `Generator(seed)`.
        """
        return self.restart(np.ones(self.games, np.bool_), seed)

    def restart(self, which: ArrayLike, seed: Seeds | None = None) -> Step:
        """New games where `which` is true; all other rows stay as they are."""
        there = check_selection(which, self.games)
        seeds = None if seed is None else expand_seeds(seed, self.games)
        self._enter()
        try:
            self.command_array[:] = np.where(there, NEW, KEEP)
            if seeds is not None:
                self.seed_games(seeds)
            self.run_all()
        finally:
            self.lock.release()
        return self.latest

    def seed_games(self, seeds: list[int]) -> None:
        for game in range(self.games):
            if self.commands[game] == NEW:
                word = mix_bits(seeds[game] & MASK_64)
                uint64_at(self.generators, game)[0] = word

    def step(self, actions: ArrayLike) -> Step:
        """Plays one action in every game. If one of them is illegal, none is played."""
        array = check_actions(actions, self.games)
        self._enter()
        try:
            np.copyto(self.command_array, array, casting="same_kind")
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
            self.sample_actions(generator)
            return self.command_array.copy()
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
        copy_state(state.packed, state_at(self.states, game))
        return state

    def _enter(self) -> None:
        if not self.lock.acquire(blocking=False):
            raise RuntimeError("another thread is using this batch")

    def refuse(self, game: int) -> None:
        action = int(self.command_array[game])
        state = self.copy_of(game)
        try:
            state.apply(action)
        except ValueError as error:
            advice = f"; PASS ({PASS}) leaves it so, restart begins anew" if state.is_over else ""
            raise ValueError(f"game {game} can't play action {action}: {error}{advice}") from error

    def run_all(self) -> None:
        if self.pool is None:
            game_range = GameRange()
            game_range.set(self, 0, self.games)
            game_range()
            return
        size = (self.games + self.threads - 1) // self.threads
        jobs = []
        try:
            for first in range(0, self.games, size):
                game_range = GameRange()
                game_range.set(self, first, min(first + size, self.games))
                jobs.append(self.pool.submit(game_range))
            for job in jobs:
                job.result()
        finally:
            for job in jobs:
                job.exception()  # Ctrl-C must wait too: the threads still write here

    def run(self, first: int, last: int) -> None:
        for game in range(first, last):
            if self.commands[game] != KEEP:
                self.run_command(game, self.commands[game])
                self.write_observation(game)

    def run_command(self, game: int, command: int) -> None:
        """Plays an action, begins a new game or passes; then what needs no decision."""
        state = state_at(self.states, game)
        if command == NEW:
            self.begin(game)
        self.start_rewards(game)
        self.movers[game] = self.seat_of(game)
        if command >= 0:
            play(state, command)
            self.advance(game)
        self.write_scores(game)
        self.ends[game] = state.phase == OVER
        if state.phase == OVER:
            if command >= 0:
                write_rewards(state, self.reward_kind, self.rewards, game * self.players)
            if self.auto_reset:
                self.begin(game)

    def begin(self, game: int) -> None:
        state = state_at(self.states, game)
        copy_state(state, self.start.packed)
        if self.any_starter:
            state.turn = random_below(uint64_at(self.generators, game), self.players)
            state.starter = state.turn
            state.next_starter = state.turn
        if self.opponent != NOBODY and self.any_seat:
            self.own_seats[game] = random_below(uint64_at(self.generators, game), self.players)
        self.advance(game)

    def advance(self, game: int) -> None:
        """What happens before the next decision: the opponents' moves, or a deal."""
        state = state_at(self.states, game)
        if self.opponent != NOBODY:
            play_on(state, self.own_seats[game], self.opponent, uint64_at(self.generators, game))
        elif state.phase == PREPARATION:
            deal(state, uint64_at(self.generators, game))

    def start_rewards(self, game: int) -> None:
        """Before a move: a reward in points is the change of the score from here on."""
        state = state_at(self.states, game)
        for seat in range(self.players):
            before = board_at(state, seat).score if self.reward_kind == POINTS else 0
            self.rewards[game * self.players + seat] = -before

    def write_scores(self, game: int) -> None:
        state = state_at(self.states, game)
        for seat in range(self.players):
            score = board_at(state, seat).score
            self.scores[game * self.players + seat] = score
            if self.reward_kind == POINTS:
                self.rewards[game * self.players + seat] += score

    def write_observation(self, game: int) -> None:
        state = state_at(self.states, game)
        seat = self.seat_of(game)
        self.seats[game] = seat
        write_mask(state, self.masks, game * self.width, self.width)
        if self.observation_width:
            observe(state, seat, self.observations, game * self.observation_width)

    def seat_of(self, game: int) -> int:
        """Whose game it is: the player to move, or the one whom the opponents play against."""
        own = self.opponent != NOBODY
        return self.own_seats[game] if own else state_at(self.states, game).turn

    def first_illegal(self) -> int:
        for game in range(self.games):
            command = self.commands[game]
            if command != STAY and not is_legal(state_at(self.states, game), command):
                return game
        return -1

    def sample_actions(self, generator: Generator) -> None:
        with cython.nogil:
            for game in range(self.games):
                state = state_at(self.states, game)
                over = state.phase == OVER
                self.commands[game] = STAY if over else random_action(state, generator.words)


class GameRange:
    """A thread's range of games in a step, played without the GIL."""

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
    owners: list[memoryview], shape: tuple[int, ...], kind: type[Number]
) -> NDArray[Number]:
    """An array whose memory stays where it is, whatever callers do to the array."""
    owners.append(memoryview(bytearray(math.prod(shape) * np.dtype(kind).itemsize)))
    return np.ndarray(shape, kind, owners[-1])


def data_of(array: NDArray[np.generic]) -> object:
    """The address of an array; when interpreted, its flat buffer."""
    return array.__array_interface__["data"][0] if cython.compiled else array.reshape(-1).data
