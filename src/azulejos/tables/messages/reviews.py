"""Reviews as messages: how far one is, the game that it is about, and what follows from a move.

`tables/advice/reviews.py` makes the reviews themselves. Whoever hosts tables hosts reviews too: a
server, or a worker in a browser; both say what is made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from ...bots import table_bots
from ...notation import NotationError, Record, parse_move, parse_position, parse_record
from ...rules import AzulejosError, Phase
from ...rules.errors import IllegalMoveError
from ..errors import TableError, problem_of
from ..line import Line
from ..names import BOT_SIGN, checked_name
from ..roster import OVER, Roster
from ..state import TableState
from ..values import Seat
from .answers import Ply, Replay, ReviewStatus, Scene
from .records import record_text, replay_of
from .review_types import ProgressDocument, ReviewDocument
from .steps import entry_of
from .summaries import options_of, seats_of
from .types import Table
from .views import PENALTIES, choices_of, pattern_of, state_of

RECORD_SIGN = "record-"
"""How names of reviews begin that belong to no table."""
NOTHING = ProgressDocument(done=0, plies=0, curve=[])


def unasked_status() -> ReviewStatus:
    """Of a game's review that nobody has asked for yet."""
    return ReviewStatus(stage="unasked", **NOTHING, review=None, error=None)


def waiting_status(progress: ProgressDocument | None) -> ReviewStatus:
    """Of a review that is not done: it waits for its turn until there is a first curve."""
    return ReviewStatus(
        stage="waiting" if progress is None else "working",
        **(progress or NOTHING),
        review=None,
        error=None,
    )


def done_status(document: ReviewDocument) -> ReviewStatus:
    plies = len(document["curve"]) - 1
    return ReviewStatus(
        stage="done",
        done=plies,
        plies=plies,
        curve=document["curve"],
        review=document,
        error=None,
    )


def failed_status(error: AzulejosError) -> ReviewStatus:
    return ReviewStatus(stage="failed", **NOTHING, review=None, error=problem_of(error))


def scene_of(position: str, moves: Sequence[str]) -> Scene:
    """A position of a game, what may be done there, and what some moves lead to.

    Raises AzulejosError where the position can't be, or a move does not fit.
    """
    start = parse_position(position)
    line = Line(start)
    for text in moves:
        try:
            line = line.played(parse_move(text))
        except IllegalMoveError as error:
            raise NotationError(
                "bad_round_move", round=line.position.round, text=text, why=str(error)
            ) from error
    plies = [Ply(entry=entry_of(ply), state=state_of(ply.after)) for ply in line.plies]
    return Scene(start=state_of(start), choices=choices_of(start), plies=plies)


def replay_of_record(name: str, record: Record) -> Replay:
    """A record as if it had been played at a table; raises NotationError where it can't be."""
    line = Line(record.start())
    for step in record.replay():
        line = line.played(step.move)
    record.check_result(line.position)
    over = line.position.phase is Phase.OVER
    roster = Roster(
        tuple(_seat(each) for each in record.names),
        stage=OVER,
        ended="played" if over else "abandoned",
    )
    table = Table(
        id=name,
        rules=record.rules.value,
        stage=OVER,
        ended=roster.ended,
        options=options_of(roster.options),
        series=None,
        rematch=None,
        seats=seats_of(roster.seats),
        starter=line.start.starter,
        created=0,
        pattern=pattern_of(record.rules),
        penalties=PENALTIES,
        free=[],
    )
    return replay_of(table, TableState(line, roster), [entry_of(ply) for ply in line.plies])


def _seat(name: str) -> Seat:
    """Strangers write names too: what could not be a name here is left out."""
    if name.lower().startswith(BOT_SIGN):
        level = name[len(BOT_SIGN) :]
        return Seat("bot", "", level if level in table_bots() else "")
    try:
        return Seat("person", checked_name(name), None)
    except (TableError, AzulejosError):
        return Seat("person", "", None)


def without_names(record: Record) -> Record:
    """What a review needs of a record, and nothing about who played."""
    kept = ("Rules", "Players", "Starter", "Position", "Result")
    return Record({tag: record.tags[tag] for tag in kept if tag in record.tags}, record.moves)


def record_of_table(table: Table, line: Line) -> Record:
    """Of a game that was played here."""
    return without_names(parse_record(record_text(table, line)))


def checked_record(text: str) -> tuple[Record, str]:
    """Of a game that somebody brings along, and the name of its review.

    Raises AzulejosError where it is damaged.
    """
    record = parse_record(text)
    replay_of_record("", record)
    names = {tag: record.tags[tag] for tag in record.tags if tag.startswith("Player")}
    kept = Record(without_names(record).tags | names, record.moves)
    return kept, name_of_record(kept)


def name_of_record(record: Record) -> str:
    """The same for the same game with the same names."""
    return RECORD_SIGN + sha256(str(record).encode()).hexdigest()[:32]
