"""Waiting for a device that is still on its way up, with one deadline over all of it and a word on where it hangs.

A phone that starts is first not there, then takes connections and says nothing, then does not know us, then answers
while Android is still starting. An adb server in between shows the same as unknown, offline, unauthorized, device.
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
"""Nobody tells us that a device has started, so it is asked; a phone takes half a minute, so not too often."""
_MIN_SHARE: Final = 0.05
"""Share of the time in which no further attempt could tell anything."""
_OVERRUN: Final = 1.0
_BOOTED: Final = "getprop sys.boot_completed"

DialAttempt = Callable[[Deadlines], Awaitable[DeviceConnection]]
"""Dials the device with these deadlines."""


class BootTimeout(DeviceTimeout):
    """The device did not start within its deadline; the message says how far it came."""


async def wait_ready(
    attempt: DialAttempt,
    name: str,
    within: float,
    deadlines: Deadlines | None = None,
    *,
    pace: BackoffPolicy = BOOT_PACE,
    random: Random | None = None,
) -> DeviceConnection:
    """A connection to the device once Android has started on it, at most `within` seconds from now. The caller closes.

    Raises:
        NotReady: the time is over.
        DeviceRefused: it answers, and refuses what waiting does not mend.
    """
    limits = deadlines or Deadlines()
    ends = anyio.current_time() + within
    backoff = Backoff(pace, random or Random())
    stage = ""
    # What bounds the wait are the deadlines of the stages, which can tell where it hangs; the scope is for their sum.
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
                # That an attempt which was cut short brought no answer says less than what is known already.
                if not stage or left >= limits.open or not isinstance(fault, DeviceTimeout):
                    stage = reached
            await anyio.sleep(min(backoff.seconds(), max(ends - anyio.current_time(), 0.0)))
    raise BootTimeout(f"{name}: the device was not ready within {within:g} s: {stage or 'it was not tried'}")


class _Starting(DeviceLost):
    """It answers, and Android is not up yet."""


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
    """How far the device came; raises the fault where waiting is no use."""
    match fault:
        case _Starting():
            return str(fault)
        case ServerAbsent():
            return f"its adb server does not run yet ({fault})"
        case DeviceUnknown():
            return f"the adb server does not have it yet ({fault})"
        case DeviceOffline():
            return f"the adb server does not reach it ({fault})"
        case DeviceUnauthorized():
            return f"it does not let us in ({fault})"
        case DeviceRefused():
            raise fault
        case DeviceTimeout():
            return f"it takes connections and does not answer ({fault})"
        case _:
            return f"it cannot be reached ({fault})"
