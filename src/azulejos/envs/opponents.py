"""Whoever sits at the other seats of an environment for one: bots, and policies of the caller.

A bot is named by its spec, or is a class of the user's; those in `core.OPPONENTS` are played by the
core, fast. A policy is a function that is asked about many games at once,

    def policy(observations, masks, games):
        return actions

with a row for each game in which it is to move, in the form of the environment's own observations;
`games` are their numbers, so that a league can play each game by another policy.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any
from weakref import finalize

import numpy as np

from ..bots import BotClass, is_bot_class, make_bot, parse_spec
from ..bots.python_bots import PythonBot, spec_of_class
from ..core import OPPONENTS, PASS, Batch, Generator, State, action_of
from ..protocol import Bot, BotError
from ..rules import RuleSet
from .observations import form_rows

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Policy = Callable[[NDArray[Any], NDArray[np.bool_], NDArray[np.intp]], ArrayLike]
    Opponent = str | type[BotClass] | Policy


class Opponents:
    """Those of one game, clockwise from the seat that they play against."""

    def __init__(
        self, opponents: Opponent | Sequence[Opponent], players: int, rules: str, form: str
    ) -> None:
        self.opponents = opponent_list(opponents, players)
        self._kind = players, RuleSet(rules)
        self._form = form
        self._bots: list[Bot | None] = [None] * len(self.opponents)  # None: the core, or a policy
        self._chances = [Random() for _ in self.opponents]
        self._are_new = True  # have they never played?
        self.native = native_opponent(self.opponents)
        self._make()  # what is wrong with a spec should be known at once
        close_after(self, self._bots)

    def _make(self) -> None:
        for place, opponent in enumerate(self.opponents):
            if not is_batched(opponent):
                self._bots[place] = self._new_bot(opponent, self._chances[place])

    def _new_bot(self, opponent: Any, chance: Random) -> Bot:
        if isinstance(opponent, str):
            return make_bot(opponent, chance, *self._kind)
        return PythonBot(spec_of_class(opponent), opponent, chance)

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
        for opponent, chance in zip(self.opponents, self._chances, strict=True):
            if not is_batched(opponent):
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
        bot, opponent = self._bots[place], self.opponents[place]
        if bot is not None:
            return action_of(bot.choose(state.position()).move)
        if isinstance(opponent, str):
            return state.opponent_action(opponent, generator)
        row = form_rows(state.observation()[None], state.players, state.rules, self._form)
        return int(ask(opponent, row, state.mask()[None], np.zeros(1, np.intp))[0])

    def close(self) -> None:
        close_all(self._bots)


class BatchOpponents:
    """Those of many games, where the batch is told what they play: policies, or several names."""

    def __init__(self, opponents: tuple[Opponent, ...], rules: str, form: str) -> None:
        self._rules = rules
        self._form = form
        self._places: dict[Any, list[int]] = {}  # by opponent: how far clockwise they sit
        for place, opponent in enumerate(opponents, start=1):
            self._places.setdefault(opponent, []).append(place)

    def play_on(self, batch: Batch) -> NDArray[np.float32]:
        """They move until it is the own turn, or the game over, everywhere.

        Returns what all seats have earned meanwhile.
        """
        step, own = batch.latest, batch.own_seats
        earned = np.zeros_like(step.rewards)
        while True:
            waiting = (step.seats != own) & ~step.ends
            if not waiting.any():
                return earned
            batch.step(self._actions(batch, waiting, (step.seats - own) % batch.players))
            earned += step.rewards

    def _actions(
        self, batch: Batch, waiting: NDArray[np.bool_], places: NDArray[np.int16]
    ) -> NDArray[np.int64]:
        step = batch.latest
        actions = np.full(batch.games, PASS)
        for opponent, sits_at in self._places.items():
            which = waiting & np.isin(places, sits_at)
            rows = np.flatnonzero(which)
            if not len(rows):
                continue
            if isinstance(opponent, str):
                actions[rows] = batch.choose(opponent, which)[rows]
            else:
                seen = form_rows(step.observations[rows], batch.players, self._rules, self._form)
                actions[rows] = ask(opponent, seen, step.masks[rows], rows)
        return actions


def ask(
    policy: Any, rows: NDArray[Any], masks: NDArray[np.bool_], games: NDArray[np.intp]
) -> NDArray[np.integer]:
    """A policy's actions; raises BotError with a sentence that names it if they are none."""
    name = getattr(policy, "__name__", type(policy).__name__)
    actions = np.asarray(policy(rows, masks.copy(), games))
    if actions.shape != games.shape or actions.dtype.kind not in "iu":
        raise BotError(
            f"the opponent {name} was asked about {len(games)} games and answers with "
            f"{actions.dtype} of shape {actions.shape}: it takes as many whole numbers"
        )
    known = (actions >= 0) & (actions < masks.shape[1])
    legal = known & masks[np.arange(len(games)), np.where(known, actions, 0)]
    if not legal.all():
        row = int(np.flatnonzero(~legal)[0])
        raise BotError(
            f"the opponent {name} chose action {actions[row]} in game {games[row]}, "
            "which its mask does not allow"
        )
    return actions


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


def opponent_list(given: Any, players: int) -> tuple[Any, ...]:
    """One for each other seat, specs in their shortest form; one alone is for all of them."""
    if isinstance(given, str) or callable(given):
        given = [given] * (players - 1)
    if not isinstance(given, Sequence) or not all(isinstance(o, str) or callable(o) for o in given):
        raise ValueError(
            "an opponent is a bot's spec, a class with a method choose, or a policy, "
            f"or a list of them, not {given!r}"
        )
    if len(given) != players - 1:
        raise ValueError(
            f"{players} players need {players - 1} opponents (or one spec for all), "
            f"not {len(given)}"
        )
    return tuple(str(parse_spec(o)) if isinstance(o, str) else o for o in given)


def is_batched(opponent: Any) -> bool:
    """Does it play in many games at once? The core's do, and policies."""
    return opponent in OPPONENTS if isinstance(opponent, str) else not is_bot_class(opponent)


def native_opponent(opponents: tuple[Any, ...]) -> str:
    """The opponent that the core can play at all these seats, or nothing."""
    first = opponents[0]
    return first if len(set(opponents)) == 1 and first in OPPONENTS else ""
