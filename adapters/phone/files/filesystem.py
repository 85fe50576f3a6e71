"""The phone's file system: an in-memory tree with Android's layout, ownership and permission errors. Times are virtual.

The shell user may write to the shared storage (`/sdcard` is a link to it) and to `/data/local/tmp`, as far as the modes
of files and folders allow. The system partitions are read-only; everything else under `/data` is closed. Every method
raises `OSError` with the errno that the phone would give. Paths are absolute or relative to `/`.
"""

from __future__ import annotations

import errno
import os
import posixpath
import stat as modes
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from adapters.phone.files.filesystem_tree import (
    INPUT,
    MEDIA_PROVIDER,
    MEDIA_RW,
    ROOT,
    SHELL,
    STORAGE,
    Entry,
    Stat,
    Tree,
    factory_tree,
    make_entry,
)
from adapters.phone.files.preinstalled import PreinstalledFile

_WRITABLE = (STORAGE, "/data/local/tmp")
_READ, _WRITE, _EXECUTE = 4, 2, 1
_MAX_LINKS = 40
KERNEL_FOLDERS = ("/proc/", "/sys/")
"""Folders of files that have no size: the kernel makes them while they are read."""
_GENERATED = (*KERNEL_FOLDERS, "/data/app/", "/system/priv-app/")

Snapshot = Tree


class Files:
    """One phone's files. `now` gives the virtual time in seconds since 1970.

    `changed` is called after every change, with the full paths that were written; with none after `restore`.

    `snapshot` returns an immutable value, which later changes do not affect.
    """

    def __init__(
        self,
        now: Callable[[], int],
        preinstalled: tuple[PreinstalledFile, ...] = (),
        changed: Callable[[Iterable[str]], None] | None = None,
    ) -> None:
        self._now = now
        self._preinstalled = preinstalled
        self._changed = changed
        self.generated: Callable[[str], bytes | tuple[str, ...] | None] | None = None
        """Returns a file or the names of a folder that is made when it is read, such as /proc; None: nothing is there.
        """
        self._load(factory_tree(now(), preinstalled))

    def _get(self, path: str) -> Entry | None:
        if self.generated is not None and path.startswith(_GENERATED):
            made = self.generated(path)
            if made is not None:
                kind = modes.S_IFDIR | 0o555 if isinstance(made, tuple) else modes.S_IFREG | 0o444
                entry = make_entry(zlib.crc32(path.encode("utf-8", "surrogateescape")), kind, self._now())
                data = b"" if isinstance(made, tuple) else made
                size = 0 if path.startswith(KERNEL_FOLDERS) else len(data)
                return replace(entry, data=data, stat=replace(entry.stat, size=size))
        return self._entries.get(path)

    def _load(self, tree: Tree) -> None:
        self._entries: Mapping[str, Entry] = tree.entries
        self._inode = tree.inode
        self._lent: Tree | None = tree

    def _set(self, changes: Mapping[str, Entry | None]) -> None:
        """Put entries, or remove those set to None; the tree is copied first if a snapshot shares it."""
        entries = (
            dict(self._entries) if self._lent is not None or not isinstance(self._entries, dict) else self._entries
        )
        for path, held in changes.items():
            if held is None:
                del entries[path]
            else:
                entries[path] = held
        self._entries, self._lent = entries, None
        if self._changed is not None:
            self._changed(changes)

    def add_entry(
        self,
        path: str,
        *,
        mode: int,
        data: bytes = b"",
        target: str = "",
        uid: int = ROOT,
        gid: int = ROOT,
        mtime: int | None = None,
    ) -> None:
        """Create an entry of any kind and owner, ignoring permissions."""
        self._inode += 1
        when = self._now() if mtime is None else mtime
        self._set({path: make_entry(self._inode, mode, when, data, target, uid, gid)})

    # Read.

    def resolve(self, path: str, *, follow: bool = True) -> str:
        """Return the path without links, `.` and `..`; the last component need not exist. `follow` also resolves a
        final link.
        """
        return self._resolve(path, follow, _MAX_LINKS)

    def _resolve(self, path: str, follow: bool, links: int) -> str:
        if not path:
            raise _error(errno.ENOENT, path)
        follow = follow or path.endswith(("/", "/."))  # "link/" means the link's target
        parts = [part for part in path.split("/") if part not in ("", ".")]
        here = "/"
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            entry = self._get(here)
            if entry is None:
                raise _error(errno.ENOENT, path)
            if not entry.stat.is_dir:
                raise _error(errno.ENOTDIR, path)
            if not _permissions(entry.stat) & _EXECUTE:
                raise _error(errno.EACCES, path)
            if part == "..":
                here = posixpath.dirname(here)
                continue
            step = posixpath.join(here, part)
            child = self._get(step)
            if child is not None and child.stat.is_link and (follow or not last):
                if links == 0:
                    raise _error(errno.ELOOP, path)
                step = self._resolve(posixpath.join(here, child.target), True, links - 1)
            here = step
        if path.endswith("/") and (found := self._get(here)) is not None and not found.stat.is_dir:
            raise _error(errno.ENOTDIR, path)
        return here

    def _find(self, path: str, *, follow: bool = True) -> tuple[str, Entry]:
        full = self.resolve(path, follow=follow)
        entry = self._get(full)
        if entry is None:
            raise _error(errno.ENOENT, path)
        return full, entry

    def require(self, path: str, *, follow: bool = True) -> Stat:
        """Like `stat`, but raises for what is missing or unreachable."""
        return self._find(path, follow=follow)[1].stat

    def stat(self, path: str) -> Stat | None:
        """Return the status after following all links, None if nothing is there."""
        return self._stat(path, follow=True)

    def lstat(self, path: str) -> Stat | None:
        """Return the status of the entry itself, even if it is a link; None if nothing is there."""
        return self._stat(path, follow=False)

    def _stat(self, path: str, *, follow: bool) -> Stat | None:
        try:
            return self.require(path, follow=follow)
        except OSError:
            return None

    def readlink(self, path: str) -> str:
        entry = self._find(path, follow=False)[1]
        if not entry.stat.is_link:
            raise _error(errno.EINVAL, path)
        return entry.target

    def list(self, path: str) -> tuple[str, ...]:
        """Return the names in a folder, sorted by code point, without `.` and `..`."""
        full, entry = self._find(path)
        if not entry.stat.is_dir:
            raise _error(errno.ENOTDIR, path)
        if not _permissions(entry.stat) & _READ:
            raise _error(errno.EACCES, path)
        prefix = full.rstrip("/") + "/"
        skip = len(prefix)
        names = (entry[skip:] for entry in self._entries if entry.startswith(prefix) and entry != "/")
        found = {name for name in names if "/" not in name}
        if self.generated is not None and prefix.startswith(_GENERATED):
            made = self.generated(prefix.rstrip("/"))
            found.update(made if isinstance(made, tuple) else ())
        return tuple(sorted(found))

    def read(self, path: str) -> bytes:
        entry = self._find(path)[1]
        if entry.stat.is_dir:
            raise _error(errno.EISDIR, path)
        if not _permissions(entry.stat) & _READ:
            raise _error(errno.EACCES, path)
        return entry.content()

    def walk(self, path: str) -> Iterator[str]:
        """Yield the start path and the full paths of everything below it, parents first."""
        yield path
        stat = self.lstat(path)
        if stat is not None and stat.is_dir:
            for name in self.list(path):
                yield from self.walk(posixpath.join(path, name))

    # Write.

    def access(self, path: str, kind: str) -> bool:
        """Return whether the shell user may read (`r`), write (`w`) or execute (`x`) what is there.

        Execute a file, that is, or enter a folder.
        """
        stat = self.stat(path)
        if stat is None or not _permissions(stat) & {"r": _READ, "w": _WRITE, "x": _EXECUTE}[kind]:
            return False
        if kind == "w" and not modes.S_ISCHR(stat.mode):
            try:
                self._check_place(self.resolve(path), path)
            except OSError:
                return False
        return True

    def _check_write(self, full: str, path: str) -> None:
        """Check the mode of what is there, or else that of its folder."""
        entry = self._get(full)
        if entry is None:
            self._check_folder(full, path)
        elif not _permissions(entry.stat) & _WRITE:
            raise _error(errno.EACCES, path)

    def _check_folder(self, full: str, path: str) -> None:
        """Check that entries may be created in a path's folder and removed from it."""
        folder = self._get(posixpath.dirname(full))
        if folder is not None and ~_permissions(folder.stat) & (_WRITE | _EXECUTE):
            raise _error(errno.EACCES, path)

    def _check_place(self, full: str, path: str) -> None:
        """Check that something may be written there at all, whatever its mode."""
        if any(full == root or full.startswith(root + "/") for root in _WRITABLE):
            return
        parent = self._get(posixpath.dirname(full))
        if parent is not None and parent.stat.uid == SHELL:
            return
        closed = full.startswith(("/data/", "/dev/", "/proc/", "/sys/", "/storage/", "/mnt/")) or full in (
            "/data",
            "/dev",
        )
        raise _error(errno.EACCES if closed else errno.EROFS, path)

    def _new(self, path: str, kind: int, mode: int, data: bytes, mtime: int | None, target: str = "") -> str:
        full = self.resolve(path, follow=not target)
        parent = self._get(posixpath.dirname(full))
        if parent is None:
            raise _error(errno.ENOENT, path)
        if not parent.stat.is_dir:
            raise _error(errno.ENOTDIR, path)
        self._check_place(full, path)
        self._check_write(full, path)
        old = self._entries.get(full)
        shared = full.startswith(STORAGE + "/")
        bits = (0o2770 if kind == modes.S_IFDIR else 0o660) if shared else mode & 0o7777
        uid, gid = (MEDIA_PROVIDER, MEDIA_RW) if shared else (SHELL, SHELL)
        when = self._now() if mtime is None else mtime
        if old is None:
            self._inode += 1
        size = len(data) or len(target) or (4096 if kind == modes.S_IFDIR else 0)
        stat = Stat(
            kind | bits, size, when, uid, gid, old.stat.ino if old else self._inode, 2 if kind == modes.S_IFDIR else 1
        )
        self._set({full: Entry(stat, data, target)})
        return full

    def write(self, path: str, data: bytes, mode: int = 0o644, mtime: int | None = None) -> None:
        """Create or replace a file. On shared storage, permission bits and owner are fixed by the storage."""
        old = self.stat(path)
        if (old is not None and old.is_dir) or path.endswith("/"):
            raise _error(errno.EISDIR, path)
        if old is not None and modes.S_ISCHR(old.mode):
            self._check_write(self.resolve(path), path)
            return
        if not mode & 0o7777:
            mode = 0o644 if old is None else old.mode
        self._new(path, modes.S_IFREG, mode, bytes(data), mtime)

    def duplicate(self, old: str, new: str, mode: int = 0o644) -> None:
        """Copy a file; a preinstalled file's content is not generated for it."""
        entry = self._find(old)[1]
        self.write(new, self.read(old) if entry.preinstalled is None else b"", mode)
        full, copy = self._find(new)
        if entry.preinstalled is not None and copy.stat.is_file:
            stat = replace(copy.stat, size=entry.stat.size)
            self._set({full: replace(copy, stat=stat, preinstalled=entry.preinstalled)})

    def append(self, path: str, data: bytes) -> None:
        old = self.stat(path)
        self.write(path, (self.read(path) if old is not None else b"") + bytes(data), old.mode if old else 0o644)

    def mkdir(self, path: str, *, parents: bool = False, mode: int = 0o755) -> None:
        """Create a folder; with `parents` also missing parent folders, and an existing folder is no error."""
        if parents:
            at = "/" if path.startswith("/") else ""
            for part in (part for part in path.split("/") if part):
                at = posixpath.join(at, part)
                stat = self.stat(at)
                if stat is None:
                    self._new(at, modes.S_IFDIR, mode, b"", None)
                elif not stat.is_dir:
                    raise _error(errno.EEXIST if at.strip("/") == path.strip("/") else errno.ENOTDIR, path)
            return
        if self.lstat(path.rstrip("/") or "/") is not None:
            raise _error(errno.EEXIST, path)
        self._new(path, modes.S_IFDIR, mode, b"", None)

    def symlink(self, target: str, path: str, mtime: int | None = None) -> None:
        if self.lstat(path) is not None:
            raise _error(errno.EEXIST, path)
        self._new(path, modes.S_IFLNK, 0o777, b"", mtime, target)

    def remove(self, path: str) -> None:
        """Remove a file or a link."""
        full, entry = self._find(path, follow=False)
        if entry.stat.is_dir:
            raise _error(errno.EISDIR, path)
        self._check_place(full, path)
        self._check_folder(full, path)
        self._set({full: None})

    def rmdir(self, path: str) -> None:
        full, entry = self._find(path, follow=False)
        if not entry.stat.is_dir:
            raise _error(errno.ENOTDIR, path)
        self._check_place(full, path)
        self._check_folder(full, path)
        if self.list(full):
            raise _error(errno.ENOTEMPTY, path)
        self._set({full: None})

    def rename(self, old: str, new: str) -> None:
        """Move a file, link or folder; an existing file is replaced."""
        source, entry = self._find(old, follow=False)
        target = self.resolve(new, follow=False)
        for full, path in ((source, old), (target, new)):
            self._check_place(full, path)
            self._check_folder(full, path)
        if posixpath.dirname(target) not in self._entries:
            raise _error(errno.ENOENT, new)
        if target.startswith(source + "/"):
            raise _error(errno.EINVAL, new)
        existing = self._entries.get(target)
        if existing is not None and existing.stat.is_dir and not entry.stat.is_dir:
            raise _error(errno.EISDIR, new)
        if existing is not None and existing.stat.is_dir and source != target and self.list(target):
            raise _error(errno.ENOTEMPTY, new)
        moved = {text: held for text, held in self._entries.items() if text == source or text.startswith(source + "/")}
        gone: dict[str, Entry | None] = dict.fromkeys(moved)
        self._set({**gone, **{target + text[len(source) :]: held for text, held in moved.items()}})

    def utime(self, path: str, mtime: int) -> None:
        full, entry = self._find(path)
        self._check_place(full, path)
        if entry.stat.uid != SHELL:
            self._check_write(full, path)
        self._set({full: replace(entry, stat=replace(entry.stat, mtime=mtime))})

    def chmod(self, path: str, mode: int) -> None:
        """Set permission bits; shared storage accepts and ignores them."""
        full, entry = self._find(path)
        self._check_place(full, path)
        if not full.startswith(STORAGE + "/"):
            kind = modes.S_IFMT(entry.stat.mode)
            self._set({full: replace(entry, stat=replace(entry.stat, mode=kind | (mode & 0o7777)))})

    # Snapshots.

    def snapshot(self) -> Snapshot:
        """Return a value for `restore`; the same object while nothing changes."""
        if self._lent is None:
            self._lent = Tree(self._entries, self._inode)
        return self._lent

    def restore(self, snapshot: Snapshot) -> None:
        if snapshot is not self._lent:
            self._load(snapshot)
            if self._changed is not None:
                self._changed(())

    def reset(self) -> None:
        """Restore the factory state."""
        self.restore(factory_tree(self._now(), self._preinstalled))


def _permissions(stat: Stat) -> int:
    """Return what the shell user may do with a file: read 4, write 2, execute 1."""
    shift = 6 if stat.uid == SHELL else 3 if stat.gid in (SHELL, MEDIA_RW, INPUT) else 0
    return stat.mode >> shift & 7


def _error(number: int, path: str) -> OSError:
    return OSError(number, os.strerror(number), path)


__all__ = ["STORAGE", "Files", "Snapshot", "Stat"]
