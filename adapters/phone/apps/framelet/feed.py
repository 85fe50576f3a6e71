"""Framelet's home with the feed, one post with its card, and what is done with a post at once: like, save."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from adapters.phone.apps.framelet import model
from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.content import ME, PEOPLE, Post
from adapters.phone.apps.framelet.model import Mark, State
from adapters.phone.components.boxes import column, line
from adapters.phone.components.buttons import reaction
from adapters.phone.framework.actions import assign, go, switch_to, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Gesture, Node, ev, node

HEIGHTS = {"Square": 411, "Portrait": 514, "Landscape": 231}
SUGGEST_AFTER = 6


@app.screen("home")
def home(state: State, view: View) -> Screen:
    """The feed."""
    return Screen(
        w.page(_rows(state, view)), top=_top(state, view.now), bottom=p.nav(state, "Home", view.now), title="Framelet"
    )


def _top(state: State, now: datetime) -> Node:
    unread = sum(model.is_unread(message, now) for message in state.messages)
    desc = f"Messages, {unread} new" if unread else "Messages"
    return line(
        w.icon("filter_center_focus", 28, "primary"),
        w.text("Framelet", "24,30,Bold,-0.4", heading=True, grow=1),
        w.action("add_box", "New post", p.new_post(state), rid="new_post", color="on_surface"),
        w.badged(w.action("send", desc, go("inbox"), rid="direct", color="on_surface"), unread),
        id="toolbar", cls=w.GROUP, height=56, pad=(14, 0, 4, 0), gap=8, bg="surface",
    )  # fmt: skip


def _rows(state: State, view: View) -> list[Node]:
    rows = [_card_of(state, post, view) for post in model.feed(state)]
    if not rows:
        find = c.button("Find people", switch_to("explore"), rid="find", width="wrap", height=44)
        hint = "Follow somebody and their photos show up here."
        rows.append(w.empty("photo_camera", "Your feed is empty", hint, find))
    rows.insert(SUGGEST_AFTER, _suggested(state))
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
    known = {ME, *state.blocked, *(followed.handle for followed in state.following)}
    strangers = [account.handle for account in PEOPLE if not account.private and account.handle not in known]
    cards = [_suggestion(state, handle) for handle in strangers[:6]]
    strip = node(
        "scroll", cards, horizontal=True, id="suggestions", cls="androidx.recyclerview.widget.RecyclerView",
        width="fill", height=190, pad=(14, 0, 14, 14), gap=10,
    )  # fmt: skip
    return column(w.divider(), p.label("Suggested for you"), strip, w.divider())


def _suggestion(state: State, handle: str) -> Node:
    face = node(
        "column", p.face(handle, 88),
        on=p.to_person(handle), id="suggested", cls=w.ROW, desc=handle, align="center", width="fill",
    )  # fmt: skip
    return node(
        "column",
        face,
        p.name_text(handle, text_align="center", width="fill"),
        w.space(8),
        p.follow_button(state, handle, rid="follow_suggested").styled(width="fill"),
        width=156, pad=(12, 16, 12, 12), bg="container", gap=3, align="center", id="suggestion", cls=w.GROUP,
    )  # fmt: skip


@app.screen("post", activity=".PostActivity")
def post_page(state: State, view: View, key: str = "") -> Screen:
    """One post in full, with more of its author below."""
    post = model.post_of(state, key)
    if post is None:
        return p.not_found()
    others = tuple(other for other in model.by(state, post.author) if other.key != post.key)[:6]
    more = [w.divider(), p.label(f"More from {post.author}"), p.grid(others)] if others else []
    body = w.page(_card_of(state, post, view, full=True), more)
    return Screen(body, top=p.bar("Post", support=post.author), title="Post")


@dataclass(frozen=True, slots=True)
class _Shown:
    """All that a post's card depends on; `full` on the post's own page."""

    liked: bool
    saved: bool
    stranger: bool
    likes: int
    comments: int
    when: str
    full: bool

    @property
    def page(self) -> str:
        """The route that windows about the post lie over."""
        return "post" if self.full else "home"


def _card_of(state: State, post: Post, view: View, *, full: bool = False) -> Node:
    liked = model.likes(state, post.key)
    shown = _Shown(
        liked=liked,
        saved=bool(model.saved_in(state, post.key)),
        stranger=post.author != ME and model.follows(state, post.author) is None,
        likes=post.likes + liked,
        comments=len(model.comments_of(state, post.key)),
        when=p.ago(post.at, view.now),
        full=full,
    )
    return _card(post, shown)


@lru_cache(maxsize=256)
def _card(post: Post, shown: _Shown) -> Node:
    """A post: who, the picture from edge to edge, what can be done, what is written."""
    double_tap: dict[Gesture, Ev] | None = None if shown.liked else {"double": ev("like", key=post.key)}
    picture = node(
        "image", art=post.art(), desc=f"Photo by {post.author}", id="photo", width="fill",
        height=HEIGHTS.get(post.crop, 411), on=double_tap,
    )  # fmt: skip
    parts = (_author(post, shown), picture, _controls(post, shown), _words(post, shown))
    return column(*parts, id="row_post", cls=w.GROUP, pad=(0, 0, 0, 14))


def _author(post: Post, shown: _Shown) -> Node:
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
    options = go("options", key=post.key, under=shown.page)
    more = w.action("more_vert", f"Options for the post of {post.author}", options, rid="post_more")
    return line(who, follow if shown.stranger else None, more, height=56, pad=(12, 0, 2, 0))


def _controls(post: Post, shown: _Shown) -> Node:
    """Like, comment and send at the left, save far at the right."""
    send = then(assign("ui.send_to", ()), assign("ui.message", ""), go("send", key=post.key, under=shown.page))
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


def _words(post: Post, shown: _Shown) -> Node:
    tags = " ".join(f"#{tag}" for tag in post.tags)
    caption = p.body_text(post.caption, lines=0 if shown.full else 3, id="caption", pad=(0, 2))
    view_all = "View the comment" if shown.comments == 1 else f"View all {shown.comments} comments"
    return node(
        "column",
        p.name_text(p.count_of(shown.likes, "like"), lines=0, id="likes", height=32) if shown.likes else None,
        caption if post.caption else None,
        p.body_text(tags, color="primary", id="tags") if shown.full and tags else None,
        p.body_text(view_all, color="on_surface_variant", on=_to_comments(post), id="view_comments", height=34)
        if shown.comments
        else None,
        p.time_text(shown.when, id="time", pad=(0, 2, 0, 0)),
        width="fill", pad=(14, 0),
    )  # fmt: skip


@app.on("like")
def like(state: State, view: View, key: str) -> State:
    """Like a post, or no longer."""
    post = model.post_of(state, key)
    if post is None or model.likes(state, key):
        return replace(state, liked=without(state.liked, post=key))
    return replace(state, liked=(*state.liked, Mark(key, post.author, view.now.strftime(TIME_FORMAT))))
