"""One thread of Oakthread: what was asked, and the answers along their lines."""

from dataclasses import replace

from adapters.phone.apps.oakthread import model
from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import ME, Reply, Thread, grove_name, grove_of
from adapters.phone.apps.oakthread.model import REPLY_SORTS, State, Vote
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import reaction
from adapters.phone.components.comments import in_threads
from adapters.phone.framework.actions import assign, copy, focus, go, share, then
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.state_paths import bind, toggled, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

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
    if thread.locked:
        nothing = w.empty("lock", "Replies are off", "The author turned them off.")
    else:
        nothing = w.empty("chat_bubble_outline", "No replies yet", "Say the first word.")
    body = w.page(
        _first(state, thread, view),
        node("spacer", width="fill", height=8, bg="container"),
        _replies_head(state, len(found)) if found else None,
        _replies(state, thread, found, view) or nothing,
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
    options = go("options", key=thread.key, grove=thread.grove, under="thread")
    return p.bar(
        bell,
        p.save_action(model.saved_in(state, thread.key), thread.key, ink="on_surface"),
        w.action("more_vert", "More options", options, rid="more", color="on_surface"),
    )


def _replies_head(state: State, count: int) -> Node:
    sort = bind(state, "ui.reply_sort")
    chips = [
        c.chip(name, sort.to(name), name == sort.value, rid="chip_reply_sort", single=True, radius=10)
        for name in REPLY_SORTS
    ]
    number = w.text(p.count_of(count, "reply", "replies"), "18,24,Bold,0", grow=1)
    return line(number, chips, gap=6, pad=(20, 8, 16, 8), id="replies_head")


def _first(state: State, thread: Thread, view: View) -> Node:
    grove = node(
        "row",
        p.mark(grove_of(thread.grove), 30),
        p.name_text(grove_name(thread.grove)),
        p.tag(thread.kind),
        on=go("grove", grove=thread.grove), id="grove", cls=w.ROW, gap=10, align="center", height=44,
    )  # fmt: skip
    note = "You" if thread.author == ME else ""
    return column(
        grove,
        w.text(thread.title, "24,31,Bold,-0.2", heading=True, id="thread_title", pad=(0, 2)),
        p.person_line(thread.author, p.ago(thread.at, view.now), 30, note=note),
        w.text(thread.text, "16,24,Regular,0.1", id="body", pad=(0, 8, 0, 4)) if thread.text else None,
        p.picture(thread.art, 190, p.ROUND) if thread.art is not None else None,
        _first_foot(state, thread),
        pad=(20, 2, 14, 2), gap=4,
    )  # fmt: skip


def _first_foot(state: State, thread: Thread) -> Node:
    link = copy(f"oakthread://thread/{thread.key}")
    return line(
        p.vote_row(p.votes_on(state, thread)),
        w.push(),
        w.action("share", "Share", share(p.shared_text(thread)), rid="share"),
        w.action("content_copy", "Copy link", link, rid="copy_link").styled(size=21),
        pad=(0, 4),
    )


def _replies(state: State, thread: Thread, found: tuple[Reply, ...], view: View) -> list[Node]:
    """Replies below what they answer, siblings in the picked order; nothing below a collapsed one."""
    sort = state.ui.reply_sort

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


def _reply_content(state: State, thread: Thread, reply: Reply) -> list[Node]:
    """What was answered, with its controls; nothing if it is collapsed."""
    if reply.id in state.ui.collapsed:
        return []
    text = w.text(reply.text, "15,22,Regular,0.1", id="reply_text", pad=(0, 0, 8, 0))
    return [text, _reply_controls(state, thread, reply)]


def _reply_controls(state: State, thread: Thread, reply: Reply) -> Node:
    answer = node(
        "button", text="Reply", on=_to_answer(thread.key, reply.id), id="reply", variant="text", height=40,
        type="13,20,Bold,0.1", pad=(10, 0),
    )  # fmt: skip
    options = go("reply_options", id=reply.id, key=thread.key, under="thread")
    more = w.action("more_horiz", f"Options for the reply of {reply.author}", options, rid="reply_more")
    return line(
        p.vote_row(p.votes_on(state, reply)),
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
    """Begin an answer."""
    return then(assign("ui.answer", ""), go("answer", key=key, parent=parent), focus("answer"))


@app.on("vote")
def cast_vote(state: State, view: View, kind: str, id_: str, author: str, value: int) -> State:
    """Vote; the same vote again takes it back, the other one replaces it."""
    others = without(state.votes, kind=kind, id=id_)
    if model.vote_of(state, kind, id_) == value:
        return replace(state, votes=others)
    return replace(state, votes=(*others, Vote(kind, id_, author, value, view.now.strftime(TIME_FORMAT))))
