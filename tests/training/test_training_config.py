"""Plans and files: what is done, where it lies, and that no two games have the same deals."""

import json
import shlex
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from tiny_training import KINDS, tiny_config

from azulejos.rules import UsageError
from azulejos.training.config import (
    Generation,
    TrainingConfig,
    command_of,
    save_config,
    standard_config,
)
from azulejos.training.files import GenerationRun, chunk_number, generation_runs
from azulejos.training.selfplay import CHUNK


@pytest.mark.parametrize(("rules", "players"), KINDS)
@pytest.mark.parametrize("scale", [1.0, 0.3, 2.5, 0.00001])
def test_standard_plans_tell_their_command(rules: str, players: int, scale: float) -> None:
    config = standard_config(rules, players, seed=7, scale=scale)
    words = command_of(config).split()
    assert words[:7] == ["azulejos", "train", "FOLDER", "--rules", rules, "--players", str(players)]
    assert ("--scale" in words) == (scale != 1)
    again = float(words[-1]) if "--scale" in words else 1.0
    assert standard_config(rules, players, 7, again) == config


@pytest.mark.parametrize(("rules", "players"), KINDS)
@pytest.mark.parametrize("begin", ["", "std-3", "my nets/a b.npz"])
@pytest.mark.parametrize("generations", [None, 1, 5])
def test_the_command_tells_the_beginning_and_the_generations(
    rules: str, players: int, begin: str, generations: int | None
) -> None:
    config = standard_config(rules, players, 7, 0.5, begin, generations)
    words = shlex.split(command_of(config))
    said = dict(zip(words[3::2], words[4::2], strict=True))
    assert said.get("--from", "") == begin
    number = len(config.generations)
    assert int(said.get("--generations", number)) == number
    assert generations in (None, number)
    assert standard_config(rules, players, 7, float(said["--scale"]), begin, number) == config


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_whoever_begins_with_a_network_has_judgement_from_the_first_game(
    rules: str, players: int
) -> None:
    config = standard_config(rules, players, begin="std-2")
    assert all(each.trust < 1 and each.search > 0 for each in config.generations)


def test_other_plans_have_no_command() -> None:
    assert command_of(tiny_config()) == ""
    assert command_of(replace(standard_config("std", 2), slips=0.2)) == ""


@pytest.mark.parametrize("seed", [-1, 1000])
def test_seeds_are_bounded(seed: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        standard_config("std", 2, seed)


def test_games_are_bounded() -> None:
    for games in (0, 10**8):
        with pytest.raises(ValueError, match="games"):
            TrainingConfig("std", 2, (Generation(games, 1),))


def test_another_plan_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    save_config(folder, tiny_config())
    save_config(folder, tiny_config())
    before = (folder / "plan.json").read_bytes()
    with pytest.raises(UsageError) as refused:
        save_config(folder, tiny_config(seed=1))
    assert refused.value.code == "other_plan"
    assert refused.value.data == {"folder": str(folder)}
    assert [path.name for path in folder.iterdir()] == ["plan.json"]
    assert (folder / "plan.json").read_bytes() == before


def test_generations_can_be_added(tmp_path: Path) -> None:
    short, long = (standard_config("grey", 3, begin="std-3", generations=n) for n in (2, 4))
    save_config(tmp_path, short)
    save_config(tmp_path, long)
    save_config(tmp_path, long)
    assert json.loads((tmp_path / "plan.json").read_text()) == json.loads(
        json.dumps(long.to_json())
    )
    for other in (short, replace(long, begin="std-4"), replace(long, slips=0.1)):
        with pytest.raises(UsageError):
            save_config(tmp_path, other)


def test_a_plan_without_a_beginning_is_kept_as_ever() -> None:
    """Runs of earlier versions go on."""
    assert list(tiny_config().to_json())[-1] == "seed"
    assert tiny_config(begin="std-2").to_json()["begin"] == "std-2"


def test_generations_are_bounded() -> None:
    for number in (0, 101):
        with pytest.raises(ValueError, match="generations"):
            TrainingConfig("std", 2, (Generation(1, 1),) * number)


def test_no_two_chunks_have_the_same_number() -> None:
    numbers = [
        chunk_number(seed, generation, index)
        for seed in (0, 1, 999)
        for generation in (0, 1, 99)
        for index in (0, 1, 999, 1000, 1001, 39_999)
    ]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) * CHUNK < 2**63
    # As the first runs had them, whose games are still good.
    assert chunk_number(3, 2, 17) == 302_017


def test_a_generation_is_cut_into_chunks() -> None:
    config = TrainingConfig("std", 2, (Generation(2 * CHUNK + 10, 1),), seed=2)
    chunks = GenerationRun(Path("run"), config, 0).chunks
    assert [chunk.games for chunk in chunks] == [CHUNK, CHUNK, 10]
    assert chunks[0].path == Path("run/generation-1/games-200000.npz")
    assert chunks[0].seeds == (200_000 * CHUNK, 200_001 * CHUNK - 1)
    for one, other in pairwise(chunks):
        assert one.seeds[1] + 1 == other.seeds[0]


@pytest.mark.parametrize(
    ("memory", "expected"),
    [
        (1, [[1], [2], [3], [4]]),
        (2, [[1], [2], [2, 3], [3, 4]]),
        (9, [[1], [2], [2, 3], [2, 3, 4]]),
    ],
)
def test_what_is_remembered(memory: int, expected: list[list[int]]) -> None:
    """The last generations' games; those of the network made by hand only teach the next."""
    config = TrainingConfig("std", 2, (Generation(1, 1),) * 4, memory=memory)
    for run, homes in zip(generation_runs(Path(), config), expected, strict=True):
        assert [chunk.path.parent.name for chunk in run.training_chunks()] == [
            f"generation-{number}" for number in homes
        ]


def test_games_of_a_network_that_was_given_are_remembered() -> None:
    config = TrainingConfig("std", 2, (Generation(1, 1),) * 2, begin="std-2")
    training_chunks = generation_runs(Path(), config)[1].training_chunks()
    assert [chunk.path.parent.name for chunk in training_chunks] == ["generation-1", "generation-2"]
