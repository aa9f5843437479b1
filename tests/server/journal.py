"""What the clients at a table were told, wished for and were promised; and whether it is true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fresh_reader import Read


class Wish(NamedTuple):
    """A move that a client sent, and the last number that it had seen."""

    number: int
    move: str


@dataclass
class Tally:
    """Of a whole trial, over all its tables."""

    moves: int = 0
    """Moves of persons that were accepted."""
    refusals: Counter[str] = field(default_factory=Counter)
    back: list[float] = field(default_factory=list)
    """Seconds until a client was back: after its line broke, or after the server was up."""
    unanswered: int = 0
    """Wishes whose answer never came."""


def told_entry(message: dict[str, Any]) -> str | None:
    """The entry that a message tells, as far as it does; None for a welcome."""
    match message["type"]:
        case "played":
            return str(message["entry"]["move"])
        case "undone":
            return f"undo {message['keep']}"
        case "table":
            return f'"{message["event"]["name"]}"'
    return None


class Journal:
    """Of one table, kept by all who are there."""

    def __init__(self) -> None:
        self.positions: dict[int, str] = {}
        self.entries: dict[int, str] = {}
        self.wishes: set[Wish] = set()
        self.accepted: list[tuple[Wish, int]] = []
        self.promised = 0
        """The highest number that was an answer."""

    def told(self, message: dict[str, Any]) -> None:
        """A numbered message: all who hear of a number hear the same."""
        number, position = message["number"], message["state"]["position"]
        assert self.positions.setdefault(number, position) == position, message
        entry = told_entry(message)
        if entry is not None:
            assert self.entries.setdefault(number, entry) == entry, message

    def check(self, entries: Sequence[Read]) -> None:
        """Nothing that was told or promised is missing, nothing was done twice."""
        last = max(self.promised, *self.positions, 0)
        assert last <= len(entries), f"{last} was told, and is lost: there are {len(entries)}"
        for number, position in self.positions.items():
            assert number == 0 or entries[number - 1].position == position, number
        for number, entry in self.entries.items():
            assert entry in entries[number - 1].text, number
        assert len(dict(self.accepted)) == len(self.accepted), "a move was accepted twice"
        for wish, number in self.accepted:
            plies = [entry for entry in entries[wish.number : number] if entry.is_ply]
            assert plies, f"{wish} was accepted, and is lost"
            assert plies[0].text == wish.move, f"{wish} was accepted, but is not what happened"
            assert not any(ply.player for ply in plies[1:]), f"{wish} was done twice"

    def check_origins(self, entries: Sequence[Read], persons: set[int]) -> None:
        """Every ply of a person was wished for, by somebody who saw exactly that position."""
        for number, entry in enumerate(entries, start=1):
            if entry.is_ply and entry.player in persons:
                wishes = {Wish(seen, entry.text) for seen in range(entry.base, number)}
                assert self.wishes & wishes, f"nobody wished for {number}: {entry.text}"
