"""From `azulejos play` or `serve` to a page in the browser, and on to the end.

Every trouble on the way is a sentence in the user's language, and a way on where there is one.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import socket
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from ...locales import Catalogue
from ...rules import AzulejosError
from ..addresses import shown_address
from ..limits import Limits, limits_for
from ..settings import ANY_ADDRESS, LOOPBACK, Settings
from . import instance, ports
from .browser import open_page
from .instance import Instance, address_of
from .options import LaunchError, LaunchOptions, check, public_base, public_host
from .readiness import Trouble, is_damaged, set_aside, trouble_of, try_writing

if TYPE_CHECKING:
    from starlette.applications import Starlette

FINE = 0
BAD_INPUT = 2
FAREWELL = 1  # seconds that pages have to hear that we go
ASKING = 2.0  # seconds that a browser has to start before we end
LONGEST_FRAME = 64 * 1024  # bytes on a socket: what is longer is not even read
OWN = ("127.0.0.1", "::1")  # A proxy on this machine is believed where requests come from.
LOOK_FOR_GARBAGE = 10_000, 10, 1_000_000
"""Python's thresholds: what is young is looked through, what is old hardly ever.

Positions are values and free themselves, as do tables and sockets. To look through all of 500
tables with 2 000 sockets would take up to a second in which nobody can move. Whatever garbage is
old is found when nobody plays (`Tables.sweep`).
"""
PING = 45.0  # seconds between two that are asked for a sign of life; proxies wait for a minute
HAND_OVER = 0.0005  # seconds for which a thread may keep the others from running Python
Say = Callable[[str], None]
__all__ = ["LaunchError", "LaunchOptions", "launch"]


def launch(wishes: LaunchOptions, words: Catalogue, say: Say, warn: Say) -> int:
    """Serves the game until it is stopped; raises LaunchError.

    If it is being served from this folder already, `play` only opens the page there. Where games
    can't be kept, `play` plays in memory and says so; whoever serves others is refused.
    """
    check(wishes, words)
    gc.disable()  # What is imported stays: to look for garbage meanwhile is in vain.
    if wishes.database:
        settings = _elsewhere(wishes, words)
        return _serve(wishes, lambda: settings, None, words, say, warn)
    _read_page_files(wishes)
    try:
        ours = Instance.claim(wishes.folder)
    except OSError as error:
        settings = _not_kept(wishes, trouble_of(error), words, warn)
        return _serve(wishes, lambda: settings, None, words, say, warn)
    if ours is None:
        return _join(wishes, words, say)
    try:
        if wishes.is_local:
            return _serve(wishes, lambda: _settings(wishes, words, warn), ours, words, say, warn)
        settings = _settings(wishes, words, warn)
        return _serve(wishes, lambda: settings, ours, words, say, warn)
    finally:
        ours.release()


def _join(wishes: LaunchOptions, words: Catalogue, say: Say) -> int:
    """Somebody else serves this folder: that is where to play."""
    place, answering = instance.find(wishes.folder)
    if not wishes.is_local:
        pid = place.pid if place else "?"
        raise LaunchError(words.text("launch.busy", pid=pid, folder=wishes.folder))
    if place is None or not answering:
        pid = place.pid if place else "?"
        raise LaunchError(words.text("launch.silent", pid=pid, folder=wishes.folder))
    opened = wishes.browser and open_page(place.address, ASKING)
    key = "launch.running.opened" if opened else "launch.running.address"
    say(words.text(key, address=place.address))
    return FINE


# Where the games are kept


def _settings(wishes: LaunchOptions, words: Catalogue, warn: Say) -> Settings:
    """A store that can be used, mended or replaced if need be."""
    usual = Settings.in_folder(wishes.folder)
    file = wishes.folder / Settings.FILE
    try:
        try_writing(wishes.folder)
        if is_damaged(file):
            _begin_anew(wishes, file, words, warn)
        _open_store(wishes, usual, file, words, warn)
    except OSError as error:
        return _not_kept(wishes, trouble_of(error), words, warn)
    return usual


def _read_page_files(wishes: LaunchOptions) -> None:
    """In a thread beside the rest of the start; within one machine nothing is compressed."""
    from ..web.page.files import page_files

    work = page_files if wishes.is_local else lambda: page_files().compress()
    threading.Thread(target=work, name="page files", daemon=True).start()


def _open_store(
    wishes: LaunchOptions, settings: Settings, file: Path, words: Catalogue, warn: Say
) -> None:
    """Once before the server does, so that what is wrong can be told, and mended."""
    from ..errors import StoreError

    try:
        asyncio.run(_try_store(settings))
    except StoreError as error:
        why = str(error.data.get("why", error))
        match error.code:
            case "store_broken":
                _begin_anew(wishes, file, words, warn)
            case "store_newer":
                raise LaunchError(words.text("launch.newer", file=file)) from error
            case "store_full":
                raise OSError(errno.ENOSPC, why) from error
            case "store_read_only":
                raise PermissionError(errno.EACCES, why) from error
            case _:
                raise LaunchError(words.text("launch.unusable", file=file, why=why)) from error


async def _try_store(settings: Settings) -> None:
    from ..storage.store import Store

    await (await Store.open(settings.database)).close()


def _begin_anew(wishes: LaunchOptions, file: Path, words: Catalogue, warn: Say) -> None:
    """Where it is local; whoever looks after others' games decides what becomes of the file."""
    if not wishes.is_local:
        raise LaunchError(words.text("launch.damaged", file=file))
    aside = set_aside(file)
    warn(words.text("launch.broken", file=file, aside=aside))


def _elsewhere(wishes: LaunchOptions, words: Catalogue) -> Settings:
    """A database that somebody else looks after: nothing is mended there."""
    from ..errors import StoreError

    settings = Settings(wishes.database)
    try:
        asyncio.run(_try_store(settings))
    except StoreError as error:
        why = str(error.data.get("why", error)).rstrip(".")
        name = shown_address(wishes.database)
        raise LaunchError(words.text("launch.no_database", database=name, why=why)) from None
    return settings


def _not_kept(wishes: LaunchOptions, trouble: Trouble, words: Catalogue, warn: Say) -> Settings:
    """In memory, for who plays here; others' games must not be lost with the next start."""
    if not wishes.is_local:
        raise LaunchError(words.text(f"launch.not_served.{trouble}", folder=wishes.folder))
    warn(words.text(f"launch.not_kept.{trouble}", folder=wishes.folder))
    return Settings("sqlite+aiosqlite:///:memory:", keeps=False)


# Serving


def _serve(
    wishes: LaunchOptions,
    find_settings: Callable[[], Settings],
    ours: Instance | None,
    words: Catalogue,
    say: Say,
    warn: Say,
) -> int:
    if not sys.warnoptions:
        # They are for engineers. All at once, and not around single imports: those that switch
        # them off and on in several threads would meet (Starlette does it, and so does NumPy).
        warnings.simplefilter("ignore")
    # Python's own 5 ms are what a move would wait at every step while somebody thinks.
    sys.setswitchinterval(HAND_OVER)
    found = _listen(wishes, words)
    port, host = ports.port_of(found), ports.own_address(wishes.host)
    if wishes.port is None and port != ports.USUAL:
        warn(words.text("launch.other_port", wanted=ports.USUAL, port=port))
    if ours is not None:
        with suppress(OSError):  # Who comes later is told that we do not answer.
            ours.announce(host, port)
    address = address_of(host, port)
    # It starts while we do, and gets the page's files at once. Whoever reads the address, as
    # programs do, may not have patience for the rest: it is told when we can answer everything.
    opened = wishes.browser and open_page(address)

    def ready() -> None:
        if wishes.is_local:
            say(words.text("launch.opened" if opened else "launch.address", address=address))
        else:
            _tell_addresses(wishes, address, port, words, say)
        threading.Thread(target=_warm_up, args=(wishes, words, warn), daemon=True).start()

    def load() -> Starlette:
        from ..web.app import create_app

        return create_app(_for_whom(wishes, find_settings(), port))

    with suppress(KeyboardInterrupt):
        _run(wishes, load, found, ready)
    return FINE


def _for_whom(wishes: LaunchOptions, settings: Settings, port: int) -> Settings:
    """By which names it may be called, and how others reach it."""
    settings = replace(settings, hosts=_hosts(wishes), limits=_limits(wishes), engine=wishes.engine)
    if wishes.is_local:
        return settings
    others = ports.addresses_for_others(wishes.host)
    return replace(
        settings,
        is_local=False,
        public_url=public_base(wishes.public_url) if wishes.public_url else "",
        lan_url=address_of(others[0], port).rstrip("/") if others else "",
        redis=wishes.redis or None,
        away_after=wishes.away_after,
        bot_threads=wishes.bot_threads,
        threads_per_bot=wishes.threads_per_bot,
    )


def _hosts(wishes: LaunchOptions) -> tuple[str, ...]:
    """The names by which browsers may call the server."""
    hosts = (*LOOPBACK, *ports.names_of(wishes.host))
    if wishes.is_local:
        return hosts
    if not ports.is_loopback(wishes.host):
        hosts = (*hosts, ANY_ADDRESS)
    public = public_host(wishes.public_url) if wishes.public_url else None
    return (*hosts, public) if public else hosts


def _limits(wishes: LaunchOptions) -> Limits:
    return limits_for(wishes.is_local, wishes.people_per_address)


def _tell_addresses(
    wishes: LaunchOptions, here: str, port: int, words: Catalogue, say: Say
) -> None:
    """Where to play: on this machine, on the network, over the internet. In one go, for pipes."""
    lines = [words.text("launch.serving", address=here)]
    others = ports.addresses_for_others(wishes.host)
    if others:
        lines += [words.text("launch.others"), *(f"  {address_of(o, port)}" for o in others)]
    if wishes.public_url:
        lines.append(words.text("launch.public", address=f"{public_base(wishes.public_url)}/"))
    elif not others:
        lines.append(words.text("launch.nobody"))
    say("\n".join(lines))


def _listen(wishes: LaunchOptions, words: Catalogue) -> socket.socket:
    port = ports.USUAL if wishes.port is None else wishes.port
    try:
        if wishes.port is None:
            return ports.listen_near(wishes.host, port)
        return ports.listen(wishes.host, port)
    except ports.PortTakenError as error:
        raise LaunchError(words.text("launch.port_taken", port=port)) from error
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        text = words.text("launch.port_refused", host=wishes.host, port=port, why=why)
        raise LaunchError(text) from error


def _run(
    wishes: LaunchOptions,
    load: Callable[[], Starlette],
    found: socket.socket,
    ready: Callable[[], None],
) -> None:
    """For this machine the page is there at once; others are let in when everything is."""
    import uvicorn

    from ..web.protocols import allow_files, protocols
    from .lazy_app import LazyApp
    from .logs import set_up_logs

    set_up_logs()
    lazy = LazyApp(load, _hosts(wishes), ready) if wishes.is_local else None

    class Server(uvicorn.Server):
        """Says when it is ready, and goes without a word."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if lazy is None:
                ready()

        async def on_tick(self, counter: int) -> bool:
            return await super().on_tick(counter) or bool(lazy and lazy.failure)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            super().handle_exit(sig, frame)

    allowed, proxies = _limits(wishes), [*OWN, *wishes.trusted_proxies]
    most = min(allow_files() // 2, allowed.connections * allowed.people_per_address)
    config = uvicorn.Config(
        lazy or load(),
        loop="asyncio",  # with uvloop one who floods the server holds up the others
        log_config=None,
        access_log=False,
        server_header=False,
        **protocols(most, proxies, allowed.connecting.times(allowed.people_per_address)),
        ws_max_size=LONGEST_FRAME,
        ws_per_message_deflate=not wishes.is_local,
        ws_ping_interval=PING,
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=FAREWELL,
    )
    Server(config).run(sockets=[found])
    if lazy is not None and lazy.failure is not None:
        raise lazy.failure


def _warm_up(wishes: LaunchOptions, words: Catalogue, warn: Say) -> None:
    """The search, and with it NumPy, is loaded while the person looks at the page."""
    from ...core import WHY_SLOW

    if WHY_SLOW:
        warn(words.text("launch.slow", why=WHY_SLOW))
    from ...bots import FRIENDLY, make_bot
    from ...game import Game
    from ..web.page.files import BEST, page_files

    with suppress(AzulejosError, ImportError, MemoryError):
        make_bot(FRIENDLY).choose(Game().position)
    if not wishes.is_local:
        page_files().compress(BEST)
    gc.freeze()  # What is there now stays.
    gc.set_threshold(*LOOK_FOR_GARBAGE)
    gc.enable()
