"""A task of Tickmoss: its page, the editor, the question before it is deleted, and text that another app shares."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.tickmoss.days import NO_DATE, label
from adapters.phone.apps.tickmoss.model import Draft, State, color_of, draft_for, task_of
from adapters.phone.apps.tickmoss.rows import RINGS, bar, check, dot, hairline, when
from adapters.phone.apps.tickmoss.tasks import INBOX, Task
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def task_page(state: State, place: Route, view: View) -> Screen:
    """Everything about one task; its subtasks can be ticked here."""
    one = task_of(state, place.get("key", ""))
    if one is None:
        body = w.page(w.empty("search_off", "This task is gone", "It was deleted or never existed."), rid="scroll")
        return Screen(body, top=bar("Task"), title="Task")
    actions = (
        w.action("edit", "Edit task", ev("edit", key=one.id), rid="edit", color="on_surface"),
        w.action("content_copy", "Duplicate task", ev("copy", key=one.id), rid="duplicate", color="on_surface"),
        w.action("share", "Share task", ev("share", key=one.id), rid="share", color="on_surface"),
        w.action("delete_outline", "Delete task", ev("delete", key=one.id), rid="delete", color="on_surface"),
    )
    title = w.text(
        one.title, "24,31,Bold,0", "outline" if one.done else "on_surface", id="task_title", grow=1, strike=one.done,
        pad=(0, 8, 0, 0),
    )  # fmt: skip
    late = bool(one.day) and one.day < view.now.date().isoformat() and not one.done
    body = w.form(
        node("row", check(one), title, width="fill", gap=6, pad=(12, 4, 24, 10), align="start"),
        _fact("event", "Due", when(one, view, dated=True) or NO_DATE, color="error" if late else ""),
        _fact("inbox" if one.list == INBOX else "list", "List", one.list, mark=color_of(state, one.list)),
        _fact("flag", "Priority", one.priority, mark=RINGS.get(one.priority, "")),
        _fact("repeat", "Repeat", one.repeat),
        _fact("notifications_none", "Reminder", one.reminder),
        _fact("check_circle", "Completed", f"{label(one.finished[:10], view.now)}, {one.finished[11:]}")
        if one.done and one.finished
        else None,
        _steps(one),
        _notes(one),
    )
    button = c.button(
        "Mark as not done" if one.done else "Mark as done", ev("check", key=one.id), rid="mark_done",
        variant="tonal" if one.done else "filled", icon_name="undo" if one.done else "check",
    )  # fmt: skip
    return Screen(body, top=bar("Task", *actions), bottom=w.sticky(button), title="Task")


def _fact(glyph: str, name: str, value: str, *, mark: str = "", color: str = "") -> Node:
    tail = dot(mark, 10) if mark and mark != "outline" else None
    return node(
        "row",
        w.icon(glyph, 22),
        w.text(name, "bodyL", "on_surface_variant", width=104),
        node("row", tail, w.text(value, "16,24,Medium,0.1", color or "on_surface", lines=1), grow=1, gap=8,
             align="center"),
        id="row_fact", cls=w.GROUP, width="fill", height=52, pad=(24, 0, 20, 0), gap=16, align="center",
    )  # fmt: skip


def _steps(one: Task) -> Node | None:
    if not one.steps:
        return None
    rows = [
        node(
            "row",
            node("checkbox", checked=step.done, width=20, height=20, id="checkbox"),
            w.text(step.title, "bodyL", "outline" if step.done else "on_surface", lines=2, strike=step.done, grow=1),
            on=ev("step", key=one.id, index=index), id="row_step", cls=w.ROW, width="fill", min_height=48,
            pad=(24, 6, 20, 6), gap=18, align="center",
        )
        for index, step in enumerate(one.steps)
    ]  # fmt: skip
    count = f"{sum(step.done for step in one.steps)} of {len(one.steps)}"
    return node("column", hairline(), w.space(12), w.head("Subtasks", mark=count, inset=24), rows, width="fill",
                align="stretch", pad=(0, 8, 0, 8))  # fmt: skip


def _notes(one: Task) -> Node | None:
    if not one.notes:
        return None
    words = w.text(one.notes, "16,25,Regular,0.1", id="notes")
    box = node("column", words, width="fill", bg="low", radius=16, pad=(16, 12, 16, 14), align="stretch")
    return node("column", hairline(), w.space(12), w.head("Notes", inset=24),
                node("column", box, width="fill", pad=(18, 0, 18, 0), align="stretch"),
                width="fill", align="stretch", pad=(0, 8, 0, 12))  # fmt: skip


def editor(state: State, place: Route, view: View) -> Screen:
    """The form of a new task or of one that is changed: everything that will be saved, before it is."""
    draft = draft_for(state, place.get("key", "new"), view.now)
    fresh = task_of(state, draft.key) is None
    key = place.get("key", "new")
    done = ev("save", key=key)
    title = node(
        "field", text=draft.title, hint="What is to be done?", id="task_title", width="fill", height=64,
        type="24,32,Medium,0", color="on_surface", on={"change": ev("title", key=key), "submit": ev("searched")},
    )  # fmt: skip
    body = w.form(
        node("column", title, width="fill", pad=(24, 0, 24, 2), align="stretch"),
        node("column", _options(state, draft, key, view), width="fill", align="stretch"),
        hairline(),
        _step_rows(draft, key),
        hairline(),
        _note_field(draft, key),
    )
    label_ = "Add task" if fresh else "Save changes"
    name = "New task" if fresh else "Edit task"
    return Screen(
        body, top=bar(name, lead="close"), bottom=w.sticky(c.button(label_, done, rid="save_task")), title=name
    )


def _options(state: State, draft: Draft, key: str, view: View) -> list[Node]:
    quiet = "on_surface_variant"

    def option(glyph: str, what: str, name: str, value: str, mark: str = "", set_: bool = True) -> Node:
        tail = dot(mark, 10) if mark and mark != "outline" else None
        return node(
            "row",
            w.icon(glyph, 22, "primary" if set_ else quiet),
            w.text(name, "bodyL", grow=1),
            tail,
            w.text(value, "16,24,Medium,0.1" if set_ else "bodyL", "primary" if set_ else quiet, lines=1),
            w.icon("chevron_right", 20, "outline"),
            on=ev("pick", what=what, key=key), id="row_option", cls=w.GROUP, width="fill", height=54,
            pad=(24, 0, 18, 0), gap=12, align="center",
        )  # fmt: skip

    color = RINGS.get(draft.priority, "")
    return [
        option("event", "day", "Day", label(draft.day, view.now), set_=bool(draft.day)),
        option("schedule", "time", "Time", draft.time or "No time", set_=bool(draft.time)),
        option("list", "list", "List", draft.list, color_of(state, draft.list) if draft.list != INBOX else ""),
        option("flag", "priority", "Priority", draft.priority, color, draft.priority != "None"),
        option("repeat", "repeat", "Repeat", draft.repeat, set_=draft.repeat != "Never"),
        option("notifications_none", "reminder", "Reminder", draft.reminder, set_=draft.reminder != "None"),
    ]


def _step_rows(draft: Draft, key: str) -> Node:
    rows = [
        node(
            "row",
            w.icon("drag_indicator", 20, "outline"),
            w.text(step.title, "bodyL", lines=1, grow=1),
            w.action("close", f"Remove {step.title}", ev("step_drop", key=key, index=index), rid="remove_step"),
            id="row_step", cls=w.GROUP, width="fill", height=48, pad=(22, 0, 8, 0), gap=14, align="center",
        )
        for index, step in enumerate(draft.steps)
    ]  # fmt: skip
    box = node(
        "row",
        w.icon("add", 22, "primary"),
        node("field", text=draft.step, hint="Add a subtask", id="new_step", grow=1, height=48, type="bodyL",
             color="on_surface", on={"change": ev("step_text", key=key), "submit": ev("step_add", key=key)}),
        c.button("Add", ev("step_add", key=key), rid="add_step", variant="text", width="wrap", height=40)
        if draft.step.strip()
        else None,
        width="fill", height=54, pad=(22, 0, 10, 0), gap=14, align="center", cls=w.ROW,
    )  # fmt: skip
    return node("column", rows, box, width="fill", align="stretch", pad=(0, 4, 0, 4))


def _note_field(draft: Draft, key: str) -> Node:
    return node(
        "row",
        w.icon("notes", 22, pad=(0, 4, 0, 0)),
        node("field", text=draft.notes, hint="Notes", id="notes", grow=1, type="bodyL", color="on_surface", lines=6,
             on={"change": ev("notes", key=key)}),
        width="fill", pad=(22, 4, 20, 8), gap=14, align="center", cls=w.ROW,
    )  # fmt: skip


def delete(state: State, place: Route, view: View) -> Screen:
    """The question before a task goes to the bin."""
    key = place.get("key", "")
    one = task_of(state, key)
    named = f"“{one.title}” moves to the bin. You can restore it from there." if one else "This task is gone already."
    window = c.dialog(
        "Delete task?",
        w.text(named, "bodyM", "on_surface_variant", id="android:id/message", pad=(24, 0, 24, 0)),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Delete", ev("deleted", key=key))),
    )
    return replace(task_page(state, place, view), overlay=Overlay("dialog", window), title="Delete task?")
