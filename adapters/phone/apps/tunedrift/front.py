"""Home and search."""

from __future__ import annotations

from adapters.phone.apps.tunedrift.clockwork import settled
from adapters.phone.apps.tunedrift.content import ALBUMS, ARTISTS, GENRES, TRACKS
from adapters.phone.apps.tunedrift.model import SCOPES, State, album, found, playlist, recent
from adapters.phone.apps.tunedrift.music import LIKED, Album, Playlist
from adapters.phone.apps.tunedrift.parts import SOFT, bottom, card, cover, portrait, strip, track_row
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def home(state: State, place: Route, view: View) -> Screen:
    """What was heard last, what is made for the owner, what is new."""
    hour = view.now.hour
    greeting = "Good morning" if hour < 12 else "Good afternoon" if hour < 18 else "Good evening"
    top = node(
        "row", w.text(greeting, "26,32,Bold,0", heading=True, grow=1),
        w.action("notifications_none", "What's new", ev("open", to="Fresh Current"), color="on_surface"),
        w.action("settings", "Settings", ev("go", to="settings"), color="on_surface"),
        width="fill", height=64, pad=(16, 0, 4, 0), align="center",
    )  # fmt: skip
    names = [*dict.fromkeys((*recent(state), LIKED, *(one.name for one in state.playlists)))][:6]
    tiles = [_tile(state, name) for name in names]
    editorial = [one for one in state.playlists if one.owner != "Robin Vale"]
    body = w.page(
        node("grid", tiles, columns=2, gap=8, width="fill", align="stretch", pad=(16, 4, 16, 0)),
        strip("Made for Robin", [card(one.name, one.about or one.owner, one.seed, ev("open", to=one.name))
                                 for one in editorial], 190),
        strip("New releases", [_album_card(one) for one in sorted(ALBUMS, key=lambda each: -each.year)[:7]], 190),
        strip("Artists you may like", [card(name, "Artist", seed, ev("artist", name=name), True)
                                       for name, seed, _ in ARTISTS if name not in state.artists], 190),
        w.text("Songs for a Tuesday" if view.now.weekday() == 1 else "Songs for today", "22,28,Bold,0",
               pad=(16, 22, 16, 8)),
        [track_row(one, ev("play", source=one.album, key=one.id), liked=one.id in state.likes,
                   more=ev("more", key=one.id)) for one in TRACKS[4::9]],
    )  # fmt: skip
    return Screen(body, top=top, bottom=bottom(state, view, "Home"), title="Home")


def _album_card(one: Album) -> Node:
    return card(one.title, one.artist, one.seed, ev("open", to=one.title))


def _tile(state: State, name: str) -> Node:
    """A short way to a list."""
    found_: Playlist | Album | None = playlist(state, name) or album(name)
    picture = cover(found_.seed, 56, 0) if found_ else w.space(56, 56)
    if name == LIKED:
        picture = node(
            "stack", w.icon("favorite", 26, "on_primary", place=("center", "center")), width=56, height=56, bg="primary"
        )
    return node(
        "row", picture, w.text(name, "13,17,Bold,0", lines=2, grow=1), on=ev("open", to=name), id="tile",
        height=56, bg="high", radius=8, gap=10, align="center", pad=(0, 0, 8, 0),
    )  # fmt: skip


def search(state: State, place: Route, view: View) -> Screen:
    """Genres before anything is typed, then songs, albums, artists and lists by scope."""
    query, scope = state.ui.query, state.ui.scope
    top: Node = c.search_bar(query, "Songs, artists, playlists")
    if query.strip():
        picks = [c.chip(name, ev("scope", name=name), name == scope, rid="scope", single=True) for name in SCOPES]
        line = node("scroll", picks, horizontal=True, id="scopes", width="fill", height=44, gap=8, pad=(16, 4, 16, 8),
                    align="center")  # fmt: skip
        top = node("column", top, line, width="fill", align="stretch")
        rows = _results(state, query, scope, view)
        if not rows:
            rows = [w.empty("search", f"Nothing for “{query.strip()}”", "Check the spelling, or use fewer words.")]
    else:
        tiles = [_genre(name, color) for name, color in GENRES]
        rows = [
            w.text("Browse all", "titleM", pad=(16, 12, 16, 10)),
            node("grid", tiles, columns=2, gap=10, width="fill", align="stretch", pad=(16, 0, 16, 0)),
        ]
    return Screen(w.page(rows), top=top, bottom=bottom(state, view, "Search"), title="Search")


def _genre(name: str, color: str) -> Node:
    one = next((each for each in ALBUMS if each.genre == name), ALBUMS[0])
    picture = node("column", cover(one.seed, 64, 8), place=("end", "end"))
    return node(
        "stack", w.text(name, "titleM/Bold", "#FFFFFF", pad=(12, 12, 0, 0)), picture, on=ev("query", text=name),
        id="genre", desc=name, height=96, bg=color, radius=10,
    )  # fmt: skip


def _results(state: State, query: str, scope: str, view: View) -> list[Node]:
    rows: list[Node] = []
    on = settled(state, view.now).player
    if scope in ("All", "Artists"):
        rows += [
            _result(portrait(name, 48), name, "Artist", "artist", name)
            for name, _, about in ARTISTS if found(query, name, about)
        ]  # fmt: skip
    if scope in ("All", "Songs"):
        genres = {one.title: one.genre for one in ALBUMS}
        rows += [
            track_row(one, ev("play", source=one.album, key=one.id), liked=one.id in state.likes,
                      playing=bool(on.since) and on.queue[on.at : on.at + 1] == (one.id,),
                      more=ev("more", key=one.id, over="search"))
            for one in TRACKS
            if found(query, one.title, one.artist, genres[one.album])
            and (state.prefs.explicit or not one.explicit)
        ]  # fmt: skip
    if scope in ("All", "Albums"):
        rows += [
            _result(cover(one.seed, 48, 6), one.title, f"Album  ·  {one.artist}  ·  {one.year}", "open", one.title)
            for one in ALBUMS if found(query, one.title, one.artist, one.genre)
        ]  # fmt: skip
    if scope in ("All", "Playlists"):
        rows += [
            _result(cover(one.seed, 48, 6), one.name, f"Playlist  ·  {one.owner}", "open", one.name)
            for one in state.playlists if found(query, one.name, one.about, one.owner)
        ]  # fmt: skip
    return rows


def _result(picture: Node, title: str, support: str, event: str, to: str) -> Node:
    on = ev("artist", name=to) if event == "artist" else ev("open", to=to)
    return node(
        "row", picture, node("column", w.text(title, "16,22,Medium,0", lines=1), w.text(support, "bodyM", SOFT,
                             lines=1), grow=1), w.icon("chevron_right"),
        on=on, id="result", width="fill", height=64, gap=12, align="center", pad=(16, 0, 16, 0),
    )  # fmt: skip
