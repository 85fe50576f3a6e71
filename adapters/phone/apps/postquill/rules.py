"""What happens in Postquill beside writing: one reducer per event."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adapters.phone.apps.postquill.letters import (
    ARCHIVE,
    BIN,
    DRAFTS,
    INBOX,
    LABELS,
    SCHEDULED,
    SENT,
    SNOOZED,
    Mail,
)
from adapters.phone.apps.postquill.model import SNOOZE_DEFAULT, State, conversation, due, mail_of, thread_of
from adapters.phone.apps.postquill.writing import WRITING
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Toast, View, Withdraw, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]
OWN = (SENT, SCHEDULED, DRAFTS)
"""Folders that a mail of one's own does not leave when its conversation is moved."""


def _nav(state: State, event: Ev, view: View) -> Result:
    return _cleared(state), (Replace(route(event.get("to")), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    args = {key: value for key, value in event.args if key != "to"}
    return _cleared(state), (Go(route(event.get("to"), **args)),)


def _cleared(state: State) -> State:
    return replace(state, ui=replace(state.ui, selected=())) if state.ui.selected else state


def _filter(state: State, event: Ev, view: View) -> Result:
    return _cleared(state), (Replace(route("inbox", filter=event.get("value")), root=True),)


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(_cleared(state), ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _open(state: State, event: Ev, view: View) -> Result:
    """A conversation: reading it makes it read. While some are selected, a tap selects."""
    key = event.get("thread")
    if state.ui.selected:
        return _select(state, event, view)
    mails = tuple(replace(one, unread=False) if thread_of(one) == key and one.unread else one for one in state.mails)
    after = replace(state, mails=mails, ui=replace(state.ui, opened=()))
    return after, (Withdraw(key), Go(route("thread", thread=key)), Focus(None))


def _select(state: State, event: Ev, view: View) -> Result:
    key, chosen = event.get("thread"), state.ui.selected
    kept = tuple(one for one in chosen if one != key) if key in chosen else (*chosen, key)
    return replace(state, ui=replace(state.ui, selected=kept)), ()


def _unselect(state: State, event: Ev, view: View) -> Result:
    return _cleared(state), ()


def _unfold(state: State, event: Ev, view: View) -> Result:
    key, known = event.get("key"), state.ui.opened
    return replace(
        state, ui=replace(state.ui, opened=tuple(one for one in known if one != key) if key in known else (*known, key))
    ), ()


def _threads(state: State, event: Ev) -> tuple[str, ...]:
    """The conversation that an action is for, or all that are selected."""
    one = event.get("thread", "")
    return (one,) if one else state.ui.selected


def _moved(state: State, threads: tuple[str, ...], folder: str, **more: Any) -> State:
    def change(one: Mail) -> Mail:
        if thread_of(one) not in threads or one.folder in OWN:
            return one
        return replace(one, folder=folder, **more)

    return replace(state, mails=tuple(map(change, state.mails)), ui=replace(state.ui, selected=()))


def _move(state: State, event: Ev, view: View) -> Result:
    """To the archive, to the bin, or back to the inbox; from its own page it leads back to the list."""
    folder, threads = event.get("folder"), _threads(state, event)
    said = {ARCHIVE: "Archived", BIN: "Moved to the bin", INBOX: "Moved to the inbox"}[folder]
    said += f": {len(threads)} conversations" if len(threads) > 1 else ""
    after = _moved(state, threads, folder, snoozed="")
    if folder == BIN:
        # What one wrote oneself goes too when nothing else of the conversation is left.
        gone = [key for key in threads if all(one.folder == SENT for one in conversation(after, key))]
        mails = tuple(
            replace(one, folder=BIN) if thread_of(one) in gone and one.folder == SENT else one for one in after.mails
        )
        after = replace(after, mails=mails)
    leave = (Back(),) if event.get("thread", "") else ()
    return after, (*(Withdraw(key) for key in threads), *leave, Toast(said))


def _mark(state: State, event: Ev, view: View) -> Result:
    """Read or unread. Unread is what the latest mail of a conversation is, as one wants to see it again."""
    threads, to = _threads(state, event), event.get("unread")
    latest = {mails[-1].id for key in threads if (mails := conversation(state, key))}

    def change(one: Mail) -> Mail:
        if thread_of(one) not in threads:
            return one
        return replace(one, unread=to and one.id in latest)

    after = replace(state, mails=tuple(map(change, state.mails)), ui=replace(state.ui, selected=()))
    said = "Marked as unread" if to else "Marked as read"
    return after, ((Back(),) if event.get("thread", "") else ()) + (Toast(said),)


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
    after = _moved(state, (event.get("thread"),), SNOOZED, snoozed=due(choice, view.now))
    return replace(after, ui=replace(after.ui, snooze=SNOOZE_DEFAULT)), (Back(2), Toast(f"Snoozed: {choice}"))


def _labels(state: State, event: Ev, view: View) -> Result:
    mails = conversation(state, event.get("thread"))
    chosen = tuple(name for name in LABELS if any(name in one.labels for one in mails))
    return replace(state, ui=replace(state.ui, labels=chosen)), (Go(route("labels", thread=event.get("thread"))),)


def _label(state: State, event: Ev, view: View) -> Result:
    wanted = {*state.ui.labels} ^ {event.get("value")}
    return replace(state, ui=replace(state.ui, labels=tuple(name for name in LABELS if name in wanted))), ()


def _labels_set(state: State, event: Ev, view: View) -> Result:
    mails = tuple(
        replace(one, labels=state.ui.labels) if thread_of(one) == event.get("thread") else one for one in state.mails
    )
    return replace(state, mails=mails), (Back(), Toast("Labels changed"))


def _empty_bin(state: State, event: Ev, view: View) -> Result:
    return replace(state, mails=tuple(one for one in state.mails if one.folder != BIN)), (
        Back(),
        Toast("The bin is empty"),
    )


def _share(state: State, event: Ev, view: View) -> Result:
    mail = mail_of(state, event.get("key"))
    return state, ((Share(f"{mail.subject}\n{mail.body}"),) if mail is not None else ())


def _pref(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    flipped: Any = {key: not getattr(state.prefs, key)}
    return replace(state, prefs=replace(state.prefs, **flipped)), ()


def _default_reply(state: State, event: Ev, view: View) -> Result:
    return replace(state, prefs=replace(state.prefs, reply=event.get("value"))), (Back(),)


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
        "open": _open, "select": _select, "unselect": _unselect, "unfold": _unfold, "move": _move, "mark": _mark,
        "star": _star, "snooze": _snooze, "snooze_pick": _snooze_pick, "snooze_set": _snooze_set, "labels": _labels,
        "label": _label, "labels_set": _labels_set, "empty_bin": _empty_bin, "share": _share, "pref": _pref,
        "default_reply": _default_reply, "away": _away, "away_open": _away_open, "away_set": _away_set, "say": _say,
        **WRITING,
    }
)  # fmt: skip
