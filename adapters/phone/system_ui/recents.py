"""The recents screen: one card per open task, the most recent at the right; swiping right shows older ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from adapters.phone.state.phone_state import Task
from adapters.phone.style.color_scheme import scheme
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App
from adapters.phone.ui.app_icons import app_icon
from adapters.phone.ui.node import Node, ev, node

SCROLL: Final = "overview_panel"
"""Key of the cards' scroll."""
WIDE, HIGH, GAP = 292, 560, 16


@lru_cache(maxsize=128)
def _colors(theme: Theme) -> dict[str, str]:
    return {role: f"#{r:02X}{g:02X}{b:02X}" for role, (r, g, b) in scheme(theme).roles.items()}


def _preview(app: App, title: str, theme: Theme) -> Node:
    """Return a schematic preview of the app in its own colours: its bar and its content area."""
    ink = _colors(theme)
    bars = [
        node("row", node("spacer", width=40, height=40, radius=theme.radius + 4, bg=ink["secondary_container"]),
             node("column", node("spacer", width=118 - 13 * (at % 3), height=10, radius=5, bg=ink["outline_variant"]),
                  node("spacer", width=168 - 21 * (at % 4), height=8, radius=4, bg=ink["container"]), gap=8),
             gap=14, align="center", height=56, width="fill")
        for at in range(3)
    ]  # fmt: skip
    return node(
        "column",
        node("row", node("text", text=title, type="titleM", color=ink["on_primary_container"], lines=1, grow=1),
             width="fill", height=56, align="center", pad=(20, 0, 20, 0), bg=ink["primary_container"],
             radius=(28, 28, 0, 0)),
        node("column", node("spacer", grow=1), app_icon(app, 88), node("spacer", grow=1), bars, width="fill", grow=1,
             align="center", pad=(20, 0, 20, 24), gap=4),
        width=WIDE, height=HIGH, bg=ink["surface"], radius=28, align="stretch",
    )  # fmt: skip


def recents(tasks: Sequence[Task], named: Callable[[str], App | None], dark: bool) -> Node:
    """Return the recents screen.

    Args:
        tasks: open tasks back to front, without the launcher.
        named: returns an app by its package.
        dark: the system's theme, which apps follow.
    """
    cards = []
    for task in tasks:
        app = named(task.package)
        if app is None:
            continue
        theme = Theme(app.theme.seed, app.theme.style, app.theme.dark or dark, app.theme.overrides, app.theme.radius)
        cards.append(
            node(
                "column",
                node("row", app_icon(app, 36), node("text", text=app.label, type="titleM", lines=1), gap=12,
                     align="center", height=52),
                _preview(app, app.label, theme),
                on=ev("@task", id=task.id), desc=app.label, cls="android.widget.FrameLayout", id="task",
                align="center", gap=8,
            )
        )  # fmt: skip
    nothing = node("text", text="No recent items", type="titleM", width="fill", text_align="center", pad=(0, 300, 0, 0))
    strip = node(
        "scroll", cards, id=SCROLL, width="fill", grow=1, gap=GAP, align="center", horizontal=True, variant="end",
        columns=WIDE + GAP, pad=(59, 40, 59, 0),
    )  # fmt: skip
    clear = node("button", text="Clear all", variant="tonal", on=ev("@clear_all"), id="clear_all")
    return node(
        "column", strip if cards else nothing, clear if cards else None, width="fill", bg="container", align="center",
        pad=(0, 24, 0, 64), id="overview_actions_view",
    )  # fmt: skip
