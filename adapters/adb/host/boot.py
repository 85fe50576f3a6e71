"""Waits for a device that is still starting, with one deadline and a message about the stage it reached.

A starting phone is first absent, then accepts connections without answering, then does not know our key, then answers
while Android is still starting. An adb server reports these stages as unknown, offline, unauthorized, device.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Final

import anyio

from adapters.adb.host.device_connection import Deadlines, DeviceConnection
from adapters.adb.transport.server_errors import DeviceOffline, DeviceUnauthorized, DeviceUnknown, ServerAbsent
from runtime.core.backoff import Backoff, BackoffPolicy
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, DeviceTimeout

BOOT_PACE: Final = BackoffPolicy(first=0.1, longest=2.0)
"""Interval between attempts: a started device sends no notification, and starting takes half a minute."""
_MIN_SHARE: Final = 0.05
"""Share of the total time that is too short for another attempt."""
_OVERRUN: Final = 1.0
_BOOTED: Final = "getprop sys.boot_completed"

DialAttempt = Callable[[Deadlines], Awaitable[DeviceConnection]]
"""Dials the device with these deadlines."""


class BootTimeout(DeviceTimeout):
    """The device did not start within its deadline; the message names the stage it reached."""


async def wait_ready(
    attempt: DialAttempt,
    name: str,
    within: float,
    deadlines: Deadlines | None = None,
    *,
    pace: BackoffPolicy = BOOT_PACE,
    random: Random | None = None,
) -> DeviceConnection:
    """Waits until Android has started, at most `within` seconds, and returns the connection. The caller closes it.

    Raises:
        BootTimeout: the time is over.
        DeviceRefused: the device refuses for a reason that waiting does not change.
    """
    limits = deadlines or Deadlines()
    ends = anyio.current_time() + within
    backoff = Backoff(pace, random or Random())
    stage = ""
    # The deadlines of the stages bound the wait, since they know where it hangs; the scope bounds their sum.
    with anyio.move_on_after(within + _OVERRUN):
        while (left := ends - anyio.current_time()) > within * _MIN_SHARE:
            bounded = replace(
                limits,
                open=min(limits.open, left),
                command=min(limits.command, left),
                accept=min(limits.accept, left),
            )
            try:
                return await _connect_booted(attempt, bounded)
            except DeviceFault as fault:
                reached = _stage(fault)
                # A timeout of a shortened attempt says less than the stage that is known already.
                if not stage or left >= limits.open or not isinstance(fault, DeviceTimeout):
                    stage = reached
            await anyio.sleep(min(backoff.seconds(), max(ends - anyio.current_time(), 0.0)))
    raise BootTimeout(f"{name}: the device was not ready within {within:g} s: {stage or 'it was not tried'}")


class _Starting(DeviceLost):
    """The device answers, but Android has not started yet."""


async def _connect_booted(attempt: DialAttempt, limits: Deadlines) -> DeviceConnection:
    connection = await attempt(limits)
    ready = False
    try:
        answer = await connection.shell(_BOOTED, deadline=limits.command)
        answer_text = answer.stdout.decode("utf-8", "replace").strip()
        if answer_text != "1":
            raise _Starting(
                f"it answers, but Android is still starting (sys.boot_completed is {answer_text!r}, not '1')"
            )
        ready = True
        return connection
    finally:
        if not ready:
            connection.close()


def _stage(fault: DeviceFault) -> str:
    """Describes the stage the device has reached; raises the fault if waiting does not help."""
    match fault:
        case _Starting():
            return str(fault)
        case ServerAbsent():
            return f"its adb server is not running yet ({fault})"
        case DeviceUnknown():
            return f"the adb server does not list it yet ({fault})"
        case DeviceOffline():
            return f"the adb server cannot reach it ({fault})"
        case DeviceUnauthorized():
            return f"it has not authorized this computer ({fault})"
        case DeviceRefused():
            raise fault
        case DeviceTimeout():
            return f"it accepts connections but does not answer ({fault})"
        case _:
            return f"it cannot be reached ({fault})"
