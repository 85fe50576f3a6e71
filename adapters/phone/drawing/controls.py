"""What each kind of node draws on its box, below its children. Sizes are those of look.md §1.2.

Every box first gets its shadow, ground and outline from its `look`; buttons, chips and badges bring their own ground,
which `bg`, `outline` and `color` override.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adapters.phone.drawing.brush import Brush, round_half_up
from adapters.phone.drawing.masks import Radii, fit
from adapters.phone.style.color_scheme import Rgb, mix
from adapters.phone.style.typography import measure, resolve
from adapters.phone.ui.kinds import chip_icon, dp, insets, lead, type_of
from adapters.phone.ui.node import Node
from adapters.phone.ui.scene import Box, Rect

BUTTONS: dict[str, tuple[str, str]] = {
    "": ("primary", "on_primary"),
    "filled": ("primary", "on_primary"),
    "tonal": ("secondary_container", "on_secondary_container"),
    "outlined": ("", "primary"),
    "text": ("", "primary"),
    "elevated": ("low", "primary"),
    "danger": ("error", "on_error"),
    "fab": ("primary_container", "on_primary_container"),
}
"""Variant to the roles of its ground and its label."""


def content(box: Box) -> Rect:
    """A box without its insets."""
    left, top, right, bottom = insets(box.node)
    a, b, c, d = box.rect
    return a + left, b + top, c - right, d - bottom


def radii_of(node: Node, rect: Rect) -> Radii:
    """A node's corner radii in pixels for its box."""
    radius = node.look.radius
    four = radius if isinstance(radius, tuple) else (radius, radius, radius, radius)
    return fit(four, rect[2] - rect[0], rect[3] - rect[1])


def ground(box: Box, brush: Brush, bg: str = "", outline: str = "", radii: Radii | None = None) -> None:
    """Shadow, fill and outline of a box; the arguments stand in for what its look leaves open."""
    look = box.node.look
    fill, edge = look.bg or bg, look.outline or outline
    if not fill and not edge:
        return
    radii = radii_of(box.node, box.rect) if radii is None else radii
    if look.elevation and fill:
        brush.shadow(box.rect, look.elevation, radii)
    if edge:
        inner = brush.scheme.color(fill) if fill else None
        brush.canvas.frame(box.rect, brush.scheme.color(edge), inner, dp(look.outline_width), radii)
    else:
        brush.canvas.shape(box.rect, brush.scheme.color(fill), radii)


def full(rect: Rect) -> Radii:
    """The radii of a pill."""
    radius = min(rect[2] - rect[0], rect[3] - rect[1]) // 2
    return radius, radius, radius, radius


def paint_plain(box: Box, brush: Brush) -> None:
    """Containers and spacers: only their ground."""
    ground(box, brush)


def paint_text(box: Box, brush: Brush) -> None:
    """Lines from the top of the box; in a box of fixed height they are centred on its middle."""
    ground(box, brush)
    node, look = box.node, box.node.look
    lines, style = box.lines, type_of(node)
    left, top, right, bottom = content(box)
    step = resolve(style).line
    if not isinstance(look.height, str):
        top += (bottom - top - step * len(lines)) // 2
    color = brush.soft(brush.color(look.color, "on_surface"), node.enabled)
    for index, line in enumerate(lines):
        y = top + index * step
        if y >= brush.canvas.clip[3] or y + step <= brush.canvas.clip[1]:
            continue
        x = float(left)
        if look.text_align != "start":
            spare = right - left - measure(line, style)
            x += spare / 2 if look.text_align == "center" else spare
        brush.line(line, style, x, y, color, look.strike)


def paint_icon(box: Box, brush: Brush) -> None:
    """A glyph in the middle of its box."""
    ground(box, brush)
    look = box.node.look
    left, top, right, bottom = content(box)
    color = brush.soft(brush.color(look.color, "on_surface_variant"), box.node.enabled)
    brush.icon(box.node.icon, look.size, (left + right) / 2, (top + bottom) / 2, color)


def paint_button(box: Box, brush: Brush) -> None:
    """A pill with an optional icon of 18 dp before its label; a floating one is less round and casts a shadow."""
    node, look = box.node, box.node.look
    bg, ink = BUTTONS.get(node.variant, ("", "on_surface"))
    radii = radii_of(node, box.rect) if look.radius else full(box.rect)
    if node.variant == "fab" and not look.radius:
        radii = fit((16, 16, 16, 16), *_size(box.rect))
    if not node.enabled and (bg or look.bg):
        pale = mix(brush.scheme.color("surface"), brush.scheme.color("on_surface"), 0.12)
        brush.canvas.shape(box.rect, pale, radii)
    else:
        if node.variant in ("fab", "elevated") and not look.elevation:
            brush.shadow(box.rect, 3 if node.variant == "fab" else 1, radii)
        ground(box, brush, bg, "outline" if node.variant == "outlined" else "", radii)
    color = brush.soft(brush.color(look.color, ink), node.enabled)
    _label(box, brush, node.icon, color, size=24 if node.variant == "fab" else 18)


def _label(box: Box, brush: Brush, icon: str, color: Rgb, icon_color: Rgb | None = None, size: float = 18) -> None:
    """Icon and one line of text as a group in the middle of the box's content."""
    style = type_of(box.node)
    text = box.lines[0] if box.lines else ""
    left, top, right, bottom = content(box)
    wide = measure(text, style) if text else 0.0
    before = (lead(box.node) or dp(size)) if icon else 0
    x = left + (right - left - wide - before) / 2
    middle = (top + bottom) / 2
    if icon:
        at = x + dp(size) / 2 if text else (left + right) / 2
        brush.icon(icon, size, at, middle, icon_color or color)
    brush.line(text, style, x + before, middle - resolve(style).line / 2, color)


def paint_icon_button(box: Box, brush: Brush) -> None:
    """An icon in its touch box; filled, tonal and outlined ones have a disc, text ones none."""
    node, look = box.node, box.node.look
    bg, ink = BUTTONS.get(node.variant, ("", "")) if node.variant else ("", "")
    radii = radii_of(node, box.rect) if look.radius else full(box.rect)
    ground(box, brush, bg, "outline" if node.variant == "outlined" else "", radii)
    left, top, right, bottom = content(box)
    color = brush.soft(brush.color(look.color, ink or "on_surface_variant"), node.enabled or look.alpha < 1)
    brush.icon(node.icon, look.size, (left + right) / 2, (top + bottom) / 2, color)


def paint_chip(box: Box, brush: Brush) -> None:
    """Tinted with a check when it is on, outlined otherwise."""
    node, look = box.node, box.node.look
    on = node.checked or node.selected
    radii = radii_of(node, box.rect) if look.radius else fit((8, 8, 8, 8), *_size(box.rect))
    ground(box, brush, "secondary_container" if on else "", "" if on else "outline_variant", radii)
    color = brush.soft(brush.color(look.color, "on_secondary_container" if on else "on_surface_variant"), node.enabled)
    _label(box, brush, chip_icon(node), color, None if on else brush.scheme.color("primary"))


def _size(rect: Rect) -> tuple[int, int]:
    return rect[2] - rect[0], rect[3] - rect[1]


def paint_field(box: Box, brush: Brush) -> None:
    """The value, or the hint; in the one that has the focus its selection, or its caret."""
    node, look = box.node, box.node.look
    edge = ("primary" if box.focused else "outline") if node.variant == "outlined" else ""
    radii = radii_of(node, box.rect) if look.radius else fit((4, 4, 4, 4), *_size(box.rect))
    ground(box, brush, "highest" if node.variant == "filled" else "", edge, radii)
    style = type_of(node)
    left, top, _, bottom = content(box)
    step = resolve(style).line
    y = top if look.lines > 1 else top + (bottom - top - step * max(1, len(box.lines))) // 2
    color = brush.color(look.color, "on_surface") if node.text else brush.scheme.color("on_surface_variant")
    color = brush.soft(color, node.enabled)
    marks = box.marks
    for index, first, last in marks.selected if marks is not None else ():
        ends = [left + round_half_up(measure(box.lines[index][:at], style)) for at in (first, last)]
        brush.canvas.fill((ends[0], y + index * step, ends[1], y + (index + 1) * step), _tint(brush))
    for index, line in enumerate(box.lines):
        brush.line(line, style, left, y + index * step, color)
    if marks is not None and not marks.selected:
        x = left + (round_half_up(measure(box.lines[marks.line][: marks.column], style)) if node.text else 0)
        base = y + marks.line * step
        brush.canvas.fill((x, base + step // 12, x + dp(1.6), base + step - step // 12), brush.scheme.color("primary"))


def _tint(brush: Brush) -> Rgb:
    """The ground of selected text."""
    return mix(brush.scheme.color("surface"), brush.scheme.color("primary"), 0.3)


def _beside(box: Box, brush: Brush, x: int) -> None:
    """The label of a control that has its own text, on the middle of the box."""
    style = type_of(box.node)
    step = resolve(style).line
    _, top, _, bottom = content(box)
    y = top + (bottom - top - step * len(box.lines)) // 2
    color = brush.soft(brush.color(box.node.look.color, "on_surface"), box.node.enabled)
    for index, line in enumerate(box.lines):
        brush.line(line, style, x, y + index * step, color)


def _mark(box: Box, side: int) -> tuple[int, int]:
    """Where the square of a checkbox or radio lies: at the left of its label, else in the middle of the box."""
    left, top, right, bottom = content(box)
    y = (top + bottom - side) // 2
    return (left + (dp(20) - side) // 2, y) if box.node.text else ((left + right - side) // 2, y)


def paint_switch(box: Box, brush: Brush) -> None:
    """52 x 32 dp, in the middle of the right end of its box."""
    ground(box, brush)
    node = box.node
    left, top, right, bottom = content(box)
    _beside(box, brush, left)
    wide, high = dp(52), dp(32)
    y = (top + bottom - high) // 2
    rect = (right - wide, y, right, y + high)
    middle = y + high / 2
    color, fade = brush.scheme.color, brush.soft
    if node.checked:
        brush.canvas.shape(rect, fade(color("primary"), node.enabled, 0.12), full(rect))
        knob = color("on_primary") if node.enabled else color("surface")
        brush.disc(right - high / 2, middle, dp(24), knob)
    else:
        line = fade(color("outline"), node.enabled, 0.2)
        brush.canvas.frame(rect, line, color("highest"), dp(2), full(rect))
        brush.disc(rect[0] + high / 2, middle, dp(16), line)


def paint_checkbox(box: Box, brush: Brush) -> None:
    """18 dp square, radius 2, in the middle of its box."""
    ground(box, brush)
    side = dp(18)
    x, y = _mark(box, side)
    _beside(box, brush, x + lead(box.node))
    rect, radii = (x, y, x + side, y + side), fit((2, 2, 2, 2), side, side)
    if box.node.checked:
        brush.canvas.shape(rect, brush.soft(brush.scheme.color("primary"), box.node.enabled), radii)
        brush.icon("check", 16, x + side / 2, y + side / 2, brush.scheme.color("on_primary"))
    else:
        line = brush.soft(brush.scheme.color("on_surface_variant"), box.node.enabled)
        brush.canvas.frame(rect, line, None, dp(2), radii)


def paint_radio(box: Box, brush: Brush) -> None:
    """20 dp ring of 2 dp with a dot of 10, one origin for both so that the ring is even."""
    ground(box, brush)
    side, line = dp(20), dp(2)
    x, y = _mark(box, side)
    _beside(box, brush, x + lead(box.node))
    on = box.node.checked or box.node.selected
    color = brush.soft(brush.scheme.color("primary" if on else "on_surface_variant"), box.node.enabled)
    rect = (x, y, x + side, y + side)
    brush.canvas.frame(rect, color, None, line, full(rect))
    if on:
        dot = side - 2 * dp(5)
        rect = (x + dp(5), y + dp(5), x + dp(5) + dot, y + dp(5) + dot)
        brush.canvas.shape(rect, color, full(rect))


def paint_slider(box: Box, brush: Brush) -> None:
    """A track of 4 dp with a round thumb of 20; the value runs from 0 to 1 over the track."""
    ground(box, brush)
    left, top, right, bottom = content(box)
    track, thumb = dp(4), dp(20)
    left, right = left + thumb // 2, right - thumb // 2
    middle = (top + bottom) / 2
    y = round_half_up(middle - track / 2)
    at = left + round_half_up((right - left) * min(1.0, max(0.0, box.node.value)))
    color = brush.soft(brush.color(box.node.look.color, "primary"), box.node.enabled)
    rest = (left, y, right, y + track)
    brush.canvas.shape(rest, brush.scheme.color("secondary_container"), full(rest))
    if at - left > track:
        done = (left, y, at, y + track)
        brush.canvas.shape(done, color, full(done))
    brush.disc(at, middle, thumb, color)


def paint_divider(box: Box, brush: Brush) -> None:
    """A line of its box's length; 1 dp unless its look says otherwise."""
    look = box.node.look
    left, top, right, bottom = content(box)
    color = brush.color(look.color or look.bg, "outline_variant")
    if bottom - top > right - left:
        brush.canvas.fill((left, top, min(right, left + dp(1)), bottom), color)
        return
    thick = min(bottom - top, dp(look.height)) if not isinstance(look.height, str) else dp(1)
    thick = max(1, thick)
    y = top + max(0, bottom - top - thick) // 2
    brush.canvas.fill((left, y, right, y + thick), color)


def paint_badge(box: Box, brush: Brush) -> None:
    """A pill with a number, or a dot."""
    node = box.node
    ground(box, brush, "error", radii=full(box.rect))
    if box.lines:
        text, style = box.lines[0], type_of(node)
        left, top, right, bottom = box.rect
        x = (left + right - measure(text, style)) / 2
        brush.line(text, style, x, (top + bottom - resolve(style).line) / 2, brush.color(node.look.color, "on_error"))


PAINTERS: Mapping[str, Callable[[Box, Brush], None]] = {
    "column": paint_plain,
    "row": paint_plain,
    "stack": paint_plain,
    "scroll": paint_plain,
    "grid": paint_plain,
    "spacer": paint_plain,
    "text": paint_text,
    "icon": paint_icon,
    "button": paint_button,
    "icon_button": paint_icon_button,
    "field": paint_field,
    "switch": paint_switch,
    "checkbox": paint_checkbox,
    "radio": paint_radio,
    "chip": paint_chip,
    "slider": paint_slider,
    "divider": paint_divider,
    "badge": paint_badge,
}
"""Kind to what draws it; pictures are drawn by the painter, which holds their cache."""
