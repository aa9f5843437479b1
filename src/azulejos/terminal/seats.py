"""Who sits where: people at the keyboard and bots, and how a record names them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..bots import Bot, make_bot
from ..locales import Catalogue
from ..notation import Record

BOT_SIGN = "bot:"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: a bot of some kind, or a person."""

    name: str
    kind: str = ""
    bot: Bot | None = None

    @property
    def human(self) -> bool:
        return self.bot is None


def seat_of(number: int, tag: str, words: Catalogue) -> Seat:
    """The seat that a Player tag names; raises UsageError for a bot that does not exist."""
    if tag.startswith(BOT_SIGN):
        kind = tag.removeprefix(BOT_SIGN)
        bot = make_bot(kind, Random())
        return Seat(words.text("name.bot", number=number), kind, bot)
    return Seat(tag.strip() or words.text("name.player", number=number))


def seats_of(record: Record, words: Catalogue) -> list[Seat]:
    """All seats of a record; a player without a name gets one."""
    players = record.start().players
    tags = (record.tags.get(f"Player{number}", "") for number in range(1, players + 1))
    return [seat_of(number, tag, words) for number, tag in enumerate(tags, start=1)]
