"""Reviews in the database: asked for once, worked on by one process, told to all.

Who works on a review has claimed it for some seconds, and claims it again and again. So a process
that was killed leaves its reviews to the others, or to itself after a restart.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, insert, select, update

from ...tables.messages.review_types import VERSION, PlayDocument
from ...tables.values import PlayedGame
from .databases import BROKEN_KEY
from .schema import results, reviews, seat_keys, tables
from .store import Store

MOST_RECORDS = 500
"""Reviews of records that belong to no table: the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class StoredReview:
    """As it stands; `status` is what is told of it, compressed."""

    id: str
    table: str | None
    record: str
    finished: bool
    failed: bool
    status: bytes | None


class ReviewStore:
    """The reviews of a store; `owner` names this process."""

    def __init__(self, store: Store, owner: str) -> None:
        self._store = store
        self._owner = owner

    async def find(self, name: str) -> StoredReview | None:
        """None also for one that another version of this program has made."""
        here = select(reviews).where(reviews.c.id == name, reviews.c.version == VERSION)
        found = await self._listed(here)
        return found[0] if found else None

    async def unfinished(self, now: int, most: int) -> list[StoredReview]:
        """Those that nobody works on, the longest asked for first."""
        here = select(reviews).where(
            reviews.c.finished.is_(False), reviews.c.claimed < now, reviews.c.version == VERSION
        )
        return await self._listed(here.order_by(reviews.c.asked, reviews.c.id).limit(most))

    async def ask(self, name: str, table: str | None, record: str, now: int) -> None:
        """From now on it is to be worked out, unless it is there already or has failed."""
        row = {
            "id": name,
            "table_id": table,
            "version": VERSION,
            "asked": now,
            "record": record,
            "claimed": 0,
            "owner": "",
            "finished": False,
            "status": None,
            "play": None,
        }
        old = (reviews.c.id == name) & (reviews.c.version != VERSION)
        failed = (reviews.c.id == name) & reviews.c.finished & reviews.c.play.is_(None)

        def work(connection: Connection) -> None:
            connection.execute(delete(reviews).where(old | failed))
            there = select(reviews.c.id).where(reviews.c.id == name)
            if connection.execute(there).first() is None:
                connection.execute(insert(reviews).values(row))
            if table is None:
                _forget_oldest(connection)

        try:
            await self._store.change(work)
        except BROKEN_KEY:
            return  # Another process was first: it is there.

    async def claim(self, name: str, now: int, until: int) -> bool:
        """False: somebody else works on it, or it is done or gone."""
        free = (reviews.c.claimed < now) | (reviews.c.owner == self._owner)
        values = {"claimed": until, "owner": self._owner}
        return await self._change(name, free & reviews.c.finished.is_(False), values)

    async def tell(self, name: str, status: bytes, until: int) -> bool:
        """How far it is; false: it is not ours any more."""
        return await self._change(name, self._is_ours, {"status": status, "claimed": until})

    async def finish(self, name: str, status: bytes, play: Sequence[PlayDocument] | None) -> bool:
        """Done; or failed, where there is no play. False: it is not ours any more."""
        told = None if play is None else json.dumps(play)
        values = {"status": status, "play": told, "finished": True, "claimed": 0}
        return await self._change(name, self._is_ours, values)

    async def release(self) -> None:
        """What this process has claimed is free for others."""
        mine = update(reviews).where(self._is_ours).values(claimed=0, owner="")
        await self._store.carry_out([mine])

    async def played_by(self, key_hash: str) -> list[PlayedGame]:
        """The reviewed games of a key, the latest last; of several seats the first counts."""
        return await self._store.read(lambda connection: _played_by(connection, key_hash))

    @property
    def _is_ours(self) -> ColumnElement[bool]:
        return (reviews.c.owner == self._owner) & reviews.c.finished.is_(False)

    async def _change(self, name: str, if_so: ColumnElement[bool], values: dict[str, Any]) -> bool:
        statement = update(reviews).where(reviews.c.id == name, if_so).values(values)

        def work(connection: Connection) -> bool:
            return bool(connection.execute(statement).rowcount)

        return await self._store.change(work)

    async def _listed(self, chosen: Select[Any]) -> list[StoredReview]:
        def work(connection: Connection) -> list[StoredReview]:
            return [
                StoredReview(
                    row["id"],
                    row["table_id"],
                    row["record"],
                    bool(row["finished"]),
                    bool(row["finished"]) and row["play"] is None,
                    row["status"],
                )
                for row in connection.execute(chosen).mappings()
            ]

        return await self._store.read(work)


def _forget_oldest(connection: Connection) -> None:
    loose = select(reviews.c.id).where(reviews.c.table_id.is_(None))
    old = loose.order_by(reviews.c.asked.desc(), reviews.c.id).offset(MOST_RECORDS).limit(100)
    names = list(connection.execute(old).scalars())
    if names:
        connection.execute(delete(reviews).where(reviews.c.id.in_(names)))


def _played_by(connection: Connection, key_hash: str) -> list[PlayedGame]:
    opened = (seat_keys.c.table_id == results.c.table_id) & (seat_keys.c.seat == results.c.seat)
    chosen = (
        select(
            results.c.table_id, results.c.seat, results.c.finished, tables.c.rules, reviews.c.play
        )
        .join(seat_keys, opened)
        .join(tables, tables.c.id == results.c.table_id)
        .join(reviews, reviews.c.table_id == results.c.table_id)
        .where(seat_keys.c.key_hash == key_hash, reviews.c.play.is_not(None))
        .order_by(results.c.finished, results.c.table_id, results.c.seat.desc())
    )
    found: dict[str, PlayedGame] = {}
    for row in connection.execute(chosen).mappings():
        plays: list[PlayDocument] = json.loads(row["play"])
        play = plays[row["seat"] - 1]
        found[row["table_id"]] = PlayedGame(
            row["table_id"],
            row["rules"],
            row["finished"],
            len(plays),
            tuple(play["losses"]),
            play["kinds"],
        )
    return list(found.values())
