"""Parses the URIs of phones on another machine: `openenv://HOST:PORT[/N]`. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from runtime.core.errors import UsageError

TOKEN: Final = "MOBILE_AGENT_OPENENV_TOKEN"
"""Environment variable with the token of the server, for the server and for runs that use its phones."""
_MOST: Final = 1000
_URI: Final = re.compile(r"openenv://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})(?:/([1-9][0-9]{0,3}))?/?")


@dataclass(frozen=True, slots=True)
class PhonesAddress:
    """A server of phones, and how many of its phones are wanted; None: all that are free."""

    host: str
    port: int
    count: int | None

    @property
    def url(self) -> str:
        """Where its phones are reached."""
        return f"ws://{self.host}:{self.port}/phone"


def parse_address(uri: str) -> PhonesAddress:
    """Parse `openenv://HOST:PORT[/N]`.

    Raises:
        UsageError: it is malformed.
    """
    found = _URI.fullmatch(uri)
    if found is None or not 0 < int(found[2]) < 65536 or int(found[3] or 1) > _MOST:
        raise UsageError(
            f"{uri!r} is not a device: write openenv://HOST:PORT or openenv://HOST:PORT/N with N from 1 to {_MOST}, "
            "with the address that serve-env printed"
        )
    return PhonesAddress(found[1], int(found[2]), int(found[3]) if found[3] else None)
