"""Oakthread's home, the groves, one grove with its alerts, and the search."""

from dataclasses import replace

from adapters.phone.apps.oakthread import model
from adapters.phone.apps.oakthread import parts as p
from adapters.phone.apps.oakthread.app import app
from adapters.phone.apps.oakthread.content import GROVES, Grove, grove_name, grove_of
from adapters.phone.apps.oakthread.model import JOIN_ALERTS, SORTS, Joined, State
from adapters.phone.components.boxes import column, line, radio_line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import Handled, focus, go, switch_to, then
from adapters.phone.framework.state_paths import Bound, bind, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Screen, Toast, View
from adapters.phone.ui.node import Art, Node, node

SEARCHES = ("starter", "first ferry", "chair", "winter timetable", "写生")
BELLS = {"Off": "notifications_off", "Every thread": "notifications_active"}
"""Icons of a grove's alerts, where they are not the usual ones."""


@app.screen("home")
def home(state: State, view: View) -> Screen:
    """The threads of one's groves."""
    sort = bind(state, "ui.sort")
    chips = [c.chip(name, sort.to(name), name == sort.value, rid="chip_sort", single=True, radius=10) for name in SORTS]
    threads = [p.card(state, thread, view) for thread in model.front(state)]
    find = c.button("Find a grove", switch_to("groves"), rid="find_grove", width="wrap", height=44)
    body = w.page(
        p.big_title("Oakthread", f"{p.count_of(len(state.joined), 'grove')} you belong to"),
        radio_line(chips, rid="sort_group", pad=(20, 0, 20, 14)),
        threads or w.empty("park", "Quiet in here", "Join a grove and its threads grow here.", find),
        w.space(64),
        rid="threads",
    )
    top = p.page_bar(p.search_action())
    return Screen(body, top=top, bottom=p.nav("Home", view.now), fab=p.new_thread_button(state), title="Oakthread")


@app.screen("groves")
def groves(state: State, view: View) -> Screen:
    """All groves: those to be found first, then one's own."""
    mine = [grove for grove in GROVES if model.joined(state, grove.key) is not None]
    others = [grove for grove in GROVES if grove not in mine]
    body = w.page(
        p.big_title("Groves", "Rooms to talk in, each about one thing"),
        p.block("To be found") if others else None,
        [_grove_row(state, grove) for grove in others],
        p.block("You belong to") if mine else None,
        [_grove_row(state, grove) for grove in mine],
    )
    return Screen(body, top=p.page_bar(p.search_action()), bottom=p.nav("Groves", view.now), title="Groves")


def _grove_row(state: State, grove: Grove) -> Node:
    """A grove in a list, with the button that joins."""
    texts = words(
        w.text(grove.name, "16,22,Bold,0", lines=1, id="name"),
        p.note_text(grove.about, lines=2, id="about"),
        w.text(_members(state, grove), "12,16,Medium,0.2", p.SOFT, id="members", pad=(0, 3, 0, 0)),
    )
    return line(
        p.mark(grove, 48), texts, p.join_button(state, grove),
        on=then(focus(None), go("grove", grove=grove.key)), id="row_grove", cls=w.GROUP, pad=(20, 10, 16, 10), gap=14,
    )  # fmt: skip


def _members(state: State, grove: Grove) -> str:
    return f"{p.count(grove.members + (model.joined(state, grove.key) is not None))} members"


@app.screen("grove", activity=".GroveActivity")
def grove_page(state: State, view: View, grove: str = "") -> Screen:
    """One grove: its picture, what it is for, its alerts, its threads."""
    known = grove_of(grove)
    if known is None:
        return p.not_found("grove")
    threads = [p.card(state, thread, view, under="grove") for thread in model.in_grove(state, grove)]
    nothing = w.empty("park", "No threads yet", "Plant the first one.")
    body = w.page(_head(state, known), w.space(4), threads or nothing, w.space(64), rid="threads")
    bell = _bell(state, grove)
    top = p.bar(bell) if bell else p.bar()
    return Screen(body, top=top, fab=p.new_thread_button(state, grove), title=known.name)


def _head(state: State, grove: Grove) -> Node:
    photo = node("image", art=Art(grove.picture, len(grove.about)), width="fill", height=128)
    mark = p.mark(grove, 72).styled(outline="surface", outline_width=4)
    members = w.text(_members(state, grove), "14,20,Bold,0", grow=1)
    return column(
        node(
            "stack",
            column(photo, height=150),
            node("row", mark, pad=(18, 0, 0, 0), place=("start", "end")),
            width="fill", height=156,
        ),
        p.big_title(grove.name, grove.about),
        line(members, p.join_button(state, grove), gap=8, pad=(20, 0, 20, 12)),
    )  # fmt: skip


def _bell(state: State, grove: str) -> Node | None:
    """The bell of a grove that one belongs to."""
    member = model.joined(state, grove)
    if member is None:
        return None
    glyph = BELLS.get(member.alerts, "notifications_none")
    return w.action(glyph, f"Alerts: {member.alerts}", go("alerts", grove=grove), rid="alerts", color="on_surface")


@app.on("join")
def join(state: State, grove: str) -> Handled:
    """Join a grove, or leave it."""
    if model.joined(state, grove) is None:
        return replace(state, joined=(*state.joined, Joined(grove))), Toast(f"You joined {grove_name(grove)}")
    return replace(state, joined=without(state.joined, grove=grove)), Toast(f"You left {grove_name(grove)}")


@app.dialog("alerts", over="grove", title="Alerts", distractor="alerts of a grove, not of a thread")
def alerts_dialog(state: State, grove: str = "") -> Overlay:
    """The alerts of a grove."""
    member = model.joined(state, grove)
    value = Bound(f"joined[grove={grove}].alerts", member.alerts if member is not None else JOIN_ALERTS[0])
    return choice_dialog(f"Alerts of {grove_name(grove)}", value, JOIN_ALERTS)


@app.screen("search", activity=".SearchActivity", distractor="another way to threads, and to twins of a grove")
def search(state: State, view: View) -> Screen:
    """Threads and groves by a word."""
    query = bind(state, "ui.query")
    wanted = query.value.strip().casefold()
    groves = [grove for grove in GROVES if wanted in f"{grove.name} {grove.about}".casefold()]
    threads = [thread for thread in model.all_threads(state) if wanted in f"{thread.title} {thread.text}".casefold()]
    if not wanted:
        rows = [
            w.row(word, on=query.to(word), rid="row_suggestion", leading=w.icon("history", 22), height=54, inset=20)
            for word in SEARCHES
        ]
        body = w.page(p.block("Asked lately"), rows)
    elif not (groves or threads):
        title = f"Nothing on “{query.value.strip()}”"
        body = w.page(w.empty("search_off", title, "Another word may do: tap, rye, tandem."))
    else:
        body = w.page(
            p.block("Groves") if groves else None,
            [_grove_row(state, grove) for grove in groves],
            p.block(p.count_of(len(threads), "thread")) if threads else None,
            [p.card(state, thread, view, under="search") for thread in threads],
        )
    return Screen(body, top=search_bar(query, "Search Oakthread"), title="Search")
