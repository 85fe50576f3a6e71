"""Folders for runs that start without a name of their own, and temporary ones that are short enough for sockets."""

from __future__ import annotations

import socket
import tempfile
from contextlib import ExitStack
from pathlib import Path

import pytest

from runtime.core.errors import StorageError
from runtime.storage.disk import temporary_folder
from runtime.storage.lock import new_folder


def test_runs_of_the_same_second_get_folders_of_their_own(tmp_path: Path):
    """The second gets the first free number; a folder that stays empty is removed, one with files stays."""
    parent = tmp_path / "a" / "runs"
    with ExitStack() as stack:
        folders = [stack.enter_context(new_folder(parent, "20261120-140500")) for _ in range(3)]
        assert [folder.name for folder in folders] == ["20261120-140500", "20261120-140500-2", "20261120-140500-3"]
        (folders[1] / "run.json").write_bytes(b"{}")
    assert list(parent.iterdir()) == [folders[1]]


def test_nothing_is_left_of_a_refused_run(tmp_path: Path):
    """The folders above that were made for it are removed as well."""
    with new_folder(tmp_path / "a" / "runs", "name"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    """A file stands where the folder above should be."""
    (tmp_path / "runs").write_bytes(b"")
    with pytest.raises(StorageError, match="--out"), new_folder(tmp_path / "runs", "name"):
        pass


@pytest.mark.parametrize("letters", [10, 70, 200])
async def test_sockets_fit_into_a_temporary_folder_wherever_that_would_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, letters: int
):
    """However long TMPDIR is, a socket can be bound in a folder that was made with room for its name."""
    usual = tmp_path / ("x" * letters)
    usual.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(usual))
    async with temporary_folder("phones-", room=len("phone-999.adb")) as folder:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(str(folder / "phone-999.adb"))
    assert not folder.exists()
