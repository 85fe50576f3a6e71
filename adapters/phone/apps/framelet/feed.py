"""Framelet's home: the feed, and one post."""

from __future__ import annotations

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.model import State, by, feed, follows, is_blocked, post_of
from adapters.phone.apps.framelet.people import ME, PEOPLE
from adapters.phone.apps.framelet.posts import POSTS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

AD_AFTER = 3
SUGGEST_AFTER = 6


def home(state: State, place: Route, view: View) -> Screen:
    """The feed."""
    return Screen(_body(state, view), top=_top(state), bottom=p.nav(state, "Home"), title="Framelet")


def _top(state: State) -> Node:
    unread = sum(not one.mine and one.at >= "2026-11-17" for one in state.messages)
    direct = w.action("send", f"Messages, {unread} new" if unread else "Messages", ev("go", to="inbox"), rid="direct",
                      color="on_surface")  # fmt: skip
    return node(
        "row",
        w.icon("filter_center_focus", 28, "primary"),
        w.text("Framelet", "24,30,Bold,-0.4", heading=True, grow=1),
        w.action("add_box", "New post", ev("tab", to="new"), rid="new_post", color="on_surface"),
        w.badged(direct, unread),
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        height=56,
        pad=(14, 0, 4, 0),
        gap=8,
        align="center",
        bg="surface",
    )


def _body(state: State, view: View) -> Node:
    posts = feed(state)
    rows: list[Node] = []
    if not posts:
        rows.append(w.empty("photo_camera", "Your feed is empty", "Follow somebody and their photos show up here.",
                            c.button("Find people", ev("tab", to="explore"), rid="find", width="wrap",
                            height=44)))  # fmt: skip
    for index, one in enumerate(posts):
        if index == AD_AFTER and "sponsored" not in state.hidden:
            rows.append(p.card(state, next(ad for ad in POSTS if ad.key == "sponsored"), view))
        if index == SUGGEST_AFTER:
            rows.append(_suggested(state))
        rows.append(p.card(state, one, view))
    if len(posts) < SUGGEST_AFTER + 1:
        rows.append(_suggested(state))
    rows.append(_end())
    return w.page(rows)


def _end() -> Node:
    return node(
        "column", w.icon("check_circle_outline", 44, "primary"), w.text("You're all caught up", "16,24,Bold,0"),
        w.text("You have seen all new photos from the last days.", "bodyM", "on_surface_variant"), width="fill",
        align="center", gap=6, pad=(20, 24, 20, 40),
    )  # fmt: skip


def _suggested(state: State) -> Node:
    """Accounts that one might follow, side by side."""
    strangers = [one for one in PEOPLE if one.handle != ME and not one.private and follows(state, one.handle) is None
                 and not is_blocked(state, one.handle)][:6]  # fmt: skip
    cells = [
        node(
            "column",
            node("column", p.face(one.handle, 88), on=ev("person", handle=one.handle), id="suggested", cls=w.ROW,
                 desc=one.handle, align="center", width="fill"),
            w.text(one.handle, "14,20,Bold,0", lines=1, text_align="center", width="fill"),
            w.text(one.name, "12,16,Regular,0.1", "on_surface_variant", lines=1, text_align="center", width="fill"),
            w.space(8),
            p.follow_button(state, one.handle, rid="follow_suggested").styled(width="fill"),
            width=156, pad=(12, 16, 12, 12), bg="container", gap=3, align="center", id="suggestion", cls=w.GROUP,
        )
        for one in strangers
    ]  # fmt: skip
    return node(
        "column", w.divider(), p.label("Suggested for you"),
        node("scroll", cells, horizontal=True, id="suggestions", cls="androidx.recyclerview.widget.RecyclerView",
             width="fill", height=212, pad=(14, 0, 14, 14), gap=10),
        w.divider(), width="fill", align="stretch",
    )  # fmt: skip


def gone(what: str = "post") -> Screen:
    """Something that is no longer there."""
    body = w.page(w.empty("error_outline", f"This {what} isn't available", "It was removed, or you may not see it."))
    return Screen(body, top=p.bar("Not found"), title="Not found")


def post(state: State, place: Route, view: View) -> Screen:
    """One post, whole, with more of its author below."""
    one = post_of(state, place.get("key", ""))
    if one is None:
        return gone()
    others = tuple(other for other in by(state, one.author) if other.key != one.key)[:6]
    more = [w.divider(), p.label(f"More from {one.author}"), p.grid(others)] if others else []
    return Screen(
        w.page(p.card(state, one, view, whole=True), more), top=p.bar("Post", support=one.author), title="Post"
    )
