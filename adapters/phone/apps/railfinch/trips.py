"""Railfinch's third tab: what was booked, one ticket, and what is done with it: another train, or the money back."""

from dataclasses import replace
from datetime import date

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.checkout import facts
from adapters.phone.apps.railfinch.model import State, is_ahead
from adapters.phone.apps.railfinch.network import Train, duration, train_of, trains
from adapters.phone.apps.railfinch.terms import PHONE_TICKET, TERMS, TO_CREDIT, TO_PAYMENT, fare_of
from adapters.phone.apps.railfinch.trip import Booking, Draft, Refund, Search, leg_of, refundable, sums
from adapters.phone.components.boxes import column, line, radio_group, words
from adapters.phone.components.choices import Entry, Picked, chip_choice, radio_choice, segmented_choice
from adapters.phone.framework.actions import Handled, assign, go, replace_with, share, switch_to, then
from adapters.phone.framework.dates import TIME_FORMAT, time_or_date
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, find, with_value
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Replace, Screen, Toast, View, Withdraw, route
from adapters.phone.ui.node import Ev, Node, ev, node

SHOWN = UPCOMING, PAST = ("Upcoming", "Past")
FIRST_REFUND = 118


@app.screen("trips", activity=".MainActivity")
def trips(state: State, view: View, shown: str = UPCOMING) -> Screen:
    """What is booked and ahead, or what is over."""
    upcoming = shown == UPCOMING
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
    booking = find(state.bookings, number=number)
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
    on_phone = booking.ticket == PHONE_TICKET
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


@app.screen("change", distractor="beside the refund, but gives a ticket another train instead")
def change(state: State, view: View, number: str = "") -> Screen:
    """Other trains of the same day for the way out."""
    booking = find(state.bookings, number=number)
    if booking is None:
        return p.no_booking_page()
    out, other, fee = booking.out, state.ui.other, _change_fee(booking)
    now = f"{view.now:%Y-%m-%d %H:%M}"
    rows = [
        _train(booking, train, other or out.train)
        for train in trains(out.origin, out.destination, date.fromisoformat(out.date))
        if not train.sold_out and f"{out.date} {train.departs}" > now
    ]
    body = w.page(
        w.text(f"{out.origin} – {out.destination}", "titleM/Bold", pad=(20, 12, 20, 0), lines=2),
        p.quiet(f"A {booking.fare} ticket is changed for {money(fee) if fee else 'free'}.", pad=(20, 2, 20, 6)),
        p.card(radio_group(rows, rid="train_group")),
    )
    bottom = p.price_foot(
        fee, "Change train", ev("change", number=number), rid="confirm_change",
        enabled=other not in ("", out.train), about="to pay now",
    )  # fmt: skip
    return p.page("Another train", body, bottom=bottom, support=f"{number}  ·  {out.day}")


def _change_fee(booking: Booking) -> int:
    return TERMS.change_fee if booking.fare == "Saver" else 0


def _train(booking: Booking, train: Train, chosen: str) -> Node:
    return c.radio_row(
        f"{train.departs} – {train.arrives}", assign("ui.other", train.number), train.number == chosen,
        rid="train_option", support=f"{train.number}  ·  {duration(train.minutes)}  ·  {train.via or 'direct'}",
        trailing="Your train" if train.number == booking.out.train else "", inset=16, height=64,
    )  # fmt: skip


@app.on("change")
def take_other_train(state: State, view: View, number: str = "") -> Handled:
    """Take another train of the same day in place of the one that was booked."""
    booking = find(state.bookings, number=number)
    if booking is None or not is_ahead(booking, view.now):
        return Back(), Toast("It is too late to change")
    out, fee = booking.out, _change_fee(booking)
    train = train_of(out.origin, out.destination, out.date, state.ui.other)
    if train is None or train.sold_out or train.number == out.train:
        return Toast("Choose another train")
    ride = leg_of(out.origin, out.destination, date.fromisoformat(out.date), train)
    text = f"{out.train} to {train.number}, {money(fee) if fee else 'free'}"
    changed = replace(booking, out=ride, changed=(*booking.changed, text))
    after = with_value(state, f"bookings[number={number}]", changed)
    return with_value(after, "ui.other", ""), Back(), Toast(f"You now take {train.number}")


@app.screen("refund")
def refund(state: State, number: str = "") -> Screen:
    """Why, where the money goes, how much it is."""
    booking = find(state.bookings, number=number)
    if booking is None:
        return p.no_booking_page()
    cents, reason, repaid = refundable(booking, state.ui.repaid), bind(state, "ui.reason"), bind(state, "ui.repaid")
    lost = booking.paid - cents
    bill = {
        "Paid": booking.total,
        f"Kept, {booking.fare}": f"−{money(lost)}" if lost else money(0),
        "You get back": money(cents),
    }
    reasons = chip_choice(reason, TERMS.reasons, rid="reason_option", group="reason_group", inset=16, radius=8)
    ways = [_way(booking, name) for name in TERMS.repaid]
    warning = "A Saver ticket without cover is only paid back as credit."
    body = w.page(
        p.card(p.leg_row(booking.out, is_return=booking.back is not None)),
        p.card(p.card_title("Why?"), reasons, w.space(6)),
        p.card(
            p.card_title("Where should it go?"),
            radio_choice(repaid, ways, rid="repaid_option", group="repaid_group", inset=16, tall=62),
        ),
        p.card(p.bill(bill, amount_id="amount")),
        None if cents else w.text(warning, "bodyM", "error", pad=(20, 4, 20, 0)),
    )
    label = f"Refund {money(cents)}" if cents else "Nothing to refund"
    bottom = p.foot(
        p.second_button("Keep ticket", w.UP, rid="keep"),
        p.main_button(label, ev("refund", number=number), rid="confirm_refund", enabled=bool(cents)),
    )
    return p.page("Refund", body, bottom=bottom, support=f"{number}  ·  {fare_of(booking.fare).terms[2]}")


def _way(booking: Booking, name: str) -> Entry:
    """A way to get the money back, with how much it brings."""
    cents = refundable(booking, name)
    about = "In 3–5 working days" if name == TO_PAYMENT else "At once, for your next booking"
    return Entry(name, about if cents else "Not with this fare", money(cents))


@app.on("refund")
def give_back(state: State, view: View, number: str = "") -> Handled:
    """Give a ticket back, once, before departure; credit is there at once."""
    booking, repaid = find(state.bookings, number=number), state.ui.repaid
    if booking is None or not is_ahead(booking, view.now):
        return Back(), Toast("It is too late for a refund")
    cents = refundable(booking, repaid)
    if not cents:
        return Toast("Nothing to refund this way")
    count = FIRST_REFUND + sum(other.refund is not None for other in state.bookings)
    given = Refund(f"RB-{count}", state.ui.reason, repaid, money(cents), view.now.strftime(TIME_FORMAT))
    refunded = replace(booking, status="Refunded", refund=given)
    after = with_value(state, f"bookings[number={number}]", refunded)
    credit = state.credit + cents if repaid == TO_CREDIT else state.credit
    return replace(after, credit=credit), Back(), Replace(route("refunded", number=number)), Withdraw(number)


@app.screen("refunded", activity=".RefundActivity")
def refunded(state: State, view: View, number: str = "") -> Screen:
    """The refund that was given."""
    booking = find(state.bookings, number=number)
    if booking is None or booking.refund is None:
        return p.no_booking_page()
    given, out = booking.refund, booking.out
    ride = f"{out.origin} – {out.destination}, {out.day}"
    banner = p.banner(
        "currency_exchange",
        w.text(given.amount, "32,40,Bold,0", p.WHITE, id="amount"),
        w.text(f"Refund {given.number}", "titleM", p.YELLOW, id="refund_number"),
    )
    hint = "The seats are free for others now. The ticket is no longer valid for travel."
    body = w.page(
        banner,
        p.card(
            p.fact("Booking", booking.number, "confirmation_number", rid="row_booking", support=ride),
            p.fact("Reason", given.reason, "help_outline", rid="row_reason"),
            p.fact("Paid to", given.repaid, "savings", rid="row_repaid"),
            p.fact("Asked", time_or_date(given.at, view.now), "schedule", rid="row_asked"),
        ),
        p.quiet(hint, pad=(20, 8, 20, 0)),
    )
    return p.page("Refunded", body, bottom=p.foot(p.main_button("My trips", switch_to("trips"), rid="done")))
