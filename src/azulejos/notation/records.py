"""Records as text: tags, an empty line, then one line a round with its deal and its moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ..rules.errors import AzulejosError, IllegalMoveError, UsageError
from ..rules.events import Event
from ..rules.material import LAST_ROUND, RuleSet
from ..rules.moves import Deal, Move
from ..rules.notebooks import svg_of
from ..rules.play import play
from ..rules.position import Phase, Position, start
from .errors import NotationError
from .moves import format_move, parse_move
from .positions import parse_position, parse_rules

FORMAT = 1
UNFINISHED = "*"
REQUIRED_TAGS = ("Rules", "Players")
_KNOWN_TAGS = {
    name.lower(): name
    for name in (
        *REQUIRED_TAGS,
        *(f"Player{seat}" for seat in range(1, 5)),
        *("Result", "Format", "Event", "Date", "Seed", "Starter", "Position"),
    )
}
_TAG = re.compile(r'\[(?P<name>\w+) "(?P<value>(?:[^"\\]|\\["\\])*)"\]', re.ASCII)
_TAG_NAME = re.compile(r"\w+", re.ASCII)
_ESCAPED = re.compile(r'\\(["\\])')
# Control characters, line breaks, signs that turn the direction of text, halves of signs.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_SMALL_NUMBER = re.compile(r"[1-9][0-9]{0,29}")
_BLANKS = " \t\r\n"
_RESULT = re.compile(r"[0-9]{1,100}(-[0-9]{1,100}){1,3}")


class Step(NamedTuple):
    """One move of a game that is replayed."""

    move: Move
    """What was played, or dealt."""
    events: list[Event]
    """What happened, in the order a person would see it."""
    position: Position
    """How the table stands after it."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it is kept and shared; `str(record)` is its text in the notation.

    >>> record = parse_record('[Rules "std"]\\n[Players "2"]\\n[Player1 "Ana"]\\n[Result "61-48"]')
    >>> record
    <Record std, 2 players, 0 moves, 61-48>
    >>> record.players, record.names, record.result
    (2, ('Ana', ''), (61, 48))
    """

    tags: dict[str, str] = field(default_factory=dict)
    """Name and value of every tag, in their order; the properties below read the known ones."""
    moves: tuple[Move, ...] = ()
    """All moves, deals among them."""

    @property
    def rules(self) -> RuleSet:
        """The rule set; like all of these, raises NotationError if its tag makes no sense."""
        return parse_rules(self._required("Rules"))

    @property
    def players(self) -> int:
        """How many play."""
        return self._number("Players")

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, `bot:…` for bots; empty where the record has none."""
        return tuple(self.tags.get(f"Player{seat}", "") for seat in range(1, self.players + 1))

    @property
    def result(self) -> tuple[int, ...] | None:
        """The final scores by seat, as the tag says; None while the game goes on."""
        text = self.tags.get("Result", UNFINISHED)
        if text == UNFINISHED:
            return None
        if not _RESULT.fullmatch(text) or text.count("-") != self.players - 1:
            raise self._bad_content("Result")
        return tuple(int(score) for score in text.split("-"))

    def __str__(self) -> str:
        return format_record(self)

    def __repr__(self) -> str:
        rules, players, result = (self.tags.get(tag, "?") for tag in ("Rules", "Players", "Result"))
        return f"<Record {rules}, {players} players, {len(self.moves)} moves, {result}>"

    def _repr_svg_(self) -> str:
        """The last position, for notebooks."""
        position = self.start()
        for step in self.replay():
            position = step.position
        return svg_of(position, self.names)

    def start(self) -> Position:
        """The position before the first move; raises NotationError if a tag forbids one."""
        rules = self.rules
        try:
            position = start(self.players, rules, self._number("Starter"))
        except UsageError as error:
            tag = "Players" if error.code == "player_count" else "Starter"
            raise self._bad_content(tag) from error
        if "Position" not in self.tags:
            return position
        try:
            given = parse_position(self.tags["Position"])
        except AzulejosError as error:
            raise NotationError("bad_position", why=str(error)) from error
        if (given.players, given.rules) != (position.players, position.rules):
            raise self._bad_content("Position")
        return given

    def replay(self) -> Iterator[Step]:
        """Plays the moves one by one; raises NotationError at the first that does not fit.

        >>> deal = parse_move("=BYKW/RRKK/BBRW/BRKK/BYWW")
        >>> record = Record({"Rules": "std", "Players": "2"}, (deal, parse_move("3B2")))
        >>> for move, events, position in record.replay():
        ...     print(move, len(events), position.turn)
        =BYKW/RRKK/BBRW/BRKK/BYWW 5 1
        3B2 3 2
        """
        position = self.start()
        for move in self.moves:
            try:
                played = play(position, move)
            except IllegalMoveError as error:
                raise NotationError(
                    "bad_round_move", round=position.round, text=format_move(move), why=str(error)
                ) from error
            yield Step(move, played.events, played.position)
            position = played.position

    def check_result(self, final: Position) -> None:
        """Raises NotationError if there is a Result and the final position has another."""
        found = result_of(final)
        tag = self.tags.get("Result", found)
        if tag != found:
            raise NotationError("result_differs", tag=tag, found=found)

    def _required(self, tag: str) -> str:
        if tag not in self.tags:
            raise NotationError("tag_missing", tag=tag)
        return self.tags[tag]

    def _number(self, tag: str) -> int:
        text = self.tags.get(tag, "1") if tag == "Starter" else self._required(tag)
        if not _SMALL_NUMBER.fullmatch(text):
            raise self._bad_content(tag)
        return int(text)

    def _bad_content(self, tag: str) -> NotationError:
        return NotationError("bad_tag_content", tag=tag, text=self.tags[tag])


def result_of(position: Position) -> str:
    """The Result of a position: the scores by seat, or `*` while the game goes on."""
    outcome = position.outcome
    return "-".join(map(str, outcome.scores)) if outcome else UNFINISHED


def format_record(record: Record) -> str:
    """The record's text, ending in a line break."""
    tags = [_format_tag(name, value) for name, value in record.tags.items()]
    return "\n".join([*tags, "", *_format_rounds(record), ""])


def _format_tag(name: str, value: str) -> str:
    if not _TAG_NAME.fullmatch(name):
        raise NotationError("bad_tag_name", text=name)
    if _UNPRINTABLE.search(value):
        raise NotationError("bad_tag_value", tag=name)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _format_rounds(record: Record) -> Iterator[str]:
    number = record.start().round
    line: list[str] = []
    for move in record.moves:
        if isinstance(move, Deal) and line:
            yield f"{number}. " + " ".join(line)
            number, line = number + 1, []
        line.append(format_move(move))
    if line:
        yield f"{number}. " + " ".join(line)


def parse_record(text: str) -> Record:
    """Reads the one record of a text; raises NotationError."""
    records = parse_records(text)
    if len(records) != 1:
        raise NotationError("record_number", records=len(records))
    return records[0]


def parse_records(text: str) -> list[Record]:
    """Reads all records of a text; raises NotationError at the first part that is none.

    Tags and rounds are checked here; whether the moves are legal shows in `Record.replay`.
    """
    return list(read_records(text.split("\n")))


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """Reads records line by line, each as soon as its last line has come; raises NotationError."""
    reader = _Lines(lines)
    while not reader.at_end:
        tags = _parse_tags(reader)
        yield Record(tags, tuple(_parse_rounds(reader, tags)))


class _Lines:
    """The lines of a text, with blank ones passed over between blocks and counted for errors."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.number = 0
        self.at_end = False
        self.current = ""
        self._next()
        self.current = self.current.removeprefix("\ufeff").lstrip(_BLANKS)
        self._skip_blank()

    def block(self) -> Iterator[str]:
        """The lines up to the next blank one; `number` is theirs while they are read."""
        while self.current:
            yield self.current
            self._next()
        self._skip_blank()

    def _next(self) -> None:
        line = next(self._lines, None)
        self.at_end = line is None
        self.current = (line or "").strip(_BLANKS)
        self.number += 1

    def _skip_blank(self) -> None:
        while not self.at_end and not self.current:
            self._next()


def _parse_tags(lines: _Lines) -> dict[str, str]:
    tags: dict[str, str] = {}
    for line in lines.block():
        match = _TAG.fullmatch(line)
        if not match:
            raise NotationError("bad_tag", line=lines.number, text=line)
        name = _KNOWN_TAGS.get(match["name"].lower(), match["name"])
        if name in tags:
            raise NotationError("tag_twice", line=lines.number, tag=name)
        tags[name] = _ESCAPED.sub(r"\1", match["value"])
        if _UNPRINTABLE.search(tags[name]):
            raise NotationError("bad_tag_value", tag=name)
    _check_format(tags)
    return tags


def _check_format(tags: dict[str, str]) -> None:
    text = tags.get("Format", str(FORMAT))
    if not _SMALL_NUMBER.fullmatch(text):
        raise NotationError("bad_tag_content", tag="Format", text=text)
    if int(text) > FORMAT:
        raise NotationError("newer_format", format=int(text))


def _parse_rounds(lines: _Lines, tags: dict[str, str]) -> Iterator[Move]:
    """The moves of the block of rounds, if one follows the tags."""
    position = Record(tags).start()
    if lines.at_end or lines.current.startswith("["):
        return
    deal_due = position.phase is Phase.PREPARATION  # A Position may stand in mid-round.
    for number, line in enumerate(lines.block(), start=position.round):
        if number > LAST_ROUND:
            raise NotationError("too_many_rounds", rounds=LAST_ROUND)
        first, *texts = line.split() or [""]  # signs that split takes for spaces, and we do not
        if first != f"{number}." or not texts:
            raise NotationError("bad_round", line=lines.number, text=line, due=f"{number}.")
        yield from _parse_round(number, texts, deal_due)
        deal_due = True


def _parse_round(number: int, texts: list[str], deal_due: bool) -> Iterator[Move]:
    for place, text in enumerate(texts):
        try:
            move = parse_move(text)
        except NotationError as error:
            raise NotationError(
                "bad_round_move", round=number, text=text, why=str(error)
            ) from error
        if isinstance(move, Deal) != (deal_due and place == 0):
            raise NotationError("deal_misplaced", round=number)
        yield move
