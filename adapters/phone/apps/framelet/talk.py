"""What is said on Framelet: comments below a post, and direct messages."""

from __future__ import annotations

from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.feed import gone
from adapters.phone.apps.framelet.model import Message, State, chats, is_blocked, post_of, record, said
from adapters.phone.apps.framelet.people import ME, person
from adapters.phone.apps.framelet.posts import Comment, Post
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def comments(state: State, place: Route, view: View) -> Screen:
    """All comments below a post; answers stand below what they answer. One's own is written at the lower edge."""
    one = post_of(state, place.get("key", ""))
    if one is None:
        return gone()
    every = said(state, one.key)
    known = {each.id for each in every}
    roots = [each for each in every if each.answers not in known]
    rows: list[Node] = []
    for root in roots:
        rows.append(_comment(state, one, root, view))
        rows += [_comment(state, one, each, view, deep=True) for each in every if each.answers == root.id]
    caption = node(
        "row", p.face(one.author, 36),
        node("column", w.text(one.author, "14,20,Bold,0"), w.text(one.caption, "14,20,Regular,0.1"),
             w.text(p.ago(one.at, view.now), "12,16,Regular,0.2", "on_surface_variant", pad=(0, 4, 0, 0)), grow=1),
        width="fill", pad=(14, 14, 14, 14), gap=12,
    )  # fmt: skip
    own = record(state, one.key)
    closed = own is not None and own.comments == "No one"
    if closed:
        rows = [w.empty("comments_disabled", "Comments are off", "You chose that no one may comment here.")]
    elif not rows:
        rows = [w.empty("chat_bubble_outline", "No comments yet", "Start the conversation.")]
    body = w.page(caption if one.caption else None, w.divider(), w.space(6), rows, rid="comments")
    bottom = None if closed else _box(state, one)
    return Screen(body, top=p.bar("Comments"), bottom=bottom, title="Comments")


def _box(state: State, one: Post) -> Node:
    answered = next((each for each in said(state, one.key) if each.id == state.ui.answers), None)
    banner = None
    if answered is not None:
        banner = node(
            "row", w.text(f"Replying to {answered.author}", "13,18,Regular,0.1", "on_surface_variant", grow=1),
            w.action("close", "Stop replying", ev("reply", comment="", who=""), rid="stop_reply").styled(size=18),
            width="fill", height=40, pad=(16, 0, 2, 0), align="center", bg="container",
        )  # fmt: skip
    post = node("button", text="Post", on=ev("comment", key=one.key) if state.ui.comment.strip() else None,
                id="post_comment", variant="text", height=44, enabled=bool(state.ui.comment.strip()),
                type="14,20,Bold,0.1")  # fmt: skip
    hint = f"Add a comment for {one.author}" if one.author != ME else "Add a comment"
    field = node("field", text=state.ui.comment, hint=hint, id="comment_box", grow=1, height=48,
    type="15,20,Regular,0.1",
                 color="on_surface", on={"change": ev("type_comment"), "submit": ev("comment",
                 key=one.key)})  # fmt: skip
    row = node("row", p.face(ME, 36), field, post, width="fill", height=60, pad=(14, 0, 4, 0), gap=12,
               align="center")  # fmt: skip
    return node("column", w.divider(), banner, row, width="fill", bg="surface", align="stretch")


def _comment(state: State, one: Post, comment: Comment, view: View, deep: bool = False) -> Node:
    liked = any(mark.comment == comment.id for mark in state.liked_comments)
    own = comment.author == ME
    total = comment.likes + liked
    foot = node(
        "row",
        w.text(p.ago(comment.at, view.now), "12,16,Regular,0.2", "on_surface_variant"),
        w.text("1 like" if total == 1 else f"{p.count(total)} likes", "12,16,Medium,0.2", "on_surface_variant",
        id="likes")
        if total
        else None,
        w.text("Reply", "12,16,Bold,0.2", "on_surface_variant", on=ev("reply", comment=comment.id, who=comment.author),
               id="reply", height=40, pad=(6, 0, 6, 0)),
        w.text("Delete", "12,16,Bold,0.2", "error", on=ev("delete_comment", comment=comment.id), id="delete_comment",
               height=40, pad=(6, 0, 6, 0)) if own else None,
        gap=10, align="center", height=40,
    )  # fmt: skip
    words = node(
        "column",
        node("row", w.text(comment.author, "13,18,Bold,0", id="author", lines=1), p.tick(comment.author, 13),
             w.text("Author", "12,16,Medium,0.2", "on_surface_variant") if comment.author == one.author else None,
             gap=5, align="center"),
        w.text(comment.text, "14,20,Regular,0.1", id="comment_text"),
        foot,
        grow=1,
    )  # fmt: skip
    heart = w.action(
        "favorite" if liked else "favorite_border",
        f"{'Unlike' if liked else 'Like'} the comment of {comment.author}",
        ev("like_comment", comment=comment.id, who=comment.author), rid="like_comment",
        color="#FF5A6A" if liked else "on_surface_variant",
    ).styled(size=16, width=44, height=44)  # fmt: skip
    return node(
        "row", p.face(comment.author, 28 if deep else 36), words, heart, id="row_comment", cls=w.GROUP,
        width="fill", pad=(62 if deep else 14, 8, 4, 0), gap=12,
    )  # fmt: skip


def inbox(state: State, place: Route, view: View) -> Screen:
    """Conversations, the latest first."""
    rows = []
    for handle in chats(state):
        last = [one for one in state.messages if one.who == handle][-1]
        words = last.text or ("Sent a post" if last.mine else "Sent you a post")
        fresh = not last.mine and last.at >= "2026-11-17"
        dot = node("spacer", width=9, height=9, radius=4.5, bg="primary") if fresh else None
        note = f"{'You: ' if last.mine else ''}{words} · {p.ago(last.at, view.now)}"
        rows.append(p.person_row(state, handle, note, dot, ev("chat", who=handle)).styled(height=72))
    write = [
        p.person_row(state, one.handle, trailing=w.icon("photo_camera", 22), on=ev("chat", who=one.handle))
        for one in state.following
        if not one.requested and one.handle not in chats(state) and not is_blocked(state, one.handle)
    ]
    body = w.page(p.label("Messages"), rows, p.label("People you follow"), write)
    return Screen(body, top=p.bar(ME), title="Messages")


def chat(state: State, place: Route, view: View) -> Screen:
    """A conversation, open at its end."""
    handle = place.get("who", "")
    one = person(handle)
    if one is None:
        return gone("account")
    lines = [each for each in state.messages if each.who == handle]
    top = node(
        "column",
        node("row", w.action("arrow_back", "Navigate up", w.UP, color="on_surface"),
             node("row", p.face(one.handle, 36), node("column", w.text(handle, "15,20,Bold,0", heading=True, lines=1),
                  w.text(one.name, "12,16,Regular,0.1", "on_surface_variant", lines=1)),
                  on=ev("person", handle=handle), id="chat_header", cls=w.ROW, grow=1, height=56, gap=12,
                  align="center"),
             id="toolbar", cls=w.GROUP, width="fill", height=56, pad=(4, 0, 12, 0), gap=6, align="center"),
        w.divider(), width="fill", bg="surface", align="stretch",
    )  # fmt: skip
    head = node("column", p.face(one.handle, 84), w.text(one.name, "18,24,Bold,0", pad=(0, 10, 0, 0)),
                w.text(f"{p.count(one.followers)} followers", "13,18,Regular,0.1", "on_surface_variant"),
                width="fill", align="center", pad=(0, 28, 0, 24))  # fmt: skip
    body = w.page(head, [_bubble(state, each, view) for each in lines], rid="messages", at_end=True)
    if is_blocked(state, handle):
        stop = w.text("You blocked this account", "bodyM", "on_surface_variant", text_align="center", width="fill",
                      pad=(16, 20, 16, 20))  # fmt: skip
        return Screen(body, top=top, bottom=stop.styled(bg="container"), title=handle)
    box = node(
        "row",
        node("field", text=state.ui.message, hint="Message", id="message_box", grow=1, height=46,
             type="15,20,Regular,0.1", color="on_surface",
             on={"change": ev("type_message"), "submit": ev("write", who=handle)}),
        w.action("send", "Send", ev("write", who=handle), rid="send_message", color="primary",
                 enabled=bool(state.ui.message.strip())),
        width="fill", height=48, bg="high", radius=24, pad=(18, 0, 4, 0), align="center",
    )  # fmt: skip
    bottom = node("row", box, width="fill", pad=(12, 8, 12, 8), bg="surface")
    return Screen(body, top=top, bottom=bottom, title=handle)


def _bubble(state: State, one: Message, view: View) -> Node:
    ground, ink = ("primary", "on_primary") if one.mine else ("high", "on_surface")
    parts: list[Node] = []
    shared = post_of(state, one.post) if one.post else None
    if shared is not None:
        parts.append(
            node("column",
                 node("row", p.face(shared.author, 24), w.text(shared.author, "13,18,Bold,0", lines=1),
                      pad=(10, 8, 10, 8), gap=8, align="center"),
                 node("image", art=shared.art(), width=220, height=220, desc=f"Photo by {shared.author}", id="photo"),
                 w.text(shared.caption, "13,18,Regular,0.1", lines=2, pad=(10, 8, 10, 10), width=220)
                 if shared.caption else None,
                 on=ev("open", key=shared.key), id="shared_post", cls=w.GROUP, width=220, bg="container", radius=12)
        )  # fmt: skip
    elif one.post:
        parts.append(w.text("This post isn't available", "14,20,Regular,0.1", "on_surface_variant", bg="container",
                            radius=12, pad=(14, 9, 14, 9)))  # fmt: skip
    if one.text:
        parts.append(w.text(one.text, "15,21,Regular,0.1", ink, bg=ground, radius=20, pad=(14, 9, 14, 9),
                            max_width=270, id="message_text"))  # fmt: skip
    parts.append(w.text(p.ago(one.at, view.now), "11,14,Regular,0.2", "on_surface_variant"))
    inner = node("column", parts, gap=4, align="end" if one.mine else "start")
    return node("row", inner, id="message", cls=w.GROUP, width="fill", justify="end" if one.mine else "start",
                pad=(14, 6, 14, 6))  # fmt: skip
