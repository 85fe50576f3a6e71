"""What several of Mapwren's screens show: the map with what floats on it, sheets, rows of places and facts. Pure."""

from dataclasses import replace
from typing import Any

from adapters.phone.apps.mapwren.content import Place, kind_of
from adapters.phone.apps.mapwren.model import length, opening
from adapters.phone.apps.mapwren.routing import HERE, metres
from adapters.phone.components.bottom_sheets import SheetLook, grip
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import disc_button
from adapters.phone.framework.actions import assign, focus, go, then
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Art, Ev, Node, ev, node

WHITE = "#FFFFFF"
SOFT = "on_surface_variant"
TOP, LOW = 170, 440
"""Between these heights in dp the map is neither under the chips nor under the sheet."""
ROW_TITLE = "16,22,Medium,0.1"
_GRIP = 26
SHEET = SheetLook(
    title="20,26,Medium,0", title_lines=2, heading=False, head_id="", head_pad=(24, 0, 10, 6), grip_height=_GRIP,
    close_color="on_surface", end=16, bg="surface",
)  # fmt: skip


def search_for(pick: str = "") -> Ev:
    """Open the search; with `pick` what is found becomes that end of the plan."""
    return then(assign("ui.query", ""), go("search", pick=pick), focus("search_src_text"))


def ground(seed: int = 4) -> Node:
    """Return the map that fills a screen. Few seeds: a map of that size takes 0.4 s to draw the first time."""
    return node("image", art=Art("map", seed), desc="Map", place=("fill", "fill"), id="map")


def at(x: float, y: float, what: Node) -> Node:
    """Return a node at a place of the map, its upper left corner in dp."""
    return node("column", what, pad=(x, y, 0, 0))


def kind_disc(kind: str, size: int, icon: int, edge: int, **more: Any) -> Node:
    """Return the icon of a kind of places on a raised disc of its colour."""
    look = kind_of(kind)
    glyph = w.icon(look.glyph, icon, WHITE, place=("center", "center"))
    return node(
        "stack", glyph, width=size, height=size, radius=size // 2, bg=look.color,
        outline=WHITE, outline_width=edge, elevation=edge, **more,
    )  # fmt: skip


def pins(places: tuple[Place, ...]) -> list[Node]:
    """Return the pins of those places that are in sight; a tap opens the place."""
    return [_pin(place) for place in places if 24 <= place.x <= 387 and TOP <= place.y <= LOW]


def _pin(place: Place) -> Node:
    mark = kind_disc(place.kind, 30, 16, 2, place=("center", "center"))
    room = node("stack", mark, width=48, height=48, on=ev("open_place", key=place.key), desc=place.name, id="pin")
    return at(place.x - 24, place.y - 24, room)


def dot(x: float, y: float) -> Node:
    """Return the mark of where the phone is."""
    core = node(
        "spacer", width=18, height=18, radius=9, bg="#2A6FDB", outline=WHITE, outline_width=3, elevation=2,
        place=("center", "center"),
    )  # fmt: skip
    halo = node("stack", core, width=44, height=44, radius=22, bg="#BFD6F8", alpha=0.9, id="here", desc=HERE)
    return at(x - 22, y - 22, halo)


def up_button() -> Node:
    """Return the button over a map that leads back."""
    return at(16, 36, disc_button("arrow_back", "Navigate up", w.UP, rid="up", elevation=2))


def map_screen(
    *floating: w.Some, head: w.Some, rows: w.Some, height: float, title: str, seed: int = 4, rid: str = "list"
) -> Screen:
    """Return a screen of a map, what floats on it, and a standing sheet whose rows scroll."""
    scroll = node(
        "scroll", rows, w.space(36),
        id=rid, cls="androidx.recyclerview.widget.RecyclerView", width="fill", grow=1, align="stretch",
    )  # fmt: skip
    window = column(
        grip(_GRIP), head, scroll,
        id="sheet", height=height, bg="surface", radius=(28, 28, 0, 0), elevation=3, place=("fill", "end"),
    )  # fmt: skip
    body = node("stack", ground(seed), *floating, window, width="fill", height="fill")
    return Screen(body, edge=True, ink="dark", title=title)


def trip_map(seed: int, height: float) -> Node:
    """Return a strip of a map with both ends of a trip on it."""
    flag = at(300, 28, w.icon("place", 44, "error"))
    return node("stack", ground(seed).styled(height=height), dot(84, height - 56), flag, width="fill", height=height)


def place_row(place: Place, view: View, on: Ev | None = None) -> Node:
    """Return a place in a list: its picture, name, what it is, how far, whether it is open. A tap opens it."""
    return w.row(
        place.name, f"{place.kind}  ·  {distance(place)}  ·  {place.street}", opening(place, view.now),
        on=on or ev("open_place", key=place.key), rid="row_place",
        leading=node("image", art=place.art, width=56, height=56, radius=16), trailing=rating(place), style=ROW_TITLE,
    )  # fmt: skip


def distance(place: Place) -> str:
    """Return how far a place is from the phone."""
    return length(metres(HERE, place.name))


def rating(place: Place) -> Node:
    """Return the mean rating of a place."""
    stars = w.text(f"{place.stars / 10:.1f}", "labelL")
    return node("row", stars, w.icon("star", 16, "star"), gap=2, align="center")


def fact(value: str, label: str, icon: str, *, on: Ev | None = None, rid: str = "row_fact") -> Node:
    """Return a row with one fact; if it cannot be touched, a description of its own keeps its two texts together."""
    arrow = w.icon("chevron_right", 20) if on else None
    row = w.row(value, label, on=on, rid=rid, leading=w.icon(icon, 24, "primary"), trailing=arrow, inset=20)
    return row if on or not label else replace(row, desc=f"{label}, {value}")


def tick(label: str, support: str, on: Ev, checked: bool, *, rid: str, icon: str = "") -> Node:
    """Return a row with a box to tick; the row takes the tap and has the state."""
    texts = words(w.text(label, "bodyL", lines=1), w.text(support, "bodyM", SOFT) if support else None)
    box = node("checkbox", checked=checked, width=20, height=20, id="checkbox")
    return line(
        w.icon(icon, 24, "primary") if icon else None, texts, box,
        on=on, id=rid, cls="android.widget.CheckBox", checked=checked, height=60, pad=(24, 0), gap=16,
    )  # fmt: skip
