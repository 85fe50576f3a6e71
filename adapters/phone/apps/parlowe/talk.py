"""A conversation of Parlowe: bubbles and input, its info page, mute dialog and starred messages."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.parlowe.content import PEOPLE
from adapters.phone.apps.parlowe.lists import DAYS, face
from adapters.phone.apps.parlowe.messages import ME, Chat, Message
from adapters.phone.apps.parlowe.model import MUTE_FOR, State, chat_of, typed
from adapters.phone.style.typography import dp, measure
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node

_BODY = "16,22,Regular,0.1"
_WIDEST = 268
"""Of a bubble, in dp."""


def chat_page(state: State, place: Route, view: View) -> Screen:
    """A conversation, open at its end."""
    chat = chat_of(state, place.get("chat", ""))
    rows: list[Node] = []
    day = ""
    for index, one in enumerate(chat.messages):
        if one.time[:10] != day:
            day = one.time[:10]
            rows.append(_day_mark(day, view.now))
        before = chat.messages[index - 1] if index else None
        joined = before is not None and before.sender == one.sender and before.time[:10] == day
        rows.append(_bubble(chat, one, joined))
    hint = w.text(
        "Messages stay on the phones of those who write them.",
        "bodyS",
        "on_surface_variant",
        text_align="center",
        pad=(40, 14, 40, 6),
    )
    body = w.page(hint, rows, rid="messages", at_end=True)
    return Screen(body, top=_bar(chat), bottom=_input(state, chat), title=chat.name)


def _bar(chat: Chat) -> Node:
    people = sorted({one.sender.split()[0] for one in chat.messages if one.sender != ME})
    support = (
        ", ".join(["You", *people]) if chat.group else "online" if chat.id in ("noor", "sam") else "last seen today"
    )
    who = node(
        "row",
        face(chat, 40),
        node(
            "column",
            w.text(chat.name, "17,24,Medium,0", heading=True, lines=1, id="chat_title"),
            w.text(support, "13,16,Regular,0.2", "primary" if support == "online" else "on_surface_variant", lines=1),
            grow=1,
        ),
        on=ev("info", chat=chat.id),
        id="chat_header",
        cls=w.ROW,
        desc="",
        grow=1,
        height=64,
        gap=12,
        align="center",
    )
    bar = node(
        "row",
        w.action("arrow_back", "Navigate up", w.UP, color="on_surface"),
        who,
        w.action("videocam", "Video call", ev("soon", text="No camera on this phone")),
        w.action("call", "Voice call", ev("soon", text="No answer")),
        w.action("more_vert", "Chat info", ev("info", chat=chat.id), rid="chat_menu"),
        id="toolbar",
        cls=w.GROUP,
        width="fill",
        height=64,
        pad=(4, 0, 4, 0),
        align="center",
    )
    return node("column", bar, w.divider(), width="fill", align="stretch")


def _day_mark(day: str, now: datetime) -> Node:
    then = datetime.fromisoformat(day)
    days = (now.date() - then.date()).days
    label = {0: "Today", 1: "Yesterday"}.get(days, f"{DAYS[then.weekday()]}, {then.day} {then:%b}")
    mark = w.text(label, "labelM", "on_surface_variant", bg="container", radius=12, height=24, pad=(12, 4, 12, 4))
    return node("row", mark, width="fill", justify="center", pad=(0, 14, 0, 6))


def _beside(one: Message) -> bool:
    """Whether the time finds room beside the text, not below it."""
    aside = 26 + 10 + 29 + (17 if one.sender == ME else 0)
    return "\n" not in one.text and measure(one.text, _BODY) + dp(aside) <= dp(_WIDEST)


def _bubble(chat: Chat, one: Message, joined: bool) -> Node:
    mine = one.sender == ME
    ink, soft, faint = ("on_primary", "on_primary", 0.78) if mine else ("on_surface", "on_surface_variant", 1.0)
    stamp = node(
        "row",
        w.text(one.time[11:], "11,14,Regular,0.1", soft, id="message_time", alpha=faint),
        w.icon("done_all", 14, soft, desc="Read", alpha=faint) if mine else None,
        gap=3,
        align="center",
    )
    name = None
    if chat.group and not mine and not joined:
        name = w.text(one.sender, "labelL", "primary", id="sender")
    near = 4 if joined else 18
    shape = (18, near, 4, 18) if mine else (near, 18, 18, 4)
    if one.photo:
        bubble = _photo(one, shape)
    else:
        words = w.text(one.text, _BODY, ink, id="message_text")
        beside = _beside(one)
        content = node("row" if beside else "column", words, stamp, gap=10 if beside else 1, align="end")
        bubble = node(
            "column",
            name,
            content,
            bg="primary" if mine else "high",
            radius=shape,
            pad=(14, 8, 12, 7),
            max_width=_WIDEST,
        )
    left, right = (60, 12) if mine else (12, 60)
    return node(
        "row",
        bubble,
        id="message",
        cls=w.GROUP,
        width="fill",
        justify="end" if mine else "start",
        pad=(left, 2 if joined else 10, right, 0),
    )


def _photo(one: Message, shape: tuple[float, float, float, float]) -> Node:
    clock = one.time[11:]
    stamp = w.text(
        clock, "11,14,Medium,0.1", "#FFFFFF", id="message_time", bg="#2B2433", radius=10, pad=(8, 3, 8, 3), alpha=0.8
    )
    return node(
        "stack",
        node("image", art=Art(one.photo, 5), desc=f"Photo, {clock}", id="photo", width=228, height=120, radius=shape),
        node("row", stamp, place=("end", "end"), pad=(0, 0, 8, 8)),
        width=228,
        height=120,
    )


def _input(state: State, chat: Chat) -> Node:
    box = node(
        "row",
        w.action("sentiment_satisfied_alt", "Emoji", ev("soon", text="No stickers installed")),
        node(
            "field",
            text=typed(state, chat),
            hint="Message",
            id="message_input",
            grow=1,
            height=48,
            type="bodyL",
            color="on_surface",
            on={"change": ev("type", chat=chat.id), "submit": ev("send", chat=chat.id)},
        ),
        w.action("attach_file", "Attach", ev("soon", text="Nothing to attach yet")),
        grow=1,
        height=48,
        bg="container",
        radius=24,
        align="center",
    )
    ready = bool(typed(state, chat).strip())
    send = node(
        "icon_button",
        icon="send",
        desc="Send",
        on=ev("send", chat=chat.id),
        id="send",
        enabled=ready,
        width=48,
        height=48,
        radius=24,
        bg="primary" if ready else "highest",
        color="on_primary",
        size=22,
    )
    return node("row", box, send, width="fill", height=64, pad=(8, 8, 8, 8), gap=8, align="center", bg="surface")


def info(state: State, place: Route, view: View) -> Screen:
    """What can be set for one conversation."""
    chat = chat_of(state, place.get("chat", ""))
    about = (
        f"Group, {len({one.sender for one in chat.messages} | {ME})} members"
        if chat.group
        else PEOPLE.get(chat.name, (0, ""))[1]
    )
    quick = [
        node(
            "column",
            w.icon(glyph, 22, "primary"),
            w.text(label, "labelL"),
            on=ev("soon", text=f"{label} is not available on this phone"),
            id="quick_action",
            cls="android.widget.LinearLayout",
            grow=1,
            height=64,
            radius=16,
            outline="outline_variant",
            align="center",
            justify="center",
            gap=3,
        )
        for label, glyph in (("Audio", "call"), ("Video", "videocam"), ("Search", "search"))
    ]
    muted = chat.muted
    body = w.page(
        node(
            "column",
            face(chat, 96),
            w.space(12),
            w.text(chat.name, "24,32,Medium,0", text_align="center"),
            w.text(about, "bodyM", "on_surface_variant", text_align="center"),
            width="fill",
            align="center",
            pad=(16, 8, 16, 16),
        ),
        node("row", quick, width="fill", gap=8, pad=(16, 0, 16, 14)),
        w.divider(),
        w.space(6),
        w.row(
            "Mute notifications",
            muted or "Off",
            on=ev("mute", chat=chat.id),
            rid="row_mute",
            height=68,
            leading=w.icon("notifications_off"),
            trailing=c.switch(bool(muted)),
        ),
        w.row(
            "Custom notifications",
            "Default tone",
            on=ev("soon", text="Default tone in use"),
            rid="row_tone",
            height=68,
            leading=w.icon("music_note"),
        ),
        w.row(
            "Wallpaper",
            "Plain",
            on=ev("soon", text="Only the plain wallpaper is installed"),
            rid="row_wallpaper",
            height=68,
            leading=w.icon("wallpaper"),
        ),
        w.row(
            "Starred messages",
            "1",
            on=ev("starred", chat=chat.id),
            rid="row_starred",
            height=68,
            leading=w.icon("star_border"),
        ),
        w.row(
            "Media, links and files",
            "None yet",
            on=ev("soon", text="Nothing was shared here"),
            rid="row_media",
            height=68,
            leading=w.icon("photo_library"),
        ),
        w.row(
            "Disappearing messages",
            "Off",
            on=ev("soon", text="Off for this chat"),
            rid="row_timer",
            height=68,
            leading=w.icon("timer"),
        ),
        w.row(
            "Lock chat",
            "Ask for the screen lock first",
            on=ev("soon", text="No screen lock is set"),
            rid="row_lock",
            height=68,
            leading=w.icon("lock"),
        ),
        w.space(6),
        w.divider(),
        w.space(6),
        w.row(
            f"Block {chat.name}" if not chat.group else "Leave group",
            on=ev("soon", text="Hold to confirm"),
            rid="row_block",
            height=60,
            leading=w.icon("block", color="error"),
        ),
        w.row(
            "Report",
            on=ev("soon", text="Hold to confirm"),
            rid="row_report",
            height=60,
            leading=w.icon("flag", color="error"),
        ),
    )
    return Screen(body, top=w.app_bar("Group info" if chat.group else "Chat info"), title="Chat info")


def mute(state: State, place: Route, view: View) -> Screen:
    """The mute dialog over the info page."""
    key = place.get("chat", "")
    window = c.choice_dialog(
        "Mute notifications", MUTE_FOR, state.ui.mute, ev("mute_for"), yes=("Mute", ev("mute_now", chat=key))
    )
    below = info(state, place, view)
    return Screen(below.body, top=below.top, overlay=Overlay("dialog", window), title="Mute notifications")


def starred(state: State, place: Route, view: View) -> Screen:
    """What was kept of a conversation."""
    chat = chat_of(state, place.get("chat", ""))
    kept = [one for one in chat.messages if one.sender != ME][:1]
    rows = [
        w.row(
            one.sender,
            one.text.replace("\n", " "),
            rid="row_starred",
            leading=w.icon("star", color="primary"),
            lines=3,
            trailing=w.text(one.time[11:], "bodyS", "on_surface_variant"),
        )
        for one in kept
    ]
    body = (
        w.page(rows)
        if rows
        else w.page(w.empty("star_border", "No starred messages", "Hold a message to keep it here."))
    )
    return Screen(body, top=w.app_bar("Starred messages", support=chat.name), title="Starred messages")
