"""Dawnwire's own look: condensed headlines, hairlines, round marks of the papers, small pictures at the right."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from adapters.phone.apps.dawnwire.model import State, is_liked, saved_of
from adapters.phone.apps.dawnwire.paper import SOURCES, Story
from adapters.phone.components.bars import MainPage, navigation_bar
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import reaction
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import focus, go, share, switch_to, then
from adapters.phone.framework.dates import day_name, elapsed
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Art, Ev, Node, ev, node

CORNER = 2.0
WINDOW_RADIUS = 4
THUMBS = THUMB, THUMB_OUTLINE = ("thumb_up", "thumb_up_off_alt")
BOOKMARKS = BOOKMARK, BOOKMARK_OUTLINE = ("bookmark", "bookmark_border")
"""Icons of likes and of saved articles: those that are, and those that are not."""
note = text_style("bodyM", "on_surface_variant")
small = text_style("bodyS", "on_surface_variant")
title = text_style("17,23,Bold,0", id="title", lines=3)


def headline(text: str, size: int = 26, *, heading: bool = False, lines: int = 4) -> Node:
    """A headline in the condensed face."""
    return w.text(text, f"{size},{size + 6},Condensed,0", heading=heading, lines=lines, id="headline")


def kicker(text: str) -> Node:
    """The heading of a block, below a thick rule."""
    rule = column(node("spacer", height=3, width="fill", bg="on_surface"), pad=(16, 14, 16, 0))
    return column(rule, line(w.text(text, "18,24,Condensed,0.2", grow=1), pad=(16, 12, 16, 6)))


def main_bar(name: str, *actions: Node) -> Node:
    """The top bar of a main page."""
    return w.app_bar(name, *actions, up=False, style="26,32,Condensed,0")


def page_bar(name: str, *actions: Node, support: str = "") -> Node:
    """The top bar of a further page in the condensed face."""
    return w.app_bar(name, *actions, support=support, style="22,28,Condensed,0")


def nav(chosen: str) -> Node:
    """The bottom navigation under its hairline."""
    icons = {"Today": "home", "Topics": "explore", "Saved": "bookmark_border", "You": "person_outline"}
    pages = [MainPage(label, icon, switch_to(label.lower()), f"nav_{label.lower()}") for label, icon in icons.items()]
    return column(w.divider(), navigation_bar(pages, chosen, bg="surface"), bg="surface")


def not_found(what: str) -> Screen:
    """A place whose subject is not there (any more)."""
    hint = "It may have been withdrawn, or the link is wrong."
    return Screen(w.page(w.empty("search_off", f"No such {what}", hint)), top=w.app_bar("Dawnwire"), title="Not found")


def ago(time: str, now: datetime) -> str:
    """`18 min ago`, `3 h ago`, `yesterday`, `Sat, 14 Nov`."""
    passed = elapsed(time, now)
    if not passed:
        day = day_name(time, now)
        return "yesterday" if day == "Yesterday" else day
    return "just now" if passed == "now" else f"{passed} ago"


def articles(count: int) -> str:
    """`1 article` or `3 articles`."""
    return "1 article" if count == 1 else f"{count} articles"


def read(story: Story) -> Ev:
    """Open an article."""
    return then(focus(None), go("article", key=story.key))


def share_button(story: Story) -> Node:
    """The button that shares title, author and link of an article."""
    text = f"{story.title}\n{story.author}, {story.source}\nhttps://dawnwire.example/{story.key}"
    return w.action("share", "Share", share(text), rid="share")


def byline(story: Story, time: str) -> Node:
    """The paper with its round mark, and when it printed this."""
    letter = w.text(story.source.removeprefix("The ")[:1], "11.0,14.0,Bold,0", "#FFFFFF", place=("center", "center"))
    paper = node(
        "row",
        node("stack", letter, width=20, height=20, radius=10, bg=SOURCES.get(story.source, "#5A5A5A")),
        w.text(story.source, "labelL", lines=1, id="source", pad=(8, 0, 0, 0)),
        note(f"  ·  {time}", lines=1, id="time"),
        align="center",
    )
    return node("row", paper, grow=1)


def _marks(state: State, story: Story) -> tuple[Node, Node]:
    """Like and save, two neighbours that are easily mixed up."""
    liked, saved = is_liked(state, story.key), saved_of(state, story.key) is not None
    return (
        reaction(liked, THUMBS, ("Unlike", "Like"), ev("like", key=story.key), rid="like"),
        reaction(saved, BOOKMARKS, ("Remove from saved", "Save"), ev("save", key=story.key), rid="save"),
    )


def lead(state: State, story: Story, now: datetime) -> Node:
    """The first article of a page, over the whole width, with its own controls."""
    image = node("image", art=story.art, width="fill", height=190, radius=CORNER)
    tag = w.text(story.tag, "13,20,Bold,0.6", "on_primary", bg="primary", pad=(12, 4), place=("start", "end"), id="tag")
    summary = None if story.tag else note(story.lead, lines=2, id="summary")
    controls = (byline(story, ago(story.published, now)), *_marks(state, story), share_button(story))
    return column(
        column(node("stack", image, tag if story.tag else None, width="fill"), pad=(16, 0)),
        column(headline(story.title, 25), summary, pad=(16, 10, 16, 0), gap=4, align="start"),
        line(*controls, pad=(16, 0, 4, 0)),
        on=read(story), id="row_lead", cls=w.GROUP, pad=(0, 14, 0, 2),
    )  # fmt: skip


def story_row(story: Story, now: datetime, mark: str = "") -> Node:
    """An article in a list: title, paper, a small picture at the right; with a mark of the reader's."""
    return _story_row(story, ago(story.published, now), mark)


@lru_cache(maxsize=256)
def _story_row(story: Story, time: str, mark: str) -> Node:
    """The row, made once for whatever it says: a front page has dozens of them and most stay as they were."""
    about = words(
        title(story.title),
        note(mark, id="note", lines=1) if mark else None,
        w.push(),
        line(byline(story, time), height=40),
        min_height=96,
        align="stretch",
    )
    picture = node("image", art=story.art, width=100, height=84, radius=CORNER)
    return line(
        about, picture, on=read(story), id="row_story", cls=w.GROUP, pad=(16, 14, 16, 4), gap=12, align="start"
    )  # fmt: skip


def ruled(rows: Sequence[Node]) -> list[Node]:
    """Rows with a hairline between each two."""
    return [part for row in rows for part in (column(w.divider(), pad=(16, 0)), row)][1:]


def marked_rows(rows: Sequence[Node], glyph: str, nothing: str, hint: str) -> Node:
    """A list of articles with the reader's marks, or what it says while there are none."""
    return w.page(ruled(rows) if rows else w.empty(glyph, nothing, hint))


def follow_button(on: Ev, following: bool, *, rid: str, **look: Any) -> Node:
    """`Follow`, or `Following` once it is so."""
    return node(
        "button",
        text="Following" if following else "Follow",
        variant="tonal" if following else "outlined",
        icon="check" if following else "",
        on=on, id=rid, selected=following, **{"height": 36, "radius": CORNER, "type": "labelL", **look},
    )  # fmt: skip


def tile(kind: str, seed: int, **look: Any) -> Node:
    """A topic's picture."""
    return node("image", art=Art(kind, seed), radius=CORNER, **look)
