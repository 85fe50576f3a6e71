"""Reelbrook's own look: wide pictures with their length, follow and like side by side, a player that stays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from adapters.phone.apps.reelbrook.model import (
    State,
    clock,
    count,
    follows,
    opinion,
    position,
    saved_in,
    seen_of,
    video_of,
)
from adapters.phone.apps.reelbrook.videos import Video, channel, channel_name
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

ROUND = 12.0
DAYS_OF_MONTH = 28


def nav(state: State, chosen: str, view: View) -> Node:
    """The bottom navigation, with the mini player above it while there is something to play."""
    bar = w.nav_bar(
        [
            ("nav_home", "home", "Home", ev("nav", to="home")),
            ("nav_following", "subscriptions", "Following", ev("nav", to="topics")),
            ("nav_upload", "add_circle_outline", "Upload", ev("upload")),
            ("nav_library", "video_library", "Library", ev("nav", to="you")),
        ],
        chosen,
    )
    return node("column", mini(state, view), w.divider(), bar.styled(bg="surface"), width="fill", bg="surface",
                align="stretch")  # fmt: skip


def mini(state: State, view: View) -> Node | None:
    """The player made small: its picture, title, pause and close."""
    known = video_of(state, state.player.video)
    if known is None:
        return None
    playing = state.player.playing
    done = position(state, view.now)
    names = node(
        "column",
        w.text(known.title, "14,20,Medium,0.1", lines=1, id="mini_title"),
        w.text(channel_name(known.channel), "12,16,Regular,0.2", "on_surface_variant", lines=1),
        grow=1,
    )
    row = node(
        "row",
        node("image", art=known.art, width=107, height=60),
        w.space(0, 12),
        names,
        w.action("pause" if playing else "play_arrow", "Pause" if playing else "Play", ev("play", key=known.key),
        rid="mini_play",
                 color="on_surface"),
        w.action("close", "Close player", ev("stop"), rid="mini_close", color="on_surface"),
        on=ev("watch", key=known.key), id="mini_player", cls=w.GROUP, width="fill", height=60, align="center",
        bg="container",
    )  # fmt: skip
    return node("column", _line(done, known.seconds, 2), row, width="fill", align="stretch")


def _line(done: int, total: int, height: float, rest: str = "outline_variant") -> Node:
    """How far something has been played."""
    share = min(1000, max(1, 1000 * done // max(1, total)))
    return node("row", node("spacer", grow=share, height=height, bg="primary"),
                node("spacer", grow=max(1, 1000 - share), height=height, bg=rest), width="fill",
                height=height)  # fmt: skip


def ago(stamp: str, now: datetime) -> str:
    """`18 min ago`, `3 h ago`, `2 days ago`, `8 Oct`."""
    then = datetime.fromisoformat(stamp)
    minutes = int((now.replace(tzinfo=None) - then).total_seconds()) // 60
    if minutes < 1:
        return "just now"
    if minutes < 60:
        return f"{minutes} min ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    days = minutes // (24 * 60)
    if days >= DAYS_OF_MONTH:
        return f"{then.day} {then:%b}"
    return "1 day ago" if days == 1 else f"{days} days ago"


def bar(title: str, *actions: Node, up: bool = True) -> Node:
    """The top bar of a page."""
    return w.app_bar(title, *actions, up=up, style="20,26,Medium,0").styled(bg="surface")


def face(key: str, size: float = 38) -> Node:
    """A channel's round picture, by its key."""
    known = channel(key)
    if known is None:
        return w.disc("person", size)
    if known.face:
        return w.avatar(known.face, size)
    return node("image", art=Art(known.art, len(known.name)), width=size, height=size, radius=size / 2)


def thumb(one: Video, height: float, width: float | str = "fill", *, radius: float = ROUND, done: int = 0) -> Node:
    """A video's picture with its length, and below how far it was seen."""
    length = w.text(clock(one.seconds), "12,16,Medium,0.3", "#FFFFFF", bg="#15080F", radius=5, pad=(6, 2, 6, 2),
    height=20, id="duration")  # fmt: skip
    layers = [
        node("image", art=one.art, width=width, height=height, radius=radius),
        node("row", length, place=("end", "end"), pad=(0, 0, 8, 10 if done else 8)),
    ]
    if done:
        layers.append(node("row", _line(done, one.seconds, 4, "#FFFFFF"), width=width, place=("start", "end"),
                           pad=(radius, 0, radius, 0)))  # fmt: skip
    return node("stack", layers, width=width, height=height)


@dataclass(frozen=True, slots=True)
class _Shown:
    """All that a video's card depends on."""

    likes: int
    liked: bool
    followed: bool
    saved: bool
    done: int
    when: str


def card(state: State, one: Video, view: View) -> Node:
    """A video in a feed."""
    mark = opinion(state, one.key)
    return _card(
        one,
        _Shown(one.likes + (mark > 0), mark > 0, follows(state, one.channel) is not None, bool(saved_in(state,
              one.key)),
               seen_of(state, one.key), ago(one.at, view.now)),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _card(one: Video, shown: _Shown) -> Node:
    name = channel_name(one.channel)
    words = node(
        "row",
        node("column", face(one.channel), on=ev("channel", key=one.channel), id="channel_face", desc=name, cls=w.ROW),
        node("column", w.text(one.title, "16,22,Medium,0", lines=2, id="title"),
             w.text(f"{name} · {count(one.views)} views · {shown.when}", "13,18,Regular,0.1", "on_surface_variant",
             lines=1,
                    id="facts"), grow=1, gap=2),
        w.action("more_vert", f"More options: {one.title}", ev("go", to="options", key=one.key), rid="more")
        .styled(width=40, height=40, size=22),
        width="fill", gap=12, pad=(0, 10, 0, 2),
    )  # fmt: skip
    controls = node(
        "row",
        w.space(0, 50),
        small("Following" if shown.followed else "Follow", ev("follow", key=one.channel), "follow",
        active=shown.followed,
              glyph="check" if shown.followed else "add"),
        small(count(shown.likes), ev("like", key=one.key, value=1), "like", active=shown.liked,
              glyph="thumb_up" if shown.liked else "thumb_up_off_alt", desc="Unlike" if shown.liked else "Like"),
        w.push(),
        w.action("playlist_add_check" if shown.saved else "playlist_add",
        "Saved" if shown.saved else "Save to Watch later",
                 ev("later", key=one.key), rid="later", color="primary" if shown.saved else "on_surface_variant")
        .styled(width=44, height=40),
        width="fill", gap=8, align="center", height=44,
    )  # fmt: skip
    inner = node("column", thumb(one, 218, done=shown.done), words, controls, on=ev("watch", key=one.key),
    id="row_video",
                 cls=w.GROUP, width="fill", align="stretch")  # fmt: skip
    return node("column", inner, width="fill", pad=(12, 0, 12, 14), align="stretch")


def small(label: str, on: Ev, rid: str, *, active: bool = False, glyph: str = "", desc: str = "") -> Node:
    """A pill with a glyph; tinted while it is on."""
    ink = "on_primary_container" if active else "on_surface"
    return node(
        "row", w.icon(glyph, 18, "primary" if active else "on_surface_variant") if glyph else None,
        w.text(label, "13,18,Medium,0.1", ink, lines=1), on=on, id=rid, desc=desc, selected=active, height=36,
        radius=18,
        bg="primary_container" if active else "container", pad=(12, 0, 14, 0), gap=7, align="center",
        cls="android.widget.Button",
    )  # fmt: skip


def line_video(state: State, one: Video, view: View, *, note: str = "", trailing: Node | None = None) -> Node:
    """A video in a list: small picture, title, what is to be said about it."""
    facts = note or f"{count(one.views)} views · {ago(one.at, view.now)}"
    return _line_video(one, facts, trailing, seen_of(state, one.key))


@lru_cache(maxsize=256)
def _line_video(one: Video, facts: str, trailing: Node | None, done: int) -> Node:
    names = node(
        "column",
        w.text(one.title, "15,20,Medium,0", lines=2, id="title"),
        w.text(channel_name(one.channel), "13,18,Regular,0.1", "on_surface_variant", lines=1, id="channel"),
        w.text(facts, "13,18,Regular,0.1", "on_surface_variant", lines=1, id="facts"),
        grow=1, gap=1,
    )  # fmt: skip
    tail = trailing or w.action("more_vert", f"More options: {one.title}", ev("go", to="options", key=one.key,
    under="list"),
                                rid="more").styled(width=36, height=44, size=20)  # fmt: skip
    return node("row", thumb(one, 90, 160, radius=8, done=done), names, tail, on=ev("watch", key=one.key),
    id="row_small",
                cls=w.GROUP, width="fill", pad=(12, 7, 4, 7), gap=12)  # fmt: skip


def follow_button(state: State, key: str) -> Node:
    """The wide one of a channel's page and of the watch page."""
    on = follows(state, key) is not None
    return node("button", text="Following" if on else "Follow", on=ev("follow", key=key), id="follow",
                variant="tonal" if on else "filled", height=38, radius=19, type="14,20,Medium,0.1", pad=(18, 0, 18,
                0))  # fmt: skip


def block(title: str, more: Node | None = None) -> Node:
    """The heading of a block."""
    return node("row", w.text(title, "17,24,Medium,0", grow=1), more, width="fill", pad=(16, 14, 16, 8), align="center")


def sheet(title: str, *rows: Node | list[Node] | None) -> Node:
    """A bottom sheet."""
    grip = node("spacer", width=32, height=4, radius=2, bg="outline_variant", place=("center", "center"))
    head = node("row", w.text(title, "17,24,Medium,0", lines=2, grow=1), w.action("close", "Close", w.UP, rid="close"),
                width="fill", pad=(18, 0, 6, 4), align="center")  # fmt: skip
    return node("column", node("stack", grip, width="fill", height=22), head, w.divider(), w.space(4), *rows,
    w.space(10),
                id="design_bottom_sheet", cls="android.widget.FrameLayout", width="fill", bg="low",
                radius=(18, 18, 0, 0), align="stretch")  # fmt: skip


def line(glyph: str, words: str, on: Ev, rid: str, *, support: str = "", danger: bool = False, tail: str = "") -> Node:
    """One row of a sheet."""
    color = "error" if danger else "on_surface"
    names = node("column", w.text(words, "16,22,Regular,0.1", color, lines=1),
                 w.text(support, "13,18,Regular,0.1", "on_surface_variant", lines=1) if support else None,
                 grow=1)  # fmt: skip
    return node("row", w.icon(glyph, 23, "error" if danger else "on_surface_variant"), names,
                w.text(tail, "14,20,Medium,0.1", "on_surface_variant") if tail else None, on=on, id=rid, cls=w.ROW,
                width="fill", height=62 if support else 52, pad=(18, 0, 18, 0), gap=18, align="center")  # fmt: skip
