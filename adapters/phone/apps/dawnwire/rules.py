"""What happens in Dawnwire: one reducer per event."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.dawnwire.model import (
    LISTS,
    REASONS,
    CommentMark,
    Draft,
    Following,
    Mark,
    Posted,
    Saved,
    State,
    draft_for,
    follows,
    kept,
    likes,
    said,
    signature,
    title_of,
    trouble,
)
from adapters.phone.apps.dawnwire.stories import story
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _stamp(view: View) -> str:
    return view.now.strftime("%Y-%m-%dT%H:%M")


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("today", tab=event.get("tab")), root=True),)


def _nav(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    """A further page; all arguments but `to` are its own."""
    args = {name: value for name, value in event.args if name != "to"}
    return state, (Go(route(event.get("to"), **args)),)


def _swap(state: State, event: Ev, view: View) -> Result:
    """Another view of the same page: a sort order, a list."""
    args = {name: value for name, value in event.args if name != "to"}
    return state, (Replace(route(event.get("to"), **args)),)


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _read(state: State, event: Ev, view: View) -> Result:
    """Open an article."""
    return state, (Focus(None), Go(route("article", key=event.get("key", ""))))


def _like(state: State, event: Ev, view: View) -> Result:
    key = event.get("key", "")
    if likes(state, key):
        return replace(state, liked=tuple(one for one in state.liked if one.story != key)), ()
    return replace(state, liked=(*state.liked, Mark(key, title_of(key), _stamp(view)))), ()


def _save(state: State, event: Ev, view: View) -> Result:
    """The bookmark: onto the first list, or off whichever list it is on."""
    key = event.get("key", "")
    known = kept(state, key)
    if known is not None:
        left = tuple(one for one in state.saved if one.story != key)
        return replace(state, saved=left), (Toast(f"Removed from {known.list}"),)
    new = Saved(key, title_of(key), LISTS[0], _stamp(view))
    return replace(state, saved=(*state.saved, new)), (Toast(f"Saved to {LISTS[0]}"),)


def _save_to(state: State, event: Ev, view: View) -> Result:
    """Ask for the list."""
    known = kept(state, event.get("key", ""))
    start = known.list if known is not None else LISTS[0]
    return replace(state, ui=replace(state.ui, list=start)), (Go(route("save_to", key=event.get("key"))),)


def _pick_list(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, list=event.get("value"))), ()


def _save_there(state: State, event: Ev, view: View) -> Result:
    key, chosen = event.get("key", ""), state.ui.list
    left = tuple(one for one in state.saved if one.story != key)
    new = Saved(key, title_of(key), chosen, _stamp(view))
    return replace(state, saved=(*left, new)), (Back(), Toast(f"Saved to {chosen}"))


def _follow(state: State, event: Ev, view: View) -> Result:
    """Follow an author as loudly as is usual, or follow no more."""
    name = event.get("name", "")
    if follows(state, name) is not None:
        left = tuple(one for one in state.authors if one.name != name)
        return replace(state, authors=left), (Toast(f"You no longer follow {name}"),)
    return replace(state, authors=(*state.authors, Following(name))), (Toast(f"You follow {name}"),)


def _alerts(state: State, event: Ev, view: View) -> Result:
    name, value = event.get("name"), event.get("value")
    changed = tuple(replace(one, alerts=value) if one.name == name else one for one in state.authors)
    return replace(state, authors=changed), (Back(),)


def _topic(state: State, event: Ev, view: View) -> Result:
    name = event.get("name", "")
    if name in state.topics:
        return replace(state, topics=tuple(one for one in state.topics if one != name)), ()
    return replace(state, topics=(*state.topics, name)), (Toast(f"{name} is among your topics"),)


def _hide_ad(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, hide_ad=True)), ()


def _share(state: State, event: Ev, view: View) -> Result:
    one = story(event.get("key", ""))
    if one is None:
        return state, ()
    return state, (Share(f"{one.title}\n{one.author}, {one.source}\nhttps://dawnwire.example/{one.key}"),)


def _open_ad(state: State, event: Ev, view: View) -> Result:
    return state, (Toast("This opens in a browser"),)


def _write(state: State, event: Ev, view: View) -> Result:
    """Begin a comment, afresh."""
    key, parent = event.get("key", ""), event.get("parent", "")
    return replace(state, draft=Draft(key, parent)), (Go(route("compose", key=key, parent=parent)), Focus("comment"))


def _draft(state: State, event: Ev, **changes: object) -> State:
    draft = draft_for(state, event.get("key", ""), event.get("parent", ""))
    return replace(state, draft=replace(draft, **changes))  # type: ignore[arg-type]


def _type(state: State, event: Ev, view: View) -> Result:
    return _draft(state, event, text=event.get("text", "")), ()


def _sign(state: State, event: Ev, view: View) -> Result:
    return _draft(state, event, signed=event.get("value")), ()


def _replies(state: State, event: Ev, view: View) -> Result:
    draft = draft_for(state, event.get("key", ""), event.get("parent", ""))
    return _draft(state, event, replies=not draft.replies), ()


def _preview(state: State, event: Ev, view: View) -> Result:
    key, parent = event.get("key", ""), event.get("parent", "")
    text = draft_for(state, key, parent).text.strip()
    if not text or trouble(text):
        return state, (Toast(trouble(text) or "Say something first"),)
    return state, (Focus(None), Go(route("preview", key=key, parent=parent)))


def _post(state: State, event: Ev, view: View) -> Result:
    key, parent = event.get("key", ""), event.get("parent", "")
    draft = draft_for(state, key, parent)
    text = draft.text.strip()
    if not text or trouble(text):
        return state, (Back(),)
    # From the last number given, so that a deleted comment's id does not come again.
    number = max((int(one.id[1:]) for one in state.comments), default=0) + 1
    name = signature(draft.signed)
    new = Posted(
        f"m{number}", key, title_of(key), text, draft.signed, name, draft.replies, _stamp(view), parent
    )  # fmt: skip
    after = replace(state, comments=(*state.comments, new), draft=Draft())
    return after, (Back(2), Replace(route("comments", key=key, sort="Newest")), Toast("Comment posted"))


def _like_comment(state: State, event: Ev, view: View) -> Result:
    one = event.get("comment", "")
    left = tuple(mark for mark in state.liked_comments if mark.comment != one)
    if len(left) < len(state.liked_comments):
        return replace(state, liked_comments=left), ()
    return replace(state, liked_comments=(*left, CommentMark(one, event.get("name", "")))), ()


def _flag(state: State, event: Ev, view: View) -> Result:
    place = route("report", key=event.get("key"), comment=event.get("comment"))
    return replace(state, ui=replace(state.ui, reason=REASONS[0])), (Go(place),)


def _reason(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, reason=event.get("value"))), ()


def _report(state: State, event: Ev, view: View) -> Result:
    found = next((one for one in said(state, event.get("key", "")) if one.id == event.get("comment")), None)
    if found is None:
        return state, (Back(),)
    mark = CommentMark(found.id, found.name, state.ui.reason)
    left = tuple(one for one in state.reports if one.comment != found.id)
    return replace(state, reports=(*left, mark)), (Back(), Toast("Thank you, an editor will look"))


def _set(state: State, event: Ev, view: View) -> Result:
    """A setting that is picked in a dialog."""
    changed = replace(state.settings, **{event.get("what"): event.get("value")})
    return replace(state, settings=changed), (Back(),)


def _switch(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    changed = replace(state.settings, **{name: not getattr(state.settings, name)})  # type: ignore[arg-type]
    return replace(state, settings=changed), ()


update = reducer(
    {
        "tab": _tab,
        "nav": _nav,
        "go": _go,
        "swap": _swap,
        "search": _search,
        "query": _query,
        "searched": _searched,
        "read": _read,
        "like": _like,
        "save": _save,
        "save_to": _save_to,
        "pick_list": _pick_list,
        "save_there": _save_there,
        "follow": _follow,
        "alerts": _alerts,
        "topic": _topic,
        "hide_ad": _hide_ad,
        "open_ad": _open_ad,
        "share": _share,
        "write": _write,
        "type": _type,
        "sign": _sign,
        "replies": _replies,
        "preview": _preview,
        "post": _post,
        "like_comment": _like_comment,
        "flag": _flag,
        "reason": _reason,
        "report": _report,
        "set": _set,
        "switch": _switch,
    }
)
