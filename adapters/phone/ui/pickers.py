"""Material date and time pickers, as content of `Overlay("dialog", …)`. Pure.

Until "OK" the app keeps the selection in its own state: a day `2026-11-17`, a month `2026-11` and a time `07:05`.
Resource ids are those of the Material components library, where known.
"""

from __future__ import annotations

import calendar
import math
from datetime import date
from typing import Final, Literal

from adapters.phone.ui import widgets as w
from adapters.phone.ui.controls import button
from adapters.phone.ui.node import Ev, Node, ev, node

Face = Literal["hour", "minute", "keys"]
"""What a time picker shows: the dial of hours, the dial of minutes, or two fields to type into."""

WEEK: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS: Final = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                 "November", "December")  # fmt: skip
_DIAL, _OUTER, _INNER, _CELL = 256, 104, 68, 40
"""Diameter of the dial, radii of its rings, and the edge of what a finger hits on them, in dp."""


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
        w.action("chevron_left", "Change to previous month", turn.plus(by=-1), rid="month_navigation_previous"),
        w.action("chevron_right", "Change to next month", turn.plus(by=1), rid="month_navigation_next"),
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


def _answers(cancel: Ev, ok: Ev | None, no: str, yes: str, *before: Node) -> Node:
    return node(
        "row", *before, w.push(),
        button("Cancel", cancel, rid=no, variant="text", height=40, width="wrap"),
        button("OK", ok or ev("nothing"), rid=yes, variant="text", height=40, width="wrap", enabled=ok is not None),
        width="fill", pad=(12, 4, 12, 4), gap=8, align="center",
    )  # fmt: skip


def time_picker(
    time: str,
    face: Face,
    *,
    pick: Ev,
    ok: Ev,
    cancel: Ev = w.UP,
    clock24: bool = True,
    title: str = "Select time",
) -> Node:
    """Return a time picker with a dial or typed hour and minute; "OK" confirms.

    Args:
        time: the selected time, `HH:MM`.
        face: the part shown: hour dial, minute dial or text input.
        pick: event of a selection; gets `time` and `face` as they are after it (selecting an hour leads to the
            minutes). A typed field adds `text` and `part`, see `typed`.
        ok: event of "OK"; gets `time`.
        cancel: pops the place unless the app says otherwise.
        clock24: whether hours run from 0 to 23; else 12 hours with AM and PM.
        title: title of the dialog.
    """
    hour, minute = int(time[:2]), int(time[3:5])
    shown = hour if clock24 else hour % 12 or 12

    def part(label: str, to: Face, rid: str, desc: str) -> Node:
        on = face == to
        ink = "on_primary_container" if on else "on_surface"
        return node(
            "column", w.text(label, "45,52,Regular,0", ink), on=pick.plus(time=time, face=to), id=rid, desc=desc,
            cls="android.view.View", selected=on, width=96, height=80, radius=8, align="center", justify="center",
            bg="primary_container" if on else "highest",
        )  # fmt: skip

    if face == "keys":
        parts = [_field(f"{shown:02d}" if clock24 else str(shown), "hour", "Hour", time, pick),
                 w.text(":", "45,52,Regular,0"), _field(f"{minute:02d}", "minute", "Minute", time, pick)]  # fmt: skip
    else:
        parts = [
            part(f"{shown:02d}" if clock24 else str(shown), "hour", "material_hour_tv", f"{shown} hours"),
            w.text(":", "45,52,Regular,0"),
            part(f"{minute:02d}", "minute", "material_minute_tv", f"{minute} minutes"),
        ]
    mode = w.action("schedule" if face == "keys" else "keyboard",
                    "Switch to clock mode for the time input." if face == "keys"
                    else "Switch to text input mode for the time input.",
                    pick.plus(time=time, face="hour" if face == "keys" else "keys"),
                    rid="material_timepicker_mode_button")  # fmt: skip
    return node(
        "column",
        w.text(title, "labelM", "on_surface_variant", id="header_title", pad=(24, 16, 24, 16)),
        node("row", parts, None if clock24 else _halves(time, face, pick), width="fill", gap=6, justify="center",
             align="center", pad=(0, 0, 0, 20 if face == "keys" else 28)),
        None if face == "keys" else node("row", _dial(time, face, clock24, pick), width="fill", justify="center",
                                         pad=(0, 0, 0, 16)),
        _answers(cancel, ok.plus(time=time), "material_timepicker_cancel_button", "material_timepicker_ok_button",
                 mode),
        width=328, bg="high", radius=28, pad=(0, 0, 0, 8), align="stretch", elevation=3,
        id="material_timepicker_container", cls="android.widget.FrameLayout",
    )  # fmt: skip


def _field(value: str, name: str, label: str, time: str, pick: Ev) -> Node:
    box = node(
        "field", text=value, id=f"material_{name}_text_input", variant="filled", width=96, height=72, radius=8,
        type="45,52,Regular,0", pad=(20, 10, 4, 10), on={"change": pick.plus(time=time, face="keys", part=name)},
    )  # fmt: skip
    return node("column", box, w.text(label, "bodyS", "on_surface_variant"), gap=6)


def typed(event: Ev) -> str:
    """Return the time after typing into a field of the picker; invalid input changes nothing."""
    time, digits = str(event.get("time")), str(event.get("text", ""))[-2:]
    if not digits.isdigit() or int(digits) > (23 if event.get("part") == "hour" else 59):
        digits = digits[-1:] if digits[-1:].isdigit() else ""
    if not digits:
        return time
    return f"{int(digits):02d}:{time[3:5]}" if event.get("part") == "hour" else f"{time[:2]}:{int(digits):02d}"


def picked(event: Ev) -> tuple[str, Face]:
    """Return time and face after any event of the picker."""
    face: Face = event.get("face", "hour")
    return (typed(event) if event.get("part") else str(event.get("time"))), face


def _halves(time: str, face: Face, pick: Ev) -> Node:
    hour = int(time[:2])

    def half(label: str, at: int, rid: str) -> Node:
        on = hour // 12 == at
        return node(
            "column", w.text(label, "titleM", "on_tertiary_container" if on else "on_surface_variant"),
            on=pick.plus(time=f"{hour % 12 + 12 * at:02d}{time[2:]}", face=face), id=rid, checked=on, selected=on,
            cls="android.widget.RadioButton", width=52, height=40, align="center", justify="center",
            bg="tertiary_container" if on else "", outline="outline",
            radius=(8, 8, 0, 0) if at == 0 else (0, 0, 8, 8),
        )  # fmt: skip

    return node("column", half("AM", 0, "material_clock_period_am_button"),
                half("PM", 1, "material_clock_period_pm_button"), id="material_clock_period_toggle")  # fmt: skip


def _dial(time: str, face: Face, clock24: bool, pick: Ev) -> Node:
    hour, minute = int(time[:2]), int(time[3:5])
    marks: list[tuple[str, str, float, float, bool, str]] = []
    """Label, description, turn from the top (0-1), radius, whether it is marked, the time that it stands for."""
    if face == "minute":
        marks = [(f"{at:02d}", f"{at} minutes", at / 60, _OUTER, at == minute, f"{time[:2]}:{at:02d}")
                 for at in range(0, 60, 5)]  # fmt: skip
        turn, radius = minute / 60, _OUTER
    elif clock24:
        marks = [(f"{at:02d}", f"{at} hours", at % 12 / 12, _OUTER if at < 12 else _INNER, at == hour,
                  f"{at:02d}{time[2:]}") for at in range(24)]  # fmt: skip
        turn, radius = hour % 12 / 12, _OUTER if hour < 12 else _INNER
    else:
        half = hour // 12 * 12
        marks = [(str(at), f"{at} o'clock", at % 12 / 12, _OUTER, at % 12 == hour % 12,
                  f"{at % 12 + half:02d}{time[2:]}") for at in range(1, 13)]  # fmt: skip
        turn, radius = hour % 12 / 12, _OUTER
    numbers = [
        _placed(turn_, far, _CELL, node(
            "stack", w.text(label, "bodyL" if far == _OUTER else "bodyM", "on_primary" if on else "on_surface",
                            place=("center", "center")),
            on=pick.plus(time=then, face="minute"), desc=desc, selected=on, cls="android.view.View", width=_CELL,
            height=_CELL,
        ))
        for label, desc, turn_, far, on, then in marks
    ]  # fmt: skip
    hub = node("spacer", width=8, height=8, bg="primary", radius=4, place=("center", "center"))
    knob = _placed(turn, radius, 48, node("spacer", width=48, height=48, radius=24, bg="primary"))
    return node(
        "stack", node("spacer", width=_DIAL, height=_DIAL, radius=_DIAL / 2, bg="highest"), hub, knob,
        numbers, width=_DIAL, height=_DIAL, id="material_clock_face",
    )  # fmt: skip


def _placed(turn: float, radius: float, edge: float, what: Node) -> Node:
    """Place a node with its centre at a position of the dial."""
    x = _DIAL / 2 + radius * math.sin(turn * math.tau) - edge / 2
    y = _DIAL / 2 - radius * math.cos(turn * math.tau) - edge / 2
    left, top = round(x, 2), round(y, 2)
    spaced = node("row", w.space(0, left), what) if left > 0 else what
    return node("column", w.space(top), spaced) if top > 0 else spaced
