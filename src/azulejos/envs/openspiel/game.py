"""The game in OpenSpiel's form: its parameters, its bounds, where it starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from ...core import State, action_count
from ...core.actions import check_kind
from ...rules.errors import AzulejosError
from ...rules.material import PLAYER_COUNTS
from ...rules.tiles import COLOURS, KINDS
from ..lengths import MOST_POINTS, longest_chance, longest_game
from ..observations import check_observations
from ..rewards import AS_THEY_COME, check_rewards
from .chance import StarterDraw, partial_deal_of
from .observers import TableObserver
from .state import AzulejosState

if TYPE_CHECKING:
    from .chance import PartialDeal

Parameters = dict[str, Any]

SHORT_NAME = "python_azulejos"
LOT = 0  # as `starter`: chance draws who starts
DEFAULTS: Parameters = {
    "players": 2,
    "rules": "std",
    "starter": 1,
    "rewards": "win",
    "observations": "vector",
    "position": "",
}


def game_type(rewards: str) -> Any:
    """Points and leads come round by round, others at the end; all but points add up to 0."""
    at_end = rewards not in AS_THEY_COME
    kind = pyspiel.GameType
    return kind(
        short_name=SHORT_NAME,
        long_name="Azulejos",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if rewards == "points" else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL if at_end else kind.RewardModel.REWARDS,
        max_num_players=max(PLAYER_COUNTS),
        min_num_players=min(PLAYER_COUNTS),
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # a whole history, of no use where all is seen
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


GAME_TYPE = game_type("win")


class AzulejosGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """Made by `pyspiel.load_game("python_azulejos(…)")`."""

    def __init__(self, params: Parameters | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        try:
            check_rewards(given["rewards"])
            self.start = start_of(given)
            check_observations(given["observations"], self.start.rules)
        except (AzulejosError, ValueError) as refusal:
            raise pyspiel.SpielError(f"{SHORT_NAME}: {refusal}") from refusal
        self.rewards: str = given["rewards"]
        self.observations: str = given["observations"]
        self.by_lot = given.get("starter") == LOT
        lot = StarterDraw(self.start.players) if self.by_lot else None
        self.first_chance: StarterDraw | PartialDeal | None = lot or partial_deal_of(self.start)
        super().__init__(game_type(self.rewards), self._info(), given)

    def _info(self) -> Any:
        players, rules = self.start.players, self.start.rules
        least, most = bounds(self.rewards, self.start)
        return pyspiel.GameInfo(
            num_distinct_actions=action_count(players, rules),
            max_chance_outcomes=len(KINDS if "joker" in rules else COLOURS),
            num_players=players,
            min_utility=least,
            max_utility=most,
            utility_sum=None if self.rewards == "points" else 0.0,
            max_game_length=longest_game(players, rules),
        )

    def max_chance_nodes_in_history(self) -> int:
        return longest_chance(self.start.players) + int(self.by_lot)

    def new_initial_state(self, position: str | None = None) -> AzulejosState:
        """The start; or any position of this number of players and these rules, by its text.

        Then the state's game is one that starts there: `state.get_game()`.
        """
        if position is None:
            return AzulejosState(self)
        if not position:
            raise pyspiel.SpielError("a position's text is empty")
        told = {**self.get_parameters(), "position": position}
        game = AzulejosGame({name: told[name] for name in told if name != "starter"})
        if (game.start.players, game.start.rules) != (self.start.players, self.start.rules):
            raise pyspiel.SpielError(
                f"this game has {self.start.players} players and rules {self.start.rules}, "
                f"the position {game.start.players} and {game.start.rules}"
            )
        return AzulejosState(game)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Parameters | None = None
    ) -> TableObserver | IIGObserverForPublicInfoGame:
        """What a player sees now, for perfect recall the history; there is nothing private."""
        if isinstance(iig_obs_type, dict):  # so does `game.make_observer(params)`
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise pyspiel.SpielError(
                f"{SHORT_NAME} has no observation parameters, but got {params}"
            )
        if iig_obs_type and (iig_obs_type.perfect_recall or not iig_obs_type.public_info):
            return IIGObserverForPublicInfoGame(iig_obs_type, params)
        return TableObserver(self.start.players, self.start.rules, self.observations)


def start_of(given: Parameters) -> State:
    """The table before anything happens. What a position tells is written into the parameters."""
    if given["position"]:
        return start_at(given)
    del given["position"]  # lest OpenSpiel writes an empty one into the game's name
    players, rules, seat = given["players"], given["rules"], given["starter"]
    check_kind(players, rules)
    if not LOT <= seat <= players:
        raise ValueError(
            f"there is no seat {seat} for starter: "
            f"seats count from 1, use 1 to {players}, or {LOT} for any"
        )
    return State(players, rules, starter=max(seat, 1))


def start_at(given: Parameters) -> State:
    start = State.from_text(given["position"])
    for name in ("players", "rules"):
        told = getattr(start, name)
        if given[name] not in (told, DEFAULTS[name]):  # a default may not have been given at all
            raise ValueError(f"the position has {name} {told}, not {given[name]}")
        given[name] = told
    if given.pop("starter") != DEFAULTS["starter"]:
        raise ValueError("a position tells who starts: leave starter out")
    given["position"] = str(start)
    return start


def bounds(rewards: str, start: State) -> tuple[float, float]:
    """The least and the most that a player can get."""
    if rewards == "win":
        return -1 / (start.players - 1), 1.0
    ahead = float(max(start.scores))
    if rewards == "points":
        return 0.0 - ahead, float(MOST_POINTS)  # floors can take all away (R27)
    return -(MOST_POINTS + ahead), MOST_POINTS + ahead


pyspiel.register_game(GAME_TYPE, AzulejosGame)
