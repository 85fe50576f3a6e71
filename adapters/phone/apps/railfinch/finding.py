"""Railfinch's trains: the list of a day, and one train with its stops."""

from __future__ import annotations

from datetime import date, timedelta

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.model import Seen, State, found
from adapters.phone.apps.railfinch.network import Stop, Train, lasts, station, stops, train
from adapters.phone.apps.railfinch.terms import day_name, money
from adapters.phone.apps.railfinch.trip import back_day, out_day, shares, step_of, travellers
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

SORTS = ("Departure", "Fastest", "Cheapest")
ON_BOARD = {
    "InterCity": (("wifi", "Wi-Fi"), ("dining", "Bistro"), ("power", "Sockets"), ("volume_off", "Quiet coach")),
    "Regional": (("power", "Sockets"), ("pedal_bike", "Bikes"), ("accessible", "Low floor")),
    "Coastliner": (("wifi", "Wi-Fi"), ("pedal_bike", "Bikes"), ("panorama", "Sea side seats")),
}


def ordered(every: tuple[Train, ...], sort: str, *, direct: bool) -> list[Train]:
    """The trains as the chips say."""
    kept = [one for one in every if not (direct and one.changes)]
    if sort == "Fastest":
        return sorted(kept, key=lambda one: (one.minutes, one.departs))
    return sorted(kept, key=lambda one: (one.cents, one.departs)) if sort == "Cheapest" else kept


def results(state: State, place: Route, view: View) -> Screen:
    """The trains of a day, for the way out or back."""
    leg = place.get("leg", "out")
    search, today = state.search, view.now.date()
    now = view.now.hour * 60 + view.now.minute
    there, end = (search.destination, search.origin) if leg == "back" else (search.origin, search.destination)
    day = back_day(search, today) if leg == "back" else out_day(search, today)
    sort, direct = place.get("sort", SORTS[0]), bool(place.get("direct", False))
    every = ordered(found(state, leg, today, now), sort, direct=direct)
    cheapest = min((one.cents for one in every if not one.sold_out), default=0)
    rows = [_train(one, leg, shares(search), cheap=one.cents == cheapest) for one in every]
    if not rows:
        again = c.button("Next day", ev("day_by", leg=leg, by=1), rid="next_day_button", variant="tonal",
                         width="wrap", height=40)  # fmt: skip
        rows = [w.empty("train", "No trains left", "All have gone for this day, or the filter hides them.", again)]
    chips = [
        c.chip(one, ev("sort", leg=leg, sort=one, direct=direct), one == sort, rid="chip_sort", single=True, radius=8)
        for one in SORTS
    ]
    chips.append(c.chip("Direct only", ev("sort", leg=leg, sort=sort, direct=not direct), direct, rid="chip_direct",
                        radius=8))  # fmt: skip
    strip = node("scroll", chips, horizontal=True, id="sorts", width="fill", height=52, gap=8, pad=(16, 10, 16, 10),
                 value=120 if direct else 0)  # fmt: skip
    kept = Seen(there, end) in state.ways
    heart = w.action(
        "favorite" if kept else "favorite_border",
        "Remove from saved ways" if kept else "Save this way",
        ev("keep", origin=there, destination=end),
        rid="save_way",
        color=p.YELLOW if kept else p.WHITE,
    )
    step, of = step_of(search, leg)
    made = p.page(f"{there} – {end}", w.page(strip, rows), heart, support=travellers(search.group))
    top = node("column", made.top, _days(day, leg, day > today), p.steps(step, of), width="fill", bg=p.NAVY,
               align="stretch")  # fmt: skip
    title = "Way back" if leg == "back" else "Trains"
    return Screen(made.body, top=top, bg=p.PAGE, bar=p.NAVY, title=title)


def _days(day: date, leg: str, earlier: bool) -> Node:
    """The day, and its neighbours by arrows."""
    before, after = day_name(day - timedelta(days=1)), day_name(day + timedelta(days=1))
    left = w.action("chevron_left", f"Day before, {before}", ev("day_by", leg=leg, by=-1), rid="day_before",
                    color=p.WHITE, enabled=earlier)  # fmt: skip
    right = w.action("chevron_right", f"Day after, {after}", ev("day_by", leg=leg, by=1), rid="day_after",
                     color=p.WHITE)  # fmt: skip
    word = "Way back, " if leg == "back" else ""
    return node(
        "row", left,
        w.text(f"{word}{day_name(day)}", "titleM", p.WHITE, grow=1, text_align="center", id="day", lines=1),
        right, width="fill", height=44, pad=(4, 0, 4, 0), align="center",
    )  # fmt: skip


def _train(one: Train, leg: str, heads: float, *, cheap: bool) -> Node:
    if one.sold_out:
        price: Node = w.text("Sold out", "titleS", "on_surface_variant", id="price")
    else:
        price = w.text(money(round(one.cents * heads / 10) * 10), "18,24,Bold,0", "primary", id="price")
    flags = [p.tag("Cheapest", p.YELLOW, p.DARK)] if cheap else []
    if one.left and not one.sold_out:
        flags.append(p.tag(one.left, "error_container", "on_error_container"))
    more = f"{one.number}  ·  {'Direct' if not one.changes else f'1 change, {one.via}'}"
    lower = node(
        "row",
        w.text(more, "bodyM", "on_surface_variant", lines=1, grow=1, id="train"),
        flags,
        width="fill",
        gap=6,
        align="center",
    )
    upper = node(
        "row",
        node("column", p.times(one.departs, one.arrives, one.minutes, one.changes), grow=1),
        node("column", price, w.text(one.kind, "bodyS", "on_surface_variant", lines=1), width=88, align="end"),
        width="fill",
        gap=16,
        align="center",
    )
    about = node(
        "button", text="Stops and details", on=ev("train", leg=leg, number=one.number), id="details", variant="text",
        height=40, type="labelL",
    )  # fmt: skip
    return p.card(
        node("column", upper, lower, width="fill", pad=(16, 4, 16, 0), gap=2, align="stretch"),
        node("row", about, width="fill", pad=(4, 0, 16, 0)),
        pad=(0, 6, 0, 2), on=None if one.sold_out else ev("take", leg=leg, number=one.number), rid="row_train",
    )  # fmt: skip


def train_page(state: State, place: Route, view: View) -> Screen:
    """One train: when it stops where, what is on board; to be taken or only watched."""
    leg = place.get("leg", "out")
    search, today = state.search, view.now.date()
    there, end = (search.destination, search.origin) if leg == "back" else (search.origin, search.destination)
    day = back_day(search, today) if leg == "back" else out_day(search, today)
    one = train(there, end, day, place.get("number", ""))
    if one is None:
        gone = w.page(w.empty("train", "No such train", "It doesn’t run on this day."))
        return p.page("Train", gone)
    way = stops(there, end, one)
    key = f"{one.number}, {day_name(day)}"
    watched = key in state.watched
    bell = w.action(
        "notifications_active" if watched else "notifications_none",
        "Stop telling me about delays" if watched else "Tell me about delays",
        ev("watch", key=key),
        rid="watch",
        color=p.YELLOW if watched else p.WHITE,
    )
    share = w.action("share", "Share", ev("share_train", leg=leg, number=one.number), rid="share", color=p.WHITE)
    board = [
        node("column", w.disc(glyph, 44, "container", "primary"), w.text(label, "labelM", lines=1), align="center",
             gap=4, width=84)
        for glyph, label in ON_BOARD.get(one.kind, ())
    ]  # fmt: skip
    crowd = ("Usually quiet", "Usually half full", "Usually busy")[len(one.number + one.departs + one.via) % 3]
    body = w.page(
        p.card(
            node("column", p.times(one.departs, one.arrives, one.minutes, one.changes),
                 p.way(there, end, "titleS"), width="fill", pad=(16, 8, 16, 8), gap=4, align="stretch"),
        ),
        p.card(p.small("Stops"), [_stop(at, index, len(way), one) for index, at in enumerate(way)]),
        p.card(p.small("On board"), node("row", board, width="fill", pad=(8, 6, 8, 8)),
               p.fact("How full", crowd, "groups", rid="row_crowd"),
               p.fact("Operator", f"Harbour Lines, {one.kind}", "directions_railway", rid="row_operator")),
    )  # fmt: skip
    cents = round(one.cents * shares(search) / 10) * 10
    bottom = p.price_foot(cents, "Sold out" if one.sold_out else "Choose this train",
                          ev("take", leg=leg, number=one.number), rid="choose", enabled=not one.sold_out,
                          words="cheapest fare")  # fmt: skip
    return p.page(one.number, body, bell, share, bottom=bottom, support=f"{day_name(day)}  ·  {lasts(one.minutes)}")


def _stop(at: Stop, index: int, of: int, one: Train) -> Node:
    """A line of the way: time, a dot on the line, the name, the platform."""
    end = index in (0, of - 1)
    line = node(
        "column",
        node("spacer", width=3, height=18, bg="" if index == 0 else "primary"),
        node("spacer", width=13 if end else 9, height=13 if end else 9, radius=7,
             bg="primary" if end else p.CARD, outline="primary", outline_width=2),
        node("spacer", width=3, grow=1, bg="" if index == of - 1 else "primary"),
        width=16, height=52, align="center",
    )  # fmt: skip
    change = at.name == one.via
    names = node(
        "column",
        w.text(at.name, "15,20,Bold,0" if end else "15,20,Regular,0", lines=1, id="stop"),
        w.text("Change here, 19 min" if change else "Stairs only", "bodyS", "error" if change else "on_surface_variant")
        if change or not station(at.name).step_free
        else None,
        grow=1,
        justify="center",
        height=52,
    )
    return node(
        "row",
        w.text(at.at, "15,20,Bold,0" if end else "15,20,Regular,0", width=48, id="time"),
        line,
        names,
        w.text(f"Track {at.platform}", "bodyS", "on_surface_variant"),
        id="row_stop", cls=w.GROUP, width="fill", height=52, pad=(16, 0, 16, 0), gap=10, align="center",
    )  # fmt: skip
