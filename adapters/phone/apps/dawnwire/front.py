"""Dawnwire's fronts: today, topics, one topic, search."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from adapters.phone.apps.dawnwire import paper
from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.app import app
from adapters.phone.apps.dawnwire.authors import author_row
from adapters.phone.apps.dawnwire.model import State
from adapters.phone.apps.dawnwire.paper import AUTHORS, FOR_YOU, SECTIONS, TOPICS, in_section, on_topic
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import Handled, assign, focus, go, switch_to, then, toast
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node

LATE = 5
"""From this tab on the strip opens at its end, so that the chosen one is in sight."""
AD_AFTER = 5
"""Articles before the advertisement."""
OFTEN_SEARCHED = ("River tram", "Heat pump", "Marathon route", "Noodles", "Rooster")


def _search_button() -> Node:
    search = then(assign("ui.query", ""), go("search"), focus("search_src_text"))
    return w.action("search", "Search", search, rid="search", color="on_surface")


@app.screen("today")
def today(state: State, view: View, tab: str = FOR_YOU) -> Screen:
    """The front page under its section tabs."""
    chosen = tab if tab in SECTIONS else FOR_YOU
    first, *others = in_section(chosen)
    rows = [p.lead(state, first, view.now)] + [p.story_row(story, view.now) for story in others]
    if chosen == FOR_YOU and not state.ui.hide_ad:
        rows.insert(AD_AFTER, _ad())
    name = words(
        w.text("Dawnwire", "28,32,Condensed,0", "primary", heading=True),
        w.text(f"{state.prefs.edition} edition", "labelS", "on_surface_variant"),
        align="center",
    )
    bar = line(w.space(0, 48), name, _search_button(), id="toolbar", cls=w.GROUP, height=64, pad=(4, 0))
    top = column(bar, _tabs(chosen), bg="surface")
    return Screen(w.page(p.ruled(rows)), top=top, bottom=p.nav("Today"), title="Today")


@lru_cache(maxsize=16)
def _tabs(chosen: str) -> Node:
    strip = w.tabs(SECTIONS, chosen, lambda label: switch_to("today", tab=label), fill=False)
    if SECTIONS.index(chosen) < LATE:
        return strip
    tabs, *rest = strip.children
    return replace(strip, children=(replace(tabs, variant="end"), *rest))


def _ad() -> Node:
    """An advertisement in the shape of an article."""
    about = words(
        p.title("Boots that have already been to the lake and back"),
        line(w.text("Sponsored  ·  Cragline Outdoor", "labelM", "on_surface_variant", lines=1), align="start"),
        gap=6,
    )
    close = w.action("close", "Hide this advertisement", assign("ui.hide_ad", True), rid="hide_ad")
    corner = node("row", close.styled(size=18, width=40, height=40), place=("end", "start"))
    picture = node("stack", p.tile("product:hiking", 7, width=100, height=84), corner)
    return line(
        about, picture, on=toast("This opens in a browser"), id="row_sponsored", cls=w.GROUP, pad=(16, 14, 16, 12),
        gap=12, bg="low", align="start",
    )  # fmt: skip


@app.screen("topics", distractor="a main page: topics are followed there, not authors")
def topics(state: State) -> Screen:
    """Topics as tiles, those that are followed first."""
    followed = [name for name in TOPICS if name in state.topics]
    others = [name for name in TOPICS if name not in state.topics]
    body = w.page(
        p.kicker("You follow"),
        _tiles(state, followed) if followed else p.note("No topic yet", pad=(16, 0, 16, 8)),
        p.kicker("More topics"),
        _tiles(state, others),
    )
    return Screen(body, top=p.main_bar("Topics", _search_button()), bottom=p.nav("Topics"), title="Topics")


def _tiles(state: State, names: Sequence[str]) -> Node:
    tiles = [_tile(name, name in state.topics) for name in names]
    return node("grid", tiles, columns=2, gap=10, width="fill", pad=(16, 2, 16, 4))


def _tile(name: str, followed: bool) -> Node:
    picture = p.tile(TOPICS[name], sum(map(ord, name)), width="fill", height=96)
    button = w.action(
        "check" if followed else "add",
        f"Unfollow {name}" if followed else f"Follow {name}",
        ev("follow_topic", name=name),
        rid="follow_topic",
        color="on_primary" if followed else "on_surface",
    ).styled(bg="primary" if followed else "surface", radius=18, width=36, height=36, size=20)
    corner = node("row", button, pad=(0, 6, 6, 0), place=("end", "start"))
    about = node(
        "column", w.text(name, "titleM", lines=1, id="name"), p.small(p.articles(len(on_topic(name)))), pad=(0, 6, 0, 8)
    )
    picture_with_button = node("stack", picture, corner, width="fill")
    return column(picture_with_button, about, on=go("topic", name=name), id="tile_topic", cls=w.GROUP)


@app.screen("topic", distractor="following a topic is not following its author")
def topic(state: State, view: View, name: str = "") -> Screen:
    """One topic and its articles."""
    rows = [p.story_row(story, view.now) for story in on_topic(name)]
    button = p.follow_button(ev("follow_topic", name=name), name in state.topics, rid="follow_topic")
    body = w.page(
        p.tile(TOPICS[name], 5, width="fill", height=150) if name in TOPICS else None,
        line(p.note(p.articles(len(rows)), grow=1), button, pad=(16, 14, 16, 10)),
        w.divider(),
        p.ruled(rows) if rows else w.empty("topic", "No articles", "Nothing was printed on this topic."),
    )
    return Screen(body, top=w.app_bar(name or "Topic", style="24,30,Condensed,0"), title=name or "Topic")


@app.on("follow_topic")
def follow_topic(state: State, name: str) -> Handled:
    """Follow a topic, or no longer."""
    after = replace(state, topics=toggled(state.topics, name))
    return (after, Toast(f"{name} is among your topics")) if name in after.topics else after


@app.screen("search")
def search(state: State, view: View) -> Screen:
    """The search page: articles and authors."""
    query = bind(state, "ui.query")
    name = query.value.casefold().strip()
    stories = paper.search(query.value)
    authors = [author for author in AUTHORS if name and name in author.name.casefold()]
    if stories or authors:
        rows = [
            p.kicker("Authors") if authors else None,
            *(author_row(state, author) for author in authors),
            p.kicker(p.articles(len(stories))),
            *p.ruled([p.story_row(story, view.now) for story in stories]),
        ]
    elif query.value:
        rows = [w.empty("search_off", f"Nothing on “{query.value}”", "Try one word: tram, bees, kiln.")]
    else:
        rows = [p.kicker("Asked for today")]
        rows += [
            w.row(tip, on=query.to(tip), rid="row_suggestion", leading=w.icon("north_east", 20), height=52)
            for tip in OFTEN_SEARCHED
        ]
    return Screen(w.page(rows), top=search_bar(query, "Search articles and authors"), title="Search")
