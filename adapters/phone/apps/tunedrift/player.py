"""The player on a tinted ground, and the queue."""

from dataclasses import replace

from adapters.phone.apps.tunedrift import parts as p
from adapters.phone.apps.tunedrift.app import app
from adapters.phone.apps.tunedrift.catalogue import BY_ID, REPEATS, Track
from adapters.phone.apps.tunedrift.model import Player, State, tracks_of
from adapters.phone.apps.tunedrift.playback import begun, heard, local, mixed, next_index
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.players import play_button, seek_bar
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import Handled, assign, go, share, then, toast
from adapters.phone.framework.playback import length_text, share_of
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Screen, Toast, View, route
from adapters.phone.ui.node import Art, Ev, Node, ev, node

BARS = 56
DIM, PALE = "#5C5F50", "#BFC2B4"
RESTART = 3
"""Seconds after which "Previous song" begins the same one again."""
REPEATING = {"Off": "Repeat is off", "All": "All songs repeat", "One": "This song repeats"}

pale = text_style("labelL", PALE)


@app.screen("player", activity=".PlayerActivity", distractor="opened by a touch beside the list's own buttons")
def player(state: State, view: View) -> Screen:
    """What plays, large."""
    playing, track = state.player, state.player.track
    if track is None:
        nothing = w.empty("music_note", "Nothing is playing", "Pick a song and it appears here.")
        return Screen(w.page(nothing), top=p.bar("Player", lead="keyboard_arrow_down"), title="Player")
    seconds = min(heard(playing, view.now), track.seconds)
    body = column(
        w.space(24),
        _head(playing, track),
        w.space(10),
        line(p.cover(track.seed, 332, 10, f"Cover of {track.album}"), justify="center", align="start"),
        _title(state, track),
        _wave(track, seconds),
        node(
            "row", pale(length_text(seconds), id="position"), w.push(), pale(length_text(track.seconds), id="length"),
            width="fill", pad=(35, 0),
        ),
        _controls(playing, seconds),
        _tools(track),
        w.push(),
        _coming(playing),
        height="fill",
        place=("fill", "fill"),
    )  # fmt: skip
    ground = node("image", art=Art("tint", track.seed), width="fill", height=520, place=("fill", "start"))
    page = node("stack", ground, body, width="fill", height="fill")
    return Screen(page, edge=True, ink="light", bg="#10110B", title="Player")


def _head(player: Player, track: Track) -> Node:
    source = w.text(player.source or track.album, "titleS/Bold", heading=True, lines=1)
    return line(
        w.action("keyboard_arrow_down", "Navigate up", w.UP, color="on_surface"),
        words(w.text("PLAYING FROM", "labelS", PALE), source, align="center"),
        w.action("more_vert", f"More for {track.title}", p.open_more(track.id, "player"), color="on_surface"),
        height=60, pad=(4, 0),
    )  # fmt: skip


def _title(state: State, track: Track) -> Node:
    return line(
        words(
            w.text(track.title, "26,32,Bold,-0.2", lines=1, id="title"),
            w.text(track.artist, "16,24,Regular,0.1", PALE, lines=1, id="artist"),
        ),
        p.like_button(state, track.id, ("Unlike", "Like")),
        pad=(35, 20, 24, 10),
    )


def _wave(track: Track, seconds: int) -> Node:
    """The waveform; what was heard is bright. The slider over it takes the touches and is not drawn."""
    share_heard = share_of(seconds, track.seconds)
    bars = [
        node("spacer", width=3, height=_bar_height(track, index), radius=1.5,
             bg="primary" if index / BARS < share_heard else DIM)
        for index in range(BARS)
    ]  # fmt: skip
    row = line(bars, height=44, justify="between", place=("fill", "center"))
    seek = seek_bar(seconds, track.seconds, ev("seek"), rid="seek", alpha=0.0, place=("fill", "center"), height=48)
    return column(node("stack", row, seek, width="fill", height=48), pad=(35, 0))


def _bar_height(track: Track, index: int) -> float:
    step = (index * 37 + track.seed * 11 + int(track.id) * 7) % 23
    swell = abs((index * 5 + track.seed) % 34 - 17) / 17
    return 6 + (step * step % 29) * (0.45 + 0.55 * swell)


def _mode(active: bool, glyph: str, desc: str, on: Ev) -> Node:
    return w.action(glyph, desc, on, color="primary" if active else "on_surface")


def _controls(player: Player, seconds: int) -> Node:
    repeat = "repeat_one" if player.repeat == "One" else "repeat"
    at_start = not player.since and player.at == 0 and seconds == 0
    previous = w.action("skip_previous", "Previous song", ev("previous"), color="on_surface", enabled=not at_start)
    after = REPEATS[(REPEATS.index(player.repeat) + 1) % len(REPEATS)]
    on_repeat = then(assign("player.repeat", after), toast(REPEATING[after]))
    return line(
        _mode(player.shuffle, "shuffle", f"Shuffle, {'on' if player.shuffle else 'off'}", ev("shuffle")),
        previous.styled(size=36),
        play_button(
            bool(player.since), ev("play_pause"), rid="play",
            width=76, height=76, size=40, radius=38, bg="primary", color="on_primary",
        ),
        w.action("skip_next", "Next song", ev("next"), color="on_surface").styled(size=36),
        _mode(player.repeat != "Off", repeat, f"Repeat, {player.repeat.lower()}", on_repeat),
        height=104, justify="between", pad=(25, 4, 25, 0),
    )  # fmt: skip


def _tools(track: Track) -> Node:
    return line(
        w.push(),
        w.action("share", "Share", share(f"{track.title} by {track.artist} on Tunedrift"), color="on_surface"),
        w.action("queue_music", "Queue", go("queue"), color="on_surface"),
        height=52, pad=(35, 0, 20, 0),
    )  # fmt: skip


def _coming(player: Player) -> Node:
    """What plays next; leads to the queue."""
    index = next_index(player)
    track = BY_ID.get(player.queue[index]) if index is not None else None
    panel = line(
        w.text("Up next", "titleS/Bold"), p.note(track.title if track else "Nothing", color=PALE, grow=1),
        w.icon("expand_less", 24, PALE),
        on=go("queue"), id="coming", bg="high", radius=(20, 20, 0, 0), pad=(16, 14, 16, 34), gap=12,
    )  # fmt: skip
    return column(panel, pad=(8, 0))


@app.screen("queue", activity=".PlayerActivity", distractor="a list of songs that can be taken out, but no playlist")
def queue(state: State) -> Screen:
    """What plays and what comes; each that comes can be taken out."""
    player, track = state.player, state.player.track
    top = p.bar("Queue", lead="close")
    if track is None:
        nothing = w.empty("queue_music", "The queue is empty", "Pick a song and it appears here.")
        return Screen(w.page(nothing), top=top, title="Queue")
    coming = [(index, key) for index, key in enumerate(player.queue) if index > player.at and key in BY_ID]
    after = p.caption(f"Next from {player.source}", pad=(16, 14, 16, 4))
    body = w.page(
        p.caption("Now playing", pad=(16, 8, 16, 4)),
        p.track_row(track, go("player"), playing=True, liked=track.id in state.likes),
        after if coming else w.text("Nothing comes after this song", "bodyM", p.SOFT, pad=(16, 18, 16, 4)),
        [_coming_row(state, index, BY_ID[key]) for index, key in coming],
    )
    return Screen(body, top=top, title="Queue")


def _coming_row(state: State, index: int, track: Track) -> Node:
    songs = state.player.queue
    take_out = then(assign("player.queue", (*songs[:index], *songs[index + 1 :])), toast(f"“{track.title}” taken out"))
    out = w.action("remove_circle_outline", f"Take {track.title} out", take_out)
    return p.track_row(track, ev("queue_play", at=index), liked=track.id in state.likes, tail=out)


def _start(state: State, player: Player, view: View) -> State:
    return begun(state, replace(player, kept=0, since=local(view.moment).isoformat()), view.moment)


def _move_to(state: State, index: int, view: View) -> State:
    """Go to another place of the queue; what rests stays at rest."""
    player = replace(state.player, at=index, kept=0)
    return _start(state, player, view) if player.since else replace(state, player=player)


@app.on("play")
def play(state: State, view: View, source: str, key: str) -> Handled:
    """Play one song of a list; the list is the queue, from that song on."""
    keys = tuple(track.id for track in tracks_of(state, source))
    if key not in keys:
        keys = (key,)
    if state.player.shuffle:
        keys = (key, *(item for item in mixed(keys, f"{view.seed}:{source}") if item != key))
    player = replace(state.player, queue=keys, at=keys.index(key), source=source)
    return _start(state, player, view), Go(route("player"))


@app.on("play_list")
def play_list(state: State, view: View, source: str, mixed_up: bool = False) -> State:
    """Play all of a list, in its order or mixed."""
    keys = tuple(track.id for track in tracks_of(state, source))
    if not keys:
        return state
    if mixed_up:
        keys = mixed(keys, f"{view.seed}:{source}:{state.player.queue}")
    return _start(state, replace(state.player, queue=keys, at=0, source=source, shuffle=mixed_up), view)


@app.on("play_pause")
def play_or_pause(state: State, view: View) -> State:
    """Pause, or play on."""
    player = state.player
    if not player.queue:
        return state
    if player.since:
        return replace(state, player=replace(player, kept=heard(player, view.moment), since=""))
    return begun(state, replace(player, since=local(view.moment).isoformat()), view.moment)


@app.on("next")
def skip(state: State, view: View) -> Handled:
    """Go to the next song."""
    player = state.player
    if player.at + 1 < len(player.queue):
        return _move_to(state, player.at + 1, view)
    if player.repeat == "All" and player.queue:
        return _move_to(state, 0, view)
    return state, Toast("This is the last song")


@app.on("previous")
def skip_back(state: State, view: View) -> State:
    """Begin the song again, or go to the one before if it has just begun."""
    again = heard(state.player, view.moment) > RESTART or state.player.at == 0
    return _move_to(state, state.player.at if again else state.player.at - 1, view)


@app.on("seek")
def seek(state: State, view: View, value: float = 0.0) -> State:
    """Go to another place of the song, given as the share of its length."""
    player = state.player
    length = player.track.seconds if player.track else 0
    seconds = min(int(length * min(1.0, max(0.0, float(value)))), max(0, length - 1))
    since = local(view.moment).isoformat() if player.since else ""
    return replace(state, player=replace(player, kept=seconds, since=since))


@app.on("shuffle")
def shuffle(state: State, view: View) -> State:
    """Mix what still comes, or put it back into the order of its list."""
    player = state.player
    past, coming = player.queue[: player.at + 1], player.queue[player.at + 1 :]
    if player.shuffle:
        order = [track.id for track in tracks_of(state, player.source)]
        coming = tuple(sorted(coming, key=lambda key: order.index(key) if key in order else len(order)))
    else:
        coming = mixed(coming, f"{view.seed}:{player.source}")
    return replace(state, player=replace(player, queue=(*past, *coming), shuffle=not player.shuffle))


@app.on("queue_play")
def play_from_queue(state: State, view: View, at: int) -> State:
    """Play a song of the queue."""
    return _start(state, replace(state.player, at=at), view) if at < len(state.player.queue) else state
