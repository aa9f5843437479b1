"""OpenSpiel's Monte-Carlo tree search plays azulejos, against our bots.

    pip install 'azulejos[examples]'
    python examples/openspiel_mcts.py                       # about a minute
    python examples/openspiel_mcts.py --plot curve.png      # and a picture of it
    python examples/openspiel_mcts.py --opponents strong --simulations 1000 --games 10

The search is OpenSpiel's own, in Python. From each leaf a game is played to its end by our core,
greedily, or at random: `--playouts random`. Deals are played twice, with the seats changed.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot

from azulejos.envs.openspiel import BotPlayer, PlayoutEvaluator
from azulejos.statistics import Interval, mean, share_interval

COLOURS = ("#1f5c99", "#c4622d", "#3d7a4b")


@dataclass
class Score:
    """How one match went, from the search's side."""

    opponent: str
    simulations: int
    pairs: Counter[float] = field(default_factory=Counter)  # by the share of a pair that was won
    seconds: float = 0.0  # of the search, by the processor's clock

    @property
    def games(self) -> int:
        return 2 * self.pairs.total()

    @property
    def rate(self) -> float:
        return mean(self.pairs)

    @property
    def interval(self) -> Interval:
        """Where the true rate lies, 95 times in 100."""
        return share_interval(self.pairs)


class Match(NamedTuple):
    """What all matches have in common."""

    game: Any
    playouts: str
    games: int
    seed: int

    def search(self, simulations: int) -> MCTSBot:
        evaluator = PlayoutEvaluator(seed=self.seed, play=self.playouts)
        chance = np.random.RandomState(self.seed)
        return MCTSBot(self.game, 1.0, simulations, evaluator, random_state=chance)

    def against(self, opponent: str, simulations: int) -> Score:
        score = Score(opponent, simulations)
        search, other = self.search(simulations), BotPlayer(opponent, seed=self.seed)
        for pair in range(self.games // 2):
            won = 0.0
            for seat, bots in enumerate(([search, other], [other, search])):
                returns, seconds = play_game(self.game, bots, Random(f"{self.seed}/{pair}"))
                won += (1 + returns[seat]) / 2  # a shared win counts half
                score.seconds += seconds[seat]
            score.pairs[won / 2] += 1
        return score


def play_game(game: Any, bots: Sequence[Any], chance: Random) -> tuple[list[float], list[float]]:
    """What each seat got, and how long it thought."""
    state, seconds = game.new_initial_state(), [0.0, 0.0]
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        player, began = state.current_player(), time.process_time()
        action = bots[player].step(state)
        seconds[player] += time.process_time() - began
        state.apply_action(action)
    return state.returns(), seconds


def plot(scores: Sequence[Score], playouts: str, path: str) -> None:
    from matplotlib import pyplot
    from matplotlib.ticker import PercentFormatter

    figure, axes = pyplot.subplots(figsize=(7.2, 4.2), layout="constrained")
    for colour, opponent in zip(COLOURS, names(scores), strict=False):
        found = [score for score in scores if score.opponent == opponent]
        budgets, rates = zip(*[(score.simulations, score.rate) for score in found], strict=True)
        low, high = zip(*[score.interval for score in found], strict=True)
        axes.fill_between(budgets, low, high, color=colour, alpha=0.2, linewidth=0)
        axes.plot(budgets, rates, "o-", color=colour, linewidth=1.8, label=f"against {opponent}")
    axes.set(xscale="log", ylim=(0, 1.02))
    axes.set_xticks(sorted({score.simulations for score in scores}))
    axes.xaxis.set_major_formatter("{x:.0f}")
    axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    axes.minorticks_off()
    axes.set_xlabel("simulations a move")
    axes.set_ylabel("games won (a shared win counts half)")
    games = f"{scores[0].games} games a point, 95 % intervals"
    axes.set_title(f"OpenSpiel's MCTS with {playouts} playouts: {games}", loc="left", fontsize=11)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.legend(loc="best", frameon=False)
    figure.savefig(path, dpi=110)


def names(scores: Sequence[Score]) -> list[str]:
    return list(dict.fromkeys(score.opponent for score in scores))


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--simulations", type=int, nargs="+", default=[10, 30, 100])
    parser.add_argument(
        "--opponents", nargs="+", default=["random", "greedy", "casual"], metavar="BOT"
    )
    parser.add_argument(
        "--games", type=int, default=20, help="of each match, in pairs; default %(default)s"
    )
    parser.add_argument("--playouts", choices=["greedy", "random"], default="greedy")
    parser.add_argument("--rules", default="std")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", metavar="FILE", help="draw the rates; needs matplotlib")
    return parser.parse_args()


def main() -> None:
    given = options()
    game = pyspiel.load_game("python_azulejos", {"rules": given.rules})
    match = Match(game, given.playouts, given.games, given.seed)
    scores = []
    for opponent in given.opponents:
        for simulations in given.simulations:
            score = match.against(opponent, simulations)
            low, high = score.interval
            print(
                f"{simulations:>5} simulations against {opponent}: {score.rate:.0%} of "
                f"{score.games} games ({low:.0%} to {high:.0%}), "
                f"{score.seconds / score.games:.2f} s a game",
                flush=True,
            )
            scores.append(score)
    if given.plot:
        plot(scores, given.playouts, given.plot)


if __name__ == "__main__":
    main()
