"""Dawnwire's own look: condensed headlines, hairlines, round marks of the papers, small pictures at the right."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from adapters.phone.apps.dawnwire.desk import SOURCES
from adapters.phone.apps.dawnwire.model import State, kept, likes
from adapters.phone.apps.dawnwire.stories import Story
from adapters.phone.ui import widgets as w
from adapters.phone.ui.node import Art, Ev, Node, ev, node

CORNER = 2.0
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def headline(title: str, size: int = 26, *, heading: bool = False, lines: int = 4, color: str = "on_surface") -> Node:
    """A headline in the condensed face."""
    return w.text(title, f"{size},{size + 6},Condensed,0", color, heading=heading, lines=lines, id="headline")


def nav(chosen: str) -> Node:
    """The bottom navigation under its hairline."""
    bar = w.nav_bar(
        [
            ("nav_today", "home", "Today", ev("nav", to="today")),
            ("nav_topics", "explore", "Topics", ev("nav", to="topics")),
            ("nav_saved", "bookmark_border", "Saved", ev("nav", to="saved")),
            ("nav_you", "person_outline", "You", ev("nav", to="you")),
        ],
        chosen,
    )
    return node("column", w.divider(), bar.styled(bg="surface"), width="fill", bg="surface", align="stretch")


def ago(stamp: str, now: datetime, *, clock: bool = False) -> str:
    """`18 min ago`, `3 h ago`, `Yesterday`, `Sat, 14 Nov`; with `clock` also at what time it was yesterday."""
    then = datetime.fromisoformat(stamp)
    minutes = int((now - then.replace(tzinfo=now.tzinfo)).total_seconds()) // 60
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    days = (now.date() - then.date()).days
    if days == 0:
        return f"{minutes // 60} h ago"
    if days == 1:
        return f"yesterday, {then:%H:%M}" if clock else "yesterday"
    return f"{DAYS[then.weekday()]}, {then.day} {then:%b}"


def mark(source: str, size: float = 20) -> Node:
    """A paper's round mark: its first letter on its colour."""
    letter = w.text(
        source.removeprefix("The ")[:1],
        f"{size * 0.55},{size * 0.7},Bold,0",
        "#FFFFFF",
        place=("center", "center"),
    )
    return node("stack", letter, width=size, height=size, radius=size / 2, bg=SOURCES.get(source, "#5A5A5A"))


def byline(one: Story, when: str) -> Node:
    """The paper and when it printed this."""
    return node(
        "row",
        mark(one.source),
        w.text(one.source, "labelL", lines=1, id="source", pad=(8, 0, 0, 0)),
        w.text(f"  ·  {when}", "bodyM", "on_surface_variant", lines=1, id="time"),
        align="center",
    )


def lead(state: State, one: Story, now: datetime) -> Node:
    """The first article of a page, over the whole width, with its own controls."""
    picture = None
    if state.settings.pictures != "Never":
        image = node("image", art=one.art, width="fill", height=190, radius=CORNER)
        tag = w.text(
            one.tag, "13,20,Bold,0.6", "on_primary", bg="primary", pad=(12, 4, 12, 4), place=("start", "end"), id="tag"
        )
        picture = node("stack", image, tag if one.tag else None, width="fill")
        picture = node("column", picture, width="fill", pad=(16, 0, 16, 0), align="stretch")
    controls = node(
        "row",
        node("row", byline(one, ago(one.published, now)), grow=1),
        *marks(state, one),
        w.action("share", "Share", ev("share", key=one.key), rid="share"),
        width="fill",
        pad=(16, 0, 4, 0),
        align="center",
    )
    words = node(
        "column",
        headline(one.title, 25),
        w.text(one.lead, "bodyM", "on_surface_variant", lines=2, id="summary") if not one.tag else None,
        width="fill",
        pad=(16, 10, 16, 0),
        gap=4,
    )
    return node(
        "column",
        picture,
        words,
        controls,
        on=ev("read", key=one.key),
        id="row_lead",
        cls=w.GROUP,
        width="fill",
        pad=(0, 14, 0, 2),
        align="stretch",
    )


def marks(state: State, one: Story) -> tuple[Node, Node]:
    """Like and save, two neighbours that are easily mixed up."""
    liked, saved = likes(state, one.key), kept(state, one.key) is not None
    like = w.action(
        "thumb_up" if liked else "thumb_up_off_alt",
        "Unlike" if liked else "Like",
        ev("like", key=one.key),
        rid="like",
        color="primary" if liked else "on_surface_variant",
    )
    save = w.action(
        "bookmark" if saved else "bookmark_border",
        "Remove from saved" if saved else "Save",
        ev("save", key=one.key),
        rid="save",
        color="primary" if saved else "on_surface_variant",
    )
    return like, save


def story_row(state: State, one: Story, now: datetime, *, note: str = "") -> Node:
    """An article in a list: title, paper, a small picture at the right."""
    return _story_row(one, ago(one.published, now), note, state.settings.pictures != "Never")


@lru_cache(maxsize=256)
def _story_row(one: Story, when: str, note: str, pictures: bool) -> Node:
    """The row, made once for whatever it says: a front page has dozens of them and most stay as they were."""
    foot = node("row", node("row", byline(one, when), grow=1), width="fill", align="center", height=40)
    words = node(
        "column",
        w.text(one.title, "17,23,Bold,0", id="title", lines=3),
        w.text(note, "bodyM", "on_surface_variant", id="note", lines=1) if note else None,
        w.push(),
        foot,
        grow=1,
        min_height=96,
        align="stretch",
    )
    return node(
        "row",
        words,
        node("image", art=one.art, width=100, height=84, radius=CORNER) if pictures else None,
        on=ev("read", key=one.key),
        id="row_story",
        cls=w.GROUP,
        width="fill",
        pad=(16, 14, 16, 4),
        gap=12,
    )


def ruled(rows: list[Node]) -> list[Node]:
    """Rows with a hairline between each two."""
    out: list[Node] = []
    for row in rows:
        if out:
            out.append(node("column", w.divider(), width="fill", pad=(16, 0, 16, 0), align="stretch"))
        out.append(row)
    return out


def kicker(title: str, more: Node | None = None) -> Node:
    """The heading of a block, between two rules."""
    words = node(
        "row", w.text(title, "18,24,Condensed,0.2", grow=1), more, width="fill", align="center", pad=(16, 12, 16, 6)
    )
    rule = node("spacer", height=3, width="fill", bg="on_surface")
    return node(
        "column",
        node("column", rule, width="fill", pad=(16, 14, 16, 0), align="stretch"),
        words,
        width="fill",
        align="stretch",
    )


def foot(*buttons: Node) -> Node:
    """What leads on, at the lower edge under a hairline."""
    row = node("row", *buttons, width="fill", gap=12, pad=(16, 10, 16, 10))
    return node("column", w.divider(), row, width="fill", bg="surface", align="stretch")


def follow_button(on: Ev, following: bool, *, rid: str) -> Node:
    """`Follow`, or `Following` once it is so."""
    return node(
        "button",
        text="Following" if following else "Follow",
        on=on,
        id=rid,
        variant="tonal" if following else "outlined",
        icon="check" if following else "",
        selected=following,
        height=36,
        radius=CORNER,
        type="labelL",
    )


def tile(kind: str, seed: int, **look: object) -> Node:
    """A topic's picture."""
    return node("image", art=Art(kind, seed), radius=CORNER, **look)  # type: ignore[arg-type]
