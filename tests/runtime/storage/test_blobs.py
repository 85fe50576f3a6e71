"""Each content is stored once, also if its checksum is remembered no more or its first writer is cancelled."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import numpy as np

from runtime.core.config import RunConfig
from runtime.screen.frames import Frame
from runtime.screen.frames.png import encode
from runtime.storage.blobs import Blobs
from runtime.storage.chain import checksum
from runtime.storage.disk import Disk
from runtime.storage.run_directory import Manifest, RunDirectory

DUMP = (
    b'<hierarchy rotation="0"><node index="0" text="Lamp" class="android.view.View" bounds="[0,0][8,8]"/></hierarchy>'
)


def _frame(shade: int) -> Frame:
    return Frame(8, 8, np.full((8, 8, 4), shade, np.uint8))


@asynccontextmanager
async def _blobs(folder: Path, remembered: int) -> AsyncIterator[tuple[Blobs, Disk, RunDirectory]]:
    manifest = Manifest(version="0", suite_version="0", config=RunConfig())
    directory = await anyio.to_thread.run_sync(RunDirectory.create, folder / "run", manifest)
    async with Disk().running() as disk:
        yield Blobs(directory, disk, remembered), disk, directory


async def test_a_frame_that_was_stored_long_ago_is_not_stored_again(tmp_path: Path) -> None:
    """Its checksum is that of the file that is there, even if the same pixels come encoded otherwise."""
    async with _blobs(tmp_path, remembered=2) as (blobs, disk, directory):
        first = await blobs.frame(_frame(1))
        for shade in (2, 3, 4):
            await blobs.frame(_frame(shade))
        await disk.flush()
        again = _frame(1)
        again.png = await anyio.to_thread.run_sync(encode, again) + b"other bytes"
        assert await blobs.frame(again) == first
        await disk.flush()
        path = directory.blob(first.digest, ".png")
        assert checksum(await anyio.to_thread.run_sync(path.read_bytes)) == first.checksum


async def test_a_frame_whose_first_writer_is_cancelled_is_stored_by_the_next(tmp_path: Path) -> None:
    """A session that waited for another one's frame stores it itself if that one was cancelled."""
    async with _blobs(tmp_path, remembered=9) as (blobs, disk, directory):
        scope = anyio.CancelScope()

        async def store_and_cancel() -> None:
            with scope:
                await blobs.frame(_frame(1))

        async with anyio.create_task_group() as group:
            group.start_soon(store_and_cancel)
            await anyio.lowlevel.checkpoint()
            scope.cancel()
            stored = await blobs.frame(_frame(1))
        await disk.flush()
        assert await anyio.to_thread.run_sync(directory.blob(stored.digest, ".png").exists)


async def test_trees_and_raw_bytes_have_the_same_name_and_checksum_each_time(tmp_path: Path) -> None:
    """Also when they are remembered no more."""
    async with _blobs(tmp_path, remembered=1) as (blobs, _, _):
        tree, raw = blobs.tree(DUMP)[0], blobs.raw(b"bytes")
        assert blobs.tree(DUMP)[0] == tree
        assert blobs.raw(b"bytes") == raw
        assert tree.checksum == checksum(DUMP)
