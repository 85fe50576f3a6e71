"""One thread of Oakthread: what was asked, its poll, and the answers along their lines. And the search."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.front import grove_row, lost
from adapters.phone.apps.oakthread.groves import GROVES, ME, grove
from adapters.phone.apps.oakthread.model import (
    REPLY_SORTS,
    WHO_REPLIES,
    State,
    answer_of,
    every,
    kept,
    muted,
    record,
    replies,
    score,
    thread_of,
    vote_of,
    watched,
)
from adapters.phone.apps.oakthread.threads import POLLS, Reply, Thread
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

SIZES = {"Small": "15,21", "Standard": "16,24", "Large": "19,28"}


def discussion(state: State, place: Route, view: View) -> Screen:
    """A thread with all its replies."""
    one = thread_of(state, place.get("key", ""))
    if one is None:
        return lost("thread")
    bell, saved = watched(state, one.key), kept(state, "thread", one.key)
    top = p.bar(
        w.action("notifications_active" if bell else "notifications_none",
                 f"Following: {bell.alerts.lower()}" if bell else "Follow thread", ev("watch", key=one.key),
                 rid="follow_thread",
                 color="primary" if bell else "on_surface"),
        w.action("bookmark" if saved else "bookmark_border", "Remove from saved" if saved else "Save thread",
                 ev("save", kind="thread", id=one.key), rid="save", color="primary" if saved else "on_surface"),
        w.action("more_vert", "More options", ev("go", to="options", key=one.key, under="thread"), rid="more",
                 color="on_surface"),
    )  # fmt: skip
    every_ = replies(state, one.key)
    sort = state.ui.reply_sort or state.settings.reply_sort
    chips = [
        c.chip(name, ev("reply_sort", value=name), name == sort, rid="chip_reply_sort", single=True, radius=10)
        for name in REPLY_SORTS
    ]
    head = node("row", w.text("1 reply" if len(every_) == 1 else f"{len(every_)} replies", "18,24,Bold,0", grow=1),
                *chips, width="fill", gap=6, pad=(20, 8, 16, 8), align="center", id="replies_head")  # fmt: skip
    own = record(state, one.key)
    rows = [_reply(state, one, reply, depth, view) for reply, depth in _ordered(state, every_, sort)]
    nobody = w.empty("chat_bubble_outline", "No replies yet", "Say the first word.")
    locked = one.locked or (own is not None and own.replies == WHO_REPLIES[2])
    if locked:
        nobody = w.empty("lock", "Replies are off", "Whoever began this thread wanted it so.")
    body = w.page(
        _first(state, one, view), _thick(), head if every_ else None, rows or nobody, w.space(20), rid="replies"
    )
    bottom = None if locked else _foot(one)
    return Screen(body, top=top, bottom=bottom, title=one.title)


def _thick() -> Node:
    return node("spacer", width="fill", height=8, bg="container")


def _first(state: State, one: Thread, view: View) -> Node:
    room = grove(one.grove)
    crumb = node(
        "row", p.mark(room, 30), w.text(room.name if room else one.grove, "15,20,Bold,0", lines=1), p.tag(one.kind),
        on=ev("go", to="grove", key=one.grove), id="grove", cls=w.ROW, gap=10, align="center", height=44,
    )  # fmt: skip
    style = f"{SIZES.get(state.settings.text_size, '16,24')},Regular,0.1"
    own = record(state, one.key)
    hidden = own is not None and own.spoiler and one.key not in state.ui.shown
    words: Node | None = w.text(one.text, style, id="body", pad=(0, 8, 0, 4)) if one.text else None
    if hidden:
        words = node("row", w.icon("visibility", 20, "primary"), w.text("Show what it gives away", "15,20,Medium,0.1",
        "primary"),
                     on=ev("show", key=one.key), id="show_spoiler", cls=w.ROW, height=52, width="fill", gap=12,
                     pad=(16, 0, 16, 0),
                     align="center", bg="container", radius=10)  # fmt: skip
    foot = node(
        "row",
        p.vote_row("thread", one.key, one.author, score(state, one), vote_of(state, "thread", one.key), "thread"),
        w.push(),
        w.action("share", "Share", ev("share", key=one.key), rid="share"),
        w.action("content_copy", "Copy link", ev("copy", key=one.key), rid="copy_link").styled(size=21),
        width="fill", align="center", pad=(0, 4, 0, 4),
    )  # fmt: skip
    who = one.author
    author = p.person_line(who, p.ago(one.at, view.now), 30, you=who == ME or own is not None)

    return node(
        "column",
        crumb,
        w.text(one.title, "24,31,Bold,-0.2", heading=True, id="thread_title", pad=(0, 2, 0, 2)),
        author,
        words,
        p.picture(one.art, 190) if one.art is not None and state.settings.previews else None,
        _poll(state, one.key),
        foot,
        width="fill",
        pad=(20, 2, 14, 2),
        gap=4,
        align="stretch",
    )


def _poll(state: State, key: str) -> Node | None:
    """A question with options; how they stand shows once one has chosen."""
    if key not in POLLS:
        return None
    options, votes = POLLS[key]
    mine = next((one.option for one in state.polls if one.thread == key), "")
    total = sum(votes) + bool(mine)
    rows = []
    for option, count in zip(options, votes, strict=True):
        chosen = option == mine
        told = count + chosen
        share = round(100 * told / total)
        bar = None
        if mine:
            bar = node("row", node("spacer", grow=max(share, 1), height=6, radius=3,
            bg="primary" if chosen else "outline"),
                       node("spacer", grow=max(100 - share, 1), height=6), width="fill", height=6)  # fmt: skip
        rows.append(
            node("column",
                 node("row", node("radio", checked=chosen, width=20, height=20), w.text(option, "15,20,Medium,0.1",
                 lines=1, grow=1),
                      w.text(f"{share}%", "14,20,Bold,0", "on_surface_variant") if mine else None, width="fill", gap=12,
                      align="center"),
                 bar, on=ev("poll", key=key, option=option), id="poll_option", cls="android.widget.RadioButton",
                 checked=chosen,
                 width="fill", pad=(14, 11, 14, 11), gap=8, radius=10,
                 outline="primary" if chosen else "outline_variant",
                 align="stretch")
        )  # fmt: skip
    note = w.text(f"{total} votes · until Sunday", "13,18,Regular,0.1", "on_surface_variant")
    return node("column", rows, note, width="fill", gap=8, pad=(0, 8, 6, 4), align="stretch", id="poll")


def _ordered(state: State, every_: tuple[Reply, ...], sort: str) -> Iterator[tuple[Reply, int]]:
    """Replies below what they answer, siblings in the picked order; nothing below a collapsed one."""
    known = {one.id for one in every_}

    def below(parent: str, depth: int) -> Iterator[tuple[Reply, int]]:
        here = [one for one in every_ if one.parent == parent or (not parent and one.parent not in known)]
        if sort == REPLY_SORTS[0]:
            here.sort(key=lambda one: (-score(state, one), one.at))
        elif sort == REPLY_SORTS[1]:
            here.reverse()
        for one in here:
            yield one, depth
            if one.id not in state.ui.collapsed:
                yield from below(one.id, depth + 1)

    yield from below("", 0)


def _reply(state: State, thread: Thread, one: Reply, depth: int, view: View) -> Node:
    lines = [
        node("column", node("spacer", width=2, height="fill", bg=p.LINES[i % len(p.LINES)]), width=14, height="fill",
             align="start")
        for i in range(min(depth, p.DEEPEST))
    ]  # fmt: skip
    closed = one.id in state.ui.collapsed
    own, mine = one.author == ME, answer_of(state, one.id)
    quiet = muted(state, "person", one.author) is not None and one.id not in state.ui.shown
    total = score(state, one)
    low = total < 0 and state.settings.low and one.id not in state.ui.shown
    when = p.ago(one.at, view.now)
    if mine is not None and mine.parent:
        when = f"{when} · to {mine.to}"
    who = node(
        "row",
        p.person_line(one.author, when, 24, you=own, began=one.author == thread.author),
        w.push(),
        w.action("unfold_more" if closed else "unfold_less", f"{'Expand' if closed else 'Collapse'} {one.author}",
                 ev("collapse", id=one.id), rid="collapse").styled(width=40, height=40, size=18),
        width="fill", align="center",
    )  # fmt: skip
    if closed:
        inside: list[Node | None] = []
    elif quiet or low:
        why = "You muted this person" if quiet else "Others voted this down"
        inside = [node("row", w.text(f"{why}. Show", "14,20,Medium,0.1", "primary"), on=ev("show", key=one.id),
        id="show_reply",
                       cls=w.ROW, height=44, align="center")]  # fmt: skip
    else:
        quote = None
        if mine is not None and mine.quote:
            quote = node("row", node("spacer", width=3, height="fill", bg="outline"), w.text(
                mine.quote, "14,20,Italic,0.1", "on_surface_variant", lines=2, grow=1), width="fill", gap=10,
                pad=(0, 2, 0, 6))  # fmt: skip
        controls = node(
            "row",
            p.vote_row("reply", one.id, one.author, total, vote_of(state, "reply", one.id), f"reply of {one.author}"),
            w.space(0, 4),
            node("button", text="Reply", on=ev("answer", key=thread.key, parent=one.id), id="reply", variant="text",
            height=40,
                 type="13,20,Bold,0.1", pad=(10, 0, 10, 0)) if not thread.locked else None,
            w.push(),
            w.action("more_horiz", f"Options for the reply of {one.author}",
                     ev("go", to="reply_options", id=one.id, key=thread.key, under="thread"), rid="reply_more")
            .styled(width=40, height=40, size=20),
            width="fill", align="center", height=40,
        )  # fmt: skip
        inside = [quote, w.text(one.text, "15,22,Regular,0.1", id="reply_text", pad=(0, 0, 8, 0)), controls]
    words = node("column", who, *inside, grow=1, align="stretch", pad=(0, 4, 0, 2))
    return node("row", *lines, words, id="row_reply", cls=w.GROUP, width="fill", pad=(20, 0, 8, 0))


def _foot(one: Thread) -> Node:
    box = node("row", w.icon("edit_note", 22), w.text("Reply to the thread", "15,20,Regular,0.1", "on_surface_variant",
    grow=1),
               on=ev("answer", key=one.key, parent=""), id="reply_thread", cls=w.ROW, grow=1, height=46, radius=12,
               bg="high", pad=(14, 0, 14, 0), gap=12, align="center")  # fmt: skip
    return node("column", w.divider(), node("row", box, width="fill", pad=(16, 8, 16, 8)), width="fill", bg="surface",
                align="stretch")  # fmt: skip


def find(state: State, place: Route, view: View) -> Screen:
    """Threads and groves by a word."""
    query = state.ui.query
    wanted = query.strip().casefold()
    top = c.search_bar(query, "Search Oakthread")
    if not wanted:
        asked = ("sourdough", "first ferry", "chair", "tram timetable", "写生")
        rows = [w.row(word, on=ev("query", text=word), rid="row_suggestion", leading=w.icon("history", 22), height=54,
        inset=20)
                for word in asked]  # fmt: skip
        return Screen(w.page(p.block("Asked lately"), rows), top=top, title="Search")
    rooms = [one for one in GROVES if wanted in f"{one.name} {one.about}".casefold()]
    threads = [one for one in every(state) if wanted in f"{one.title} {one.text}".casefold()]
    if not (rooms or threads):
        nothing = w.empty("search_off", f"Nothing on “{query.strip()}”", "Another word may do: tap, rye, tandem.")
        return Screen(w.page(nothing), top=top, title="Search")
    body = w.page(
        [p.block("Groves")] if rooms else [],
        [grove_row(state, one) for one in rooms],
        [p.block("1 thread" if len(threads) == 1 else f"{len(threads)} threads")] if threads else [],
        [p.card(state, one, view, under="search") for one in threads],
    )
    return Screen(body, top=top, title="Search")
