"""What happens on Reelbrook with comments, and with an upload from the clip to the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adapters.phone.apps.reelbrook.model import (
    CLIPS,
    TITLE_LENGTH,
    CommentMark,
    Draft,
    Said,
    State,
    Upload,
    said,
    video_of,
)
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]
LONGEST = 400


def _stamp(view: View) -> str:
    return view.now.strftime("%Y-%m-%dT%H:%M")


def _comments(state: State, event: Ev, view: View) -> Result:
    ui = replace(state.ui, comment="", answers="")
    return replace(state, ui=ui), (Go(route("comments", key=event.get("key"))),)


def _comment_sort(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, sort=event.get("value"))), ()


def _type_comment(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, comment=event.get("text", "")[:LONGEST])), ()


def _reply(state: State, event: Ev, view: View) -> Result:
    """The next comment answers this one; without one it is about the video."""
    key = event.get("comment", "")
    return replace(state, ui=replace(state.ui, answers=key)), (Focus("comment_box" if key else None),)


def _comment(state: State, event: Ev, view: View) -> Result:
    text, one = state.ui.comment.strip(), video_of(state, event.get("key", ""))
    if not text or one is None:
        return state, ()
    found = next((each for each in said(state, one.key) if each.id == state.ui.answers), None)
    root = "" if found is None else found.answers or found.id
    new = Said(
        f"RC-{70 + len(state.comments)}", one.key, text, root, "" if found is None else found.author, _stamp(view)
    )
    after = replace(state, comments=(*state.comments, new), ui=replace(state.ui, comment="", answers=""))
    return after, (Focus(None), Toast("Reply posted" if root else "Comment posted"))


def _like_comment(state: State, event: Ev, view: View) -> Result:
    key = event.get("comment", "")
    left = tuple(one for one in state.liked_comments if one.comment != key)
    if len(left) < len(state.liked_comments):
        return replace(state, liked_comments=left), ()
    return replace(state, liked_comments=(*left, CommentMark(key, event.get("who", "")))), ()


def _upload(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=Draft()), (Go(route("pick")),)


def _clip(state: State, event: Ev, view: View) -> Result:
    index = int(event.get("value", 0)) % len(CLIPS)
    return replace(state, draft=replace(state.draft, clip=index)), ()


def _words(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(state.draft, **{event.get("what"): event.get("text", "")})), ()


def _part(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(state.draft, **{event.get("what"): event.get("value")})), (Back(),)


def _kids(state: State, event: Ev, view: View) -> Result:
    """What is made for children takes no comments."""
    kids = not state.draft.kids
    comments = "Off" if kids else Draft().comments
    return replace(state, draft=replace(state.draft, kids=kids, comments=comments)), ()


def _publish(state: State, event: Ev, view: View) -> Result:
    draft = state.draft
    title = draft.title.strip()
    if not title or len(title) > TITLE_LENGTH:
        return state, (Toast("A video needs a title" if not title else "The title is too long"),)
    last = max((int(one.number.removeprefix("RB-")) for one in state.uploads), default=905)
    new = Upload(
        f"RB-{last + 1}", CLIPS[draft.clip][0], title, draft.about.strip(), draft.audience, draft.category,
        draft.comments,
        draft.when, draft.kids, draft.captions, _stamp(view),
    )  # fmt: skip
    after = replace(state, uploads=(*state.uploads, new), draft=Draft())
    return after, (Focus(None), Replace(route("home"), root=True), Go(route("uploaded", key=new.number)))


STEPS: Mapping[str, Step[State]] = {
    "comments": _comments,
    "comment_sort": _comment_sort,
    "type_comment": _type_comment,
    "reply": _reply,
    "comment": _comment,
    "like_comment": _like_comment,
    "upload": _upload,
    "clip": _clip,
    "words": _words,
    "part": _part,
    "kids": _kids,
    "publish": _publish,
}
