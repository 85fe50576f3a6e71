"""Railfinch's checkout: how the ticket comes and is paid, a last look, and the booking."""

from collections.abc import Sequence
from dataclasses import replace

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch import trip
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.model import FIRST_NUMBER, State, booking_of
from adapters.phone.apps.railfinch.terms import CREDIT, RETURN, TERMS, Option, fare_of
from adapters.phone.apps.railfinch.trip import Booking, Draft, Group
from adapters.phone.components.choices import Entry, radio_choice
from adapters.phone.components.settings_rows import switch_row
from adapters.phone.framework.actions import Handled, go, switch_to
from adapters.phone.framework.dates import TIME_FORMAT
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Notice, Notify, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev


@app.screen("pay", activity=".PaymentActivity")
def pay(state: State) -> Screen:
    """How the ticket comes, refund cover, payment."""
    draft = state.draft
    if draft.out is None:
        return p.no_train_page()
    about = f"All money back  ·  +{money(TERMS.cover * trip.heads(state.search.group))}"
    body = w.form(
        p.card(p.card_title("Your ticket"), _options(state, "ticket", TERMS.tickets)),
        p.card(
            switch_row("Refund cover", about, bind(state, "draft.cover"), rid="row_cover", icon_name="verified_user")
        ),
        p.card(p.card_title("Payment"), _options(state, "payment", TERMS.payments)),
        p.card(p.bill(p.prices(trip.sums(state.search, draft)))),
    )
    bottom = p.price_foot(trip.total(state.search, draft), "Review booking", ev("review"), rid="review_booking")
    return p.step_page(state, "pay", "Ticket and payment", body, bottom)


def _options(state: State, field: str, options: Sequence[Option]) -> Node:
    """Options of the draft's ticket or payment."""
    entries = [
        Entry(option.name, option.about.format(credit=money(state.credit)), icon=option.icon) for option in options
    ]
    chosen = bind(state, f"draft.{field}")
    return radio_choice(chosen, entries, rid=f"{field}_option", group=f"{field}_group", inset=16, tall=62)


def _problem(state: State) -> str:
    """Why the draft cannot be booked; empty if it can."""
    draft = state.draft
    if draft.out is None or (state.search.trip == RETURN and draft.back is None):
        return "Choose a train first"
    if not draft.names or not all(draft.names):
        return "Every passenger needs a name"
    return "Your credit is not enough" if _is_short(state) else ""


def _is_short(state: State) -> bool:
    """Whether the credit is not enough for what is to be paid with it."""
    return state.draft.payment == CREDIT and trip.total(state.search, state.draft) > state.credit


@app.on("review")
def to_review(state: State) -> Handled:
    """Look at everything once more, if it can be paid."""
    return Toast("Your credit is not enough") if _is_short(state) else Go(route("review"))


@app.screen("review")
def review(state: State) -> Screen:
    """A last look; it is booked here and nowhere else."""
    search, draft = state.search, state.draft
    if draft.out is None:
        return p.no_train_page()
    terms = "By booking you agree to the conditions of Harbour Lines. Seats are given out with the booking."
    body = w.page(
        p.card(p.legs(draft.out, trip.way_back(search, draft))),
        p.card(facts(draft, draft.names, search.group)),
        p.card(p.bill(p.prices(trip.sums(search, draft)))),
        p.note(terms, pad=(20, 6, 20, 0)),
    )
    button = p.main_button(f"Book for {money(trip.total(search, draft))}", ev("book"), rid="book")
    return p.page("Review your booking", body, bottom=p.foot(button))


def facts(chosen: Draft | Booking, passengers: Sequence[str], group: Group) -> list[Node]:
    """What was chosen, each in a row."""
    wishes = ", ".join((chosen.seat, chosen.coach, chosen.facing))
    several = trip.group_text(group) if group != Group() else ""
    terms = ", ".join(fare_of(chosen.fare).terms[1:])
    return [
        p.fact("Passengers", ", ".join(passengers), "person_outline", rid="row_passengers", support=several),
        p.fact("Fare", f"{chosen.fare}, {chosen.cls}", "sell", rid="row_fare", support=terms),
        p.fact("Seat wishes", wishes, "airline_seat_recline_normal", rid="row_seat"),
        p.fact("Extras", ", ".join(chosen.extras) or "None", "luggage", rid="row_extras"),
        p.fact("Ticket", chosen.ticket, "confirmation_number", rid="row_ticket"),
        p.fact("Refund cover", "Yes" if chosen.cover else "No", "verified_user", rid="row_cover"),
        p.fact("Payment", chosen.payment, "credit_card", rid="row_payment"),
    ]


@app.on("book")
def book(state: State, view: View) -> Handled:
    """Book what was chosen; credit is taken at once, and a notification follows."""
    problem = _problem(state)
    if problem:
        return Toast(problem)
    number, cents = FIRST_NUMBER + len(state.bookings), trip.total(state.search, state.draft)
    booking = booking_of(number, state.search, state.draft, view.now.strftime(TIME_FORMAT))
    credit = state.credit - cents if booking.payment == CREDIT else state.credit
    after = replace(state, bookings=(*state.bookings, booking), draft=Draft(), credit=credit)
    thanks = Go(route("done", number=booking.number))
    return after, Replace(route("home"), root=True), thanks, Notify(_notice(booking))


def _notice(booking: Booking) -> Notice:
    out = booking.out
    text = f"{out.day}, {out.departs} from {out.origin}, {booking.places}"
    return Notice(booking.number, f"Booked: {booking.number}", text, route("ticket", number=booking.number))


@app.screen("done", activity=".BookedActivity")
def done(state: State, number: str = "") -> Screen:
    """The thanks for a booking."""
    booking = find(state.bookings, number=number)
    if booking is None:
        return p.no_booking_page()
    banner = p.banner(
        "check",
        w.text("You are booked!", "24,30,Bold,0", p.WHITE),
        w.text(booking.number, "titleL/Bold", p.YELLOW, id="booking_number"),
        w.text(f"{booking.places}  ·  {booking.total}", "bodyM", p.PALE, id="places"),
    )
    body = w.page(
        banner,
        p.card(p.legs(booking.out, booking.back)),
        p.card(facts(booking, booking.passengers, booking.group)),
    )
    bottom = p.foot(
        p.second_button("Find more trains", switch_to("home"), rid="more"),
        p.main_button("Show ticket", go("ticket", number=number), rid="show_ticket"),
    )
    return p.page("Booked", body, bottom=bottom)
