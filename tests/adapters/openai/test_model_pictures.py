"""JPEG pictures of frames for models: half the size of the screen, encoded once and shared."""

from __future__ import annotations

import threading
from typing import Any

import anyio
import cv2
import numpy as np
import pytest

from runtime.llm import PictureCache
from runtime.screen.frames.jpeg import half_size_jpeg


def screen(shade: Any = 200, height: Any = 240, width: Any = 108) -> Any:
    """A frame's pixels: a grey screen with a red square."""
    pixels = np.full((height, width, 4), shade, np.uint8)
    pixels[40:80, 20:60] = (255, 0, 0, 255)
    return pixels


def decoded(jpeg: bytes) -> Any:
    """The pixels of a JPEG."""
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)


def test_a_picture_is_the_frame_at_half_size():
    """The JPEG has half the width and height, rounded down but at least one pixel, and the colours of the frame."""
    seen = decoded(half_size_jpeg(screen()))
    assert seen.shape == (120, 54, 3)
    assert seen[30, 20].tolist() == pytest.approx([0, 0, 255], abs=12)
    assert seen[100, 40].tolist() == pytest.approx([200, 200, 200], abs=12)
    odd = decoded(half_size_jpeg(screen(height=121, width=61)))
    assert odd.shape == (60, 30, 3)
    assert half_size_jpeg(np.zeros((1, 1, 4), np.uint8)).startswith(b"\xff\xd8")


async def test_a_frame_is_encoded_once_for_concurrent_callers():
    """Twenty concurrent callers get the same picture object, made by one call outside the event loop's thread."""
    pictures, made, got = PictureCache(), [], []

    def pixels() -> Any:
        made.append(threading.current_thread())
        return screen()

    async def go() -> Any:
        got.append(await pictures.of("frame-1", pixels))

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(go)
    assert len(made) == 1
    assert made[0] is not threading.main_thread()
    assert len({id(picture) for picture in got}) == 1
    assert got[0].encoded is got[0].encoded
    assert got[0].name == "frame-1/half-q80"


async def test_a_caller_that_waited_for_a_failed_encoding_tries_again():
    """If reading a frame fails, one caller gets the error; the other, which waited, tries again and succeeds."""
    pictures = PictureCache()
    got: list[object] = []
    calls = iter([OSError("gone"), None])

    def pixels() -> Any:
        error = next(calls)
        if error is not None:
            raise error
        return screen()

    async def go() -> Any:
        try:
            got.append(await pictures.of("frame-1", pixels))
        except OSError as error:
            got.append(error)

    async with anyio.create_task_group() as group:
        group.start_soon(go)
        group.start_soon(go)
    assert [type(value).__name__ for value in got] == ["OSError", "Picture"]


async def test_the_least_recently_used_picture_is_evicted():
    """The cache holds a limited number of pictures; the one that was not used for longest is dropped first."""
    pictures, made = PictureCache(most=2), []

    def of(name: Any) -> Any:
        def pixels() -> Any:
            made.append(name)
            return screen()

        return pictures.of(name, pixels)

    for name in ("a", "b", "a", "c", "a", "b"):
        await of(name)
    assert made == ["a", "b", "c", "b"]
