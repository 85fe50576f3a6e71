"""The frame cache: each screen is captured once for all phones."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import anyio
import anyio.lowlevel
import numpy as np
import pytest

from adapters.phone.workers.device import FrameCache, Screen
from runtime.core.errors import DeviceLost
from runtime.screen.frames import Frame
from runtime.screen.frames._cv import cv
from runtime.screen.frames.png import encode


@pytest.fixture(scope="module", autouse=True)
def _opencv() -> None:
    """Load OpenCV before an event loop runs, since these tests encode frames in the loop's thread."""
    cv()


@pytest.fixture(autouse=True)
def _little_to_collect() -> Iterator[None]:
    """Excludes other tests' garbage from the collections in this one."""
    gc.freeze()
    yield
    gc.unfreeze()


def frame(level: int = 9) -> Frame:
    """A small screen."""
    return Frame(8, 4, np.full((4, 8, 4), (level, level, level, 255), np.uint8))


def recorded(level: int = 9) -> Screen:
    """The same screen as a worker sends it: size, digest and encoded pixels."""
    shown = frame(level)
    return shown.width, shown.height, shown.digest, encode(shown)


class Camera:
    """Counts the captures; each waits until the test sets `go`."""

    def __init__(self, level: int = 9) -> None:
        self.level = level
        self.taken = 0
        self.fails = 0
        self.go = anyio.Event()

    async def __call__(self) -> Screen | None:
        self.taken += 1
        await self.go.wait()
        if self.fails >= self.taken:
            raise DeviceLost("the phone is gone")
        return recorded(self.level)


async def test_concurrent_requests_for_one_screen_share_one_capture() -> None:
    """Twenty concurrent requests for one screen make one capture and get the same frame object."""
    cache, camera, got = FrameCache(), Camera(), []

    async def look() -> None:
        got.append(await cache.show("home", camera))

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(look)
        await anyio.wait_all_tasks_blocked()
        camera.go.set()
    assert camera.taken == 1
    assert len(got) == 20
    assert len(set(map(id, got))) == 1


async def test_after_a_failed_capture_a_waiting_request_captures_itself() -> None:
    """A failed capture fails for one request only; of the waiting ones the next captures again."""
    cache, camera, got = FrameCache(), Camera(), []
    camera.fails = 1

    async def look() -> None:
        try:
            got.append(await cache.show("home", camera))
        except DeviceLost:
            got.append(None)

    async with anyio.create_task_group() as group:
        for _ in range(3):
            group.start_soon(look)
        await anyio.wait_all_tasks_blocked()
        camera.go.set()
    assert camera.taken == 2
    assert [item is None for item in got].count(True) == 1


async def test_a_capture_that_hangs_is_taken_over_by_one_waiting_request() -> None:
    """While one phone hangs, the others get the screen from the first of them that waited long enough."""
    cache, hung, sound = FrameCache(patience=0.02), Camera(), Camera()
    sound.go.set()
    frames: list[Frame | None] = []

    async def show() -> None:
        frames.append(await cache.show("screen", sound))

    async with anyio.create_task_group() as hanging:
        hanging.start_soon(cache.show, "screen", hung)
        await anyio.lowlevel.checkpoint()
        with anyio.fail_after(5):
            async with anyio.create_task_group() as group:
                for _ in range(3):
                    group.start_soon(show)
        hanging.cancel_scope.cancel()
    assert (hung.taken, sound.taken) == (1, 1)
    assert len({id(shown) for shown in frames}) == 1
    assert await cache.show("screen", hung) is frames[0]


async def test_a_cancelled_capture_is_taken_over_by_a_waiting_request() -> None:
    """If the request that captures is cancelled, a waiting one captures and returns."""
    cache, camera, got = FrameCache(), Camera(), []

    async def look() -> None:
        got.append(await cache.show("home", camera))

    async with anyio.create_task_group() as waiting:
        async with anyio.create_task_group() as capturing:
            capturing.start_soon(cache.show, "home", camera)
            await anyio.wait_all_tasks_blocked()
            waiting.start_soon(look)
            await anyio.wait_all_tasks_blocked()
            assert camera.taken == 1
            capturing.cancel_scope.cancel()
        await anyio.wait_all_tasks_blocked()
        assert camera.taken == 2
        camera.go.set()
    assert len(got) == 1


async def test_a_cached_screen_is_decoded_with_the_same_pixels() -> None:
    """After the frame object is gone, the cached PNG gives the same pixels, decoded on first access."""
    cache, camera = FrameCache(), Camera()
    camera.go.set()
    assert (await cache.show("home", camera)) is not None
    gc.collect()
    back = await cache.show("home", camera)
    assert back is not None
    assert camera.taken == 1
    assert not back.at_hand
    assert back.known_digest == frame().digest
    assert np.array_equal(back.pixels, frame().pixels)


async def test_a_frame_in_use_is_returned_again() -> None:
    """While a frame object is referenced, it is returned for its screen even if its PNG was evicted."""
    cache, camera = FrameCache(limit=0), Camera()
    camera.go.set()
    held = await cache.show("home", camera)
    assert held is not None
    assert held.pixels.size
    await cache.show("the only one that has room", camera)
    assert (await cache.show("home", camera)) is held
    assert camera.taken == 2


@pytest.mark.parametrize("count", [1, 5, 50])
async def test_the_cache_is_bounded(count: int) -> None:
    """With room for ten screens, ten are captured once; of fifty each is captured twice."""
    cache, camera = FrameCache(limit=10 * len(recorded()[3])), Camera()
    camera.go.set()
    for _ in range(2):
        for level in range(count):
            camera.level = level
            assert (await cache.show(str(level), camera)) is not None
            gc.collect()
    assert camera.taken == (count if count <= 10 else 2 * count)


async def test_a_recently_used_screen_is_not_evicted() -> None:
    """When an eleventh screen enters a cache for ten, a screen that was just used stays."""
    cache, camera = FrameCache(limit=10 * len(recorded()[3])), Camera()
    camera.go.set()
    for level in (*range(10), 0, 10, 0):
        camera.level = level
        await cache.show(str(level), camera)
        gc.collect()
    assert camera.taken == 11
