"""The modules that every game needs, in one file: a browser would ask for each of them.

They are written apart and stay apart: each runs in a function of its own, in the order of their
imports, and nothing of its text is changed but imports and exports. At its own address such a
module passes on what the one file has: so there is one of each, whoever imports it.

Reads our own modules, whose imports and exports have one form; what it does not know, it refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from posixpath import dirname, join, normpath, relpath

BUNDLE = "js/bundle.js"
# Patterns that begin with letters are found many times sooner than those with `^`, hence the `\n`.
_IMPORT = re.compile(r"\nimport (?:\{([^}]*)\} from )?'(\.{1,2}/[^']+)';$", re.MULTILINE)
_EXPORT = re.compile(r"\nexport (?=(?:async )?(?:class|function|const) (\w+))")
_OTHER = re.compile(r"\nimport\b(?!\().*|\nexport\b.*")
_LATER = re.compile(r"import\('(\.{1,2}/[^']+)'\)")


def with_bundle(contents: dict[str, bytes], first: Iterable[str], apart: str) -> dict[str, bytes]:
    """The same files, with what the `first` import in one; `apart` and its imports stay out."""
    modules = {
        path: f"\n{body.decode()}" for path, body in contents.items() if path.endswith(".js")
    }
    outside = _in_order(modules, [apart], ())
    inside = _in_order(modules, first, outside)
    parts = [f"import * as {_name(path)} from '{_from_bundle(path)}';\n" for path in outside]
    parts += [_part(path, modules[path], inside) for path in inside]
    parts.append(f"export {{ {', '.join(_name(path) for path in inside)} }};\n")
    changed = {BUNDLE: "".join(parts)}
    for path, text in modules.items():
        if path in inside:
            changed[path] = _stand_in(path, text)
        elif path not in outside:
            changed[path] = _redirected(path, text, inside)
    return contents | {path: text.lstrip("\n").encode() for path, text in changed.items()}


def _in_order(
    modules: dict[str, str], first: Iterable[str], without: Iterable[str]
) -> dict[str, None]:
    """These modules and all that they import, each after those that it needs."""
    found: dict[str, None] = {}

    def add(path: str) -> None:
        for _, name in _IMPORT.findall(modules[path]):
            target = _path(path, name)
            if target not in found and target not in without:
                add(target)
        found[path] = None

    for path in first:
        add(path)
    return found


@cache
def _path(module: str, name: str) -> str:
    return normpath(join(dirname(module), name))


@cache
def _from_bundle(path: str) -> str:
    """Its address, seen from the one file."""
    return f"./{relpath(path, dirname(BUNDLE))}"


@cache
def _name(path: str) -> str:
    """What the file calls a module."""
    return "$" + re.sub(r"\W", "_", _from_bundle(path)[2:].removesuffix(".js"))


def _declared(found: re.Match[str], module: str) -> str:
    """`a, b as c` of an import, as a declaration on its line."""
    names = (name.strip() for name in (found[1] or "").split(","))
    listed = ", ".join(name.replace(" as ", ": ") for name in names if name)
    return f"\nconst {{ {listed} }} = {module};" if listed else "\n"


def _part(path: str, text: str, inside: Iterable[str]) -> str:
    def later(found: re.Match[str]) -> str:
        target = _path(path, found[1])
        if target in inside:
            return f"Promise.resolve({_name(target)})"
        return f"import('{_from_bundle(target)}')"

    names = _EXPORT.findall(text)
    body = _IMPORT.sub(lambda found: _declared(found, _name(_path(path, found[2]))), text)
    body = _EXPORT.sub("\n", body)
    if other := _OTHER.search(body):
        raise ValueError(f"{path}: {other[0].strip()!r} is no import or export that is known here")
    body = _LATER.sub(later, body)
    here = f"new URL('{_from_bundle(path)}', import.meta.url).href"
    body = body.replace("import.meta.url", here)
    return f"const {_name(path)} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n"


def _stand_in(path: str, text: str) -> str:
    names, name = ", ".join(_EXPORT.findall(text)), _name(path)
    return f"import {{ {name} }} from '{_to_bundle(path)}';\nexport const {{ {names} }} = {name};\n"


def _redirected(path: str, text: str, inside: Iterable[str]) -> str:
    """A module that is fetched later, and takes what it needs from the one file."""

    def take(found: re.Match[str]) -> str:
        target = _path(path, found[2])
        if target not in inside:
            return found[0]
        name = _name(target)
        return f"\nimport {{ {name} }} from '{_to_bundle(path)}';{_declared(found, name)}"

    return _IMPORT.sub(take, text)


@cache
def _to_bundle(path: str) -> str:
    """Its address, seen from a module."""
    found = relpath(BUNDLE, dirname(path))
    return found if found.startswith(".") else f"./{found}"
