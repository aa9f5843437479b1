"""The socket that the server listens on: the usual port, or the next that is free."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys

USUAL = 8765
TRIES = 20
LOOPBACK = "127.0.0.1"
_INNER = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "lxc", "cni")
_TAKEN = {errno.EADDRINUSE, errno.EACCES} if sys.platform == "win32" else {errno.EADDRINUSE}


class PortTakenError(OSError):
    """Another program listens there."""


def listen(host: str, port: int) -> socket.socket:
    """A socket at this port (0: any); raises PortTakenError, or OSError for other troubles."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    found = socket.socket(family, kind, protocol)
    try:
        if sys.platform == "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            # Connections that a server before us has closed do not keep its port.
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(128)
    except OSError as error:
        found.close()
        if error.errno in _TAKEN:
            raise PortTakenError(*error.args) from error
        raise
    return found


def listen_near(host: str, port: int) -> socket.socket:
    """A socket at this port or, where it is taken, at one that is free."""
    for wanted in (*range(port, port + TRIES), 0):
        try:
            return listen(host, wanted)
        except PortTakenError:
            continue
    raise PortTakenError(errno.EADDRINUSE, "no port is free")


def port_of(found: socket.socket) -> int:
    return int(found.getsockname()[1])


def is_loopback(host: str) -> bool:
    """Can only this machine reach it?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_address(host: str) -> str:
    """How this machine reaches a server at this host."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if not address.is_unspecified:
        return host
    return LOOPBACK if address.version == 4 else "::1"


def names_of(host: str) -> tuple[str, ...]:
    """The names by which others may call a server at this host, as in a URL."""
    names = {host}
    if own_address(host) != host:  # at all of this machine's addresses
        name = socket.gethostname()
        names |= {name, f"{name.partition('.')[0]}.local", socket.getfqdn(), *_own_addresses()}
    return tuple(sorted(f"[{name}]" if ":" in name else name for name in names))


def addresses_for_others(host: str) -> list[str]:
    """Where others on the network reach a server at this host, the likeliest first."""
    if is_loopback(host):
        return []
    if own_address(host) == host:
        return [host]
    versions = (4,) if ipaddress.ip_address(host).version == 4 else (4, 6)  # `::` is for both
    usual = _way_out()
    found = [a for a in _own_addresses() if _is_for_others(a) and _version(a) in versions]
    return sorted(found, key=lambda a: (a != usual, _version(a), a))


def _own_addresses() -> set[str]:
    """Of all this machine's networks, but for those between its own containers."""
    import ifaddr  # Whoever plays alone does not wait for it.

    found = {
        str(ip.ip if isinstance(ip.ip, str) else ip.ip[0])
        for adapter in ifaddr.get_adapters()
        if not adapter.name.startswith(_INNER)
        for ip in adapter.ips
    }
    return found | {_way_out()} - {""}


def _way_out() -> str:
    """The address that others see when this machine goes out; empty where there is no way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # Nothing is sent: it only chooses the way.
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _is_for_others(address: str) -> bool:
    """Not this machine's own, and not one that needs the name of an interface beside it."""
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_link_local or found.is_unspecified)


def _version(address: str) -> int:
    return ipaddress.ip_address(address).version
