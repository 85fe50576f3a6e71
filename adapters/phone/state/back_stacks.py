"""Back stack operations from one phone state to the next. The launcher's task always exists and is never empty."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.state.phone_state import Entry, Keyboard, PhoneState, Task
from adapters.phone.ui.app import Route
from adapters.phone.ui.package_names import HOME


def _show(state: PhoneState, tasks: tuple[Task, ...]) -> PhoneState:
    """Return the state with new tasks; panels and the keyboard over the old front close."""
    return replace(
        state, tasks=tasks, keyboard=Keyboard(), panel="", shared="", toolbar=False, asked=None, occluded=False
    )


def push(state: PhoneState, package: str, route: Route) -> PhoneState:
    """Open a place on top of the current task; it may belong to any app."""
    task = state.front
    if task.package == HOME:
        return start(state, package, route)
    return _show(state, (*state.tasks[:-1], Task(task.id, (*task.entries, Entry(package, route)))))


def put(state: PhoneState, route: Route, *, root: bool) -> PhoneState:
    """Replace the current place; with `root` also remove the same app's places directly below it."""
    task = state.front
    keep = len(task.entries) - 1
    package = task.top.package
    if root:
        while keep and task.entries[keep - 1].package == package:
            keep -= 1
    return _show(state, (*state.tasks[:-1], Task(task.id, (*task.entries[:keep], Entry(package, route)))))


def pop(state: PhoneState, levels: int = 1) -> PhoneState:
    """Go back: show the place below. From a task's last place the home screen appears and the task keeps that place."""
    for _ in range(levels):
        task = state.front
        if task.package == HOME and len(task.entries) == 1:
            return state
        if len(task.entries) == 1:
            return home(state)
        state = _show(state, (*state.tasks[:-1], Task(task.id, task.entries[:-1])))
    return state


def home(state: PhoneState) -> PhoneState:
    """Show the launcher's first place; other tasks stay as they are."""
    found = next(task for task in state.tasks if task.package == HOME)
    return _front(state, Task(found.id, found.entries[:1]))


def start(state: PhoneState, package: str, route: Route, *, new: bool = True) -> PhoneState:
    """Bring the app's task to the front, creating it if needed. With `new`, add the place to an existing task."""
    found = next((task for task in state.tasks if task.package == package), None)
    if found is None:
        task = Task(state.next_task, (Entry(package, route),))
        return replace(_show(state, (*state.tasks, task)), next_task=state.next_task + 1)
    state = _front(state, found)
    if new and found.top.route != route:
        return _show(state, (*state.tasks[:-1], Task(found.id, (*found.entries, Entry(package, route)))))
    return state


def bring(state: PhoneState, task_id: int) -> PhoneState:
    """Bring a task to the front if it still exists."""
    found = next((task for task in state.tasks if task.id == task_id), None)
    return state if found is None else _front(state, found)


def without(state: PhoneState, task_id: int) -> PhoneState:
    """Close a task; if only the launcher is left, show it."""
    left = tuple(task for task in state.tasks if task.id != task_id or task.package == HOME)
    after = replace(state, tasks=left)
    if all(task.package == HOME for task in left):
        return home(after)
    return after


def drop(state: PhoneState, package: str) -> PhoneState:
    """Remove all places of an app from all stacks; if it was in front, the launcher appears."""
    if package == HOME:
        return home(state)
    in_front = state.top.package == package or state.front.package == package
    tasks = []
    for task in state.tasks:
        entries = () if task.package == package else tuple(e for e in task.entries if e.package != package)
        if entries:
            tasks.append(Task(task.id, entries))
    if len(tasks) == len(state.tasks) and not in_front:
        return replace(state, tasks=tuple(tasks))
    left = replace(state, tasks=tuple(tasks))
    return home(left) if in_front else left


def _front(state: PhoneState, task: Task) -> PhoneState:
    return _show(state, (*(other for other in state.tasks if other.id != task.id), task))
