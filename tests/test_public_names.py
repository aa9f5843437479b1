"""The public names: what Python loads lazily is what type checkers see, and what is documented."""

import ast
import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import azulejos as az
from examples import usually

SOURCE = Path(az.__file__)
ROOT = Path(__file__).parents[1]
EXAMPLES = [
    example.source
    for example in doctest.DocTestParser().get_examples((ROOT / "docs/library.md").read_text())
]
ROOMS: tuple[str, ...] = vars(az)["_ROOMS"]
HOME_OF: dict[str, str] = vars(az)["_HOME_OF"]


def names_for_type_checkers() -> dict[str, str]:
    """Name and module of every import in the TYPE_CHECKING block."""
    (block,) = (node for node in ast.parse(SOURCE.read_text()).body if isinstance(node, ast.If))
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    assert len(imports) == len(block.body)
    return {alias.name: node.module or "" for node in imports for alias in node.names}


def test_python_and_type_checkers_know_the_same_names() -> None:
    assert names_for_type_checkers() == dict.fromkeys(ROOMS, "") | HOME_OF


@pytest.mark.parametrize("name", [*ROOMS, *HOME_OF])
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(az, name)
    assert name in dir(az)


@pytest.mark.parametrize("name", ["nonsense", "parse_moves", "_nothing"])
def test_a_name_that_is_not_there_is_refused(name: str) -> None:
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
        getattr(az, name)


def test_importing_the_package_loads_nothing_of_it() -> None:
    code = "import sys, azulejos; print(*[name for name in sys.modules if 'azulejos.' in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("name", [*ROOMS, *HOME_OF])
def test_every_public_name_has_an_example(name: str) -> None:
    """The examples run as a doctest of that page."""
    assert any(re.search(rf"\baz\.{name}\b", example) for example in EXAMPLES)


TYPOS = """\
import azulejos as az
az.nonsense
az.Gane()
az.Game(playrs=2)
az.Game(players="two")
az.Game().legal_move
az.play(az.start(), 3)
az.Tile.GREEN
az.parse_position("").dispays
az.Record().replay().position
az.preview(az.start(), "1B1").penalties
"""


def wrong_lines(report: str, good: Path, typos: Path) -> set[int]:
    """The lines with typos that a type checker complains about; all else it must let pass."""
    found = re.findall(r"^\s*(\S+\.py):(\d+)(?::\d+)?(?: -|:) error", report, re.MULTILINE)
    assert good.name not in {Path(file).name for file, _ in found}, report
    return {int(line) for file, line in found if Path(file).name == typos.name}


@pytest.mark.heavy
@pytest.mark.parametrize("checker", usually(("mypy", "pyright"), "pyright"))
def test_type_checkers_know_every_name_and_find_typos(checker: str, tmp_path: Path) -> None:
    good, typos = tmp_path / "good.py", tmp_path / "typos.py"
    good.write_text("".join(EXAMPLES))
    typos.write_text(TYPOS)
    if checker == "mypy":
        command = [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={tmp_path / 'cache'}"]
    else:
        node = Path(sys.executable).with_name("node")
        program = ROOT / "script/node/node_modules/pyright/index.js"
        if not program.exists():
            pytest.skip("pyright comes with script/check")
        command = [str(node), str(program), f"--pythonpath={sys.executable}"]
    done = subprocess.run(
        [*command, str(good), str(typos)], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert wrong_lines(done.stdout, good, typos) == set(range(2, 12)), done.stdout
