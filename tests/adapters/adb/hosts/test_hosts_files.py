"""Real adb binaries push and pull: sizes, names, trees, links, modes, times, and what is refused."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import pytest

from tests.adapters.adb.hosts.hosts import Connected, pattern

MIB = 1 << 20
SIZES = (0, 1, 65535, 65536, 65537, 2 * 65536 - 1, MIB - 1, MIB, MIB + 1, 10 * MIB + 7)
TMP = "/data/local/tmp"
THEN = 1577934245
"""2 January 2020, 03:04:05 UTC."""


@pytest.fixture
async def tree(tmp_path: Path) -> Path:
    """A tree with names in several scripts, an empty file, a program, links, and one time for all files."""
    root = anyio.Path(tmp_path / "tree")
    await (root / "Größe" / "文件 夹").mkdir(parents=True)
    for name, data in (
        ("empty", b""),
        ("program", b"#!/system/bin/sh\necho ran\n"),
        (" sp 'a\"ce$", b"q"),
        ("Größe/🙂.txt", "Grüße\n".encode()),
        ("Größe/文件 夹/b.bin", pattern(200_000)),
    ):
        await (root / name).write_bytes(data)
    await (root / "program").chmod(0o755)
    for name in ("empty", "program", "Größe/🙂.txt"):
        os.utime(root / name, (THEN, THEN))
    await (root / "link").symlink_to("Größe/🙂.txt")
    return tmp_path / "tree"


@pytest.fixture
async def clean(phone: Connected) -> AsyncIterator[Connected]:
    """The phone, with nothing in its folder for temporary files, before and after."""
    await phone.shell(f"rm -rf {TMP}/*")
    yield phone
    await phone.shell(f"rm -rf {TMP}/*")


async def read_tree(root: Path) -> dict[str, bytes]:
    """Files below a folder and their bytes; links are followed."""
    found = [path async for path in anyio.Path(root).rglob("*")]
    return {path.relative_to(root).as_posix(): await path.read_bytes() for path in found if await path.is_file()}


async def test_files_of_any_size_go_there_and_back(clean: Connected, tmp_path: Path):
    """Around the sizes of pieces and packets, one after the other and all in one command: the same bytes."""
    paths = [anyio.Path(tmp_path / f"Grüße {size} 文件.bin") for size in SIZES]
    for size, path in zip(SIZES, paths, strict=True):
        await path.write_bytes(pattern(size))
    await clean("push", *map(str, paths), f"{TMP}/")
    for size, path in zip(SIZES, paths, strict=True):
        remote = f"{TMP}/{path.name}"
        assert (await clean.shell(f"stat -c %s '{remote}'")).strip() == str(size).encode()
        back = anyio.Path(tmp_path / "back")
        await clean("pull", remote, str(back))
        assert await back.read_bytes() == pattern(size)
    (tmp_path / "all").mkdir()
    await clean("pull", *(f"{TMP}/{path.name}" for path in paths), str(tmp_path / "all"))
    assert await read_tree(tmp_path / "all") == {
        path.name: pattern(size) for size, path in zip(SIZES, paths, strict=True)
    }


async def test_a_tree_goes_there_and_back(clean: Connected, tree: Path, tmp_path: Path):
    """Names in any script, an empty file and a link; files keep their times and the owner's permission bits."""
    await clean("push", str(tree), f"{TMP}/tree")
    assert await clean.shell(f"cat '{TMP}/tree/ sp '\\''a\"ce$'") == b"q"
    assert await clean.shell(f"readlink {TMP}/tree/link; cat {TMP}/tree/link") == "Größe/🙂.txt\nGrüße\n".encode()
    stats = await clean.shell(f"cd {TMP}/tree; stat -c '%Y %a %n' empty program")
    assert stats.decode().splitlines() == [f"{THEN} 666 empty", f"{THEN} 777 program"]
    await clean("pull", "-a", f"{TMP}/tree", str(tmp_path / "copy"))
    assert await read_tree(tmp_path / "copy") == await read_tree(tree)
    back = await anyio.Path(tmp_path / "copy" / "program").stat()
    assert int(back.st_mtime) == THEN
    assert back.st_mode & 0o700 == 0o700
    listed = (await clean("ls", f"{TMP}/tree")).text
    assert "Größe" in listed
    assert len(listed.splitlines()) == 2 + len(os.listdir(tree))


async def test_a_script_that_was_pushed_runs_and_its_mode_is_enforced(clean: Connected, tmp_path: Path):
    """A push replaces a file whatever its mode; a pull needs permission to read it."""
    path = anyio.Path(tmp_path / "script")
    for word in ("tea", "oats"):
        await path.write_text(f"#!/system/bin/sh\necho {word} $1\n")
        await path.chmod(0o555)
        await clean("push", str(path), f"{TMP}/script")
        assert await clean.shell(f"{TMP}/script please; echo x 2>/dev/null >> {TMP}/script || echo no") == (
            f"{word} please\nno\n".encode()
        )
    await clean.shell(f"chmod 222 {TMP}/script")
    failed = await clean("pull", f"{TMP}/script", str(tmp_path / "back"), code=None)
    assert failed.code != 0
    assert "Permission denied" in failed.text


async def test_shared_storage_has_bits_and_owner_of_its_own(phone: Connected, tree: Path):
    """Files have mode 0660 whatever was pushed, and the folder opens by its link, as on a phone."""
    await phone("push", str(tree / "program"), "/sdcard/Download/program")
    assert await phone.shell("stat -c '%a %U %Y' /sdcard/Download/program") == f"660 u0_a142 {THEN}\n".encode()
    modes = {line.split()[3]: line.split()[0] for line in (await phone("ls", "/sdcard/")).text.splitlines()}
    assert modes["."] == modes["Download"] == "000045f8"
    await phone.shell("rm /sdcard/Download/program")


async def test_only_what_is_newer_is_pushed(clean: Connected, tree: Path):
    """With --sync files that are there with the same time and size are skipped; the changed one is not."""
    os.unlink(tree / "link")
    files = len(await read_tree(tree))
    assert f"{files} files pushed" in (await clean("push", "--sync", f"{tree}/.", f"{TMP}/s")).text
    assert f"0 files pushed, {files} skipped" in (await clean("push", "--sync", f"{tree}/.", f"{TMP}/s")).text
    await anyio.Path(tree / "empty").write_bytes(b"now")
    assert f"1 file pushed, {files - 1} skipped" in (await clean("push", "--sync", f"{tree}/.", f"{TMP}/s")).text
    assert await clean.shell(f"cat {TMP}/s/empty") == b"now"


async def test_links_keep_their_time(clean: Connected, tree: Path):
    """Real daemons set it (they say so: fixed_push_symlink_timestamp), so that --sync skips links too."""
    os.utime(tree / "link", (THEN, THEN), follow_symlinks=False)
    await clean("push", str(tree), f"{TMP}/l")
    assert await clean.shell(f"stat -c %Y {TMP}/l/link") == f"{THEN}\n".encode()


@pytest.mark.parametrize(
    ("remote", "text"),
    [
        ("/system/x", "Read-only file system"),
        ("/data/data/x", "Permission denied"),
        ("/sdcard/Download/no/such/file", ""),
    ],
)
async def test_a_push_says_why_it_cannot_be(phone: Connected, tmp_path: Path, remote: str, text: str):
    """A large file too, which is still being sent when the answer comes; missing folders are made instead."""
    local = anyio.Path(tmp_path / "big")
    await local.write_bytes(bytes(3_000_000))
    done = await phone("push", str(local), remote, code=1 if text else 0)
    assert text in done.text
    assert await phone.shell("echo on") == b"on\n"
    if not text:
        assert (await phone.shell(f"stat -c %s {remote}; rm -r /sdcard/Download/no")).strip() == b"3000000"


@pytest.mark.parametrize(
    ("remote", "text"),
    [("/sdcard/absent", "No such file or directory"), ("/data/data/com.android.settings/x", "")],
)
async def test_a_pull_says_why_it_cannot_be(phone: Connected, tmp_path: Path, remote: str, text: str):
    """With a failing status, and no file is left behind."""
    done = await phone("pull", remote, str(tmp_path / "got"), code=1)
    assert "adb: error: failed to stat remote object" in done.text
    assert text in done.text
    assert not await anyio.Path(tmp_path / "got").exists()
    assert await phone.shell("echo on") == b"on\n"


async def test_one_stream_does_many_requests(clean: Connected, tmp_path: Path):
    """Many small files in one push and one pull: requests are answered in turn."""
    root = tmp_path / "many"
    root.mkdir()
    for number in range(120):
        await anyio.Path(root / f"{number:03d}").write_bytes(pattern(number * 7))
    await clean("push", str(root), f"{TMP}/many")
    await clean("pull", f"{TMP}/many", str(tmp_path / "back"))
    assert await read_tree(tmp_path / "back") == await read_tree(root)
