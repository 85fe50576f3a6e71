"""What several of the clock's screens show: tabs, cards, the days of a week, rows of a form, round buttons."""

from collections.abc import Callable, Sequence
from typing import Any

from adapters.phone.apps.clock.times import FULL_DAYS
from adapters.phone.components.boxes import column, line
from adapters.phone.components.buttons import floating_button
from adapters.phone.components.settings_rows import detail_row
from adapters.phone.components.text_styles import modifier
from adapters.phone.framework.actions import focus, go, switch_to, then
from adapters.phone.framework.dates import DAYS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, node

TABS = (
    ("tab_menu_alarm", "alarm", "Alarm", switch_to("alarms")),
    ("tab_menu_clock", "schedule", "Clock", switch_to("clock")),
    ("tab_menu_timer", "hourglass_bottom", "Timer", switch_to("timers")),
    ("tab_menu_stopwatch", "timer", "Stopwatch", switch_to("stopwatch")),
    ("tab_menu_bedtime", "king_bed", "Bedtime", switch_to("bedtime")),
)
HUGE = "50,56,Regular,-0.5"
THIN = "50,56,Light,-0.5"
form_foot = modifier(bg="container", radius=(24, 24, 0, 0))
"""The raised lower edge of a form."""


def tab_page(title: str, body: Node, fab: Node | None = None) -> Screen:
    """One of the five tabs."""
    settings = w.action("settings", "Settings", open_page("settings"), rid="menu_item_settings")
    return Screen(body, top=w.app_bar(title, settings, up=False), bottom=w.nav_bar(TABS, title), fab=fab, title=title)


def open_page(name: str, **args: Any) -> Ev:
    """Close the keyboard and go to a page."""
    return then(focus(None), go(name, **args))


def big_button(icon: str, desc: str, on: Ev) -> Node:
    """The large button in the middle above the tabs."""
    disc = floating_button(
        icon, desc, on, rid="fab", width=96, height=96, size=36, radius=28, variant="", bg="primary_container",
        color="on_primary_container",
    )  # fmt: skip
    return node("row", disc, width="fill", justify="center", pad=(16, 0, 0, 0))


def card(*children: w.Some, bg: str = "high", rid: str = "") -> Node:
    """A round card on the dark ground, with room around."""
    inside = column(*children, id=rid, cls=w.GROUP, bg=bg, radius=24, pad=(20, 14, 16, 14))
    return column(inside, pad=(12, 0, 12, 8))


def day_discs(days: Sequence[str], on: Callable[[str], Ev]) -> Node:
    """The seven days; `on` returns what a touch on a day does."""
    discs = [_day_disc(day, day in days, on(day)) for day in DAYS]
    return node("grid", discs, columns=7, width="fill", align="stretch", id="repeat_days")


def _day_disc(day: str, chosen: bool, on: Ev) -> Node:
    letter = w.text(day[0], "labelL", "on_primary" if chosen else "on_surface_variant", place=("center", "center"))
    disc = node(
        "stack", letter, width=36, height=36, radius=18, bg="primary" if chosen else "",
        outline="" if chosen else "outline",
    )  # fmt: skip
    return node(
        "column", disc, on=on, id="day_button", cls="android.widget.CheckBox", checked=chosen,
        desc=FULL_DAYS[DAYS.index(day)], height=48, align="center", justify="center",
    )  # fmt: skip


def form_row(icon: str, title: str, value: str, on: Ev, *, rid: str, checked: bool | None = None) -> Node:
    """A row of a form: what it is and what it holds; with `checked` it ends in a switch."""
    return detail_row(
        icon, title, value, on=on, rid=rid, trailing=None if checked is None else c.switch(checked), icon_size=22,
        title_lines=1, value_lines=2, value_color="primary" if checked is None else "on_surface_variant",
        min_height=60, gap=16, pad=(24, 8, 20, 8),
    )  # fmt: skip


def label_field(value: str, change: Ev) -> Node:
    """The field for the name of an alarm or a timer."""
    return c.field(
        value, "Label", "edit_label", change=change, submit=focus(None), leading="label_outline", radius=16,
        bg="container",
    )  # fmt: skip


def answers(button: Node, **look: Any) -> Node:
    """Cancel beside the button that ends a form."""
    return line(c.button("Cancel", w.UP, rid="cancel", variant="outlined", grow=1), button, gap=12, **look)


def pill_button(label: str, on: Ev, rid: str, *, icon: str = "", variant: str = "tonal", **more: Any) -> Node:
    """A button of a card."""
    return node(
        "button", text=label, on=on, id=rid, variant=variant, height=40, icon=icon, radius=20, type="labelL", **more
    )
