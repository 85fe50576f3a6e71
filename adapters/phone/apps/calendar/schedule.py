"""The schedule: day after day in a list with a column of dates, and search."""

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

from adapters.phone.apps.calendar import model
from adapters.phone.apps.calendar.app import app
from adapters.phone.apps.calendar.days import clock, days_of, hours, when
from adapters.phone.apps.calendar.model import State, color_of, front, next_turn, on_days, visible
from adapters.phone.apps.calendar.parts import NO_TITLE, add_button, bar, block_look, dot, now_line, open_event
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import assign, go, then
from adapters.phone.framework.dates import DAYS, TIME_FORMAT, full_date
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Art, Node, node
from adapters.phone.ui.records import ONCE, Event

AHEAD = 40
"""Days that the list shows from the day in front on."""
BANNERS = ("hills", "forest", "sea", "peaks")
PALETTES = ("mist", "mist", "day", "day", "dawn", "gold", "day", "gold", "gold", "dusk", "mist", "night")
IDEAS = ("Noor Haddad", "Kestrel Bay", "Harbour House", "Sam", "Quarry")


@app.screen("schedule")
def schedule(state: State, view: View) -> Screen:
    """From the day in front on; days without events are left out, but for today."""
    first, today = front(state, view.now), view.now.date()
    rows: list[Node] = [_earlier(first)]
    for day, turns in on_days(visible(state), first, AHEAD).items():
        if day.day == 1 and day != first:
            rows.append(_banner(day.month, day.year if day.year != today.year else 0))
        if day.weekday() == 0 and day != first:
            rows.append(_week(day))
        if turns or day == today:
            rows.append(_day(state, day, turns, view))
    body = w.page(rows, w.space(72))
    return Screen(body, top=bar(state, view, "schedule"), fab=add_button(state, view), title="Schedule")


def _earlier(first: date) -> Node:
    return line(
        w.icon("expand_less", 20, "primary"), w.text("Earlier events", "labelL", "primary"),
        on=assign("ui.day", (first - timedelta(7)).isoformat()), id="earlier", cls=w.GROUP, height=44, gap=8,
        pad=(72, 0, 16, 0),
    )  # fmt: skip


@lru_cache(maxsize=64)
def _banner(month: int, year: int) -> Node:
    """The picture at which a new month begins."""
    palette = PALETTES[month - 1]
    picture = node(
        "image", art=Art(f"land:{palette}:{BANNERS[month % 4]}", 40 + month), height=132, place=("fill", "start")
    )
    ink = "#FFFFFF" if palette in ("night", "dusk") else "#20303A"
    name = f"{date(2000, month, 1):%B}" + (f" {year}" if year else "")
    title = w.text(name, "22,28,Medium,0", ink, pad=(72, 14, 16, 0))
    return column(node("stack", picture, title, width="fill", height=132), pad=(0, 12, 0, 8))


@lru_cache(maxsize=256)
def _week(day: date) -> Node:
    last = day + timedelta(6)
    first_text = f"{day.day}" if day.month == last.month else f"{day.day} {day:%b}"
    text = f"{first_text} – {last.day} {last:%b}"
    return w.text(text, "labelM", "on_surface_variant", pad=(72, 12, 16, 8), width="fill")


def _day(state: State, day: date, turns: Sequence[tuple[Event, int]], view: View) -> Node:
    """The column of the date, and at its right the blocks; today's with a line where it is now."""
    today, now = day == view.now.date(), view.now.strftime(TIME_FORMAT)
    blocks = [_block(event, number, _hours(event, number, view), block_look(state, event)) for event, number in turns]
    if not turns:
        blocks = [w.text("Nothing planned", "bodyM", "on_surface_variant", pad=(4, 14, 0, 14), id="nothing")]
    elif today:
        later = (place for place, (event, _) in enumerate(turns) if not event.all_day and event.start > now)
        blocks.insert(next(later, len(blocks)), now_line(12))
    return node(
        "row", _date(day, today), words(blocks, gap=6, align="stretch"), width="fill", pad=(8, 4, 12, 8), gap=8,
        id="row_day", cls=w.GROUP,
    )  # fmt: skip


@lru_cache(maxsize=512)
def _date(day: date, today: bool) -> Node:
    """Weekday over the number; today's is in a disc."""
    number = w.text(
        str(day.day), "20,26,Regular,0", "on_primary" if today else "on_surface", place=("center", "center")
    )
    weekday = w.text(
        DAYS[day.weekday()], "labelM/Bold" if today else "labelM", "primary" if today else "on_surface_variant"
    )
    disc = node("stack", number, width=38, height=38, radius=19, bg="primary" if today else "")
    return node(
        "column", weekday, disc, on=then(assign("ui.day", day.isoformat()), go("day")), id="date_header",
        cls=w.GROUP, desc=full_date(day), width=48, align="center", min_height=48, pad=(0, 2, 0, 0),
    )  # fmt: skip


def _hours(event: Event, number: int, view: View) -> str:
    if event.all_day:
        return ""
    if days_of(event) > 1:
        return f"From {clock(event.start, view)}" if number == 1 else f"Until {clock(event.end, view)}"
    return hours(event, view)


@lru_cache(maxsize=1024)
def _block(event: Event, number: int, time: str, look: tuple[str, str, str]) -> Node:
    """An event in the list."""
    ground, edge, ink = look
    days = days_of(event)
    title = (event.title or NO_TITLE) + (f" (day {number} of {days})" if days > 1 else "")
    soft = "on_surface_variant" if edge else ink
    place = event.place if not event.all_day else ""
    return column(
        w.text(title, "14,20,Medium,0.1", ink, lines=2, id="event_title", strike=event.reply == "No"),
        w.text(time, "13,18,Regular,0.1", soft, id="event_time", lines=1) if time else None,
        w.text(place, "13,18,Regular,0.1", soft, id="event_place", lines=1) if place else None,
        on=open_event(event), id="event_block", cls=w.GROUP, align="start", bg=ground, outline=edge, outline_width=2,
        radius=8.0, pad=(12, 7, 12, 8), min_height=36 if event.all_day else 48, justify="center",
    )  # fmt: skip


@app.screen("search", activity=".SearchActivity", distractor="another way to an event that is there already")
def search(state: State, view: View) -> Screen:
    """What was found, the next turn of each; without words, ideas."""
    query = bind(state, "ui.query")
    found = model.search(state, query.value)
    if not query.value.strip():
        rows = [w.text("Try", "titleS", "on_surface_variant", pad=(20, 12, 20, 4))]
        rows += [
            w.row(idea, on=query.to(idea), rid="row_idea", leading=w.icon("history", 22), height=52) for idea in IDEAS
        ]
    elif found:
        count = "1 event" if len(found) == 1 else f"{len(found)} events"
        rows = [w.text(count, "labelL", "on_surface_variant", pad=(20, 10, 20, 6), id="count")]
        rows += [_found(state, next_turn(event, view.now), view) for event in found]
    else:
        nothing = f"Nothing in your calendars has “{query.value.strip()}”."
        rows = [w.empty("event_busy", "No events found", nothing)]
    return Screen(w.page(rows), top=search_bar(query, "Search events"), title="Search")


def _found(state: State, event: Event, view: View) -> Node:
    day, time = when(event, view)
    repeat = f"  ·  {event.repeat}" if event.repeat != ONCE else ""
    return w.row(
        event.title or NO_TITLE, f"{day}  ·  {time}{repeat}", event.place, on=open_event(event), rid="row_event",
        leading=dot(color_of(state, event)),
    )  # fmt: skip
