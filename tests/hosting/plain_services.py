"""What a host in a browser is handed, without one: a store in memory, bots in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from azulejos.browser.host import Host, Talk
from azulejos.browser.live_table import Services
from azulejos.browser.services import GONE, STALE, STORED
from azulejos.browser.thinking import BotBench


class MemoryStorage:
    """As `js/site/storage.js` keeps tables; `trouble` is raised by whatever writes."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[str, Any]] = {}
        self.entries: dict[tuple[str, int], dict[str, Any]] = {}
        self.views: dict[str, tuple[int, dict[str, Any]]] = {}
        self.reviews: dict[str, str] = {}
        self.trouble: Exception | None = None

    async def create(self, document: str) -> None:
        if self.trouble:
            raise self.trouble
        self._create(json.loads(document))

    def _create(self, created: dict[str, Any]) -> None:
        self.tables[created["table"]["id"]] = created["table"]
        for entry in created["entries"]:
            self.entries[entry["table"], entry["number"]] = entry

    async def append(self, document: str) -> str:
        if self.trouble:
            raise self.trouble
        wanted = json.loads(document)
        table = wanted["table"]
        before = self.tables.get(table["id"])
        if before is None:
            return GONE
        if any((entry["table"], entry["number"]) in self.entries for entry in wanted["entries"]):
            return STALE
        stays = {name: table[name] or before[name] for name in ("ended", "yours")}
        self._create({**wanted, "table": table | stays})
        if wanted["created"]:
            self._create(wanted["created"])
        return STORED

    async def fetch(self, table: str, after: int) -> str | None:
        await asyncio.sleep(0)  # as every store does
        if table not in self.tables:
            return None
        found = self.tables[table]
        numbers = sorted(number for name, number in self.entries if name == table)
        series = found["header"]["summary"]["series"]
        others = [t for t in self.tables.values() if t["header"]["summary"]["series"] == series]
        return json.dumps(
            {
                "table": found,
                "entries": [self.entries[table, number] for number in numbers if number > after],
                "series": others if series else [],
            }
        )

    async def keep_view(self, table: str, number: int, message: str) -> None:
        self.views[table] = number, json.loads(message)

    async def keep_review(self, name: str, document: str) -> None:
        if self.trouble:
            raise self.trouble
        self.reviews[name] = document

    async def review(self, name: str) -> str | None:
        return self.reviews.get(name)

    async def all(self) -> str:
        return json.dumps(sorted(self.tables.values(), key=lambda table: -table["changed"]))

    async def delete(self, table: str) -> bool:
        self.entries = {key: entry for key, entry in self.entries.items() if key[0] != table}
        self.reviews.pop(table, None)
        return self.tables.pop(table, None) is not None


class BotsHere:
    """Whoever thinks, in this process; `questions` are those that were asked."""

    def __init__(self) -> None:
        self.bench = BotBench()
        self.questions: list[dict[str, Any]] = []
        self.trouble: Exception | None = None

    async def ask(self, question: str) -> str:
        self.questions.append(json.loads(question))
        if self.trouble:
            raise self.trouble
        return self.bench.answer(question)


class Browser:
    """Tabs over one store: `written` goes to all others, the first at a table leads there."""

    def __init__(self) -> None:
        self.storage = MemoryStorage()
        self.thinker = BotsHere()
        self.tabs: list[Tab] = []
        self.leaders: dict[str, list[Callable[[], None]]] = {}

    def open_tab(self) -> Tab:
        tab = Tab(self)
        self.tabs.append(tab)
        return tab


class Tab:
    """One of them, with a host of its own."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.host = Host(Services(browser.storage, browser.thinker, self))
        self.news: list[str] = []

    def tell(self, table: str) -> None:
        for other in self.browser.tabs:
            if other is not self:
                other.news.append(table)

    def lead(self, table: str, lead: Callable[[], None]) -> Callable[[], None]:
        waiting = self.browser.leaders.setdefault(table, [])
        waiting.append(lead)
        if len(waiting) == 1:
            lead()

        def end() -> None:
            was_first = waiting[0] is lead
            waiting.remove(lead)
            if was_first and waiting:
                waiting[0]()

        return end

    async def hear_news(self) -> None:
        while self.news:
            await self.host.hear(self.news.pop(0))

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        answer = await self.host.request(method, path, "" if body is None else json.dumps(body))
        assert answer.status < 400, answer.body
        return json.loads(answer.body) if answer.body else None

    def sit_at(self, table: str) -> View:
        return View(self.host, table)


class View:
    """What is told at a table."""

    def __init__(self, host: Host, table: str) -> None:
        self.told: list[dict[str, Any]] = []
        self.ended = False
        self.talk = Talk(host, table, self)
        self._requests = 0

    def tell(self, message: str) -> None:
        self.told.append(json.loads(message))

    def end(self) -> None:
        self.ended = True

    async def hello(self, after: int | None = None) -> None:
        await self.talk.hear(json.dumps({"type": "hello", "after": after}))

    async def ask(self, **wish: Any) -> dict[str, Any]:
        self._requests += 1
        name = f"r{self._requests}"
        await self.talk.hear(json.dumps(wish | {"request": name}))
        return next(each for each in self.told if each.get("request") == name)

    @property
    def numbered(self) -> list[dict[str, Any]]:
        return [message for message in self.told if "number" in message and "state" in message]

    @property
    def last(self) -> dict[str, Any]:
        return self.numbered[-1]


def order(level: str = "novice", players: int = 2, rules: str = "std") -> dict[str, Any]:
    bots = [{"kind": "bot", "name": "", "level": level}] * (players - 1)
    ana = {"kind": "person", "name": "Ana", "level": None}
    return {"rules": rules, "seats": [ana, *bots], "starter": 1}
