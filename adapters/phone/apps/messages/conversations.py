"""The list of conversations with what can be done with each, and the choice of a recipient."""

from dataclasses import replace
from itertools import groupby

from adapters.phone.apps.messages import model, parts
from adapters.phone.apps.messages.app import app
from adapters.phone.apps.messages.model import Draft, State
from adapters.phone.components.boxes import column, line
from adapters.phone.components.buttons import extended_fab
from adapters.phone.components.dialogs import confirmation
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import Handled, assign, back, focus, go, then
from adapters.phone.framework.state_paths import bind, toggled, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.address_book import Person, key_of
from adapters.phone.ui.app import Focus, Go, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev


@app.screen("threads", distractor="a main page")
def threads(state: State, view: View) -> Screen:
    """All conversations, the latest first."""
    rows = [parts.conversation_row(state, view, address, last) for address, last in model.conversations(state)]
    waiting = None
    if state.later:
        waiting = w.row(
            f"{len(state.later)} scheduled", "Touch to look at them", on=go("scheduled"),
            rid="row_scheduled", leading=w.disc("schedule_send", 44), height=72,
        )  # fmt: skip
    none = w.empty("sms", "No conversations", "Start a chat and it shows up here.")
    start = extended_fab(
        "Start chat", "edit", then(assign("ui.query", ""), go("new"), focus("recipient")),
        rid="start_chat", bg="primary_container", color="on_primary_container", elevation=3,
    )  # fmt: skip
    body = w.page(waiting, rows or none, w.space(64))
    later = w.action("schedule_send", "Scheduled", go("scheduled"), rid="action_scheduled", color="on_surface")
    return Screen(body, top=parts.top_bar("Messages", later), fab=start, title="Messages")


@app.on("open_conversation")
def open_conversation(state: State, address: str) -> Handled:
    """Open a conversation, which reads it."""
    return model.with_read(state, address), Focus(None), Go(route("thread", address=address))


@app.screen("new", activity=".ui.contact.ContactPickerActivity", distractor="the way to a recipient without Contacts")
def new(state: State, view: View) -> Screen:
    """The choice of a recipient: somebody of the address book, or any number."""
    query = bind(state, "ui.query")
    wanted = query.value.strip()
    people = view.book.search(wanted)
    rows: list[Node] = []
    digits = key_of(wanted)
    if digits and digits[0] in "+0123456789" and all(key_of(person.number) != digits for person in people):
        rows.append(
            w.row(
                f"Send to {wanted}", "Not in your contacts", on=ev("start_conversation", address=wanted),
                rid="row_number", leading=w.disc("dialpad", 40),
            )
        )  # fmt: skip
    for letter, group in groupby(people, key=lambda person: person.order[:1].upper()):
        rows += [parts.heading(letter)] if letter else []
        rows += [_recipient(view, person) for person in group]
    none = w.empty("person_add", f"Nobody for “{wanted}”", "Type a name or a whole number.")
    field = plain_field(query.value, "Name or phone number", rid="recipient", change=query.changed, submit=focus(None))
    box = line(
        w.text("To", "bodyL", "on_surface_variant"), field, height=56, radius=28, bg="high", pad=(20, 0, 12, 0), gap=12
    )
    top = column(w.app_bar("New conversation"), line(box, pad=(16, 0, 16, 8)))
    return Screen(w.page(rows or none), top=top, title="New conversation")


def _recipient(view: View, person: Person) -> Node:
    support = " · ".join(part for part in (person.kind, person.number) if part)
    return w.row(
        person.name, support, on=ev("start_conversation", address=person.number),
        rid="row_contact", leading=parts.monogram(view, person.number, 40), height=64,
    )  # fmt: skip


@app.on("start_conversation")
def start_conversation(state: State, view: View, address: str) -> Handled:
    """Open the conversation with a recipient who was picked or typed."""
    address = model.written(state, view, address)
    state = model.with_read(state, address)
    after = replace(state, ui=replace(state.ui, query=""))
    return after, Focus(None), Replace(route("thread", address=address))


@app.sheet("actions", over="threads", distractor="More options, beside the send options of one message")
def actions(state: State, view: View, address: str = "", under: str = "threads") -> tuple[Node, str]:
    """What can be done with a whole conversation."""
    title = model.name_of(view, address) if address else "Nobody"
    return parts.action_sheet(title, _lines(state, address, under) if address else ()), title


def _lines(state: State, address: str, under: str) -> list[parts.SheetLine]:
    read = then(assign("messages", model.with_read(state, address).messages), back())
    muted = address in state.muted
    mute = then(assign("muted", toggled(state.muted, address)), back())
    delete = parts.window("delete", instead=True, address=address, under=under)
    return [
        *([("mark_chat_read", "Mark as read", read, "mark_read")] if model.unread_count(state, address) else []),
        ("notifications" if muted else "notifications_off", "Unmute" if muted else "Mute", mute, "mute"),
        ("delete_outline", "Delete", delete, "delete"),
    ]


@app.dialog("delete", over="threads", title="Delete?", distractor="beside Mute, and cannot be taken back")
def ask_to_delete(state: State, view: View, address: str = "") -> Node:
    """The question before a conversation is deleted."""
    count = sum(message.address == address for message in state.messages)
    return confirmation(
        "Delete conversation?",
        f"{count} messages with {model.name_of(view, address)} will be gone for good.",
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
