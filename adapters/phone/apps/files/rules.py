"""What happens in Files when something is touched; what changes the storage is in `carrying`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adapters.phone.apps.files import archives, carrying
from adapters.phone.apps.files.carrying import Result, depth
from adapters.phone.apps.files.model import (
    AFTER,
    TEXTS,
    VIEWS,
    State,
    binned,
    days_left,
    listed,
    shown_name,
    size_label,
)
from adapters.phone.files.filesystem_tree import Item
from adapters.phone.files.shared_storage import RemoveFile
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Route, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

_MOST_SHARED = 4000


def _looking(state: State, **changes: Any) -> State:
    return replace(state, ui=replace(state.ui, **changes))


def _set(state: State, **changes: Any) -> State:
    return replace(state, prefs=replace(state.prefs, **changes))


def _to(event: Ev, place: Route) -> Effect:
    """A place on top, or where a sheet is that leads there."""
    return Replace(place) if event.get("drop") else Go(place)


def _over(name: str, event: Ev, **more: Any) -> Route:
    """The place of a window over the list that the event came from."""
    at = event.get("at")
    return route(name, **more) if at is None else route(name, at=at, **more)


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    """Another place; who looks into the bin finds no file whose days are over."""
    over = [one for one in binned(view.storage) if not days_left(one, view.now)] if event.get("to") == "bin" else []
    return state, (*(RemoveFile(one.path) for one in over), Focus(None), _to(event, _over(event.get("to"), event)))


def _find(state: State, event: Ev, view: View) -> Result:
    return _looking(state, query=""), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return _looking(state, query=event.get("text", "")), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _kind(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("folder", kind=event.get("kind"))),)


def _enter(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("folder", path=event.get("path"))))


def _crumb(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("folder", path=event.get("path"))),)


def _open(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("file", path=event.get("path"))))


# Selecting.


def _more(state: State, event: Ev, view: View) -> Result:
    return _looking(state, selected=(event.get("path"),)), (Focus(None), Go(_over("more", event)))


def _select(state: State, event: Ev, view: View) -> Result:
    at, path = event.get("at"), event.get("path")
    if isinstance(at, Route) and at.name == "select":
        return _pick(state, event, view)
    place = route("select", path=path.rpartition("/")[0])
    if isinstance(at, Route) and at.name == "folder":
        place = replace(at, name="select")
    return _looking(state, selected=(path,)), (Focus(None), _to(event, place))


def _pick(state: State, event: Ev, view: View) -> Result:
    path, chosen = event.get("path"), state.ui.selected
    after = tuple(one for one in chosen if one != path) if path in chosen else (*chosen, path)
    return _looking(state, selected=after), ()


def _pick_all(state: State, event: Ev, view: View) -> Result:
    kind, path = event.get("kind"), event.get("path")
    every = [one.path for one in listed(state, route("select", kind=kind, path=path), view)]
    return _looking(state, selected=() if set(every) <= set(state.ui.selected) else tuple(every)), ()


# Sharing.


def _told(one: Item, view: View) -> str:
    """What another app gets of a file: the words of a text, of all others name and size."""
    if one.suffix in TEXTS:
        return view.storage.read(one.path)[:_MOST_SHARED].decode("utf-8", "replace").strip() or one.name
    return f"{shown_name(one)} ({size_label(one.size)})"


def _send(state: State, event: Ev, view: View) -> Result:
    one = view.storage.stat(event.get("path"))
    share = () if one is None else (Share(_told(one, view)),)
    return state, (*((Back(),) if event.get("drop") else ()), *share)


# Asking before something is done.


def _ask_delete(state: State, event: Ev, view: View) -> Result:
    path = event.get("path")
    if path:
        event = event.plus(at=route("file", path=path))
        state = _looking(state, selected=(path,))
    return _looking(state, forever=False), (_to(event, _over("delete", event)),)


def _ask_extract(state: State, event: Ev, view: View) -> Result:
    place = _over("extract", event, path=event.get("path"))
    return _looking(state, after=AFTER[0]), (_to(event, place),)


def _after(state: State, event: Ev, view: View) -> Result:
    return _looking(state, after=event.get("value")), ()


def _forever(state: State, event: Ev, view: View) -> Result:
    return _looking(state, forever=not state.ui.forever), ()


def _ask_purge(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("purge", path=event.get("path"))),)


def _ask_rename(state: State, event: Ev, view: View) -> Result:
    name = state.ui.selected[0].rpartition("/")[2] if state.ui.selected else ""
    return _looking(state, name=name), (Replace(_over("rename", event)), Focus("name"))


def _ask_folder(state: State, event: Ev, view: View) -> Result:
    return _looking(state, name=""), (_to(event, _over("newfolder", event, path=event.get("path"))), Focus("name"))


def _name(state: State, event: Ev, view: View) -> Result:
    return _looking(state, name=event.get("text", "")), ()


def _carry(state: State, event: Ev, view: View) -> Result:
    first = state.ui.selected[0].rpartition("/")[0] if state.ui.selected else ""
    leave = 1 if event.get("many") else depth(event.get("at"))
    state = _looking(state, carried=state.ui.selected, carry=event.get("how"), leave=leave)
    return state, (Replace(route("target", path=first)),)


def _target(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("target", path=event.get("path"))),)


def _no_folder(state: State, event: Ev, view: View) -> Result:
    return state, (Toast("Pick a folder"),)


def _clash(state: State, event: Ev, view: View) -> Result:
    return _looking(state, clash=event.get("value")), ()


# How lists look.


def _sort(state: State, event: Ev, view: View) -> Result:
    return _set(state, sort=event.get("value")), (Back(),)


def _view(state: State, event: Ev, view: View) -> Result:
    return _set(state, view=VIEWS[state.prefs.view == VIEWS[0]]), ()


def _hidden(state: State, event: Ev, view: View) -> Result:
    return _set(state, hidden=not state.prefs.hidden), ()


def _folders_first(state: State, event: Ev, view: View) -> Result:
    return _set(state, folders_first=not state.prefs.folders_first), ()


def _keep(state: State, event: Ev, view: View) -> Result:
    return _set(state, keep=event.get("value")), (Back(),)


STEPS: dict[str, Callable[[State, Ev, View], Result]] = {
    "tab": _tab, "go": _go, "find": _find, "query": _query, "searched": _searched,
    "kind": _kind, "enter": _enter, "crumb": _crumb, "open": _open,
    "more": _more, "select": _select, "pick": _pick,
    "pick_all": _pick_all, "send": _send, "ask_delete": _ask_delete, "forever": _forever, "ask_purge": _ask_purge,
    "ask_rename": _ask_rename, "ask_folder": _ask_folder, "name": _name, "carry": _carry, "target": _target,
    "no_folder": _no_folder, "clash": _clash, "sort": _sort, "view": _view, "hidden": _hidden,
    "folders_first": _folders_first, "keep": _keep, "delete": carrying.delete,
    "restore": carrying.restore, "purge": carrying.purge, "rename": carrying.rename,
    "ask_extract": _ask_extract, "after": _after, "extract": archives.extract,
    "make_folder": carrying.make_folder, "put": carrying.put,
}  # fmt: skip
_UPDATE = reducer(STEPS)


def update(state: State, event: Ev, view: View) -> Result:
    """What an event does. A notice about what was put where goes with the next one."""
    return _UPDATE(_looking(state, notice="", notice_folder="") if state.ui.notice else state, event, view)
