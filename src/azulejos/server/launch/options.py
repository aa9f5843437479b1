"""What whoever starts a server asks for, and whether it can be meant."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from ...extras import require
from ...locales import Catalogue
from ..addresses import shown_address
from ..limits import Limits
from . import ports


class LaunchError(Exception):
    """It can't start; the text says why, and what to do about it."""


@dataclass(frozen=True, slots=True)
class LaunchOptions:
    """What the user asked for."""

    folder: Path
    host: str = ports.LOOPBACK
    port: int | None = None
    """None: the usual one, or another that is free."""
    browser: bool = True
    for_others: bool = False
    """`serve`, not `play`: each seat belongs to whoever took it."""
    public_url: str = ""
    database: str = ""
    """A URL; empty: a file in the folder."""
    redis: str = ""
    people_per_address: int = Limits().people_per_address
    away_after: float = 60.0
    bot_threads: int = 2
    threads_per_bot: int = 1
    trusted_proxies: tuple[str, ...] = ()
    engine: Path | None = None
    """A folder of `azulejos site`, whose engine is sent to visitors."""

    @property
    def is_local(self) -> bool:
        """Is it for the people at this machine alone?"""
        return not self.for_others and ports.is_loopback(self.host)


def check(wishes: LaunchOptions, words: Catalogue) -> None:
    """Raises LaunchError for what can't be meant. What may be secret is not repeated."""
    if wishes.public_url and public_host(wishes.public_url) is None:
        raise LaunchError(words.text("launch.bad_url", url=shown_address(wishes.public_url)))
    if wishes.database and not _has_scheme(wishes.database, "sqlite", "postgresql", "postgres"):
        shown = shown_address(wishes.database)
        raise LaunchError(words.text("launch.bad_database", url=shown))
    if wishes.redis and not _has_scheme(wishes.redis, "redis", "rediss", "unix"):
        raise LaunchError(words.text("launch.bad_redis", url=shown_address(wishes.redis)))
    if wishes.redis:
        require("cluster", "redis")
    for proxy in wishes.trusted_proxies:
        if not _is_network(proxy):
            raise LaunchError(words.text("launch.bad_proxy", value=proxy))
    if wishes.engine is not None:
        _check_engine(wishes.engine, words)


def _check_engine(folder: Path, words: Catalogue) -> None:
    from ..web.engine_folder import EngineError, check_engine

    try:
        check_engine(folder)
    except EngineError as error:
        raise LaunchError(words.text(f"launch.{error}", folder=folder)) from error


def public_host(url: str) -> str | None:
    """The name in the address of a web site, as browsers send it; None if it is no such address."""
    parts = _split(url)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    if parts.username is not None or parts.path not in ("", "/") or parts.query or parts.fragment:
        return None
    try:
        name = parts.hostname.encode("idna").decode() if parts.hostname else ""
    except UnicodeError:
        return None
    if not name or any(sign.isspace() for sign in name):
        return None
    return f"[{name}]" if ":" in name else name


def public_base(url: str) -> str:
    """What stands before a path in links."""
    parts = urlsplit(url)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{public_host(url)}{port}"


def _has_scheme(url: str, *schemes: str) -> bool:
    parts = _split(url)
    return parts is not None and "://" in url and parts.scheme.partition("+")[0] in schemes


def _split(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        _ = parts.port  # Only now is it read.
    except ValueError:
        return None
    return parts


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True
