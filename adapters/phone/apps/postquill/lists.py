"""Postquill's lists: the inbox, the folders and the way to them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from adapters.phone.apps.postquill import model
from adapters.phone.apps.postquill.app import app
from adapters.phone.apps.postquill.content import (
    ARCHIVE,
    BIN,
    DRAFTS,
    FOLDERS,
    INBOX,
    SCHEDULED,
    SENT,
    SNOOZED,
    Mail,
)
from adapters.phone.apps.postquill.model import State, blank, thread_of
from adapters.phone.apps.postquill.parts import edit, mail_row, main_pages
from adapters.phone.components.bars import title_bar
from adapters.phone.components.boxes import line
from adapters.phone.components.buttons import extended_fab
from adapters.phone.framework.actions import Handled, go, switch_to
from adapters.phone.framework.dates import days_ago
from adapters.phone.framework.state_paths import with_item
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Go, Screen, View, Withdraw, route
from adapters.phone.ui.node import Ev, Node, node

GLYPHS = {
    INBOX: "inbox", SNOOZED: "schedule", SENT: "send", SCHEDULED: "schedule_send", DRAFTS: "drafts",
    ARCHIVE: "archive", BIN: "delete_outline",
}  # fmt: skip
NOTHING = {
    INBOX: ("Nothing here", "You have read and put away everything."),
    SNOOZED: ("Nothing snoozed", "Mail that you put off comes back here first."),
    SENT: ("Nothing sent yet", "What you send is kept here."),
    SCHEDULED: ("Nothing scheduled", "Mail that is sent later waits here."),
    DRAFTS: ("No drafts", "What you have begun to write is kept here."),
    ARCHIVE: ("The archive is empty", "Archived mail stays here for good."),
    BIN: ("The bin is empty", "Deleted mail waits here."),
}


@app.screen("inbox")
def inbox(state: State, view: View) -> Screen:
    """The inbox, with the way to the folders."""
    mails, unread = model.in_folder(state, INBOX), model.unread(state)
    menu = w.action("menu", "Folders", go("folders"), rid="menu", color="on_surface")
    top = title_bar(INBOX, lead=menu, support=f"{unread} unread" if unread else "All read")
    body = w.page(_sections(state, mails, view), w.space(64)) if mails else w.page(_nothing(INBOX))
    return Screen(body, top=top, bottom=main_pages(state, "Mail"), fab=_compose_button(state), title=INBOX)


def _compose_button(state: State) -> Node:
    return extended_fab("Compose", "edit", edit(blank(state), "to"), rid="compose", elevation=3)


def _sections(state: State, mails: Sequence[Mail], view: View) -> list[Node]:
    """The rows of mails under the time that they are from."""

    def section(mail: Mail) -> str:
        days = days_ago(mail.time, view.now)
        return "Today" if days <= 0 else "Yesterday" if days == 1 else "This week" if days < 7 else "Earlier"

    rows: list[Node] = []
    for title, group in groupby(mails, key=section):
        rows.append(w.text(title, "labelL", "on_surface_variant", pad=(20, 12, 20, 4)))
        rows += [mail_row(state, mail, view) for mail in group]
    return rows


@app.screen("folders", distractor="where mail is that is not in the inbox")
def folders(state: State) -> Screen:
    """All folders with how much lies in them."""
    rows = [
        _folder_row(GLYPHS[name], name, len(model.in_folder(state, name)), go("folder", name=name))
        for name in FOLDERS[1:]
    ]
    body = w.page(
        _folder_row("inbox", INBOX, model.unread(state), switch_to("inbox"), strong=True),
        _folder_row("star", "Starred", len(model.starred(state)), go("folder", name="Starred")),
        rows,
    )
    return Screen(body, top=w.app_bar("Folders"), title="Folders")


def _folder_row(glyph: str, name: str, count: int, on: Ev, *, strong: bool = False) -> Node:
    style, color = ("labelL/Bold", "primary") if strong else ("labelL", "on_surface_variant")
    icon = w.icon(glyph, 22, "on_primary_container", place=("center", "center"))
    return line(
        node("stack", icon, width=40, height=40, radius=12, bg="primary_container"),
        w.text(name, "16,24,Medium,0.1", grow=1),
        w.text(str(count), style, color),
        on=on, id="row_folder", cls=w.GROUP, height=60, pad=(20, 0, 24, 0), gap=16,
    )  # fmt: skip


@app.screen("folder", distractor="where sent, scheduled and deleted mail is")
def folder(state: State, view: View, name: str = ARCHIVE) -> Screen:
    """One folder; or what is starred, wherever it lies."""
    if name == "Starred":
        mails = model.heads(model.starred(state))
        nothing = w.empty("star_border", "No stars", "Tap the star of a mail.")
    else:
        mails = model.in_folder(state, name)
        nothing = _nothing(name if name in NOTHING else INBOX)
    body = w.page(_sections(state, mails, view), w.space(64)) if mails else w.page(nothing)
    top = w.app_bar(name, support=_count(mails))
    return Screen(body, top=top, fab=_compose_button(state), title=name)


def _nothing(folder: str) -> Node:
    return w.empty(GLYPHS[folder], *NOTHING[folder])


def _count(mails: Sequence[Mail]) -> str:
    return "1 conversation" if len(mails) == 1 else f"{len(mails)} conversations"


@app.on("open_thread")
def open_thread(state: State, thread: str) -> Handled:
    """Open a conversation, which makes it read."""
    mails = with_item(state.mails, lambda mail: mail.unread and thread_of(mail) == thread, unread=False)
    after = replace(state, mails=mails, ui=replace(state.ui, opened=()))
    return after, Withdraw(thread), Go(route("thread", thread=thread)), Focus(None)
