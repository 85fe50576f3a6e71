"""Jotfern's wall of notes, and the search."""

from adapters.phone.apps.jotfern import cards, model
from adapters.phone.apps.jotfern.app import app
from adapters.phone.apps.jotfern.model import KINDS, State, count_of
from adapters.phone.apps.jotfern.notes import SEARCHES
from adapters.phone.components.boxes import column, line
from adapters.phone.components.buttons import round_button
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import assign, focus, go, then
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, ev, node

SEARCH = then(assign("ui.query", ""), assign("ui.kind", ""), go("search"), focus("search_src_text"))


@app.screen("notes")
def notes(state: State, view: View) -> Screen:
    """What is pinned, then everything else."""
    shown = model.in_place(state)
    pinned = [note for note in shown if note.pinned]
    others = [note for note in shown if not note.pinned]
    parts: list[Node] = []
    if pinned:
        parts += [_head("Pinned"), cards.wall(pinned, view), _head("Others") if others else w.space(0)]
    if others:
        parts.append(cards.wall(others, view))
    if shown:
        body = w.page(w.space(0 if pinned else 8), parts, w.space(12))
    else:
        body = w.page(w.empty("lightbulb", "No notes yet", "Tap the plus to write the first one."))
    return Screen(body, top=_search_line(), bottom=_tools(), title="Notes")


def _head(title: str) -> Node:
    return w.text(title, "labelL", "on_surface_variant", pad=(22, 12, 22, 8))


def _search_line() -> Node:
    """The way to the search."""
    hint = w.text("Search Jotfern", "bodyL", "on_surface_variant", lines=1, heading=True)
    pill = line(
        w.icon("search", 22),
        node("row", hint, on=SEARCH, id="search", cls=w.ROW, grow=1, height=48, align="center"),
        height=52, radius=26, bg="container", pad=(18, 0, 4, 0), gap=12, id="search_bar", cls=w.GROUP,
    )  # fmt: skip
    return column(pill, pad=(16, 8))


def _tools() -> Node:
    """The lower bar: where else to look, and the button for a new note at its end."""
    new = round_button(
        "add", "New note", ev("new"), rid="new_note", bg="primary_container", color="on_primary_container",
        width=56, height=56, radius=16, size=26,
    )  # fmt: skip
    return line(
        w.action("check_box", "New list", ev("new", checklist=True), rid="new_list"),
        w.action("notifications_none", "Reminders", go("reminders"), rid="reminders"),
        w.action("label_outline", "Labels", go("labels"), rid="labels"),
        w.action("archive", "Archive", go("archive"), rid="archive"),
        w.push(),
        new,
        height=76, bg="container", pad=(8, 10, 14, 10), gap=4, id="bottom_bar", cls=w.GROUP,
    )  # fmt: skip


@app.screen("search", distractor="finds notes that are there already")
def search(state: State, view: View) -> Screen:
    """Notes by their words or kind."""
    query, kind = bind(state, "ui.query"), bind(state, "ui.kind")
    kinds = [
        c.chip(name, kind.to("" if kind.value == name else name), kind.value == name, rid="chip_kind") for name in KINDS
    ]
    body = w.page(c.chips(kinds, inset=20, rid="kind_group"), _results(state, view, query))
    return Screen(body, top=search_bar(query, "Search notes"), title="Search")


def _results(state: State, view: View, query: Bound[str]) -> list[Node]:
    hits = model.found(state, query.value, state.ui.kind)
    if hits:
        count = w.text(count_of(hits), "bodyM", "on_surface_variant", pad=(22, 8, 20, 8), id="result_count")
        return [count, cards.wall(hits, view)]
    if query.value.strip() or state.ui.kind:
        return [w.empty("search_off", "Nothing found", "No note has these words and this kind.")]
    return [
        w.row(tip, on=query.to(tip), rid="row_recent", leading=w.icon("history"), height=56, inset=20)
        for tip in SEARCHES
    ]
