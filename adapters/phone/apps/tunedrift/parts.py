"""What Tunedrift's pages share: covers, rows of tracks, strips, sheets, the mini player over three tabs."""

from collections.abc import Sequence
from functools import lru_cache

from adapters.phone.apps.tunedrift.catalogue import ALBUMS, ARTISTS, Track
from adapters.phone.apps.tunedrift.model import State, playlist_of, tracks_of
from adapters.phone.apps.tunedrift.playback import heard
from adapters.phone.components import boxes
from adapters.phone.components.bottom_sheets import sheet_row
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import reaction
from adapters.phone.components.players import play_button
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import assign, back, focus, go, switch_to, then, toast
from adapters.phone.framework.playback import length_text, share_of
from adapters.phone.framework.state_paths import bind, find, toggled
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

SOFT = "on_surface_variant"
MINI_WIDTH = 379

page_title = text_style("26,32,Bold,0", heading=True, grow=1)
heading = text_style("titleL", heading=True, lines=1)
name = text_style("16,22,Medium,0", lines=1)
label = text_style("bodyL", lines=1)
note = text_style("bodyM", SOFT, lines=1)
small = text_style("bodyS", SOFT, lines=1)
caption = text_style("titleS", SOFT, lines=1)
section = text_style("titleM")

TO_SEARCH = then(assign("ui.query", ""), assign("ui.scope", "All"), go("search"), focus("search_src_text"))
TABS = (
    ("home", "home", "Home", switch_to("home")),
    ("search", "search", "Search", TO_SEARCH),
    ("library", "library_music", "Your library", switch_to("library")),
)


def open_list(state: State, title: str) -> Ev:
    """Go to a playlist or album; an artist's name leads to the artist."""
    if playlist_of(state, title) is None and find(ALBUMS, title=title) is None and tracks_of(state, title):
        return open_artist(title)
    return then(focus(None), go("listing", to=title))


def open_artist(artist: str) -> Ev:
    """Go to an artist."""
    return then(focus(None), go("artist", name=artist))


def open_more(key: str, under: str = "home", /, **args: str) -> Ev:
    """Ask what else can be done with a track, over the page of a route, with its arguments, where it was found."""
    return then(focus(None), go("more", key=key, under=under, **args))


def enqueue(state: State, keys: Sequence[str], message: str, *, after_this: bool = False) -> Ev:
    """Put tracks at the end of the queue, or after the one that plays, and close the sheet."""
    songs = state.player.queue
    cut = state.player.at + 1 if after_this else len(songs)
    return then(assign("player.queue", (*songs[:cut], *keys, *songs[cut:])), back(), toast(message))


def like(state: State, key: str) -> Ev:
    """Put a track among the liked songs, or take it away."""
    message = "Removed from liked songs" if key in state.likes else "Added to liked songs"
    return then(bind(state, "likes").to(toggled(state.likes, key)), toast(message))


def like_button(state: State, key: str, descs: tuple[str, str]) -> Node:
    """The heart of a track; the first description holds while it is liked."""
    return reaction(key in state.likes, ("favorite", "favorite_border"), descs, like(state, key), ink="on_surface")


def play_all(source: str, *, shuffled: bool = False) -> Ev:
    """Play all of a list."""
    return ev("play_list", source=source, mixed_up=shuffled)


@lru_cache(maxsize=512)
def cover(seed: int, size: float, radius: float = 8, desc: str = "") -> Node:
    """A record's or list's picture."""
    return node("image", art=Art("cover", seed), width=size, height=size, radius=radius, desc=desc)


def heart(glyph_size: float, radius: float) -> Node:
    """The cover of the liked songs."""
    icon = w.icon("favorite", glyph_size, "on_primary", place=("center", "center"))
    return node("stack", icon, width=56, height=56, bg="primary", radius=radius)


def portrait(artist: str, size: float) -> Node:
    """An artist's picture, which is round."""
    return w.avatar(ARTISTS[artist].face if artist in ARTISTS else 0, size)


def bottom(state: State, view: View, chosen: str = "") -> Node:
    """What plays, in one line, over the three tabs."""
    tabs = node("row", [_tab(*tab, chosen=tab[2] == chosen) for tab in TABS], width="fill", id="tabs")
    return column(_mini_player(state, view), tabs, bg="container")


def _tab(rid: str, glyph: str, title: str, on: Ev, *, chosen: bool) -> Node:
    ink = "primary" if chosen else SOFT
    return node(
        "column", w.icon(glyph, 26, ink), w.text(title, "labelM/Bold" if chosen else "labelM", ink, lines=1),
        on=on, id=rid, desc=title, selected=chosen, grow=1, height=62, gap=4, align="center", justify="center",
    )  # fmt: skip


def _mini_player(state: State, view: View) -> Node | None:
    """A touch beside its buttons opens the large player."""
    player, track = state.player, state.player.track
    if track is None:
        return None
    liked = like_button(state, track.id, (f"Unlike {track.title}", f"Like {track.title}"))
    row = line(
        cover(track.seed, 44, 6),
        words(w.text(track.title, "titleS", lines=1), small(track.artist)),
        liked,
        play_button(bool(player.since), ev("play_pause")),
        on=then(focus(None), go("player")), id="mini_player", desc=f"Now playing: {track.title}",
        height=60, gap=12, pad=(8, 0, 4, 0),
    )  # fmt: skip
    played = max(2.0, MINI_WIDTH * share_of(heard(player, view.now), track.seconds))
    progress = node(
        "row", node("spacer", width=played, height=2, bg="primary"), width="fill", height=2, bg="outline_variant"
    )
    return column(column(row, progress, bg="highest", radius=(14, 14, 4, 4)), pad=(8, 8, 8, 0))


@lru_cache(maxsize=1024)
def track_row(
    track: Track,
    on: Ev,
    *,
    playing: bool = False,
    number: int = 0,
    liked: bool = False,
    more: Ev | None = None,
    picture: bool = True,
    tail: Node | None = None,
) -> Node:
    """A track in a list; the dots at its right open what else can be done with it."""
    explicit = w.text("E", "10,14,Bold,0", "surface", bg=SOFT, radius=2, pad=(4, 0), height=14)
    below = line(explicit if track.explicit else None, note(track.artist, grow=1), gap=6)
    return line(
        cover(track.seed, 48, 6) if picture else _place_number(number, playing),
        words(name(track.title, color="primary" if playing else "on_surface"), below),
        w.icon("favorite", 16, "primary") if liked else None,
        w.text(length_text(track.seconds), "bodyS", SOFT),
        tail,
        w.action("more_vert", f"More for {track.title}", more) if more else w.space(0, 8),
        on=on, id="track", height=64, gap=12, pad=(16, 0, 4, 0),
    )  # fmt: skip


def _place_number(number: int, playing: bool) -> Node:
    if playing:
        return w.icon("graphic_eq", 24, "primary")
    return w.text(str(number), "bodyM", SOFT, width=24, text_align="center")


def strip(title: str, cards: Sequence[Node]) -> list[Node]:
    """Cards side by side under a heading."""
    return [
        w.text(title, "22,28,Bold,0", pad=(16, 22, 16, 12)),
        boxes.strip(cards, rid="strip", height=190, gap=14, pad=(16, 0)),
    ]


@lru_cache(maxsize=256)
def card(title: str, support: str, seed: int, on: Ev, artist: bool = False) -> Node:
    """A cover with its name; artists are round and centred."""
    align = "center" if artist else "start"
    return node(
        "column",
        w.avatar(seed, 140) if artist else cover(seed, 140, 12),
        w.text(title, "titleS", lines=1, pad=(0, 8, 0, 0), width=140, text_align=align),
        small(support, width=140, text_align=align) if support else None,
        on=on, id="card", width=140, desc=f"{title}, {support}" if support else title,
    )  # fmt: skip


def bar(title: str, *actions: Node | None, lead: str = "arrow_back") -> Node:
    """The bar of the pages above the tabs."""
    back = w.action(lead, "Navigate up", w.UP, color="on_surface")
    return line(back, words(heading(title), pad=(8, 0, 0, 0)), actions, id="toolbar", height=64, pad=(4, 0, 8, 0))


def sheet(head: Node, *rows: w.Some) -> Node:
    """What comes up from below."""
    top = line(node("column", head, grow=1), w.action("close", "Close", w.UP), pad=(24, 0, 8, 6))
    options = node("scroll", *rows, id="options", width="fill", align="stretch")
    grip = node("spacer", width=36, height=4, radius=2, bg="outline")
    return column(
        line(grip, justify="center", align="start"), top, options,
        bg="high", radius=(24, 24, 0, 0), pad=(0, 12, 0, 8), gap=4,
    )  # fmt: skip


def entry(glyph: str, title: str, on: Ev, *, support: str = "", color: str = "on_surface") -> Node:
    """A row of a sheet."""
    return sheet_row(
        w.icon(glyph, 24, SOFT), label(title, color=color), on, rid="entry", support=note(support) if support else None,
        height=60 if support else 54, gap=20, pad=(24, 0),
    )  # fmt: skip
