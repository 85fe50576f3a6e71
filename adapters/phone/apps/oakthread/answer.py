"""An answer on Oakthread, to a thread or to a reply."""

from dataclasses import replace

from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.model import TEXT_LENGTH, Answer, State, reply_of, thread_of
from adapters.phone.components.boxes import column, words
from adapters.phone.components.settings_rows import switch_row
from adapters.phone.framework.actions import Handled
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node

FIRST_NUMBER = 208


@app.screen("answer", activity=".ReplyActivity")
def answer_page(state: State, key: str = "", parent: str = "") -> Screen:
    """An answer to a thread or to a reply; above it stands what it answers."""
    thread = thread_of(state, key)
    if thread is None:
        return p.not_found("thread")
    reply = reply_of(state, parent) if parent else None
    text = bind(state, "ui.answer")
    box = node(
        "field", id="answer", text=text.value, hint="Your reply", on={"change": text.changed}, width="fill",
        height=170, lines=6, variant="outlined", type="bodyL",
    )  # fmt: skip
    quote = switch_row(
        "Quote the reply", "Its words stand above yours", bind(state, "ui.quote"),
        rid="row_quote", icon_name="format_quote",
    )  # fmt: skip
    alerts = switch_row(
        "Tell me about answers", "A note in your inbox", bind(state, "ui.alerts"),
        rid="row_alerts", icon_name="notifications_none",
    )  # fmt: skip
    length = p.small_text(f"{len(text.value)}/{TEXT_LENGTH}", text_align="end", width="fill", pad=(20, 4, 20, 6))
    above = _answered(reply.author, reply.text) if reply is not None else _answered(thread.author, thread.title)
    body = w.form(above, column(box, pad=(20, 0)), length, quote if reply is not None else None, alerts)
    ready = bool(text.value.strip()) and len(text.value) <= TEXT_LENGTH
    bottom = p.bottom_button("Post reply", ev("post_answer", key=key, parent=parent), rid="post_reply", enabled=ready)
    title = "Reply to a reply" if reply is not None else "Reply to the thread"
    return Screen(body, top=p.bar(title=title), bottom=bottom, title=title)


def _answered(author: str, text: str) -> Node:
    texts = words(
        w.text(f"Replying to {author}", "14,20,Bold,0", "primary", id="replying_to"),
        p.support_text(text, lines=4, id="answered"),
        gap=2,
    )
    bar = node("spacer", width=3, height="fill", bg="primary")
    return node("row", bar, texts, width="fill", gap=12, pad=(20, 6, 20, 12))


@app.on("post_answer")
def post_answer(state: State, view: View, key: str, parent: str) -> Handled:
    """Post the answer that is written."""
    text, thread = state.ui.answer.strip(), thread_of(state, key)
    if not text or thread is None or len(text) > TEXT_LENGTH:
        return None
    reply = reply_of(state, parent) if parent else None
    number = f"OR-{FIRST_NUMBER + len(state.answers)}"
    answer = Answer(
        number=number,
        thread=key,
        parent=reply.id if reply is not None else "",
        to=reply.author if reply is not None else thread.author,
        text=text,
        quote=reply.text if reply is not None and state.ui.quote else "",
        alerts=state.ui.alerts,
        at=view.now.strftime(TIME_FORMAT),
    )
    ui = replace(state.ui, answer="", quote=False, alerts=True)
    after = replace(state, answers=(*state.answers, answer), ui=ui)
    return after, Focus(None), Back(), Toast(f"Reply {number} posted")
