"""What is imported is declared, and requirements/ has a version of everything that is declared."""

from __future__ import annotations

import ast
import re
import runpy
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name as canonical

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
BUILD = [Requirement(text) for text in PROJECT["build-system"]["requires"]]
MODULES = sorted((ROOT / "src" / "azulejos").rglob("*.py"))
PYTHONS = [
    found[1]
    for line in PROJECT["project"]["classifiers"]
    if (found := re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line))
]
SYSTEMS = ("linux", "darwin", "win32")


def extra(name: str) -> list[Requirement]:
    """What it brings, and what the extras that it names bring."""
    found = [Requirement(text) for text in PROJECT["project"]["optional-dependencies"][name]]
    ours = [part for one in found if one.name == "azulejos" for part in sorted(one.extras)]
    return [one for one in found if one.name != "azulejos"] + [
        one for part in ours for one in extra(part)
    ]


def needed(*extras: str) -> list[Requirement]:
    """By an installation with these extras."""
    plain = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    return plain + [one for name in extras for one in extra(name)]


def text_of(lock: str) -> str:
    return (ROOT / "requirements" / f"{lock}.txt").read_text()


def entries(lock: str) -> list[str]:
    """Its requirements with what belongs to each, in one line; without comments."""
    text = re.sub(r"^\s*#.*\n", "", text_of(lock), flags=re.MULTILINE)
    return text.replace("\\\n", " ").splitlines()


def pins(lock: str) -> list[Requirement]:
    return [Requirement(entry.partition("--hash=")[0].strip()) for entry in entries(lock)]


def versions(lock: str, where: dict[str, str]) -> dict[str, str]:
    """What is installed there, by name."""
    found: dict[str, str] = {}
    for pin in pins(lock):
        if pin.marker is None or pin.marker.evaluate(where):
            (only,) = pin.specifier
            assert only.operator == "=="
            assert canonical(pin.name) not in found, f"two versions of {pin.name} in {lock}"
            found[canonical(pin.name)] = only.version
    return found


def places() -> Iterator[dict[str, str]]:
    """Each Python on each system, as markers ask for them."""
    for python in PYTHONS:
        for system in SYSTEMS:
            yield {
                **{name: str(value) for name, value in default_environment().items()},
                "python_version": python,
                "python_full_version": f"{python}.9",
                "sys_platform": system,
            }


def imported(path: Path) -> set[str]:
    """The packages, not ours and not Python's own, that a module imports anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"azulejos"}


def declared() -> set[str]:
    """All that somebody who does not develop azulejos may have with it; Cython builds it."""
    extras = set(PROJECT["project"]["optional-dependencies"]) - {"dev", "examples", "mutate"}
    return {canonical(one.name) for one in [*needed(*sorted(extras)), *BUILD]}


def test_what_is_imported_is_declared() -> None:
    homes = packages_distributions()
    missing = {
        f"{name} in {path.relative_to(ROOT)}"
        for path in MODULES
        for name in imported(path)  # What is not installed here goes by the name of its package.
        if not {canonical(home) for home in homes.get(name, [name])} & declared()
    }
    assert not missing


@pytest.mark.parametrize(
    ("lock", "wanted"),
    [
        ("build", BUILD),
        ("deploy", needed("cluster")),
        ("dev", [*needed("dev"), *BUILD]),
        ("mutate", [*needed("mutate"), *BUILD]),
    ],
    ids=["build", "deploy", "dev", "mutate"],
)
def test_every_requirement_has_a_version_that_fits(lock: str, wanted: list[Requirement]) -> None:
    """If it fails, `script/lock` was forgotten after a change of pyproject.toml."""
    for where in places():
        chosen = versions(lock, where)
        for one in wanted:
            if one.marker is None or one.marker.evaluate(where):
                version = chosen.get(canonical(one.name))
                assert version, f"{lock} has no {one.name} for {where['python_version']}"
                assert version in one.specifier, f"{lock} has {one.name} {version}, not {one}"


@pytest.mark.parametrize("lock", ["build", "deploy"])
def test_what_is_deployed_is_what_was_tested(lock: str) -> None:
    for where in places():
        assert versions(lock, where).items() <= versions("dev", where).items()
    assert all("--hash=sha256:" in entry for entry in entries(lock))


def test_a_web_server_needs_nothing_of_studies_and_learning() -> None:
    heavy = {"numpy", "pyarrow", "ray", "redis", "torch"}
    assert heavy & {canonical(pin.name) for pin in pins("deploy")} == {"redis"}
    assert heavy & {canonical(pin.name) for pin in pins("dev")} == heavy - {"torch"}


@pytest.mark.parametrize("lock", ["build", "deploy", "dev", "mutate"])
def test_a_list_says_what_is_installed_and_not_from_where(lock: str) -> None:
    assert "://" not in text_of(lock)
    for entry in entries(lock):
        assert re.fullmatch(
            r"[\w.-]+==[\w.!+]+( ; [^#@]+?)?(\s+--hash=sha256:[0-9a-f]{64})*", entry
        )


def test_the_readme_has_whole_addresses_on_an_index() -> None:
    build = runpy.run_path(str(ROOT / "setup.py"))
    readme, address = (ROOT / "README.md").read_text(), "https://code.example.org/azulejos"
    shown = build["readme_for_index"](readme, address)
    pictures = re.findall(r"(?:!\[[^]]*\]\(|<img src=\")([^)\"]+)", shown)
    assert pictures
    assert all(picture.startswith(f"{address}/raw/main/docs/pictures/") for picture in pictures)
    links = re.findall(r"(?<!!)\[[^]]+\]\(([^)]+)\)", shown)
    assert f"{address}/blob/main/docs/library.md" in links
    assert f"{address}/blob/main/CHANGELOG.md" in links
    assert all(link.startswith("https://") for link in links)
    assert build["readme_for_index"](readme, "") == readme  # as long as there is no address


def test_an_index_is_told_who_it_is_for() -> None:
    project = PROJECT["project"]
    assert {"reinforcement learning", "pettingzoo", "board game"} <= set(project["keywords"])
    assert "Topic :: Games/Entertainment :: Board Games" in project["classifiers"]
