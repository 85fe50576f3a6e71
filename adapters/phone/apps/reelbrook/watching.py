"""One video of Reelbrook: the player with its settings, what can be done, what is said, what comes next."""

from dataclasses import replace

from adapters.phone.apps.reelbrook import model
from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.app import app
from adapters.phone.apps.reelbrook.catalogue import FACES, OWN, QUALITIES, Video, channel_name, channel_of
from adapters.phone.apps.reelbrook.model import Mark, Seen, State
from adapters.phone.components.boxes import column, line, strip
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.players import play_button, seek_bar
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import Handled, assign, go, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.playback import length_text
from adapters.phone.framework.state_paths import bind, find, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Go, Overlay, Screen, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

WHITE, BLACK = "#FFFFFF", "#0E0509"
on_picture = text_style("13,18,Medium,0.2", WHITE, bg="#15080F", radius=6, pad=(8, 2), height=22)


@app.screen("video", activity=".WatchActivity")
def watch_page(state: State, view: View, key: str = "") -> Screen:
    """The player stays, the rest scrolls."""
    video = model.video_of(state, key)
    if video is None:
        return p.gone("video")
    following = [item for item in model.home(state, "All") if item.key != key]
    following.sort(key=lambda item: (item.kind != video.kind, item.channel == video.channel))
    body = w.page(
        column(
            w.text(video.title, "19,26,Bold,-0.1", heading=True, id="video_title", lines=3),
            p.note(_facts(state, video, view)),
            pad=(16, 12, 16, 6), gap=3, align="start",
        ),
        _channel_line(state, video.channel),
        _actions(state, video),
        _comments_card(state, video),
        w.space(6),
        p.block("Next up"),
        [p.video_row(state, item, view, p.more_button(item, "video", key=key)) for item in following[:9]],
        rid="watch_list",
    )  # fmt: skip
    return Screen(body, top=_player(state, video, view), bar=BLACK, ink="light", title=video.title)


def _facts(state: State, video: Video, view: View) -> str:
    upload, when = find(state.uploads, number=video.key), p.time_ago(video.at, view.now)
    facts = f"{upload.number} · {upload.audience}" if upload else f"{model.short_count(video.views)} views"
    download = find(state.downloads, video=video.key)
    return f"{facts} · {when} · downloaded in {download.quality}" if download else f"{facts} · {when}"


def _channel_line(state: State, key: str) -> Node:
    channel = channel_of(key)
    followers = (channel.followers if channel else 0) + model.follows(state, key)
    about = node(
        "column",
        w.text(channel_name(key), "15,20,Medium,0", lines=1, id="channel"),
        p.small_note(f"{model.short_count(followers)} followers"),
    )
    name = node(
        "row", p.face(key, 40), about,
        on=p.open_channel(key), id="channel_row", cls=w.ROW, grow=1, gap=12, align="center", height=52,
    )  # fmt: skip
    return line(name, p.follow_button(state, key) if key != OWN else None, pad=(16, 4), gap=10)


def _actions(state: State, video: Video) -> Node:
    """What can be done with a video."""
    key, liked, saved = video.key, model.is_liked(state, video.key), bool(model.lists_of(state, video.key))
    downloaded = find(state.downloads, video=key) is not None
    pills = [
        p.like_pill(key, video.likes + liked, liked, "Unlike video" if liked else "Like video"),
        p.pill("Share", p.share_video(video), "share", glyph="share"),
        p.pill(
            "Saved" if saved else "Save", go("save_to", video=key, key=key), "save", active=saved,
            glyph="playlist_add_check" if saved else "playlist_add",
        ),
        p.pill(
            "Downloaded" if downloaded else "Download",
            p.ask_download(state, key, go("download", video=key, key=key)), "download", active=downloaded,
            glyph="download_done" if downloaded else "download",
        ),
    ]  # fmt: skip
    return strip(pills, rid="actions", cls="android.widget.HorizontalScrollView", height=52, pad=(16, 6, 16, 10), gap=8)


def _player(state: State, video: Video, view: View) -> Node:
    """The picture with its controls; the page's video is the one in the player once it was opened."""
    key, player = video.key, state.player
    loaded = player.video == key
    seconds = model.position(state, view.now) if loaded else model.seen_of(state, key) % max(1, video.seconds)
    play = play_button(loaded and player.playing, ev("play", key=key), rid="play", color=WHITE)
    top = node(
        "row",
        _round("keyboard_arrow_down", "Navigate up", w.UP, "up"),
        w.push(),
        _round("settings", f"Quality: {player.quality}", go("quality", key=key), "quality"),
        width="fill", pad=(6, 4, 6, 0), place=("start", "start"),
    )  # fmt: skip
    middle = node(
        "row",
        _round("replay_10", "Back 10 seconds", ev("seek", by=-10, key=key), "back_ten", 44),
        _on_disc(play, 60),
        _round("forward_10", "Forward 10 seconds", ev("seek", by=10, key=key), "forward_ten", 44),
        gap=26, align="center", place=("center", "center"),
    )  # fmt: skip
    time = on_picture(f"{length_text(seconds)} / {length_text(video.seconds)}", id="time")
    low = node("row", time, pad=(12, 0, 12, 12), place=("start", "end"))
    picture = node("image", art=video.art, width="fill", height=231, desc=f"Video: {video.title}", id="surface")
    seek = seek_bar(seconds, video.seconds, ev("scrub", key=key), rid="seek_bar", width="fill", height=28)
    return column(
        node("stack", picture, top, middle, low, width="fill", height=231),
        node("row", seek, width="fill", pad=(8, 0), bg="surface"),
        bg=BLACK,
    )


def _round(glyph: str, desc: str, on: Ev, rid: str, size: float = 38) -> Node:
    return _on_disc(w.action(glyph, desc, on, rid=rid, color=WHITE), size)


def _on_disc(button: Node, size: float) -> Node:
    """A button of the player, on a dark disc."""
    disc = node("spacer", width=size, height=size, radius=size / 2, bg=BLACK, alpha=0.6, place=("center", "center"))
    box = max(48, size)
    return node("stack", disc, button.styled(size=size * 0.56, place=("center", "center")), width=box, height=box)


def _comments_card(state: State, video: Video) -> Node:
    """The first comment in a card, which leads to all."""
    comments, upload = model.comments_on(state, video.key), find(state.uploads, number=video.key)
    count = str(len(comments))
    if upload is not None and upload.comments == "Off":
        shown, count = p.soft_text("Comments are off"), ""
    elif comments:
        best = max(comments, key=lambda comment: comment.likes)
        text = w.text(best.text, "14,20,Regular,0.1", lines=2, grow=1)
        shown = node("row", w.avatar(FACES[best.author], 24), text, width="fill", gap=10)
    else:
        shown = p.soft_text("Say the first word")
    head = node("row", w.text("Comments", "14,20,Bold,0.1"), p.soft_text(count), gap=8)
    on = then(assign("ui.comment", ""), assign("ui.answers", ""), go("comments", key=video.key))
    card = node(
        "column", head, shown,
        on=on, id="comments", cls=w.GROUP, width="fill", gap=8, pad=(14, 12), bg="container", radius=p.ROUND,
    )  # fmt: skip
    return column(card, pad=(12, 2))


@app.on("like")
def like(state: State, view: View, key: str) -> State:
    """Like a video, or no longer."""
    if model.is_liked(state, key):
        return replace(state, liked=without(state.liked, video=key))
    return replace(state, liked=(*state.liked, Mark(key, view.now.strftime(TIME_FORMAT))))


@app.dialog("quality", over="video", title="Quality", distractor="the quality of watching, not of a download")
def ask_quality(state: State) -> Overlay:
    """How sharp it plays."""
    return choice_dialog("Quality", bind(state, "player.quality"), QUALITIES)


def _with_place(state: State, view: View) -> State:
    """The state with the player's place of this moment in it, and in the history."""
    player = state.player
    if not player.video:
        return state
    seconds = model.position(state, view.moment)
    since = view.moment.replace(tzinfo=None, microsecond=0).isoformat()
    seen = Seen(player.video, seconds, view.now.strftime(TIME_FORMAT))
    others = (item for item in state.history if item.video != player.video)
    return replace(state, player=replace(player, seconds=seconds, since=since), history=(*others, seen))


def _loaded(state: State, key: str, view: View) -> State:
    """The state with this video in the player: where it was left, or at its start if it was seen to the end."""
    after, video, player = _with_place(state, view), model.video_of(state, key), state.player
    if video is None or player.video == key:
        return after
    start = model.seen_of(state, key) % max(1, video.seconds)
    return _with_place(replace(after, player=replace(player, video=key, seconds=start, since="", playing=False)), view)


def _moved(state: State, view: View, seconds: int) -> State:
    """The state with the player at this second, or as near as its video goes."""
    video = model.video_of(state, state.player.video)
    if video is None:
        return state
    player = replace(state.player, seconds=max(0, min(video.seconds, seconds)))
    return _with_place(replace(state, player=player), view)


@app.on("watch")
def watch(state: State, view: View, key: str) -> Handled:
    """Open a video; one that was not in the player begins to play."""
    after = _loaded(state, key, view)
    if after.player.video == key != state.player.video:
        after = replace(after, player=replace(after.player, playing=True))
    return after, Focus(None), Go(route("video", key=key))


@app.on("play")
def play_or_pause(state: State, view: View, key: str) -> State:
    """Play a video, or pause it."""
    after = _loaded(state, key, view)
    return replace(after, player=replace(after.player, playing=not after.player.playing))


@app.on("stop")
def stop(state: State, view: View) -> State:
    """Close the player; the quality stays as it was picked."""
    after = _with_place(state, view)
    return replace(after, player=replace(after.player, video="", seconds=0, since="", playing=False))


@app.on("seek")
def seek(state: State, view: View, key: str, by: int) -> State:
    """Go so many seconds on, or back."""
    after = _loaded(state, key, view)
    return _moved(after, view, after.player.seconds + by)


@app.on("scrub")
def scrub(state: State, view: View, key: str, value: float = 0) -> State:
    """Go to another place, given as the share of the length."""
    after = _loaded(state, key, view)
    video = model.video_of(after, after.player.video)
    return _moved(after, view, round(float(value) * video.seconds)) if video else after
