"""A farm for load tests, in a process of its own: SSH server, real adb server and phones, with delays between them.

    generator ─ network ─▶ SSH server ─ server ─▶ adb server ─▶ phones, which take a known time for each command

It reads one JSON object per line from standard input, and answers each with a line. From `{"layer": …, "delays":
[[share, seconds], …], "stall": seconds}` on, what passes that layer is delayed by a time drawn from the shares, and
everything is held back once for `stall` seconds. `{"phones": true}` asks for the times that the phones have taken.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random

import anyio
import anyio.to_thread
from anyio.abc import SocketAttribute, SocketStream, TaskStatus
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.daemon.services import Stdin
from adapters.adb.servers.client import AdbServer
from tests.adapters.adb.servers.realserver import real_server
from tests.support.farmhost import farm_host
from tests.support.tinyphone import TinyPhone, TinyResult


class Delays:
    """What one layer does to what passes: a time drawn for each piece, and a moment until which everything waits."""

    def __init__(self) -> None:
        self.shares: list[tuple[float, float]] = []
        self.held_until = 0.0
        self.taken: list[float] = []
        self._random = Random(1)

    def change(self, shares: Sequence[Sequence[float]], stall: float) -> None:
        """Draw from these shares from now on, and hold everything back for `stall` seconds."""
        self.shares = [(share, seconds) for share, seconds in shares]
        self.held_until = asyncio.get_running_loop().time() + stall if stall else 0.0

    def draw(self) -> float:
        """Return the seconds of one piece that comes now."""
        held = max(self.held_until - asyncio.get_running_loop().time(), 0.0)
        if not self.shares:
            return held
        shares, seconds = zip(*self.shares, strict=True)
        return held + float(self._random.choices(seconds, shares)[0])

    async def wait(self) -> None:
        """Wait as long as one piece does, and note how long it took."""
        loop = asyncio.get_running_loop()
        began, seconds = loop.time(), self.draw()
        if seconds:
            await anyio.sleep(seconds)
        self.taken.append(loop.time() - began)


class PacedPhone(TinyPhone):
    """A phone that takes a known time for the command `echo`, for at most `at_once` of them at a time."""

    def __init__(self, serial: str, delays: Delays, at_once: int = 0) -> None:
        super().__init__(serial)
        self._delays = delays
        self._turns = anyio.CapacityLimiter(at_once or 1 << 30)

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        if command == "echo":
            async with self._turns:
                await self._delays.wait()
        return await super().shell(command, stdin, merged=merged)


async def relay(port: int, delays: Delays, *, task_status: TaskStatus[int]) -> None:
    """Listen on a free port, which `started` gets, and pass everything on to `port`, the requests delayed."""

    async def serve_one(near: SocketStream) -> None:
        waiting, released = anyio.create_memory_object_stream[tuple[float, bytes]](math.inf)
        async with near, await anyio.connect_tcp("127.0.0.1", port) as far, anyio.create_task_group() as group:
            group.start_soon(_hold, near, waiting, delays)
            group.start_soon(_release, released, far)
            await _copy(far, near)
            group.cancel_scope.cancel()

    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    task_status.started(int(listener.extra(SocketAttribute.local_port)))
    await listener.serve(serve_one)


async def _hold(source: SocketStream, waiting: MemoryObjectSendStream[tuple[float, bytes]], delays: Delays) -> None:
    """Queue what comes with the time at which it may pass, which is never before that of what came earlier."""
    last = 0.0
    with waiting, suppress(anyio.BrokenResourceError):
        async for data in source:
            last = max(last, anyio.current_time() + delays.draw())
            waiting.send_nowait((last, data))


async def _release(released: MemoryObjectReceiveStream[tuple[float, bytes]], target: SocketStream) -> None:
    with released, suppress(anyio.BrokenResourceError):
        async for at, data in released:
            await anyio.sleep_until(at)
            await target.send(data)
        await target.send_eof()


async def _copy(source: SocketStream, target: SocketStream) -> None:
    with suppress(anyio.BrokenResourceError):
        async for data in source:
            await target.send(data)


async def serve(folder: Path, phones: int) -> None:
    """Serve until standard input ends. The first line written says where."""
    layers = {name: Delays() for name in ("network", "server", "device")}
    async with AsyncExitStack() as stack:
        port = await stack.enter_async_context(real_server(folder))
        server = AdbServer.tcp("127.0.0.1", port)
        direct: list[str] = []
        for number in range(phones):
            phone = PacedPhone(f"paced-{number}", layers["device"])
            listener = await stack.enter_async_context(listen_tcp("127.0.0.1", 0, phone))
            await server.connect(f"127.0.0.1:{listener.port}")
            direct.append(f"tcp://127.0.0.1:{listener.port}")
        farm = await stack.enter_async_context(farm_host(folder))
        group = await stack.enter_async_context(anyio.create_task_group())
        adb = await group.start(relay, port, layers["server"])
        entrance = await group.start(relay, farm.port, layers["network"])
        (folder / "config").touch()
        (folder / "known_hosts").write_text(
            f"[127.0.0.1]:{entrance} {farm.host_key.export_public_key().decode()}", encoding="utf-8"
        )
        _say({"uri": f"ssh://runner@127.0.0.1:{entrance}?adb={adb}", "direct": direct})
        while line := await anyio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True):
            request = json.loads(line)
            if request.get("phones"):
                taken, layers["device"].taken = layers["device"].taken, []
                _say({"taken": taken})
                continue
            for name, delays in layers.items():
                chosen = name == request["layer"]
                delays.change(request["delays"] if chosen else (), request.get("stall", 0.0) if chosen else 0.0)
            _say({})


def _say(document: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(document) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    anyio.run(serve, Path(sys.argv[1]), int(sys.argv[2]))
    os._exit(0)
