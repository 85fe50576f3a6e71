"""Framelet's ways to find something: the grid of everybody's photos, search, tags and places."""

from __future__ import annotations

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.model import State, is_blocked, mine, open_posts
from adapters.phone.apps.framelet.people import people_found
from adapters.phone.apps.framelet.posts import Post, found_posts
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

TOPICS = ("For you", "Doors", "Noodles", "Trams", "Coast", "Plants", "Running", "Cats")
TAGS = {"Doors": "doors", "Noodles": "noodles", "Trams": "tram", "Coast": "coast", "Plants": "plants",
        "Running": "running", "Cats": "cats"}  # fmt: skip
SUGGESTED = ("low tide", "doors", "noor", "kestrel", "tram", "面条")


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
    """Accounts, tags and places by a word."""
    query = state.ui.query
    people = [one for one in people_found(query) if not is_blocked(state, one.handle)]
    tags = found_posts(query)
    wanted = query.strip().casefold()
    places = [each for each in _places(state) if wanted and wanted in each.casefold()]
    top = c.search_bar(query, "Search people, tags, places")
    if not query.strip():
        rows = [w.row(word, on=ev("query", text=word), rid="row_suggestion", leading=w.icon("search", 22), height=54)
                for word in SUGGESTED]  # fmt: skip
        return Screen(w.page(p.label("Often searched"), rows), top=top, title="Search")
    if not (people or tags or places):
        lost = w.empty("search_off", f"No results for “{query.strip()}”", "Check the spelling, or try a shorter word.")
        return Screen(w.page(lost), top=top, title="Search")
    body = w.page(
        [p.label("Accounts")] if people else [],
        [p.person_row(state, one.handle, trailing=p.follow_button(state, one.handle, rid="follow_person"))
         for one in people],
        [p.label("Tags")] if tags else [],
        [_word("tag", f"#{tag}", _told(len(_tagged(state, tag))), ev("go", to="tag", tag=tag)) for tag in tags],
        [p.label("Places")] if places else [],
        [_word("location_on", each, _told(len(_at(state, each))), ev("go", to="place", name=each)) for each in places],
    )  # fmt: skip
    return Screen(body, top=top, title="Search")


def _word(glyph: str, words: str, note: str, on: Ev) -> Node:
    lead = node("stack", w.icon(glyph, 22, "on_surface", place=("center", "center")), width=46, height=46, radius=23,
                outline="outline_variant")  # fmt: skip
    return w.row(words, note, on=on, rid="row_found", leading=lead, style="15,20,Bold,0", height=66)


def _told(number: int) -> str:
    return "1 post" if number == 1 else f"{number} posts"


def _everything(state: State) -> tuple[Post, ...]:
    return (*open_posts(state), *mine(state))


def _places(state: State) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.place for one in _everything(state) if one.place))


def _tagged(state: State, tag: str) -> tuple[Post, ...]:
    return tuple(one for one in _everything(state) if tag in one.tags)


def _at(state: State, name: str) -> tuple[Post, ...]:
    return tuple(one for one in _everything(state) if one.place == name)


def tag(state: State, place: Route, view: View) -> Screen:
    """All posts with a tag."""
    name = place.get("tag", "")
    shown = _tagged(state, name)
    return _collection(f"#{name}", shown, None)


def spot(state: State, place: Route, view: View) -> Screen:
    """All posts of a place, under its map."""
    name = place.get("name", "")
    shown = _at(state, name)
    pin = node("stack", node("image", art=Art("map", sum(map(ord, name)) % 50), width="fill", height=150),
               w.icon("location_on", 44, "#E5484D", place=("center", "center")), width="fill", height=150)  # fmt: skip
    return _collection(name or "Place", shown, pin if shown else None)


def _collection(title: str, shown: tuple[Post, ...], above: Node | None) -> Screen:
    if not shown:
        lost = w.empty("photo_library", "No posts here", "Nobody has posted anything under this name yet.")
        return Screen(w.page(lost), top=p.bar(title), title=title)
    lead = node("row", w.text(_told(len(shown)), "14,20,Bold,0", grow=1), width="fill", pad=(14, 12, 14, 12))
    return Screen(w.page(above, lead, p.grid(shown)), top=p.bar(title), title=title)
