"""Reviews of games: whoever thinks works one out, a fraction of a second at a time.

So no bot waits longer than that. What is done is kept in the store; what a closed tab has left
undone begins anew when somebody asks for it again.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from ..notation import Record, parse_record
from ..rules import AzulejosError
from ..server.errors import ServerError
from ..tables.messages.answers import Playing, Replay, ReviewStatus
from ..tables.messages.review_types import VERSION
from ..tables.messages.reviews import failed_status, replay_of_record, waiting_status
from ..tables.values import PlayedGame
from .documents import Document, played
from .errors import HostError
from .live_table import Services, encode, store_errors
from .thinking import ask_thinker, name_of

NOBODY = Playing(games=[], loss=None, interval=None, decisions=0, level=None, kinds={})


@dataclass(eq=False)
class _Job:
    """A review that is under way, or has failed."""

    record: Record
    status: ReviewStatus
    task: asyncio.Task[None] | None = None


class Reviews:
    """Those of one tab. Two tabs that ask for the same find the same."""

    def __init__(self, services: Services) -> None:
        self._storage = services.storage
        self._thinker = services.thinker
        self._jobs: dict[str, _Job] = {}

    async def ask(self, name: str, record: Record) -> None:
        """From now on it is worked on, unless it is there; what has failed is tried again."""
        job = self._jobs.get(name)
        if job is not None and job.status["stage"] != "failed":
            return
        if await self._kept(name) is None:
            self._jobs[name] = job = _Job(record, waiting_status(None))
            job.task = asyncio.ensure_future(self._work(name, job))

    async def status(self, name: str) -> ReviewStatus | None:
        """How far it is; None where nobody has asked for it."""
        if name in self._jobs:
            return self._jobs[name].status
        kept = await self._kept(name)
        found: ReviewStatus | None = None if kept is None else kept["status"]
        return found

    async def replay(self, name: str) -> Replay:
        """The game of a record that somebody brought along."""
        if name in self._jobs:
            return replay_of_record(name, self._jobs[name].record)
        kept = await self._kept(name)
        if kept is None:
            raise ServerError("no_such_review")
        return replay_of_record(name, parse_record(kept["record"]))

    async def playing(self, tables: list[Document]) -> Playing:
        """How well the games of this device were played, as far as they were reviewed."""
        games = [game for table in reversed(tables) if (game := await self._played(table))]
        if not games:
            return NOBODY
        question = {"find": "playing", "games": [asdict(game) for game in games]}
        found: Playing = await ask_thinker(self._thinker, question, None)
        return found

    async def _played(self, table: Document) -> PlayedGame | None:
        game = played(table)
        kept = await self._kept(table["id"]) if game else None
        if game is None or kept is None:
            return None
        plays = kept["status"]["review"]["play"]
        mine = plays[game.seat - 1]
        losses = tuple(mine["losses"])
        return PlayedGame(game.table, game.rules, game.finished, len(plays), losses, mine["kinds"])

    async def _work(self, name: str, job: _Job) -> None:
        network = name_of(str(job.record.rules), job.record.players)
        question = {"find": "review", "name": name, "record": str(job.record)}
        try:
            while job.status["stage"] not in ("done", "failed"):
                job.status = await ask_thinker(self._thinker, question, network)
        except Exception:  # whatever JavaScript says: it can be asked for again
            job.status = failed_status(HostError("no_review_now"))
        if job.status["stage"] == "done":
            kept = {"id": name, "version": VERSION, "record": str(job.record)}
            with suppress(AzulejosError), store_errors():  # As long as the tab is open it is here.
                await self._storage.keep_review(name, encode(kept | {"status": job.status}))
                del self._jobs[name]

    async def _kept(self, name: str) -> dict[str, Any] | None:
        """None also for one that another version has made."""
        with store_errors():
            text = await self._storage.review(name)
        kept: dict[str, Any] = json.loads(text) if text else {"version": None}
        return kept if kept["version"] == VERSION else None
