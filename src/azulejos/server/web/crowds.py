"""How many tables one visitor, and one address, may open, and how much they may do there."""

from __future__ import annotations

from fastapi import Request
from sqlalchemy import func, select

from ...tables.errors import ServerError
from ...tables.messages.requests import Act, Rematch
from ...tables.roster import OVER
from ...tables.values import HOST
from ..live.table import LiveTable
from ..live.visitors import Visitor
from ..storage.schema import seat_keys, tables
from ..storage.store import Store
from .asking import AtHouse
from .gauges import Gauges
from .keys import AnyVisitor, KnownVisitor


async def may_open_table(request: Request, house: AtHouse, visitor: KnownVisitor) -> None:
    """Raises ServerError `too_many_tables`."""
    gauges: Gauges = request.app.state.gauges
    gauges.new_table(visitor.address, visitor.key_hash)
    if await _open_tables(house.store, visitor.key_hash) >= gauges.limits.open_tables:
        raise ServerError("too_many_tables")


async def may_change(request: Request, visitor: AnyVisitor) -> None:
    """Raises ServerError `too_fast`."""
    gauges: Gauges = request.app.state.gauges
    gauges.change(visitor.address, visitor.key_hash)


async def may_ask_for_hint(request: Request, visitor: AnyVisitor) -> None:
    """Raises ServerError `too_fast`."""
    gauges: Gauges = request.app.state.gauges
    gauges.hint(visitor.address, visitor.key_hash)


def may_act(gauges: Gauges, live: LiveTable, visitor: Visitor, act: Act) -> None:
    """A rematch is a new table, and is counted like one: ServerError `too_many_tables`."""
    if not isinstance(act, Rematch) or act.seat not in live.rights(visitor).seats:
        return
    if live.company.stage == OVER and live.company.rematch is None:
        gauges.new_table(visitor.address, visitor.key_hash)


async def _open_tables(store: Store, key_hash: str | None) -> int:
    """Those of a host that are not over."""
    chosen = select(func.count()).select_from(tables)
    chosen = chosen.join(seat_keys, seat_keys.c.table_id == tables.c.id)
    mine = (seat_keys.c.key_hash == key_hash) & (seat_keys.c.seat == HOST)
    here = chosen.where(mine, tables.c.stage != "over")
    return await store.read(lambda connection: int(connection.execute(here).scalar() or 0))
