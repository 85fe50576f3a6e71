"""Windows over Postquill's writing page: the sender, the time, what can be attached, and a missing subject."""

from dataclasses import replace

from adapters.phone.apps.postquill.app import app
from adapters.phone.apps.postquill.compose import save
from adapters.phone.apps.postquill.content import ACCOUNTS, File, Mail
from adapters.phone.apps.postquill.model import SEND_WHEN, State, draft_for, files, mail_of
from adapters.phone.apps.postquill.parts import file_icon
from adapters.phone.components.bottom_sheets import cancel_head, sheet_window
from adapters.phone.components.boxes import line
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import assign, back, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay
from adapters.phone.ui.node import Node, ev, node


@app.dialog("from", over="compose", title="Send from", distractor="decides about the sender, not the recipient")
def sender(state: State, key: str = "") -> Node:
    """The address that a mail is sent from."""
    draft = draft_for(state, key)
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
    draft = mail_of(state, key) or draft_for(state, key)
    message = f"The mail to {draft.to[0] if draft.to else 'nobody'} has no subject."
    send = ev("send_draft", draft=draft_for(state, key), anyway=True)
    return confirmation("Send without a subject?", message, "Send anyway", send)


@app.sheet("attach", over="compose", title="Attach a file")
def attach(state: State, key: str = "") -> Node:
    """What can be attached: everything that came with mail."""
    draft = draft_for(state, key)
    rows = [_file_row(draft, mail, file) for mail, file in files(state)]
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
