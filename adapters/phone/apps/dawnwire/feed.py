"""Dawnwire's fronts: today, sections, topics, one topic, search, and what can be done with an article in a list."""

from __future__ import annotations

from functools import lru_cache

from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.desk import AUTHORS, TOPICS
from adapters.phone.apps.dawnwire.model import State, follows
from adapters.phone.apps.dawnwire.stories import SECTIONS, in_section, on_topic, search
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

LATE = 5
"""From this tab on the strip opens at its end, so that the chosen one is in sight."""


def today(state: State, place: Route, view: View) -> Screen:
    """The front page under its section tabs."""
    chosen = place.get("tab", SECTIONS[0])
    chosen = chosen if chosen in SECTIONS else SECTIONS[0]
    return Screen(_front(state, chosen, view), top=_masthead(state, chosen), bottom=p.nav("Today"), title="Today")


def _front(state: State, chosen: str, view: View) -> Node:
    shown = in_section(chosen)
    rows = [p.lead(state, shown[0], view.now)]
    for index, one in enumerate(shown[1:]):
        if chosen == SECTIONS[0] and index == 4 and not state.ui.hide_ad:
            rows.append(_ad())
        rows.append(p.story_row(state, one, view.now))
    return w.page(p.ruled(rows))


def _masthead(state: State, chosen: str) -> Node:
    name = node(
        "column",
        w.text("Dawnwire", "28,32,Condensed,0", "primary", heading=True),
        w.text(f"{state.settings.edition} edition", "labelS", "on_surface_variant"),
        align="center",
        grow=1,
    )
    bar = node(
        "row",
        w.space(0, 48),
        name,
        w.action("search", "Search", ev("search"), rid="search", color="on_surface"),
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        height=64,
        pad=(4, 0, 4, 0),
        align="center",
    )
    return node("column", bar, _tabs(chosen), width="fill", align="stretch", bg="surface")


@lru_cache(maxsize=16)
def _tabs(chosen: str) -> Node:
    strip = w.tabs(SECTIONS, chosen, "tab", fill=False)
    if SECTIONS.index(chosen) < LATE:
        return strip
    first, *rest = strip.children
    late = node(
        "scroll", *first.children, horizontal=True, variant="end", id="tabs", cls=first.cls, width="fill", height=48,
        pad=(6, 0, 6, 0),
    )  # fmt: skip
    return node("column", late, *rest, width="fill", align="stretch")


def _ad() -> Node:
    """An advertisement in the shape of an article."""
    words = node(
        "column",
        w.text("Boots that have already been to the lake and back", "17,23,Bold,0", id="title", lines=3),
        node("row", w.text("Sponsored  ·  Cragline Outdoor", "labelM", "on_surface_variant", lines=1), width="fill"),
        grow=1,
        gap=6,
    )
    close = w.action("close", "Hide this advertisement", ev("hide_ad"), rid="hide_ad")
    picture = p.tile("product:hiking", 7, width=100, height=84)
    close = close.styled(size=18, width=40, height=40)
    corner = node("stack", picture, node("row", close, place=("end", "start")))
    return node(
        "row", words, corner, on=ev("open_ad"), id="row_sponsored", cls=w.GROUP, width="fill", pad=(16, 14, 16, 12),
        gap=12, bg="low",
    )  # fmt: skip


def topics(state: State, place: Route, view: View) -> Screen:
    """Topics as tiles, those that are followed first."""
    mine = [name for name in TOPICS if name in state.topics]
    rest = [name for name in TOPICS if name not in state.topics]
    followed = w.page(
        p.kicker("You follow"),
        _tiles(state, mine) if mine else w.text("No topic yet", "bodyM", "on_surface_variant", pad=(16, 0, 16, 8)),
        p.kicker("More topics"),
        _tiles(state, rest),
    )
    find = w.action("search", "Search", ev("search"), rid="search", color="on_surface")
    top = w.app_bar("Topics", find, up=False, style="26,32,Condensed,0")
    return Screen(followed, top=top, bottom=p.nav("Topics"), title="Topics")


def _tiles(state: State, names: list[str]) -> Node:
    cells = [_tile(name, name in state.topics) for name in names]
    return node("grid", cells, columns=2, gap=10, width="fill", pad=(16, 2, 16, 4))


def _tile(name: str, followed: bool) -> Node:
    picture = p.tile(TOPICS[name], sum(map(ord, name)), width="fill", height=96)
    button = w.action(
        "check" if followed else "add",
        f"Unfollow {name}" if followed else f"Follow {name}",
        ev("topic", name=name),
        rid="follow_topic",
        color="on_primary" if followed else "on_surface",
    ).styled(bg="primary" if followed else "surface", radius=18, width=36, height=36, size=20)
    corner = node("row", button, pad=(0, 6, 6, 0), place=("end", "start"))
    count = len(on_topic(name))
    words = node(
        "column",
        w.text(name, "titleM", lines=1, id="name"),
        w.text("1 article" if count == 1 else f"{count} articles", "bodyS", "on_surface_variant"),
        pad=(0, 6, 0, 8),
    )
    return node(
        "column", node("stack", picture, corner, width="fill"), words, on=ev("go", to="topic", name=name),
        id="tile_topic", cls=w.GROUP, width="fill", align="stretch",
    )  # fmt: skip


def topic(state: State, place: Route, view: View) -> Screen:
    """One topic and its articles."""
    name = place.get("name", "")
    rows = [p.story_row(state, one, view.now) for one in on_topic(name)]
    head = node(
        "row",
        w.text("1 article" if len(rows) == 1 else f"{len(rows)} articles", "bodyM", "on_surface_variant", grow=1),
        p.follow_button(ev("topic", name=name), name in state.topics, rid="follow_topic"),
        width="fill",
        pad=(16, 14, 16, 10),
        align="center",
    )
    picture = p.tile(TOPICS[name], 5, width="fill", height=150) if name in TOPICS else None
    found: Node | list[Node] = (
        p.ruled(rows) if rows else w.empty("topic", "No articles", "Nothing was printed on this topic.")
    )
    body = w.page(picture, head, w.divider(), found)
    return Screen(body, top=w.app_bar(name or "Topic", style="24,30,Condensed,0"), title=name or "Topic")


def author_row(state: State, name: str) -> Node:
    """Somebody who writes, with the button that follows."""
    one = next(author for author in AUTHORS if author.name == name)
    button = p.follow_button(ev("follow", name=name), follows(state, name) is not None, rid="follow_author")
    return w.row(
        one.name,
        one.beat,
        on=ev("go", to="author", name=name),
        rid="row_author",
        leading=w.avatar(one.face, 44),
        trailing=button,
        style="titleM",
        height=72,
    )


def find(state: State, place: Route, view: View) -> Screen:
    """The search page: articles and authors."""
    query = state.ui.query
    stories = search(query)
    people = [one.name for one in AUTHORS if query.strip() and query.casefold().strip() in one.name.casefold()]
    if stories or people:
        body = w.page(
            [p.kicker("Authors")] if people else [],
            [author_row(state, name) for name in people],
            p.kicker("1 article" if len(stories) == 1 else f"{len(stories)} articles"),
            p.ruled([p.story_row(state, one, view.now) for one in stories]),
        )
    elif query:
        line = "Try one word: tram, bees, kiln."
        body = w.page(w.empty("search_off", f"Nothing on “{query}”", line))
    else:
        asked = ("River tram", "Heat pump", "Marathon route", "Noodles", "Rooster")
        body = w.page(
            p.kicker("Asked for today"),
            [
                w.row(
                    word, on=ev("query", text=word), rid="row_suggestion", leading=w.icon("north_east", 20), height=52
                )
                for word in asked
            ],
        )
    return Screen(body, top=c.search_bar(query, "Search articles and authors"), title="Search")
