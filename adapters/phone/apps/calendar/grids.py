"""Day and month: hours from top to bottom with events as blocks, and the month as a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

from adapters.phone.apps.calendar.days import MONTHS, NAMES, SHORT, clock, dated, month_weeks, spoken
from adapters.phone.apps.calendar.lanes import Cluster, clusters
from adapters.phone.apps.calendar.model import State, front, on_day, on_days, sunday, visible
from adapters.phone.apps.calendar.parts import bar, fab, inks, opens
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.records import Event

HOUR = 60
"""Height of an hour in dp."""
FIRST_HOUR = 7
"""Where a day opens; what is earlier lies above."""
GUTTER = 54
"""Width of the column with the hours."""
MOST = 4
"""Events that a cell of the month names."""
RED = "#D93025"
TINY = "10,13,Medium,0"


def _steps(told: str, unit: str) -> Node:
    """The days that are shown, between the ones before and after."""
    return node(
        "row",
        w.action("chevron_left", f"Previous {unit}", ev("step", by=-1, unit=unit), rid="prev"),
        w.text(told, "titleS", "on_surface_variant", grow=1, text_align="center", id="range", lines=1),
        w.action("chevron_right", f"Next {unit}", ev("step", by=1, unit=unit), rid="next"),
        width="fill", height=44, pad=(8, 0, 8, 0), align="center",
    )  # fmt: skip


def _top(state: State, view: View, over: str, *more: Node) -> Node:
    return node("column", bar(state, view, over), *more, width="fill", align="stretch")


def day(state: State, place: Route, view: View) -> Screen:
    """One day, hour by hour; what lasts all day stands above."""
    here = front(state, view.now)
    turns = on_day(visible(state), here)
    whole = [one for one, _ in turns if one.all_day]
    timed = [one for one, _ in turns if not one.all_day]
    strip = [_whole(state, one) for one in whole]
    body = _hours(state, view, [(here, timed)], small=False)
    top = _top(
        state, view, "day", _steps(f"{NAMES[here.weekday()]}, {dated(here, view.now).partition(', ')[2]}", "day"),
        node("column", strip, width="fill", pad=(GUTTER, 0, 12, 6), gap=3, align="stretch"), w.divider(),
    )  # fmt: skip
    return Screen(body, top=top, fab=fab(state, view), title="Day")


def _hours(state: State, view: View, days: Sequence[tuple[date, list[Event]]], *, small: bool) -> Node:
    gutter = GUTTER - 8 if small else GUTTER
    columns: list[Node] = []
    for one, timed in days:
        blocks = node("column", _blocks(state, clusters(timed), view, small), width="fill", align="stretch",
                      place=("fill", "start"))  # fmt: skip
        now = None
        if one == view.now.date():
            now = node("column", w.space((view.now.hour * 60 + view.now.minute) * HOUR / 60 - 5), _now(), width="fill",
                       align="stretch", place=("fill", "start"))  # fmt: skip
        columns.append(node("stack", blocks, now, grow=1, height="fill"))
    lanes = node(
        "row", w.space(0, gutter), columns, height=24 * HOUR, gap=2, pad=(0, 0, 4 if small else 12, 0),
        place=("fill", "start"),
    )  # fmt: skip
    grid = node("stack", _lines(gutter, view.setting("system", "time_12_24", "24") == "24"), lanes, width="fill",
                height=24 * HOUR)  # fmt: skip
    return node(
        "scroll", grid, w.space(80), id="timed_events", cls="android.widget.ScrollView", width="fill", height="fill",
        align="stretch", value=FIRST_HOUR * HOUR - 12,
    )  # fmt: skip


@lru_cache(maxsize=8)
def _lines(gutter: int, full: bool) -> Node:
    rows = []
    for hour in range(24):
        told = f"{hour:02d}:00" if full else f"{hour % 12 or 12} {'AM' if hour < 12 else 'PM'}"
        label = w.text(told if hour else "", "11,14,Regular,0", "on_surface_variant", text_align="end", lines=1,
                       width=gutter - 10)  # fmt: skip
        rule = node("column", node("divider", width="fill", height=1, color="outline_variant"), grow=1,
                    pad=(0, 6, 0, 0))  # fmt: skip
        rows.append(node("row", label, rule, width="fill", height=HOUR, gap=6))
    return node("column", w.space(0), rows, width="fill", place=("fill", "start"))


def _blocks(state: State, those: list[Cluster], view: View, small: bool) -> list[Node]:
    """Blocks one below the other; those that overlap share a row."""
    out: list[Node] = []
    at = 0
    for one in those:
        out.append(w.space((one.start - at) * HOUR / 60 + (7 if not out else 0)))
        lanes = []
        for lane in one.lanes:
            parts: list[Node] = []
            below = one.start
            for event, start, end in lane:
                parts.append(w.space((start - below) * HOUR / 60))
                parts.append(_block(event, (end - start) * HOUR / 60, inks(state, event), _told(event, view), small))
                below = end
            lanes.append(node("column", parts, grow=1, align="stretch"))
        out.append(node("row", lanes, width="fill", height=(one.end - one.start) * HOUR / 60, gap=2))
        at = one.end
    return out


def _told(event: Event, view: View) -> str:
    return f"{clock(event.start, view)} – {clock(event.end, view)}"


@lru_cache(maxsize=1024)
def _block(event: Event, height: float, look: tuple[str, str, str], hours: str, small: bool) -> Node:
    ground, edge, ink = look
    title = event.title or "(No title)"
    style = TINY if small else "13,17,Medium,0.1"
    line = 13 if small else 17
    fits = max(1, int((height - 6) // line))
    lines: list[Node] = [w.text(title, style, ink, id="event_title", lines=min(fits, 4 if small else 2),
                                strike=event.reply == "No")]  # fmt: skip
    if not small and height > 44:
        place = f", {event.place}" if event.place else ""
        lines.append(w.text(hours + place, "12,16,Regular,0.1", "on_surface_variant" if edge else ink, lines=1,
                            id="event_time"))  # fmt: skip
    return node(
        "column", lines, on=opens(event), id="event_block", cls=w.GROUP, desc=f"{title}, {hours}", height=height - 2,
        bg=ground, outline=edge, outline_width=1.5, radius=6 if small else 8,
        pad=(4, 2, 2, 1) if small else (10, 4 if height > 34 else 2, 8, 2),
    )  # fmt: skip


@lru_cache(maxsize=1)
def _now() -> Node:
    return node(
        "row", node("spacer", width=10, height=10, radius=5, bg=RED), node("spacer", grow=1, height=2, bg=RED),
        width="fill", height=10, align="center", id="now_line",
    )  # fmt: skip


def _whole(state: State, event: Event) -> Node:
    ground, edge, ink = inks(state, event)
    return node(
        "column", w.text(event.title or "(No title)", "13,17,Medium,0.1", ink, lines=1, id="event_title"),
        on=opens(event), id="all_day_event", cls=w.GROUP, width="fill", height=30, bg=ground, outline=edge, radius=8,
        pad=(10, 0, 8, 0), justify="center",
    )  # fmt: skip


def _bar(state: State, event: Event, *, short: bool = False) -> Node:
    """One line of a cell: an event by its name."""
    ground, edge, ink = inks(state, event)
    return w.text(
        event.title or "(No title)", TINY, ink, bg=ground, outline=edge, radius=4, pad=(3, 1, 2, 1), lines=1,
        width="fill", height=15, id="event_title", strike=event.reply == "No",
    )  # fmt: skip


def month(state: State, place: Route, view: View) -> Screen:
    """The weeks of the month; a touch on a day opens it."""
    here = front(state, view.now)
    name = here.isoformat()[:7]
    events = visible(state)
    first = 6 if sunday(state) else 0
    head = [
        w.text(SHORT[(first + at) % 7], "labelM", "on_surface_variant", text_align="center", grow=1) for at in range(7)
    ]
    rows = []
    weeks = month_weeks(name, sunday(state))
    by_day = on_days(events, weeks[0][0], 7 * len(weeks))
    for days in weeks:
        cells = [_cell(state, one, [each for each, _ in by_day[one]], view, name) for one in days]
        rows.append(node("row", cells, width="fill", grow=1, align="stretch"))
        rows.append(w.divider())
    body = node(
        "column", node("row", head, width="fill", height=24, align="center"), rows[:-1], width="fill", height="fill",
        align="stretch", id="month_pager", pad=(2, 0, 2, 26),
    )  # fmt: skip
    top = _top(state, view, "month", _steps(f"{MONTHS[here.month - 1]} {here.year}", "month"))
    return Screen(body, top=top, fab=fab(state, view), title="Month")


def _cell(state: State, day: date, events: list[Event], view: View, month: str) -> Node:
    today, mine = day == view.now.date(), day.isoformat()[:7] == month
    ink = "on_primary" if today else "on_surface" if mine else "outline"
    number = node(
        "stack", w.text(str(day.day), "12,16,Medium,0", ink, place=("center", "center")), width=24, height=24,
        radius=12, bg="primary" if today else "",
    )  # fmt: skip
    bars = [_bar(state, one) for one in events[:MOST]]
    more = len(events) - MOST
    rest = w.text(f"+{more}", TINY, "on_surface_variant", id="more", pad=(3, 0, 0, 0)) if more > 0 else None
    told = f"{spoken(day)}, {len(events)} event" + ("" if len(events) == 1 else "s")
    return node(
        "column", node("row", number, width="fill", justify="center", pad=(0, 2, 0, 2)), bars, rest,
        on=ev("show_day", day=day.isoformat()), id="month_day", cls=w.GROUP, desc=told, selected=today, grow=1,
        height="fill", gap=2, pad=(1, 0, 1, 0), align="stretch", alpha=1.0,
    )  # fmt: skip


def neighbour(day: date, unit: str, by: int) -> date:
    """The day that a step of the view leads to: the next day, week or month."""
    if unit != "month":
        return day + timedelta(by * (7 if unit == "week" else 1))
    month = day.month - 1 + by
    return date(day.year + month // 12, month % 12 + 1, 1)
