"""What readers say about an article: the list, writing, the preview before it is posted, the report."""

from __future__ import annotations

from adapters.phone.apps.dawnwire import parts as p
from adapters.phone.apps.dawnwire.article import gone
from adapters.phone.apps.dawnwire.desk import Comment
from adapters.phone.apps.dawnwire.model import (
    COMMENT_LENGTH,
    FACE,
    REASONS,
    SIGNED,
    SORTS,
    State,
    comment_likes,
    draft_for,
    said,
    signature,
    trouble,
)
from adapters.phone.apps.dawnwire.stories import Story, story
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def comments(state: State, place: Route, view: View) -> Screen:
    """All comments; an answer stands below what it answers."""
    one = story(place.get("key", ""))
    if one is None:
        return gone("article")
    sort = place.get("sort", SORTS[0])
    every = said(state, one.key)
    top = w.app_bar("Comments", w.space(0, 12), support=one.title, style="22,28,Condensed,0")
    write = w.row(
        "Write a comment", on=ev("write", key=one.key, parent=""), rid="write_comment", leading=w.avatar(FACE, 36),
        height=60, trailing=w.icon("edit", 20),
    )  # fmt: skip
    bottom = node("column", w.divider(), write, width="fill", bg="surface", align="stretch")
    if not every:
        nobody = w.empty("chat_bubble_outline", "Nobody has said anything yet", "You could be the first.")
        return Screen(w.page(nobody), top=top, bottom=bottom, title="Comments")
    chips = [
        c.chip(
            label,
            ev("swap", to="comments", key=one.key, sort=label),
            label == sort,
            rid="chip_sort",
            single=True,
            radius=p.CORNER,
        )
        for label in SORTS
    ]
    rows: list[Node] = []
    for comment in _sorted(state, [each for each in every if not each.parent], sort):
        rows.append(_comment(state, one, comment, view))
        rows += [_comment(state, one, each, view, depth=1) for each in every if each.parent == comment.id]
    count = "1 comment" if len(every) == 1 else f"{len(every)} comments"
    head = w.text(count, "bodyM", "on_surface_variant", pad=(16, 10, 16, 4))
    body = w.page(node("row", chips, width="fill", gap=8, pad=(16, 8, 16, 0), id="sort_group"), head, rows)
    return Screen(body, top=top, bottom=bottom, title="Comments")


def _sorted(state: State, roots: list[Comment], sort: str) -> list[Comment]:
    if sort == SORTS[0]:
        return sorted(roots, key=lambda one: -comment_likes(state, one))
    return roots[::-1] if sort == SORTS[1] else roots


def _comment(state: State, one: Story, comment: Comment, view: View, depth: int = 0) -> Node:
    liked = any(mark.comment == comment.id for mark in state.liked_comments)
    own = any(mine.id == comment.id for mine in state.comments)
    reported = any(mark.comment == comment.id for mark in state.reports)
    who = node(
        "row",
        w.text(comment.name, "labelL", lines=1, id="name"),
        w.pill("You", "primary_container", "on_primary_container") if own else None,
        w.pill("Author") if comment.name == one.author else None,
        w.text(p.ago(comment.time, view.now), "bodyS", "on_surface_variant", id="time"),
        gap=8,
        align="center",
    )
    like = w.action(
        "thumb_up" if liked else "thumb_up_off_alt",
        f"{'Unlike' if liked else 'Like'} the comment of {comment.name}",
        ev("like_comment", comment=comment.id, name=comment.name),
        rid="like_comment",
        color="primary" if liked else "on_surface_variant",
    ).styled(size=18, width=40, height=40)
    parent = comment.parent or comment.id
    reply = c.button(
        "Reply", ev("write", key=one.key, parent=parent), rid="reply", variant="text", width="wrap", height=40
    )
    flag = w.action(
        "flag", f"Report the comment of {comment.name}", ev("flag", key=one.key, comment=comment.id), rid="report"
    )
    controls = node(
        "row",
        like,
        w.text(str(comment_likes(state, comment)), "labelM", "on_surface_variant", id="likes"),
        w.space(0, 8),
        reply,
        w.push(),
        None
        if own
        else flag.styled(size=18, width=40, height=40, color="primary" if reported else "on_surface_variant"),
        width="fill",
        align="center",
    )
    words = node(
        "column", who, w.text(comment.text, "bodyL", id="text", pad=(0, 2, 0, 0)), controls, grow=1, align="stretch"
    )
    return node(
        "row",
        w.avatar(comment.face, 32 if depth else 40),
        words,
        id="row_comment",
        cls=w.GROUP,
        width="fill",
        pad=(16 + depth * 44, 12, 8, 0),
        gap=12,
    )


def compose(state: State, place: Route, view: View) -> Screen:
    """Writing a comment: text, signature, and whether answers ring."""
    one = story(place.get("key", ""))
    if one is None:
        return gone("article")
    parent = place.get("parent", "")
    draft = draft_for(state, one.key, parent)
    args = {"key": one.key, "parent": parent}
    problem = trouble(draft.text)
    box = node(
        "field",
        id="comment",
        text=draft.text,
        hint="What do you think?",
        on={"change": ev("type", **args)},
        width="fill",
        height=148,
        lines=5,
        variant="outlined",
        type="bodyL",
    )
    below = node(
        "row",
        w.text(problem, "bodyS", "error", grow=1, id="error") if problem else w.push(),
        w.text(
            f"{len(draft.text)}/{COMMENT_LENGTH}",
            "bodyS",
            "error" if len(draft.text) > COMMENT_LENGTH else "on_surface_variant",
        ),
        width="fill",
        pad=(0, 4, 0, 0),
    )
    names = [
        c.radio_row(
            label, ev("sign", value=label, **args), label == draft.signed, rid="sign_option", inset=16, height=52,
            trailing=signature(label),
        )
        for label in SIGNED
    ]  # fmt: skip
    body = w.form(
        _about(one, _answered(state, one, parent)),
        node("column", box, below, width="fill", pad=(16, 6, 16, 4), align="stretch"),
        p.kicker("Sign as"),
        node("column", names, width="fill", id="sign_group", cls="android.widget.RadioGroup", align="stretch"),
        p.kicker("Answers"),
        c.switch_row("Tell me about replies", "A note when somebody answers", ev("replies", **args), draft.replies,
                     rid="row_replies", icon_name="notifications_none"),
    )  # fmt: skip
    go = c.button(
        "Preview", ev("preview", **args), rid="preview", height=48, enabled=bool(draft.text.strip()) and not problem
    )
    bottom = p.foot(go.styled(radius=p.CORNER))
    title = "Your reply" if parent else "Your comment"
    return Screen(body, top=w.app_bar(title, style="22,28,Condensed,0"), bottom=bottom, title=title)


def _answered(state: State, one: Story, parent: str) -> Comment | None:
    return next((each for each in said(state, one.key) if each.id == parent), None)


def _about(one: Story, answered: Comment | None) -> Node:
    """What the comment is about."""
    label = f"Answer to {answered.name}" if answered is not None else "On the article"
    quoted = f"“{answered.text}”" if answered is not None else one.title
    rule = node("spacer", width=3, height="fill", bg="primary")
    words = node(
        "column",
        w.text(label, "labelM", "primary", id="about"),
        w.text(quoted, "bodyM", "on_surface_variant", lines=2, id="quoted"),
        grow=1,
    )
    return node("row", rule, words, width="fill", pad=(16, 10, 16, 10), gap=12, id="row_about", cls=w.GROUP)


def preview(state: State, place: Route, view: View) -> Screen:
    """The comment as others will see it; nothing is posted yet."""
    one = story(place.get("key", ""))
    if one is None:
        return gone("article")
    parent = place.get("parent", "")
    draft = draft_for(state, one.key, parent)
    name = signature(draft.signed)
    face = w.disc("person", 40) if draft.signed == SIGNED[2] else w.avatar(FACE, 40)
    card = node(
        "row",
        face,
        node(
            "column", w.text(name, "labelL", id="name"), w.text(draft.text.strip(), "bodyL", id="text"), grow=1, gap=2
        ),
        id="row_comment",
        cls=w.GROUP,
        width="fill",
        bg="low",
        radius=8,
        outline="outline_variant",
        pad=14,
        gap=12,
    )
    told = "You will be told" if draft.replies else "Nobody tells you"
    body = w.page(
        _about(one, _answered(state, one, parent)),
        node("column", card, width="fill", pad=(16, 8, 16, 16), align="stretch"),
        w.row("Signed", f"{draft.signed}: {name}", leading=w.icon("draw"), rid="row_signed", height=68),
        w.row("Replies", told, leading=w.icon("notifications_none"), rid="row_replies", height=68),
        w.row("House rules", "Be brief, be kind, no links", leading=w.icon("gavel"), rid="row_rules", height=68),
    )  # fmt: skip
    post = c.button("Post comment", ev("post", key=one.key, parent=parent), rid="post", height=48, width="wrap", grow=1)
    edit = c.button("Edit", w.UP, rid="edit", variant="outlined", height=48, width="wrap")
    bottom = p.foot(edit.styled(radius=p.CORNER), post.styled(radius=p.CORNER))
    return Screen(body, top=w.app_bar("Preview", style="22,28,Condensed,0"), bottom=bottom, title="Preview")


def report(state: State, place: Route, view: View) -> Screen:
    """Why a comment is reported."""
    key, comment = place.get("key", ""), place.get("comment", "")
    asked = c.choice_dialog(
        "Report this comment",
        REASONS,
        state.ui.reason,
        ev("reason"),
        yes=("Report", ev("report", key=key, comment=comment)),
    )
    below = comments(state, place, view)
    return Screen(
        below.body,
        top=below.top,
        bottom=below.bottom,
        overlay=Overlay("dialog", asked.styled(radius=4)),
        title="Report",
    )
