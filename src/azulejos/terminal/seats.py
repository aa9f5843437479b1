"""Who sits where: people at the keyboard and bots, and how a record names them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..bots import bot_text, level_names, make_bot, parse_spec
from ..locales import Catalogue
from ..notation import Record
from ..protocol import Bot
from ..rules import AzulejosError, RuleSet

BOT_SIGN = "bot:"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player: a person, or the bot of a spec."""

    name: str
    spec: str = ""
    bot: Bot | None = None

    @property
    def human(self) -> bool:
        return self.bot is None

    def introduction(self, words: Catalogue) -> str:
        """What to expect of a bot."""
        spec = parse_spec(self.spec)
        if spec.name in level_names():
            kind, about = words.text(f"level.{spec.name}"), words.text(f"level.{spec.name}.about")
        else:
            kind, about = str(spec), words.text(bot_text(spec.name))
        return words.text("bot.seated", name=self.name, kind=kind, about=about)

    def close(self) -> None:
        if self.bot is not None:
            self.bot.close()


def seats_of(record: Record, words: Catalogue) -> list[Seat]:
    """All seats of a record; raises BotSpecError for a bot that does not exist.

    A player without a name gets one.
    """
    seats: list[Seat] = []
    rules = record.start().rules
    tags = _player_tags(record)
    try:
        for number, tag in enumerate(tags, start=1):
            seats.append(_seat_of(number, tag, len(tags), rules, words))
    except AzulejosError:
        for seat in seats:
            seat.close()
        raise
    return seats


def commands_of(record: Record) -> Iterator[str]:
    """The programs that a record's bots are."""
    for tag in _player_tags(record):
        if tag.startswith(BOT_SIGN) and (command := parse_spec(_spec(tag)).command):
            yield command


def _seat_of(number: int, tag: str, players: int, rules: RuleSet, words: Catalogue) -> Seat:
    if not tag.startswith(BOT_SIGN):
        return Seat(tag.strip() or words.text("name.player", number=number))
    bot = make_bot(_spec(tag), players=players, rules=rules)
    return Seat(words.text("name.bot", number=number), _spec(tag), bot)


def _player_tags(record: Record) -> list[str]:
    players = record.start().players
    return [record.tags.get(f"Player{number}", "") for number in range(1, players + 1)]


def _spec(tag: str) -> str:
    return tag.removeprefix(BOT_SIGN)
