"""The fault proxy before real TCP and Unix sockets: what each fault does, and that nothing else changes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from anyio.abc import SocketStream

from adapters.faults.proxy import FaultProxy, open_proxy
from runtime.core.errors import UsageError
from tests.support.command import Bench


class Server:
    """Answers each line with itself; `connections` counts those that were made, `ended` those that ended."""

    def __init__(self) -> None:
        self.connections = 0
        self.ended = 0

    async def serve(self, stream: SocketStream) -> None:
        self.connections += 1
        try:
            async with stream:
                with contextlib.suppress(anyio.BrokenResourceError):
                    async for data in stream:
                        await stream.send(data)
        finally:
            self.ended += 1


@asynccontextmanager
async def echo(faults: str, folder: Path | None = None) -> AsyncIterator[tuple[FaultProxy, Server]]:
    """A proxy before an echo server, over TCP or over Unix sockets in a folder."""
    server = Server()
    if folder is None:
        listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
        target, listen = f"127.0.0.1:{listener.extra(anyio.abc.SocketAttribute.local_port)}", "127.0.0.1:0"
    else:
        listener = await anyio.create_unix_listener(folder / "server")  # type: ignore[assignment]
        target, listen = str(folder / "server"), str(folder / "proxy")
    async with listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, server.serve)
        async with open_proxy(target, faults, listen=listen) as proxy:
            yield proxy, server
        group.cancel_scope.cancel()


async def connect(proxy: FaultProxy) -> SocketStream:
    """Connect to a proxy."""
    if proxy.address.startswith("/"):
        return await anyio.connect_unix(proxy.address)
    return await anyio.connect_tcp("127.0.0.1", proxy.port)


async def ask(stream: SocketStream, data: bytes) -> bytes:
    """Send a request and return its complete reply."""
    await stream.send(data)
    reply = b""
    while len(reply) < len(data):
        reply += await stream.receive()
    return reply


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name."""
    with tempfile.TemporaryDirectory(prefix="x-") as name:
        yield Path(name)


@pytest.mark.parametrize("unix", [False, True])
async def test_without_faults_every_byte_passes(folder: Path, unix: bool):
    """Twenty connections at once get their megabytes back unchanged, over TCP and over Unix sockets."""
    data = bytes(range(256)) * 4096

    async def pass_through(proxy: FaultProxy) -> None:
        async with await connect(proxy) as stream, anyio.create_task_group() as group:
            group.start_soon(stream.send, data)
            reply = bytearray()
            while len(reply) < len(data):
                reply += await stream.receive()
            assert reply == data

    async with echo("", folder if unix else None) as (proxy, _):
        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(pass_through, proxy)
        assert (len(proxy.dials), proxy.hits) == (20, {})
    assert [path.name async for path in anyio.Path(folder).iterdir()] in ([], ["server"])


async def test_a_reader_that_stops_stops_the_writer(folder: Path):
    """Bytes that nobody reads stay with the sender: the proxy keeps less than a few megabytes of them."""
    async with echo("", folder) as (proxy, _), await connect(proxy) as stream:
        sent = 0
        with anyio.move_on_after(0.5):
            while True:
                await stream.send(bytes(1 << 16))
                sent += 1 << 16
        assert 0 < sent < 8 << 20


async def test_delays_hold_requests_back():
    """Each exchange takes the delay, and is counted as a hit."""
    async with echo("delay=50ms±10ms") as (proxy, _), await connect(proxy) as stream:
        began = anyio.current_time()
        for _ in range(4):
            assert await ask(stream, b"hello") == b"hello"
        assert anyio.current_time() - began >= 4 * 0.04
        assert (proxy.exchanges, proxy.hits, proxy.hit_exchanges) == (4, {"delay": 4}, 4)


async def test_a_freeze_passes_nothing_and_then_everything():
    """During a freeze nothing arrives; afterwards all of it does."""
    async with echo("freeze=300ms@1") as (proxy, _), await connect(proxy) as stream:
        await stream.send(b"hello")
        with anyio.move_on_after(0.15) as scope:
            await stream.receive()
        assert scope.cancelled_caught
        assert await stream.receive() == b"hello"
        assert proxy.hits == {"freeze": 1}


async def test_bandwidth_limits_each_direction():
    """100 kB at 200 kB/s take half a second and more."""
    async with echo("bandwidth=200kB/s") as (proxy, _), await connect(proxy) as stream:
        began = anyio.current_time()
        for _ in range(10):
            await ask(stream, bytes(10_000))
        assert anyio.current_time() - began > 0.45


async def test_resets_reach_both_sides():
    """The client sees a reset, the server an end, and the request never arrives."""
    async with echo("reset=1") as (proxy, server), await connect(proxy) as stream:
        with pytest.raises(anyio.BrokenResourceError) as caught:
            await ask(stream, b"hello")
        assert isinstance(caught.value.__cause__, ConnectionResetError)
        with anyio.fail_after(5):
            while server.ended == 0:
                await anyio.lowlevel.checkpoint()


async def test_half_open_connections_are_silent():
    """The server's side ends, while the client's stays open without an answer."""
    async with echo("half-open=1") as (proxy, server), await connect(proxy) as stream:
        await stream.send(b"hello")
        with anyio.move_on_after(0.2) as scope:
            await stream.receive()
        assert scope.cancelled_caught
        assert (server.ended, proxy.connected) == (1, 1)


async def test_truncated_replies_are_a_beginning_of_the_reply():
    """Fewer than 64 bytes of the reply arrive, unchanged, then the connection ends."""
    async with echo("truncate=1") as (proxy, _), await connect(proxy) as stream:
        await stream.send(bytes(range(200)))
        reply = b""
        with contextlib.suppress(anyio.EndOfStream, anyio.BrokenResourceError):
            while True:
                reply += await stream.receive()
        assert reply == bytes(range(200))[: len(reply)]
        assert len(reply) < 64


async def test_garbage_has_the_length_of_the_reply():
    """The reply differs in at most sixteen bytes that follow each other."""
    async with echo("garbage=1") as (proxy, _), await connect(proxy) as stream:
        reply = await ask(stream, bytes(200))
        changed = [index for index, byte in enumerate(reply) if byte]
        assert len(reply) == 200
        assert changed
        assert changed[-1] - changed[0] < 16


async def test_refused_connections_reach_no_server(folder: Path):
    """With rate 1 nobody listens; with a lower rate connections are reset at once."""
    async with echo("refuse=1") as (proxy, _):
        with pytest.raises(OSError, match=r"attempts|refused"):
            await connect(proxy)
    async with echo("refuse=0.999999", folder) as (proxy, server):
        stream = await connect(proxy)
        with pytest.raises((anyio.EndOfStream, anyio.BrokenResourceError)):
            await ask(stream, b"hello")
        await stream.aclose()
        assert (server.connections, proxy.hits) == (0, {"refuse": 1})


async def test_storms_reach_all_connections_and_the_server():
    """A storm of resets ends all connections; a storm of connections opens that many at the server."""
    async with echo("reset-storm=1,seed=1") as (proxy, _):
        streams = [await connect(proxy) for _ in range(5)]
        await proxy.has(5)
        await streams[0].send(b"hello")
        await proxy.has(0)
        for stream in streams:
            await stream.aclose()
    async with echo("connect-storm=30@1") as (proxy, server), await connect(proxy) as stream:
        assert await ask(stream, b"hello") == b"hello"
        with anyio.fail_after(5):
            while server.ended < 30:
                await anyio.lowlevel.checkpoint()


@pytest.mark.parametrize("unix", [False, True])
async def test_a_proxy_refuses_and_listens_at_will(folder: Path, unix: bool):
    """After `refuse` nobody can connect, after `listen` everybody can, on the same address."""
    async with echo("", folder if unix else None) as (proxy, _):
        for _ in range(2):
            async with await connect(proxy) as stream:
                assert await ask(stream, b"hello") == b"hello"
            proxy.refuse()
            with pytest.raises(OSError, match=r"attempts|refused"):
                await connect(proxy)
            proxy.listen()
            await asyncio.sleep(0.05 if unix else 0)


async def test_a_path_that_exists_is_not_replaced(folder: Path):
    """A file where the proxy should listen stays as it is."""
    path = anyio.Path(folder) / "file"
    await path.write_text("mine")
    with pytest.raises(OSError, match="in use"):
        async with open_proxy("127.0.0.1:1", listen=str(path)):
            pass
    assert await path.read_text() == "mine"


async def test_the_command_stands_before_a_server(tmp_path: Path, folder: Path):
    """`faults` prints where to connect, passes bytes on, and prints its counts at Ctrl-C."""
    server = Server()
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    port = listener.extra(anyio.abc.SocketAttribute.local_port)
    async with listener, anyio.create_task_group() as group:
        group.start_soon(listener.serve, server.serve)
        async with Bench(tmp_path, folder).running("faults", f"127.0.0.1:{port}", "delay=1ms,seed=3") as running:
            host, _, proxy = json.loads(await running.line())["listen"].rpartition(":")
            async with await anyio.connect_tcp(host, int(proxy)) as stream:
                assert await ask(stream, b"hello") == b"hello"
            running.process.send_signal(signal.SIGINT)
            assert json.loads(await running.line()) == {"connections": 1, "exchanges": 1, "hits": {"delay": 1}}
            assert await running.process.wait() == 130
        group.cancel_scope.cancel()


@pytest.mark.parametrize("words", [("127.0.0.1:1", "rest=1"), ("nowhere", "reset=1"), ("127.0.0.1:1",), ()])
async def test_the_command_refuses_bad_calls_in_one_line(tmp_path: Path, folder: Path, words: tuple[str, ...]):
    """A malformed call ends with code 2 and one line."""
    await Bench(tmp_path, folder).refused("faults", *words)


async def test_a_malformed_specification_is_refused_before_anything_is_opened():
    """`open_proxy` reads its specification first."""
    with pytest.raises(UsageError, match="rest=1"):
        async with open_proxy("127.0.0.1:1", "rest=1"):
            pass
