"""Screens that are captured once, whoever shows them."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import anyio
import numpy as np
import pytest

from adapters.phone.workers.device import FrameCache
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
    """What other tests have left is not looked through each time that one here collects garbage: it can be a lot."""
    gc.freeze()
    yield
    gc.unfreeze()


def frame(level: int = 9) -> Frame:
    """A small screen."""
    return Frame(8, 4, np.full((4, 8, 4), (level, level, level, 255), np.uint8))


def recorded(level: int = 9) -> Frame:
    """One that has been written into a run's folder."""
    one = frame(level)
    assert one.digest
    one.png = encode(one)
    return one


class Camera:
    """Counts what is captured; each capture takes a turn of the loop."""

    def __init__(self, level: int = 9) -> None:
        self.level = level
        self.taken = 0
        self.fails = 0
        self.go = anyio.Event()

    async def __call__(self) -> Frame | None:
        self.taken += 1
        await self.go.wait()
        if self.fails >= self.taken:
            raise DeviceLost("the phone is gone")
        return frame(self.level)


async def test_many_who_want_one_screen_wait_for_one_capture() -> None:
    """Twenty phones show the same at once: one sends it, and all get the very same frame."""
    album, camera, got = FrameCache(), Camera(), []

    async def look() -> None:
        got.append(await album.show("home", camera))

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(look)
        await anyio.wait_all_tasks_blocked()
        camera.go.set()
    assert camera.taken == 1
    assert len(got) == 20
    assert len(set(map(id, got))) == 1


async def test_where_a_capture_fails_the_next_one_tries_itself() -> None:
    """A lost phone is one episode's fault, not that of all who waited for its screen."""
    album, camera, got = FrameCache(), Camera(), []
    camera.fails = 1

    async def look() -> None:
        try:
            got.append(await album.show("home", camera))
        except DeviceLost:
            got.append(None)

    async with anyio.create_task_group() as group:
        for _ in range(3):
            group.start_soon(look)
        await anyio.wait_all_tasks_blocked()
        camera.go.set()
    assert camera.taken == 2
    assert [one is None for one in got].count(True) == 1


async def test_a_cancelled_capture_hands_on_to_who_waits() -> None:
    """Whoever waited captures; nobody waits for ever."""
    album, camera, got = FrameCache(), Camera(), []

    async def look() -> None:
        got.append(await album.show("home", camera))

    async with anyio.create_task_group() as waiting:
        async with anyio.create_task_group() as capturing:
            capturing.start_soon(album.show, "home", camera)
            await anyio.wait_all_tasks_blocked()
            waiting.start_soon(look)
            await anyio.wait_all_tasks_blocked()
            assert camera.taken == 1
            capturing.cancel_scope.cancel()
        await anyio.wait_all_tasks_blocked()
        assert camera.taken == 2
        camera.go.set()
    assert len(got) == 1


async def test_a_recorded_screen_is_recalled_with_the_same_pixels() -> None:
    """Long after everybody forgot the frame itself; decoded when somebody looks, and only then."""
    album, camera = FrameCache(), Camera()
    camera.go.set()
    one = recorded()
    album.keep("home", one)
    pixels, digest = one.pixels.copy(), one.digest
    del one
    gc.collect()
    back = await album.show("home", camera)
    assert back is not None
    assert camera.taken == 0
    assert not back.at_hand
    assert back.known_digest == digest
    assert np.array_equal(back.pixels, pixels)


async def test_a_passing_screen_leaves_nothing() -> None:
    """What was never recorded has no PNG to be remembered by, and is captured again."""
    album, camera = FrameCache(), Camera()
    camera.go.set()
    album.keep("home", frame())
    assert (await album.show("home", camera)) is not None
    gc.collect()
    assert (await album.show("home", camera)) is not None
    assert camera.taken == 2


@pytest.mark.parametrize("count", [1, 5, 50])
async def test_the_album_is_bounded(count: int) -> None:
    """The screens unseen for longest leave, by weight."""
    weight = len(recorded().png)
    album, camera = FrameCache(limit=10 * weight), Camera()
    camera.go.set()
    for level in range(count):
        album.keep(str(level), recorded(level))
    gc.collect()
    for level in range(count):
        assert (await album.show(str(level), camera)) is not None
        gc.collect()
    assert camera.taken == max(0, count - 10)
