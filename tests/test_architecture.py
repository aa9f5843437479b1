"""Rules of this project that no linter knows."""

import ast
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "azulejos"
MODULES = sorted(PACKAGE.rglob("*.py"))


def test_the_law_imports_the_standard_library_only() -> None:
    law = [path for path in MODULES if path.parent == PACKAGE / "rules"]
    assert len(law) > 5
    foreign = {path.name: _foreign(ast.parse(path.read_text())) for path in law}
    assert {name: found for name, found in foreign.items() if found} == {}


def _foreign(module: ast.Module) -> set[str]:
    """The packages outside the standard library that are imported, and what lies above."""
    named = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            named |= {alias.name.split(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.level != 1:
            named.add("." * node.level + (node.module or "").split(".")[0])
    return named - sys.stdlib_module_names


def test_every_module_says_what_it_is() -> None:
    silent = [path for path in MODULES if not ast.get_docstring(ast.parse(path.read_text()))]
    assert silent == []
