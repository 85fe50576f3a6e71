"""The schedule: day after day in a list with a column of dates, and search."""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache

from adapters.phone.apps.calendar.days import MONTHS, SHORT, clock, days_of, spoken, week_of, when
from adapters.phone.apps.calendar.model import (
    State,
    color_of,
    event_of,
    found,
    front,
    next_turn,
    on_days,
    sunday,
    visible,
)
from adapters.phone.apps.calendar.parts import CORNER, bar, dot, fab, inks, opens
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node
from adapters.phone.ui.records import Event

AHEAD = 40
"""Days that the list shows from the day in front on."""
BANNERS = ("hills", "forest", "sea", "peaks")


def schedule(state: State, place: Route, view: View) -> Screen:
    """From the day in front on; days without events are left out, but for today."""
    first, events = front(state, view.now), visible(state)
    today = view.now.date()
    rows: list[Node] = [_earlier(first)]
    by_day = on_days(events, first, AHEAD)
    for ahead in range(AHEAD):
        day = first + timedelta(ahead)
        turns = by_day[day]
        if day.day == 1 and ahead:
            rows.append(_banner(day.month, day.year if day.year != today.year else 0))
        if ahead and next(week_of(day, sunday(state))) == day:
            rows.append(_week(day, state.prefs.week_numbers))
        if turns or day == today:
            rows.append(_day(state, day, turns, view))
    return Screen(w.page(rows, w.space(72)), top=bar(state, view, "schedule"), fab=fab(state, view), title="Schedule")


def _earlier(first: date) -> Node:
    return node(
        "row", w.icon("expand_less", 20, "primary"), w.text("Earlier events", "labelL", "primary"),
        on=ev("earlier", day=(first - timedelta(7)).isoformat()), id="earlier", cls=w.GROUP, width="fill", height=44,
        gap=8, align="center", pad=(72, 0, 16, 0),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _banner(month: int, year: int) -> Node:
    """The picture at which a new month begins."""
    name = f"{MONTHS[month - 1]} {year}" if year else MONTHS[month - 1]
    palette = ("mist", "mist", "day", "day", "dawn", "gold", "day", "gold", "gold", "dusk", "mist", "night")[month - 1]
    picture = node("image", art=Art(f"land:{palette}:{BANNERS[month % 4]}", 40 + month), height=132,
                   place=("fill", "start"))  # fmt: skip
    ink = "#FFFFFF" if palette in ("night", "dusk") else "#20303A"
    title = w.text(name, "22,28,Medium,0", ink, pad=(72, 14, 16, 0))
    return node("column", node("stack", picture, title, width="fill", height=132), width="fill", pad=(0, 12, 0, 8),
                align="stretch")  # fmt: skip


@lru_cache(maxsize=256)
def _week(day: date, numbered: bool) -> Node:
    last = day + timedelta(6)
    head = f"{day.day}" if day.month == last.month else f"{day.day} {MONTHS[day.month - 1][:3]}"
    told = f"{head} – {last.day} {MONTHS[last.month - 1][:3]}"
    if numbered:
        told += f", week {day.isocalendar().week}"
    return w.text(told, "labelM", "on_surface_variant", pad=(72, 12, 16, 8), width="fill")


def _day(state: State, day: date, turns: list[tuple[Event, int]], view: View) -> Node:
    """The column of the date, and at its right the blocks."""
    today = day == view.now.date()
    blocks: list[Node] = []
    marked = not today
    for one, nth in turns:
        if not marked and not one.all_day and one.start > view.now.strftime("%Y-%m-%dT%H:%M"):
            blocks.append(_now_line())
            marked = True
        blocks.append(_block(one, nth, _hours(one, nth, view), inks(state, one)))
    if not turns:
        blocks = [w.text("Nothing planned", "bodyM", "on_surface_variant", pad=(4, 14, 0, 14), id="nothing")]
    elif not marked:
        blocks.append(_now_line())
    return node(
        "row", _date(day, today), node("column", blocks, grow=1, gap=6, align="stretch"), width="fill",
        pad=(8, 4, 12, 8), gap=8, id="row_day", cls=w.GROUP,
    )  # fmt: skip


@lru_cache(maxsize=512)
def _date(day: date, today: bool) -> Node:
    """Weekday over the number; today's is in a disc."""
    number = w.text(
        str(day.day), "20,26,Regular,0", "on_primary" if today else "on_surface", place=("center", "center")
    )
    return node(
        "column",
        w.text(SHORT[day.weekday()], "labelM/Bold" if today else "labelM",
               "primary" if today else "on_surface_variant"),
        node("stack", number, width=38, height=38, radius=19, bg="primary" if today else ""),
        on=ev("show_day", day=day.isoformat()), id="date_header", cls=w.GROUP, desc=spoken(day), width=48,
        align="center", min_height=48, pad=(0, 2, 0, 0),
    )  # fmt: skip


@lru_cache(maxsize=1)
def _now_line() -> Node:
    return node(
        "row", node("spacer", width=10, height=10, radius=5, bg="#D93025"),
        node("spacer", grow=1, height=2, bg="#D93025"), width="fill", height=12, align="center", id="now_line",
    )  # fmt: skip


def _hours(one: Event, nth: int, view: View) -> str:
    if one.all_day:
        return ""
    if days_of(one) > 1:
        return f"From {clock(one.start, view)}" if nth == 1 else f"Until {clock(one.end, view)}"
    return f"{clock(one.start, view)} – {clock(one.end, view)}"


@lru_cache(maxsize=1024)
def _block(one: Event, nth: int, hours: str, look: tuple[str, str, str]) -> Node:
    """An event in the list."""
    ground, edge, ink = look
    days = days_of(one)
    title = (one.title or "(No title)") + (f" (day {nth} of {days})" if days > 1 else "")
    soft = "on_surface_variant" if edge else ink
    told = [w.text(title, "14,20,Medium,0.1", ink, lines=2, id="event_title", strike=one.reply == "No")]
    if hours:
        told.append(w.text(hours, "13,18,Regular,0.1", soft, id="event_time", lines=1))
    if one.place and not one.all_day:
        told.append(w.text(one.place, "13,18,Regular,0.1", soft, id="event_place", lines=1))
    return node(
        "column", told, on=opens(one), id="event_block", cls=w.GROUP, width="fill", bg=ground, outline=edge,
        outline_width=2, radius=CORNER, pad=(12, 7, 12, 8), min_height=36 if one.all_day else 48, justify="center",
    )  # fmt: skip


def search(state: State, place: Route, view: View) -> Screen:
    """What was found, the next turn of each; without words, ideas."""
    query = state.ui.query
    hits = found(state, query)
    if not query.strip():
        ideas = ("Noor Haddad", "Kestrel Bay", "Harbour House", "Sam", "Quarry")
        rows: list[Node] = [w.text("Try", "titleS", "on_surface_variant", pad=(20, 12, 20, 4))]
        rows += [
            w.row(idea, on=ev("query", text=idea), rid="row_idea", leading=w.icon("history", 22), height=52)
            for idea in ideas
        ]
    elif not hits:
        rows = [w.empty("event_busy", "No events found", f"Nothing in your calendars has “{query.strip()}”.")]
    else:
        count = f"{len(hits)} event" + ("" if len(hits) == 1 else "s")
        rows = [w.text(count, "labelL", "on_surface_variant", pad=(20, 10, 20, 6), id="count")]
        rows += [_hit(state, next_turn(one, view.now), view) for one in hits]
    return Screen(w.page(rows), top=c.search_bar(query, "Search events"), title="Search")


def _hit(state: State, one: Event, view: View) -> Node:
    base = event_of(state, one.id) or one
    day, hours = when(one, view)
    repeat = f"  ·  {base.repeat}" if base.repeat != "Does not repeat" else ""
    return w.row(
        one.title or "(No title)", f"{day}  ·  {hours}{repeat}", one.place, on=opens(one), rid="row_event",
        leading=dot(color_of(state, one), 18, 5),
    )  # fmt: skip
