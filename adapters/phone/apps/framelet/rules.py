"""What happens in Framelet with posts, accounts and settings; making a post and talking are in `saying`."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.framelet import saying
from adapters.phone.apps.framelet.model import (
    BLOCKS,
    MUTES,
    NOTIFY,
    REASONS,
    Blocked,
    Draft,
    Following,
    Mark,
    Muted,
    Report,
    Saved,
    State,
    follows,
    is_blocked,
    kept,
    likes,
    mute_of,
    post_of,
    slide,
)
from adapters.phone.apps.framelet.people import person
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _stamp(view: View) -> str:
    return view.now.strftime("%Y-%m-%dT%H:%M")


def _window(event: Ev, name: str) -> Replace:
    """A question in place of the sheet that led to it, above the same page."""
    return Replace(route(name, **{key: value for key, value in event.args if key in ("key", "handle", "under")}))


def _args(event: Ev) -> dict[str, object]:
    return {name: value for name, value in event.args if name != "to"}


def _tab(state: State, event: Ev, view: View) -> Result:
    """A tab of the bottom bar; the way to a new post starts with an empty draft, on top."""
    if event.get("to") == "new":
        return replace(state, draft=Draft(comments=state.settings.comments)), (Go(route("new")),)
    return state, (Replace(route(event.get("to")), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"), **_args(event))),)


def _swap(state: State, event: Ev, view: View) -> Result:
    """Another place instead of a sheet that was open."""
    return state, (Replace(route(event.get("to"), **_args(event))),)


def _new_collection(state: State, event: Ev, view: View) -> Result:
    """Ask for a name; from a sheet the question takes its place."""
    place = route("new_collection", key=event.get("key"), under=event.get("under"))
    fresh = replace(state, ui=replace(state.ui, collection=""))
    return fresh, (Replace(place) if event.get("key") else Go(place),)


def _open(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("post", key=event.get("key"))))


def _person(state: State, event: Ev, view: View) -> Result:
    handle = event.get("handle", "")
    if handle == "robin.vale":
        return state, (Replace(route("you"), root=True),)
    return state, (Focus(None), Go(route("person", handle=handle)))


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _unfocus(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _topic(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("explore", topic=event.get("topic"))),)


def _slide(state: State, event: Ev, view: View) -> Result:
    key = event.get("key", "")
    index = max(0, slide(state, key) + int(event.get("by", 1)))
    rest = tuple(one for one in state.ui.slides if one[0] != key)
    return replace(state, ui=replace(state.ui, slides=(*rest, (key, index)))), ()


def _like(state: State, event: Ev, view: View) -> Result:
    key = event.get("key", "")
    one = post_of(state, key)
    if one is None:
        return state, ()
    if likes(state, key):
        return replace(state, liked=tuple(mark for mark in state.liked if mark.post != key)), ()
    return replace(state, liked=(*state.liked, Mark(key, one.author, _stamp(view)))), ()


def _adore(state: State, event: Ev, view: View) -> Result:
    """Two quick taps on a photo like it, and never take that back."""
    return (state, ()) if likes(state, event.get("key", "")) else _like(state, event, view)


def _keep(state: State, key: str, where: str, view: View) -> State:
    one = post_of(state, key)
    left = tuple(each for each in state.saved if each.post != key)
    return state if one is None else replace(state, saved=(*left, Saved(key, one.author, where, _stamp(view))))


def _save(state: State, event: Ev, view: View) -> Result:
    """The bookmark: into the first collection, or out of whichever holds it."""
    key = event.get("key", "")
    known = kept(state, key)
    if known is not None:
        left = tuple(each for each in state.saved if each.post != key)
        return replace(state, saved=left), (Toast(f"Removed from {known.collection}"),)
    return _keep(state, key, state.collections[0], view), (Toast(f"Saved to {state.collections[0]}"),)


def _save_to(state: State, event: Ev, view: View) -> Result:
    known = kept(state, event.get("key", ""))
    start = known.collection if known is not None else state.collections[0]
    return replace(state, ui=replace(state.ui, picked=start)), (_window(event, "save_to"),)


def _pick(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, picked=event.get("value"))), ()


def _save_there(state: State, event: Ev, view: View) -> Result:
    where = state.ui.picked or state.collections[0]
    return _keep(state, event.get("key", ""), where, view), (Back(), Toast(f"Saved to {where}"))


def _name_collection(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, collection=event.get("text", ""))), ()


def _make_collection(state: State, event: Ev, view: View) -> Result:
    """A collection more; a post that was being saved goes there."""
    name, key = state.ui.collection.strip(), event.get("key", "")
    if not name or name in state.collections:
        return state, (Toast("There is such a collection" if name else "A collection needs a name"),)
    made = replace(state, collections=(*state.collections, name))
    if key:
        return _keep(made, key, name, view), (Back(), Toast(f"Saved to {name}"))
    return made, (Back(), Toast(f"{name} created"))


def _follow(state: State, event: Ev, view: View) -> Result:
    """Follow, or no longer; a private account is asked first."""
    handle = event.get("handle", "")
    leave: tuple[Effect, ...] = (Back(),) if event.get("close") else ()
    one = person(handle)
    if one is None:
        return state, leave
    known = follows(state, handle)
    if known is not None:
        left = tuple(each for each in state.following if each.handle != handle)
        told = "Request withdrawn" if known.requested else f"You no longer follow {handle}"
        return replace(state, following=left), (*leave, Toast(told))
    if is_blocked(state, handle):
        return state, (*leave, Toast(f"Unblock {handle} first"))
    new = Following(handle, one.name, NOTIFY[0], one.private)
    told = f"Asked {handle}" if one.private else f"You follow {handle}"
    return replace(state, following=(*state.following, new)), (*leave, Toast(told))


def _notify(state: State, event: Ev, view: View) -> Result:
    handle, how = event.get("handle", ""), event.get("value")
    following = tuple(replace(one, notify=how) if one.handle == handle else one for one in state.following)
    return replace(state, following=following), (Back(),)


def _mute(state: State, event: Ev, view: View) -> Result:
    """Ask what to mute; somebody who is muted is heard again at once."""
    handle = event.get("handle", "")
    if mute_of(state, handle):
        after, effects = _unmute(state, event, view)
        return after, (Back(), *effects)
    return replace(state, ui=replace(state.ui, picked=MUTES[0])), (_window(event, "mute"),)


def _muted(state: State, handle: str, what: str, view: View) -> State:
    left = tuple(one for one in state.muted if one.handle != handle)
    return replace(state, muted=(*left, Muted(handle, what, _stamp(view))))


def _mute_now(state: State, event: Ev, view: View) -> Result:
    handle, what = event.get("handle", ""), state.ui.picked or MUTES[0]
    return _muted(state, handle, what, view), (Back(), Toast(f"Muted {what.lower()} of {handle}"))


def _unmute(state: State, event: Ev, view: View) -> Result:
    handle = event.get("handle", "")
    left = tuple(one for one in state.muted if one.handle != handle)
    return replace(state, muted=left), (Toast(f"{handle} is no longer muted"),)


def _block(state: State, event: Ev, view: View) -> Result:
    ui = replace(state.ui, picked=BLOCKS[0])
    return replace(state, ui=ui), (_window(event, "block"),)


def _block_now(state: State, event: Ev, view: View) -> Result:
    """Block, which also ends following."""
    handle = event.get("handle", "")
    left = tuple(one for one in state.blocked if one.handle != handle)
    after = replace(
        state,
        blocked=(*left, Blocked(handle, state.ui.picked or BLOCKS[0], _stamp(view))),
        following=tuple(one for one in state.following if one.handle != handle),
    )
    return after, (Back(), Toast(f"Blocked {handle}"))


def _unblock(state: State, event: Ev, view: View) -> Result:
    handle = event.get("handle", "")
    left = tuple(one for one in state.blocked if one.handle != handle)
    leave: tuple[Effect, ...] = (Back(),) if event.get("back") else ()
    return replace(state, blocked=left), (*leave, Toast(f"{handle} is no longer blocked"))


def _report(state: State, event: Ev, view: View) -> Result:
    ui = replace(state.ui, picked=REASONS[0])
    return replace(state, ui=ui), (_window(event, "report"),)


def _report_now(state: State, event: Ev, view: View) -> Result:
    one = post_of(state, event.get("key", ""))
    if one is None:
        return state, (Back(),)
    number = f"R-{41 + len(state.reports)}"
    new = Report(number, one.key, one.author, state.ui.picked or REASONS[0], _stamp(view))
    return replace(state, reports=(*state.reports, new)), (Back(), Toast(f"Thank you. Report {number}"))


def _hide(state: State, event: Ev, view: View) -> Result:
    return replace(state, hidden=(*state.hidden, event.get("key", ""))), (Back(), Toast("You see less like this"))


def _share(state: State, event: Ev, view: View) -> Result:
    one = post_of(state, event.get("key", ""))
    text = "" if one is None else f"{one.author} on Framelet: {one.caption}"
    return state, (Back(), Share(text))


def _set(state: State, event: Ev, view: View) -> Result:
    changed = replace(state.settings, **{event.get("what"): event.get("value")})
    return replace(state, settings=changed), (Back(),)


def _switch(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    changed = replace(state.settings, **{name: not getattr(state.settings, name)})  # type: ignore[arg-type]
    return replace(state, settings=changed), ()


def _shop(state: State, event: Ev, view: View) -> Result:
    return state, (Toast("The shop is closed for now"),)


update = reducer(
    {
        "tab": _tab,
        "go": _go,
        "swap": _swap,
        "new_collection": _new_collection,
        "open": _open,
        "person": _person,
        "search": _search,
        "query": _query,
        "searched": _unfocus,
        "topic": _topic,
        "slide": _slide,
        "like": _like,
        "adore": _adore,
        "save": _save,
        "save_to": _save_to,
        "pick": _pick,
        "save_there": _save_there,
        "name_collection": _name_collection,
        "make_collection": _make_collection,
        "follow": _follow,
        "notify": _notify,
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
        "set": _set,
        "switch": _switch,
        "shop": _shop,
        **saying.STEPS,
    }
)
