"""Ports that are forwarded both ways: several workers, several phones, and something in between."""

from __future__ import annotations

from contextlib import AsyncExitStack

import anyio
import pytest

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.host.client import AdbConnection, connect_tcp
from adapters.adb.host.device_connection import Deadlines
from adapters.faults.proxy import FaultProxy, open_proxy
from runtime.core.errors import DeviceRefused
from tests.support.portphone import ECHO, PortPhone, host_server, port_of, through
from tests.support.tinyphone import blob

LONG = Deadlines(open=20, progress=20, command=20)


async def _phone(stack: AsyncExitStack, serial: str) -> tuple[PortPhone, FaultProxy, AdbConnection]:
    """A phone that is reached over a relay."""
    phone = PortPhone(serial)
    listener = await stack.enter_async_context(listen_tcp("127.0.0.1", 0, phone))
    cable = await stack.enter_async_context(open_proxy(listener.port))
    return phone, cable, await stack.enter_async_context(connect_tcp("127.0.0.1", cable.port, LONG))


@pytest.mark.failure_mode(13)
async def test_workers_never_share_or_steal_a_forwarded_port():
    """§5.13: twenty forwards at once have twenty ports, none is taken over, each ends with its block and its phone."""
    async with AsyncExitStack() as stack:
        _, _, first = await _phone(stack, "a")
        _, cable, second = await _phone(stack, "b")
        async with AsyncExitStack() as forwards:
            ports = [
                port_of(await forwards.enter_async_context(phone.ports.forward(ECHO)))
                for _ in range(10)
                for phone in (first, second)
            ]
            assert len(set(ports)) == 20
            for phone in (first, second):
                with pytest.raises(DeviceRefused, match="in use"):
                    await forwards.enter_async_context(phone.ports.forward(ECHO, f"tcp:{ports[0]}"))
            assert await through(ports[0], b"still mine") == b"still mine"
            cable.hang_up()
            # A forward never leads to another phone because its own is gone.
            assert await through(ports[0], b"first") == b"first"
            assert await through(ports[1], b"second") == b""
        for port in ports:
            with pytest.raises(OSError, match=r"attempts|refused"):
                await anyio.connect_tcp("127.0.0.1", port)


@pytest.mark.failure_mode(14)
async def test_a_reverse_leads_home_over_tcp_and_a_relay_from_two_phones_at_once():
    """§5.14: the same port in two phones, each behind a relay: each leads to its own place, megabytes both ways."""
    async with host_server(b"1") as number, host_server(b"2") as two, AsyncExitStack() as stack:
        phones = [await _phone(stack, serial) for serial in "ab"]
        for (_, _, connection), port in zip(phones, (number, two), strict=True):
            assert await stack.enter_async_context(connection.ports.reverse("tcp:7100", f"tcp:{port}")) == "tcp:7100"

        async def use(phone: PortPhone, greeting: bytes) -> None:
            data = blob(f"{phone.serial} 2000000")
            got = bytearray()
            async with phone.ports.connect("tcp:7100") as stream, anyio.create_task_group() as tasks:
                tasks.start_soon(stream.send, data)
                while len(got) < len(data) + 1:
                    got += await stream.receive()
            assert got == greeting + data

        with anyio.fail_after(30):
            async with anyio.create_task_group() as tasks:
                for (phone, _, _), greeting in zip(phones, (b"1", b"2"), strict=True):
                    tasks.start_soon(use, phone, greeting)
