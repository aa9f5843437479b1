"""The model of a table beside what is really there: can what happened be explained?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any

import table_model as model
from fresh_reader import Read
from race_servers import key_of

from azulejos.notation import parse_move
from azulejos.rules import Deal, Phase, Position


def explained(
    before: model.Model, wishes: Sequence[model.Wish], outcomes: Sequence[str]
) -> list[model.Model]:
    """All states that some order of the wishes leads to, with just these answers."""
    found = []
    for order in permutations(range(len(wishes))):
        models = [before]
        for place in order:
            models = [
                after
                for each in models
                for after, answers in wishes[place].results(each)
                if outcomes[place] in answers
            ]
        found += models
    return found


def shape(found: model.Model) -> Any:
    """What can be seen of a model."""
    asked = found.asked
    return (
        (found.stage, found.ended, found.rematch),
        found.places,
        found.invitable(),
        None if asked is None else (asked.seat, asked.what, asked.waits),
    )


def seen(
    table: Mapping[str, Any],
    asked: model.Asked | None,
    keys: dict[int, frozenset[str]],
    invitations: Iterable[int],
    who_comes: Sequence[str],
) -> Any:
    """The same of what is really there."""
    people = {key_of(who): who for who in who_comes}
    places = []
    for seat in table["seats"]:
        holders = {people[key] for key in keys.get(seat["seat"], ())}
        assert len(holders) <= 1
        who = next(iter(holders), None)
        bot = seat["stand_in"] is not None
        places.append(model.Place(seat["kind"], who, bot, seat["resigned"]))
    return (
        (table["stage"], table["ended"], table["rematch"] is not None),
        tuple(places),
        frozenset(invitations),
        None if asked is None else (asked.seat, asked.what, asked.waits),
    )


def fits(found: model.Model, position: Position) -> bool:
    """May this be the position, as far as the model knows?"""
    known = found.position
    return known is None or known.phase is Phase.PREPARATION or known == position


def decisions_of(texts: Sequence[str], plies: Sequence[Read]) -> tuple[int, ...]:
    """Whose moves lie between the last deal and now, without those that were taken back."""
    line: list[Read] = []
    for text, ply in zip(texts, plies, strict=True):
        if text.startswith("undo "):
            del line[int(text.removeprefix("undo ")) :]
        else:
            line.append(ply)
    since: list[int] = []
    for ply in line:
        since = [] if isinstance(parse_move(ply.text), Deal) else [*since, ply.player]
    return tuple(since)
