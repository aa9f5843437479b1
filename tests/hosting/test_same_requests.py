"""Whatever the page asks of a server it can ask of a host in the browser, or never asks there."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from plain_services import Browser, order

WEB = Path(__file__).parents[2] / "src" / "azulejos" / "web" / "js"
REQUESTS = re.findall(r"^  '(\w+ /\S+)':", (WEB / "net/requests.d.ts").read_text("utf-8"), re.M)
CLIENT = (WEB / "site/client.js").read_text("utf-8")
# Nobody elsewhere can come to such a table: the page offers none of these there.
ONLY_SERVERS = {
    "GET /api/tables/{id}/invitations",
    "POST /api/tables/{id}/link",
    "POST /api/tables/{id}/seats",
    "GET /api/invitations/{token}",
    "POST /api/invitations/{token}",
    "POST /api/links/{token}",
}


@pytest.mark.parametrize("request_line", [line for line in REQUESTS if line not in ONLY_SERVERS])
def test_the_host_knows_every_request(request_line: str) -> None:
    """A new one is to be answered in `browser/host.py`, in the page, or named above."""
    if f"'{request_line}'" in CLIENT:
        return

    async def trial() -> None:
        tab = Browser().open_tab()
        name = (await tab.ask("POST", "/api/tables", order()))["id"]
        method, path = request_line.replace("{id}", name).split()
        answer = await tab.host.request(method, path, "{}")
        if answer.status >= 400:
            assert json.loads(answer.body)["error"]["code"] != "no_such_page"

    asyncio.run(trial())


def test_there_are_requests() -> None:
    assert set(REQUESTS) > ONLY_SERVERS
