"""Framelet's ways to find something: the grid of everybody's photos, and the search."""

from __future__ import annotations

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.model import State, is_blocked, open_posts
from adapters.phone.apps.framelet.people import people_found
from adapters.phone.apps.framelet.posts import Post
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

TOPICS = ("For you", "Doors", "Noodles", "Trams", "Coast", "Plants", "Running", "Cats")
TAGS = {"Doors": "doors", "Noodles": "noodles", "Trams": "tram", "Coast": "coast", "Plants": "plants",
        "Running": "running", "Cats": "cats"}  # fmt: skip
SUGGESTED = ("low tide", "doors", "noor", "kestrel", "tram", "晓雨")


def explore(state: State, place: Route, view: View) -> Screen:
    """Photos of everybody, three in a row, one of them large."""
    topic = place.get("topic", TOPICS[0])
    bar = node(
        "row",
        node(
            "row", w.icon("search", 22), w.text("Search", "16,22,Regular,0.1", "on_surface_variant", heading=True),
            on=ev("search"), id="search_bar", cls=w.ROW, grow=1, height=42, radius=6, bg="high", pad=(12, 0, 12, 0),
            gap=12, align="center",
        ),
        width="fill", height=56, pad=(12, 0, 12, 0), align="center", id="toolbar", cls=w.GROUP, bg="surface",
    )  # fmt: skip
    chips = [
        c.chip(label, ev("topic", topic=label), label == topic, rid="chip_topic", single=True, radius=6)
        for label in TOPICS
    ]
    strip = node("scroll", chips, horizontal=True, id="topics", cls="android.widget.HorizontalScrollView", width="fill",
                 height=48, pad=(12, 6, 12, 8), gap=8)  # fmt: skip
    shown = open_posts(state)
    if topic != TOPICS[0]:
        shown = tuple(one for one in shown if TAGS.get(topic) in one.tags)
        body = w.page(p.grid(shown)) if len(shown) > 6 else w.page(_pairs(shown))
    else:
        body = w.page(_mosaic(_mixed(shown)))
    top = node("column", bar, strip, width="fill", align="stretch", bg="surface")
    return Screen(body, top=top, bottom=p.nav(state, "Explore"), title="Explore")


def _mixed(posts: tuple[Post, ...]) -> tuple[Post, ...]:
    """An order in which neighbours differ."""
    return tuple(sorted(posts, key=lambda one: (one.seed * 37 + len(one.caption)) % 101))


def _pairs(posts: tuple[Post, ...]) -> Node:
    return node("grid", [p.tile(one, 204) for one in posts], columns=2, gap=2, width="fill")


def _mosaic(posts: tuple[Post, ...]) -> list[Node]:
    """Blocks of nine, in each of which one photo is as large as four."""
    blocks: list[Node] = []
    for at in range(0, len(posts), 9):
        part = posts[at : at + 9]
        if len(part) < 6:
            blocks.append(p.grid(part))
            continue
        tall = node("column", [p.tile(one) for one in part[:2]], gap=2, width=136, align="stretch")
        large = node("column", p.tile(part[2], 274), grow=1, align="stretch")
        pair = (tall, large) if at % 2 else (large, tall)
        blocks += [node("row", pair, width="fill", gap=2), p.grid(part[3:])]
    return [node("column", blocks, width="fill", gap=2, align="stretch")]


def find(state: State, place: Route, view: View) -> Screen:
    """Accounts by a word."""
    query = state.ui.query
    people = [one for one in people_found(query) if not is_blocked(state, one.handle)]
    top = c.search_bar(query, "Search people")
    if not query.strip():
        rows = [w.row(word, on=ev("query", text=word), rid="row_suggestion", leading=w.icon("search", 22), height=54)
                for word in SUGGESTED]  # fmt: skip
        return Screen(w.page(p.label("Often searched"), rows), top=top, title="Search")
    if not people:
        lost = w.empty("search_off", f"No results for “{query.strip()}”", "Check the spelling, or try a shorter word.")
        return Screen(w.page(lost), top=top, title="Search")
    found = [p.person_row(state, one.handle, trailing=p.follow_button(state, one.handle, rid="follow_person"))
             for one in people]  # fmt: skip
    return Screen(w.page(p.label("Accounts"), found), top=top, title="Search")
