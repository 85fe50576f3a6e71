"""The library: playlists, albums, artists and downloads, one shelf at a time."""

from collections.abc import Sequence

from adapters.phone.apps.tunedrift import parts as p
from adapters.phone.apps.tunedrift.app import app
from adapters.phone.apps.tunedrift.catalogue import PRIVATE, album_of
from adapters.phone.apps.tunedrift.listing import fill_form
from adapters.phone.apps.tunedrift.model import LIKED, SHELVES, State, playlist_of
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import focus, go, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node


@app.screen("library", distractor="a second way to the playlists, beside the tiles of home")
def library(state: State, view: View) -> Screen:
    """One shelf at a time."""
    shelf = bind(state, "ui.shelf")
    new = then(fill_form("", "", PRIVATE), go("form"), focus("name"))
    head = line(
        p.page_title("Your library"), w.action("add", "New playlist", new, color="on_surface"),
        height=64, pad=(16, 0, 4, 0),
    )  # fmt: skip
    chips = [c.chip(label, shelf.to(label), label == shelf.value, rid="shelf", single=True) for label in SHELVES]
    names = _names(state, shelf.value)
    rows = [row for title in names if (row := _row_of(state, shelf.value, title))]
    nothing = w.empty("library_music", f"No {shelf.value.lower()} yet", "What you save is kept here.")
    return Screen(
        w.page(rows or nothing),
        top=column(head, c.chips(chips, inset=16), w.space(6)),
        bottom=p.bottom(state, view, "Your library"),
        title="Your library",
    )


def _names(state: State, shelf: str) -> Sequence[str]:
    """What stands on a shelf."""
    lists = (LIKED, *(playlist.name for playlist in state.playlists))
    if shelf == "Downloads":
        names = state.downloads
        return [title for title in lists if title in names] + [title for title in names if album_of(title)]
    return {"Playlists": lists, "Albums": state.albums, "Artists": state.artists}[shelf]


def _row_of(state: State, shelf: str, title: str) -> Node | None:
    if shelf == "Artists":
        return _row(p.portrait(title, 56), title, "Artist", p.open_artist(title))
    playlist, album = playlist_of(state, title), album_of(title)
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
