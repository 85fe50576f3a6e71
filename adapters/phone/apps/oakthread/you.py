"""Oakthread's pages about its owner: one's own page, what was saved, the inbox, settings."""

from __future__ import annotations

from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.groves import ME, person
from adapters.phone.apps.oakthread.model import (
    FOLDERS,
    REPLY_SORTS,
    SORTS,
    TEXT_SIZES,
    State,
    every,
    face,
    is_blocked,
    reply_of,
)
from adapters.phone.apps.oakthread.threads import NEWS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

CHOOSE = {
    "sort": ("Sort home by", SORTS),
    "reply_sort": ("Sort replies by", REPLY_SORTS),
    "text_size": ("Text size", TEXT_SIZES),
}


def _head(handle: str, name: str, about: str, acorns: int, since: str) -> Node:
    return node(
        "column",
        node("row", w.avatar(face(handle), 80), node("column", w.text(handle, "24,30,Bold,-0.2", heading=True, lines=1),
             w.text(name, "15,20,Regular,0.1", "on_surface_variant", lines=1), grow=1, gap=2), width="fill", gap=16,
             align="center"),
        w.text(about, "15,22,Regular,0.1", id="about", pad=(0, 12, 0, 0)) if about else None,
        node("row", w.icon("eco", 18, "primary"), w.text(f"{p.count(acorns)} acorns", "14,20,Bold,0"),
             w.text(f"·  here since {since}", "14,20,Regular,0.1", "on_surface_variant"), gap=8, align="center",
             pad=(0, 10, 0, 0)),
        width="fill", pad=(20, 8, 20, 14),
    )  # fmt: skip


def you(state: State, place: Route, view: View) -> Screen:
    """One's own page."""
    one = person(ME)
    assert one is not None
    settings = w.action("settings", "Settings", ev("go", to="settings"), rid="settings", color="on_surface")
    bar = node("row", w.push(), settings, id="toolbar", cls=w.GROUP, width="fill", height=56, pad=(4, 0, 4, 0),
    align="center",
               bg="surface")  # fmt: skip

    def onward(glyph: str, title: str, support: str, to: str, rid: str) -> Node:
        return w.row(title, support, on=ev("go", to=to), rid=rid, leading=w.icon(glyph, 24, "primary"), height=66,
        inset=20,
                     trailing=w.icon("chevron_right", 22))  # fmt: skip

    mine = [
        each for each in every(state) if each.author == ME or any(posted.number == each.key for posted in state.threads)
    ]
    body = w.page(
        _head(ME, one.name, one.about, one.acorns, one.since),
        onward("bookmark_border", "Saved", f"{len(state.saved)} in {len(FOLDERS)} folders", "saved", "row_saved"),
        p.block("Your threads"),
        [p.card(state, each, view, under="you") for each in mine],
    )  # fmt: skip
    return Screen(body, top=bar, bottom=p.nav("You"), title="You")


def saved(state: State, place: Route, view: View) -> Screen:
    """What was saved, by folder."""
    folder = place.get("folder", "All")
    chips = [c.chip(name, ev("folder", folder=name), name == folder, rid="chip_folder", single=True, radius=10)
             for name in ("All", *FOLDERS)]  # fmt: skip
    strip = node("scroll", chips, horizontal=True, id="folders", cls="android.widget.HorizontalScrollView",
    width="fill",
                 height=48, pad=(20, 4, 20, 8), gap=8)  # fmt: skip
    shown = [one for one in reversed(state.saved) if folder in ("All", one.folder)]
    rows = []
    for one in shown:
        found = reply_of(state, one.id) if one.kind == "reply" else None
        key = found.thread if found is not None else one.id
        away = w.action("bookmark", f"Remove from {one.folder}", ev("save", kind=one.kind, id=one.id), rid="unsave",
                        color="primary")  # fmt: skip
        rows.append(
            w.row(one.title, f"{one.folder} · {'Reply' if one.kind == 'reply' else 'Thread'}", on=ev("open", key=key),
                  rid="row_saved", leading=w.icon("chat_bubble_outline" if one.kind == "reply" else "forum", 24),
                  trailing=away, inset=20)
        )  # fmt: skip
    nothing = w.empty("bookmark_border", "Nothing saved here", "The bookmark of a thread puts it here.")
    return Screen(w.page(p.big_title("Saved"), strip, rows or nothing), top=p.bar(), title="Saved")


def inbox(state: State, place: Route, view: View) -> Screen:
    """What concerns the owner, the latest first."""
    rows = []
    for one in sorted(NEWS, key=lambda each: each.at, reverse=True):
        if is_blocked(state, one.who):
            continue
        fresh = one.at >= "2026-11-17"
        words = node(
            "column",
            node("row", w.text(one.who, "15,20,Bold,0", lines=1, id="who"),
                 w.text(p.ago(one.at, view.now), "13,18,Regular,0.1", "on_surface_variant"), gap=8, align="center"),
            w.text(one.what, "14,20,Regular,0.1", "on_surface_variant", lines=1),
            w.text(one.text, "15,21,Regular,0.1", lines=2, id="text"), grow=1, gap=1,
        )  # fmt: skip
        on = ev("open", key=one.thread) if one.thread else None
        dot = node("spacer", width=9, height=9, radius=4.5, bg="primary") if fresh else None
        rows.append(node("row", w.avatar(face(one.who), 44), words, dot, on=on, id="row_news", cls=w.GROUP,
        width="fill",
                         pad=(20, 12, 20, 12), gap=14, bg="low" if fresh else ""))  # fmt: skip
    bar = node("row", w.push(), w.action("settings", "Settings", ev("go", to="settings"), rid="settings",
    color="on_surface"),
               id="toolbar", cls=w.GROUP, width="fill", height=56, pad=(4, 0, 4, 0), align="center",
               bg="surface")  # fmt: skip
    return Screen(
        w.page(p.big_title("Inbox", "Replies, mentions and votes"), rows), top=bar, bottom=p.nav("Inbox"), title="Inbox"
    )


def settings(state: State, place: Route, view: View) -> Screen:
    """How threads look, and what rings."""
    now = state.settings

    def switch(title: str, support: str, name: str, glyph: str) -> Node:
        return c.switch_row(
            title, support, ev("switch", name=name), getattr(now, name), rid=f"row_{name}", icon_name=glyph
        )

    def pick(what: str, glyph: str) -> Node:
        return w.row(CHOOSE[what][0], getattr(now, what), on=ev("go", to="choose", what=what), rid=f"row_{what}",
                     leading=w.icon(glyph), height=66)  # fmt: skip

    body = w.page(
        p.big_title("Settings"),
        p.block("Reading"),
        pick("sort", "sort"),
        pick("reply_sort", "swap_vert"),
        pick("text_size", "format_size"),
        switch("Picture previews", "Show pictures in lists", "previews", "image"),
        switch("Fold what was voted down", "Replies below zero", "low", "unfold_less"),
        p.block("Inbox"),
        switch("Replies", "To your threads and replies", "replies", "reply"),
        switch("Mentions", "When somebody writes your name", "mentions", "alternate_email"),
        switch("Votes", "When something of yours is liked", "votes", "arrow_upward"),
        switch("Morning digest", "The best of your groves at 07:00", "digest", "wb_sunny"),
        p.block("Peace and quiet"),
        w.row("Blocked", f"{len(state.blocked)} people", on=ev("go", to="blocked"), rid="row_blocked",
        leading=w.icon("block"),
              height=66),
    )  # fmt: skip
    return Screen(body, top=p.bar(), title="Settings")


def choose(state: State, place: Route, view: View) -> Screen:
    """One setting of several values."""
    what = place.get("what", "sort")
    what = what if what in CHOOSE else "sort"
    title, options = CHOOSE[what]
    below = settings(state, place, view)
    asked = c.choice_dialog(title, options, getattr(state.settings, what), ev("set", what=what))
    return Screen(below.body, top=below.top, overlay=Overlay("dialog", asked), title=title)


def blocked_list(state: State, place: Route, view: View) -> Screen:
    """Who is blocked."""
    rows = [
        w.row(one.handle, one.how, rid="row_blocked", inset=20, height=68, leading=w.avatar(face(one.handle), 40),
              trailing=p.small_button("Unblock", ev("unblock", handle=one.handle), "unblock", tonal=True))
        for one in reversed(state.blocked)
    ]  # fmt: skip
    nothing = w.empty("block", "Nobody is blocked", "May it stay so.")
    return Screen(w.page(p.big_title("Blocked"), rows or nothing), top=p.bar(), title="Blocked")
