"""Home, search, and the library: playlists, albums, artists and downloads, one shelf at a time."""

from collections.abc import Sequence
from typing import Any

from adapters.phone.apps.tunedrift import parts as p
from adapters.phone.apps.tunedrift.app import app
from adapters.phone.apps.tunedrift.catalogue import (
    ALBUMS,
    ARTISTS,
    GENRES,
    PRIVATE,
    TRACKS,
    Album,
    Genre,
    Track,
    matches,
)
from adapters.phone.apps.tunedrift.model import LIKED, OWNER, SCOPES, SHELVES, State, playlist_of, recent
from adapters.phone.apps.tunedrift.playlists import fill_form
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import chip_choice, chip_strip
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import focus, go, then
from adapters.phone.framework.state_paths import Bound, bind, find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

_TUESDAY = 1


@app.screen("home")
def home(state: State, view: View) -> Screen:
    """What was heard last, what is made for the owner, what is new."""
    top = line(
        p.page_title(_greeting(view.now.hour)),
        w.action("notifications_none", "What's new", p.open_list(state, "Fresh Current"), color="on_surface"),
        height=64, pad=(16, 0, 4, 0),
    )  # fmt: skip
    names = dict.fromkeys((*recent(state), LIKED, *(playlist.name for playlist in state.playlists)))
    tiles = [_tile(state, title) for title in [*names][:6]]
    editorial = [playlist for playlist in state.playlists if playlist.owner != OWNER]
    newest = sorted(ALBUMS, key=lambda album: -album.year)[:7]
    unknown = [artist for artist in ARTISTS.values() if artist.name not in state.artists]
    day = "a Tuesday" if view.now.weekday() == _TUESDAY else "today"
    body = w.page(
        _grid(tiles, gap=8, pad=(16, 4, 16, 0)),
        p.strip("Made for Robin", [
            p.card(playlist.name, playlist.about or playlist.owner, playlist.seed, p.open_list(state, playlist.name))
            for playlist in editorial
        ]),
        p.strip("New releases", [
            p.card(album.title, album.artist, album.seed, p.open_list(state, album.title)) for album in newest
        ]),
        p.strip("Artists you may like", [
            p.card(artist.name, "Artist", artist.face, p.open_artist(artist.name), True) for artist in unknown
        ]),
        w.text(f"Songs for {day}", "22,28,Bold,0", pad=(16, 22, 16, 8)),
        [
            p.track_row(
                track, ev("play", source=track.album, key=track.id), liked=track.id in state.likes,
                more=p.open_more(track.id),
            )
            for track in TRACKS[4::9]
        ],
    )  # fmt: skip
    return Screen(body, top=top, bottom=p.bottom(state, view, "Home"), title="Home")


def _grid(tiles: Sequence[Node], **look: Any) -> Node:
    return node("grid", tiles, columns=2, width="fill", align="stretch", **look)


def _greeting(hour: int) -> str:
    if hour < 12:
        return "Good morning"
    return "Good afternoon" if hour < 18 else "Good evening"


def _tile(state: State, title: str) -> Node:
    """A short way to a list."""
    shown = playlist_of(state, title) or find(ALBUMS, title=title)
    picture = p.cover(shown.seed, 56, 0) if shown else w.space(56, 56)
    return node(
        "row", p.heart(26, 0) if title == LIKED else picture, w.text(title, "13,17,Bold,0", lines=2, grow=1),
        on=p.open_list(state, title), id="tile",
        height=56, bg="high", radius=8, gap=10, align="center", pad=(0, 0, 8, 0),
    )  # fmt: skip


@app.screen("search", distractor="a second way to songs and lists, of others too")
def search(state: State, view: View) -> Screen:
    """Genres before anything is typed, then songs, albums, artists and lists by scope."""
    query, scope = bind(state, "ui.query"), bind(state, "ui.scope")
    top = search_bar(query, "Songs, artists, playlists")
    if not query.value.strip():
        rows = [
            p.section("Browse all", pad=(16, 12, 16, 10)),
            _grid([_genre(genre, query) for genre in GENRES], gap=10, pad=(16, 0)),
        ]
    else:
        rows = _results(state, view)
        scopes = chip_strip(
            scope.value, SCOPES, rid="scope", group="scopes", on=lambda label: then(scope.to(label), focus(None)),
            height=44, pad=(16, 4, 16, 8), align="center",
        )  # fmt: skip
        top = column(top, scopes)
    if not rows:
        rows = [w.empty("search", f"Nothing for “{query.value.strip()}”", "Check the spelling, or use fewer words.")]
    return Screen(w.page(rows), top=top, bottom=p.bottom(state, view, "Search"), title="Search")


def _genre(genre: Genre, query: Bound[str]) -> Node:
    album = next((album for album in ALBUMS if album.genre == genre.name), ALBUMS[0])
    picture = node("column", p.cover(album.seed, 64, 8), place=("end", "end"))
    return node(
        "stack", w.text(genre.name, "titleM/Bold", "#FFFFFF", pad=(12, 12, 0, 0)), picture,
        on=query.to(genre.name), id="genre", desc=genre.name, height=96, bg=genre.color, radius=10,
    )  # fmt: skip


def _results(state: State, view: View) -> list[Node]:
    query, scope = state.ui.query, state.ui.scope
    found = {
        "Artists": [
            _result(p.portrait(artist.name, 48), artist.name, "Artist", p.open_artist(artist.name))
            for artist in ARTISTS.values()
            if matches(query, artist.name, artist.about)
        ],
        "Songs": _songs(state, view),
        "Albums": [_album(state, album) for album in ALBUMS if matches(query, album.title, album.artist, album.genre)],
        "Playlists": [
            _result(p.cover(item.seed, 48, 6), item.name, f"Playlist  ·  {item.owner}", p.open_list(state, item.name))
            for item in state.playlists
            if matches(query, item.name, item.about, item.owner)
        ],
    }
    return [row for kind, rows in found.items() if scope in ("All", kind) for row in rows]


def _album(state: State, album: Album) -> Node:
    about = f"Album  ·  {album.artist}  ·  {album.year}"
    return _result(p.cover(album.seed, 48, 6), album.title, about, p.open_list(state, album.title))


def _songs(state: State, view: View) -> list[Node]:
    player = state.player
    return [
        p.track_row(
            track, ev("play", source=track.album, key=track.id), liked=track.id in state.likes,
            playing=bool(player.since) and track == player.track, more=p.open_more(track.id, "search"),
        )
        for track in TRACKS
        if _is_wanted(state.ui.query, track)
    ]  # fmt: skip


def _is_wanted(query: str, track: Track) -> bool:
    album = find(ALBUMS, title=track.album)
    genre = album.genre if album else ""
    return matches(query, track.title, track.artist, genre)


def _result(picture: Node, title: str, support: str, on: Ev) -> Node:
    texts = words(p.name(title), p.note(support))
    return line(picture, texts, w.icon("chevron_right"), on=on, id="result", height=64, gap=12, pad=(16, 0))


@app.screen("library", distractor="a second way to the playlists, beside the tiles of home")
def library(state: State, view: View) -> Screen:
    """One shelf at a time."""
    shelf = bind(state, "ui.shelf")
    new = then(fill_form("", "", PRIVATE), go("form"), focus("name"))
    head = line(
        p.page_title("Your library"), w.action("add", "New playlist", new, color="on_surface"),
        height=64, pad=(16, 0, 4, 0),
    )  # fmt: skip
    names = _names(state, shelf.value)
    rows = [row for title in names if (row := _row_of(state, shelf.value, title))]
    nothing = w.empty("library_music", f"No {shelf.value.lower()} yet", "What you save is kept here.")
    return Screen(
        w.page(rows or nothing),
        top=column(head, chip_choice(shelf, SHELVES, rid="shelf", group="chip_group", inset=16, cls=""), w.space(6)),
        bottom=p.bottom(state, view, "Your library"),
        title="Your library",
    )


def _names(state: State, shelf: str) -> Sequence[str]:
    """What stands on a shelf."""
    lists = (LIKED, *(playlist.name for playlist in state.playlists))
    if shelf == "Downloads":
        names = state.downloads
        return [title for title in lists if title in names] + [title for title in names if find(ALBUMS, title=title)]
    return {"Playlists": lists, "Albums": state.albums, "Artists": state.artists}[shelf]


def _row_of(state: State, shelf: str, title: str) -> Node | None:
    if shelf == "Artists":
        return _row(p.portrait(title, 56), title, "Artist", p.open_artist(title))
    playlist, album = playlist_of(state, title), find(ALBUMS, title=title)
    if playlist is not None:
        about = f"Playlist  ·  {len(playlist.tracks)} songs  ·  {playlist.owner}"
        picture = p.heart(28, 8) if title == LIKED else p.cover(playlist.seed, 56, 8)
    elif album is not None:
        about, picture = f"Album  ·  {album.artist}", p.cover(album.seed, 56, 8)
    else:
        return None
    return _row(picture, title, about, p.open_list(state, title), title in state.downloads)


def _row(picture: Node, title: str, support: str, on: Ev, on_phone: bool = False) -> Node:
    mark = w.icon("download_done", 16, "primary", desc="Downloaded") if on_phone else None
    about = words(p.name(title), line(mark, p.note(support, grow=1), gap=6))
    return line(picture, about, on=on, id="item", height=72, gap=14, pad=(16, 0))
