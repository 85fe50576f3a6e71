"""The player on a tinted ground, the queue, and the sheets about what plays."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.tunedrift.clockwork import after, heard, settled
from adapters.phone.apps.tunedrift.model import State, clock, length_share, track
from adapters.phone.apps.tunedrift.music import DEVICES, SLEEPS, Player, Track
from adapters.phone.apps.tunedrift.parts import SOFT, bar, cover, entry, heading, sheet, track_row
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node

BARS = 56
DIM = "#5C5F50"
PALE = "#BFC2B4"


def _on(player: Player) -> Track | None:
    return track(player.queue[player.at]) if player.at < len(player.queue) else None


def player(state: State, place: Route, view: View) -> Screen:
    """What plays, large."""
    now = settled(state, view.now).player
    one = _on(now)
    if one is None:
        nothing = w.empty("music_note", "Nothing is playing", "Pick a song and it appears here.")
        return Screen(w.page(nothing), top=bar("Player", lead="keyboard_arrow_down"), title="Player")
    at = min(heard(now, view.now), one.seconds)
    liked = one.id in state.likes
    head = node(
        "row", w.action("keyboard_arrow_down", "Navigate up", w.UP, color="on_surface"),
        node(
            "column", w.text("PLAYING FROM", "labelS", PALE), w.text(now.source or one.album, "titleS/Bold",
                                                                       heading=True, lines=1),
            grow=1, align="center",
        ),
        w.action("more_vert", f"More for {one.title}", ev("more", key=one.id, over="player"), color="on_surface"),
        width="fill", height=60, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip
    title = node(
        "row",
        node("column", w.text(one.title, "26,32,Bold,-0.2", lines=1, id="title"),
             w.text(one.artist, "16,24,Regular,0.1", PALE, lines=1, id="artist"), grow=1),
        w.action("favorite" if liked else "favorite_border", "Unlike" if liked else "Like", ev("like", key=one.id),
                 color="primary" if liked else "on_surface"),
        width="fill", align="center", pad=(35, 20, 24, 10),
    )  # fmt: skip
    body = node(
        "column", w.space(24), head, w.space(10),
        node("row", cover(one.seed, 332, 10, f"Cover of {one.album}"), width="fill", justify="center"),
        title, _wave(one, at), _times(at, one.seconds), _controls(now), _below(state, now), w.push(),
        _coming(now), width="fill", height="fill", align="stretch", place=("fill", "fill"),
    )  # fmt: skip
    ground = node("image", art=Art("tint", one.seed), width="fill", height=520, place=("fill", "start"))
    return Screen(
        node("stack", ground, body, width="fill", height="fill"), edge=True, ink="light", bg="#10110B", title="Player"
    )


def _wave(one: Track, at: int) -> Node:
    """The waveform; what was heard is bright. The slider over it takes the touches and is not drawn."""
    share = length_share(at, one.seconds)
    bars = []
    for index in range(BARS):
        step = (index * 37 + one.seed * 11 + int(one.id) * 7) % 23
        high = 6 + (step * step % 29) * (0.45 + 0.55 * abs(((index * 5 + one.seed) % 34) - 17) / 17)
        bars.append(node("spacer", width=3, height=high, radius=1.5, bg="primary" if index / BARS < share else DIM))
    row = node("row", bars, width="fill", height=44, align="center", justify="between", place=("fill", "center"))
    seek = node(
        "slider", value=share, id="seek", on={"change": ev("seek")}, alpha=0.0, place=("fill", "center"), height=48,
        desc=f"{clock(at)} of {clock(one.seconds)}",
    )  # fmt: skip
    return node("column", node("stack", row, seek, width="fill", height=48), width="fill", pad=(35, 0, 35, 0),
                align="stretch")  # fmt: skip


def _times(at: int, seconds: int) -> Node:
    return node(
        "row", w.text(clock(at), "labelL", PALE, id="position"), w.push(), w.text(clock(seconds), "labelL", PALE,
                                                                                   id="length"),
        width="fill", pad=(35, 0, 35, 0),
    )  # fmt: skip


def _controls(now: Player) -> Node:
    repeat = "repeat_one" if now.repeat == "One" else "repeat"
    playing = bool(now.since)
    disc = node(
        "icon_button", icon="pause" if playing else "play_arrow", desc="Pause" if playing else "Play",
        on=ev("play_pause"), id="play", width=76, height=76, size=40, radius=38, bg="primary", color="on_primary",
    )  # fmt: skip
    return node(
        "row",
        w.action("shuffle", f"Shuffle, {'on' if now.shuffle else 'off'}", ev("shuffle"),
                 color="primary" if now.shuffle else "on_surface"),
        w.action("skip_previous", "Previous song", ev("previous"), color="on_surface").styled(size=36),
        disc,
        w.action("skip_next", "Next song", ev("next"), color="on_surface").styled(size=36),
        w.action(repeat, f"Repeat, {now.repeat.lower()}", ev("repeat"),
                 color="primary" if now.repeat != "Off" else "on_surface"),
        width="fill", height=104, align="center", justify="between", pad=(25, 4, 25, 0),
    )  # fmt: skip


def _below(state: State, now: Player) -> Node:
    glyph = dict(DEVICES).get(now.device, "speaker")
    away = now.device != DEVICES[0][0]
    asleep = state.sleep.label != "Off"
    device = node(
        "row", w.icon(glyph, 20, "primary" if away else PALE), w.text(now.device, "labelL", "primary" if away else PALE,
                                                                     lines=1),
        on=ev("go", to="devices"), id="device", height=48, gap=8, align="center", desc=f"Play on, {now.device}",
    )  # fmt: skip
    return node(
        "row", device, w.push(),
        w.action("bedtime", f"Sleep timer, {state.sleep.label}", ev("go", to="sleep"),
                 color="primary" if asleep else "on_surface"),
        w.action("share", "Share", ev("share", key=now.queue[now.at]), color="on_surface"),
        w.action("queue_music", "Queue", ev("go", to="queue"), color="on_surface"),
        width="fill", height=52, align="center", pad=(35, 0, 20, 0),
    )  # fmt: skip


def _coming(now: Player) -> Node:
    """What plays next; leads to the queue."""
    coming = after(now)
    follow = track(now.queue[coming]) if coming is not None else None
    inner = node(
        "row", w.text("Up next", "titleS/Bold"),
        w.text(follow.title if follow else "Nothing", "bodyM", PALE, lines=1, grow=1), w.icon("expand_less", 24, PALE),
        on=ev("go", to="queue"), id="coming", width="fill", bg="high", radius=(20, 20, 0, 0), pad=(16, 14, 16, 34),
        gap=12, align="center",
    )  # fmt: skip
    return node("column", inner, width="fill", pad=(8, 0, 8, 0), align="stretch")


def queue(state: State, place: Route, view: View) -> Screen:
    """What plays and what comes; each that comes can be taken out."""
    now = settled(state, view.now).player
    one = _on(now)
    coming = list(enumerate(now.queue))[now.at + 1 :]
    rows: list[Node] = []
    if one is not None:
        rows = [
            w.text("Now playing", "titleS", SOFT, pad=(16, 8, 16, 4)),
            track_row(one, ev("go", to="player"), playing=True, liked=one.id in state.likes),
            w.text(f"Next from {now.source}", "titleS", SOFT, pad=(16, 14, 16, 4), lines=1) if coming else
            w.text("Nothing comes after this song", "bodyM", SOFT, pad=(16, 18, 16, 4)),
        ]  # fmt: skip
    for index, key in coming:
        song = track(key)
        if song is None:
            continue
        out = w.action("remove_circle_outline", f"Take {song.title} out", ev("queue_out", at=index))
        rows.append(track_row(song, ev("queue_play", at=index), liked=song.id in state.likes, tail=out))
    if one is None:
        rows = [w.empty("queue_music", "The queue is empty", "Pick a song and it appears here.")]
    return Screen(w.page(rows), top=bar("Queue", lead="close"), title="Queue")


def devices(state: State, place: Route, view: View) -> Screen:
    """Where the music comes out."""
    rows = [
        entry(glyph, name, ev("device", name=name), support="Playing here" if name == state.player.device else "",
              color="primary" if name == state.player.device else "on_surface")
        for name, glyph in DEVICES
    ]  # fmt: skip
    return replace(player(state, place, view), overlay=sheet(heading("Play on"), rows), title="Play on")


def sleep(state: State, place: Route, view: View) -> Screen:
    """When the music stops by itself."""
    rows = [
        c.radio_row(name, ev("sleep", value=name), name == state.sleep.label, rid="option", inset=24, height=52)
        for name in SLEEPS
    ]
    return replace(player(state, place, view), overlay=sheet(heading("Sleep timer"), rows), title="Sleep timer")
