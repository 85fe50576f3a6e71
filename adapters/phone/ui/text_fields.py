"""Where a caret is in a field: which lines of a text are seen, and between which of its characters a place lies. Pure.

A span is (where a selection was begun, where the caret is), counted in characters of the text; None: behind its end.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from adapters.phone.style import typography as types
from adapters.phone.style.typography import TypeStyle
from adapters.phone.ui.kinds import insets, shown_text, type_of
from adapters.phone.ui.node import Node

Span = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn in a focused field: the caret, and what is selected, as (line, from column, to column)."""

    line: int
    column: int
    selected: tuple[tuple[int, int, int], ...] = ()


def clamped(span: Span, length: int) -> tuple[int, int]:
    """The span in a text of this length: an app may have shortened it."""
    if span is None:
        return length, length
    return min(span[0], length), min(span[1], length)


def packed(begun: int, caret: int, length: int) -> Span:
    """The span as state keeps it: a caret behind the end stays there whatever is appended."""
    return None if begun == caret == length else (begun, caret)


def word_at(text: str, offset: int) -> tuple[int, int]:
    """The word that a place lies in or at the end of; an empty span between words."""
    for found in re.finditer(r"\w+", text):
        if found.start() <= offset <= found.end():
            return found.span()
    return offset, offset


def visible(node: Node, width: int, span: Span) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The lines of a field that are seen at this width in px, and the offsets at which they begin.

    The field is scrolled so that the caret is seen. An empty field has no lines of its own: it shows its hint.
    """
    text, style = (shown_text(node), type_of(node)) if node.text else ("", type_of(node))
    if not text:
        return (), ()
    left, _, right, _ = insets(node)
    room = max(0, width - left - right)
    caret = clamped(span, len(text))[1]
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
    """Caret and selection on the lines that are seen."""
    begun, caret = clamped(span, len(text))
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
    """The place in the text next to a point, in px from the upper left corner of the field's lines."""
    lines, starts = visible(node, width, span)
    if not lines:
        return 0
    style = type_of(node)
    at = min(max(0, int(y // types.line_height(style))), len(lines) - 1)
    offset, used = starts[at], 0.0
    for step in types.advances(lines[at], style):
        if used + step / 2 >= x:
            break
        used += step
        offset += 1
    return offset


def vertical(node: Node, width: int, span: Span, by: int) -> int:
    """The offset one line above (-1) or below (1) the caret; the text's ends beyond its first and last line."""
    text = shown_text(node)
    caret = clamped(span, len(text))[1]
    left, _, right, _ = insets(node)
    lines, starts = _wrapped(text, type_of(node), max(0, width - left - right))
    at = _line_of(starts, caret) + by
    if at < 0:
        return 0
    if at >= len(lines):
        return len(text)
    return starts[at] + min(caret - starts[at - by], len(lines[at]))


def _line_of(starts: tuple[int, ...], offset: int) -> int:
    return max((index for index, start in enumerate(starts) if start <= offset), default=0)


def _wrapped(text: str, style: TypeStyle, room: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """All lines and where each begins; what a break swallows (spaces, line feeds) belongs to no line."""
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
