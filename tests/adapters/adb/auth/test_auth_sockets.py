"""`serve_device`: one socket that was accepted elsewhere, authenticated in the same ways as a listener."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from functools import partial

import anyio
import pytest

from adapters.adb.daemon.server import serve_device
from adapters.adb.host.client import Deadlines, connect_tcp
from adapters.adb.transport import tls
from adapters.adb.transport.auth import Key
from adapters.adb.transport.handshake import KeyProvider
from adapters.adb.transport.server_errors import DeviceUnauthorized
from tests.support.owners import Owner
from tests.support.tinyphone import TinyPhone


@pytest.mark.parametrize("way", ["open", "key", "tls"])
async def test_a_host_that_proves_itself_is_served(ring: tuple[Key, ...], giving: Callable[..., KeyProvider], way: str):
    """Without a question, with a known key, and inside TLS; the task ends when the host hangs up."""
    context = await anyio.to_thread.run_sync(tls.device_context, ring[2], [ring[0].certificate()])
    options = {"open": {}, "key": {"authorize": Owner(ring[0].public)}, "tls": {"tls": context}}[way]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        async with anyio.create_task_group() as tasks:

            async def serve() -> None:
                connection, _ = await asyncio.get_running_loop().sock_accept(listener)
                await serve_device(connection, TinyPhone(), max_payload=1 << 16, **options)  # type: ignore[arg-type]

            tasks.start_soon(serve)
            port = listener.getsockname()[1]
            async with connect_tcp("127.0.0.1", port, keys=giving(ring[0])) as connection:
                assert (await connection.shell("echo in")).stdout == b"in\n"
                assert connection._link.wire.max_payload == 1 << 16


async def test_a_host_that_nobody_knows_stays_outside(ring: tuple[Key, ...], giving: Callable[..., KeyProvider]):
    """The owner is asked and does not answer."""
    owner = Owner(ring[1].public)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        async with anyio.create_task_group() as tasks:

            async def serve() -> None:
                connection, _ = await asyncio.get_running_loop().sock_accept(listener)
                await serve_device(connection, TinyPhone(), authorize=owner)

            tasks.start_soon(serve)
            dial = partial(connect_tcp, "127.0.0.1", listener.getsockname()[1], Deadlines(accept=0.3))
            with pytest.raises(DeviceUnauthorized):
                async with dial(keys=giving(ring[0])):
                    pass
    assert len(owner.asked) == 1
