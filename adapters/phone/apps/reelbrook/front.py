"""Reelbrook's front: home, videos of the channels one follows, one channel, search."""

from dataclasses import replace

from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.app import app
from adapters.phone.apps.reelbrook.catalogue import (
    ALERTS,
    ALL,
    CHANNELS,
    EVERY_VIDEO,
    HIGHLIGHTS,
    KINDS,
    OFF,
    OWN,
    VIDEOS,
    Channel,
    Video,
    channel_name,
    channel_of,
)
from adapters.phone.apps.reelbrook.model import Followed, State, follows, from_followed, of_channel, short_count
from adapters.phone.apps.reelbrook.model import home as home_videos
from adapters.phone.components.boxes import column, line, strip, words
from adapters.phone.components.choices import chip_strip
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import Handled, replace_with, switch_to
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, find, with_item, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Overlay, Screen, Toast, View
from adapters.phone.ui.node import Art, Node, ev, node

SUGGESTIONS = {
    "hot wax chain": "hot",
    "broth": "broth",
    "line 9": "line",
    "quarry loop": "quarry loop",
    "面": "面",
    "telescope": "telescope",
}
"""What is offered before anything is typed, with what it searches for."""
_BELL = {OFF: "notifications_off", EVERY_VIDEO: "notifications_active"}


def _bar(title: str) -> Node:
    icon = w.icon("smart_display", 24, "on_primary", place=("center", "center"))
    return line(
        node("stack", icon, width=36, height=36, radius=10, bg="primary"),
        w.text(title, "21,28,Bold,-0.3", heading=True, grow=1),
        w.action("search", "Search", p.SEARCH, rid="search", color="on_surface"),
        id="toolbar", cls=w.GROUP, height=58, pad=(14, 0, 4, 0), gap=10, bg="surface",
    )  # fmt: skip


@app.screen("home")
def home(state: State, view: View, kind: str = ALL) -> Screen:
    """Videos for the user, by kind."""
    kinds = chip_strip(
        kind, KINDS, rid="chip_kind", group="kinds", on=lambda name: replace_with("home", kind=name), radius=8,
        cls="android.widget.HorizontalScrollView", pad=(12, 4, 12, 10),
    )  # fmt: skip
    cards = [p.card(state, video, view, p.more_button(video, "home", kind=kind)) for video in home_videos(state, kind)]
    nothing = w.empty("video_library", "Nothing left here", "You have hidden every video of this kind.")
    return Screen(
        w.page(cards or nothing, rid="videos"),
        top=column(_bar("Reelbrook"), kinds, bg="surface"),
        bottom=p.nav(state, "Home", view),
        title="Reelbrook",
    )


@app.screen("topics", distractor="only videos of followed channels")
def topics(state: State, view: View) -> Screen:
    """New videos of the channels that are followed."""
    faces = [_small_channel(item.channel) for item in reversed(state.followed)]
    channels = strip(
        faces, rid="channels", cls="androidx.recyclerview.widget.RecyclerView", height=102, pad=(10, 8, 10, 0), gap=4
    )
    look = c.button("Look around", switch_to("home"), rid="look", width="wrap", height=44)
    nobody = w.empty("subscriptions", "Nobody followed yet", "Follow a channel and its videos come here.", look)
    cards = [p.card(state, video, view, p.more_button(video, "topics")) for video in from_followed(state)]
    body = w.page([channels, p.block("New")] if faces else None, cards or nobody, rid="videos")
    return Screen(body, top=_bar("Following"), bottom=p.nav(state, "Following", view), title="Following")


def _small_channel(key: str) -> Node:
    name = w.text(channel_name(key), "12,16,Regular,0.1", lines=1, max_width=70)
    on = p.open_channel(key)
    return node("column", p.face(key, 58), name, on=on, id="channel", cls=w.ROW, gap=5, align="center", width=74)


def _channel_row(state: State, channel: Channel) -> Node:
    """A channel in a list."""
    followers = channel.followers + follows(state, channel.key)
    return w.row(
        channel.name, f"{short_count(followers)} followers", on=p.open_channel(channel.key), rid="row_channel",
        leading=p.face(channel.key, 48), trailing=None if channel.key == OWN else p.follow_button(state, channel.key),
        style="16,22,Medium,0", height=76,
    )  # fmt: skip


@app.screen("channel", activity=".ChannelActivity", distractor="a second place to follow; its twin differs by a letter")
def channel(state: State, view: View, key: str = "") -> Screen:
    """A channel: who it is, how loudly it rings, its videos."""
    shown = channel_of(key)
    if shown is None:
        return p.gone("channel")
    videos = of_channel(state, key)
    rows = [p.video_row(state, video, view, p.more_button(video, "channel", key=key)) for video in videos]
    nothing = w.empty("video_library", "No videos yet", "This channel has not uploaded anything.")
    body = w.page(_channel_head(state, shown, videos), w.divider(), w.space(6), rows or nothing)
    return Screen(body, top=p.bar(""), title=shown.name)


def _channel_head(state: State, shown: Channel, videos: list[Video]) -> Node:
    known = find(state.followed, channel=shown.key)
    art = videos[0].art if videos else Art("land:dusk:hills", 2)
    count = f"{short_count(shown.followers + (known is not None))} followers · {len(videos)} videos"
    buttons: list[Node] = []
    if shown.key != OWN:
        buttons.append(p.follow_button(state, shown.key))
    if known is not None:
        glyph = _BELL.get(known.alerts, "notifications_none")
        on = p.open_page("alerts", key=shown.key)
        buttons.append(p.pill(known.alerts, on, "alerts", glyph=glyph, desc="Alerts"))
    return node(
        "column",
        node("image", art=Art(art.kind, art.seed + 40), width="fill", height=96, radius=p.ROUND),
        line(
            p.face(shown.key, 72),
            words(w.text(shown.name, "22,28,Bold,-0.2", lines=2, heading=True), p.note(count, lines=1)),
            gap=16, pad=(0, 14, 0, 8),
        ),
        p.soft_text(shown.about, lines=3),
        line(buttons, gap=10, pad=(0, 12, 0, 4)),
        width="fill", pad=(16, 4),
    )  # fmt: skip


@app.dialog("alerts", over="channel", title="Notifications", distractor="a wrong turn after following")
def alerts(state: State, key: str = "") -> Overlay:
    """How loudly a channel may ring."""
    known = find(state.followed, channel=key)
    chosen = known.alerts if known else HIGHLIGHTS
    return Overlay("dialog", c.choice_dialog("Notifications", ALERTS, chosen, ev("alerts", key=key)))


@app.on("alerts")
def set_alerts(state: State, key: str, value: str) -> Handled:
    """Let a channel ring for all, some or no videos."""
    items = with_item(state.followed, lambda item: item.channel == key, alerts=value)
    return replace(state, followed=items), Back(), Toast(f"Notifications: {value.lower()}")


@app.on("follow")
def follow(state: State, view: View, key: str) -> Handled:
    """Follow a channel, or no longer."""
    if follows(state, key):
        others = without(state.followed, channel=key)
        return replace(state, followed=others), Toast(f"You no longer follow {channel_name(key)}")
    new = Followed(key, HIGHLIGHTS, view.now.strftime(TIME_FORMAT))
    return replace(state, followed=(*state.followed, new)), Toast(f"You follow {channel_name(key)}")


@app.screen("search", activity=".SearchActivity")
def search(state: State, view: View) -> Screen:
    """Channels and videos by a word."""
    query = bind(state, "ui.query")
    top, wanted = search_bar(query, "Search Reelbrook"), query.value.strip().casefold()
    if not wanted:
        rows = [
            w.row(text, on=query.to(searched), rid="row_suggestion", leading=w.icon("history", 22),
                  trailing=w.icon("north_west", 20), height=52)
            for text, searched in SUGGESTIONS.items()
        ]  # fmt: skip
        return Screen(w.page(rows), top=top, title="Search")
    channels = [_channel_row(state, channel) for channel in CHANNELS if wanted in channel.name.casefold()]
    videos = [
        p.video_row(state, video, view, p.more_button(video, "search"))
        for video in VIDEOS
        if video.key not in state.hidden and _matches(video, wanted)
    ]
    if not channels and not videos:
        nothing = w.empty("search_off", f"No results for “{query.value.strip()}”", "Try one word: wax, rye, tram.")
        return Screen(w.page(nothing), top=top, title="Search")
    between = w.divider() if channels and videos else None
    return Screen(w.page(channels, between, w.space(6), videos), top=top, title="Search")


def _matches(video: Video, wanted: str) -> bool:
    return wanted in f"{video.title} {channel_name(video.channel)} {video.kind}".casefold()
