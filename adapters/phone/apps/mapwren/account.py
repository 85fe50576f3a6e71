"""Mapwren's page of the user: lists of saved places, planned trips."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.mapwren.app import app
from adapters.phone.apps.mapwren.content import BY_NAME
from adapters.phone.apps.mapwren.directions import facts, mode_glyph
from adapters.phone.apps.mapwren.model import State, Trip, lasting
from adapters.phone.apps.mapwren.parts import ROW_TITLE, SOFT, fact, place_row, trip_map
from adapters.phone.components.boxes import line, words
from adapters.phone.framework.actions import Handled, go
from adapters.phone.framework.state_paths import find, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Node, ev


@app.screen("you")
def you(state: State) -> Screen:
    """Who is signed in, the lists, the way to trips."""
    name = words(w.text("Robin Vale", "22,28,Medium,0"), w.text("Alder Cross", "bodyM", SOFT))
    lists = [
        fact(known.name, f"{len(known.places)} saved", known.glyph, on=go("list", list=known.name), rid="row_list")
        for known in state.lists
    ]
    body = w.page(
        line(w.avatar(3, 64), name, pad=(20, 8, 20, 16), gap=16),
        w.text("Your lists", "titleM", pad=(20, 4, 20, 4)),
        lists,
        w.divider(),
        fact("Planned trips", str(len(state.trips)), "route", on=go("trips"), rid="row_trips"),
    )
    return Screen(body, top=w.app_bar("You"), title="You")


@app.screen("list")
def list_page(state: State, view: View, list: str = "") -> Screen:  # noqa: A002 - the argument of the event, too
    """The places of a list."""
    saved = find(state.lists, name=list)
    if saved is None:
        gone = w.page(w.empty("bookmark", "No such list", "It was deleted."))
        return Screen(gone, top=w.app_bar("List"), title="List")
    delete = w.action("delete_outline", "Delete list", ev("delete_list", list=saved.name), rid="delete")
    rows = [place_row(BY_NAME[name], view) for name in reversed(saved.places) if name in BY_NAME]
    hint = w.empty(saved.glyph, "Nothing saved here", "Save on a place’s page puts it here.")
    top = w.app_bar(saved.name, delete, support=f"{len(saved.places)} saved")
    return Screen(w.page(rows or hint), top=top, title=saved.name)


@app.on("delete_list")
def delete_list(state: State, list: str) -> Handled:  # noqa: A002 - the argument of the route, too
    """Delete a list."""
    return replace(state, lists=without(state.lists, name=list)), Back(), Toast("List deleted")


@app.screen("trips")
def trips(state: State) -> Screen:
    """What was planned, the newest first."""
    rows = [_trip_row(trip) for trip in reversed(state.trips)]
    hint = w.empty("route", "No trips yet", "Plan one from a place’s directions.")
    return Screen(w.page(rows or hint), top=w.app_bar("Planned trips"), title="Planned trips")


def _trip_row(trip: Trip) -> Node:
    return w.row(
        f"To {trip.target}", f"From {trip.origin}", f"{trip.departure}  ·  {lasting(trip.minutes)}",
        on=go("trip", id=trip.id), rid="row_trip", leading=w.disc(mode_glyph(trip.mode), 44),
        trailing=w.icon("chevron_right", 20), style=ROW_TITLE,
    )  # fmt: skip


@app.screen("trip")
def trip_page(state: State, id: str = "") -> Screen:  # noqa: A002 - the record's own field
    """One planned trip."""
    trip = find(state.trips, id=id)
    if trip is None:
        gone = w.page(w.empty("route", "No such trip", "It was deleted."))
        return Screen(gone, top=w.app_bar("Trip"), title="Trip")
    # A trip that was to begin at once began when it was planned.
    began = datetime.fromisoformat(trip.planned)
    body = w.page(trip_map(len(trip.via), 200), w.space(6), facts(trip, trip.via, trip.minutes, began))
    delete = w.action("delete_outline", "Delete trip", ev("delete_trip", id=trip.id), rid="delete")
    top = w.app_bar("Trip", delete, support=f"Planned on {began.day} {began:%b, %H:%M}")
    return Screen(body, top=top, title="Trip")


@app.on("delete_trip")
def delete_trip(state: State, id: str) -> Handled:  # noqa: A002 - the record's own field
    """Delete a trip."""
    return replace(state, trips=without(state.trips, id=id)), Back(), Toast("Trip deleted")
