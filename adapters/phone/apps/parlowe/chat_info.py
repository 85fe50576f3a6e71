"""The info page of a Parlowe chat, with the dialogs that its rows open."""

from dataclasses import replace

from adapters.phone.apps.parlowe.app import app
from adapters.phone.apps.parlowe.content import ME, PEOPLE, TONES, Chat
from adapters.phone.apps.parlowe.model import MUTE_FOR, State, chat_of
from adapters.phone.apps.parlowe.parts import face
from adapters.phone.components.boxes import column, line
from adapters.phone.components.choices import confirmed_choice
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import assign, back, go, switch_to, then, toast
from adapters.phone.framework.state_paths import bind, with_item, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, ev, node

TONE = "Custom notifications"


@app.screen("info", activity=".ChatInfoActivity")
def info(state: State, chat: str = "") -> Screen:
    """What can be set for one conversation."""
    current = chat_of(state, chat)
    name = column(
        face(current, 96),
        w.space(12),
        w.text(current.name, "24,32,Medium,0", text_align="center"),
        w.text(_about(current), "bodyM", "on_surface_variant", text_align="center"),
        align="center",
        pad=(16, 8, 16, 16),
    )
    body = w.page(
        name,
        line(
            _quick("Audio", "call"), _quick("Video", "videocam"), _quick("Search", "search"),
            gap=8, pad=(16, 0, 16, 14), align="start",
        ),
        w.divider(),
        w.space(6),
        _settings(current),
        w.space(6),
        w.divider(),
        w.space(6),
        _danger(_leaving(current), "logout", go("leave", chat=current.id), "row_leave"),
        _danger("Report", "flag", toast("Hold to confirm"), "row_report"),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Group info" if current.group else "Chat info"), title="Chat info")


def _about(chat: Chat) -> str:
    if chat.group:
        return f"Group, {len({message.sender for message in chat.messages} | {ME})} members"
    return PEOPLE[chat.name].about if chat.name in PEOPLE else ""


def _quick(label: str, glyph: str) -> Node:
    return node(
        "column", w.icon(glyph, 22, "primary"), w.text(label, "labelL"),
        on=toast(f"{label} is not available on this phone"), id="quick_action", cls=w.ROW, grow=1, height=64,
        radius=16, outline="outline_variant", align="center", justify="center", gap=3,
    )  # fmt: skip


def _settings(chat: Chat) -> list[Node]:
    switch = c.switch(bool(chat.muted))
    return [
        _setting("Mute notifications", chat.muted or "Off", "notifications_off", _mute(chat), "row_mute", switch),
        _setting(TONE, chat.tone, "music_note", go("tone", chat=chat.id), "row_tone"),
        _setting("Media, links and files", "None yet", "photo_library", toast("Nothing was shared here"), "row_media"),
        _setting("Disappearing messages", "Off", "timer", toast("Off for this chat"), "row_timer"),
    ]


def _setting(title: str, value: str, glyph: str, on: Ev, name: str, trailing: Node | None = None) -> Node:
    return w.row(title, value, on=on, rid=name, height=68, leading=w.icon(glyph), trailing=trailing)


def _danger(label: str, glyph: str, on: Ev, name: str) -> Node:
    return w.row(label, on=on, rid=name, height=60, leading=w.icon(glyph, color="error"))


def _mute(chat: Chat) -> Ev:
    """Ask for how long, or end the mute."""
    if chat.muted:
        return then(ev("change_chat", chat=chat.id, muted=""), toast("Notifications are on again"))
    return then(assign("ui.mute", MUTE_FOR[0]), go("mute", chat=chat.id))


@app.dialog("mute", over="info", title="Mute notifications")
def mute_dialog(state: State, chat: str = "") -> Node:
    """For how long a chat is muted, asked over its info page."""
    duration = bind(state, "ui.mute")
    mute = then(ev("change_chat", chat=chat, muted=duration.value), duration.to(MUTE_FOR[0]), back())
    return confirmed_choice("Mute notifications", duration, MUTE_FOR, "Mute", mute)


@app.dialog("tone", over="info", title=TONE, distractor="beside Mute notifications: how they sound, not whether")
def tone_dialog(state: State, chat: str = "") -> Node:
    """The sound of a chat's notifications."""

    def choose(tone: str) -> Ev:
        return then(ev("change_chat", chat=chat, tone=tone), back())

    return c.choice_dialog(TONE, TONES, chat_of(state, chat).tone, choose)


@app.on("change_chat")
def change_chat(state: State, chat: str, **changes: str) -> State:
    """Mute a chat for as long as was chosen or not at all, or give its notifications another sound."""
    return replace(state, chats=with_item(state.chats, lambda known: known.id == chat, **changes))


def _leaving(chat: Chat) -> str:
    return "Leave group" if chat.group else "Delete chat"


@app.dialog("leave", over="info", distractor="ends a chat for good, where it is to be quiet for a while")
def ask_to_leave(state: State, chat: str = "") -> tuple[Node, str]:
    """The question before a chat is gone from the list."""
    current = chat_of(state, chat)
    label, message = _leaving(current), f"All messages of {current.name} will be deleted from this phone."
    leave = then(assign("chats", without(state.chats, id=current.id)), switch_to("chats"))
    return confirmation(f"{label}?", message, label, leave), f"{label}?"
