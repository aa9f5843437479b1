"""Tables in every stage, for tests of what may be done there: Ana hosts, Ben is a guest."""

from __future__ import annotations

from functools import cache

from server_games import game_line

from azulejos.notation import format_move
from azulejos.rules import Position, RuleSet, legal_moves
from azulejos.tables.decisions.moves import Context
from azulejos.tables.decisions.new_tables import deal_text
from azulejos.tables.rights import Rights
from azulejos.tables.roster import TableEvent, is_event, read_event
from azulejos.tables.state import Game, initial_state
from azulejos.tables.values import Seat, TableHeader, TableSummary

ANA = Seat("person", "Ana", None, 1)
BEN = Seat("person", "Ben", None, 2)
BOT = Seat("bot", "", "novice")
FREE = Seat("open", "", None)
AWAY = Seat("person", "Ben", None, 2, "casual")
GONE = Seat("person", "Ben", None, 2, "casual", True)

VISITORS = {
    "host": Rights(frozenset({1}), host=True),
    "guest": Rights(frozenset({2})),
    "watcher": Rights(),
    "absent": Rights(host=True),  # a host without a seat
    "home": Rights(frozenset({1, 2}), host=True, alone=True),
}


def new_game(*seats: Seat, starter: int = 1) -> Game:
    return initial_state(
        TableHeader("t", "std", starter, seats, 5, 5, TableSummary(1, 0, (), None))
    )


def after(game: Game, *texts: str) -> Game:
    for text in texts:
        game = game.after(text, game.at + 1)
    return game


def dealt(*seats: Seat) -> Game:
    game = new_game(*(Seat(s.kind, s.name, s.level, s.colour) for s in seats))
    game = after(game, deal_text(game.position))
    for number, seat in enumerate(seats, start=1):
        if seat.resigned:
            game = after(game, TableEvent("resigned", number, level=seat.stand_in).text)
        elif seat.stand_in:
            game = after(game, TableEvent("stand_in", number, level=seat.stand_in).text)
    return game


def first_move(position: Position) -> str:
    return format_move(legal_moves(position)[0])


def moved(game: Game, moves: int) -> Game:
    for _ in range(moves):
        game = after(game, first_move(game.position))
    return game


def over(*seats: Seat) -> Game:
    line = game_line(RuleSet.STD, len(seats))
    return after(new_game(*seats), *(ply.text for ply in line.plies))


def asked(what: str) -> Game:
    """Ana has asked, and Ben has not answered."""
    game = moved(dealt(ANA, BEN, BOT), 2)
    keep = 1 if what == "undo" else None
    return after(game, TableEvent("asked", 1, what=what, keep=keep, waits=(2,)).text)


STAGES = {
    "open": lambda: new_game(ANA, BEN, FREE),
    "playing": lambda: moved(dealt(ANA, BEN, BOT), 2),
    "away": lambda: moved(dealt(ANA, AWAY, BOT), 2),
    "gave up": lambda: moved(dealt(ANA, GONE, BOT), 2),
    "undo?": lambda: asked("undo"),
    "abandon?": lambda: asked("abandon"),
    "over": lambda: over(ANA, BEN, BOT),
    "abandoned": lambda: after(dealt(ANA, BEN, BOT), TableEvent("abandoned", 1).text),
}


def fresh() -> Game:
    return dealt(ANA, BEN, BOT)


def fresh_away() -> Game:
    return dealt(Seat("person", "Ana", None, 1, "casual"), BEN, BOT)


@cache
def _game(stage: str) -> Game:
    return (STAGES | {"fresh": fresh, "fresh away": fresh_away})[stage]()


def context(stage: str, who: str, away: tuple[int, ...] = ()) -> Context:
    game = _game(stage)
    rights = VISITORS[who]
    persons = frozenset(game.roster.persons)
    return Context(
        game,
        Rights(rights.seats & persons, rights.host, rights.alone),
        deal_text,
        away,
        "new",
    )


def events(texts: list[str]) -> str:
    """Entries in a word each: happenings by their names and seats."""
    return " ".join(map(_word, texts)) or "nothing"


def _word(text: str) -> str:
    if is_event(text):
        table_event = read_event(text)
        return f"{table_event.event}{table_event.seat or ''}"
    if text.startswith("="):
        return "deal"
    return text.replace(" ", "") if text.startswith("undo") else "move"
