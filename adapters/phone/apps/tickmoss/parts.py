"""What several of Tickmoss's screens show: the round check, a task as a row, heads of sections, bars, "Add task"."""

from functools import lru_cache

from adapters.phone.apps.tickmoss.content import INBOX, Task
from adapters.phone.apps.tickmoss.days import label
from adapters.phone.apps.tickmoss.model import State, color_of, is_late, steps_done
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import extended_fab
from adapters.phone.components.text_styles import modifier, text_style
from adapters.phone.framework.actions import assign, focus, go, then
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Ev, Node, ev, node

RINGS = {"None": "outline", "Low": "#1E8E5A", "Medium": "#D97A00", "High": "#D32F2F"}
"""Priority to the colour of the ring before a task."""

note = text_style("13,18,Regular,0.2", "on_surface_variant", lines=1)
value_text = text_style("16,24,Medium,0.1", lines=1)


def check(task: Task) -> Node:
    """The ring that a task is ticked off with, in the middle of its touch box."""
    look = modifier(width=24, height=24, radius=12, place=("center", "center"))
    if task.done:
        ring = node("stack", w.icon("check", 16, "on_primary", place=("center", "center")), bg="primary", **look)
    else:
        ring = node("spacer", outline=RINGS.get(task.priority, "outline"), outline_width=2, **look)
    return node(
        "stack", ring, on=ev("check", key=task.id), id="check", cls="android.widget.CheckBox", checked=task.done,
        desc=f"{'Done' if task.done else 'Not done'}: {task.title}", width=48, height=48,
    )  # fmt: skip


def dot(color: str, size: float = 10) -> Node:
    """The colour of a list."""
    return node("spacer", width=size, height=size, radius=size / 2, bg=color)


def priority_dot(priority: str) -> Node | None:
    """The colour of a priority, if it has one."""
    return dot(RINGS[priority]) if priority != "None" else None


def hairline(left: float = 0) -> Node:
    """A line between rows, fainter than the one between parts of a page."""
    return node("divider", width="fill", height=1, color="highest", pad=(left, 0, 0, 0))


def when(task: Task, view: View, *, dated: bool) -> str:
    """`15:30`, or with its day `Thu, 19 Nov, 15:30`."""
    day = label(task.day, view.now) if dated and task.day else ""
    return ", ".join(part for part in (day, task.time) if part)


def task_row(state: State, task: Task, view: View, *, dated: bool = False, listed: bool = True) -> Node:
    """A task: check, title, what is known of it in one line, and the marks of what it has."""
    late = is_late(task, view.now)
    return _row(task, when(task, view, dated=dated or late), late, color_of(state, task.list) if listed else "")


@lru_cache(maxsize=1024)
def _row(task: Task, due: str, late: bool, color: str) -> Node:
    """The row, made once for each of its faces: lists show the same ones again and again. Without colour no list."""
    flag = None
    if task.priority == "High" and not task.done:
        flag = w.icon("flag", 18, RINGS["High"], desc="High priority")
    ink = "outline" if task.done else "on_surface"
    title = w.text(task.title, "17,23,Regular,0", ink, id="task_title", lines=2, strike=task.done)
    return column(
        line(check(task), words(title, _marks(task, due, late, color)), flag, gap=6, pad=(12, 8, 20, 8)),
        hairline(66),
        on=then(go("task", key=task.id), focus(None)), id="row_task", cls=w.GROUP,
    )  # fmt: skip


def _marks(task: Task, due: str, late: bool, color: str) -> Node | None:
    ink = "outline" if task.done else "on_surface_variant"
    marks = [
        note(due, color="error" if late else ink, id="due") if due else None,
        _list_mark(task.list, ink, color) if color else None,
        _steps_mark(task, ink) if task.steps else None,
        w.icon("repeat", 15, ink, desc=task.repeat) if task.repeat != "Never" else None,
        w.icon("notifications_none", 15, ink, desc="Reminder") if task.reminder != "None" else None,
        w.icon("notes", 15, ink, desc="Has notes") if task.notes else None,
    ]
    return node("row", marks, gap=10, align="center", pad=(0, 1, 0, 0)) if any(marks) else None


def _list_mark(name: str, ink: str, color: str) -> Node:
    mark = w.icon("inbox", 14, ink) if name == INBOX else dot(color, 9)
    return node("row", mark, note(name, color=ink, id="list_name"), gap=5, align="center")


def _steps_mark(task: Task, ink: str) -> Node:
    count = note(f"{steps_done(task)}/{len(task.steps)}", color=ink, id="steps_done", lines=0)
    return node("row", w.icon("checklist", 15, ink), count, gap=4, align="center")


def section(title: str, count: int, color: str = "on_surface") -> Node:
    """The head of a section of tasks."""
    name = w.text(title, "14,20,Bold,0.1", color, grow=1)
    return line(name, w.text(str(count), "labelL", "on_surface_variant"), pad=(24, 18, 22, 4))


def add_button(folder: str = INBOX) -> Node:
    """The extended button over every list."""
    return extended_fab(
        "Add task", "add", ev("new_task", folder=folder), rid="fab_add_task", bg="primary", color="on_primary",
        elevation=3,
    )  # fmt: skip


def tool_bar(*parts: Node) -> Node:
    """The bar of a page."""
    return line(*parts, id="toolbar", cls=w.GROUP, height=60, pad=(4, 0))


def bar(title: str, *actions: Node, lead: str = "arrow_back") -> Node:
    """The bar of the pages above the first one."""
    name = w.text(title, "20,28,Medium,0", heading=True, lines=1, grow=1, pad=(8, 0, 0, 0))
    return tool_bar(tool(lead, "Navigate up", w.UP), name, *actions)


def tool(icon: str, desc: str, on: Ev, rid: str = "") -> Node:
    """An icon button of a bar."""
    return w.action(icon, desc, on, rid=rid, color="on_surface")


SEARCH = tool("search", "Search", then(assign("ui.query", ""), go("search"), focus("search_src_text")), "search")
