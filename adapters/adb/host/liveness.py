"""Whether a device still answers: the least that a daemon can do, which starts no process there and touches nothing."""

from __future__ import annotations

from typing import Final

import anyio

from adapters.adb.host.device_connection import DeviceConnection
from runtime.core.errors import DeviceRefused, DeviceTimeout

LIVENESS_TIMEOUT: Final = 3.0
"""Seconds in which a device must give a sign of life; a tenth of what a command may take."""


async def check_liveness(connection: DeviceConnection, seconds: float = LIVENESS_TIMEOUT) -> None:
    """Wait for one. A device that says no is alive.

    Raises:
        DeviceTimeout: it gave none in so many seconds; the connection is of no use.
        DeviceLost: the connection broke.
    """
    try:
        with anyio.fail_after(seconds):
            stream = await connection.open("sync:")
    except DeviceRefused:
        return
    except TimeoutError:
        raise DeviceTimeout(f"{connection.name} gave no sign of life within {seconds:g} s") from None
    stream.close()
