"""The single environment: chance, seats, bots, options, spaces, wrappers, copies."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from second_table import Telling

import azulejos.envs
from azulejos.bots import make_bot
from azulejos.envs.gymnasium import AzulEnv
from azulejos.protocol import BotError
from azulejos.rules import Move

ID = azulejos.envs.GYMNASIUM_ID


def make(**options: Any) -> AzulEnv:
    env = gymnasium.make(ID, **({"opponent": "random"} | options)).unwrapped
    assert isinstance(env, AzulEnv)
    return env


def play(env: gymnasium.Env[Any, Any], seed: int | None = None) -> list[bytes]:
    """All that is seen in a game of the first legal moves."""
    observation, info = env.reset(seed=seed)
    seen, over = [observation.tobytes()], False
    while not over:
        observation, _, over, _, info = env.step(int(info["action_mask"].argmax()))
        seen.append(observation.tobytes())
    return seen


@pytest.mark.parametrize("opponent", ["random", "greedy", "casual", "mcts:nodes=10"])
def test_the_same_seed_gives_the_same_games(opponent: str) -> None:
    one, other = make(opponent=opponent), make(opponent=opponent)
    games = [play(one, 7), play(one)]
    assert games[0] != games[1]
    assert [play(other, 7), play(other)] == games
    assert [play(one, 7), play(one)] == games
    assert play(other, 8) != games[0]


def test_a_seed_that_nobody_chose_can_be_looked_up() -> None:
    one, other = make(), make()
    game = play(one)
    assert play(other) != game
    assert play(other, one.np_random_seed) == game


def test_who_sits_where_and_who_starts() -> None:
    env = make(players=3, seat=None)
    seats = Counter(env.reset(seed=1 if game == 0 else None)[1]["seat"] for game in range(60))
    assert set(seats) == {1, 2, 3}
    assert make(players=3, seat=3).reset()[1]["seat"] == 3
    env = make(players=3, seat=2, starter=2)
    assert all(moved_before(env, seed) == 0 for seed in range(10))
    env = make(players=3, seat=2, starter=3)
    assert all(moved_before(env, seed) == 2 for seed in range(10))
    env = make(players=3, seat=2)
    assert {moved_before(env, seed) for seed in range(40)} == {0, 1, 2}
    assert moved_before(make(players=3, seat=2), 3, {"starter": 1, "seat": 3}) == 2


def moved_before(env: AzulEnv, seed: int, options: dict[str, Any] | None = None) -> int:
    """How many have moved before us in a new game: their boards hold tiles."""
    env.reset(seed=seed, options=options)
    boards = env.position().boards
    return sum(bool(board.floor or any(line.tiles for line in board.lines)) for board in boards)


def test_a_game_from_a_position() -> None:
    env, other = make(), make()
    env.reset(seed=1)
    env.step(env.action_space.sample())
    position = env.position()
    for given in (position, str(env._state)):
        observation, info = other.reset(options={"position": given})
        assert other.position() == position
        assert np.array_equal(info["action_mask"], env.action_masks())
        assert observation in other.observation_space
    seat = make(seat=2)
    seat.reset(seed=2, options={"position": position})  # the other one moves first
    assert seat.position().turn == 2


def test_opponents_sit_clockwise(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, list[Move]]] = []

    def tell(spec: str, *order: Any) -> Telling:
        made.append((spec, []))
        return Telling(make_bot("random", *order), made[-1][1])

    monkeypatch.setattr("azulejos.envs.opponents.make_bot", tell)
    env = make(players=4, seat=3, starter=4, opponent=["novice", "greedy", "beginner"])
    env.reset()
    lines = [[*board.lines, board.floor] for board in env.position().boards]
    assert [spec for spec, _ in made[-2:]] == ["novice", "beginner"]  # the core plays greedy
    assert [len(moves) for _, moves in made[-2:]] == [1, 1]
    assert lines[2] == [*env.position().boards[2].lines, ()]


def test_bots_are_told_of_games_and_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Telling] = []

    def tell(*order: Any) -> Telling:
        made.append(Telling(make_bot(*order), []))
        return made[-1]

    monkeypatch.setattr("azulejos.envs.opponents.make_bot", tell)
    env = make(opponent="novice")
    env.reset(seed=1)
    env.reset()
    assert made[-1].games == 2
    assert all(bot.closed for bot in made[:-1])
    env.close()
    assert made[-1].closed == 1
    env.close()
    play(env)


def test_a_bot_that_fails_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(Telling):
        def choose(self, *_: Any) -> Any:
            raise BotError("it has died")

    monkeypatch.setattr(
        "azulejos.envs.opponents.make_bot", lambda *order: Failing(make_bot(*order), [])
    )
    env = make(opponent="novice", starter=1)
    env.reset()
    with pytest.raises(BotError, match="it has died"):
        env.step(env.action_space.sample())
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(env.action_space.sample())
    env.reset()
    assert env.action_masks().any()


def test_a_program_as_opponent() -> None:
    env = make(opponent=f"engine:{sys.executable} -m azulejos engine --level novice", starter=2)
    env.reset(seed=1)
    assert env.position().turn == 1
    assert any(line.tiles for line in env.position().boards[1].lines)
    env.close()


def test_a_program_that_is_not_there() -> None:
    env = make(opponent="engine:/no/such/program")
    with pytest.raises(BotError, match="can't be started"):
        env.reset()


def test_the_space_draws_legal_actions() -> None:
    env = make(players=2, rules="grey")
    env.action_space.seed(1)
    env.reset(seed=1)
    over = False
    drawn: set[int] = set()
    while not over:
        action = env.action_space.sample()
        assert env.action_masks()[action]
        masked = env.action_space.sample(env.action_masks().view(np.int8))
        assert env.action_masks()[masked]
        over = env.step(action)[2]
        drawn.add(int(action))
    assert len(drawn) > 10
    assert env.action_space.sample() in env.action_space  # any number, when nothing is legal


def test_a_pickled_space_is_a_plain_one() -> None:
    env = make()
    env.action_space.seed(4)
    space = pickle.loads(pickle.dumps(env.action_space))
    assert type(space) is gymnasium.spaces.Discrete
    assert space == env.action_space
    assert [space.sample() for _ in range(5)] == [env.action_space.sample() for _ in range(5)]


@pytest.mark.parametrize("opponent", ["random", "casual"])
def test_an_unpickled_environment_goes_on(opponent: str) -> None:
    env = make(opponent=opponent)
    env.action_space.seed(3)
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    with pytest.raises(gymnasium.error.InvalidAction, match=r"there is no \w+ in the centre"):
        twin.step(int(twin.action_masks().argmin()))
    over = False
    while not over:
        action = twin.action_space.sample()
        assert twin.action_masks()[action]
        assert action == env.action_space.sample()
        over = twin.step(action)[2]
        env.step(action)
    assert twin.position() == env.position()
    twin.reset(seed=2)
    twin.step(twin.action_space.sample())


def test_an_environment_is_pickled_before_its_first_game() -> None:
    env = pickle.loads(pickle.dumps(make()))
    env.reset(seed=1)
    assert env.action_masks()[env.action_space.sample()]


def test_masks_are_found_through_wrappers() -> None:
    env = gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.make(ID, opponent="random"))
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert info["action_mask"].dtype == np.int8
    assert np.array_equal(masks, info["action_mask"])


def test_arrays_are_fresh() -> None:
    env = make()
    kept = [env.reset(seed=1)]
    for _ in range(5):
        observation, _, _, _, info = env.step(env.action_space.sample())
        kept.append((observation, info))
    for (one, info), (other, later) in pairwise(kept):
        assert not np.shares_memory(one, other)
        assert not np.shares_memory(info["action_mask"], later["action_mask"])


def test_a_copied_environment_goes_its_own_way() -> None:
    env = make(opponent="greedy")
    env.reset(seed=1)
    twin = deepcopy(env)
    assert twin.action_masks()[twin.action_space.sample()]
    actions = []
    over = False
    while not over:
        actions.append(env.action_space.sample())
        over = env.step(actions[-1])[2]
    for action in actions:
        over = twin.step(action)[2]
    assert over
    assert twin.position() == env.position()


def test_text_is_rendered() -> None:
    env = gymnasium.make(ID, opponent="random", render_mode="ansi")
    env.reset(seed=1)
    assert isinstance(env.render(), str)
    env.close()
    bare = make()
    bare.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert bare.render() is None


def test_the_module_can_be_named_in_the_id() -> None:
    code = "import gymnasium; print(gymnasium.make('azulejos.envs:azulejos/Azul-v0'))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "AzulEnv" in found.stdout


def test_registering_twice_does_no_harm() -> None:
    azulejos.envs.register()


def test_without_gymnasium() -> None:
    """The package is imported all the same, and the environment says what to install."""
    code = """
import sys
sys.modules["gymnasium"] = None
import azulejos.envs
try:
    import azulejos.envs.vector
except ModuleNotFoundError as error:
    print(error)
from azulejos.envs.observations import space
try:
    space(2)
except ModuleNotFoundError as error:
    print(error)
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    told = 'this needs more than is installed (gymnasium): pip install "azulejos[gymnasium]"'
    assert found.stdout.splitlines() == [told, told]
