"""What the tests of hostile calls share: states of every phase, wrong values, and a hammer."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import azulejos.core
from azulejos.rules import Phase

core: Any = azulejos.core  # so that calls may be as wrong as a caller can make them
compiled_only = pytest.mark.skipif(
    azulejos.core.WHY_SLOW != "", reason="interpreted code is not safe from other threads"
)
SECONDS = 1.0  # of hammering
NO_NUMBERS: list[Any] = ["x", None, 1.5, 2.0, np.float64(2), [], b"1", 1j, object()]
NO_PLAYERS: list[Any] = [0, 1, 5, -1, 2**40, 10**30, "2", None, 2.0, []]
NO_RULES: list[Any] = ["nonsense", "", None, 5, [], {}, b"std"]
NO_STARTERS: list[Any] = [0, 3, -1, 2**32 + 1, 10**30, "1", 1.0, 1.5, []]
WRONG_KINDS: list[dict[str, Any]] = [
    *[{"players": players} for players in NO_PLAYERS],
    *[{"rules": rules} for rules in NO_RULES],
    *[{"starter": starter} for starter in NO_STARTERS],
]


def offer(rules: str = "std", seed: int = 1) -> Any:
    state = core.State(2, rules)
    state.deal(core.Generator(seed))
    return state


def tiling() -> Any:
    state, dice = offer("grey"), Random(1)
    while state.phase != Phase.TILING:
        if state.deal_is_due:
            state.deal(dice)
        state.apply(dice.choice(state.legal_actions()))
    return state


def over() -> Any:
    state = offer()
    state.play_out(core.Generator(1))
    return state


STATES: dict[str, Callable[[], Any]] = {
    "preparation": core.State,
    "offer": offer,
    "tiling": tiling,
    "over": over,
}


def is_clear(error: BaseException) -> bool:
    return str(error).isprintable() and len(str(error).split()) > 2


def refused(kinds: Any, call: Callable[..., object], *arguments: Any, **named: Any) -> None:
    with pytest.raises(kinds) as caught:
        call(*arguments, **named)
    assert is_clear(caught.value), caught.value


def hammer(allowed: Any, *jobs: Callable[[], object]) -> None:
    """Each job over and over in a thread; only clear errors that are allowed may come out."""
    end, wrong = time.monotonic() + SECONDS, list[BaseException]()

    def work(job: Callable[[], object]) -> None:
        while time.monotonic() < end and not wrong:
            try:
                job()
            except BaseException as error:
                if not isinstance(error, allowed) or not is_clear(error):
                    wrong.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        workers = [threading.Thread(target=work, args=(job,)) for job in jobs]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    finally:
        sys.setswitchinterval(interval)
    if wrong:
        raise wrong[0]
