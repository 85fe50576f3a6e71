"""Caret and selection in text fields: visible lines, and the text offset at a point. Pure.

A span is (start of the selection, caret), counted in characters of the text; None means the caret is at the end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from adapters.phone.style import typography as types
from adapters.phone.style.typography import TypeStyle
from adapters.phone.ui.kinds import padding, shown_text, type_style
from adapters.phone.ui.node import Node

Span = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Marks:
    """Caret and selection of a focused field, as (line, from column, to column) on the visible lines."""

    line: int
    column: int
    selected: tuple[tuple[int, int, int], ...] = ()


def clamp_span(span: Span, length: int) -> tuple[int, int]:
    """Limit a span to the length of the text, which an app may have shortened."""
    if span is None:
        return length, length
    return min(span[0], length), min(span[1], length)


def stored_span(begun: int, caret: int, length: int) -> Span:
    """Return the span to store in the state: a caret at the end stays at the end when text is appended."""
    return None if begun == caret == length else (begun, caret)


def word_at(text: str, offset: int) -> tuple[int, int]:
    """Return the span of the word at an offset; an empty span between words."""
    for found in re.finditer(r"\w+", text):
        if found.start() <= offset <= found.end():
            return found.span()
    return offset, offset


def visible(node: Node, width: int, span: Span) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the visible lines of a field of this width in px, and the text offsets at which they begin.

    The field is scrolled so that the caret is visible. An empty field has no lines of its own: it shows its hint.
    """
    text, style = (shown_text(node), type_style(node)) if node.text else ("", type_style(node))
    if not text:
        return (), ()
    left, _, right, _ = padding(node)
    room = max(0, width - left - right)
    caret = clamp_span(span, len(text))[1]
    if node.look.lines > 1:
        lines, starts = _wrapped(text, style, room)
        most = node.look.lines
        at = _line_of(starts, caret)
        first = max(0, len(lines) - most) if span is None else max(0, at - most + 1)
        return lines[first : first + most], starts[first : first + most]
    steps = types.advances(text, style)
    start = 0
    if sum(steps[:caret]) > room:
        start = caret
        used = 0.0
        while start and used + steps[start - 1] <= room:
            start -= 1
            used += steps[start]
    end, used = start, 0.0
    while end < len(text) and used + steps[end] <= room:
        used += steps[end]
        end += 1
    return (text[start:end],), (start,)


def marks(lines: tuple[str, ...], starts: tuple[int, ...], text: str, span: Span) -> Marks:
    """Return caret and selection on the visible lines."""
    begun, caret = clamp_span(span, len(text))
    at = _line_of(starts, caret)
    column = min(max(0, caret - starts[at]), len(lines[at])) if lines else 0
    low, high = sorted((begun, caret))
    selected = tuple(
        (index, a, b)
        for index, (line, start) in enumerate(zip(lines, starts, strict=True))
        if (a := max(0, low - start)) < (b := min(len(line), high - start))
    )
    return Marks(at, column, selected)


def offset_at(node: Node, width: int, span: Span, x: float, y: float) -> int:
    """Return the text offset nearest to a point, in px from the upper left corner of the field's lines."""
    lines, starts = visible(node, width, span)
    if not lines:
        return 0
    style = type_style(node)
    at = min(max(0, int(y // types.line_height(style))), len(lines) - 1)
    offset, used = starts[at], 0.0
    for step in types.advances(lines[at], style):
        if used + step / 2 >= x:
            break
        used += step
        offset += 1
    return offset


def vertical(node: Node, width: int, span: Span, by: int) -> int:
    """Return the offset one line above (-1) or below (1) the caret, or the end of the text beyond its lines."""
    text = shown_text(node)
    caret = clamp_span(span, len(text))[1]
    left, _, right, _ = padding(node)
    lines, starts = _wrapped(text, type_style(node), max(0, width - left - right))
    at = _line_of(starts, caret) + by
    if at < 0:
        return 0
    if at >= len(lines):
        return len(text)
    return starts[at] + min(caret - starts[at - by], len(lines[at]))


def _line_of(starts: tuple[int, ...], offset: int) -> int:
    return max((index for index, start in enumerate(starts) if start <= offset), default=0)


def _wrapped(text: str, style: TypeStyle, room: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return all lines and their start offsets; spaces and line feeds at a break belong to no line."""
    lines: list[str] = []
    starts: list[int] = []
    base = 0
    for paragraph in text.split("\n"):
        at = base
        for line in types.wrap(paragraph, style, room, 0):
            found = text.find(line, at) if line else at
            lines.append(line)
            starts.append(found)
            at = found + len(line)
        base += len(paragraph) + 1
    return tuple(lines), tuple(starts)
