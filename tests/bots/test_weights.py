"""Networks of one's own, by file: what plays with them, and what is refused with a sentence."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from azulejos.bots import make_bot
from azulejos.cli import main
from azulejos.protocol import BotError
from azulejos.rules import Position, RuleSet, UsageError
from azulejos.search.errors import WeightsError
from azulejos.search.layout import ALL_ROWS, UNITS
from azulejos.search.start import starting_network
from azulejos.search.weights import load_network, write_network
from tables import refuses, table

OPEN = table("std BYKW/RRKK/BBRW/BRKK/BYWW F . . 1 1 1 * -")
GREY = table("grey BYKW/RRKK/BBRW/BRKK/BYWW F . . 1 1 1 * -")
THREE = table("std BYKW/RRKK/BBRW/BRKK/BYWW/BYRK/BYRK F . . . 1 1 1 * -")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a network for two in it."""
    monkeypatch.chdir(tmp_path)
    keep("Mine.npz")
    return tmp_path


def keep(name: str, rules: str = "std", players: int = 2) -> None:
    network = starting_network(rules, players)
    write_network(Path(name), network.rows, network.heads_array)
    card(name, {"game": {"rules": rules, "players": players}})


def card(name: str, content: object) -> None:
    Path(name).with_suffix(".json").write_text(json.dumps(content), encoding="utf-8")


@pytest.mark.parametrize("kind", ["alphabeta", "mcts"])
def test_the_file_is_what_plays(folder: Path, kind: str) -> None:
    shipped = load_network("std", 2)
    write_network(folder / "copy.npz", shipped.rows, shipped.heads_array)
    own, copy, none = (
        make_bot(f"{kind}:nodes=60{option}", seed=1).choose(OPEN)
        for option in (",weights=Mine.npz", ",weights=copy.npz", "")
    )
    assert copy == none
    assert own.score != none.score


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("position", [OPEN, GREY, THREE], ids=["std-2", "grey-2", "std-3"])
def test_without_a_card_any_game_may_be_played(position: Position) -> None:
    Path("Mine.json").unlink()
    bot = make_bot("mcts:nodes=20,weights=Mine.npz", 1, position.players, position.rules)
    assert bot.choose(position).nodes


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("players", "rules"),
    [(3, None), (None, RuleSet.GREY), (2, RuleSet.JOKER), (4, RuleSet.STD)],
)
def test_a_card_for_another_game(players: int | None, rules: RuleSet | None) -> None:
    make_bot("mcts:weights=Mine.npz", players=2, rules=RuleSet.STD)
    with refuses(WeightsError, "weights_of_other_game"):
        make_bot("mcts:weights=Mine.npz", players=players, rules=rules)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("position", [GREY, THREE], ids=["grey-2", "std-3"])
def test_a_game_that_was_not_known_is_refused_at_its_first_move(position: Position) -> None:
    bot = make_bot("mcts:nodes=20,weights=Mine.npz")
    with pytest.raises(BotError, match=r"Mine\.npz is for std with 2 players, not for this game"):
        bot.choose(position)
    assert bot.choose(OPEN).nodes


def arrays(**changed: Any) -> Callable[[Path], None]:
    """Writes a network with some of its arrays changed, or left out."""
    good: dict[str, Any] = {
        "places": np.array([5, 7], np.uint16),
        "high": np.zeros((UNITS, 2), np.uint8),
        "low": np.ones((UNITS, 2), np.uint8),
        "heads": np.ones((3, UNITS), np.int16),
        "step": np.array(1),
    } | changed
    return lambda path: np.savez(path, **{k: v for k, v in good.items() if v is not None})


def content(data: bytes) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(data)

    return write


def cut_off(path: Path) -> None:
    path.write_bytes(Path("Mine.npz").read_bytes()[:-100])


def plain_array(path: Path) -> None:
    with path.open("wb") as file:
        np.save(file, np.zeros(3))


DAMAGED = {
    "empty": content(b""),
    "text": content(b"no network"),
    "pickle": content(b"\x80\x04N."),
    "only the beginning of a zip": content(b"PK\x03\x04" + bytes(100)),
    "cut off": cut_off,
    "one array": plain_array,
    "another file of arrays": lambda path: np.savez(path, seeds=np.zeros(3)),
    "no heads": arrays(heads=None),
    "objects": arrays(heads=np.array([None, "x"])),
    "heads of another size": arrays(heads=np.ones((2, UNITS), np.int16)),
    "heads that are no whole numbers": arrays(heads=np.full((3, UNITS), np.nan)),
    "heads that are texts": arrays(heads=np.full((3, UNITS), "x")),
    "one row for two places": arrays(
        high=np.zeros((UNITS, 1), np.uint8), low=np.zeros((UNITS, 1), np.uint8)
    ),
    "rows that are no whole numbers": arrays(low=np.ones((UNITS, 2))),
    "a place too far": arrays(places=np.array([5, ALL_ROWS], np.uint16)),
    "places that are no numbers": arrays(places=np.array(["a", "b"])),
    "no places": arrays(places=np.array(5)),
    "two steps": arrays(step=np.array([1, 2])),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_a_file_that_is_no_network(damage: Callable[[Path], None]) -> None:
    arrays()(Path("good.npz"))
    make_bot("mcts:weights=good.npz")
    damage(Path("bad.npz"))
    with refuses(WeightsError, "not_weights"):
        make_bot("mcts:weights=bad.npz")


@pytest.mark.heavy
def test_whatever_byte_is_wrong(folder: Path) -> None:
    good, generator = Path("Mine.npz").read_bytes(), Random(1)
    for _ in range(150):
        data = bytearray(good)
        for _ in range(generator.choice([1, 3, 30])):
            place = generator.choice([generator.randrange(200), generator.randrange(len(data))])
            data[generator.choice([place, -1 - place])] = generator.randrange(256)
        (folder / "bad.npz").write_bytes(data)
        try:
            make_bot("mcts:weights=bad.npz")  # Not every byte matters.
        except UsageError as error:
            assert error.code in ("not_weights", "weights_unreadable")  # noqa: PT017


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("file", "part"),
    [
        ("mine.npz", "mine.npz can't be read: No such file"),
        ("Mine", "Mine can't be read: No such file"),
        (".", ". can't be read: it is not a file"),
        ("x" * 5000, "can't be read: "),
        (os.devnull, "can't be read: it is not a file"),
    ],
    ids=["case", "ending", "folder", "long", "device"],
)
def test_a_file_that_can_not_be_read(file: str, part: str) -> None:
    with pytest.raises(UsageError) as error:
        make_bot(f"alphabeta:weights={file}")
    assert error.value.code == "weights_unreadable"
    assert part in str(error.value)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "said",
    [
        [],
        {},
        {"made": {}},
        {"game": "std-2"},
        {"game": {"rules": "std"}},
        {"game": {"rules": "green", "players": 2}},
        {"game": {"rules": "std", "players": "2"}},
        {"game": {"rules": ["std"], "players": 5}},
    ],
    ids=str,
)
def test_a_card_that_is_none(said: object) -> None:
    card("Mine.npz", said)
    with refuses(WeightsError, "bad_weights_card"):
        make_bot("mcts:weights=Mine.npz")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("said", [b"", b"{", b"\xff", b"[" * 100_000], ids=lambda b: str(b[:3]))
def test_a_card_that_is_damaged(said: bytes) -> None:
    Path("Mine.json").write_bytes(said)
    with refuses(WeightsError, "bad_weights_card"):
        make_bot("mcts:weights=Mine.npz")


def command(*arguments: str) -> int:
    """`azulejos` in this process; returns its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["azulejos", *arguments])
        patch.setenv("AZULEJOS_DATA", "games")
        with pytest.raises(SystemExit) as left:
            main()
    assert isinstance(left.value.code, int)
    return left.value.code


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["match", "alphabeta:weights=none.npz", "greedy"], "none.npz can't be read"),
        (["match", "greedy", "mcts:weights=Mine.json"], "Mine.json is no network"),
        (["match", "mcts:weights=Mine.npz", "greedy", "greedy"], "for std with 2 players"),
        (["match", "mcts:weights=Mine.npz", "greedy", "--rules", "grey"], "for std with 2"),
        (["match", "mcts:weights=a,b.npz", "greedy"], "can't hold a comma"),
        (["tournament", "mcts:weights=Mine.npz", "greedy", "--rules", "grey"], "for std with 2"),
        (["terminal", "--bot", "mcts:weights=none.npz", "--lang", "de"], "nicht lesen"),
        (["terminal", "--bot", "mcts:weights=Mine.npz", "--rules", "grey"], "Mine.npz"),
    ],
)
def test_a_match_or_game_that_does_not_begin(
    arguments: list[str], part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(*arguments) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert part in said.err


@pytest.mark.heavy
@pytest.mark.usefixtures("folder")
def test_a_match_in_two_processes_finds_a_file_beside_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("nets").mkdir()
    keep("nets/A b.npz")
    spec = "alphabeta:depth=1,weights=nets/A b.npz"
    options = ["--games", "4", "--jobs", "2", "--json"]
    assert command("match", spec, "random", *options) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["specs"] == [spec, "random"]
    assert found["failures"] == []
    assert found["result"]["games"] == 4
