"""Every rule, ruling and case of docs/rules.md is cited by a test, and no test cites another."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
RULES = (TESTS.parent / "docs" / "rules.md").read_text(encoding="utf-8")


def marks(name: str) -> Iterator[object]:
    """The arguments of all `rule(…)` or `case(…)` marks in the tests."""
    for path in TESTS.rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text if f"{name}(" in text else "")):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                yield from (arg.value for arg in node.args if isinstance(arg, ast.Constant))


def test_the_rules_are_all_there() -> None:
    stated = re.findall(r"^- \*\*([RE]\d+)\*\*", RULES, flags=re.MULTILINE)
    expected = [f"R{n}" for n in range(1, 51) if n != 7] + [f"E{n}" for n in range(1, 29)]
    assert stated == expected


def test_every_rule_is_cited_by_a_test() -> None:
    stated = set(re.findall(r"^- \*\*([RE]\d+)\*\*", RULES, flags=re.MULTILINE))
    assert set(marks("rule")) == stated


def test_every_case_is_a_test() -> None:
    section = RULES[RULES.index("## Cases") :]
    stated = {int(number) for number in re.findall(r"^(\d+)\. ", section, flags=re.MULTILINE)}
    assert stated == set(range(1, 12))
    assert set(marks("case")) == stated


def test_code_cites_only_rules_that_exist() -> None:
    stated = set(re.findall(r"^- \*\*([RE]\d+)\*\*", RULES, flags=re.MULTILINE))
    for path in (TESTS.parent / "src").rglob("*.py"):
        cited = set(re.findall(r"\b[RE]\d{1,2}\b", path.read_text(encoding="utf-8")))
        assert cited <= stated, path
