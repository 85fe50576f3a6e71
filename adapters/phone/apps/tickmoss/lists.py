"""Tickmoss's lists: today, what is coming, one list, the bin, and the search."""

from __future__ import annotations

from datetime import timedelta

from adapters.phone.apps.tickmoss import model
from adapters.phone.apps.tickmoss.content import RECENT_SEARCHES
from adapters.phone.apps.tickmoss.days import MONTHS, SHORT, day_of, label, spoken
from adapters.phone.apps.tickmoss.model import State
from adapters.phone.apps.tickmoss.rows import (
    SEARCH,
    add_button,
    bar,
    dot,
    hairline,
    menu_bar,
    section,
    task_row,
)
from adapters.phone.apps.tickmoss.tasks import INBOX, Task
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

STRIP_DAYS = 21


def today(state: State, place: Route, view: View) -> Screen:
    """The day: how far it has got, what is left from before, and what is due."""
    due = model.today(state, view.now)
    late = model.overdue(state, view.now)
    done = sum(one.done for one in due)
    head = node(
        "column",
        w.text("Today", "32,40,Bold,0", heading=True),
        w.text(f"{spoken(view.now.date())}  ·  {done} of {len(due)} done", "bodyL", "on_surface_variant", id="summary"),
        _progress(done, len(due)),
        width="fill", pad=(24, 6, 24, 6), align="stretch",
    )  # fmt: skip
    rows = [task_row(state, one, view) for one in due]
    overdue = [task_row(state, one, view) for one in late]
    if rows or overdue:
        late_head = section("Overdue", len(overdue), "error") if overdue else None
        body = w.page(
            head, late_head, overdue, section("Due today", len(rows)) if overdue else w.space(10), rows, w.space(64)
        )
    else:
        body = w.page(head, w.empty("task_alt", "Nothing due today", "Enjoy the free day, or plan what comes next."))
    return Screen(body, top=menu_bar(SEARCH), fab=add_button(), title="Today")


def _progress(done: int, count: int) -> Node:
    """A line as long as the share of what is done."""
    full = node("spacer", grow=max(1, count - done) if count else 1, height=5)
    part = node("spacer", grow=done, height=5, radius=2.5, bg="primary") if done else None
    return node(
        "column",
        node("row", part, full if done < count or not count else None, width="fill", height=5, radius=2.5,
             bg="primary_container"),
        width="fill", pad=(0, 12, 0, 8), align="stretch",
    )  # fmt: skip


def upcoming(state: State, place: Route, view: View) -> Screen:
    """What comes after today: a strip of days, and each day with its tasks beside it."""
    chosen = place.get("day", "")
    tasks = model.coming(state, view.now)
    counts: dict[str, int] = {}
    for one in tasks:
        counts[one.day] = counts.get(one.day, 0) + 1
    shown = [day for day in counts if not chosen or day == chosen]
    days = [_day(state, day, [one for one in tasks if one.day == day], view) for day in shown]
    if days:
        body = w.page(days, w.space(64), rid="agenda")
    else:
        body = w.page(
            w.empty("event_available", f"Nothing on {label(chosen, view.now)}" if chosen else "Nothing planned",
                    "Tasks with a date show up here.",
                    c.button("Show all days", ev("day", day=""), rid="show_all", variant="tonal", width="wrap")),
            rid="agenda",
        )  # fmt: skip
    top = node("column", bar("Upcoming", SEARCH), _strip(counts, chosen, view), hairline(), width="fill",
               align="stretch")  # fmt: skip
    return Screen(body, top=top, fab=add_button(), title="Upcoming")


def _strip(counts: dict[str, int], chosen: str, view: View) -> Node:
    cells = []
    for ahead in range(1, STRIP_DAYS + 1):
        day = view.now.date() + timedelta(ahead)
        on, key = chosen == day.isoformat(), day.isoformat()
        ink = "on_primary" if on else "on_surface"
        mark = dot("on_primary" if on else "primary", 5) if counts.get(key) else w.space(5, 5)
        cells.append(
            node(
                "column",
                w.text(SHORT[day.weekday()], "labelM", ink if on else "on_surface_variant"),
                w.text(str(day.day), "18,24,Medium,0", ink),
                mark,
                on=ev("day", day="" if on else key), id="day_cell", cls=w.ROW, selected=on, gap=2,
                desc=f"{spoken(day)}, {counts.get(key, 0)} tasks", width=48, height=66, radius=16, align="center",
                justify="center", bg="primary" if on else "low",
            )
        )  # fmt: skip
    return node(
        "scroll", cells, horizontal=True, id="day_strip", width="fill", height=82, gap=8, pad=(16, 6, 16, 10)
    )  # fmt: skip


def _day(state: State, key: str, tasks: list[Task], view: View) -> Node:
    day = day_of(key) or view.now.date()
    side = node(
        "column",
        w.text(str(day.day), "26,32,Medium,0"),
        w.text(SHORT[day.weekday()], "labelM", "on_surface_variant"),
        w.text(MONTHS[day.month - 1][:3], "labelM", "primary") if day.month != view.now.month else None,
        width=60, align="center", pad=(16, 12, 0, 0),
    )  # fmt: skip
    rows = [task_row(state, one, view) for one in tasks]
    return node("row", side, node("column", rows, grow=1, align="stretch"), width="fill", align="start")


def listing(state: State, place: Route, view: View) -> Screen:
    """One list: what is open, then what was done."""
    name = place.get("list", INBOX)
    tasks = model.listed(state, name)
    still, done = [one for one in tasks if not one.done], [one for one in tasks if one.done]
    head = node(
        "row",
        node("stack", w.icon("inbox" if name == INBOX else "list", 26, "#FFFFFF", place=("center", "center")),
             width=48, height=48, radius=16, bg=model.color_of(state, name)),
        node("column", w.text(name, "28,36,Bold,0", heading=True, lines=2),
             w.text(f"{len(still)} open  ·  {len(done)} done", "bodyM", "on_surface_variant", id="summary"), grow=1),
        width="fill", gap=16, align="center", pad=(24, 4, 20, 12),
    )  # fmt: skip
    rows = [task_row(state, one, view, dated=True, listed=False) for one in still]
    past = [task_row(state, one, view, dated=True, listed=False) for one in done]
    if not rows and not past:
        body = w.page(head, w.empty("playlist_add", "No tasks yet", f"Add the first one to “{name}”."))
    else:
        body = w.page(head, rows, section("Done", len(past)) if past else None, past, w.space(64))
    top = node(
        "row", w.action("arrow_back", "Navigate up", w.UP, color="on_surface"), w.push(), SEARCH,
        id="toolbar", cls=w.GROUP, width="fill", height=60, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip
    return Screen(body, top=top, fab=add_button(name), title=name)


def bin_page(state: State, place: Route, view: View) -> Screen:
    """Deleted tasks, until they are restored."""
    rows = [
        w.row(one.title, f"{one.list}  ·  {label(one.day, view.now)}", rid="row_bin", leading=w.icon("delete_outline"),
              trailing=c.button("Restore", ev("restore", key=one.id), rid="restore", variant="text", width="wrap",
                                height=40))
        for one in reversed(state.bin)
    ]  # fmt: skip
    body = w.page(rows) if rows else w.page(w.empty("delete_outline", "The bin is empty", "Deleted tasks wait here."))
    return Screen(body, top=bar("Bin"), title="Bin")


def search(state: State, place: Route, view: View) -> Screen:
    """Tasks by their words."""
    query = state.ui.query
    hits = model.found(state, query)
    if hits:
        many = "1 task" if len(hits) == 1 else f"{len(hits)} tasks"
        body = w.page(
            w.text(many, "bodyM", "on_surface_variant", pad=(20, 8, 20, 2), id="result_count"),
            [task_row(state, one, view, dated=True) for one in hits],
        )
    elif query.strip():
        body = w.page(
            w.empty("search_off", f"Nothing for “{query}”", "Titles, notes, subtasks and lists are searched.")
        )
    else:
        tips = [
            w.row(tip, on=ev("query", text=tip), rid="row_recent", leading=w.icon("history"), height=56, inset=20,
                  trailing=w.icon("north_west", 20, "outline"))
            for tip in RECENT_SEARCHES
        ]  # fmt: skip
        body = w.page(w.text("Recent searches", "titleS", "on_surface_variant", pad=(20, 14, 20, 4)), tips)
    return Screen(body, top=c.search_bar(query, "Search tasks"), title="Search")
