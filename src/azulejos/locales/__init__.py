"""The small reader for the catalogues: one JSON file a language, the same for Python and the page.

A text has placeholders in braces. Texts that count have the forms `_one` and `_other`, chosen by
the plural rules of CLDR. Texts that name a colour exist once a colour, as whole phrases
(`tiles.B_other`), because languages bend colour and noun together.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files

from ..rules.errors import AzulejosError, ImpossiblePositionError
from ..rules.tiles import Heap, Tile

LANGUAGES = ("en", "de", "fr", "nl", "sv", "fi")
FALLBACK = "en"


def plural_form(language: str, count: int) -> str:
    """CLDR's form for a whole number: French counts 0 as one, the other five do not."""
    one = count in (0, 1) if language == "fr" else count == 1
    return "one" if one else "other"


class Catalogue:
    """The texts of one language."""

    def __init__(self, language: str, texts: dict[str, str]) -> None:
        self.language = language
        self._texts = texts

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def raw(self, key: str) -> str:
        """The text with its placeholders."""
        return self._texts[key]

    def text(self, key: str, count: int | None = None, /, **values: object) -> str:
        """The text of a key; with a count, in the right plural form."""
        if count is not None:
            key = f"{key}_{plural_form(self.language, count)}"
        return self._texts[key].format_map({"count": count, **values})

    def tiles(self, tiles: Iterable[Tile]) -> str:
        """Tiles in words: `2 blue tiles and 1 joker`; the marker is named if it is there."""
        found = list(tiles)
        heap = Heap.of(tile for tile in found if tile is not Tile.MARKER)
        phrases = [self.text(f"tiles.{kind}", heap[kind]) for kind in heap.kinds]
        if Tile.MARKER in found:
            phrases.append(self.text("marker"))
        return self.listing(phrases) if phrases else self.text("tiles.none")

    def listing(self, phrases: list[str]) -> str:
        """`a`, `a and b`, `a, b and c`."""
        *most, last = phrases
        if not most:
            return last
        return self.text("list.and", most=self.text("list.comma").join(most), last=last)

    def error(self, error: AzulejosError) -> str:
        """What was wrong, in this language; a phrase a colour where it names one."""
        key = f"error.{error.code}"
        data: dict[str, object] = dict(error.data)
        coloured = f"{key}.{data.get('tile') or data.get('held')}"
        if isinstance(error.__cause__, AzulejosError):
            data["why"] = self.error(error.__cause__)
        return self.text(coloured if coloured in self else key, **data)


@cache
def catalogue(language: str, room: str = "") -> Catalogue:
    """The catalogue of a language, English where there is none; or that of one of its rooms."""
    known = language if language in LANGUAGES else FALLBACK
    source = files(__package__).joinpath(room, f"{known}.json")
    return Catalogue(known, json.loads(source.read_text(encoding="utf-8")))


@cache
def catalogue_with(language: str, room: str) -> Catalogue:
    """What all share and what one room has besides, in one."""
    known = language if language in LANGUAGES else FALLBACK
    return Catalogue(known, room_texts("", known) | room_texts(room, known))


ROOMS = ("shell", "table", "meeting", "company", "server", "learn", "ending", "opponents", "review")
"""The texts of the page and its server: a folder a room, with a file a language."""
PAGE_ROOMS = ("", "shell", "table", "meeting", "company", "server")
"""What the page reads at once; the room without a name is the catalogue that all share."""
LATER_ROOMS = ("learn", "ending", "opponents", "review")
"""What it reads when it is wanted, in a file each."""


_COMMAND_LINE = (
    *("launch.", "quit", "resumed", "save."),
    *("analyse.", "bot.", "bots.", "error.site_", "help.", "prompt."),
)
"""How keys begin that only the command line reads."""
# Positions come from the server; none of them is impossible, and what it needs is there.
_NEVER_ON_PAGES = frozenset(
    f"error.{code}"
    for code in (*ImpossiblePositionError.reasons, "extra_missing", "position_has_its_own")
)


def room_texts(room: str, language: str) -> dict[str, str]:
    """The texts of one room; none where the room has no file of that language."""
    folder = files(__package__)
    source = (folder.joinpath(room) if room else folder).joinpath(f"{language}.json")
    if not source.is_file():
        return {}
    texts: dict[str, str] = json.loads(source.read_text(encoding="utf-8"))
    return texts


def page_texts(language: str, rooms: Iterable[str] = PAGE_ROOMS) -> dict[str, str]:
    """The texts of some rooms in one, as the page reads them."""
    texts = {key: text for room in rooms for key, text in room_texts(room, language).items()}
    return {key: text for key, text in texts.items() if is_for_pages(key)}


def is_for_pages(key: str) -> bool:
    return not key.startswith(_COMMAND_LINE) and key not in _NEVER_ON_PAGES


def system_language() -> str:
    """The language that the user's environment asks for, if we have it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            language = re.split("[^a-z]", value.lower())[0]
            return language if language in LANGUAGES else FALLBACK
    return FALLBACK
