"""A device behind an adb server, with the same operations as a directly connected one.

Each operation uses a connection of its own to the server, so operations are independent.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

import anyio

from adapters.adb.buffer_pool import BufferPool
from adapters.adb.device import AdbDevice
from adapters.adb.framing.compression import SENDRECV_FEATURES
from adapters.adb.framing.smart_wire import DeviceRow, Failed, Target, check_service, parse_target, request
from adapters.adb.host import boot
from adapters.adb.host.device_connection import Deadlines, DeviceConnection
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.dial import dial
from adapters.adb.servers.ports import SmartPorts
from adapters.adb.servers.stream import SmartStream
from adapters.adb.transport import dialing
from adapters.adb.transport.packets import LocalProtocolError, ReceiveSink
from adapters.adb.transport.server_errors import (
    DeviceOffline,
    DeviceUnauthorized,
    DeviceUnknown,
    SerialAmbiguous,
    ServerAbsent,
    refusal_fault,
    unusable_fault,
)
from runtime.core.errors import DeviceFault, DeviceLost, DeviceRefused, UsageError

_USABLE_FEATURES = frozenset(("shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir", *SENDRECV_FEATURES))
"""The features that this client supports."""
_GOODBYE = 1.0
_STRAGGLERS = 0.5
"""Seconds without a further answer after which the devices of a server that have not answered are not waited for."""


class SmartConnection(DeviceConnection):
    """A device of an adb server. No socket is open between operations.

    `closed` once the server or the device was found gone. Dial again then, which reports the reason.
    """

    def __init__(self, server: AdbServer, target: Target, features: frozenset[str], deadlines: Deadlines) -> None:
        super().__init__(deadlines)
        self.ports = SmartPorts(self, server, target)
        self.server = server
        self.target = target
        self._features = features & _USABLE_FEATURES
        self._closed = False
        self._streams: set[SmartStream] = set()

    @property
    def name(self) -> str:
        return f"{self.server.name}/{self.target}"

    @property
    def features(self) -> frozenset[str]:
        """The features that the device and this client support; a server passes services through."""
        return self._features

    @property
    def closed(self) -> bool:
        return self._closed

    def close(self) -> None:
        """Closes it; waiting operations fail with DeviceLost."""
        self._closed = True
        for stream in tuple(self._streams):
            stream.fail(DeviceLost(f"{self.name}: the connection was closed on our side"))

    async def aclose(self) -> None:
        """Closes it and waits until all sockets are closed."""
        leaving = [stream.gone for stream in self._streams]
        self.close()
        with anyio.CancelScope(shield=True), anyio.move_on_after(_GOODBYE):
            for gone in leaving:
                await asyncio.shield(gone)

    async def open(
        self, service: str, sink: ReceiveSink | None = None, *, deadline: float | None = None
    ) -> SmartStream:
        """See `ServiceTransport`: a socket on which the server has accepted the service."""
        seconds = self._open_seconds(deadline)
        if self._closed:
            raise DeviceLost(f"{self.name}: the connection was closed")
        try:
            request_text = request(check_service(service))
        except LocalProtocolError as error:
            raise DeviceRefused(f"{self.name}: {error}") from None
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        stream: SmartStream | None = None
        stands = False
        try:
            stream = await dial(self.server.open_connection, self.name, seconds, sink)
            self._streams.add(stream)
            stream.on_gone = lambda item=stream: self._streams.discard(item)
            stream.ask_through(request(self.target.select_request), request_text, "status", then_raw=True)
            what = repr(service[:80])
            reply = await stream.reply(max(ends - loop.time(), 0.0), f"answer {what}", seconds)
            if isinstance(reply, Failed):
                raise refusal_fault(self.name, reply.why, what)
            if reply is None:
                raise DeviceLost(f"{self.name}: the adb server hung up; does it still run?")
            stands = True
            return stream
        except (ServerAbsent, DeviceUnknown, DeviceOffline, DeviceUnauthorized):
            self._closed = True
            raise
        finally:
            if stream is not None and not stands:
                stream.close()


async def dial_smart(server: AdbServer, target: Target) -> SmartConnection:
    """Connects to a device of the server; the caller closes. Raises as the methods of `AdbServer` do."""
    await dialing.wait_for_turn()
    return SmartConnection(server, target, await server.features(target), server.deadlines)


async def wait_ready(server: AdbServer, serial: str, within: float) -> None:
    """Waits until the device has started, as `boot.wait_ready` does; the server may still be starting, too.

    Raises:
        SerialAmbiguous, UsageError, DeviceFault: as `find_target` and `boot.wait_ready` do.
    """

    async def attempt(limits: Deadlines) -> SmartConnection:
        timeout = AdbServer(server.open_connection, server.name, limits)
        return await dial_smart(timeout, await find_target(timeout, serial))

    connection = await boot.wait_ready(attempt, f"{server.name}/{serial}", within, server.deadlines)
    await connection.aclose()


@asynccontextmanager
async def connect_smart(server: AdbServer, serial: str) -> AsyncIterator[SmartConnection]:
    """A device of the server for the duration of a block. Raises as the methods of `AdbServer` do."""
    connection = await dial_smart(server, parse_target(serial))
    try:
        yield connection
    finally:
        await connection.aclose()


@asynccontextmanager
async def open_devices(server: AdbServer, wanted: str) -> AsyncIterator[tuple[AdbDevice, ...]]:
    """The device with the serial number `wanted`, or all devices of the server, for the duration of a block.

    All are connected concurrently. Of several, those that have not answered when no other has for half a second are
    unreached (`DeviceInfo.unreached`), and so are those that the server lists as unusable.

    Raises:
        SerialAmbiguous, UsageError, DeviceFault: as `find_target` does, or no device answers.
    """
    rows = {await find_target(server, wanted): None} if wanted else await _list_targets(server)
    devices: dict[Target, AdbDevice] = {}
    faults = {target: fault for target, fault in rows.items() if fault is not None}
    pool = BufferPool()
    dials = {target: partial(dial_smart, server, target) for target in rows}

    async def connect(target: Target) -> None:
        try:
            devices[target] = await AdbDevice.connect(f"{server.name}/{target}", dials[target], pool=pool)
            connecting.cancel_scope.deadline = anyio.current_time() + _STRAGGLERS
        except DeviceFault as fault:
            faults[target] = fault

    try:
        async with anyio.create_task_group() as connecting:
            for target in rows.keys() - faults.keys():
                connecting.start_soon(connect, target)
        if not devices:
            raise _no_device(server, tuple(faults.values()))
        for target in rows.keys() - devices.keys():
            uri = f"{server.name}/{target}"
            why = str(faults.get(target, f"{uri}: no answer yet, while other devices of the adb server answered"))
            devices[target] = AdbDevice.unreached(str(target), uri, why, dials[target], pool)
        yield tuple(devices[target] for target in rows)
    finally:
        with anyio.CancelScope(shield=True):
            for device in devices.values():
                await device.aclose()


async def find_target(server: AdbServer, wanted: str) -> Target:
    """The device with that serial number, or `transport_id:N`.

    Raises:
        SerialAmbiguous: the serial number fits several devices.
        UsageError: the serial number is invalid.
        DeviceFault: no such device exists, it is not ready, or the server does not answer.
    """
    rows = await server.devices()
    try:
        target = parse_target(wanted)
    except LocalProtocolError as error:
        raise UsageError(f"{server.name}: {error}") from None
    by_id = target.transport_id
    found = [row for row in rows if (row.transport_id == by_id if by_id else row.serial == target.serial)]
    if not found:
        raise DeviceUnknown(f"{server.name}: there is no device {wanted!r}; {_describe_rows(rows)}")
    if len(found) > 1:
        named = " or ".join(f"{server.name}/transport_id:{row.transport_id}" for row in found)
        raise SerialAmbiguous(f"{server.name}: {len(found)} devices have the serial number {wanted!r}; write {named}")
    if found[0].state != "device":
        raise unusable_fault(f"{server.name}/{wanted}", found[0].state)
    return target


async def _list_targets(server: AdbServer) -> dict[Target, DeviceFault | None]:
    """All devices of the server, each with the fault that its listed state means. Raises DeviceFault."""
    rows = await server.devices()
    if not rows:
        raise DeviceUnknown(f"{server.name}: {_describe_rows(rows)}")
    listed = Counter(row.serial for row in rows)
    return {
        Target(row.serial, row.transport_id if listed[row.serial] > 1 else 0): (
            None if row.state == "device" else unusable_fault(f"{server.name}/{row.serial}", row.state)
        )
        for row in rows
    }


def _no_device(server: AdbServer, faults: Sequence[DeviceFault]) -> DeviceFault:
    """The fault for a server of which no device answers."""
    if len(faults) == 1:
        return faults[0]
    reasons = "; ".join(str(fault) for fault in faults)
    return DeviceLost(f"{server.name}: none of the {len(faults)} devices of the adb server can be used: {reasons}")


def _describe_rows(rows: Sequence[DeviceRow]) -> str:
    if not rows:
        return "the adb server lists no devices; plug one in, or run `adb connect HOST:PORT`"
    return "it lists " + ", ".join(f"{row.serial} ({row.state})" for row in rows)
