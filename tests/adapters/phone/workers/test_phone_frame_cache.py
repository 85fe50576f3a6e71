"""The frame cache: each screen is captured once for all phones."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import anyio
import numpy as np
import pytest

from adapters.phone.workers.device import FrameCache, Screen
from runtime.core.errors import DeviceLost
from runtime.screen.frames import Frame
from runtime.screen.frames._cv import cv
from runtime.screen.frames.png import encode


@pytest.fixture(scope="module", autouse=True)
def _opencv() -> None:
    """Loaded before a loop runs: these tests encode on it, which the runtime does in threads."""
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
    """It as a worker sends it for the record."""
    shown = frame(level)
    return shown.width, shown.height, shown.digest, encode(shown)


class Camera:
    """Counts what is captured; each capture takes a turn of the loop."""

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


async def test_many_who_want_one_screen_wait_for_one_capture() -> None:
    """Twenty phones show the same at once: one sends it, and all get the very same frame."""
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


async def test_where_a_capture_fails_the_next_one_tries_itself() -> None:
    """A lost phone is the fault of one episode, not of all that wait for its screen."""
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


async def test_a_cancelled_capture_hands_on_to_who_waits() -> None:
    """A waiting capture takes over; none waits for ever."""
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


async def test_a_screen_is_recalled_with_the_same_pixels() -> None:
    """Long after everybody forgot the frame itself; decoded when somebody looks, and only then."""
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


async def test_a_frame_that_somebody_holds_is_given_again() -> None:
    """With the pixels that were decoded, also when its PNG has left."""
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
    """The screens unused for longest leave, by weight."""
    cache, camera = FrameCache(limit=10 * len(recorded()[3])), Camera()
    camera.go.set()
    for _ in range(2):
        for level in range(count):
            camera.level = level
            assert (await cache.show(str(level), camera)) is not None
            gc.collect()
    assert camera.taken == (count if count <= 10 else 2 * count)


async def test_a_screen_that_is_used_stays() -> None:
    """Of eleven, in a cache for ten, the one that was asked for again is not the one that leaves."""
    cache, camera = FrameCache(limit=10 * len(recorded()[3])), Camera()
    camera.go.set()
    for level in (*range(10), 0, 10, 0):
        camera.level = level
        await cache.show(str(level), camera)
        gc.collect()
    assert camera.taken == 11
