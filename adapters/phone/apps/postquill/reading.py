"""A conversation of Postquill: its mails, what can be done with it, snoozing."""

from __future__ import annotations

from adapters.phone.apps.postquill.letters import ARCHIVE, BIN, INBOX, LABELS, ME, SCHEDULED, SNOOZED, File, Mail
from adapters.phone.apps.postquill.model import REPLIES, SNOOZES, State, conversation, due
from adapters.phone.apps.postquill.rows import (
    DAYS,
    exact,
    face,
    first_name,
    glyph,
    label_tag,
    moment,
    picture,
    snippet,
)
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def thread(state: State, place: Route, view: View) -> Screen:
    """The mails of a conversation, the latest unfolded."""
    key = place.get("thread", "")
    mails = conversation(state, key)
    if not mails:
        body = w.page(w.empty("mail_outline", "This conversation is gone", "It was deleted for good."), rid="scroll")
        return Screen(body, top=w.app_bar("Mail"), title="Mail")
    last = mails[-1]
    labels = [name for name in LABELS if any(name in one.labels for one in mails)]
    tags = [label_tag(name) for name in labels]
    if last.folder not in (INBOX,) and last.sender != ME:
        tags.insert(0, w.pill(last.folder))
    head = node(
        "column",
        node("row", w.text(last.subject or "(no subject)", "22,28,Regular,0", heading=True, grow=1), _star(last),
             width="fill", gap=8, align="start"),
        node("row", tags, gap=6, align="center", wrap=True, width="fill") if tags else None,
        _status(last, view),
        width="fill", pad=(20, 4, 8, 10), gap=6, align="stretch",
    )  # fmt: skip
    blocks: list[Node] = []
    for one in mails:
        blocks.append(w.divider(72) if blocks else w.space(0))
        open_ = one is last or one.id in state.ui.opened
        blocks.append(_whole(one, folds=one is not last) if open_ else _folded(one, view))
    body = w.page(head, blocks, w.space(24), rid="conversation", cls="android.widget.ScrollView")
    return Screen(body, top=_bar(key, last), bottom=_answers(last), title=last.subject or "(no subject)")


def _bar(key: str, last: Mail) -> Node:
    def act(glyph: str, desc: str, rid: str, **event: object) -> Node:
        name = str(event.pop("do"))
        return w.action(glyph, desc, ev(name, thread=key, **event), rid=rid, color="on_surface")

    inbox = act("move_to_inbox", "Move to inbox", "move_to_inbox", do="move", folder=INBOX)
    away = act("archive", "Archive", "archive", do="move", folder=ARCHIVE)
    return w.app_bar(
        "",
        inbox if last.folder in (ARCHIVE, BIN, SNOOZED) else away,
        act("delete", "Delete", "delete", do="move", folder=BIN),
        act("schedule", "Snooze", "snooze", do="snooze"),
        act("mark_email_unread", "Mark as unread", "mark_unread", do="mark", unread=True),
    )


def _star(mail: Mail) -> Node:
    on = mail.starred
    return w.action("star" if on else "star_border", "Remove star" if on else "Add star", ev("star", key=mail.id),
                    rid="star", color="star" if on else "outline")  # fmt: skip


def _status(mail: Mail, view: View) -> Node | None:
    """What is not usual about a mail: it sleeps, or it waits to be sent."""
    if mail.folder == SNOOZED:
        line, act = f"Snoozed until {exact(mail.snoozed)}", None
    elif mail.folder == SCHEDULED:
        line = f"Will be sent {exact(mail.scheduled)}"
        act = c.button("Cancel send", ev("unschedule", key=mail.id), rid="unschedule", variant="text", width="wrap",
                       height=40)  # fmt: skip
    else:
        return None
    return node(
        "row", w.icon("schedule", 20, "on_tertiary_container"),
        w.text(line, "labelL", "on_tertiary_container", grow=1, lines=2, id="status"), act,
        bg="tertiary_container", radius=12, width="fill", min_height=44, pad=(12, 2, 6, 2), gap=10, align="center",
    )  # fmt: skip


def _to(mail: Mail) -> str:
    people = ", ".join(first_name(one) for one in mail.to)
    return f"to {people}" + (f", cc {', '.join(first_name(one) for one in mail.cc)}" if mail.cc else "")


def _folded(mail: Mail, view: View) -> Node:
    return node(
        "row", face(mail.sender, 40),
        node("column",
             w.text("me" if mail.sender == ME else mail.sender, "16,22,Medium,0.1", lines=1, id="sender"),
             w.text(snippet(mail), "bodyM", "on_surface_variant", lines=1, id="snippet"), grow=1),
        w.text(moment(mail.time, view.now), "bodyS", "on_surface_variant", id="time"),
        on=ev("unfold", key=mail.id), id="row_message", cls=w.GROUP, width="fill", height=68, pad=(20, 0, 20, 0),
        gap=14, align="center",
    )  # fmt: skip


def _whole(mail: Mail, *, folds: bool) -> Node:
    head = node(
        "row", face(mail.sender, 40),
        node("column",
             w.text("me" if mail.sender == ME else mail.sender, "16,22,Bold,0.1", lines=1, id="sender"),
             w.text(_to(mail), "13,18,Regular,0.2", "on_surface_variant", lines=2, id="recipients"), grow=1),
        w.text(exact(mail.time), "bodyS", "on_surface_variant", id="time", lines=1),
        on=ev("unfold", key=mail.id) if folds else None, id="row_message", cls=w.GROUP, width="fill",
        pad=(20, 10, 20, 8), gap=14, align="center",
    )  # fmt: skip
    words = w.text(mail.body or "No text", "16,25,Regular,0.1", id="message_body", pad=(20, 4, 20, 8), width="fill")
    sign = None
    if mail.signature:
        sign = w.text(mail.signature, "bodyM", "on_surface_variant", id="signature", pad=(20, 2, 20, 8))
    receipt = (
        w.text("Read receipt asked for", "bodyS", "on_surface_variant", pad=(20, 0, 20, 8)) if mail.receipt else None
    )
    return node("column", head, words, sign, receipt, _files(mail.files), width="fill", align="stretch", id="message",
                cls=w.GROUP)  # fmt: skip


def _files(files: tuple[File, ...]) -> Node | None:
    if not files:
        return None
    cards = []
    for file in files:
        icon, color = glyph(file)
        foot = node(
            "row", w.icon(icon, 20, color),
            node("column", w.text(file.name, "labelL", lines=1, id="file_name"),
                 w.text(file.size, "bodyS", "on_surface_variant", id="file_size"), grow=1),
            width="fill", gap=10, align="center", pad=(12, 8, 12, 8),
        )  # fmt: skip
        cards.append(
            node(
                "column", picture(file, "fill", 104, (12, 12, 0, 0)), foot,
                on=ev("say", text=f"{file.name} is in Files"), id="attachment", cls=w.GROUP, width="fill",
                outline="outline_variant", radius=12, align="stretch",
            )
        )  # fmt: skip
    return node("grid", cards, columns=2, gap=10, width="fill", align="stretch", pad=(20, 4, 20, 8), id="attachments")


def _answers(last: Mail) -> Node | None:
    """The ways to answer, side by side: one person, everybody, somebody else."""
    if last.folder == SCHEDULED:
        return None

    def way(glyph: str, label: str, rid: str, on: str, mode: str = "") -> Node:
        event = ev(on, key=last.id, mode=mode) if mode else ev(on, key=last.id)
        return node("button", text=label, icon=glyph, variant="outlined", on=event, id=rid, height=44, radius=22,
                    grow=1, type="labelL", pad=(10, 0, 12, 0))  # fmt: skip

    return node(
        "row",
        way("reply", "Reply", "reply", "reply", REPLIES[0]),
        way("reply_all", "Reply all", "reply_all", "reply", REPLIES[1]) if len(last.to) + len(last.cc) > 1 else None,
        way("forward", "Forward", "forward", "forward"),
        width="fill", pad=(16, 8, 16, 10), gap=8, align="center", bg="surface",
    )  # fmt: skip


def snooze(state: State, place: Route, view: View) -> Screen:
    """Until when a conversation stays away."""
    key = place.get("thread", "")

    def told(choice: str) -> str:
        stamp = due(choice, view.now)
        from_now = moment(stamp, view.now)
        return from_now if " " in from_now else f"{DAYS[view.now.weekday()]} {from_now}"

    rows = [
        c.radio_row(one, ev("snooze_pick", value=one), one == state.ui.snooze, rid="choice", inset=24, height=52,
                    trailing=told(one))
        for one in SNOOZES
    ]  # fmt: skip
    window = c.dialog(
        "Snooze until",
        node("column", rows, id="android:id/select_dialog_listview", cls="android.widget.ListView", align="stretch"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Snooze", ev("snooze_set", thread=key))),
    )
    below = thread(state, place, view)
    return Screen(
        below.body, top=below.top, bottom=below.bottom, overlay=Overlay("dialog", window), title="Snooze until"
    )
