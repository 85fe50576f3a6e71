"""What happens in Parlowe: one reducer per event."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.parlowe.messages import ME, Chat, Message
from adapters.phone.apps.parlowe.model import MUTE_FOR, Share, State, chat_of, outgoing, share_for, typed
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Toast, View, Withdraw, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("chats", tab=event.get("tab")), root=True),)


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _done(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _new(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("new")),)


def _opened(state: State, key: str) -> State:
    """The chat is read and its input is empty."""
    seen = state.ui.read if key in state.ui.read or not chat_of(state, key).unread else (*state.ui.read, key)
    return replace(state, ui=replace(state.ui, read=seen, input="", typing=""))


def _open(state: State, event: Ev, view: View) -> Result:
    key = event.get("chat")
    return _opened(state, key), (Withdraw(key), Go(route("chat", chat=key)), Focus(None))


def _start(state: State, event: Ev, view: View) -> Result:
    """A contact of the "new chat" page: the chat with that person, made if there is none."""
    person = event.get("person")
    known = next((chat for chat in state.chats if chat.name == person and not chat.group), None)
    if known is None:
        known = Chat(person.casefold().replace(" ", "-"), person)
        state = replace(state, chats=(*state.chats, known))
    return _opened(state, known.id), (Replace(route("chat", chat=known.id)),)


def _type(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, input=event.get("text", ""), typing=event.get("chat"))), ()


def _say(state: State, key: str, text: str, view: View) -> State:
    message = Message(ME, text, view.now.strftime("%Y-%m-%dT%H:%M"))
    chats = tuple(replace(one, messages=(*one.messages, message)) if one.id == key else one for one in state.chats)
    return replace(state, chats=chats)


def _send(state: State, event: Ev, view: View) -> Result:
    text = typed(state, chat_of(state, event.get("chat"))).strip()
    if not text:
        return state, ()
    state = _say(state, event.get("chat"), text, view)
    return replace(state, ui=replace(state.ui, input="", typing="")), ()


def _info(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("info", chat=event.get("chat"))),)


def _starred(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("starred", chat=event.get("chat"))),)


def _mute(state: State, event: Ev, view: View) -> Result:
    """The row of the info page: asks for how long, or ends a mute."""
    key = event.get("chat")
    if chat_of(state, key).muted:
        return _muted(state, key, ""), (Toast("Notifications are on again"),)
    return replace(state, ui=replace(state.ui, mute=MUTE_FOR[0])), (Go(route("mute", chat=key)),)


def _mute_for(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, mute=event.get("value"))), ()


def _mute_now(state: State, event: Ev, view: View) -> Result:
    after = _muted(state, event.get("chat"), state.ui.mute)
    return replace(after, ui=replace(after.ui, mute=MUTE_FOR[0])), (Back(),)


def _muted(state: State, key: str, duration: str) -> State:
    return replace(state, chats=tuple(replace(one, muted=duration) if one.id == key else one for one in state.chats))


def _share_chat(state: State, event: Ev, view: View) -> Result:
    chosen = share_for(state, event.get("text"))
    return replace(state, share=replace(chosen, chat=event.get("chat"))), ()


def _share_address(state: State, event: Ev, view: View) -> Result:
    chosen = share_for(state, event.get("text"))
    return replace(state, share=replace(chosen, address=not chosen.address)), ()


def _share_send(state: State, event: Ev, view: View) -> Result:
    chosen = share_for(state, event.get("text"))
    after = _say(_opened(state, chosen.chat), chosen.chat, outgoing(chosen), view)
    return replace(after, share=Share()), (Replace(route("chat", chat=chosen.chat)),)


def _soon(state: State, event: Ev, view: View) -> Result:
    return state, (Toast(event.get("text")),)


update = reducer(
    {
        "tab": _tab,
        "search": _search,
        "query": _query,
        "searched": _done,
        "new": _new,
        "open": _open,
        "start": _start,
        "type": _type,
        "send": _send,
        "info": _info,
        "starred": _starred,
        "mute": _mute,
        "mute_for": _mute_for,
        "mute_now": _mute_now,
        "share_chat": _share_chat,
        "share_address": _share_address,
        "share_send": _share_send,
        "soon": _soon,
    }
)
