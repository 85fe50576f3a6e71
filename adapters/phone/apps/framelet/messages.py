"""Direct messages of Framelet: a post that is sent to people, the conversations, and one of them."""

from dataclasses import replace

from adapters.phone.apps.framelet import model
from adapters.phone.apps.framelet import parts as p
from adapters.phone.apps.framelet.app import app
from adapters.phone.apps.framelet.content import ME, Post, person
from adapters.phone.apps.framelet.model import Message, State
from adapters.phone.components.bottom_sheets import sheet
from adapters.phone.components.boxes import column, line
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import Handled, assign, focus, go, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Screen, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node

MOST_SHOWN = 7


@app.sheet("send", over="home", title="Send to", distractor="sends within Framelet, not to another app")
def send_sheet(state: State, key: str = "") -> Node:
    """To whom a post is sent; several may be picked."""
    if model.post_of(state, key) is None:
        return p.no_post()
    picked = state.ui.send_to
    rows = [_pick_row(handle, picked) for handle in model.followed_handles(state)[:MOST_SHOWN]]
    people = node(
        "scroll", rows, id="people", cls="androidx.recyclerview.widget.RecyclerView", width="fill", grow=1,
        align="stretch",
    )  # fmt: skip
    message = bind(state, "ui.message")
    note = c.field(message.value, "Write a message", "send_note", change=message.changed, radius=6, height=48)
    button = c.button(
        "Send" if len(picked) < 2 else f"Send to {len(picked)}", ev("send_post", key=key),
        rid="send_now", height=46, enabled=bool(picked),
    ).styled(radius=4)  # fmt: skip
    return sheet("Send to", people, column(note, button, gap=10, pad=(16, 8, 16, 4)), look=p.SHEET)


def _pick_row(handle: str, picked: tuple[str, ...]) -> Node:
    chosen = handle in picked
    mark = w.icon("check_circle", 24, "primary") if chosen else w.icon("radio_button_unchecked", 24, "outline")
    row = p.person_row(handle, trailing=mark, on=assign("ui.send_to", toggled(picked, handle)))
    return replace(row, selected=chosen)


@app.on("send_post")
def send_post(state: State, view: View, key: str) -> Handled:
    """Send a post to those who are picked, with what is written."""
    picked, text = state.ui.send_to, state.ui.message.strip()
    after = replace(state, ui=replace(state.ui, send_to=()))
    for handle in picked:
        after = model.with_message(after, handle, text, view.now.strftime(TIME_FORMAT), key)
    whom = picked[0] if len(picked) == 1 else f"{len(picked)} people"
    return after, Focus(None), Back(), Toast(f"Sent to {whom}")


@app.screen("inbox", activity=".DirectActivity", distractor="messages within Framelet")
def inbox(state: State, view: View) -> Screen:
    """Conversations, the latest first."""
    body = w.page(p.label("Messages"), [_chat_row(state, handle, view) for handle in model.chats(state)])
    return Screen(body, top=p.bar(ME), title="Messages")


def _chat_row(state: State, handle: str, view: View) -> Node:
    last = next(message for message in reversed(state.messages) if message.who == handle)
    text = last.text or ("Sent a post" if last.mine else "Sent you a post")
    note = f"{'You: ' if last.mine else ''}{text} · {p.ago(last.at, view.now)}"
    dot = node("spacer", width=9, height=9, radius=4.5, bg="primary") if model.is_unread(last, view.now) else None
    return p.person_row(handle, note, dot, to_chat(handle)).styled(height=72)


def to_chat(handle: str) -> Ev:
    """The way to the conversation with somebody."""
    return then(assign("ui.message", ""), focus(None), go("chat", who=handle))


@app.screen("chat", activity=".DirectActivity", distractor="a conversation within Framelet")
def chat_page(state: State, view: View, who: str = "") -> Screen:
    """A conversation, open at its end."""
    account = person(who)
    if account is None:
        return p.not_found("account")
    head = node(
        "column",
        p.face(who, 84),
        w.text(account.name, "18,24,Bold,0", pad=(0, 10, 0, 0)),
        p.note_text(f"{p.count(account.followers)} followers", lines=0),
        width="fill", align="center", pad=(0, 28, 0, 24),
    )  # fmt: skip
    bubbles = [_bubble(state, message, view) for message in state.messages if message.who == who]
    body = w.page(head, bubbles, rid="messages", at_end=True)
    bottom = None if who in state.blocked else _input(state, who)
    return Screen(body, top=_bar(who, account.name), bottom=bottom, title=who)


def _bar(handle: str, name: str) -> Node:
    names = node(
        "column",
        w.text(handle, "15,20,Bold,0", heading=True, lines=1),
        w.text(name, "12,16,Regular,0.1", "on_surface_variant", lines=1),
    )
    header = node(
        "row", p.face(handle, 36), names,
        on=p.to_person(handle), id="chat_header", cls=w.ROW, grow=1, height=56, gap=12, align="center",
    )  # fmt: skip
    back = w.action("arrow_back", "Navigate up", w.UP, color="on_surface")
    bar = line(back, header, id="toolbar", cls=w.GROUP, height=56, pad=(4, 0, 12, 0), gap=6)
    return column(bar, w.divider(), bg="surface")


def _input(state: State, who: str) -> Node:
    text, write = bind(state, "ui.message"), ev("write", who=who)
    field = plain_field(
        text.value, "Message", rid="message_box", change=text.changed, submit=write, height=46,
        type="15,20,Regular,0.1",
    )  # fmt: skip
    send = w.action("send", "Send", write, rid="send_message", color="primary", enabled=bool(text.value.strip()))
    box = line(field, send, height=48, bg="high", radius=24, pad=(18, 0, 4, 0))
    return line(box, pad=(12, 8), align="start", bg="surface")


@app.on("write")
def write(state: State, view: View, who: str) -> State:
    """Send what is written."""
    text = state.ui.message.strip()
    if not text:
        return state
    return model.with_message(state, who, text, view.now.strftime(TIME_FORMAT))


def _bubble(state: State, message: Message, view: View) -> Node:
    ground, ink = ("primary", "on_primary") if message.mine else ("high", "on_surface")
    text = None
    if message.text:
        text = w.text(
            message.text, "15,21,Regular,0.1", ink, bg=ground, radius=20, pad=(14, 9), max_width=270,
            id="message_text",
        )  # fmt: skip
    time = w.text(p.ago(message.at, view.now), "11,14,Regular,0.2", "on_surface_variant")
    shared = _shared(model.post_of(state, message.post)) if message.post else None
    side = "end" if message.mine else "start"
    parts = node("column", shared, text, time, gap=4, align=side)
    return line(parts, id="message", cls=w.GROUP, justify=side, pad=(14, 6), align="start")


def _shared(post: Post | None) -> Node:
    """A post that a message shares."""
    if post is None:
        return p.body_text(
            "This post isn't available", color="on_surface_variant", bg="container", radius=12, pad=(14, 9)
        )
    author = w.text(post.author, "13,18,Bold,0", lines=1)
    caption = w.text(post.caption, "13,18,Regular,0.1", lines=2, pad=(10, 8, 10, 10), width=220)
    return node(
        "column",
        node("row", p.face(post.author, 24), author, pad=(10, 8), gap=8, align="center"),
        node("image", art=post.art(), width=220, height=220, desc=f"Photo by {post.author}", id="photo"),
        caption if post.caption else None,
        on=p.to_post(post.key), id="shared_post", cls=w.GROUP, width=220, bg="container", radius=12,
    )  # fmt: skip
