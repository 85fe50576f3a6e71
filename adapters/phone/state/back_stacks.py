"""The back stacks: pure moves from one phone state to the next. The launcher's task always exists and never empties."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.state.phone_state import Entry, Keyboard, PhoneState, Task
from adapters.phone.ui.app import Route
from adapters.phone.ui.package_names import HOME


def _show(state: PhoneState, tasks: tuple[Task, ...]) -> PhoneState:
    """Another front: whatever the system had over the old one is gone."""
    bare = replace(state, keyboard=Keyboard(), panel="", shared="", toolbar=False, asked=None, occluded=False)
    return replace(bare, tasks=tasks)


def push(state: PhoneState, package: str, route: Route) -> PhoneState:
    """A further place on top of the current task, of whichever app."""
    task = state.front
    if task.package == HOME:
        return start(state, package, route)
    return _show(state, (*state.tasks[:-1], Task(task.id, (*task.entries, Entry(package, route)))))


def put(state: PhoneState, route: Route, *, root: bool) -> PhoneState:
    """Another place where the current one is; with `root` the same app's places directly below it go too."""
    task = state.front
    keep = len(task.entries) - 1
    package = task.top.package
    if root:
        while keep and task.entries[keep - 1].package == package:
            keep -= 1
    return _show(state, (*state.tasks[:-1], Task(task.id, (*task.entries[:keep], Entry(package, route)))))


def pop(state: PhoneState, levels: int = 1) -> PhoneState:
    """BACK: the place below; from the last place of a task the home screen comes, and the task keeps that place."""
    for _ in range(levels):
        task = state.front
        if task.package == HOME and len(task.entries) == 1:
            return state
        if len(task.entries) == 1:
            return home(state)
        state = _show(state, (*state.tasks[:-1], Task(task.id, task.entries[:-1])))
    return state


def home(state: PhoneState) -> PhoneState:
    """The launcher's first place in front; everything else stays as it is below."""
    found = next(task for task in state.tasks if task.package == HOME)
    return _front(state, Task(found.id, found.entries[:1]))


def start(state: PhoneState, package: str, route: Route, *, new: bool = True) -> PhoneState:
    """The app's task in front, made where there is none. With `new`, the place comes on top of an existing task."""
    found = next((task for task in state.tasks if task.package == package), None)
    if found is None:
        task = Task(state.next_task, (Entry(package, route),))
        return replace(_show(state, (*state.tasks, task)), next_task=state.next_task + 1)
    state = _front(state, found)
    if new and found.top.route != route:
        return _show(state, (*state.tasks[:-1], Task(found.id, (*found.entries, Entry(package, route)))))
    return state


def bring(state: PhoneState, task_id: int) -> PhoneState:
    """That task in front, if it is still there."""
    found = next((task for task in state.tasks if task.id == task_id), None)
    return state if found is None else _front(state, found)


def without(state: PhoneState, task_id: int) -> PhoneState:
    """That task closed on the recents screen; with the last one the launcher comes."""
    left = tuple(task for task in state.tasks if task.id != task_id or task.package == HOME)
    after = replace(state, tasks=left)
    if all(task.package == HOME for task in left):
        return home(after)
    return after


def drop(state: PhoneState, package: str) -> PhoneState:
    """Everything of that app off all stacks; if it was in front, the launcher comes."""
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
