"""Lists of conversations: the first page, the blocked ones, the search, and the choice of a recipient."""

from dataclasses import replace
from itertools import groupby

from adapters.phone.apps.messages import model
from adapters.phone.apps.messages.app import app
from adapters.phone.apps.messages.model import State
from adapters.phone.apps.messages.parts import action_sheet, conversation_row, heading, monogram, person_row, top_bar
from adapters.phone.components.bottom_sheets import sheet_over
from adapters.phone.components.boxes import column, line
from adapters.phone.components.buttons import extended_fab
from adapters.phone.components.fields import plain_field
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import Handled, assign, focus, go, replace_with, then
from adapters.phone.framework.dates import time_or_day
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.address_book import Person, key_of
from adapters.phone.ui.app import Back, Focus, Go, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev

LATEST = 5
"""How many conversations the search shows before anything is typed."""


@app.screen("threads", distractor="a main page")
def threads(state: State, view: View) -> Screen:
    """All conversations that are not blocked, the latest first."""
    rows = [conversation_row(state, view, address, last) for address, last in model.in_list(state)]
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
    bar = top_bar("Messages", "more_vert", "More options", go("menu"), "menu")
    return Screen(body, top=bar, fab=start, title="Messages")


@app.screen("menu", distractor="the way to the scheduled and blocked conversations and to the settings")
def menu(state: State, view: View) -> Screen:
    """The other pages, and what can be done with all conversations."""
    lines = (
        ("schedule_send", "Scheduled", replace_with("scheduled"), "scheduled"),
        ("block", "Spam and blocked", replace_with("blocked"), "blocked"),
        ("mark_chat_read", "Mark all as read", ev("mark_all_read"), "mark_all"),
        ("settings", "Settings", replace_with("settings"), "settings"),
    )
    below = replace(threads(state, view), fab=None)
    return sheet_over(below, action_sheet("Messages", lines), "Options")


@app.on("mark_all_read")
def mark_all_read(state: State) -> Handled:
    """Mark every conversation as read."""
    count = 0
    for address, _ in model.conversations(state):
        count += bool(model.unread_count(state, address))
        state = model.with_read(state, address)
    return state, Back(), Toast("1 conversation marked" if count == 1 else f"{count} conversations marked as read")


@app.on("open_conversation")
def open_conversation(state: State, address: str) -> Handled:
    """Open a conversation, which reads it."""
    return model.with_read(state, address), Focus(None), Go(route("thread", address=address))


@app.screen(
    "blocked",
    activity=".ui.BlockedParticipantsActivity",
    distractor="where a conversation goes that is blocked",
)
def blocked(state: State, view: View) -> Screen:
    """Conversations and numbers that are blocked."""
    rows = [conversation_row(state, view, address, last) for address, last in model.in_list(state, blocked=True)]
    written_to = {address for address, _ in model.conversations(state)}
    rows += [
        person_row(view, number, model.name_of(view, number), ev("open_conversation", address=number))
        for number in state.blocked
        if number not in written_to
    ]
    none = w.empty("block", "Nobody is blocked", "Messages and calls of blocked numbers land here.")
    return Screen(w.page(rows or none), top=w.app_bar("Spam and blocked"), title="Spam and blocked")


@app.screen("search", activity=".ui.search.SearchActivity", distractor="another way to a person's conversation")
def search(state: State, view: View) -> Screen:
    """People by name and number, messages by their words."""
    query = bind(state, "ui.query")
    words = query.value.casefold().split()
    rows = _results(state, view, words) if words else _latest(state, view)
    if not rows:
        title = f"Nothing for “{query.value.strip()}”"
        rows = [w.empty("search_off", title, "No name, number or message has these words.")]
    return Screen(w.page(rows), top=search_bar(query, "Search messages"), title="Search")


def _latest(state: State, view: View) -> list[Node]:
    addresses = [address for address, _ in model.in_list(state)][:LATEST]
    rows = [
        person_row(view, address, model.name_of(view, address), ev("open_conversation", address=address))
        for address in addresses
    ]
    return [heading("Lately"), *rows]


def _results(state: State, view: View, words: list[str]) -> list[Node]:
    """The conversations whose names have all words, and the messages that have them."""
    talks = [
        conversation_row(state, view, address, last)
        for address, last in model.conversations(state)
        if all(word in f"{model.name_of(view, address)} {address} {key_of(address)}".casefold() for word in words)
    ]
    messages = [
        w.row(
            model.name_of(view, message.address), message.body.replace("\n", " "),
            on=ev("open_conversation", address=message.address), rid="row_message",
            leading=monogram(view, message.address), lines=2,
            trailing=w.text(time_or_day(message.date, view.now), "bodyS", "on_surface_variant"),
        )
        for message in reversed(state.messages)
        if all(word in message.body.casefold() for word in words)
    ]  # fmt: skip
    groups = (("Conversations", talks), ("Messages", messages))
    return [node for title, rows in groups if rows for node in (heading(title), *rows)]


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
                rid="row_number", leading=w.disc("dialpad", 40), height=64,
            )
        )  # fmt: skip
    for letter, group in groupby(people, key=lambda person: person.order[:1].upper()):
        rows += [heading(letter)] if letter else []
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
        rid="row_contact", leading=monogram(view, person.number, 40), height=64,
    )  # fmt: skip


@app.on("start_conversation")
def start_conversation(state: State, view: View, address: str) -> Handled:
    """Open the conversation with a recipient who was picked or typed."""
    address = model.written(state, view, address)
    state = model.with_read(state, address)
    after = replace(state, ui=replace(state.ui, query=""))
    return after, Focus(None), Replace(route("thread", address=address))
