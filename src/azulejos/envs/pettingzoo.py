"""The game as a PettingZoo environment: agents move in turn, each sees the table from its seat.

>>> from azulejos.envs import azulejos_v0
>>> env = azulejos_v0.env(players=3, rules="grey")
>>> env.reset(seed=1)
>>> env.agents, env.last()[0]["action_mask"].shape
(['player_1', 'player_2', 'player_3'], (325,))

Thin: `azulejos.core` plays, and deals are made here, by chance that the seed decides. What an
agent sees is the matter of `observations`, what it earns of `rewards`, pictures of `rendering`.
"""

from __future__ import annotations

from secrets import randbits
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from ..extras import importing

with importing("pettingzoo"):
    import numpy as np
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv, ParallelEnv, register  # older ones have no `register`
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from ..core import Generator, State, action_count
from ..core.arguments import check_seat
from . import RESET_OPTIONS
from .observations import observe, space
from .rendering import FPS, RENDER_MODES, Renderer
from .rewards import AS_THEY_COME, check_rewards, rewards_of
from .wrapping import Environment, wrapped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..rules import Position

ILLEGAL_REWARD = -1  # as in PettingZoo's own games


class Observation(TypedDict):
    """What an agent sees, and what it may do: all zeros unless it is to move."""

    observation: NDArray[Any]
    action_mask: NDArray[np.int8]


class Options(TypedDict, total=False):
    """How games are set up; `Azulejos` says what each means."""

    players: int
    rules: str
    rewards: str
    observations: str
    starter: int | None
    render_mode: str | None


class Azulejos(AECEnv[str, Any, Any]):
    """The environment without wrappers: fastest, and an illegal action is an error.

    `players` 2 to 4; `rules` "std", "grey", "joker" or "grey+joker"; `rewards` one of
    `rewards.REWARDS`; `observations` one of `observations.FORMS`; `starter` the seat that starts,
    from 1, or None: then chance decides, anew for each game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (every PettingZoo environment has it so)
        "name": "azulejos_v0",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,  # who took the marker starts: the turns are no cycle
        "render_fps": FPS,
    }

    def __init__(
        self,
        players: int = 2,
        rules: str = "std",
        rewards: str = "win",
        observations: str = "vector",
        starter: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._game = State(players, rules)  # refuses what does not exist
        check_rewards(rewards)
        self._kind = (players, rules)
        self._earned_by = rewards
        self._as_they_come = rewards in AS_THEY_COME
        self._form = observations
        self._starter = check_seat("starter", starter, players)
        self._chance = Generator(randbits(64))
        self._renderer = None
        if render_mode is not None:
            self._renderer = Renderer(render_mode, fps=self.metadata["render_fps"])
        self.render_mode = render_mode

        self.possible_agents = [f"player_{seat}" for seat in range(1, players + 1)]
        self._agents_by_player = ["", *self.possible_agents]  # players count from 1
        self._players = {agent: seat for seat, agent in enumerate(self.possible_agents, start=1)}
        self._width = action_count(players, rules)
        self.action_spaces = {a: spaces.Discrete(self._width) for a in self.possible_agents}
        self.observation_spaces = {a: self._new_space() for a in self.possible_agents}
        self.state_space = space(players, rules, observations)
        self.agents = []

    def _new_space(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self._width,), np.int8)
        return spaces.Dict({"observation": space(*self._kind, self._form), "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # Playing.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed chance goes on where it is.

        There are no options. Those of our Gymnasium environment are refused; others do nothing,
        as PettingZoo's own test of environments asks for.
        """
        for option in RESET_OPTIONS:
            if option in (options or ()):
                raise ValueError(f"reset has no option {option!r} in PettingZoo")
        if seed is not None:
            self._chance = Generator(seed)
        starter = self._starter
        if starter is None:
            starter = self._chance.below(len(self.possible_agents)) + 1
        self._game = State(*self._kind, starter)
        self._game.deal(self._chance)
        self._scores = self._game.scores
        self._paid = False  # did the latest move bring rewards?

        self.agents = self.possible_agents[:]
        self.agent_selection = self._agents_by_player[starter]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """The agent to move plays; if a round has ended, the next is dealt.

        An illegal action is refused with the law's reason and changes nothing.
        """
        if not self.agents:
            raise ValueError("no agent is left to move: reset() begins a new game")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self._game
        try:
            game.apply(action)  # type: ignore[arg-type]  # None is no number, like much else
        except TypeError:
            numbers = f"a whole number from 0 to {self._width - 1}"
            raise TypeError(f"{agent} is to move: an action is {numbers}, not {action!r}") from None
        except OverflowError:
            raise ValueError(f"there is no action {action}") from None
        self._cumulative_rewards[agent] = 0
        over = game.is_over
        if over or self._paid or (self._as_they_come and game.scores != self._scores):
            self._pay()
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            if game.deal_is_due:
                game.deal(self._chance)
            self.agent_selection = self._agents_by_player[game.turn]
        if self.render_mode == "human":
            self.render()

    def _pay(self) -> None:
        earned = rewards_of(self._earned_by, self._game, self._scores)
        self.rewards = dict(zip(self.agents, earned, strict=True))
        self._accumulate_rewards()
        self._scores = self._game.scores
        self._paid = any(earned)

    # Looking.

    def observe(self, agent: str) -> Observation:
        """What an agent sees now; the arrays are the caller's own."""
        game = self._game
        if agent == self.agent_selection and self.terminations.get(agent) is False:
            mask = game.mask().view(np.int8)
        else:
            mask = np.zeros(self._width, np.int8)
        return {"observation": observe(game, self._players[agent], self._form), "action_mask": mask}

    def state(self) -> NDArray[Any]:
        """The whole table, as `player_1` sees it, whoever is to move."""
        return observe(self._game, 1, self._form)

    def position(self) -> Position:
        """The law's position, for those who want to look or to ask a bot."""
        return self._game.position()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Text, pixels, or None after showing the window."""
        if self._renderer is None:
            logger.warn("there is nothing to render: no render_mode was given")
            return None
        return self._renderer.render(self.position())

    def close(self) -> None:
        if self._renderer is not None:
            self._renderer.close()


raw_env = Azulejos


def env(**options: Unpack[Options]) -> Environment:
    """The environment with the wrappers that PettingZoo's own board games have.

    An illegal action ends the game: who made it gets -1, the others 0.
    """
    return wrapped(Azulejos(**options), ILLEGAL_REWARD)


def parallel_env(**options: Unpack[Options]) -> ParallelEnv[str, Any, Any]:
    """All agents act at once, but only the action of the one to move counts."""
    return turn_based_aec_to_parallel(env(**options))


register("aec", "azulejos/azulejos_v0", entry_point=env)
register("parallel", "azulejos/azulejos_v0", entry_point=parallel_env)
