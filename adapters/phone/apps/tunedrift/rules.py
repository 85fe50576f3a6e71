"""What happens to lists, likes, plans and settings: one reducer per event."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from adapters.phone.apps.tunedrift.content import FIRST_ORDER
from adapters.phone.apps.tunedrift.model import State, album, own, playlist, price, recorded, track, tracks_of
from adapters.phone.apps.tunedrift.music import VISIBILITIES, Order, Playlist
from adapters.phone.apps.tunedrift.playing import PLAYING
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _ui(state: State, **changes: Any) -> State:
    return replace(state, ui=replace(state.ui, **changes))


def _go(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    place = route(event.get("to"), name=name) if name is not None else route(event.get("to"))
    return state, (Focus(None), Go(place))


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _search(state: State, event: Ev, view: View) -> Result:
    return _ui(state, query="", scope="All"), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return _ui(state, query=event.get("text", "")), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _scope(state: State, event: Ev, view: View) -> Result:
    return _ui(state, scope=event.get("name")), (Focus(None),)


def _shelf(state: State, event: Ev, view: View) -> Result:
    return _ui(state, shelf=event.get("name")), ()


def _open(state: State, event: Ev, view: View) -> Result:
    """A list by its name; an artist's name leads to the artist."""
    to = event.get("to")
    if playlist(state, to) is None and album(to) is None and tracks_of(state, to):
        return state, (Focus(None), Go(route("artist", name=to)))
    return state, (Focus(None), Go(route("listing", to=to)))


def _artist(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("artist", name=event.get("name"))))


def _more(state: State, event: Ev, view: View) -> Result:
    place = route("more", key=event.get("key"), over=event.get("over", "home"), source=event.get("source", ""))
    return state, (Focus(None), Go(place))


def _add_ask(state: State, event: Ev, view: View) -> Result:
    place = route("add_to", key=event.get("key"), over=event.get("over", "home"), source=event.get("source", ""))
    return state, (Replace(place),)


def _to_album(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("listing", to=event.get("to"))),)


def _to_artist(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("artist", name=event.get("name"))),)


# Likes, the library, downloads.


def _like(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    if key in state.likes:
        return replace(state, likes=tuple(one for one in state.likes if one != key)), (
            Toast("Removed from liked songs"),
        )
    return replace(state, likes=(*state.likes, key)), (Toast("Added to liked songs"),)


def _follow(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    follows = name in state.artists
    kept = tuple(one for one in state.artists if one != name)
    state = replace(state, artists=kept if follows else (*kept, name))
    return recorded(state, view.now, "Unfollowed" if follows else "Followed", name), ()


def _save_album(state: State, event: Ev, view: View) -> Result:
    title = event.get("title")
    saved = title in state.albums
    kept = tuple(one for one in state.albums if one != title)
    state = replace(state, albums=kept if saved else (*kept, title))
    what = "Removed from library" if saved else "Saved to library"
    return recorded(state, view.now, what, title), (Toast(what),)


def _download(state: State, event: Ev, view: View) -> Result:
    """In the quality of the settings; a second touch removes it."""
    to = event.get("to")
    kept = tuple(one for one in state.downloads if one[0] != to)
    if len(kept) < len(state.downloads):
        return recorded(replace(state, downloads=kept), view.now, "Download removed", to), (Toast("Download removed"),)
    quality = state.prefs.download
    state = replace(state, downloads=(*kept, (to, quality)))
    return recorded(state, view.now, "Downloaded", to, detail=quality), (Toast(f"Downloaded in {quality.lower()}"),)


# Playlists.


def _put(state: State, name: str, change: Callable[[Playlist], Playlist]) -> State:
    lists = tuple(change(one) if one.name == name and own(one) else one for one in state.playlists)
    return replace(state, playlists=lists)


def _list_in(state: State, event: Ev, view: View) -> Result:
    key, to = event.get("key"), event.get("to")
    one = playlist(state, to)
    if one is None or not own(one):
        return state, (Back(),)
    if key in one.tracks:
        return state, (Toast(f"Already in “{to}”"),)
    state = _put(state, to, lambda each: replace(each, tracks=(*each.tracks, key)))
    return recorded(state, view.now, "Added to playlist", to, (key,)), (Back(), Toast(f"Added to “{to}”"))


def _list_out(state: State, event: Ev, view: View) -> Result:
    key, to = event.get("key"), event.get("to")
    state = _put(state, to, lambda each: replace(each, tracks=tuple(one for one in each.tracks if one != key)))
    return recorded(state, view.now, "Removed from playlist", to, (key,)), (Back(), Toast(f"Removed from “{to}”"))


def _new(state: State, event: Ev, view: View) -> Result:
    """The form of a new playlist; with a song it is its first, and the form takes the place of the sheet."""
    key = event.get("key", "")
    place = route("form", key=key) if key else route("form")
    clean = _ui(state, name="", about="", visibility=VISIBILITIES[0])
    return clean, (Replace(place) if key else Go(place), Focus("name"))


def _edit_list(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    one = playlist(state, name)
    if one is None:
        return state, (Back(),)
    filled = _ui(state, name=one.name, about=one.about, visibility=one.visibility)
    return filled, (Replace(route("form", name=name)),)


def _form(state: State, event: Ev, view: View) -> Result:
    return _ui(state, **{event.get("name"): event.get("text", "")}), ()


def _form_done(state: State, event: Ev, view: View) -> Result:
    """A new playlist, or another name, description and visibility of a known one."""
    old, key, ui = event.get("name", ""), event.get("key", ""), state.ui
    name = ui.name.strip()
    if not name:
        return state, (Toast("Give the playlist a name"), Focus("name"))
    if name != old and (playlist(state, name) is not None or album(name) is not None):
        return state, (Toast(f"There is “{name}” already"),)
    about = ui.about.strip()
    if old:
        state = _put(state, old, lambda one: replace(one, name=name, about=about, visibility=ui.visibility))
        state = recorded(state, view.now, "Playlist changed", name, detail=ui.visibility)
        return state, (Focus(None), Back(2), Go(route("listing", to=name)), Toast("Saved"))
    first = (key,) if track(key) else ()
    made = Playlist(name, first, about, ui.visibility, seed=40 + len(state.history))
    state = replace(state, playlists=(made, *state.playlists))
    state = recorded(state, view.now, "Playlist created", name, first, ui.visibility)
    return state, (Focus(None), Replace(route("listing", to=name)), Toast(f"“{name}” created"))


def _visibility(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    one = playlist(state, name)
    if one is None:
        return state, (Back(),)
    after = VISIBILITIES[1] if one.visibility == VISIBILITIES[0] else VISIBILITIES[0]
    state = _put(state, name, lambda each: replace(each, visibility=after))
    return recorded(state, view.now, "Playlist changed", name, detail=after), (Back(), Toast(f"Now {after.lower()}"))


def _delete_ask(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("delete_list", name=event.get("name"))),)


def _deleted(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    one = playlist(state, name)
    if one is None or not own(one):
        return state, (Back(),)
    lists = tuple(each for each in state.playlists if each.name != name)
    downloads = tuple(each for each in state.downloads if each[0] != name)
    state = recorded(replace(state, playlists=lists, downloads=downloads), view.now, "Playlist deleted", name,
                     one.tracks)  # fmt: skip
    return state, (Back(2), Toast("Playlist deleted"))


# Sharing.


def _share(state: State, event: Ev, view: View) -> Result:
    one = track(event.get("key"))
    first: tuple[Effect, ...] = (Back(),) if event.get("up") else ()
    if one is None:
        return state, first
    return state, (*first, Share(f"{one.title} by {one.artist} on Tunedrift"))


def _share_list(state: State, event: Ev, view: View) -> Result:
    to = event.get("to")
    return state, (Share(f"{to} on Tunedrift, {len(tracks_of(state, to))} songs"),)


def _share_artist(state: State, event: Ev, view: View) -> Result:
    return state, (Share(f"{event.get('name')} on Tunedrift"),)


# Plans and settings.


def _plan(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    value = not state.ui.renew if name == "renew" else event.get("value")
    return _ui(state, **{name: value}), ()


def _pay(state: State, event: Ev, view: View) -> Result:
    ui = state.ui
    number = f"TP-{FIRST_ORDER + len(state.orders)}"
    one = Order(number, view.now.date().isoformat(), ui.plan, ui.billing, ui.payment, price(ui.plan, ui.billing),
                ui.renew)  # fmt: skip
    places = (Replace(route("home"), root=True), Go(route("paid", number=number)))
    return replace(state, orders=(*state.orders, one)), places


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
        "go": _go, "tab": _tab, "search": _search, "query": _query, "searched": _searched, "scope": _scope,
        "shelf": _shelf, "open": _open, "artist": _artist, "more": _more, "add_ask": _add_ask, "to_album": _to_album,
        "to_artist": _to_artist, "like": _like, "follow": _follow, "save_album": _save_album, "download": _download,
        "list_in": _list_in, "list_out": _list_out, "new": _new, "edit_list": _edit_list, "form": _form,
        "form_done": _form_done, "visibility": _visibility, "delete_ask": _delete_ask, "deleted": _deleted,
        "share": _share, "share_list": _share_list, "share_artist": _share_artist, "plan": _plan, "pay": _pay,
        "pref_ask": _pref_ask, "pref": _pref, "pref_flag": _pref_flag, **PLAYING,
    }
)  # fmt: skip
