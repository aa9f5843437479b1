"""Tables in every stage, for tests of what may be done there: Ana hosts, Ben is a guest."""

from __future__ import annotations

from functools import cache

from server_games import game_line

from azulejos.notation import format_move
from azulejos.rules import Position, RuleSet, legal_moves
from azulejos.tables.decisions.moves import Context, deal_text
from azulejos.tables.rights import Rights
from azulejos.tables.roster import TableEvent, is_event, read_event
from azulejos.tables.state import TableState, initial_state
from azulejos.tables.values import Asked, Seat, TableHeader, TableSummary

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


def new_game(*seats: Seat, starter: int = 1) -> TableState:
    return initial_state(
        TableHeader("t", "std", starter, seats, 5, 5, TableSummary(1, 0, (), None))
    )


def after(state: TableState, *texts: str) -> TableState:
    for text in texts:
        state = state.after(text, state.at + 1)
    return state


def dealt(*seats: Seat) -> TableState:
    state = new_game(*(Seat(s.kind, s.name, s.level, s.colour) for s in seats))
    state = after(state, deal_text(state.position))
    for number, seat in enumerate(seats, start=1):
        if seat.resigned:
            state = after(state, TableEvent("resigned", number, level=seat.stand_in).text)
        elif seat.stand_in:
            state = after(state, TableEvent("stand_in", number, level=seat.stand_in).text)
    return state


def first_move(position: Position) -> str:
    return format_move(legal_moves(position)[0])


def moved(state: TableState, moves: int) -> TableState:
    for _ in range(moves):
        state = after(state, first_move(state.position))
    return state


def over(*seats: Seat) -> TableState:
    line = game_line(RuleSet.STD, len(seats))
    return after(new_game(*seats), *(ply.text for ply in line.plies))


def asked(what: Asked) -> TableState:
    """Ana has asked, and Ben has not answered."""
    state = moved(dealt(ANA, BEN, BOT), 2)
    keep = 1 if what == "undo" else None
    return after(state, TableEvent("asked", 1, what=what, keep=keep, waits=(2,)).text)


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


def fresh() -> TableState:
    return dealt(ANA, BEN, BOT)


def fresh_away() -> TableState:
    return dealt(Seat("person", "Ana", None, 1, "casual"), BEN, BOT)


@cache
def _state(stage: str) -> TableState:
    return (STAGES | {"fresh": fresh, "fresh away": fresh_away})[stage]()


def context(stage: str, who: str, away: tuple[int, ...] = ()) -> Context:
    state = _state(stage)
    rights = VISITORS[who]
    persons = frozenset(state.roster.persons)
    return Context(
        state,
        Rights(rights.seats & persons, rights.host, rights.alone),
        away,
        new_id=lambda: "new",
    )


def events(texts: list[str]) -> str:
    """Entries in a word each: events by their names and seats."""
    return " ".join(map(_word, texts)) or "nothing"


def _word(text: str) -> str:
    if is_event(text):
        table_event = read_event(text)
        return f"{table_event.event}{table_event.seat or ''}"
    if text.startswith("="):
        return "deal"
    return text.replace(" ", "") if text.startswith("undo") else "move"
