"""The pieces that Tickmoss's pages share: the round check, a task as a row, heads of sections, "Add task"."""

from __future__ import annotations

from functools import lru_cache

from adapters.phone.apps.tickmoss.days import label
from adapters.phone.apps.tickmoss.model import State, color_of, progress
from adapters.phone.apps.tickmoss.tasks import INBOX, Task
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Node, ev, node

RINGS = {"None": "outline", "Low": "#1E8E5A", "Medium": "#D97A00", "High": "#D32F2F"}
"""Priority to the colour of the ring before a task."""

SMALL = "13,18,Regular,0.2"


def check(task: Task) -> Node:
    """The ring that a task is ticked off with, in the middle of its touch box."""
    color = RINGS.get(task.priority, "outline")
    if task.done:
        ring = node(
            "stack", w.icon("check", 16, "on_primary", place=("center", "center")),
            width=24, height=24, radius=12, bg="primary", place=("center", "center"),
        )  # fmt: skip
    else:
        ring = node(
            "spacer", width=24, height=24, radius=12, outline=color, outline_width=2, place=("center", "center")
        )
    return node(
        "stack", ring, on=ev("check", key=task.id), id="check", cls="android.widget.CheckBox", checked=task.done,
        desc=f"{'Done' if task.done else 'Not done'}: {task.title}", width=48, height=48,
    )  # fmt: skip


def dot(color: str, size: float = 10) -> Node:
    """The colour of a list."""
    return node("spacer", width=size, height=size, radius=size / 2, bg=color)


def hairline(left: float = 0) -> Node:
    """A line between rows, fainter than the one between parts of a page."""
    return node("divider", width="fill", height=1, color="highest", pad=(left, 0, 0, 0))


def when(task: Task, view: View, *, dated: bool) -> str:
    """`15:30`, or with its day `Thu, 19 Nov, 15:30`."""
    day = label(task.day, view.now) if dated and task.day else ""
    return ", ".join(part for part in (day, task.time) if part)


def task_row(state: State, task: Task, view: View, *, dated: bool = False, listed: bool = True) -> Node:
    """A task: check, title, what is known of it in one line, and the marks of what it has."""
    late = bool(task.day) and task.day < view.now.date().isoformat() and not task.done
    color = color_of(state, task.list) if listed else ""
    return _row(task, when(task, view, dated=dated or late), late, color)


@lru_cache(maxsize=1024)
def _row(task: Task, due: str, late: bool, color: str) -> Node:
    """The row, made once for each of its faces: lists show the same ones again and again. Without colour no list."""
    soft = "outline" if task.done else "on_surface_variant"
    known: list[Node | None] = [w.text(due, SMALL, "error" if late else soft, id="due", lines=1) if due else None]
    if color:
        mark = w.icon("inbox", 14, soft) if task.list == INBOX else dot(color, 9)
        known.append(node("row", mark, w.text(task.list, SMALL, soft, id="list_name", lines=1), gap=5, align="center"))
    if task.steps:
        count = w.text(progress(task), SMALL, soft, id="steps_done")
        known.append(node("row", w.icon("checklist", 15, soft), count, gap=4, align="center"))
    if task.repeat != "Never":
        known.append(w.icon("repeat", 15, soft, desc=task.repeat))
    if task.reminder != "None":
        known.append(w.icon("notifications_none", 15, soft, desc="Reminder"))
    if task.notes:
        known.append(w.icon("notes", 15, soft, desc="Has notes"))
    line = node("row", known, gap=10, align="center", pad=(0, 1, 0, 0)) if any(known) else None
    title = w.text(
        task.title, "17,23,Regular,0", "outline" if task.done else "on_surface", id="task_title", lines=2,
        strike=task.done,
    )  # fmt: skip
    words = node("column", title, line, grow=1)
    high = task.priority == "High" and not task.done
    flag = w.icon("flag", 18, RINGS["High"], desc="High priority") if high else None
    return node(
        "column",
        node("row", check(task), words, flag, width="fill", gap=6, align="center", pad=(12, 8, 20, 8)),
        hairline(66),
        on=ev("open", key=task.id), id="row_task", cls=w.GROUP, width="fill", align="stretch",
    )  # fmt: skip


def section(title: str, count: int, color: str = "on_surface") -> Node:
    """The head of a section of tasks."""
    return node(
        "row", w.text(title, "14,20,Bold,0.1", color, grow=1), w.text(str(count), "labelL", "on_surface_variant"),
        width="fill", pad=(24, 18, 22, 4), align="center",
    )  # fmt: skip


def add_button(folder: str = INBOX) -> Node:
    """The extended button over every list."""
    return node(
        "button", text="Add task", icon="add", variant="fab", on=ev("new", list=folder), id="fab_add_task", height=56,
        radius=16, bg="primary", color="on_primary", elevation=3,
    )  # fmt: skip


def menu_bar(*actions: Node) -> Node:
    """The bar of the first page: only icons."""
    return node(
        "row", w.action("menu", "Open menu", ev("go", to="drawer"), rid="menu", color="on_surface"), w.push(), *actions,
        id="toolbar", cls=w.GROUP, width="fill", height=60, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip


def bar(title: str, *actions: Node, lead: str = "arrow_back") -> Node:
    """The bar of the pages above the first one."""
    return node(
        "row",
        w.action(lead, "Navigate up", w.UP, color="on_surface"),
        w.text(title, "20,28,Medium,0", heading=True, lines=1, grow=1, pad=(8, 0, 0, 0)),
        *actions,
        id="toolbar", cls=w.GROUP, width="fill", height=60, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip


SEARCH = w.action("search", "Search", ev("search"), rid="search", color="on_surface")
