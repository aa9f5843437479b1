"""A second table beside an environment of one seat, on which the law plays.

What the core's opponents move is found by a copy of the state and of its chance; what bots move,
they have told. The law then judges every move and every deal.
"""

from __future__ import annotations

from copy import copy

from azulejos.core import Generator, State, action_of, move_of
from azulejos.envs.gymnasium import AzulEnv
from azulejos.protocol import Limit, Thought
from azulejos.protocol.contract import Report
from azulejos.rules import Deal, Move, Phase, Position, legal_moves, play


class Telling:
    """A bot that writes down what it plays, and otherwise is another."""

    def __init__(self, bot: object, told: list[Move]) -> None:
        self._bot = bot
        self._told = told
        self.games = 0
        self.closed = 0

    name = "telling"

    def new_game(self) -> None:
        self.games += 1
        self._bot.new_game()  # type: ignore[attr-defined]

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        thought: Thought = self._bot.choose(position, limit, report)  # type: ignore[attr-defined]
        self._told.append(thought.move)
        return thought

    def stop(self) -> None: ...

    def close(self) -> None:
        self.closed += 1
        self._bot.close()  # type: ignore[attr-defined]


class SecondTable:
    """Follows an environment that has just been reset."""

    def __init__(self, env: AzulEnv, told: list[Move] | None = None) -> None:
        self.env = env
        self.told = told
        self.position = env.position()
        self.before = self._copies()

    def _copies(self) -> tuple[State, Generator]:
        state, chance = self.env._state, self.env._chance
        assert state is not None
        assert chance is not None
        return state.copy(), copy(chance)

    def follow(self, action: int) -> None:
        """Plays in the law what the environment has played since, this action first."""
        state, chance = self.before
        state.apply(action)
        self._play(move_of(action))
        player = self.env.seat
        while self.position.phase is not Phase.OVER:
            if self.position.phase is Phase.PREPARATION:
                state.deal(chance)
                self._play(Deal(state.position().displays))
            elif self.position.turn == player:
                break
            else:
                move = self._opponents_move(state, chance)
                state.apply(action_of(move))
                self._play(move)
        self.before = self._copies()

    def _opponents_move(self, state: State, chance: Generator) -> Move:
        if self.told is not None:
            return self.told.pop(0)
        if self.env._opponents.native == "random":
            return move_of(state.random_action(chance))
        return move_of(state.greedy_action(chance))

    def _play(self, move: Move) -> None:
        self.position = play(self.position, move).position

    def mask(self) -> list[int]:
        """The numbers of the legal moves, by the law."""
        if self.position.phase in (Phase.PREPARATION, Phase.OVER):
            return []
        return sorted(action_of(move) for move in legal_moves(self.position))

    def scores(self) -> tuple[int, ...]:
        return tuple(board.score for board in self.position.boards)
