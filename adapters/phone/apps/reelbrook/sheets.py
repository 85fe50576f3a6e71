"""The windows above Reelbrook's pages: what can be done with a video or channel, the player's settings."""

from __future__ import annotations

from adapters.phone.apps.reelbrook import front, library, watching
from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.model import (
    ALERTS,
    CAPTIONS,
    DOWNLOAD,
    DOWNLOADS,
    QUALITIES,
    REASONS,
    SPEEDS,
    VISIBILITIES,
    State,
    follows,
    saved_in,
    video_of,
)
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View, route
from adapters.phone.ui.node import Node, ev, node


def _over(state: State, place: Route, view: View, window: Overlay, title: str, under: str = "") -> Screen:
    """A window above the page that it was opened from."""
    under = under or place.get("under", "")
    key = place.get("key", "")
    if under == "watch":
        below = watching.video(state, route("video", key=key), view)
    elif under == "channel":
        below = front.one_channel(state, route("channel", key=key), view)
    elif under == "you":
        below = library.you(state, place, view)
    elif under == "list":
        one = video_of(state, key)
        below = front.one_channel(state, route("channel", key=one.channel if one is not None else ""), view)
    else:
        below = front.feed(state, place, view)
    return Screen(
        below.body, top=below.top, bottom=below.bottom, overlay=window, title=title, bar=below.bar, ink=below.ink
    )


def options(state: State, place: Route, view: View) -> Screen:
    """What can be done with a video in a list."""
    key = place.get("key", "")
    one = video_of(state, key)
    if one is None:
        words = w.text("It was removed or made private.", "bodyL", pad=(18, 8, 18, 12))
        return _over(state, place, view, Overlay("sheet", p.sheet("Not available", words)), "Not available")
    under = place.get("under", "")
    lists = saved_in(state, key)
    rows = [
        p.line("playlist_add", "Save to a playlist", ev("save_to", key=key, under=under, swap=True), "save_to",
               support=f"Now on {', '.join(lists)}" if lists else ""),
        p.line("download", "Download", ev("download", key=key, under=under, swap=True), "download"),
        p.line("share", "Share", ev("share", key=key, close=True), "share"),
        p.line("hide_source", "Not interested", ev("hide", key=key), "hide", support="Hides this video"),
        p.line("flag", "Report", ev("report", key=key, under=under, swap=True), "report", danger=True),
    ]  # fmt: skip
    return _over(state, place, view, Overlay("sheet", p.sheet(one.title, rows)), "Video options")


def alerts(state: State, place: Route, view: View) -> Screen:
    """How loudly a channel may ring."""
    key = place.get("key", "")
    known = follows(state, key)
    asked = c.choice_dialog("Notifications", ALERTS, known.alerts if known else ALERTS[0], ev("alerts", key=key))
    return _over(state, place, view, Overlay("dialog", asked), "Notifications", "channel")


def save_to(state: State, place: Route, view: View) -> Screen:
    """Playlists, each on or off for this video."""
    key = place.get("key", "")
    lists = saved_in(state, key)
    rows = [
        node("row", node("checkbox", checked=one.name in lists, width=20, height=20, id="checkbox"),
             node("column", w.text(one.name, "16,22,Regular,0.1", lines=1), grow=1),
             w.text(one.visibility, "13,18,Regular,0.1", "on_surface_variant"), on=ev("keep", key=key,
             playlist=one.name),
             id="playlist_option", cls="android.widget.CheckBox", checked=one.name in lists, width="fill", height=54,
             pad=(18, 0, 18, 0), gap=16, align="center")
        for one in state.playlists
    ]  # fmt: skip
    new = p.line(
        "add", "New playlist", ev("ask", to="new_playlist", key=key, under=place.get("under", "")), "new_playlist"
    )
    ready = node("row", c.button("Done", w.UP, rid="done", height=46), width="fill", pad=(16, 8, 16, 2))
    return _over(state, place, view, Overlay("sheet", p.sheet("Save to", rows, new, ready)), "Save to")


def new_playlist(state: State, place: Route, view: View) -> Screen:
    """A name, and who may see it."""
    box = c.field(state.ui.playlist, "Name", "playlist_name", change=ev("name_playlist"), radius=8, height=50)
    seen = [c.chip(name, ev("visibility", value=name), name == state.ui.visibility, rid="chip_visibility", single=True,
    radius=8)
            for name in VISIBILITIES]  # fmt: skip
    buttons = (c.dialog_button("Cancel", w.UP, yes=False),
               c.dialog_button("Create", ev("make_playlist", key=place.get("key", "")),
               enabled=bool(state.ui.playlist.strip())))  # fmt: skip
    inner: Node = node(
        "column", box, node("row", seen, gap=8, width="fill", wrap=True), gap=14, pad=(20, 0, 20, 0), align="stretch"
    )
    return _over(
        state, place, view, Overlay("dialog", c.dialog("New playlist", inner, buttons=buttons)), "New playlist"
    )


def download(state: State, place: Route, view: View) -> Screen:
    """In which quality a video is kept."""
    key = place.get("key", "")
    asked = c.choice_dialog("Download quality", DOWNLOADS, state.ui.picked or DOWNLOAD, ev("pick"),
                            yes=("Download", ev("download_now", key=key)))  # fmt: skip
    return _over(state, place, view, Overlay("dialog", asked), "Download")


def report(state: State, place: Route, view: View) -> Screen:
    """What is wrong with a video."""
    asked = c.choice_dialog("What is wrong?", REASONS, state.ui.picked or REASONS[0], ev("pick"),
                            yes=("Report", ev("report_now", key=place.get("key", ""))))  # fmt: skip
    return _over(state, place, view, Overlay("dialog", asked), "Report")


def player(state: State, place: Route, view: View) -> Screen:
    """How the video plays."""
    now, key = state.player, place.get("key", "")
    rows = [
        p.line("speed", "Speed", ev("ask", to="speed", key=key), "speed", tail=now.speed),
        p.line("high_quality", "Quality", ev("ask", to="quality", key=key), "quality", tail=now.quality),
        p.line("closed_caption", "Captions", ev("ask", to="captions", key=key), "captions", tail=now.captions),
        p.line("flag", "Report", ev("report", key=key, under="watch", swap=True), "report", danger=True),
    ]
    return _over(state, place, view, Overlay("sheet", p.sheet("Player settings", rows)), "Player settings", "watch")


def _playing(state: State, place: Route, view: View, title: str, options_: tuple[str, ...], what: str) -> Screen:
    asked = c.choice_dialog(title, options_, getattr(state.player, what), ev("play_as", what=what))
    return _over(state, place, view, Overlay("dialog", asked), title, "watch")


def speed(state: State, place: Route, view: View) -> Screen:
    """How fast it plays."""
    return _playing(state, place, view, "Speed", SPEEDS, "speed")


def quality(state: State, place: Route, view: View) -> Screen:
    """How sharp it plays."""
    return _playing(state, place, view, "Quality", QUALITIES, "quality")


def captions(state: State, place: Route, view: View) -> Screen:
    """Which captions are shown."""
    return _playing(state, place, view, "Captions", CAPTIONS, "captions")
