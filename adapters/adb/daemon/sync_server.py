"""The device's side of the file service: one long-lived stream, requests strictly in turn."""

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
"""What a real daemon takes for a number; anything else is 0 to it."""
_SMALL = 4 << 10
_SLICE = 128 << 10
"""Bytes compressed at once: about a millisecond, in which nothing else on the loop runs."""


class _IncomingFile:
    """A file that is being sent to the device."""

    def __init__(self, path: str, mode: int, decompressor: Decompressor | None = None, *, dry: bool = False) -> None:
        self.path = path
        self.mode = mode
        self.pieces: list[bytes | bytearray | memoryview] = []
        self.size = 0
        self.expander = decompressor
        self.began = False
        self.dry = dry
        self.failed = False

    def add(self, data: Buffer) -> str:
        """Further bytes as they came; why no more is taken, if so."""
        self.began = True
        if self.expander is None:
            return self._keep(data)
        try:
            for made in self.expander.feed(data, _MAX_FILE - self.size):
                if why := self._keep(made):
                    return why
        except CompressionError:
            return "decompress failed"
        return ""

    def finish(self) -> str:
        """No more bytes will come; why that cannot be, if so. A file without a byte needs no compressed stream."""
        cut = self.expander is not None and not self.expander.whole and self.began
        return "decompress failed" if cut else ""

    def _keep(self, data: Buffer) -> str:
        self.size += len(data)
        if self.size > _MAX_FILE:
            return f"write failed: {os.strerror(errno.ENOSPC)}"
        if not self.dry:
            self._append(data)
        return ""

    def _append(self, data: Buffer) -> None:
        """Large pieces stay where they are; to keep each small one would cost many times its size."""
        if len(data) >= _SMALL:
            self.pieces.append(data)
            return
        last = self.pieces[-1] if self.pieces else None
        if not isinstance(last, bytearray):
            self.pieces.append(last := bytearray())
        last += data


class SyncService:
    """Serves one `sync:` stream over a file system."""

    def __init__(self, stream: Stream, files: FileSystem) -> None:
        self._stream = stream
        self._files = files
        self._incoming: _IncomingFile | None = None

    async def run(self) -> None:
        """Until the host quits, the stream ends, or a request fails: then the service closes, as real daemons do.

        Raises:
            DeviceLost: the stream or its connection ended while it was being written.
        """
        requests = sync_wire.RequestParser()
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
                return await self._request(kind, item, raw.rstrip(b"\0").decode("utf-8", "surrogateescape"))

    async def _request(self, kind: bytes, asked: Request, path: str) -> bool:
        if self._incoming is not None:
            # Between the pieces of a file nothing else can be asked; after a failure a real daemon just leaves.
            return not self._incoming.failed and await self._fail("invalid data message")
        match kind:
            case b"SEND":
                return await self._begin(path)
            case b"SND2":
                chosen = await self._flags(asked.flags, dry_run=True)
                if chosen is None:
                    return False
                self._incoming = _IncomingFile(
                    path, asked.mode & 0xFFFF, decompressor(chosen) if chosen else None, dry=bool(asked.flags & DRY_RUN)
                )
            case b"RECV":
                return await self._recv(path, "")
            case b"RCV2":
                chosen = await self._flags(asked.flags)
                return chosen is not None and await self._recv(path, chosen)
            case b"LIST" | b"LIS2":
                filled = list(self._entries(kind, path))
                await self._send(b"".join((*filled, sync_wire.list_done(kind))))
            case _:
                await self._send(self._stat(kind, path))
        return True

    async def _flags(self, flags: int, *, dry_run: bool = False) -> str | None:
        """The compression that is asked for, "" for none; None where the flags have been refused."""
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
        """A folder that cannot be read is an empty list, not an error; version 2 tells what cannot be looked at."""
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
        if not incoming.failed and (why := incoming.add(data)):
            await self._give_up(incoming, why)
        return True

    async def _give_up(self, incoming: _IncomingFile, why: str) -> None:
        """The host goes on writing before it looks for an answer: say it now, take the rest, close at the end."""
        incoming.failed = True
        incoming.pieces.clear()
        await self._fail(why)

    async def _write(self, incoming: _IncomingFile, mtime: int) -> bool:
        self._incoming = None
        if incoming.failed:
            return False
        if why := incoming.finish():
            return await self._fail(why)
        if not incoming.dry:
            what = "symlink failed" if modes.S_ISLNK(incoming.mode) else "couldn't create file"
            try:
                self._keep(incoming, mtime)
            except OSError as error:
                return await self._fail(f"{what}: {_reason(error)}")
        await self._send(number(b"OKAY", 0))
        return True

    def _keep(self, incoming: _IncomingFile, mtime: int) -> None:
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
        self._files.write(incoming.path, data, bits, mtime)

    async def _fail(self, why: str) -> bool:
        await self._send(request(b"FAIL", why.encode()))
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
    """As a real daemon prints them."""
    return flags - (1 << 32) if flags >> 31 else flags


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else str(error)
