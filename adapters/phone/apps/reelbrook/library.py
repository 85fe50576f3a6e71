"""Reelbrook's library: what was seen, kept, downloaded, uploaded and done; playlists and settings."""

from __future__ import annotations

from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.model import (
    CAPTIONS,
    DOWNLOADS,
    State,
    clock,
    on_list,
    own_videos,
    record,
    video_of,
)
from adapters.phone.apps.reelbrook.videos import ME, channel_name
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

DONE = ("Likes", "Comments", "Follows", "Reports")
CHOOSE = {"download": ("Download quality", DOWNLOADS), "captions": ("Captions", CAPTIONS)}


def you(state: State, place: Route, view: View) -> Screen:
    """One's own page: history as a strip, playlists, downloads, uploads."""
    head = node(
        "row", w.avatar(61, 64), node("column", w.text(ME, "24,30,Bold,-0.2", heading=True),
        w.text("48 followers · see your channel", "14,20,Regular,0.1", "on_surface_variant"), grow=1),
        on=ev("channel", key="robin"), id="account", cls=w.ROW, width="fill", pad=(16, 8, 16, 10), gap=16,
        align="center",
    )  # fmt: skip
    tools = node("row", w.push(), w.action("search", "Search", ev("search"), rid="search", color="on_surface"),
                 w.action("settings", "Settings", ev("go", to="settings"), rid="settings", color="on_surface"),
                 id="toolbar",
                 cls=w.GROUP, width="fill", height=56, pad=(4, 0, 4, 0), align="center", bg="surface")  # fmt: skip
    cells = []
    for seen in list(reversed(state.history))[:8]:
        one = video_of(state, seen.video)
        if one is None:
            continue
        cells.append(
            node("column", p.thumb(one, 88, 156, radius=8, done=seen.seconds), w.text(one.title, "13,18,Medium,0.1",
            lines=2),
                 w.text(channel_name(one.channel), "12,16,Regular,0.2", "on_surface_variant", lines=1), on=ev("watch",
                 key=one.key),
                 id="recent", cls=w.GROUP, width=156, gap=4)
        )  # fmt: skip
    strip = node("scroll", cells, horizontal=True, id="history_strip", cls="androidx.recyclerview.widget.RecyclerView",
                 width="fill", height=156, pad=(16, 0, 16, 0), gap=12)  # fmt: skip
    every = node(
        "button",
        text="View all",
        on=ev("go", to="history"),
        id="all_history",
        variant="text",
        height=40,
        type="14,20,Medium,0.1",
    )
    lists = [
        w.row(one.name, f"{one.visibility} · {_told(len(on_list(state, one.name)))}", on=ev("go", to="playlist",
        name=one.name),
              rid="row_playlist", leading=_cover(state, one.name), height=76)
        for one in state.playlists
    ]  # fmt: skip
    new = w.action(
        "add", "New playlist", ev("go", to="new_playlist", key="", under="you"), rid="new_playlist", color="on_surface"
    )
    more = [
        w.row("Downloads", _told(len(state.downloads)), on=ev("go", to="downloads"), rid="row_downloads",
              leading=w.icon("download_done"), height=66),
        w.row("Your videos", _told(len(state.uploads)), on=ev("go", to="uploads"), rid="row_uploads",
        leading=w.icon("videocam"),
              height=66),
        w.row("Your activity", "Likes, comments, follows", on=ev("go", to="done"), rid="row_done",
        leading=w.icon("history"), height=66),
    ]  # fmt: skip
    body = w.page(head, p.block("History", every) if cells else None, strip if cells else None, p.block("Playlists",
    new), lists,
                  w.divider(), w.space(6), more)  # fmt: skip
    return Screen(body, top=tools, bottom=p.nav(state, "Library", view), title="Library")


def _told(number: int) -> str:
    return "1 video" if number == 1 else f"{number} videos"


def _cover(state: State, name: str) -> Node:
    """A playlist's first picture with a sign on it."""
    inside = on_list(state, name)
    if not inside:
        return node(
            "stack", w.icon("playlist_play", 24, place=("center", "center")), width=88, height=50, radius=8, bg="high"
        )
    mark = node("stack", w.icon("playlist_play", 18, "#FFFFFF", place=("center", "center")), width=30, height=50,
    bg="#15080F", place=("end", "start"))  # fmt: skip
    return node("stack", node("image", art=inside[0].art, width=88, height=50, radius=8), mark, width=88, height=50)


def playlist(state: State, place: Route, view: View) -> Screen:
    """One playlist, the latest first."""
    name = place.get("name", "")
    known = next((one for one in state.playlists if one.name == name), None)
    if known is None:
        body = w.page(w.empty("playlist_play", "No such playlist", "It may have been deleted."))
        return Screen(body, top=p.bar("Playlist"), title="Playlist")
    videos = on_list(state, name)
    head = node("column", w.text(name, "26,34,Bold,-0.2", heading=True, lines=2),
                w.text(f"{known.visibility} · {_told(len(videos))} · {clock(sum(one.seconds for one in videos))}",
                "14,20,Regular,0.1",
                       "on_surface_variant"), width="fill", pad=(16, 4, 16, 12))  # fmt: skip
    away = [w.action("close", f"Remove {one.title}", ev("unsave", key=one.key, playlist=name),
    rid="remove").styled(width=40, height=44)
            for one in videos]  # fmt: skip
    rows = [p.line_video(state, one, view, trailing=button) for one, button in zip(videos, away, strict=True)]
    nothing = w.empty("playlist_add", "Nothing on this list", "“Save” below a video puts it here.")
    return Screen(w.page(head, rows or nothing), top=p.bar(""), title=name)


def history(state: State, place: Route, view: View) -> Screen:
    """What was watched, the latest first, and how far."""
    rows = []
    for seen in reversed(state.history):
        one = video_of(state, seen.video)
        if one is not None:
            rows.append(
                p.line_video(state, one, view, note=f"Watched {p.ago(seen.at, view.now)} · {clock(seen.seconds)}")
            )
    wipe = w.action("delete", "Clear history", ev("go", to="clear"), rid="clear", color="on_surface") if rows else None
    nothing = w.empty("history", "No history", "Videos that you watch are listed here.")
    return Screen(w.page(rows or nothing), top=p.bar("History", *([wipe] if wipe else [])), title="History")


def clear(state: State, place: Route, view: View) -> Screen:
    """Whether the history really goes."""
    below = history(state, place, view)
    words = w.text(
        "What you watched is forgotten on all your devices.", "bodyM", "on_surface_variant", pad=(24, 0, 24, 0)
    )
    buttons = (c.dialog_button("Cancel", w.UP, yes=False), c.dialog_button("Clear", ev("clear_now")))
    asked = c.dialog("Clear history?", words, buttons=buttons)
    return Screen(below.body, top=below.top, overlay=Overlay("dialog", asked), title="Clear history")


def downloads(state: State, place: Route, view: View) -> Screen:
    """What is kept on the phone."""
    rows = []
    for kept in reversed(state.downloads):
        one = video_of(state, kept.video)
        if one is not None:
            away = w.action("delete", f"Delete {one.title}", ev("undownload", number=kept.number), rid="delete").styled(
                width=44, height=44
            )
            rows.append(p.line_video(state, one, view, note=f"{kept.number} · {kept.quality}", trailing=away))
    nothing = w.empty("download", "No downloads", "Videos kept here play without a network.")
    return Screen(w.page(rows or nothing), top=p.bar("Downloads"), title="Downloads")


def uploads(state: State, place: Route, view: View) -> Screen:
    """One's own videos."""
    rows = []
    for one in own_videos(state):
        own = record(state, one.key)
        about = w.action(
            "edit_note", f"What you chose: {one.title}", ev("go", to="record", key=one.key), rid="record"
        ).styled(width=44, height=44)
        rows.append(p.line_video(state, one, view, note=f"{one.key} · {own.audience if own else ''}", trailing=about))
    nothing = w.empty("videocam", "No videos yet", "What you upload is listed here.")
    go = c.button("Upload a video", ev("upload"), rid="upload", height=46, icon_name="upload")
    bottom = node("row", go, width="fill", pad=(16, 10, 16, 10), bg="surface")
    return Screen(w.page(rows or nothing), top=p.bar("Your videos"), bottom=bottom, title="Your videos")


def done(state: State, place: Route, view: View) -> Screen:
    """What was done, by kind, the latest first."""
    chosen = place.get("tab", DONE[0])
    lines: list[tuple[str, str, str]] = []
    if chosen == DONE[0]:
        lines = [
            (one.at, f"{'Liked' if one.value > 0 else 'Disliked'} a video", _title(state, one.video))
            for one in state.liked
        ]
    elif chosen == DONE[1]:
        lines = [
            (one.at, one.text, f"{one.number} · {'to ' + one.to if one.to else _title(state, one.video)}")
            for one in state.comments
        ]
    elif chosen == DONE[2]:
        lines = [(one.at, channel_name(one.channel), one.alerts) for one in state.followed]
    else:
        lines = [(one.at, _title(state, one.video), f"{one.number} · {one.reason}") for one in state.reports]
    rows = [
        w.row(title, support, rid="row_done", trailing=w.text(f"{int(at[8:10])}.{at[5:7]}., {at[11:]}",
        "12,16,Regular,0.2",
              "on_surface_variant"))
        for at, title, support in sorted(lines, key=lambda line: line[0], reverse=True)
    ]  # fmt: skip
    top = node(
        "column", p.bar("Your activity"), w.tabs(DONE, chosen, "done"), width="fill", bg="surface", align="stretch"
    )
    nothing = w.empty("history", f"No {chosen.lower()} yet", "What you do is listed here.")
    return Screen(w.page(rows or nothing), top=top, title="Your activity")


def _title(state: State, key: str) -> str:
    one = video_of(state, key)
    return one.title if one is not None else key


def settings(state: State, place: Route, view: View) -> Screen:
    """What plays, loads and rings by itself."""
    now = state.settings

    def switch(title: str, support: str, name: str, glyph: str) -> Node:
        return c.switch_row(
            title, support, ev("switch", name=name), getattr(now, name), rid=f"row_{name}", icon_name=glyph
        )

    def pick(what: str, glyph: str) -> Node:
        return w.row(CHOOSE[what][0], getattr(now, what), on=ev("go", to="choose", what=what), rid=f"row_{what}",
                     leading=w.icon(glyph), height=66)  # fmt: skip

    body = w.page(
        p.block("Watching"),
        switch("Autoplay", "The next video begins by itself", "autoplay", "play_arrow"),
        pick("captions", "closed_caption"),
        switch("Keep a history", "What you watched, and how far", "history", "history"),
        p.block("Downloads"),
        pick("download", "download"),
        switch("On Wi-Fi only", "Not over the mobile network", "wifi_only", "wifi"),
        p.block("Notifications"),
        switch("New videos", "Of channels that may ring", "news", "notifications_none"),
        switch("Answers", "To your comments", "replies", "chat_bubble_outline"),
        p.block("Hidden"),
        w.row("Channels you don't want to see", str(len(state.muted_channels)), on=ev("go", to="quiet"),
        rid="row_quiet",
              leading=w.icon("do_not_disturb_on"), height=66),
        w.row("Version", "16.41.2", rid="row_version", leading=w.icon("info"), height=66),
    )  # fmt: skip
    return Screen(body, top=p.bar("Settings"), title="Settings")


def choose(state: State, place: Route, view: View) -> Screen:
    """One setting of several values."""
    what = place.get("what", "download")
    what = what if what in CHOOSE else "download"
    title, options = CHOOSE[what]
    below = settings(state, place, view)
    asked = c.choice_dialog(title, options, getattr(state.settings, what), ev("set", what=what))
    return Screen(below.body, top=below.top, overlay=Overlay("dialog", asked), title=title)


def quiet(state: State, place: Route, view: View) -> Screen:
    """Channels that are not offered any more."""
    rows = [
        w.row(channel_name(key), "Not offered on home", on=ev("channel", key=key), rid="row_quiet", leading=p.face(key,
        44), height=72,
              trailing=p.small("Show again", ev("unmute", key=key), "unmute"))
        for key in state.muted_channels
    ]  # fmt: skip
    nothing = w.empty("do_not_disturb_on", "No channel is hidden", "“Don't recommend channel” puts one here.")
    return Screen(w.page(rows or nothing), top=p.bar("Hidden channels"), title="Hidden channels")
