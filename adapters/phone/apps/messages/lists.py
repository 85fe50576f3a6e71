"""Lists of conversations: the first page, the blocked, the search, whom to write to."""

from __future__ import annotations

from adapters.phone.apps.messages.model import State, conversations, day_label, in_list, moment, name_of
from adapters.phone.apps.messages.parts import monogram, person_row, section, sheet, talk_row, top_bar
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.address_book import key_of
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def threads(state: State, place: Route, view: View) -> Screen:
    """All conversations that are not blocked, the latest first."""
    rows = [talk_row(state, address, last, view) for address, last in in_list(state)]
    waiting = None
    if state.later:
        waiting = w.row(f"{len(state.later)} scheduled", "Touch to look at them", on=ev("go", to="scheduled"),
                        rid="row_scheduled", leading=w.disc("schedule_send", 44), height=72)  # fmt: skip
    none = w.empty("sms", "No conversations", "Start a chat and it shows up here.")
    body = w.page(waiting, rows or none, w.space(64))
    top = top_bar(
        "Messages", "Messages", w.action("search", "Search", ev("find"), rid="search", color="on_surface"),
        w.action("more_vert", "More options", ev("go", to="menu"), rid="menu", color="on_surface"),
    )  # fmt: skip
    fab = node(
        "button", text="Start chat", icon="edit", variant="fab", on=ev("new"), id="start_chat", height=56, radius=16,
        bg="primary_container", color="on_primary_container", elevation=3,
    )  # fmt: skip
    return Screen(body, top=top, fab=fab, title="Messages")


def menu(state: State, place: Route, view: View) -> Screen:
    """Where else there is something, and what can be done with all."""
    lines = (
        ("schedule_send", "Scheduled", ev("go", to="scheduled", drop=True), "scheduled"),
        ("block", "Spam and blocked", ev("go", to="blocked", drop=True), "blocked"),
        ("mark_chat_read", "Mark all as read", ev("all_read"), "mark_all"),
        ("settings", "Settings", ev("go", to="settings", drop=True), "settings"),
    )
    below = threads(state, place, view)
    return Screen(below.body, top=below.top, overlay=Overlay("sheet", sheet("Messages", lines)), title="Options")


def blocked(state: State, place: Route, view: View) -> Screen:
    """What was blocked."""
    rows = [talk_row(state, address, last, view) for address, last in in_list(state, blocked=True)]
    lone = [one for one in state.blocked if all(one != address for address, _ in conversations(state))]
    rows += [person_row(view, one, name_of(view, one), ev("open", address=one)) for one in lone]
    none = w.empty("block", "Nobody is blocked", "Messages and calls of blocked numbers land here.")
    return Screen(w.page(rows or none), top=w.app_bar("Spam and blocked"), title="Spam and blocked")


def search(state: State, place: Route, view: View) -> Screen:
    """People by name and number, messages by their words."""
    words = state.ui.query.casefold().split()
    if not words:
        latest = [address for address, _ in in_list(state)][:5]
        rows: list[Node] = [section("Lately"), *(person_row(view, one, name_of(view, one), ev("open", address=one))
                                                 for one in latest)]  # fmt: skip
        return Screen(w.page(rows), top=c.search_bar(state.ui.query, "Search messages"), title="Search")
    names = [
        (address, last) for address, last in conversations(state)
        if all(word in f"{name_of(view, address)} {address} {key_of(address)}".casefold() for word in words)
    ]  # fmt: skip
    hits = [one for one in reversed(state.messages) if all(word in one.body.casefold() for word in words)]
    rows = [section("Conversations")] if names else []
    rows += [talk_row(state, address, last, view) for address, last in names]
    rows += [section("Messages")] if hits else []
    rows += [
        w.row(name_of(view, one.address), one.body.replace("\n", " "), on=ev("open", address=one.address),
              rid="row_message",
              leading=monogram(view, one.address), lines=2,
              trailing=w.text(moment(one.date, view.now), "bodyS", "on_surface_variant"))
        for one in hits
    ]  # fmt: skip
    none = w.empty(
        "search_off", f"Nothing for “{state.ui.query.strip()}”", "No name, number or message has these words."
    )
    return Screen(w.page(rows or none), top=c.search_bar(state.ui.query, "Search messages"), title="Search")


def new(state: State, place: Route, view: View) -> Screen:
    """Whom to write to: somebody of the address book, or any number. With a text in the route, that is passed on."""
    query = state.ui.query.strip()
    hits = view.book.search(query)
    rows: list[Node] = []
    digits = key_of(query)
    if digits and digits[0] in "+0123456789" and not any(key_of(one.number) == digits for one in hits):
        rows.append(w.row(f"Send to {query}", "Not in your contacts", on=ev("start", address=query), rid="row_number",
                          leading=w.disc("dialpad", 40), height=64))  # fmt: skip
    letter = ""
    for one in hits:
        first = one.order[:1].upper()
        if first != letter:
            letter = first
            rows.append(section(letter))
        told = " · ".join(part for part in (one.kind, one.number) if part)
        rows.append(w.row(one.name, told, on=ev("start", address=one.number), rid="row_contact",
                          leading=monogram(view, one.number, 40), height=64))  # fmt: skip
    none = w.empty("person_add", f"Nobody for “{query}”", "Type a name or a whole number.")
    box = node(
        "row", w.text("To", "bodyL", "on_surface_variant"),
        node("field", text=state.ui.query, hint="Name or phone number", id="recipient", grow=1, height=48, type="bodyL",
             color="on_surface", on={"change": ev("query"), "submit": ev("searched")}),
        width="fill", height=56, radius=28, bg="high", pad=(20, 0, 12, 0), gap=12, align="center",
    )  # fmt: skip
    title = "New conversation"
    top = node("column", w.app_bar(title), node("row", box, width="fill", pad=(16, 0, 16, 8)), width="fill",
               align="stretch")  # fmt: skip
    return Screen(w.page(rows or none), top=top, title=title)


def scheduled(state: State, place: Route, view: View) -> Screen:
    """What waits to be sent, the next first."""
    rows = []
    for one in sorted(state.later, key=lambda each: (each.at, each.number)):
        when = f"{day_label(one.at, view.now)}, {one.at[11:]}"
        rows.append(
            w.row(name_of(view, one.address), f"{when} · {one.body}", on=ev("ask", what="waiting", number=one.number),
                  rid="row_scheduled", leading=monogram(view, one.address), lines=2,
                  trailing=w.icon("schedule", 20, "primary", desc="Scheduled"))
        )  # fmt: skip
    none = w.empty("schedule_send", "Nothing scheduled", "Hold the send button to choose when a message goes.")
    return Screen(w.page(rows or none), top=w.app_bar("Scheduled"), title="Scheduled")


def waiting(state: State, place: Route, view: View) -> Screen:
    """What can be done with a message that waits."""
    one = next((each for each in state.later if each.number == place.get("number")), None)
    below = scheduled(state, place, view)
    lines = (
        ("send", "Send now", ev("send_now", number=one.number), "send_now"),
        ("edit", "Edit", ev("edit_later", number=one.number), "edit"),
        ("delete_outline", "Delete", ev("drop_later", number=one.number), "delete"),
    ) if one else ()  # fmt: skip
    title = f"To {name_of(view, one.address)}" if one else "It is sent already"
    window = sheet(title, lines, one.body if one else "")
    return Screen(below.body, top=below.top, overlay=Overlay("sheet", window), title=title)
