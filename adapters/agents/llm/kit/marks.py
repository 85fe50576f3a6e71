"""Numbered elements of a screen: which there are by an agent's rule, and how they are drawn upon its picture."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import cv2

from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.format import Marks
from runtime.screen.frames.thumbs import Pixels
from runtime.screen.tree import Bounds, UiNode, UiTree

Rule = Literal["leaves", "all"]
Colour = tuple[int, int, int]
"""Red, green, blue."""
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_USUAL_WIDTH = 1080
"""Screens of this width are drawn on in the styles' own measures; others in proportion."""


@dataclass(frozen=True, slots=True)
class Element:
    """An element and its number. A rule may place it elsewhere than the tree does."""

    number: int
    node: UiNode
    bounds: Bounds


def numbered(nodes: Iterable[UiNode], screen: Screen, first: int) -> tuple[Element, ...]:
    """The nodes of which something is on the screen, numbered in order from `first`, cut to the screen."""
    seen = ((node, on_screen(node.bounds, screen)) for node in nodes)
    remaining = [(node, bounds) for node, bounds in seen if bounds is not None]
    return tuple(Element(number, node, bounds) for number, (node, bounds) in enumerate(remaining, first))


def listed(tree: UiTree, screen: Screen, rule: Rule = "leaves") -> tuple[Element, ...]:
    """The elements that M3A lists, numbered from 0.

    `leaves`: what has nothing inside, is described, or scrolls, as from an accessibility service; `all`: every node but
    the root, as where M3A reads a uiautomator dump. Those of which nothing can be seen keep their number and are left
    out, so that numbers have gaps.
    """
    nodes = list(tree.walk())[1:]
    if rule == "leaves":
        nodes = [node for node in nodes if not node.children or node.desc or node.scrollable]
    seen = ((number, node, on_screen(node.bounds, screen)) for number, node in enumerate(nodes))
    return tuple(Element(number, node, bounds) for number, node, bounds in seen if bounds is not None)


def on_screen(bounds: Bounds, screen: Screen) -> Bounds | None:
    """The part of an element that lies on the screen; None if there is none."""
    left, top = max(bounds[0], 0), max(bounds[1], 0)
    right, bottom = min(bounds[2], screen.width), min(bounds[3], screen.height)
    return (left, top, right, bottom) if left < right and top < bottom else None


def marks(elements: Iterable[Element]) -> Marks:
    """The bounds of the numbered elements, which replies refer to."""
    return {element.number: element.bounds for element in elements}


@dataclass(frozen=True, slots=True)
class Style:
    """How numbers are drawn, for a screen 1080 pixels wide: an outline around the element and a label with its number.

    `outline` None: no outline. `place`: in the element's upper left corner or in its middle. `opacity`: of the label.
    """

    name: str
    outline: Colour | None
    stroke: int
    ink: Colour
    paper: Colour
    place: Literal["corner", "middle"]
    text: float = 0.8
    opacity: float = 1.0


M3A: Final = Style("m3a", (0, 255, 0), 2, (0, 0, 0), (255, 255, 255), "corner")
APPAGENT: Final = Style("appagent", None, 0, (255, 250, 250), (10, 10, 10), "middle", 1.0, 0.5)
FAIRY_CLICK: Final = Style("fairy-click", (255, 0, 0), 3, (255, 255, 255), (255, 0, 0), "corner")
FAIRY_SCROLL: Final = Style("fairy-scroll", (0, 160, 0), 3, (255, 255, 255), (0, 160, 0), "middle")


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbered elements as a drawing (`pictures.Drawing`); each may have a style of its own."""

    items: tuple[tuple[Element, Style], ...]

    @classmethod
    def of(cls, elements: Sequence[Element], style: Style) -> Numbers:
        """All in one style."""
        return cls(tuple((element, style) for element in elements))

    @property
    def name(self) -> str:
        """Equal for equal drawings."""
        text = repr([(element.number, element.bounds, style) for element, style in self.items])
        return f"numbers-{hashlib.sha256(text.encode()).hexdigest()[:16]}"

    def onto(self, pixels: Pixels) -> None:
        """Outlines first, so that none crosses a label."""
        scale = pixels.shape[1] / _USUAL_WIDTH
        for element, style in self.items:
            if style.outline is not None:
                left, top, right, bottom = element.bounds
                stroke = max(1, round(style.stroke * scale))
                cv2.rectangle(pixels, (left, top), (right - 1, bottom - 1), (*style.outline, 255), stroke)
        for element, style in self.items:
            _label(pixels, element, style, scale)


def _label(pixels: Pixels, element: Element, style: Style, scale: float) -> None:
    height, width = pixels.shape[:2]
    details, size, stroke = str(element.number), style.text * scale, max(1, round(2 * scale))
    (wide, high), below = cv2.getTextSize(details, _FONT, size, stroke)
    margin = max(2, round(4 * scale))
    wide, high = wide + 2 * margin, high + below // 2 + 2 * margin
    left, top, right, bottom = element.bounds
    if style.place == "middle":
        left, top = (left + right - wide) // 2, (top + bottom - high) // 2
    left, top = max(0, min(left, width - wide)), max(0, min(top, height - high))
    paper = pixels[top : top + high, left : left + wide]
    paper[..., :3] = paper[..., :3] * (1 - style.opacity) + [part * style.opacity for part in style.paper]
    base = top + high - margin - below // 2
    cv2.putText(pixels, details, (left + margin, base), _FONT, size, (*style.ink, 255), stroke, cv2.LINE_AA)


@dataclass(frozen=True, slots=True)
class Captioned:
    """A drawing, or none, and a word in the lower left corner of the picture, as M3A writes `before` and `after`."""

    word: str
    drawing: Numbers | None = None

    @property
    def name(self) -> str:
        """Equal for equal drawings."""
        return f"{self.drawing.name if self.drawing else 'plain'}-{self.word}"

    def onto(self, pixels: Pixels) -> None:
        """The drawing first; the word is red on white, so that it stands out on any screen."""
        if self.drawing is not None:
            self.drawing.onto(pixels)
        height, width = pixels.shape[:2]
        size, stroke, margin = 1.5 * width / _USUAL_WIDTH, max(1, round(3 * width / _USUAL_WIDTH)), width // 100
        (wide, high), below = cv2.getTextSize(self.word, _FONT, size, stroke)
        top = height - high - below - 2 * margin
        cv2.rectangle(pixels, (0, top), (wide + 2 * margin, height - 1), (255, 255, 255, 255), cv2.FILLED)
        base = height - below - margin
        cv2.putText(pixels, self.word, (margin, base), _FONT, size, (255, 0, 0, 255), stroke, cv2.LINE_AA)
