"""What can be done with playlists and their songs: a form, the sheets of a list and of a song, lists to add to."""

from dataclasses import replace

from adapters.phone.apps.tunedrift import model
from adapters.phone.apps.tunedrift import parts as p
from adapters.phone.apps.tunedrift.app import app
from adapters.phone.apps.tunedrift.catalogue import ALBUMS, BY_ID, PRIVATE, PUBLIC, VISIBILITIES, Track
from adapters.phone.apps.tunedrift.model import Playlist, State
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import Handled, assign, back, focus, replace_with, share, then
from adapters.phone.framework.state_paths import bind, find, toggled, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Replace, Route, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node


@app.sheet("list_more", over="listing", title="Playlist options")
def list_more(state: State, to: str = "") -> Node:
    """What can be done with a playlist of the owner."""
    playlist = model.playlist_of(state, to) or Playlist(to)
    edit = then(fill_form(playlist.name, playlist.about, playlist.visibility), replace_with("form", name=playlist.name))
    hidden = playlist.visibility == PRIVATE
    enqueue = p.enqueue(state, playlist.tracks, f"{len(playlist.tracks)} songs added to queue")
    return p.sheet(
        p.heading(to or "Playlist"),
        p.entry("edit", "Edit name and description", edit),
        p.entry("public" if hidden else "lock", f"Make {'public' if hidden else 'private'}", ev("visibility", name=to)),
        p.entry("queue_music", "Add all to queue", enqueue),
        p.entry("delete_outline", "Delete playlist", replace_with("delete_list", to=to), color="error"),
    )


@app.on("visibility")
def change_visibility(state: State, view: View, name: str) -> Handled:
    """Make a playlist public, or private again."""
    playlist = model.playlist_of(state, name)
    if playlist is None:
        return Back()
    visibility = PUBLIC if playlist.visibility == PRIVATE else PRIVATE
    state = model.with_playlist(state, name, visibility=visibility)
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
        playlists=without(state.playlists, name=name),
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
    if name != old and (model.playlist_of(state, name) or find(ALBUMS, title=name)):
        return Toast(f"There is “{name}” already")
    if old:
        state = model.with_playlist(state, old, name=name, about=about, visibility=visibility)
        state = model.recorded(state, view.now, "Playlist changed", name, detail=visibility)
        return state, Focus(None), Back(2), Go(route("listing", to=name)), Toast("Saved")
    first = (key,) if key in BY_ID else ()
    playlist = Playlist(name, first, about, visibility, seed=40 + len(state.history))
    state = replace(state, playlists=(playlist, *state.playlists))
    state = model.recorded(state, view.now, "Playlist created", name, first, visibility)
    return state, Focus(None), Replace(route("listing", to=name)), Toast(f"“{name}” created")


@app.sheet("more", over="home", title="Song")
def more(state: State, here: Route, key: str = "", to: str = "") -> Node:
    """What else can be done with a track, which was found in the list `to`."""
    track = BY_ID.get(key)
    if track is None:
        return p.sheet(p.heading("Song"), p.entry("close", "Gone", w.UP))
    liked = key in state.likes
    playlist, musician = model.playlist_of(state, to), track.artist.split(", ")[0]
    remove = p.entry("remove_circle_outline", "Remove from this playlist", ev("list_out", key=key, to=to))
    return p.sheet(
        _head(track),
        p.entry(
            "favorite" if liked else "favorite_border", f"{'Remove from' if liked else 'Add to'} liked songs",
            p.like(state, key),
        ),
        p.entry("playlist_add", "Add to playlist", replace_with("add_to", **dict(here.args))),
        p.entry("playlist_play", "Play next", p.enqueue(state, (key,), "Plays next", after_this=True)),
        p.entry("queue_music", "Add to queue", p.enqueue(state, (key,), "Added to queue")),
        remove if playlist and playlist.is_own else None,
        p.entry("album", "Go to album", replace_with("listing", to=track.album)),
        p.entry("person", f"Go to {musician}", replace_with("artist", name=musician)),
        p.entry("share", "Share", then(back(), share(f"{track.title} by {track.artist} on Tunedrift"))),
    )  # fmt: skip


def _head(track: Track) -> Node:
    return line(
        p.cover(track.seed, 52, 8), words(p.section(track.title, heading=True, lines=1), p.note(track.artist)), gap=14
    )


@app.sheet(
    "add_to", over="home", title="Add to playlist", distractor="adds a song to a playlist instead of taking it out"
)
def add_to(state: State, key: str = "") -> Node:
    """The playlists of the owner that a track can go to."""
    new = then(fill_form("", "", PRIVATE), replace_with("form", key=key), focus("name"))
    rows = [_target(playlist, key) for playlist in state.playlists if playlist.is_own]
    return p.sheet(p.heading("Add to playlist"), p.entry("add", "New playlist", new), rows)


def _target(playlist: Playlist, key: str) -> Node:
    about = f"{len(playlist.tracks)} songs{', already here' if key in playlist.tracks else ''}"
    return line(
        p.cover(playlist.seed, 48, 8), words(p.label(playlist.name), p.note(about)),
        on=ev("list_in", key=key, to=playlist.name), id="entry", height=64, gap=16, pad=(24, 0),
    )  # fmt: skip


@app.on("list_in")
def add_to_list(state: State, view: View, key: str, to: str) -> Handled:
    """Add a track to a playlist of the owner."""
    playlist = find(state.playlists, name=to)
    if playlist is None or not playlist.is_own:
        return Back()
    if key in playlist.tracks:
        return Toast(f"Already in “{to}”")
    state = model.with_playlist(state, to, tracks=(*playlist.tracks, key))
    return model.recorded(state, view.now, "Added to playlist", to, (key,)), Back(), Toast(f"Added to “{to}”")


@app.on("list_out")
def remove_from_list(state: State, view: View, key: str, to: str) -> Handled:
    """Take a track out of a playlist of the owner."""
    playlist = find(state.playlists, name=to)
    if playlist is None:
        return Back()
    state = model.with_playlist(state, to, tracks=toggled(playlist.tracks, key))
    return model.recorded(state, view.now, "Removed from playlist", to, (key,)), Back(), Toast(f"Removed from “{to}”")
