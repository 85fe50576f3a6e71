"""Railfinch's till: how the ticket comes and is paid, a last look, and the booking."""

from __future__ import annotations

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.booking import legs, nothing, way_back
from adapters.phone.apps.railfinch.model import State, find
from adapters.phone.apps.railfinch.terms import (
    CARDS,
    COVER,
    PAYMENT_GLYPHS,
    PAYMENTS,
    TICKET_GLYPHS,
    TICKET_WORDS,
    TICKETS,
    fare,
    money,
)
from adapters.phone.apps.railfinch.trip import Booking, Draft, Group, Search, counts, step_of, sums, travellers
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def pay(state: State, place: Route, view: View) -> Screen:
    """How the ticket comes, refund cover, payment."""
    search, draft = state.search, state.draft
    if draft.out is None:
        return nothing()
    ways = [
        c.radio_row(name, ev("draft", field="ticket", value=name), name == draft.ticket, rid="ticket_option",
                    support=words, inset=16, height=62, leading=w.icon(glyph, 22))
        for name, words, glyph in zip(TICKETS, TICKET_WORDS, TICKET_GLYPHS, strict=True)
    ]  # fmt: skip
    words = ("Expires 08/28", f"You have {money(state.credit)}", "Held for two hours")
    pays = [
        c.radio_row(name, ev("draft", field="payment", value=name), name == draft.payment, rid="payment_option",
                    support=support, inset=16, height=62, leading=w.icon(glyph, 22))
        for name, glyph, support in zip(PAYMENTS, PAYMENT_GLYPHS, words, strict=True)
    ]  # fmt: skip
    heads = sum(counts(search.group))
    body = w.form(
        p.card(p.small("Your ticket"), p.radios(ways, "ticket_group")),
        p.card(
            c.switch_row("Refund cover", f"All money back  ·  +{money(COVER * heads)}", ev("cover"),
                         draft.cover, rid="row_cover", icon_name="verified_user"),
        ),
        p.card(p.small("Payment"), p.radios(pays, "payment_group")),
        p.card(p.bill(sums(search, draft))),
    )  # fmt: skip
    step, of = step_of(search, "pay")
    bottom = p.price_foot(sums(search, draft)["Total"], "Review booking", ev("review"), rid="review_booking")
    return p.page("Ticket and payment", body, bottom=bottom, step=step, of=of)


def facts(one: Draft | Booking, passengers: tuple[str, ...], group: Group, card: str) -> list[Node]:
    """What was chosen, each in a row."""
    wishes = ", ".join((one.seat, one.coach, one.facing))
    paid = [travellers(group)] if group != Group() else []
    paid += [card] if card != CARDS[0] else []
    rows = [
        p.fact("Passengers", ", ".join(passengers), "person_outline", rid="row_passengers",
               support=", ".join(paid)),
        p.fact("Fare", f"{one.fare}, {one.cls}", "sell", rid="row_fare", support=", ".join(fare(one.fare).words[1:])),
        p.fact("Seat wishes", wishes, "airline_seat_recline_normal", rid="row_seat"),
        p.fact("Extras", ", ".join(one.extras) or "None", "luggage", rid="row_extras"),
        p.fact("Ticket", one.ticket, "confirmation_number", rid="row_ticket"),
        p.fact("Refund cover", "Yes" if one.cover else "No", "verified_user", rid="row_cover"),
        p.fact("Payment", one.payment, "credit_card", rid="row_payment"),
    ]  # fmt: skip
    return rows


def review(state: State, place: Route, view: View) -> Screen:
    """A last look; it is booked here and nowhere else."""
    search, draft = state.search, state.draft
    if draft.out is None:
        return nothing()
    parts = sums(search, draft)
    terms = "By booking you agree to the conditions of Harbour Lines. Seats are given out with the booking."
    body = w.page(
        p.card(legs(draft.out, way_back(search, draft))),
        p.card(facts(draft, draft.names, search.group, search.card)),
        p.card(p.bill(parts)),
        w.text(terms, "bodyS", "on_surface_variant", pad=(20, 6, 20, 0)),
    )
    label = f"Book for {money(parts['Total'])}"
    return p.page("Review your booking", body, bottom=p.foot(p.go(label, ev("book"), rid="book")))


def bill_of(one: Booking) -> dict[str, int]:
    """The bill of a booking as it was made."""
    search = Search(one.trip, one.out.origin, one.out.destination, group=one.group, card=one.card)
    back = one.back if one.back is not None and one.back.train else None
    draft = Draft(one.out, back, one.cls, one.fare, extras=one.extras, ticket=one.ticket, cover=one.cover)
    return sums(search, draft)


def done(state: State, place: Route, view: View) -> Screen:
    """The thanks for a booking."""
    one = find(state, place.get("number", ""))
    if one is None:
        return missing()
    banner = node(
        "column",
        w.disc("check", 64, p.YELLOW, p.DARK),
        w.space(6),
        w.text("You are booked!", "24,30,Bold,0", p.WHITE),
        w.text(one.number, "titleL/Bold", p.YELLOW, id="booking_number"),
        w.text(f"{one.places}  ·  {one.total}", "bodyM", p.PALE, id="places"),
        width="fill",
        bg=p.NAVY,
        align="center",
        pad=(16, 8, 16, 24),
        gap=2,
    )
    body = w.page(
        banner,
        p.card(legs(one.out, one.back)),
        p.card(facts(one, one.passengers, one.group, one.card)),
    )
    bottom = p.foot(
        p.second("Find more trains", ev("tab", to="home"), rid="more"),
        p.go("Show ticket", ev("ticket", number=one.number), rid="show_ticket"),
    )
    return p.page("Booked", body, bottom=bottom)


def missing() -> Screen:
    """For the number of a booking that there is not."""
    gone = w.empty("confirmation_number", "No such booking", "It may belong to another account.")
    return p.page("Booking", w.page(gone))
