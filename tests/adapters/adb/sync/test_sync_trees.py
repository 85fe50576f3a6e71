"""Whole folders there and back, and what hostile names may not do."""

from __future__ import annotations

import os
import stat as modes
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import anyio.to_thread
import pytest

from adapters.adb.daemon.server import listen_tcp
from adapters.adb.daemon.services import SUPPORTED_FEATURES
from adapters.adb.daemon.sync_server import SyncService
from adapters.adb.device import AdbDevice
from adapters.adb.framing import sync_wire
from adapters.adb.host.client import AdbConnection, connect_tcp
from adapters.adb.host.tree_rules import CopyCounts
from adapters.phone.workers.farm import open_phones
from runtime.core.errors import DeviceRefused, UsageError
from tests.support.syncphone import HOME, SIZES, SyncPhone, plant, shape, text

OLD = tuple(
    content
    for content in SUPPORTED_FEATURES
    if content not in ("stat_v2", "ls_v2") and not content.startswith("sendrecv")
)


def _mode_and_mtime(path: Path) -> tuple[int, int]:
    """Permissions of the owner and time: a device copies the first to group and others."""
    found = path.stat()
    return found.st_mode & 0o700, int(found.st_mtime)


@pytest.mark.parametrize("compression", [None, "any"])
@pytest.mark.parametrize("features", [SUPPORTED_FEATURES, OLD], ids=["new", "old"])
async def test_a_tree_goes_there_and_back(tmp_path: Path, features: tuple[str, ...], compression: str | None):
    """Names in any script, empty folders and files, links, times, permissions and every awkward size come back."""
    phone = SyncPhone(features)
    await anyio.to_thread.run_sync(plant, tmp_path / "out")
    texts: list[str] = []
    async with listen_tcp("127.0.0.1", 0, phone) as listener, connect_tcp("127.0.0.1", listener.port) as connection:
        sent = await connection.files.push_tree(
            tmp_path / "out", f"{HOME}/tree", compression=compression, progress=lambda name, _: texts.append(name)
        )
        back = await connection.files.pull_tree(f"{HOME}/tree", tmp_path / "deep/back", compression=compression)
    assert sent == back == CopyCounts(len(SIZES) + 2, 5, 3, sum(SIZES) + 200_001)
    assert await anyio.to_thread.run_sync(shape, tmp_path / "out", _mode_and_mtime) == await anyio.to_thread.run_sync(
        shape, tmp_path / "deep/back", _mode_and_mtime
    )
    assert len(texts) == len(SIZES) + 2 + 3
    assert modes.S_ISLNK(phone.files.require(f"{HOME}/tree/link", follow=False).mode)


async def test_a_virtual_phone_takes_and_gives_trees(tmp_path: Path):
    """A phone in its own process, with its own shell and shared storage behind a link, does the same."""
    await anyio.to_thread.run_sync(plant, tmp_path / "out")
    async with open_phones("phone://1") as (device,):
        assert isinstance(device, AdbDevice)
        connection = await device.connection()
        sent = await connection.files.push_tree(tmp_path / "out", "/sdcard/Podcasts/tree", compression="any")
        assert await connection.files.pull_tree("/sdcard/Podcasts/", tmp_path / "back") == replace(sent, folders=6)
    assert await anyio.to_thread.run_sync(shape, tmp_path / "out") == await anyio.to_thread.run_sync(
        shape, tmp_path / "back/tree"
    )


async def test_pulling_again_replaces_what_is_there(connection: AdbConnection, phone: SyncPhone, tmp_path: Path):
    """Files and links of the same names are replaced, others stay, and no piece of a transfer is left over."""
    phone.put(f"{HOME}/t/a", b"new")
    (tmp_path / "a").symlink_to("/etc/hostname")
    (tmp_path / "b").write_bytes(b"mine")
    await connection.files.pull_tree(f"{HOME}/t", tmp_path)
    assert shape(tmp_path) == {"a": (b"new", None), "b": (b"mine", None)}


async def test_links_that_lead_out_are_refused(connection: AdbConnection, phone: SyncPhone, tmp_path: Path):
    """A link to an absolute path or above the top is not made; without links the same folder can be had."""
    phone.put(f"{HOME}/t/sub/file", b"1")
    for target in ("/etc/passwd", "../../x", "../.."):
        phone.files.symlink(target, f"{HOME}/t/sub/link")
        with pytest.raises(DeviceRefused, match="outside the folder"):
            await connection.files.pull_tree(f"{HOME}/t", tmp_path / "x")
        assert not (tmp_path / "x/sub/link").is_symlink()
        phone.files.remove(f"{HOME}/t/sub/link")
    phone.files.symlink("/etc/passwd", f"{HOME}/t/sub/link")
    assert await connection.files.pull_tree(f"{HOME}/t", tmp_path / "y", links="skip") == CopyCounts(1, 1, 0, 1)


@pytest.mark.parametrize("name", ["..x/../../evil", "/etc/evil", "a\0b", "a/b", "", "twice"])
async def test_names_that_leave_the_folder_are_refused(
    connection: AdbConnection, phone: SyncPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    """A device that lists such a name, or one name twice, gets an error; nothing is written outside, or at all."""
    phone.put(f"{HOME}/t/good", b"1")
    listed = SyncService._entries

    def lying(self: SyncService, kind: bytes, path: str) -> Iterator[bytes]:
        yield from listed(self, kind, path)
        for _ in range(2 if name == "twice" else 1):
            yield sync_wire.entry2(name.encode(), sync_wire.FileStat(modes.S_IFREG | 0o644, 1, 1))

    monkeypatch.setattr(SyncService, "_entries", lying)
    with pytest.raises(DeviceRefused, match=r"leave the target folder|two entries"):
        await connection.files.pull_tree(f"{HOME}/t", tmp_path / "into")
    assert shape(tmp_path) == {"into": None}


async def test_a_link_in_the_way_is_not_written_through(connection: AdbConnection, phone: SyncPhone, tmp_path: Path):
    """Where a folder belongs, a link to another folder stops the transfer before a byte goes there."""
    phone.put(f"{HOME}/t/sub/file", b"1")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "into").mkdir()
    (tmp_path / "into/sub").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="in the way"):
        await connection.files.pull_tree(f"{HOME}/t", tmp_path / "into")
    assert list((tmp_path / "elsewhere").iterdir()) == []


async def test_what_cannot_be_read_is_no_empty_folder(
    connection: AdbConnection, phone: SyncPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A folder that the device cannot list, an entry that it cannot look at, and no folder at all raise."""
    phone.put(f"{HOME}/t/file", b"1")
    with pytest.raises(DeviceRefused, match="No such file"):
        await connection.files.pull_tree(f"{HOME}/absent", tmp_path / "x")
    with pytest.raises(DeviceRefused, match="not a folder"):
        await connection.files.pull_tree(f"{HOME}/t/file", tmp_path / "x")

    def closed(path: str) -> tuple[str, ...]:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(phone.files, "list", closed)
    with pytest.raises(DeviceRefused, match="cannot be listed"):
        await connection.files.pull_tree(f"{HOME}/t", tmp_path / "x")
    monkeypatch.undo()
    look = phone.files.lstat
    monkeypatch.setattr(phone.files, "lstat", lambda path: closed(path) if path.endswith("file") else look(path))
    assert {entry.name: entry.stat.why for entry in await connection.files.list_dir(f"{HOME}/t")}[
        "file"
    ] == "Permission denied"
    with pytest.raises(DeviceRefused, match="cannot be read: Permission denied"):
        await connection.files.pull_tree(f"{HOME}/t", tmp_path / "x")


async def test_limits_hold_for_the_whole_tree(connection: AdbConnection, phone: SyncPhone, tmp_path: Path):
    """Files together beyond the limit are refused, and the one that was too much leaves nothing behind."""
    for name in "abc":
        phone.put(f"{HOME}/t/{name}", text(1000))
    with pytest.raises(DeviceRefused, match="larger than 500"):
        await connection.files.pull_tree(f"{HOME}/t", tmp_path / "x", limit=2500)
    assert sorted(shape(tmp_path / "x")) == ["a", "b"]


async def test_what_is_no_file_is_not_pushed(connection: AdbConnection, tmp_path: Path):
    """A pipe has no end, so a tree with one is refused before anything is sent."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="neither a file nor a folder nor a link"):
        await connection.files.push_tree(tmp_path, f"{HOME}/tree")
