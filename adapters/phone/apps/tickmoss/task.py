"""A task of Tickmoss: its page, what can be done with it, and the question before it is deleted."""

from dataclasses import replace

from adapters.phone.apps.tickmoss.app import app
from adapters.phone.apps.tickmoss.content import INBOX, Task
from adapters.phone.apps.tickmoss.days import NO_DATE, following, label
from adapters.phone.apps.tickmoss.model import State, color_of, is_late, next_id, steps_done
from adapters.phone.apps.tickmoss.parts import bar, check, dot, hairline, priority_dot, tool, value_text, when
from adapters.phone.components.boxes import column, line
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import Handled, go, share, toggle
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import find, with_item, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node


@app.screen("task")
def task_page(state: State, view: View, key: str = "") -> Screen:
    """Everything about one task; its subtasks can be ticked here."""
    task = find(state.tasks, id=key)
    if task is None:
        body = w.page(w.empty("search_off", "This task is gone", "It was deleted or never existed."), rid="scroll")
        return Screen(body, top=bar("Task"), title="Task")
    actions = (
        tool("edit", "Edit task", ev("edit_task", key=key), "edit"),
        tool("share", "Share task", share(share_text(task, view)), "share"),
        tool("delete_outline", "Delete task", go("delete", key=key), "delete"),
    )
    body = w.form(_title(task), _facts(state, task, view), _steps(task), _notes(task))
    done = c.button(
        "Mark as not done" if task.done else "Mark as done", ev("check", key=key), rid="mark_done",
        variant="tonal" if task.done else "filled", icon_name="undo" if task.done else "check",
    )  # fmt: skip
    return Screen(body, top=bar("Task", *actions), bottom=w.sticky(done), title="Task")


def _title(task: Task) -> Node:
    ink = "outline" if task.done else "on_surface"
    title = w.text(task.title, "24,31,Bold,0", ink, id="task_title", grow=1, strike=task.done, pad=(0, 8, 0, 0))
    return line(check(task), title, gap=6, pad=(12, 4, 24, 10), align="start")


def _facts(state: State, task: Task, view: View) -> list[Node | None]:
    ink = "error" if is_late(task, view.now) else "on_surface"
    return [
        _fact("event", "Due", when(task, view, dated=True) or NO_DATE, ink=ink),
        _fact("inbox" if task.list == INBOX else "list", "List", task.list, dot(color_of(state, task.list))),
        _fact("flag", "Priority", task.priority, priority_dot(task.priority)),
        _fact("repeat", "Repeat", task.repeat),
        _fact("notifications_none", "Reminder", task.reminder),
        _fact("check_circle", "Completed", f"{label(task.finished[:10], view.now)}, {task.finished[11:]}")
        if task.done and task.finished
        else None,
    ]


def _fact(icon: str, name: str, value: str, mark: Node | None = None, ink: str = "on_surface") -> Node:
    return line(
        w.icon(icon, 22),
        w.text(name, "bodyL", "on_surface_variant", width=104),
        node("row", mark, value_text(value, color=ink), grow=1, gap=8, align="center"),
        id="row_fact", cls=w.GROUP, height=52, pad=(24, 0, 20, 0), gap=16,
    )  # fmt: skip


def _steps(task: Task) -> Node | None:
    if not task.steps:
        return None
    count = f"{steps_done(task)} of {len(task.steps)}"
    rows = [
        line(
            node("checkbox", checked=step.done, width=20, height=20, id="checkbox"),
            w.text(step.title, "bodyL", "outline" if step.done else "on_surface", lines=2, strike=step.done, grow=1),
            on=toggle(f"tasks[id={task.id}].steps.{index}.done"), id="row_step", cls=w.ROW, min_height=48,
            pad=(24, 6, 20, 6), gap=18,
        )
        for index, step in enumerate(task.steps)
    ]  # fmt: skip
    return column(hairline(), w.space(12), w.head("Subtasks", mark=count, inset=24), rows, pad=(0, 8))


def _notes(task: Task) -> Node | None:
    if not task.notes:
        return None
    box = column(w.text(task.notes, "16,25,Regular,0.1", id="notes"), bg="low", radius=16, pad=(16, 12, 16, 14))
    return column(hairline(), w.space(12), w.head("Notes", inset=24), column(box, pad=(18, 0)), pad=(0, 8, 0, 12))


@app.on("check")
def check_off(state: State, view: View, key: str) -> Handled:
    """Done, or open again. A repeated task that gets done leaves its next turn behind."""
    task = find(state.tasks, id=key)
    if task is None:
        return None
    finished = "" if task.done else view.now.strftime(TIME_FORMAT)
    tasks = with_item(state.tasks, lambda known: known.id == key, done=not task.done, finished=finished)
    after = replace(state, tasks=tasks)
    if task.done:
        return after, Toast("Open again")
    turn = following(task.day, task.repeat, view.now)
    if not turn:
        return after, Toast("Done")
    steps = tuple(replace(step, done=False) for step in task.steps)
    again = replace(task, id=next_id(state), day=turn, steps=steps)
    return replace(after, tasks=(*tasks, again)), Toast(f"Done. Next: {label(turn, view.now)}")


def share_text(task: Task, view: View) -> str:
    """What "Share" hands over: the title, when it is due, its subtasks and notes."""
    due = when(task, view, dated=True)
    lines = [task.title, f"Due: {due}" if due else "", *(f"– {step.title}" for step in task.steps), task.notes]
    return "\n".join(text for text in lines if text)


@app.dialog("delete", over="task", title="Delete task?", distractor="one tap beside Edit on the page of a task")
def delete(state: State, key: str = "") -> Node:
    """The question before a task goes to the bin."""
    task = find(state.tasks, id=key)
    text = f"“{task.title}” moves to the bin. You can restore it from there." if task else "This task is gone already."
    return confirmation("Delete task?", text, "Delete", ev("delete_task", key=key))


@app.on("delete_task")
def delete_task(state: State, key: str) -> Handled:
    """Move a task to the bin."""
    deleted = tuple(task for task in state.tasks if task.id == key)
    after = replace(state, tasks=without(state.tasks, id=key), bin=(*state.bin, *deleted))
    return after, Back(2), Toast("Moved to the bin")
