"""Runs `azulejos` as after a plain install: what only an extra brings can't be found.

    python tests/plain_install.py show POSITION --svg
    python tests/plain_install.py -c "import azulejos.core"

Cheaper than an environment of its own, which `script/size` makes.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from importlib.metadata import packages_distributions, requires
from types import ModuleType

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name as canonical


def plain_packages(name: str = "azulejos") -> set[str]:
    """The package, what it requires, and what that requires; without any extra."""
    found: set[str] = {canonical(name)}
    for text in requires(name) or []:
        one = Requirement(text)
        if one.marker is None or one.marker.evaluate({"extra": ""}):
            found |= plain_packages(one.name)
    return found


class PlainFinder:
    """Finds modules as Python does, but none of other packages."""

    def __init__(self) -> None:
        plain = plain_packages()
        self._absent = {
            module
            for module, packages in packages_distributions().items()
            if plain.isdisjoint(canonical(package) for package in packages)
        }

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in self._absent:
            return None
        return PathFinder.find_spec(name, path, target)


def main() -> None:
    # What was imported to find out must not seem to be there.
    finder = PlainFinder()
    for name in [name for name in sys.modules if name.partition(".")[0] == "packaging"]:
        del sys.modules[name]
    sys.meta_path = [found for found in sys.meta_path if found is not PathFinder]
    sys.meta_path.append(finder)
    if sys.argv[1:2] == ["-c"]:
        exec(sys.argv[2], {})
        return
    from azulejos.cli import main as command

    command()


if __name__ == "__main__":
    main()
