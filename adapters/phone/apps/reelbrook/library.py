"""Reelbrook's library: what was seen, kept and downloaded; playlists."""

from __future__ import annotations

from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.model import State, clock, on_list, video_of
from adapters.phone.apps.reelbrook.videos import ME, channel_name
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def you(state: State, place: Route, view: View) -> Screen:
    """One's own page: history as a strip, playlists, downloads, uploads."""
    head = node(
        "row", w.avatar(61, 64), node("column", w.text(ME, "24,30,Bold,-0.2", heading=True),
        w.text("48 followers · see your channel", "14,20,Regular,0.1", "on_surface_variant"), grow=1),
        on=ev("channel", key="robin"), id="account", cls=w.ROW, width="fill", pad=(16, 8, 16, 10), gap=16,
        align="center",
    )  # fmt: skip
    tools = node("row", w.push(), w.action("search", "Search", ev("search"), rid="search", color="on_surface"),
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
    ]  # fmt: skip
    body = w.page(head, p.block("History") if cells else None, strip if cells else None, p.block("Playlists",
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
