"""What can't be read or written down: each error names the offending part."""

from __future__ import annotations

from typing import ClassVar

from ..rules.errors import AzulejosError, Datum, Reasons, UsageError

SHOWN = 40


class NotationError(AzulejosError):
    """Text that is not in the notation's form, or a record that does not replay."""

    reasons: ClassVar[Reasons] = {
        # Moves
        "bad_move": ("{text!r} is no move: a move looks like 3B2, 0K5, 3BJ2, 3@5 or =BYKW/…", ""),
        "bad_line": ("{text!r} names no line: lines are 1 to 5, 0 is the floor", ""),
        "bad_column": ("{text!r} names no column: columns are 1 to 5", ""),
        # Heaps and counts
        "bad_heap": ("{text!r} is no heap of tiles: use the letters BYRKWJ, or - for none", ""),
        "bad_counts": ("{text!r} is no count of tiles: write B15Y18, or - for none", ""),
        "bad_number": ("{text!r} is no number for {field}", ""),
        # Positions
        "bad_fields": (
            "a position is 8 fields and 2 to 4 players, one space between; parts here: {fields}",
            "",
        ),
        "bad_rules": ("{text!r} is no rule set: use std, grey, joker or grey+joker", ""),
        "bad_player": ("{text!r} is no player: write score:lines:wall:floor", ""),
        "bad_lines": ("{text!r} are no pattern lines: write five, separated by /", ""),
        "bad_wall": ("{text!r} is no wall: write five rows, separated by /", ""),
        "bad_row": ("{text!r} is no wall row: five cells, letters or the size of a gap", ""),
        "bad_floor": ("{text!r} is no floor line: use the letters BYRKWJF, or - for none", ""),
        # Records
        "bad_tag": ('line {line}: {text!r} is no tag: write [Name "value"]', ""),
        "bad_tag_name": ("{text!r} is no name for a tag: use letters, digits and _", ""),
        "bad_tag_value": ("the value of {tag} holds a character that no tag may hold", ""),
        "tag_twice": ("line {line}: the tag {tag} stands twice", ""),
        "tag_missing": ("the tag {tag} is missing", ""),
        "bad_tag_content": ("the tag {tag} can't be {text!r}", ""),
        "bad_position": ("the tag Position holds no position of a game: {why}", ""),
        "newer_format": ("the record has format {format}; this program reads format 1", ""),
        "record_number": ("the text holds {records} records, not one", ""),
        "bad_round": ("line {line}: {text!r} should be {due} with a deal and moves", ""),
        "too_many_rounds": ("a game has {rounds} rounds at most, and this record more", "E20"),
        "bad_round_move": ("round {round}, {text}: {why}", ""),
        "deal_misplaced": (
            "round {round}: a deal stands at the beginning of a round, and only there",
            "",
        ),
        "result_differs": ("the tag Result says {tag}, but the moves lead to {found}", ""),
    }

    def __init__(self, code: str, **data: Datum) -> None:
        for key, value in data.items():
            if isinstance(value, str) and key != "why":
                data[key] = _shown(value)
        super().__init__(code, **data)


class PlayerNameError(UsageError):
    """Names that a game's players can't have, in a record or on a drawing."""

    reasons: ClassVar[Reasons] = {
        "too_many_names": ("{names} names are too many for {players} players", ""),
        "name_of_bot": ("{name!r} can't be a person's name: bot: stands for bots", ""),
    }


def _shown(text: str) -> str:
    """One short part of a sentence, whatever was thrown at us: no control characters either."""
    shown = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
    return "".join(sign if sign.isprintable() else "�" for sign in shown)
