"""A place of Mapwren in its sheet over the map, and the lists that it is saved in."""

from dataclasses import replace

from adapters.phone.apps.mapwren import parts
from adapters.phone.apps.mapwren.app import app
from adapters.phone.apps.mapwren.content import PLACES, REVIEWS, Place, Review, place_of
from adapters.phone.apps.mapwren.directions import directions_to
from adapters.phone.apps.mapwren.model import State, holding, opening
from adapters.phone.apps.mapwren.parts import SOFT, TOP
from adapters.phone.components.bottom_sheets import sheet
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.buttons import wide_button
from adapters.phone.framework.actions import Handled
from adapters.phone.framework.state_paths import toggled
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Screen, View, route
from adapters.phone.ui.node import Node, ev, node

_SHEET = 600
_LOW = 280
"""Above this height in dp the map is not under the sheet."""


@app.screen("place", distractor="a place with its address, as a row of a list or a search shows it")
def place_page(state: State, view: View, key: str = "") -> Screen:
    """One place in its sheet over the map."""
    place = place_of(key)
    held = holding(state, place.name)
    # Its own position on the first screen's map, if the sheet leaves that in sight; else the middle of another map.
    in_sight = 30 <= place.x <= 381 and TOP <= place.y <= _LOW
    x, y = (place.x - 26, place.y - 26) if in_sight else (180, 170)
    pin = parts.at(x, y, parts.kind_disc(place.kind, 52, 26, 3, id="pin"))
    return parts.map_screen(
        pin, parts.up_button(), head=[_head(place), _actions(place, held)],
        rows=_details(place, held, view), rid="details", height=_SHEET, seed=4 if in_sight else 7, title=place.name,
    )  # fmt: skip


def _head(place: Place) -> Node:
    texts = (f"({place.ratings:,})", "·", place.kind, "·", parts.distance(place))
    summary = node("row", parts.rating(place), [w.text(text, "bodyM", SOFT) for text in texts], gap=6, align="center")
    title = w.text(place.name, "24,30,Medium,0", heading=True, lines=2)
    return column(title, summary, align="start", pad=(20, 0, 20, 10), gap=4)


def _actions(place: Place, held: tuple[str, ...]) -> Node:
    label, icon = ("Saved", "bookmark") if held else ("Save", "bookmark_border")
    return line(
        wide_button("Directions", directions_to(place), rid="directions", icon_name="directions"),
        wide_button(label, ev("save", key=place.key), rid="save", variant="tonal", icon_name=icon),
        pad=(20, 0, 16, 12),
        gap=8,
    )


def _details(place: Place, held: tuple[str, ...], view: View) -> list[Node | None]:
    hours = f"{place.hours[0]}–{place.hours[1]} every day" if place.hours else ""
    photo = node("image", art=place.art, width="fill", height=168, radius=20, desc=place.name)
    first = PLACES.index(place) % len(REVIEWS)
    return [
        column(photo, pad=(20, 2, 20, 10)),
        w.text(place.about, "bodyL", pad=(20, 0, 20, 8)) if place.about else None,
        parts.fact(place.street, "Address", "place"),
        parts.fact(opening(place, view.now), hours, "schedule"),
        parts.fact(place.phone, "Phone", "call") if place.phone else None,
        parts.fact(", ".join(held), "Saved in", "bookmark", on=ev("save", key=place.key)) if held else None,
        w.text("Reviews", "titleM", pad=(20, 14, 20, 2)),
        *map(_review, (*REVIEWS[first:], *REVIEWS[:first])),
    ]


def _review(review: Review) -> Node:
    stars = [w.icon("star" if number < review.stars else "star_border", 14, "star") for number in range(5)]
    texts = words(
        w.text(review.author, "labelL", lines=1),
        node("row", stars, w.text(review.when, "bodyS", SOFT, pad=(6, 0, 0, 0)), align="center"),
        w.text(review.text, "bodyM", pad=(0, 3, 0, 0)),
    )
    return node("row", w.avatar(review.face, 36), texts, id="row_review", width="fill", pad=(20, 8, 20, 8), gap=14)


@app.on("save")
def save(state: State, key: str) -> Handled:
    """Show the lists of a place. If it is in none, it is saved in the first one at once."""
    name, lists = place_of(key).name, state.lists
    if lists and not holding(state, name):
        lists = (replace(lists[0], places=(*lists[0].places, name)), *lists[1:])
    return replace(state, lists=lists), Go(route("save", key=key))


@app.sheet("save", over="place", distractor="the lists of a place, beside the places of a list")
def save_sheet(state: State, key: str = "") -> Node:
    """The lists in which a place is."""
    place = place_of(key)
    rows = [
        parts.tick(
            known.name, f"{len(known.places)} saved", ev("keep", key=place.key, list=known.name),
            place.name in known.places, rid="row_list", icon=known.glyph,
        )
        for known in state.lists
    ]  # fmt: skip
    foot = line(wide_button("Done", w.UP, rid="done"), pad=(24, 12, 24, 4))
    return sheet(f"Save {place.name}", rows, foot, look=parts.SHEET)


@app.on("keep")
def keep(state: State, key: str, list: str) -> State:  # noqa: A002 - the argument of the route `list`, too
    """Save a place in a list, or remove it from there."""
    name = place_of(key).name
    lists = tuple(
        replace(known, places=toggled(known.places, name)) if known.name == list else known for known in state.lists
    )
    return replace(state, lists=lists)
