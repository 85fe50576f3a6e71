"""Framelet's ways to find something: the grid of everybody's photos by topic, and the search for accounts."""

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.content import Post, people_found
from adapters.phone.apps.framelet.model import State, open_posts
from adapters.phone.components.boxes import column, line
from adapters.phone.components.choices import chip_strip
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import assign, focus, go, replace_with, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, node

FOR_YOU = "For you"
TOPICS = {
    FOR_YOU: "", "Doors": "doors", "Noodles": "noodles", "Trams": "tram", "Coast": "coast", "Plants": "plants",
    "Running": "running", "Cats": "cats",
}  # fmt: skip
"""Topics with the tags of their posts."""
SUGGESTED = ("low tide", "doors", "noor", "kestrel", "tram", "晓雨")


@app.screen("explore")
def explore(state: State, view: View, topic: str = FOR_YOU) -> Screen:
    """Photos of everybody, three in a row, one of them large."""
    posts = open_posts(state)
    if topic == FOR_YOU:
        found: Node = _mosaic(tuple(sorted(posts, key=_mixed)))
    else:
        posts = tuple(post for post in posts if TOPICS.get(topic) in post.tags)
        found = p.grid(posts) if len(posts) > 6 else _pairs(posts)
    top = column(_bar(), _topics(topic), bg="surface")
    return Screen(w.page(found), top=top, bottom=p.nav(state, "Explore", view.now), title="Explore")


def _bar() -> Node:
    search = then(assign("ui.query", ""), go("search"), focus("search_src_text"))
    hint = w.text("Search", "16,22,Regular,0.1", "on_surface_variant", heading=True)
    box = node(
        "row", w.icon("search", 22), hint,
        on=search, id="search_bar", cls=w.ROW, grow=1, height=42, radius=6, bg="high", pad=(12, 0), gap=12,
        align="center",
    )  # fmt: skip
    return line(box, height=56, pad=(12, 0), id="toolbar", cls=w.GROUP, bg="surface")


def _topics(topic: str) -> Node:
    return chip_strip(
        topic, tuple(TOPICS), rid="chip_topic", group="topics", radius=6, cls="android.widget.HorizontalScrollView",
        pad=(12, 6, 12, 8), on=lambda label: replace_with("explore", topic=label),
    )  # fmt: skip


def _mixed(post: Post) -> int:
    """The place of a post in an order in which neighbours differ."""
    return (post.seed * 37 + len(post.caption)) % 101


def _pairs(posts: tuple[Post, ...]) -> Node:
    return node("grid", [p.tile(post, 204) for post in posts], columns=2, gap=2, width="fill")


def _mosaic(posts: tuple[Post, ...]) -> Node:
    """Blocks of nine, in each of which one photo is as large as four."""
    blocks: list[Node] = []
    for start in range(0, len(posts), 9):
        part = posts[start : start + 9]
        if len(part) < 6:
            blocks.append(p.grid(part))
            continue
        tall = node("column", [p.tile(post) for post in part[:2]], gap=2, width=136, align="stretch")
        large = node("column", p.tile(part[2], 274), grow=1, align="stretch")
        pair = (tall, large) if start % 2 else (large, tall)
        blocks += [node("row", pair, width="fill", gap=2), p.grid(part[3:])]
    return column(blocks, gap=2)


@app.screen("search", activity=".SearchActivity")
def search(state: State) -> Screen:
    """Accounts by a word."""
    query = bind(state, "ui.query")
    wanted = query.value.strip()
    people = [account.handle for account in people_found(wanted) if account.handle not in state.blocked]
    if not wanted:
        icon = w.icon("search", 22)
        rows = [w.row(word, on=query.to(word), rid="row_suggestion", leading=icon, height=54) for word in SUGGESTED]
        body = w.page(p.label("Often searched"), rows)
    elif not people:
        hint = "Check the spelling, or try a shorter word."
        body = w.page(w.empty("search_off", f"No results for “{wanted}”", hint))
    else:
        body = w.page(p.label("Accounts"), [p.follow_row(state, handle) for handle in people])
    return Screen(body, top=search_bar(query, "Search people"), title="Search")
