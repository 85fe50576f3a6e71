"""Whole folders there and back, links included. Everything comes over or it raises: never a short success."""

from __future__ import annotations

import posixpath
import shlex
import stat as modes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from adapters.adb.framing.sync_wire import Entry, FileStat
from adapters.adb.host import local_files, sync_client
from adapters.adb.host.file_operations import FileOperations
from adapters.adb.host.local_files import Leaf
from adapters.adb.host.service_transport import ServiceStream
from runtime.core.errors import DeviceRefused

_COMMAND: Final = 8 << 10
"""Bytes of paths in one command line."""
Progress = Callable[[str, int], None]
"""Called after each file with its name below the top and its bytes."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What came over; folders without the top."""

    files: int = 0
    folders: int = 0
    links: int = 0
    bytes: int = 0


class TreeOperations(FileOperations):
    """The folders of a device."""

    async def push_tree(
        self, local: Path, remote: str, *, compression: str | None = None, progress: Progress | None = None
    ) -> Copied:
        """Make a folder `remote` of what is in a local one: files and links with their times and permissions, folders.

        What is there already stays, files of the same names are replaced. Raises as `push` and `shell` do; UsageError
        where something is neither file, folder nor link, OSError where something local cannot be read.
        """
        leaves = await local_files.tree(local)
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
        return Copied(files, len(folders), links, size)

    async def pull_tree(
        self,
        remote: str,
        local: Path,
        *,
        links: Literal["keep", "skip"] = "keep",
        limit: int | None = None,
        compression: str | None = None,
        progress: Progress | None = None,
    ) -> Copied:
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
            top = await sync_client.stat(stream, self._stat_kind(True), remote, self.deadlines.progress)
            if not modes.S_ISDIR(top.mode):
                raise DeviceRefused(f"{self.name}: {remote!r} is not a folder{f' ({top.why})' if top.why else ''}")
            await local_files.folder(local, top=True)
            waiting = [""]
            while waiting:
                below = waiting.pop()
                for name, stat in await self._entries(stream, remote, below):
                    place = local / name
                    if modes.S_ISDIR(stat.mode):
                        await local_files.folder(place)
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
                        raise DeviceRefused(f"{self.name}: {name!r} in {remote!r} is neither file, folder nor link")
        if links == "skip":
            found.clear()
        # Last of all, so that nothing can be written through them.
        for name, _ in found:
            await local_files.link(local / name, await self._target(remote, name))
        return Copied(files, folders, len(found), size)

    async def _push_leaf(
        self, stream: ServiceStream, local: Path, remote: str, leaf: Leaf, compression: str | None
    ) -> int:
        path = posixpath.join(remote, leaf.name)
        if leaf.target:
            # Real daemons look for the zero byte.
            target = leaf.target.encode("utf-8", "surrogateescape") + b"\0"
            await self._push(stream, sync_client.whole(target), path, leaf.mode, leaf.mtime, None)
            return 0
        counted = local_files.Counted(local / leaf.name)
        await self._push(stream, counted.pieces(), path, leaf.mode, leaf.mtime, compression)
        return counted.size

    async def _make_folders(self, folders: Sequence[str]) -> None:
        """The file service makes folders only above files."""
        words: list[str] = []
        for folder in folders:
            words.append(shlex.quote(folder))
            if sum(map(len, words)) > _COMMAND or folder is folders[-1]:
                result = await self.shell("mkdir -p " + " ".join(words))
                if result.exit:
                    said = (result.stderr or result.stdout).decode("utf-8", "replace").strip()
                    raise DeviceRefused(f"{self.name}: the folders could not be made: {said[:300]}")
                words.clear()

    async def _entries(self, stream: ServiceStream, remote: str, below: str) -> list[tuple[str, FileStat]]:
        """What is in one folder, by names below the top, checked."""
        path = posixpath.join(remote, below) if below else remote
        # With the slash a link to a folder is listed as that folder.
        listed = await sync_client.list_dir(stream, self._list_kind(), path.rstrip("/") + "/", self.deadlines.progress)
        if "." not in {one.name for one in listed}:
            # Real devices list what they cannot open as if it were empty, but for this.
            raise DeviceRefused(f"{self.name}: the folder {path!r} cannot be listed; may the shell read it?")
        taken: set[str] = set()
        for one in listed:
            if one.name not in (".", ".."):
                self._check(one, path, taken)
                taken.add(one.name)
        found = [one for one in listed if one.name in taken]
        return [(f"{below}/{one.name}" if below else one.name, one.stat) for one in found]

    def _check(self, one: Entry, path: str, taken: set[str]) -> None:
        if not one.name or "/" in one.name or "\0" in one.name:
            raise DeviceRefused(f"{self.name}: {path!r} has an entry {one.name!r}, which would leave the target folder")
        if one.name in taken:
            raise DeviceRefused(f"{self.name}: {path!r} has two entries {one.name!r}; is the file system whole?")
        if one.stat.error:
            raise DeviceRefused(f"{self.name}: {one.name!r} in {path!r} cannot be looked at: {one.stat.why}")

    async def _target(self, remote: str, name: str) -> str:
        """Where a link leads, if that is inside the folder."""
        path = posixpath.join(remote, name)
        result = await self.shell(f"readlink {shlex.quote(path)}")
        target = result.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
        if result.exit or not target:
            raise DeviceRefused(f"{self.name}: the link {path!r} is gone since it was listed; pull again")
        leads = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
        if target.startswith("/") or "\0" in target or leads == ".." or leads.startswith("../"):
            raise DeviceRefused(
                f"{self.name}: the link {path!r} leads to {target!r}, out of the folder; pull with links='skip'"
            )
        return target
