"""Parlowe's chats: all of them, and a new one."""

from dataclasses import replace

from adapters.phone.apps.parlowe.app import app
from adapters.phone.apps.parlowe.content import ME, PEOPLE, Chat
from adapters.phone.apps.parlowe.model import State, latest, opened, recent, unread
from adapters.phone.apps.parlowe.parts import face
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import floating_button
from adapters.phone.framework.actions import Handled, go, switch_to, toast
from adapters.phone.framework.dates import time_or_day
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Go, Replace, Screen, View, Withdraw, route
from adapters.phone.ui.node import Node, ev, node

TABS = ("All", "Unread", "Groups")


@app.screen("chats")
def chats(state: State, view: View, tab: str = TABS[0]) -> Screen:
    """All conversations, the most recent first."""
    shown = [chat for chat in recent(state) if _is_under(state, chat, tab)]
    if shown:
        body = w.page([_chat_row(state, chat, view) for chat in shown], w.space(56))
    else:
        body = w.page(w.empty("mark_chat_read", "Nothing unread", "You have seen every message."))
    bar = w.app_bar(
        "Parlowe",
        w.action("more_vert", "More options", toast("You are on Parlowe 2.9")),
        up=False,
        style="24,32,Bold,0",
    )
    tabs = w.tabs(TABS, tab, lambda label: switch_to("chats", tab=label))
    write = floating_button("edit", "New chat", go("new"), rid="fab_new_chat")
    return Screen(body, top=column(bar, tabs), fab=write, title="Chats")


def _is_under(state: State, chat: Chat, tab: str) -> bool:
    """Whether a tab shows a chat."""
    if tab == "Unread":
        return unread(state, chat) > 0
    return chat.group if tab == "Groups" else tab == "All"


def _chat_row(state: State, chat: Chat, view: View) -> Node:
    count = unread(state, chat)
    style, name_style = ("on_surface", "16,24,Bold,0.1") if count else ("on_surface_variant", "16,24,Medium,0.1")
    time = w.text(time_or_day(latest(chat), view.now), "bodyS", "primary" if count else "on_surface_variant", id="time")
    about = words(
        w.text(chat.name, name_style, id="title", lines=1),
        w.text(_preview(chat), "bodyM", style, id="summary", lines=1),
        gap=1,
    )
    return line(
        face(chat), about, node("column", time, _mark(chat, count), align="end", gap=5),
        on=ev("open", chat=chat.id), id="row_chat", cls=w.GROUP, height=76, pad=(16, 0), gap=14,
    )  # fmt: skip


def _preview(chat: Chat) -> str:
    """The last message in one line."""
    if not chat.messages:
        return "No messages yet"
    last = max(chat.messages, key=lambda message: message.time)
    text = last.text.splitlines()[0] if last.text else "Photo"
    if last.sender == ME:
        return f"You: {text}"
    return f"{last.sender.split()[0]}: {text}" if chat.group else text


def _mark(chat: Chat, count: int) -> Node | None:
    """The count of unread messages, or that the chat is muted."""
    if count:
        return w.text(
            str(count), "labelM", "on_primary", desc=f"{count} unread", id="unread_count",
            bg="primary", radius=10, height=20, width=22, text_align="center", pad=(0, 2, 0, 2),
        )  # fmt: skip
    return w.icon("notifications_off", 18, "outline", desc="Muted", id="muted") if chat.muted else None


@app.on("open")
def open_chat(state: State, chat: str) -> Handled:
    """Open a chat; its notification goes."""
    return opened(state, chat), Withdraw(chat), Go(route("chat", chat=chat)), Focus(None)


@app.screen("new", activity=".NewChatActivity", distractor="a second way to a person's chat, and to no group")
def new_chat() -> Screen:
    """The contacts that can be written to."""
    people = [
        w.row(
            name, person.about, on=ev("start", person=name), rid="row_contact",
            leading=w.avatar(person.picture), height=72,
        )
        for name, person in sorted(PEOPLE.items())
    ]  # fmt: skip
    body = w.page(
        _first_row("New group", "group_add", "Pick at least two people first", rid="row_new_group"),
        _first_row("Invite a friend", "person_add", "Invitation link copied", rid="row_invite"),
        w.text("Contacts on Parlowe", "titleS", "on_surface_variant", pad=(16, 12, 16, 4)),
        people,
    )
    return Screen(body, top=w.app_bar("New chat", support=f"{len(PEOPLE)} contacts"), title="New chat")


def _first_row(label: str, glyph: str, message: str, *, rid: str) -> Node:
    return w.row(label, on=toast(message), rid=rid, height=64, leading=w.disc(glyph, 40, "primary", "on_primary"))


@app.on("start")
def start_chat(state: State, person: str) -> Handled:
    """Open the chat with a contact, made if there is none."""
    known = next((chat for chat in state.chats if chat.name == person and not chat.group), None)
    if known is None:
        known = Chat(person.casefold().replace(" ", "-"), person)
        state = replace(state, chats=(*state.chats, known))
    return opened(state, known.id), Replace(route("chat", chat=known.id))
