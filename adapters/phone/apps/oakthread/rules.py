"""What happens on Oakthread with groves, votes, threads that are kept, people and settings; `saying` has the words."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.oakthread import saying
from adapters.phone.apps.oakthread.model import (
    BLOCKS,
    FOLDERS,
    JOIN_ALERTS,
    MUTES,
    REASONS,
    WATCH,
    Blocked,
    Joined,
    Muted,
    Polled,
    Report,
    Saved,
    State,
    Vote,
    Watched,
    grove_name,
    joined,
    kept,
    muted,
    reply_of,
    thread_of,
    watched,
)
from adapters.phone.apps.oakthread.threads import POLLS
from adapters.phone.ui.app import Back, Copy, Effect, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _stamp(view: View) -> str:
    return view.now.strftime("%Y-%m-%dT%H:%M")


def _args(event: Ev) -> dict[str, object]:
    return {name: value for name, value in event.args if name != "to"}


def _leave(event: Ev) -> tuple[Effect, ...]:
    return (Back(),) if event.get("close") else ()


def _nav(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route(event.get("to"), **_args(event))))


def _ask(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to"), **_args(event))),)


def _open(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("thread", key=event.get("key"))))


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _sort(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, sort=event.get("value"))), ()


def _reply_sort(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, reply_sort=event.get("value"))), ()


def _collapse(state: State, event: Ev, view: View) -> Result:
    key, closed = event.get("id", ""), state.ui.collapsed
    closed = tuple(one for one in closed if one != key) if key in closed else (*closed, key)
    return replace(state, ui=replace(state.ui, collapsed=closed)), ()


def _show(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, shown=(*state.ui.shown, event.get("key", "")))), ()


def _folder(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("saved", folder=event.get("folder"))),)


def _vote(state: State, event: Ev, view: View) -> Result:
    """A vote; the same one again takes it back, the other one replaces it."""
    kind, key, value = event.get("kind", ""), event.get("id", ""), int(event.get("value", 1))
    before = next((one.value for one in state.votes if (one.kind, one.id) == (kind, key)), 0)
    left = tuple(one for one in state.votes if (one.kind, one.id) != (kind, key))
    if before == value:
        return replace(state, votes=left), ()
    return replace(state, votes=(*left, Vote(kind, key, event.get("author", ""), value, _stamp(view)))), ()


def _poll(state: State, event: Ev, view: View) -> Result:
    key, option = event.get("key", ""), event.get("option")
    if key not in POLLS:
        return state, ()
    left = tuple(one for one in state.polls if one.thread != key)
    return replace(state, polls=(*left, Polled(key, option, _stamp(view)))), (Toast("Your vote counts"),)


def _join(state: State, event: Ev, view: View) -> Result:
    key = event.get("grove", "")
    if joined(state, key) is not None:
        left = tuple(one for one in state.joined if one.grove != key)
        return replace(state, joined=left), (Toast(f"You left {grove_name(key)}"),)
    return replace(state, joined=(*state.joined, Joined(key, JOIN_ALERTS[0]))), (
        Toast(f"You joined {grove_name(key)}"),
    )


def _alerts(state: State, event: Ev, view: View) -> Result:
    key, how = event.get("grove", ""), event.get("value")
    return replace(
        state, joined=tuple(replace(one, alerts=how) if one.grove == key else one for one in state.joined)
    ), (Back(),)


def _watch(state: State, event: Ev, view: View) -> Result:
    """The bell: follow with all replies, or no longer."""
    key = event.get("key", "")
    left = tuple(one for one in state.watched if one.thread != key)
    if watched(state, key) is not None:
        return replace(state, watched=left), (Toast("You no longer follow this thread"),)
    return replace(state, watched=(*left, Watched(key, WATCH[0], _stamp(view)))), (Toast("You follow this thread"),)


def _watch_how(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("watch", **_args(event))),)


def _watch_as(state: State, event: Ev, view: View) -> Result:
    key, how = event.get("key", ""), event.get("value", "")
    left = tuple(one for one in state.watched if one.thread != key)
    after = left if how == WATCH[2] else (*left, Watched(key, how, _stamp(view)))
    return replace(state, watched=after), (Back(), Toast(f"Following: {how.lower()}"))


def _title(state: State, kind: str, key: str) -> str:
    if kind == "reply":
        reply = reply_of(state, key)
        return f"{reply.author}: {reply.text[:60]}" if reply is not None else key
    one = thread_of(state, key)
    return one.title if one is not None else key


def _kept(state: State, kind: str, key: str, folder: str, view: View) -> State:
    left = tuple(one for one in state.saved if (one.kind, one.id) != (kind, key))
    return replace(state, saved=(*left, Saved(kind, key, _title(state, kind, key), folder, _stamp(view))))


def _save(state: State, event: Ev, view: View) -> Result:
    """The bookmark: into the first folder, or out of whichever holds it."""
    kind, key = event.get("kind", "thread"), event.get("id", "")
    known = kept(state, kind, key)
    if known is not None:
        left = tuple(one for one in state.saved if (one.kind, one.id) != (kind, key))
        return replace(state, saved=left), (Toast(f"Removed from {known.folder}"),)
    return _kept(state, kind, key, FOLDERS[0], view), (Toast(f"Saved to {FOLDERS[0]}"),)


def _save_to(state: State, event: Ev, view: View) -> Result:
    known = kept(state, event.get("kind", ""), event.get("id", ""))
    ui = replace(state.ui, picked=known.folder if known is not None else FOLDERS[0])
    return replace(state, ui=ui), (Replace(route("save_to", **_args(event))),)


def _pick(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, picked=event.get("value"))), ()


def _save_there(state: State, event: Ev, view: View) -> Result:
    folder = state.ui.picked or FOLDERS[0]
    return _kept(state, event.get("kind", ""), event.get("id", ""), folder, view), (Back(), Toast(f"Saved to {folder}"))


def _mute(state: State, event: Ev, view: View) -> Result:
    """Ask for how long; what is muted already is heard again at once.

    From a page of its own the question goes on top, from a sheet it takes the sheet's place.
    """
    kind, name = event.get("kind", "person"), event.get("name", "")
    sheet = not (kind == "grove" and event.get("key") == name)
    if muted(state, kind, name) is not None:
        after, effects = _unmute(state, event, view)
        return after, ((Back(), *effects) if sheet else effects)
    place = route("mute", **_args(event))
    return replace(state, ui=replace(state.ui, picked=MUTES[1])), (Replace(place) if sheet else Go(place),)


def _mute_now(state: State, event: Ev, view: View) -> Result:
    kind, name, time = event.get("kind", ""), event.get("name", ""), state.ui.picked or MUTES[1]
    left = tuple(one for one in state.muted if (one.kind, one.name) != (kind, name))
    after = replace(state, muted=(*left, Muted(kind, name, time, _stamp(view))))
    return after, (Back(), Toast(f"Muted: {grove_name(name) if kind == 'grove' else name}"))


def _unmute(state: State, event: Ev, view: View) -> Result:
    kind, name = event.get("kind", ""), event.get("name", "")
    left = tuple(one for one in state.muted if (one.kind, one.name) != (kind, name))
    return replace(state, muted=left), (Toast(f"No longer muted: {grove_name(name) if kind == 'grove' else name}"),)


def _block(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, picked=BLOCKS[0])), (Replace(route("block", **_args(event))),)


def _block_now(state: State, event: Ev, view: View) -> Result:
    """Block somebody."""
    handle = event.get("handle", "")
    left = tuple(one for one in state.blocked if one.handle != handle)
    after = replace(
        state,
        blocked=(*left, Blocked(handle, state.ui.picked or BLOCKS[0], _stamp(view))),
    )
    return after, (Back(), Toast(f"Blocked {handle}"))


def _unblock(state: State, event: Ev, view: View) -> Result:
    handle = event.get("handle", "")
    left = tuple(one for one in state.blocked if one.handle != handle)
    return replace(state, blocked=left), (*_leave(event), Toast(f"{handle} is no longer blocked"))


def _report(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, picked=REASONS[0])), (Replace(route("report", **_args(event))),)


def _report_now(state: State, event: Ev, view: View) -> Result:
    kind, key = event.get("kind", ""), event.get("id", "")
    one = reply_of(state, key) if kind == "reply" else thread_of(state, key)
    if one is None:
        return state, (Back(),)
    number = f"RP-{14 + len(state.reports)}"
    new = Report(number, kind, key, one.author, state.ui.picked or REASONS[0], _stamp(view))
    return replace(state, reports=(*state.reports, new)), (Back(), Toast(f"Report {number} is with the moderators"))


def _hide(state: State, event: Ev, view: View) -> Result:
    ui = replace(state.ui, hidden=(*state.ui.hidden, event.get("key", "")))
    return replace(state, ui=ui), (Back(), Toast("Hidden from your home"))


def _share(state: State, event: Ev, view: View) -> Result:
    one = thread_of(state, event.get("key", ""))
    return state, () if one is None else (*_leave(event), Share(f"{one.title}\nOakthread, {grove_name(one.grove)}"))


def _copy(state: State, event: Ev, view: View) -> Result:
    return state, (Copy(f"oakthread://thread/{event.get('key')}"),)


def _copy_reply(state: State, event: Ev, view: View) -> Result:
    one = reply_of(state, event.get("id", ""))
    return state, (Back(),) if one is None else (Back(), Copy(one.text))


def _set(state: State, event: Ev, view: View) -> Result:
    """A setting that is picked in a dialog; home and threads show it from now on."""
    what = event.get("what", "")
    changed = replace(state.settings, **{what: event.get("value")})
    return replace(state, settings=changed, ui=replace(state.ui, sort="", reply_sort="")), (Back(),)


def _switch(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    changed = replace(state.settings, **{name: not getattr(state.settings, name)})  # type: ignore[arg-type]
    return replace(state, settings=changed), ()


update = reducer(
    {
        "nav": _nav,
        "go": _go,
        "ask": _ask,
        "open": _open,
        "search": _search,
        "query": _query,
        "searched": _searched,
        "sort": _sort,
        "reply_sort": _reply_sort,
        "collapse": _collapse,
        "show": _show,
        "folder": _folder,
        "vote": _vote,
        "poll": _poll,
        "join": _join,
        "alerts": _alerts,
        "watch": _watch,
        "watch_how": _watch_how,
        "watch_as": _watch_as,
        "save": _save,
        "save_to": _save_to,
        "pick": _pick,
        "save_there": _save_there,
        "mute": _mute,
        "mute_now": _mute_now,
        "unmute": _unmute,
        "block": _block,
        "block_now": _block_now,
        "unblock": _unblock,
        "report": _report,
        "report_now": _report_now,
        "hide": _hide,
        "share": _share,
        "copy": _copy,
        "copy_reply": _copy_reply,
        "set": _set,
        "switch": _switch,
        **saying.STEPS,
    }
)
