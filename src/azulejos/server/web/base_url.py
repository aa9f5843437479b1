"""How others reach this server: what stands before the path in links that people hand on."""

from __future__ import annotations

import ipaddress

from starlette.requests import HTTPConnection

from ..settings import LOOPBACK, Settings


def base_url_for(connection: HTTPConnection) -> str:
    """The public address, else as the browser called us, unless that is good for it alone."""
    settings: Settings = connection.app.state.settings
    if settings.public_url:
        return settings.public_url
    if settings.lan_url and _is_own(connection.headers.get("host", "")):
        return settings.lan_url
    return f"{connection.url.scheme}://{connection.headers['host']}"


def is_reachable(connection: HTTPConnection) -> bool:
    """Can others open what `base_for` says?"""
    settings: Settings = connection.app.state.settings
    known = bool(settings.public_url or settings.lan_url)
    return known or not (settings.is_local or _is_own(connection.headers.get("host", "")))


def _is_own(host: str) -> bool:
    """Does it mean this machine, whoever says it?"""
    name, colon, port = host.lower().rpartition(":")
    name = name if colon and port.isdecimal() else host.lower()
    if name in LOOPBACK:
        return True
    try:
        return ipaddress.ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
