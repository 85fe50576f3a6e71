"""What is written on Oakthread: a new thread with its choices and its preview, and an answer."""

from dataclasses import replace

from adapters.phone.apps.oakthread import model
from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import GROVES, KINDS, ME, Grove, grove_name, grove_of
from adapters.phone.apps.oakthread.model import (
    OFF,
    TEXT_LENGTH,
    TITLE_LENGTH,
    WATCH,
    WHO_REPLIES,
    Answer,
    Draft,
    OwnThread,
    State,
    Watched,
)
from adapters.phone.components.boxes import column, words
from adapters.phone.components.choices import Entry, chip_choice, choice_dialog, choice_sheet
from adapters.phone.components.settings_rows import fact
from adapters.phone.framework.actions import Handled, back, focus, go, replace_with, switch_to, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Overlay, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

READERS = (
    Entry("Everyone", "Anybody, in search too", icon="public"),
    Entry("Grove members", "Only those who joined this grove", icon="park"),
    Entry("Followers only", "The 148 who follow you", icon="group"),
)
"""The audiences of a thread."""
COMPOSE = ".ComposeActivity"
FIRST_THREAD, FIRST_ANSWER = 5521, 208


@app.screen("compose", activity=COMPOSE)
def compose(state: State) -> Screen:
    """A new thread: where, what sort, the words, and who may read and answer."""
    draft, title, text = state.draft, bind(state, "draft.title"), bind(state, "draft.text")
    kinds = chip_choice(bind(state, "draft.kind"), KINDS, rid="chip_kind", group="kind_group", radius=10)
    body = w.form(
        _grove_row(grove_of(draft.grove)),
        kinds.styled(pad=(20, 4, 20, 12)),
        column(
            _field(title.value, "Title", "thread_title", title.limited(TITLE_LENGTH), height=56),
            _field(text.value, "What is it about?", "thread_text", text.limited(TEXT_LENGTH), height=150, lines=5),
            p.small_text("A title is needed, the rest may stay empty", id="hint"),
            gap=10,
            pad=(20, 0, 20, 8),
        ),
        _choice_row("visibility", "Who can read it", draft.audience, "audience", "row_audience"),
        _choice_row("chat_bubble_outline", "Who can reply", draft.replies, "who_replies", "row_replies"),
        _choice_row("notifications_none", "Tell me about", draft.watch, "draft_watch", "row_watch"),
    )
    bottom = p.bottom_button("Preview", _to("preview"), rid="preview", enabled=bool(title.value.strip()))
    return Screen(body, top=p.bar(title="New thread"), bottom=bottom, title="New thread")


def _field(value: str, hint: str, rid: str, change: Ev, *, height: float, lines: int = 0) -> Node:
    return node(
        "field", id=rid, text=value, hint=hint, on={"change": change}, width="fill", height=height, lines=lines,
        variant="outlined", type="bodyL",
    )  # fmt: skip


def _to(name: str) -> Ev:
    return then(focus(None), go(name))


def _grove_row(grove: Grove | None) -> Node:
    return w.row(
        grove.name if grove else "", "The grove it grows in", on=_to("pick_grove"), rid="row_grove",
        leading=p.mark(grove, 40), trailing=w.icon("unfold_more", 22), height=68, inset=20,
    )  # fmt: skip


def _choice_row(glyph: str, label: str, value: str, to: str, rid: str) -> Node:
    chevron = w.icon("chevron_right", 22)
    return w.row(label, value, on=_to(to), rid=rid, leading=w.icon(glyph), height=66, inset=20, trailing=chevron)


@app.screen("pick_grove", activity=COMPOSE)
def pick_grove(state: State) -> Screen:
    """Where the thread goes: groves that one belongs to."""
    chosen = bind(state, "draft.grove")
    rows = [
        w.row(
            grove.name, f"{p.count(grove.members)} members", on=then(chosen.to(grove.key), back()),
            rid="row_pick_grove", leading=p.mark(grove, 40), height=68, inset=20, selected=grove.key == chosen.value,
            trailing=w.icon("check", 22, "primary") if grove.key == chosen.value else None,
        )
        for grove in GROVES
        if model.joined(state, grove.key) is not None
    ]  # fmt: skip
    nothing = w.empty("park", "No grove yet", "Join one first, then you can write there.")
    return Screen(w.page(p.big_title("Which grove?"), rows or nothing), top=p.bar(), title="Which grove?")


@app.sheet("audience", over="compose", title="Who can read it?")
def audience(state: State) -> Node:
    """Who may read the thread."""
    return choice_sheet(
        "Who can read it?", bind(state, "draft.audience"), READERS, rid="audience_option", look=p.SHEET
    )  # fmt: skip


@app.dialog("who_replies", over="compose", title="Who can reply", distractor="a neighbour of who can read it")
def who_replies(state: State) -> Overlay:
    """Who may reply to the thread."""
    return choice_dialog("Who can reply", bind(state, "draft.replies"), WHO_REPLIES)


@app.dialog("draft_watch", over="compose", title="Tell me about")
def draft_watch(state: State) -> Overlay:
    """The window that picks which notifications come about the thread."""
    return choice_dialog("Tell me about", bind(state, "draft.watch"), WATCH)


@app.screen("preview", activity=COMPOSE)
def preview(state: State) -> Screen:
    """The thread as others will see it, and what was chosen."""
    draft = state.draft
    head = node(
        "row", p.mark(grove_of(draft.grove), 24), w.text(grove_name(draft.grove), "14,18,Bold,0.1"), p.tag(draft.kind),
        gap=8, align="center",
    )  # fmt: skip
    card = node(
        "column",
        head,
        w.text(draft.title, "20,27,Bold,-0.1", id="preview_title"),
        p.note_text(f"{ME}  ·  now", id="preview_name"),
        w.text(draft.text, "15,22,Regular,0.1", id="preview_text") if draft.text else None,
        width="fill", gap=6, pad=(16, 14, 16, 16), bg=p.CARD, radius=p.ROUND,
    )  # fmt: skip
    body = w.form(column(card, pad=(16, 8, 16, 10)), _facts(draft))
    bottom = p.bottom_button("Post thread", ev("post_thread"), rid="post_thread")
    return Screen(body, top=p.bar(title="Preview"), bottom=bottom, title="Preview")


def _facts(thread: Draft | OwnThread) -> list[Node]:
    """What was chosen for a thread."""
    pairs = (
        ("Kind", thread.kind),
        ("Who can read it", thread.audience),
        ("Who can reply", thread.replies),
        ("Tell me about", thread.watch),
    )
    return [fact(name, value, width=132, pad=(20, 8)) for name, value in pairs]


@app.on("post_thread")
def post_thread(state: State, view: View) -> Handled:
    """Post the draft, and follow it unless it is not wanted."""
    draft, now = state.draft, view.now.strftime(TIME_FORMAT)
    if not draft.title.strip():
        return Toast("A thread needs a title")
    number = f"OT-{model.next_number((thread.number for thread in state.threads), FIRST_THREAD)}"
    thread = OwnThread(
        number, draft.grove, draft.kind, draft.title.strip(), draft.text.strip(), draft.audience, draft.replies,
        draft.watch, now,
    )  # fmt: skip
    after = replace(state, threads=(*state.threads, thread), draft=Draft())
    if draft.watch != OFF:
        after = replace(after, watched=(*after.watched, Watched(number, draft.watch, now)))
    return after, Focus(None), Replace(route("home"), root=True), Go(route("posted", key=number))


@app.screen("posted", activity=".PostedActivity")
def posted(state: State, key: str = "") -> Screen:
    """That the thread stands, and under which number."""
    thread = model.record(state, key)
    if thread is None:
        return p.not_found("thread")
    head = node(
        "column",
        w.space(20),
        w.disc("eco", 96),
        w.space(14),
        w.text("Planted", "28,36,Bold,0", text_align="center"),
        w.text(thread.title, "16,23,Regular,0.1", text_align="center", pad=(32, 4, 32, 2), lines=3),
        w.text(f"{thread.number} in {grove_name(thread.grove)}", "15,20,Bold,0", "primary", id="number"),
        w.space(14),
        width="fill", align="center",
    )  # fmt: skip
    buttons = column(
        c.button("See the thread", replace_with("thread", key=key), rid="see_thread").styled(radius=12),
        c.button("Done", switch_to("home"), rid="done", variant="tonal").styled(radius=12),
        gap=10,
        pad=(20, 0),
    )
    body = w.page(head, _facts(thread), w.space(10), buttons)
    return Screen(body, top=p.bar(title="Posted"), title="Posted")


@app.screen("answer", activity=".ReplyActivity")
def answer_page(state: State, key: str = "", parent: str = "") -> Screen:
    """An answer to a thread or to a reply; above it stands what it answers."""
    thread, reply = model.thread_of(state, key), model.reply_of(state, parent)
    if thread is None:
        return p.not_found("thread")
    text = bind(state, "ui.answer")
    body = w.form(
        _answered(reply.author, reply.text) if reply is not None else _answered(thread.author, thread.title),
        column(_field(text.value, "Your reply", "answer", text.limited(TEXT_LENGTH), height=170, lines=6), pad=(20, 0)),
        p.small_text(f"{len(text.value)}/{TEXT_LENGTH}", text_align="end", width="fill", pad=(20, 4, 20, 6)),
    )
    post_it = ev("post_answer", key=key, parent=parent)
    bottom = p.bottom_button("Post reply", post_it, rid="post_reply", enabled=bool(text.value.strip()))
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
    text, thread, reply = state.ui.answer.strip(), model.thread_of(state, key), model.reply_of(state, parent)
    if not text or thread is None:
        return None
    number = f"OR-{model.next_number((answer.number for answer in state.answers), FIRST_ANSWER)}"
    to = reply.author if reply is not None else thread.author
    answer = Answer(number, key, parent, to, text, view.now.strftime(TIME_FORMAT))
    after = replace(state, answers=(*state.answers, answer), ui=replace(state.ui, answer=""))
    return after, Focus(None), Back(), Toast(f"Reply {number} posted")
