"""Windows for a whole conversation: what can be done with it, and the question before it is deleted."""

from dataclasses import replace

from adapters.phone.apps.messages.app import app
from adapters.phone.apps.messages.model import Draft, State, name_of, unread_count, with_read
from adapters.phone.apps.messages.parts import SheetLine, action_sheet, window
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import Handled, assign, back, then
from adapters.phone.framework.state_paths import toggled, without
from adapters.phone.ui.app import Replace, Toast, View, route
from adapters.phone.ui.node import Node, ev


@app.sheet("actions", over="threads", distractor="More options, beside the send options of one message")
def actions(state: State, view: View, address: str = "", under: str = "threads") -> tuple[Node, str]:
    """What can be done with a whole conversation."""
    title = name_of(view, address) if address else "Nobody"
    return action_sheet(title, _lines(state, address, under) if address else ()), title


def _lines(state: State, address: str, under: str) -> list[SheetLine]:
    read = then(ev("mark_read", address=address), back())
    muted = address in state.muted
    mute = then(assign("muted", toggled(state.muted, address)), back())
    delete = window("delete", instead=True, address=address, under=under)
    return [
        *([("mark_chat_read", "Mark as read", read, "mark_read")] if unread_count(state, address) else []),
        ("notifications" if muted else "notifications_off", "Unmute" if muted else "Mute", mute, "mute"),
        ("delete_outline", "Delete", delete, "delete"),
    ]


@app.on("mark_read")
def mark_read(state: State, address: str) -> State:
    """Mark a conversation as read."""
    return with_read(state, address)


@app.dialog("delete", over="threads", title="Delete?", distractor="beside Mute, and cannot be taken back")
def ask_to_delete(state: State, view: View, address: str = "") -> Node:
    """The question before a conversation is deleted."""
    count = sum(message.address == address for message in state.messages)
    return confirmation(
        "Delete conversation?",
        f"{count} messages with {name_of(view, address)} will be gone for good.",
        "Delete",
        ev("delete_conversation", address=address),
        enabled=bool(address),
        end=8,
        icon_name="delete_outline",
    )


@app.on("delete_conversation")
def delete_conversation(state: State, address: str) -> Handled:
    """Delete a conversation with everything that waits in it."""
    after = replace(
        state,
        messages=without(state.messages, address=address),
        draft=Draft(),
        later=without(state.later, address=address),
    )
    return after, Replace(route("threads"), root=True), Toast("Conversation deleted")
