"""Framelet's own look: dark, sharp, pictures from edge to edge, icons that say nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from adapters.phone.apps.framelet.model import State, follows, kept, like_count, likes, news_count, said, slide
from adapters.phone.apps.framelet.people import MARKS, ME, person
from adapters.phone.apps.framelet.posts import Post
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
HEIGHTS = {"Square": 411, "Portrait": 514, "Landscape": 231}
GRIP = 36
PAID = "cragline.outdoor"
"""Who pays for being shown."""


def nav(state: State, chosen: str) -> Node:
    """The bottom bar: five icons without a word."""
    items = (
        ("home", "home", "Home", "home"),
        ("explore", "search", "Explore", "search"),
        ("new", "add_box", "New post", "add_box"),
        ("activity", "favorite_border", "Activity", "favorite"),
    )
    cells = []
    for place, glyph, label, full in items:
        here = label == chosen
        mark = w.icon(full if here else glyph, 26, "on_surface" if here else "on_surface_variant")
        dot: Node | None = None
        if place == "activity" and not here and news_count(state):
            dot = node("badge", bg="error", width=7, height=7, radius=3.5, place=("center", "end"))
        cells.append(_cell(place, label, here, mark, dot))
    ring = "on_surface" if chosen == "You" else ""
    own = node("stack", face(ME, 26).styled(place=("center", "center")), width=32, height=32, radius=16,
                outline=ring, outline_width=2)  # fmt: skip
    cells.append(_cell("you", "You", chosen == "You", own, None))
    bar = node("row", cells, width="fill", height=52, id="bottom_bar", bg="surface")
    return node("column", w.divider(), bar, width="fill", bg="surface", align="stretch")


def _cell(place: str, label: str, here: bool, mark: Node, dot: Node | None) -> Node:
    return node(
        "stack", mark.styled(place=("center", "center")), dot, on=ev("tab", to=place), id=f"tab_{place}", desc=label,
        selected=here, cls="android.widget.FrameLayout", grow=1, height=52,
    )  # fmt: skip


def ago(stamp: str, now: datetime) -> str:
    """`18 min`, `3 h`, `2 d`, `8 Nov`."""
    then = datetime.fromisoformat(stamp)
    minutes = int((now.replace(tzinfo=None) - then).total_seconds()) // 60
    if minutes < 1:
        return "now"
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 24 * 60:
        return f"{minutes // 60} h"
    days = minutes // (24 * 60)
    return f"{days} d" if days < 7 else f"{then.day} {then:%b}"


def count(number: int) -> str:
    """`842`, `2,314`, `28.3k`."""
    return f"{number:,}" if number < 10_000 else f"{number / 1000:.1f}k"


def bar(title: str, *actions: Node, up: bool = True, support: str = "") -> Node:
    """The top bar with its hairline."""
    top = w.app_bar(title, *actions, up=up, support=support, style="18,26,Bold,0").styled(height=56)
    return node("column", top, w.divider(), width="fill", bg="surface", align="stretch")


def follow_button(state: State, handle: str, *, rid: str = "follow", height: float = 34, grow: float = 0) -> Node:
    """`Follow`, `Requested` or `Following`."""
    known = follows(state, handle)
    label = "Follow" if known is None else "Requested" if known.requested else "Following"
    return node(
        "button", text=label, on=ev("follow", handle=handle), id=rid, variant="filled" if known is None else "tonal",
        height=height, radius=4, type="13,20,Bold,0.1", pad=(16, 0, 16, 0), grow=grow,
    )  # fmt: skip


def tick(handle: str, size: float = 15) -> Node | None:
    """The mark of an account that is who it says."""
    one = person(handle)
    return w.icon("verified", size, "primary") if one is not None and one.verified else None


def face(handle: str, size: float) -> Node:
    """An account's round picture."""
    one = person(handle)
    seed = one.face if one is not None else 99
    kind = MARKS.get(handle, "avatar")
    return node("image", art=Art(kind, seed), width=size, height=size, radius=size / 2)


@dataclass(frozen=True, slots=True)
class _Shown:
    """All that a post's card depends on."""

    liked: bool
    saved: bool
    strange: bool
    slide: int
    likes: int
    comments: int
    when: str


def card(state: State, one: Post, view: View, *, whole: bool = False) -> Node:
    """A post: who, the picture from edge to edge, what can be done, what is said."""
    paid = one.author == PAID
    shown = _Shown(
        likes(state, one.key), kept(state, one.key) is not None,
        not paid and one.author != ME and follows(state, one.author) is None, slide(state, one.key),
        like_count(state, one), len(said(state, one.key)), ago(one.at, view.now),
    )  # fmt: skip
    return _card(one, shown, whole)


@lru_cache(maxsize=256)
def _card(one: Post, shown: _Shown, whole: bool) -> Node:
    """The card, made once for whatever it says."""
    return node(
        "column",
        _author(one, shown, whole),
        _picture(one, shown),
        _controls(one, shown, whole),
        _words(one, shown, whole),
        width="fill",
        align="stretch",
        id="row_post",
        cls=w.GROUP,
        pad=(0, 0, 0, 14),
    )


def _author(one: Post, shown: _Shown, whole: bool) -> Node:
    names = node(
        "column",
        node("row", w.text(one.author, "14,20,Bold,0", lines=1, id="author"), tick(one.author), gap=4, align="center"),
        w.text(one.place, "12,16,Regular,0.1", "on_surface_variant", lines=1, id="place") if one.place else None,
    )
    who = node(
        "row", face(one.author, 34), names, on=ev("person", handle=one.author), id="post_author",
        cls=w.ROW, grow=1, gap=10, align="center", height=48,
    )  # fmt: skip
    follow = node("button", text="Follow", on=ev("follow", handle=one.author), id="follow_author", variant="text",
                  height=40, type="13,20,Bold,0.1", pad=(10, 0, 10, 0))  # fmt: skip
    more = w.action("more_vert", f"Options for the post of {one.author}", ev("go", to="options", key=one.key,
    under="post" if whole else ""),
                    rid="post_more")  # fmt: skip
    return node("row", who, follow if shown.strange else None, more, width="fill", height=56, pad=(12, 0, 2, 0),
                align="center")  # fmt: skip


def _picture(one: Post, shown: _Shown) -> Node:
    """The picture that is looked at; of several, with the way to the others."""
    index = shown.slide % len(one.photos)
    tall = HEIGHTS.get(one.crop, 411)
    image = node("image", art=one.art(index), desc=f"Photo by {one.author}", id="photo", width="fill", height=tall,
                 on=None if one.author == PAID else {"double": ev("adore", key=one.key)})  # fmt: skip
    if len(one.photos) == 1:
        return image
    told = w.text(
        f"{index + 1}/{len(one.photos)}", "12,16,Medium,0.3", "#FFFFFF", bg="#101314", radius=13, pad=(11, 5, 11, 5),
        id="page",
    )  # fmt: skip
    layers = [image, node("row", told, place=("end", "start"), pad=(0, 12, 12, 0))]
    for by, glyph, label, side in (
        (-1, "chevron_left", "Previous photo", "start"),
        (1, "chevron_right", "Next photo", "end"),
    ):
        if 0 <= index + by < len(one.photos):
            step = w.action(glyph, label, ev("slide", key=one.key, by=by), rid="photo_step", color="#FFFFFF")
            round_ = node("stack", node("spacer", width=32, height=32, radius=16, bg="#101314", alpha=0.62,
                                        place=("center", "center")), step, width=48, height=48,
                          place=(side, "center"))  # fmt: skip
            layers.append(round_)
    dots = [
        node("spacer", width=6, height=6, radius=3, bg="primary" if i == index else "#FFFFFF")
        for i in range(len(one.photos))
    ]
    layers.append(node("row", dots, gap=5, place=("center", "end"), pad=(0, 0, 0, 12)))
    return node("stack", layers, width="fill", height=tall)


def _controls(one: Post, shown: _Shown, whole: bool) -> Node:
    """Like, comment and send at the left, save far at the right."""
    liked, saved = shown.liked, shown.saved
    if one.author == PAID:
        shop = node(
            "row", w.text("Visit shop", "14,20,Bold,0", "primary", grow=1), w.icon("chevron_right", 22, "primary"),
            on=ev("shop"), id="ad_action", cls=w.ROW, width="fill", height=48, pad=(14, 0, 10, 0), align="center",
            bg="container",
        )  # fmt: skip
        return shop
    return node(
        "row",
        w.action(
            "favorite" if liked else "favorite_border", "Unlike" if liked else "Like", ev("like", key=one.key),
            rid="like", color="#FF5A6A" if liked else "on_surface",
        ),
        w.action("chat_bubble_outline", "Comment", ev("comments", key=one.key), rid="comment", color="on_surface"),
        w.action("near_me", "Send", ev("send", key=one.key, under="post" if whole else ""), rid="send",
        color="on_surface"),
        w.push(),
        w.action("bookmark" if saved else "bookmark_border", "Remove from saved" if saved else "Save",
                 ev("save", key=one.key), rid="save", color="primary" if saved else "on_surface"),
        width="fill",
        height=48,
        pad=(2, 0, 2, 0),
        align="center",
    )  # fmt: skip


def _words(one: Post, shown: _Shown, whole: bool) -> Node:
    likes_, told = shown.likes, shown.comments
    paid = one.author == PAID
    line = w.text("1 like" if likes_ == 1 else f"{count(likes_)} likes", "14,20,Bold,0", id="likes", height=32)
    more = w.text(
        "View the comment" if told == 1 else f"View all {told} comments", "14,20,Regular,0.1", "on_surface_variant",
        on=ev("comments", key=one.key), id="view_comments", height=34,
    )  # fmt: skip
    return node(
        "column",
        line if likes_ and not paid else None,
        w.text(one.caption, "14,20,Regular,0.1", lines=0 if whole else 3, id="caption", pad=(0, 2, 0, 2))
        if one.caption
        else None,
        w.text(" ".join(f"#{tag}" for tag in one.tags), "14,20,Regular,0.1", "primary", id="tags")
        if whole and one.tags
        else None,
        more if told else None,
        w.text(shown.when, "12,16,Regular,0.2", "on_surface_variant", id="time", pad=(0, 2, 0, 0))
        if not paid
        else None,
        width="fill",
        pad=(14, 6 if paid else 0, 14, 0),
    )


def tile(one: Post, size: float = 136) -> Node:
    """A post in a grid of three."""
    image = node("image", art=one.art(), width="fill", height=size, desc=f"Photo by {one.author}", id="photo")
    mark = None
    if len(one.photos) > 1:
        mark = node("row", w.icon("filter_none", 16, "#FFFFFF"), place=("end", "start"), pad=(0, 8, 8, 0))
    return node("stack", image, mark, on=ev("open", key=one.key), id="grid_item", cls="android.widget.FrameLayout",
                width="fill", height=size)  # fmt: skip


def grid(posts: tuple[Post, ...]) -> Node:
    """Posts three in a row, almost touching."""
    return node("grid", [tile(one) for one in posts], columns=3, gap=2, width="fill")


def person_row(state: State, handle: str, note: str = "", trailing: Node | None = None, on: Ev | None = None) -> Node:
    """An account in a list."""
    one = person(handle)
    name = one.name if one is not None else handle
    names = node(
        "column",
        node("row", w.text(handle, "15,20,Bold,0", lines=1, id="handle"), tick(handle), gap=4, align="center"),
        w.text(note or name, "13,18,Regular,0.1", "on_surface_variant", lines=1, id="name"),
        grow=1,
    )
    return node(
        "row", face(handle, 46), names, trailing, on=on or ev("person", handle=handle), id="row_person",
        cls=w.GROUP, width="fill", height=66, pad=(14, 0, 12, 0), gap=12, align="center",
    )  # fmt: skip


def label(words: str) -> Node:
    """The heading of a block."""
    return w.text(words, "15,20,Bold,0", pad=(16, 18, 16, 8), width="fill")


def sheet(title: str, *rows: Node | list[Node] | None) -> Node:
    """A bottom sheet with its grip, title and way out."""
    grip = node("spacer", width=GRIP, height=4, radius=2, bg="outline", place=("center", "center"))
    head = node(
        "row",
        w.text(title, "16,24,Bold,0", lines=1, grow=1),
        w.action("close", "Close", w.UP, rid="close"),
        width="fill",
        height=48,
        pad=(18, 0, 6, 0),
        align="center",
    )
    return node(
        "column", node("stack", grip, width="fill", height=22), head, w.divider(), w.space(4), *rows, w.space(10),
        id="design_bottom_sheet", cls="android.widget.FrameLayout", width="fill", bg="high", radius=(14, 14, 0, 0),
        align="stretch",
    )  # fmt: skip


def line(glyph: str, words: str, on: Ev, rid: str, *, danger: bool = False, support: str = "") -> Node:
    """One row of a sheet."""
    color = "error" if danger else "on_surface"
    names = node(
        "column",
        w.text(words, "16,22,Regular,0", color, lines=1),
        w.text(support, "13,18,Regular,0.1", "on_surface_variant", lines=2) if support else None,
        grow=1,
    )
    return node("row", w.icon(glyph, 24, color), names, on=on, id=rid, cls=w.ROW, width="fill",
                height=64 if support else 54, pad=(18, 0, 18, 0), gap=18, align="center")  # fmt: skip
