"""One thread of Oakthread: what was asked, its poll, and the answers along their lines."""

from dataclasses import replace

from adapters.phone.apps.oakthread import model
from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import ME, Poll, Reply, Thread, grove_name, grove_of
from adapters.phone.apps.oakthread.model import REPLY_SORTS, WATCH, Answer, Polled, State, Watched
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import reaction
from adapters.phone.components.comments import in_threads
from adapters.phone.framework.actions import Handled, assign, copy, focus, go, share, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import toggled, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node

SIZES = {"Small": "15,21", "Standard": "16,24", "Large": "19,28"}
LINES = ("#C9A77C", "#A8B58C", "#D9A58F", "#A5B9C6", "#C4AACB")
"""The colours of the lines that lead answers down, by depth."""
DEEPEST = 4


@app.screen("thread", activity=".ThreadActivity")
def discussion(state: State, view: View, key: str = "") -> Screen:
    """A thread with all its replies."""
    thread = model.thread_of(state, key)
    if thread is None:
        return p.not_found("thread")
    found = model.replies(state, key)
    rows: list[Node] | Node = _replies(state, thread, found, view)
    if thread.locked:
        nothing = w.empty("lock", "Replies are off", "The author turned them off.")
    else:
        nothing = w.empty("chat_bubble_outline", "No replies yet", "Say the first word.")
    body = w.page(
        _first(state, thread, view),
        node("spacer", width="fill", height=8, bg="container"),
        _replies_head(state, len(found)) if found else None,
        rows or nothing,
        w.space(20),
        rid="replies",
    )
    bottom = None if thread.locked else _reply_box(thread)
    return Screen(body, top=_bar(state, thread), bottom=bottom, title=thread.title)


def _bar(state: State, thread: Thread) -> Node:
    alerts = model.watched(state, thread.key)
    bell = reaction(
        bool(alerts), ("notifications_active", "notifications_none"),
        (f"Following: {alerts.lower()}", "Follow thread"), ev("watch", key=thread.key),
        rid="follow_thread", ink="on_surface",
    )  # fmt: skip
    options = then(focus(None), go("options", key=thread.key, grove=thread.grove, under="thread"))
    return p.bar(
        bell,
        p.save_action(model.saved_in(state, "thread", thread.key), "thread", thread.key, ink="on_surface"),
        w.action("more_vert", "More options", options, rid="more", color="on_surface"),
    )


def _replies_head(state: State, count: int) -> Node:
    sort = _sort(state)
    chips = [
        c.chip(name, assign("ui.reply_sort", name), name == sort, rid="chip_reply_sort", single=True, radius=10)
        for name in REPLY_SORTS
    ]
    number = w.text(p.count_of(count, "reply", "replies"), "18,24,Bold,0", grow=1)
    return line(number, chips, gap=6, pad=(20, 8, 16, 8), id="replies_head")


def _sort(state: State) -> str:
    return state.ui.reply_sort or state.settings.reply_sort


def _first(state: State, thread: Thread, view: View) -> Node:
    own = model.record(state, thread.key)
    grove = node(
        "row",
        p.mark(grove_of(thread.grove), 30),
        p.name_text(grove_name(thread.grove)),
        p.tag(thread.kind),
        on=then(focus(None), go("grove", grove=thread.grove)), id="grove", cls=w.ROW, gap=10, align="center",
        height=44,
    )  # fmt: skip
    note = "You" if thread.author == ME or own is not None else ""
    shows_picture = thread.art is not None and state.settings.previews
    return column(
        grove,
        w.text(thread.title, "24,31,Bold,-0.2", heading=True, id="thread_title", pad=(0, 2)),
        p.person_line(thread.author, p.ago(thread.at, view.now), 30, note=note),
        _text(state, thread, spoiler=own is not None and own.spoiler),
        p.picture(thread.art, 190, p.ROUND) if thread.art is not None and shows_picture else None,
        _poll(state, thread.key, thread.poll) if thread.poll is not None else None,
        _first_foot(state, thread),
        pad=(20, 2, 14, 2), gap=4,
    )  # fmt: skip


def _text(state: State, thread: Thread, *, spoiler: bool) -> Node | None:
    if spoiler and thread.key not in state.ui.shown:
        label = w.text("Show what it gives away", "15,20,Medium,0.1", "primary")
        return line(
            w.icon("visibility", 20, "primary"), label,
            on=_show(state, thread.key), id="show_spoiler", cls=w.ROW, height=52, gap=12, pad=(16, 0), bg="container",
            radius=10,
        )  # fmt: skip
    style = f"{SIZES.get(state.settings.text_size, '16,24')},Regular,0.1"
    return w.text(thread.text, style, id="body", pad=(0, 8, 0, 4)) if thread.text else None


def _show(state: State, key: str) -> Ev:
    """Show what is hidden, this time."""
    return assign("ui.shown", (*state.ui.shown, key))


def _first_foot(state: State, thread: Thread) -> Node:
    key = thread.key
    return line(
        p.vote_row(
            "thread", key, thread.author, model.score(state, thread), model.vote_of(state, "thread", key), "thread"
        ),
        w.push(),
        w.action("share", "Share", share(shared_text(thread)), rid="share"),
        w.action("content_copy", "Copy link", copy(f"oakthread://thread/{key}"), rid="copy_link").styled(size=21),
        pad=(0, 4),
    )


def shared_text(thread: Thread) -> str:
    """What another app gets of a thread."""
    return f"{thread.title}\nOakthread, {grove_name(thread.grove)}"


def _poll(state: State, key: str, poll: Poll) -> Node:
    """A question with options; how they stand shows once one has chosen."""
    chosen = next((polled.option for polled in state.polls if polled.thread == key), "")
    total = sum(poll.votes) + bool(chosen)
    rows = [
        _poll_option(key, option, chosen, round(100 * (votes + (option == chosen)) / total))
        for option, votes in zip(poll.options, poll.votes, strict=True)
    ]
    note = p.note_text(f"{total} votes · until Sunday")
    return column(rows, note, gap=8, pad=(0, 8, 6, 4), id="poll")


def _poll_option(key: str, option: str, chosen: str, share_: int) -> Node:
    """An option; its share of the votes shows once one is chosen."""
    mine = option == chosen
    head = line(
        node("radio", checked=mine, width=20, height=20),
        w.text(option, "15,20,Medium,0.1", lines=1, grow=1),
        w.text(f"{share_}%", "14,20,Bold,0", p.SOFT) if chosen else None,
        gap=12,
    )
    bar = node(
        "row",
        node("spacer", grow=max(share_, 1), height=6, radius=3, bg="primary" if mine else "outline"),
        node("spacer", grow=max(100 - share_, 1), height=6),
        width="fill", height=6,
    )  # fmt: skip
    return column(
        head, bar if chosen else None,
        on=ev("poll", key=key, option=option), id="poll_option", cls="android.widget.RadioButton", checked=mine,
        pad=(14, 11), gap=8, radius=10, outline="primary" if mine else "outline_variant",
    )  # fmt: skip


@app.on("poll")
def choose_in_poll(state: State, view: View, key: str, option: str) -> Handled:
    """Choose an option of a poll, instead of an earlier one."""
    others = without(state.polls, thread=key)
    polled = Polled(key, option, view.now.strftime(TIME_FORMAT))
    return replace(state, polls=(*others, polled)), Toast("Your vote counts")


def _replies(state: State, thread: Thread, found: tuple[Reply, ...], view: View) -> list[Node]:
    """Replies below what they answer, siblings in the picked order; nothing below a collapsed one."""
    sort = _sort(state)

    def order(siblings: list[Reply]) -> list[Reply]:
        if sort == "Best":
            return sorted(siblings, key=lambda reply: (-model.score(state, reply), reply.at))
        return siblings[::-1] if sort == "New" else siblings

    ordered = in_threads(found, lambda reply: reply.parent, order=order, folded=state.ui.collapsed)
    return [_reply(state, thread, reply, depth, view) for reply, depth in ordered]


def _reply(state: State, thread: Thread, reply: Reply, depth: int, view: View) -> Node:
    lines = [
        node("column", node("spacer", width=2, height="fill", bg=LINES[level]), width=14, height="fill")
        for level in range(min(depth, DEEPEST))
    ]
    texts = words(
        _reply_head(state, thread, reply, view), _reply_content(state, thread, reply), align="stretch", pad=(0, 4, 0, 2)
    )
    return node("row", lines, texts, id="row_reply", cls=w.GROUP, width="fill", pad=(20, 0, 8, 0))


def _reply_head(state: State, thread: Thread, reply: Reply, view: View) -> Node:
    answer = model.answer_of(state, reply.id)
    to = f" · to {answer.to}" if answer is not None and answer.parent else ""
    note = "Asked this" if reply.author == thread.author else ""
    if reply.author == ME:
        note = "You"
    folded = reply.id in state.ui.collapsed
    fold = reaction(
        folded, ("unfold_more", "unfold_less"), (f"Expand {reply.author}", f"Collapse {reply.author}"),
        assign("ui.collapsed", toggled(state.ui.collapsed, reply.id)),
        rid="collapse", tint=p.SOFT, width=40, height=40, size=18,
    )  # fmt: skip
    return line(p.person_line(reply.author, p.ago(reply.at, view.now) + to, 24, note=note), w.push(), fold)


def _reply_content(state: State, thread: Thread, reply: Reply) -> list[Node | None]:
    """What was answered, with its controls; or why it is hidden, and the way to it."""
    if reply.id in state.ui.collapsed:
        return []
    why = _why_hidden(state, reply)
    if why:
        label = w.text(f"{why}. Show", "14,20,Medium,0.1", "primary")
        show = _show(state, reply.id)
        return [node("row", label, on=show, id="show_reply", cls=w.ROW, height=44, align="center")]
    answer = model.answer_of(state, reply.id)
    quote = _quote(answer) if answer is not None and answer.quote else None
    text = w.text(reply.text, "15,22,Regular,0.1", id="reply_text", pad=(0, 0, 8, 0))
    return [quote, text, _reply_controls(state, thread, reply)]


def _why_hidden(state: State, reply: Reply) -> str:
    if reply.id in state.ui.shown:
        return ""
    if model.muted(state, "person", reply.author):
        return "You muted this person"
    return "Others voted this down" if state.settings.low and model.score(state, reply) < 0 else ""


def _quote(answer: Answer) -> Node:
    text = w.text(answer.quote, "14,20,Italic,0.1", p.SOFT, lines=2, grow=1)
    bar = node("spacer", width=3, height="fill", bg="outline")
    return node("row", bar, text, width="fill", gap=10, pad=(0, 2, 0, 6))


def _reply_controls(state: State, thread: Thread, reply: Reply) -> Node:
    answer = node(
        "button", text="Reply", on=_to_answer(thread.key, reply.id), id="reply", variant="text", height=40,
        type="13,20,Bold,0.1", pad=(10, 0),
    )  # fmt: skip
    options = then(focus(None), go("reply_options", id=reply.id, key=thread.key, under="thread"))
    more = w.action("more_horiz", f"Options for the reply of {reply.author}", options, rid="reply_more")
    vote = model.vote_of(state, "reply", reply.id)
    what = f"reply of {reply.author}"
    return line(
        p.vote_row("reply", reply.id, reply.author, model.score(state, reply), vote, what),
        w.space(0, 4),
        None if thread.locked else answer,
        w.push(),
        more.styled(width=40, height=40, size=20),
        height=40,
    )


def _reply_box(thread: Thread) -> Node:
    label = w.text("Reply to the thread", "15,20,Regular,0.1", p.SOFT, grow=1)
    box = node(
        "row", w.icon("edit_note", 22), label,
        on=_to_answer(thread.key, ""), id="reply_thread", cls=w.ROW, grow=1, height=46, radius=12, bg="high",
        pad=(14, 0), gap=12, align="center",
    )  # fmt: skip
    return column(w.divider(), node("row", box, width="fill", pad=(16, 8)), bg="surface")


def _to_answer(key: str, parent: str) -> Ev:
    """Begin an answer; it starts without quote and with a note for what comes back."""
    fresh = (assign("ui.answer", ""), assign("ui.quote", False), assign("ui.alerts", True))
    return then(*fresh, go("answer", key=key, parent=parent), focus("answer"))


@app.on("watch")
def watch(state: State, view: View, key: str) -> Handled:
    """The bell: follow a thread with all replies, or no longer."""
    if model.watched(state, key):
        return with_watched(state, key, WATCH[2], view), Toast("You no longer follow this thread")
    return with_watched(state, key, WATCH[0], view), Toast("You follow this thread")


def with_watched(state: State, key: str, alerts: str, view: View) -> State:
    """Follow a thread in this way; `Off` no longer follows it."""
    others = without(state.watched, thread=key)
    if alerts != WATCH[2]:
        others = (*others, Watched(key, alerts, view.now.strftime(TIME_FORMAT)))
    return replace(state, watched=others)
