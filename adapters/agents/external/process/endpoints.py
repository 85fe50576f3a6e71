"""Finds services in the URLs of a program's command and environment, and gives each a port inside its network. Pure.

A program without a network of its own reaches a service at a port of its loopback. That is the service's own port where
it is free; otherwise URLs of the service in the program's command and environment are changed.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final

from runtime.core.errors import UsageError

_URL: Final = re.compile(r"\b(https?|wss?)://(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?(?![\w.:@{-])")
_DEFAULT_PORTS: Final = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1", "0.0.0.0")
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")
_MAX_PORT: Final = 65535
_FIRST_UNPRIVILEGED: Final = 1024
"""Programs cannot listen on lower ports, so services do not either where they run."""

Address = tuple[str, int]
"""Host and port."""


@dataclass(frozen=True, slots=True)
class Service:
    """A service outside, and the port at which a program reaches it on its own loopback."""

    host: str
    port: int
    inner: int

    @property
    def text(self) -> str:
        """HOST:PORT."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def is_public(address: str) -> bool:
    """Whether an IP address is public: not local, and not an IPv6 form of a local one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is None and found in _NAT64:
            inner = ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
        if inner is not None and not is_public(str(inner)):
            return False
    return found.is_global and not found.is_multicast


def parse_address(text: str) -> Address:
    """Splits `HOST:PORT`; no host means this computer.

    Raises:
        UsageError: it is not valid.
    """
    host, _, number = text.rpartition(":")
    if not number.isascii() or not number.isdigit() or not 0 < int(number) <= _MAX_PORT or "/" in host:
        raise UsageError(f"{text!r} is not a valid address of a service; write HOST:PORT, such as 127.0.0.1:8000")
    return host.strip("[]") or "127.0.0.1", int(number)


def find_addresses(texts: Iterable[str]) -> list[Address]:
    """The hosts and ports of all URLs in these texts, each once."""
    found = [_address(url) for text in texts for url in _URL.finditer(text)]
    return [address for address in dict.fromkeys(found) if 0 < address[1] <= _MAX_PORT]


def assign_ports(addresses: Iterable[Address], taken: Collection[int], free: Iterable[int]) -> tuple[Service, ...]:
    """Gives each address a port inside: its own, or the next of the `free` ones if that is taken or privileged."""
    known: dict[Address, Service] = {}
    used = {*taken}
    spare = iter(free)
    unique = {_canonical(address): address for address in reversed(list(addresses))}
    for key, (host, port) in reversed(unique.items()):
        inner = port
        if port in used or port < _FIRST_UNPRIVILEGED:
            own_ports = {number for _, number in unique}
            inner = next(number for number in spare if number not in used and number not in own_ports)
        used.add(inner)
        known[key] = Service(host, port, inner)
    return tuple(known.values())


def with_inner_addresses(text: str, services: Iterable[Service]) -> str:
    """The text with the URLs of services changed to where a program reaches them.

    Encrypted ones of other computers stay, since their certificates are for their names; the proxy leads there.
    """
    known = {_canonical((service.host, service.port)): service for service in services}

    def replaced(url: re.Match[str]) -> str:
        host, port = _address(url)
        service = known.get(_canonical((host, port)))
        is_here = host in _LOOPBACK
        if service is None or (not is_here and url[1] in ("https", "wss")):
            return url[0]
        if host in ("localhost", "127.0.0.1") and service.inner == port:
            return url[0]
        return f"{url[1]}://{'localhost' if host == 'localhost' else '127.0.0.1'}:{service.inner}"

    return _URL.sub(replaced, text)


def _address(url: re.Match[str]) -> Address:
    return url[2].strip("[]").lower(), int(url[3] or _DEFAULT_PORTS[url[1]])


def _canonical(address: Address) -> Address:
    """Equal for the names of this computer."""
    return ("localhost" if address[0] in _LOOPBACK else address[0].lower()), address[1]
