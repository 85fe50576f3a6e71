"""A conversation: bubbles, the field below them, and the sheets and dialogs over it."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.messages import lists
from adapters.phone.apps.messages.model import (
    TIMES,
    State,
    day_label,
    draft_for,
    due_at,
    fresh,
    known,
    name_of,
    reachable,
    stamp,
    talk,
    written,
)
from adapters.phone.apps.messages.parts import monogram, sheet
from adapters.phone.apps.messages.texts import Later
from adapters.phone.style.typography import dp, measure
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import FAILED, INBOX, SIMS, Sms

_BODY = "16,22,Regular,0.1"
_WIDEST = 268


def thread(state: State, place: Route, view: View) -> Screen:
    """A conversation, open at its end; what waits to be sent stands below the rest."""
    address = written(state, view, place.get("address", ""))
    said = talk(state, address)
    rows: list[Node] = []
    day = ""
    for index, one in enumerate(said):
        if one.date[:10] != day:
            day = one.date[:10]
            rows.append(_day(f"{day_label(one.date, view.now)}"))
        before = said[index - 1] if index else None
        joined = before is not None and (before.type == INBOX) == (one.type == INBOX) and before.date[:10] == day
        rows.append(_bubble(state, one, joined, last=index == len(said) - 1))
    rows += [_waiting(one, view) for one in state.later if one.address == address]
    if not rows:
        rows = [w.empty("sms", f"Nothing with {name_of(view, address)} yet", "Write the first message below.")]
    elif not known(view, address) and reachable(address) and address not in state.blocked:
        rows.insert(0, _stranger(address))
    body = w.page(rows, rid="message_list", at_end=bool(said))
    return Screen(body, top=_bar(view, address), bottom=_field(state, place, view), title=name_of(view, address))


def _bar(view: View, address: str) -> Node:
    who = node(
        "row", monogram(view, address, 36),
        w.text(name_of(view, address), "17,24,Medium,0", heading=True, lines=1, grow=1, id="conversation_title"),
        id="conversation_header", cls=w.ROW, grow=1, height=64, gap=12,
        align="center",
    )  # fmt: skip
    call = w.action("call", "Call", ev("dial", number=address), rid="action_call", color="on_surface")
    return node(
        "row", w.action("arrow_back", "Navigate up", w.UP, color="on_surface"), who,
        call if reachable(address) else None,
        w.action("more_vert", "More options", ev("ask", what="actions", address=address, within="thread"), rid="menu",
                 color="on_surface"),
        id="toolbar", cls=w.GROUP, width="fill", height=64, pad=(4, 0, 4, 0), align="center", bg="container",
    )  # fmt: skip


def _day(label: str) -> Node:
    return node("row", w.text(label, "labelM", "on_surface_variant", pad=(12, 4, 12, 4)), width="fill",
                justify="center", pad=(0, 14, 0, 4))  # fmt: skip


def _stranger(address: str) -> Node:
    buttons = node(
        "row", c.button("Block", ev("ask", what="block", address=address, within="thread"), rid="stranger_block",
                        variant="text", height=40, width="wrap"),
        width="fill", justify="end",
    )  # fmt: skip
    card = node(
        "column", w.text("This number is not in your contacts", "titleS"),
        w.text("Don't follow its links if you don't know who it is.", "bodyM", "on_surface_variant"), buttons,
        width="fill", bg="container", radius=16, pad=(16, 14, 8, 6), gap=2, id="unknown_sender", cls=w.GROUP,
        align="stretch",
    )  # fmt: skip
    return node("column", card, width="fill", pad=(16, 8, 16, 0), align="stretch")


def _bubble(state: State, one: Sms, joined: bool, *, last: bool) -> Node:
    mine = one.type != INBOX
    failed = one.type == FAILED
    near = 4 if joined else 20
    ink = "on_error_container" if failed else "on_primary" if mine else "on_surface"
    words = w.text(one.body, _BODY, ink, id="message_text")
    clock = w.text(one.date[11:], "11,14,Regular,0.1", ink, alpha=0.75, id="message_time")
    beside = "\n" not in one.body and measure(one.body, _BODY) + dp(74) <= dp(_WIDEST)
    bubble = node(
        "row" if beside else "column", words, clock, gap=10 if beside else 1, align="end",
        bg="error_container" if failed else "primary" if mine else "high",
        radius=(20, near, 20, 20) if mine else (near, 20, 20, 20), pad=(14, 8, 12, 7), max_width=_WIDEST,
    )  # fmt: skip
    told = None
    if failed:
        told = "Not sent. Touch to try again"
    elif mine and last:
        told = "Delivered" if state.prefs.reports else "Sent"
        told += "" if one.sim == SIMS[0] else f" · {one.sim.partition(' ·')[0]}"
    status = None
    if told:
        status = w.text(told, "labelS", "error" if failed else "on_surface_variant", id="message_status",
                        pad=(0, 2, 6, 0))  # fmt: skip
    return node(
        "column", bubble, status, on=ev("retry", id=one.id) if failed else None, id="message", cls=w.GROUP,
        width="fill", align="end" if mine else "start",
        pad=(64 if mine else 14, 2 if joined else 8, 14 if mine else 64, 0),
    )  # fmt: skip


def _waiting(one: Later, view: View) -> Node:
    bubble = node(
        "column", w.text(one.body, _BODY, "on_surface", id="message_text"), outline="primary", radius=20,
        pad=(14, 8, 14, 8), max_width=_WIDEST,
    )  # fmt: skip
    when = w.text(f"{day_label(one.at, view.now)}, {one.at[11:]}", "labelS", "primary", id="scheduled_time")
    return node(
        "column", bubble, node("row", w.icon("schedule", 14, "primary"), when, gap=4, align="center"),
        on=ev("ask", what="waiting", number=one.number), id="scheduled_message", cls=w.GROUP, width="fill",
        align="end", pad=(64, 10, 14, 0), gap=3,
    )  # fmt: skip


def _field(state: State, place: Route, view: View) -> Node:
    address = written(state, view, place.get("address", ""))
    given = {"body": place.get("body")} if place.get("body") else {}
    if address in state.blocked:
        return node(
            "column", w.text(f"{name_of(view, address)} is blocked", "bodyM", "on_surface_variant"),
            c.button("Unblock", ev("unblock", address=address), rid="unblock", variant="tonal", height=40,
                     width="wrap"),
            width="fill", align="center", pad=(16, 12, 16, 12), gap=8,
        )  # fmt: skip
    if not reachable(address):
        return node("row", w.text("This sender takes no replies", "bodyM", "on_surface_variant"), width="fill",
                    height=56, justify="center", align="center")  # fmt: skip
    draft = draft_for(state, address, place.get("body", ""))
    sim = draft.sim or state.prefs.sim
    later = draft.when != TIMES[0]
    tags = []
    if later:
        when = stamp(due_at(draft.when, view.now))
        tags.append(_tag(f"{day_label(when, view.now)}, {when[11:]}", "schedule", "Send now instead",
                         ev("when", value=TIMES[0], address=address, **given)))  # fmt: skip
    if sim != SIMS[0]:
        tags.append(_tag(sim, "sim_card", "Use the first SIM", ev("sim", value=SIMS[0], address=address, **given)))
    box = node(
        "row",
        node("field", text=draft.body, hint="Text message", id="compose_message_text", grow=1, min_height=48,
             type="bodyL", color="on_surface", lines=4, pad=(18, 12, 4, 12),
             on={"change": ev("type", address=address, **given)}),
        w.action("schedule_send", "Send options", ev("ask", what="options", address=address, **given),
                 rid="send_options"),
        grow=1, radius=24, bg="high", align="end",
    )  # fmt: skip
    ready = bool(draft.body.strip())
    send = node(
        "icon_button", icon="schedule_send" if later else "send",
        desc="Schedule message" if later else "Send SMS",
        on={"tap": ev("send", address=address, **given), "long": ev("ask", what="options", address=address, **given)},
        id="send_message_button", enabled=ready, width=48, height=48, radius=24,
        bg="primary" if ready else "highest", color="on_primary", size=22,
    )  # fmt: skip
    return node(
        "column", node("row", tags, width="fill", gap=8, pad=(8, 0, 8, 6), wrap=True) if tags else None,
        node("row", box, send, width="fill", gap=8, align="end"),
        width="fill", pad=(10, 8, 10, 8), align="stretch", bg="surface",
    )  # fmt: skip


def _tag(label: str, glyph: str, desc: str, on: Ev) -> Node:
    close = node("icon_button", icon="close", desc=desc, on=on, id="chip_close", width=32, height=32, size=18)
    return node("row", w.icon(glyph, 18, "on_secondary_container"), w.text(label, "labelL", "on_secondary_container"),
                close, height=34, radius=17, bg="secondary_container", pad=(12, 0, 2, 0), gap=8, align="center",
                id="send_tag", cls=w.GROUP)  # fmt: skip


# Windows over a conversation, or over the list that it was touched in.


def _below(state: State, place: Route, view: View) -> Screen:
    address = place.get("address", "")
    within = place.get("within")
    if within:
        return thread(state, place, view)
    if address in state.blocked:
        return lists.blocked(state, place, view)
    return replace(lists.threads(state, place, view), fab=None)


def actions(state: State, place: Route, view: View) -> Screen:
    """What can be done with a whole conversation."""
    address = place.get("address", "")
    within = {"within": place.get("within")} if place.get("within") else {}
    muted = address in state.muted
    lines = (
        ("mark_chat_read", "Mark as read", ev("read", address=address), "mark_read") if fresh(state, address)
        else ("mark_chat_unread", "Mark as unread", ev("unread", address=address, **within), "mark_unread"),
        ("notifications" if muted else "notifications_off", "Unmute" if muted else "Mute",
         ev("mute", address=address), "mute"),
        ("block", "Unblock", ev("unblock", address=address, drop=True), "block") if address in state.blocked
        else ("block", "Block", ev("ask", what="block", address=address, drop=True, **within), "block"),
        ("delete_outline", "Delete", ev("ask", what="delete", address=address, drop=True, **within), "delete"),
    )  # fmt: skip
    title = name_of(view, address) if address else "Nobody"
    window = sheet(title, lines if address else ())
    return replace(_below(state, place, view), fab=None, overlay=Overlay("sheet", window), title=title)


def options(state: State, place: Route, view: View) -> Screen:
    """When a message is sent, and by which SIM."""
    address = place.get("address", "")
    draft = draft_for(state, address, place.get("body", ""))
    given = {"body": place.get("body")} if place.get("body") else {}
    sim = draft.sim or state.prefs.sim
    times = [c.radio_row(one, ev("when", value=one, address=address, **given), one == draft.when,
                         rid="time_option", inset=24, height=48) for one in TIMES]  # fmt: skip
    sims = [c.radio_row(one, ev("sim", value=one, address=address, **given), one == sim, rid="sim_option", inset=24,
                        height=48) for one in SIMS]  # fmt: skip
    head = w.text("Send options", "titleL", pad=(24, 20, 24, 8), id="sheet_title")
    close = node("row", c.button("Cancel", w.UP, rid="cancel", variant="text", width="wrap", height=40),
                 c.button("Done", ev("done"), rid="done", height=40, width="wrap"), width="fill", justify="end", gap=8,
                 pad=(16, 8, 24, 8))  # fmt: skip
    when, by = (w.text(label, "titleS", "primary", pad=(24, 8, 24, 0)) for label in ("When", "From"))
    root = node(
        "column", head, when, times, by, sims, close, id="design_bottom_sheet", cls="android.widget.FrameLayout",
        width="fill", bg="low", radius=(28, 28, 0, 0), align="stretch",
    )  # fmt: skip
    below = thread(state, place, view)
    return replace(below, overlay=Overlay("sheet", root), title="Send options")


def block(state: State, place: Route, view: View) -> Screen:
    """The question before somebody is blocked; a report goes along unless that is unticked."""
    address = place.get("address", "")
    box = node(
        "row", node("checkbox", checked=state.ui.report, width=20, height=20, id="checkbox"),
        w.text("Report as spam", "bodyM", grow=1), on=ev("report"), id="report", cls=w.ROW, width="fill", height=48,
        pad=(24, 0, 24, 0), gap=16, align="center",
    )  # fmt: skip
    window = c.dialog(
        f"Block {name_of(view, address)}?",
        w.text("You won't get their calls and messages any more. The conversation moves to “Spam and blocked”.",
               "bodyM", "on_surface_variant", pad=(24, 0, 24, 8), id="android:id/message"), box,
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("Block", ev("block", address=address), enabled=bool(address))),
    )  # fmt: skip
    return replace(_below(state, place, view), fab=None, overlay=Overlay("dialog", window), title="Block?")


def delete(state: State, place: Route, view: View) -> Screen:
    """The question before a conversation is deleted."""
    address = place.get("address", "")
    many = sum(one.address == address for one in state.messages)
    window = c.dialog(
        "Delete conversation?",
        w.text(f"{many} messages with {name_of(view, address)} will be gone for good.", "bodyM", "on_surface_variant",
               pad=(24, 0, 24, 8), id="android:id/message"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("Delete", ev("delete", address=address), enabled=bool(address))),
        icon_name="delete_outline",
    )  # fmt: skip
    return replace(_below(state, place, view), fab=None, overlay=Overlay("dialog", window), title="Delete?")
