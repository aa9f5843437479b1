"""A rematch is a new table: with doors where seats are open, and counted like any other."""

from __future__ import annotations

from pathlib import Path

from local_services import ANA, OPEN, PERSON, run, table_of

from azulejos.server.services import Services
from azulejos.server.storage.invitations import invites_of
from azulejos.tables.messages.requests import Leave, Rematch


def test_seats_that_were_never_taken_have_invitations(tmp_path: Path) -> None:
    """Whoever made the table has left it before anybody came, and thinks again."""

    async def use(services: Services) -> None:
        table = await table_of(services, PERSON, OPEN)
        await table.act(ANA, Leave(do="leave", seat=1))
        await table.act(ANA, Rematch(do="rematch", seat=1))
        new = await services.tables.get(table.roster.rematch or "")
        assert (new.roster.stage, new.roster.of_kind("open")) == ("open", [2])
        assert [found.seat for found in await invites_of(services.store, new.id)] == [2]

    run(tmp_path, use)
