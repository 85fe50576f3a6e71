"""The windows over a page that lists or plays a video: its options, playlists and download."""

from dataclasses import replace

from adapters.phone.apps.reelbrook import model
from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.app import app
from adapters.phone.apps.reelbrook.catalogue import DOWNLOADS, LATER
from adapters.phone.apps.reelbrook.front import channel, home
from adapters.phone.apps.reelbrook.model import Download, Playlist, State
from adapters.phone.apps.reelbrook.watching import watch_page
from adapters.phone.components.bottom_sheets import sheet_over
from adapters.phone.components.boxes import line, words
from adapters.phone.components.choices import confirmed_choice
from adapters.phone.components.dialogs import dialog_over
from adapters.phone.framework.actions import Handled, assign, back, then, toast
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node


def _page_below(state: State, view: View, key: str, under: str) -> Screen:
    """The page that a window was opened from."""
    if under == "watch":
        return watch_page(state, view, key)
    if under == "list":
        video = model.video_of(state, key)
        return channel(state, view, video.channel if video else "")
    return home(state, view)


@app.screen("options", distractor="a second way to save and download")
def options(state: State, view: View, key: str = "", under: str = "") -> Screen:
    """What can be done with a video in a list."""
    below, video = _page_below(state, view, key, under), model.video_of(state, key)
    if video is None:
        message = w.text("It was removed or made private.", "bodyL", pad=(18, 8, 18, 12))
        return sheet_over(below, p.sheet("Not available", message), "Not available")
    lists = model.lists_of(state, key)
    hide = then(assign("hidden", (*state.hidden, key)), back(), toast("This video is hidden"))
    window = p.sheet(
        video.title,
        p.entry(
            "playlist_add", "Save to a playlist", p.ask_playlists(key, under, instead=True), "save_to",
            support=f"Now on {', '.join(lists)}" if lists else "",
        ),
        p.entry("download", "Download", p.ask_download(state, key, under, instead=True), "download"),
        p.entry("share", "Share", then(back(), p.share_video(video)), "share"),
        p.entry("hide_source", "Not interested", hide, "hide", support="Hides this video"),
    )  # fmt: skip
    return sheet_over(below, window, "Video options")


@app.screen("save_to", activity=".WatchActivity", distractor="saving to a list is not downloading")
def save_to(state: State, view: View, key: str = "", under: str = "") -> Screen:
    """Playlists, each on or off for this video."""
    lists = model.lists_of(state, key)
    rows = [_playlist_option(playlist, key, playlist.name in lists) for playlist in state.playlists]
    done = line(c.button("Done", w.UP, rid="done", height=46), pad=(16, 8, 16, 2))
    return sheet_over(_page_below(state, view, key, under), p.sheet("Save to", rows, done), "Save to")


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
    if playlist in model.lists_of(state, key):
        return model.without_saved(state, key, playlist)
    return model.with_saved(state, key, playlist, view.now)


@app.on("later")
def keep_for_later(state: State, view: View, key: str) -> Handled:
    """Put a video on the first playlist, or take it off all."""
    lists = model.lists_of(state, key)
    if lists:
        return model.without_saved(state, key, *lists), Toast(f"Removed from {', '.join(lists)}")
    return model.with_saved(state, key, LATER, view.now), Toast(f"Saved to {LATER}")


@app.screen("download", activity=".WatchActivity")
def download(state: State, view: View, key: str = "", under: str = "") -> Screen:
    """In which quality a video is kept."""
    picked = bind(state, "ui.quality")
    window = confirmed_choice("Download quality", picked, DOWNLOADS, "Download", ev("download_now", key=key))
    return dialog_over(_page_below(state, view, key, under), window, "Download")


@app.on("download_now")
def download_now(state: State, view: View, key: str) -> Handled:
    """Keep a video on the phone."""
    if model.video_of(state, key) is None:
        return Back()
    last = max((int(item.number.removeprefix("D-")) for item in state.downloads), default=17)
    quality = state.ui.quality
    new = Download(f"D-{last + 1}", key, quality, view.now.strftime(TIME_FORMAT))
    return replace(state, downloads=(*state.downloads, new)), Back(), Toast(f"Downloaded in {quality}")
