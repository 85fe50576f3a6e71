"""Drizzlecast's saved places as small skies, what can be done with each, and the search for another."""

from dataclasses import replace

from adapters.phone.apps.drizzlecast import weather
from adapters.phone.apps.drizzlecast.app import app
from adapters.phone.apps.drizzlecast.content import KINDS, PLACES, Place, place_named
from adapters.phone.apps.drizzlecast.content import search as search_places
from adapters.phone.apps.drizzlecast.model import MOST_PLACES, State, degrees, high_and_low
from adapters.phone.apps.drizzlecast.parts import CORNER, TITLE, WHITE, picture, show_place, white
from adapters.phone.components.bottom_sheets import SheetLook, sheet
from adapters.phone.components.boxes import column
from adapters.phone.components.buttons import extended_fab
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import Handled, assign, back, focus, go, then, toast
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node

SEARCH = then(assign("ui.query", ""), go("search"), focus("search_src_text"))
_HEIGHT = 124


@app.screen("places")
def places(state: State, view: View) -> Screen:
    """The saved places as small skies."""
    cards = [_card(state, name, view) for name in state.places]
    hint = w.empty("add_location_alt", "No saved place", "Add one and its sky hangs here.")
    top = w.app_bar("Saved places", w.action("settings", "Settings", go("settings"), rid="settings"), style=TITLE)
    add = extended_fab("Add a place", "add", SEARCH, rid="fab_add")
    return Screen(w.page(w.space(4), cards or hint, w.space(72)), top=top, fab=add, title="Saved places")


def _card(state: State, name: str, view: View) -> Node:
    now, today = weather.now(name, view.now), weather.day(name, view.now.date())
    mark = w.icon("home", 16, WHITE, desc="First page") if name == state.home else None
    texts = node(
        "column",
        node("row", white(name, "titleL", lines=1, id="name"), mark, gap=8, align="center"),
        white(KINDS[now.kind].label, "bodyM"),
        w.push(),
        white(high_and_low(state.units, today), "bodyM"),
        grow=1,
        height="fill",
    )
    side = node(
        "column",
        w.action("more_vert", f"Options for {name}", go("options", place=name), rid="options", color=WHITE),
        w.push(),
        white(degrees(state.units, now.temp), "44,52,Light,-1", id="temperature", pad=(0, 0, 12, 0)),
        align="end",
        height="fill",
    )
    front = node(
        "row", texts, side, width="fill", height=_HEIGHT, pad=(16, 12, 4, 10), place=("fill", "fill"), align="stretch"
    )
    ground = picture(now.kind, seed=11, height=_HEIGHT, radius=CORNER)
    card = node("stack", ground, front, on=show_place(name), id="row_place", cls=w.GROUP, width="fill", height=_HEIGHT)
    return column(card, pad=(16, 6))


@app.sheet("options", over="places", title="Place options")
def options(state: State, place: str = "") -> Node:
    """What can be done with a saved place."""
    is_first = place == state.home
    make_first = then(assign("home", place), back(), toast(f"Starts with {place} from now on"))
    first_label = "Is the first page" if is_first else "Make it the first page"
    return sheet(
        place,
        _option(first_label, None if is_first else make_first, "make_first", "home"),
        _option("Move up", ev("move_up", place=place), "move_up", "arrow_upward"),
        _option("Remove", ev("remove", place=place), "remove", "delete_outline"),
        look=SheetLook(),
    )


def _option(label: str, on: Ev | None, rid: str, icon: str) -> Node:
    return w.row(label, on=on, rid=rid, leading=w.icon(icon), height=56)


@app.on("move_up")
def move_up(state: State, place: str) -> Handled:
    """Move a saved place before the one above it."""
    names = list(state.places)
    at = names.index(place) if place in names else 0
    if at:
        names[at - 1], names[at] = names[at], names[at - 1]
    return replace(state, places=tuple(names)), Back()


@app.on("remove")
def remove(state: State, place: str) -> Handled:
    """Remove a saved place. The last one stays; another one becomes the first page if that one is removed."""
    rest = tuple(name for name in state.places if name != place)
    if not rest:
        return Back(), Toast("One place has to stay")
    home = state.home if state.home in rest else rest[0]
    return replace(state, places=rest, home=home), Back(), Toast(f"{place} removed")


@app.screen("search")
def search(state: State, view: View) -> Screen:
    """The search for a place."""
    query = bind(state, "ui.query")
    found = search_places(query.value)
    if not query.value:
        tips = [place for place in PLACES if place.name not in state.places][:6]
        rows = [w.text("Nearby", "titleS", "primary", pad=(16, 12, 16, 4)), *(_hit(state, tip, view) for tip in tips)]
    elif found:
        rows = [_hit(state, place, view) for place in found]
    else:
        rows = [w.empty("wrong_location", f"No place called “{query.value}”", "Try the next larger one.")]
    return Screen(w.page(rows), top=search_bar(query, "Search places"), title="Search")


def _hit(state: State, place: Place, view: View) -> Node:
    now, saved = weather.now(place.name, view.now), place.name in state.places
    icon, label = ("check", f"{place.name} is saved") if saved else ("add", f"Save {place.name}")
    save = w.action(icon, label, ev("save", place=place.name), rid="save_place", color="primary", enabled=not saved)
    side = node("row", w.text(degrees(state.units, now.temp), "titleM"), save, gap=8, align="center")
    kind = KINDS[now.kind]
    return w.row(
        place.name, place.region, on=show_place(place.name), rid="row_place", trailing=side, height=72,
        leading=w.icon(kind.glyph, 24, "primary", desc=kind.label),
    )  # fmt: skip


@app.on("save")
def save(state: State, place: str) -> Handled:
    """Save a place."""
    if place in state.places or place_named(place) is None:
        return None
    if len(state.places) >= MOST_PLACES:
        return Toast(f"At most {MOST_PLACES} places")
    return replace(state, places=(*state.places, place)), Toast(f"{place} saved")
