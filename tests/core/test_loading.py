"""Which core and search run: the compiled ones if they fit their files, else the files.

They are compiled together, from files with one hash: all are compiled, or none.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import azulejos
from azulejos.core import WHY_SLOW
from corners import corner_cases
from examples import usually

PROGRAM = """
import json, sys, warnings
if "without-cython" in sys.argv:
    sys.modules["cython"] = None
with warnings.catch_warnings(record=True) as heard:
    warnings.simplefilter("always")
    import azulejos.core as core
    at_import = len(heard)
    for _ in range(2):
        core.playouts(core.State(), 1)
    from azulejos.core import Batch, Generator, State, batch, offer, state
    from azulejos.search import AlphaBeta, TreeSearch, alphabeta, network, tree
    from azulejos.search.start import starting_network
state_ = State(3, "grey+joker")
state_.deal(Generator(1))
moves = state_.play_out(Generator(2))
start = State()
start.deal(Generator(1))
results = [
    kind(starting_network("std", 2)).think(start, nodes=30) for kind in (AlphaBeta, TreeSearch)
]
print(json.dumps([
    [module.__file__ for module in (offer, state, batch, alphabeta, network, tree)],
    core.WHY_SLOW,
    [f"{said.category.__name__}: {said.message}" for said in heard],
    at_import,
    [moves, str(state_), *map(str, results)],
]))
"""


class Ran(NamedTuple):
    files: list[str]
    why_slow: str
    heard: list[str]  # warnings
    at_import: int  # how many of them
    game: list[int | str]

    @property
    def is_compiled(self) -> bool:
        kinds = {not file.endswith(".py") for file in self.files}
        assert len(kinds) == 1, f"a mixture: {self.files}"
        return kinds.pop()


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, with what is compiled."""
    source, target = Path(azulejos.__file__).parent, tmp_path / "azulejos"
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    return target


def compiled_files(package: Path) -> list[Path]:
    files = [*(package / "core").iterdir(), *(package / "search").iterdir()]
    return [path for path in files if path.suffix in (".so", ".pyd")]


def compiled_file(package: Path, module: str) -> Path:
    folder, stem = module.split(".")
    [path] = [
        path
        for path in compiled_files(package)
        if (path.parent.name, path.name.split(".")[0]) == (folder, stem)
    ]
    return path


def start(
    package: Path, *words: str, interpreted: str | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(package.parent)}
    environment.pop("AZULEJOS_INTERPRETED", None)
    if interpreted is not None:
        environment["AZULEJOS_INTERPRETED"] = interpreted
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *words],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def run(package: Path, *words: str, interpreted: str | None = None) -> Ran:
    done = start(package, *words, interpreted=interpreted)
    assert done.returncode == 0, done.stderr
    ran = Ran(*json.loads(done.stdout))
    assert all(Path(file).is_relative_to(package) for file in ran.files)
    assert ran.game == game_here()
    return ran


@cache
def game_here() -> list[int | str]:
    from azulejos.core import Generator, State
    from azulejos.search import AlphaBeta, TreeSearch
    from azulejos.search.start import starting_network

    state = State(3, "grey+joker")
    state.deal(Generator(1))
    offer = State()
    offer.deal(Generator(1))
    network = starting_network("std", 2)
    results = [kind(network).think(offer, nodes=30) for kind in (AlphaBeta, TreeSearch)]
    return [state.play_out(Generator(2)), str(state), *map(str, results)]


def warned_of(ran: Ran, reason: str) -> bool:
    """One warning, when the core was imported, and none after."""
    assert not ran.is_compiled
    assert reason in ran.why_slow
    assert ran.at_import == 1
    [said] = ran.heard
    return said.startswith("SlowCoreWarning: ") and reason in said and "pip install" in said


needs_compiled = pytest.mark.skipif(WHY_SLOW != "", reason=f"no compiled core here: {WHY_SLOW}")


@needs_compiled
def test_compiled(package: Path) -> None:
    for switch in (None, "", "0"):
        ran = run(package, interpreted=switch)
        assert ran.is_compiled
        assert (ran.why_slow, ran.heard) == ("", [])


@needs_compiled
@pytest.mark.parametrize(
    "name",
    usually(
        [
            "core/offer.py",
            "core/layout.py",
            "core/batch.pxd",
            "search/tree.py",
            "search/layout.pxd",
        ],
        *("core/batch.pxd", "search/tree.py"),
    ),
)
def test_stale(package: Path, name: str) -> None:
    path = package / name
    path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert warned_of(run(package), "the compiled core is older than its files")


@needs_compiled
@pytest.mark.corner
def test_files_outside_the_compiled_ones_may_change(package: Path) -> None:
    for name in ("core/actions.py", "search/searchers.py"):
        path = package / name
        path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert run(package).is_compiled


@needs_compiled
@pytest.mark.covering(1)
@pytest.mark.parametrize("module", ["core.state", *corner_cases("core.offer", "core.batch")])
@pytest.mark.parametrize("damage", ["cut", "of something else", *corner_cases("empty", "garbage")])
def test_a_broken_module(package: Path, module: str, damage: str) -> None:
    break_module(package, module, damage)
    assert warned_of(run(package), "the compiled core can't be loaded")


@needs_compiled
@pytest.mark.parametrize(
    "damage", usually(["empty", "garbage", "of something else"], "of something else")
)
@pytest.mark.corner
def test_a_broken_module_of_the_search(package: Path, damage: str) -> None:
    """It is met when the core is long in use: an error, and the files for those who ask."""
    break_module(package, "search.network", damage)
    done = start(package)
    assert done.returncode == 1
    assert "ImportError" in done.stderr
    assert not run(package, interpreted="1").is_compiled


def break_module(package: Path, module: str, damage: str) -> None:
    path = compiled_file(package, module)
    contents = path.read_bytes()
    path.write_bytes(
        {
            "empty": b"",
            "cut": contents[:100],
            "garbage": bytes(range(256)) * 100,
            "of something else": compiled_file(package, "core.positions").read_bytes(),
        }[damage]
    )


@needs_compiled
@pytest.mark.parametrize(
    "module",
    usually(
        ["core.offer", "core.batch", "search.tree", "search.wall_tiling"],
        "core.batch",
        "search.tree",
    ),
)
def test_a_lost_module(package: Path, module: str) -> None:
    """Never a mixture: all modules are compiled, or none."""
    compiled_file(package, module).unlink()
    assert warned_of(run(package), "the compiled core is older than its files")


def test_never_compiled(package: Path) -> None:
    """No word at import; one as soon as much is to be computed."""
    for path in compiled_files(package):
        path.unlink()
    ran = run(package)
    assert not ran.is_compiled
    assert "not compiled" in ran.why_slow
    assert ran.at_import == 0
    assert [said.split(":")[0] for said in ran.heard] == ["SlowCoreWarning"]


@pytest.mark.covering(1)
@pytest.mark.parametrize("with_compiled", [True, False])
@pytest.mark.parametrize("cython", ["with-cython", "without-cython"])
def test_switched_off(package: Path, cython: str, with_compiled: bool) -> None:
    if not with_compiled:
        for path in compiled_files(package):
            path.unlink()
    ran = run(package, cython, interpreted="1")
    assert not ran.is_compiled
    assert "AZULEJOS_INTERPRETED" in ran.why_slow
    assert ran.heard == []


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")
@pytest.mark.skipif("AZULEJOS_INTERPRETED" in os.environ, reason="interpreted on purpose")
def test_where_there_is_a_compiler_the_core_is_compiled() -> None:
    """Else all that needs a compiled core would be skipped, and nobody would notice."""
    assert WHY_SLOW == ""
