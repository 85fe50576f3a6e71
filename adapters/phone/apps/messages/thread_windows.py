"""Windows for a whole conversation: what can be done with it, and the questions before it is blocked or deleted."""

from dataclasses import replace

from adapters.phone.apps.messages.app import app
from adapters.phone.apps.messages.lists import blocked, threads
from adapters.phone.apps.messages.model import Draft, State, name_of, unread_count, with_read, without
from adapters.phone.apps.messages.parts import SheetLine, action_sheet, window
from adapters.phone.apps.messages.thread import thread, unblock
from adapters.phone.components.bottom_sheets import sheet_over
from adapters.phone.components.boxes import line
from adapters.phone.components.dialogs import confirmation, dialog_over
from adapters.phone.framework.actions import Handled, assign, back, then, toast
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, ev, node


def _below(state: State, view: View, address: str, within: str) -> Screen:
    """The conversation, or the list, that a window was opened from."""
    if within:
        return thread(state, view, address)
    return blocked(state, view) if address in state.blocked else replace(threads(state, view), fab=None)


@app.screen("actions", distractor="the way to Block")
def actions(state: State, view: View, address: str = "", within: str = "") -> Screen:
    """What can be done with a whole conversation."""
    title = name_of(view, address) if address else "Nobody"
    lines = _lines(state, view, address, within) if address else ()
    return sheet_over(_below(state, view, address, within), action_sheet(title, lines), title)


def _lines(state: State, view: View, address: str, within: str) -> tuple[SheetLine, ...]:
    inside = {"within": within} if within else {}
    block = ("Block", window("block", instead=True, address=address, **inside))
    if address in state.blocked:
        block = ("Unblock", then(back(), unblock(state, view, address)))
    muted = address in state.muted
    mute = then(assign("muted", toggled(state.muted, address)), back())
    return (
        _read_line(state, address, within),
        ("notifications" if muted else "notifications_off", "Unmute" if muted else "Mute", mute, "mute"),
        ("block", *block, "block"),
        ("delete_outline", "Delete", window("delete", instead=True, address=address, **inside), "delete"),
    )


def _read_line(state: State, address: str, within: str) -> SheetLine:
    if unread_count(state, address):
        return "mark_chat_read", "Mark as read", then(ev("mark_read", address=address), back()), "mark_read"
    unread = then(assign("unread", (*state.unread, address)), back(2 if within else 1))
    return "mark_chat_unread", "Mark as unread", unread, "mark_unread"


@app.on("mark_read")
def mark_read(state: State, address: str) -> State:
    """Mark a conversation as read."""
    return with_read(state, address)


@app.screen("block", distractor="decides whether a number is also reported")
def block(state: State, view: View, address: str = "", within: str = "") -> Screen:
    """The question before a number is blocked; it is reported too unless that is unticked."""
    report = bind(state, "ui.report")
    question = confirmation(
        f"Block {name_of(view, address)}?",
        "You won't get their calls and messages any more. The conversation moves to “Spam and blocked”.",
        "Block",
        _block(state, view, address),
        line(
            node("checkbox", checked=report.value, width=20, height=20, id="checkbox"),
            w.text("Report as spam", "bodyM", grow=1),
            on=report.toggled, id="report", cls=w.ROW, height=48, pad=(24, 0), gap=16,
        ),
        enabled=bool(address),
        end=8,
    )  # fmt: skip
    return dialog_over(_below(state, view, address, within), question, "Block?")


def _block(state: State, view: View, address: str) -> Ev:
    if address in state.blocked:
        return back()
    reported = (*state.reported, address) if state.ui.report else state.reported
    return then(
        assign("blocked", (*state.blocked, address)),
        assign("reported", reported),
        back(),
        toast(f"{name_of(view, address)} is blocked"),
    )


@app.screen("delete", distractor="beside Block, and cannot be taken back")
def delete(state: State, view: View, address: str = "", within: str = "") -> Screen:
    """The question before a conversation is deleted."""
    count = sum(message.address == address for message in state.messages)
    question = confirmation(
        "Delete conversation?",
        f"{count} messages with {name_of(view, address)} will be gone for good.",
        "Delete",
        ev("delete_conversation", address=address),
        enabled=bool(address),
        end=8,
        icon_name="delete_outline",
    )
    return dialog_over(_below(state, view, address, within), question, "Delete?")


@app.on("delete_conversation")
def delete_conversation(state: State, address: str) -> Handled:
    """Delete a conversation with everything that waits in it."""
    after = replace(
        state,
        messages=tuple(message for message in state.messages if message.address != address),
        deleted=(*state.deleted, *(message for message in state.messages if message.address == address)),
        draft=Draft(),
        later=tuple(message for message in state.later if message.address != address),
        unread=without(state.unread, address),
    )
    return after, Replace(route("threads"), root=True), Toast("Conversation deleted")
