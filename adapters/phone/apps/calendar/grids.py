"""Day and month: hours from top to bottom with events as blocks, and the month as a table."""

from calendar import Calendar
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from adapters.phone.apps.calendar.app import app
from adapters.phone.apps.calendar.days import hours, length_of, moment
from adapters.phone.apps.calendar.model import State, front, on_day, on_days, visible
from adapters.phone.apps.calendar.parts import NO_TITLE, add_button, bar, block_look, now_line, open_event
from adapters.phone.components.boxes import column, line
from adapters.phone.framework.actions import assign, go, then
from adapters.phone.framework.dates import DAYS, date_text, full_date, shown_time
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, node
from adapters.phone.ui.records import Event

HOUR = 60
"""Height of an hour in dp."""
FIRST_HOUR = 7
"""Where a day opens; what is earlier lies above."""
GUTTER = 54
"""Width of the column with the hours."""
MOST = 4
"""Events that a cell of the month names."""
TINY = "10,13,Medium,0"
FAB_ROOM = 90
"""Height below the month in which the floating button covers no day."""
LEAST = 30
"""Minutes that even the shortest event takes on the page."""
DAY = 24 * 60

Span = tuple[Event, int, int]
"""An event with the minutes of the day at which its block begins and ends."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Events that overlap, directly or through others; in each lane they follow one another."""

    start: int
    end: int
    lanes: tuple[tuple[Span, ...], ...]


def span(event: Event) -> Span:
    """Return the block of an event, within the day on which it begins."""
    first = moment(event.start)
    start = first.hour * 60 + first.minute
    end = min(DAY, start + max(LEAST, int(length_of(event).total_seconds() // 60)))
    return event, min(start, DAY - LEAST), end


def clusters(events: Sequence[Event]) -> list[Cluster]:
    """Return the clusters of a day in order; no two of them touch the same minute."""
    spans = sorted(map(span, events), key=lambda each: (each[1], -each[2], each[0].id))
    groups: list[list[Span]] = []
    end = 0
    for each in spans:
        if not groups or each[1] >= end:
            groups.append([])
        groups[-1].append(each)
        end = max(end, each[2])
    return [Cluster(group[0][1], max(each[2] for each in group), _lanes(group)) for group in groups]


def _lanes(group: Sequence[Span]) -> tuple[tuple[Span, ...], ...]:
    """The blocks of a cluster, each in the first lane that is free."""
    lanes: list[list[Span]] = []
    for each in group:
        free = next((lane for lane in lanes if lane[-1][2] <= each[1]), None)
        if free is None:
            lanes.append([each])
        else:
            free.append(each)
    return tuple(map(tuple, lanes))


def _top(state: State, view: View, page: str, title: str, day_beside: Callable[[date, int], date]) -> list[Node]:
    """The bar of a view, and below it what is shown, between the ways to what is before and after."""
    here = front(state, view.now)

    def step(icon: str, which: str, rid: str, by: int) -> Node:
        return w.action(icon, f"{which} {page}", assign("ui.day", day_beside(here, by).isoformat()), rid=rid)

    name = w.text(title, "titleS", "on_surface_variant", grow=1, text_align="center", id="range", lines=1)
    earlier, later = step("chevron_left", "Previous", "prev", -1), step("chevron_right", "Next", "next", 1)
    return [bar(state, view, page), line(earlier, name, later, height=44, pad=(8, 0))]


@app.screen("day", distractor="leads to a new event too, of another day")
def day_view(state: State, view: View) -> Screen:
    """One day, hour by hour; what lasts all day stands above."""
    here = front(state, view.now)
    events = [event for event, _ in on_day(visible(state), here)]
    title = f"{here:%A}, {date_text(here, view.now).partition(', ')[2]}"
    all_day = [_all_day(state, event) for event in events if event.all_day]
    top = column(
        _top(state, view, "day", title, lambda day, by: day + timedelta(by)),
        column(all_day, pad=(GUTTER, 0, 12, 6), gap=3),
        w.divider(),
    )
    timed = [event for event in events if not event.all_day]
    return Screen(_hours(state, view, here, timed), top=top, fab=add_button(state, view), title="Day")


def _all_day(state: State, event: Event) -> Node:
    ground, edge, ink = block_look(state, event)
    return node(
        "column", w.text(event.title or NO_TITLE, "13,17,Medium,0.1", ink, lines=1, id="event_title"),
        on=open_event(event), id="all_day_event", cls=w.GROUP, width="fill", height=30, bg=ground, outline=edge,
        radius=8, pad=(10, 0, 8, 0), justify="center",
    )  # fmt: skip


def _hours(state: State, view: View, day: date, events: list[Event]) -> Node:
    blocks = column(_blocks(state, clusters(events), view), place=("fill", "start"))
    now = None
    if day == view.now.date():
        above = w.space((view.now.hour * 60 + view.now.minute) * HOUR / 60 - 5)
        now = column(above, now_line(10), place=("fill", "start"))
    lanes = node(
        "row", w.space(0, GUTTER), node("stack", blocks, now, grow=1, height="fill"), height=24 * HOUR, gap=2,
        pad=(0, 0, 12, 0), place=("fill", "start"),
    )  # fmt: skip
    grid = node("stack", _lines(shown_time("13:00", view) == "13:00"), lanes, width="fill", height=24 * HOUR)
    return node(
        "scroll", grid, w.space(80), id="timed_events", cls="android.widget.ScrollView", width="fill", height="fill",
        align="stretch", value=FIRST_HOUR * HOUR - 12,
    )  # fmt: skip


@lru_cache(maxsize=2)
def _lines(full: bool) -> Node:
    """A line for each hour, with its name: of 24 hours, or of twice twelve."""
    names = [f"{hour:02d}:00" if full else f"{hour % 12 or 12} {'AM' if hour < 12 else 'PM'}" for hour in range(24)]
    rows = [_line("" if place == 0 else name) for place, name in enumerate(names)]
    return node("column", w.space(0), rows, width="fill", place=("fill", "start"))


def _line(name: str) -> Node:
    label = w.text(name, "11,14,Regular,0", "on_surface_variant", text_align="end", lines=1, width=GUTTER - 10)
    rule = node("divider", width="fill", height=1, color="outline_variant")
    return node("row", label, node("column", rule, grow=1, pad=(0, 6, 0, 0)), width="fill", height=HOUR, gap=6)


def _blocks(state: State, found: list[Cluster], view: View) -> list[Node]:
    """Blocks one below the other; those that overlap share a row."""
    parts: list[Node] = []
    end = 0
    for cluster in found:
        parts.append(w.space((cluster.start - end) * HOUR / 60 + (0 if parts else 7)))
        lanes = [_lane(state, lane, cluster.start, view) for lane in cluster.lanes]
        parts.append(node("row", lanes, width="fill", height=(cluster.end - cluster.start) * HOUR / 60, gap=2))
        end = cluster.end
    return parts


def _lane(state: State, lane: Sequence[Span], start: int, view: View) -> Node:
    parts: list[Node] = []
    for event, begin, end in lane:
        parts.append(w.space((begin - start) * HOUR / 60))
        parts.append(_block(event, (end - begin) * HOUR / 60, block_look(state, event), hours(event, view)))
        start = end
    return node("column", parts, grow=1, align="stretch")


@lru_cache(maxsize=1024)
def _block(event: Event, height: float, look: tuple[str, str, str], time: str) -> Node:
    ground, edge, ink = look
    title = event.title or NO_TITLE
    lines = min(max(1, int((height - 6) // 17)), 2)
    about = None
    if height > 44:
        text = f"{time}, {event.place}" if event.place else time
        soft = "on_surface_variant" if edge else ink
        about = w.text(text, "12,16,Regular,0.1", soft, lines=1, id="event_time")
    return node(
        "column",
        w.text(title, "13,17,Medium,0.1", ink, id="event_title", lines=lines, strike=event.reply == "No"),
        about,
        on=open_event(event), id="event_block", cls=w.GROUP, desc=f"{title}, {time}", height=height - 2, bg=ground,
        outline=edge, outline_width=1.5, radius=8, pad=(10, 4 if height > 34 else 2, 8, 2),
    )  # fmt: skip


@app.screen("month", distractor="shows the day of the event, which has to be typed in first")
def month_view(state: State, view: View) -> Screen:
    """The weeks of the month; a touch on a day opens it."""
    here = front(state, view.now)
    weeks = Calendar().monthdatescalendar(here.year, here.month)
    turns = on_days(visible(state), weeks[0][0], 7 * len(weeks))
    rows: list[Node] = []
    for week in weeks:
        cells = [_cell(state, day, [event for event, _ in turns[day]], view, here.month) for day in week]
        rows += [node("row", cells, width="fill", grow=1, align="stretch"), w.divider()]
    heads = [w.text(name, "labelM", "on_surface_variant", text_align="center", grow=1) for name in DAYS]
    body = column(line(heads, height=24), rows[:-1], height="fill", id="month_pager", pad=(2, 0, 2, FAB_ROOM))
    top = column(_top(state, view, "month", f"{here:%B} {here.year}", month_beside))
    return Screen(body, top=top, fab=add_button(state, view), title="Month")


def month_beside(day: date, by: int) -> date:
    """Return the first day of the month so many months from a day's."""
    month = day.month - 1 + by
    return date(day.year + month // 12, month % 12 + 1, 1)


def _cell(state: State, day: date, events: list[Event], view: View, month: int) -> Node:
    today = day == view.now.date()
    ink = "on_primary" if today else "on_surface" if day.month == month else "outline"
    number = node(
        "stack", w.text(str(day.day), "12,16,Medium,0", ink, place=("center", "center")), width=24, height=24,
        radius=12, bg="primary" if today else "",
    )  # fmt: skip
    rest = None
    if len(events) > MOST:
        rest = w.text(f"+{len(events) - MOST}", TINY, "on_surface_variant", id="more", pad=(3, 0, 0, 0))
    count = "1 event" if len(events) == 1 else f"{len(events)} events"
    return node(
        "column", node("row", number, width="fill", justify="center", pad=(0, 2, 0, 2)),
        [_name(state, event) for event in events[:MOST]], rest,
        on=then(assign("ui.day", day.isoformat()), go("day")), id="month_day", cls=w.GROUP,
        desc=f"{full_date(day)}, {count}", selected=today, grow=1, height="fill", gap=2, pad=(1, 0, 1, 0),
        align="stretch", alpha=1.0,
    )  # fmt: skip


def _name(state: State, event: Event) -> Node:
    """One line of a cell: an event by its name."""
    ground, edge, ink = block_look(state, event)
    return w.text(
        event.title or NO_TITLE, TINY, ink, bg=ground, outline=edge, radius=4, pad=(3, 1, 2, 1), lines=1, width="fill",
        height=15, id="event_title", strike=event.reply == "No",
    )  # fmt: skip
