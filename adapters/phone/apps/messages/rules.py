"""What happens in Messages when something is touched, and when a scheduled message falls due."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from adapters.phone.apps.messages.model import (
    TIMES,
    Draft,
    State,
    added,
    conversations,
    draft_for,
    due_at,
    fresh,
    name_of,
    read_all,
    stamp,
    typed,
    written,
)
from adapters.phone.apps.messages.texts import Later
from adapters.phone.ui.app import Back, Effect, Focus, Go, Notice, Notify, Replace, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.records import FAILED, MISSED, OUTGOING, SENT, Call
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def due(state: State, after: datetime) -> datetime | None:
    """When the next scheduled message is to be sent."""
    times = [datetime.fromisoformat(one.at).replace(tzinfo=UTC) for one in state.later]
    return min((one for one in times if one > after), default=None)


def _looking(state: State, **changes: Any) -> State:
    return replace(state, ui=replace(state.ui, **changes))


def _toggled(held: tuple[str, ...], one: str) -> tuple[str, ...]:
    return tuple(each for each in held if each != one) if one in held else (*held, one)


def _offline(view: View) -> bool:
    return view.setting("global", "airplane_mode_on", "0") == "1"


def _kind(view: View) -> int:
    return FAILED if _offline(view) else SENT


# Going places.


def _tab(state: State, event: Ev, view: View) -> Result:
    to = event.get("to")
    seen = tuple(replace(one, new=False) if one.type == MISSED else one for one in state.calls)
    return replace(state, calls=seen) if to == "calls" else state, (Replace(route(to), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    place = route(event.get("to"))
    return state, (Replace(place) if event.get("drop") else Go(place),)


def _find(state: State, event: Ev, view: View) -> Result:
    return _looking(state, query=""), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return _looking(state, query=event.get("text", "")), ()


def _done(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _filter(state: State, event: Ev, view: View) -> Result:
    chosen = event.get("value")
    return state, (Replace(route("calls", filter=chosen) if chosen != "All" else route("calls"), root=True),)


def _open(state: State, event: Ev, view: View) -> Result:
    address = event.get("address")
    return read_all(state, address), (Focus(None), Go(route("thread", address=address)))


def _new(state: State, event: Ev, view: View) -> Result:
    return _looking(state, query=""), (Go(route("new")), Focus("recipient"))


def _start(state: State, event: Ev, view: View) -> Result:
    """A conversation with somebody who was picked or typed."""
    address = written(state, view, event.get("address", ""))
    state = read_all(state, address)
    return _looking(state, query=""), (Focus(None), Replace(route("thread", address=address)))


def _ask(state: State, event: Ev, view: View) -> Result:
    """A sheet or a dialog; over a conversation where that is open."""
    given = {key: value for key, value in event.args if key not in ("what", "drop")}
    state = _looking(state, report=True)
    place = route(event.get("what"), **given)
    return state, (Focus(None), Replace(place) if event.get("drop") else Go(place))


# Writing.


def _draft(state: State, event: Ev) -> Draft:
    return draft_for(state, event.get("address"), event.get("body", ""))


def _type(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(_draft(state, event), body=event.get("text", ""))), ()


def _when(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(_draft(state, event), when=event.get("value"))), ()


def _sim(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(_draft(state, event), sim=event.get("value"))), ()


def _close(state: State, event: Ev, view: View) -> Result:
    return state, (Back(),)


def _send(state: State, event: Ev, view: View) -> Result:
    """Now, or at the time that was picked."""
    address = event.get("address")
    draft = _draft(state, event)
    body, sim = draft.body.strip(), draft.sim or state.prefs.sim
    if not body or address in state.blocked:
        return state, ()
    state = read_all(state, address)
    fresh_draft = Draft(address, sim=state.prefs.sim)
    if draft.when == TIMES[0]:
        after = added(state, address, body, stamp(view.now), _kind(view), sim)
        told: tuple[Effect, ...] = (Toast("Not sent: no network"),) if _offline(view) else ()
        return replace(after, draft=fresh_draft), told
    at = stamp(due_at(draft.when, view.now))
    taken = [int(one.number.partition("-")[2]) for one in state.later]
    later = Later(f"SC-{max(taken, default=100) + 1}", address, body, at, sim)
    return replace(state, later=(*state.later, later), draft=fresh_draft), (Toast(f"Scheduled for {draft.when}"),)


def _fall_due(state: State, event: Ev, view: View) -> Result:
    """The clock has come to scheduled messages: they go, each at its minute."""
    now = view.moment.replace(tzinfo=None)
    notices: list[Effect] = []
    for one in [each for each in state.later if datetime.fromisoformat(each.at) <= now]:
        state = added(state, one.address, one.body, one.at, _kind(view), one.sim)
        state = replace(state, later=tuple(each for each in state.later if each.number != one.number))
        told = "Not sent: no network" if _offline(view) else f"To {name_of(view, one.address)}"
        place = route("thread", address=one.address)
        notices.append(Notify(Notice(one.number, "Scheduled message", told, place)))
    return state, tuple(notices)


def _send_now(state: State, event: Ev, view: View) -> Result:
    one = next((each for each in state.later if each.number == event.get("number")), None)
    if one is None:
        return state, (Back(),)
    state = added(state, one.address, one.body, stamp(view.now), _kind(view), one.sim)
    left = tuple(each for each in state.later if each.number != one.number)
    return replace(state, later=left), (Back(), Toast("Message sent"))


def _drop_later(state: State, event: Ev, view: View) -> Result:
    left = tuple(each for each in state.later if each.number != event.get("number"))
    return replace(state, later=left), (Back(), Toast("Scheduled message deleted"))


def _edit_later(state: State, event: Ev, view: View) -> Result:
    """Back into the field; it is sent or scheduled anew from there."""
    one = next((each for each in state.later if each.number == event.get("number")), None)
    if one is None:
        return state, (Back(),)
    left = tuple(each for each in state.later if each.number != one.number)
    state = replace(state, later=left, draft=Draft(one.address, one.body, TIMES[0], one.sim))
    return state, (Replace(route("thread", address=one.address)),)


def _retry(state: State, event: Ev, view: View) -> Result:
    if _offline(view):
        return state, (Toast("Not sent: no network"),)
    sent = tuple(
        replace(one, type=SENT, date=stamp(view.now)) if one.id == event.get("id") and one.type == FAILED else one
        for one in state.messages
    )
    return replace(state, messages=sent), ()


# A whole conversation.


def _read(state: State, event: Ev, view: View) -> Result:
    return read_all(state, event.get("address")), (Back(),)


def _unread(state: State, event: Ev, view: View) -> Result:
    address = event.get("address")
    return replace(state, unread=(*state.unread, address)), (Back(2 if event.get("within") else 1),)


def _all_read(state: State, event: Ev, view: View) -> Result:
    many = 0
    for address, _ in conversations(state):
        many += bool(fresh(state, address))
        state = read_all(state, address)
    return state, (Back(), Toast(f"{many} conversations marked as read" if many != 1 else "1 conversation marked"))


def _mute(state: State, event: Ev, view: View) -> Result:
    muted = replace(state, muted=_toggled(state.muted, event.get("address")))
    return muted, (Back(),)


def _report(state: State, event: Ev, view: View) -> Result:
    return _looking(state, report=not state.ui.report), ()


def _block(state: State, event: Ev, view: View) -> Result:
    address = event.get("address")
    if address in state.blocked:
        return state, (Back(),)
    reported = (*state.reported, address) if state.ui.report else state.reported
    state = replace(state, blocked=(*state.blocked, address), reported=reported)
    return state, (Back(), Toast(f"{name_of(view, address)} is blocked"))


def _unblock(state: State, event: Ev, view: View) -> Result:
    address = event.get("address")
    kept = tuple(one for one in state.blocked if one != address)
    told = Toast(f"{name_of(view, address)} is unblocked")
    return replace(state, blocked=kept), (Back(), told) if event.get("drop") else (told,)


def _delete(state: State, event: Ev, view: View) -> Result:
    address = event.get("address")
    gone = tuple(one for one in state.messages if one.address == address)
    kept = tuple(one for one in state.messages if one.address != address)
    state = replace(
        state, messages=kept, deleted=(*state.deleted, *gone), draft=Draft(),
        later=tuple(one for one in state.later if one.address != address),
        unread=tuple(one for one in state.unread if one != address),
    )  # fmt: skip
    return state, (Replace(route("threads"), root=True), Toast("Conversation deleted"))


# Calling.


def _keypad(state: State, event: Ev, view: View) -> Result:
    return _looking(state, dialled="", dialling=""), (Go(route("keypad")),)


def _digit(state: State, event: Ev, view: View) -> Result:
    of = event.get("of", "")
    return _looking(state, dialled=(typed(state, of) + event.get("value"))[:24], dialling=of), ()


def _undigit(state: State, event: Ev, view: View) -> Result:
    of = event.get("of", "")
    return _looking(state, dialled=typed(state, of)[:-1], dialling=of), ()


def _dialled(state: State, event: Ev, view: View) -> Result:
    return _looking(state, dialled=event.get("value"), dialling=event.get("of", "")), ()


def _called(state: State, number: str, view: View) -> State:
    call = Call(1 + max((one.id for one in state.calls), default=0), number, stamp(view.now), 0, OUTGOING, False,
                state.prefs.sim)  # fmt: skip
    return replace(state, calls=(*state.calls, call))


def _dial(state: State, event: Ev, view: View) -> Result:
    number = written(state, view, event.get("number", ""))
    if not number:
        return state, ()
    if _offline(view):
        return state, (Toast("Turn off airplane mode to call"),)
    return _called(state, number, view), (Focus(None), Go(route("calling", number=number)))


def _hang_up(state: State, event: Ev, view: View) -> Result:
    number = event.get("number", "")
    if number and not _offline(view):  # opened by a link: nobody has noted it yet
        state = _called(state, written(state, view, number), view)
    return _looking(state, dialled="", dialling=""), (Back(), Toast("Call ended"))


def _in_call(state: State, event: Ev, view: View) -> Result:
    return state, (Toast(f"{event.get('what')}: not before somebody answers"),)


def _pref(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    changed: Any = {name: not getattr(state.prefs, name)}
    return replace(state, prefs=replace(state.prefs, **changed)), ()


def _use_sim(state: State, event: Ev, view: View) -> Result:
    return replace(state, prefs=replace(state.prefs, sim=event.get("value"))), (Back(),)


STEPS: dict[str, Callable[[State, Ev, View], Result]] = {
    "@due": _fall_due, "tab": _tab, "go": _go, "find": _find, "query": _query, "searched": _done, "filter": _filter,
    "open": _open, "new": _new, "start": _start, "ask": _ask, "type": _type, "when": _when,
    "sim": _sim, "done": _close, "send": _send, "send_now": _send_now, "drop_later": _drop_later,
    "edit_later": _edit_later, "retry": _retry,
    "read": _read, "unread": _unread, "all_read": _all_read, "mute": _mute,
    "report": _report, "block": _block, "unblock": _unblock, "delete": _delete, "keypad": _keypad, "digit": _digit,
    "undigit": _undigit, "dialled": _dialled, "dial": _dial, "hang_up": _hang_up, "in_call": _in_call,
    "pref": _pref, "use_sim": _use_sim,
}  # fmt: skip
update = reducer(STEPS)
