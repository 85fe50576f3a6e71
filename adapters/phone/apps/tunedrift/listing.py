"""Playlists, albums and artists: their songs, and what can be done with a list."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from adapters.phone.apps.tunedrift import catalogue, model
from adapters.phone.apps.tunedrift import parts as p
from adapters.phone.apps.tunedrift.app import app
from adapters.phone.apps.tunedrift.catalogue import ALBUMS, ARTISTS, Album, Track
from adapters.phone.apps.tunedrift.model import LIKED, Playlist, State
from adapters.phone.components.boxes import line
from adapters.phone.components.buttons import reaction
from adapters.phone.components.players import play_button
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import Handled, focus, go, share, then
from adapters.phone.framework.state_paths import find, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, Toast, View
from adapters.phone.ui.node import Ev, Node, ev

about_text = text_style("bodyM", p.SOFT, lines=2, pad=(16, 4, 16, 0))


@app.screen("listing")
def listing(state: State, view: View, to: str = "") -> Screen:
    """A playlist or an album: cover, what can be done with it, its tracks."""
    playlist, album = model.playlist_of(state, to), find(ALBUMS, title=to)
    shown = playlist or album
    if shown is None:
        gone = w.empty("queue_music", "This list is gone", "It was deleted or never existed.")
        return Screen(w.page(gone), top=p.bar("Playlist"), bottom=p.bottom(state, view), title="Playlist")
    songs = model.tracks_of(state, to)
    picture = line(p.cover(shown.seed, 184, 14, f"Cover of {to}"), justify="center", align="start", pad=(0, 0, 0, 14))
    rows = _song_rows(state, to, songs, lambda key: p.open_more(key, "listing", to=to), picture=playlist is not None)
    body = w.page(
        picture if songs else None,
        w.text(to, "28,34,Bold,0", pad=(16, 0), id="name", lines=2),
        about_text(playlist.about) if playlist and playlist.about else None,
        about_text(f"{_facts(shown)}  ·  {_length(songs)}", id="who"),
        _tools(state, to, shown, bool(songs)),
        rows or _no_songs(),
    )
    options = w.action("more_vert", "Playlist options", then(focus(None), go("list_more", to=to)), color="on_surface")
    top = p.bar("Playlist" if playlist else "Album", options if playlist and playlist.is_own else None)
    return Screen(body, top=top, bottom=p.bottom(state, view), title=to)


def _facts(shown: Playlist | Album) -> str:
    if isinstance(shown, Album):
        return f"{shown.artist}  ·  {shown.year}  ·  {shown.genre}"
    return shown.owner if shown.name == LIKED else f"{shown.owner}  ·  {shown.visibility}"


def _length(songs: Sequence[Track]) -> str:
    if not songs:
        return "0 songs"
    return f"{len(songs)} song{'' if len(songs) == 1 else 's'}, {catalogue.total_time(songs)}"


def _tools(state: State, title: str, shown: Playlist | Album, ready: bool) -> Node:
    """What can be done with a list."""
    share_it = share(f"{title} on Tunedrift, {len(model.tracks_of(state, title))} songs")
    if isinstance(shown, Album):
        first = reaction(
            title in state.albums, ("check_circle", "add_circle_outline"), ("Remove from library", "Save to library"),
            ev("save_album", title=title),
        )  # fmt: skip
    else:
        first = w.action("person_add", "Invite somebody", share_it, color=p.SOFT)
    download = reaction(
        title in state.downloads, ("download_done", "download"), ("Remove download", "Download"),
        ev("download", to=title),
    )  # fmt: skip
    share_button = w.action("share", "Share", share_it, color=p.SOFT)
    play = _play(state, title, ready)
    return line(first, download, share_button, w.push(), *play, height=64, pad=(8, 0, 16, 0))


def _play(state: State, source: str, ready: bool) -> tuple[Node, Node]:
    """The buttons that play all of a list."""
    playing = state.player.source == source and bool(state.player.since)
    on = ev("play_pause") if playing else p.play_all(source)
    return (
        w.action("shuffle", "Shuffle play", p.play_all(source, shuffled=True), color="on_surface", enabled=ready),
        play_button(
            playing, on if ready else None, what="list",
            width=56, height=56, size=30, radius=28, bg="primary", color="on_primary",
        ),
    )  # fmt: skip


def _song_rows(
    state: State, source: str, songs: Sequence[Track], more: Callable[[str], Ev], *, picture: bool = True
) -> list[Node]:
    playing = state.player.track if state.player.source == source else None
    return [
        p.track_row(
            track, ev("play", source=source, key=track.id), liked=track.id in state.likes, picture=picture,
            number=place, playing=track == playing, more=more(track.id),
        )
        for place, track in enumerate(songs, 1)
    ]  # fmt: skip


def _no_songs() -> Node:
    find = c.button("Find songs", p.TO_SEARCH, rid="find", variant="tonal", height=40, width="wrap")
    return w.empty("queue_music", "No songs yet", "Find one and put it here.", find)


@app.on("save_album")
def save_album(state: State, view: View, title: str) -> Handled:
    """Save an album to the library, or remove it."""
    what = "Removed from library" if title in state.albums else "Saved to library"
    state = replace(state, albums=toggled(state.albums, title))
    return model.recorded(state, view.now, what, title), Toast(what)


@app.on("download")
def download(state: State, view: View, to: str) -> Handled:
    """Download a list, or remove it from the phone."""
    what = "Download removed" if to in state.downloads else "Downloaded"
    state = replace(state, downloads=toggled(state.downloads, to))
    return model.recorded(state, view.now, what, to), Toast(what)


@app.screen("artist", distractor="its songs look like those of a playlist; following is not saving")
def artist(state: State, view: View, name: str = "") -> Screen:
    """An artist: picture, follow, the songs, the records."""
    known = ARTISTS.get(name)
    if known is None:
        gone = w.empty("person", "Nobody here", "This artist is not on Tunedrift.")
        return Screen(w.page(gone), top=p.bar("Artist"), bottom=p.bottom(state, view), title="Artist")
    follows = name in state.artists
    follow = c.button(
        "Following" if follows else "Follow", ev("follow", name=name), rid="follow",
        variant="tonal" if follows else "outlined", height=40, width="wrap",
    )  # fmt: skip
    share_it = w.action("share", "Share", share(f"{name} on Tunedrift"), color=p.SOFT)
    records = [
        p.card(album.title, str(album.year), album.seed, p.open_list(state, album.title))
        for album in catalogue.albums_by(name)
    ]
    body = w.page(
        line(p.portrait(name, 168), justify="center", align="start", pad=(0, 4, 0, 12)),
        w.text(name, "32,40,Bold,0", text_align="center", pad=(16, 0), width="fill", id="name"),
        w.text(known.about, "bodyM", p.SOFT, text_align="center", pad=(24, 4, 24, 8), width="fill"),
        line(follow, share_it, w.push(), *_play(state, name, True), height=64, pad=(16, 0), gap=4),
        p.section("Popular", pad=(16, 10, 16, 4)),
        _song_rows(state, name, model.tracks_of(state, name)[:6], lambda key: p.open_more(key, "artist", name=name)),
        p.strip("Albums", records),
    )
    return Screen(body, top=p.bar("Artist"), bottom=p.bottom(state, view), title=name)


@app.on("follow")
def follow(state: State, view: View, name: str) -> State:
    """Follow an artist, or no longer."""
    what = "Unfollowed" if name in state.artists else "Followed"
    return model.recorded(replace(state, artists=toggled(state.artists, name)), view.now, what, name)
