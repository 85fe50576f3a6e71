"""Checks texts: each fits its box, overlaps no other text, and has enough contrast to what is painted behind it. Pure.

The limits of contrast are those of WCAG 2.1 AA: 4.5, and 3 for large text, which is 24 sp, or 18.66 sp in bold.
Disabled controls are exempt, as in WCAG.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from adapters.phone.drawing.controls import content
from adapters.phone.style.color_scheme import Rgb, contrast, mix
from adapters.phone.style.typography import DENSITY, measure, missing_glyphs, resolve
from adapters.phone.ui import kinds
from adapters.phone.ui.kinds import shown_text, type_style
from adapters.phone.ui.scene import Box, Scene, Window
from benchmarks.acceptance.atlas.boxes import name_of, visible_boxes, windows_in_reach
from benchmarks.acceptance.atlas.findings import Problem
from benchmarks.acceptance.atlas.grounds import Grounds
from benchmarks.acceptance.atlas.strokes import Stroke

_ELLIPSIS: Final = "…"
_LARGE_SP: Final = 24.0
_LARGE_BOLD_SP: Final = 18.66
_BOLD: Final = ("Bold", "Black", "Condensed")
_ENOUGH, _ENOUGH_LARGE = 4.5, 3.0
_LABELLED: Final = frozenset({"button", "chip", "badge"})
_TOUCHING: Final = 6
"""Pixels by which the ink of two texts may seem to overlap, since it is only estimated."""
_SLACK: Final = 2
"""Pixels by which rounding may make a text larger than its box."""


def text_problems(scene: Scene, strokes: Sequence[Stroke]) -> Iterator[Problem]:
    """Yield what is wrong with the texts that can be seen and are not below a modal window."""
    faded = {id(box) for window in scene.windows for box in _disabled(window.root, disabled=False)}
    checked = _front_windows(scene)
    boxes = {id(box): box for window in checked for box in visible_boxes(window.root)}
    for box in boxes.values():
        if box.lines:
            yield from _fit_problems(box)
    grounds = Grounds(strokes)
    texts = [
        (index, stroke)
        for index, stroke in enumerate(strokes)
        if stroke.kind == "text" and stroke.box is not None and id(stroke.box) in boxes
    ]
    for index, stroke in texts:
        assert stroke.box is not None
        if id(stroke.box) not in faded:
            yield from _contrast_problems(index, stroke, stroke.box, grounds)
    yield from _overlaps(texts, grounds)


def _front_windows(scene: Scene) -> list[Window]:
    """Return the windows whose texts people read: those in reach, and what floats above them."""
    reach = list(windows_in_reach(scene))
    return reach + [window for window in scene.windows if window.kind in ("toast", "status")]


def _disabled(box: Box, *, disabled: bool) -> Iterator[Box]:
    """Yield the boxes that are disabled or in something disabled."""
    disabled = disabled or not box.node.enabled
    if disabled:
        yield box
    for child in box.children:
        yield from _disabled(child, disabled=disabled)


def _fit_problems(box: Box) -> Iterator[Problem]:
    node, style = box.node, type_style(box.node)
    text, name = shown_text(node), name_of(box)
    left, top, right, bottom = content(box)
    line = resolve(style).line
    needed = line * len(box.lines)
    # A control centres one line, so only its ink must fit.
    tall = resolve(style).px if node.kind in kinds.TEXT_KINDS - {"text"} else needed
    if bottom - top < tall - _SLACK and node.kind != "field":
        yield Problem("squeezed text", name, f"{text[:60]!r}: {needed} px of lines in {bottom - top} px")
    widest = max(measure(item, style) for item in box.lines)
    if widest > right - left + _SLACK:
        yield Problem("wide text", name, f"{text[:60]!r}: {widest:.0f} px in {right - left} px")
    if node.kind != "field":
        drawn = "".join(box.lines)
        if not drawn.endswith(_ELLIPSIS) and _plain(drawn) != _plain(text):
            yield Problem("cut text", name, f"{text[:60]!r} is shown as {drawn[:60]!r}")
        if node.kind in _LABELLED and drawn.endswith(_ELLIPSIS) and not text.endswith(_ELLIPSIS):
            yield Problem("cut label", name, f"{text[:60]!r} is shown as {drawn[:60]!r}")
    if missing := missing_glyphs(text):
        yield Problem("missing glyph", name, f"{text[:60]!r}: {''.join(sorted(missing))!r}")


def _plain(text: str) -> str:
    return re.sub(r"\s", "", text)


def _contrast_problems(index: int, stroke: Stroke, box: Box, grounds: Grounds) -> Iterator[Problem]:
    limit = _ENOUGH_LARGE if is_large(stroke.detail[1]) else _ENOUGH
    left, top, right, bottom = stroke.seen
    y = (top + bottom) // 2
    for share in (1, 4, 7):
        x = left + (right - left) * share // 8
        ground = grounds.color_below(index, x, y)
        ink = mix(ground, stroke.color, stroke.alpha / 255)
        ratio = contrast(ink, ground)
        if ratio < limit:
            where = f"{name_of(box)} {hex_color(ink)} on {hex_color(ground)}"
            what = f"{name_of(box)} {hex_color(ink)}"
            yield Problem("low contrast", what, f"{stroke.detail[0][:60]!r}, {where}: {ratio:.2f} < {limit}")
            return


def is_large(style: str) -> bool:
    """Return whether text of this style counts as large."""
    kind = resolve(style)
    bold = kind.face.partition("-")[2] in _BOLD
    return kind.px / DENSITY >= (_LARGE_BOLD_SP if bold else _LARGE_SP) - 0.2


def hex_color(color: Rgb) -> str:
    """Return a colour as `#RRGGBB`."""
    return "#{:02X}{:02X}{:02X}".format(*color)


def _overlaps(texts: Sequence[tuple[int, Stroke]], grounds: Grounds) -> Iterator[Problem]:
    """Yield texts whose ink lies on the ink of another text that nothing covers."""
    for at, (index, first) in enumerate(texts):
        for later, second in texts[at + 1 :]:
            a, b = first.seen, second.seen
            left, top, right, bottom = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
            if right - left <= _TOUCHING or bottom - top <= _TOUCHING:
                continue
            if grounds.cover_after(index, (left + right) // 2, (top + bottom) // 2, later) is None:
                assert first.box is not None
                assert second.box is not None
                yield Problem(
                    "overlapping texts",
                    f"{name_of(first.box)} and {name_of(second.box)}",
                    f"{first.detail[0][:40]!r} and {second.detail[0][:40]!r}",
                )
