"""Self-play: the same games again, and games that can be played again."""

from pathlib import Path
from typing import Any

import pytest
from tiny_training import KINDS, some_games

from azulejos.core import Generator, State
from azulejos.training.selfplay import (
    CHUNK,
    MOST_VALUE,
    NO_VALUE,
    PlayedGames,
    play_chunk,
    play_game,
    read_chunk,
    write_chunk,
)


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_a_chunk_is_repeatable_and_can_be_replayed(rules: str, players: int) -> None:
    network, played = some_games(rules, players)
    assert played == play_chunk(network, 20, 0.1, chunk=3, games=2)
    assert played.seeds == [3 * CHUNK, 3 * CHUNK + 1]
    for game in played.games():
        state, deals = State(players, rules), Generator(game.seed)
        for action in game.actions:
            if state.deal_is_due:
                state.deal(deals)
            assert action in state.legal_actions()
            state.apply(action)
        assert state.is_over
        assert all(NO_VALUE <= value <= MOST_VALUE for value in game.values)


def test_a_game_does_not_depend_on_those_before_it() -> None:
    network, played = some_games("std", 2, games=3)
    shorter = play_chunk(network, 20, 0.1, chunk=3, games=2)
    assert list(played.games())[:2] == list(shorter.games())


@pytest.mark.parametrize(("slips", "searched"), [(0.0, True), (1.0, False)])
def test_slips_have_no_value(slips: float, searched: bool) -> None:
    _, played = some_games("std", 2, games=1, slips=slips)
    assert {value != NO_VALUE for value in played.values} == {searched}


def test_values_fit_into_the_file(tmp_path: Path) -> None:
    network, _ = some_games("std", 2, games=1)

    class Certain:
        """A search that is surer than a file can say."""

        def __init__(self, value: int) -> None:
            self.network = network
            self.value = value

        def forget(self) -> None:
            pass

        def decide(self, state: State, nodes: int) -> tuple[int, int]:
            return state.legal_actions()[0], self.value

    played = PlayedGames([1, 2], [0], [], [])
    for value in (-(10**6), 10**6):
        searcher: Any = Certain(value)
        play_game(searcher, 1, 0.0, 1, played)
        played.starts.append(len(played.actions))
    del played.starts[-1]
    assert set(played.values) == {-MOST_VALUE, MOST_VALUE}
    write_chunk(tmp_path / "games.npz", played)
    assert read_chunk(tmp_path / "games.npz") == played
    assert [path.name for path in tmp_path.iterdir()] == ["games.npz"]
