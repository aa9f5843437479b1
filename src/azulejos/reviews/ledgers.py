"""The ledger: seat + luck + errors + remainder = result, exactly, for every player."""

from __future__ import annotations

from collections.abc import Sequence

from .values import Account, Decision, Ledger, Luck, Worth, total


def ledgers_of(
    curve: Sequence[Worth], decisions: Sequence[Decision], deals: Sequence[Luck]
) -> tuple[Ledger, ...]:
    """By seat. An error counts for each player by what it changed for that player.

    With two players that is what the other lost. With more it need not be: a blunder may serve one
    opponent and harm another.
    """
    players = len(curve[0].chances)
    luck = total((deal.luck for deal in deals), players)
    errors = [
        total((each.effect for each in decisions if each.player == player), players)
        for player in range(1, players + 1)
    ]
    remainder = curve[-1] - curve[0] - luck
    for error in errors:
        remainder -= error
    parts = (curve[0], luck, errors, remainder, curve[-1])
    return tuple(
        Ledger(seat + 1, _account(seat, "chances", *parts), _account(seat, "leads", *parts))
        for seat in range(players)
    )


def _account(
    seat: int,
    currency: str,
    first: Worth,
    luck: Worth,
    errors: Sequence[Worth],
    remainder: Worth,
    last: Worth,
) -> Account:
    def of(worth: Worth) -> float:
        number: float = getattr(worth, currency)[seat]
        return number

    return Account(of(first), of(luck), tuple(map(of, errors)), of(remainder), of(last))
