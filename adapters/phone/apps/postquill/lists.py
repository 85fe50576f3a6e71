"""Postquill's lists: the inbox with its filters, the folders and the way to them, and the search."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from adapters.phone.apps.postquill import model
from adapters.phone.apps.postquill.app import app
from adapters.phone.apps.postquill.content import (
    ACCOUNTS,
    ARCHIVE,
    BIN,
    CONTENT,
    DRAFTS,
    FOLDERS,
    INBOX,
    SCHEDULED,
    SENT,
    SNOOZED,
    Mail,
)
from adapters.phone.apps.postquill.model import FILTERS, State, blank, thread_of
from adapters.phone.apps.postquill.parts import OWN_FACE, SEARCH, edit, mail_row, main_pages, note, search_action
from adapters.phone.components.boxes import column, line
from adapters.phone.components.buttons import extended_fab
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import Handled, assign, go, switch_to, then
from adapters.phone.framework.dates import days_ago
from adapters.phone.framework.state_paths import bind, with_item
from adapters.phone.ui import controls as c
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
NOTHING_FILTERED = {"Unread": "Nothing unread", "Starred": "Nothing starred", "With files": "No files"}


@app.screen("inbox")
def inbox(state: State, view: View, filter_: str = FILTERS[0]) -> Screen:
    """The inbox under the search bar and the filters."""
    shown = model.filtered(model.in_folder(state, INBOX), filter_)
    if shown:
        body = w.page(_sections(state, shown, view), w.space(64))
    elif filter_ == "All":
        body = w.page(w.empty("mark_email_read", "Nothing here", "New mail shows up here."))
    else:
        everything = c.button(
            "Show all mail", switch_to("inbox", filter="All"), rid="show_all", variant="tonal", width="wrap"
        )
        title = NOTHING_FILTERED.get(filter_, "Nothing here")
        body = w.page(w.empty("mark_email_read", title, "Nothing in the inbox fits this filter.", everything))
    top = column(_bar(), _filters(state, filter_, len(shown)))
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


def _bar() -> Node:
    owner = node(
        "stack", w.avatar(OWN_FACE, 32).styled(place=("center", "center")), on=go("settings"), id="account",
        cls="android.widget.ImageButton", desc=f"Account and settings, {ACCOUNTS[0]}", width=48, height=48,
    )  # fmt: skip
    field = node(
        "row", w.text("Search in mail", "bodyL", "on_surface_variant", lines=1),
        on=SEARCH, id="search", cls=w.ROW, grow=1, height=52, align="center", pad=(6, 0, 0, 0),
    )  # fmt: skip
    menu = w.action("menu", "Folders", go("folders"), rid="menu", color="on_surface")
    pill = line(menu, field, owner, height=52, radius=26, bg="high", pad=(4, 0), id="search_bar", cls=w.GROUP)
    return column(pill, pad=(16, 8))


def _filters(state: State, chosen: str, count: int) -> Node:
    chips = [
        c.chip(name, switch_to("inbox", filter=name), name == chosen, rid="chip_filter", radius=8).styled(
            bg="primary_container" if name == chosen else ""
        )
        for name in FILTERS
    ]
    strip = node("scroll", chips, horizontal=True, id="filters", width="fill", height=40, gap=8, pad=(16, 4))
    unread = model.unread(state)
    summary = f"{count} shown"
    if chosen == "All":
        summary = f"{unread} unread" if unread else "all read"
    title = w.text(INBOX, "20,26,Bold,0", heading=True, grow=1)
    head = line(title, note(summary, id="summary"), pad=(20, 10, 20, 2), align="end")
    return column(strip, head, pad=(0, 0, 0, 4), bg="surface")


@app.screen("folders", distractor="where mail is that is not in the inbox")
def folders(state: State) -> Screen:
    """All folders with how much lies in them."""
    rows = [
        _folder_row(GLYPHS[name], name, len(model.in_folder(state, name)), go("folder", name=name))
        for name in FOLDERS[1:]
    ]
    away = then(assign("ui.away", state.prefs.away), go("away"))
    body = w.page(
        _folder_row("inbox", INBOX, model.unread(state), switch_to("inbox"), strong=True),
        _folder_row("star", "Starred", len(model.starred(state)), go("folder", name="Starred")),
        rows,
        w.space(6),
        w.divider(),
        w.space(6),
        w.row("Settings", on=go("settings"), rid="row_settings", leading=w.icon("settings"), inset=28, height=60),
        w.row(
            "Out of office", "On" if state.prefs.out_of_office else "Off",
            on=away, rid="row_away", leading=w.icon("beach_access"), inset=28, height=68,
        ),
    )  # fmt: skip
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
        known = name if name in NOTHING else INBOX
        nothing = w.empty(GLYPHS[known], *NOTHING[known])
    body = w.page(_sections(state, mails, view), w.space(64)) if mails else w.page(nothing)
    top = w.app_bar(name, search_action, support=_count(mails))
    return Screen(body, top=top, fab=_compose_button(state), title=name)


def _count(mails: Sequence[Mail]) -> str:
    return "1 conversation" if len(mails) == 1 else f"{len(mails)} conversations"


@app.screen("search", distractor="another way to a mail")
def search(state: State, view: View) -> Screen:
    """Mail by its words, names and files."""
    query = bind(state, "ui.query")
    mails = model.found(state, query.value)
    if mails:
        count = note(_count(mails), pad=(20, 8, 20, 2), id="result_count")
        body = w.page(count, [mail_row(state, mail, view) for mail in mails])
    elif query.value.strip():
        nothing = f"Nothing for “{query.value}”"
        body = w.page(w.empty("search_off", nothing, "Names, subjects, text and files are searched."))
    else:
        tips = [
            w.row(tip, on=query.to(tip), rid="row_recent", leading=w.icon("history"), height=56)
            for tip in CONTENT.recent_searches
        ]
        body = w.page(w.text("Recent searches", "titleS", "on_surface_variant", pad=(16, 12, 16, 4)), tips)
    return Screen(body, top=search_bar(query, "Search in mail"), title="Search")


@app.on("open_thread")
def open_thread(state: State, thread: str) -> Handled:
    """Open a conversation, which makes it read."""
    mails = with_item(state.mails, lambda mail: mail.unread and thread_of(mail) == thread, unread=False)
    after = replace(state, mails=mails, ui=replace(state.ui, opened=()))
    return after, Withdraw(thread), Go(route("thread", thread=thread)), Focus(None)
