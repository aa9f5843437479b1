"""Races at a table, as a state machine against the real store.

In every step one to three things are wished for at the same time, by devices of several people at
two processes. Whatever comes of it must be what comes of some order of these wishes, one after the
other, in the model (`table_model.py`): so of two that exclude each other exactly one wins, and the
other is told why not. Afterwards everybody sees the same, and the entries replay.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import table_model as model
from fresh_reader import Read
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)
from race_explained import decisions_of, explained, fits, seen, shape
from race_servers import CLOCK, Device, RaceServers, act_of, outcome_of

from azulejos.notation import format_move, parse_position
from azulejos.rules import legal_moves
from azulejos.server.settings import Settings
from azulejos.server.storage.store import Store

PEOPLE = ("ana", "ana", "ben", "ben", "cleo", "dan")
"""By device; every second one is at the other process. Ana is the host."""
KINDS = (
    *("move", "move", "move", "old_move", "undo", "undo", "answer", "answer", "withdraw"),
    *("resign", "leave", "abandon", "stand_in", "come", "join", "join", "start", "seat_bot"),
    *("seat_open", "rematch", "bot"),
)
OPTIONS = {"name": "", "public": False, "watching": True, "delay": 0}
TRIES = 30
CHANCE = st.integers(0, 2**32)
Drawn = tuple[model.Wish, Device]


class TableRaces(RuleBasedStateMachine):
    """One table, from its making on."""

    template: Path

    def __init__(self) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._folder = tempfile.TemporaryDirectory()
        self._patch = pytest.MonkeyPatch()
        self._servers: RaceServers
        self._model: model.Model
        self._number = 0
        self._rematch: str | None = None
        self._moved = 0
        self._old = 0
        """A number of an earlier position."""

    def _run(self, what: Coroutine[Any, Any, Any]) -> Any:
        return self._runner.run(what)

    def teardown(self) -> None:
        if hasattr(self, "_model"):
            self._run(self._servers.close())
        self._runner.close()
        self._patch.undo()
        self._folder.cleanup()

    # The beginning

    @initialize(
        kinds=st.lists(st.sampled_from(("open", "open", "bot", "person")), min_size=1, max_size=3),
        rules=st.sampled_from(("std", "grey+joker")),
        clock=st.sampled_from((None, CLOCK)),
        friends=st.booleans(),
    )
    def open(self, kinds: list[str], rules: str, clock: int | None, friends: bool) -> None:
        self._run(self._open(["person", *kinds], rules, clock))
        for who in PEOPLE[2::2] if friends else ():
            for seat in sorted(self._model.invitable())[:1]:
                device = next(each for each in self._servers.devices if each.who == who)
                self._run(self._race([(model.Join(who, seat), device)], Random(0)))

    async def _open(self, kinds: list[str], rules: str, clock: int | None) -> None:
        seats = [
            {"kind": kind, "name": "", "level": "novice" if kind == "bot" else None}
            for kind in kinds
        ]
        order = {
            "rules": rules,
            "seats": seats,
            "starter": 1,
            "options": OPTIONS | {"clock": clock},
        }
        self._servers = RaceServers(Path(self._folder.name), self.template, self._patch)
        await self._servers.open(order, "ana")
        self._servers.devices = [
            Device(who, place % 2, self._servers.journal) for place, who in enumerate(PEOPLE)
        ]
        for device in self._servers.devices:
            await device.connect(await self._servers.live(device.process))
        live = await self._servers.live(0)
        places = [model.Place(kind, "ana" if kind == "person" else None) for kind in kinds]
        stage = "open" if "open" in kinds else "playing"
        self._model = model.Model("ana", tuple(places), live.state.position, stage=stage)
        await self._look([self._model])

    # Steps

    @rule(kinds=st.lists(st.sampled_from(KINDS), min_size=1, max_size=3), seed=CHANCE)
    def some_wish(self, kinds: list[str], seed: int) -> None:
        chance = Random(seed)
        found = [self._wish(kind, chance) for kind in kinds]
        self._run(self._race([each for each in found if each is not None], chance))

    @rule(number=st.integers(2, 3), seed=CHANCE)
    def some_could(self, number: int, seed: int) -> None:
        """Each of the wishes could be fulfilled, were it not for the others."""
        chance = Random(seed)
        able = self._able(KINDS, chance)
        first = able[0][1].process if able else 0
        able = [*able[:1], *sorted(able[1:], key=lambda each: each[1].process == first)]
        self._run(self._race(able[:number], chance))

    @rule(kind=st.sampled_from(KINDS), seed=CHANCE)
    def one_wishes_twice(self, kind: str, seed: int) -> None:
        """A double click, or two tabs."""
        chance = Random(seed)
        found = self._wish(kind, chance)
        self._run(self._race([found, found] if found else [], chance))

    @rule(times=st.integers(1, 3), seed=CHANCE)
    def play_on(self, times: int, seed: int) -> None:
        """So that games get somewhere."""
        chance = Random(seed)
        for _ in range(times):
            if self._model.stage == "playing":
                found = self._wish("move", chance, rightly=True) or self._wish("bot", chance)
                self._run(self._race([found] if found else [], chance))

    @rule(place=st.integers(0, len(PEOPLE) - 1))
    def goes(self, place: int) -> None:
        device = self._servers.devices[place]
        if device.is_connected:
            self._run(device.disconnect())
            self._run(self._look([self._model]))

    @rule(process=st.integers(0, 1))
    def process_is_replaced(self, process: int) -> None:
        self._run(self._servers.replace(process))
        self._run(self._look([self._model]))

    @rule(deaf=st.booleans())
    def news_are_lost(self, deaf: bool) -> None:
        """Or found again: then everybody looks."""
        self._servers.bus.deaf = deaf
        self._run(self._look([self._model]))

    @rule(seed=CHANCE)
    def takeback_meets_move(self, seed: int) -> None:
        """Somebody wants something back; the others answer, or play on."""
        chance = Random(seed)
        self._run(self._race(self._able(["undo"], chance)[:1], chance))
        able = self._able(["move", "answer", "withdraw"], chance)
        self._run(self._race(able[: chance.randint(1, 3)], chance))

    @rule(seed=CHANCE)
    def rematch_is_wanted(self, seed: int) -> None:
        """By several, once the game is over; else somebody gives up."""
        chance = Random(seed)
        kinds = ["rematch"] * 3 if self._model.stage == "over" else ["resign"]
        found = [self._wish(kind, chance) for kind in kinds]
        self._run(self._race([each for each in found if each], chance))

    # What is wished for

    def _able(self, kinds: Sequence[str], chance: Random) -> list[Drawn]:
        """Wishes that could be fulfilled as things stand."""
        found = [self._wish(chance.choice(kinds), chance) for _ in range(TRIES)]
        return [each for each in found if each and each[0].results(self._model)[0][1] == model.OK]

    def _wish(self, kind: str, chance: Random, rightly: bool = False) -> Drawn | None:
        """Something that somebody may well try, whether or not it can be done."""
        now, devices = self._model, self._servers.devices
        if rightly:
            assert now.position is not None
            turn = now.places[now.position.turn - 1]
            devices = [device for device in devices if device.who == turn.who]
            if not devices or turn.bot:
                return None
        if kind == "come":
            devices = [device for device in devices if not device.is_connected]
        if kind == "stand_in" and self._servers.bus.deaf:
            return None  # Who is there may not be known.
        if not devices:
            return None
        device = chance.choice(devices)
        seat = chance.randint(1, len(now.places))
        own = chance.choice(sorted(now.seats_of(device.who)) or [seat])
        wish = self._made(kind, chance, device.who, seat, own)
        return None if wish is None else (wish, device)

    def _made(self, kind: str, chance: Random, who: str, seat: int, own: int) -> model.Wish | None:
        simple: dict[str, Callable[[], model.Wish]] = {
            "undo": lambda: model.Undo(who),
            "resign": lambda: model.Resign(who, own),
            "leave": lambda: model.Leave(who, own),
            "abandon": lambda: model.Abandon(who, own),
            "stand_in": lambda: model.StandIn(who, seat),
            "come": lambda: model.Return(who),
            "start": lambda: model.Start(who),
            "seat_bot": lambda: model.SeatBot(who, seat),
            "seat_open": lambda: model.SeatOpen(who, seat),
            "rematch": lambda: model.Rematch(who, own),
            "bot": lambda: model.BotMoves(who),
        }
        if kind in simple:
            return simple[kind]()
        if kind in ("answer", "withdraw"):
            return self._about_proposal(kind, chance, who, own)
        if kind == "join":
            invitable = sorted(self._model.invitable())
            return model.Join(who, chance.choice(invitable)) if invitable else None
        assert self._model.position is not None
        moves = legal_moves(self._model.position)
        if not moves:
            return None
        return model.Move(who, format_move(chance.choice(moves)), kind == "move")

    def _about_proposal(self, kind: str, chance: Random, who: str, own: int) -> model.Wish | None:
        asked = self._model.asked
        number = self._number if asked is None else asked.number
        assert number is not None
        if kind == "withdraw":
            return model.Withdraw(who, own, number)
        return model.Answer(who, own, number, chance.random() < 0.7)

    # How it is done

    async def _race(self, drawn: Sequence[Drawn], chance: Random) -> None:
        waits = [chance.randint(0, 3) for _ in drawn]
        tokens = await self._servers.invitations()

        async def go(wish: model.Wish, device: Device, wait: int) -> str:
            for _ in range(wait):
                await asyncio.sleep(0)
            return await self._do(wish, device, tokens)

        outcomes = await asyncio.gather(
            *(go(wish, device, wait) for (wish, device), wait in zip(drawn, waits, strict=True))
        )
        wishes = [wish for wish, _ in drawn]
        await self._look(explained(self._model, wishes, outcomes), wishes, outcomes)

    async def _do(self, wish: model.Wish, device: Device, tokens: dict[int, str]) -> str:
        live = await self._servers.live(device.process)
        visitor = device.visitor()
        match wish:
            case model.Move():
                number = self._number if wish.fresh else self._old
                return await outcome_of(live.move(visitor, number, wish.text))
            case model.Undo():
                return await outcome_of(live.undo(visitor, self._number, "move"))
            case model.Join():
                token = tokens[wish.seat]
                return await outcome_of(live.join(visitor, wish.seat, "", None, token))
            case model.Return():
                if not device.is_connected:
                    await device.connect(live)
                return "ok"
            case model.BotMoves():
                self._servers.clock.ahead += CLOCK + 1
                self._servers.bot_threads.allow()
                for process in range(2):
                    (await self._servers.live(process)).wake()
                return "ok"
        return await outcome_of(live.act(visitor, act_of(wish)))

    # What came of it

    async def _look(
        self,
        possible: Sequence[model.Model],
        wishes: Sequence[model.Wish] = (),
        outcomes: Sequence[str] = (),
    ) -> None:
        """All see the same, and it is one of those states that are possible."""
        entries, live = await self._servers.look()
        self._servers.bot_threads.forbid()
        self._servers.journal.check(entries)
        table = live.table()
        assert self._rematch in (None, table["rematch"]), "a second rematch"
        self._rematch = table["rematch"]
        if not self._servers.bus.deaf:
            await self._check_all(entries, table)
        keys = await self._servers.keys()
        proposal = live.now(self._servers.devices[0].visitor())["proposal"]
        asked = None
        if proposal is not None:
            waits = frozenset(proposal["waits"])
            asked = model.Asked(proposal["seat"], proposal["what"], waits, proposal["number"])
        found = seen(table, asked, keys, await self._servers.invitations(), PEOPLE)
        position = parse_position(entries[-1].position) if entries else live.state.position
        fitting = [each for each in possible if shape(each) == found and fits(each, position)]
        assert fitting, (self._model, wishes, outcomes, possible, found)
        self._rebase(replace(fitting[0], position=position), asked, entries)

    async def _check_all(self, entries: Sequence[Read], table: Mapping[str, Any]) -> None:
        for process in range(2):
            assert (await self._servers.live(process)).table() == table
        for device in self._servers.devices:
            if device.is_connected:
                assert device.last["state"]["position"] == entries[-1].position if entries else True
                for part in ("seats", "options", "rematch"):
                    assert device.table[part] == table[part]

    def _rebase(
        self, found: model.Model, asked: model.Asked | None, entries: Sequence[Read]
    ) -> None:
        there = {device.who for device in self._servers.devices if device.is_connected}
        away = frozenset(
            n for n, p in found.numbered() if p.kind == "person" and p.who not in there
        )
        plies = [entry for entry in entries if not entry.text.startswith("{")]
        moved = max((n for n, e in enumerate(entries, 1) if not e.text.startswith("{")), default=0)
        if moved != self._moved:
            self._old, self._moved = max(0, moved - 1), moved
        self._number = len(entries)
        self._model = replace(
            found,
            decisions=decisions_of([entry.text for entry in plies], plies),
            asked=asked,
            away=away,
            moved=False,
        )


@pytest.fixture(scope="module")
def races(tmp_path_factory: pytest.TempPathFactory) -> type[TableRaces]:
    """With an empty database to begin with, made once."""
    folder = tmp_path_factory.mktemp("template")

    async def make() -> None:
        await (await Store.open(Settings.in_folder(folder).database)).close()

    asyncio.run(make())
    TableRaces.template = folder / Settings.FILE
    return TableRaces


@pytest.mark.heavy
def test_exactly_one_wins(races: type[TableRaces]) -> None:
    run_state_machine_as_test(
        races, settings=settings(max_examples=15, stateful_step_count=15, deadline=None)
    )


@pytest.mark.long
def test_exactly_one_wins_for_long(races: type[TableRaces]) -> None:
    run_state_machine_as_test(
        races, settings=settings(max_examples=1500, stateful_step_count=40, deadline=None)
    )
