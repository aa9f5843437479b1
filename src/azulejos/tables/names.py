"""Names: those of persons and tables as people read them, and the ids of tables."""

from __future__ import annotations

import secrets
import unicodedata

from ..bots import BotSpecError, table_bots
from ..notation import PlayerNameError
from .errors import TableError
from .messages.requests import LONGEST_NAME

BOT_SIGN = "bot:"  # how a record names bots
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that look alike
LENGTH = 12
ID_PATTERN = f"^[{LETTERS}]{{{LENGTH}}}$"
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def checked_name(name: str, most: int = LONGEST_NAME) -> str:
    """A name as it can stand on one line of a page and of a record."""
    name = " ".join(name.split())
    if all(unicodedata.category(sign) == "Cf" for sign in name):
        return ""  # Signs that nobody sees are no name.
    if len(name) > most or any(map(_unprintable, name)):
        raise TableError("bad_name", most=most)
    if name.lower().startswith(BOT_SIGN):
        raise PlayerNameError("name_of_bot", name=name)
    return name


def _unprintable(sign: str) -> bool:
    """Control characters, halves of signs, and signs that turn the direction of text."""
    return unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in _TURNING


def new_id() -> str:
    """Of a table: long enough that nobody guesses one."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def check_level(level: str) -> None:
    """Only by name, and what the host allows: a spec could start a program here. BotSpecError."""
    if level not in table_bots():
        raise BotSpecError("unknown_bot", bot=level, bots=", ".join(table_bots()))
