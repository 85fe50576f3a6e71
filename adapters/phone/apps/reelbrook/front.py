"""Reelbrook's front: home, the channels one follows, one channel, search."""

from __future__ import annotations

from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.model import State, count, follows, from_followed, home, of_channel
from adapters.phone.apps.reelbrook.videos import CHANNELS, KINDS, VIDEOS, Channel, Video, channel
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node


def _bar(title: str) -> Node:
    logo = node("stack", w.icon("smart_display", 24, "on_primary", place=("center", "center")), width=36, height=36,
    radius=10,
                bg="primary")  # fmt: skip
    return node(
        "row", logo, w.text(title, "21,28,Bold,-0.3", heading=True, grow=1),
        w.action("search", "Search", ev("search"), rid="search", color="on_surface"),
        id="toolbar", cls=w.GROUP, width="fill", height=58, pad=(14, 0, 4, 0), gap=10, align="center", bg="surface",
    )  # fmt: skip


def feed(state: State, place: Route, view: View) -> Screen:
    """Videos for the owner, by kind."""
    kind = place.get("kind", KINDS[0])
    chips = [
        c.chip(name, ev("kind", kind=name), name == kind, rid="chip_kind", single=True, radius=8) for name in KINDS
    ]
    strip = node("scroll", chips, horizontal=True, id="kinds", cls="android.widget.HorizontalScrollView", width="fill",
                 height=48, pad=(12, 4, 12, 10), gap=8)  # fmt: skip
    shown = home(state, kind)
    nothing = w.empty("video_library", "Nothing left here", "You have hidden every video of this kind.")
    top = node("column", _bar("Reelbrook"), strip, width="fill", align="stretch", bg="surface")
    return Screen(w.page([p.card(state, one, view) for one in shown] or nothing, rid="videos"), top=top,
                  bottom=p.nav(state, "Home", view), title="Reelbrook")  # fmt: skip


def topics(state: State, place: Route, view: View) -> Screen:
    """New videos of the channels that are followed."""
    cells = [
        node("column", p.face(one.channel, 58), w.text(_short(one.channel), "12,16,Regular,0.1", lines=1, max_width=70),
             on=ev("channel", key=one.channel), id="channel", cls=w.ROW, gap=5, align="center", width=74)
        for one in reversed(state.followed)
    ]  # fmt: skip
    strip = node("scroll", cells, horizontal=True, id="channels", cls="androidx.recyclerview.widget.RecyclerView",
    width="fill",
                 height=102, pad=(10, 8, 10, 0), gap=4)  # fmt: skip
    shown = from_followed(state)
    lost = w.empty("subscriptions", "Nobody followed yet", "Follow a channel and its videos come here.",
                   c.button("Look around", ev("nav", to="home"), rid="look", width="wrap", height=44))  # fmt: skip
    body = w.page(strip if cells else None, p.block("New") if cells else None,
                  [p.card(state, one, view) for one in shown] or lost, rid="videos")  # fmt: skip
    return Screen(body, top=_bar("Following"), bottom=p.nav(state, "Following", view), title="Following")


def _short(key: str) -> str:
    known = channel(key)
    return known.name if known is not None else key


def channel_row(state: State, one: Channel) -> Node:
    """A channel in a list."""
    inside = follows(state, one.key) is not None
    return w.row(one.name, f"{count(one.followers + inside)} followers", on=ev("channel", key=one.key),
    rid="row_channel",
                 leading=p.face(one.key, 48), trailing=None if one.key == "robin" else p.follow_button(state, one.key),
                 style="16,22,Medium,0", height=76)  # fmt: skip


def gone(what: str) -> Screen:
    """Something that is no longer there."""
    body = w.page(w.empty("videocam_off", f"This {what} isn't available", "It was removed or made private."))
    return Screen(body, top=p.bar("Not found"), title="Not found")


def one_channel(state: State, place: Route, view: View) -> Screen:
    """A channel: who it is, how loudly it rings, its videos."""
    one = channel(place.get("key", ""))
    if one is None:
        return gone("channel")
    known = follows(state, one.key)
    videos = of_channel(state, one.key)
    cover = videos[0].art if videos else Art("land:dusk:hills", 2)
    banner = node("image", art=Art(cover.kind, cover.seed + 40), width="fill", height=96, radius=p.ROUND)
    buttons: list[Node | None] = [p.follow_button(state, one.key)]
    if known is not None:
        glyph = {"Off": "notifications_off", "Every video": "notifications_active"}.get(
            known.alerts, "notifications_none"
        )
        buttons.append(p.small(known.alerts, ev("go", to="alerts", key=one.key), "alerts", glyph=glyph, desc="Alerts"))
    head = node(
        "column",
        banner,
        node("row", p.face(one.key, 72), node("column", w.text(one.name, "22,28,Bold,-0.2", lines=2, heading=True),
             w.text(f"{count(one.followers + (known is not None))} followers · {len(videos)} videos",
             "13,18,Regular,0.1",
                    "on_surface_variant", lines=1), grow=1), width="fill", gap=16, align="center", pad=(0, 14, 0, 8)),
        w.text(one.about, "14,20,Regular,0.1", "on_surface_variant", lines=3),
        node("row", buttons if one.key != "robin" else [], width="fill", gap=10, pad=(0, 12, 0, 4), align="center"),
        width="fill", pad=(16, 4, 16, 4),
    )  # fmt: skip
    rows: list[Node] | Node = [p.line_video(state, each, view) for each in videos] or w.empty(
        "video_library", "No videos yet", "This channel has not uploaded anything."
    )
    return Screen(w.page(head, w.divider(), w.space(6), rows), top=p.bar(""), title=one.name)


def _match(one: Video, wanted: str) -> bool:
    return wanted in f"{one.title} {_short(one.channel)} {one.kind}".casefold()


def find(state: State, place: Route, view: View) -> Screen:
    """Channels and videos by a word."""
    query = state.ui.query
    wanted = query.strip().casefold()
    top = c.search_bar(query, "Search Reelbrook")
    if not wanted:
        asked = ("hot wax chain", "broth", "line 9", "quarry loop", "面", "telescope")
        rows = [w.row(word, on=ev("query", text=word.split()[0] if word != "quarry loop" else word),
        rid="row_suggestion",
                      leading=w.icon("history", 22), trailing=w.icon("north_west", 20),
                      height=52) for word in asked]  # fmt: skip
        return Screen(w.page(rows), top=top, title="Search")
    people = [one for one in CHANNELS if wanted in one.name.casefold()]
    videos = [one for one in VIDEOS if _match(one, wanted) and one.key not in state.hidden]
    if not people and not videos:
        nothing = w.empty("search_off", f"No results for “{query.strip()}”", "Try one word: wax, rye, tram.")
        return Screen(w.page(nothing), top=top, title="Search")
    body = w.page([channel_row(state, one) for one in people], w.divider() if people and videos else None, w.space(6),
                  [p.line_video(state, one, view) for one in videos])  # fmt: skip
    return Screen(body, top=top, title="Search")
