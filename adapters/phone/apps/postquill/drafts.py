"""What happens while a mail is written: every change is saved among the drafts at once, sending takes it out."""

from dataclasses import replace

from adapters.phone.apps.postquill.app import app
from adapters.phone.apps.postquill.content import DRAFTS, SCHEDULED, SENT, Mail
from adapters.phone.apps.postquill.model import NO_DRAFT, NOW, SIGNATURE, State, person, send_time
from adapters.phone.framework.actions import Handled
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import with_value, without
from adapters.phone.ui.app import Back, Focus, Go, Toast, View, route


@app.on("edit_draft")
def edit_draft(state: State, draft: Mail, field: str | None) -> Handled:
    """Open the writing page for a draft, with the cursor in a field."""
    ui = replace(state.ui, typed_to="", typed_cc="", show_cc=bool(draft.cc))
    after = replace(state, draft=draft, when=NOW, ui=ui)
    return after, Go(route("compose", key=draft.id)), Focus(field)


@app.on("save_draft")
def save_draft(state: State, view: View, draft: Mail) -> State:
    """Save a draft as it stands now, among the mails too unless there is nothing in it."""
    draft = replace(draft, time=view.now.strftime(TIME_FORMAT), folder=DRAFTS)
    others = without(state.mails, id=draft.id)
    something = draft.to or draft.cc or draft.subject.strip() or draft.body.strip() or draft.files
    return replace(state, draft=draft, mails=(*others, draft) if something else others)


@app.on("write_draft")
def write_draft(state: State, view: View, draft: Mail, field: str, text: str = "") -> State:
    """Write the subject or the text of a draft."""
    return save_draft(state, view, with_value(draft, field, text))


@app.on("add_typed")
def add_typed(state: State, view: View, draft: Mail, field: str, text: str = "") -> Handled:
    """Add the recipient that was typed, at the keyboard's action key."""
    name = resolve(text)
    if name:
        after = save_draft(state, view, with_recipient(draft, field, name))
        return with_value(after, f"ui.typed_{field}", "")
    return Toast(f"“{text.strip()}” is no contact and no address") if text.strip() else Focus("subject")


def resolve(typed: str) -> str:
    """The recipient that a typed text means: a contact by full name or address, or a plain address; else empty."""
    text = typed.strip().rstrip(",")
    known = person(text) or person(text.title()) or person(text.casefold())
    if known is not None:
        return known.name
    user, at, host = text.partition("@")
    return text if at and user and "." in host.strip(".") and " " not in text else ""


def with_recipient(draft: Mail, field: str, name: str) -> Mail:
    """The draft with a name in `to` or `cc`, unless it is there or empty."""
    names: tuple[str, ...] = draft.to if field == "to" else draft.cc
    return draft if not name or name in names else with_value(draft, field, (*names, name))


@app.on("send_draft")
def send_draft(state: State, view: View, draft: Mail, *, anyway: bool = False) -> Handled:
    """Send a draft at once or schedule it. It needs a recipient, and a missing subject is asked about.

    What stands unfinished in "To" and "Cc" counts where it is an address or a contact's full name.
    """
    draft = with_recipient(draft, "to", resolve(state.ui.typed_to))
    draft = with_recipient(draft, "cc", resolve(state.ui.typed_cc))
    if not draft.to:
        return Toast("Add at least one recipient"), Focus("to")
    if not draft.subject.strip() and not anyway:
        return save_draft(state, view, draft), Focus(None), Go(route("nosubject", key=draft.id))
    leaves = send_time(state.when, view.now)
    mail = replace(
        draft,
        folder=SCHEDULED if leaves else SENT,
        time=view.now.strftime(TIME_FORMAT),
        scheduled=leaves,
        subject=draft.subject.strip(),
        body=draft.body.strip(),
        signature=SIGNATURE,
    )
    ui = replace(state.ui, typed_to="", typed_cc="", show_cc=False)
    mails = (*without(state.mails, id=mail.id), mail)
    after = replace(state, mails=mails, draft=NO_DRAFT, when=NOW, ui=ui)
    message = f"Will be sent: {state.when}" if leaves else _sent_to(mail)
    return after, Focus(None), Back(2 if anyway else 1), Toast(message)


def _sent_to(mail: Mail) -> str:
    others = len(mail.to) + len(mail.cc) - 1
    return f"Sent to {mail.to[0]}" + (f" and {others} more" if others else "")
