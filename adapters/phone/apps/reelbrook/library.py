"""Reelbrook's library: what was seen, playlists, downloads, and the windows in which videos are put there."""

from dataclasses import replace

from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.app import app
from adapters.phone.apps.reelbrook.catalogue import DOWNLOADS, LATER, ME, OWN, Video, channel_name
from adapters.phone.apps.reelbrook.model import (
    Download,
    Playlist,
    State,
    lists_of,
    on_list,
    video_of,
    with_saved,
    without_saved,
)
from adapters.phone.components.boxes import line, strip, words
from adapters.phone.components.choices import confirmed_choice
from adapters.phone.framework.actions import Handled, assign, back, replace_with, then, toast
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.playback import length_text
from adapters.phone.framework.state_paths import bind, find, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Route, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node

FACE = 61


@app.screen("you", distractor="leads to saved and downloaded videos, and to own ones")
def you(state: State, view: View) -> Screen:
    """One's own page: history as a strip, playlists, downloads."""
    name = words(w.text(ME, "24,30,Bold,-0.2", heading=True), p.soft_text("48 followers · see your channel"))
    head = line(w.avatar(FACE, 64), name, on=p.open_channel(OWN), id="account", cls=w.ROW, pad=(16, 8, 16, 10), gap=16)
    search = w.action("search", "Search", p.SEARCH, rid="search", color="on_surface")
    top = line(w.push(), search, id="toolbar", cls=w.GROUP, height=56, pad=(4, 0), bg="surface")
    latest = [*reversed(state.history)][:8]
    seen = [_seen(video, item.seconds) for item in latest if (video := video_of(state, item.video))]
    history = strip(
        seen, rid="history_strip", cls="androidx.recyclerview.widget.RecyclerView", height=156, pad=(16, 0), gap=12
    )
    downloaded = w.row(
        "Downloads", _count(len(state.downloads)), on=p.open_page("downloads"), rid="row_downloads",
        leading=w.icon("download_done"), height=66,
    )  # fmt: skip
    body = w.page(
        head,
        [p.block("History"), history] if seen else None,
        p.block("Playlists"),
        [_playlist_row(state, playlist) for playlist in state.playlists],
        w.divider(),
        w.space(6),
        downloaded,
    )
    return Screen(body, top=top, bottom=p.nav(state, "Library", view), title="Library")


def _count(videos: int) -> str:
    return "1 video" if videos == 1 else f"{videos} videos"


def _seen(video: Video, seconds: int) -> Node:
    return node(
        "column",
        p.thumb(video, 88, 156, radius=8, done=seconds),
        w.text(video.title, "13,18,Medium,0.1", lines=2),
        p.small_note(channel_name(video.channel), lines=1),
        on=ev("watch", key=video.key), id="recent", cls=w.GROUP, width=156, gap=4,
    )  # fmt: skip


def _playlist_row(state: State, playlist: Playlist) -> Node:
    inside = on_list(state, playlist.name)
    about = f"{playlist.visibility} · {_count(len(inside))}"
    on = p.open_page("playlist", name=playlist.name)
    return w.row(playlist.name, about, on=on, rid="row_playlist", leading=_cover(inside), height=76)


def _cover(inside: list[Video]) -> Node:
    """A playlist's first picture with a sign on it."""
    if not inside:
        icon = w.icon("playlist_play", 24, place=("center", "center"))
        return node("stack", icon, width=88, height=50, radius=8, bg="high")
    icon = w.icon("playlist_play", 18, "#FFFFFF", place=("center", "center"))
    mark = node("stack", icon, width=30, height=50, bg="#15080F", place=("end", "start"))
    return node("stack", node("image", art=inside[0].art, width=88, height=50, radius=8), mark, width=88, height=50)


@app.screen("playlist", activity=".PlaylistActivity", distractor="videos that are saved, which is not downloaded")
def playlist(state: State, view: View, name: str = "") -> Screen:
    """One playlist, the latest first."""
    known = find(state.playlists, name=name)
    if known is None:
        body = w.page(w.empty("playlist_play", "No such playlist", "It may have been deleted."))
        return Screen(body, top=p.bar("Playlist"), title="Playlist")
    videos = on_list(state, name)
    length = length_text(sum(video.seconds for video in videos))
    head = node(
        "column",
        w.text(name, "26,34,Bold,-0.2", heading=True, lines=2),
        p.soft_text(f"{known.visibility} · {_count(len(videos))} · {length}"),
        width="fill", pad=(16, 4, 16, 12),
    )  # fmt: skip
    rows = [p.video_row(state, video, view, _remove(video, name)) for video in videos]
    nothing = w.empty("playlist_add", "Nothing on this list", "“Save” below a video puts it here.")
    return Screen(w.page(head, rows or nothing), top=p.bar(""), title=name)


def _remove(video: Video, name: str) -> Node:
    on = then(ev("keep", key=video.key, playlist=name), toast(f"Removed from {name}"))
    return w.action("close", f"Remove {video.title}", on, rid="remove").styled(width=40, height=44)


@app.screen("downloads", activity=".DownloadsActivity", distractor="shows and deletes downloads, but makes none")
def downloads(state: State, view: View) -> Screen:
    """What is kept on the phone."""
    rows = [
        p.video_row(state, video, view, _delete(state, item, video.title), facts=f"{item.number} · {item.quality}")
        for item in reversed(state.downloads)
        if (video := video_of(state, item.video))
    ]
    nothing = w.empty("download", "No downloads", "Videos kept here play without a network.")
    return Screen(w.page(rows or nothing), top=p.bar("Downloads"), title="Downloads")


def _delete(state: State, download: Download, title: str) -> Node:
    others = without(state.downloads, number=download.number)
    on = then(assign("downloads", others), toast("Deleted from this phone"))
    return w.action("delete", f"Delete {title}", on, rid="delete").styled(width=44, height=44)


@app.sheet("options", over="home", title="Video options", distractor="a second way to save and download")
def options(state: State, here: Route, video: str = "") -> Node:
    """What can be done with a video in a list."""
    shown = video_of(state, video)
    if shown is None:
        return p.sheet("Not available", w.text("It was removed or made private.", "bodyL", pad=(18, 8, 18, 12)))
    lists = lists_of(state, video)
    save_to_list, ask_quality = (replace_with(name, **dict(here.args)) for name in ("save_to", "download"))
    hide = then(assign("hidden", (*state.hidden, video)), back(), toast("This video is hidden"))
    return p.sheet(
        shown.title,
        p.entry(
            "playlist_add", "Save to a playlist", save_to_list, "save_to",
            support=f"Now on {', '.join(lists)}" if lists else "",
        ),
        p.entry("download", "Download", p.ask_download(state, video, ask_quality), "download"),
        p.entry("share", "Share", then(back(), p.share_video(shown)), "share"),
        p.entry("hide_source", "Not interested", hide, "hide", support="Hides this video"),
    )  # fmt: skip


@app.sheet("save_to", over="video", title="Save to", distractor="saving to a list is not downloading")
def save_to(state: State, video: str = "") -> Node:
    """Playlists, each on or off for this video."""
    lists = lists_of(state, video)
    rows = [_playlist_option(playlist, video, playlist.name in lists) for playlist in state.playlists]
    done = line(c.button("Done", w.UP, rid="done", height=46), pad=(16, 8, 16, 2))
    return p.sheet("Save to", rows, done)


def _playlist_option(playlist: Playlist, key: str, checked: bool) -> Node:
    return line(
        node("checkbox", checked=checked, width=20, height=20, id="checkbox"),
        words(w.text(playlist.name, "16,22,Regular,0.1", lines=1)),
        p.note(playlist.visibility),
        on=ev("keep", key=key, playlist=playlist.name), id="playlist_option", cls="android.widget.CheckBox",
        checked=checked, height=54, pad=(18, 0), gap=16,
    )  # fmt: skip


@app.on("keep")
def keep(state: State, view: View, key: str, playlist: str) -> State:
    """Put a video on a playlist, or take it off."""
    if playlist in lists_of(state, key):
        return without_saved(state, key, playlist)
    return with_saved(state, key, playlist, view.now)


@app.on("later")
def keep_for_later(state: State, view: View, key: str) -> Handled:
    """Put a video on the first playlist, or take it off all."""
    lists = lists_of(state, key)
    if lists:
        return without_saved(state, key, *lists), Toast(f"Removed from {', '.join(lists)}")
    return with_saved(state, key, LATER, view.now), Toast(f"Saved to {LATER}")


@app.dialog("download", over="video", title="Download")
def download(state: State, video: str = "") -> Node:
    """In which quality a video is kept."""
    quality = bind(state, "ui.quality")
    return confirmed_choice("Download quality", quality, DOWNLOADS, "Download", ev("download_now", key=video))


@app.on("download_now")
def download_now(state: State, view: View, key: str) -> Handled:
    """Keep a video on the phone."""
    if video_of(state, key) is None:
        return Back()
    last = max((int(item.number.removeprefix("D-")) for item in state.downloads), default=17)
    quality = state.ui.quality
    new = Download(f"D-{last + 1}", key, quality, view.now.strftime(TIME_FORMAT))
    return replace(state, downloads=(*state.downloads, new)), Back(), Toast(f"Downloaded in {quality}")
