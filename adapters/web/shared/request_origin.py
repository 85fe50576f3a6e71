"""Decides by its headers where a request comes from, and whether a server may answer it. Pure.

Web pages of others can send requests to any port of this computer. A page whose name was made to resolve to it (DNS
rebinding) even reads the responses, but the browser still sends that name as `Host`. Other pages are recognized by
`Origin` and `Sec-Fetch-Site`. Programs send neither of the two.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

_AUTHORITY: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::[0-9]{1,5})?")


@dataclass(frozen=True, slots=True)
class AllowedHosts:
    """The names under which clients may address a server that listens on `bind`.

    Always the names of the loopback and `bind` itself; if that is all interfaces, any IP address, because an address
    cannot be made to resolve elsewhere. `names` are further ones.
    """

    bind: str
    names: frozenset[str] = frozenset()

    def includes(self, authority: str) -> bool:
        """Whether a `Host` header (`NAME[:PORT]`) is one of them. Any port: the server may be behind a tunnel."""
        name = host_name(authority)
        if not name:
            return False
        if is_loopback(name) or name in {_plain(self.bind), *map(_plain, self.names)}:
            return True
        return is_wildcard(self.bind) and _ip_address(name) is not None


def refusal_reason(method: str, headers: Mapping[str, str], allowed: AllowedHosts) -> str:
    """Why a request may not be answered; empty if it may."""
    host = headers.get("Host", "")
    if not allowed.includes(host):
        return f"the Host header is {host[:100]!r}, which is not a name of this server" if host else "no Host header"
    origin = headers.get("Origin")
    if origin is not None and origin.lower() not in {f"{scheme}://{host.lower()}" for scheme in ("http", "https")}:
        return "the request was sent by another web page"
    foreign = headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")
    # To follow a link to the page is harmless: the page itself holds nothing, and its address has no token then.
    opened = method == "GET" and headers.get("Sec-Fetch-Dest") == "document"
    return "the request was sent by another web page" if foreign and not opened else ""


def host_name(authority: str) -> str:
    """The name or address in a `Host` header, in lower case; empty if it is malformed."""
    found = _AUTHORITY.fullmatch(authority)
    return _plain(found[1] or found[2]) if found else ""


def is_loopback(host: str) -> bool:
    """Whether only this computer can connect to a server that listens there."""
    address = _ip_address(host)
    return address.is_loopback if address is not None else _plain(host) == "localhost"


def is_wildcard(host: str) -> bool:
    """Whether a server that listens there can be reached at every address of this computer."""
    address = _ip_address(host)
    return not host or (address is not None and address.is_unspecified)


def split_names(text: str) -> frozenset[str]:
    """The host names in a list that is separated by commas or blanks.

    Raises:
        ValueError: one is no host name; the message says which.
    """
    names = frozenset(text.replace(",", " ").split())
    for name in names:
        if not host_name(name) or ":" in name:
            raise ValueError(f"{name!r} is not a host name")
    return names


def _plain(host: str) -> str:
    return host.lower().removesuffix(".")


def _ip_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
