"""What is done with a Railfinch ticket afterwards: another train, or the money back."""

from dataclasses import replace
from datetime import date

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.model import State, find, is_ahead
from adapters.phone.apps.railfinch.network import Train, duration, train_of, trains
from adapters.phone.apps.railfinch.terms import TERMS, TO_CREDIT, TO_PAYMENT, fare_of
from adapters.phone.apps.railfinch.trip import Booking, Refund, leg_of, refundable
from adapters.phone.components.boxes import radio_group
from adapters.phone.components.choices import Entry, chip_choice, radio_choice
from adapters.phone.framework.actions import Handled, assign, switch_to
from adapters.phone.framework.dates import TIME_FORMAT, time_or_date
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, with_value
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Replace, Screen, Toast, View, Withdraw, route
from adapters.phone.ui.node import Node, ev

FIRST_REFUND = 118


@app.screen("change", distractor="beside the refund, but gives a ticket another train instead")
def change(state: State, view: View, number: str = "") -> Screen:
    """Other trains of the same day for the way out."""
    booking = find(state, number)
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
    booking = find(state, number)
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
    booking = find(state, number)
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
    booking, repaid = find(state, number), state.ui.repaid
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
    booking = find(state, number)
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
