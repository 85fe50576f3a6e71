"""Reelbrook's own look: wide pictures with their length, follow and like side by side, a player that stays."""

from datetime import datetime
from functools import lru_cache
from typing import Final

from adapters.phone.apps.reelbrook.catalogue import DOWNLOAD, Video, channel_name, channel_of
from adapters.phone.apps.reelbrook.model import (
    Draft,
    State,
    follows,
    is_liked,
    lists_of,
    position,
    seen_of,
    short_count,
    video_of,
)
from adapters.phone.components import bars, bottom_sheets
from adapters.phone.components.bottom_sheets import SheetLook, sheet_row
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import reaction
from adapters.phone.components.players import play_button
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import assign, focus, go, share, switch_to, then, toast
from adapters.phone.framework.dates import elapsed
from adapters.phone.framework.playback import length_text
from adapters.phone.framework.state_paths import find
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

ROUND: Final = 12.0
DAYS_OF_MONTH: Final = 28
SOFT: Final = "on_surface_variant"

note = text_style("13,18,Regular,0.1", SOFT)
small_note = text_style("12,16,Regular,0.2", SOFT)
soft_text = text_style("14,20,Regular,0.1", SOFT)
heading = text_style("17,24,Medium,0", grow=1)
label = text_style("12,16,Medium,0.3", "#FFFFFF", bg="#15080F", radius=5, pad=(6, 2), height=20)
SHEET: Final = SheetLook(
    title="17,24,Medium,0", title_lines=2, heading=False, head_id="", head_pad=(18, 0, 6, 4), grip_height=22,
    divider=True, end=10, radius=18,
)  # fmt: skip

_TABS: Final = (
    ("nav_home", "home", "Home", switch_to("home")),
    ("nav_following", "subscriptions", "Following", switch_to("topics")),
    ("nav_upload", "add_circle_outline", "Upload", then(assign("draft", Draft()), go("pick"))),
    ("nav_library", "video_library", "Library", switch_to("you")),
)
SEARCH: Final = then(assign("ui.query", ""), go("search"), focus("search_src_text"))


def open_page(name: str, /, **args: str) -> Ev:
    """Go to a place."""
    return then(focus(None), go(name, **args))


def open_channel(key: str) -> Ev:
    """Go to a channel."""
    return then(focus(None), go("channel", key=key))


def ask_download(state: State, key: str, open_window: Ev) -> Ev:
    """Ask for the quality of a download, unless there is one already."""
    if find(state.downloads, video=key):
        return toast("Already downloaded")
    return then(assign("ui.quality", DOWNLOAD), open_window)


def share_video(video: Video) -> Ev:
    """Share a video's title and channel."""
    return share(f"{video.title}\n{channel_name(video.channel)} on Reelbrook")


def nav(state: State, chosen: str, view: View) -> Node:
    """The bottom navigation, with the mini player above it while there is something to play."""
    bar = w.nav_bar(_TABS, chosen).styled(bg="surface")
    return column(_mini_player(state, view), w.divider(), bar, bg="surface")


def _mini_player(state: State, view: View) -> Node | None:
    """The player made small: its picture, title, pause and close."""
    video = video_of(state, state.player.video)
    if video is None:
        return None
    names = words(
        w.text(video.title, "14,20,Medium,0.1", lines=1, id="mini_title"),
        small_note(channel_name(video.channel), lines=1),
    )
    row = line(
        node("image", art=video.art, width=107, height=60),
        w.space(0, 12),
        names,
        play_button(state.player.playing, ev("play", key=video.key), rid="mini_play"),
        w.action("close", "Close player", ev("stop"), rid="mini_close", color="on_surface"),
        on=ev("watch", key=video.key), id="mini_player", cls=w.GROUP, height=60, bg="container",
    )  # fmt: skip
    return column(_progress(position(state, view.now), video.seconds, 2), row)


def _progress(seconds: int, length: int, height: float, rest: str = "outline_variant") -> Node:
    """How far something has been played."""
    share = min(1000, max(1, 1000 * seconds // max(1, length)))
    done = node("spacer", grow=share, height=height, bg="primary")
    return node(
        "row", done, node("spacer", grow=max(1, 1000 - share), height=height, bg=rest), width="fill", height=height
    )


def time_ago(time: str, now: datetime) -> str:
    """`18 min ago`, `3 h ago`, `2 days ago`, `8 Oct`."""
    near = elapsed(time, now)
    if near:
        return "just now" if near == "now" else f"{near} ago"
    then = datetime.fromisoformat(time)
    days = (now.replace(tzinfo=None) - then).days
    if days >= DAYS_OF_MONTH:
        return f"{then.day} {then:%b}"
    return "1 day ago" if days == 1 else f"{days} days ago"


def bar(title: str) -> Node:
    """The top bar of a page."""
    return w.app_bar(title, style="20,26,Medium,0").styled(bg="surface")


def bottom(name: str, on: Ev, rid: str, *, enabled: bool = True) -> Node:
    """The bar at the lower edge with the button that leads on."""
    return bars.bottom_bar(c.button(name, on, rid=rid, enabled=enabled), pad=(16, 10), gap=0)


def gone(what: str) -> Screen:
    """The page of something that is no longer there."""
    body = w.page(w.empty("videocam_off", f"This {what} isn't available", "It was removed or made private."))
    return Screen(body, top=bar("Not found"), title="Not found")


def face(key: str, size: float = 38) -> Node:
    """A channel's round picture, by its key."""
    channel = channel_of(key)
    if channel is None:
        return w.disc("person", size)
    if channel.face:
        return w.avatar(channel.face, size)
    return node("image", art=Art(channel.art, len(channel.name)), width=size, height=size, radius=size / 2)


def thumb(video: Video, height: float, width: float | str = "fill", *, radius: float = ROUND, done: int = 0) -> Node:
    """A video's picture with its length, and below how far it was seen."""
    length = node(
        "row", label(length_text(video.seconds), id="duration"), place=("end", "end"), pad=(0, 0, 8, 10 if done else 8)
    )
    progress = node(
        "row", _progress(done, video.seconds, 4, "#FFFFFF"), width=width, place=("start", "end"), pad=(radius, 0)
    )
    picture = node("image", art=video.art, width=width, height=height, radius=radius)
    return node("stack", picture, length, progress if done else None, width=width, height=height)


def card(state: State, video: Video, view: View, more: Node) -> Node:
    """A video in a feed, with the button that opens what can be done with it."""
    liked = is_liked(state, video.key)
    return _card(
        video, more, likes=video.likes + liked, liked=liked, followed=follows(state, video.channel),
        saved=bool(lists_of(state, video.key)), done=seen_of(state, video.key), when=time_ago(video.at, view.now),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _card(
    video: Video, more: Node, *, likes: int, liked: bool, followed: bool, saved: bool, done: int, when: str
) -> Node:
    name = channel_name(video.channel)
    facts = note(f"{name} · {short_count(video.views)} views · {when}", lines=1, id="facts")
    about = node(
        "row",
        node("column", face(video.channel), on=open_channel(video.channel), id="channel_face", desc=name, cls=w.ROW),
        words(w.text(video.title, "16,22,Medium,0", lines=2, id="title"), facts, gap=2),
        more.styled(width=40, height=40, size=22),
        width="fill", gap=12, pad=(0, 10, 0, 2),
    )  # fmt: skip
    later = reaction(
        saved, ("playlist_add_check", "playlist_add"), ("Saved", "Save to Watch later"),
        ev("later", key=video.key), rid="later", width=44, height=40,
    )  # fmt: skip
    controls = line(
        w.space(0, 50),
        pill(
            "Following" if followed else "Follow", ev("follow", key=video.channel), "follow",
            active=followed, glyph="check" if followed else "add",
        ),
        like_pill(video.key, likes, liked, "Unlike" if liked else "Like"),
        w.push(),
        later,
        gap=8, height=44,
    )  # fmt: skip
    inner = column(
        thumb(video, 218, done=done), about, controls, on=ev("watch", key=video.key), id="row_video", cls=w.GROUP
    )
    return column(inner, pad=(12, 0, 12, 14))


def more_button(video: Video, under: str, /, **args: str) -> Node:
    """The dots that open what can be done with a video, over the page of a route, with its arguments, that shows it."""
    on = then(focus(None), go("options", video=video.key, under=under, **args))
    return w.action("more_vert", f"More options: {video.title}", on, rid="more").styled(width=36, height=44, size=20)


def pill(name: str, on: Ev, rid: str, *, active: bool = False, glyph: str = "", desc: str = "") -> Node:
    """A button with a glyph; tinted while it is on."""
    return node(
        "row", w.icon(glyph, 18, "primary" if active else SOFT),
        w.text(name, "13,18,Medium,0.1", "on_primary_container" if active else "on_surface", lines=1),
        on=on, id=rid, desc=desc, selected=active, cls="android.widget.Button", height=36, radius=18,
        bg="primary_container" if active else "container", pad=(12, 0, 14, 0), gap=7, align="center",
    )  # fmt: skip


def like_pill(key: str, likes: int, liked: bool, desc: str) -> Node:
    """How many like a video; a touch likes it too."""
    glyph = "thumb_up" if liked else "thumb_up_off_alt"
    return pill(short_count(likes), ev("like", key=key), "like", active=liked, glyph=glyph, desc=desc)


def video_row(state: State, video: Video, view: View, trailing: Node, *, facts: str = "") -> Node:
    """A video in a list: small picture, title, what is to be said about it, a button."""
    facts = facts or f"{short_count(video.views)} views · {time_ago(video.at, view.now)}"
    return _video_row(video, facts, trailing, seen_of(state, video.key))


@lru_cache(maxsize=256)
def _video_row(video: Video, facts: str, trailing: Node, done: int) -> Node:
    names = words(
        w.text(video.title, "15,20,Medium,0", lines=2, id="title"),
        note(channel_name(video.channel), lines=1, id="channel"),
        note(facts, lines=1, id="facts"),
        gap=1,
    )
    return node(
        "row", thumb(video, 90, 160, radius=8, done=done), names, trailing,
        on=ev("watch", key=video.key), id="row_small", cls=w.GROUP, width="fill", pad=(12, 7, 4, 7), gap=12,
    )  # fmt: skip


def follow_button(state: State, key: str) -> Node:
    """The wide one of a channel's page and of the watch page."""
    on = follows(state, key)
    return node(
        "button", text="Following" if on else "Follow", on=ev("follow", key=key), id="follow",
        variant="tonal" if on else "filled", height=38, radius=19, type="14,20,Medium,0.1", pad=(18, 0),
    )  # fmt: skip


def block(title: str, more: Node | None = None) -> Node:
    """The heading of a block."""
    return line(heading(title), more, pad=(16, 14, 16, 8))


def sheet(title: str, *rows: w.Some) -> Node:
    """A bottom sheet."""
    return bottom_sheets.sheet(title, *rows, look=SHEET)


def entry(glyph: str, title: str, on: Ev, rid: str, *, support: str = "") -> Node:
    """One row of a sheet."""
    return sheet_row(
        w.icon(glyph, 23, SOFT), w.text(title, "16,22,Regular,0.1", lines=1), on, rid=rid,
        support=note(support, lines=1) if support else None, cls=w.ROW, height=62 if support else 52, pad=(18, 0),
        gap=18,
    )  # fmt: skip
