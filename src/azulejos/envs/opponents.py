"""Whoever sits at the other seats of an environment for one: bots, by their specs.

"random" and "greedy" are played by the core, fast; all others see positions, as bots do.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from typing import Any
from weakref import finalize

from ..bots import make_bot, parse_spec
from ..core import OPPONENTS, Generator, State, action_of
from ..protocol import Bot
from ..rules import RuleSet


class Opponents:
    """The bots of one game, clockwise from the seat that they play against."""

    def __init__(self, specs: str | Sequence[str], players: int, rules: str) -> None:
        self.specs = opponent_specs(specs, players)
        self._kind = players, RuleSet(rules)
        self._bots: list[Bot | None] = [None] * len(self.specs)  # None: the core plays it
        self._chances = [Random() for _ in self.specs]
        self._are_new = True  # have they never played?
        self.native = native_opponent(self.specs)
        self._make()  # what is wrong with a spec should be known at once
        close_after(self, self._bots)

    def _make(self) -> None:
        for place, spec in enumerate(self.specs):
            if spec not in OPPONENTS:
                self._bots[place] = make_bot(spec, self._chances[place], *self._kind)

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy has bots of its own to close."""
        self.__dict__.update(state)
        close_after(self, self._bots)

    def sow(self, generator: Generator) -> None:
        """Bots anew, with chances of their own that the generator decides."""
        if self.native:
            return
        if not self._are_new:
            self.close()
            self._make()
        self._are_new = False
        for spec, chance in zip(self.specs, self._chances, strict=True):
            if spec not in OPPONENTS:
                chance.seed(generator.below(2**32))

    def new_game(self) -> None:
        for bot in self._bots:
            if bot is not None:
                bot.new_game()

    def play_on(self, state: State, player: int, generator: Generator) -> None:
        """They move, and deals are made, until the player moves or the game is over."""
        if self.native:
            state.play_on(player, self.native, generator)
            return
        while not state.is_over:
            if state.deal_is_due:
                state.deal(generator)
            elif state.turn != player:
                state.apply(self._choose(state, player, generator))
            else:
                return

    def _choose(self, state: State, player: int, generator: Generator) -> int:
        place = (state.turn - player) % state.players - 1
        bot = self._bots[place]
        if bot is not None:
            return action_of(bot.choose(state.position()).move)
        if self.specs[place] == "random":
            return state.random_action(generator)
        return state.greedy_action(generator)

    def close(self) -> None:
        close_all(self._bots)


def close_all(bots: Sequence[Bot | None], process: int | None = None) -> None:
    """Closes them, unless they belong to another process, of which this one is a fork."""
    if process is not None and process != os.getpid():
        return
    for bot in bots:
        if bot is not None:
            bot.close()


def close_after(owner: object, bots: Sequence[Bot | None]) -> None:
    """Bots that are programs end with whoever has them, at the latest with Python."""
    finalize(owner, close_all, bots, os.getpid())


def opponent_specs(specs: str | Sequence[str], players: int) -> tuple[str, ...]:
    """One spec for each other seat, in its shortest form; one alone is for all of them."""
    if isinstance(specs, str):
        specs = [specs] * (players - 1)
    if not isinstance(specs, Sequence) or not all(isinstance(spec, str) for spec in specs):
        raise ValueError(f"an opponent is a bot's spec, or a list of them, not {specs!r}")
    if len(specs) != players - 1:
        raise ValueError(
            f"{players} players need {players - 1} opponents (or one spec for all), "
            f"not {len(specs)}"
        )
    return tuple(str(parse_spec(spec)) for spec in specs)


def native_opponent(specs: tuple[str, ...]) -> str:
    """The opponent that the core can play at all these seats, or nothing."""
    return specs[0] if len(set(specs)) == 1 and specs[0] in OPPONENTS else ""
