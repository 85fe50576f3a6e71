"""Framelet's home: stories, the feed, one post, who likes it, and what can be done with it."""

from __future__ import annotations

from functools import lru_cache

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.model import State, by, feed, follows, is_blocked, likes, post_of, stories_shown
from adapters.phone.apps.framelet.people import ME, PEOPLE
from adapters.phone.apps.framelet.posts import POSTS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

AD_AFTER = 3
SUGGEST_AFTER = 6


def home(state: State, place: Route, view: View) -> Screen:
    """Stories above the feed."""
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
    rows: list[Node] = [_stories(state), w.divider()]
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


def _stories(state: State) -> Node:
    own = node(
        "column",
        node(
            "stack",
            p.ringed(ME, 70, False, plain=True),
            node("stack", w.icon("add", 16, "on_primary", place=("center", "center")), width=22, height=22, radius=11,
                 bg="primary", outline="surface", outline_width=2, place=("end", "end")),
            width=70,
            height=70,
        ),
        w.text("Your story", "12,16,Regular,0.1", "on_surface_variant"),
        on=ev("tab", to="new"), id="story_add", cls=w.ROW, gap=5, align="center", width=78,
    )  # fmt: skip
    cells = [own, *(_story(one.author, one.author not in state.seen) for one in stories_shown(state))]
    return node("scroll", cells, horizontal=True, id="stories", cls="androidx.recyclerview.widget.RecyclerView",
                width="fill", height=116, pad=(10, 12, 10, 0), gap=6)  # fmt: skip


@lru_cache(maxsize=64)
def _story(handle: str, new: bool) -> Node:
    return node(
        "column", p.ringed(handle, 70, new), w.text(handle, "12,16,Regular,0.1", lines=1, max_width=76),
        on=ev("story", who=handle), id="story", cls=w.ROW, gap=5, align="center", width=78,
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


def likers(state: State, place: Route, view: View) -> Screen:
    """Some of those who like a post."""
    one = post_of(state, place.get("key", ""))
    if one is None:
        return gone()
    start = one.seed % len(PEOPLE)
    crowd = [each for each in (*PEOPLE[start:], *PEOPLE[:start]) if each.handle not in (one.author, ME)]
    shown = [each for each in crowd if not is_blocked(state, each.handle)][: min(14, one.likes)]
    rows = [
        p.person_row(state, each.handle, trailing=p.follow_button(state, each.handle, rid="follow_person"))
        for each in shown
    ]
    if likes(state, one.key):
        rows.insert(0, p.person_row(state, ME))
    found: list[Node] | Node = rows or w.empty("favorite_border", "No likes yet", "Be the first.")
    return Screen(w.page(found), top=p.bar("Likes"), title="Likes")
