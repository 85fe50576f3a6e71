"""The proxy for isolated programs passes on tunnels and plain requests and refuses everything else."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.abc
import pytest

from adapters.agents.external.process import proxy
from adapters.agents.external.process.ports import MAX_CONNECTIONS, forward_connections

WORLD = "127.0.0.2"
"""Stands for the world: another address than the one that we connect from."""


@asynccontextmanager
async def proxy_and_server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[int, int]]:
    """Starts the proxy and a server that echoes what it received; returns both ports."""
    monkeypatch.setattr(proxy, "is_public", lambda address: address == WORLD)

    async def echo(client: anyio.abc.SocketStream) -> None:
        async with client:
            while True:
                try:
                    await client.send(b"<" + await client.receive() + b">")
                except (anyio.EndOfStream, anyio.BrokenResourceError):
                    return

    door = socket.create_server(("127.0.0.1", 0))
    with anyio.fail_after(20):
        async with (
            await anyio.create_tcp_listener(local_host=WORLD) as world,
            anyio.create_task_group() as tasks,
        ):
            tasks.start_soon(world.serve, echo)
            tasks.start_soon(proxy.serve_proxy, door)
            yield door.getsockname()[1], world.extra(anyio.abc.SocketAttribute.local_port)
            tasks.cancel_scope.cancel()


async def read_until(client: anyio.abc.SocketStream, end: bytes) -> bytes:
    """The received text up to an end mark."""
    heard = b""
    while not heard.endswith(end):
        heard += await client.receive()
    return heard


async def test_a_tunnel_carries_bytes_both_ways(monkeypatch):
    """A tunnel carries bytes in both directions, including those sent right behind the request."""
    async with proxy_and_server(monkeypatch) as (port, world), await anyio.connect_tcp("127.0.0.1", port) as client:
        await client.send(b"CONNECT %s:%d HTTP/1.1\r\nHost: x\r\n\r\nearly" % (WORLD.encode(), world))
        assert await read_until(client, b"<early>") == b"HTTP/1.1 200 Connection established\r\n\r\n<early>"
        await client.send(b"later")
        assert await read_until(client, b"<later>") == b"<later>"


async def test_a_plain_request_goes_on_with_its_body(monkeypatch):
    """A plain request is forwarded with its body, by its path and without the headers for the proxy."""
    async with proxy_and_server(monkeypatch) as (port, world), await anyio.connect_tcp("127.0.0.1", port) as client:
        head = b"POST http://%s:%d/v1?a=b HTTP/1.1\r\nHost: x\r\nProxy-Connection: keep-alive\r\n" % (
            WORLD.encode(),
            world,
        )
        await client.send(head + b"Content-Length: 4\r\n\r\nbody")
        expected = b"POST /v1?a=b HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody"
        assert (await read_until(client, b"body>")).replace(b"><", b"") == b"<" + expected + b">"


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"CONNECT 127.0.0.1:1 HTTP/1.1", b"403"),
        (b"CONNECT 127.0.0.2:1 HTTP/1.1", b"502"),
        (b"GET / HTTP/1.1", b"400"),
        (b"CONNECT nobody.invalid:1 HTTP/1.1", b"502"),
        (b"hello", b"400"),
    ],
)
async def test_what_cannot_be_reached_is_refused_with_a_reason(monkeypatch, request_line, status):
    """Local addresses, closed ports, invalid addresses and data that are not HTTP get an error status."""
    async with proxy_and_server(monkeypatch) as (port, _), await anyio.connect_tcp("127.0.0.1", port) as client:
        await client.send(request_line + b"\r\nHost: x\r\n\r\n")
        assert (await read_until(client, b"\n"))[9:12] == status


async def test_connections_beyond_what_may_be_open_are_closed_at_once(monkeypatch):
    """Connections beyond the limit are closed at once, and the open ones keep working."""
    async with proxy_and_server(monkeypatch) as (_, world):
        door = socket.create_server(("127.0.0.1", 0), backlog=MAX_CONNECTIONS + 40)
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(forward_connections, door, WORLD, world)
            crowd = [await anyio.connect_tcp("127.0.0.1", door.getsockname()[1]) for _ in range(MAX_CONNECTIONS + 20)]
            for client in crowd[MAX_CONNECTIONS:]:
                with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
                    await client.receive()
            await crowd[0].send(b"still")
            assert await read_until(crowd[0], b"<still>") == b"<still>"
            for client in crowd:
                await client.aclose()
            tasks.cancel_scope.cancel()
