"""Mapwren's planned trips: all of them, and one."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.mapwren.app import app
from adapters.phone.apps.mapwren.directions import facts, mode_glyph
from adapters.phone.apps.mapwren.model import State, Trip, lasting
from adapters.phone.apps.mapwren.parts import ROW_TITLE, trip_map
from adapters.phone.framework.actions import Handled, go
from adapters.phone.framework.state_paths import find, without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast
from adapters.phone.ui.node import Node, ev


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
