"""The device's side of the file service: one long-lived stream, requests strictly in turn."""

from __future__ import annotations

import errno
import os
import posixpath
import stat as modes
from collections.abc import Iterator

from adapters.adb import sync_wire
from adapters.adb.packets import Buffer
from adapters.adb.services import FileSystem, Stat
from adapters.adb.stream import Stream
from adapters.adb.sync_wire import HEAD, MAX_DATA, Data, Done, FileStat, Quit, Request, Unknown, number, request

_MAX_FILE = 512 << 20


class _Incoming:
    """A file that is being sent to the device."""

    def __init__(self, path: str, mode: int) -> None:
        self.path = path
        self.mode = mode
        self.pieces: list[bytes] = []
        self.size = 0
        self.failed = False


class SyncService:
    """Serves one `sync:` stream over a file system."""

    def __init__(self, stream: Stream, files: FileSystem) -> None:
        self._stream = stream
        self._files = files
        self._incoming: _Incoming | None = None

    async def run(self) -> None:
        """Until the host quits, the stream ends, or a request fails: then the service closes, as real daemons do.

        Raises:
            DeviceLost: the stream or its connection ended while it was being written.
        """
        requests = sync_wire.Requests()
        while packet := await self._stream.receive_packet():
            for item in requests.feed(packet):
                if not await self._serve(item):
                    return

    async def _serve(self, item: Request | Data | Done | Quit | Unknown) -> bool:
        """Answer one request; False if the stream ends with it."""
        match item:
            case Data(data):
                if self._incoming is None:
                    return await self._fail("unknown command 41544144")
                return await self._more(self._incoming, data)
            case Done(mtime):
                if self._incoming is None:
                    return await self._fail("unknown command 454e4f44")
                return await self._write(self._incoming, mtime)
            case Quit():
                return False
            case Unknown(why):
                return await self._fail(why)
            case Request(kind, raw):
                path = raw.rstrip(b"\0").decode("utf-8", "surrogateescape")
                if kind == b"SEND":
                    return await self._begin(path)
                if kind == b"RECV":
                    return await self._recv(path)
                if kind in (b"LIST", b"LIS2"):
                    await self._send(*self._entries(kind, path), sync_wire.list_done(kind))
                else:
                    await self._send(self._stat(kind, path))
                return True

    def _stat(self, kind: bytes, path: str) -> bytes:
        found = self._files.stat(path) if kind == b"STA2" else self._files.lstat(path)
        if kind == b"STAT":
            return sync_wire.stat1(_told(found))
        return sync_wire.stat2(kind, _told(found))

    def _entries(self, kind: bytes, path: str) -> Iterator[bytes]:
        """A folder that cannot be read is an empty list, not an error."""
        make = sync_wire.entry1 if kind == b"LIST" else sync_wire.entry2
        try:
            names = self._files.list(path)
        except OSError:
            return
        for name in (".", "..", *names):
            found = self._files.lstat(posixpath.join(path, name))
            if found is not None:
                yield make(name.encode("utf-8", "surrogateescape"), _told(found))

    async def _recv(self, path: str) -> bool:
        try:
            data = memoryview(self._files.read(path))
        except OSError as error:
            what = "read failed" if error.errno == errno.EISDIR else "open failed"
            return await self._fail(f"{what}: {_reason(error)}")
        parts: list[Buffer] = []
        for at in range(0, len(data), MAX_DATA):
            piece = data[at : at + MAX_DATA]
            parts += (HEAD.pack(b"DATA", len(piece)), piece)
        await self._send(*parts, number(b"DONE", 0))
        return True

    async def _begin(self, target: str) -> bool:
        path, comma, mode = target.rpartition(",")
        if not comma or not mode.isascii() or not mode.isdigit():
            return await self._fail("missing , in ID_SEND_V1" if not comma else "bad mode in ID_SEND_V1")
        self._incoming = _Incoming(path, int(mode) & 0xFFFF)
        return True

    async def _more(self, incoming: _Incoming, data: bytes) -> bool:
        if incoming.failed:
            return True
        incoming.size += len(data)
        incoming.pieces.append(data)
        if incoming.size > _MAX_FILE:
            # The host goes on writing before it looks for an answer: say it now, take the rest, close at the end.
            incoming.failed = True
            incoming.pieces.clear()
            await self._fail(f"write failed: {os.strerror(errno.ENOSPC)}")
        return True

    async def _write(self, incoming: _Incoming, mtime: int) -> bool:
        self._incoming = None
        if incoming.failed:
            return False
        data = b"".join(incoming.pieces)
        try:
            self._files.mkdir(posixpath.dirname(incoming.path) or "/", parents=True)
            if modes.S_ISLNK(incoming.mode):
                if self._files.lstat(incoming.path) is not None:
                    self._files.remove(incoming.path)
                self._files.symlink(data.rstrip(b"\0").decode("utf-8", "surrogateescape"), incoming.path)
            else:
                bits = incoming.mode & 0o777
                bits |= (bits >> 3) & 0o070
                bits |= (bits >> 3) & 0o007
                self._files.write(incoming.path, data, bits, mtime)
        except OSError as error:
            return await self._fail(f"couldn't create file: {_reason(error)}")
        await self._send(number(b"OKAY", 0))
        return True

    async def _fail(self, why: str) -> bool:
        await self._send(request(b"FAIL", why.encode()))
        return False

    async def _send(self, data: Buffer, *more: Buffer) -> None:
        await self._stream.send(data, *more)


def _told(found: Stat | None) -> FileStat:
    if found is None:
        return FileStat(0, 0, 0, errno.ENOENT)
    return FileStat(
        found.mode, found.size, found.mtime, 0, found.uid, found.gid, found.ino, found.nlink, found.dev
    )  # fmt: skip


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)
