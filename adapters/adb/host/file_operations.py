"""What a host does with the files and folders of a device. All of a file or folder comes over, or it raises."""

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
"""Bytes of paths in one command line."""


class FileOperations:
    """The files and folders of a device.

    `compression` names one that both sides must have (zstd, lz4, brotli), or is "any" for the best that both have, if
    any. None, the default, is the fastest over a loopback or a cable; compressing pays on slow radio.
    """

    def __init__(self, carrier: ServiceTransport, shell: Callable[[str], Awaitable[ShellResult]]) -> None:
        self._carrier = carrier
        self._shell = shell

    async def stat(self, path: str, *, follow: bool = True) -> FileStat:
        """What the device tells of a path; devices without stat_v2 never follow links. Raises as `open` does.

        A path that leads nowhere is no fault: then `exists` is false, and `error` says why if the device has stat_v2.
        """
        async with self._sync() as stream:
            return await sync_client.stat(stream, self._stat_kind(follow), path, self._carrier.deadlines.progress)

    async def list_dir(self, path: str) -> Sequence[Entry]:
        """What is in a folder, `.` and `..` included; nothing for one that is missing. Raises as `open` does.

        With ls_v2 an entry that the device could not look at says so in `stat.error`.
        """
        async with self._sync() as stream:
            return await sync_client.list_dir(stream, self._list_kind(), path, self._carrier.deadlines.progress)

    async def pull(self, path: str, *, limit: int = 256 << 20, compression: str | None = None) -> bytes:
        """A whole file. Raises as `open` does; DeviceRefused also where it cannot be read or is larger than `limit`."""
        # Its buffer becomes the result without a copy.
        collected = io.BytesIO()
        await self._receive(path, collected, limit, compression)
        return collected.getvalue()

    async def pull_into(self, path: str, into: memoryview | bytearray, *, compression: str | None = None) -> int:
        """A whole file into a buffer; its size. Raises as `pull` does, with the buffer as the limit.

        When it returns or raises nothing writes to the buffer any more.
        """
        view = memoryview(into).cast("B")
        return await self._receive(path, BufferWriter(view), len(view), compression)

    async def pull_file(
        self, path: str, local: Path, *, limit: int | None = None, compression: str | None = None
    ) -> int:
        """A whole file into a local one, in little memory; its size. `local` is replaced when everything has come.

        Raises as `pull` does; OSError where the local file cannot be written.
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
        """Write a whole file, folders above it included; `mtime` is in seconds since 1970.

        With `dry_run` the device takes everything and writes nothing. Raises as `open` does; DeviceRefused also where
        the file cannot be written.
        """
        async with self._sync() as stream:
            await self._push(stream, sync_client.single_piece(data), path, mode, mtime, compression, dry_run=dry_run)

    async def push_file(
        self, local: Path, path: str, *, mode: int = 0o644, mtime: int = 0, compression: str | None = None
    ) -> None:
        """Write a whole file from a local one, in little memory. Raises as `push` does; OSError if that is not read."""
        async with self._sync() as stream:
            await self._push(stream, local_files.FileReader(local).pieces(), path, mode, mtime, compression)

    async def push_tree(
        self, local: Path, remote: str, *, compression: str | None = None, progress: Progress | None = None
    ) -> CopyCounts:
        """Make a folder `remote` of what is in a local one: files and links with their times and permissions, folders.

        What is there already stays, files of the same names are replaced. Raises as `push` and `shell` do; UsageError
        where something is neither file, folder nor link, OSError where something local cannot be read.
        """
        leaves = await local_files.list_tree(local)
        folders = [leaf.name for leaf in leaves if modes.S_ISDIR(leaf.mode)]
        links = sum(modes.S_ISLNK(leaf.mode) for leaf in leaves)
        await self._make_folders([remote, *(posixpath.join(remote, name) for name in folders)])
        size = files = 0
        async with self._sync() as stream:
            for leaf in leaves:
                if not modes.S_ISDIR(leaf.mode):
                    sent = await self._push_leaf(stream, local, remote, leaf, compression)
                    files += modes.S_ISREG(leaf.mode)
                    size += sent
                    if progress is not None:
                        progress(leaf.name, sent)
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
        """Make a local folder of what is in `remote`: files with their times and permissions, folders, links as links.

        Nothing is written outside `local`, whatever names the device tells, and nothing through a link; a link that
        leads out of it is refused. `limit` is for the bytes of all files together.

        Raises as `pull` and `shell` do; DeviceRefused also where a name or link leads out of the folder, or something
        is neither file, folder nor link; UsageError where something local is in the way, OSError where nothing can be
        written.
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
                        came = await self._pull_file(stream, path, place, room, compression, stat)
                        size += came
                        files += 1
                        if progress is not None:
                            progress(name, came)
                    else:
                        raise DeviceRefused(
                            f"{self._carrier.name}: {name!r} in {remote!r} is neither file, folder nor link"
                        )
        if links == "skip":
            found.clear()
        # Last of all, so that nothing can be written through them.
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
        """On an open stream; `kept` has the permissions and the time for the local file."""
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
                raise DeviceRefused(f"{self._carrier.name}: the device knows no dry runs (no sendrecv_v2_dry_run_send)")
            flags = (flags or 0) | compressions.DRY_RUN
        if chosen:
            pieces = sync_client.compressed(pieces, compressions.compressor(chosen))
        first = sync_client.send_request(path, mode, flags)
        await sync_client.push(stream, first, pieces, mtime, path, self._carrier.deadlines.progress)

    async def _push_leaf(
        self, stream: BufferedStream, local: Path, remote: str, leaf: TreeEntry, compression: str | None
    ) -> int:
        path = posixpath.join(remote, leaf.name)
        if leaf.target:
            # Real daemons look for the zero byte.
            target = leaf.target.encode("utf-8", "surrogateescape") + b"\0"
            await self._push(stream, sync_client.single_piece(target), path, leaf.mode, leaf.mtime, None)
            return 0
        counted = local_files.FileReader(local / leaf.name)
        await self._push(stream, counted.pieces(), path, leaf.mode, leaf.mtime, compression)
        return counted.size

    async def _make_folders(self, folders: Sequence[str]) -> None:
        """The file service makes folders only above files."""
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
        """What is in one folder, by names below the top, checked."""
        path = posixpath.join(remote, below) if below else remote
        # With the slash a link to a folder is listed as that folder.
        listed = await sync_client.list_dir(
            stream, self._list_kind(), path.rstrip("/") + "/", self._carrier.deadlines.progress
        )
        if "." not in {entry.name for entry in listed}:
            # Real devices list what they cannot open as if it were empty, but for this.
            raise DeviceRefused(f"{self._carrier.name}: the folder {path!r} cannot be listed; may the shell read it?")
        entries = check_entries(listed, path, self._carrier.name)
        return [(f"{below}/{entry.name}" if below else entry.name, entry.stat) for entry in entries]

    async def _target(self, remote: str, name: str) -> str:
        """Where a link leads, if that is inside the folder."""
        path = posixpath.join(remote, name)
        result = await self._shell(f"readlink {shlex.quote(path)}")
        target = result.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
        if result.exit or not target:
            raise DeviceRefused(f"{self._carrier.name}: the link {path!r} is gone since it was listed; pull again")
        if leads_out(name, target):
            raise DeviceRefused(
                f"{self._carrier.name}: the link {path!r} leads to {target!r}, out of the folder; "
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
            raise UsageError(f"there is no compression {wanted!r}; say any, {', '.join(compressions.FLAGS)} or None")
        if wanted not in compressions.installed_compressions():
            raise UsageError(f"no library for {wanted} is installed; install mobile-agent-runtime[compression]")
        if wanted not in both:
            raise DeviceRefused(f"{self._carrier.name}: the device does not offer {wanted}; say any or None")
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
