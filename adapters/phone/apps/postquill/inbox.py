"""Postquill's lists: the inbox with its filters, folders, the way to them, and the search."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.apps.postquill import model
from adapters.phone.apps.postquill.content import RECENT_SEARCHES
from adapters.phone.apps.postquill.letters import (
    ACCOUNTS,
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
from adapters.phone.apps.postquill.model import FILTERS, State
from adapters.phone.apps.postquill.rows import OWN_FACE, mail_row, section_of
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

GLYPHS = {INBOX: "inbox", SNOOZED: "schedule", SENT: "send", SCHEDULED: "schedule_send", DRAFTS: "drafts",
          ARCHIVE: "archive", BIN: "delete_outline"}  # fmt: skip
NOTHING = {
    INBOX: ("inbox", "Nothing here", "You have read and put away everything."),
    SNOOZED: ("schedule", "Nothing snoozed", "Mail that you put off comes back here first."),
    SENT: ("send", "Nothing sent yet", "What you send is kept here."),
    SCHEDULED: ("schedule_send", "Nothing scheduled", "Mail that is sent later waits here."),
    DRAFTS: ("drafts", "No drafts", "What you have begun to write is kept here."),
    ARCHIVE: ("archive", "The archive is empty", "Archived mail stays here for good."),
    BIN: ("delete_outline", "The bin is empty", "Deleted mail waits here."),
}


def nav(state: State, chosen: str) -> Node:
    """The bottom navigation of the three top places."""
    many = model.unread(state)
    bar = w.nav_bar(
        [
            ("nav_mail", "mail" if chosen == "Mail" else "mail_outline", "Mail", ev("nav", to="inbox")),
            ("nav_files", "folder_open", "Files", ev("nav", to="files")),
            ("nav_people", "people" if chosen == "People" else "people_outline", "People", ev("nav", to="people")),
        ],
        chosen,
    )
    return bar if not many or chosen == "Mail" else bar.styled(bg="container")


def compose_button(to: str = "") -> Node:
    """The extended button over the lists."""
    return node(
        "button", text="Compose", icon="edit", variant="fab", on=ev("compose", to=to), id="compose", height=56,
        radius=16, elevation=3,
    )  # fmt: skip


def _sections(state: State, mails: Sequence[Mail], view: View) -> list[Node]:
    rows: list[Node] = []
    head = ""
    for one in mails:
        now = section_of(one.time, view.now)
        if now != head:
            head = now
            rows.append(w.text(now, "labelL", "on_surface_variant", pad=(20, 12, 20, 4)))
        rows.append(mail_row(state, one, view))
    return rows


def inbox(state: State, place: Route, view: View) -> Screen:
    """The inbox under the search bar and the filters."""
    chosen = place.get("filter", FILTERS[0])
    shown = model.filtered(model.in_folder(state, INBOX), chosen)
    if shown:
        body = w.page(_sections(state, shown, view), w.space(64))
    else:
        back = c.button("Show all mail", ev("filter", value="All"), rid="show_all", variant="tonal", width="wrap")
        line = "New mail shows up here." if chosen == "All" else "Nothing in the inbox fits this filter."
        title = {"Unread": "Nothing unread", "Starred": "Nothing starred", "With files": "No files"}.get(chosen)
        body = w.page(
            w.empty("mark_email_read", title or "Nothing here", line, back if chosen != "All" else None)
        )  # fmt: skip
    top = node("column", _bar(state), _filters(state, chosen, len(shown)), width="fill", align="stretch")
    return Screen(body, top=top, bottom=nav(state, "Mail"), fab=compose_button(), title=INBOX)


def _bar(state: State) -> Node:
    owner = node(
        "stack", w.avatar(OWN_FACE, 32).styled(place=("center", "center")), on=ev("go", to="settings"), id="account",
        cls="android.widget.ImageButton", desc=f"Account and settings, {ACCOUNTS[0]}", width=48, height=48,
    )  # fmt: skip
    field = node(
        "row", w.text("Search in mail", "bodyL", "on_surface_variant", lines=1), on=ev("search"), id="search",
        cls=w.ROW, grow=1, height=52, align="center", pad=(6, 0, 0, 0),
    )  # fmt: skip
    pill = node(
        "row", w.action("menu", "Folders", ev("go", to="folders"), rid="menu", color="on_surface"), field,
        owner, width="fill", height=52, radius=26, bg="high", align="center", pad=(4, 0, 4, 0), id="search_bar",
        cls=w.GROUP,
    )  # fmt: skip
    return node("column", pill, width="fill", pad=(16, 8, 16, 8), align="stretch")


def _filters(state: State, chosen: str, count: int) -> Node:
    chips = [
        c.chip(name, ev("filter", value=name), name == chosen, rid="chip_filter", radius=8).styled(
            bg="primary_container" if name == chosen else ""
        )
        for name in FILTERS
    ]
    strip = node("scroll", chips, horizontal=True, id="filters", width="fill", height=40, gap=8, pad=(16, 4, 16, 4))
    fresh = model.unread(state)
    told = f"{fresh} unread" if fresh and chosen == "All" else f"{count} shown" if chosen != "All" else "all read"
    head = node(
        "row", w.text(INBOX, "20,26,Bold,0", heading=True, grow=1),
        w.text(told, "bodyM", "on_surface_variant", id="summary"),
        width="fill", pad=(20, 10, 20, 2), align="end",
    )  # fmt: skip
    return node("column", strip, head, width="fill", align="stretch", pad=(0, 0, 0, 4), bg="surface")


def folders(state: State, place: Route, view: View) -> Screen:
    """All folders with how much lies in them."""

    def entry(glyph: str, name: str, count: int, on: Ev, strong: bool = False) -> Node:
        return node(
            "row",
            node("stack", w.icon(glyph, 22, "on_primary_container", place=("center", "center")),
                 width=40, height=40, radius=12, bg="primary_container"),
            w.text(name, "16,24,Medium,0.1", grow=1),
            w.text(str(count), "labelL/Bold" if strong else "labelL", "primary" if strong else "on_surface_variant"),
            on=on, id="row_folder", cls=w.GROUP, width="fill", height=60, pad=(20, 0, 24, 0), gap=16, align="center",
        )  # fmt: skip

    rows = [
        entry(GLYPHS[name], name, model.unread(state) if name == INBOX else len(model.in_folder(state, name)),
              ev("nav", to="inbox") if name == INBOX else ev("go", to="folder", name=name), strong=name == INBOX)
        for name in FOLDERS
    ]  # fmt: skip
    starred = sum(one.starred for one in state.mails if one.folder not in (BIN, DRAFTS))
    rows.insert(1, entry("star", "Starred", starred, ev("go", to="folder", name="Starred")))
    body = w.page(
        rows,
        w.space(6), w.divider(), w.space(6),
        w.row("Settings", on=ev("go", to="settings"), rid="row_settings", leading=w.icon("settings"), inset=28,
              height=60),
        w.row("Out of office", "On" if state.prefs.out_of_office else "Off", on=ev("away_open"), rid="row_away",
              leading=w.icon("beach_access"), inset=28, height=68),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Folders"), title="Folders")


def _listing(state: State, name: str, mails: Sequence[Mail], nothing: Node, view: View) -> Screen:
    many = "1 conversation" if len(mails) == 1 else f"{len(mails)} conversations"
    body = w.page(_sections(state, mails, view), w.space(64)) if mails else w.page(nothing)
    search = w.action("search", "Search", ev("search"), rid="search", color="on_surface")
    return Screen(body, top=w.app_bar(name, search, support=many), fab=compose_button(), title=name)


def folder(state: State, place: Route, view: View) -> Screen:
    """One folder; or what is starred, wherever it lies."""
    name = place.get("name", ARCHIVE)
    if name == "Starred":
        mails = model.heads(one for one in state.mails if one.starred and one.folder not in (BIN, DRAFTS))
        return _listing(state, name, mails, w.empty("star_border", "No stars", "Tap the star of a mail."), view)
    mails = model.in_folder(state, name)
    nothing = w.empty(*NOTHING.get(name, NOTHING[INBOX]))
    return _listing(state, name, mails, nothing, view)


def search(state: State, place: Route, view: View) -> Screen:
    """Mail by its words, names and files."""
    query = state.ui.query
    hits = model.found(state, query)
    if hits:
        many = "1 conversation" if len(hits) == 1 else f"{len(hits)} conversations"
        body = w.page(
            w.text(many, "bodyM", "on_surface_variant", pad=(20, 8, 20, 2), id="result_count"),
            [mail_row(state, one, view) for one in hits],
        )
    elif query.strip():
        body = w.page(w.empty("search_off", f"Nothing for “{query}”", "Names, subjects, text and files are searched."))
    else:
        tips = [
            w.row(tip, on=ev("query", text=tip), rid="row_recent", leading=w.icon("history"), height=56)
            for tip in RECENT_SEARCHES
        ]
        body = w.page(w.text("Recent searches", "titleS", "on_surface_variant", pad=(16, 12, 16, 4)), tips)
    return Screen(body, top=c.search_bar(query, "Search in mail"), title="Search")
