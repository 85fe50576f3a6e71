"""A small dataset of one's own, and what two models say about it."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator

import numpy as np
from PIL import Image

from benchmarks.gap.records import COMPLETE, DUAL, IMPOSSIBLE, TYPE, Defect, Predicted, Prediction, Step, Truth

SCREEN = (90, 200)
_BOXES = np.array([[0.0, 0.0, 1.0, 1.0], [0.1, 0.1, 0.1, 0.3], [0.6, 0.2, 0.2, 0.6]])
_LABELS = ("", "Search", "Buy now")


def truth(number: int) -> Truth:
    """The right action of the n-th step of an episode."""
    kinds = (
        Truth("click", DUAL, (0.2, 0.15), (0.2, 0.15)),
        Truth("type", TYPE, text="two tickets"),
        Truth("scroll", DUAL, (0.5, 0.7), (0.5, 0.3)),
        Truth("press", 5, button="back"),
        Truth("wait", 1),
        Truth("click", DUAL, (0.5, 0.7), (0.5, 0.7), description="click on Buy now"),
        Truth("stop", IMPOSSIBLE if number % 2 else COMPLETE),
    )
    return kinds[number % len(kinds)]


def painted(episode: int, number: int) -> Callable[[], bytes]:
    """A picture of one colour."""
    data = io.BytesIO()
    Image.new("RGB", SCREEN, f"#{zlib.crc32(f'{episode}/{number}'.encode()) & 0xFFFFFF:06x}").save(data, "PNG")
    return data.getvalue


def steps(episodes: int = 12, *, pictures: bool = True) -> Iterator[Step | Defect]:
    """Episodes of seven steps, and one record that cannot be read."""
    for episode in range(episodes):
        for number in range(7):
            yield Step(
                "aitz",
                f"E-{episode}",
                number,
                f"Order two tickets, number {episode}",
                truth(number),
                _BOXES,
                _LABELS,
                SCREEN,
                painted(episode, number) if pictures else None,
                source=f"E-{episode}.json:{number}",
            )
    yield Defect("unreadable", "E-99.json:1", "cut short")


def predictions(model: str, episodes: int = 12) -> Iterator[Prediction | Defect]:
    """A thought for every step but the first of each episode, where it is empty; nothing for the last episode."""
    for episode in range(episodes - 1):
        for number in range(7):
            text = f"{model} thinks: I will do what step {number} of E-{episode} needs." if number else " "
            yield Prediction(f"E-{episode}", number, text, Predicted("click", (0.123, 0.456)), model=f"secret-{model}")
