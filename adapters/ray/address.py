"""Parses the URIs of hosts on a Ray cluster: `ray://CLUSTER?device=URI`. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from runtime.core.errors import UsageError

_CLUSTER: Final = re.compile(r"auto|local|(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class HostsAddress:
    """A cluster, and the URIs of the devices that each of its hosts opens.

    `cluster` is `HOST:PORT`, `auto` for the one that runs on this machine, or `local` for one that is started here.
    """

    cluster: str
    devices: tuple[str, ...]

    @property
    def endpoint(self) -> tuple[str, int] | None:
        """Host and port of the cluster; None if Ray finds or starts it."""
        host, _, port = self.cluster.rpartition(":")
        return (host.strip("[]"), int(port)) if host else None


def parse_address(uri: str) -> HostsAddress:
    """Parse `ray://CLUSTER?device=URI`, with as many devices as wanted.

    Raises:
        UsageError: it is malformed.
    """
    parts = urlsplit(uri)
    options = parse_qsl(parts.query, keep_blank_values=True)
    devices = tuple(value for name, value in options if name == "device" and value)
    if parts.scheme != "ray" or not _CLUSTER.fullmatch(parts.netloc) or parts.path or len(devices) != len(options):
        raise UsageError(
            f"{uri!r} is not a device: write ray://auto?device=headless://8 (auto: the cluster that runs here; local: "
            "start one here; or HOST:PORT); on the command line --engine ray --address auto --device headless://8"
        )
    if not devices:
        raise UsageError(f"{uri!r} names no device: add what each host opens, such as ?device=headless://8")
    return HostsAddress(parts.netloc, devices)
