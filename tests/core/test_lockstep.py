"""The core equals the law, move by move, in steered games of all rule sets and player counts."""

import pytest
from lockstep import CORNERS, KINDS, Lockstep, play_games
from rulings import RULINGS

from azulejos.notation import parse_position
from azulejos.rules import Position, RuleSet
from examples import either

PARTS, GAMES = either(1, 4), 38  # three times all kinds
LONG_PARTS, LONG_GAMES = 20, 1008  # 12 times all kinds and styles, 4 of them in corners
COMMON = {
    *("R18", "R27", "R32", "R46", "R48", "E1", "E2", "E6", "E7", "E12", "E19"),
    *("E21 rest", "E21 marker", "E23", "E24", "E25", "E26", "E27", "E28"),
}


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(PARTS))
def test_lockstep(part: int) -> None:
    met = play_games(range(part * GAMES, (part + 1) * GAMES))
    assert set(met) >= COMMON


@pytest.mark.covering(2)
@pytest.mark.heavy
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_lockstep_from_corners(rules: RuleSet, players: int) -> None:
    """Positions made by hand: each leads to the rulings that it is there for."""
    for expected, text in CORNERS:
        position = parse_position(text)
        if (position.rules, position.players) == (rules, players):
            assert set(expected) <= met_from(position), text


def met_from(position: Position) -> set[str]:
    met: set[str] = set()
    for seed in range(2):
        game = Lockstep(position, seed)
        game.play_to_the_end("random")
        met.update(game.met)
    return met


def test_every_ruling_is_common_or_has_a_corner() -> None:
    certain = {ruling for rulings, _ in CORNERS for ruling in rulings}
    assert certain | COMMON == set(RULINGS)


@pytest.mark.long
@pytest.mark.parametrize("part", range(LONG_PARTS))
def test_long_lockstep(part: int) -> None:
    """More than 20 000 games; every part meets every ruling."""
    met = play_games(range(part * LONG_GAMES, (part + 1) * LONG_GAMES))
    assert set(met) == set(RULINGS), met
