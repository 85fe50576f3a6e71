"""A conversation of Parlowe: its messages, and the input below them."""

from dataclasses import replace

from adapters.phone.apps.parlowe.app import app
from adapters.phone.apps.parlowe.content import ME, ONLINE, Chat, Message
from adapters.phone.apps.parlowe.model import State, chat_of, typed, with_message
from adapters.phone.apps.parlowe.parts import face
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import round_button
from adapters.phone.components.conversation import conversation, day_mark, message_text
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import assign, go, then, toast
from adapters.phone.framework.dates import day_name
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Art, Node, ev, node

WIDEST = 268
"""Width of a bubble in dp, at most."""
NO_CAMERA, NO_ANSWER = toast("No camera on this phone"), toast("No answer")


@app.screen("chat")
def chat_page(state: State, view: View, chat: str = "") -> Screen:
    """A conversation, open at its end."""
    current = chat_of(state, chat)
    rows = conversation(
        current.messages,
        sent=lambda message: (message.sender, message.time),
        day=lambda day: day_mark(day_name(day, view.now), bg="container", radius=12, height=24),
        message=lambda message, joined: _message(current, message, joined=joined),
    )
    hint = w.text(
        "Messages stay on the phones of those who write them.", "bodyS", "on_surface_variant",
        text_align="center", pad=(40, 14, 40, 6),
    )  # fmt: skip
    body = w.page(hint, rows, rid="messages", at_end=True)
    return Screen(body, top=_bar(current), bottom=_input(state, current), title=current.name)


def _bar(chat: Chat) -> Node:
    support = _presence(chat)
    names = words(
        w.text(chat.name, "17,24,Medium,0", heading=True, lines=1, id="chat_title"),
        w.text(support, "13,16,Regular,0.2", "primary" if support == "online" else "on_surface_variant", lines=1),
    )
    to_info = go("info", chat=chat.id)
    header = node(
        "row", face(chat, 40), names,
        on=to_info, id="chat_header", cls=w.ROW, grow=1, height=64, gap=12, align="center",
    )  # fmt: skip
    bar = line(
        w.action("arrow_back", "Navigate up", w.UP, color="on_surface"),
        header,
        w.action("videocam", "Video call", NO_CAMERA),
        w.action("call", "Voice call", NO_ANSWER),
        w.action("more_vert", "Chat info", to_info, rid="chat_menu"),
        id="toolbar", cls=w.GROUP, height=64, pad=(4, 0),
    )  # fmt: skip
    return column(bar, w.divider())


def _presence(chat: Chat) -> str:
    """The members of a group, or when a person was last there."""
    if chat.group:
        senders = sorted({message.sender.split()[0] for message in chat.messages if message.sender != ME})
        return ", ".join(["You", *senders])
    return "online" if chat.id in ONLINE else "last seen today"


def _message(chat: Chat, message: Message, *, joined: bool) -> Node:
    """One message at its side of the screen; `joined` to the one before, which is by the same sender."""
    mine = message.sender == ME
    near = 4 if joined else 18
    corners = (18, near, 4, 18) if mine else (near, 18, 18, 4)
    if message.photo:
        bubble = _photo(message, corners)
    else:
        name = None
        if chat.group and not mine and not joined:
            name = w.text(message.sender, "labelL", "primary", id="sender")
        bubble = node(
            "column", name, _text(message, mine=mine),
            bg="primary" if mine else "high", radius=corners, pad=(14, 8, 12, 7), max_width=WIDEST,
        )  # fmt: skip
    left, right = (60, 12) if mine else (12, 60)
    return line(
        bubble, id="message", cls=w.GROUP, justify="end" if mine else "start", align="start",
        pad=(left, 2 if joined else 10, right, 0),
    )  # fmt: skip


def _text(message: Message, *, mine: bool) -> Node:
    ink, soft, alpha = ("on_primary", "on_primary", 0.9) if mine else ("on_surface", "on_surface_variant", 1.0)
    time = w.text(message.time[11:], "11,14,Regular,0.1", soft, id="message_time", alpha=alpha)
    read = w.icon("done_all", 14, soft, desc="Read", alpha=alpha) if mine else None
    return message_text(
        w.text(message.text, "16,22,Regular,0.1", ink, id="message_text"),
        node("row", time, read, gap=3, align="center"),
        widest=WIDEST,
        beside=82 if mine else 65,
    )


def _photo(message: Message, corners: tuple[float, float, float, float]) -> Node:
    time = message.time[11:]
    clock = w.text(
        time, "11,14,Medium,0.1", "#FFFFFF", id="message_time", bg="#2B2433", radius=10, pad=(8, 3, 8, 3), alpha=0.8
    )
    picture = node(
        "image", art=Art(message.photo, 5), desc=f"Photo, {time}", id="photo", width=228, height=120, radius=corners
    )
    return node("stack", picture, node("row", clock, place=("end", "end"), pad=(0, 0, 8, 8)), width=228, height=120)


def _input(state: State, chat: Chat) -> Node:
    text = typed(state, chat)
    change, send = then(assign("ui.typing", chat.id), bind(state, "ui.input").changed), ev("send", chat=chat.id)
    box = node(
        "row",
        w.action("sentiment_satisfied_alt", "Emoji", toast("No stickers installed")),
        plain_field(text, "Message", rid="message_input", change=change, submit=send),
        w.action("attach_file", "Attach", toast("Nothing to attach yet")),
        grow=1,
        height=48,
        bg="container",
        radius=24,
        align="center",
    )
    button = round_button("send", "Send", send, rid="send", enabled=bool(text.strip()))
    return line(box, button, height=64, pad=8, gap=8, bg="surface")


@app.on("send")
def send(state: State, view: View, chat: str) -> State:
    """Send what is written in the input of a chat."""
    text = typed(state, chat_of(state, chat)).strip()
    if not text:
        return state
    after = with_message(state, chat, text, view)
    return replace(after, ui=replace(after.ui, input="", typing=""))
