"""The host side of the file service: requests in turn on an open `sync:` stream, with a deadline per packet."""

from __future__ import annotations

import asyncio
import stat as modes
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import Final

from adapters.adb.framing.compression import FLAGS, Compressor
from adapters.adb.framing.sync_sink import FileSink
from adapters.adb.framing.sync_wire import (
    MAX_PATH,
    AnswerParser,
    Data,
    Done,
    Entry,
    Fail,
    FileStat,
    Okay,
    PacketFiller,
    receive2,
    request,
    send2,
)
from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.adb.transport.packets import Buffer, RemoteProtocolError
from runtime.core.errors import DeviceLost, DeviceRefused, DeviceTimeout

_Answer = FileStat | Entry | Data | Done | Okay | Fail
_MAX_ENTRIES: Final = 1 << 18
"""Maximum number of entries in a folder; a device that sends more is considered broken."""
_SLICE: Final = 256 << 10
"""Bytes compressed at once: a millisecond or two, during which the loop is blocked."""


async def stat(stream: BufferedStream, kind: bytes, path: str, progress: float) -> FileStat:
    """Requests a status by STAT, STA2 or LST2."""
    await stream.send(request(kind, encoded(path)), deadline=progress)
    answer = await _AnswerReader(stream, kind, path, progress).next()
    if not isinstance(answer, FileStat):
        raise _unexpected(answer, path)
    return answer


async def list_dir(stream: BufferedStream, kind: bytes, path: str, progress: float) -> list[Entry]:
    """Requests a folder by LIST or LIS2."""
    await stream.send(request(kind, encoded(path)), deadline=progress)
    entries: list[Entry] = []
    reader = _AnswerReader(stream, kind, path, progress)
    while not isinstance(answer := await reader.next(), Done):
        if not isinstance(answer, Entry):
            raise _unexpected(answer, path)
        entries.append(answer)
        if len(entries) > _MAX_ENTRIES:
            raise DeviceRefused(
                f"the folder {path!r} has more than {_MAX_ENTRIES} entries; list a part of it by a command"
            )
    return entries


def receive_request(path: str, compression: str | None) -> bytes:
    """Encodes RECV, or RCV2 for a compressed answer."""
    name = encoded(path)
    return request(b"RECV", name) if compression is None else receive2(name, FLAGS[compression])


async def receive(stream: BufferedStream, sink: FileSink, wanted: bytes, path: str, progress: float) -> None:
    """Requests a file on a stream that has this sink. An incomplete file raises DeviceLost."""
    loop = asyncio.get_running_loop()
    came = loop.time()

    def check_done() -> None:
        nonlocal came
        came = loop.time()
        if sink.done:
            stream.finish()

    stream.on_packet = check_done
    try:
        await stream.send(wanted, deadline=progress)
        while not sink.done:
            last = came
            try:
                await stream.finished(max(last + progress - loop.time(), 0.0), f"go on with {path!r}")
            except DeviceTimeout:
                if came == last:
                    raise
            if stream.ended:
                break
    finally:
        # Break the reference cycle: the received data may be large.
        stream.on_packet = None
    check_complete(sink, path)


async def collect(
    stream: BufferedStream,
    sink: FileSink,
    wanted: bytes,
    path: str,
    progress: float,
    taken: Callable[[], Awaitable[None]],
) -> None:
    """Like `receive` on a stream without a sink; `taken` is awaited after each piece."""
    await stream.send(wanted, deadline=progress)
    while not sink.done and (packet := await stream.receive_packet(progress)):
        for _ in sink.steps(memoryview(packet)):
            await taken()
    check_complete(sink, path)


def check_complete(sink: FileSink, path: str) -> None:
    """Checks that a file is complete.

    Raises:
        DeviceLost: the stream ended too early.
        DeviceRefused: the device refused the file, broke the protocol, or sent more than the limit.
    """
    if sink.finished:
        return
    if sink.overrun:
        raise DeviceRefused(f"{path!r} is larger than {sink.limit} bytes; raise the limit or pull a part of it")
    if sink.device_error is not None:
        raise DeviceRefused(f"the device refuses {path!r}: {sink.device_error}")
    if sink.error:
        raise DeviceRefused(f"{path!r}: {sink.error}")
    raise DeviceLost(f"the file service ended in the middle of {path!r}")


def send_request(path: str, mode: int, flags: int | None) -> bytes:
    """Encodes SEND, or SND2 if there are flags."""
    mode |= 0 if modes.S_IFMT(mode) else modes.S_IFREG
    if flags is None:
        return request(b"SEND", encoded(path) + f",{mode}".encode())
    return send2(encoded(path), mode, flags)


async def push(
    stream: BufferedStream, first: bytes, pieces: AsyncGenerator[Buffer], mtime: int, path: str, progress: float
) -> None:
    """Sends a file after its request `first`, and waits until the device has written it."""
    lost: DeviceLost | None = None
    filled = PacketFiller(stream.largest, first)
    try:
        async with aclosing(pieces):
            async for piece in pieces:
                for packet in filled.add(piece):
                    await stream.send(*packet, deadline=progress)
        for packet in filled.finish(mtime):
            await stream.send(*packet, deadline=progress)
    except DeviceLost as error:
        # The device may have closed the stream because it could not write; its answer says why.
        lost = error
    try:
        answer = await _AnswerReader(stream, b"SEND", path, progress).next()
    except DeviceLost as error:
        raise lost or error from None
    if not isinstance(answer, Okay):
        raise _unexpected(answer, path)


async def single_piece(data: Buffer) -> AsyncGenerator[Buffer]:
    """Data in memory as the only piece of a file."""
    yield data


async def compressed(pieces: AsyncGenerator[Buffer], compressor: Compressor) -> AsyncGenerator[Buffer]:
    """Compresses the pieces of a file."""
    async with aclosing(pieces):
        async for piece in pieces:
            view = memoryview(piece).cast("B")
            for at in range(0, len(view), _SLICE):
                if made := compressor.add(view[at : at + _SLICE]):
                    yield made
    yield compressor.finish()


def encoded(path: str) -> bytes:
    """Encodes a path. Raises DeviceRefused if the file service does not support it."""
    data = path.encode("utf-8", "surrogateescape")
    if len(data) > MAX_PATH:
        raise DeviceRefused(f"the path {path[:40]!r}… has {len(data)} bytes; the file service takes {MAX_PATH}")
    if b"\0" in data:
        raise DeviceRefused(f"the path {path[:80]!r} has a zero byte in it")
    return data


class _AnswerReader:
    """Reads the answers to one request."""

    def __init__(self, stream: BufferedStream, kind: bytes, path: str, progress: float) -> None:
        self._stream = stream
        self._answers = AnswerParser(kind)
        self._ready: deque[_Answer] = deque()
        self._path = path
        self._progress = progress

    async def next(self) -> _Answer:
        """The next answer.

        Raises:
            DeviceLost: the stream ended instead.
            DeviceRefused: the device broke the protocol.
        """
        while not self._ready:
            packet = await self._stream.receive_packet(self._progress)
            if not packet:
                raise DeviceLost(f"the file service ended in the middle of {self._path!r}")
            try:
                self._ready.extend(self._answers.feed(packet))
            except RemoteProtocolError as error:
                raise DeviceRefused(f"{self._path!r}: {error}") from error
        return self._ready.popleft()


def _unexpected(answer: _Answer, path: str) -> DeviceRefused:
    if isinstance(answer, Fail):
        return DeviceRefused(f"the device refuses {path!r}: {answer.message}")
    return DeviceRefused(f"the file service answered {type(answer).__name__} unexpectedly ({path!r})")
