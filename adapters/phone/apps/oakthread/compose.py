"""A new thread of Oakthread: its words and choices, its preview, and the page that confirms it."""

from dataclasses import replace

from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import GROVES, KINDS, ME, Grove, grove_name, grove_of
from adapters.phone.apps.oakthread.model import (
    AUDIENCES,
    NAMES,
    TEXT_LENGTH,
    TITLE_LENGTH,
    WATCH,
    WHO_REPLIES,
    Draft,
    OwnThread,
    State,
    Watched,
    joined,
    record,
)
from adapters.phone.components.bottom_sheets import sheet
from adapters.phone.components.boxes import column
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.settings_rows import fact, switch_row
from adapters.phone.framework.actions import Handled, back, focus, go, replace_with, switch_to, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Go, Overlay, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

AUDIENCE_ROWS = {
    "Everyone": ("public", "Anybody, in search too"),
    "Grove members": ("park", "Only those who joined this grove"),
    "Followers only": ("group", "The 148 who follow you"),
}
"""Icon of an audience, and a word about it."""
COMPOSE = ".ComposeActivity"
FIRST_NUMBER = 5521


def problem_of(draft: Draft) -> str:
    """Why a thread cannot be posted yet; empty if it can."""
    if len(draft.title) > TITLE_LENGTH:
        return f"At most {TITLE_LENGTH} characters in the title"
    if len(draft.text) > TEXT_LENGTH:
        return f"At most {TEXT_LENGTH} characters"
    return "Links are not allowed in first posts" if "http" in draft.text.casefold() else ""


@app.screen("compose", activity=COMPOSE)
def compose(state: State) -> Screen:
    """A new thread: where, what sort, the words, and who may read and answer."""
    draft, kind = state.draft, bind(state, "draft.kind")
    problem = problem_of(draft)
    kinds = [c.chip(name, kind.to(name), name == draft.kind, rid="chip_kind", single=True, radius=10) for name in KINDS]
    hint = p.small_text(
        problem or "A title is needed, the rest may stay empty", color="error" if problem else p.SOFT, id="hint"
    )
    title = _field(bind(state, "draft.title"), "Title", "thread_title", height=56)
    text = _field(bind(state, "draft.text"), "What is it about?", "thread_text", height=150, lines=5)
    spoiler = switch_row(
        "Spoiler", "Hidden until somebody asks for it", bind(state, "draft.spoiler"),
        rid="row_spoiler", icon_name="visibility_off",
    )  # fmt: skip
    body = w.form(
        _grove_row(grove_of(draft.grove)),
        c.chips(kinds, rid="kind_group", cls="android.widget.RadioGroup").styled(pad=(20, 4, 20, 12)),
        column(title, text, hint, gap=10, pad=(20, 0, 20, 8)),
        _choice_row("visibility", "Who can read it", draft.audience, "audience", "row_audience"),
        _choice_row("chat_bubble_outline", "Who can reply", draft.replies, "who_replies", "row_replies"),
        _choice_row("notifications_none", "Tell me about", draft.watch, "draft_watch", "row_watch"),
        _choice_row("person_outline", "Post as", _author(draft, draft.name), "draft_name", "row_name"),
        spoiler,
    )
    ready = bool(draft.title.strip()) and not problem
    bottom = p.bottom_button("Preview", _to("preview"), rid="preview", enabled=ready)
    return Screen(body, top=p.bar(title="New thread"), bottom=bottom, title="New thread")


def _field(value: Bound[str], hint: str, rid: str, *, height: float, lines: int = 0) -> Node:
    return node(
        "field", id=rid, text=value.value, hint=hint, on={"change": value.changed}, width="fill", height=height,
        lines=lines, variant="outlined", type="bodyL",
    )  # fmt: skip


def _to(name: str) -> Ev:
    return then(focus(None), go(name))


def _author(draft: Draft, anonymous: str) -> str:
    """Who others see: the owner, or this word."""
    return ME if draft.name == NAMES[0] else anonymous


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
        if joined(state, grove.key) is not None
    ]  # fmt: skip
    nothing = w.empty("park", "No grove yet", "Join one first, then you can write there.")
    return Screen(w.page(p.big_title("Which grove?"), rows or nothing), top=p.bar(), title="Which grove?")


@app.sheet("audience", over="compose", title="Who can read it?")
def audience(state: State) -> Node:
    """Who may read the thread."""
    chosen = bind(state, "draft.audience")
    rows = [
        c.radio_row(
            name, then(chosen.to(name), back()), name == chosen.value, rid="audience_option",
            support=AUDIENCE_ROWS[name][1], leading=w.icon(AUDIENCE_ROWS[name][0], 22), height=64,
        )
        for name in AUDIENCES
    ]  # fmt: skip
    return sheet("Who can read it?", rows, look=p.SHEET)


@app.dialog("who_replies", over="compose", title="Who can reply", distractor="a neighbour of who can read it")
def who_replies(state: State) -> Overlay:
    """Who may reply to the thread."""
    return choice_dialog("Who can reply", bind(state, "draft.replies"), WHO_REPLIES)


@app.dialog("draft_watch", over="compose", title="Tell me about")
def draft_watch(state: State) -> Overlay:
    """The window that picks which notifications come about the thread."""
    return choice_dialog("Tell me about", bind(state, "draft.watch"), WATCH)


@app.dialog("draft_name", over="compose", title="Post as", distractor="a choice that few make")
def draft_name(state: State) -> Overlay:
    """Under which name the thread is posted."""
    return choice_dialog("Post as", bind(state, "draft.name"), NAMES)


@app.screen("preview", activity=COMPOSE)
def preview(state: State) -> Screen:
    """The thread as others will see it, and what was chosen."""
    draft = state.draft
    name = grove_name(draft.grove)
    head = node(
        "row", p.mark(grove_of(draft.grove), 24), w.text(name, "14,18,Bold,0.1"), p.tag(draft.kind),
        gap=8, align="center",
    )  # fmt: skip
    card = node(
        "column",
        head,
        w.text(draft.title or "No title", "20,27,Bold,-0.1", id="preview_title"),
        p.note_text(f"{_author(draft, 'anonymous')}  ·  now", id="preview_name"),
        w.text(draft.text, "15,22,Regular,0.1", id="preview_text") if draft.text else None,
        width="fill", gap=6, pad=(16, 14, 16, 16), bg=p.CARD, radius=p.ROUND,
    )  # fmt: skip
    agreement = p.note_text(f"By posting you agree to the rules of {name}.", pad=(20, 12, 20, 8))
    body = w.form(column(card, pad=(16, 8, 16, 10)), _facts(draft, "Post as"), agreement)
    bottom = p.bottom_button("Post thread", ev("post_thread"), rid="post_thread")
    return Screen(body, top=p.bar(title="Preview"), bottom=bottom, title="Preview")


def _facts(thread: Draft | OwnThread, name: str) -> list[Node]:
    """What was chosen for a thread; `name` is how the row with its author's name is called."""
    pairs = (
        ("Who can read it", thread.audience),
        ("Who can reply", thread.replies),
        ("Tell me about", thread.watch),
        (name, thread.name),
        ("Spoiler", "Yes" if thread.spoiler else "No"),
    )
    return [_fact(*pair) for pair in pairs]


def _fact(name: str, value: str) -> Node:
    return fact(name, value, width=132, pad=(20, 8))


@app.on("post_thread")
def post_thread(state: State, view: View) -> Handled:
    """Post the draft, and follow it unless it is not wanted."""
    draft, now = state.draft, view.now.strftime(TIME_FORMAT)
    problem = problem_of(draft)
    if not draft.title.strip() or problem:
        return Toast(problem or "A thread needs a title")
    number = f"OT-{FIRST_NUMBER + len(state.threads)}"
    thread = OwnThread(
        number, draft.grove, draft.kind, draft.title.strip(), draft.text.strip(), draft.audience, draft.replies,
        draft.watch, draft.name, draft.spoiler, now,
    )  # fmt: skip
    after = replace(state, threads=(*state.threads, thread), draft=Draft())
    if draft.watch != WATCH[2]:
        after = replace(after, watched=(*after.watched, Watched(number, draft.watch, now)))
    return after, Focus(None), Replace(route("home"), root=True), Go(route("posted", key=number))


@app.screen("posted", activity=".PostedActivity")
def posted(state: State, key: str = "") -> Screen:
    """That the thread stands, and under which number."""
    thread = record(state, key)
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
    body = w.page(head, _fact("Kind", thread.kind), _facts(thread, "Posted as"), w.space(10), buttons)
    return Screen(body, top=p.bar(title="Posted"), title="Posted")
