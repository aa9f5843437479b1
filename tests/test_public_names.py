"""The public names: what Python loads lazily is what type checkers see."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import azulejos as az

SOURCE = Path(az.__file__)
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
