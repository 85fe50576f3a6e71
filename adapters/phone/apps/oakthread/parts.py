"""Oakthread's own look: paper and bark, a vote column at the left, lines from an answer to what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from adapters.phone.apps.oakthread.groves import Grove, grove
from adapters.phone.apps.oakthread.model import State, face, kept, replies, score, vote_of, watched
from adapters.phone.apps.oakthread.threads import NEWS, Thread
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
ROUND = 12.0
CARD = "lowest"
LINES = ("#C9A77C", "#A8B58C", "#D9A58F", "#A5B9C6", "#C4AACB")
"""The colours of the lines that lead answers down, by depth."""
KIND_GLYPHS = {"Discussion": "forum", "Question": "help_outline", "Offer": "volunteer_activism", "Event": "event"}
DEEPEST = 4
Drawn = Callable[[State, Route, View], Screen]
"""What draws a place."""


def nav(chosen: str) -> Node:
    """The bottom navigation."""
    fresh = sum(one.at >= "2026-11-17" for one in NEWS)
    bar = w.nav_bar(
        [
            ("nav_home", "home", "Home", ev("nav", to="home")),
            ("nav_groves", "park", "Groves", ev("nav", to="groves")),
            ("nav_inbox", "inbox", "Inbox", ev("nav", to="inbox")),
            ("nav_you", "person_outline", "You", ev("nav", to="you")),
        ],
        chosen,
    )
    if chosen != "Inbox" and fresh:
        cells = list(bar.children)
        old = cells[2]
        mark = w.badged(old.children[0].styled(place=("center", "start")), fresh)
        mark = mark.styled(width=64, height=32)
        cells[2] = node("column", mark, *old.children[1:], on=ev("nav", to="inbox"), id=old.id,
        desc=f"Inbox, {fresh} new",
                        cls=old.cls, grow=1, height=80, align="center", pad=(0, 12, 0, 0))  # fmt: skip
        bar = node("row", cells, width="fill", height=80, id="bottom_nav")
    return node("column", w.divider(), bar.styled(bg="low"), width="fill", bg="low", align="stretch")


def ago(stamp: str, now: datetime) -> str:
    """`18 min`, `3 h`, `Sun`, `8 Nov`."""
    then = datetime.fromisoformat(stamp)
    minutes = int((now.replace(tzinfo=None) - then).total_seconds()) // 60
    if minutes < 1:
        return "now"
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 24 * 60:
        return f"{minutes // 60} h"
    return DAYS[then.weekday()] if minutes < 6 * 24 * 60 else f"{then.day} {then:%b}"


def count(number: int) -> str:
    """`842`, `1.2k`."""
    return str(number) if abs(number) < 1000 else f"{number / 1000:.1f}k"


def mark(one: Grove | None, size: float = 40) -> Node:
    """A grove's leaf-shaped mark."""
    glyph, ground, ink = (one.glyph, one.ground, one.ink) if one is not None else ("park", "#E5DED2", "#5B4A3A")
    corner = size * 0.36
    return node("stack", w.icon(glyph, size * 0.56, ink, place=("center", "center")), width=size, height=size,
    bg=ground,
                radius=(corner, size / 2, corner, size / 2))  # fmt: skip


def big_title(title: str, support: str = "") -> Node:
    """The large heading that scrolls away with the page."""
    return node(
        "column",
        w.text(title, "34,42,Bold,-0.4", heading=True, lines=2),
        w.text(support, "bodyM", "on_surface_variant", lines=2) if support else None,
        width="fill",
        pad=(20, 2, 20, 12),
        id="collapsing_title",
    )


def bar(*actions: Node, up: bool = True, title: str = "") -> Node:
    """The small bar above the large title."""
    return w.app_bar(title, *actions, up=up, style="20,26,Bold,-0.1").styled(bg="surface")


def vote_column(kind: str, key: str, author: str, total: int, mine: int, what: str) -> Node:
    """For and against, with the balance between them."""
    return node(
        "column",
        _arrow("arrow_upward", 1, mine, kind, key, author, f"Upvote {what}"),
        w.text(count(total), "14,18,Bold,0", "primary" if mine > 0 else "error" if mine < 0 else "on_surface",
               id="score", text_align="center", width=44, lines=1),
        _arrow("arrow_downward", -1, mine, kind, key, author, f"Downvote {what}"),
        width=44,
        align="center",
        id="votes",
    )  # fmt: skip


def _arrow(glyph: str, value: int, mine: int, kind: str, key: str, author: str, desc: str) -> Node:
    on = mine == value
    tint = ("primary" if value > 0 else "error") if on else "on_surface_variant"
    button = w.action(glyph, f"Take back: {desc.lower()}" if on else desc,
                      ev("vote", kind=kind, id=key, author=author, value=value),
                      rid="upvote" if value > 0 else "downvote", color=tint)  # fmt: skip
    ground = ("primary_container" if value > 0 else "error_container") if on else ""
    return button.styled(width=44, height=40, size=22, radius=20, bg=ground)


def vote_row(kind: str, key: str, author: str, total: int, mine: int, what: str) -> Node:
    """The same side by side, below a reply."""
    column = vote_column(kind, key, author, total, mine, what)
    return node("row", *column.children, align="center", id="votes").styled(height=40)


@dataclass(frozen=True, slots=True)
class _Shown:
    """All that a thread's card depends on."""

    vote: int
    total: int
    answers: int
    saved: bool
    followed: bool
    when: str
    preview: bool
    spoiler: bool
    under: str


def card(state: State, one: Thread, view: View, *, under: str = "") -> Node:
    """A thread in a list; `under` is the page that its menu opens above."""
    own = next((posted for posted in state.threads if posted.number == one.key), None)
    return _card(
        one,
        _Shown(
            vote_of(state, "thread", one.key), score(state, one), len(replies(state, one.key)),
            kept(state, "thread", one.key) is not None, watched(state, one.key) is not None, ago(one.at, view.now),
            state.settings.previews, own is not None and own.spoiler, under,
        ),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _card(one: Thread, shown: _Shown) -> Node:
    room = grove(one.grove)
    who = node(
        "row",
        mark(room, 22),
        w.text(room.name if room else one.grove, "13,18,Bold,0.1", lines=1, id="grove"),
        w.text(
            f"·  {one.author}  ·  {shown.when}", "13,18,Regular,0.1", "on_surface_variant", lines=1, id="author", grow=1
        ),
        gap=7,
        align="center",
        width="fill",
    )
    picture = None
    if one.art is not None and shown.preview and not shown.spoiler:
        picture = node("image", art=one.art, width="fill", height=132, radius=10, desc="Picture", id="photo")
    text = "Hidden: it gives something away" if shown.spoiler else one.text.replace("\n", " ")
    foot = node(
        "row",
        node("row", w.icon("chat_bubble_outline", 18), w.text(
            "1 reply" if shown.answers == 1 else f"{shown.answers} replies", "13,18,Medium,0.1", "on_surface_variant",
            id="replies"), gap=7, align="center"),
        tag(one.kind),
        w.push(),
        w.action("bookmark" if shown.saved else "bookmark_border",
        "Remove from saved" if shown.saved else "Save thread",
                 ev("save", kind="thread", id=one.key), rid="save",
                 color="primary" if shown.saved else "on_surface_variant").styled(width=44, height=40, size=21),
        w.action("more_vert", f"More options: {one.title}", ev("go", to="options", key=one.key, under=shown.under),
                 rid="more").styled(width=40, height=40, size=21),
        width="fill", gap=8, align="center", height=40,
    )  # fmt: skip
    words = node(
        "column",
        who,
        node("row", w.text(one.title, "17,23,Bold,-0.1", lines=3, id="title", grow=1),
             w.icon("push_pin", 18, "primary") if one.key == "rules" else None, width="fill", gap=6),
        w.text(text, "14,20,Regular,0.1", "on_surface_variant", lines=1 if picture else 2, id="excerpt"),
        picture,
        foot,
        grow=1, gap=5, align="stretch",
    )  # fmt: skip
    inner = node(
        "row", vote_column("thread", one.key, one.author, shown.total, shown.vote, "thread"), words, on=ev("open",
        key=one.key),
        id="row_thread", cls=w.GROUP, width="fill", pad=(4, 12, 8, 2), gap=4, bg=CARD, radius=ROUND,
    )  # fmt: skip
    return node("column", inner, width="fill", pad=(12, 0, 12, 10), align="stretch")


def tag(kind: str) -> Node:
    """What sort of thread it is."""
    return w.text(kind, "11,16,Medium,0.3", "on_secondary_container", bg="secondary_container", radius=8, pad=(8, 2, 8,
    2),
                  height=20, lines=1, id="kind")  # fmt: skip


def person_line(handle: str, when: str, size: float = 26, *, you: bool = False, began: bool = False) -> Node:
    """Who wrote something, and when."""
    return node(
        "row",
        w.avatar(face(handle), size),
        w.text(handle, "13,18,Bold,0.1", lines=1, id="author"),
        pill("You") if you else None,
        pill("Asked this") if began and not you else None,
        w.text(when, "13,18,Regular,0.1", "on_surface_variant", id="time"),
        gap=8, align="center", cls=w.ROW, height=40,
    )  # fmt: skip


def pill(words: str) -> Node:
    """A small tinted mark."""
    return w.text(words, "11,16,Medium,0.3", "on_primary_container", bg="primary_container", radius=8, pad=(7, 2, 7, 2),
                  height=20)  # fmt: skip


def block(title: str, more: Node | None = None) -> Node:
    """The heading of a block."""
    return node("row", w.text(title, "15,20,Bold,0.1", "primary", grow=1), more, width="fill", pad=(20, 18, 20, 8),
                align="center")  # fmt: skip


def sheet(title: str, *rows: Node | list[Node] | None) -> Node:
    """A bottom sheet on paper."""
    grip = node("spacer", width=32, height=4, radius=2, bg="outline_variant", place=("center", "center"))
    head = node("row", w.text(title, "18,24,Bold,0", lines=2, grow=1), w.action("close", "Close", w.UP, rid="close"),
                width="fill", pad=(20, 0, 6, 6), align="center")  # fmt: skip
    return node("column", node("stack", grip, width="fill", height=24), head, *rows, w.space(10),
                id="design_bottom_sheet", cls="android.widget.FrameLayout", width="fill", bg="low",
                radius=(20, 20, 0, 0), align="stretch")  # fmt: skip


def line(glyph: str, words: str, on: Ev, rid: str, *, danger: bool = False, support: str = "") -> Node:
    """One row of a sheet."""
    color = "error" if danger else "on_surface"
    names = node("column", w.text(words, "16,22,Regular,0.1", color, lines=1),
                 w.text(support, "13,18,Regular,0.1", "on_surface_variant", lines=1) if support else None,
                 grow=1)  # fmt: skip
    return node("row", w.icon(glyph, 23, "error" if danger else "on_surface_variant"), names, on=on, id=rid, cls=w.ROW,
                width="fill", height=62 if support else 52, pad=(20, 0, 20, 0), gap=18, align="center")  # fmt: skip


def small_button(label: str, on: Ev, rid: str, *, tonal: bool = False, glyph: str = "") -> Node:
    """A button in a row."""
    return node("button", text=label, on=on, id=rid, variant="tonal" if tonal else "filled", icon=glyph, height=36,
                radius=10, type="13,20,Bold,0.1", pad=(14, 0, 14, 0))  # fmt: skip


def picture(art: Art, height: float) -> Node:
    """A thread's picture over the whole width."""
    return node("image", art=art, width="fill", height=height, radius=ROUND, desc="Picture", id="photo")
