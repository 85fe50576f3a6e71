"""Railfinch's third tab: what was booked, and one ticket with what can still be done."""

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.checkout import facts
from adapters.phone.apps.railfinch.model import State, find, is_ahead
from adapters.phone.apps.railfinch.terms import TERMS, TICKETS
from adapters.phone.apps.railfinch.trip import Booking, Draft, Search, refundable, sums
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import Picked, segmented_choice
from adapters.phone.framework.actions import assign, go, replace_with, share, then
from adapters.phone.framework.dates import time_or_date
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

SHOWN = ("Upcoming", "Past")


@app.screen("trips", activity=".MainActivity")
def trips(state: State, view: View, shown: str = SHOWN[0]) -> Screen:
    """What is booked and ahead, or what is over."""
    upcoming = shown == SHOWN[0]
    bookings = [booking for booking in state.bookings if is_ahead(booking, view.now) == upcoming]
    bookings.sort(key=lambda booking: (booking.out.date, booking.out.departs), reverse=not upcoming)
    cards = [_card(booking, view) for booking in bookings]
    if not cards:
        hint = "What you book shows up here."
        cards = [w.empty("confirmation_number", "No trips ahead", hint, p.find_button())]
    tabs = segmented_choice(Picked(shown, ev("up")), SHOWN, rid="shown", group="shown_group", on=_show, bg=p.CARD)
    tip = p.note("Tickets work without a connection.", text_align="center", width="fill", pad=(16, 14, 16, 0))
    body = w.page(column(tabs, pad=(16, 14, 16, 8)), cards, tip if bookings else None)
    return p.tab_page("My trips", body, "My trips")


def _show(label: str) -> Ev:
    return replace_with("trips", shown=label)


def _card(booking: Booking, view: View) -> Node:
    """A ticket: a navy stub at the left, the ride at the right."""
    ahead, out = is_ahead(booking, view.now), booking.out
    status = "Travelled" if booking.status == "Booked" and not ahead else booking.status
    tint = ("secondary_container", "on_secondary_container") if ahead else ("highest", "on_surface_variant")
    times = w.text(f"{out.departs} – {out.arrives}", "titleM/Bold", lines=1, grow=1, id="times")
    number = p.note(f"{out.train}  ·  {booking.number}", lines=1, grow=1, id="number")
    about = words(
        line(times, p.tag(status, *tint)),
        w.text(out.origin, "bodyM", lines=1, id="origin"),
        w.text(out.destination, "bodyM", lines=1, id="destination"),
        line(number, w.text(booking.total, "labelL", id="total"), align="start"),
        gap=1, pad=(14, 12),
    )  # fmt: skip
    row = line(
        _stub(out.day, ahead=ahead), about, on=go("ticket", number=booking.number), id="row_trip", cls=w.GROUP,
        height=112, bg=p.CARD, radius=p.CORNER, outline="outline_variant",
    )  # fmt: skip
    return column(row, pad=(16, 6))


def _stub(text: str, *, ahead: bool) -> Node:
    week, day, month = text.replace(",", "").split(" ")
    ink, soft = (p.WHITE, p.PALE) if ahead else ("on_surface_variant", "on_surface_variant")
    return node(
        "column", w.text(week, "labelM", soft), w.text(day, "26,32,Bold,0", ink), w.text(month, "labelM", soft),
        width=68, height="fill", bg=p.NAVY if ahead else "highest", radius=(p.CORNER, 0, 0, p.CORNER), align="center",
        justify="center", desc=text,
    )  # fmt: skip


@app.screen("ticket")
def ticket(state: State, view: View, number: str = "") -> Screen:
    """One booking: the code for the inspector, the ride, the seats, and what can still be done."""
    booking = find(state, number)
    if booking is None:
        return p.no_booking_page()
    ahead = is_ahead(booking, view.now)
    changes = [p.fact("Changed", change, "swap_horiz", rid="row_changed") for change in booking.changed]
    body = w.page(
        p.card(_code(booking, ahead=ahead)),
        p.card(p.legs(booking.out, booking.back)),
        p.card(changes) if changes else None,
        _refund(booking, view),
        p.card(facts(booking, booking.passengers, booking.group)),
        p.card(p.bill(p.prices(_sums(booking))), id="bill"),
        p.note(f"Booked {time_or_date(booking.placed, view.now)}", pad=(20, 6, 20, 0)),
    )
    send = w.action("share", "Share", share(share_text(booking)), rid="share", color=p.WHITE)
    bottom = _what_can_be_done(booking) if ahead else None
    return p.page(f"Ticket {number}", body, send, bottom=bottom, support=booking.out.day)


def _what_can_be_done(booking: Booking) -> Node:
    """A ticket that is ahead can be changed or given back."""
    other = then(assign("ui.other", ""), go("change", number=booking.number))
    return p.foot(
        p.second_button("Change train", other, rid="change_train"),
        p.second_button("Get a refund", _ask_refund(booking), rid="get_refund"),
    )


def _ask_refund(booking: Booking) -> Ev:
    """The action that opens the form of a refund, which begins with a way that brings something."""
    repaid = next((name for name in TERMS.repaid if refundable(booking, name)), TERMS.repaid[-1])
    preset = assign("ui.reason", TERMS.reasons[0]), assign("ui.repaid", repaid)
    return then(*preset, go("refund", number=booking.number))


def _code(booking: Booking, *, ahead: bool) -> Node:
    on_phone = booking.ticket == TICKETS[0]
    if booking.status == "Refunded":
        state = "Refunded, not valid for travel"
    elif not ahead:
        state = "This trip is over"
    else:
        state = "Show this to the inspector" if on_phone else booking.ticket
    picture = w.disc("confirmation_number", 120, "container", "primary")
    if on_phone:
        ink = "#101418" if ahead else "#C3C9D4"
        picture = w.icon("qr_code_2", 168, ink, desc=f"Code of ticket {booking.number}", bg=p.WHITE)
    places = w.text(booking.places, "titleM/Bold", id="places")
    return column(picture, places, p.quiet(state, id="state"), align="center", gap=4, pad=(16, 4, 16, 8))


def _refund(booking: Booking, view: View) -> Node | None:
    refund = booking.refund
    if refund is None:
        return None
    about = f"{refund.repaid}  ·  {refund.reason}"
    return p.card(
        p.fact(f"Refund {refund.number}", refund.amount, "currency_exchange", rid="row_refund", support=about),
        p.fact("Asked", time_or_date(refund.at, view.now), "schedule", rid="row_asked"),
    )


def _sums(booking: Booking) -> dict[str, int]:
    """The bill of a booking as it was made."""
    search = Search(booking.trip, group=booking.group)
    back = booking.back if booking.back is not None and booking.back.train else None
    draft = Draft(
        booking.out, back, booking.cls, booking.fare, extras=booking.extras, ticket=booking.ticket, cover=booking.cover
    )
    return sums(search, draft)


def share_text(booking: Booking) -> str:
    """What "Share" hands over: the train, both ends and the seats, each on a line of its own."""
    out = booking.out
    ends = f"{out.departs} {out.origin} – {out.arrives} {out.destination}"
    return "\n".join((f"My train: {out.train}, {out.day}", ends, booking.places))
