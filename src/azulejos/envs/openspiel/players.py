"""For OpenSpiel's algorithms: our bots as its players, and our random games as its evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyspiel

from ...bots import make_bot
from ...core import OPPONENTS, Generator, State, action_of
from ..rewards import rewards_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .chance import Outcomes
    from .state import AzulejosState


class BotPlayer(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel has no types
    """One of ours, by its words: `BotPlayer("greedy")`, `BotPlayer("mcts:nodes=2000")`."""

    def __init__(self, spec: str, seed: int | None = None) -> None:
        super().__init__()
        self.bot = make_bot(spec, seed=seed)

    def step(self, state: AzulejosState) -> int:
        return action_of(self.bot.choose(state.position()).move)

    def restart_at(self, state: AzulejosState) -> None:
        self.bot.new_game()

    def restart(self) -> None:
        self.bot.new_game()


class PlayoutEvaluator:
    """For `open_spiel.python.algorithms.mcts`: games played to the end by the fast core.

    With random moves it is the same as OpenSpiel's RandomRolloutEvaluator, some hundred times as
    fast. With greedy ones a search plays much better.
    """

    def __init__(self, games: int = 1, seed: int = 0, play: str = "random") -> None:
        if play not in OPPONENTS:
            raise ValueError(f"there is no play {play!r}: use {' or '.join(OPPONENTS)}")
        self.games = games
        self._greedy = play == "greedy"
        self._generator = Generator(seed)

    def evaluate(self, state: AzulejosState) -> NDArray[np.float64]:
        """The mean of what each player gets from here on."""
        total = np.zeros(state.num_players())
        kind = state.get_game().rewards
        for _ in range(self.games):
            table = state.dealt(self._generator)
            scores = table.scores
            self._play_out(table)
            total += rewards_of(kind, table, scores)
        return total / self.games

    def _play_out(self, table: State) -> None:
        if not self._greedy:
            table.play_out(self._generator)
        while not table.is_over:
            if table.deal_is_due:
                table.deal(self._generator)
            else:
                table.apply(table.greedy_action(self._generator))

    def prior(self, state: AzulejosState) -> Outcomes:
        """All actions alike; of chance, its own."""
        if state.is_chance_node():
            return state.chance_outcomes()
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]
