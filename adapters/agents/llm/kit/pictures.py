"""Pictures for models: a frame as a JPEG of the right size, and the meaning of the model's coordinates on it.

    shown = await picture(frame, SizeRule(side=1280))
    surface = shown.surface(FORMAT, marks=marks)      # coordinates of replies become pixels of the phone

A picture may be smaller than the screen. Whoever reads coordinates has to count in the picture that was sent and to
touch in pixels of the phone; that is what `Shown` is for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor, sqrt
from typing import Final, Protocol

import anyio.to_thread

from adapters.agents.formats.grammar.coordinates import Scheme, Screen
from adapters.agents.formats.grammar.format import Format, Marks, Mode, Surface
from runtime.core.errors import AgentFault
from runtime.llm import Picture
from runtime.plugins.protocols import Observation
from runtime.screen.frames import Frame
from runtime.screen.frames.jpeg import encode_jpeg
from runtime.screen.frames.thumbs import Pixels

QUALITY: Final = 90
"""Small grey text on white must stay sharp; half the bytes of a picture without visible loss."""


@dataclass(frozen=True, slots=True)
class SizeRule:
    """The size of a picture: at most `pixels` in total and `side` on its longer side. 0: the size of the screen.

    Nothing is ever made larger, and the sides keep their proportion.
    """

    pixels: int = 0
    side: int = 0

    def of(self, screen: Screen) -> Screen:
        """The size of the picture of a screen."""
        width, height = screen.width, screen.height
        shrink = 1.0
        if self.pixels:
            shrink = min(shrink, sqrt(self.pixels / (width * height)))
        if self.side:
            shrink = min(shrink, self.side / max(width, height))
        if shrink >= 1:
            return screen
        return Screen(max(1, floor(width * shrink)), max(1, floor(height * shrink)))

    def __str__(self) -> str:
        rules = [f"{name}:{most}" for name, most in (("pixels", self.pixels), ("side", self.side)) if most]
        return ",".join(rules) or "full"


FULL: Final = SizeRule()


class Drawing(Protocol):
    """Something drawn upon a screen. `name` tells one drawing from another; it becomes part of the picture's name."""

    @property
    def name(self) -> str: ...

    def onto(self, pixels: Pixels) -> None: ...


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture that was sent, its size, and the screen that it shows."""

    picture: Picture
    size: Screen
    screen: Screen

    def surface(self, form: Format, scheme: str = "", marks: Marks | None = None, mode: Mode = "generic") -> Surface:
        """The reference frame for replies about this picture; the arguments are those of `Format.surface`."""
        usual = form.surface(self.screen, scheme, marks, mode)
        return usual if self.size == self.screen else replace(usual, scheme=counted_in(usual.scheme, self.size))


def counted_in(scheme: Scheme, size: Screen) -> Scheme:
    """The scheme of a model that counts in a picture of that size, whatever the size of the screen it touches."""
    words = f"{scheme.words}; the picture that was sent is {size.width} x {size.height}"
    return replace(scheme, words=words, span=lambda _: scheme.span(size))


async def picture(frame: Frame, rule: SizeRule = FULL, drawing: Drawing | None = None) -> Shown:
    """The picture of a frame, with something drawn upon it or not; made in a thread.

    It must be awaited before the next step: the frame's buffer may be used again then, the picture stays.
    """
    return await anyio.to_thread.run_sync(_made, frame, rule, drawing)


def _made(frame: Frame, rule: SizeRule, drawing: Drawing | None) -> Shown:
    screen = Screen(frame.width, frame.height)
    size = rule.of(screen)
    pixels, name = frame.pixels, f"{frame.digest}/{size.width}x{size.height}-q{QUALITY}"
    if drawing is not None:
        pixels = pixels.copy()
        drawing.onto(pixels)
        name = f"{name}/{drawing.name}"
    return Shown(Picture(name, encode_jpeg(pixels, (size.width, size.height), QUALITY)), size, screen)


def seen(observation: Observation) -> Frame:
    """The frame of an observation.

    Raises:
        AgentFault: the device shows none.
    """
    if observation.frame is None:
        raise AgentFault("this agent looks at pictures, and the device shows none")
    return observation.frame
