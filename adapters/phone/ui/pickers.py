"""Material date picker, as content of `Overlay("dialog", …)`. Pure.

Until "OK" the app keeps the selection in its own state: a day `2026-11-17` and a month `2026-11`.
Resource ids are those of the Material components library, where known.
"""

from __future__ import annotations

import calendar
from datetime import date
from typing import Final

from adapters.phone.ui import widgets as w
from adapters.phone.ui.controls import button
from adapters.phone.ui.node import Ev, Node, ev, node

WEEK: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS: Final = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                 "November", "December")  # fmt: skip


def spoken(day: date) -> str:
    """Format a day as `Tue, Nov 17`."""
    return f"{WEEK[day.weekday()]}, {MONTHS[day.month - 1][:3]} {day.day}"


def month_beside(month: str, by: int) -> str:
    """Return the month `by` months later: `month_beside("2026-12", 1) == "2027-01"`."""
    number = int(month[:4]) * 12 + int(month[5:7]) - 1 + by
    return f"{number // 12:04d}-{number % 12 + 1:02d}"


def date_picker(
    chosen: str,
    month: str,
    today: str,
    *,
    pick: Ev,
    turn: Ev,
    ok: Ev,
    cancel: Ev = w.UP,
    title: str = "Select date",
    sunday_first: bool = False,
    first: str = "",
    months: tuple[str, str] = ("0001-01", "9999-12"),
) -> Node:
    """Return a calendar page; a tap marks a day, "OK" confirms it.

    Args:
        chosen: the marked day, or empty.
        month: the month shown.
        today: the day to outline.
        pick: event for a tap on a day; gets `day`.
        turn: event of the arrows beside the month's name; gets `by`, -1 or 1.
        ok: event of "OK"; gets the marked `day`. Without a marked day the button is disabled.
        cancel: pops the place unless the app says otherwise.
        title: title of the dialog.
        sunday_first: whether weeks start on Sunday.
        first: the first selectable day.
        months: the first and the last month that can be shown; the arrows end there.
    """
    head = node(
        "column",
        w.text(title, "labelM", "on_surface_variant", id="mtrl_picker_title_text"),
        w.text(spoken(date.fromisoformat(chosen)) if chosen else "Select date", "headlineL", heading=True,
               id="mtrl_picker_header_selection_text", pad=(0, 18, 0, 0), lines=1),
        width="fill", pad=(24, 16, 24, 12),
    )  # fmt: skip
    name = f"{MONTHS[int(month[5:7]) - 1]} {month[:4]}"
    bar = node(
        "row",
        w.text(name, "titleS", "on_surface_variant", grow=1, id="month_navigation_fragment_toggle"),
        w.action(
            "chevron_left", "Change to previous month", turn.plus(by=-1), rid="month_navigation_previous",
            enabled=month > months[0],
        ),
        w.action(
            "chevron_right", "Change to next month", turn.plus(by=1), rid="month_navigation_next",
            enabled=month < months[1],
        ),
        width="fill", height=48, align="center", pad=(24, 0, 8, 0),
    )  # fmt: skip
    return node(
        "column", head, w.divider(), bar, _month(chosen, month, today, pick, sunday_first, first),
        _answers(cancel, ok.plus(day=chosen) if chosen else None, "cancel_button", "confirm_button"),
        width=328, bg="high", radius=28, pad=(0, 0, 0, 8), align="stretch", elevation=3, id="mtrl_calendar_main_pane",
        cls="android.widget.FrameLayout",
    )  # fmt: skip


def _month(chosen: str, month: str, today: str, pick: Ev, sunday_first: bool, first: str) -> Node:
    start = 6 if sunday_first else 0
    names = [WEEK[(start + at) % 7] for at in range(7)]
    heads = [
        node("column", w.text(name[0], "bodyM", desc=name), height=36, align="center", justify="center")
        for name in names
    ]
    weeks = calendar.Calendar(start).monthdayscalendar(int(month[:4]), int(month[5:7]))
    cells = [_day(f"{month}-{number:02d}", chosen, today, pick, first) if number else w.space(40)
             for week in weeks for number in week]  # fmt: skip
    blank = [w.space(40) for _ in range(7 * (6 - len(weeks)))]  # six rows, so that the window keeps its size
    return node(
        "grid", heads, cells, blank, columns=7, width="fill", align="stretch", pad=(12, 0, 12, 0),
        id="mtrl_calendar_days_of_week", cls="android.widget.GridView",
    )  # fmt: skip


def _day(key: str, chosen: str, today: str, pick: Ev, first: str) -> Node:
    on, past = key == chosen, bool(first) and key < first
    ink = "on_primary" if on else "outline_variant" if past else "primary" if key == today else "on_surface"
    spelled = spoken(date.fromisoformat(key))
    disc = node(
        "stack", w.text(str(int(key[8:])), "bodyM", ink, place=("center", "center")), width=40, height=40, radius=20,
        bg="primary" if on else "", outline="primary" if key == today and not on else "",
    )  # fmt: skip
    return node(
        "column", disc, on=None if past else pick.plus(day=key), desc=f"Today {spelled}" if key == today else spelled,
        checked=on, selected=on, enabled=not past, height=40, align="center", cls="android.widget.CheckedTextView",
    )  # fmt: skip


def _answers(cancel: Ev, ok: Ev | None, no: str, yes: str) -> Node:
    return node(
        "row", w.push(),
        button("Cancel", cancel, rid=no, variant="text", height=40, width="wrap"),
        button("OK", ok or ev("nothing"), rid=yes, variant="text", height=40, width="wrap", enabled=ok is not None),
        width="fill", pad=(12, 4, 12, 4), gap=8, align="center",
    )  # fmt: skip
