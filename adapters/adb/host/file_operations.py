"""A host's operations on the files and folders of a device. Transfers are complete, or they raise."""

from __future__ import annotations

import io
import posixpath
import shlex
import stat as modes
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Literal

from adapters.adb.framing import compression as compressions
from adapters.adb.framing.shell_frames import ShellResult
from adapters.adb.framing.sync_sink import BufferWriter, FileSink
from adapters.adb.framing.sync_wire import Entry, FileStat
from adapters.adb.host import local_files, sync_client
from adapters.adb.host.local_files import TreeEntry
from adapters.adb.host.service_transport import ServiceTransport
from adapters.adb.host.tree_rules import CopyCounts, Progress, check_entries, leads_out
from adapters.adb.transport.buffered_stream import BufferedStream
from adapters.adb.transport.packets import Buffer, ReceiveSink
from runtime.core.errors import DeviceRefused, UsageError

_COMMAND: Final = 8 << 10
"""Length of the paths in one command line, in bytes."""


class FileOperations:
    """Pushes, pulls, lists and stats files of a device.

    `compression` names one that both sides must support (zstd, lz4, brotli), or is "any" for the best common one, if
    any. None, the default, is the fastest over a loopback or a cable; compression pays on slow radio.
    """

    def __init__(self, carrier: ServiceTransport, shell: Callable[[str], Awaitable[ShellResult]]) -> None:
        self._carrier = carrier
        self._shell = shell

    async def stat(self, path: str, *, follow: bool = True) -> FileStat:
        """The status of a path; devices without stat_v2 never follow links. Raises as `open` does.

        A missing path is no error: then `exists` is false, and `error` says why if the device has stat_v2.
        """
        async with self._sync() as stream:
            return await sync_client.stat(stream, self._stat_kind(follow), path, self._carrier.deadlines.progress)

    async def list_dir(self, path: str) -> Sequence[Entry]:
        """Lists a folder, `.` and `..` included; empty if it is missing. Raises as `open` does.

        With ls_v2 an unreadable entry has its errno in `stat.error`.
        """
        async with self._sync() as stream:
            return await sync_client.list_dir(stream, self._list_kind(), path, self._carrier.deadlines.progress)

    async def pull(self, path: str, *, limit: int = 256 << 20, compression: str | None = None) -> bytes:
        """Reads a file. Raises as `open` does, and DeviceRefused if it cannot be read or is larger than `limit`."""
        # Its buffer becomes the result without a copy.
        collected = io.BytesIO()
        await self._receive(path, collected, limit, compression)
        return collected.getvalue()

    async def pull_into(self, path: str, into: memoryview | bytearray, *, compression: str | None = None) -> int:
        """Reads a file into a buffer, which is also the limit; returns its size. Raises as `pull` does.

        Nothing writes to the buffer after it returns or raises.
        """
        view = memoryview(into).cast("B")
        return await self._receive(path, BufferWriter(view), len(view), compression)

    async def pull_file(
        self, path: str, local: Path, *, limit: int | None = None, compression: str | None = None
    ) -> int:
        """Copies a file to a local one, using little memory; returns its size.

        `local` is replaced once everything has arrived. Raises as `pull` does, and OSError if the local file cannot be
        written.
        """
        async with self._sync() as stream:
            return await self._pull_file(stream, path, local, limit, compression)

    async def push(
        self,
        data: Buffer,
        path: str,
        *,
        mode: int = 0o644,
        mtime: int = 0,
        compression: str | None = None,
        dry_run: bool = False,
    ) -> None:
        """Writes a file, and creates the folders above it; `mtime` is in seconds since 1970.

        With `dry_run` the device receives everything and writes nothing. Raises as `open` does, and DeviceRefused if
        the file cannot be written.
        """
        async with self._sync() as stream:
            await self._push(stream, sync_client.single_piece(data), path, mode, mtime, compression, dry_run=dry_run)

    async def push_file(
        self, local: Path, path: str, *, mode: int = 0o644, mtime: int = 0, compression: str | None = None
    ) -> None:
        """Writes a file from a local one, using little memory. Raises as `push` does, and OSError."""
        async with self._sync() as stream:
            await self._push(stream, local_files.FileReader(local).pieces(), path, mode, mtime, compression)

    async def push_tree(
        self, local: Path, remote: str, *, compression: str | None = None, progress: Progress | None = None
    ) -> CopyCounts:
        """Copies a local folder to `remote`: files and links with their times and permissions, folders.

        Existing entries stay; files of the same names are replaced. Raises as `push` and `shell` do, UsageError if an
        entry is neither file, folder nor link, and OSError if a local entry cannot be read.
        """
        entries = await local_files.list_tree(local)
        folders = [entry.name for entry in entries if modes.S_ISDIR(entry.mode)]
        links = sum(modes.S_ISLNK(entry.mode) for entry in entries)
        await self._make_folders([remote, *(posixpath.join(remote, name) for name in folders)])
        size = files = 0
        async with self._sync() as stream:
            for entry in entries:
                if not modes.S_ISDIR(entry.mode):
                    sent = await self._push_entry(stream, local, remote, entry, compression)
                    files += modes.S_ISREG(entry.mode)
                    size += sent
                    if progress is not None:
                        progress(entry.name, sent)
        return CopyCounts(files, len(folders), links, size)

    async def pull_tree(
        self,
        remote: str,
        local: Path,
        *,
        links: Literal["keep", "skip"] = "keep",
        limit: int | None = None,
        compression: str | None = None,
        progress: Progress | None = None,
    ) -> CopyCounts:
        """Copies `remote` to a local folder: files with their times and permissions, folders, links as links.

        Nothing is written outside `local`, whatever names the device reports, and nothing through a link; a link that
        points outside is refused. `limit` applies to the total size of all files.

        Raises as `pull` and `shell` do, DeviceRefused also if a name or link points outside the folder or an entry is
        neither file, folder nor link, UsageError if a local entry is in the way, and OSError if nothing can be written.
        """
        size = files = 0
        folders = 0
        found: list[tuple[str, FileStat]] = []
        async with self._sync() as stream:
            top = await sync_client.stat(stream, self._stat_kind(True), remote, self._carrier.deadlines.progress)
            if not modes.S_ISDIR(top.mode):
                raise DeviceRefused(
                    f"{self._carrier.name}: {remote!r} is not a folder{f' ({top.why})' if top.why else ''}"
                )
            await local_files.make_folder(local, top=True)
            waiting = [""]
            while waiting:
                below = waiting.pop()
                for name, stat in await self._entries(stream, remote, below):
                    place = local / name
                    if modes.S_ISDIR(stat.mode):
                        await local_files.make_folder(place)
                        folders += 1
                        waiting.append(name)
                    elif modes.S_ISLNK(stat.mode):
                        found.append((name, stat))
                    elif modes.S_ISREG(stat.mode):
                        room = None if limit is None else limit - size
                        path = posixpath.join(remote, name)
                        received = await self._pull_file(stream, path, place, room, compression, stat)
                        size += received
                        files += 1
                        if progress is not None:
                            progress(name, received)
                    else:
                        raise DeviceRefused(
                            f"{self._carrier.name}: {name!r} in {remote!r} is neither file, folder nor link"
                        )
        if links == "skip":
            found.clear()
        # Links come last, so that nothing can be written through them.
        for name, _ in found:
            await local_files.make_link(local / name, await self._target(remote, name))
        return CopyCounts(files, folders, len(found), size)

    async def _receive(self, path: str, writer: io.BytesIO | BufferWriter, limit: int, compression: str | None) -> int:
        chosen = self._compression(compression)
        sink = FileSink(writer, limit, compressions.decompressor(chosen) if chosen else None)
        async with self._sync(sink) as stream:
            await sync_client.receive(
                stream, sink, sync_client.receive_request(path, chosen), path, self._carrier.deadlines.progress
            )
        return sink.size

    async def _pull_file(
        self,
        stream: BufferedStream,
        path: str,
        local: Path,
        limit: int | None,
        compression: str | None,
        status: FileStat | None = None,
    ) -> int:
        """Pulls a file over an open stream; `status` gives the local file its permissions and time."""
        chosen = self._compression(compression)
        mode, mtime = (status.mode, status.mtime) if status is not None else (None, None)
        async with local_files.write_atomically(local, mode, mtime) as file:
            sink = FileSink(
                file, limit if limit is not None else 1 << 62, compressions.decompressor(chosen) if chosen else None
            )
            wanted = sync_client.receive_request(path, chosen)
            await sync_client.collect(stream, sink, wanted, path, self._carrier.deadlines.progress, file.flush)
        return sink.size

    async def _push(
        self,
        stream: BufferedStream,
        pieces: AsyncGenerator[Buffer],
        path: str,
        mode: int,
        mtime: int,
        compression: str | None,
        *,
        dry_run: bool = False,
    ) -> None:
        chosen = self._compression(compression)
        flags = compressions.FLAGS[chosen] if chosen else None
        if dry_run:
            if not {"sendrecv_v2", "sendrecv_v2_dry_run_send"} <= self._carrier.features:
                raise DeviceRefused(
                    f"{self._carrier.name}: the device does not support dry runs (no sendrecv_v2_dry_run_send)"
                )
            flags = (flags or 0) | compressions.DRY_RUN
        if chosen:
            pieces = sync_client.compressed(pieces, compressions.compressor(chosen))
        first = sync_client.send_request(path, mode, flags)
        await sync_client.push(stream, first, pieces, mtime, path, self._carrier.deadlines.progress)

    async def _push_entry(
        self, stream: BufferedStream, local: Path, remote: str, entry: TreeEntry, compression: str | None
    ) -> int:
        path = posixpath.join(remote, entry.name)
        if entry.target:
            # Real daemons expect the terminating zero byte.
            target = entry.target.encode("utf-8", "surrogateescape") + b"\0"
            await self._push(stream, sync_client.single_piece(target), path, entry.mode, entry.mtime, None)
            return 0
        counted = local_files.FileReader(local / entry.name)
        await self._push(stream, counted.pieces(), path, entry.mode, entry.mtime, compression)
        return counted.size

    async def _make_folders(self, folders: Sequence[str]) -> None:
        """Creates folders by shell, since the file service creates only those above files."""
        words: list[str] = []
        for folder in folders:
            words.append(shlex.quote(folder))
            if sum(map(len, words)) > _COMMAND or folder is folders[-1]:
                result = await self._shell("mkdir -p " + " ".join(words))
                if result.exit:
                    value = (result.stderr or result.stdout).decode("utf-8", "replace").strip()
                    raise DeviceRefused(f"{self._carrier.name}: the folders could not be made: {value[:300]}")
                words.clear()

    async def _entries(self, stream: BufferedStream, remote: str, below: str) -> list[tuple[str, FileStat]]:
        """The checked entries of one folder, with paths relative to the top folder."""
        path = posixpath.join(remote, below) if below else remote
        # The slash makes a link to a folder list that folder.
        listed = await sync_client.list_dir(
            stream, self._list_kind(), path.rstrip("/") + "/", self._carrier.deadlines.progress
        )
        if "." not in {entry.name for entry in listed}:
            # Real devices list an unreadable folder as empty, without even this entry.
            raise DeviceRefused(
                f"{self._carrier.name}: the folder {path!r} cannot be listed; check that the shell may read it"
            )
        entries = check_entries(listed, path, self._carrier.name)
        return [(f"{below}/{entry.name}" if below else entry.name, entry.stat) for entry in entries]

    async def _target(self, remote: str, name: str) -> str:
        """The target of a link, if it lies inside the folder."""
        path = posixpath.join(remote, name)
        result = await self._shell(f"readlink {shlex.quote(path)}")
        target = result.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
        if result.exit or not target:
            raise DeviceRefused(f"{self._carrier.name}: the link {path!r} was removed during the transfer; pull again")
        if leads_out(name, target):
            raise DeviceRefused(
                f"{self._carrier.name}: the link {path!r} leads to {target!r}, outside the folder; "
                "pull with links='skip'"
            )
        return target

    def _compression(self, wanted: str | None) -> str | None:
        if wanted is None:
            return None
        both = compressions.common_compressions(self._carrier.features)
        if wanted == "any":
            return both[0] if both else None
        if wanted not in compressions.FLAGS:
            raise UsageError(f"unknown compression {wanted!r}; choose any, {', '.join(compressions.FLAGS)} or None")
        if wanted not in compressions.installed_compressions():
            raise UsageError(f"no library for {wanted} is installed; install mobile-agent-runtime[compression]")
        if wanted not in both:
            raise DeviceRefused(f"{self._carrier.name}: the device does not support {wanted}; choose any or None")
        return wanted

    def _stat_kind(self, follow: bool) -> bytes:
        return b"STAT" if "stat_v2" not in self._carrier.features else b"STA2" if follow else b"LST2"

    def _list_kind(self) -> bytes:
        return b"LIS2" if "ls_v2" in self._carrier.features else b"LIST"

    @asynccontextmanager
    async def _sync(self, sink: ReceiveSink | None = None) -> AsyncIterator[BufferedStream]:
        stream = await self._carrier.open("sync:", sink)
        try:
            yield stream
        finally:
            if not stream.ended:
                stream.close()
