"""What readers say about an article of Dawnwire, and the bar in which the reader writes."""

from dataclasses import replace

from adapters.phone.apps.dawnwire import model
from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.app import app
from adapters.phone.apps.dawnwire.model import COMMENT_LENGTH, FACE, NEWEST, READER, SORTS, State
from adapters.phone.apps.dawnwire.paper import Comment, Story, story_of
from adapters.phone.components.boxes import line
from adapters.phone.components.buttons import reaction
from adapters.phone.components.choices import chip_strip
from adapters.phone.components.comments import comment_bar, comment_row, in_threads, replying_to
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import Handled, assign, focus, replace_with, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, find, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev, node

STOP_ANSWERING = then(assign("ui.answers", ""), focus(None))


@app.screen("comments")
def comments(state: State, view: View, key: str = "", sort: str = SORTS[0]) -> Screen:
    """All comments; an answer stands below what it answers."""
    story = story_of(key)
    if story is None:
        return p.not_found("article")
    found = model.comments_on(state, key)
    top = p.page_bar("Comments", w.space(0, 12), support=story.title)
    bottom = _comment_bar(state, key)
    if not found:
        nobody = w.empty("chat_bubble_outline", "Nobody has said anything yet", "You could be the first.")
        return Screen(w.page(nobody), top=top, bottom=bottom, title="Comments")
    sorts = chip_strip(
        sort, SORTS, rid="chip_sort", group="sort_group", radius=p.CORNER, pad=(16, 8),
        on=lambda label: replace_with("comments", key=key, sort=label),
    )  # fmt: skip
    threads = in_threads(
        found, lambda comment: comment.parent, order=lambda siblings: model.sorted_comments(state, siblings, sort)
    )
    rows = [_comment(state, story, comment, view, inset=60 if depth else 16) for comment, depth in threads]
    count = "1 comment" if len(found) == 1 else f"{len(found)} comments"
    return Screen(w.page(sorts, p.note(count, pad=(16, 10, 16, 4)), rows), top=top, bottom=bottom, title="Comments")


def _comment(state: State, story: Story, comment: Comment, view: View, *, inset: float) -> Node:
    author = node(
        "row",
        w.text(comment.name, "labelL", lines=1, id="name"),
        w.pill("You", "primary_container", "on_primary_container") if comment.name == READER else None,
        w.pill("Author") if comment.name == story.author else None,
        p.small(p.ago(comment.time, view.now), id="time"),
        gap=8,
        align="center",
    )
    return comment_row(
        w.avatar(comment.face, 32 if comment.parent else 40),
        author, w.text(comment.text, id="text", pad=(0, 2, 0, 0)), _controls(state, comment),
        inset=inset, top=12, end=8,
    )  # fmt: skip


def _controls(state: State, comment: Comment) -> Node:
    """Like and reply; to the comment that is being answered, the way to stop that."""
    like = reaction(
        comment.id in state.liked_comments, p.THUMBS,
        (f"Unlike the comment of {comment.name}", f"Like the comment of {comment.name}"),
        assign("liked_comments", toggled(state.liked_comments, comment.id)),
        rid="like_comment", size=18, width=40, height=40,
    )  # fmt: skip
    likes = w.text(str(model.comment_likes(state, comment)), "labelM", "on_surface_variant", id="likes")
    if comment.id == state.ui.answers:
        reply = c.button("Cancel", STOP_ANSWERING, rid="cancel_reply", variant="text", width="wrap")
    else:
        answer = then(assign("ui.answers", comment.id), focus("comment"))
        reply = c.button("Reply", answer, rid="reply", variant="text", width="wrap")
    return line(like, likes, w.space(0, 8), reply)


def _comment_bar(state: State, key: str) -> Node:
    """The bar in which a comment is written, or an answer to one."""
    text, post_it = bind(state, "ui.comment"), ev("post", key=key)
    answered = _answered(state, key)
    above = replying_to(answered.name, STOP_ANSWERING) if answered else None
    field = plain_field(
        text.value, "Write a comment", rid="comment", change=text.limited(COMMENT_LENGTH), submit=post_it
    )
    enabled = bool(text.value.strip())
    button = c.button("Post", post_it, rid="post", variant="text", width="wrap", enabled=enabled)
    return comment_bar(w.avatar(FACE, 36), field, button, above=above, pad=(16, 0, 4, 0))


def _answered(state: State, key: str) -> Comment | None:
    """The comment that the next one answers."""
    return find(model.comments_on(state, key), id=state.ui.answers)


@app.on("post")
def post(state: State, view: View, key: str) -> Handled:
    """Post the comment, and show the newest first; an answer to an answer stands beside it."""
    text, answered = state.ui.comment.strip(), _answered(state, key)
    if not text:
        return None
    new = Comment(
        f"m{len(state.comments) + 1}", key, READER, text, view.now.strftime(TIME_FORMAT),
        face=FACE, parent=answered.parent or answered.id if answered else "",
    )  # fmt: skip
    after = replace(state, comments=(*state.comments, new), ui=replace(state.ui, comment="", answers=""))
    return after, Focus(None), Replace(route("comments", key=key, sort=NEWEST)), Toast("Comment posted")
