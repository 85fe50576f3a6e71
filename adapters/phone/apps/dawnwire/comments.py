"""What readers say about an article of Dawnwire: the list, writing, the preview before it is posted, the report."""

from collections.abc import Sequence
from dataclasses import replace

from adapters.phone.apps.dawnwire import model
from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.app import app
from adapters.phone.apps.dawnwire.model import (
    COMMENT_LENGTH,
    FACE,
    REASONS,
    SIGNED,
    SORTS,
    CommentMark,
    Draft,
    Posted,
    State,
)
from adapters.phone.apps.dawnwire.paper import Comment, Story, story_of
from adapters.phone.components.boxes import column, line, radio_group, words
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import Handled, assign, back, focus, go, replace_with, then, toast
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

name_text = text_style("labelL", id="name")
comment_text = text_style("bodyL", id="text")


@app.screen("comments")
def comments(state: State, view: View, key: str = "", sort: str = SORTS[0]) -> Screen:
    """All comments; an answer stands below what it answers."""
    story = story_of(key)
    if story is None:
        return p.not_found("article")
    found = model.comments_on(state, key)
    top = p.page_bar("Comments", w.space(0, 12), support=story.title)
    write = w.row(
        "Write a comment", on=_write(key), rid="write_comment", leading=w.avatar(FACE, 36), height=60,
        trailing=w.icon("edit", 20),
    )  # fmt: skip
    bottom = column(w.divider(), write, bg="surface")
    if not found:
        nobody = w.empty("chat_bubble_outline", "Nobody has said anything yet", "You could be the first.")
        return Screen(w.page(nobody), top=top, bottom=bottom, title="Comments")
    chips = [
        c.chip(
            label, replace_with("comments", key=key, sort=label), label == sort, rid="chip_sort", single=True,
            radius=p.CORNER,
        )
        for label in SORTS
    ]  # fmt: skip
    rows: list[Node] = []
    for comment in _sorted(state, [comment for comment in found if not comment.parent], sort):
        rows.append(_comment(state, story, comment, view))
        rows += [_comment(state, story, answer, view) for answer in found if answer.parent == comment.id]
    count = "1 comment" if len(found) == 1 else f"{len(found)} comments"
    sorts = line(chips, gap=8, pad=(16, 8, 16, 0), id="sort_group", align="start")
    return Screen(
        w.page(sorts, p.note(count, pad=(16, 10, 16, 4)), rows), top=top, bottom=bottom, title="Comments"
    )  # fmt: skip


def _write(key: str, parent: str = "") -> Ev:
    """Begin a comment, afresh."""
    return then(assign("draft", Draft(key, parent)), go("compose", key=key, parent=parent), focus("comment"))


def _sorted(state: State, roots: Sequence[Comment], sort: str) -> Sequence[Comment]:
    if sort == SORTS[0]:
        return sorted(roots, key=lambda comment: -model.comment_likes(state, comment))
    return roots[::-1] if sort == SORTS[1] else roots


def _comment(state: State, story: Story, comment: Comment, view: View) -> Node:
    own = any(posted.id == comment.id for posted in state.comments)
    author = node(
        "row",
        name_text(comment.name, lines=1),
        w.pill("You", "primary_container", "on_primary_container") if own else None,
        w.pill("Author") if comment.name == story.author else None,
        p.small(p.ago(comment.time, view.now), id="time"),
        gap=8,
        align="center",
    )
    about = words(author, comment_text(comment.text, pad=(0, 2, 0, 0)), _controls(state, comment, own), align="stretch")
    face, inset = (32, 60) if comment.parent else (40, 16)
    return line(
        w.avatar(comment.face, face), about,
        id="row_comment", cls=w.GROUP, pad=(inset, 12, 8, 0), gap=12, align="start",
    )  # fmt: skip


def _controls(state: State, comment: Comment, own: bool) -> Node:
    """Like, reply, and report where it is somebody else's."""
    mark = CommentMark(comment.id, comment.name)
    liked = mark in state.liked_comments
    reported = any(report.comment == comment.id for report in state.reports)
    like = w.action(
        p.thumb(liked), f"{'Unlike' if liked else 'Like'} the comment of {comment.name}",
        assign("liked_comments", toggled(state.liked_comments, mark)), rid="like_comment", color=p.tint(liked),
    )  # fmt: skip
    answer = _write(comment.story, comment.parent or comment.id)
    report = w.action(
        "flag", f"Report the comment of {comment.name}",
        then(assign("ui.reason", REASONS[0]), go("report", key=comment.story, comment=comment.id)),
        rid="report", color=p.tint(reported),
    )  # fmt: skip
    return line(
        like.styled(size=18, width=40, height=40),
        w.text(str(model.comment_likes(state, comment)), "labelM", "on_surface_variant", id="likes"),
        w.space(0, 8),
        c.button("Reply", answer, rid="reply", variant="text", width="wrap", height=40),
        w.push(),
        None if own else report.styled(size=18, width=40, height=40),
    )


@app.screen("compose", distractor="writing beside reading comments")
def compose(state: State, key: str = "", parent: str = "") -> Screen:
    """Writing a comment: text, signature, and whether answers are announced."""
    story = story_of(key)
    if story is None:
        return p.not_found("article")
    text, signed, replies = bind(state, "draft.text"), bind(state, "draft.signed"), bind(state, "draft.replies")
    problem = model.problem_of(text.value)
    box = node(
        "field", id="comment", text=text.value, hint="What do you think?", on={"change": text.changed},
        width="fill", height=148, lines=5, variant="outlined", type="bodyL",
    )  # fmt: skip
    count_color = "error" if len(text.value) > COMMENT_LENGTH else "on_surface_variant"
    below = line(
        w.text(problem, "bodyS", "error", grow=1, id="error") if problem else w.push(),
        w.text(f"{len(text.value)}/{COMMENT_LENGTH}", "bodyS", count_color),
        pad=(0, 4, 0, 0),
        align="start",
    )
    names = [
        c.radio_row(
            label, signed.to(label), label == signed.value, rid="sign_option", inset=16, height=52,
            trailing=model.signature(label),
        )
        for label in SIGNED
    ]  # fmt: skip
    announce = c.switch_row(
        "Tell me about replies", "A note when somebody answers", replies.toggled, replies.value, rid="row_replies",
        icon_name="notifications_none",
    )  # fmt: skip
    body = w.form(
        _about(state, story, parent),
        column(box, below, pad=(16, 6, 16, 4)),
        p.kicker("Sign as"),
        radio_group(names, rid="sign_group"),
        p.kicker("Answers"),
        announce,
    )
    show = then(focus(None), go("preview", key=key, parent=parent))
    ready = bool(text.value.strip()) and not problem
    title = "Your reply" if parent else "Your comment"
    bottom = p.foot(c.button("Preview", show, rid="preview", height=48, enabled=ready))
    return Screen(body, top=p.page_bar(title), bottom=bottom, title=title)


def _about(state: State, story: Story, parent: str) -> Node:
    """What the comment is about: the article, or the comment that it answers."""
    label, quoted = "On the article", story.title
    for comment in model.comments_on(state, story.key):
        if comment.id == parent:
            label, quoted = f"Answer to {comment.name}", f"“{comment.text}”"
    rule = node("spacer", width=3, height="fill", bg="primary")
    about = words(w.text(label, "labelM", "primary", id="about"), p.note(quoted, lines=2, id="quoted"))
    return line(rule, about, pad=(16, 10), gap=12, id="row_about", cls=w.GROUP, align="start")


@app.screen("preview", distractor="the end of a comment of one’s own")
def preview(state: State, key: str = "", parent: str = "") -> Screen:
    """The comment as others will see it; nothing is posted yet."""
    story, draft = story_of(key), state.draft
    if story is None:
        return p.not_found("article")
    name = model.signature(draft.signed)
    face = w.disc("person", 40) if draft.signed == SIGNED[2] else w.avatar(FACE, 40)
    card = line(
        face, words(name_text(name), comment_text(draft.text.strip()), gap=2), id="row_comment", cls=w.GROUP, bg="low",
        radius=8, outline="outline_variant", pad=14, gap=12, align="start",
    )  # fmt: skip
    replies = "Notifications on" if draft.replies else "Notifications off"
    body = w.page(
        _about(state, story, parent),
        column(card, pad=(16, 8, 16, 16)),
        w.row("Signed", f"{draft.signed}: {name}", leading=w.icon("draw"), rid="row_signed", height=68),
        w.row("Replies", replies, leading=w.icon("notifications_none"), rid="row_replies", height=68),
        w.row("House rules", "Be brief, be kind, no links", leading=w.icon("gavel"), rid="row_rules", height=68),
    )
    bottom = p.foot(
        c.button("Edit", w.UP, rid="edit", variant="outlined", height=48, width="wrap"),
        c.button("Post comment", ev("post", key=key, parent=parent), rid="post", height=48, width="wrap", grow=1),
    )
    return Screen(body, top=p.page_bar("Preview"), bottom=bottom, title="Preview")


@app.on("post")
def post(state: State, view: View, key: str, parent: str = "") -> Handled:
    """Post the comment, and show it above the others."""
    draft = state.draft
    text = draft.text.strip()
    if not text or model.problem_of(text):
        return Back()
    number = 1 + max((int(posted.id[1:]) for posted in state.comments), default=0)
    new = Posted(
        f"m{number}", key, model.title_of(key), text, draft.signed, model.signature(draft.signed), draft.replies,
        view.now.strftime(TIME_FORMAT), parent,
    )  # fmt: skip
    after = replace(state, comments=(*state.comments, new), draft=Draft())
    return after, Back(2), Replace(route("comments", key=key, sort=SORTS[1])), Toast("Comment posted")


@app.dialog("report", over="comments", title="Report", distractor="the flag beside the like of a comment")
def report(state: State, key: str = "", comment: str = "") -> Node:
    """Why a comment is reported."""
    reason = bind(state, "ui.reason")
    marks = [
        CommentMark(known.id, known.name, reason.value)
        for known in model.comments_on(state, key)
        if known.id == comment
    ]
    others = [mark for mark in state.reports if mark.comment != comment]
    send = then(assign("reports", (*others, *marks)), back(), toast("Thank you, an editor will look"))
    window = c.choice_dialog("Report this comment", REASONS, reason.value, reason.changed, yes=("Report", send))
    return window.styled(radius=p.WINDOW_RADIUS)
