"""What happens with photos and albums: one reducer per event."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from adapters.phone.apps.gallery.files import hidden, removed, shown
from adapters.phone.apps.gallery.making import MAKING
from adapters.phone.apps.gallery.model import (
    OWN_PLACES,
    State,
    album_of,
    albums_with,
    day_title,
    photo_of,
    photos_in,
    recorded,
)
from adapters.phone.apps.gallery.shots import Album, Binned, Photo
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _ui(state: State, **changes: Any) -> State:
    return replace(state, ui=replace(state.ui, **changes))


def _go(state: State, event: Ev, view: View) -> Result:
    more = {name: event.get(name) for name in ("key", "source", "name") if event.get(name) is not None}
    return state, (Go(route(event.get("to"), **more)),)


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _search(state: State, event: Ev, view: View) -> Result:
    return _ui(state, query=""), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return _ui(state, query=event.get("text", "")), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _open(state: State, event: Ev, view: View) -> Result:
    place = route("photo", key=event.get("key"), source=event.get("source", ""))
    return state, (Focus(None), Go(place))


def _step(state: State, event: Ev, view: View) -> Result:
    if not event.get("key"):
        return state, ()
    place = route("photo", key=event.get("key"), source=event.get("source", ""))
    return state, (Replace(place),)


# What is done with one photo, or with those that are selected.


def _put(state: State, key: str, change: Callable[[Photo], Photo]) -> State:
    return replace(state, photos=tuple(change(one) if one.id == key else one for one in state.photos))


def _those(state: State, key: str) -> list[Photo]:
    """The photo with this id, or without one the selected ones."""
    keys = (key,) if key else state.ui.selected
    return [one for one in state.photos if one.id in keys]


def _like(state: State, event: Ev, view: View) -> Result:
    one = photo_of(state, event.get("key"))
    if one is None:
        return state, ()
    state = _put(state, one.id, lambda each: replace(each, favourite=not each.favourite))
    return state, (Toast("Removed from favourites" if one.favourite else "Added to favourites"),)


def _like_many(state: State, event: Ev, view: View) -> Result:
    keys = state.ui.selected
    photos = tuple(replace(one, favourite=True) if one.id in keys else one for one in state.photos)
    return _ui(replace(state, photos=photos), selected=()), (Back(), Toast(f"{len(keys)} added to favourites"))


def _share(state: State, event: Ev, view: View) -> Result:
    one = photo_of(state, event.get("key"))
    if one is None:
        return state, ()
    return recorded(state, view.now, "Shared", (one,)), (Share(_told((one,), view)),)


def _told(photos: Iterable[Photo], view: View) -> str:
    lines = []
    for one in photos:
        where = f", {one.place}" if one.place else ""
        lines.append(f"{one.name} ({day_title(one.at, view.now)}{where})")
    return "\n".join(lines)


def _delete(state: State, event: Ev, view: View) -> Result:
    if state.prefs.ask:
        return state, (Go(route("delete", key=event.get("key", ""), source=event.get("source", ""))),)
    return _binned_now(state, event, view, 1)


def _deleted(state: State, event: Ev, view: View) -> Result:
    return _binned_now(state, event, view, 2)


def _binned_now(state: State, event: Ev, view: View, levels: int) -> Result:
    """Into the bin, out of all albums; what lay on the photo goes too."""
    those = _those(state, event.get("key", ""))
    if not those:
        return state, (Back(levels - 1),) if levels > 1 else ()
    keys = {one.id for one in those}
    stamp = view.now.strftime("%Y-%m-%dT%H:%M")
    binned = tuple(Binned(one, stamp, albums_with(state, one.id)) for one in those)
    albums = tuple(replace(one, photos=tuple(key for key in one.photos if key not in keys)) for one in state.albums)
    kept = tuple(one for one in state.photos if one.id not in keys)
    state = recorded(replace(state, photos=kept, bin=(*state.bin, *binned), albums=albums), view.now, "Deleted", those)
    told = "Moved to bin" if len(those) == 1 else f"{len(those)} items moved to bin"
    moves = [move for one in binned for move in hidden(one)]
    return _ui(state, selected=()), (*moves, Back(levels), Toast(told))


# The bin.


def _binned(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("binned", key=event.get("key"))),)


def _restore(state: State, event: Ev, view: View) -> Result:
    """Back among the photos, and into the albums that there still are."""
    one = next((each for each in state.bin if each.photo.id == event.get("key")), None)
    if one is None:
        return state, (Back(),)
    albums = tuple(
        replace(album, photos=(*album.photos, one.photo.id)) if album.name in one.albums else album
        for album in state.albums
    )
    kept = tuple(each for each in state.bin if each is not one)
    photos = tuple(sorted((*state.photos, one.photo), key=lambda each: (each.at, int(each.id)), reverse=True))
    state = replace(state, photos=photos, albums=albums, bin=kept)
    return recorded(state, view.now, "Restored", (one.photo,)), (*shown(one), Back(), Toast("Restored"))


def _purge(state: State, event: Ev, view: View) -> Result:
    one = next((each for each in state.bin if each.photo.id == event.get("key")), None)
    if one is None:
        return state, (Back(),)
    state = replace(state, bin=tuple(each for each in state.bin if each is not one))
    state = recorded(state, view.now, "Deleted for good", (one.photo,))
    return state, (*removed(one), Back(), Toast("Deleted for good"))


# Selecting.


def _select(state: State, event: Ev, view: View) -> Result:
    return _ui(state, selected=()), (Go(route("select")),)


def _hold(state: State, event: Ev, view: View) -> Result:
    return _ui(state, selected=(event.get("key"),)), (Go(route("select")),)


def _pick(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    picked = tuple(one for one in state.ui.selected if one != key)
    return _ui(state, selected=picked if key in state.ui.selected else (*picked, key)), ()


def _delete_many(state: State, event: Ev, view: View) -> Result:
    return _delete(state, event, view)


def _add_many(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("add_to")),)


# Albums.


def _album(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("album", name=event.get("name"))),)


def _album_new(state: State, event: Ev, view: View) -> Result:
    return _ui(state, name=""), (Replace(route("albums"), root=True), Go(route("name_album")), Focus("album_name"))


def _album_rename(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    return _ui(state, name=name), (Replace(route("name_album", name=name)), Focus("album_name"))


def _album_name(state: State, event: Ev, view: View) -> Result:
    return _ui(state, name=event.get("text", "")), ()


def _album_named(state: State, event: Ev, view: View) -> Result:
    """A new album, or another name for one."""
    old, name = event.get("name", ""), state.ui.name.strip()
    if not name:
        return state, (Toast("Give the album a name"), Focus("album_name"))
    if name != old and (album_of(state, name) is not None or name in OWN_PLACES):
        return state, (Toast(f"There is an album “{name}” already"),)
    if old:
        albums = tuple(replace(one, name=name) if one.name == old else one for one in state.albums)
        state = recorded(replace(state, albums=albums), view.now, "Album renamed", (), name)
        return state, (Focus(None), Back(2), Go(route("album", name=name)), Toast("Album renamed"))
    state = recorded(replace(state, albums=(Album(name), *state.albums)), view.now, "Album created", (), name)
    return state, (Focus(None), Replace(route("album", name=name)))


def _album_delete(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("delete_album", name=event.get("name"))),)


def _album_deleted(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    those = photos_in(state, name) if album_of(state, name) else []
    state = replace(state, albums=tuple(one for one in state.albums if one.name != name))
    return recorded(state, view.now, "Album deleted", those, name), (Back(2), Toast("Album deleted"))


def _into(state: State, name: str, keys: Iterable[str]) -> State:
    albums = tuple(
        replace(one, photos=(*one.photos, *(key for key in keys if key not in one.photos)))
        if one.name == name else one
        for one in state.albums
    )  # fmt: skip
    return replace(state, albums=albums)


def _added(state: State, event: Ev, view: View) -> Result:
    """Into an album: one photo from its page, or the selected ones, which ends selecting."""
    key, name = event.get("key", ""), event.get("name")
    those = [one for one in _those(state, key) if name not in albums_with(state, one.id)]
    if not those:
        return state, (Toast(f"Already in “{name}”"),)
    state = recorded(_into(state, name, [one.id for one in those]), view.now, "Added to album", those, name)
    told = Toast(f"Added to “{name}”" if key else f"{len(those)} added to “{name}”")
    return (state, (Back(), told)) if key else (_ui(state, selected=()), (Back(2), told))


def _leave(state: State, event: Ev, view: View) -> Result:
    key, name = event.get("key"), event.get("name")
    albums = tuple(
        replace(one, photos=tuple(each for each in one.photos if each != key)) if one.name == name else one
        for one in state.albums
    )
    one = photo_of(state, key)
    state = recorded(replace(state, albums=albums), view.now, "Removed from album", (one,) if one else (), name)
    return state, (Back(2), Toast(f"Removed from “{name}”"))


# Settings.


def _pref_ask(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("preference", name=event.get("name"))),)


def _pref(state: State, event: Ev, view: View) -> Result:
    chosen: Any = {event.get("name"): event.get("value")}
    return replace(state, prefs=replace(state.prefs, **chosen)), (Back(),)


def _pref_flag(state: State, event: Ev, view: View) -> Result:
    flipped: Any = {event.get("name"): not getattr(state.prefs, event.get("name"))}
    return replace(state, prefs=replace(state.prefs, **flipped)), ()


update = reducer(
    {
        "go": _go, "tab": _tab, "search": _search, "query": _query, "searched": _searched, "open": _open,
        "step": _step, "like": _like, "like_many": _like_many, "share": _share,
        "delete": _delete, "deleted": _deleted,
        "binned": _binned, "restore": _restore, "purge": _purge, "select": _select,
        "hold": _hold, "pick": _pick, "delete_many": _delete_many, "add_many": _add_many,
        "album": _album, "album_new": _album_new, "album_rename": _album_rename,
        "album_name": _album_name, "album_named": _album_named, "album_delete": _album_delete,
        "album_deleted": _album_deleted, "added": _added, "leave": _leave,
        "pref_ask": _pref_ask, "pref": _pref, "pref_flag": _pref_flag, **MAKING,
    }
)  # fmt: skip
