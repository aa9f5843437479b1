"""Games to be taken elsewhere: records, and games of an export as the page sends them."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

from azulejos import Game
from azulejos.notation import Record, format_record, result_of
from kept_games import played_game

FIELDS = ("record", "table", "name", "created", "changed", "yours")


@cache
def record_of(moves: int = 1000, players: int = 2, seed: int = 3, **tags: str) -> str:
    """Of two persons or more: after so many moves, or to the end."""
    game = _played(moves, players, seed)
    names = {f"Player{seat}": f"P{seat}" for seat in range(1, players + 1)}
    known = {"Rules": "std", "Players": str(players)} | names | tags
    return format_record(Record(known | {"Result": result_of(game.position)}, tuple(game.moves)))


@cache
def _played(moves: int, players: int, seed: int) -> Game:
    counter = count()
    return played_game(players, "std", seed, lambda _: next(counter) == moves, "greedy")


def as_sent(export: dict[str, Any]) -> dict[str, Any]:
    """The body of a request to import all of them; fit for twenty."""
    return {"games": [_game(game) for game in export["games"]]}


def _game(game: dict[str, Any]) -> dict[str, Any]:
    seats = [{"name": seat["name"], "colour": seat["colour"]} for seat in game["seats"]]
    return {name: game[name] for name in FIELDS if name in game} | {"seats": seats}
