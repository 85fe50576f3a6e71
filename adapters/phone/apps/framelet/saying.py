"""What happens in Framelet with what is said and made: comments, messages, posts of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adapters.phone.apps.framelet.model import (
    CAPTION_LENGTH,
    ROLL,
    CommentMark,
    Draft,
    Message,
    Own,
    Said,
    State,
    follows,
    is_blocked,
    next_number,
    post_of,
    record,
    said,
)
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]


def _stamp(view: View) -> str:
    return view.now.strftime("%Y-%m-%dT%H:%M")


def _comments(state: State, event: Ev, view: View) -> Result:
    ui = replace(state.ui, comment="", answers="")
    return replace(state, ui=ui), (Go(route("comments", key=event.get("key"))),)


def _type_comment(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, comment=event.get("text", ""))), ()


def _reply(state: State, event: Ev, view: View) -> Result:
    """The next comment answers this one; without one it answers the post."""
    ui = replace(state.ui, answers=event.get("comment", ""))
    return replace(state, ui=ui), (Focus("comment_box") if event.get("comment") else Focus(None),)


def _comment(state: State, event: Ev, view: View) -> Result:
    text, one = state.ui.comment.strip(), post_of(state, event.get("key", ""))
    if not text or one is None:
        return state, ()
    found = next((each for each in said(state, one.key) if each.id == state.ui.answers), None)
    root = "" if found is None else found.answers or found.id
    number = f"C-{len(state.comments) + 1}"
    new = Said(number, one.key, one.author, text, _stamp(view), root, "" if found is None else found.author)
    after = replace(state, comments=(*state.comments, new), ui=replace(state.ui, comment="", answers=""))
    return after, (Focus(None), Toast("Reply posted" if root else "Comment posted"))


def _delete_comment(state: State, event: Ev, view: View) -> Result:
    left = tuple(one for one in state.comments if one.id != event.get("comment"))
    return replace(state, comments=left), (Toast("Comment deleted"),)


def _like_comment(state: State, event: Ev, view: View) -> Result:
    key = event.get("comment", "")
    left = tuple(one for one in state.liked_comments if one.comment != key)
    if len(left) < len(state.liked_comments):
        return replace(state, liked_comments=left), ()
    return replace(state, liked_comments=(*left, CommentMark(key, event.get("who", ""), _stamp(view)))), ()


def _send(state: State, event: Ev, view: View) -> Result:
    """Ask to whom; from a sheet the question takes its place."""
    place = route("send", key=event.get("key"), under=event.get("under", ""))
    after = replace(state, ui=replace(state.ui, send_to=(), message=""))
    return after, (Replace(place) if event.get("swap") else Go(place),)


def _send_pick(state: State, event: Ev, view: View) -> Result:
    handle, chosen = event.get("handle", ""), state.ui.send_to
    chosen = tuple(one for one in chosen if one != handle) if handle in chosen else (*chosen, handle)
    return replace(state, ui=replace(state.ui, send_to=chosen)), ()


def _message(state: State, who: str, text: str, view: View, post: str = "") -> State:
    new = Message(f"M-{60 + len(state.messages)}", who, text, _stamp(view), post)
    return replace(state, messages=(*state.messages, new))


def _send_now(state: State, event: Ev, view: View) -> Result:
    chosen, text = state.ui.send_to, state.ui.message.strip()
    if not chosen:
        return state, (Toast("Pick somebody first"),)
    after = state
    for handle in chosen:
        after = _message(after, handle, text, view, post=event.get("key", ""))
    told = f"Sent to {chosen[0]}" if len(chosen) == 1 else f"Sent to {len(chosen)} people"
    return replace(after, ui=replace(after.ui, send_to=(), message="")), (Focus(None), Back(), Toast(told))


def _type_message(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, message=event.get("text", ""))), ()


def _chat(state: State, event: Ev, view: View) -> Result:
    place = route("chat", who=event.get("who"))
    return replace(state, ui=replace(state.ui, message="")), (Focus(None), Go(place))


def _write(state: State, event: Ev, view: View) -> Result:
    text, who = state.ui.message.strip(), event.get("who", "")
    if not text or is_blocked(state, who):
        return state, ()
    after = _message(state, who, text, view)
    return replace(after, ui=replace(after.ui, message="")), ()


def _roll(state: State, event: Ev, view: View) -> Result:
    index = int(event.get("photo", 0)) % len(ROLL)
    return replace(state, draft=replace(state.draft, photo=index)), ()


def _to(name: str) -> Step[State]:
    def step(state: State, event: Ev, view: View) -> Result:
        return state, (Focus(None), Go(route(name)))

    return step


def _draft_part(name: str) -> Step[State]:
    def step(state: State, event: Ev, view: View) -> Result:
        return replace(state, draft=replace(state.draft, **{name: event.get("value")})), ()

    return step


def _caption(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(state.draft, caption=event.get("text", ""))), ()


def _draft_set(state: State, event: Ev, view: View) -> Result:
    """A choice that is made in a window or a list of its own."""
    return replace(state, draft=replace(state.draft, **{event.get("what"): event.get("value")})), (Back(),)


def _draft_switch(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    draft = replace(state.draft, **{name: not getattr(state.draft, name)})  # type: ignore[arg-type]
    return replace(state, draft=draft), ()


def _tag_person(state: State, event: Ev, view: View) -> Result:
    handle, tagged = event.get("handle", ""), state.draft.tagged
    if follows(state, handle) is None:
        return state, ()
    tagged = tuple(one for one in tagged if one != handle) if handle in tagged else (*tagged, handle)
    return replace(state, draft=replace(state.draft, tagged=tagged)), ()


def _publish(state: State, event: Ev, view: View) -> Result:
    draft = state.draft
    if len(draft.caption) > CAPTION_LENGTH:
        return state, (Toast("The caption is too long"),)
    number = next_number(state)
    new = Own(
        number, f"photo:{draft.filter.lower()}:{ROLL[draft.photo]}", draft.filter, draft.crop, draft.caption.strip(),
        draft.audience, draft.place, draft.tagged, draft.comments, draft.hide_likes, draft.story, _stamp(view),
        draft.photo + 1,
    )  # fmt: skip
    after = replace(state, posts=(*state.posts, new), draft=Draft())
    return after, (Replace(route("home"), root=True), Go(route("posted", key=number)), Toast("Posted"))


def _see(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("post", key=event.get("key"))),)


def _delete_now(state: State, event: Ev, view: View) -> Result:
    key = event.get("key", "")
    return replace(state, deleted=(*state.deleted, key)), (
        Back(),
        Toast(f"{key} deleted" if record(state, key) else "Deleted"),
    )


STEPS: Mapping[str, Step[State]] = {
    "comments": _comments,
    "type_comment": _type_comment,
    "reply": _reply,
    "comment": _comment,
    "delete_comment": _delete_comment,
    "like_comment": _like_comment,
    "send": _send,
    "send_pick": _send_pick,
    "send_now": _send_now,
    "type_message": _type_message,
    "chat": _chat,
    "write": _write,
    "roll": _roll,
    "filter": _draft_part("filter"),
    "crop": _draft_part("crop"),
    "to_edit": _to("edit"),
    "to_details": _to("details"),
    "to_review": _to("review"),
    "caption": _caption,
    "draft_set": _draft_set,
    "draft_switch": _draft_switch,
    "tag_person": _tag_person,
    "publish": _publish,
    "see": _see,
    "delete_now": _delete_now,
}
