"""The lock of a run folder."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.core.errors import StorageError, UsageError
from runtime.storage.lock import LOCK, FolderLock

HOLD = """
import sys
from pathlib import Path
from runtime.storage.lock import FolderLock
FolderLock.take(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_another_process_is_refused_and_told_who_holds_the_lock(tmp_path: Path) -> None:
    """As long as a process holds the lock no other gets it; a killed process leaves it free."""
    folder = tmp_path / "run"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(UsageError, match=rf"is in use by process {process.pid} on .+ since 20"):
            FolderLock.take(folder)
        process.kill()
    assert (folder / LOCK).exists()
    FolderLock.take(folder).release()
    assert not (folder / LOCK).exists()


def test_a_released_lock_leaves_nothing(tmp_path: Path) -> None:
    """A folder made for the lock goes with it, unless something was written there; an older folder stays."""
    FolderLock.take(tmp_path / "new").release()
    assert not (tmp_path / "new").exists()
    lock = FolderLock.take(tmp_path / "used")
    (tmp_path / "used" / "run.json").write_text("{}")
    lock.release()
    assert [path.name for path in (tmp_path / "used").iterdir()] == ["run.json"]
    (tmp_path / "old").mkdir()
    FolderLock.take(tmp_path / "old").release()
    assert (tmp_path / "old").exists()


def test_a_lock_file_that_cannot_be_removed_does_not_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run is complete then: that its lock file stays is no error, and the next process gets the lock."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    def fail_closed(descriptor: int, close: Callable[[int], None] = os.close) -> None:
        close(descriptor)
        fail()

    lock = FolderLock.take(tmp_path)
    monkeypatch.setattr("os.unlink", fail)
    monkeypatch.setattr("os.close", fail_closed)
    lock.release()
    monkeypatch.undo()
    assert (tmp_path / LOCK).exists()
    FolderLock.take(tmp_path).release()


def test_the_same_process_cannot_take_it_twice(tmp_path: Path) -> None:
    """Two runs in one program exclude each other like two programs."""
    lock = FolderLock.take(tmp_path)
    with pytest.raises(UsageError, match="is in use"):
        FolderLock.take(tmp_path)
    lock.release()
    FolderLock.take(tmp_path).release()


def test_where_no_folder_can_be_made_is_said(tmp_path: Path) -> None:
    """A file in the way is an error that names the folder."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="cannot lock the run folder"):
        FolderLock.take(tmp_path / "file" / "run")
