"""Draws the content of each kind of node on its box, below its children.

Every box first gets the shadow, background and outline of its `look`. Buttons, chips and badges have a default
background, which `bg`, `outline` and `color` override.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adapters.phone.drawing.brush import Brush, round_half_up
from adapters.phone.drawing.masks import Radii, pixel_radii
from adapters.phone.style.color_scheme import Rgb, mix
from adapters.phone.style.typography import measure, resolve
from adapters.phone.ui.kinds import chip_icon, dp, leading_width, padding, type_style
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
    """Return the rectangle of a box without its padding."""
    left, top, right, bottom = padding(box.node)
    a, b, c, d = box.rect
    return a + left, b + top, c - right, d - bottom


def radii_of(node: Node, rect: Rect) -> Radii:
    """Return a node's corner radii in pixels for its box."""
    radius = node.look.radius
    four = radius if isinstance(radius, tuple) else (radius, radius, radius, radius)
    return pixel_radii(four, rect[2] - rect[0], rect[3] - rect[1])


def paint_background(box: Box, brush: Brush, bg: str = "", outline: str = "", radii: Radii | None = None) -> None:
    """Draw shadow, fill and outline of a box; the arguments are defaults for what its look leaves open."""
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


def pill_radii(rect: Rect) -> Radii:
    """Return the corner radii that make a rectangle a pill."""
    radius = min(rect[2] - rect[0], rect[3] - rect[1]) // 2
    return radius, radius, radius, radius


def paint_plain(box: Box, brush: Brush) -> None:
    """Draw only the background, for containers and spacers."""
    paint_background(box, brush)


def paint_text(box: Box, brush: Brush) -> None:
    """Draw lines from the top of the box; in a box of fixed height they are centred vertically."""
    paint_background(box, brush)
    node, look = box.node, box.node.look
    lines, style = box.lines, type_style(node)
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
    """Draw a glyph in the middle of its box."""
    paint_background(box, brush)
    look = box.node.look
    left, top, right, bottom = content(box)
    color = brush.soft(brush.color(look.color, "on_surface_variant"), box.node.enabled)
    brush.icon(box.node.icon, look.size, (left + right) / 2, (top + bottom) / 2, color)


def paint_button(box: Box, brush: Brush) -> None:
    """Draw a pill with an optional 18 dp icon before its label; a floating button is squarer and casts a shadow."""
    node, look = box.node, box.node.look
    bg, ink = BUTTONS.get(node.variant, ("", "on_surface"))
    radii = radii_of(node, box.rect) if look.radius else pill_radii(box.rect)
    if node.variant == "fab" and not look.radius:
        radii = pixel_radii((16, 16, 16, 16), *_size(box.rect))
    if not node.enabled and (bg or look.bg):
        pale = mix(brush.scheme.color("surface"), brush.scheme.color("on_surface"), 0.12)
        brush.canvas.shape(box.rect, pale, radii)
    else:
        if node.variant in ("fab", "elevated") and not look.elevation:
            brush.shadow(box.rect, 3 if node.variant == "fab" else 1, radii)
        paint_background(box, brush, bg, "outline" if node.variant == "outlined" else "", radii)
    color = brush.soft(brush.color(look.color, ink), node.enabled)
    _label(box, brush, node.icon, color, size=24 if node.variant == "fab" else 18)


def _label(box: Box, brush: Brush, icon: str, color: Rgb, icon_color: Rgb | None = None, size: float = 18) -> None:
    """Draw an icon and one line of text as a group centred in the box."""
    style = type_style(box.node)
    text = box.lines[0] if box.lines else ""
    left, top, right, bottom = content(box)
    wide = measure(text, style) if text else 0.0
    before = (leading_width(box.node) or dp(size)) if icon else 0
    x = left + (right - left - wide - before) / 2
    middle = (top + bottom) / 2
    if icon:
        at = x + dp(size) / 2 if text else (left + right) / 2
        brush.icon(icon, size, at, middle, icon_color or color)
    brush.line(text, style, x + before, middle - resolve(style).line / 2, color)


def paint_icon_button(box: Box, brush: Brush) -> None:
    """Draw an icon in its touch box, on a disc if it is filled, tonal or outlined."""
    node, look = box.node, box.node.look
    bg, ink = BUTTONS.get(node.variant, ("", "")) if node.variant else ("", "")
    radii = radii_of(node, box.rect) if look.radius else pill_radii(box.rect)
    paint_background(box, brush, bg, "outline" if node.variant == "outlined" else "", radii)
    left, top, right, bottom = content(box)
    color = brush.soft(brush.color(look.color, ink or "on_surface_variant"), node.enabled or look.alpha < 1)
    brush.icon(node.icon, look.size, (left + right) / 2, (top + bottom) / 2, color)


def paint_chip(box: Box, brush: Brush) -> None:
    """Draw a chip: tinted with a check mark when selected, outlined otherwise."""
    node, look = box.node, box.node.look
    on = node.checked or node.selected
    radii = radii_of(node, box.rect) if look.radius else pixel_radii((8, 8, 8, 8), *_size(box.rect))
    paint_background(box, brush, "secondary_container" if on else "", "" if on else "outline_variant", radii)
    color = brush.soft(brush.color(look.color, "on_secondary_container" if on else "on_surface_variant"), node.enabled)
    _label(box, brush, chip_icon(node), color, None if on else brush.scheme.color("primary"))


def _size(rect: Rect) -> tuple[int, int]:
    return rect[2] - rect[0], rect[3] - rect[1]


def paint_field(box: Box, brush: Brush) -> None:
    """Draw a field's value or hint; the focused field also shows its selection or caret."""
    node, look = box.node, box.node.look
    edge = ("primary" if box.focused else "outline") if node.variant == "outlined" else ""
    radii = radii_of(node, box.rect) if look.radius else pixel_radii((4, 4, 4, 4), *_size(box.rect))
    paint_background(box, brush, "highest" if node.variant == "filled" else "", edge, radii)
    style = type_style(node)
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
    """Return the background colour of selected text."""
    return mix(brush.scheme.color("surface"), brush.scheme.color("primary"), 0.3)


def _beside(box: Box, brush: Brush, x: int) -> None:
    """Draw the label of a control that has its own text, centred vertically in the box."""
    style = type_style(box.node)
    step = resolve(style).line
    _, top, _, bottom = content(box)
    y = top + (bottom - top - step * len(box.lines)) // 2
    color = brush.soft(brush.color(box.node.look.color, "on_surface"), box.node.enabled)
    for index, line in enumerate(box.lines):
        brush.line(line, style, x, y + index * step, color)


def _mark(box: Box, side: int) -> tuple[int, int]:
    """Return the top left of a checkbox or radio square: left of its label, else centred in the box."""
    left, top, right, bottom = content(box)
    y = (top + bottom - side) // 2
    return (left + (dp(20) - side) // 2, y) if box.node.text else ((left + right - side) // 2, y)


def paint_switch(box: Box, brush: Brush) -> None:
    """Draw a switch of 52 x 32 dp at the right end of its box, centred vertically."""
    paint_background(box, brush)
    node = box.node
    left, top, right, bottom = content(box)
    _beside(box, brush, left)
    wide, high = dp(52), dp(32)
    y = (top + bottom - high) // 2
    rect = (right - wide, y, right, y + high)
    middle = y + high / 2
    color, fade = brush.scheme.color, brush.soft
    if node.checked:
        brush.canvas.shape(rect, fade(color("primary"), node.enabled, 0.12), pill_radii(rect))
        knob = color("on_primary") if node.enabled else color("surface")
        brush.disc(right - high / 2, middle, dp(24), knob)
    else:
        line = fade(color("outline"), node.enabled, 0.2)
        brush.canvas.frame(rect, line, color("highest"), dp(2), pill_radii(rect))
        brush.disc(rect[0] + high / 2, middle, dp(16), line)


def paint_checkbox(box: Box, brush: Brush) -> None:
    """Draw an 18 dp square with radius 2 in the middle of its box."""
    paint_background(box, brush)
    side = dp(18)
    x, y = _mark(box, side)
    _beside(box, brush, x + leading_width(box.node))
    rect, radii = (x, y, x + side, y + side), pixel_radii((2, 2, 2, 2), side, side)
    if box.node.checked:
        brush.canvas.shape(rect, brush.soft(brush.scheme.color("primary"), box.node.enabled), radii)
        brush.icon("check", 16, x + side / 2, y + side / 2, brush.scheme.color("on_primary"))
    else:
        line = brush.soft(brush.scheme.color("on_surface_variant"), box.node.enabled)
        brush.canvas.frame(rect, line, None, dp(2), radii)


def paint_radio(box: Box, brush: Brush) -> None:
    """Draw a 20 dp ring, 2 dp wide, with a dot of 10 dp; both share one origin so that the ring is even."""
    paint_background(box, brush)
    side, line = dp(20), dp(2)
    x, y = _mark(box, side)
    _beside(box, brush, x + leading_width(box.node))
    on = box.node.checked or box.node.selected
    color = brush.soft(brush.scheme.color("primary" if on else "on_surface_variant"), box.node.enabled)
    rect = (x, y, x + side, y + side)
    brush.canvas.frame(rect, color, None, line, pill_radii(rect))
    if on:
        dot = side - 2 * dp(5)
        rect = (x + dp(5), y + dp(5), x + dp(5) + dot, y + dp(5) + dot)
        brush.canvas.shape(rect, color, pill_radii(rect))


def paint_slider(box: Box, brush: Brush) -> None:
    """Draw a track of 4 dp with a round thumb of 20 dp; the value runs from 0 to 1 over the track."""
    paint_background(box, brush)
    left, top, right, bottom = content(box)
    track, thumb = dp(4), dp(20)
    left, right = left + thumb // 2, right - thumb // 2
    middle = (top + bottom) / 2
    y = round_half_up(middle - track / 2)
    at = left + round_half_up((right - left) * min(1.0, max(0.0, box.node.value)))
    color = brush.soft(brush.color(box.node.look.color, "primary"), box.node.enabled)
    rest = (left, y, right, y + track)
    brush.canvas.shape(rest, brush.scheme.color("secondary_container"), pill_radii(rest))
    if at - left > track:
        done = (left, y, at, y + track)
        brush.canvas.shape(done, color, pill_radii(done))
    brush.disc(at, middle, thumb, color)


def paint_divider(box: Box, brush: Brush) -> None:
    """Draw a line of its box's length, 1 dp thick unless its look sets another thickness."""
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
    """Draw a pill with a number, or a dot."""
    node = box.node
    paint_background(box, brush, "error", radii=pill_radii(box.rect))
    if box.lines:
        text, style = box.lines[0], type_style(node)
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
