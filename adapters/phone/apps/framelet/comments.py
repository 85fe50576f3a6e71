"""The comments below a post of Framelet, with the answers to them."""

from dataclasses import replace

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.content import ME, Comment, Post
from adapters.phone.apps.framelet.model import State, comments_of, post_of, record
from adapters.phone.components.boxes import words
from adapters.phone.components.buttons import reaction
from adapters.phone.components.comments import comment_bar, comment_row, in_threads, replying_to
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import Handled, assign, focus, then, toast
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, find, toggled, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Screen, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node

STOP_ANSWERING = then(assign("ui.answers", ""), focus(None))


@app.screen("comments", activity=".CommentsActivity", distractor="a comment's heart is not the photo's")
def comments_page(state: State, view: View, key: str = "") -> Screen:
    """All comments below a post; answers stand below what they answer. One's own is written at the lower edge."""
    post = post_of(state, key)
    if post is None:
        return p.not_found()
    own = record(state, key)
    closed = own is not None and own.comments == "No one"
    threads = in_threads(comments_of(state, key), lambda comment: comment.answers)
    rows: list[Node] | Node = [_comment(state, post, comment, view, deep=depth > 0) for comment, depth in threads]
    if closed:
        rows = w.empty("comments_disabled", "Comments are off", "You chose that no one may comment here.")
    elif not rows:
        rows = w.empty("chat_bubble_outline", "No comments yet", "Start the conversation.")
    caption = _caption(post, view) if post.caption else None
    body = w.page(caption, w.divider(), w.space(6), rows, rid="comments")
    return Screen(body, top=p.bar("Comments"), bottom=None if closed else _input(state, post), title="Comments")


def _caption(post: Post, view: View) -> Node:
    texts = words(
        p.name_text(post.author, lines=0),
        p.body_text(post.caption),
        p.time_text(p.ago(post.at, view.now), pad=(0, 4, 0, 0)),
    )
    return node("row", p.face(post.author, 36), texts, width="fill", pad=14, gap=12)


def _comment(state: State, post: Post, comment: Comment, view: View, *, deep: bool) -> Node:
    liked = comment.id in state.liked_comments
    author = node(
        "row",
        w.text(comment.author, "13,18,Bold,0", id="author", lines=1),
        p.tick(comment.author, 13),
        w.text("Author", "12,16,Medium,0.2", "on_surface_variant") if comment.author == post.author else None,
        gap=5, align="center",
    )  # fmt: skip
    heart = reaction(
        liked, ("favorite", "favorite_border"),
        (f"Unlike the comment of {comment.author}", f"Like the comment of {comment.author}"),
        assign("liked_comments", toggled(state.liked_comments, comment.id)),
        rid="like_comment", tint=p.LIKED, size=16, width=44, height=44,
    )  # fmt: skip
    return comment_row(
        p.face(comment.author, 28 if deep else 36),
        author, p.body_text(comment.text, id="comment_text"), _foot(state, comment, comment.likes + liked, view),
        trailing=heart, inset=62 if deep else 14, end=4,
    )  # fmt: skip


def _foot(state: State, comment: Comment, likes: int, view: View) -> Node:
    if comment.id == state.ui.answers:
        reply = _small_action("Cancel", STOP_ANSWERING, rid="cancel_reply")
    else:
        reply = _small_action("Reply", then(assign("ui.answers", comment.id), focus("comment_box")), rid="reply")
    remove = then(assign("comments", without(state.comments, id=comment.id)), toast("Comment deleted"))
    return node(
        "row",
        p.time_text(p.ago(comment.at, view.now)),
        w.text(p.count_of(likes, "like"), "12,16,Medium,0.2", "on_surface_variant", id="likes") if likes else None,
        reply,
        _small_action("Delete", remove, rid="delete_comment", color="error") if comment.author == ME else None,
        gap=10, align="center", height=40,
    )  # fmt: skip


def _small_action(label: str, on: Ev, *, rid: str, color: str = "on_surface_variant") -> Node:
    return w.text(label, "12,16,Bold,0.2", color, on=on, id=rid, height=40, pad=(6, 0))


def _input(state: State, post: Post) -> Node:
    text = bind(state, "ui.comment")
    answered = _answered(state, post.key)
    hint = f"Add a comment for {post.author}" if post.author != ME else "Add a comment"
    write = ev("write_comment", key=post.key)
    field = plain_field(
        text.value, hint, rid="comment_box", change=text.changed, submit=write, type="15,20,Regular,0.1"
    )
    ready = bool(text.value.strip())
    button = node(
        "button", text="Post", on=write if ready else None, id="post_comment", variant="text", height=44,
        enabled=ready, type="14,20,Bold,0.1",
    )  # fmt: skip
    above = replying_to(answered.author, STOP_ANSWERING) if answered is not None else None
    return comment_bar(p.face(ME, 36), field, button, above=above, pad=(14, 0, 4, 0))


def _answered(state: State, key: str) -> Comment | None:
    """The comment that the next one answers."""
    return find(comments_of(state, key), id=state.ui.answers)


@app.on("write_comment")
def write_comment(state: State, view: View, key: str) -> Handled:
    """Post what is written: below the post, or below the comment that it answers."""
    text, post = state.ui.comment.strip(), post_of(state, key)
    if not text or post is None:
        return None
    answered = _answered(state, key)
    root = answered.answers or answered.id if answered else ""
    number, now = f"C-{len(state.comments) + 1}", view.now.strftime(TIME_FORMAT)
    comment = Comment(number, key, ME, text, now, answers=root)
    after = replace(state, comments=(*state.comments, comment), ui=replace(state.ui, comment="", answers=""))
    return after, Focus(None), Toast("Reply posted" if root else "Comment posted")
