"""The info page of a Parlowe chat, with the mute dialog."""

from dataclasses import replace

from adapters.phone.apps.parlowe.app import app
from adapters.phone.apps.parlowe.content import ME, PEOPLE, Chat
from adapters.phone.apps.parlowe.model import MUTE_FOR, State, chat_of
from adapters.phone.apps.parlowe.parts import face
from adapters.phone.components.boxes import column, line
from adapters.phone.components.choices import confirmed_choice
from adapters.phone.framework.actions import assign, back, go, then, toast
from adapters.phone.framework.state_paths import bind, with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, ev, node


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
        _danger("Leave group" if current.group else f"Block {current.name}", "block", "row_block"),
        _danger("Report", "flag", "row_report"),
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
    no_media, no_lock = toast("Nothing was shared here"), toast("No screen lock is set")
    plain = toast("Only the plain wallpaper is installed")
    switch = c.switch(bool(chat.muted))
    return [
        _setting("Mute notifications", chat.muted or "Off", "notifications_off", _mute(chat), "row_mute", switch),
        _setting("Custom notifications", "Default tone", "music_note", toast("Default tone in use"), "row_tone"),
        _setting("Wallpaper", "Plain", "wallpaper", plain, "row_wallpaper"),
        _setting("Media, links and files", "None yet", "photo_library", no_media, "row_media"),
        _setting("Disappearing messages", "Off", "timer", toast("Off for this chat"), "row_timer"),
        _setting("Lock chat", "Ask for the screen lock first", "lock", no_lock, "row_lock"),
    ]


def _setting(title: str, value: str, glyph: str, on: Ev, name: str, trailing: Node | None = None) -> Node:
    return w.row(title, value, on=on, rid=name, height=68, leading=w.icon(glyph), trailing=trailing)


def _danger(label: str, glyph: str, name: str) -> Node:
    return w.row(label, on=toast("Hold to confirm"), rid=name, height=60, leading=w.icon(glyph, color="error"))


def _mute(chat: Chat) -> Ev:
    """Ask for how long, or end the mute."""
    if chat.muted:
        return then(ev("mute", chat=chat.id, duration=""), toast("Notifications are on again"))
    return then(assign("ui.mute", MUTE_FOR[0]), go("mute", chat=chat.id))


@app.dialog("mute", over="info", title="Mute notifications")
def mute_dialog(state: State, chat: str = "") -> Node:
    """For how long a chat is muted, asked over its info page."""
    duration = bind(state, "ui.mute")
    mute = then(ev("mute", chat=chat, duration=duration.value), duration.to(MUTE_FOR[0]), back())
    return confirmed_choice("Mute notifications", duration, MUTE_FOR, "Mute", mute)


@app.on("mute")
def mute(state: State, chat: str, duration: str) -> State:
    """Mute a chat for as long as was chosen, or not at all."""
    return replace(state, chats=with_item(state.chats, lambda known: known.id == chat, muted=duration))
