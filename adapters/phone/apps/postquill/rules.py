"""What happens in Postquill beside writing: one reducer per event."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adapters.phone.apps.postquill.letters import (
    ARCHIVE,
    BIN,
    DRAFTS,
    INBOX,
    SCHEDULED,
    SENT,
    SNOOZED,
    Mail,
)
from adapters.phone.apps.postquill.model import SNOOZE_DEFAULT, State, conversation, due, mail_of, thread_of
from adapters.phone.apps.postquill.writing import WRITING
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Toast, View, Withdraw, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]
OWN = (SENT, SCHEDULED, DRAFTS)
"""Folders that a mail of one's own does not leave when its conversation is moved."""


def _nav(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    args = {key: value for key, value in event.args if key != "to"}
    return state, (Go(route(event.get("to"), **args)),)


def _filter(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("inbox", filter=event.get("value")), root=True),)


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _open(state: State, event: Ev, view: View) -> Result:
    """A conversation: reading it makes it read."""
    key = event.get("thread")
    mails = tuple(replace(one, unread=False) if thread_of(one) == key and one.unread else one for one in state.mails)
    after = replace(state, mails=mails, ui=replace(state.ui, opened=()))
    return after, (Withdraw(key), Go(route("thread", thread=key)), Focus(None))


def _unfold(state: State, event: Ev, view: View) -> Result:
    key, known = event.get("key"), state.ui.opened
    return replace(
        state, ui=replace(state.ui, opened=tuple(one for one in known if one != key) if key in known else (*known, key))
    ), ()


def _moved(state: State, key: str, folder: str, **more: Any) -> State:
    def change(one: Mail) -> Mail:
        return one if thread_of(one) != key or one.folder in OWN else replace(one, folder=folder, **more)

    return replace(state, mails=tuple(map(change, state.mails)))


def _move(state: State, event: Ev, view: View) -> Result:
    """To the archive, to the bin, or back to the inbox; from its own page it leads back to the list."""
    folder, key = event.get("folder"), event.get("thread")
    said = {ARCHIVE: "Archived", BIN: "Moved to the bin", INBOX: "Moved to the inbox"}[folder]
    after = _moved(state, key, folder, snoozed="")
    if folder == BIN and all(one.folder == SENT for one in conversation(after, key)):
        # What one wrote oneself goes too when nothing else of the conversation is left.
        mails = tuple(
            replace(one, folder=BIN) if thread_of(one) == key and one.folder == SENT else one for one in after.mails
        )
        after = replace(after, mails=mails)
    return after, (Withdraw(key), Back(), Toast(said))


def _mark(state: State, event: Ev, view: View) -> Result:
    """Unread is what the latest mail of a conversation is, as one wants to see it again."""
    last = conversation(state, event.get("thread"))[-1:]
    mails = tuple(replace(one, unread=True) if one in last else one for one in state.mails)
    return replace(state, mails=mails), (Back(), Toast("Marked as unread"))


def _star(state: State, event: Ev, view: View) -> Result:
    mail = mail_of(state, event.get("key"))
    if mail is None:
        return state, ()
    mails = tuple(replace(one, starred=not one.starred) if one.id == mail.id else one for one in state.mails)
    return replace(state, mails=mails), ()


def _snooze(state: State, event: Ev, view: View) -> Result:
    place = route("snooze", thread=event.get("thread"))
    return replace(state, ui=replace(state.ui, snooze=SNOOZE_DEFAULT)), (Go(place),)


def _snooze_pick(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, snooze=event.get("value"))), ()


def _snooze_set(state: State, event: Ev, view: View) -> Result:
    choice = state.ui.snooze
    after = _moved(state, event.get("thread"), SNOOZED, snoozed=due(choice, view.now))
    return replace(after, ui=replace(after.ui, snooze=SNOOZE_DEFAULT)), (Back(2), Toast(f"Snoozed: {choice}"))


def _pref(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    flipped: Any = {key: not getattr(state.prefs, key)}
    return replace(state, prefs=replace(state.prefs, **flipped)), ()


def _away(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, away=event.get("text", ""))), ()


def _away_open(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, away=state.prefs.away)), (Go(route("away")),)


def _away_set(state: State, event: Ev, view: View) -> Result:
    """Out of office, on with a text or off; on needs a text."""
    on, text = event.get("on"), state.ui.away.strip()
    if on and not text:
        return state, (Toast("Write what others should be told"), Focus("away_text"))
    prefs = replace(state.prefs, out_of_office=on, away=text)
    return replace(state, prefs=prefs), (Focus(None), Back(), Toast("Out of office is on" if on else "It is off"))


def _say(state: State, event: Ev, view: View) -> Result:
    return state, (Toast(event.get("text")),)


update = reducer(
    {
        "nav": _nav, "go": _go, "filter": _filter, "search": _search, "query": _query, "searched": _searched,
        "open": _open, "unfold": _unfold, "move": _move, "mark": _mark,
        "star": _star, "snooze": _snooze, "snooze_pick": _snooze_pick, "snooze_set": _snooze_set,
        "pref": _pref,
        "away": _away, "away_open": _away_open, "away_set": _away_set, "say": _say,
        **WRITING,
    }
)  # fmt: skip
