"""A table lives without a server: a whole game with bots, hints, undo and results."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest
from whole_table_games import ANA, EVE, play_to_the_end, wished

from azulejos.rules import RuleSet
from azulejos.tables import table as wishes
from azulejos.tables.decisions.new_tables import new_table
from azulejos.tables.messages.requests import Rematch
from azulejos.tables.table import Table

FORBIDDEN = ("numpy", "asyncio", "sqlalchemy", "starlette", "uvicorn", "orjson", "websockets")


@pytest.mark.covering(2)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("rules", list(RuleSet))
def test_a_whole_game(rules: RuleSet, players: int) -> None:
    table = Table.opened(new_table(wished(rules, players), 1000, ANA.key_hash))
    now = play_to_the_end(table, Random(f"{rules}/{players}"))
    rights = table.rights(ANA)
    told = table.welcome(table.latest, rights, now)
    assert told["result"] is not None
    assert told["result"]["scores"] == [b.score for b in table.state.position.boards]
    assert len(told["history"]) == len(table.state.line.plies)
    assert table.rights(EVE).watches
    change = table.decide(ANA, wishes.act(Rematch(do="rematch", seat=1)), now)
    assert change is not None
    assert change.effects.rematch is not None
    again = Table.opened(change.effects.rematch)
    assert (again.rights(ANA).seats, again.header.starter) == (frozenset({1}), 2)


def test_nothing_but_the_standard_library_is_needed() -> None:
    """In a Python that finds none of the packages which only servers and searches need."""
    program = f"""
import sys
class Refuses:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {FORBIDDEN!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Refuses())
sys.path[:0] = {[*sys.path]!r}
from random import Random
from whole_table_games import ANA, play_to_the_end, wished
from azulejos.rules import RuleSet
from azulejos.tables.decisions.new_tables import new_table
from azulejos.tables.table import Table
table = Table.opened(new_table(wished(RuleSet.STD, 2), 1000, ANA.key_hash))
play_to_the_end(table, Random(1))
print(table.roster.ended)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert ran.stdout.strip() == "played", ran.stderr
