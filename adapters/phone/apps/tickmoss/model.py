"""Tickmoss's state, and what can be asked of it."""

from dataclasses import dataclass, replace
from datetime import datetime

from adapters.phone.apps.tickmoss.content import (
    COLORS,
    CONTENT,
    INBOX,
    PRIORITIES,
    REMINDERS,
    REPEATS,
    Folder,
    Step,
    Task,
)

NEW = "new"
"""The `key` of a draft that is no task yet."""


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

    tasks: tuple[Task, ...] = CONTENT.tasks
    lists: tuple[Folder, ...] = CONTENT.folders
    bin: tuple[Task, ...] = ()
    draft: Draft = Draft()
    prefs: Prefs = Prefs()
    ui: Ui = Ui()


def draft_of(task: Task) -> Draft:
    """Return the editor's content for a task."""
    return Draft(
        task.id, task.title, task.day, task.time, task.list, task.priority, task.repeat, task.reminder, task.notes,
        task.steps,
    )  # fmt: skip


def written(draft: Draft, task: Task) -> Task:
    """Return the task with what a draft says. A subtask that was typed but not added yet counts too."""
    steps = draft.steps
    if draft.step.strip():
        steps = (*steps, Step(draft.step.strip()))
    return replace(
        task, title=draft.title.strip(), day=draft.day, time=draft.time, list=draft.list, priority=draft.priority,
        repeat=draft.repeat, reminder=draft.reminder, notes=draft.notes.strip(), steps=steps,
    )  # fmt: skip


def next_id(state: State) -> str:
    """Return an id that no task has had."""
    return str(1 + max((int(task.id) for task in (*state.tasks, *state.bin) if task.id.isdigit()), default=0))


def due_today(state: State, now: datetime) -> list[Task]:
    """Return what is due today, done or not."""
    return [task for task in state.tasks if task.day == now.date().isoformat()]


def is_late(task: Task, now: datetime) -> bool:
    """Whether a task should have been done before today."""
    return not task.done and "" < task.day < now.date().isoformat()


def overdue(state: State, now: datetime) -> list[Task]:
    """Return what should have been done before today, the oldest first."""
    return sorted((task for task in state.tasks if is_late(task, now)), key=lambda task: (task.day, task.time))


def coming(state: State, now: datetime) -> list[Task]:
    """Return what is open from tomorrow on, by day and time."""
    today = now.date().isoformat()
    later = [task for task in state.tasks if not task.done and task.day > today]
    return sorted(later, key=lambda task: (task.day, task.time or "99:99"))


def listed(state: State, name: str) -> list[Task]:
    """Return the tasks of one list."""
    return [task for task in state.tasks if task.list == name]


def search(state: State, query: str) -> list[Task]:
    """Return tasks whose title, notes, subtasks or list have the words; open ones first."""
    words = query.casefold().split()
    found = [task for task in state.tasks if words and all(word in _searched_text(task) for word in words)]
    return sorted(found, key=lambda task: task.done)


def _searched_text(task: Task) -> str:
    return " ".join((task.title, task.notes, task.list, *(step.title for step in task.steps))).casefold()


def color_of(state: State, name: str) -> str:
    """Return the colour of a list as `#RRGGBB`."""
    folder = next((folder for folder in state.lists if folder.name == name), Folder(name, "Slate"))
    return COLORS.get(folder.color, COLORS["Slate"])


def steps_done(task: Task) -> int:
    """Return how many subtasks are done."""
    return sum(step.done for step in task.steps)
