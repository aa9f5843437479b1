"""What all environments are told in the same words: seats, and the sentences for wrong ones."""

from __future__ import annotations

from operator import index

RESET_OPTIONS = ("position", "seat", "starter")  # of a game for one


def check_seat(what: str, seat: int | None, players: int) -> int | None:
    """A seat as a plain number; None stands for any.

    >>> check_seat("starter", 1, 2), check_seat("starter", None, 2)
    (1, None)
    >>> check_seat("starter", 2, 2)
    Traceback (most recent call last):
        ...
    ValueError: there is no seat 2 for starter: use 0 to 1, or None for any
    """
    if seat is None:
        return None
    number = index(seat)
    if not 0 <= number < players:
        raise ValueError(
            f"there is no seat {number} for {what}: use 0 to {players - 1}, or None for any"
        )
    return number
