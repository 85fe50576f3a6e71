"""The library, and what is on its shelves: playlists, albums, artists."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.tunedrift.clockwork import settled
from adapters.phone.apps.tunedrift.content import ARTISTS
from adapters.phone.apps.tunedrift.model import SHELVES, State, album, albums_by, own, playlist, span, tracks_of
from adapters.phone.apps.tunedrift.music import LIKED, VISIBILITIES
from adapters.phone.apps.tunedrift.parts import (
    SOFT,
    bar,
    bottom,
    card,
    cover,
    entry,
    heading,
    portrait,
    sheet,
    strip,
    track_row,
)
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node


def library(state: State, place: Route, view: View) -> Screen:
    """One shelf at a time."""
    shelf = state.ui.shelf
    picks = [c.chip(name, ev("shelf", name=name), name == shelf, rid="shelf", single=True) for name in SHELVES]
    top = node(
        "column",
        node(
            "row", w.text("Your library", "26,32,Bold,0", heading=True, grow=1),
            w.action("add", "New playlist", ev("new"), color="on_surface"),
            width="fill", height=64, pad=(16, 0, 4, 0), align="center",
        ),
        c.chips(picks, inset=16), w.space(6),
        width="fill", align="stretch",
    )  # fmt: skip
    rows = _shelf(state, shelf)
    order = node(
        "row", w.icon("sort", 18, SOFT), w.text(state.prefs.sort, "labelL", SOFT), on=ev("pref_ask", name="sort"),
        id="sort", width="fill", height=44, gap=8, align="center", pad=(16, 0, 16, 0),
    )  # fmt: skip
    if not rows:
        rows = [w.empty("library_music", f"No {shelf.lower()} yet", "What you save is kept here.")]
    return Screen(w.page(order, rows), top=top, bottom=bottom(state, view, "Your library"), title="Your library")


def _shelf(state: State, shelf: str) -> list[Node]:
    kept = [name for name, _ in state.downloads]
    named: list[tuple[str, Node]] = []
    if shelf in ("Playlists", "Downloads"):
        lists = [playlist(state, LIKED), *state.playlists]
        named += [
            (one.name, _item(_heart() if one.name == LIKED else cover(one.seed, 56, 8), one.name,
                             f"Playlist  ·  {len(one.tracks)} songs  ·  {one.owner}", ev("open", to=one.name),
                             one.name in kept))
            for one in lists if one and (shelf == "Playlists" or one.name in kept)
        ]  # fmt: skip
    if shelf in ("Albums", "Downloads"):
        for title in state.albums if shelf == "Albums" else kept:
            one = album(title)
            if one:
                named.append((title, _item(cover(one.seed, 56, 8), title, f"Album  ·  {one.artist}",
                                           ev("open", to=title), title in kept)))  # fmt: skip
    if shelf == "Artists":
        named += [(name, _item(portrait(name, 56), name, "Artist", ev("artist", name=name), False))
                  for name in state.artists]  # fmt: skip
    if state.prefs.sort == "Name":
        named.sort(key=lambda pair: pair[0].casefold())
    return [row for _, row in named]


def _heart() -> Node:
    return node("stack", w.icon("favorite", 28, "on_primary", place=("center", "center")), width=56, height=56,
                bg="primary", radius=8)  # fmt: skip


def _item(picture: Node, title: str, support: str, on: Ev, kept: bool) -> Node:
    below = node("row", w.icon("download_done", 16, "primary", desc="Downloaded") if kept else None,
                 w.text(support, "bodyM", SOFT, lines=1, grow=1), width="fill", gap=6, align="center")  # fmt: skip
    return node(
        "row", picture, node("column", w.text(title, "16,22,Medium,0", lines=1), below, grow=1), on=on, id="item",
        width="fill", height=72, gap=14, align="center", pad=(16, 0, 16, 0),
    )  # fmt: skip


def listing(state: State, place: Route, view: View) -> Screen:
    """A playlist or an album: cover, what can be done with it, its tracks."""
    name = place.get("to", "")
    mine, record = playlist(state, name), album(name)
    those = tracks_of(state, name) if mine or record else []
    if mine is None and record is None:
        gone = w.empty("queue_music", "This list is gone", "It was deleted or never existed.")
        return Screen(w.page(gone), top=bar("Playlist"), bottom=bottom(state, view, ""), title="Playlist")
    about, who, seed = "", "", 0
    if mine:
        about, seed = mine.about, mine.seed
        who = f"{mine.owner}  ·  {mine.visibility}" if mine.name != LIKED else mine.owner
    elif record:
        seed, who = record.seed, f"{record.artist}  ·  {record.year}  ·  {record.genre}"
    kept = any(one == name for one, _ in state.downloads)
    on = settled(state, view.now).player
    here = on.source == name
    picture = node("row", cover(seed, 184, 14, f"Cover of {name}"), width="fill", justify="center", pad=(0, 0, 0, 14))
    saved = record is not None and record.title in state.albums
    if record:
        said = "Remove from library" if saved else "Save to library"
        first = w.action("check_circle" if saved else "add_circle_outline", said, ev("save_album", title=name),
                         color="primary" if saved else SOFT)  # fmt: skip
    else:
        first = w.action("person_add", "Invite somebody", ev("share_list", to=name), color=SOFT)
    tools = node(
        "row", first,
        w.action("download_done" if kept else "download", "Remove download" if kept else "Download",
                 ev("download", to=name), color="primary" if kept else SOFT),
        w.action("share", "Share", ev("share_list", to=name), color=SOFT),
        w.push(),
        w.action("shuffle", "Shuffle play", ev("play_list", source=name, mixed=True), color="on_surface"),
        _disc(here and bool(on.since), name, bool(those)),
        width="fill", height=64, pad=(8, 0, 16, 0), align="center",
    )  # fmt: skip
    rows: list[Node] = [
        track_row(one, ev("play", source=name, key=one.id), liked=one.id in state.likes, picture=mine is not None,
                  number=at, playing=here and on.queue[on.at : on.at + 1] == (one.id,),
                  more=ev("more", key=one.id, over="listing", source=name))
        for at, one in enumerate(those, 1)
    ]  # fmt: skip
    if not rows:
        rows = [
            w.empty("queue_music", "No songs yet", "Find one and put it here.",
                    c.button("Find songs", ev("search"), rid="find", variant="tonal", height=40, width="wrap"))
        ]  # fmt: skip
    told = f"{len(those)} song" + ("" if len(those) == 1 else "s") + (f", {span(those)}" if those else "")
    body = w.page(
        picture if those else None,
        w.text(name, "28,34,Bold,0", pad=(16, 0, 16, 0), id="name", lines=2),
        w.text(about, "bodyM", SOFT, pad=(16, 4, 16, 0), lines=2) if about else None,
        w.text(f"{who}  ·  {told}", "bodyM", SOFT, pad=(16, 4, 16, 0), id="who", lines=2),
        tools, rows,
    )  # fmt: skip
    more = w.action("more_vert", "Playlist options", ev("go", to="list_more", name=name), color="on_surface")
    top = bar("Playlist" if mine else "Album", more if mine and own(mine) else None)
    return Screen(body, top=top, bottom=bottom(state, view, ""), title=name)


def _disc(playing: bool, name: str, ready: bool) -> Node:
    """The round button that plays it all."""
    on = ev("play_pause") if playing else ev("play_list", source=name, mixed=False)
    return node(
        "icon_button", icon="pause" if playing else "play_arrow", desc="Pause list" if playing else "Play list",
        on=on if ready else None, enabled=ready, width=56, height=56, size=30, radius=28, bg="primary",
        color="on_primary", alpha=1.0 if ready else 0.38,
    )  # fmt: skip


def artist(state: State, place: Route, view: View) -> Screen:
    """An artist: picture, follow, the songs, the records."""
    name = place.get("name", "")
    about = next((line for one, _, line in ARTISTS if one == name), None)
    if about is None:
        gone = w.empty("person", "Nobody here", "This artist is not on Tunedrift.")
        return Screen(w.page(gone), top=bar("Artist"), bottom=bottom(state, view, ""), title="Artist")
    follows = name in state.artists
    those = tracks_of(state, name)
    on = settled(state, view.now).player
    buttons = node(
        "row",
        c.button("Following" if follows else "Follow", ev("follow", name=name), rid="follow",
                 variant="tonal" if follows else "outlined", height=40, width="wrap"),
        w.action("share", "Share", ev("share_artist", name=name), color=SOFT), w.push(),
        w.action("shuffle", "Shuffle play", ev("play_list", source=name, mixed=True), color="on_surface"),
        _disc(on.source == name and bool(on.since), name, True),
        width="fill", height=64, pad=(16, 0, 16, 0), gap=4, align="center",
    )  # fmt: skip
    body = w.page(
        node("row", portrait(name, 168), width="fill", justify="center", pad=(0, 4, 0, 12)),
        w.text(name, "32,40,Bold,0", text_align="center", pad=(16, 0, 16, 0), width="fill", id="name"),
        w.text(about, "bodyM", SOFT, text_align="center", pad=(24, 4, 24, 8), width="fill"),
        buttons,
        w.text("Popular", "titleM", pad=(16, 10, 16, 4)),
        [track_row(one, ev("play", source=name, key=one.id), liked=one.id in state.likes, number=at,
                   playing=on.source == name and on.queue[on.at : on.at + 1] == (one.id,),
                   more=ev("more", key=one.id, over="artist", source=name)) for at, one in enumerate(those[:6], 1)],
        strip("Albums", [card(one.title, str(one.year), one.seed, ev("open", to=one.title))
                         for one in albums_by(name)], 190),
    )  # fmt: skip
    return Screen(body, top=bar("Artist"), bottom=bottom(state, view, ""), title=name)


def list_more(state: State, place: Route, view: View) -> Screen:
    """What can be done with a playlist of the owner."""
    name = place.get("name", "")
    one = playlist(state, name)
    hidden = one is None or one.visibility == VISIBILITIES[0]
    return replace(
        listing(state, Route("listing", (("to", name),)), view),
        overlay=sheet(
            heading(name or "Playlist"),
            entry("edit", "Edit name and description", ev("edit_list", name=name)),
            entry("public" if hidden else "lock", "Make public" if hidden else "Make private",
                  ev("visibility", name=name)),
            entry("queue_music", "Add all to queue", ev("queue_list", to=name)),
            entry("delete_outline", "Delete playlist", ev("delete_ask", name=name), color="error"),
        ),
        title="Playlist options",
    )  # fmt: skip


def delete_list(state: State, place: Route, view: View) -> Screen:
    """The question before a playlist is gone."""
    name = place.get("name", "")
    window = c.dialog(
        "Delete playlist?",
        w.text(f"“{name}” will be deleted for everybody who follows it.", "bodyM", SOFT, pad=(24, 0, 24, 0)),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("Delete", ev("deleted", name=name))),
    )  # fmt: skip
    under = listing(state, Route("listing", (("to", name),)), view)
    return replace(under, overlay=Overlay("dialog", window), title="Delete playlist?")


def form(state: State, place: Route, view: View) -> Screen:
    """Name, description and who can see it: of a new playlist, or of a known one."""
    old, key = place.get("name", ""), place.get("key", "")
    title = "Edit playlist" if old else "New playlist"

    def box(value: str, hint: str, name: str) -> Node:
        field = c.field(value, hint, name, change=ev("form", name=name), submit=ev("searched"), radius=12, bg="high")
        return node("column", field, width="fill", pad=(16, 0, 16, 14), align="stretch")

    rows = [c.radio_row(one, ev("form", name="visibility", text=one), state.ui.visibility == one, rid="visibility",
                        support="Only you" if one == "Private" else "Everybody can find it", height=60)
            for one in VISIBILITIES]  # fmt: skip
    body = w.form(
        w.space(8), box(state.ui.name, "Name", "name"), box(state.ui.about, "Description", "about"),
        w.text("Who can see it", "titleS", SOFT, pad=(20, 6, 20, 4)), rows,
    )  # fmt: skip
    foot = node(
        "row", c.button("Cancel", w.UP, rid="cancel", variant="outlined", grow=1),
        c.button("Save" if old else "Create", ev("form_done", name=old, key=key), rid="done", grow=1), width="fill",
        gap=12, pad=(16, 8, 16, 12),
    )  # fmt: skip
    return Screen(body, top=bar(title, lead="close"), bottom=foot, title=title)
