"""What a disk writes, and what it drops on purpose."""

from __future__ import annotations

from pathlib import Path

import anyio

from runtime.storage.disk import Disk


async def test_a_disk_for_one_kind_of_file_drops_all_others(tmp_path: Path) -> None:
    """Whatever is queued for them, and in whatever way."""
    async with Disk(".xml").running() as disk:
        disk.place(tmp_path / "blobs" / "tree-1.xml", b"<hierarchy/>")
        disk.place(tmp_path / "blobs" / "frame-1.png", b"png")
        disk.append(tmp_path / "events" / "log.jsonl", b"{}\n")
        disk.commit(tmp_path / "results.jsonl", b"{}\n")
        disk.release(tmp_path / "events" / "log.jsonl")
        await disk.flush()
        assert disk.pressure == 0
    files = [path.name async for path in anyio.Path(tmp_path).rglob("*") if await path.is_file()]
    assert files == ["tree-1.xml"]
