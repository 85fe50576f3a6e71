"""Cancellation anywhere, through a real adb server: what a session made there is gone with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import anyio
import pytest

from adapters.adb.daemon.server import Listener
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import SmartConnection, connect_smart
from tests.support.portphone import CONTENT, ECHO, PortPhone, host_server, port_of, through


async def _forward(connection: SmartConnection, phone: PortPhone) -> None:
    async with connection.ports.forward(ECHO) as local:
        await through(port_of(local), CONTENT[:100_000])


async def _reverse(connection: SmartConnection, phone: PortPhone) -> None:
    async with (
        host_server(b"hi") as port,
        connection.ports.reverse("tcp:0", f"tcp:{port}") as remote,
        phone.ports.connect(remote) as app,
    ):
        await app.receive()


async def _shell(connection: SmartConnection, phone: PortPhone) -> None:
    async with connection.open_shell() as shell:
        await shell.send(b"echo a\rexit 3\r")
        await shell.wait()


@pytest.mark.parametrize("operation", [_forward, _reverse, _shell])
async def test_nothing_is_left_at_the_server_or_the_phone(
    server_port: int,
    listener: Listener,
    phone: PortPhone,
    operation: Callable[[SmartConnection, PortPhone], Awaitable[None]],
):
    """After each of the first turns of the loop: no forward, no rule, no socket of ours; the device answers."""
    server = AdbServer.tcp("127.0.0.1", server_port)
    target = await server.connect(f"127.0.0.1:{listener.port}")
    async with connect_smart(server, str(target)) as connection:
        for turns in [*range(12), *range(12, 100, 8)]:
            with anyio.CancelScope() as scope:
                _cancel_after(turns, scope)
                await operation(connection, phone)
            assert await server.forwards() == ()
            assert await connection.ports.reverses() == ()
        assert (await connection.shell("echo on")).stdout == b"on\n"
        with anyio.fail_after(10):
            while connection._streams:
                await anyio.lowlevel.checkpoint()
    await server.disconnect(target.serial)


def _cancel_after(turns: int, scope: anyio.CancelScope) -> None:
    """Cancel the scope after that many turns of the loop."""
    loop = asyncio.get_running_loop()
    loop.call_soon(scope.cancel) if turns == 0 else loop.call_soon(_cancel_after, turns - 1, scope)
