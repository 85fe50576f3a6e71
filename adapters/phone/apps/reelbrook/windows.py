"""The windows over a page that lists or plays a video: its options, playlists, download and report."""

from dataclasses import replace

from adapters.phone.apps.reelbrook import model
from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.app import app
from adapters.phone.apps.reelbrook.catalogue import DOWNLOAD, DOWNLOADS, LATER, REASONS, VISIBILITIES
from adapters.phone.apps.reelbrook.front import channel, home
from adapters.phone.apps.reelbrook.library import you
from adapters.phone.apps.reelbrook.model import Download, Playlist, Report, State
from adapters.phone.apps.reelbrook.watching import watch_page
from adapters.phone.components.bottom_sheets import sheet_over
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.dialogs import dialog_over
from adapters.phone.framework.actions import Handled, assign, back, then, toast
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node

NAME_LENGTH = 30


def _page_below(state: State, view: View, key: str, under: str) -> Screen:
    """The page that a window was opened from."""
    if under == "watch":
        return watch_page(state, view, key)
    if under == "you":
        return you(state, view)
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
        p.entry("flag", "Report", p.ask_report(key, under, instead=True), "report", danger=True),
    )  # fmt: skip
    return sheet_over(below, window, "Video options")


@app.screen("save_to", activity=".WatchActivity", distractor="saving to a list is not downloading")
def save_to(state: State, view: View, key: str = "", under: str = "") -> Screen:
    """Playlists, each on or off for this video."""
    lists = model.lists_of(state, key)
    rows = [_playlist_option(playlist, key, playlist.name in lists) for playlist in state.playlists]
    new = p.entry("add", "New playlist", p.open_instead("new_playlist", key=key, under=under), "new_playlist")
    done = line(c.button("Done", w.UP, rid="done", height=46), pad=(16, 8, 16, 2))
    return sheet_over(_page_below(state, view, key, under), p.sheet("Save to", rows, new, done), "Save to")


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


@app.screen("new_playlist", activity=".WatchActivity", distractor="a step of saving")
def new_playlist(state: State, view: View, key: str = "", under: str = "") -> Screen:
    """A name, and who may see it."""
    visibility, name = bind(state, "ui.visibility"), state.ui.playlist
    box = c.field(name, "Name", "playlist_name", change=ev("name_playlist"), radius=8, height=50)
    chips = [
        c.chip(label, visibility.to(label), label == visibility.value, rid="chip_visibility", single=True, radius=8)
        for label in VISIBILITIES
    ]
    body = column(box, node("row", chips, gap=8, width="fill", wrap=True), gap=14, pad=(20, 0), width="wrap")
    create = c.dialog_button("Create", ev("make_playlist", key=key), enabled=bool(name.strip()))
    buttons = (c.dialog_button("Cancel", w.UP, yes=False), create)
    window = c.dialog("New playlist", body, buttons=buttons)
    return dialog_over(_page_below(state, view, key, under), window, "New playlist")


@app.on("name_playlist")
def name_playlist(state: State, text: str) -> State:
    """Name a playlist, in so many letters at most."""
    return replace(state, ui=replace(state.ui, playlist=text[:NAME_LENGTH]))


@app.on("make_playlist")
def make_playlist(state: State, view: View, key: str) -> Handled:
    """Make a playlist; the video that was being saved is its first."""
    name = state.ui.playlist.strip()
    if not name or any(playlist.name == name for playlist in state.playlists):
        return Toast("There is such a playlist" if name else "A playlist needs a name")
    state = replace(state, playlists=(*state.playlists, Playlist(name, state.ui.visibility)))
    if key:
        return model.with_saved(state, key, name, view.now), Back(), Toast(f"Saved to {name}")
    return state, Back(), Toast(f"{name} created")


@app.screen("download", activity=".WatchActivity")
def download(state: State, view: View, key: str = "", under: str = "") -> Screen:
    """In which quality a video is kept."""
    picked = bind(state, "ui.picked")
    yes = ("Download", ev("download_now", key=key))
    window = c.choice_dialog("Download quality", DOWNLOADS, picked.value or DOWNLOAD, picked.to, yes=yes)
    return dialog_over(_page_below(state, view, key, under), window, "Download")


@app.on("download_now")
def download_now(state: State, view: View, key: str) -> Handled:
    """Keep a video on the phone."""
    if model.video_of(state, key) is None:
        return Back()
    last = max((int(item.number.removeprefix("D-")) for item in state.downloads), default=17)
    quality = state.ui.picked or DOWNLOAD
    new = Download(f"D-{last + 1}", key, quality, view.now.strftime(TIME_FORMAT))
    return replace(state, downloads=(*state.downloads, new)), Back(), Toast(f"Downloaded in {quality}")


@app.screen("report", activity=".WatchActivity", distractor="beside Download")
def report(state: State, view: View, key: str = "", under: str = "") -> Screen:
    """What is wrong with a video."""
    picked = bind(state, "ui.picked")
    yes = ("Report", ev("report_now", key=key))
    window = c.choice_dialog("What is wrong?", REASONS, picked.value or REASONS[0], picked.to, yes=yes)
    return dialog_over(_page_below(state, view, key, under), window, "Report")


@app.on("report_now")
def report_now(state: State, view: View, key: str) -> Handled:
    """Report a video."""
    if model.video_of(state, key) is None:
        return Back()
    number, reason = f"RR-{31 + len(state.reports)}", state.ui.picked or REASONS[0]
    new = Report(number, key, reason, view.now.strftime(TIME_FORMAT))
    return replace(state, reports=(*state.reports, new)), Back(), Toast(f"Thank you. Report {number}")
