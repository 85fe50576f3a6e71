"""Lays out a node tree as boxes in whole pixels, in one flex-like pass.

Widths are computed from the outside in, heights from the inside out, then positions. A child never gets more space than
its parent has, except in a scroll's own direction, so boxes always nest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adapters.phone.ui import kinds, text_fields
from adapters.phone.ui.kinds import CONTAINERS, dp
from adapters.phone.ui.node import Node
from adapters.phone.ui.scene import Box, Rect

UNBOUNDED = 1 << 20
"""Room along a direction that scrolls."""

Offsets = Callable[[str], int | None]


def no_offsets(key: str) -> int | None:
    """Return None for every scroll, so that each is at its start."""
    return None


def layout(
    root: Node,
    rect: Rect,
    offsets: Offsets = no_offsets,
    focus: str = "",
    span: text_fields.Span = None,
    prefix: str = "",
) -> Box:
    """Lay out a tree in a rectangle of the screen.

    Args:
        root: the tree; it fills the rectangle.
        rect: the window's rectangle.
        offsets: returns the scroll offset in px by scroll key (from the end for a scroll of variant `end`), or None
            for the initial offset in the node's `value`, in dp.
        focus: key of the focused field.
        span: selection and caret of the focused field.
        prefix: prefix of this window's scroll keys, so that two windows of one place don't share offsets.
    """
    return _Pass(offsets, focus, span, prefix).place(root, rect, rect)


def natural(root: Node, room: int) -> tuple[int, int]:
    """Return the width and height that a tree wants if it may be `room` px wide."""
    item = _Pass(no_offsets, "", None, "")
    width = item.width(root, room)
    return width, item.height(root, width)


def intersect(a: Rect, b: Rect) -> Rect:
    """Return the intersection of two rectangles; its extent is never negative."""
    if b[0] <= a[0] <= a[2] <= b[2] and b[1] <= a[1] <= a[3] <= b[3]:
        return a  # nearly all boxes lie within their clip
    left, top = max(a[0], b[0]), max(a[1], b[1])
    return left, top, max(left, min(a[2], b[2])), max(top, min(a[3], b[3]))


class _Pass:
    """One layout pass; caches sizes, because several levels ask for the size of the same node."""

    def __init__(self, offsets: Offsets, focus: str, span: text_fields.Span, prefix: str) -> None:
        self._offsets = offsets
        self._focus = focus
        self._span = span
        self._prefix = prefix
        self._widths: dict[tuple[int, int], int] = {}
        self._heights: dict[tuple[int, int], int] = {}
        self._keys: dict[str, int] = {}

    # Sizes.

    def width(self, node: Node, room: int) -> int:
        key = (id(node), room)
        found = self._widths.get(key)
        if found is None:
            found = self._widths[key] = self._width(node, room)
        return found

    def _width(self, node: Node, room: int) -> int:
        look = node.look
        width = look.width
        if width == "fill":
            wanted = room
        elif width != "wrap":
            wanted = dp(width)
        elif node.kind in CONTAINERS:
            wanted = self._content_width(node, room)
        else:
            wanted = kinds.natural_width(node, room)
        if look.min_width:
            wanted = max(wanted, dp(look.min_width))
        if look.max_width:
            wanted = min(wanted, dp(look.max_width))
        return min(wanted, room)

    def _content_width(self, node: Node, room: int) -> int:
        left, _, right, _ = kinds.padding(node)
        aside = left + right
        inner = max(0, room - aside)
        if node.kind == "grid":
            return room
        if node.kind == "row" or (node.kind == "scroll" and node.horizontal):
            if node.look.wrap:
                lines = self._break(node, inner)
                gap = dp(node.look.gap)
                return aside + max((sum(w for _, w in line) + gap * (len(line) - 1) for line in lines), default=0)
            if any(c.look.grow or c.look.width == "fill" for c in node.children) and node.kind == "row":
                return room
            limit = inner if node.kind == "row" else UNBOUNDED
            return aside + sum(self._row_widths(node, limit)) + dp(node.look.gap) * max(0, len(node.children) - 1)
        return aside + max((self.width(child, inner) for child in node.children), default=0)

    def height(self, node: Node, width: int) -> int:
        key = (id(node), width)
        found = self._heights.get(key)
        if found is None:
            found = self._heights[key] = self._height(node, width)
        return found

    def _height(self, node: Node, width: int) -> int:
        look = node.look
        height = look.height
        if height in ("wrap", "fill"):
            wanted = self._content_height(node, width) if node.kind in CONTAINERS else kinds.natural_height(node, width)
        else:
            wanted = dp(float(height))
        return max(wanted, dp(look.min_height)) if look.min_height else wanted

    def _content_height(self, node: Node, width: int) -> int:
        left, top, right, bottom = kinds.padding(node)
        inner = max(0, width - left - right)
        gap = dp(node.look.gap)
        children = node.children
        if not children:
            return top + bottom
        if node.kind == "grid":
            heights = [max(self.height(c, w) for c, w in line) for line in self._grid(node, inner)]
            return top + bottom + sum(heights) + gap * (len(heights) - 1)
        if node.kind == "stack":
            return top + bottom + max(self.height(c, self._stack_width(c, inner)) for c in children)
        if node.kind == "row" or (node.kind == "scroll" and node.horizontal):
            if node.look.wrap:
                heights = [max(self.height(c, w) for c, w in line) for line in self._break(node, inner)]
                return top + bottom + sum(heights) + gap * (len(heights) - 1)
            widths = self._row_widths(node, UNBOUNDED if node.kind == "scroll" else inner)
            return top + bottom + max(self.height(c, w) for c, w in zip(children, widths, strict=True))
        total = sum(self.height(c, self._column_width(node, c, inner)) for c in children)
        return top + bottom + total + gap * (len(children) - 1)

    def _column_width(self, node: Node, child: Node, inner: int) -> int:
        if node.look.align == "stretch" and child.look.width == "wrap" and not child.look.max_width:
            return inner
        return self.width(child, inner)

    def _stack_width(self, child: Node, inner: int) -> int:
        return inner if child.look.place[0] == "fill" else self.width(child, inner)

    def _row_widths(self, node: Node, inner: int) -> list[int]:
        """Return the widths of a row's children: each gets at most the remaining space; growing ones share the rest."""
        gap = dp(node.look.gap)
        children = node.children
        left = max(0, inner - gap * max(0, len(children) - 1))
        bounded = inner < UNBOUNDED
        widths = [0] * len(children)
        growing = []
        for index, child in enumerate(children):
            if bounded and (child.look.grow or child.look.width == "fill"):
                growing.append(index)
                continue
            widths[index] = self.width(child, left if bounded else UNBOUNDED)
            left -= widths[index] if bounded else 0
        if growing:
            self._share(left, growing, [c.look.grow or 1.0 for c in children], widths)
        return widths

    @staticmethod
    def _share(left: int, growing: Sequence[int], shares: Sequence[float], sizes: list[int]) -> None:
        total = sum(shares[index] for index in growing)
        for index in growing:
            part = int(left * shares[index] / total) if total else 0
            sizes[index] = part
            left -= part
            total -= shares[index]

    def _break(self, node: Node, inner: int) -> list[list[tuple[Node, int]]]:
        """Break a wrapping row into lines of children with their widths."""
        gap = dp(node.look.gap)
        lines: list[list[tuple[Node, int]]] = []
        used = 0
        for child in node.children:
            width = self.width(child, inner)
            if lines and used + gap + width <= inner:
                lines[-1].append((child, width))
                used += gap + width
            else:
                lines.append([(child, width)])
                used = width
        return lines

    def _grid(self, node: Node, inner: int) -> list[list[tuple[Node, int]]]:
        columns = max(1, node.columns)
        gap = dp(node.look.gap)
        room = max(0, inner - gap * (columns - 1))
        edges = [room * i // columns for i in range(columns + 1)]
        cells = [edges[i + 1] - edges[i] for i in range(columns)]
        children = node.children
        return [
            [(child, cells[i]) for i, child in enumerate(children[at : at + columns])]
            for at in range(0, len(children), columns)
        ]

    # Positions.

    def place(self, node: Node, rect: Rect, clip: Rect) -> Box:
        kind = node.kind
        if rect[1] >= clip[3] or rect[3] <= clip[1] or rect[0] >= clip[2] or rect[2] <= clip[0]:
            self._skip(node)  # scrolled far out of view: its contents need no positions
            return Box(node, rect, clip)
        if kind == "scroll":
            return self._scroll(node, rect, clip)
        if kind not in CONTAINERS:
            lines = kinds.lines_of(node, rect[2] - rect[0]) if kind in kinds.TEXT_KINDS else ()
            if kind == "field":
                key = self._key("field", node.id or "field")
                if key == self._focus:
                    shown, starts = text_fields.visible(node, rect[2] - rect[0], self._span)
                    marks = text_fields.marks(shown, starts, node.text, self._span)
                    return Box(node, rect, clip, shown or lines, key=key, focused=True, marks=marks)
                return Box(node, rect, clip, lines, key=key)
            return Box(node, rect, clip, lines)
        left, top, right, bottom = kinds.padding(node)
        x, y = rect[0] + left, rect[1] + top
        inner = (x, y, max(x, rect[2] - right), max(y, rect[3] - bottom))
        if kind == "column":
            children = self._column(node, node.children, inner, clip)
        elif kind == "stack":
            children = self._stack(node, inner, clip)
        elif kind == "grid":
            children = self._lines(node, self._grid(node, inner[2] - inner[0]), inner, clip)
        elif node.look.wrap:
            children = self._lines(node, self._break(node, inner[2] - inner[0]), inner, clip)
        else:
            children = self._row(node, inner, clip)
        return Box(node, rect, clip, children=children)

    def _skip(self, node: Node) -> None:
        """Number the keys inside a skipped node, so that a field's key does not depend on scrolling."""
        if node.kind in ("field", "scroll"):
            self._key(node.kind, node.id or node.kind)
        for child in node.children:
            self._skip(child)

    def _key(self, kind: str, name: str) -> str:
        """Return the name, numbered if the screen repeats it for the same kind."""
        count = self._keys.get(kind + name, 0)
        self._keys[kind + name] = count + 1
        return f"{name}#{count}" if count else name

    def _column(
        self, node: Node, children: Sequence[Node], inner: Rect, clip: Rect, bounded: bool = True
    ) -> tuple[Box, ...]:
        room = inner[2] - inner[0]
        height = inner[3] - inner[1]
        gap = dp(node.look.gap)
        widths = [self._column_width(node, child, room) for child in children]
        heights = [0] * len(children)
        growing = []
        left = max(0, height - gap * max(0, len(children) - 1))
        for index, child in enumerate(children):
            if bounded and (child.look.grow or child.look.height == "fill"):
                growing.append(index)
                continue
            heights[index] = self.height(child, widths[index])
            if bounded:
                heights[index] = min(heights[index], left)
                left -= heights[index]
        if growing:
            self._share(left, growing, [c.look.grow or 1.0 for c in children], heights)
        spare = 0 if growing or not bounded else left
        y, between = _justify(node.look.justify, inner[1], spare, gap, len(children))
        boxes = []
        for child, w, h in zip(children, widths, heights, strict=True):
            x = _align(node.look.align, inner[0], inner[2], w)
            if bounded:
                y = min(y, inner[3])
            boxes.append(self.place(child, (x, y, x + w, min(y + h, inner[3]) if bounded else y + h), clip))
            y += h + between
        return tuple(boxes)

    def _row(self, node: Node, inner: Rect, clip: Rect, widths: list[int] | None = None) -> tuple[Box, ...]:
        height = inner[3] - inner[1]
        children = node.children
        bounded = widths is None
        if widths is None:
            widths = self._row_widths(node, inner[2] - inner[0])
        gap = dp(node.look.gap)
        spare = max(0, inner[2] - inner[0] - sum(widths) - gap * max(0, len(children) - 1)) if bounded else 0
        x, between = _justify(node.look.justify, inner[0], spare, gap, len(children))
        boxes = []
        for child, w in zip(children, widths, strict=True):
            fills = child.look.height == "fill" or (node.look.align == "stretch" and child.look.height == "wrap")
            h = height if fills else min(height, self.height(child, w))
            y = _align(node.look.align, inner[1], inner[3], h)
            if bounded:
                x = min(x, inner[2])
            boxes.append(self.place(child, (x, y, min(x + w, inner[2]) if bounded else x + w, y + h), clip))
            x += w + between
        return tuple(boxes)

    def _lines(self, node: Node, lines: list[list[tuple[Node, int]]], inner: Rect, clip: Rect) -> tuple[Box, ...]:
        """Place the lines of a grid or wrapping row below each other."""
        gap = dp(node.look.gap)
        stretch = node.look.align == "stretch"
        grid = node.kind == "grid"
        boxes = []
        y = inner[1]
        for line in lines:
            tall = max(self.height(child, w) for child, w in line)
            spare = 0 if grid else max(0, inner[2] - inner[0] - sum(w for _, w in line) - gap * (len(line) - 1))
            x, between = _justify(node.look.justify, inner[0], spare, gap, len(line))
            for child, cell in line:
                w = cell
                at = x
                if grid and not stretch and child.look.width != "fill":
                    w = self.width(child, cell)
                    at = _align(node.look.align, x, x + cell, w)
                h = tall if stretch or child.look.height == "fill" else self.height(child, w)
                top = y if grid else _align(node.look.align, y, y + tall, h)
                bottom = min(top + h, inner[3])
                boxes.append(self.place(child, (at, min(top, bottom), at + w, bottom), clip))
                x += cell + between
            y = min(y + tall + gap, inner[3])
        return tuple(boxes)

    def _stack(self, node: Node, inner: Rect, clip: Rect) -> tuple[Box, ...]:
        boxes = []
        height = inner[3] - inner[1]
        for child in node.children:
            across, along = child.look.place
            w = self._stack_width(child, inner[2] - inner[0])
            h = height if along == "fill" or child.look.height == "fill" else min(height, self.height(child, w))
            x = _align("start" if across == "fill" else across, inner[0], inner[2], w)
            y = _align("start" if along == "fill" else along, inner[1], inner[3], h)
            boxes.append(self.place(child, (x, y, x + w, y + h), clip))
        return tuple(boxes)

    def _scroll(self, node: Node, rect: Rect, clip: Rect) -> Box:
        key = self._prefix + self._key("scroll", node.id or "scroll")
        left, top, right, bottom = kinds.padding(node)
        window = intersect(rect, clip)
        room_w, room_h = max(0, rect[2] - rect[0] - left - right), max(0, rect[3] - rect[1] - top - bottom)
        widths: list[int] = []
        if node.horizontal:
            widths = self._row_widths(node, UNBOUNDED)
            extent, room = sum(widths) + dp(node.look.gap) * max(0, len(widths) - 1), room_w
        else:
            extent, room = self._content_height(node, rect[2] - rect[0]) - top - bottom, room_h
        most = max(0, extent - room)
        offset = self._offsets(key)
        offset_px = min(most, max(0, dp(node.value) if offset is None else offset))
        offset = most - offset_px if node.variant == "end" else offset_px
        x, y = rect[0] + left, rect[1] + top
        if node.horizontal:
            inner = (x - offset, y, x - offset + max(extent, room_w), y + room_h)
            children = self._row(node, inner, window, widths)
        else:
            inner = (x, y - offset, x + room_w, y - offset + max(extent, room_h))
            grows = most == 0 and any(c.look.grow or c.look.height == "fill" for c in node.children)
            children = self._column(node, node.children, inner, window, bounded=grows or most == 0)
        return Box(node, rect, clip, children=children, scroll=(offset, most), key=key)


def _align(how: str, start: int, end: int, size: int) -> int:
    if how == "center":
        return start + (end - start - size) // 2
    return end - size if how == "end" else start


def _justify(how: str, start: int, spare: int, gap: int, count: int) -> tuple[int, int]:
    """Return the first child's position and the distance between children."""
    if how == "center":
        return start + spare // 2, gap
    if how == "end":
        return start + spare, gap
    if how == "between" and count > 1:
        return start, gap + spare // (count - 1)
    return start, gap
