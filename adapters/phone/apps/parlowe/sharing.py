"""The page of Parlowe that receives text shared by other apps."""

from dataclasses import replace

from adapters.phone.apps.parlowe import model
from adapters.phone.apps.parlowe.app import app
from adapters.phone.apps.parlowe.model import Share, State
from adapters.phone.apps.parlowe.parts import face
from adapters.phone.components.boxes import column, radio_group
from adapters.phone.framework.actions import Handled, assign
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Replace, Screen, View, route
from adapters.phone.ui.node import Node, ev


@app.screen("share")
def share(state: State, text: str = "") -> Screen:
    """Preview, receivers and the button that sends."""
    chosen = model.share_for(state, text)
    address = None
    if model.has_address(text):
        address = c.switch_row(
            "Add pickup address", "Where the order is collected",
            assign("share", replace(chosen, address=not chosen.address)), chosen.address,
            rid="row_address", icon_name="location_on",
        )  # fmt: skip
    targets = [
        c.radio_row(
            chat.name, assign("share", replace(chosen, chat=chat.id)), chat.id == chosen.chat,
            rid="share_target", leading=face(chat, 40), height=60,
        )
        for chat in model.recent(state)
    ]  # fmt: skip
    body = w.page(
        column(_preview(chosen), pad=(16, 8)),
        address,
        w.head("Send to", "Choose a chat", inset=16),
        radio_group(targets, rid="share_group"),
    )
    send = c.button(
        "Send", ev("share_send", text=text), rid="send", height=52, icon_name="send", enabled=bool(text and state.chats)
    )
    return Screen(body, top=w.app_bar("Share to"), bottom=w.sticky(send), title="Share to")


def _preview(chosen: Share) -> Node:
    lines = [
        w.text(line, "bodyM" if index else "bodyL", lines=2, id="preview_text")
        for index, line in enumerate(model.outgoing(chosen).splitlines())
    ]
    return column(
        w.text("Preview", "labelM", "primary"), lines,
        bg="low", radius=16, pad=(16, 12, 16, 14), gap=2, outline="outline_variant", id="preview", cls=w.GROUP,
        align="start",
    )  # fmt: skip


@app.on("share_send")
def send_shared(state: State, view: View, text: str) -> Handled:
    """Send the shared text to the chosen chat, and open it."""
    chosen = model.share_for(state, text)
    after = model.with_message(model.opened(state, chosen.chat), chosen.chat, model.outgoing(chosen), view)
    return replace(after, share=Share()), Replace(route("chat", chat=chosen.chat))
