"""The pieces that the calendar's pages share: the bar with its month, event blocks, rows of a form, sheets."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from adapters.phone.apps.calendar.days import MONTHS, beside, month_weeks, spoken
from adapters.phone.apps.calendar.model import State, color_of, front, invited, sunday
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import Event

LETTERS = ("M", "T", "W", "T", "F", "S", "S")
CORNER = 8.0
WHITE = "#FFFFFF"


def bar(state: State, view: View, over: str) -> Node:
    """The bar of the three views: menu, the month, search, and the way back to today."""
    day = front(state, view.now)
    name = MONTHS[day.month - 1] + (f" {day.year}" if day.year != view.now.year else "")
    month = w.text(name, "22,28,Regular,0", heading=True, lines=1, pad=(8, 0, 8, 0))
    number = node(
        "stack",
        w.icon("calendar_today", 26, "on_surface", place=("center", "center")),
        w.text(str(view.now.day), "11,12,Bold,0", "on_surface", place=("center", "center"), pad=(0, 5, 0, 0)),
        on=ev("today"), id="today_goto", cls="android.widget.FrameLayout", desc="Jump to today", width=48, height=48,
    )  # fmt: skip
    return node(
        "row",
        w.action("menu", "Open navigation drawer", ev("drawer", over=over), rid="menu", color="on_surface"),
        month, w.push(),
        w.action("search", "Search", ev("search"), rid="action_search", color="on_surface"),
        number,
        id="toolbar", cls=w.GROUP, width="fill", height=60, pad=(4, 0, 6, 0), align="center",
    )  # fmt: skip


def month_head(month: str, event: str) -> Node:
    """The month's name between its neighbours."""
    before, after = (MONTHS[int(beside(month, by)[5:]) - 1] for by in (-1, 1))
    return node(
        "row",
        w.action("chevron_left", f"Previous month, {before}", ev(event, by=-1), rid="prev"),
        w.text(f"{MONTHS[int(month[5:7]) - 1]} {month[:4]}", "titleS", "on_surface_variant", grow=1,
               text_align="center", id="month_title"),
        w.action("chevron_right", f"Next month, {after}", ev(event, by=1), rid="next"),
        width="fill", height=44, pad=(8, 0, 8, 0), align="center",
    )  # fmt: skip


def month_grid(
    state: State, view: View, month: str, chosen: date, event: str, busy: frozenset[date] | set[date] = frozenset()
) -> Node:
    """The days of a month, each sends the event with its `day`; those with events have a dot."""
    first = 6 if sunday(state) else 0
    cells: list[Node] = [
        w.text(LETTERS[(first + at) % 7], "labelM", "on_surface_variant", text_align="center") for at in range(7)
    ]
    for week in month_weeks(month, sunday(state)):
        for day in week:
            if day.isoformat()[:7] != month:
                cells.append(w.space(42))
                continue
            cells.append(_day(day, event, day == chosen, day == view.now.date(), day in busy))
    return node("grid", cells, columns=7, width="fill", align="stretch", pad=(12, 0, 12, 0), id="month_view")


@lru_cache(maxsize=1024)
def _day(day: date, event: str, on: bool, today: bool, busy: bool) -> Node:
    ink = "on_primary" if today else "on_primary_container" if on else "on_surface"
    ground = "primary" if today else "primary_container" if on else ""
    dot = node("spacer", width=4, height=4, radius=2, bg="primary" if busy else "")
    return node(
        "column",
        node("stack", w.text(str(day.day), "14,20,Medium,0" if on or today else "bodyM", ink,
             place=("center", "center")), width=34, height=34, radius=17, bg=ground),
        dot,
        on=ev(event, day=day.isoformat()), id="day", cls="android.view.View", desc=spoken(day), selected=on,
        height=42, align="center",
    )  # fmt: skip


def dot(color: str, size: float = 14, radius: float = 4) -> Node:
    """The colour of a calendar."""
    return node("spacer", width=size, height=size, radius=radius, bg=color)


def faint(event: Event) -> bool:
    """Whether it is only outlined: an invitation that was not accepted."""
    return invited(event) and event.reply != "Yes"


def inks(state: State, event: Event) -> tuple[str, str, str]:
    """Ground, outline and ink of an event's block."""
    color = color_of(state, event)
    return ("surface", color, "on_surface") if faint(event) else (color, "", WHITE)


def opens(event: Event) -> Ev:
    """A touch on one turn of an event."""
    return ev("open", key=event.id, day=event.start[:10])


def line(
    glyph: str, title: str, value: str = "", *, on: Ev | None = None, rid: str, tail: Node | None = None,
    ink: str = "on_surface",
) -> Node:  # fmt: skip
    """A row of a form or page: glyph, what it is, what it holds."""
    names = node(
        "column",
        w.text(title, "bodyL", ink, lines=3),
        w.text(value, "bodyM", "on_surface_variant", lines=3) if value else None,
        grow=1,
    )
    return node(
        "row", w.icon(glyph) if glyph else w.space(24, 24), names, tail, on=on, id=rid, cls=w.GROUP, width="fill",
        min_height=56, gap=24, align="center", pad=(20, 8, 20, 8),
    )  # fmt: skip


def group(title: str) -> Node:
    """A small heading."""
    return w.text(title, "titleS", "primary", pad=(20, 18, 20, 4), width="fill")


def sheet(title: str, rows: list[Node]) -> Node:
    """A list of options that comes up from below."""
    head = node(
        "row", w.text(title, "titleL", heading=True, grow=1), w.action("close", "Close", w.UP, rid="close"),
        width="fill", pad=(24, 0, 8, 0), align="center",
    )  # fmt: skip
    grip = node("row", node("spacer", width=32, height=4, radius=2, bg="outline"), width="fill", justify="center")
    options = node("scroll", rows, id="option_group", cls="android.widget.RadioGroup", width="fill", align="stretch")
    return node(
        "column", grip, head, options, width="fill", bg="low", radius=(28, 28, 0, 0), pad=(0, 14, 0, 8), gap=6,
        align="stretch", id="design_bottom_sheet", cls="android.widget.FrameLayout",
    )  # fmt: skip


def radio(label: str, on: Ev, checked: bool, leading: Node | None = None, support: str = "") -> Node:
    """One option of a sheet."""
    return c.radio_row(
        label, on, checked, rid="option", inset=24, height=60 if support else 52, leading=leading, support=support
    )


def fab(state: State, view: View) -> Node:
    """The button that makes an event on the day in front."""
    return node(
        "button", icon="add", variant="fab", desc="New event", on=ev("new", day=front(state, view.now).isoformat()),
        id="floating_action_button", width=56, height=56, radius=16, bg="primary_container",
        color="on_primary_container", elevation=3,
    )  # fmt: skip
