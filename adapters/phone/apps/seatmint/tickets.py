"""What was booked: the list, a ticket to show at the door, giving it back."""

from dataclasses import replace

from adapters.phone.apps.seatmint import model
from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.app import app
from adapters.phone.apps.seatmint.catalogue import SHOWS, TERMS, Show, venue_of
from adapters.phone.apps.seatmint.model import Booking, State
from adapters.phone.components.boxes import column, line, radio_group, words
from adapters.phone.components.text_styles import text_style
from adapters.phone.framework.actions import Handled, assign, go, replace_with, share, then
from adapters.phone.framework.dates import day_and_time, day_name
from adapters.phone.framework.state_paths import bind, find, with_value
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View, Withdraw
from adapters.phone.ui.node import Art, Node, ev, node

PAPER, INK, FAINT = "#F4F7F5", "#14201B", "#56655E"
stamp_text = text_style("22,28,Black,3", "#B3261E", bg=PAPER, pad=(14, 6), place=("center", "center"))


@app.screen("tickets", distractor="what is booked, a step from the thanks")
def tickets(state: State, view: View, tab: str = "Coming") -> Screen:
    """What is to come, or what was."""
    coming = tab == "Coming"
    cards = [_row(booking, view) for booking in reversed(state.bookings) if (booking.status == "Booked") == coming]
    none = p.nothing(
        "confirmation_number", "No tickets" if coming else "Nothing yet",
        "What you book is kept here, also without a network.", p.home_button(),
    )  # fmt: skip
    chips = [p.chip(label, replace_with("tickets", tab=label), label == tab) for label in ("Coming", "Past")]
    tabs = line(chips, gap=8, pad=(20, 4, 20, 8), align="start")
    return Screen(w.page(tabs, cards or none), top=p.bar("My tickets"), title="My tickets")


def _row(booking: Booking, view: View) -> Node:
    status = p.tag(booking.status, strong=booking.status == "Booked")
    about = words(
        w.text(booking.show, "16,22,Bold,0", lines=2),
        w.text(day_and_time(f"{booking.day}T{booking.time}", view.now), "bodyM", "primary", lines=1),
        p.quiet(booking.venue, lines=1),
        line(status, p.tag(model.tickets_text(booking.tickets)), gap=6, wrap=True, align="start"),
        gap=3,
    )
    card = line(
        p.thumb(_show_of(booking), 72, 104), about, on=go("ticket", number=booking.number), id="row_ticket",
        cls=w.GROUP, bg="container", radius=p.SOFT, pad=(12, 12, 14, 12), gap=14,
    )  # fmt: skip
    return column(card, pad=(16, 6))


def _show_of(booking: Booking) -> Show:
    return find(SHOWS, title=booking.show) or SHOWS[0]


def ticket_card(booking: Booking, view: View) -> Node:
    """The ticket itself: light, so that a scanner reads it, with a perforation."""
    kind = ", ".join(filter(None, (booking.kind, booking.format, booking.spoken)))
    about = words(
        w.text(booking.show, "20,26,Bold,0", INK, lines=3),
        w.text(kind, "bodyM", FAINT, lines=1),
        w.text(booking.number, "bodyM", FAINT, lines=1),
        gap=2,
    )
    picture = node("image", art=_show_of(booking).poster, width=76, height=108, radius=8)
    dots = [node("spacer", width=10, height=10, radius=5, bg="surface") for _ in range(15)]
    snacks = model.extras_text(booking.extras)
    terms = f"{booking.delivery}  ·  {booking.total}"
    paper = column(
        line(picture, about, gap=14),
        w.space(14),
        _cells(_cell("DAY", day_name(booking.day, view.now)), _cell("BEGINS", booking.time)),
        w.space(8),
        _cells(_cell("VENUE", booking.venue), _cell("HALL", booking.hall or "Open")),
        w.space(8),
        _cells(_cell("PLACES", model.seats_text(booking)), _cell("TICKETS", model.tickets_text(booking.tickets))),
        [w.space(8), _cell("COUNTER", snacks)] if snacks else None,
        line(dots, justify="between", pad=(0, 16), align="start"),
        _door_code(booking),
        w.space(8),
        w.text(terms, "bodyM", FAINT, text_align="center"),
        bg=PAPER, radius=20, pad=(20, 20, 20, 18),
    )  # fmt: skip
    return column(paper, pad=(16, 6, 16, 10))


def _cells(*cells: Node) -> Node:
    return line(*cells, gap=12, align="start")


def _cell(label: str, value: str) -> Node:
    name = w.text(label, "11,16,Medium,0.4", FAINT, lines=1)
    return words(name, w.text(value, "16,22,Bold,0", INK, lines=3), gap=1)


def _door_code(booking: Booking) -> Node:
    """The code that is scanned at the door; one that is used or given back is stamped."""
    code = node(
        "image", art=Art("poster:code", int(booking.id)), width=168, height=168, place=("center", "start"),
        desc=f"Code of {booking.number}",
    )  # fmt: skip
    stamp = stamp_text(booking.status.upper()) if booking.status != "Booked" else None
    return node("stack", code, stamp, width="fill", height=168)


@app.screen("ticket", distractor="a booking like the one that is asked for")
def ticket(state: State, view: View, number: str = "") -> Screen:
    """One ticket."""
    booking = find(state.bookings, number=number)
    if booking is None:
        return p.nothing_page("Ticket", "confirmation_number", "No such ticket", "It may be an old link.")
    venue = venue_of(booking.venue)
    place = f"{venue.street}, {venue.city}"
    facts = p.list_card(
        p.fact("Where", venue.name, "place", on=go("venue", name=venue.name), support=place),
        p.fact("Payment", booking.payment, "credit_card"),
        p.fact("Refund cover", "Yes" if booking.cover else "No", "verified_user"),
        p.fact("Code", booking.code, "redeem") if booking.code else None,
        p.fact("Given back because", booking.reason, "info_outline") if booking.reason else None,
    )
    bottom = None
    if booking.status == "Booked":
        ask = then(assign("ui.reason", TERMS.reasons[0]), go("cancel", number=number))
        bottom = p.foot(p.main_button("Give back", ask, enabled=model.is_refundable(booking, view.now), tonal=True))
    text = f"{booking.show}, {booking.day} at {booking.time}, {booking.venue}. {model.seats_text(booking)}."
    top = p.bar("Ticket", w.action("share", "Share", share(text), color="on_surface"), support=number)
    return Screen(w.page(ticket_card(booking, view), facts), top=top, bottom=bottom, title="Ticket")


@app.sheet("cancel", over="ticket", title="Give tickets back?", distractor="undoes a booking")
def cancel(state: State, number: str = "") -> Node:
    """Why, and then really."""
    reason = bind(state, "ui.reason")
    rows = [p.option(label, "", reason.to(label), label == reason.value) for label in TERMS.reasons]
    return p.sheet(
        "Give tickets back?",
        p.quiet("The money is on your card in three days.", pad=(20, 0, 20, 8)),
        radio_group(rows, rid="reason_group"),
        bottom=p.foot(
            p.main_button("Keep them", w.UP, tonal=True), p.main_button("Give back", ev("cancel", number=number))
        ),
    )


@app.on("cancel")
def give_back(state: State, view: View, number: str) -> Handled:
    """Give tickets back while that is possible."""
    booking = find(state.bookings, number=number)
    if booking is None or not model.is_refundable(booking, view.now):
        return Back(), Toast("It is too late to give it back")
    refunded = replace(booking, status="Refunded", reason=state.ui.reason)
    after = with_value(state, f"bookings[number={number}]", refunded)
    return after, Back(), Toast("Your tickets are given back"), Withdraw(number)
