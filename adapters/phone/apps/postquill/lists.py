"""Postquill's lists: the inbox, the folders and the way to them, what came with mail, and the contacts."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from adapters.phone.apps.postquill import content, model, parts
from adapters.phone.apps.postquill.app import app
from adapters.phone.apps.postquill.content import File, Mail
from adapters.phone.apps.postquill.model import State
from adapters.phone.components.bars import title_bar
from adapters.phone.components.boxes import column, line
from adapters.phone.components.buttons import extended_fab
from adapters.phone.framework.actions import Handled, go, switch_to
from adapters.phone.framework.dates import days_ago
from adapters.phone.framework.state_paths import with_item
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Go, Screen, View, Withdraw, route
from adapters.phone.ui.node import Ev, Node, ev, node

FOLDERS = {
    content.INBOX: ("inbox", "Nothing here", "You have read and put away everything."),
    content.SNOOZED: ("schedule", "Nothing snoozed", "Mail that you put off comes back here first."),
    content.SENT: ("send", "Nothing sent yet", "What you send is kept here."),
    content.SCHEDULED: ("schedule_send", "Nothing scheduled", "Mail that is sent later waits here."),
    content.DRAFTS: ("drafts", "No drafts", "What you have begun to write is kept here."),
    content.ARCHIVE: ("archive", "The archive is empty", "Archived mail stays here for good."),
    content.BIN: ("delete_outline", "The bin is empty", "Deleted mail waits here."),
}
"""Folder to its icon, and what it says while it is empty."""


@app.screen("inbox")
def inbox(state: State, view: View) -> Screen:
    """The inbox, with the way to the folders."""
    mails, unread = model.in_folder(state, content.INBOX), model.unread(state)
    menu = w.action("menu", "Folders", go("folders"), rid="menu", color="on_surface")
    top = title_bar(content.INBOX, lead=menu, support=f"{unread} unread" if unread else "All read")
    body = w.page(_sections(state, mails, view), w.space(64)) if mails else w.page(w.empty(*FOLDERS[content.INBOX]))
    return Screen(body, top=top, bottom=parts.main_pages("Mail"), fab=_compose_button(state), title=content.INBOX)


def _compose_button(state: State) -> Node:
    return extended_fab("Compose", "edit", parts.edit(model.blank(state), "to"), rid="compose", elevation=3)


def _sections(state: State, mails: Sequence[Mail], view: View) -> list[Node]:
    """The rows of mails under the time that they are from."""

    def section(mail: Mail) -> str:
        days = days_ago(mail.time, view.now)
        return "Today" if days <= 0 else "Yesterday" if days == 1 else "This week" if days < 7 else "Earlier"

    rows: list[Node] = []
    for title, group in groupby(mails, key=section):
        rows.append(w.text(title, "labelL", "on_surface_variant", pad=(20, 12, 20, 4)))
        rows += [parts.mail_row(state, mail, view) for mail in group]
    return rows


@app.screen("folders", distractor="where mail is that is not in the inbox")
def folders(state: State) -> Screen:
    """All folders with how much lies in them."""
    rows = [
        _folder_row(FOLDERS[name][0], name, len(model.in_folder(state, name)), go("folder", name=name))
        for name in FOLDERS
        if name != content.INBOX
    ]
    body = w.page(
        _folder_row("inbox", content.INBOX, model.unread(state), switch_to("inbox"), strong=True),
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
def folder(state: State, view: View, name: str = content.ARCHIVE) -> Screen:
    """One folder; or what is starred, wherever it lies."""
    if name == "Starred":
        mails = model.heads(model.starred(state))
        nothing = w.empty("star_border", "No stars", "Tap the star of a mail.")
    else:
        mails = model.in_folder(state, name)
        nothing = w.empty(*FOLDERS.get(name, FOLDERS[content.INBOX]))
    body = w.page(_sections(state, mails, view), w.space(64)) if mails else w.page(nothing)
    top = w.app_bar(name, support=_count(mails))
    return Screen(body, top=top, fab=_compose_button(state), title=name)


def _count(mails: Sequence[Mail]) -> str:
    return "1 conversation" if len(mails) == 1 else f"{len(mails)} conversations"


@app.on("open_thread")
def open_thread(state: State, thread: str) -> Handled:
    """Open a conversation, which makes it read."""
    mails = with_item(state.mails, lambda mail: mail.unread and model.thread_of(mail) == thread, unread=False)
    after = replace(state, mails=mails, ui=replace(state.ui, opened=()))
    return after, Withdraw(thread), Go(route("thread", thread=thread)), Focus(None)


def _main_bar(title: str, support: str) -> Node:
    return w.app_bar(title, up=False, style="24,32,Bold,0", support=support)


@app.screen("files", distractor="shows files that can be attached, but attaches none")
def files(state: State, view: View) -> Screen:
    """Everything that came with mail, as tiles."""
    tiles = [_file_tile(mail, file, view) for mail, file in model.files(state)]
    grid = node("grid", tiles, columns=2, gap=12, width="fill", align="stretch", pad=(16, 8, 16, 8), id="file_grid")
    body = w.page(grid if tiles else w.empty("folder_open", "No files", "What is attached to mail shows up here."))
    return Screen(
        body, top=_main_bar("Files", f"{len(tiles)} attachments"), bottom=parts.main_pages("Files"), title="Files"
    )


def _file_tile(mail: Mail, file: File, view: View) -> Node:
    texts = node(
        "column",
        w.text(file.name, "labelL", lines=1, id="file_name"),
        parts.small(f"{parts.first_name(mail.sender)}  ·  {parts.short_time(mail.time, view.now)}", lines=1),
        w.text(file.size, "bodyS", "outline", lines=1, id="file_size"),
        pad=(12, 8, 10, 10),
        width="fill",
    )
    return column(
        parts.picture(file, 112, 14), texts,
        on=ev("open_thread", thread=model.thread_of(mail)), id="row_file", cls=w.GROUP,
        radius=14, bg="lowest", outline="outline_variant",
    )  # fmt: skip


@app.screen("people", distractor="another way to a new mail")
def people(state: State) -> Screen:
    """The contacts, who are written to by a tap."""
    rows: list[Node] = []
    everybody = sorted(content.PEOPLE, key=lambda person: person.name)
    for letter, group in groupby(everybody, key=lambda person: person.name[0]):
        rows.append(w.text(letter, "titleS", "primary", pad=(20, 10, 20, 2)))
        rows += [
            w.row(
                person.name, person.about, on=parts.edit(replace(model.blank(state), to=(person.name,)), "subject"),
                rid="row_person", leading=parts.face(person.name, 44), inset=20, height=72,
            )
            for person in group
        ]  # fmt: skip
    top = _main_bar("People", f"{len(content.PEOPLE)} contacts")
    return Screen(w.page(rows), top=top, bottom=parts.main_pages("People"), title="People")
