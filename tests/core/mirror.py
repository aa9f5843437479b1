"""One game of a batch, played beside it by the law: chance, opponents, what is seen and earned.

Chance is a `Generator` of the same seed, and the core's single states tell what opponents choose;
every move and deal is then judged and played by `azulejos.rules`.
"""

from __future__ import annotations

import numpy as np
import pytest
from test_batch import seen

from azulejos.core import Generator, State, Step, action_of, move_of
from azulejos.rules import Deal, Move, Phase, RuleSet, legal_moves, play, start


class Mirror:
    """Who starts is drawn first, then, if there are opponents, the own seat."""

    def __init__(self, players: int, rules: RuleSet, seed: int, opponent: str = "") -> None:
        self.players = players
        self.rules = rules
        self.opponent = opponent
        self.chance = Generator(seed)
        self.begin()

    def begin(self) -> None:
        starter = self.chance.below(self.players) + 1
        self.seat = self.chance.below(self.players) + 1 if self.opponent else 0
        self.state = State(self.players, self.rules, starter)
        self.position = start(self.players, self.rules, starter)
        self.go_on()

    def step(self, action: int) -> None:
        self.before = self.scores()
        self.follow(move_of(action))
        self.go_on()

    def go_on(self) -> None:
        while self.position.phase is not Phase.OVER:
            if self.position.phase is Phase.PREPARATION:
                dealt = self.state.copy()
                dealt.deal(self.chance)
                self.follow(Deal(dealt.position().displays))
            elif self.opponent and self.position.turn != self.seat:
                self.follow(move_of(self.state.opponent_action(self.opponent, self.chance)))
            else:
                break

    def follow(self, move: Move) -> None:
        self.position = play(self.position, move).position
        if isinstance(move, Deal):
            self.state.deal(move)
        else:
            self.state.apply(action_of(move))

    def scores(self) -> list[int]:
        return [board.score for board in self.position.boards]

    def earned(self, rewards: str) -> list[float]:
        """For the latest step, by the law's outcome."""
        scores, players = self.scores(), self.players
        points = [now - then for now, then in zip(scores, self.before, strict=True)]
        if rewards == "points":
            return [float(gain) for gain in points]
        if rewards == "lead":
            return [gain - (sum(points) - gain) / (players - 1) for gain in points]
        outcome = self.position.outcome
        if outcome is None:
            return [0.0] * players
        if rewards == "difference":
            return [score - (sum(scores) - score) / (players - 1) for score in scores]
        won = [seat + 1 in outcome.winners for seat in range(players)]
        return [(win * players / sum(won) - 1) / (players - 1) for win in won]

    def check_table(self, step: Step, game: int) -> None:
        """What is seen in a row, and by whom."""
        position = self.position
        over = position.phase is Phase.OVER
        legal = [] if over else sorted(action_of(move) for move in legal_moves(position))
        assert list(np.flatnonzero(step.masks[game])) == legal
        seat = self.seat if self.opponent else position.turn
        assert step.seats[game] == seat
        assert list(step.observations[game]) == seen(position, seat)

    def check_result(self, step: Step, game: int, rewards: str) -> None:
        """What the latest step has brought."""
        assert list(step.scores[game]) == self.scores()
        assert list(step.rewards[game]) == pytest.approx(self.earned(rewards), abs=1e-5)
        assert step.ends[game] == (self.position.phase is Phase.OVER)
