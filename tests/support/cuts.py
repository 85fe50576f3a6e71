"""A cable that is cut after every single byte of a transfer."""

from __future__ import annotations

from collections import Counter

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.host.client import AdbConnection, connect_tcp
from adapters.adb.host.device_connection import Deadlines
from adapters.adb.transport import dialing
from adapters.faults.proxy import FaultProxy, open_proxy
from runtime.core.errors import DeviceFault
from tests.support.tinyphone import TinyPhone, blob

_DEADLINES = Deadlines(open=60, progress=60, command=60)
THERE, HERE = "/sdcard/there", "/sdcard/here"


async def _pull(connection: AdbConnection, phone: TinyPhone, data: bytes) -> bool:
    return await connection.files.pull(THERE) == data


async def _push(connection: AdbConnection, phone: TinyPhone, data: bytes) -> bool:
    await connection.files.push(data, HERE)
    return phone.files.read(HERE) == data


async def _shell(connection: AdbConnection, phone: TinyPhone, data: bytes) -> bool:
    return (await connection.shell(f"cat {len(data)}", stdin=data)).stdout == data


OPERATIONS = {"pull": _pull, "push": _push, "shell": _shell}


async def run(size: int, step: int = 1) -> Counter[str]:
    """Cut each kind of transfer of this many bytes, in both directions, after every `step`th byte.

    Counts how they ended: `whole`, `SHORT` (a success with other bytes than were sent: never right), or the class of
    the fault.
    """
    dialing.limit_dials(1_000_000)
    outcomes: Counter[str] = Counter()
    data = blob(f"cut {size}")
    phone = TinyPhone()
    phone.files.write(THERE, data)
    async with listen_tcp("127.0.0.1", 0, phone) as listener, open_proxy(listener.port) as relay:
        for name in OPERATIONS:
            outcomes[await _once(relay, phone, data, name)] += 1
            down, up = relay.passed
            for relay.cut in range(0, down, step):
                outcomes[await _once(relay, phone, data, name)] += 1
            relay.cut = None
            for relay.cut_up in range(0, up, step):
                outcomes[await _once(relay, phone, data, name)] += 1
            relay.cut_up = None
    return outcomes


async def _once(relay: FaultProxy, phone: TinyPhone, data: bytes, name: str) -> str:
    phone.files.entries.pop(HERE, None)
    try:
        async with connect_tcp("127.0.0.1", relay.port, _DEADLINES) as connection:
            flag = await OPERATIONS[name](connection, phone, data)
    except DeviceFault as fault:
        # What was given up may have been written, but never a part of it.
        left = phone.files.entries.get(HERE)
        return type(fault).__name__ if left is None or left[1] == data else "SHORT"
    return "whole" if flag else "SHORT"
