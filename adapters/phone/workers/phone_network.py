"""The sockets inside a phone (`adapters.adb.daemon.sockets`) for the programs of its shell."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import anyio

from adapters.adb.daemon.sockets import Ports, serve_connection
from adapters.phone.shell.device.tasks import Scheduler
from adapters.phone.workers.program_sockets import PortListener, ProgramSocket
from runtime.plugins.byte_stream import ByteStream

Start = Callable[[Callable[[], Coroutine[Any, Any, None]]], object]
"""Starts a task that outlives the connection of a host."""


class PhoneNetwork:
    """Implements `adapters.phone.shell.device.network.Network`. Without `start` no program can connect."""

    def __init__(self, ports: Ports, tasks: Scheduler) -> None:
        self._ports = ports
        self._tasks = tasks
        self.start: Start | None = None

    def listens(self, port: int) -> bool:
        """See `Network`."""
        return self._ports.find(f"tcp:{port}") is not None

    def connect(self, port: int) -> ProgramSocket:
        """See `Network`."""
        handler = self._ports.find(f"tcp:{port}")
        if handler is None or self.start is None:
            raise ConnectionRefusedError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED))
        socket = ProgramSocket(self._tasks)
        self.start(partial(serve_connection, handler, socket))
        return socket

    def listen(self, port: int) -> PortListener:
        """See `Network`."""
        name = f"tcp:{port}"
        listener = PortListener(self._tasks, partial(self._ports.stop, name))

        async def serve(stream: ByteStream) -> None:
            await _relay(stream, listener.add())

        self._ports.listen(name, serve)
        return listener


async def _relay(stream: ByteStream, socket: ProgramSocket) -> None:
    """Pass bytes between a connecting stream and a program that listens, until both directions have ended."""
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_pass_in, stream, socket)
            while data := await socket.receive():
                await stream.send(data)
            if isinstance(stream, ProgramSocket):
                stream.send_eof()
            else:
                # Streams of ADB cannot be half-closed.
                tasks.cancel_scope.cancel()
    finally:
        await socket.aclose()


async def _pass_in(stream: ByteStream, socket: ProgramSocket) -> None:
    while data := await stream.receive():
        await socket.send(data)
    socket.send_eof()
