"""Tickmoss's editor: the form of a new task or of one that is changed."""

from dataclasses import replace

from adapters.phone.apps.tickmoss.app import app
from adapters.phone.apps.tickmoss.content import INBOX, Step, Task
from adapters.phone.apps.tickmoss.days import label
from adapters.phone.apps.tickmoss.model import NEW, Draft, State, color_of, draft_of, next_id, written
from adapters.phone.apps.tickmoss.parts import bar, dot, hairline, priority_dot, value_text
from adapters.phone.components.boxes import column, line
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import Handled, focus
from adapters.phone.framework.state_paths import bind, find
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev


@app.on("new_task")
def new_task(state: State, view: View, folder: str) -> Handled:
    """Open the editor with the declared defaults of a new task."""
    draft = Draft(NEW, day=view.now.date().isoformat(), list=folder, reminder=state.prefs.reminder)
    return replace(state, draft=draft), Go(route("editor")), Focus("task_title")


@app.on("edit_task")
def edit_task(state: State, key: str) -> Handled:
    """Open the editor with a task as it is."""
    task = find(state.tasks, id=key)
    if task is None:
        return None
    return replace(state, draft=draft_of(task)), Go(route("editor")), Focus(None)


@app.screen("editor", activity=".EditTaskActivity")
def editor(state: State, view: View) -> Screen:
    """Everything that will be saved, before it is."""
    title = bind(state, "draft.title")
    field = plain_field(
        title.value, "What is to be done?", rid="task_title", change=title.changed, submit=focus(None), grow=0,
        width="fill", height=64, type="24,32,Medium,0",
    )  # fmt: skip
    body = w.form(
        column(field, pad=(24, 0, 24, 2)),
        column(_options(state, view)),
        hairline(),
        _steps(state),
        hairline(),
        _notes(state),
    )
    new = find(state.tasks, id=state.draft.key) is None
    save = c.button("Add task" if new else "Save changes", ev("save"), rid="save_task")
    name = "New task" if new else "Edit task"
    return Screen(body, top=bar(name, lead="close"), bottom=w.sticky(save), title=name)


def _options(state: State, view: View) -> list[Node]:
    draft = state.draft
    color = dot(color_of(state, draft.list)) if draft.list != INBOX else None
    priority, repeat, reminder = draft.priority, draft.repeat, draft.reminder
    return [
        _option("event", "day", "Day", label(draft.day, view.now), chosen=bool(draft.day)),
        _option("schedule", "time", "Time", draft.time or "No time", chosen=bool(draft.time)),
        _option("list", "folder", "List", draft.list, color),
        _option("flag", "priority", "Priority", priority, priority_dot(priority), chosen=priority != "None"),
        _option("repeat", "repeat", "Repeat", repeat, chosen=repeat != "Never"),
        _option("notifications_none", "reminder", "Reminder", reminder, chosen=reminder != "None"),
    ]


def _option(icon: str, picker: str, name: str, value: str, mark: Node | None = None, *, chosen: bool = True) -> Node:
    ink = "primary" if chosen else "on_surface_variant"
    return line(
        w.icon(icon, 22, ink),
        w.text(name, "bodyL", grow=1),
        mark,
        value_text(value, style="16,24,Medium,0.1" if chosen else "bodyL", color=ink),
        w.icon("chevron_right", 20, "outline"),
        on=ev("pick", picker=picker), id="row_option", cls=w.GROUP, height=54, pad=(24, 0, 18, 0), gap=12,
    )  # fmt: skip


def _steps(state: State) -> Node:
    text = bind(state, "draft.step")
    rows = [
        line(
            w.icon("drag_indicator", 20, "outline"),
            w.text(step.title, "bodyL", lines=1, grow=1),
            w.action("close", f"Remove {step.title}", ev("remove_step", index=index), rid="remove_step"),
            id="row_step", cls=w.GROUP, height=48, pad=(22, 0, 8, 0), gap=14,
        )
        for index, step in enumerate(state.draft.steps)
    ]  # fmt: skip
    field = plain_field(text.value, "Add a subtask", rid="new_step", change=text.changed, submit=ev("add_step"))
    add = c.button("Add", ev("add_step"), rid="add_step", variant="text", width="wrap", height=40)
    box = line(
        w.icon("add", 22, "primary"), field, add if text.value.strip() else None,
        height=54, pad=(22, 0, 10, 0), gap=14, cls=w.ROW,
    )  # fmt: skip
    return column(rows, box, pad=(0, 4))


@app.on("add_step")
def add_step(state: State) -> Handled:
    """Take over the subtask that was typed."""
    draft = state.draft
    if not draft.step.strip():
        return None
    return replace(state, draft=replace(draft, steps=(*draft.steps, Step(draft.step.strip())), step=""))


@app.on("remove_step")
def remove_step(state: State, index: int) -> State:
    """Remove a subtask."""
    steps = state.draft.steps
    return replace(state, draft=replace(state.draft, steps=steps[:index] + steps[index + 1 :]))


def _notes(state: State) -> Node:
    notes = bind(state, "draft.notes")
    field = plain_field(notes.value, "Notes", rid="notes", change=notes.changed, lines=6, height="wrap")
    return line(w.icon("notes", 22, pad=(0, 4, 0, 0)), field, pad=(22, 4, 20, 8), gap=14, cls=w.ROW)


@app.on("save")
def save(state: State, view: View) -> Handled:
    """Change the task, or make the new one."""
    draft = state.draft
    if not draft.title.strip():
        return Toast("Give the task a title first"), Focus("task_title")
    task = find(state.tasks, id=draft.key)
    if task is not None:
        tasks = tuple(written(draft, known) if known.id == draft.key else known for known in state.tasks)
        return replace(state, tasks=tasks, draft=Draft()), Focus(None), Back(), Toast("Saved")
    new = written(draft, Task(next_id(state), ""))
    day = f", {label(new.day, view.now)}" if new.day else ""
    after = replace(state, tasks=(*state.tasks, new), draft=Draft())
    return after, Focus(None), Back(), Toast(f"Added to {new.list}{day}")
