"""Checks whether a device still answers, with the cheapest request: it starts no process and changes nothing."""

from __future__ import annotations

from typing import Final

import anyio

from adapters.adb.host.device_connection import DeviceConnection
from runtime.core.errors import DeviceRefused, DeviceTimeout

LIVENESS_TIMEOUT: Final = 3.0
"""Seconds that a device has to answer; a tenth of a command's deadline."""


async def check_liveness(connection: DeviceConnection, seconds: float = LIVENESS_TIMEOUT) -> None:
    """Waits for an answer of the device. A refusal counts as an answer.

    Raises:
        DeviceTimeout: it did not answer in time; the connection is unusable.
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
