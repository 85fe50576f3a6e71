"""The model of crashes, and a sample of the states that `benchmarks.acceptance storage --only crashes` goes through."""

from __future__ import annotations

import errno
import random
from pathlib import Path

import pytest

from benchmarks.acceptance.crash_model import Operation, last_sync, number_files, power_cut, replay
from benchmarks.acceptance.crashes import Run, resumed, violations, write_tree
from benchmarks.acceptance.failed_calls import DEVICE, play_and_resume
from benchmarks.acceptance.file_operations import Failure, recorded
from runtime.core.boundary import unwrap_errors
from runtime.core.errors import StorageError
from runtime.storage.disk import Disk

EPISODES = 6
PLAY = ("--agent", "silent", "--task", "device.airplane.detailed", "--no-progress")


def states(*operations: Operation, count: int = 5_000) -> set[tuple[tuple[str, bytes], ...]]:
    """The states after power cuts at the end of some operations, of which the first ones may be synced."""
    numbered = number_files(operations)
    start = last_sync(numbered, len(numbered))
    before, since = replay(numbered[:start]), numbered[start:]
    return {tuple(sorted(power_cut(before, since, random.Random(seed)).tree().items())) for seed in range(count)}


def test_what_is_not_synced_may_be_lost_torn_or_out_of_order() -> None:
    """A file may be absent, empty or cut, and hold zero bytes wherever only its size is durable."""
    found = states(Operation("create", "a"), Operation("write", "a", b"xy"), Operation("write", "a", b"z", 2))
    contents = {dict(state).get("a") for state in found}
    starts = {b"\0\0", b"x\0", b"\0y", b"xy"}
    assert contents == {None, b"", b"x"} | starts | {start + end for start in starts for end in (b"z", b"\0")}


def test_what_is_synced_is_there() -> None:
    """A sync of the file system keeps content and name, one of a file its content only."""
    create, write = Operation("create", "a"), Operation("write", "a", b"xy")
    assert states(create, write, Operation("sync_all", ".")) == {(("a", b"xy"),)}
    assert states(create, write, Operation("sync_file", "a")) == {(), (("a", b"xy"),)}


def test_a_renamed_file_has_either_name_and_not_always_content() -> None:
    """The new name may be durable before the content is; what it replaced may still be there."""
    old = Operation("create", "b"), Operation("write", "b", b"o"), Operation("sync_all", ".")
    new = Operation("create", "p"), Operation("write", "p", b"n"), Operation("rename", "p", target="b")
    found = {dict(state)["b"] for state in states(*old, *new)}
    assert found == {b"o", b"n", b"", b"\0"}
    synced = *new[:2], Operation("sync_file", "p"), new[2]
    assert {dict(state)["b"] for state in states(*old, *synced)} == {b"o", b"n"}


def test_what_is_in_a_lost_folder_is_lost() -> None:
    """A file is there only if all folders above it are."""
    found = states(Operation("mkdir", "d"), Operation("mkdir", "d/e"), Operation("create", "d/e/f"))
    assert found == {(), (("d/e/f", b""),)}


async def write(folder: Path) -> None:
    """Write as a run does: blobs and events, then the commit lines that depend on them, some of them together."""
    async with Disk().running() as disk:
        for number in range(EPISODES):
            disk.place(folder / "blobs" / f"{number}", b"blob %d" % number)
            disk.append(folder / "events" / f"{number}", b"event\n")
            disk.append(folder / "events" / f"{number}", b"end\n")
            disk.release(folder / "events" / f"{number}")
            disk.commit(folder / "results", b"line %d\n" % number)
            if number % 2:
                await disk.flush()
        disk.replace(folder / "seal", b"sealed")


def damage(tree: dict[str, bytes]) -> list[str]:
    """What is missing of that on which complete commit lines, or the seal, depend."""
    lines = tree.get("results", b"").partition(b"\0")[0].splitlines(keepends=True)
    numbers = [int(line.split()[1]) for line in lines if line.endswith(b"\n")]
    needed = {f"blobs/{number}": b"blob %d" % number for number in numbers}
    needed |= {f"events/{number}": b"event\nend\n" for number in numbers}
    if "seal" in tree:
        needed |= {"seal": b"sealed", "results": b"".join(b"line %d\n" % number for number in range(EPISODES))}
    return [name for name, content in needed.items() if tree.get(name) != content]


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


async def test_a_commit_line_is_never_there_without_what_it_depends_on(tmp_path: Path) -> None:
    """After any operation, whether the process dies or the power is cut."""
    with recorded(tmp_path / "run") as recording:
        await write(tmp_path / "run")
    operations = number_files(recording.operations)
    assert replay(operations).tree() == contents(tmp_path / "run")
    for end in range(len(operations) + 1):
        start = last_sync(operations, end)
        before = replay(operations[:start])
        assert damage(replay(operations[:end]).tree()) == []
        for seed in range(12):
            assert damage(power_cut(before, operations[start:end], random.Random(seed)).tree()) == [], (end, seed)


@pytest.mark.parametrize("persistent", [False, True])
async def test_a_call_that_fails_ends_the_writing_and_is_named(tmp_path: Path, persistent: bool) -> None:
    """Each call in turn: the error names a file, and no commit line is there without what it depends on."""
    with recorded(tmp_path / "counted") as recording:
        await write(tmp_path / "counted")
    for call in range(1, recording.calls + 1):
        folder = tmp_path / f"{call}"
        texts = []
        try:
            with recorded(folder, Failure(call, errno.ENOSPC, persistent)), unwrap_errors(StorageError):
                await write(folder)
        except StorageError as error:
            texts.append(str(error))
        # To make a folder may fail that exists.
        assert "seal" in contents(folder) if not texts else texts[0].startswith(f"{folder}")
        assert all("cannot be written: No space left on device" in text for text in texts)
        assert damage(contents(folder)) == []


def test_a_sample_of_states_and_failures_of_a_run(tmp_path: Path) -> None:
    """Power cuts in the middle and at the end keep law 9 and are continued to the unbroken metrics; so is a failure."""
    run = Run.record(tmp_path / "run", DEVICE, *PLAY)
    operations = run.operations
    for end in (len(operations) // 2, len(operations) - 2):
        start = last_sync(operations, end)
        tree = power_cut(replay(operations[:start]), operations[start:end], random.Random(end)).tree()
        folder = tmp_path / f"cut-{end}"
        write_tree(folder, {}, tree)
        assert violations(run, folder, tree, 0) == []
        assert resumed(run, folder, tree, DEVICE) == []
    assert play_and_resume(run, Failure(20, errno.EIO, persistent=True)) == (True, [])
