"""The inner parts of uvicorn that `azulejos.server` overrides are there, and as they were.

They may change in any release of uvicorn, without a word: a method that nobody calls any more
would be a limit that no longer holds. What the limits do is tested in `test_protocols.py`.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
from functools import cache
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

import azulejos.server
from azulejos.server.live.subscribers import Line

BASES: dict[str, type] = {
    "H11Protocol": H11Protocol,
    "WebSocketsSansIOProtocol": WebSocketsSansIOProtocol,
    "uvicorn.Server": uvicorn.Server,
}


@cache
def heirs() -> dict[str, ast.ClassDef]:
    """Our classes, by the base that each has."""
    return {
        ast.unparse(base): node
        for path in sorted(Path(azulejos.server.__file__).parent.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
        for base in node.bases
        if ast.unparse(base) in BASES
    }


OURS = {name for name in vars(Line) if not name.startswith("_")}
"""What our sockets can do besides."""
Method = ast.FunctionDef | ast.AsyncFunctionDef


def made(base: type) -> object:
    """One of uvicorn's, which has no line to anybody yet."""

    async def app(scope: object, receive: object, send: object) -> None:
        """Never called."""

    async def make() -> object:
        config = uvicorn.Config(app, log_config=None)
        if base is uvicorn.Server:
            return base(config)
        return base(config=config, server_state=ServerState(), app_state={})

    return asyncio.run(make())


def chains(heir: ast.ClassDef) -> set[str]:
    """What our methods read and set of themselves, as `conn.parser.close`."""
    ours = {ast.unparse(part.target) for part in heir.body if isinstance(part, ast.AnnAssign)}
    found = {
        ast.unparse(node).removeprefix("self.")
        for node in ast.walk(heir)
        if isinstance(node, ast.Attribute) and ast.unparse(node).startswith("self.")
    }
    return {chain for chain in found if chain.partition(".")[0] not in ours}


def has(one: object, chain: str) -> bool:
    for name in chain.split("."):
        if one is None:  # a transport, which comes with the line
            return True
        if not hasattr(one, name):
            return False
        one = getattr(one, name)
    return True


def about_attributes(heir: ast.ClassDef, one: object) -> list[str]:
    private = {chain.partition(".")[0] for chain in chains(heir) if chain.startswith("_")}
    theirs = inspect.getsource(type(one))  # Some are set later, with a type.
    public = {c for c in chains(heir) if not (c.startswith("_") or f"self.{c}: " in theirs)}
    gone = [f"{chain} is gone" for chain in sorted(public) if not has(one, chain)]
    return gone + [f"{name} is theirs too" for name in sorted(private | OURS) if has(one, name)]


def about_method(method: Method, base: type) -> list[str]:
    theirs = getattr(base, method.name, None)
    if theirs is None:
        return [f"{method.name} is gone"]
    found = []
    if [one.arg for one in method.args.args] != list(inspect.signature(theirs).parameters):
        found.append(f"{method.name} has other parameters")
    if isinstance(method, ast.AsyncFunctionDef) != inspect.iscoroutinefunction(theirs):
        found.append(f"{method.name} is awaited, or no longer is")
    called = f"self.{method.name}" in inspect.getsource(base)
    if not called and not hasattr(asyncio.Protocol, method.name):
        found.append(f"{method.name} is not called")
    return found


def complaints(heir: ast.ClassDef, base: type) -> list[str]:
    """What of the base is not as our class takes it to be."""
    methods = [part for part in heir.body if isinstance(part, Method)]
    methods = [part for part in methods if not (part.name[0] == "_" or part.name in OURS)]
    found = [complaint for method in methods for complaint in about_method(method, base)]
    return found + about_attributes(heir, made(base))


@pytest.mark.parametrize("name", BASES)
def test_what_is_overridden_is_as_it_was(name: str) -> None:
    assert complaints(heirs()[name], BASES[name]) == []


class Changed(WebSocketsSansIOProtocol):
    """One of a later uvicorn, perhaps, which begins to use a name of ours too."""

    _idle_frames = 0

    def handle_ping(self, event: object = None) -> None:
        """With one parameter more."""

    async def handle_pong(self) -> None:  # type: ignore[override]
        """In a task."""

    def __getattribute__(self, name: str) -> object:
        if name == "close_sent":
            raise AttributeError(name)
        return super().__getattribute__(name)


def test_a_change_is_noticed() -> None:
    found = complaints(heirs()["WebSocketsSansIOProtocol"], Changed)
    assert {
        "handle_ping has other parameters",
        "handle_pong is awaited, or no longer is",
        "handle_cont is not called",
        "close_sent is gone",
        "_idle_frames is theirs too",
    } <= set(found)
    assert "handle_ping is gone" in complaints(heirs()["WebSocketsSansIOProtocol"], H11Protocol)
