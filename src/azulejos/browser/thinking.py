"""Questions for whoever can think, and their answers: the side that asks and the side that thinks.

They run in different workers, each with a Python of its own: only texts go between them.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from random import SystemRandom
from typing import TYPE_CHECKING, Any

from ..bots import LEVELS, GreedyBot, make_bot
from ..notation import format_move, format_position, parse_move, parse_position, parse_record
from ..protocol import Bot
from ..rules import AzulejosError, Move, Position, refusal
from ..tables.advice.hints import HintSearch
from ..tables.messages.answers import Playing, ReviewStatus
from ..tables.messages.review_types import ProgressDocument
from ..tables.messages.reviews import done_status, failed_status, waiting_status
from ..tables.messages.types import Hint
from ..tables.table import Question
from ..tables.values import PlayedGame
from .errors import HostError
from .services import Thinker

if TYPE_CHECKING:
    from ..tables.advice.reviews import ReviewWork

Steps = Iterator[ProgressDocument | None]
PIECE = 0.25
"""Seconds that a bot's move waits for a review at most, but for a single long step."""

WITHOUT_NETWORK = frozenset(level.name for level in LEVELS if level.judgement == "points")
"""Levels that need nothing but the rules."""
MOST_BOTS = 4
"""That keep what they have found, up to 30 MB each."""


async def find_move(thinker: Thinker, table: str, question: Question) -> tuple[Move, bool]:
    """A legal move, whatever becomes of who was asked: then a simple bot steps in (False)."""
    needs_network = question.level not in WITHOUT_NETWORK
    try:
        asked = {"find": "move", "table": table, "seat": question.seat, "level": question.level}
        answer = await _ask(thinker, asked, question.position, needs_network)
        move = parse_move(answer["move"])
        if refusal(question.position, move) is None:
            return move, True
    except Exception:  # of whatever kind: the game goes on
        pass
    return GreedyBot(SystemRandom()).choose(question.position).move, False


async def find_hint(thinker: Thinker, position: Position) -> Hint:
    """Raises HostError where nobody can think."""
    try:
        hint: Hint = await _ask(thinker, {"find": "hint"}, position)
    except Exception as error:
        raise HostError("no_hint_now") from error
    return hint


async def _ask(
    thinker: Thinker, question: Mapping[str, Any], position: Position, network: bool = True
) -> Any:
    kind = name_of(str(position.rules), position.players) if network else None
    return await ask_thinker(thinker, {**question, "position": format_position(position)}, kind)


async def ask_thinker(thinker: Thinker, question: Mapping[str, Any], network: str | None) -> Any:
    """Where it takes a network to answer, that is fetched first."""
    return json.loads(await thinker.ask(json.dumps({**question, "network": network})))


def name_of(rules: str, players: int) -> str:
    """Of a kind of game, as `search.weights` names its network: the search is not at hand here."""
    return f"{rules}-{players}"


class BotBench:
    """Answers questions; the bots that thought last keep what they have found."""

    def __init__(self) -> None:
        self._bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self._review: tuple[str, ReviewWork, Steps] | None = None

    def answer(self, question: str) -> str:
        asked = json.loads(question)
        if asked["find"] == "review":
            return json.dumps(self._reviewed(asked["name"], asked["record"]))
        if asked["find"] == "playing":
            return json.dumps(_playing(asked["games"]))
        position = parse_position(asked["position"])
        if asked["find"] == "hint":
            return json.dumps(HintSearch(position).find())
        bot = self._bot(asked["table"], asked["seat"], asked["level"])
        return json.dumps({"move": format_move(bot.choose(position).move)})

    def _reviewed(self, name: str, record: str) -> ReviewStatus:
        """A piece of the work; of a review that was begun, the next one."""
        try:
            if self._review is None or self._review[0] != name:
                self._review = name, *_begun_review(record)
            _, work, steps = self._review
            progress = _some_steps(steps)
        except AzulejosError as error:
            self._review = None
            return failed_status(error)
        if work.document is None:
            return waiting_status(progress)
        self._review = None
        return done_status(work.document)

    def _bot(self, table: str, seat: int, level: str) -> Bot:
        name = table, seat, level
        if name not in self._bots:
            self._bots[name] = make_bot(level)
        self._bots.move_to_end(name)
        while len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)[1].close()
        return self._bots[name]


def _begun_review(record: str) -> tuple[ReviewWork, Steps]:
    from ..tables.advice.reviews import ReviewWork  # The search is at hand only here.

    work = ReviewWork(parse_record(record))
    return work, work.steps()


def _some_steps(steps: Steps) -> ProgressDocument | None:
    """As many as go into a piece; how far it is then."""
    end = time.monotonic() + PIECE
    progress = None
    for step in steps:
        progress = step or progress
        if progress is not None and time.monotonic() > end:
            break
    return progress


def _playing(games: list[dict[str, Any]]) -> Playing:
    from ..tables.advice.reviews import playing_of

    return playing_of([PlayedGame(**game) for game in games])
