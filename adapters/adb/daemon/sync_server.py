"""The device side of the file service: one long-lived stream that handles requests in turn."""

from __future__ import annotations

import errno
import os
import posixpath
import re
import stat as modes
from collections.abc import Callable, Iterator

from adapters.adb.daemon.services import FileSystem, Stat
from adapters.adb.framing import sync_wire
from adapters.adb.framing.compression import (
    DRY_RUN,
    FLAGS,
    CompressionError,
    Decompressor,
    compressor,
    decompressor,
    installed_compressions,
)
from adapters.adb.framing.sync_wire import Data, Done, FileStat, PacketFiller, Quit, Request, Unknown, number, request
from adapters.adb.transport.packets import Buffer
from adapters.adb.transport.stream import Stream

_MAX_FILE = 512 << 20
_NUMBER = re.compile(r"\s*(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)")
"""What a real daemon accepts as a number; anything else counts as 0."""
_SMALL = 4 << 10
_SLICE = 128 << 10
"""Bytes compressed at once: about a millisecond, during which the loop is blocked."""


class _IncomingFile:
    """A file that is being sent to the device."""

    def __init__(self, path: str, mode: int, decompressor: Decompressor | None = None, *, dry: bool = False) -> None:
        self.path = path
        self.mode = mode
        self.pieces: list[bytes | bytearray | memoryview] = []
        self.size = 0
        self.decompressor = decompressor
        self.began = False
        self.dry = dry
        self.failed = False

    def add(self, data: Buffer) -> str:
        """Adds received bytes; returns the reason if they are rejected, else ""."""
        self.began = True
        if self.decompressor is None:
            return self._store(data)
        try:
            for made in self.decompressor.feed(data, _MAX_FILE - self.size):
                if reason := self._store(made):
                    return reason
        except CompressionError:
            return "decompress failed"
        return ""

    def finish(self) -> str:
        """Ends the file; returns the reason if it is incomplete, else "". An empty file needs no compressed stream."""
        cut = self.decompressor is not None and not self.decompressor.finished and self.began
        return "decompress failed" if cut else ""

    def _store(self, data: Buffer) -> str:
        self.size += len(data)
        if self.size > _MAX_FILE:
            return f"write failed: {os.strerror(errno.ENOSPC)}"
        if not self.dry:
            self._append(data)
        return ""

    def _append(self, data: Buffer) -> None:
        """Stores large pieces as they are and joins small ones, which would cost many times their size."""
        if len(data) >= _SMALL:
            self.pieces.append(data)
            return
        last = self.pieces[-1] if self.pieces else None
        if not isinstance(last, bytearray):
            self.pieces.append(last := bytearray())
        last += data


class SyncService:
    """Serves one `sync:` stream from a file system."""

    def __init__(self, stream: Stream, files: FileSystem) -> None:
        self._stream = stream
        self._files = files
        self._incoming: _IncomingFile | None = None

    async def run(self) -> None:
        """Serves until the host quits, the stream ends, or a request fails, which closes the service as in real
        daemons.

        Raises:
            DeviceLost: the stream or its connection ended during a write.
        """
        requests = sync_wire.RequestParser()
        while packet := await self._stream.receive_packet():
            for item in requests.feed(packet):
                if not await self._serve(item):
                    return

    async def _serve(self, item: Request | Data | Done | Quit | Unknown) -> bool:
        """Handles one request; returns False if the stream ends with it."""
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
            case Unknown(reason):
                return await self._fail(reason)
            case Request(kind, raw):
                return await self._request(kind, item, raw.rstrip(b"\0").decode("utf-8", "surrogateescape"))

    async def _request(self, kind: bytes, request: Request, path: str) -> bool:
        if self._incoming is not None:
            # No other request is allowed within a file; after a failure a real daemon just closes the stream.
            return not self._incoming.failed and await self._fail("invalid data message")
        match kind:
            case b"SEND":
                return await self._begin(path)
            case b"SND2":
                chosen = await self._flags(request.flags, dry_run=True)
                if chosen is None:
                    return False
                self._incoming = _IncomingFile(
                    path,
                    request.mode & 0xFFFF,
                    decompressor(chosen) if chosen else None,
                    dry=bool(request.flags & DRY_RUN),
                )
            case b"RECV":
                return await self._recv(path, "")
            case b"RCV2":
                chosen = await self._flags(request.flags)
                return chosen is not None and await self._recv(path, chosen)
            case b"LIST" | b"LIS2":
                filled = list(self._entries(kind, path))
                await self._send(b"".join((*filled, sync_wire.list_done(kind))))
            case _:
                await self._send(self._stat(kind, path))
        return True

    async def _flags(self, flags: int, *, dry_run: bool = False) -> str | None:
        """The requested compression, "" for none; None if the flags were refused."""
        chosen = [name for name, bit in FLAGS.items() if flags & bit]
        if len(chosen) > 1:
            await self._fail(f"multiple compression flags received: {_as_signed(flags)}")
            return None
        known = (DRY_RUN if dry_run else 0) | sum(FLAGS[name] for name in installed_compressions())
        if unknown := flags & ~known:
            await self._fail(f"unknown flags: {_as_signed(unknown)}")
            return None
        return chosen[0] if chosen else ""

    def _stat(self, kind: bytes, path: str) -> bytes:
        status = _file_stat(self._files.stat if kind == b"STA2" else self._files.lstat, path)
        return sync_wire.stat1(status) if kind == b"STAT" else sync_wire.stat2(kind, status)

    def _entries(self, kind: bytes, path: str) -> Iterator[bytes]:
        """Entries of a folder. An unreadable folder is an empty list; version 2 reports unreadable entries."""
        make = sync_wire.entry1 if kind == b"LIST" else sync_wire.entry2
        try:
            names = self._files.list(path)
        except OSError:
            return
        for name in (".", "..", *names):
            status = _file_stat(self._files.lstat, posixpath.join(path, name))
            if kind == b"LIS2" or status.exists:
                yield make(name.encode("utf-8", "surrogateescape"), status)

    async def _recv(self, path: str, compression: str) -> bool:
        try:
            data = memoryview(self._files.read(path))
        except OSError as error:
            what = "read failed" if error.errno == errno.EISDIR else "open failed"
            return await self._fail(f"{what}: {_reason(error)}")
        filled = PacketFiller(self._stream.largest)
        for piece in _compressed(data, compression) if compression else (data,):
            for packet in filled.add(piece):
                await self._send(*packet)
        for packet in filled.finish():
            await self._send(*packet)
        return True

    async def _begin(self, target: str) -> bool:
        path, comma, mode = target.rpartition(",")
        if not comma:
            return await self._fail("missing , in ID_SEND_V1")
        found = _NUMBER.match(mode)
        digits = found[1].lower() if found else "0"
        value = int(digits, 16 if digits.startswith("0x") else 8 if digits.startswith("0") else 10)
        if value >> 64:
            return await self._fail("bad mode")
        self._incoming = _IncomingFile(path, value & 0xFFFF)
        return True

    async def _more(self, incoming: _IncomingFile, data: Buffer) -> bool:
        if not incoming.failed and (reason := incoming.add(data)):
            await self._give_up(incoming, reason)
        return True

    async def _give_up(self, incoming: _IncomingFile, reason: str) -> None:
        """Reports a failure at once, ignores the rest of the file, and closes at its end.

        The host writes the entire file before it reads an answer.
        """
        incoming.failed = True
        incoming.pieces.clear()
        await self._fail(reason)

    async def _write(self, incoming: _IncomingFile, mtime: int) -> bool:
        self._incoming = None
        if incoming.failed:
            return False
        if reason := incoming.finish():
            return await self._fail(reason)
        if not incoming.dry:
            what = "symlink failed" if modes.S_ISLNK(incoming.mode) else "couldn't create file"
            try:
                self._store(incoming, mtime)
            except OSError as error:
                return await self._fail(f"{what}: {_reason(error)}")
        await self._send(number(b"OKAY", 0))
        return True

    def _store(self, incoming: _IncomingFile, mtime: int) -> None:
        data = b"".join(incoming.pieces)
        self._files.mkdir(posixpath.dirname(incoming.path) or "/", parents=True)
        if modes.S_ISLNK(incoming.mode):
            if self._files.lstat(incoming.path) is not None:
                self._files.remove(incoming.path)
            self._files.symlink(data.rstrip(b"\0").decode("utf-8", "surrogateescape"), incoming.path, mtime)
            return
        bits = incoming.mode & 0o777
        bits |= (bits >> 3) & 0o070
        bits |= (bits >> 3) & 0o007
        old = self._files.lstat(incoming.path)
        if old is not None and (modes.S_ISREG(old.mode) or modes.S_ISLNK(old.mode)):
            # As adbd does it: the modes of a file that is replaced do not matter.
            self._files.remove(incoming.path)
        self._files.write(incoming.path, data, bits, mtime)

    async def _fail(self, reason: str) -> bool:
        await self._send(request(b"FAIL", reason.encode()))
        return False

    async def _send(self, data: Buffer, *more: Buffer) -> None:
        await self._stream.send(data, *more)


def _file_stat(stat: Callable[[str], Stat | None], path: str) -> FileStat:
    try:
        found = stat(path)
    except OSError as error:
        return FileStat(0, 0, 0, error.errno or errno.EIO)
    if found is None:
        return FileStat(0, 0, 0, errno.ENOENT)
    return FileStat(
        found.mode, found.size, found.mtime, 0, found.uid, found.gid, found.ino, found.nlink, found.dev
    )  # fmt: skip


def _compressed(data: memoryview, compression: str) -> Iterator[bytes]:
    stream = compressor(compression)
    for at in range(0, len(data), _SLICE):
        yield stream.add(data[at : at + _SLICE])
    yield stream.finish()


def _as_signed(flags: int) -> int:
    """The flags as a real daemon prints them."""
    return flags - (1 << 32) if flags >> 31 else flags


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)
