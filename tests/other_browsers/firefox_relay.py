"""Starts Firefox as Playwright asks for it, and relays what the two say over WebDriver BiDi.

Playwright drives a Firefox as systems ship it over this protocol, with two gaps, filled here:

- It sends commands that are newer than Firefox's extended support release; refused, no page could
  be opened. They ask for what tests do without (a colour scheme): the relay says yes by itself.
- It has no touch: with AZULEJOS_TOUCH=1 whatever a mouse would do is done by a finger.

Run: `firefox_relay.py PROGRAM ARGUMENTS…`.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

NOT_KNOWN_YET = {"emulation.setMediaFeaturesOverride"}
LISTENING = re.compile(r"(WebDriver BiDi listening on )(ws://\S+)")
UNLIMITED = None  # pictures of pages are large messages
TOUCH = "AZULEJOS_TOUCH"


def by_finger(command: dict[str, Any]) -> None:
    """Changes what a mouse would do. A finger that touches nothing goes nowhere: it is put down."""
    for source in command["params"]["actions"]:
        if source["type"] == "pointer":
            source["parameters"] = {"pointerType": "touch"}


async def commands(playwright: ServerConnection, firefox: ClientConnection) -> None:
    async for text in playwright:
        command = json.loads(text)
        if command["method"] in NOT_KNOWN_YET:
            answer = {"type": "success", "id": command["id"], "result": {}}
            await playwright.send(json.dumps(answer))
            continue
        if command["method"] == "input.performActions" and os.environ.get(TOUCH):
            by_finger(command)
        await firefox.send(json.dumps(command))


async def answers(firefox: ClientConnection, playwright: ServerConnection) -> None:
    async for text in firefox:
        await playwright.send(text)


async def relay(playwright: ServerConnection, address: str) -> None:
    """Until one of the two is gone."""
    async with connect(f"{address}/session", max_size=UNLIMITED) as firefox:
        both = [
            asyncio.create_task(commands(playwright, firefox)),
            asyncio.create_task(answers(firefox, playwright)),
        ]
        done, rest = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        for task in done:
            if not isinstance(task.exception(), ConnectionClosed):
                task.result()


async def serve_until_the_end(stderr: asyncio.StreamReader, address: str, told: str) -> None:
    async def welcome(playwright: ServerConnection) -> None:
        await relay(playwright, address)

    async with serve(welcome, "127.0.0.1", 0, max_size=UNLIMITED) as ours:
        port = ours.sockets[0].getsockname()[1]
        sys.stderr.write(f"{told}ws://127.0.0.1:{port}\n")
        sys.stderr.flush()
        async for _ in stderr:
            pass  # A pipe that nobody reads would hold it up.


async def run(program: str, arguments: list[str]) -> int:
    firefox = await asyncio.create_subprocess_exec(
        program, *arguments, stderr=asyncio.subprocess.PIPE
    )
    assert firefox.stderr is not None
    async for line in firefox.stderr:
        if found := LISTENING.search(line.decode()):
            await serve_until_the_end(firefox.stderr, found[2], found[1])
        else:
            sys.stderr.write(line.decode())
    return await firefox.wait()


if __name__ == "__main__":
    sys.exit(asyncio.run(run(sys.argv[1], sys.argv[2:])))
