"""Thousands of games as one vector environment of Gymnasium: `core.Batch` behind its interface.

    import gymnasium, azulejos.envs
    envs = gymnasium.make_vec("azulejos/Azul-v0", num_envs=4096, opponent="random", threads=2)

The batch plays those of `core.OPPONENTS` by itself, and asks policies (`opponents.py`) about all
games at once. Games against other bots are single environments, played one after the other
(`SequentialVectorEnv`): slower, otherwise alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .gymnasium import AzulEnv, Info, new_renderer

# isort: split
# The line above says what to install where Gymnasium is missing.
import numpy as np
from gymnasium import logger
from gymnasium.error import Error, InvalidAction, ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space

from ..core import OPPONENTS, PASS, Batch, Generator, State, action_count
from ..core.arguments import check_count, check_positions
from ..core.batch import CALLER, MAX_THREADS
from ..rules import RuleSet
from .legal import LegalActions, LegalBatch
from .observations import check_observations, dictionary_keys, form_rows, seen_space
from .opponents import BatchOpponents, is_batched, native_opponent, opponent_list
from .rendering import FPS, Renderer
from .rewards import check_rewards

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from .opponents import Opponent

    Seed = int | np.integer | Sequence[int | None] | NDArray[np.integer] | None
    Observations = Any  # an array, or a dictionary of two
    Stepped = tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]

WHOLE_WORD = 2**64 - 1  # seeds of any size, as the core takes them
RENDER_MODES = ["ansi", "rgb_array"]  # no window has room for them all


def make_vector(
    num_envs: int = 1,
    opponent: Opponent | Sequence[Opponent] = "greedy",
    players: int = 2,
    rules: RuleSet | str = "std",
    *,
    threads: int = 1,
    copy: bool = True,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    **options: Any,
) -> VectorEnv[Any, Any, Any]:
    """What `gymnasium.make_vec` calls: the native batch where it can be."""
    mode = AutoresetMode(autoreset_mode)
    action_count(players, rules)  # refuses games that there are not
    opponents = opponent_list(opponent, players)
    if all(map(is_batched, opponents)):
        kind = opponents, players, rules
        return AzulVectorEnv(
            num_envs, *kind, threads=threads, copy=copy, autoreset_mode=mode, **options
        )

    if check_count(threads, MAX_THREADS, "threads") > 1:
        logger.warn(
            f"threads are of no use here: a batch plays {', '.join(OPPONENTS)} and policies"
        )

    def make_one() -> AzulEnv:
        return AzulEnv(opponent, players=players, rules=rules, **options)

    return SequentialVectorEnv([make_one] * num_envs, copy=copy, autoreset_mode=mode)


class AzulVectorEnv(VectorEnv["Observations", "ArrayLike", "NDArray[Any]"]):
    """Games side by side, one seat in each; equal seeds give the games of single environments.

    With `copy=False` observations and masks are the batch's own arrays, which the next step
    overwrites; `threads` change nothing in the results.
    """

    _renderer: Renderer | None = None  # older Gymnasium closes what could not be made

    def __init__(
        self,
        num_envs: int = 1,
        opponent: Opponent | Sequence[Opponent] = "greedy",
        players: int = 2,
        rules: RuleSet | str = "std",
        seat: int | None = 1,
        rewards: str = "win",
        observations: str = "vector",
        starter: int | None = None,
        render_mode: str | None = None,
        as_dict: bool | tuple[str, str] = False,
        *,
        threads: int = 1,
        copy: bool = True,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        check_rewards(rewards)
        action_count(players, rules)  # refuses games that there are not
        check_observations(observations, rules)
        opponents = opponent_list(opponent, players)
        native = native_opponent(opponents)
        self._opponents = None if native else BatchOpponents(opponents, str(rules), observations)
        self._keys = dictionary_keys(as_dict)
        self.num_envs = num_envs
        self.metadata = {
            "render_modes": RENDER_MODES,
            "render_fps": FPS,
            "autoreset_mode": autoreset_mode,
        }
        self._batch = Batch(
            num_envs,
            players,
            rules,
            threads=threads,
            starter=starter,
            rewards=rewards,
            auto_reset=False,
            seat=seat,
            opponent=native or CALLER,
        )
        count = action_count(players, rules)
        self.single_action_space = Discrete(count)
        self._count = count
        self.action_space = LegalBatch(num_envs, count, self._batch.sample)
        self.single_observation_space = seen_space(players, rules, observations, self._keys)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.autoreset_mode = autoreset_mode  # as in `SyncVectorEnv`; TorchRL asks for it
        self._form = observations
        self._rules = str(rules)
        self._copy = copy
        self._rows = np.arange(num_envs)
        self._is_on = False  # has it ever been reset?
        self.render_mode = render_mode
        self._renderer = new_renderer(render_mode, RENDER_MODES)

    # Games.

    def reset(
        self,
        *,
        seed: Seed = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, Info]:
        """New games, everywhere or where `options["reset_mask"]` says.

        A seed is for the first game, and the next number for the next; or there is one for each.
        They begin at `options["position"]`: one for all, or one for each game that is reset.
        """
        which = self._asked_for(options or {})
        states = self._starts((options or {}).get("position"), which)
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        seeds, sown = self._sown(seeds_of(seed, self.num_envs))
        self._is_on = True
        for part, given in ((which & ~sown, None), (which & sown, seeds)):
            if part.any():  # without a seed, chance goes on where it is
                starts = (
                    None
                    if states is None
                    else [states[row] for row in np.flatnonzero(part).tolist()]
                )
                self._batch.restart(part, given, starts)
        self._let_opponents_move()
        return self._observations(), self._infos(which)

    def _starts(self, position: Any, which: NDArray[np.bool_]) -> dict[int, State] | None:
        """By row, where its game begins."""
        if position is None:
            return None
        rows = np.flatnonzero(which).tolist()
        kind = self._batch.players, self._rules
        return dict(zip(rows, check_positions(position, len(rows), kind), strict=True))

    def _let_opponents_move(self) -> NDArray[np.float32] | None:
        """Those whom the batch asks for: until it is our turn everywhere, or the game over.

        What was earned meanwhile; None: the batch's latest step tells it.
        """
        if self._opponents is None:
            return None
        try:
            return self._opponents.play_on(self._batch)
        except BaseException:
            self._is_on = False  # it is not our turn everywhere, and an opponent has failed
            raise

    def _sown(self, given: list[int | None]) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
        """A seed for each game, and which games are to be sown: at first, all."""
        seeds = np.zeros(self.num_envs, np.uint64)
        if not self._is_on:
            seeds = self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        for row, one in enumerate(given):
            if one is not None:
                seeds[row] = one & WHOLE_WORD
        sown = np.array([one is not None for one in given])
        return seeds, sown | (not self._is_on)

    def _asked_for(self, options: dict[str, Any]) -> NDArray[np.bool_]:
        unknown = set(options).difference(["position", "reset_mask"])
        if unknown:
            raise ValueError(f"reset has the options position, reset_mask, not {unknown}")
        which = options.get("reset_mask")
        if which is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(which, np.ndarray) or which.dtype != np.bool_:
            raise TypeError("reset_mask is an array of bools")
        if which.shape != (self.num_envs,) or not which.any():
            raise ValueError(f"reset_mask has {self.num_envs} bools, one of them True at least")
        if not self._is_on and not which.all():
            raise ResetNeeded("the first reset is of all games")
        return which

    def step(self, actions: ArrayLike) -> Stepped:
        """Plays an action in every game; where one has ended, what the autoreset mode says."""
        ended = self._batch.latest.ends.copy()
        any_ended = bool(ended.any())
        if any_ended and self.autoreset_mode is AutoresetMode.DISABLED:
            raise ResetNeeded(f"game {ended.argmax()} is over: reset it, with a reset_mask")
        chosen = self._playable(actions, ended)
        try:
            self._batch.step(chosen)
        except ValueError as error:
            raise InvalidAction(str(error)) from error
        if any_ended:
            self._batch.restart(ended)
        earned = self._batch.latest.rewards.copy()
        meanwhile = self._let_opponents_move()
        if meanwhile is not None:
            earned += np.where(ended[:, None], 0, meanwhile)
        rewards = earned[self._rows, self._batch.latest.seats - 1].astype(np.float64)
        ends = self._batch.latest.ends.copy()
        infos: Info = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ends.any():
            infos = self._final(ends)
            self._batch.restart(ends)
            self._let_opponents_move()
        infos |= self._infos(np.ones(self.num_envs, np.bool_))
        return self._observations(), rewards, ends, np.zeros_like(ends), infos

    def _playable(self, actions: ArrayLike, ended: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The actions, for the batch; what has the wrong form is refused."""
        if not self._is_on:
            raise ResetNeeded("no games are on: call reset() first")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise InvalidAction(
                f"{self.num_envs} games need as many whole numbers as actions, "
                f"not {given.dtype} of shape {given.shape}"
            )
        unknown = ((given < 0) | (given >= self._count)) & ~ended
        if unknown.any():  # what PASS is to the batch is none of ours
            row = int(unknown.argmax())
            raise InvalidAction(
                f"game {row} can't play action {given[row]}: they are 0 to {self._count - 1}"
            )
        return np.where(ended, PASS, given).astype(np.int64)

    # What is seen of them.

    def _observations(self) -> Observations:
        step = self._batch.latest
        masks = step.masks.view(np.int8)
        if self._copy:
            return self._formed(step.observations.copy(), masks.copy())
        return self._formed(step.observations, masks)

    def _formed(self, rows: NDArray[np.int16], masks: NDArray[np.int8]) -> Observations:
        shown = form_rows(rows, self._batch.players, self._rules, self._form)
        return shown if self._keys is None else dict(zip(self._keys, (shown, masks), strict=True))

    def _infos(self, which: NDArray[np.bool_]) -> Info:
        """As Gymnasium puts them together: each array with another that says where it counts."""
        step = self._batch.latest
        masks = step.masks.view(np.int8)
        infos: Info = {
            "action_mask": masks.copy() if self._copy else masks,
            "_action_mask": which.copy(),
            "seat": step.seats.astype(np.int64),
            "_seat": which.copy(),
        }
        ends = step.ends & which
        if ends.any():
            infos |= self._results(ends)
        return infos

    def _results(self, ends: NDArray[np.bool_]) -> Info:
        rows = np.flatnonzero(ends)
        scores = np.zeros_like(self._batch.latest.scores)
        scores[rows] = self._batch.latest.scores[rows]
        won = np.zeros(self.num_envs)
        won[rows] = self._won(rows)
        return {"scores": scores, "_scores": ends.copy(), "won": won, "_won": ends.copy()}

    def _won(self, rows: NDArray[np.intp]) -> NDArray[np.float64]:
        """Our shares of the wins in these rows, in which games have ended."""
        scores = self._batch.latest.scores[rows]
        seats = self._batch.latest.seats[rows]
        best = scores == scores.max(axis=1, keepdims=True)
        won: NDArray[np.float64] = best[np.arange(len(rows)), seats - 1].astype(np.float64)
        for place in np.flatnonzero(best.sum(axis=1) > 1):  # R36 decides, whose word is the core's
            winners = self._batch.state(int(rows[place])).winners
            won[place] = (seats[place] in winners) / len(winners)
        return won

    def _final(self, ends: NDArray[np.bool_]) -> Info:
        """What the games that have just ended leave behind, before new ones take their place."""
        step = self._batch.latest
        final = np.full(self.num_envs, None, object)
        no_mask = np.zeros(step.masks.shape, np.int8)
        for row in np.flatnonzero(ends):
            shown = self._formed(step.observations[row : row + 1].copy(), no_mask[:1].copy())
            final[row] = first_of(shown)
        info: Info = {
            "action_mask": no_mask,
            "_action_mask": ends.copy(),
            "seat": np.where(ends, step.seats, 0).astype(np.int64),
            "_seat": ends.copy(),
        }
        return {
            "final_obs": final,
            "_final_obs": ends.copy(),
            "final_info": info | self._results(ends),
            "_final_info": ends.copy(),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, a row a game; none where one has ended."""
        if not self._is_on:
            raise ResetNeeded("no games are on: call reset() first")
        return self._batch.latest.masks.copy()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy, or what comes back from a pickle, goes its own way."""
        self.__dict__.update(state)
        plain: Any = self.action_space
        self.action_space = LegalBatch.at(plain, self._batch.sample)

    def render(self) -> tuple[Any, ...] | None:
        """A picture of each game."""
        if self._renderer is None:
            logger.warn("nothing is rendered: make the environment with a render_mode")
            return None
        states = (self._batch.state(row) for row in range(self.num_envs))
        return tuple(self._renderer.render(state.position()) for state in states)

    def close_extras(self) -> None:
        if self._renderer is not None:
            self._renderer.close()


def first_of(shown: Observations) -> Observations:
    """That of the first game, of what many games show."""
    if isinstance(shown, dict):
        return {name: part[0] for name, part in shown.items()}
    return shown[0]


class SequentialVectorEnv(SyncVectorEnv):
    """Games against bots that see positions, one after the other.

    Gymnasium's own `SyncVectorEnv` plays them; here it draws legal actions and reads seeds.
    """

    def __init__(self, makers: Sequence[Callable[[], AzulEnv]], **options: Any) -> None:
        super().__init__(makers, **options)
        self._spaces = [self._space_of(env.unwrapped) for env in self.envs]
        self.action_space = LegalBatch(self.num_envs, int(self._spaces[0].n), self._draw)

    @staticmethod
    def _space_of(env: object) -> LegalActions:
        assert isinstance(env, AzulEnv)
        return env.action_space

    def reset(
        self, *, seed: Seed = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        return super().reset(seed=seeds_of(seed, self.num_envs), options=options)

    def action_masks(self) -> NDArray[np.bool_]:
        return np.stack(self.call("action_masks"))

    def _draw(self, generator: Generator) -> NDArray[np.int64]:
        drawn = np.full(self.num_envs, PASS)
        for game, space in enumerate(self._spaces):
            state = space.state
            if state is not None and not state.is_over:
                drawn[game] = state.random_action(generator)
        return drawn


def seeds_of(seed: Seed, games: int) -> list[int | None]:
    """One for each game: a number is for the first, and the next number for the next.

    >>> seeds_of(7, 3), seeds_of(None, 2), seeds_of([7, None], 2)
    ([7, 8, 9], [None, None], [7, None])
    """
    if seed is None:
        return [None] * games
    if not isinstance(seed, Sequence | np.ndarray) or getattr(seed, "shape", None) == ():
        first = plain_seed(seed)
        return [first + row for row in range(games)]
    if len(seed) != games:
        raise ValueError(f"{games} games need as many seeds, not {len(seed)}")
    return [None if one is None else plain_seed(one) for one in seed]


def plain_seed(seed: object) -> int:
    if not isinstance(seed, int | np.integer) or seed < 0:
        raise Error(f"a seed is a whole number from 0 on, not {seed!r}")
    return int(seed)
