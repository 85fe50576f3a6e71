"""Composite widgets for app screens: bars, rows, cards, choices, dialogs. Sizes are dp from the Material tables.

Widgets use the resource ids of the matching Android component. Rows repeat their id and never contain an item's key. A
control that shows a choice sets `checked` or `selected`, so that the accessibility tree has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from adapters.phone.ui.node import Art, Ev, Node, ev, node

Some = Node | None | Iterable[Node | None]

UP = ev("up")
"""What every "Navigate up" button sends; a reducer answers with `Back`."""

SCREEN_DP = 411
ROW, GROUP = "android.widget.LinearLayout", "android.view.ViewGroup"


def text(value: str, style: str = "bodyL", color: str = "on_surface", **more: Any) -> Node:
    """Return a text in a role colour."""
    return node("text", text=value, type=style, color=color, **more)


def icon(name: str, size: float = 24, color: str = "on_surface_variant", **more: Any) -> Node:
    """Return an icon in its square box."""
    return node("icon", icon=name, size=size, width=size, height=size, color=color, **more)


def space(height: float = 0, width: float = 0) -> Node:
    """Return empty space of a fixed size."""
    return node("spacer", height=height, width=width)


def push() -> Node:
    """Return a spacer that takes the free space of a row or column."""
    return node("spacer", grow=1)


def divider(left: float = 0) -> Node:
    """Return a thin line, inset from the left after an avatar."""
    return node("divider", width="fill", height=1, color="outline_variant", pad=(left, 0, 0, 0))


def page(*children: Some, rid: str = "list", cls: str = "", at_end: bool = False, gap: float = 0) -> Node:
    """Return the scrolling body of a screen. `at_end` opens it at its last row (chats); padding clears the handle."""
    return node(
        "scroll",
        *children,
        space(28),
        id=rid,
        cls=cls or "androidx.recyclerview.widget.RecyclerView",
        variant="end" if at_end else "",
        width="fill",
        height="fill",
        gap=gap,
        align="stretch",
    )


def form(*children: Some) -> Node:
    """Return the scrolling body of a form."""
    return page(*children, rid="scroll", cls="android.widget.ScrollView")


def big_title(title: str) -> Node:
    """Return the large heading of a settings page."""
    return text(title, "36,44,Regular,0", heading=True, pad=(24, 8, 24, 22), width="fill", lines=2)


def head(title: str, support: str = "", mark: str = "", *, strong: bool = False, inset: float = 20) -> Node:
    """Return a section heading with an optional small mark at its right (`Required`)."""
    tag = pill(
        mark, "primary_container" if strong else "highest", "on_primary_container" if strong else "on_surface_variant"
    )
    return node(
        "row",
        node(
            "column",
            text(title, "16,24,Bold,0.1"),
            text(support, "bodyS", "on_surface_variant", pad=(0, 0, 0, 0)) if support else None,
            grow=1,
        ),
        tag if mark else None,
        width="fill",
        pad=(inset, 0, inset, 8),
        align="start",
    )


def pill(label: str, bg: str = "highest", color: str = "on_surface_variant", **more: Any) -> Node:
    """Return a small tinted tag without interaction."""
    return text(label, "labelS", color, bg=bg, radius=10, pad=(8, 2, 8, 2), height=20, lines=1, **more)


def avatar(seed: int, size: float = 40) -> Node:
    """Return a person's picture."""
    return node("image", art=Art("avatar", seed), width=size, height=size, radius=size / 2)


def disc(name: str, size: float = 40, bg: str = "primary_container", color: str = "on_primary_container") -> Node:
    """Return an icon on a tinted disc, for groups, branches or quantities."""
    return node(
        "stack",
        icon(name, size * 0.55, color, place=("center", "center")),
        width=size,
        height=size,
        bg=bg,
        radius=size / 2,
    )


def row(
    title: str,
    *support: str,
    on: Ev | None = None,
    rid: str = "row",
    leading: Node | None = None,
    trailing: Some = None,
    style: str = "bodyL",
    height: float | str = "wrap",
    inset: float = 16,
    lines: int = 1,
    selected: bool = False,
    bg: str = "",
    title_id: str = "title",
    support_id: str = "summary",
) -> Node:
    """Return a list row: leading picture, title over supporting lines, trailing content. The row handles the tap."""
    names = node(
        "column",
        text(title, style, lines=2, id=title_id),
        [text(line, "bodyM", "on_surface_variant", lines=lines, id=support_id) for line in support if line],
        grow=1,
    )
    return node(
        "row",
        leading,
        names,
        trailing,
        on=on,
        id=rid,
        cls=GROUP,
        selected=selected,
        bg=bg,
        width="fill",
        height=height,
        pad=(inset, 10, inset, 10),
        gap=16,
        align="center",
    )


def empty(glyph: str, title: str, line: str, button_: Node | None = None) -> Node:
    """Return the placeholder of an empty list."""
    return node(
        "column",
        space(96),
        disc(glyph, 160, "container", "outline_variant"),
        space(20),
        text(title, "titleM", text_align="center"),
        text(line, "bodyM", "on_surface_variant", text_align="center", pad=(40, 6, 40, 20)),
        button_,
        width="fill",
        align="center",
    )


def action(
    name: str, desc: str, on: Ev, *, rid: str = "", color: str = "on_surface_variant", enabled: bool = True
) -> Node:
    """Return an icon button in its 48 dp touch box."""
    return node(
        "icon_button",
        icon=name,
        desc=desc,
        on=on if enabled else None,
        id=rid,
        color=color,
        enabled=enabled,
        width=48,
        height=48,
        size=24,
        alpha=1.0 if enabled else 0.38,
    )


def badged(button: Node, count: int) -> Node:
    """Add a small count to the top right of an icon button; callers also put it into the button's description."""
    if count == 0:
        return button
    mark = node(
        "badge",
        text=str(count),
        pad=(4, 0, 4, 0),
        height=16,
        bg="error",
        color="on_error",
        radius=8,
        type="labelS",
    )
    corner = node("row", mark, place=("end", "start"), pad=(0, 5, 4, 0))
    return node("stack", button, corner, width=48, height=48)


def app_bar(
    title: str,
    *actions: Node,
    up: bool = True,
    leading: Node | None = None,
    support: str = "",
    bg: str = "",
    style: str = "titleL",
) -> Node:
    """Return the small top bar: navigation, title (the screen's heading) and actions."""
    back = action("arrow_back", "Navigate up", UP, color="on_surface") if up else None
    names = node(
        "column",
        text(title, style, lines=1, heading=True) if title else None,
        text(support, "bodyS", "on_surface_variant", lines=1) if support else None,
        grow=1,
        justify="center",
    )
    left = 4 if up else 16
    return node(
        "row",
        back,
        leading,
        space(0, 8) if leading or up else None,
        names,
        *actions,
        id="toolbar",
        cls=GROUP,
        width="fill",
        height=64,
        pad=(left, 0, 4, 0),
        align="center",
        bg=bg,
    )


def sticky(*children: Some, gap: float = 12) -> Node:
    """Return the raised bar at the bottom that holds the page's main action."""
    return node(
        "row",
        *children,
        width="fill",
        bg="surface",
        radius=(20, 20, 0, 0),
        elevation=3,
        pad=(20, 16, 20, 16),
        gap=gap,
        align="center",
    )


def tabs(
    labels: Sequence[str], chosen: str, event: str | Callable[[str], Ev], *, key: str = "tab", fill: bool = True
) -> Node:
    """Return tabs below the bar; the selected one has the indicator.

    Each sends the event of that name with its label as `key`, or what `event` returns for its label.
    """
    items = []
    for label in labels:
        on = label == chosen
        items.append(
            node(
                "column",
                node(
                    "row",
                    text(label, "titleS/Bold" if on else "titleS", "primary" if on else "on_surface_variant"),
                    height=45,
                    align="center",
                ),
                node(
                    "spacer",
                    height=3,
                    width=max(24.0, len(label) * 7.6),
                    radius=(3, 3, 0, 0),
                    bg="primary" if on else "",
                ),
                on=ev(event, **{key: label}) if isinstance(event, str) else event(label),
                desc=label,
                selected=on,
                cls=ROW,
                height=48,
                align="center",
                grow=1 if fill else 0,
                pad=(0, 0, 0, 0) if fill else (10, 0, 10, 0),
            )
        )
    strip = node("row", items, width="fill" if fill else "wrap", height=48, id="tabs" if fill else "")
    if not fill:
        strip = node(
            "scroll",
            strip,
            horizontal=True,
            id="tabs",
            cls="android.widget.HorizontalScrollView",
            width="fill",
            height=48,
            pad=(6, 0, 6, 0),
        )
    return node("column", strip, divider(), width="fill", align="stretch")


def nav_bar(items: Sequence[tuple[str, str, str, Ev]], chosen: str) -> Node:
    """Return the bottom navigation; each item is (id, icon, label, event)."""
    cells = []
    for name, glyph, label, on in items:
        here = label == chosen
        cells.append(
            node(
                "column",
                node(
                    "stack",
                    icon(
                        glyph,
                        24,
                        "on_secondary_container" if here else "on_surface_variant",
                        place=("center", "center"),
                        id="navigation_bar_item_icon_view",
                    ),
                    width=64,
                    height=32,
                    radius=16,
                    bg="secondary_container" if here else "",
                ),
                text(
                    label,
                    "labelM/Bold" if here else "labelM",
                    "on_surface" if here else "on_surface_variant",
                    id="navigation_bar_item_large_label_view",
                    pad=(0, 4, 0, 0),
                ),
                on=on,
                id=name,
                desc=label,
                selected=here,
                cls="android.widget.FrameLayout",
                grow=1,
                height=80,
                align="center",
                pad=(0, 12, 0, 0),
            )
        )
    return node("row", cells, width="fill", height=80, bg="container", id="bottom_nav")
