"""The writing page of Postquill, and its windows: the sender, the time, what can be attached, a missing subject."""

from dataclasses import replace

from adapters.phone.apps.postquill import model
from adapters.phone.apps.postquill.app import app
from adapters.phone.apps.postquill.content import ACCOUNTS, DRAFTS, File, Mail
from adapters.phone.apps.postquill.drafts import with_recipient
from adapters.phone.apps.postquill.model import NO_DRAFT, NOW, SEND_WHEN, SIGNATURE, State
from adapters.phone.apps.postquill.parts import face, file_icon, note, small
from adapters.phone.components.bottom_sheets import cancel_head, sheet_window
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import assign, back, focus, go, then, toast
from adapters.phone.framework.state_paths import bind, value_at, with_value, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen
from adapters.phone.ui.node import Ev, Node, ev, node

ACTIVITY = ".ComposeActivity"
SUGGESTIONS = 4


def save(draft: Mail) -> Ev:
    """Save a changed draft."""
    return ev("save_draft", draft=draft)


@app.screen("compose", activity=ACTIVITY)
def compose(state: State, key: str = "") -> Screen:
    """From, To, Cc, subject, text, attachments; what will happen on "Send" stands below."""
    draft = model.draft_for(state, key)
    name = "Reply" if draft.thread else "Forward" if draft.subject.startswith("Fwd: ") else "New mail"
    cc = state.ui.show_cc or bool(draft.cc)
    subject = node(
        "field", text=draft.subject, hint="Subject", id="subject", width="fill", height=56, type="17,24,Medium,0",
        color="on_surface", pad=(20, 0, 20, 0),
        on={"change": ev("write_draft", draft=draft, field="subject"), "submit": focus(None)},
    )  # fmt: skip
    body = node(
        "field", text=draft.body, hint="Write your mail", id="body", width="fill", lines=14, type="16,25,Regular,0.1",
        color="on_surface", pad=(20, 14, 20, 14), on={"change": ev("write_draft", draft=draft, field="body")},
    )  # fmt: skip
    page = w.form(
        _from(draft),
        _divider(),
        _recipients(state, draft, "to", more=not cc),
        _divider(),
        [_recipients(state, draft, "cc"), _divider()] if cc else None,
        subject,
        _divider(),
        body,
        note(SIGNATURE, pad=(20, 2, 20, 10), id="signature"),
        column([_attachment(draft, file) for file in draft.files], gap=8, pad=(20, 4, 20, 10)) if draft.files else None,
        _quote(state, draft),
    )
    return Screen(page, top=_bar(state, draft, name), bottom=_foot(state, draft), title=name)


def _divider() -> Node:
    return node("divider", width="fill", height=1, color="highest")


def window(name: str, draft: Mail) -> Ev:
    """The way into one of the small windows over the writing page."""
    return then(focus(None), go(name, key=draft.id))


def _bar(state: State, draft: Mail, name: str) -> Node:
    saved = (toast("Draft saved"),) if model.mail_of(state, draft.id) is not None else ()
    leave = (assign("draft", NO_DRAFT), focus(None), back())
    mails = without(state.mails, id=draft.id, folder=DRAFTS)
    return line(
        w.action("close", "Navigate up", then(*leave, *saved), color="on_surface"),
        w.text(name, "titleL", heading=True, lines=1, grow=1, pad=(8, 0, 0, 0)),
        w.action("attach_file", "Attach a file", window("attach", draft), rid="attach", color="on_surface"),
        w.action(
            "delete_outline", "Discard draft", then(assign("mails", mails), *leave, toast("Draft discarded")),
            rid="discard", color="on_surface",
        ),
        w.action("send", "Send", ev("send_draft", draft=draft), rid="send", color="primary"),
        id="toolbar", cls=w.GROUP, height=64, pad=(4, 0, 8, 0),
    )  # fmt: skip


def _from(draft: Mail) -> Node:
    return line(
        w.text("From", "bodyL", "on_surface_variant", width=52),
        w.text(draft.account or ACCOUNTS[0], "bodyL", lines=1, grow=1, id="from_address"),
        w.icon("arrow_drop_down", 24),
        on=window("from", draft), id="row_from", cls=w.GROUP, height=52, pad=(20, 0, 16, 0),
    )  # fmt: skip


def _recipients(state: State, draft: Mail, field: str, *, more: bool = False) -> Node:
    """The recipients of "To" or "Cc" as chips, the field for another one, and whom it could mean."""
    names: tuple[str, ...] = value_at(draft, field)
    typed = bind(state, f"ui.typed_{field}")
    chips = [_recipient(draft, field, name) for name in names]
    box = node(
        "field", text=typed.value, hint="Add another" if names else "Name or address", id=field, width="fill",
        height=40 if names else 48, type="bodyL", color="on_surface",
        on={"change": typed.changed, "submit": ev("add_typed", draft=draft, field=field)},
    )  # fmt: skip
    show_cc = then(assign("ui.show_cc", True), focus("cc"))
    row = line(
        w.text("To" if field == "to" else "Cc", "bodyL", "on_surface_variant", width=52, pad=(0, 12, 0, 0)),
        column(line(chips, wrap=True, gap=6, pad=(0, 10, 0, 0)) if chips else None, box, width="wrap", grow=1),
        c.button("Cc", show_cc, rid="add_cc", variant="text", width="wrap", height=40) if more else None,
        pad=(20, 0, 10, 0), align="start", min_height=52,
    )  # fmt: skip
    people = model.suggestions(typed.value, (*draft.to, *draft.cc))[:SUGGESTIONS]
    offers = [
        line(
            face(person.name, 36),
            words(
                w.text(person.name, "bodyL", lines=1, id="suggestion_name"),
                note(person.address, lines=1, id="suggestion_address"),
            ),
            on=then(save(with_recipient(draft, field, person.name)), typed.to("")),
            id="row_suggestion", cls=w.GROUP, height=60, pad=(24, 0, 20, 0), gap=14,
        )
        for person in people
    ]  # fmt: skip
    return column(row, column(offers, bg="low", id="suggestions") if offers else None)


def _recipient(draft: Mail, field: str, name: str) -> Node:
    others = tuple(known for known in value_at(draft, field) if known != name)
    return node(
        "row", face(name, 24), w.text(name, "labelL", lines=1, id="recipient"), w.icon("close", 16),
        on=save(with_value(draft, field, others)), id="chip_recipient", cls=w.GROUP, desc=f"Remove {name}", height=32,
        radius=16, outline="outline_variant", pad=(4, 0, 8, 0), gap=7, align="center", max_width=250,
    )  # fmt: skip


def _attachment(draft: Mail, file: File) -> Node:
    remove = save(replace(draft, files=tuple(known for known in draft.files if known.name != file.name)))
    return line(
        file_icon(file, 22),
        words(w.text(file.name, "labelL", lines=1, id="file_name"), small(file.size)),
        w.action("close", f"Remove {file.name}", remove, rid="detach"),
        height=56, radius=12, bg="low", pad=(14, 0, 4, 0), gap=12, id="attachment", cls=w.GROUP,
    )  # fmt: skip


def _quote(state: State, draft: Mail) -> Node | None:
    """What is answered, below the answer; it goes along without being part of the text."""
    answered = [
        mail
        for mail in model.by_time(state.mails, latest_first=True)
        if draft.thread and draft.thread in (mail.thread, f"mail-{mail.id}") and mail.id != draft.id
    ]
    if not answered:
        return None
    texts = words(
        w.text(f"{answered[0].sender} wrote:", "labelM", "on_surface_variant", lines=1),
        note(" ".join(answered[0].body.split()), lines=4, id="quoted"),
    )
    bar = node("spacer", width=3, height="fill", bg="outline_variant", radius=1.5)
    return line(bar, texts, gap=12, pad=(20, 6, 20, 12), align="stretch")


def _foot(state: State, draft: Mail) -> Node:
    """When it leaves and whether a receipt is asked for, always in sight above the keyboard."""
    later = state.when != NOW
    when = node(
        "chip", text=state.when if later else "Send now", icon="schedule_send", variant="action",
        on=window("when", draft), id="chip_when", height=36, radius=18, color="on_surface", selected=later,
    )  # fmt: skip
    ask = assign("draft", replace(draft, receipt=not draft.receipt))
    receipt = c.chip("Read receipt", ask, draft.receipt, rid="chip_receipt", radius=18).styled(height=36)
    return line(when, receipt, gap=8, pad=(16, 8), bg="container")


@app.dialog("from", over="compose", title="Send from", distractor="decides about the sender, not the recipient")
def sender(state: State, key: str = "") -> Node:
    """The address that a mail is sent from."""
    draft = model.draft_for(state, key)
    return c.choice_dialog(
        "Send from",
        ACCOUNTS,
        draft.account or ACCOUNTS[0],
        lambda account: then(assign("draft", replace(draft, account=account)), back()),
    )


@app.dialog("when", over="compose", title="Send")
def when(state: State) -> Overlay:
    """When a mail leaves."""
    return choice_dialog("Send", bind(state, "when"), SEND_WHEN)


@app.dialog("nosubject", over="compose", title="Send without a subject?", distractor="asked where a subject is missing")
def nosubject(state: State, key: str = "") -> Node:
    """The question before a mail without a subject is sent."""
    draft = model.mail_of(state, key) or model.draft_for(state, key)
    message = f"The mail to {draft.to[0] if draft.to else 'nobody'} has no subject."
    send = ev("send_draft", draft=model.draft_for(state, key), anyway=True)
    return confirmation("Send without a subject?", message, "Send anyway", send)


@app.sheet("attach", over="compose", title="Attach a file")
def attach(state: State, key: str = "") -> Node:
    """What can be attached: everything that came with mail."""
    draft = model.draft_for(state, key)
    rows = [_file_row(draft, mail, file) for mail, file in model.files(state)]
    return sheet_window(
        line(node("spacer", width=32, height=4, radius=2, bg="outline"), justify="center"),
        cancel_head("Attach a file", pad=(24, 0, 12, 6)),
        node("scroll", rows, id="file_list", width="fill", height=420, align="stretch"),
        pad=(0, 14, 0, 8),
        gap=6,
    )


def _file_row(draft: Mail, mail: Mail, file: File) -> Node:
    attached = file in draft.files
    return w.row(
        file.name, f"{file.size}  ·  {mail.sender}",
        on=back() if attached else then(save(replace(draft, files=(*draft.files, file))), back()),
        rid="row_file", leading=file_icon(file, 24), inset=24, height=64,
        trailing=w.icon("check", 20, "primary", desc="Attached") if attached else None,
    )  # fmt: skip
