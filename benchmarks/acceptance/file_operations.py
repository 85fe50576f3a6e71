"""Records the file operations of this process below one folder, or lets one of them fail.

It stands in for the functions of `os` that the storage calls, and for `io.open`, by which files are read. A file that
is written by `io.open` would escape the recording, so that is an error. Whether anything else escapes is measured: the
recorded operations must reproduce the folder byte for byte, and strace must see the same ones.
"""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

import runtime.storage.disk
from benchmarks.acceptance.crash_model import Kind, Operation

T = TypeVar("T")


@dataclass(slots=True)
class Failure:
    """The call that fails, from 1; and the error. `persistent`: all calls after it fail too."""

    call: int
    error: int
    persistent: bool

    def hits(self, call: int) -> bool:
        """Whether a call fails."""
        return call == self.call or (self.persistent and call > self.call)


@dataclass(slots=True)
class Recording:
    """What was done below a folder while `recorded` lasted."""

    operations: list[Operation] = field(default_factory=list)
    calls: int = 0
    """Calls in all: the operations, the opening of existing files, and reading."""


@contextmanager
def recorded(folder: Path, failure: Failure | None = None) -> Iterator[Recording]:
    """Record what this process does below a folder while the block lasts, and let one call fail."""
    tap = _Tap(folder.absolute(), failure)
    with (
        mock.patch.dict(vars(os), tap.functions()),
        mock.patch.object(io, "open", tap.open_io),
        # It calls the C library.
        mock.patch.object(runtime.storage.disk, "sync_file_system", tap.sync_all),
    ):
        yield tap.recording


class _Tap:
    def __init__(self, folder: Path, failure: Failure | None) -> None:
        self.recording = Recording()
        self._folder = str(folder)
        self._failure = failure
        self._lock = threading.RLock()
        self._files: dict[int, str] = {}
        self._open, self._close, self._io_open = os.open, os.close, io.open
        self._write, self._sync_all = os.write, runtime.storage.disk.sync_file_system

    def functions(self) -> dict[str, Callable[..., Any]]:
        """The functions of `os` to replace."""
        return {
            "open": self.open,
            "close": self.close,
            "write": self.write,
            "pwrite": self.pwrite,
            "mkdir": self._on_path("mkdir", os.mkdir),
            "rmdir": self._on_path("rmdir", os.rmdir),
            "unlink": self._on_path("unlink", os.unlink),
            "rename": self._renaming(os.rename),
            "replace": self._renaming(os.replace),
            "truncate": self.truncate,
            "fsync": self._on_file("sync_file", os.fsync),
            "fdatasync": self._on_file("sync_file", os.fdatasync),
        }

    def _name(self, path: Any) -> str | None:
        """The path relative to the folder; None if it is elsewhere."""
        if not isinstance(path, (str, os.PathLike)):
            return None
        found = os.path.relpath(os.path.abspath(path), self._folder)
        return None if found.startswith("..") else found

    def _do(self, work: Callable[[], T], operation: Operation | None, torn: Callable[[], object] | None = None) -> T:
        """Do and record one call, unless it fails. `torn`: what it has done before it fails."""
        with self._lock:
            self.recording.calls += 1
            if self._failure is not None and self._failure.hits(self.recording.calls):
                if torn is not None:
                    torn()
                raise OSError(self._failure.error, os.strerror(self._failure.error))
            found = work()
            if operation is not None:
                self.recording.operations.append(operation)
            return found

    def _on_path(self, kind: Kind, function: Callable[..., None]) -> Callable[..., None]:
        def call(path: Any, *arguments: Any, **named: Any) -> None:
            name = self._name(path)
            if name is None:
                return function(path, *arguments, **named)
            return self._do(lambda: function(path, *arguments, **named), Operation(kind, name))

        return call

    def _on_file(self, kind: Kind, function: Callable[[int], None]) -> Callable[[int], None]:
        def call(descriptor: int) -> None:
            name = self._files.get(descriptor)
            if name is None:
                return function(descriptor)
            return self._do(lambda: function(descriptor), Operation(kind, name))

        return call

    def _renaming(self, function: Callable[..., None]) -> Callable[..., None]:
        def call(source: Any, target: Any, **named: Any) -> None:
            name, new = self._name(source), self._name(target)
            if name is None or new is None:
                return function(source, target, **named)
            return self._do(lambda: function(source, target, **named), Operation("rename", name, target=new))

        return call

    def open(self, path: Any, flags: int, mode: int = 0o777, **named: Any) -> int:
        """Open a file or folder; a new or emptied one is an operation."""
        name = self._name(path)
        if name is None:
            return self._open(path, flags, mode, **named)

        def work() -> int:
            descriptor = self._open(path, flags, mode, **named)
            self._files[descriptor] = name
            return descriptor

        operation = None
        if flags & os.O_CREAT and not os.path.lexists(path):
            operation = Operation("create", name)
        elif flags & os.O_TRUNC:
            operation = Operation("truncate", name)
        return self._do(work, operation)

    def open_io(self, file: Any, mode: str = "r", *arguments: Any, **named: Any) -> Any:
        """Open a file to read it."""
        name = self._name(file)
        if name is None:
            return self._io_open(file, mode, *arguments, **named)
        if mode.strip("rbt"):
            raise AssertionError(f"{name} is written by io.open, which is not recorded")
        return self._do(lambda: self._io_open(file, mode, *arguments, **named), None)

    def close(self, descriptor: int) -> None:
        """Close a descriptor; it is closed also if that fails."""
        name = self._files.pop(descriptor, None)
        if name is None:
            return self._close(descriptor)
        return self._do(lambda: self._close(descriptor), Operation("close", name), torn=lambda: self._close(descriptor))

    def write(self, descriptor: int, data: Any) -> int:
        """Write at the end of a file; if that fails, half of it has been written."""
        name = self._files.get(descriptor)
        if name is None:
            return self._write(descriptor, data)
        content = bytes(data)
        operation = Operation("write", name, content, os.fstat(descriptor).st_size)
        return self._do(
            lambda: self._write(descriptor, content),
            operation,
            torn=lambda: self._write(descriptor, content[: len(content) // 2]),
        )

    def pwrite(self, descriptor: int, data: bytes, offset: int, function: Any = os.pwrite) -> int:
        """Write at a place in a file."""
        name = self._files.get(descriptor)
        if name is None:
            return int(function(descriptor, data, offset))
        operation = Operation("write", name, bytes(data), offset)
        return self._do(lambda: int(function(descriptor, data, offset)), operation)

    def truncate(self, path: Any, length: int, function: Callable[[Any, int], None] = os.truncate) -> None:
        """Cut a file."""
        name = self._name(path)
        if name is None:
            return function(path, length)
        return self._do(lambda: function(path, length), Operation("truncate", name, at=length))

    def sync_all(self, descriptor: int) -> None:
        """Sync the file system."""
        return self._do(lambda: self._sync_all(descriptor), Operation("sync_all", self._files.get(descriptor, "")))
