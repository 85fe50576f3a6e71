"""Tickmoss's lists: today, what is coming, one list, the bin, the search, and the drawer that leads to them."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

from adapters.phone.apps.tickmoss import model, parts
from adapters.phone.apps.tickmoss.app import app
from adapters.phone.apps.tickmoss.content import CONTENT, INBOX, Task
from adapters.phone.apps.tickmoss.days import label
from adapters.phone.apps.tickmoss.model import State, color_of
from adapters.phone.apps.tickmoss.parts import SEARCH
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.drawers import drawer_entry, drawer_window
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import Handled, go, replace_with, switch_to, then
from adapters.phone.framework.dates import DAYS, full_date
from adapters.phone.framework.state_paths import bind, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node

STRIP_DAYS = 21
OWNER, OWNER_FACE = "Robin Vale", 21


@app.screen("today")
def today(state: State, view: View) -> Screen:
    """The day: how far it has got, what was due before, and what is due."""
    due, late = model.due_today(state, view.now), model.overdue(state, view.now)
    done = sum(task.done for task in due)
    summary = f"{full_date(view.now.date())}  ·  {done} of {len(due)} done"
    head = column(
        w.text("Today", "32,40,Bold,0", heading=True),
        w.text(summary, "bodyL", "on_surface_variant", id="summary"),
        _progress(done, len(due)),
        pad=(24, 6),
    )
    if due or late:
        body = w.page(
            head,
            parts.section("Overdue", len(late), "error") if late else None,
            [parts.task_row(state, task, view) for task in late],
            parts.section("Due today", len(due)) if late else w.space(10),
            [parts.task_row(state, task, view) for task in due],
            w.space(64),
        )
    else:
        body = w.page(head, w.empty("task_alt", "Nothing due today", "Enjoy the free day, or plan what comes next."))
    top = parts.tool_bar(parts.tool("menu", "Open menu", go("drawer"), "menu"), w.push(), SEARCH)
    return Screen(body, top=top, fab=parts.add_button(), title="Today")


def _progress(done: int, count: int) -> Node:
    """A line as long as the share of what is done."""
    part = node("spacer", grow=done, height=5, radius=2.5, bg="primary") if done else None
    rest = node("spacer", grow=max(1, count - done), height=5) if done < count or not count else None
    track = node("row", part, rest, width="fill", height=5, radius=2.5, bg="primary_container")
    return column(track, pad=(0, 12, 0, 8))


@app.screen("upcoming", distractor="tasks of other days in a list that looks like today's")
def upcoming(state: State, view: View, day: str = "") -> Screen:
    """What comes after today: a strip of days, and each day with its tasks beside it."""
    tasks = model.coming(state, view.now)
    counts = Counter(task.day for task in tasks)
    shown = [known for known in counts if day in ("", known)]
    if shown:
        days = [_day(state, key, [task for task in tasks if task.day == key], view) for key in shown]
        body = w.page(days, w.space(64), rid="agenda")
    else:
        title = f"Nothing on {label(day, view.now)}" if day else "Nothing planned"
        show_all = c.button(
            "Show all days", replace_with("upcoming", day=""), rid="show_all", variant="tonal", width="wrap"
        )
        empty = w.empty("event_available", title, "Tasks with a date show up here.", show_all)
        body = w.page(empty, rid="agenda")
    top = column(parts.bar("Upcoming", SEARCH), _strip(counts, day, view), parts.hairline())
    return Screen(body, top=top, fab=parts.add_button(), title="Upcoming")


def _strip(counts: Counter[str], chosen: str, view: View) -> Node:
    days = [view.now.date() + timedelta(ahead) for ahead in range(1, STRIP_DAYS + 1)]
    cells = [_day_cell(day, counts[day.isoformat()], chosen == day.isoformat()) for day in days]
    return node("scroll", cells, horizontal=True, id="day_strip", width="fill", height=82, gap=8, pad=(16, 6, 16, 10))


def _day_cell(day: date, count: int, chosen: bool) -> Node:
    ink = "on_primary" if chosen else "on_surface"
    return node(
        "column",
        w.text(DAYS[day.weekday()], "labelM", ink if chosen else "on_surface_variant"),
        w.text(str(day.day), "18,24,Medium,0", ink),
        parts.dot("on_primary" if chosen else "primary", 5) if count else w.space(5, 5),
        on=replace_with("upcoming", day="" if chosen else day.isoformat()), id="day_cell", cls=w.ROW, selected=chosen,
        desc=f"{full_date(day)}, {count} tasks", width=48, height=66, radius=16, align="center", justify="center",
        gap=2, bg="primary" if chosen else "low",
    )  # fmt: skip


def _day(state: State, key: str, tasks: list[Task], view: View) -> Node:
    day = date.fromisoformat(key)
    name = node(
        "column",
        w.text(str(day.day), "26,32,Medium,0"),
        w.text(DAYS[day.weekday()], "labelM", "on_surface_variant"),
        w.text(f"{day:%b}", "labelM", "primary") if day.month != view.now.month else None,
        width=60, align="center", pad=(16, 12, 0, 0),
    )  # fmt: skip
    return line(name, words([parts.task_row(state, task, view) for task in tasks], align="stretch"), align="start")


@app.screen("list", distractor="a task is edited in the same way from its list")
def listing(state: State, view: View, list_: str = INBOX) -> Screen:
    """One list: what is open, then what was done."""
    tasks = model.listed(state, list_)
    to_do, done = [task for task in tasks if not task.done], [task for task in tasks if task.done]
    icon = w.icon("inbox" if list_ == INBOX else "list", 26, "#FFFFFF", place=("center", "center"))
    summary = f"{len(to_do)} open  ·  {len(done)} done"
    head = line(
        node("stack", icon, width=48, height=48, radius=16, bg=color_of(state, list_)),
        words(
            w.text(list_, "28,36,Bold,0", heading=True, lines=2),
            w.text(summary, "bodyM", "on_surface_variant", id="summary"),
        ),
        gap=16,
        pad=(24, 4, 20, 12),
    )
    if tasks:
        body = w.page(
            head,
            [parts.task_row(state, task, view, dated=True, listed=False) for task in to_do],
            parts.section("Done", len(done)) if done else None,
            [parts.task_row(state, task, view, dated=True, listed=False) for task in done],
            w.space(64),
        )
    else:
        body = w.page(head, w.empty("playlist_add", "No tasks yet", f"Add the first one to “{list_}”."))
    top = parts.tool_bar(parts.tool("arrow_back", "Navigate up", w.UP), w.push(), SEARCH)
    return Screen(body, top=top, fab=parts.add_button(list_), title=list_)


@app.screen("bin", distractor="where a deleted task is, beside the lists")
def bin_page(state: State, view: View) -> Screen:
    """Deleted tasks, until they are restored."""
    rows = [_bin_row(task, view) for task in reversed(state.bin)]
    if not rows:
        rows = [w.empty("delete_outline", "The bin is empty", "Deleted tasks wait here.")]
    return Screen(w.page(rows), top=parts.bar("Bin"), title="Bin")


def _bin_row(task: Task, view: View) -> Node:
    restore = c.button("Restore", ev("restore", key=task.id), rid="restore", variant="text", width="wrap", height=40)
    about = f"{task.list}  ·  {label(task.day, view.now)}"
    return w.row(task.title, about, rid="row_bin", leading=w.icon("delete_outline"), trailing=restore)


@app.on("restore")
def restore(state: State, key: str) -> Handled:
    """Take a task out of the bin."""
    restored = tuple(task for task in state.bin if task.id == key)
    return replace(state, tasks=(*state.tasks, *restored), bin=without(state.bin, id=key)), Toast("Restored")


@app.screen("search", distractor="another way to a task, with tasks of all days")
def search(state: State, view: View) -> Screen:
    """Tasks by their words."""
    query = bind(state, "ui.query")
    found = model.search(state, query.value)
    if found:
        count = "1 task" if len(found) == 1 else f"{len(found)} tasks"
        rows = [
            w.text(count, "bodyM", "on_surface_variant", pad=(20, 8, 20, 2), id="result_count"),
            *(parts.task_row(state, task, view, dated=True) for task in found),
        ]
    elif query.value.strip():
        nothing = f"Nothing for “{query.value}”"
        rows = [w.empty("search_off", nothing, "Titles, notes, subtasks and lists are searched.")]
    else:
        rows = [w.text("Recent searches", "titleS", "on_surface_variant", pad=(20, 14, 20, 4))]
        rows += [_recent(tip, query.to(tip)) for tip in CONTENT.recent_searches]
    return Screen(w.page(rows), top=search_bar(query, "Search tasks"), title="Search")


def _recent(words_: str, on: Ev) -> Node:
    arrow = w.icon("north_west", 20, "outline")
    return w.row(words_, on=on, rid="row_recent", leading=w.icon("history"), trailing=arrow, height=56, inset=20)


@app.drawer("drawer", over="today", title="Menu", distractor="leads to lists where the task may also be looked for")
def drawer(state: State, view: View) -> Node:
    """The lists with the number of open tasks, the bin and the settings."""
    due = len(model.overdue(state, view.now)) + sum(not task.done for task in model.due_today(state, view.now))
    return drawer_window(
        _owner(state),
        _entry("today", "Today", switch_to("today"), due, here=True),
        _entry("event", "Upcoming", _above_today(go("upcoming")), len(model.coming(state, view.now))),
        _list_entry(state, INBOX),
        w.text("Lists", "titleS", "on_surface_variant", pad=(16, 14, 16, 6)),
        [_list_entry(state, folder.name) for folder in state.lists],
        w.space(8),
        parts.hairline(),
        w.space(8),
        _entry("delete_outline", "Bin", _above_today(go("bin")), len(state.bin)),
        _entry("settings", "Settings", _above_today(go("settings"))),
        width=308,
        radius=24,
        pad=(10, 8, 10, 0),
    )


def _above_today(to: Ev) -> Ev:
    """Go to a page from which BACK leads to today."""
    return then(switch_to("today"), to)


def _owner(state: State) -> Node:
    done = sum(task.done for task in state.tasks)
    about = w.text(f"{done} tasks done so far", "bodyS", "on_surface_variant")
    return line(w.avatar(OWNER_FACE, 44), words(w.text(OWNER, "titleM", heading=True), about), gap=14, pad=(16, 12))


def _list_entry(state: State, name: str) -> Node:
    mark = node("row", parts.dot(color_of(state, name), 12), width=22, justify="center")
    to_do = sum(not task.done for task in model.listed(state, name))
    return _entry("inbox" if name == INBOX else mark, name, _above_today(go("list", list=name)), to_do)


def _entry(icon: str | Node, label_: str, on: Ev, count: int = 0, *, here: bool = False) -> Node:
    style = "15,20,Bold,0.1" if here else "15,20,Medium,0.1"
    return drawer_entry(icon, label_, on, here=here, count=count, style=style, icon_size=22)
