"""The game as a Gymnasium environment: one seat, and bots at the others.

    import gymnasium, azulejos.envs
    env = gymnasium.make("azulejos/Azul-v0", opponent="greedy")

Thin: `azulejos.core` plays. What is seen is the matter of `observations`, what is earned of
`rewards`, who else plays of `opponents`, pictures of `rendering`.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

from ..extras import importing

with importing("gymnasium"):
    import gymnasium
    import numpy as np
    from gymnasium.error import InvalidAction, ResetNeeded, UnsupportedMode

from ..core import Generator, State, action_count
from ..core.arguments import check_seat
from ..rules import Position, RuleSet
from . import RESET_OPTIONS
from .legal import LegalActions
from .observations import dictionary_keys, observe, seen_space
from .opponents import Opponents
from .rendering import FPS, RENDER_MODES, Renderer
from .rewards import AS_THEY_COME, check_rewards, rewards_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .opponents import Opponent

Info = dict[str, Any]


class AzulEnv(gymnasium.Env[Any, SupportsIndex]):
    """One seat of a game; the opponents move, and deals are made, within `step` and `reset`.

    `opponent` is a bot's spec, a class with a method `choose`, or a policy (`opponents.py`), for
    all other seats, or one for each, clockwise from the own seat. `seat` and `starter` count from
    1, None leaves them to chance, anew in each game. `as_dict` puts what is seen and the mask into
    a dictionary: True, or the names of the two in it.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (Gymnasium wants it so)
        "render_modes": RENDER_MODES,
        "render_fps": FPS,
    }
    action_space: LegalActions

    def __init__(
        self,
        opponent: Opponent | Sequence[Opponent] = "greedy",
        seat: int | None = 1,
        players: int = 2,
        rules: RuleSet | str = "std",
        rewards: str = "win",
        observations: str = "vector",
        starter: int | None = None,
        render_mode: str | None = None,
        as_dict: bool | tuple[str, str] = False,
    ) -> None:
        check_rewards(rewards)
        self.action_space = LegalActions(action_count(players, rules))  # refuses other games
        self._keys = dictionary_keys(as_dict)
        self.observation_space = seen_space(players, rules, observations, self._keys)
        self._kind = players, str(rules)
        self._seat = check_seat("seat", seat, players)
        self._starter = check_seat("starter", starter, players)
        self._opponents = Opponents(opponent, *self._kind, observations)
        self._rewards = rewards
        self._form = observations
        self.render_mode = render_mode
        self._renderer = new_renderer(render_mode)
        self._chance: Generator | None = None
        self._state: State | None = None  # None: no game is on
        self.seat = self._seat or 1

    # A game.

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Info]:
        """A new game, up to the first own move; without a seed, chance goes on where it is.

        Options: `position`, a text or Position to begin with; `seat` and `starter`, this once.
        """
        super().reset(seed=seed)
        self._state = None
        if seed is not None or self._chance is None:
            self._chance = Generator(self._seed())
            self._opponents.sow(self._chance)
        state = self._begin(options or {}, self._chance)
        self._opponents.new_game()
        self._opponents.play_on(state, self.seat, self._chance)
        self._state = state
        self.action_space.lay(state, seed)
        self._scores = state.scores
        if self.render_mode == "human":
            self.render()
        info = self._info(state)
        return self._observe(state, info), info

    def _seed(self) -> int:
        """The seed that Gymnasium keeps: one that nobody chose can be looked up and used again."""
        seed = self.np_random_seed
        return seed if seed >= 0 else int(self.np_random.integers(2**63))

    def _begin(self, options: dict[str, Any], chance: Generator) -> State:
        unknown = set(options).difference(RESET_OPTIONS)
        if unknown:
            raise ValueError(f"reset has the options {', '.join(RESET_OPTIONS)}, not {unknown}")
        players, rules = self._kind
        starter = check_seat("starter", options.get("starter", self._starter), players)
        seat = check_seat("seat", options.get("seat", self._seat), players)
        if starter is None:
            starter = chance.below(players) + 1
        self.seat = chance.below(players) + 1 if seat is None else seat
        if options.get("position") is None:
            return State(players, rules, starter)
        return self._set_up(options["position"])

    def _set_up(self, position: str | Position) -> State:
        if isinstance(position, str):
            state = State.from_text(position)
        else:
            state = State.from_position(position)
        if (state.players, state.rules) != self._kind or state.is_over:
            players, rules = self._kind
            raise ValueError(
                f"the position is not one of a {rules} game for {players} that goes on"
            )
        return state

    def step(self, action: SupportsIndex) -> tuple[Any, float, bool, bool, Info]:
        """Plays the action, and all that follows up to the next own move or the end.

        An illegal one is refused with the law's reason and changes nothing. Only where Gymnasium's
        checker plays what it drew before the game, another is played: `info["action"]`.
        """
        state = self._state
        if state is None or self._chance is None:
            raise ResetNeeded("no game is on: call reset() first")
        space = self.action_space
        any_move = space.ahead is not None and space.means_any(action)
        instead: int | None = None
        try:
            state.apply(action)  # type: ignore[arg-type]  # whatever has an __index__
        except (ValueError, TypeError, OverflowError) as error:
            if state.is_over:
                raise ResetNeeded("the game is over: call reset() first") from None
            if not any_move:
                raise InvalidAction(f"action {action!r} can't be played: {error}") from error
            instead = next_legal(state, index(action))
            state.apply(instead)
        try:
            self._opponents.play_on(state, self.seat, self._chance)
        except BaseException:
            self._state = None  # it is not our turn, and the opponent has failed
            raise
        over = state.is_over
        reward = 0.0
        if over or self._rewards in AS_THEY_COME:
            reward = rewards_of(self._rewards, state, self._scores)[self.seat - 1]
            self._scores = state.scores
        if self.render_mode == "human":
            self.render()
        info = self._info(state)
        if instead is not None:
            info["action"] = instead
        return self._observe(state, info), reward, over, False, info

    # What is seen of it.

    def _observe(self, state: State, info: Info) -> Any:
        plain = self._form == "vector"
        seen = state.observation(self.seat) if plain else observe(state, self.seat, self._form)
        if self._keys is None:
            return seen
        return dict(zip(self._keys, (seen, info["action_mask"].copy()), strict=True))

    def _info(self, state: State) -> Info:
        info: Info = {"action_mask": state.mask().view(np.int8), "seat": self.seat}
        if state.is_over:
            winners = state.winners
            info["scores"] = np.array(state.scores, np.int16)
            info["won"] = (self.seat in winners) / len(winners)
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, as sb3-contrib asks for it."""
        return self._table().mask()

    def position(self) -> Position:
        """The law's position that is on the table."""
        return self._table().position()

    def _table(self) -> State:
        if self._state is None:
            raise ResetNeeded("no game is on: call reset() first")
        return self._state

    def render(self) -> Any:
        """The table as text or pixels, or None: with `human` it is in the window."""
        if self._renderer is None:
            gymnasium.logger.warn("nothing is rendered: make the environment with a render_mode")
            return None
        return self._renderer.render(self.position())

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if not isinstance(self.action_space, LegalActions):  # a pickled space knows no table
            self.action_space = LegalActions.at(self._state, self.action_space)

    def close(self) -> None:
        """Closes the window and the bots; `reset` brings them back."""
        self._opponents.close()
        if self._renderer is not None:
            self._renderer.close()


def next_legal(state: State, number: int) -> int:
    """The next legal action in number, from the beginning again after the last."""
    legal = state.legal_actions()
    return next((action for action in legal if action > number), legal[0])


def new_renderer(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> Renderer | None:
    """What draws in a mode of Gymnasium's."""
    if mode is None:
        return None
    if mode not in modes:
        raise UnsupportedMode(f"there is no render mode {mode!r} here: use {', '.join(modes)}")
    return Renderer(mode)
