"""Names of persons and tables: what can stand on one line of a page and of a record."""

from __future__ import annotations

import unicodedata

from ..notation import PlayerNameError
from .errors import ServerError
from .records import BOT_SIGN
from .requests import LONGEST_NAME

_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def checked_name(name: str, most: int = LONGEST_NAME) -> str:
    """A name as it can stand on one line of a page and of a record."""
    name = " ".join(name.split())
    if all(unicodedata.category(sign) == "Cf" for sign in name):
        return ""  # Signs that nobody sees are no name.
    if len(name) > most or any(map(_unprintable, name)):
        raise ServerError("bad_name", most=most)
    if name.lower().startswith(BOT_SIGN):
        raise PlayerNameError("name_of_bot", name=name)
    return name


def _unprintable(sign: str) -> bool:
    """Control characters, halves of signs, and signs that turn the direction of text."""
    return unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or sign in _TURNING
