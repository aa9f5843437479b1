"""A game in OpenSpiel's form: `core.State`, and the deal that chance is drawing tile by tile."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pyspiel

from ...core import Generator, State, move_of
from ...notation import format_move
from ...rules.errors import AzulejosError
from ...rules.tiles import KINDS
from ..rewards import AS_THEY_COME, for_the_difference, rewards_of
from .chance import Outcomes, PartialDeal, StarterDraw, partial_deal_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ...rules.moves import Deal
    from ...rules.position import Position
    from .game import AzulejosGame


class AzulejosState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """Made by `game.new_initial_state()`. Players count from 0 here, as OpenSpiel has it.

    OpenSpiel copies a state by copying what is in `__dict__`, and that is how it writes one too.
    """

    def __init__(self, game: AzulejosGame) -> None:
        super().__init__(game)
        self._table = game.start.copy()
        self._chance: StarterDraw | PartialDeal | None = game.first_chance
        self._counted = game.start.scores  # as they were at the latest decision

    # What OpenSpiel asks for.

    def current_player(self) -> int:
        if self._chance is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self._table.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._table.turn - 1

    def is_terminal(self) -> bool:
        return self._table.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return self._table.legal_actions()

    def chance_outcomes(self) -> Outcomes:
        if self._chance is None:
            raise pyspiel.SpielError("chance has nothing to draw here: a player decides")
        return self._chance.outcomes()

    def _apply_action(self, action: int) -> None:
        if self._chance is None:
            self._play(action)
        else:
            self._draw(self._chance, action)

    def _play(self, action: int) -> None:
        if self._table.is_over:
            raise pyspiel.SpielError(f"the game is over: action {action} can't be played")
        scores = self._table.scores
        try:
            self._table.apply(action)
        except (AzulejosError, ValueError, OverflowError) as refusal:
            raise pyspiel.SpielError(f"action {action} is illegal: {refusal}") from refusal
        self._counted = scores
        self._chance = partial_deal_of(self._table)

    def _draw(self, chance: StarterDraw | PartialDeal, action: int) -> None:
        if not chance.can_be(action):
            raise pyspiel.SpielError(f"outcome {action} can't be drawn here ({chance})")
        if isinstance(chance, StarterDraw):
            self._table = State(chance.players, self._table.rules, starter=action + 1)
            self._chance = partial_deal_of(self._table)
            return
        after = chance.after(action)
        if after.is_complete:
            self._table.deal(after.deal())
        self._chance = None if after.is_complete else after

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            if player != pyspiel.PlayerId.CHANCE:
                return move_text(action)
            return str(KINDS[action]) if self._chance is None else self._chance.name(action)
        except (ValueError, IndexError) as refusal:
            raise pyspiel.SpielError(f"there is no action {action}") from refusal

    def returns(self) -> list[float]:
        """Points count when somebody decides again, or at the end: see `rewards`."""
        game = self.get_game()
        table = self._table
        if game.rewards not in AS_THEY_COME:
            return list(rewards_of(game.rewards, table, table.scores))
        scores = table.scores if self._chance is None else self._counted
        pairs = zip(scores, game.start.scores, strict=True)
        points = [float(score - before) for score, before in pairs]
        return points if game.rewards == "points" else list(for_the_difference(points))

    def rewards(self) -> list[float]:
        """Of the latest decision; OpenSpiel's algorithms never ask at a node of chance."""
        if self._chance is not None:
            return [0.0] * self._table.players
        return list(rewards_of(self.get_game().rewards, self._table, self._counted))

    def __str__(self) -> str:
        """The position's text; in a deal it is the one before, and a line with what is drawn."""
        text = str(self._table)
        return text if self._chance is None else f"{text}\n{self._chance}"

    # What researchers ask for.

    @property
    def table(self) -> State:
        """A copy of the fast core's state; in a deal, the one before it."""
        return self._table.copy()

    def position(self) -> Position:
        """The law's position; in a deal, the one before it."""
        return self._table.position()

    def partial_deal(self) -> Deal | None:
        """What chance has laid on the displays so far; None where no deal is being drawn."""
        return self._chance.deal() if isinstance(self._chance, PartialDeal) else None

    def dealt(self, generator: Generator) -> State:
        """A copy of the core's state, in which the generator has drawn what was still to draw."""
        table, chance = self._table.copy(), self._chance
        if isinstance(chance, StarterDraw):
            starter = generator.below(chance.players) + 1
            table, chance = State(chance.players, table.rules, starter=starter), None
        if not isinstance(chance, PartialDeal) or not chance.drawn:
            if table.deal_is_due:
                table.deal(generator)
            return table
        while not chance.is_complete:
            tiles = [kind for kind, count in enumerate(chance.source) for _ in range(count)]
            chance = chance.after(tiles[generator.below(len(tiles))])
        table.deal(chance.deal())
        return table

    def row(self, player: int) -> NDArray[np.int16]:
        """What a player, from 0, sees, number by number; in a deal, with what is drawn so far."""
        row = self._table.observation(player + 1)
        if isinstance(self._chance, PartialDeal):
            heaps = [heap.counts for heap in self._chance.deal().displays]
            heaps += [self._chance.bag, self._chance.lid]
            tiles = [count for counts in heaps for count in counts]
            row[len(KINDS) : len(KINDS) + len(tiles)] = tiles  # the centre comes first
        return row


@cache
def move_text(action: int) -> str:
    return format_move(move_of(action))
