"""azulejos bench: what it measures, and that random play and the search are what they were."""

import json
import os
import subprocess
import sys

import pytest

from azulejos.bench import (
    BENCHES,
    SEARCHED,
    SEARCHED_SLOWLY,
    in_words,
    measure,
    search_signature,
    state_of,
)
from azulejos.cli.experiments import bench as command
from azulejos.core import WHY_SLOW, State, playouts
from command_line import call, run

# Changes with the search and with the weights, never without a word in the commit that does it.
# To renew it, copy what `azulejos bench search` prints.
SEARCH_SIGNATURE = "82647-b14b08fb"


def test_playouts_as_json() -> None:
    result = run(
        "bench", "playouts", "--json", "--seconds", "0.05", "--players", "3", "--rules", "joker"
    )
    figures = json.loads(result.stdout)
    assert figures["games_per_cpu_second"] > 0
    assert (figures["players"], figures["rules"]) == (3, "joker")
    assert 80 < figures["moves_per_game"] < 100


def test_the_command_offers_them_all() -> None:
    assert tuple(BENCHES) == command.BENCHES


@pytest.mark.heavy
def test_all_benches_in_words() -> None:
    result = call("bench", "--seconds", "0.01")
    assert result.returncode == 0
    for name in BENCHES:
        assert f"{name}: 2 players, std" in result.stdout


@pytest.mark.parametrize("name", BENCHES)
def test_every_bench_knows_every_kind_of_game(name: str) -> None:
    figures = measure(name, 4, "grey+joker", 0.01, 1)
    assert in_words(figures).startswith(f"{name}: 4 players, grey+joker")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nonsense"], "there is no bench 'nonsense': use playouts, steps, batch, perft, search"),
        (["--players", "5"], "2, 3 or 4 players"),
        (["--threads", "0"], "'--threads': Input should be greater"),
        (["--seconds", "x"], "'--seconds': Input should be a valid number"),
    ],
)
def test_bad_input(arguments: list[str], sentence: str) -> None:
    result = call("bench", *arguments)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("rules", "players", "moves", "points"),
    [
        ("std", 2, 70426, 5873),
        ("std", 3, 90301, 7717),
        ("std", 4, 107744, 8025),
        ("grey", 2, 98158, 5233),
        ("grey", 3, 122508, 6102),
        ("grey", 4, 149708, 7432),
        ("joker", 2, 70786, 6439),
        ("joker", 3, 91558, 8299),
        ("joker", 4, 109642, 8976),
        ("grey+joker", 2, 92901, 5636),
        ("grey+joker", 3, 118368, 7496),
        ("grey+joker", 4, 142474, 8528),
    ],
)
def test_signatures(rules: str, players: int, moves: int, points: int) -> None:
    """A change that alters these alters random play, and must say so."""
    result = playouts(State(players, rules), 1000, seed=1)
    assert (result.moves, sum(result.points)) == (moves, points)


@pytest.mark.skipif(bool(WHY_SLOW), reason="takes a minute with an interpreted search")
def test_the_signature_of_the_search() -> None:
    assert search_signature(SEARCHED) == SEARCH_SIGNATURE
    figures = measure("search", 3, "joker", 0.01, 1)
    assert figures["signature"] == SEARCH_SIGNATURE
    assert float(figures["tree_nodes_per_cpu_second"]) > 0


@pytest.mark.long  # By default with fewer nodes: tests/search/test_search_traces.py.
@pytest.mark.heavy
@pytest.mark.skipif(bool(WHY_SLOW), reason=f"nothing to compare: {WHY_SLOW}")
def test_the_interpreted_search_has_the_same_signature() -> None:
    program = "from azulejos.bench import *; print(search_signature(SEARCHED_SLOWLY))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "AZULEJOS_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [search_signature(SEARCHED_SLOWLY)], done.stderr


def test_the_signature_is_of_positions_of_all_kinds() -> None:
    """None is there twice, none is over, and tiling decisions are among them."""
    states = [state_of(place) for place in SEARCHED]
    assert len({str(state) for state in states}) == len(states) == 40
    assert all(state.legal_actions() for state in states)
    assert len({(state.rules, state.players) for state in states}) == 12
    assert {str(state.phase) for state in states} == {"offer", "tiling"}
    assert max(state.round for state in states) >= 5


def test_playouts_do_not_depend_on_threads() -> None:
    state = State(4, "grey")
    one = playouts(state, 2500, seed=8)
    assert one == playouts(state, 2500, seed=8, threads=3)
    assert one.games == 2500
    assert one != playouts(state, 2500, seed=9)


@pytest.mark.parametrize(
    ("players", "moves", "rounds", "points"),
    [(2, 70.3, 6.59, 2.96), (3, 90.0, 6.69, 2.45), (4, 108.3, 6.78, 2.07)],
)
@pytest.mark.skipif(bool(WHY_SLOW), reason="takes minutes with an interpreted core")
def test_random_play_averages_what_the_yardstick_averages(
    players: int, moves: float, rounds: float, points: float
) -> None:
    games = 100_000
    result = playouts(State(players), games, seed=1)
    assert result.moves / games == pytest.approx(moves, abs=0.25)
    assert result.rounds / games == pytest.approx(rounds, abs=0.02)
    assert sum(result.points) / games / players == pytest.approx(points, abs=0.03)
