"""The health check of a remote farm, for `doctor`."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.adb.health_checks import check_server
from adapters.ssh.host import open_server
from adapters.ssh.uri import parse
from runtime.core.errors import DeviceFault
from runtime.plugins.protocols import Finding


async def examine_ssh(uri: str) -> Sequence[Finding]:
    """The farm at `ssh://USER@HOST[:PORT]`: whether it lets us in, its adb server, the devices there."""
    farm = parse(uri)
    try:
        async with open_server(farm, None, None) as server:
            return [Finding(True, f"{farm.login}: logged in"), *await check_server(server, farm.serial)]
    except DeviceFault as fault:
        return [Finding(False, str(fault))]
