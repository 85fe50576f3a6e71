"""What is said below a video: comments, replies, and likes of them."""

from dataclasses import replace
from functools import partial

from adapters.phone.apps.reelbrook import model
from adapters.phone.apps.reelbrook import parts as p
from adapters.phone.apps.reelbrook.app import app
from adapters.phone.apps.reelbrook.catalogue import COMMENT_SORTS, FACES, ME, TOP, Comment, Video
from adapters.phone.apps.reelbrook.model import CommentMark, OwnComment, State
from adapters.phone.components.buttons import reaction
from adapters.phone.components.comments import comment_bar, comment_row, in_threads, replying_to
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import Handled, assign, focus, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, find, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node

LONGEST = 400


@app.screen("comments", activity=".CommentsActivity", distractor="its likes are not those of the video")
def comments(state: State, view: View, key: str = "") -> Screen:
    """All comments of a video; answers stand below what they answer."""
    video, upload = model.video_of(state, key), find(state.uploads, number=key)
    if video is None:
        return p.gone("video")
    if upload is not None and upload.comments == "Off":
        off = w.empty("comments_disabled", "Comments are off", "You chose so when you uploaded this video.")
        return Screen(w.page(off), top=p.bar("Comments"), title="Comments")
    sort, posted = bind(state, "ui.sort"), model.comments_on(state, key)
    chips = [
        c.chip(label, sort.to(label), label == sort.value, rid="chip_sort", single=True, radius=8)
        for label in COMMENT_SORTS
    ]
    order = partial(_ordered, sort=sort.value)
    threads = in_threads(posted, lambda comment: comment.answers, order=order)
    rows = [_comment(state, comment, view, deep=depth > 0) for comment, depth in threads]
    nothing = w.empty("chat_bubble_outline", "No comments yet", "Say the first word.")
    sorts = node("row", chips, width="fill", gap=8, pad=(16, 6, 16, 8))
    body = w.page(sorts, rows or nothing, rid="comment_list")
    return Screen(body, top=p.bar("Comments"), bottom=_box(state, video), title="Comments")


def _ordered(comments: list[Comment], sort: str) -> list[Comment]:
    """The most liked or the newest first; answers stay in the order of time."""
    if not comments or comments[0].answers:
        return comments
    return sorted(comments, key=lambda comment: -comment.likes) if sort == TOP else comments[::-1]


def _comment(state: State, comment: Comment, view: View, *, deep: bool = False) -> Node:
    mark, author = CommentMark(comment.id, comment.author), comment.author
    liked = mark in state.liked_comments
    like = reaction(
        liked, ("thumb_up", "thumb_up_off_alt"), (f"Unlike the comment of {author}", f"Like the comment of {author}"),
        bind(state, "liked_comments").to(toggled(state.liked_comments, mark)), rid="like_comment",
        size=18, width=40, height=40,
    )  # fmt: skip
    answering = state.ui.answers == comment.id
    on_reply = then(assign("ui.answers", comment.id), focus("comment_box"))
    reply = node(
        "button", text="Replying" if answering else "Reply", on=None if answering else on_reply, id="reply",
        enabled=not answering, variant="text", height=40, type="13,18,Medium,0.1", pad=(14, 0),
    )  # fmt: skip
    likes = p.note(model.short_count(comment.likes + liked), id="likes")
    return comment_row(
        w.avatar(FACES[author], 28 if deep else 38),
        w.text(f"{author} · {p.time_ago(comment.at, view.now)}", "13,18,Medium,0.1", p.SOFT, id="author", lines=1),
        w.text(comment.text, "15,21,Regular,0.1", id="comment_text"),
        node("row", like, likes, reply, align="center", height=40),
        inset=66 if deep else 16,
        end=16,
    )


def _box(state: State, video: Video) -> Node:
    """The field for a comment or a reply."""
    answered = _answered(state, video)
    text, post = bind(state, "ui.comment"), ev("comment", key=video.key)
    field = plain_field(
        text.value, "Add a comment", rid="comment_box", change=text.limited(LONGEST), submit=post,
        height=46, type="15,20,Regular,0.1",
    )  # fmt: skip
    send = w.action("send", "Post comment", post, rid="post_comment", color="primary", enabled=bool(text.value.strip()))
    stop = then(assign("ui.answers", ""), focus(None))
    replying = None
    if answered:
        style = "13,18,Medium,0.1"
        replying = replying_to(answered.author, stop, style=style, color="primary", rid="replying_to", end=4)
    return comment_bar(
        w.avatar(FACES[ME], 34),
        node("row", field, grow=1, height=46, radius=23, bg="container", pad=(16, 0, 12, 0), align="center"),
        send,
        above=replying, pad=(12, 0, 4, 0), height=64, gap=10,
    )  # fmt: skip


def _answered(state: State, video: Video) -> Comment | None:
    """The comment that the next one answers."""
    return find(model.comments_on(state, video.key), id=state.ui.answers)


@app.on("comment")
def post_comment(state: State, view: View, key: str) -> Handled:
    """Post what is written, as a comment on the video or an answer to another comment."""
    text, video = state.ui.comment.strip(), model.video_of(state, key)
    if not text or video is None:
        return None
    answered = _answered(state, video)
    root, author = (answered.answers or answered.id, answered.author) if answered else ("", "")
    number, now = f"RC-{70 + len(state.comments)}", view.now.strftime(TIME_FORMAT)
    new = OwnComment(number, key, text, root, author, now)
    after = replace(state, comments=(*state.comments, new), ui=replace(state.ui, comment="", answers=""))
    return after, Focus(None), Toast("Reply posted" if root else "Comment posted")
