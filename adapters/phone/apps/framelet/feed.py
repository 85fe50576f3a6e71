"""Framelet's home with the feed, one post with its card, and what is done with a post at once: look, like, hide."""

from dataclasses import dataclass, replace
from functools import lru_cache

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.content import ME, PAID, PEOPLE, SPONSORED, Post
from adapters.phone.apps.framelet.model import (
    TODAY,
    Mark,
    State,
    by,
    comments_of,
    feed,
    follows,
    is_blocked,
    likes,
    post_of,
    saved_in,
    slide,
)
from adapters.phone.components.boxes import column, line
from adapters.phone.components.buttons import reaction
from adapters.phone.framework.actions import assign, go, switch_to, then, toast
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

HEIGHTS = {"Square": 411, "Portrait": 514, "Landscape": 231}
AD_AFTER, SUGGEST_AFTER = 3, 6
SCRIM = "#101314"


@app.screen("home")
def home(state: State, view: View) -> Screen:
    """The feed."""
    return Screen(w.page(_rows(state, view)), top=_top(state), bottom=p.nav(state, "Home"), title="Framelet")


def _top(state: State) -> Node:
    unread = sum(not message.mine and message.at >= TODAY for message in state.messages)
    desc = f"Messages, {unread} new" if unread else "Messages"
    return line(
        w.icon("filter_center_focus", 28, "primary"),
        w.text("Framelet", "24,30,Bold,-0.4", heading=True, grow=1),
        w.action("add_box", "New post", p.new_post(state), rid="new_post", color="on_surface"),
        w.badged(w.action("send", desc, go("inbox"), rid="direct", color="on_surface"), unread),
        id="toolbar", cls=w.GROUP, height=56, pad=(14, 0, 4, 0), gap=8, bg="surface",
    )  # fmt: skip


def _rows(state: State, view: View) -> list[Node]:
    posts = feed(state)
    rows: list[Node] = []
    if not posts:
        find = c.button("Find people", switch_to("explore"), rid="find", width="wrap", height=44)
        hint = "Follow somebody and their photos show up here."
        rows.append(w.empty("photo_camera", "Your feed is empty", hint, find))
    for index, post in enumerate(posts):
        if index == AD_AFTER and SPONSORED.key not in state.hidden:
            rows.append(_card_of(state, SPONSORED, view))
        if index == SUGGEST_AFTER:
            rows.append(_suggested(state))
        rows.append(_card_of(state, post, view))
    if len(posts) <= SUGGEST_AFTER:
        rows.append(_suggested(state))
    return [*rows, _end()]


def _end() -> Node:
    return node(
        "column",
        w.icon("check_circle_outline", 44, "primary"),
        w.text("You're all caught up", "16,24,Bold,0"),
        w.text("You have seen all new photos from the last days.", "bodyM", "on_surface_variant"),
        width="fill", align="center", gap=6, pad=(20, 24, 20, 40),
    )  # fmt: skip


def _suggested(state: State) -> Node:
    """Accounts that one might follow, side by side."""
    strangers = [
        account.handle
        for account in PEOPLE
        if account.handle != ME
        and not account.private
        and follows(state, account.handle) is None
        and not is_blocked(state, account.handle)
    ]
    cards = [_suggestion(state, handle) for handle in strangers[:6]]
    strip = node(
        "scroll", cards, horizontal=True, id="suggestions", cls="androidx.recyclerview.widget.RecyclerView",
        width="fill", height=212, pad=(14, 0, 14, 14), gap=10,
    )  # fmt: skip
    return column(w.divider(), p.label("Suggested for you"), strip, w.divider())


def _suggestion(state: State, handle: str) -> Node:
    name = next(account.name for account in PEOPLE if account.handle == handle)
    face = node(
        "column", p.face(handle, 88),
        on=p.to_person(handle), id="suggested", cls=w.ROW, desc=handle, align="center", width="fill",
    )  # fmt: skip
    return node(
        "column",
        face,
        p.name_text(handle, text_align="center", width="fill"),
        w.text(name, "12,16,Regular,0.1", "on_surface_variant", lines=1, text_align="center", width="fill"),
        w.space(8),
        p.follow_button(state, handle, rid="follow_suggested").styled(width="fill"),
        width=156, pad=(12, 16, 12, 12), bg="container", gap=3, align="center", id="suggestion", cls=w.GROUP,
    )  # fmt: skip


@app.screen("post", activity=".PostActivity")
def post_page(state: State, view: View, key: str = "") -> Screen:
    """One post in full, with more of its author below."""
    post = post_of(state, key)
    if post is None:
        return p.not_found()
    others = tuple(other for other in by(state, post.author) if other.key != post.key)[:6]
    more = [w.divider(), p.label(f"More from {post.author}"), p.grid(others)] if others else []
    body = w.page(_card_of(state, post, view, full=True), more)
    return Screen(body, top=p.bar("Post", support=post.author), title="Post")


@dataclass(frozen=True, slots=True)
class _Shown:
    """All that a post's card depends on."""

    liked: bool
    saved: bool
    stranger: bool
    slide: int
    likes: int
    comments: int
    when: str


def _card_of(state: State, post: Post, view: View, *, full: bool = False) -> Node:
    liked = likes(state, post.key)
    shown = _Shown(
        liked=liked,
        saved=bool(saved_in(state, post.key)),
        stranger=post.author not in (PAID, ME) and follows(state, post.author) is None,
        slide=slide(state, post.key),
        likes=post.likes + liked,
        comments=len(comments_of(state, post.key)),
        when=p.ago(post.at, view.now),
    )
    return _card(post, shown, full)


@lru_cache(maxsize=256)
def _card(post: Post, shown: _Shown, full: bool) -> Node:
    """A post: who, the picture from edge to edge, what can be done, what is written."""
    if post.author == PAID:
        parts = [_author(post, shown, full), _picture(post, shown), _shop(), _paid_words(post, full)]
    else:
        parts = [_author(post, shown, full), _picture(post, shown), _controls(post, shown, full)]
        parts.append(_words(post, shown, full))
    return column(parts, id="row_post", cls=w.GROUP, pad=(0, 0, 0, 14))


def _author(post: Post, shown: _Shown, full: bool) -> Node:
    place = w.text(post.place, "12,16,Regular,0.1", "on_surface_variant", lines=1, id="place") if post.place else None
    handle = node("row", p.name_text(post.author, id="author"), p.tick(post.author), gap=4, align="center")
    who = node(
        "row", p.face(post.author, 34), node("column", handle, place),
        on=p.to_person(post.author), id="post_author", cls=w.ROW, grow=1, gap=10, align="center", height=48,
    )  # fmt: skip
    follow = node(
        "button", text="Follow", on=ev("follow", handle=post.author), id="follow_author", variant="text", height=40,
        type="13,20,Bold,0.1", pad=(10, 0),
    )  # fmt: skip
    options = go("options", key=post.key, under=_page(full))
    more = w.action("more_vert", f"Options for the post of {post.author}", options, rid="post_more")
    return line(who, follow if shown.stranger else None, more, height=56, pad=(12, 0, 2, 0))


def _page(full: bool) -> str:
    """The route that windows about a post lie over."""
    return "post" if full else "home"


def _picture(post: Post, shown: _Shown) -> Node:
    """The picture that is looked at; of several, with the way to the others."""
    index, last, height = shown.slide % len(post.photos), len(post.photos) - 1, HEIGHTS.get(post.crop, 411)
    image = node(
        "image", art=post.art(index), desc=f"Photo by {post.author}", id="photo", width="fill", height=height,
        on=None if post.author == PAID else {"double": ev("like", key=post.key, only=True)},
    )  # fmt: skip
    if not last:
        return image
    number = w.text(
        f"{index + 1}/{last + 1}", "12,16,Medium,0.3", "#FFFFFF", bg=SCRIM, radius=13, pad=(11, 5), id="page"
    )
    dots = [
        node("spacer", width=6, height=6, radius=3, bg="primary" if place == index else "#FFFFFF")
        for place in range(last + 1)
    ]
    layers = [
        image,
        node("row", number, place=("end", "start"), pad=(0, 12, 12, 0)),
        _step(post, -1, "chevron_left", "Previous photo", "start") if index > 0 else None,
        _step(post, 1, "chevron_right", "Next photo", "end") if index < last else None,
        node("row", dots, gap=5, place=("center", "end"), pad=(0, 0, 0, 12)),
    ]
    return node("stack", layers, width="fill", height=height)


def _step(post: Post, by_: int, glyph: str, desc: str, side: str) -> Node:
    ground = node("spacer", width=32, height=32, radius=16, bg=SCRIM, alpha=0.62, place=("center", "center"))
    step = w.action(glyph, desc, ev("slide", key=post.key, by=by_), rid="photo_step", color="#FFFFFF")
    return node("stack", ground, step, width=48, height=48, place=(side, "center"))


def _shop() -> Node:
    text = w.text("Visit shop", "14,20,Bold,0", "primary", grow=1)
    closed = toast("The shop is closed for now")
    return line(
        text, w.icon("chevron_right", 22, "primary"),
        on=closed, id="ad_action", cls=w.ROW, height=48, pad=(14, 0, 10, 0), bg="container",
    )  # fmt: skip


def _controls(post: Post, shown: _Shown, full: bool) -> Node:
    """Like, comment and send at the left, save far at the right."""
    send = then(assign("ui.send_to", ()), assign("ui.message", ""), go("send", key=post.key, under=_page(full)))
    return line(
        reaction(
            shown.liked, ("favorite", "favorite_border"), ("Unlike", "Like"), ev("like", key=post.key),
            rid="like", tint=p.LIKED, ink="on_surface",
        ),
        w.action("chat_bubble_outline", "Comment", _to_comments(post), rid="comment", color="on_surface"),
        w.action("near_me", "Send", send, rid="send", color="on_surface"),
        w.push(),
        reaction(
            shown.saved, ("bookmark", "bookmark_border"), ("Remove from saved", "Save"), ev("save", key=post.key),
            rid="save", ink="on_surface",
        ),
        height=48, pad=(2, 0),
    )  # fmt: skip


def _to_comments(post: Post) -> Ev:
    return then(assign("ui.comment", ""), assign("ui.answers", ""), go("comments", key=post.key))


def _words(post: Post, shown: _Shown, full: bool) -> Node:
    tags = " ".join(f"#{tag}" for tag in post.tags)
    view_all = "View the comment" if shown.comments == 1 else f"View all {shown.comments} comments"
    return node(
        "column",
        p.name_text(p.count_of(shown.likes, "like"), lines=0, id="likes", height=32) if shown.likes else None,
        _caption(post, full),
        p.body_text(tags, color="primary", id="tags") if full and tags else None,
        p.body_text(view_all, color="on_surface_variant", on=_to_comments(post), id="view_comments", height=34)
        if shown.comments
        else None,
        p.time_text(shown.when, id="time", pad=(0, 2, 0, 0)),
        width="fill", pad=(14, 0),
    )  # fmt: skip


def _paid_words(post: Post, full: bool) -> Node:
    return node("column", _caption(post, full), width="fill", pad=(14, 6, 14, 0))


def _caption(post: Post, full: bool) -> Node | None:
    return p.body_text(post.caption, lines=0 if full else 3, id="caption", pad=(0, 2)) if post.caption else None


@app.on("slide")
def show_other_photo(state: State, key: str, by_: int) -> State:
    """Look at another picture of a post."""
    others = tuple(shown for shown in state.ui.slides if shown[0] != key)
    return replace(state, ui=replace(state.ui, slides=(*others, (key, max(0, slide(state, key) + by_)))))


@app.on("like")
def like(state: State, view: View, key: str, only: bool = False) -> State:
    """Like a post, or no longer; two quick taps on a photo `only` like it, and never take that back."""
    post = post_of(state, key)
    if post is None:
        return state
    if not likes(state, key):
        return replace(state, liked=(*state.liked, Mark(key, post.author, view.now.strftime(TIME_FORMAT))))
    return state if only else replace(state, liked=without(state.liked, post=key))
