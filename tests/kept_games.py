"""Puts games into a server's store as if they had been played there, for pictures and tests.

The server may be running: it reads a table when somebody asks for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from azulejos import Game
from azulejos.bots import make_bot
from azulejos.notation import format_move
from azulejos.rules import Phase
from azulejos.server.clock import milliseconds
from azulejos.server.settings import Settings
from azulejos.server.storage.store import Store
from azulejos.tables.messages.summaries import summary_of_state
from azulejos.tables.names import new_id
from azulejos.tables.state import final_state, initial_state
from azulejos.tables.values import Seat, StoredEntry, TableHeader, TableSummary
from kept_stores import created

PERSON = Seat("person", "", None)


def bot(level: str, name: str = "") -> Seat:
    return Seat("bot", name, level)


def person(name: str) -> Seat:
    return Seat("person", name, None)


def played_game(
    players: int,
    rules: str,
    seed: int,
    until: Callable[[Game], bool] = lambda game: False,
    level: str = "medium",
) -> Game:
    """The same game every time: bots play it until it is as wished for, or over."""
    game, player = Game(players, rules, seed=seed), make_bot(level, seed=seed)
    while game.position.phase is not Phase.OVER and not until(game):
        game.play(player.choose(game.position).move)
    return game


def last_round(players: int, rules: str, seed: int) -> Game:
    """The same game every time, where quick bots have played all rounds but the last."""
    rounds = played_game(players, rules, seed, level="greedy").position.round
    return played_game(players, rules, seed, lambda game: game.position.round == rounds, "greedy")


def keep_game(folder: Path, game: Game, seats: Sequence[Seat], changed: int = 0) -> str:
    """Keeps a game in the store of a folder; returns the table's name."""
    header, texts = kept_table(game, seats, changed)
    keep_tables(folder, [(header, texts)])
    return header.id


def kept_table(
    game: Game, seats: Sequence[Seat], changed: int = 0
) -> tuple[TableHeader, list[str]]:
    """A table that has come to where the game is, and its entries."""
    start = game.record.start()
    texts = [format_move(move) for move in game.moves]
    now = changed or milliseconds()
    unplayed = TableSummary(1, 0, (), None)
    header = TableHeader(
        new_id(), str(start.rules), start.starter, tuple(seats), now, now, unplayed
    )
    state = final_state(initial_state(header), [StoredEntry(text, now) for text in texts])
    return replace(header, summary=summary_of_state(header, state, None)), texts


def keep_tables(folder: Path, tables: Sequence[tuple[TableHeader, list[str]]]) -> None:
    database = Settings.in_folder(folder).database
    # In a thread: while a page is open, Playwright's event loop is this thread's.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(_keep(database, tables))).result()


async def _keep(database: str, tables: Sequence[tuple[TableHeader, list[str]]]) -> None:
    store = await Store.open(database)
    try:
        for header, texts in tables:
            await store.create(created(header, texts))
    finally:
        await store.close()
