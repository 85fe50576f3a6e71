"""The host's side of the file service: one operation on one fresh `sync:` stream each. Deadlines are per packet."""

from __future__ import annotations

import stat as modes
from collections import deque
from typing import Protocol

from adapters.adb.packets import Buffer, RemoteProtocolError
from adapters.adb.sync_wire import (
    HEAD,
    MAX_DATA,
    MAX_PATH,
    Answers,
    Data,
    Done,
    Entry,
    Fail,
    FileStat,
    Okay,
    number,
    request,
)
from runtime.errors import DeviceLost, DeviceRefused


class PacketStream(Protocol):
    """What is needed of a stream here."""

    async def receive_packet(self, deadline: float | None = None) -> bytes | bytearray:
        """Bytes in the pieces in which they came, b"" at the end."""

    async def send(self, data: Buffer, *more: Buffer, deadline: float | None = None) -> None:
        """Send all of it."""


_Answer = FileStat | Entry | Data | Done | Okay | Fail


async def stat(stream: PacketStream, kind: bytes, path: str, progress: float) -> FileStat:
    """STAT, STA2 or LST2."""
    await stream.send(request(kind, _encoded(path)), deadline=progress)
    answer = await _Reader(stream, kind, path, progress).next()
    if not isinstance(answer, FileStat):
        raise _unexpected(answer, path)
    return answer


async def list_dir(stream: PacketStream, kind: bytes, path: str, progress: float) -> list[Entry]:
    """LIST or LIS2."""
    await stream.send(request(kind, _encoded(path)), deadline=progress)
    entries: list[Entry] = []
    reader = _Reader(stream, kind, path, progress)
    while not isinstance(answer := await reader.next(), Done):
        if not isinstance(answer, Entry):
            raise _unexpected(answer, path)
        entries.append(answer)
    return entries


async def pull(stream: PacketStream, path: str, limit: int, progress: float) -> bytes:
    """RECV: never a short success; a stream that ends early is DeviceLost."""
    await stream.send(request(b"RECV", _encoded(path)), deadline=progress)
    pieces: list[bytes] = []
    size = 0
    reader = _Reader(stream, b"RECV", path, progress)
    while not isinstance(answer := await reader.next(), Done):
        if not isinstance(answer, Data):
            raise _unexpected(answer, path)
        pieces.append(answer.data)
        size += len(answer.data)
        if size > limit:
            raise DeviceRefused(f"{path!r} is larger than {limit} bytes; raise the limit or pull a part of it")
    return b"".join(pieces)


async def push(stream: PacketStream, data: Buffer, path: str, mode: int, mtime: int, progress: float) -> None:
    """SEND, and wait until the device has written it."""
    target = _encoded(path) + f",{mode | (0 if modes.S_IFMT(mode) else modes.S_IFREG)}".encode()
    view = memoryview(data).cast("B")
    parts: list[Buffer] = [request(b"SEND", target)]
    for at in range(0, len(view), MAX_DATA):
        piece = view[at : at + MAX_DATA]
        parts += (HEAD.pack(b"DATA", len(piece)), piece)
    parts.append(number(b"DONE", mtime))
    lost: DeviceLost | None = None
    try:
        await stream.send(*parts, deadline=progress)
    except DeviceLost as error:
        # The device may have closed in the middle because it could not write: its reason waits to be read.
        lost = error
    try:
        answer = await _Reader(stream, b"SEND", path, progress).next()
    except DeviceLost as error:
        raise lost or error from None
    if not isinstance(answer, Okay):
        raise _unexpected(answer, path)


class _Reader:
    """The answers to one request, one by one."""

    def __init__(self, stream: PacketStream, kind: bytes, path: str, progress: float) -> None:
        self._stream = stream
        self._answers = Answers(kind)
        self._ready: deque[_Answer] = deque()
        self._path = path
        self._progress = progress

    async def next(self) -> _Answer:
        """The next answer.

        Raises:
            DeviceLost: the stream ended instead.
            DeviceRefused: the device sent what no device sends.
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
    return DeviceRefused(f"the file service answered {type(answer).__name__} where it should not ({path!r})")


def _encoded(path: str) -> bytes:
    data = path.encode("utf-8", "surrogateescape")
    if len(data) > MAX_PATH:
        raise DeviceRefused(f"the path {path[:40]!r}… has {len(data)} bytes; the file service takes {MAX_PATH}")
    return data
