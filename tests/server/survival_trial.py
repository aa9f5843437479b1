"""A trial of survival: parties play by real sockets while servers are killed and lines are cut."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from fresh_reader import FreshReader
from journal import Tally
from mortal_server import MortalServer
from party import Party
from rough_line import RoughLines

from azulejos.server.settings import Settings

BACK_WITHIN = 2.0  # seconds after the server is up
PATIENCE = 60.0  # seconds: the machine may be busy with other tests
DIES_YOUNG = 0.1  # of all starts are killed before they are done


@dataclass
class Report:
    """What was done, and what came of it."""

    kills: int = 0
    young: int = 0
    """Kills during a start."""
    cuts: Counter[str] = field(default_factory=Counter)
    checks: int = 0
    games: int = 0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)
    starts: list[float] = field(default_factory=list)

    @property
    def slowest(self) -> float:
        """Seconds until the last one was back."""
        return max(self.tally.back, default=0.0)

    def __str__(self) -> str:
        told, back, starts = self.tally, sorted(self.tally.back), sorted(self.starts)
        return (
            f"{self.kills} kills ({self.young} during a start), "
            f"{self.cuts.total()} cuts ({_list(self.cuts)})\n"
            f"{self.games} games ended, {told.moves} moves accepted, {told.unanswered} wishes "
            f"whose answer was lost, refusals: {_list(told.refusals) or 'none'}\n"
            f"{len(back)} times back: median {_part(back, 0.5):.2f} s, 99 % "
            f"{_part(back, 0.99):.2f} s, longest {_part(back, 1):.2f} s\n"
            f"a start takes {_part(starts, 0.5):.2f} s, longest {_part(starts, 1):.2f} s\n"
            f"{self.checks} checks against the store: nothing lost, nothing doubled; "
            f"{self.seconds:.0f} s"
        )


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{what} {count}" for what, count in sorted(counts.items()))


def _part(numbers: Sequence[float], share: float) -> float:
    return numbers[min(len(numbers) - 1, int(share * len(numbers)))] if numbers else 0.0


class Trial:
    """Several parties at their tables, one or more servers, and one line to them."""

    def __init__(
        self,
        servers: Sequence[MortalServer],
        lines: RoughLines,
        reader: FreshReader,
        seed: int,
    ) -> None:
        self._servers = servers
        self._lines = lines
        self._reader = reader
        self._generator = Random(seed)
        self.report = Report()
        self._parties: list[Party] = []

    def up_since(self) -> float:
        """Since when the first of the servers has been up that is up now."""
        return min((s.up_since for s in self._servers if s.is_up), default=time.monotonic())

    def invite(self, *members: str, is_local: bool) -> None:
        """A party that plays one game after the other."""
        generator = Random(self._generator.random())
        self._parties.append(
            Party(
                members,
                self._lines.port,
                self.report.tally,
                generator,
                self.up_since,
                self._reader,
                is_local,
            )
        )

    async def run(self, kills: int, cuts: int) -> Report:
        """Raises AssertionError if anything is lost or doubled."""
        began = time.monotonic()
        self._lines.targets = [server.port for server in self._servers]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(party.play()) for party in self._parties]
            await self._resume()
            for kill in range(max(kills, 1)):
                share = cuts * (kill + 1) // max(kills, 1) - self.report.cuts.total()
                await self._cut(share)
                if kills:
                    await self._kill()
                await self._check()
            for task in playing:
                task.cancel()
        await self._finish()
        self.report.seconds = time.monotonic() - began
        return self.report

    # Trouble

    async def _cut(self, times: int) -> None:
        """Lines break while all play, one after the other or several at once."""
        breaking = set()
        for _ in range(times):
            await self._see_moves(self._generator.randint(0, 2))
            breaking.add(asyncio.create_task(self._cut_one()))
        await asyncio.gather(*breaking)

    async def _see_moves(self, number: int) -> None:
        """Until so many more were made: a busy machine needs longer."""
        until = self.report.tally.moves + number
        async with asyncio.timeout(PATIENCE):
            while self.report.tally.moves < until:
                await asyncio.sleep(0.002)

    async def _cut_one(self) -> None:
        while (how := await self._lines.cut_one(self._generator)) is None:
            await asyncio.sleep(0.01)  # Nobody is connected just now.
        self.report.cuts[how.name.lower()] += 1

    async def _kill(self) -> None:
        """One server dies in the middle of play, sometimes once more while it starts."""
        server = self._generator.choice(self._servers)
        await self._see_moves(self._generator.randint(1, 12))
        await asyncio.sleep(self._generator.uniform(0, 0.05))
        await server.kill()
        self.report.kills += 1
        if self._generator.random() < DIES_YOUNG:
            await server.start_and_die(self._generator.uniform(0.1, 1.0))
            self.report.kills += 1
            self.report.young += 1
        await server.start()
        self.report.starts.append(server.starts[-1])

    # Checks

    async def _check(self) -> None:
        """All come back, and see what a fresh reader of the store sees."""
        for party in self._parties:
            party.pause()
        for party in self._parties:
            async with asyncio.timeout(PATIENCE):
                while not await party.has_converged():
                    await asyncio.sleep(0.02)
            self.report.checks += 1
        await self._resume()

    async def _resume(self) -> None:
        for party in self._parties:
            party.resume()
        await asyncio.sleep(0)

    async def _finish(self) -> None:
        for party in self._parties:
            await party.close()
            self.report.games += party.games


async def survive_at_home(folder: Path, kills: int, cuts: int, seed: int) -> Report:
    """`azulejos play`: everybody may act for all persons, so that devices race all the time."""
    command = ("play", "--no-browser", "--data", str(folder))
    reader = FreshReader(Settings.in_folder(folder).database)
    async with RoughLines() as lines, MortalServer(*command) as server:
        trial = Trial([server], lines, reader, seed)
        trial.invite("person", "person", "watcher", is_local=True)
        trial.invite("person", "bot", "person", "watcher", is_local=True)
        return await trial.run(kills, cuts)


async def survive_serving(folder: Path, kills: int, cuts: int, seed: int) -> Report:
    """`azulejos serve`: friends who joined by invitations, each with an own key."""
    command = ("serve", "--data", str(folder))
    reader = FreshReader(Settings.in_folder(folder).database)
    async with RoughLines() as lines, MortalServer(*command) as server:
        return await _play_as_friends(Trial([server], lines, reader, seed), kills, cuts)


async def survive_in_cluster(
    shared: Sequence[str],
    database: str,
    folders: Sequence[Path],
    kills: int,
    cuts: int,
    seed: int,
) -> Report:
    """Several processes with one database, any of which is killed; clients move over."""
    reader = FreshReader(database.replace("postgresql://", "postgresql+asyncpg://"))
    async with RoughLines() as lines, AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(MortalServer("serve", *shared, "--data", str(folder)))
            for folder in folders
        ]
        return await _play_as_friends(Trial(servers, lines, reader, seed), kills, cuts)


async def _play_as_friends(trial: Trial, kills: int, cuts: int) -> Report:
    trial.invite("person", "person", "watcher", is_local=False)
    trial.invite("person", "person", "person", is_local=False)
    trial.invite("person", "person", "person", "person", "watcher", is_local=False)
    trial.invite("person", "bot", "person", is_local=False)
    return await trial.run(kills, cuts)
