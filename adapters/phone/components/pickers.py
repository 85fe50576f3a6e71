"""Windows in which a day or a time is picked: a page of the month, hours and minutes on pills. Pure.

Until "OK" the app keeps the selection in its own state: a day `2026-11-17`, a month `2026-11`, an hour and a minute.
"""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from adapters.phone.components.boxes import Pad, column, line
from adapters.phone.framework.dates import DAYS
from adapters.phone.style.typography import TypeStyle
from adapters.phone.ui import controls, widgets
from adapters.phone.ui.node import Ev, Node, node
from adapters.phone.ui.pickers import MONTHS, month_beside


def picker_window(
    label: str,
    *children: widgets.Some,
    ok: Ev,
    neutral: Node | None = None,
    label_end: float = 0,
    end: float = 12,
    width: float = 336,
) -> Node:
    """Return a dialog that picks something: a label, content, and Cancel beside OK.

    `neutral` is a further button at the left, such as that for no date at all; `end` is the room after OK.
    """
    answers = line(
        neutral,
        widgets.push(),
        controls.dialog_button("Cancel", widgets.UP, yes=False),
        controls.dialog_button("OK", ok),
        pad=(12, 8, end, 0),
        gap=4,
    )
    return column(
        widgets.text(label, "labelL", "on_surface_variant", pad=(24, 0, 24, label_end)), *children, answers,
        id="android:id/parentPanel", cls="android.widget.FrameLayout", width=width, bg="high", radius=28,
        pad=(0, 20, 0, 16), elevation=3,
    )  # fmt: skip


def picked_text(text: str, style: TypeStyle, color: str = "on_surface", **look: Any) -> Node:
    """Return the large text of a picker that says what is selected; it names the window."""
    return widgets.text(text, style, color, id="android:id/alertTitle", heading=True, **{"pad": (24, 2, 24, 8), **look})


def neutral_button(label: str, on: Ev) -> Node:
    """Return the button of a picker that picks nothing."""
    return controls.button(label, on, rid="android:id/button3", variant="text", width="wrap", height=40)


def month_bar(month: str, show: Callable[[str], Ev], *, centred: bool = False, height: float = 48) -> Node:
    """Return a month's name with the arrows to the months beside it: both after it, or around it.

    `show` returns the event that shows a month.
    """
    name = widgets.text(
        month_name(month), "titleS", "on_surface_variant",
        grow=1, id="month_title", text_align="center" if centred else "start",
    )  # fmt: skip
    earlier = _arrow("chevron_left", "Previous", "prev", month_beside(month, -1), show)
    later = _arrow("chevron_right", "Next", "next", month_beside(month, 1), show)
    parts = (earlier, name, later) if centred else (name, earlier, later)
    return line(*parts, height=height, pad=(8 if centred else 24, 0, 8, 0))


def month_name(month: str) -> str:
    """Return `November 2026` for `2026-11`."""
    return f"{MONTHS[int(month[5:7]) - 1]} {month[:4]}"


def _arrow(icon: str, which: str, rid: str, month: str, show: Callable[[str], Ev]) -> Node:
    name = MONTHS[int(month[5:7]) - 1]
    return widgets.action(icon, f"{which} month, {name}", show(month), rid=rid)


def month_grid(
    month: str,
    day: Callable[[date], Node],
    *,
    sunday_first: bool = False,
    style: TypeStyle = "bodyM",
    height: float = 40,
    inset: float = 14,
) -> Node:
    """Return the page of a month: the initials of weekdays in this style, and each day as `day` makes it."""
    first = 6 if sunday_first else 0
    initials = [DAYS[(first + place) % 7][0] for place in range(7)]
    heads = [widgets.text(initial, style, "on_surface_variant", text_align="center") for initial in initials]
    days = [
        day(number) if number.month == int(month[5:7]) else widgets.space(height)
        for number in Calendar(first).itermonthdates(int(month[:4]), int(month[5:7]))
    ]
    return node("grid", heads, days, columns=7, width="fill", align="stretch", pad=(inset, 0), id="month_view")


@dataclass(frozen=True, slots=True)
class TimePills:
    """How the pills of a time picker look, and which hours and minutes have one."""

    hours: Iterable[int] = range(24)
    minutes: Iterable[int] = range(0, 60, 5)
    minute_columns: int = 6
    height: float = 40
    radius: float = 8
    bg: str = "low"
    gap: float = 4
    inset: float = 18
    hours_end: float = 10
    """Empty room between hours and minutes."""
    described: bool = True
    """Whether the accessibility tree has `7 hours` for a pill `07`."""


def time_pills(
    hour: int, minute: int, on_hour: Callable[[int], Ev], on_minute: Callable[[int], Ev], look: TimePills
) -> list[Node]:
    """Return the part of a time picker with a pill for each hour and each minute."""
    hours = [_pill(f"{value:02d}", "hour", value, value == hour, on_hour, look) for value in look.hours]
    minutes = [_pill(f":{value:02d}", "minute", value, value == minute, on_minute, look) for value in look.minutes]
    return [
        _pill_label("Hour"),
        _pill_grid(hours, 6, "hour_group", look, look.hours_end),
        _pill_label("Minute"),
        _pill_grid(minutes, look.minute_columns, "minute_group", look, 8),
    ]


def _pill_label(name: str) -> Node:
    return widgets.text(name, "labelM", "on_surface_variant", pad=(24, 0, 24, 4))


def _pill_grid(pills: list[Node], columns: int, rid: str, look: TimePills, end: float) -> Node:
    pad: Pad = (look.inset, 0, look.inset, end)
    return node("grid", pills, columns=columns, gap=look.gap, width="fill", align="stretch", pad=pad, id=rid)


def _pill(label: str, part: str, value: int, chosen: bool, on: Callable[[int], Ev], look: TimePills) -> Node:
    return node(
        "column",
        widgets.text(label, "15,20,Medium,0", "on_primary" if chosen else "on_surface"),
        on=on(value), id=part, cls="android.widget.RadioButton", checked=chosen, selected=chosen,
        desc=f"{value} {part}s" if look.described else "", height=look.height, radius=look.radius,
        align="center", justify="center", bg="primary" if chosen else look.bg,
    )  # fmt: skip
