"""The window in which a Larderly order comes: delivery or collection, where, the day, the hours."""

from dataclasses import replace

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.app import app
from adapters.phone.apps.larderly.model import State, address_of, settled
from adapters.phone.apps.larderly.terms import COLLECTION, POINTS, WAYS, Window, bookable_days, windows
from adapters.phone.components.boxes import line, radio_group, strip
from adapters.phone.components.choices import Entry, card_choice, choice_sheet
from adapters.phone.framework.actions import assign, go, replace_with, then
from adapters.phone.framework.prices import Option, money
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node, node


@app.screen("slot", distractor="where way, day and hours of an order are chosen")
def slot(state: State, view: View, day: str = "") -> Screen:
    """How and when an order comes."""
    chosen = settled(state, view.now)
    days = bookable_days(view.now)
    shown = day or chosen.day
    shown = shown if shown in days else days[0]
    cells = [_window(window, window == chosen) for window in windows(view.now, state.till.way) if window.day == shown]
    body = w.page(
        _ways(state),
        p.card(_where(state)),
        p.section("When?", top=10),
        strip([_day(name, name == shown) for name in days], rid="days", height=84, gap=8, pad=(16, 6)),
        p.card(radio_group(cells, rid="hours_group")),
        p.note(
            "Windows close three hours before they begin. A cheaper one with a van sign is near another stop.",
            pad=(20, 6, 20, 0),
        ),
    )
    return p.page("Delivery and collection", body, bottom=p.foot(p.block("Done", w.UP, rid="done")))


def _ways(state: State) -> Node:
    """Delivery or collection; their windows differ, so another way drops the chosen one."""
    till = bind(state, "till")

    def take(way: str) -> Ev:
        return till.to(till.value if way == till.value.way else replace(till.value, way=way, day="", hours=""))

    hints = ("From $1.50, free from $60", "Free, three points")
    ways = [Entry(way, hint) for way, hint in zip(WAYS, hints, strict=True)]
    way = bind(state, "till.way")
    return card_choice(way, ways, rid="way_option", group="way_group", on=take, height=60, gap=10, pad=(16, 8, 16, 4))


def _day(name: str, here: bool) -> Node:
    """A day of the strip: its name over its number."""
    week, date = name.split(", ")
    number, month = date.split(" ")
    ink, soft = ("on_primary", "on_primary") if here else ("on_surface", "on_surface_variant")
    return node(
        "column",
        w.text(week, "labelM", soft),
        w.text(number, "20,26,Bold,0", ink),
        w.text(month, "labelS", soft),
        on=replace_with("slot", day=name), id="day", cls="android.widget.RadioButton", desc=name, checked=here,
        selected=here, width=60, height=72, radius=20, bg="primary" if here else "lowest", align="center",
        justify="center",
    )  # fmt: skip


def _window(window: Window, here: bool) -> Node:
    if not window.free:
        return line(
            w.icon("block", 20, "outline"),
            w.text(window.hours, "bodyL", "outline", grow=1, lines=1),
            w.text("Full" if window.full else "Closed", "bodyM", "outline"),
            id="hours_option", cls=w.ROW, enabled=False, height=52, pad=(16, 0), gap=16,
        )  # fmt: skip
    return c.radio_row(
        window.hours, then(assign("till.day", window.day), assign("till.hours", window.hours)), here,
        rid="hours_option", trailing=money(window.cents) if window.cents else "Free", inset=16, height=52,
        leading=w.icon("local_shipping", 18, "primary", desc="A van is near") if window.near else None,
    )  # fmt: skip


def _where(state: State) -> list[Node]:
    if state.till.way == COLLECTION:
        return [_point(point, bind(state, "till.point")) for point in POINTS]
    where = address_of(state, state.till.address)
    name = f"{where.label}: {where.name}"
    return [p.fact("Deliver to", name, "home", rid="row_address", on=go("pick_address"), support=where.place)]


def _point(point: Option, chosen: Bound[str]) -> Node:
    here = point.label == chosen.value
    return c.radio_row(
        point.label, chosen.to(point.label), here, rid="point_option", support=point.about, inset=16, height=60
    )


@app.sheet("pick_address", over="slot", distractor="picks an address, where Addresses changes one")
def pick_address(state: State) -> Node:
    """The addresses."""
    options = [Entry(known.label, f"{known.name}, {known.street}, {known.city}") for known in state.addresses]
    return choice_sheet(
        "Deliver to", bind(state, "till.address"), options,
        rid="address_option", group="address_group", look=p.SHEET,
    )  # fmt: skip
