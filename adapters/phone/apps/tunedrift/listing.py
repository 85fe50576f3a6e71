"""Playlists, albums and artists: their songs, and what can be done with a list."""

from collections.abc import Sequence
from dataclasses import replace

from adapters.phone.apps.tunedrift import catalogue, model
from adapters.phone.apps.tunedrift import parts as p
from adapters.phone.apps.tunedrift.app import app
from adapters.phone.apps.tunedrift.catalogue import ARTISTS, BY_ID, PRIVATE, PUBLIC, VISIBILITIES, Album, Track
from adapters.phone.apps.tunedrift.model import LIKED, Playlist, State
from adapters.phone.apps.tunedrift.playback import settled
from adapters.phone.components.boxes import column, line
from adapters.phone.components.buttons import reaction
from adapters.phone.components.dialogs import confirmation
from adapters.phone.components.players import play_button
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import Handled, assign, focus, go, replace_with, share, then
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

about_text = text_style("bodyM", p.SOFT, lines=2, pad=(16, 4, 16, 0))


@app.screen("listing")
def listing(state: State, view: View, to: str = "") -> Screen:
    """A playlist or an album: cover, what can be done with it, its tracks."""
    playlist, album = model.playlist_of(state, to), catalogue.album_of(to)
    shown = playlist or album
    if shown is None:
        gone = w.empty("queue_music", "This list is gone", "It was deleted or never existed.")
        return Screen(w.page(gone), top=p.bar("Playlist"), bottom=p.bottom(state, view), title="Playlist")
    songs = model.tracks_of(state, to)
    picture = line(p.cover(shown.seed, 184, 14, f"Cover of {to}"), justify="center", align="start", pad=(0, 0, 0, 14))
    body = w.page(
        picture if songs else None,
        w.text(to, "28,34,Bold,0", pad=(16, 0), id="name", lines=2),
        about_text(playlist.about) if playlist and playlist.about else None,
        about_text(f"{_facts(shown)}  ·  {_length(songs)}", id="who"),
        _tools(state, view, to, shown, bool(songs)),
        _song_rows(state, view, to, songs, over="listing", picture=playlist is not None) or _no_songs(),
    )
    more = w.action("more_vert", "Playlist options", then(focus(None), go("list_more", to=to)), color="on_surface")
    top = p.bar("Playlist" if playlist else "Album", more if playlist and playlist.is_own else None)
    return Screen(body, top=top, bottom=p.bottom(state, view), title=to)


def _facts(shown: Playlist | Album) -> str:
    if isinstance(shown, Album):
        return f"{shown.artist}  ·  {shown.year}  ·  {shown.genre}"
    return shown.owner if shown.name == LIKED else f"{shown.owner}  ·  {shown.visibility}"


def _length(songs: Sequence[Track]) -> str:
    if not songs:
        return "0 songs"
    return f"{len(songs)} song{'' if len(songs) == 1 else 's'}, {catalogue.total_time(songs)}"


def _tools(state: State, view: View, title: str, shown: Playlist | Album, ready: bool) -> Node:
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
    play = _play(state, view, title, ready)
    return line(first, download, share_button, w.push(), *play, height=64, pad=(8, 0, 16, 0))


def _play(state: State, view: View, source: str, ready: bool) -> tuple[Node, Node]:
    """The buttons that play all of a list."""
    player = settled(state, view.now).player
    playing = player.source == source and bool(player.since)
    on = ev("play_pause") if playing else p.play_all(source)
    return (
        w.action("shuffle", "Shuffle play", p.play_all(source, shuffled=True), color="on_surface"),
        play_button(
            playing, on if ready else None, what="list",
            width=56, height=56, size=30, radius=28, bg="primary", color="on_primary",
        ),
    )  # fmt: skip


def _song_rows(
    state: State, view: View, source: str, songs: Sequence[Track], *, over: str, picture: bool = True
) -> list[Node]:
    player = settled(state, view.now).player
    playing = player.track if player.source == source else None
    return [
        p.track_row(
            track, ev("play", source=source, key=track.id), liked=track.id in state.likes, picture=picture,
            number=place, playing=track == playing, more=p.open_more(track.id, over, source),
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
        line(follow, share_it, w.push(), *_play(state, view, name, True), height=64, pad=(16, 0), gap=4),
        p.section("Popular", pad=(16, 10, 16, 4)),
        _song_rows(state, view, name, model.tracks_of(state, name)[:6], over="artist"),
        p.strip("Albums", records),
    )
    return Screen(body, top=p.bar("Artist"), bottom=p.bottom(state, view), title=name)


@app.on("follow")
def follow(state: State, view: View, name: str) -> State:
    """Follow an artist, or no longer."""
    what = "Unfollowed" if name in state.artists else "Followed"
    return model.recorded(replace(state, artists=toggled(state.artists, name)), view.now, what, name)


@app.sheet("list_more", over="listing", title="Playlist options")
def list_more(state: State, to: str = "") -> Node:
    """What can be done with a playlist of the owner."""
    playlist = model.playlist_of(state, to) or Playlist(to)
    edit = then(fill_form(playlist.name, playlist.about, playlist.visibility), replace_with("form", name=playlist.name))
    hidden = playlist.visibility == PRIVATE
    return p.sheet(
        p.heading(to or "Playlist"),
        p.entry("edit", "Edit name and description", edit),
        p.entry("public" if hidden else "lock", f"Make {'public' if hidden else 'private'}", ev("visibility", name=to)),
        p.entry("queue_music", "Add all to queue", ev("queue_list", to=to)),
        p.entry("delete_outline", "Delete playlist", replace_with("delete_list", to=to), color="error"),
    )


@app.on("visibility")
def change_visibility(state: State, view: View, name: str) -> Handled:
    """Make a playlist public, or private again."""
    playlist = model.playlist_of(state, name)
    if playlist is None:
        return Back()
    visibility = PUBLIC if playlist.visibility == PRIVATE else PRIVATE
    state = model.with_playlist(state, name, lambda item: replace(item, visibility=visibility))
    state = model.recorded(state, view.now, "Playlist changed", name, detail=visibility)
    return state, Back(), Toast(f"Now {visibility.lower()}")


@app.dialog("delete_list", over="listing", title="Delete playlist?", distractor="a wrong turn of the options")
def delete_list(to: str = "") -> Node:
    """The question before a playlist is gone."""
    message = f"“{to}” will be deleted for everybody who follows it."
    return confirmation("Delete playlist?", message, "Delete", ev("delete_list", name=to), rid="")


@app.on("delete_list")
def remove_list(state: State, view: View, name: str) -> Handled:
    """Delete a playlist of the owner, and its download."""
    playlist = model.playlist_of(state, name)
    if playlist is None or not playlist.is_own:
        return Back()
    state = replace(
        state,
        playlists=tuple(item for item in state.playlists if item.name != name),
        downloads=tuple(title for title in state.downloads if title != name),
    )
    state = model.recorded(state, view.now, "Playlist deleted", name, playlist.tracks)
    return state, Back(2), Toast("Playlist deleted")


def fill_form(name: str, about: str, visibility: str) -> Ev:
    """Begin a form with these values."""
    return then(assign("ui.name", name), assign("ui.about", about), assign("ui.visibility", visibility))


@app.screen("form", activity=".PlaylistFormActivity")
def form(state: State, name: str = "", key: str = "") -> Screen:
    """Name, description and who can see it: of a known playlist by its name, or of a new one with a first song."""
    title = "Edit playlist" if name else "New playlist"
    visibility = bind(state, "ui.visibility")
    meaning = {PRIVATE: "Only you", PUBLIC: "Everybody can find it"}
    rows = [
        c.radio_row(
            label, visibility.to(label), label == visibility.value, rid="visibility", support=meaning[label], height=60
        )
        for label in VISIBILITIES
    ]
    body = w.form(
        w.space(8), _box(state, "name", "Name"), _box(state, "about", "Description"),
        w.text("Who can see it", "titleS", p.SOFT, pad=(20, 6, 20, 4)), rows,
    )  # fmt: skip
    done = ev("save_list", old=name, key=key)
    buttons = node(
        "row", c.button("Cancel", w.UP, rid="cancel", variant="outlined", grow=1),
        c.button("Save" if name else "Create", done, rid="done", grow=1), width="fill", gap=12, pad=(16, 8, 16, 12),
    )  # fmt: skip
    return Screen(body, top=p.bar(title, lead="close"), bottom=buttons, title=title)


def _box(state: State, field: str, hint: str) -> Node:
    value = bind(state, f"ui.{field}")
    box = c.field(value.value, hint, field, change=value.changed, submit=focus(None), radius=12, bg="high")
    return column(box, pad=(16, 0, 16, 14))


@app.on("save_list")
def save_list(state: State, view: View, old: str, key: str) -> Handled:
    """Make a playlist, or give a known one another name, description and visibility."""
    name, about, visibility = state.ui.name.strip(), state.ui.about.strip(), state.ui.visibility
    if not name:
        return Toast("Give the playlist a name"), Focus("name")
    if name != old and (model.playlist_of(state, name) is not None or catalogue.album_of(name) is not None):
        return Toast(f"There is “{name}” already")
    if old:
        state = model.with_playlist(
            state, old, lambda item: replace(item, name=name, about=about, visibility=visibility)
        )
        state = model.recorded(state, view.now, "Playlist changed", name, detail=visibility)
        return state, Focus(None), Back(2), Go(route("listing", to=name)), Toast("Saved")
    first = (key,) if key in BY_ID else ()
    playlist = Playlist(name, first, about, visibility, seed=40 + len(state.history))
    state = replace(state, playlists=(playlist, *state.playlists))
    state = model.recorded(state, view.now, "Playlist created", name, first, visibility)
    return state, Focus(None), Replace(route("listing", to=name)), Toast(f"“{name}” created")
