"""Devices of remote farms, over SSH: `ssh://USER@HOST/SERIAL`. Imports nothing before they are asked for.

    uri          what a URI says, pure
    farm_errors  what can be wrong with a farm, and what to do
    link         one SSH connection, and the streams that it carries
    host         Hosts: one connection for all who use a farm, made again when it was lost

The opener below is found through its entry point.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from runtime.plugins.specs import DeviceSpec

if TYPE_CHECKING:
    from adapters.adb.host.device_connection import Deadlines
    from adapters.ssh.host import Hosts
    from runtime.plugins.protocols import Device, Finding


@asynccontextmanager
async def open_ssh(
    uri: str, *, hosts: Hosts | None = None, deadlines: Deadlines | None = None
) -> AsyncIterator[Sequence[Device]]:
    """The device at `ssh://USER@HOST[:PORT]/SERIAL`, or without a serial number all of that farm.

    `?adb=PORT` names the port of the farm's adb server if it is not 5037. Whatever is opened on one event loop with the
    same `hosts` (by default, all of it) shares one connection per farm.

    Raises:
        UsageError: the URI is none, the serial number fits several devices, or the user's SSH configuration is wrong.
        DeviceFault: the farm cannot be reached or does not let us in; no adb server there, no such device, or none
            that answers.
    """
    from adapters.ssh.uri import parse

    farm = parse(uri)
    from adapters.ssh.host import open_farm

    async with open_farm(farm, hosts, deadlines) as devices:
        yield devices


async def check_ssh(uri: str) -> Sequence[Finding]:
    """Examine the farm behind the URI; see `adapters.ssh.health_check`."""
    from adapters.ssh.health_check import examine_ssh

    return await examine_ssh(uri)


def parse_ssh(uri: str) -> object:
    """The farm that a URI names. Raises UsageError."""
    from adapters.ssh.uri import parse

    return parse(uri)


SSH: Final = DeviceSpec(open=open_ssh, parse=parse_ssh, health_check=check_ssh)
