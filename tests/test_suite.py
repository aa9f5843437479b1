"""What the tests themselves are run by: parts of products, `--quick`, corner cases, `--costs`."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from corners import by_default, corner_cases, corner_rows
from costs import COLLECTING, DEAREST, Cost, cpu_seconds, table
from covering import choices_in, covering, strength_of
from order import spread

TESTS = Path(__file__).parent
BUSY = "import time\nwhile time.process_time() < 0.3: pass"


@pytest.mark.parametrize(("strength", "enough"), [(1, 4), (2, 12), (3, 36)])
def test_a_part_of_a_product_has_every_choice(strength: int, enough: int) -> None:
    kinds = product((2, 3, 4), ("std", "grey", "joker", "grey+joker"), ("win", "points", "both"))
    whole = [{"players": n, "rules": rules, "rewards": kind} for n, rules, kind in kinds]
    part = [whole[place] for place in covering(whole, strength)]

    def choices(products: list[dict[str, object]]) -> set[object]:
        return set().union(*(choices_in(one, strength) for one in products))

    assert len(part) == enough
    assert choices(part) == choices(whole)


def test_slow_files_stand_at_the_beginning_of_each_stretch() -> None:
    files = [["slow a"] * 3, ["b"] * 5, ["slow c", "c"], ["d"] * 4, ["slow e"], ["f"] * 7]
    ordered = spread(files, lambda test: test.startswith("slow"), 3)
    assert sorted(ordered) == sorted(test for tests in files for test in tests)
    stretches = ordered[:7], ordered[7:14], ordered[14:]  # as xdist gives them out
    for stretch, first in zip(stretches, ("slow a", "slow c", "slow e"), strict=True):
        assert stretch[0] == first
        assert not stretch[-1].startswith("slow")


def test_what_costs_most_comes_first_and_all_of_it_last() -> None:
    files = {
        "tests/a.py": Cost(2, 1.0, 0.5),
        "tests/b.py": Cost(1, 3.0, 3.5),
        COLLECTING: Cost(0, 0.5, 0.5),
    }
    tests = {f"tests/b.py::test_{number}": Cost(1, 1.0, 1.0 + number) for number in range(70)}
    rows = [line.split() for line in table(files, tests)[1:]]
    assert [row[4] for row in rows[:2]] == ["tests/b.py::test_69", "tests/b.py::test_68"]
    rows = rows[DEAREST:]
    assert [row[4] for row in rows[:3]] == ["tests/b.py", "tests/a.py", COLLECTING]
    assert rows[0][:4] == ["1", "3.0", "3.5", "0.0"]
    assert rows[-1] == ["3", "4.5", "4.5", "0.0", "all"]
    assert ["3", "4.0", "4.0", "0.0", "tests/"] in rows


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_programs_that_still_run_are_counted() -> None:
    before = cpu_seconds()
    command = [sys.executable, "-c", f"{BUSY}\nprint(flush=True)\ninput()"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as program:
        assert program.stdout is not None
        program.stdout.readline()
        running = cpu_seconds()
        program.communicate(b"\n")
    assert running - before >= 0.25
    assert cpu_seconds() >= running - 0.05  # Clocks of programs that have ended are coarser.


def collected(*options: str) -> str:
    files = [TESTS / "browser" / "test_tile_art.py", TESTS / "server" / "test_store_file.py"]
    files += [TESTS / "server" / "test_survival_kill.py", TESTS / "server" / "test_store.py"]
    files += [TESTS / "server" / "test_schemathesis.py"]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, *options, *map(str, files)], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_what_quick_leaves_out() -> None:
    quick = collected("--quick")
    assert "deselected" in quick
    for slow in (
        "test_tile_art.py",
        "test_survival_kill.py",
        "[postgresql",
        "test_schemathesis.py",
    ):
        assert slow not in quick
    for kept in ("test_store_file.py", "[sqlite"):
        assert kept in quick


@pytest.mark.heavy
@pytest.mark.covering(1)
@pytest.mark.parametrize(
    ("options", "ran"),
    [
        ((), False),
        (("--corners",), True),
        (("test_some.py",), True),
        (("--no-corners", "test_some.py"), False),
    ],
    ids=["by default", "--corners", "a file that is named", "a file's share"],
)
@pytest.mark.parametrize("processes", [(), ("--numprocesses", "1")], ids=["here", "shared"])
def test_when_corner_cases_run(
    tmp_path: Path, options: tuple[str, ...], ran: bool, processes: tuple[str, ...]
) -> None:
    marked = "import pytest\n@pytest.mark.corner\ndef test_it(): pass\ndef test_usual(): pass\n"
    (tmp_path / "test_some.py").write_text(marked)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = corner\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "corners", "-p", "xdist"]
    done = subprocess.run(
        [*command, *processes, *options],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(TESTS), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=True,
    )
    assert ("2 passed" if ran else "1 passed") in done.stdout
    assert ("1 corner cases were left out" in done.stdout) != ran


def test_a_product_is_covered_by_its_values_or_with_corner_cases_by_more() -> None:
    mark = pytest.mark.covering(2).mark
    assert (strength_of(mark, corners=False), strength_of(mark, corners=True)) == (1, 2)


def test_how_a_list_says_what_is_a_corner_case() -> None:
    usual, rare = by_default(["en", "fi"], "en")
    assert (usual, rare) == ("en", *corner_cases("fi"))
    assert corner_rows((1, 2)) == [pytest.param(1, 2, marks=pytest.mark.corner)]
