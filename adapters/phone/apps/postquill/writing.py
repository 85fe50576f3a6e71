"""What happens while a mail is written: every change is kept among the drafts at once, sending takes it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adapters.phone.apps.postquill.letters import DRAFTS, SCHEDULED, SEND_WHEN, SENT, File, Mail
from adapters.phone.apps.postquill.model import (
    REPLIES,
    SIGNATURE,
    State,
    answer,
    blank,
    draft_for,
    files,
    mail_of,
    person,
    prefixed,
    send_time,
)
from adapters.phone.ui.app import Back, Effect, Focus, Go, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]
STAMP = "%Y-%m-%dT%H:%M"


def opened(state: State, draft: Mail, focus: str | None) -> Result:
    """The writing page for this draft."""
    ui = replace(state.ui, typed_to="", typed_cc="", show_cc=bool(draft.cc))
    after = replace(state, draft=draft, when=SEND_WHEN[0], ui=ui)
    return after, (Go(route("compose", key=draft.id)), Focus(focus))


def _compose(state: State, event: Ev, view: View) -> Result:
    to = event.get("to", "")
    draft = replace(blank(state), to=(to,) if to else ())
    return opened(state, draft, "subject" if to else "to")


def _resume(state: State, event: Ev, view: View) -> Result:
    draft = mail_of(state, event.get("key"))
    return opened(state, draft, None) if draft is not None and draft.folder == DRAFTS else (state, ())


def _reply(state: State, event: Ev, view: View) -> Result:
    mail, mode = mail_of(state, event.get("key")), event.get("mode")
    if mail is None:
        return state, ()
    return opened(state, answer(state, mail, everybody=mode == REPLIES[1]), "body")


def _forward(state: State, event: Ev, view: View) -> Result:
    mail = mail_of(state, event.get("key"))
    if mail is None:
        return state, ()
    quoted = f"\n\n---\n{mail.sender}: {mail.subject}\n\n{mail.body}"
    draft = replace(blank(state), subject=prefixed("Fwd: ", mail.subject), body=quoted, files=mail.files)
    return opened(state, draft, "to")


def kept(state: State, draft: Mail, view: View) -> State:
    """The draft as it stands now, among the mails too unless there is nothing in it."""
    draft = replace(draft, time=view.now.strftime(STAMP), folder=DRAFTS)
    others = tuple(one for one in state.mails if one.id != draft.id)
    something = draft.to or draft.cc or draft.subject.strip() or draft.body.strip() or draft.files
    return replace(state, draft=draft, mails=(*others, draft) if something else others)


def _change(state: State, event: Ev, view: View, **changes: Any) -> State:
    return kept(state, replace(draft_for(state, event.get("key")), **changes), view)


def _subject(state: State, event: Ev, view: View) -> Result:
    return _change(state, event, view, subject=event.get("text", "")), ()


def _body(state: State, event: Ev, view: View) -> Result:
    return _change(state, event, view, body=event.get("text", "")), ()


def _typed(state: State, event: Ev, view: View) -> Result:
    field: dict[str, Any] = {f"typed_{event.get('line')}": event.get("text", "")}
    return replace(state, ui=replace(state.ui, **field)), ()


def _show_cc(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, show_cc=True)), (Focus("cc"),)


def with_typed(state: State, draft: Mail) -> Mail:
    """The draft with what stands unfinished in "To" and "Cc", where that is an address or a contact's full name."""
    to, cc = resolve(state.ui.typed_to), resolve(state.ui.typed_cc)
    return replace(draft, to=_more(draft.to, to), cc=_more(draft.cc, cc))


def resolve(typed: str) -> str:
    """Whom a typed line means: a contact by full name or address, or a plain address; empty if nobody."""
    text = typed.strip().rstrip(",")
    known = next((one for one in (person(text), person(text.title()), person(text.casefold())) if one), None)
    if known is not None:
        return known.name
    user, at, host = text.partition("@")
    return text if at and user and "." in host.strip(".") and " " not in text else ""


def _more(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return names if not name or name in names else (*names, name)


def _add(state: State, event: Ev, view: View) -> Result:
    """A suggestion was tapped, or the keyboard's action key pressed."""
    line, name = event.get("line"), event.get("name", "") or resolve(event.get("text", ""))
    if not name:
        text = event.get("text", "").strip()
        return state, ((Toast(f"“{text}” is no contact and no address"),) if text else (Focus("subject"),))
    draft = draft_for(state, event.get("key"))
    names = {line: _more(draft.to if line == "to" else draft.cc, name)}
    state = _change(state, event, view, **names)
    cleared: dict[str, Any] = {f"typed_{line}": ""}
    return replace(state, ui=replace(state.ui, **cleared)), ()


def _drop(state: State, event: Ev, view: View) -> Result:
    draft, line, name = draft_for(state, event.get("key")), event.get("line"), event.get("name")
    names = {line: tuple(one for one in (draft.to if line == "to" else draft.cc) if one != name)}
    return _change(state, event, view, **names), ()


def _attach(state: State, event: Ev, view: View) -> Result:
    draft = draft_for(state, event.get("key"))
    known: File | None = next((file for _, file in files(state) if file.name == event.get("name")), None)
    if known is None or known in draft.files:
        return state, (Back(),)
    return _change(state, event, view, files=(*draft.files, known)), (Back(),)


def _detach(state: State, event: Ev, view: View) -> Result:
    left = tuple(one for one in draft_for(state, event.get("key")).files if one.name != event.get("name"))
    return _change(state, event, view, files=left), ()


def _account(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(draft_for(state, event.get("key")), account=event.get("value"))), (Back(),)


def _when(state: State, event: Ev, view: View) -> Result:
    return replace(state, when=event.get("value")), (Back(),)


def _receipt(state: State, event: Ev, view: View) -> Result:
    draft = draft_for(state, event.get("key"))
    return replace(state, draft=replace(draft, receipt=not draft.receipt)), ()


def _ask(state: State, event: Ev, view: View) -> Result:
    """One of the small windows over the writing page."""
    return state, (Focus(None), Go(route(event.get("what"), key=event.get("key"))))


def _close(state: State, event: Ev, view: View) -> Result:
    stored = mail_of(state, event.get("key")) is not None
    return replace(state, draft=State().draft), (Focus(None), Back(), *((Toast("Draft saved"),) if stored else ()))


def _discard(state: State, event: Ev, view: View) -> Result:
    left = tuple(one for one in state.mails if one.id != event.get("key") or one.folder != DRAFTS)
    return replace(state, mails=left, draft=State().draft), (Focus(None), Back(), Toast("Draft discarded"))


def _send(state: State, event: Ev, view: View) -> Result:
    """Out with it: at once or scheduled. Somebody must get it, and a missing subject is asked about."""
    draft = with_typed(state, draft_for(state, event.get("key")))
    if not draft.to:
        return state, (Toast("Add at least one recipient"), Focus("to"))
    if not draft.subject.strip() and not event.get("anyway", False):
        return kept(state, draft, view), (Focus(None), Go(route("nosubject", key=draft.id)))
    leaves = send_time(state.when, view.now)
    folder = SCHEDULED if leaves else SENT
    mail = replace(
        draft, folder=folder, time=view.now.strftime(STAMP), scheduled=leaves, subject=draft.subject.strip(),
        body=draft.body.strip(), signature=SIGNATURE if state.prefs.signature else "",
    )  # fmt: skip
    others = tuple(one for one in state.mails if one.id != mail.id)
    ui = replace(state.ui, typed_to="", typed_cc="", show_cc=False)
    after = replace(state, mails=(*others, mail), draft=State().draft, when=SEND_WHEN[0], ui=ui)
    said = f"Will be sent: {state.when}" if leaves else f"Sent to {mail.to[0]}"
    said += f" and {len(mail.to) + len(mail.cc) - 1} more" if not leaves and len(mail.to) + len(mail.cc) > 1 else ""
    return after, (Focus(None), Back(2 if event.get("anyway", False) else 1), Toast(said))


def _unschedule(state: State, event: Ev, view: View) -> Result:
    """A scheduled mail becomes a draft again."""
    mail = mail_of(state, event.get("key"))
    if mail is None or mail.folder != SCHEDULED:
        return state, ()
    draft = replace(mail, folder=DRAFTS, scheduled="")
    mails = tuple(draft if one.id == mail.id else one for one in state.mails)
    return replace(state, mails=mails), (Back(), Toast("Moved to drafts"))


WRITING: Mapping[str, Step[State]] = {
    "compose": _compose,
    "resume": _resume,
    "reply": _reply,
    "forward": _forward,
    "subject": _subject,
    "body": _body,
    "typed": _typed,
    "show_cc": _show_cc,
    "add": _add,
    "drop": _drop,
    "attach": _attach,
    "detach": _detach,
    "account": _account,
    "when": _when,
    "receipt": _receipt,
    "ask": _ask,
    "close": _close,
    "discard": _discard,
    "send": _send,
    "unschedule": _unschedule,
}
