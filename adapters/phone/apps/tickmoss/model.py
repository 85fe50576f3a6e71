"""Tickmoss's state, and what can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from adapters.phone.apps.tickmoss.content import FOLDERS, TASKS
from adapters.phone.apps.tickmoss.tasks import COLORS, INBOX, PRIORITIES, REMINDERS, REPEATS, Folder, Step, Task

FIRST_DAYS = ("Monday", "Sunday")


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the editor: of the task `key`, or of a new one while `key` is `new`; nothing while it is empty."""

    key: str = ""
    title: str = ""
    day: str = ""
    time: str = ""
    list: str = INBOX
    priority: str = PRIORITIES[0]
    repeat: str = REPEATS[0]
    reminder: str = REMINDERS[0]
    notes: str = ""
    steps: tuple[Step, ...] = ()
    step: str = ""
    """The subtask that is being typed."""


@dataclass(frozen=True, slots=True)
class Prefs:
    """What the settings page holds."""

    reminder: str = REMINDERS[0]
    first_day: str = FIRST_DAYS[0]
    summary: bool = True
    sound: bool = True


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking and picking: the search, and what a dialog holds until it is confirmed."""

    query: str = ""
    day: str = ""
    month: str = ""
    hour: int = 9
    minute: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Tickmoss remembers. `tasks` stand as they were made; `bin` holds the deleted ones."""

    tasks: tuple[Task, ...] = TASKS
    lists: tuple[Folder, ...] = FOLDERS
    bin: tuple[Task, ...] = ()
    draft: Draft = Draft()
    prefs: Prefs = Prefs()
    ui: Ui = Ui()


def task_of(state: State, key: str) -> Task | None:
    """The task with this id, wherever it lies; None if there is none."""
    return next((one for one in (*state.tasks, *state.bin) if one.id == key), None)


def draft_for(state: State, key: str, now: datetime) -> Draft:
    """The draft of this task, or a fresh one where the editor was opened in another way than from a page."""
    return state.draft if state.draft.key == key else fresh(state, key, now)


def fresh(state: State, key: str, now: datetime, folder: str = INBOX) -> Draft:
    """The editor as it opens: a task as it is, or the declared defaults of a new one."""
    one = task_of(state, key)
    if one is None:
        return Draft("new", day=now.date().isoformat(), list=folder, reminder=state.prefs.reminder)
    return Draft(
        one.id, one.title, one.day, one.time, one.list, one.priority, one.repeat, one.reminder, one.notes, one.steps
    )


def written(draft: Draft, base: Task) -> Task:
    """The task that a draft stands for. A subtask that was typed but not added yet is one too."""
    steps = draft.steps
    if draft.step.strip():
        steps = (*steps, Step(draft.step.strip()))
    return replace(
        base, title=draft.title.strip(), day=draft.day, time=draft.time, list=draft.list, priority=draft.priority,
        repeat=draft.repeat, reminder=draft.reminder, notes=draft.notes.strip(), steps=steps,
    )  # fmt: skip


def next_id(state: State) -> str:
    """An id that no task has had."""
    return str(1 + max((int(one.id) for one in (*state.tasks, *state.bin) if one.id.isdigit()), default=0))


def today(state: State, now: datetime) -> list[Task]:
    """What is due today, done or not."""
    return [one for one in state.tasks if one.day == now.date().isoformat()]


def overdue(state: State, now: datetime) -> list[Task]:
    """What should have been done before today, the oldest first."""
    day = now.date().isoformat()
    late = [one for one in state.tasks if not one.done and one.day and one.day < day]
    return sorted(late, key=lambda one: (one.day, one.time))


def coming(state: State, now: datetime) -> list[Task]:
    """What is open from tomorrow on, by day and time."""
    day = now.date().isoformat()
    later = [one for one in state.tasks if not one.done and one.day > day]
    return sorted(later, key=lambda one: (one.day, one.time or "99:99"))


def listed(state: State, name: str) -> list[Task]:
    """The tasks of one list."""
    return [one for one in state.tasks if one.list == name]


def found(state: State, query: str) -> list[Task]:
    """Tasks whose title, notes, subtasks or list have the words; open ones first."""
    words = query.casefold().split()
    if not words:
        return []

    def hit(one: Task) -> bool:
        told = " ".join((one.title, one.notes, one.list, *(step.title for step in one.steps))).casefold()
        return all(word in told for word in words)

    return sorted(filter(hit, state.tasks), key=lambda one: one.done)


def color_of(state: State, name: str) -> str:
    """The colour of a list as `#RRGGBB`."""
    folder = next((one for one in state.lists if one.name == name), None)
    return COLORS.get(folder.color, COLORS["Slate"]) if folder else COLORS["Slate"]


def progress(task: Task) -> str:
    """`1/3` of the subtasks; empty where there are none."""
    return f"{sum(step.done for step in task.steps)}/{len(task.steps)}" if task.steps else ""
