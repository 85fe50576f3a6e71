"""What can be done with a song, over the page where it was found."""

from dataclasses import replace

from adapters.phone.apps.tunedrift import parts as p
from adapters.phone.apps.tunedrift.app import app
from adapters.phone.apps.tunedrift.catalogue import BY_ID, PRIVATE, Track
from adapters.phone.apps.tunedrift.front import home, search
from adapters.phone.apps.tunedrift.listing import artist, fill_form, listing
from adapters.phone.apps.tunedrift.model import Playlist, State, playlist_of, recorded, with_playlist
from adapters.phone.apps.tunedrift.player import player
from adapters.phone.components.bottom_sheets import sheet_over
from adapters.phone.components.boxes import line, words
from adapters.phone.framework.actions import Handled, back, focus, replace_with, share, then
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Node, ev


def _page_below(state: State, view: View, over: str, source: str) -> Screen:
    """The page that the sheet lies on."""
    if over == "listing":
        return listing(state, view, source)
    if over == "artist":
        return artist(state, view, source)
    return {"search": search, "player": player}.get(over, home)(state, view)


@app.screen("more")
def more(state: State, view: View, key: str = "", over: str = "home", source: str = "") -> Screen:
    """What else can be done with a track."""
    below, track = _page_below(state, view, over, source), BY_ID.get(key)
    if track is None:
        return sheet_over(below, p.sheet(p.heading("Song"), p.entry("close", "Gone", w.UP)), "Song")
    liked = key in state.likes
    playlist, musician = playlist_of(state, source), track.artist.split(", ")[0]
    remove = p.entry("remove_circle_outline", "Remove from this playlist", ev("list_out", key=key, to=source))
    window = p.sheet(
        _head(track),
        p.entry(
            "favorite" if liked else "favorite_border", f"{'Remove from' if liked else 'Add to'} liked songs",
            p.like(state, key),
        ),
        p.entry("playlist_add", "Add to playlist", replace_with("add_to", key=key, over=over, source=source)),
        p.entry("playlist_play", "Play next", ev("queue_next", key=key)),
        p.entry("queue_music", "Add to queue", ev("queue_last", key=key)),
        remove if playlist and playlist.is_own else None,
        p.entry("album", "Go to album", replace_with("listing", to=track.album)),
        p.entry("person", f"Go to {musician}", replace_with("artist", name=musician)),
        p.entry("share", "Share", then(back(), share(f"{track.title} by {track.artist} on Tunedrift"))),
    )  # fmt: skip
    return sheet_over(below, window, "Song")


def _head(track: Track) -> Node:
    return line(
        p.cover(track.seed, 52, 8), words(p.section(track.title, heading=True, lines=1), p.note(track.artist)), gap=14
    )


@app.screen("add_to", distractor="adds a song to a playlist instead of taking it out")
def add_to(state: State, view: View, key: str = "", over: str = "home", source: str = "") -> Screen:
    """The playlists of the owner that a track can go to."""
    new = then(fill_form("", "", PRIVATE), replace_with("form", key=key), focus("name"))
    rows = [_target(playlist, key) for playlist in state.playlists if playlist.is_own]
    window = p.sheet(p.heading("Add to playlist"), p.entry("add", "New playlist", new), rows)
    return sheet_over(_page_below(state, view, over, source), window, "Add to playlist")


def _target(playlist: Playlist, key: str) -> Node:
    about = f"{len(playlist.tracks)} songs{', already here' if key in playlist.tracks else ''}"
    return line(
        p.cover(playlist.seed, 48, 8), words(p.label(playlist.name), p.note(about)),
        on=ev("list_in", key=key, to=playlist.name), id="entry", height=64, gap=16, pad=(24, 0),
    )  # fmt: skip


@app.on("list_in")
def add_to_list(state: State, view: View, key: str, to: str) -> Handled:
    """Add a track to a playlist of the owner."""
    playlist = playlist_of(state, to)
    if playlist is None or not playlist.is_own:
        return Back()
    if key in playlist.tracks:
        return Toast(f"Already in “{to}”")
    state = with_playlist(state, to, lambda item: replace(item, tracks=(*item.tracks, key)))
    return recorded(state, view.now, "Added to playlist", to, (key,)), Back(), Toast(f"Added to “{to}”")


@app.on("list_out")
def remove_from_list(state: State, view: View, key: str, to: str) -> Handled:
    """Take a track out of a playlist of the owner."""

    def without(playlist: Playlist) -> Playlist:
        return replace(playlist, tracks=tuple(item for item in playlist.tracks if item != key))

    state = recorded(with_playlist(state, to, without), view.now, "Removed from playlist", to, (key,))
    return state, Back(), Toast(f"Removed from “{to}”")
