"""For OpenSpiel's algorithms: our bots as its players, and our random games as its evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyspiel

from ...bots import make_bot
from ...core import OPPONENTS, Generator, State, action_of
from ...protocol import BotError
from ...rules import RuleSet
from ..opponents import close_after
from ..rewards import rewards_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .chance import Outcomes
    from .game import AzulejosGame
    from .state import AzulejosState


class BotPlayer(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel has no types
    """One of ours, by its words: `BotPlayer("greedy")`, `BotPlayer("mcts:nodes=2000")`.

    For a game that is named, a bot that can't play it is refused at once, else at its first move.
    A program ends with `close`, or when nobody has the player any more.
    """

    def __init__(
        self, spec: str, seed: int | None = None, game: AzulejosGame | None = None
    ) -> None:
        super().__init__()
        kind = () if game is None else (game.start.players, RuleSet(game.start.rules))
        try:
            self.bot = make_bot(spec, seed, *kind)
        except (ValueError, OSError) as refusal:
            raise pyspiel.SpielError(str(refusal)) from refusal
        close_after(self, [self.bot])

    def step(self, state: AzulejosState) -> int:
        try:
            return action_of(self.bot.choose(state.position()).move)
        except (ValueError, BotError) as refusal:
            raise pyspiel.SpielError(f"{self.bot.name}: {refusal}") from refusal

    def restart_at(self, state: AzulejosState) -> None:
        self.bot.new_game()

    def restart(self) -> None:
        self.bot.new_game()

    def close(self) -> None:
        """Ends it if it is a program; another move would start it again."""
        self.bot.close()


class PlayoutEvaluator:
    """For `open_spiel.python.algorithms.mcts`: games played to the end by the fast core.

    With random moves it is the same as OpenSpiel's RandomRolloutEvaluator, some hundred times as
    fast. With greedy ones a search plays much better.
    """

    def __init__(self, games: int = 1, seed: int = 0, play: str = "random") -> None:
        if games < 1:
            raise ValueError(f"an evaluation takes at least one game, not {games}")
        if play not in OPPONENTS:
            raise ValueError(f"there is no play {play!r}: use {' or '.join(OPPONENTS)}")
        self.games = games
        self._greedy = play == "greedy"
        self._generator = Generator(seed)

    def evaluate(self, state: AzulejosState) -> NDArray[np.float64]:
        """The mean of what each player has got at the end, from the game's start on."""
        total = np.zeros(state.num_players())
        game = state.get_game()
        for _ in range(self.games):
            table = state.dealt(self._generator)
            self._play_out(table)
            total += rewards_of(game.rewards, table, game.start.scores)
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
