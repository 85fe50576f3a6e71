"""What happens in Tickmoss: one reducer per event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adapters.phone.apps.tickmoss.days import following, label
from adapters.phone.apps.tickmoss.model import Draft, State, draft_for, fresh, next_id, task_of, written
from adapters.phone.apps.tickmoss.picking import PICKING
from adapters.phone.apps.tickmoss.tasks import INBOX, Step, Task
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))),)


def _nav(state: State, event: Ev, view: View) -> Result:
    """An entry of the drawer: Today stays at the bottom of the stack, everything else lies on it."""
    to, name = event.get("to"), event.get("list")
    if to == "today":
        return state, (Replace(route("today"), root=True),)
    place = route(to, list=name) if name else route(to)
    return state, (Replace(route("today"), root=True), Go(place))


def _day(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("upcoming", day=event.get("day"))),)


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _open(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("task", key=event.get("key"))), Focus(None))


def _put(state: State, key: str, change: Callable[[Task], Task]) -> State:
    return replace(state, tasks=tuple(change(one) if one.id == key else one for one in state.tasks))


def _check(state: State, event: Ev, view: View) -> Result:
    """Done, or open again. A repeated task that gets done leaves its next turn behind."""
    one = next((task for task in state.tasks if task.id == event.get("key")), None)
    if one is None:
        return state, ()
    if one.done:
        return _put(state, one.id, lambda task: replace(task, done=False, finished="")), (Toast("Open again"),)
    stamp = view.now.strftime("%Y-%m-%dT%H:%M")
    state = _put(state, one.id, lambda task: replace(task, done=True, finished=stamp))
    turn = following(one.day, one.repeat, view.now)
    if not turn:
        return state, (Toast("Done"),)
    again = replace(
        one, id=next_id(state), day=turn, steps=tuple(replace(step, done=False) for step in one.steps)
    )  # fmt: skip
    return replace(state, tasks=(*state.tasks, again)), (Toast(f"Done. Next: {label(turn, view.now)}"),)


def _step(state: State, event: Ev, view: View) -> Result:
    index = event.get("index")

    def change(task: Task) -> Task:
        steps = tuple(replace(one, done=not one.done) if at == index else one for at, one in enumerate(task.steps))
        return replace(task, steps=steps)

    return _put(state, event.get("key"), change), ()


def _new(state: State, event: Ev, view: View) -> Result:
    draft = fresh(state, "new", view.now, event.get("list", INBOX))
    return replace(state, draft=draft), (Go(route("editor", key="new")), Focus("task_title"))


def _edit(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    return replace(state, draft=fresh(state, key, view.now)), (Go(route("editor", key=key)), Focus(None))


def _drafted(state: State, event: Ev, view: View, **changes: Any) -> State:
    return replace(state, draft=replace(draft_for(state, event.get("key"), view.now), **changes))


def _title(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event, view, title=event.get("text", "")), ()


def _notes(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event, view, notes=event.get("text", "")), ()


def _step_text(state: State, event: Ev, view: View) -> Result:
    return _drafted(state, event, view, step=event.get("text", "")), ()


def _step_add(state: State, event: Ev, view: View) -> Result:
    draft = draft_for(state, event.get("key"), view.now)
    if not draft.step.strip():
        return state, ()
    return replace(state, draft=replace(draft, steps=(*draft.steps, Step(draft.step.strip())), step="")), ()


def _step_drop(state: State, event: Ev, view: View) -> Result:
    draft, index = draft_for(state, event.get("key"), view.now), event.get("index")
    return replace(state, draft=replace(draft, steps=draft.steps[:index] + draft.steps[index + 1 :])), ()


def _save(state: State, event: Ev, view: View) -> Result:
    draft = draft_for(state, event.get("key"), view.now)
    if not draft.title.strip():
        return replace(state, draft=draft), (Toast("Give the task a title first"), Focus("task_title"))
    known = next((one for one in state.tasks if one.id == draft.key), None)
    if known is not None:
        after = _put(state, known.id, lambda task: written(draft, task))
        return replace(after, draft=Draft()), (Focus(None), Back(), Toast("Saved"))
    made = written(draft, Task(next_id(state), ""))
    said = f"Added to {made.list}" + (f", {label(made.day, view.now)}" if made.day else "")
    return replace(state, tasks=(*state.tasks, made), draft=Draft()), (Focus(None), Back(), Toast(said))


def _delete(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("delete", key=event.get("key"))),)


def _deleted(state: State, event: Ev, view: View) -> Result:
    gone = tuple(one for one in state.tasks if one.id == event.get("key"))
    kept = tuple(one for one in state.tasks if one.id != event.get("key"))
    return replace(state, tasks=kept, bin=(*state.bin, *gone)), (Back(2), Toast("Moved to the bin"))


def _restore(state: State, event: Ev, view: View) -> Result:
    back = tuple(one for one in state.bin if one.id == event.get("key"))
    left = tuple(one for one in state.bin if one.id != event.get("key"))
    return replace(state, tasks=(*state.tasks, *back), bin=left), (Toast("Restored"),)


def _copy(state: State, event: Ev, view: View) -> Result:
    one = task_of(state, event.get("key"))
    if one is None:
        return state, ()
    twin = replace(one, id=next_id(state), title=f"{one.title} (copy)", done=False, finished="")
    return replace(state, tasks=(*state.tasks, twin)), (Replace(route("task", key=twin.id)), Toast("Duplicated"))


def _share(state: State, event: Ev, view: View) -> Result:
    one = task_of(state, event.get("key"))
    return state, ((Share(share_text(one, view)),) if one is not None else ())


def share_text(task: Task, view: View) -> str:
    """What "Share" hands over: the title, when it is due, its subtasks and notes."""
    due = ", ".join(part for part in (label(task.day, view.now) if task.day else "", task.time) if part)
    steps = [f"– {step.title}" for step in task.steps]
    return "\n".join([task.title, *([f"Due: {due}"] if due else []), *steps, *([task.notes] if task.notes else [])])


def _pref(state: State, event: Ev, view: View) -> Result:
    """A switch of the settings page."""
    key = event.get("key")
    flipped: Any = {key: not getattr(state.prefs, key)}
    return replace(state, prefs=replace(state.prefs, **flipped)), ()


def _pref_pick(state: State, event: Ev, view: View) -> Result:
    key, value = event.get("key"), event.get("value")
    return replace(state, prefs=replace(state.prefs, **{key: value})), (Back(),)


def _pref_ask(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("preference", key=event.get("key"))),)


def _say(state: State, event: Ev, view: View) -> Result:
    return state, (Toast(event.get("text")),)


update = reducer(
    {
        "go": _go, "nav": _nav, "day": _day, "search": _search, "query": _query, "searched": _searched, "open": _open,
        "check": _check, "step": _step, "new": _new, "edit": _edit, "title": _title, "notes": _notes,
        "step_text": _step_text, "step_add": _step_add, "step_drop": _step_drop, "save": _save, "delete": _delete,
        "deleted": _deleted, "restore": _restore, "copy": _copy, "share": _share,
        "pref": _pref, "pref_pick": _pref_pick, "pref_ask": _pref_ask, "say": _say, **PICKING,
    }
)  # fmt: skip
