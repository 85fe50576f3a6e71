"""On the way to a Railfinch booking: fare and class, seats and extras, who sits there."""

from __future__ import annotations

from datetime import date

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.network import Train, train
from adapters.phone.apps.railfinch.terms import (
    CLASS_WORDS,
    CLASSES,
    COACHES,
    EXTRAS,
    FACING,
    FARES,
    OPEN,
    SEATS,
    Fare,
    money,
)
from adapters.phone.apps.railfinch.trip import Draft, Leg, Search, counts, spans, step_of, sums, travellers
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def ride(leg: Leg) -> Train | None:
    """The train of a ride, as the timetable has it."""
    return train(leg.origin, leg.destination, date.fromisoformat(leg.date), leg.train) if leg.date else None


def legs(out: Leg, back: Leg | None) -> list[Node]:
    """The ride or both of them."""
    rows = [p.leg_rows(out, ride(out), "Way out" if back else "Your train")]
    return [*rows, w.divider(16), p.leg_rows(back, ride(back), "Way back")] if back else rows


def way_back(search: Search, draft: Draft) -> Leg | None:
    """The way back: its train, or any train for an open return."""
    if search.trip == OPEN and draft.out is not None:
        return Leg(draft.out.destination, draft.out.origin, "Open", "", "", "")
    return draft.back


def nothing() -> Screen:
    """For a step of a booking for which no train was chosen."""
    again = c.button("Find trains", ev("tab", to="home"), rid="find_trains", variant="tonal", width="wrap", height=40)
    return p.page("Booking", w.page(w.empty("train", "No train chosen", "Find a train first.", again)))


def fares(state: State, place: Route, view: View) -> Screen:
    """Class and fare; each says what can be done with it later."""
    search, draft = state.search, state.draft
    if draft.out is None:
        return nothing()
    classes = [
        c.option_card(name, words, ev("draft", field="cls", value=name), name == draft.cls, rid="class_option",
                      height=64, radius=p.CORNER)
        for name, words in zip(CLASSES, CLASS_WORDS, strict=True)
    ]  # fmt: skip
    body = w.page(
        p.card(legs(draft.out, way_back(search, draft))),
        p.section("Class", top=10),
        node("row", classes, width="fill", gap=12, pad=(16, 4, 16, 4), id="class_group", cls=p.RADIO_GROUP),
        p.section("Fare", top=10),
        node("column", [_fare(state, one) for one in FARES], id="fare_group", cls=p.RADIO_GROUP, width="fill",
             align="stretch"),
    )  # fmt: skip
    step, of = step_of(search, "fares")
    bottom = p.price_foot(sums(search, draft)["Total"], "Continue", ev("go", to="seats"), rid="continue",
                          words=travellers(search.group))  # fmt: skip
    return p.page("Fare and class", body, bottom=bottom, step=step, of=of)


def _fare(state: State, one: Fare) -> Node:
    here = state.draft.fare == one.name
    cents = sums(state.search, Draft(state.draft.out, state.draft.back, state.draft.cls, one.name))["Total"]
    lines = [
        node("row", w.icon("check", 16, "primary"), w.text(word, "bodyM", "on_surface_variant", lines=1), gap=8,
             align="center")
        for word in one.words
    ]  # fmt: skip
    inner = node(
        "row",
        node("radio", checked=here, width=20, height=20, id="radio"),
        node("column", w.text(one.name, "titleM/Bold", lines=1, id="fare"), lines, grow=1, gap=2),
        w.text(money(cents), "18,24,Bold,0", "primary", id="price"),
        on=ev("draft", field="fare", value=one.name),
        id="fare_option",
        cls="android.widget.RadioButton",
        checked=here,
        selected=here,
        width="fill",
        bg=p.CARD,
        radius=p.CORNER,
        outline="primary" if here else "outline_variant",
        outline_width=2 if here else 1,
        pad=(16, 12, 16, 12),
        gap=16,
        align="start",
    )
    return node("column", inner, width="fill", pad=(16, 5, 16, 5), align="stretch")


def seats(state: State, place: Route, view: View) -> Screen:
    """Where to sit, as wishes; and what is taken along."""
    search, draft = state.search, state.draft
    if draft.out is None:
        return nothing()
    extras = [
        w.row(
            name, f"{money(cents)} {'a head' if name == EXTRAS[2][0] else 'a ride'}",
            on=ev("extra", value=name), rid="extra_option", leading=w.icon(glyph, 24, "primary"), height=64,
            selected=name in draft.extras,
            trailing=node("checkbox", checked=name in draft.extras, id="checkbox", width=20, height=20),
        )
        for name, cents, glyph in EXTRAS
    ]  # fmt: skip
    body = w.page(
        p.card(p.small("Seat"), _wish(SEATS, draft.seat, "seat"), w.space(4)),
        p.card(p.small("Coach"), _wish(COACHES, draft.coach, "coach"),
               w.text("No calls and no music in the quiet coach.", "bodyS", "on_surface_variant", pad=(16, 8, 16, 4))),
        p.card(p.small("Facing"), _wish(FACING, draft.facing, "facing"), w.space(4)),
        p.card(p.small("Extras"), extras),
        w.text("Wishes are free. If one can’t be met you get the next best seats, always together.", "bodyS",
               "on_surface_variant", pad=(20, 6, 20, 0)),
    )  # fmt: skip
    step, of = step_of(search, "seats")
    bottom = p.price_foot(sums(search, draft)["Total"], "Continue", ev("to_names"), rid="continue",
                          words=travellers(search.group))  # fmt: skip
    return p.page("Seats and extras", body, bottom=bottom, step=step, of=of)


def _wish(options: tuple[str, ...], chosen: str, field: str) -> Node:
    cells = [
        c.chip(one, ev("draft", field=field, value=one), one == chosen, rid=f"{field}_option", single=True, radius=8)
        for one in options
    ]
    return c.chips(cells, inset=16, rid=f"{field}_group", cls=p.RADIO_GROUP)


def ages(search: Search) -> list[str]:
    """The group of every passenger, in order: `Adult`, `Adult`, `Child`."""
    one = ("Adult", "Youth", "Child", "Senior")
    return [one[i] for i, many in enumerate(counts(search.group)) for _ in range(many)]


def names(state: State, place: Route, view: View) -> Screen:
    """Who travels, one row each."""
    search, draft = state.search, state.draft
    if draft.out is None:
        return nothing()
    groups = ages(search)
    rows = []
    for index, group in enumerate(groups):
        name = draft.names[index] if index < len(draft.names) else ""
        bad = state.ui.tried and not name
        face = next((one.face for one in state.travellers if one.name == name), 0)
        lead = w.avatar(face, 40) if face else w.disc("person_add" if not name else "person", 40)
        rows.append(
            w.row(
                name or "Choose who", f"Passenger {index + 1}  ·  {group}", "A name is needed" if bad else "",
                on=ev("who", index=index), rid="row_passenger", leading=lead, trailing=w.icon("chevron_right", 20),
            )
        )  # fmt: skip
    hint = "Names are checked on board. Everybody needs one, children too."
    body = w.page(
        p.card(rows),
        w.text(hint, "bodyS", "on_surface_variant", pad=(20, 6, 20, 0)),
        p.section("Your trip"),
        p.card(legs(draft.out, way_back(search, draft))),
    )
    step, of = step_of(search, "names")
    bottom = p.price_foot(sums(search, draft)["Total"], "Continue", ev("to_pay"), rid="continue",
                          words=travellers(search.group))  # fmt: skip
    return p.page("Passengers", body, bottom=bottom, step=step, of=of)


def who(state: State, place: Route, view: View) -> Screen:
    """Who one of the passengers is, as a sheet: those that are known."""
    index = place.get("index", 0)
    taken = state.draft.names
    mine = taken[index] if 0 <= index < len(taken) else ""
    rows = [
        c.radio_row(one.name, ev("name", index=index, value=one.name), one.name == mine, rid="traveller_option",
                    support=one.ages, inset=20, height=64, leading=w.avatar(one.face, 40))
        for one in state.travellers
        if one.name == mine or one.name not in taken
    ]  # fmt: skip
    about = ", ".join(ages(state.search)[index : index + 1] + spans(state.search)[index : index + 1])
    window = p.sheet(f"Passenger {index + 1}", p.radios(rows, "traveller_group"), support=about)
    return p.over(names(state, place, view), "sheet", window)
