"""In-memory logs and the disk writer."""

from __future__ import annotations

import asyncio
import errno
import os
import tempfile
import threading
from pathlib import Path

import anyio
import pytest
from pydantic import TypeAdapter

from runtime.core.errors import StorageError
from runtime.core.log import Log
from runtime.storage.disk import Disk, naming, read_lines, sync_file_system, temporary_folder

NUMBERS: TypeAdapter[int] = TypeAdapter(int)


async def test_every_reader_sees_the_past_then_live_until_closed() -> None:
    """An early and a late reader get the same items, without gaps."""
    log: Log[int] = Log()
    log.append(1)
    got: dict[str, list[int]] = {"early": [], "late": []}

    async def read(name: str) -> None:
        async for item in log:
            got[name].append(item)

    async with anyio.create_task_group() as group:
        group.start_soon(read, "early")
        await anyio.wait_all_tasks_blocked()
        log.append(2)
        await anyio.wait_all_tasks_blocked()
        assert got["early"] == [1, 2]
        group.start_soon(read, "late")
        log.append(3)
        log.close()
    assert got == {"early": [1, 2, 3], "late": [1, 2, 3]}


async def test_a_reader_that_stops_delays_nobody() -> None:
    """Appending to a log never waits for its readers."""
    log: Log[int] = Log()

    async def read_one() -> None:
        async for _ in log:
            return

    async with anyio.create_task_group() as group:
        group.start_soon(read_one)
        for number in range(1000):
            log.append(number)
        log.close()
    assert len(log) == 1000


def test_a_closed_log_takes_nothing() -> None:
    """Appending to a closed log raises a ValueError."""
    log: Log[int] = Log()
    log.close()
    log.close()
    with pytest.raises(ValueError, match="closed"):
        log.append(1)


@pytest.mark.parametrize("tail", [b"", b"4", b'{"torn', b"nonsense\n"])
def test_a_torn_last_line_is_dropped(tmp_path: Path, tail: bytes) -> None:
    """An incomplete or invalid last line is ignored."""
    path = tmp_path / "log"
    path.write_bytes(b"1\n2\n3\n" + tail)
    assert read_lines(path, NUMBERS) == [1, 2, 3]


def test_damage_in_the_middle_is_named(tmp_path: Path) -> None:
    """The error for an unreadable line before the last one names file and line."""
    path = tmp_path / "log"
    path.write_bytes(b"1\nx\n3\n")
    with pytest.raises(ValueError, match=r"log, line 2"):
        read_lines(path, NUMBERS)


async def test_bytes_reach_the_disk_in_the_order_they_were_handed_over(tmp_path: Path) -> None:
    """Appends to one file keep their order, complete files are written completely, and flush waits for all of it."""
    async with Disk().running() as disk:
        for number in range(500):
            disk.append(tmp_path / "deep" / "a", f"{number}\n".encode())
        disk.place(tmp_path / "blob", b"x" * 100_000)
        await disk.flush()
        assert (tmp_path / "deep" / "a").read_bytes() == b"".join(f"{n}\n".encode() for n in range(500))
        assert (tmp_path / "blob").stat().st_size == 100_000
        disk.release(tmp_path / "deep" / "a")
        disk.append(tmp_path / "deep" / "a", b"more\n")
    assert (tmp_path / "deep" / "a").read_bytes().endswith(b"499\nmore\n")


async def test_a_flush_waits_for_nothing_that_comes_after_it(tmp_path: Path) -> None:
    """A flush ends while other tasks go on writing: what it waits for was queued before it."""
    path = tmp_path / "log"
    async with Disk().running() as disk, anyio.create_task_group() as group:

        async def write_on() -> None:
            while True:
                disk.append(path, b"later\n")
                await anyio.lowlevel.checkpoint()

        group.start_soon(write_on)
        disk.append(tmp_path / "first", b"first\n")
        with anyio.fail_after(30):
            await disk.flush()
        assert await anyio.to_thread.run_sync((tmp_path / "first").read_bytes) == b"first\n"
        group.cancel_scope.cancel()


async def test_a_cancelled_run_still_gets_its_lines_to_the_disk(tmp_path: Path) -> None:
    """Cancellation does not lose queued data."""
    with anyio.CancelScope() as scope:
        async with Disk().running() as disk:
            for number in range(100):
                disk.append(tmp_path / "a", f"{number}\n".encode())
            scope.cancel()
            await anyio.sleep_forever()
    assert len((tmp_path / "a").read_bytes().splitlines()) == 100


async def test_the_first_write_that_fails_is_the_last_and_named(tmp_path: Path) -> None:
    """Every flush after it raises the error, the end does, and nothing is written any more, least of all a commit."""
    (tmp_path / "file").write_text("in the way")

    async def write() -> None:
        async with Disk().running() as disk:
            disk.append(tmp_path / "before", b"x")
            await disk.flush()
            disk.append(tmp_path / "file" / "below", b"x")
            disk.append(tmp_path / "after", b"x")
            disk.commit(tmp_path / "results", b"x")
            for _ in range(2):
                with pytest.raises(StorageError, match="file/below cannot be written: File exists"):
                    await disk.flush()
            disk.append(tmp_path / "later", b"x")
            with pytest.raises(StorageError):
                await disk.flush()

    with pytest.raises(StorageError, match="file/below cannot be written"):
        await write()
    assert sorted(os.listdir(tmp_path)) == ["before", "file"]


async def test_a_commit_line_is_written_after_everything_before_it_is_durable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sync stands between the data and the commit lines of a batch, and a sync that fails commits nothing."""
    done: list[str] = []

    def sync(descriptor: int) -> None:
        done.append(",".join(sorted(path.name for path in tmp_path.iterdir() if path.stat().st_size)))
        if len(done) > 1:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("runtime.storage.disk.sync_file_system", sync)

    async def write() -> None:
        async with Disk().running() as disk:
            disk.commit(tmp_path / "results", b"one")
            disk.append(tmp_path / "events", b"x")
            disk.place(tmp_path / "blob", b"x")
            disk.commit(tmp_path / "results", b"two")
            await disk.flush()
            assert (tmp_path / "results").read_bytes() == b"onetwo"
            disk.commit(tmp_path / "results", b"three")
            with pytest.raises(StorageError, match="cannot be written: Input/output error"):
                await disk.flush()

    with pytest.raises(StorageError, match="cannot be written: Input/output error"):
        await write()
    assert (tmp_path / "results").read_bytes() == b"onetwo"
    assert done == ["blob,events", "blob,events,results"]


async def test_a_file_is_replaced_when_everything_before_it_is_durable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new content gets its name after the sync, also if it was queued first; a sync that fails keeps the old."""
    (tmp_path / "seal").write_bytes(b"old")
    seen: list[bytes] = []

    def sync(descriptor: int) -> None:
        seen.append((tmp_path / "seal").read_bytes() + (tmp_path / "events").read_bytes())
        if len(seen) > 2:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("runtime.storage.disk.sync_file_system", sync)
    async with Disk().running() as disk:
        disk.replace(tmp_path / "seal", b"new")
        disk.append(tmp_path / "events", b"x")
    assert seen == [b"oldx", b"newx"]
    with pytest.raises(StorageError, match="cannot be written: Input/output error"):
        async with Disk().running() as disk:
            disk.replace(tmp_path / "seal", b"newer")
    assert (tmp_path / "seal").read_bytes() == b"new"


async def test_a_last_sync_or_close_that_fails_is_not_a_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the system could not make durable at the very end is an error of the run, not of the interpreter."""

    def fail(*_: object) -> None:
        with naming(tmp_path):
            raise OSError(errno.EIO, "Input/output error")

    async def write(name: str) -> None:
        async with Disk().running() as disk:
            disk.append(tmp_path / "events", b"x")
            await disk.flush()
            monkeypatch.setattr(f"runtime.storage.disk.{name}", fail)

    for name in ("sync_file_system", "_close"):
        with pytest.raises(StorageError, match="cannot be written: Input/output error"):
            await write(name)
        monkeypatch.undo()


@pytest.mark.parametrize(
    ("number", "remedy"), [(errno.ENOSPC, "make room or repair the disk"), (errno.EMFILE, "raise ulimit -n")]
)
def test_the_error_of_a_write_says_what_to_do(tmp_path: Path, number: int, remedy: str) -> None:
    """It names the file, the reason and the remedy in one sentence."""
    with pytest.raises(StorageError) as caught, naming(tmp_path):
        raise OSError(number, os.strerror(number))
    reason = f"{tmp_path} cannot be written: {os.strerror(number)}"
    assert str(caught.value) == f"{reason}; nothing was written after that, so {remedy}, then continue"


def test_the_file_system_of_a_file_can_be_synced(tmp_path: Path) -> None:
    """It works on an open file, and the error of the system call is raised."""
    with (tmp_path / "file").open("wb") as file:
        sync_file_system(file.fileno())
    with pytest.raises(OSError, match="Bad file descriptor"):
        sync_file_system(-1)


def test_a_temporary_folder_goes_even_when_ctrl_c_comes_while_it_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A temporary folder is removed even if its creation is cancelled by the event loop."""
    inside, go = threading.Event(), threading.Event()
    make = tempfile.mkdtemp

    def slow(prefix: str, dir: str) -> str:  # noqa: A002 - the name of mkdtemp's argument
        assert dir == tempfile.gettempdir()
        path = make(prefix=prefix, dir=tmp_path)
        inside.set()
        assert go.wait(10)
        return path

    monkeypatch.setattr(tempfile, "mkdtemp", slow)

    async def use() -> None:
        async with temporary_folder():
            raise AssertionError("it was cancelled before")

    async def interrupted() -> None:
        task = asyncio.ensure_future(use())
        assert await asyncio.to_thread(inside.wait, 10)
        task.cancel()
        await asyncio.sleep(0)
        go.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(interrupted())
    assert list(tmp_path.iterdir()) == []
