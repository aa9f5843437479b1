"""Who meets whom, in which seats, on which deals.

A game is known by its contest and its number: everything else follows, so that it can be played
in any process, and again. Games come in groups on the same deals, in which every bot has every
seat once: pairs for two players, three or four rotations for more. The player in seat 1 starts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any

from ..protocol.contract import Limit
from ..rules import RuleSet


@dataclass(frozen=True, slots=True)
class Contest:
    """The bots that meet, as specs with their limits, and the terms on which they do."""

    specs: tuple[str, ...]
    limits: tuple[Limit, ...]
    rules: RuleSet = RuleSet.STD
    seed: str = "1"
    event: str = "match"
    date: str = ""

    @property
    def players(self) -> int:
        return len(self.specs)

    def game(self, number: int) -> ScheduledGame:
        """The game of this number; numbers count from 1."""
        return ScheduledGame(self, number)

    def schedule(self, groups: int) -> Iterator[ScheduledGame]:
        """All games of the first so many groups, in order."""
        return (ScheduledGame(self, number) for number in range(1, groups * self.players + 1))

    def schedule_of_group(self, group: int) -> Iterator[ScheduledGame]:
        """The games of one group; groups count from 1."""
        last = group * self.players
        return (ScheduledGame(self, number) for number in range(last - self.players + 1, last + 1))

    def deal_seed(self, group: int) -> str:
        """What the deals of a group's games come from."""
        return f"{self.seed}/{group}"

    def to_json(self) -> dict[str, Any]:
        return {
            "specs": list(self.specs),
            "limits": [limit.given for limit in self.limits],
            "rules": str(self.rules),
            "seed": self.seed,
            "event": self.event,
            "date": self.date,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Contest:
        return cls(
            specs=tuple(data["specs"]),
            limits=tuple(Limit(**limit) for limit in data["limits"]),
            rules=RuleSet(data["rules"]),
            seed=data["seed"],
            event=data["event"],
            date=data["date"],
        )


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """One game to be played."""

    contest: Contest
    number: int

    @property
    def group(self) -> int:
        return (self.number - 1) // self.contest.players + 1

    @property
    def deal_seed(self) -> str:
        return self.contest.deal_seed(self.group)

    @property
    def seats(self) -> tuple[int, ...]:
        """By seat, which bot of the contest sits there; bots count from 0.

        Within a group the order around the table turns. From group to group the order itself
        changes, for whom one sits behind matters too.
        """
        players = self.contest.players
        orders = list(permutations(range(1, players)))
        order = (0, *orders[(self.group - 1) % len(orders)])
        turn = (self.number - 1) % players
        return (*order[turn:], *order[:turn])

    def bot_seed(self, bot: int) -> int:
        """What a bot's own chances come from, different in each game."""
        return Random(f"{self.contest.seed}/{self.number}/bot {bot}").getrandbits(32)


def groups_for(games: int, players: int) -> int:
    """How many whole groups hold at least so many games."""
    return -(-games // players)


def limits_of(options: dict[str, str], bots: int) -> tuple[Limit, ...]:
    """The bots' limits from lists of numbers such as `200,20`; raises ValueError with a sentence.

    One number is for all bots; a place that is left empty means no such limit for that bot.

    >>> limits_of({"movetime": "200,", "nodes": ",1000"}, 2)
    (Limit(movetime=200, nodes=None, depth=None), Limit(movetime=None, nodes=1000, depth=None))
    """
    columns = {name: _numbers(name, text, bots) for name, text in options.items() if text}
    return tuple(
        Limit(**{name: column[bot] for name, column in columns.items()}) for bot in range(bots)
    )


def _numbers(name: str, text: str, bots: int) -> Sequence[int | None]:
    parts = [part.strip() for part in text.split(",")]
    for part in filter(None, parts):
        if not (part.isascii() and part.isdecimal() and len(part) < 19 and int(part) > 0):
            raise ValueError(f"a limit is a whole number from 1 up, not {part!r}: --{name} {text}")
    if len(parts) not in (1, bots):
        raise ValueError(f"--{name} needs one number, or {bots} with commas between, not {text!r}")
    numbers = [int(part) if part else None for part in parts]
    return numbers * bots if len(numbers) == 1 else numbers


def limit_in_words(limit: Limit) -> str:
    """
    >>> limit_in_words(Limit(movetime=200, depth=3))
    '200 ms, depth 3'
    """
    words = {"movetime": "{} ms", "nodes": "{} nodes", "depth": "depth {}"}
    parts = [words[name].format(value) for name, value in limit.given.items()]
    return ", ".join(parts) or "the bot's own"
