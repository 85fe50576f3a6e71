"""Addresses of sockets as text: `HOST:PORT`, `[IPV6]:PORT`, or the absolute path of a Unix socket. Pure."""

from __future__ import annotations

import re
from typing import Any

from runtime.core.errors import UsageError

Address = tuple[str, int] | str
"""Host and port, or a path."""
_TCP = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^:\[\]/\s]+)):([0-9]{1,5})")


def parse_address(text: str) -> Address:
    """Parse an address; a path may have the prefix `unix:`, host and port the prefix `tcp://`.

    Raises:
        UsageError: it is none.
    """
    path = text.removeprefix("unix:")
    if path.startswith("/") and "\0" not in path:
        return path
    found = _TCP.fullmatch(text.removeprefix("tcp://"))
    if found is None or int(found[3]) > 65535:
        raise UsageError(
            f"{text!r} is no address: write HOST:PORT, such as 127.0.0.1:5555, or the path of a Unix socket"
        )
    return found[1] or found[2], int(found[3])


def format_address(name: Any) -> str:
    """Format what `getsockname` returns."""
    if isinstance(name, str):
        return name
    host, port = name[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
