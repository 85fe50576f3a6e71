"""Parlowe's lists: chats, search, new chat, and the place that receives shared text."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.parlowe.content import PEOPLE
from adapters.phone.apps.parlowe.messages import ME, Chat, Message
from adapters.phone.apps.parlowe.model import State, has_address, latest, outgoing, recent, share_for, unread
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

TABS = ("All", "Unread", "Groups")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def face(chat: Chat, size: float = 48) -> Node:
    """A person's picture, or a disc for a group."""
    if chat.group or chat.name not in PEOPLE:
        return w.disc("groups" if chat.group else "person", size)
    return w.avatar(PEOPLE[chat.name][0], size)


def moment(stamp: str, now: datetime) -> str:
    """`09:12` today, `Yesterday`, a weekday of the last six days, else `6 Nov`."""
    if not stamp:
        return ""
    then = datetime.fromisoformat(stamp)
    days = (now.date() - then.date()).days
    if days == 0:
        return f"{then:%H:%M}"
    if days == 1:
        return "Yesterday"
    return DAYS[then.weekday()] if 0 < days < 7 else f"{then.day} {then:%b}"


def preview(chat: Chat) -> str:
    """The last message as the list shows it."""
    if not chat.messages:
        return "No messages yet"
    last: Message = max(chat.messages, key=lambda one: one.time)
    first = last.text.splitlines()[0] if last.text else "Photo"
    if last.sender == ME:
        return f"You: {first}"
    return f"{last.sender.split()[0]}: {first}" if chat.group else first


def _chat_row(state: State, chat: Chat, view: View) -> Node:
    fresh = unread(state, chat)
    clock = w.text(moment(latest(chat), view.now), "bodyS", "primary" if fresh else "on_surface_variant", id="time")
    mark = None
    if fresh:
        mark = w.text(
            str(fresh),
            "labelM",
            "on_primary",
            bg="primary",
            radius=10,
            height=20,
            width=22,
            text_align="center",
            pad=(0, 2, 0, 2),
            id="unread_count",
            desc=f"{fresh} unread",
        )
    elif chat.muted:
        mark = w.icon("notifications_off", 18, "outline", desc="Muted", id="muted")
    words = node(
        "column",
        w.text(chat.name, "16,24,Bold,0.1" if fresh else "16,24,Medium,0.1", id="title", lines=1),
        w.text(preview(chat), "bodyM", "on_surface" if fresh else "on_surface_variant", id="summary", lines=1),
        grow=1,
        gap=1,
    )
    side = node("column", clock, mark, align="end", gap=5)
    return node(
        "row",
        face(chat),
        words,
        side,
        on=ev("open", chat=chat.id),
        id="row_chat",
        cls=w.GROUP,
        width="fill",
        height=76,
        pad=(16, 0, 16, 0),
        gap=14,
        align="center",
    )


def chats(state: State, place: Route, view: View) -> Screen:
    """All conversations, the most recent first."""
    chosen = place.get("tab", TABS[0])
    shown = [
        chat
        for chat in recent(state)
        if chosen == "All" or (chosen == "Unread" and unread(state, chat)) or (chosen == "Groups" and chat.group)
    ]
    if shown:
        body = w.page([_chat_row(state, chat, view) for chat in shown], w.space(56))
    else:
        body = w.page(w.empty("mark_chat_read", "Nothing unread", "You have seen every message."))
    top = node(
        "column",
        w.app_bar(
            "Parlowe",
            w.action("search", "Search", ev("search"), rid="search"),
            w.action("more_vert", "More options", ev("soon", text="You are on Parlowe 2.9")),
            up=False,
            style="24,32,Bold,0",
        ),
        w.tabs(TABS, chosen, "tab"),
        width="fill",
        align="stretch",
    )
    fab = node(
        "icon_button",
        icon="edit",
        desc="New chat",
        on=ev("new"),
        id="fab_new_chat",
        variant="fab",
        width=56,
        height=56,
        radius=16,
        bg="primary",
        color="on_primary",
        elevation=3,
    )
    return Screen(body, top=top, fab=fab, title="Chats")


def search(state: State, place: Route, view: View) -> Screen:
    """Chats by name and messages by their words."""
    query = state.ui.query.casefold().strip()
    rows: list[Node] = []
    if query:
        rows = [_chat_row(state, chat, view) for chat in recent(state) if query in chat.name.casefold()]
        hits = [
            (chat, one) for chat in recent(state) for one in reversed(chat.messages) if query in one.text.casefold()
        ]
        if hits:
            rows.append(w.text("Messages", "titleS", "primary", pad=(16, 12, 16, 4)))
        rows += [
            w.row(
                chat.name,
                one.text.replace("\n", " "),
                on=ev("open", chat=chat.id),
                rid="row_message",
                leading=face(chat, 40),
                trailing=w.text(moment(one.time, view.now), "bodyS", "on_surface_variant"),
                lines=2,
            )
            for chat, one in hits
        ]
        body = (
            w.page(rows)
            if rows
            else w.page(w.empty("search_off", "No results", "No name and no message has these words."))
        )
    else:
        body = w.page(
            w.text("Recent", "titleS", "on_surface_variant", pad=(16, 12, 16, 4)),
            [_chat_row(state, chat, view) for chat in recent(state)[:4]],
        )
    return Screen(body, top=c.search_bar(state.ui.query, "Search names and messages"), title="Search")


def new(state: State, place: Route, view: View) -> Screen:
    """Whom one can write to."""
    people = [
        w.row(name, about, on=ev("start", person=name), rid="row_contact", leading=w.avatar(seed), height=72)
        for name, (seed, about) in sorted(PEOPLE.items())
    ]
    body = w.page(
        w.row(
            "New group",
            on=ev("soon", text="Pick at least two people first"),
            rid="row_new_group",
            height=64,
            leading=w.disc("group_add", 40, "primary", "on_primary"),
        ),
        w.row(
            "Invite a friend",
            on=ev("soon", text="Invitation link copied"),
            rid="row_invite",
            height=64,
            leading=w.disc("person_add", 40, "primary", "on_primary"),
        ),
        w.text("Contacts on Parlowe", "titleS", "on_surface_variant", pad=(16, 12, 16, 4)),
        people,
    )
    return Screen(body, top=w.app_bar("New chat", support=f"{len(PEOPLE)} contacts"), title="New chat")


def share(state: State, place: Route, view: View) -> Screen:
    """Where shared text arrives: preview, receivers, send."""
    text = place.get("text", "")
    chosen = share_for(state, text)
    lines = [
        w.text(line, "bodyL" if index == 0 else "bodyM", lines=2, id="preview_text")
        for index, line in enumerate(outgoing(chosen).splitlines())
    ]
    card = node(
        "column",
        w.text("Preview", "labelM", "primary"),
        lines,
        width="fill",
        bg="low",
        radius=16,
        pad=(16, 12, 16, 14),
        gap=2,
        outline="outline_variant",
        id="preview",
        cls=w.GROUP,
    )
    address = None
    if has_address(text):
        address = c.switch_row(
            "Add pickup address",
            "Where the order is collected",
            ev("share_address", text=text),
            chosen.address,
            rid="row_address",
            icon_name="location_on",
        )
    rows = [
        c.radio_row(
            chat.name,
            ev("share_chat", text=text, chat=chat.id),
            chat.id == chosen.chat,
            rid="share_target",
            leading=face(chat, 40),
            height=60,
        )
        for chat in recent(state)
    ]
    body = w.page(
        node("column", card, width="fill", pad=(16, 8, 16, 8), align="stretch"),
        address,
        w.head("Send to", "Choose a chat", inset=16),
        node("column", rows, id="share_group", cls="android.widget.RadioGroup", width="fill", align="stretch"),
    )
    send = c.button(
        "Send", ev("share_send", text=text), rid="send", height=52, icon_name="send", enabled=bool(text and state.chats)
    )
    return Screen(body, top=w.app_bar("Share to"), bottom=w.sticky(send), title="Share to")
