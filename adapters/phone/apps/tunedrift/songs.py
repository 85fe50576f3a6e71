"""What can be done with a song, over the page where it was found."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.tunedrift.front import home, search
from adapters.phone.apps.tunedrift.model import State, own, playlist, track
from adapters.phone.apps.tunedrift.parts import SOFT, cover, entry, heading, sheet, tag
from adapters.phone.apps.tunedrift.player import player
from adapters.phone.apps.tunedrift.shelf import artist, listing
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View, route
from adapters.phone.ui.node import ev, node


def _under(state: State, place: Route, view: View) -> Screen:
    """The page that the sheet lies on."""
    over, source = place.get("over", "home"), place.get("source", "")
    if over == "listing":
        return listing(state, route("listing", to=source), view)
    if over == "artist":
        return artist(state, route("artist", name=source), view)
    return {"search": search, "player": player}.get(over, home)(state, place, view)


def more(state: State, place: Route, view: View) -> Screen:
    """What else can be done with a track."""
    key, source = place.get("key", ""), place.get("source", "")
    one = track(key)
    if one is None:
        return replace(_under(state, place, view), overlay=sheet(heading("Song"), entry("close", "Gone", w.UP)),
                       title="Song")  # fmt: skip
    liked = key in state.likes
    inside = playlist(state, source)
    return replace(
        _under(state, place, view),
        overlay=sheet(
            tag(one),
            entry("favorite" if liked else "favorite_border", "Remove from liked songs" if liked else
                  "Add to liked songs", ev("like", key=key)),
            entry("playlist_add", "Add to playlist",
                  ev("add_ask", key=key, over=place.get("over", "home"), source=source)),
            entry("playlist_play", "Play next", ev("queue_next", key=key)),
            entry("queue_music", "Add to queue", ev("queue_last", key=key)),
            entry("remove_circle_outline", "Remove from this playlist", ev("list_out", key=key, to=source))
            if inside and own(inside) else None,
            entry("album", "Go to album", ev("to_album", to=one.album)),
            entry("person", f"Go to {one.artist.split(', ')[0]}", ev("to_artist", name=one.artist.split(", ")[0])),
            entry("share", "Share", ev("share", key=key, up=True)),
        ),
        title="Song",
    )  # fmt: skip


def add_to(state: State, place: Route, view: View) -> Screen:
    """The playlists of the owner that a track can go to."""
    key = place.get("key", "")
    rows = [
        node(
            "row", cover(one.seed, 48, 8),
            node("column", w.text(one.name, "bodyL", lines=1),
                 w.text(f"{len(one.tracks)} songs" + (", already here" if key in one.tracks else ""), "bodyM", SOFT,
                        lines=1), grow=1),
            on=ev("list_in", key=key, to=one.name), id="entry", width="fill", height=64, gap=16, align="center",
            pad=(24, 0, 24, 0),
        )
        for one in state.playlists if own(one)
    ]  # fmt: skip
    window = sheet(heading("Add to playlist"), entry("add", "New playlist", ev("new", key=key)), rows)
    return replace(_under(state, place, view), overlay=window, title="Add to playlist")
