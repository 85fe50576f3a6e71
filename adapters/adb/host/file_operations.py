"""What a host does with the files of a device."""

from __future__ import annotations

import io
from abc import abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from adapters.adb.framing import compression as compressions
from adapters.adb.framing.shell_frames import ShellResult
from adapters.adb.framing.sync_sink import FileLanding, Into
from adapters.adb.framing.sync_wire import Entry, FileStat
from adapters.adb.host import local_files, sync_client
from adapters.adb.host.service_transport import Carrier, ServiceStream
from adapters.adb.transport.packets import Buffer, Landing
from runtime.core.errors import DeviceRefused, UsageError


class FileOperations(Carrier):
    """The file service of a device.

    `compression` names one that both sides must have (zstd, lz4, brotli), or is "any" for the best that both have, if
    any. None, the default, is the fastest over a loopback or a cable; compressing pays on slow radio.
    """

    @abstractmethod
    async def shell(self, command: str, *, stdin: bytes | None = None, deadline: float | None = None) -> ShellResult:
        """Run a command line; its output, error output and exit status."""

    async def stat(self, path: str, *, follow: bool = True) -> FileStat:
        """What the device tells of a path; devices without stat_v2 never follow links. Raises as `open` does.

        A path that leads nowhere is no fault: then `exists` is false, and `error` says why if the device has stat_v2.
        """
        async with self._sync() as stream:
            return await sync_client.stat(stream, self._stat_kind(follow), path, self.deadlines.progress)

    async def list_dir(self, path: str) -> Sequence[Entry]:
        """What is in a folder, `.` and `..` included; nothing for one that is missing. Raises as `open` does.

        With ls_v2 an entry that the device could not look at says so in `stat.error`.
        """
        async with self._sync() as stream:
            return await sync_client.list_dir(stream, self._list_kind(), path, self.deadlines.progress)

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
        return await self._receive(path, Into(view), len(view), compression)

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
            await self._push(stream, sync_client.whole(data), path, mode, mtime, compression, dry_run=dry_run)

    async def push_file(
        self, local: Path, path: str, *, mode: int = 0o644, mtime: int = 0, compression: str | None = None
    ) -> None:
        """Write a whole file from a local one, in little memory. Raises as `push` does; OSError if that is not read."""
        async with self._sync() as stream:
            await self._push(stream, local_files.Counted(local).pieces(), path, mode, mtime, compression)

    async def _receive(self, path: str, sink: io.BytesIO | Into, limit: int, compression: str | None) -> int:
        chosen = self._compression(compression)
        landing = FileLanding(sink, limit, compressions.expander(chosen) if chosen else None)
        async with self._sync(landing) as stream:
            await sync_client.receive(stream, landing, sync_client.asked(path, chosen), path, self.deadlines.progress)
        return landing.size

    async def _pull_file(
        self,
        stream: ServiceStream,
        path: str,
        local: Path,
        limit: int | None,
        compression: str | None,
        kept: FileStat | None = None,
    ) -> int:
        """On an open stream; `kept` has the permissions and the time for the local file."""
        chosen = self._compression(compression)
        mode, mtime = (kept.mode, kept.mtime) if kept is not None else (None, None)
        async with local_files.arriving(local, mode, mtime) as file:
            landing = FileLanding(
                file, limit if limit is not None else 1 << 62, compressions.expander(chosen) if chosen else None
            )
            wanted = sync_client.asked(path, chosen)
            await sync_client.collect(stream, landing, wanted, path, self.deadlines.progress, file.flush)
        return landing.size

    async def _push(
        self,
        stream: ServiceStream,
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
            if not {"sendrecv_v2", "sendrecv_v2_dry_run_send"} <= self.features:
                raise DeviceRefused(f"{self.name}: the device knows no dry runs (no sendrecv_v2_dry_run_send)")
            flags = (flags or 0) | compressions.DRY_RUN
        if chosen:
            pieces = sync_client.compressed(pieces, compressions.compressor(chosen))
        first = sync_client.announced(path, mode, flags)
        await sync_client.push(stream, first, pieces, mtime, path, self.deadlines.progress)

    def _compression(self, wanted: str | None) -> str | None:
        if wanted is None:
            return None
        both = compressions.offered(self.features)
        if wanted == "any":
            return both[0] if both else None
        if wanted not in compressions.FLAGS:
            raise UsageError(f"there is no compression {wanted!r}; say any, {', '.join(compressions.FLAGS)} or None")
        if wanted not in compressions.installed():
            raise UsageError(f"no library for {wanted} is installed; install mobile-agent-runtime[compression]")
        if wanted not in both:
            raise DeviceRefused(f"{self.name}: the device does not offer {wanted}; say any or None")
        return wanted

    def _stat_kind(self, follow: bool) -> bytes:
        return b"STAT" if "stat_v2" not in self.features else b"STA2" if follow else b"LST2"

    def _list_kind(self) -> bytes:
        return b"LIS2" if "ls_v2" in self.features else b"LIST"

    @asynccontextmanager
    async def _sync(self, landing: Landing | None = None) -> AsyncIterator[ServiceStream]:
        stream = await self._open("sync:", landing, self.deadlines.open)
        try:
            yield stream
        finally:
            if not stream.ended:
                stream.close()
