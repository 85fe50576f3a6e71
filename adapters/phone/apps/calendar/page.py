"""The page of an event, and what is asked before it is deleted or its guests are written to."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.calendar.days import dated, day_of, when
from adapters.phone.apps.calendar.editor import editor
from adapters.phone.apps.calendar.events import REPLIES
from adapters.phone.apps.calendar.model import State, agenda_of, color_of, draft_for, guest, invited, turn_of
from adapters.phone.apps.calendar.parts import dot, line, sheet
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.records import ONCE, OWNER, PLAIN, Event

NONE_YET = "Not answered"


def event(state: State, place: Route, view: View) -> Screen:
    """Everything about one turn of an event; somebody else's invitation can be answered at the lower edge."""
    key, day = place.get("key", ""), place.get("day", "")
    one = turn_of(state, key, day)
    if one is None:
        gone = w.empty("event_busy", "This event is gone", "It was deleted or never existed.")
        return Screen(w.page(gone, rid="scroll"), top=w.app_bar("Event"), title="Event")
    mine = agenda_of(state, one.calendar).writable and not invited(one)
    actions = [
        w.action("edit", "Edit", ev("edit", key=key, day=day), rid="action_edit", color="on_surface") if mine else None,
        w.action("share", "Share", ev("share", key=key, day=day), rid="action_share", color="on_surface"),
        w.action("more_vert", "More options", ev("go", to="more", key=key, day=day), rid="more", color="on_surface"),
    ]
    top = node(
        "row", w.action("close", "Navigate up", w.UP, color="on_surface"), w.push(), actions, id="toolbar",
        cls=w.GROUP, width="fill", height=60, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip
    saved = place.get("saved", "")
    return Screen(
        w.form(_saved(saved) if saved else None, _facts(state, one, view)), top=top,
        bottom=_answer(one, key) if invited(one) else None, title="Event",
    )  # fmt: skip


def _saved(told: str) -> Node:
    """What has just been done, with the number of its record."""
    return node(
        "column",
        node(
            "row", w.icon("check_circle", 22, "on_primary_container"),
            w.text(told, "bodyM", "on_primary_container", grow=1, lines=2, id="saved"),
            width="fill", bg="primary_container", radius=8, pad=(14, 12, 14, 12), gap=12, align="center",
        ),
        width="fill", pad=(16, 0, 16, 10), align="stretch",
    )  # fmt: skip


def _facts(state: State, one: Event, view: View) -> list[Node | None]:
    first, second = when(one, view)
    color = color_of(state, one)
    title = node(
        "row", node("column", dot(color, 20, 6), pad=(2, 9, 2, 0)),
        node(
            "column", w.text(one.title or "(No title)", "28,36,Regular,0", heading=True, lines=4, id="title",
                             strike=one.reply == "No"),
            w.text(first, "bodyL", pad=(0, 6, 0, 0), id="when_date", lines=2),
            w.text(second, "bodyL", "on_surface_variant", id="when_time", lines=2), grow=1,
        ),
        width="fill", gap=24, pad=(20, 4, 20, 14),
    )  # fmt: skip
    agenda = agenda_of(state, one.calendar)
    return [
        title,
        line("repeat", one.repeat, f"Until {dated(day_of(one.until), view.now)}" if one.until else "",
             rid="row_repeat") if one.repeat != ONCE else None,
        line("place", one.place, rid="row_place",
             tail=w.action("content_copy", "Copy place", ev("copy_place", text=one.place), rid="copy_place"))
        if one.place else None,
        _guests(one) if one.guests else None,
        line("notifications_none", one.reminder if one.reminder != "None" else "No notification", rid="row_reminder"),
        line("event", agenda.name, agenda.account, rid="row_calendar"),
        line("palette", one.color, rid="row_color") if one.color != PLAIN else None,
        line("subject", one.notes, rid="row_notes") if one.notes else None,
        line("work", f"Shown as {one.shown_as.lower()}", rid="row_busy"),
        line("lock_open" if one.access == "Public" else "lock", one.access, rid="row_access")
        if one.access != "Default visibility" else None,
    ]  # fmt: skip


def _guests(one: Event) -> Node:
    own = (OWNER,) if invited(one) else ()
    names = [one.organiser, *own, *(name for name in one.guests if name != one.organiser)]
    count = f"{len(names)} guest" + ("" if len(names) == 1 else "s")
    rows = []
    for at, name in enumerate(names):
        who = guest(name)
        told = "Organiser" if at == 0 else ""
        if name == OWNER and invited(one):
            told = one.reply or NONE_YET
        face = w.avatar(who.face, 36) if who.face else w.disc("person", 36)
        rows.append(
            node(
                "row", face,
                node("column", w.text(name, "bodyL", lines=1), w.text(told, "bodyS", "on_surface_variant")
                     if told else None, grow=1),
                width="fill", min_height=48, gap=16, align="center", id="row_guest", cls=w.GROUP,
            )
        )  # fmt: skip
    return node(
        "row", node("column", w.icon("people"), pad=(0, 8, 0, 0)),
        node("column", w.text(count, "bodyL", pad=(0, 8, 0, 6), id="guest_count"), rows, grow=1, align="stretch"),
        width="fill", gap=24, pad=(20, 0, 20, 6),
    )  # fmt: skip


def _answer(one: Event, key: str) -> Node:
    """Going? Yes, no, maybe."""
    picks = [
        c.option_card(reply, "", ev("reply", key=key, value=reply), one.reply == reply, rid="reply", height=44,
                      radius=22)
        for reply in REPLIES
    ]  # fmt: skip
    return node(
        "row", w.text("Going?", "titleM"), picks, width="fill", bg="container", gap=8, pad=(20, 12, 16, 12),
        align="center", id="respond_bar",
    )  # fmt: skip


def more(state: State, place: Route, view: View) -> Screen:
    """What else can be done with an event."""
    key, day = place.get("key", ""), place.get("day", "")
    one = turn_of(state, key, day)
    rows = [
        w.row("Duplicate", on=ev("copy", key=key, day=day), rid="action_copy", leading=w.icon("content_copy"),
              inset=24),
        w.row("Delete", on=ev("delete", key=key, day=day), rid="action_delete", leading=w.icon("delete_outline"),
              inset=24),
    ]  # fmt: skip
    title = one.title if one else "Event"
    return replace(event(state, place, view), overlay=Overlay("sheet", sheet(title or "Event", rows)), title="Options")


def delete(state: State, place: Route, view: View) -> Screen:
    """The question before an event is gone."""
    key, day = place.get("key", ""), place.get("day", "")
    one = turn_of(state, key, day)
    told = "It is gone already."
    if one is not None:
        repeats = " with all its repeats" if one.repeat != ONCE else ""
        told = f"“{one.title or '(No title)'}” will be deleted{repeats}."
    if one is not None and one.guests:
        told += " Guests will be told that it was cancelled."
    window = c.dialog(
        "Delete event?",
        w.text(told, "bodyM", "on_surface_variant", pad=(24, 0, 24, 0), id="android:id/message"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("Delete", ev("deleted", key=key), enabled=one is not None)),
    )  # fmt: skip
    return replace(event(state, place, view), overlay=Overlay("dialog", window), title="Delete event?")


def invite(state: State, place: Route, view: View) -> Screen:
    """Whether guests are written to."""
    key = place.get("key", "new")
    draft = draft_for(state, key, view.now)
    count = len(draft.guests)
    who = draft.guests[0] if count == 1 else f"{count} guests"
    window = c.dialog(
        "Send invitations?",
        w.text(f"{who} will get an e-mail with “{draft.title.strip() or '(No title)'}”.", "bodyM",
               "on_surface_variant", pad=(24, 0, 24, 12), id="android:id/message"),
        node(
            "column",
            c.button("Send", ev("invited", key=key, send=True), rid="android:id/button1",
                     height=44),
            c.button("Don't send", ev("invited", key=key, send=False),
                     rid="android:id/button2", variant="tonal", height=44),
            c.button("Cancel", w.UP, rid="android:id/button3", variant="text", height=40),
            width="fill", gap=8, pad=(24, 0, 24, 0), align="stretch",
        ),
    )  # fmt: skip
    return replace(editor(state, place, view), overlay=Overlay("dialog", window), title="Send invitations?")
