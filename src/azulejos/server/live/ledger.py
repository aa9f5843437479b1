"""Where a table's changes are decided, written and told, one after the other.

To the store first: what could not be written has not happened. If another process was first, what
it wrote is the truth: we catch up, tell it, and decide anew.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Executable

from ...rules import AzulejosError
from ...tables.decisions.moves import Scene, Texts
from ...tables.decisions.new_tables import deal_text
from ...tables.errors import ServerError
from ...tables.history import Past, past_of
from ...tables.messages.builder import Moment, Teller
from ...tables.messages.summaries import brief_of_game
from ...tables.roster import is_happening
from ...tables.state import Game, told
from ...tables.tablenames import new_id
from ...tables.values import HOST, Fetched, Keys, Written
from ..cluster.news import News
from ..storage.consequences import consequences
from ..storage.rematch import rematch_rows
from ..storage.rows import keys_given
from ..storage.store import Store, milliseconds
from .clocks import due_after, not_too_late
from .gathering import Gathering
from .thinkers import Thinkers
from .visitors import Visitor

TRIES = 5
"""How often something is decided anew because another process was first."""
Decide = Callable[[Scene], Texts]
Check = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Means:
    """What all tables of a server share."""

    store: Store
    thinkers: Thinkers
    news: News
    away_after: float


async def nothing() -> None:
    """There is nothing to check."""


class Ledger:
    """One table's game, as it is written; only ever changed with the lock held."""

    def __init__(
        self,
        means: Means,
        fetched: Fetched,
        past: Past,
        changed: Callable[[], None],
        gone: Callable[[], None],
    ) -> None:
        """`changed` is called after each change, `gone` if the table is there no more."""
        self.kept = fetched.kept
        self.past = past
        self.teller = Teller(fetched.kept, fetched.wins)
        self.gathering = Gathering(
            self.kept.id, self.teller, past, fetched.keys, means.news, means.away_after
        )
        self.lock = asyncio.Lock()
        self._means = means
        self._changed = changed
        self._gone = gone

    @property
    def game(self) -> Game:
        return self.past.latest.game

    @property
    def due(self) -> int | None:
        """When the time for the move is up."""
        return self.past.latest.due

    @property
    def keys(self) -> Keys:
        return self.gathering.keys

    def scene(self, visitor: Visitor) -> Scene:
        """The table as it is when somebody wishes for something."""
        rights, away = self.gathering.rights(visitor), self.gathering.long_away()
        return Scene(self.game, rights, deal_text, away, new_id())

    async def write(
        self,
        visitor: Visitor,
        decide: Decide,
        given: dict[int, str] | None = None,
        check: Check = nothing,
    ) -> None:
        """Decided and written, with keys that are `given` seats; all that `check` says is so."""
        for _ in range(TRIES):
            await check()
            scene, texts = await self._decided(visitor, decide)
            if not texts or await self._append(texts, scene.new_table, given or {}):
                return
            await self.catch_up()
        raise ServerError("stale", number=self.game.number)

    async def _decided(self, visitor: Visitor, decide: Decide) -> tuple[Scene, Texts]:
        """Nothing is refused, or taken as done, because of what another process has changed."""
        scene = self.scene(visitor)
        try:
            texts = decide(scene)
            if texts or not self._means.news.shared:
                return scene, texts
        except AzulejosError:
            if not self._means.news.shared:
                raise
        await self.catch_up()
        scene = self.scene(visitor)
        return scene, decide(scene)

    async def catch_up(self) -> None:
        """Takes what other processes have written."""
        try:
            fetched = await self._means.store.fetch(self.kept.id, self.game.number)
        except ServerError as error:
            raise self._understood(error) from error
        games = await asyncio.to_thread(lambda: list(told(self.game, fetched.entries)))
        steps = list(zip([entry.text for entry in fetched.entries], games, strict=True))
        await self._take(steps, fetched.kept.brief.due, fetched.keys)

    def take_keys(self, keys: Keys) -> None:
        """Seats open to other keys than before."""
        self.gathering.keys = keys
        self.gathering.rights_changed()
        self.gathering.look_round()
        self._means.news.tell(self.kept.id, json.dumps({"keys": True}))

    async def _append(self, texts: Sequence[str], new_table: str, given: dict[int, str]) -> bool:
        """False if another process was first."""
        now = max(milliseconds(), self.game.at)
        before = self.game
        games = list(told(before, [Written(text, now) for text in texts]))
        after = games[-1]
        due = due_after(before, after, self.due, now)
        also: list[Executable] = list(consequences(self.kept.id, before, after, now))
        for seat, key_hash in given.items():
            also += keys_given(self.kept.id, [seat], key_hash)
        if before.company.rematch is None and after.company.rematch == new_table:
            also += rematch_rows(self.kept, after, self.keys, new_table, now)
        brief = brief_of_game(self.kept, after, due)
        try:
            await self._means.store.append(self.kept.id, before.number + 1, texts, brief, also, now)
        except ServerError as error:
            if error.code == "stale":
                return False
            raise self._understood(error) from error
        await self._take(list(zip(texts, games, strict=True)), due, self._keys(after, given))
        self._tell_elsewhere(texts, now, due)
        return True

    def _tell_elsewhere(self, texts: Sequence[str], now: int, due: int | None) -> None:
        """Moves as they are, so that nobody need look for them; what else happens only that."""
        news: dict[str, object] = {"number": self.game.number}
        if not any(map(is_happening, texts)):
            news |= {"texts": list(texts), "at": now, "due": due}
        self._means.news.tell(self.kept.id, json.dumps(news))

    async def take_told(self, news: Mapping[str, Any]) -> bool:
        """Moves that another process has written; False if they are not all that we miss."""
        texts: list[str] = news.get("texts", [])
        if not texts or news["number"] - len(texts) != self.game.number:
            return False
        games = list(told(self.game, [Written(text, news["at"]) for text in texts]))
        await self._take(list(zip(texts, games, strict=True)), news["due"], self.keys)
        return True

    def _keys(self, after: Game, given: dict[int, str]) -> Keys:
        """The keys of seats that are no person's open nothing any more."""
        held = {HOST, *after.company.persons}
        keys = {seat: hashes for seat, hashes in self.keys.items() if seat in held}
        for seat, key_hash in given.items():
            keys[seat] = keys.get(seat, frozenset()) | {key_hash}
        return keys

    async def _take(self, steps: list[tuple[str, Game]], due: int | None, keys: Keys) -> None:
        """What is written is so from now on, and everybody is told."""
        before = self.game
        moments = [Moment(text, game) for text, game in steps]
        if moments:
            text, game = steps[-1]
            moments[-1] = Moment(text, game, not_too_late(due, game, milliseconds()))
            await self._look_back(before, moments[-1].game)
        after = moments[-1].game if moments else before
        self.past.add(moments, milliseconds() - after.company.manners.delay * 1000)
        known, self.gathering.keys = self.gathering.keys, keys
        self.gathering.moments_came(moments)
        if keys != known or after.company is not before.company:
            self.gathering.rights_changed()
            self.gathering.look_round()
        self._changed()

    async def _look_back(self, before: Game, after: Game) -> None:
        """Watchers who will be further behind see what we may have forgotten."""
        if after.company.manners.delay > before.company.manners.delay:
            whole = await self._means.store.fetch(self.kept.id)
            past = await asyncio.to_thread(past_of, whole, milliseconds())
            self.past.replace(past, before.number)

    def _understood(self, error: ServerError) -> ServerError:
        if error.code == "no_such_table":
            self._gone()
        return error
