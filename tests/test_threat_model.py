"""Each threat of docs/server.md names the tests that guard against it, and these exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
DOCS = (ROOT.parent / "docs" / "server.md").read_text("utf-8")
THREATS = DOCS.partition("### Threats")[2].partition("\n## ")[0]
ROWS = [row for row in THREATS.splitlines() if row.startswith("| ")][1:]
NAMED = re.compile(r"`([\w./]+\.py)((?:::\w+)*)`")


def test_there_are_threats() -> None:
    assert len(ROWS) >= 20


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip()[:40])
def test_each_threat_has_a_test(row: str) -> None:
    found = NAMED.findall(row.split("|")[3])
    assert found
    for file, names in found:
        tree: ast.AST = ast.parse((ROOT / "server" / file).read_text("utf-8"))
        for name in names.split("::")[1:]:
            inside = [node for node in ast.iter_child_nodes(tree) if _is_named(node, name)]
            assert inside, f"{file}{names}"
            tree = inside[0]


def _is_named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name
