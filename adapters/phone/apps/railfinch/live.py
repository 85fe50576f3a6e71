"""Railfinch's second tab: the board of a station."""

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.form import pick_station
from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.network import Call, board, station_of
from adapters.phone.components.booking import picker_field
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import Picked, segmented_choice
from adapters.phone.framework.actions import assign
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, node

BOARDS = DEPARTURES, ARRIVALS = ("Departures", "Arrivals")


@app.screen("live", activity=".MainActivity", distractor="a main tab; its trains cannot be booked")
def live(state: State, view: View) -> Screen:
    """The board of a station: what leaves or comes in next."""
    station, arrivals = station_of(state.ui.live), state.ui.arrivals
    shown = Picked(ARRIVALS if arrivals else DEPARTURES, assign("ui.arrivals", False))
    access = "step-free" if station.step_free else "stairs only"
    head = column(
        picker_field("Station", station.name, "place", pick_station("live"), rid="station"),
        segmented_choice(
            shown, BOARDS, rid="board", group="board_group", bg=p.CARD,
            on=lambda label: assign("ui.arrivals", label == ARRIVALS),
        ),
        p.note(f"{station.about}  ·  {access}", lines=1, pad=(4, 2, 0, 0)),
        pad=(16, 8), gap=10, bg=p.CARD,
    )  # fmt: skip
    rows = list(
        map(_call, board(station.name, view.now.date(), view.now.hour * 60 + view.now.minute, arrivals=arrivals))
    )
    if not rows:
        rows = [w.empty("bedtime", "No more trains today", "The first ones leave before six.")]
    body = w.page(head, w.divider(), rows, p.note("Times as known one minute ago", pad=(16, 12, 16, 0)))
    return p.tab_page("Live times", body, "Live times")


def _call(call: Call) -> Node:
    status, ink = ("On time", "positive")
    if call.late:
        status, ink = ("Cancelled", "error") if call.late < 0 else (f"{call.late} min late", "#B05A00")
    train = node("row", p.note(call.number, id="train"), w.text(status, "labelM", ink, id="status"), gap=8)
    track = node(
        "column", w.text(str(call.platform), "16,20,Bold,0", id="platform"),
        w.text("Track", "labelS", "on_surface_variant"), width=40, align="center",
    )  # fmt: skip
    time = w.text(
        call.at, "18,24,Bold,0", "outline" if call.late < 0 else "on_surface", id="time", strike=call.late < 0, width=56
    )
    names = words(w.text(call.other, "15,20,Medium,0.1", lines=1, id="place"), train)
    row = line(time, names, track, id="row_call", cls=w.GROUP, height=64, pad=(16, 0), gap=12, bg=p.CARD)
    return column(row, w.divider())
