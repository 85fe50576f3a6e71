"""The pieces that Tunedrift's pages share: covers, rows of tracks, strips, the mini player over three tabs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adapters.phone.apps.tunedrift.clockwork import heard, settled
from adapters.phone.apps.tunedrift.model import State, clock, face, length_share, track
from adapters.phone.apps.tunedrift.music import Track
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

TABS = (
    ("home", "home", "Home", ev("tab", to="home")),
    ("search", "search", "Search", ev("search")),
    ("library", "library_music", "Your library", ev("tab", to="library")),
)
SOFT = "on_surface_variant"


@lru_cache(maxsize=512)
def cover(seed: int, size: float, radius: float = 8, desc: str = "") -> Node:
    """A record's or list's picture."""
    return node("image", art=Art("cover", seed), width=size, height=size, radius=radius, desc=desc)


def portrait(name: str, size: float) -> Node:
    """An artist's picture, which is round."""
    return w.avatar(face(name), size)


def bottom(state: State, view: View, chosen: str) -> Node:
    """What plays, in one line, over the three tabs."""
    return node(
        "column", _mini(state, view), _tabs(chosen), width="fill", align="stretch", bg="container",
    )  # fmt: skip


def _tabs(chosen: str) -> Node:
    cells = []
    for name, glyph, label, on in TABS:
        here = label == chosen
        ink = "primary" if here else SOFT
        cells.append(
            node(
                "column", w.icon(glyph, 26, ink), w.text(label, "labelM/Bold" if here else "labelM", ink, lines=1),
                on=on, id=name, desc=label, selected=here, grow=1, height=62, gap=4, align="center", justify="center",
            )
        )  # fmt: skip
    return node("row", cells, width="fill", id="tabs")


def _mini(state: State, view: View) -> Node | None:
    """The mini player; a touch beside its buttons opens the large one."""
    now = settled(state, view.now).player
    one = track(now.queue[now.at]) if now.at < len(now.queue) else None
    if one is None:
        return None
    liked = one.id in state.likes
    names = node(
        "column", w.text(one.title, "titleS", lines=1), w.text(one.artist, "bodyS", SOFT, lines=1), grow=1,
    )  # fmt: skip
    share = length_share(heard(now, view.now), one.seconds)
    row = node(
        "row", cover(one.seed, 44, 6), names,
        w.action("favorite" if liked else "favorite_border", f"Unlike {one.title}" if liked else f"Like {one.title}",
                 ev("like", key=one.id), color="primary" if liked else "on_surface"),
        w.action("pause" if now.since else "play_arrow", "Pause" if now.since else "Play", ev("play_pause"),
                 color="on_surface"),
        on=ev("go", to="player"), id="mini_player", width="fill", height=60, gap=12, align="center",
        pad=(8, 0, 4, 0), desc=f"Now playing: {one.title}",
    )  # fmt: skip
    line = node(
        "row", node("spacer", width=max(2.0, 379 * share), height=2, bg="primary"), width="fill", height=2,
        bg="outline_variant",
    )  # fmt: skip
    return node(
        "column", node("column", row, line, width="fill", bg="highest", radius=(14, 14, 4, 4), align="stretch"),
        width="fill", pad=(8, 8, 8, 0), align="stretch",
    )  # fmt: skip


def track_row(
    one: Track, on: Ev, *, playing: bool = False, number: int = 0, liked: bool = False, more: Ev | None = None,
    picture: bool = True, tail: Node | None = None,
) -> Node:  # fmt: skip
    """A track in a list; the dots at its right open what else can be done with it."""
    return _track_row(one, on, playing, number, liked, more, picture, tail)


@lru_cache(maxsize=1024)
def _track_row(
    one: Track, on: Ev, playing: bool, number: int, liked: bool, more: Ev | None, picture: bool, tail: Node | None
) -> Node:
    ink = "primary" if playing else "on_surface"
    lead: Node | None = None
    if picture:
        lead = cover(one.seed, 48, 6)
    elif number:
        lead = w.text(str(number), "bodyM", SOFT, width=24, text_align="center")
        if playing:
            lead = w.icon("graphic_eq", 24, "primary")
    mark = None
    if one.explicit:
        mark = w.text("E", "10,14,Bold,0", "surface", bg=SOFT, radius=2, pad=(4, 0, 4, 0), height=14)
    below = node("row", mark, w.text(one.artist, "bodyM", SOFT, lines=1, grow=1), width="fill", gap=6, align="center")
    return node(
        "row", lead, node("column", w.text(one.title, "16,22,Medium,0", ink, lines=1), below, grow=1),
        w.icon("favorite", 16, "primary") if liked else None,
        w.text(clock(one.seconds), "bodyS", SOFT),
        tail,
        w.action("more_vert", f"More for {one.title}", more) if more else w.space(0, 8),
        on=on, id="track", width="fill", height=64, gap=12, align="center", pad=(16, 0, 4, 0),
    )  # fmt: skip


def strip(title: str, cards: Sequence[Node], height: float) -> list[Node]:
    """Cards side by side under a heading, more of them than the screen is wide."""
    return [
        w.text(title, "22,28,Bold,0", pad=(16, 22, 16, 12)),
        node("scroll", cards, horizontal=True, id="strip", width="fill", height=height, gap=14, pad=(16, 0, 16, 0)),
    ]


@lru_cache(maxsize=256)
def card(title: str, support: str, seed: int, on: Ev, artist: bool = False) -> Node:
    """A cover with its name."""
    picture = w.avatar(seed, 140) if artist else cover(seed, 140, 12)
    return node(
        "column", picture, w.text(title, "titleS", lines=1, pad=(0, 8, 0, 0), width=140,
                                  text_align="center" if artist else "start"),
        w.text(support, "bodyS", SOFT, lines=1, width=140, text_align="center" if artist else "start")
        if support else None,
        on=on, id="card", width=140, desc=f"{title}, {support}" if support else title,
    )  # fmt: skip


def bar(title: str, *actions: Node | None, lead: str = "arrow_back", support: str = "") -> Node:
    """The bar of the pages above the tabs."""
    return node(
        "row", w.action(lead, "Navigate up", w.UP, color="on_surface"),
        node("column", w.text(title, "titleL", heading=True, lines=1),
             w.text(support, "bodyS", SOFT, lines=1) if support else None, grow=1, pad=(8, 0, 0, 0)),
        actions, id="toolbar", width="fill", height=64, pad=(4, 0, 8, 0), align="center",
    )  # fmt: skip


def sheet(head: Node, *rows: w.Some) -> Overlay:
    """What comes up from below."""
    top = node(
        "row", node("column", head, grow=1), w.action("close", "Close", w.UP), width="fill", pad=(24, 0, 8, 6),
        align="center",
    )  # fmt: skip
    grip = node("row", node("spacer", width=36, height=4, radius=2, bg="outline"), width="fill", justify="center")
    options = node("scroll", *rows, id="options", width="fill", align="stretch")
    root = node(
        "column", grip, top, options, width="fill", bg="high", radius=(24, 24, 0, 0), pad=(0, 12, 0, 8), gap=4,
        align="stretch",
    )  # fmt: skip
    return Overlay("sheet", root)


def entry(glyph: str, title: str, on: Ev, *, support: str = "", color: str = "on_surface") -> Node:
    """A row of a sheet."""
    names = node(
        "column", w.text(title, "bodyL", color, lines=1), w.text(support, "bodyM", SOFT, lines=1) if support else None,
        grow=1,
    )  # fmt: skip
    return node(
        "row", w.icon(glyph, 24, SOFT), names, on=on, id="entry", width="fill", height=60 if support else 54, gap=20,
        align="center", pad=(24, 0, 24, 0),
    )  # fmt: skip


def tag(one: Track) -> Node:
    """Cover, title and artist: the head of a sheet about a track."""
    return node(
        "row", cover(one.seed, 52, 8),
        node("column", w.text(one.title, "titleM", heading=True, lines=1), w.text(one.artist, "bodyM", SOFT, lines=1),
             grow=1),
        width="fill", gap=14, align="center",
    )  # fmt: skip


def heading(title: str) -> Node:
    """The name of a sheet."""
    return w.text(title, "titleL", heading=True, lines=1)
