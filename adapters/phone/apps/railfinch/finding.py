"""Railfinch's trains: the list of a day."""

from __future__ import annotations

from datetime import date, timedelta

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.model import State, found
from adapters.phone.apps.railfinch.network import Train
from adapters.phone.apps.railfinch.terms import day_name, money
from adapters.phone.apps.railfinch.trip import back_day, out_day, shares, step_of, travellers
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

SORTS = ("Departure", "Fastest", "Cheapest")


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
    step, of = step_of(search, leg)
    made = p.page(f"{there} – {end}", w.page(strip, rows), support=travellers(search.group))
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
    return p.card(
        node("column", upper, lower, width="fill", pad=(16, 4, 16, 0), gap=2, align="stretch"),
        pad=(0, 6, 0, 8), on=None if one.sold_out else ev("take", leg=leg, number=one.number), rid="row_train",
    )  # fmt: skip
