"""A conversation of Postquill: its mails, what can be done with it, and snoozing."""

from dataclasses import replace
from typing import Any

from adapters.phone.apps.postquill import content, model
from adapters.phone.apps.postquill import parts as p
from adapters.phone.apps.postquill.app import app
from adapters.phone.apps.postquill.content import File, Mail
from adapters.phone.apps.postquill.model import SNOOZE_DEFAULT, SNOOZES, State
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import Handled, assign, back, go, then, toast
from adapters.phone.framework.dates import DAYS
from adapters.phone.framework.state_paths import bind, toggled, with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View, Withdraw
from adapters.phone.ui.node import Ev, Node, ev, node

ACTIVITY = ".ConversationActivity"
OWN = (content.SENT, content.SCHEDULED, content.DRAFTS)
"""Folders that a mail of one's own does not leave when its conversation is moved."""
MOVED = {content.ARCHIVE: "Archived", content.BIN: "Moved to the bin", content.INBOX: "Moved to the inbox"}


@app.screen("thread", activity=ACTIVITY)
def thread_page(state: State, view: View, thread: str = "") -> Screen:
    """The mails of a conversation, the latest unfolded."""
    mails = model.conversation(state, thread)
    if not mails:
        body = w.page(w.empty("mail_outline", "This conversation is gone", "It was deleted for good."), rid="scroll")
        return Screen(body, top=w.app_bar("Mail"), title="Mail")
    last = mails[-1]
    title = last.subject or "(no subject)"
    blocks: list[Node] = []
    for mail in mails:
        blocks.append(w.divider(72) if blocks else w.space(0))
        unfolded = mail is last or mail.id in state.ui.opened
        fold = None if mail is last else assign("ui.opened", toggled(state.ui.opened, mail.id))
        blocks.append(_message(mail, fold) if unfolded else _folded(mail, fold, view))
    body = w.page(_head(mails), blocks, w.space(24), rid="conversation", cls="android.widget.ScrollView")
    return Screen(body, top=_bar(thread, last), bottom=_answers(state, last), title=title)


def _head(mails: list[Mail]) -> Node:
    """Subject, star, labels, and what is not usual about the conversation."""
    last = mails[-1]
    tags = [p.label_tag(name) for name in content.LABELS if any(name in mail.labels for mail in mails)]
    if last.folder != content.INBOX and last.sender != content.ME:
        tags.insert(0, w.pill(last.folder))
    return column(
        line(
            w.text(last.subject or "(no subject)", "22,28,Regular,0", heading=True, grow=1),
            p.star_button(last),
            gap=8, align="start",
        ),
        line(tags, gap=6, wrap=True) if tags else None,
        _status(last),
        pad=(20, 4, 8, 10), gap=6,
    )  # fmt: skip


def _status(mail: Mail) -> Node | None:
    """That a mail is snoozed, or waits to be sent."""
    button = None
    if mail.folder == content.SNOOZED:
        status = f"Snoozed until {p.exact_time(mail.snoozed)}"
    elif mail.folder == content.SCHEDULED:
        status = f"Will be sent {p.exact_time(mail.scheduled)}"
        draft = assign(f"mails[id={mail.id}]", replace(mail, folder=content.DRAFTS, scheduled=""))
        cancel = then(draft, back(), toast("Moved to drafts"))
        button = c.button("Cancel send", cancel, rid="unschedule", variant="text", width="wrap", height=40)
    else:
        return None
    return line(
        w.icon("schedule", 20, "on_tertiary_container"),
        w.text(status, "labelL", "on_tertiary_container", grow=1, lines=2, id="status"),
        button,
        bg="tertiary_container", radius=12, min_height=44, pad=(12, 2, 6, 2), gap=10,
    )  # fmt: skip


def _bar(thread: str, last: Mail) -> Node:
    def action(glyph: str, label: str, rid: str, on: Ev) -> Node:
        return w.action(glyph, label, on, rid=rid, color="on_surface")

    def move(folder: str) -> Ev:
        return ev("move_thread", thread=thread, folder=folder)

    snooze = then(assign("ui.snooze", SNOOZE_DEFAULT), go("snooze", thread=thread))
    unread = then(assign(f"mails[id={last.id}].unread", True), back(), toast("Marked as unread"))
    put_away = action("archive", "Archive", "archive", move(content.ARCHIVE))
    if last.folder in (content.ARCHIVE, content.BIN, content.SNOOZED):
        put_away = action("move_to_inbox", "Move to inbox", "move_to_inbox", move(content.INBOX))
    return w.app_bar(
        "",
        put_away,
        action("delete", "Delete", "delete", move(content.BIN)),
        action("schedule", "Snooze", "snooze", snooze),
        action("mark_email_unread", "Mark as unread", "mark_unread", unread),
    )


def _names(mail: Mail, detail: Node, weight: str) -> Node:
    sender = "me" if mail.sender == content.ME else mail.sender
    return words(w.text(sender, f"16,22,{weight},0.1", lines=1, id="sender"), detail)


def _folded(mail: Mail, unfold: Ev | None, view: View) -> Node:
    return line(
        p.face(mail.sender, 40),
        _names(mail, p.note(p.preview(mail), lines=1, id="snippet"), "Medium"),
        p.small(p.short_time(mail.time, view.now), id="time"),
        on=unfold, id="row_message", cls=w.GROUP, height=68, pad=(20, 0), gap=14,
    )  # fmt: skip


def _message(mail: Mail, fold: Ev | None) -> Node:
    """A mail with all its text."""
    to = f"to {', '.join(map(p.first_name, mail.to))}"
    to += f", cc {', '.join(map(p.first_name, mail.cc))}" if mail.cc else ""
    head = line(
        p.face(mail.sender, 40),
        _names(mail, w.text(to, "13,18,Regular,0.2", "on_surface_variant", lines=2, id="recipients"), "Bold"),
        p.small(p.exact_time(mail.time), id="time", lines=1),
        on=fold, id="row_message", cls=w.GROUP, pad=(20, 10, 20, 8), gap=14,
    )  # fmt: skip
    return column(
        head,
        w.text(mail.body or "No text", "16,25,Regular,0.1", id="message_body", pad=(20, 4, 20, 8), width="fill"),
        p.note(mail.signature, id="signature", pad=(20, 2, 20, 8)) if mail.signature else None,
        p.small("Read receipt asked for", pad=(20, 0, 20, 8)) if mail.receipt else None,
        _attachments(mail.files) if mail.files else None,
        id="message", cls=w.GROUP,
    )  # fmt: skip


def _attachments(files: tuple[File, ...]) -> Node:
    cards = [_attachment(file) for file in files]
    return node("grid", cards, columns=2, gap=10, width="fill", align="stretch", pad=(20, 4, 20, 8), id="attachments")


def _attachment(file: File) -> Node:
    names = words(w.text(file.name, "labelL", lines=1, id="file_name"), p.small(file.size, id="file_size"))
    return column(
        p.picture(file, 104, 12), line(p.file_icon(file, 20), names, gap=10, pad=(12, 8)),
        on=toast(f"{file.name} is in Files"), id="attachment", cls=w.GROUP, outline="outline_variant", radius=12,
    )  # fmt: skip


def _answers(state: State, last: Mail) -> Node | None:
    """The ways to answer, side by side: one person, everybody, somebody else."""
    if last.folder == content.SCHEDULED:
        return None

    def way(glyph: str, label: str, rid: str, draft: Mail, field: str) -> Node:
        return node(
            "button", text=label, icon=glyph, variant="outlined", on=p.edit(draft, field), id=rid, height=44,
            radius=22, grow=1, type="labelL", pad=(10, 0, 12, 0),
        )  # fmt: skip

    to_all = None
    if len(last.to) + len(last.cc) > 1:
        to_all = way("reply_all", "Reply all", "reply_all", model.answer(state, last, everybody=True), "body")
    return line(
        way("reply", "Reply", "reply", model.answer(state, last, everybody=False), "body"),
        to_all,
        way("forward", "Forward", "forward", model.forwarded(state, last), "to"),
        pad=(16, 8, 16, 10),
        gap=8,
        bg="surface",
    )


def _moved(state: State, thread: str, folder: str, **more: Any) -> State:
    """The state with a conversation in another folder, except for mails of one's own."""
    mails = with_item(
        state.mails, lambda mail: model.thread_of(mail) == thread and mail.folder not in OWN, folder=folder, **more
    )
    return replace(state, mails=mails)


@app.on("move_thread")
def move_thread(state: State, thread: str, folder: str) -> Handled:
    """Move a conversation to the archive, to the bin or back to the inbox, and leave it."""
    after = _moved(state, thread, folder, snoozed="")
    remaining = model.conversation(after, thread)
    if folder == content.BIN and all(mail.folder == content.SENT for mail in remaining):
        # Mails of one's own go too when nothing else of the conversation remains.
        after = replace(after, mails=with_item(after.mails, lambda mail: mail in remaining, folder=content.BIN))
    return after, Withdraw(thread), Back(), Toast(MOVED[folder])


@app.dialog("snooze", over="thread", title="Snooze until", distractor="a time too, but not that of sending")
def snooze_dialog(state: State, view: View, thread: str = "") -> Node:
    """Until when a conversation is snoozed."""
    until = bind(state, "ui.snooze")

    def time_of(choice: str) -> str:
        time = p.short_time(model.due(choice, view.now), view.now)
        return time if " " in time else f"{DAYS[view.now.weekday()]} {time}"

    rows = [
        c.radio_row(
            choice, until.to(choice), choice == until.value,
            rid="choice", inset=24, height=52, trailing=time_of(choice),
        )
        for choice in SNOOZES
    ]  # fmt: skip
    return c.dialog(
        "Snooze until",
        node("column", rows, id="android:id/select_dialog_listview", cls="android.widget.ListView", align="stretch"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Snooze", ev("snooze", thread=thread))),
    )


@app.on("snooze")
def snooze(state: State, view: View, thread: str) -> Handled:
    """Snooze a conversation until the time that was picked."""
    choice = state.ui.snooze
    after = _moved(state, thread, content.SNOOZED, snoozed=model.due(choice, view.now))
    return replace(after, ui=replace(after.ui, snooze=SNOOZE_DEFAULT)), Back(2), Toast(f"Snoozed: {choice}")
