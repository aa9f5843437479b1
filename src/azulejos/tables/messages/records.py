"""A table's game as a record in the notation, and as a replay with all its states."""

from __future__ import annotations

from datetime import UTC, datetime

from ...notation import Record, format_record, result_of
from ..line import Line
from ..names import BOT_SIGN
from ..results.game_result import result_of as outcome_of
from ..state import TableState, final_state, initial_state
from ..values import Snapshot
from .answers import ExportedGame, Ply, Replay
from .summaries import summary_of, table_of
from .types import Entry, Table
from .views import state_of


def record_text(table: Table, line: Line) -> str:
    """The record, without what was taken back; the terminal game can go on with it.

    A game that was not played to its end has no result there: further tags say why.
    """
    tags = {"Rules": table["rules"], "Players": str(len(table["seats"]))}
    for seat in table["seats"]:
        name = f"{BOT_SIGN}{seat['level']}" if seat["kind"] == "bot" else seat["name"]
        if name:
            tags[f"Player{seat['seat']}"] = name
    if table["starter"] != 1:
        tags["Starter"] = str(table["starter"])
    tags["Date"] = str(datetime.fromtimestamp(table["created"] / 1000, UTC).date())
    tags["Result"] = result_of(line.position)
    if table["ended"] not in (None, "played"):
        tags["Ended"] = str(table["ended"])
    if gave_up := [str(seat["seat"]) for seat in table["seats"] if seat["resigned"]]:
        tags["Resigned"] = " ".join(gave_up)
    return format_record(Record(tags, tuple(ply.move for ply in line.plies)))


def replay_of(table: Table, state: TableState, history: list[Entry]) -> Replay:
    line = state.line
    plies = [
        Ply(entry=entry, state=state_of(ply.after))
        for entry, ply in zip(history, line.plies, strict=True)
    ]
    result = outcome_of(line, state.roster)
    return Replay(table=table, start=state_of(line.start), plies=plies, result=result)


def exported_game(snapshot: Snapshot, yours: list[int] | None = None) -> ExportedGame:
    """A game to be taken elsewhere; `yours`: the seats of whoever asks, else all persons'."""
    header = snapshot.header
    state = final_state(initial_state(header), snapshot.entries)
    summary = summary_of(header, state.roster.persons if yours is None else yours)
    return ExportedGame(
        table=header.id,
        name=summary["name"],
        rules=summary["rules"],
        created=summary["created"],
        changed=summary["changed"],
        stage=summary["stage"],
        yours=summary["yours"],
        seats=summary["seats"],
        scores=summary["scores"],
        winners=summary["winners"],
        record=record_text(table_of(header, state, snapshot.wins, state.at), state.line),
    )
