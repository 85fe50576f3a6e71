"""Mapwren's map: the first screen, the search, places of a kind."""

from dataclasses import replace

from adapters.phone.apps.mapwren.app import app
from adapters.phone.apps.mapwren.content import BY_NAME, KINDS, PLACES, Place, kind_of, place_of, search_places
from adapters.phone.apps.mapwren.model import State, opening
from adapters.phone.apps.mapwren.parts import SOFT, dot, map_screen, pins, place_row, search_for, up_button
from adapters.phone.apps.mapwren.routing import AT, HERE, near
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import Handled, assign, back, do, focus, go, replace_with, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Ask, Focus, Go, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

_TITLE = "22,28,Regular,0"
_MOST_RECENT = 6
VOICE = do(Ask("android.permission.RECORD_AUDIO", ev("hear"), ev("refuse_microphone")))
"""Search by voice: the phone asks for its microphone once."""


@app.screen("home", activity=".MapActivity")
def home(view: View) -> Screen:
    """The map with pins, the search floating on it, and what is near in the sheet."""
    found = near()
    summary = f"14°C  ·  light traffic  ·  {len(found)} places"
    head = column(
        w.text("Near Ferry Street", _TITLE, heading=True), w.text(summary, "bodyM", SOFT),
        align="start", pad=(20, 0, 20, 8),
    )  # fmt: skip
    rows = [place_row(place, view) for place in found]
    return map_screen(dot(*AT), pins(PLACES), _floating(), head=head, rows=rows, height=400, title="Map")


def _floating() -> Node:
    """The search bar and the kinds of places."""
    search = node(
        "row", w.icon("near_me", 22, "primary"), w.text("Where to?", "bodyL", SOFT, grow=1),
        on=search_for(), id="search_bar", cls=w.ROW, desc="Search", grow=1, height=52, pad=(18, 0, 0, 0), gap=14,
        align="center",
    )  # fmt: skip
    voice = w.action("mic", "Search by voice", VOICE, rid="voice")
    face = w.avatar(3, 32).styled(place=("center", "center"))
    account = node("stack", face, on=go("you"), id="account", desc="You", width=48, height=48)
    bar = line(search, voice, account, bg="surface", radius=28, elevation=2, height=56, pad=(0, 0, 4, 0))
    chips = [_kind_chip(kind) for kind in KINDS]
    strip = node("scroll", chips, horizontal=True, id="kinds", width="fill", height=56, gap=8, pad=(16, 8, 16, 8))
    return node("column", column(bar, pad=(16, 32, 16, 0)), strip, place=("fill", "start"), align="stretch")


@app.on("hear")
def hear() -> Handled:
    """Listen: nobody speaks to a virtual phone."""
    return Toast("Nothing was heard. Type where you want to go.")


@app.on("refuse_microphone")
def refuse_microphone() -> Handled:
    """Say what search by voice needs."""
    return Toast("Search by voice needs the microphone")


def _kind_chip(kind: str) -> Node:
    return node(
        "row", w.icon(kind_of(kind).glyph, 18, "primary"), w.text(kind, "labelL"),
        on=go("kind", kind=kind), id="chip_kind", cls="android.widget.Button", height=40, pad=(14, 0, 16, 0),
        gap=8, align="center", bg="surface", radius=24, elevation=1,
    )  # fmt: skip


@app.on("open_place")
def open_place(state: State, key: str) -> Handled:
    """Open a place, which becomes the most recent one."""
    name = place_of(key).name
    recent = (name, *(known for known in state.ui.recent if known != name))[:_MOST_RECENT]
    return replace(state, ui=replace(state.ui, recent=recent)), Focus(None), Go(route("place", key=key))


@app.screen("search")
def search(state: State, view: View, pick: str = "") -> Screen:
    """The search page: for a place to see, or for an end of the plan."""
    query = bind(state, "ui.query")

    def rows(places: tuple[Place, ...]) -> list[Node]:
        return [place_row(place, view, _take(pick, place.name) if pick else None) for place in places]

    found = rows(search_places(query.value))
    if not query.value:
        found = [
            *([_here_row(pick)] if pick else []),
            *_under("Recent", rows(tuple(BY_NAME[name] for name in state.ui.recent if name in BY_NAME))),
            *_under("Near you", rows(near()[:8])),
        ]
    elif not found:
        found = [w.empty("search_off", f"No place for “{query.value}”", "Try a street or a kind of place.")]
    return Screen(w.page(found), top=search_bar(query, "Search places"), title="Search")


def _take(pick: str, name: str) -> Ev:
    """Take over a place as an end of the plan."""
    return then(assign(f"plan.{pick}", name), assign("plan.via", ""), focus(None), back())


def _here_row(pick: str) -> Node:
    return w.row(HERE, "Near Ferry Street", on=_take(pick, HERE), rid="row_here", leading=w.disc("my_location"))


def _under(title: str, rows: list[Node]) -> list[Node]:
    """Rows under their heading; nothing if there are none."""
    return [w.text(title, "titleS", SOFT, pad=(16, 12, 16, 4)), *rows] if rows else []


@app.screen("kind", distractor="places of one kind, which no list has", activity=".MapActivity")
def places_of_kind(view: View, kind: str = next(iter(KINDS)), open: bool = False) -> Screen:  # noqa: A002
    """The places of a kind on the map and in the sheet, or those that are open now."""
    found = tuple(place for place in near(kind) if not open or not opening(place, view.now).startswith("Closed"))
    chip = c.chip("Open now", replace_with("kind", kind=kind, open=not open), open, rid="chip_open")
    count = f"{len(found)} place" if len(found) == 1 else f"{len(found)} places"
    head = line(words(w.text(kind, _TITLE, heading=True), w.text(count, "bodyM", SOFT)), chip, pad=(20, 0, 20, 8))
    hint = w.empty(kind_of(kind).glyph, "Nothing open now", "Take the filter off to see all.")
    rows = [place_row(place, view) for place in found]
    return map_screen(dot(*AT), pins(found), up_button(), head=head, rows=rows or hint, height=440, title=kind)
