"""Checks of the arguments of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING

from .layout import GOLDEN_RATIO
from .lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from ..rules.position import Position
    from .state import State

    Seeds = int | Sequence[int] | NDArray[np.integer]  # one for all games, or one for each
    PositionLike = str | Position | State
    Positions = PositionLike | Sequence[PositionLike]  # likewise

PASS = -1  # the action that leaves its game as it is


def check_count(value: int, most: int, what: str) -> int:
    """A number from 1 on, asked once: what is checked is what is used."""
    value = index(value)
    if not 1 <= value <= most:
        raise ValueError(f"a batch has 1 to {most} {what}, not {value}")
    return value


def check_choice(name: str, names: Sequence[str], what: str) -> int:
    """Which of the names it is, from 0."""
    if not isinstance(name, str) or name not in names:
        raise ValueError(f"there is no {what} {name!r}: use one of {', '.join(names)}")
    return names.index(name)


def check_flag(value: bool, name: str) -> bool:
    """Yes or no; a text such as "planes" is neither, though Python would take it for a yes."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} of a batch is True or False, not {value!r}")
    return bool(value)


def check_actions(actions: ArrayLike, games: int) -> NDArray[np.integer]:
    """One whole number a game; whether they are legal is another question."""
    array = np.asarray(actions)
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers of at most 64 bits, not {array.dtype}")
    if array.shape != (games,):
        raise ValueError(f"{games} games need actions of shape ({games},), not {array.shape}")
    if array.dtype == np.uint64 and array.max() >= 2**63:  # in 64 bits with a sign it is another
        raise ValueError(f"game {array.argmax()} can't play action {array.max()}: there is none")
    return array


def check_selection(which: ArrayLike, games: int) -> NDArray[np.bool_]:
    array = np.asarray(which)
    if array.dtype != np.bool_:
        raise TypeError(f"which games is said by an array of bool, not of {array.dtype}")
    if array.shape != (games,):
        raise ValueError(f"{games} games need an array of shape ({games},), not {array.shape}")
    return array


def expand_seeds(seed: Seeds, games: int) -> list[int]:
    """A seed for each game; from a single one they come far apart from those of the next."""
    given = np.asarray(seed, object)  # of any size
    if given.ndim == 0:
        first = index(given.item()) * GOLDEN_RATIO
        return [first + game for game in range(games)]
    seeds = [index(number) for number in given]
    if len(seeds) != games:
        raise ValueError(f"{games} games need one seed or {games} of them, not {len(seeds)}")
    return seeds


def check_seat(what: str, seat: int | None, players: int) -> int | None:
    """A seat as a plain number, from 1 as in the rulebook; None stands for any.

    >>> check_seat("starter", 1, 2), check_seat("starter", None, 2)
    (1, None)
    >>> check_seat("starter", 0, 2)
    Traceback (most recent call last):
        ...
    ValueError: there is no seat 0 for starter: seats count from 1, use 1 to 2, or None for any
    """
    if seat is None:
        return None
    number = index(seat)
    if not 1 <= number <= players:
        raise ValueError(
            f"there is no seat {number} for {what}: "
            f"seats count from 1, use 1 to {players}, or None for any"
        )
    return number


def state_from(position: PositionLike) -> State:
    """The state of a position, which may be a text, a position of the law or a state."""
    from .state import State

    if isinstance(position, State):
        return position.copy()
    return State.from_text(position) if isinstance(position, str) else State.from_position(position)


def check_positions(
    positions: Positions, games: int, kind: tuple[int, str], may_be_over: bool = False
) -> list[State]:
    """A state for each game, of the batch's kind, in which the game goes on."""
    if isinstance(positions, Sequence) and not isinstance(positions, str):
        states = [state_from(each) for each in positions]
    else:
        states = [state_from(positions)] * games
    if len(states) != games:
        raise ValueError(f"{games} games need one position or {games} of them, not {len(states)}")
    for number, state in enumerate(states):
        if (state.players, state.rules) != kind or (state.is_over and not may_be_over):
            players, rules = kind
            raise ValueError(
                f"position {number} is not one of a {rules} game for {players} that goes on"
            )
    return states


def check_seats(seat: int | ArrayLike, games: int, players: int) -> NDArray[np.integer]:
    """One seat for all games, or one for each."""
    array = np.asarray(seat)
    if array.dtype.kind not in "iu":
        raise TypeError(f"seats are whole numbers, not {array.dtype}")
    if array.shape not in ((), (games,)):
        raise ValueError(f"{games} games need one seat or {games} of them, not {array.shape}")
    for number in (int(array.min()), int(array.max())):
        check_seat("seat", number, players)
    return array
