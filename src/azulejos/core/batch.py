"""Thousands of games in one call: actions in; masks, observations, rewards and ends out.

Deals are automatic, and so are opponents' moves and new games, if wanted. The arrays belong to the
batch and are overwritten by its next step: copy what you want to keep. A batch can be copied and
pickled, and its games can begin at any positions.
"""

from __future__ import annotations

import math
from operator import index
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from . import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from . import cython_stub as cython

from .actions import action_count, check_kind
from .arguments import (
    PASS,
    check_actions,
    check_choice,
    check_count,
    check_flag,
    check_positions,
    check_seat,
    check_seats,
    check_selection,
    expand_seeds,
    state_from,
)
from .generator import Generator
from .greedy import OPPONENTS
from .lazy_numpy import np
from .loading import warn_if_slow
from .observation import observation_size
from .rewards import REWARDS
from .state import State

if not cython.compiled:
    from .greedy import choose_action, play_on
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
    from .rewards import LEAD, POINTS, pay_leads, write_rewards

    STAY, NEW, KEEP, BEGUN = -1, -2, -3, -4  # commands besides actions; callers know only PASS
    NOBODY = -1  # no opponent: all seats are the caller's
    ASKED = -2  # the caller moves for the opponents too, but one seat is the own

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import ThreadPoolExecutor

    from numpy.typing import ArrayLike, NDArray

    from ..rules.material import RuleSet
    from .arguments import PositionLike, Positions, Seeds

    Number = TypeVar("Number", bound=np.generic)

CALLER = "caller"  # as opponent: the caller moves for all, and one seat is the own
MAX_GAMES = 10_000_000
MAX_THREADS = 1024


class Step(NamedTuple):
    """What a step leaves behind, one row a game."""

    masks: NDArray[np.bool_]  # (games, actions): which actions are legal now
    observations: NDArray[np.int16]  # (games, numbers): what the player to move sees
    seats: NDArray[np.int16]  # (games,): whose turn it is, from 1; its column is one less
    scores: NDArray[np.int16]  # (games, players): final ones where a game has just ended
    rewards: NDArray[np.float32]  # (games, players): for this step
    ends: NDArray[np.bool_]  # (games,): has the game ended, now or before?
    movers: NDArray[np.int16]  # (games,): who made the action, from 1


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
        """Seats count from 1. With `starter` None a random player starts; with `seat` None, where
        an opponent moves for all other seats, the own seat is random. Without `observations` it
        is faster. With the opponent "caller" nobody moves by himself, but the own seat sees the
        end of its games."""
        if getattr(self, "latest", None) is not None:
            raise RuntimeError("a batch is set up once: make another")
        games = check_count(games, MAX_GAMES, "games")
        self.threads = min(check_count(threads, MAX_THREADS, "threads"), games)
        players = index(players)
        check_kind(players, rules)
        self.players = players
        self.start = State(players, rules, check_seat("starter", starter, players) or 1)
        self.any_starter = starter is None
        wanted = check_flag(observations, "observations")
        self.reward_kind = check_choice(rewards, REWARDS, "kind of rewards")
        self.auto_reset = check_flag(auto_reset, "auto_reset")
        if opponent == "" and seat is not None:
            raise ValueError("a seat is chosen where an opponent moves for the others: name one")
        self.opponent = opponent_kind(opponent)
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
        own_seats = check_seats(1 if seat is None else seat, games, self.players)
        self.make_arrays(games, own_seats)
        self.options = {
            "games": games,
            "players": self.players,
            "rules": str(self.start.rules),
            "threads": self.threads,
            "starter": starter,
            "observations": wanted,
            "rewards": rewards,
            "auto_reset": self.auto_reset,
            "seat": None if seat is None else own_seats,
            "opponent": opponent,
        }
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
        own[:] = own_seats - 1
        self.command_array = commands
        self.own_array = own
        self.commands = int64_pointer(data_of(commands))
        self.own = int16_pointer(data_of(own))
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

    def restart(
        self, which: ArrayLike, seed: Seeds | None = None, positions: Positions | None = None
    ) -> Step:
        """New games where `which` is true; all other rows stay as they are.

        They begin at `positions`: one for all, or one for each game that is begun, as texts,
        positions of the law or states. What the next game in such a row begins with is the start.
        """
        there = check_selection(which, self.games)
        seeds = None if seed is None else expand_seeds(seed, self.games)
        rows = np.flatnonzero(there).tolist()
        kind = self.players, self.start.rules
        states = None if positions is None else check_positions(positions, len(rows), kind)
        self._enter()
        try:
            self.command_array[:] = np.where(there, NEW if states is None else BEGUN, KEEP)
            if seeds is not None:
                self.seed_games(rows, seeds)
            if states is not None:
                self.set_states(rows, states)
            self.run_all()
        finally:
            self.lock.release()
        return self.latest

    def seed_games(self, rows: list[int], seeds: list[int]) -> None:
        for game in rows:
            word = mix_bits(seeds[game] & MASK_64)
            uint64_at(self.generators, game)[0] = word

    def set_states(self, rows: list[int], states: list[State]) -> None:
        for place, game in enumerate(rows):
            state = states[place]
            copy_state(state_at(self.states, game), state.packed)

    @staticmethod
    def from_positions(positions: Sequence[PositionLike], **options: Any) -> Batch:
        """A batch with a game at each position; the options are those of the constructor.

        >>> batch = Batch.from_positions([State(3, "grey")] * 5, seed=1)
        >>> batch.games, batch.players
        (5, 3)
        """
        states = [state_from(position) for position in positions]
        if not states:
            raise ValueError("a batch needs a position at least")
        batch = Batch(len(states), states[0].players, states[0].rules, **options)
        batch.restart(np.ones(len(states), np.bool_), options.get("seed", 0), states)
        return batch

    # Copies.

    def copy(self) -> Batch:
        """A batch whose games go their own way from here, with the same chance ahead."""
        self._enter()
        try:
            return restored_batch(self.options, *self.content())
        finally:
            self.lock.release()

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Batch:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        self._enter()
        try:
            return restored_batch, (self.options, *self.content())
        finally:
            self.lock.release()

    def content(self) -> tuple[list[State], list[int], NDArray[np.int16], Step]:
        """All that changes: states, the words of the generators, own seats, the latest step."""
        states = [self.copy_of(game) for game in range(self.games)]
        words = [int(uint64_at(self.generators, game)[0]) for game in range(self.games)]
        return states, words, self.own_array.copy(), Step._make(part.copy() for part in self.latest)

    def put_back(
        self, states: list[State], words: list[int], own_seats: NDArray[np.int16], latest: Step
    ) -> None:
        self.set_states(list(range(self.games)), states)
        for game in range(self.games):
            word = words[game] & MASK_64
            uint64_at(self.generators, game)[0] = word
        self.own_array[:] = own_seats
        for name in Step._fields:
            getattr(self.latest, name)[:] = getattr(latest, name)

    # Moves.

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

    def choose(self, opponent: str, which: ArrayLike) -> NDArray[np.int64]:
        """What one of `OPPONENTS` would play where `which` is true, by its game's own chance.

        PASS everywhere else, and where a game is over.
        """
        number = check_choice(opponent, OPPONENTS, "opponent")
        there = check_selection(which, self.games)
        self._enter()
        try:
            self.command_array[:] = np.where(there & ~self.latest.ends, KEEP, STAY)
            self.choose_actions(number)
            return self.command_array.copy()
        finally:
            self.lock.release()

    @property
    def own_seats(self) -> NDArray[np.int16]:
        """The seats, from 1, that opponents play against; a copy."""
        return self.own_array + np.int16(1)

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
        if command in (NEW, BEGUN):
            self.begin(game, command == NEW)
        self.start_rewards(game)
        self.movers[game] = self.seat_of(game) + 1
        if command >= 0:
            play(state, command)
            self.advance(game)
        self.write_scores(game)
        self.ends[game] = state.phase == OVER
        if state.phase == OVER:
            if command >= 0:
                write_rewards(state, self.reward_kind, self.rewards, game * self.players)
            if self.auto_reset:
                self.begin(game, True)

    def begin(self, game: int, at_start: bool) -> None:
        """A new game, at the start or at the position that lies there; the same draws for both."""
        state = state_at(self.states, game)
        if at_start:
            copy_state(state, self.start.packed)
        if self.any_starter:
            first = random_below(uint64_at(self.generators, game), self.players)
            if at_start:
                state.turn = first
                state.starter = first
                state.next_starter = first
        if self.opponent != NOBODY and self.any_seat:
            self.own[game] = random_below(uint64_at(self.generators, game), self.players)
        self.advance(game)

    def advance(self, game: int) -> None:
        """What happens before the next decision: the opponents' moves, or a deal."""
        state = state_at(self.states, game)
        if self.opponent >= 0:
            play_on(state, self.own[game], self.opponent, uint64_at(self.generators, game))
        elif state.phase == PREPARATION:
            deal(state, uint64_at(self.generators, game))

    def start_rewards(self, game: int) -> None:
        """Before a move: a reward in points is the change of the score from here on."""
        state = state_at(self.states, game)
        for seat in range(self.players):
            before = board_at(state, seat).score if self.reward_kind >= POINTS else 0
            self.rewards[game * self.players + seat] = -before

    def write_scores(self, game: int) -> None:
        state = state_at(self.states, game)
        for seat in range(self.players):
            score = board_at(state, seat).score
            self.scores[game * self.players + seat] = score
            if self.reward_kind >= POINTS:
                self.rewards[game * self.players + seat] += score
        if self.reward_kind == LEAD:
            pay_leads(self.rewards, game * self.players, self.players)

    def write_observation(self, game: int) -> None:
        state = state_at(self.states, game)
        seat = self.seat_of(game)
        self.seats[game] = seat + 1
        write_mask(state, self.masks, game * self.width, self.width)
        if self.observation_width:
            observe(state, seat, self.observations, game * self.observation_width)

    def seat_of(self, game: int) -> int:
        """Whose game it is: the player to move, or the one whom the opponents play against."""
        state = state_at(self.states, game)
        over = self.opponent == ASKED and state.phase == OVER
        return self.own[game] if self.opponent >= 0 or over else state.turn

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

    def choose_actions(self, opponent: int) -> None:
        with cython.nogil:
            for game in range(self.games):
                if self.commands[game] == KEEP:
                    state = state_at(self.states, game)
                    random = uint64_at(self.generators, game)
                    self.commands[game] = choose_action(state, opponent, random)


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


def opponent_kind(name: str) -> int:
    """Which of `OPPONENTS` it is; negative numbers where the batch moves for nobody."""
    if name == "":
        return NOBODY
    if name == CALLER:
        return ASKED
    return check_choice(name, (*OPPONENTS, CALLER), "opponent")


def restored_batch(
    options: dict[str, Any],
    states: list[State],
    words: list[int],
    own_seats: NDArray[np.int16],
    latest: Step,
) -> Batch:
    """A batch as another was; `states` are checked, like all that comes from outside."""
    batch = Batch(**options)
    kind = batch.players, options["rules"]
    states = check_positions(states, batch.games, kind, may_be_over=True)
    batch.put_back(states, words, own_seats, latest)
    return batch


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
