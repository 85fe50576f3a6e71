"""What the pages of the clock are put together from."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.apps.clock.content import DAYS, FULL_DAYS
from adapters.phone.apps.clock.model import State, week
from adapters.phone.ui import widgets as w
from adapters.phone.ui.node import Ev, Node, ev, node

TABS = (
    ("tab_menu_alarm", "alarm", "Alarm", ev("tab", to="alarms")),
    ("tab_menu_clock", "schedule", "Clock", ev("tab", to="clock")),
    ("tab_menu_timer", "hourglass_bottom", "Timer", ev("tab", to="timers")),
    ("tab_menu_stopwatch", "timer", "Stopwatch", ev("tab", to="stopwatch")),
    ("tab_menu_bedtime", "king_bed", "Bedtime", ev("tab", to="bedtime")),
)
HUGE = "50,56,Regular,-0.5"
THIN = "50,56,Light,-0.5"


def tab_bar(title: str) -> Node:
    """The bar of one of the five tabs."""
    return w.app_bar(
        title,
        w.action("settings", "Settings", ev("go", to="settings"), rid="menu_item_settings"),
        up=False,
    )


def bottom(chosen: str) -> Node:
    """The five tabs at the lower edge."""
    return w.nav_bar(TABS, chosen)


def big_button(glyph: str, desc: str, on: Ev, *, rid: str = "fab") -> Node:
    """The large button in the middle above the tabs."""
    disc = node(
        "icon_button", icon=glyph, desc=desc, on=on, id=rid, width=96, height=96, size=36, radius=28, elevation=3,
        bg="primary_container", color="on_primary_container",
    )  # fmt: skip
    return node("row", disc, width="fill", justify="center", pad=(16, 0, 0, 0))


def card(*children: w.Some, bg: str = "high", on: Ev | None = None, rid: str = "", gap: float = 0) -> Node:
    """A round card on the dark ground, with room around."""
    inside = node(
        "column", *children, on=on, id=rid, cls=w.GROUP, width="fill", bg=bg, radius=24, pad=(20, 14, 16, 14), gap=gap,
        align="stretch",
    )  # fmt: skip
    return node("column", inside, width="fill", pad=(12, 0, 12, 8), align="stretch")


def day_discs(state: State, days: Sequence[str], event: Ev) -> Node:
    """The seven days; each sends the event with its `day`."""
    cells = []
    for day in week(state):
        on = day in days
        disc = node(
            "stack",
            w.text(day[0], "labelL", "on_primary" if on else "on_surface_variant", place=("center", "center")),
            width=36, height=36, radius=18, bg="primary" if on else "", outline="" if on else "outline",
        )  # fmt: skip
        cells.append(
            node(
                "column", disc, on=event.plus(day=day), id="day_button", cls="android.widget.CheckBox", checked=on,
                desc=FULL_DAYS[DAYS.index(day)], height=48, align="center", justify="center",
            )
        )  # fmt: skip
    return node("grid", cells, columns=7, width="fill", align="stretch", id="repeat_days")


def line(glyph: str, title: str, value: str = "", *, on: Ev | None = None, rid: str, tail: Node | None = None) -> Node:
    """A row of a form: glyph, what it is, what it holds."""
    names = node(
        "column",
        w.text(title, "bodyL", lines=1),
        w.text(value, "bodyM", "primary" if on is not None and tail is None else "on_surface_variant", lines=2)
        if value
        else None,
        grow=1,
    )
    return node(
        "row", w.icon(glyph, 22), names, tail, on=on, id=rid, cls=w.GROUP, width="fill", min_height=60, gap=16,
        align="center", pad=(24, 8, 20, 8),
    )  # fmt: skip


def section(title: str) -> Node:
    """A small heading."""
    return w.text(title, "titleS", "primary", pad=(24, 18, 24, 4), width="fill")


def toggle(label: str, on: Ev, checked: bool, *, rid: str = "onoff") -> Node:
    """A switch that takes the tap itself: what stands beside it has its own."""
    return node("switch", on=on, id=rid, checked=checked, desc=label, width=52, height=48)


def pill_button(label: str, on: Ev, rid: str, *, glyph: str = "", variant: str = "tonal", grow: float = 0,
                enabled: bool = True) -> Node:  # fmt: skip
    """A button of a card."""
    return node(
        "button", text=label, on=on, id=rid, variant=variant, height=40, icon=glyph, radius=20, type="labelL",
        grow=grow, enabled=enabled,
    )  # fmt: skip
