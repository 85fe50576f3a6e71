"""A conversation: its messages, the field below them, and how a message is sent."""

from dataclasses import replace

from adapters.phone.apps.messages import model
from adapters.phone.apps.messages.app import app
from adapters.phone.apps.messages.model import NOW, TIMES, Draft, Later, State
from adapters.phone.apps.messages.parts import monogram, window
from adapters.phone.components.bottom_sheets import sheet_window
from adapters.phone.components.boxes import column, line
from adapters.phone.components.buttons import round_button
from adapters.phone.components.conversation import conversation, day_mark, message_text
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import Handled, assign, back, then
from adapters.phone.framework.dates import day_and_time, day_name
from adapters.phone.framework.state_paths import Bound, with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.records import FAILED, FIRST_SIM, INBOX, SENT, SIMS, Sms

ACTIVITY = ".ui.conversation.ConversationActivity"
BODY = "16,22,Regular,0.1"
WIDEST = 268
"""Width of a bubble in dp, at most."""


@app.screen("thread", activity=ACTIVITY)
def thread(state: State, view: View, address: str = "", body: str = "") -> Screen:
    """A conversation, open at its end; what waits to be sent stands below the rest."""
    address = model.written(state, view, address)
    messages = model.messages_with(state, address)
    rows = conversation(
        messages,
        sent=lambda message: ("them" if message.type == INBOX else "me", message.date),
        day=lambda day: day_mark(day_name(day, view.now), pad=(0, 14, 0, 4)),
        message=lambda message, joined: _bubble(message, joined=joined, last=message is messages[-1]),
    )
    rows += [_waiting(message, view) for message in state.later if message.address == address]
    if not rows:
        rows = [w.empty("sms", f"Nothing with {model.name_of(view, address)} yet", "Write the first message below.")]
    elif not model.is_known(view, address) and model.takes_replies(address):
        rows.insert(0, _stranger())
    page = w.page(rows, rid="message_list", at_end=bool(messages))
    return Screen(
        page, top=_bar(view, address), bottom=_field(state, view, address, body), title=model.name_of(view, address)
    )


def _bar(view: View, address: str) -> Node:
    name = w.text(
        model.name_of(view, address), "17,24,Medium,0", heading=True, lines=1, grow=1, id="conversation_title"
    )
    header = node(
        "row", monogram(view, address, 36), name,
        id="conversation_header", cls=w.ROW, grow=1, height=64, gap=12, align="center",
    )  # fmt: skip
    call = w.action("call", "Call", ev("dial", number=address), rid="action_call", color="on_surface")
    more = window("actions", address=address, under="thread")
    return line(
        w.action("arrow_back", "Navigate up", w.UP, color="on_surface"),
        header,
        call if model.takes_replies(address) else None,
        w.action("more_vert", "More options", more, rid="menu", color="on_surface"),
        id="toolbar", cls=w.GROUP, height=64, pad=(4, 0), bg="container",
    )  # fmt: skip


def _stranger() -> Node:
    """What is said of a number that the address book does not have."""
    card = column(
        w.text("This number is not in your contacts", "titleS"),
        w.text("Don't follow its links if you don't know who it is.", "bodyM", "on_surface_variant"),
        bg="container", radius=16, pad=(16, 14), gap=2, id="unknown_sender", cls=w.GROUP,
    )  # fmt: skip
    return column(card, pad=(16, 8, 16, 0))


def _bubble(message: Sms, *, joined: bool, last: bool) -> Node:
    """One message at its side of the screen; `joined` to the one before, which is by the same sender."""
    mine, failed = message.type != INBOX, message.type == FAILED
    near = 4 if joined else 20
    ink, bg = ("on_primary", "primary") if mine else ("on_surface", "high")
    if failed:
        ink, bg = "on_error_container", "error_container"
    bubble = message_text(
        w.text(message.body, BODY, ink, id="message_text"),
        w.text(message.date[11:], "11,14,Regular,0.1", ink, alpha=0.85, id="message_time"),
        widest=WIDEST, beside=74, bg=bg, radius=(20, near, 20, 20) if mine else (near, 20, 20, 20),
        pad=(14, 8, 12, 7), max_width=WIDEST,
    )  # fmt: skip
    left, right = (64, 14) if mine else (14, 64)
    return node(
        "column", bubble, _status(message) if failed or (mine and last) else None,
        on=ev("retry", id=message.id) if failed else None, id="message", cls=w.GROUP, width="fill",
        align="end" if mine else "start", pad=(left, 2 if joined else 8, right, 0),
    )  # fmt: skip


def _status(message: Sms) -> Node:
    """How far a message of one's own has come, and by which SIM if it is not the first."""
    if message.type == FAILED:
        status, color = "Not sent. Touch to try again", "error"
    else:
        status, color = "Sent", "on_surface_variant"
        status += "" if message.sim == FIRST_SIM else f" · {message.sim.partition(' ·')[0]}"
    return w.text(status, "labelS", color, id="message_status", pad=(0, 2, 6, 0))


def _waiting(message: Later, view: View) -> Node:
    bubble = node(
        "column", w.text(message.body, BODY, id="message_text"),
        outline="primary", radius=20, pad=(14, 8, 14, 8), max_width=WIDEST,
    )  # fmt: skip
    when = w.text(day_and_time(message.at, view.now), "labelS", "primary", id="scheduled_time")
    return node(
        "column", bubble, node("row", w.icon("schedule", 14, "primary"), when, gap=4, align="center"),
        on=window("waiting", number=message.number), id="scheduled_message", cls=w.GROUP, width="fill", align="end",
        pad=(64, 10, 14, 0), gap=3,
    )  # fmt: skip


def _field(state: State, view: View, address: str, body: str) -> Node:
    """The field below a conversation, or why there is none."""
    if not model.takes_replies(address):
        reason = w.text("This sender takes no replies", "bodyM", "on_surface_variant")
        return line(reason, height=56, justify="center")
    draft = model.draft_for(state, address, body)
    options = window("options", address=address, body=body) if body else window("options", address=address)
    field = plain_field(
        draft.body, "Text message", rid="compose_message_text",
        change=then(assign("draft", draft), Bound("draft.body", "").changed),
        height="wrap", min_height=48, lines=4, pad=(18, 12, 4, 12),
    )  # fmt: skip
    box = node(
        "row", field, w.action("schedule_send", "Send options", options, rid="send_options"),
        grow=1, radius=24, bg="high", align="end",
    )  # fmt: skip
    now = draft.when == NOW
    send = round_button(
        "send" if now else "schedule_send", "Send SMS" if now else "Schedule message",
        {"tap": ev("send_text", draft=draft), "long": options},
        rid="send_message_button", enabled=bool(draft.body.strip()),
    )  # fmt: skip
    tags = _tags(draft, view)
    return column(
        line(tags, gap=8, pad=(8, 0, 8, 6), wrap=True, align="start") if tags else None,
        line(box, send, gap=8, align="end"),
        pad=(10, 8),
        bg="surface",
    )


def _tags(draft: Draft, view: View) -> list[Node]:
    """How the message is sent, where that is not as usual."""
    tags = []
    if draft.when != NOW:
        when = day_and_time(model.stamp(model.due_at(draft.when, view.now)), view.now)
        tags.append(_tag(when, "schedule", "Send now instead", replace(draft, when=NOW)))
    if draft.sim != FIRST_SIM:
        tags.append(_tag(draft.sim, "sim_card", "Use the first SIM", replace(draft, sim=FIRST_SIM)))
    return tags


def _tag(label: str, glyph: str, desc: str, usual: Draft) -> Node:
    close = node(
        "icon_button", icon="close", desc=desc, on=assign("draft", usual), id="chip_close", width=32, height=32, size=18
    )
    return node(
        "row", w.icon(glyph, 18, "on_secondary_container"), w.text(label, "labelL", "on_secondary_container"), close,
        height=34, radius=17, bg="secondary_container", pad=(12, 0, 2, 0), gap=8, align="center", id="send_tag",
        cls=w.GROUP,
    )  # fmt: skip


@app.on("send_text")
def send_text(state: State, view: View, draft: Draft) -> Handled:
    """Send what is written, or let it wait until the time that was picked."""
    body, address = draft.body.strip(), draft.address
    if not body:
        return None
    state = replace(model.with_read(state, address), draft=Draft(address))
    message = Later("", address, body, model.stamp(view.now), draft.sim)
    if draft.when == NOW:
        sent = model.with_message(state, view, message)
        return (sent, Toast("Not sent: no network")) if model.is_offline(view) else sent
    last = max((int(waiting.number.partition("-")[2]) for waiting in state.later), default=100)
    later = replace(message, number=f"SC-{last + 1}", at=model.stamp(model.due_at(draft.when, view.now)))
    return replace(state, later=(*state.later, later)), Toast(f"Scheduled for {draft.when}")


@app.on("retry")
def retry(state: State, view: View, id_: int) -> Handled:
    """Send a message again that has failed."""
    if model.is_offline(view):
        return Toast("Not sent: no network")
    sent = with_item(
        state.messages,
        lambda message: message.id == id_ and message.type == FAILED,
        type=SENT,
        date=model.stamp(view.now),
    )
    return replace(state, messages=sent)


@app.sheet("options", over="thread", title="Send options")
def options(state: State, address: str = "", body: str = "") -> Node:
    """When a message is sent, and by which SIM."""
    draft = model.draft_for(state, address, body)

    def option(label: str, changed: Draft, rid: str) -> Node:
        return c.radio_row(label, assign("draft", changed), changed == draft, rid=rid, inset=24, height=48)

    return sheet_window(
        w.text("Send options", "titleL", pad=(24, 20, 24, 8), id="sheet_title"),
        w.text("When", "titleS", "primary", pad=(24, 8, 24, 0)),
        [option(time, replace(draft, when=time), "time_option") for time in TIMES],
        w.text("From", "titleS", "primary", pad=(24, 8, 24, 0)),
        [option(sim, replace(draft, sim=sim), "sim_option") for sim in SIMS],
        line(
            c.button("Cancel", w.UP, rid="cancel", variant="text", width="wrap", height=40),
            c.button("Done", back(), rid="done", height=40, width="wrap"),
            justify="end", gap=8, pad=(16, 8, 24, 8), align="start",
        ),
    )  # fmt: skip
