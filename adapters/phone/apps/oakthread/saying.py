"""What happens on Oakthread with words: answers and threads, from the draft to the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adapters.phone.apps.oakthread.model import (
    TEXT_LENGTH,
    WATCH,
    Answer,
    Draft,
    Posted,
    State,
    Watched,
    joined,
    muted,
    reply_of,
    thread_of,
    trouble,
)
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]


def _stamp(view: View) -> str:
    return view.now.strftime("%Y-%m-%dT%H:%M")


def _answer(state: State, event: Ev, view: View) -> Result:
    """Begin an answer; it starts without quote and with a note for what comes back."""
    ui = replace(state.ui, answer="", quote=False, alerts=True)
    place = route("answer", key=event.get("key"), parent=event.get("parent", ""))
    return replace(state, ui=ui), (Go(place), Focus("answer"))


def _type_answer(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, answer=event.get("text", ""))), ()


def _flip(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    changed = replace(state.ui, **{name: not getattr(state.ui, name)})  # type: ignore[arg-type]
    return replace(state, ui=changed), ()


def _post_answer(state: State, event: Ev, view: View) -> Result:
    text, one = state.ui.answer.strip(), thread_of(state, event.get("key", ""))
    if not text or one is None or len(text) > TEXT_LENGTH:
        return state, ()
    target = reply_of(state, event.get("parent", "")) if event.get("parent") else None
    number = f"OR-{208 + len(state.answers)}"
    new = Answer(
        number,
        one.key,
        target.id if target is not None else "",
        target.author if target is not None else one.author,
        text,
        target.text if target is not None and state.ui.quote else "",
        state.ui.alerts,
        _stamp(view),
    )
    after = replace(state, answers=(*state.answers, new), ui=replace(state.ui, answer="", quote=False, alerts=True))
    return after, (Focus(None), Back(), Toast(f"Reply {number} posted"))


def _new_thread(state: State, event: Ev, view: View) -> Result:
    """Begin a thread in the grove that one stands in; elsewhere in the first one that one belongs to."""
    here = event.get("grove", "")
    if not here or joined(state, here) is None:
        open_ = [one.grove for one in state.joined if muted(state, "grove", one.grove) is None]
        here = open_[0] if open_ else "square"
    return replace(state, draft=Draft(grove=here)), (Go(route("compose")),)


def _words(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(state.draft, **{event.get("what"): event.get("text", "")})), ()


def _part(state: State, event: Ev, view: View) -> Result:
    """One choice of a draft; those that are made in a window or page of their own lead back."""
    draft = replace(state.draft, **{event.get("what"): event.get("value")})
    return replace(state, draft=draft), (Back(),) if event.get("back") else ()


def _spoiler(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(state.draft, spoiler=not state.draft.spoiler)), ()


def _post_thread(state: State, event: Ev, view: View) -> Result:
    draft = state.draft
    if not draft.title.strip() or trouble(draft):
        return state, (Toast(trouble(draft) or "A thread needs a title"),)
    number = f"OT-{5521 + len(state.threads)}"
    new = Posted(
        number, draft.grove, draft.kind, draft.title.strip(), draft.text.strip(), draft.audience, draft.replies,
        draft.watch,
        draft.name, draft.spoiler, _stamp(view),
    )  # fmt: skip
    after = replace(state, threads=(*state.threads, new), draft=Draft())
    if draft.watch != WATCH[2]:
        after = replace(after, watched=(*after.watched, Watched(number, draft.watch, _stamp(view))))
    return after, (Focus(None), Replace(route("home"), root=True), Go(route("posted", key=number)))


def _see(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("thread", key=event.get("key"))),)


def _delete_now(state: State, event: Ev, view: View) -> Result:
    """A thread or reply of one's own goes, and what follows or holds it with it."""
    key = event.get("id", "")
    after = replace(
        state,
        threads=tuple(one for one in state.threads if one.number != key),
        answers=tuple(one for one in state.answers if one.number != key),
        watched=tuple(one for one in state.watched if one.thread != key),
        saved=tuple(one for one in state.saved if one.id != key),
    )
    return after, (Back(), Toast(f"{key} deleted"))


STEPS: Mapping[str, Step[State]] = {
    "answer": _answer,
    "type_answer": _type_answer,
    "flip": _flip,
    "post_answer": _post_answer,
    "new_thread": _new_thread,
    "words": _words,
    "part": _part,
    "spoiler": _spoiler,
    "post_thread": _post_thread,
    "see": _see,
    "delete_now": _delete_now,
}
