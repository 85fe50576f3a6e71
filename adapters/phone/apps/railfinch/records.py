"""Railfinch's records: trips, one ticket, another train for it, the money back."""

from __future__ import annotations

from datetime import date

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.booking import legs, ride
from adapters.phone.apps.railfinch.model import State, find
from adapters.phone.apps.railfinch.network import lasts, trains
from adapters.phone.apps.railfinch.terms import CHANGE_FEE, REASONS, REPAID, fare, moment, money
from adapters.phone.apps.railfinch.till import bill_of, facts, missing
from adapters.phone.apps.railfinch.trip import Booking, ahead, kept
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

SHOWN = ("Upcoming", "Past")


def _coming(one: Booking, view: View) -> bool:
    return ahead(one, view.now.date().isoformat(), f"{view.now:%H:%M}")


def trips(state: State, place: Route, view: View) -> Screen:
    """What is booked and ahead, or what is over."""
    shown = place.get("shown", SHOWN[0])
    rows = [one for one in state.bookings if _coming(one, view) == (shown == SHOWN[0])]
    rows.sort(key=lambda one: (one.out.date, one.out.departs), reverse=shown != SHOWN[0])
    cards = [_card(one, view) for one in rows]
    if not cards:
        again = c.button("Find trains", ev("tab", to="home"), rid="find_trains", variant="tonal", width="wrap",
                         height=40)  # fmt: skip
        cards = [w.empty("confirmation_number", "No trips ahead", "What you book shows up here.", again)]
    switch = node("column", p.segmented(SHOWN, shown, ev("shown"), rid="shown"), width="fill", pad=(16, 14, 16, 8),
                  align="stretch")  # fmt: skip
    tip = w.text("Tickets work without a connection.", "bodyS", "on_surface_variant", text_align="center", width="fill",
                 pad=(16, 14, 16, 0))  # fmt: skip
    body = w.page(switch, cards, tip if rows else None)
    return Screen(body, top=p.header("My trips"), bg=p.PAGE, bar=p.NAVY, title="My trips")


def _card(one: Booking, view: View) -> Node:
    """A ticket: a navy stub at the left, the ride at the right."""
    coming = _coming(one, view)
    week, day, month = one.out.day.replace(",", "").split(" ")
    ink, soft = (p.WHITE, p.PALE) if coming else ("on_surface_variant", "on_surface_variant")
    stub = node(
        "column",
        w.text(week, "labelM", soft),
        w.text(day, "26,32,Bold,0", ink),
        w.text(month, "labelM", soft),
        width=68, height="fill", bg=p.NAVY if coming else "highest", radius=(p.CORNER, 0, 0, p.CORNER), align="center",
        justify="center", desc=one.out.day,
    )  # fmt: skip
    status = one.status if one.status != "Booked" else "Booked" if coming else "Travelled"
    tint = ("secondary_container", "on_secondary_container") if coming else ("highest", "on_surface_variant")
    words = node(
        "column",
        node("row", w.text(f"{one.out.departs} – {one.out.arrives}", "titleM/Bold", lines=1, grow=1, id="times"),
             p.tag(status, *tint), width="fill", align="center"),
        w.text(one.out.origin, "bodyM", lines=1, id="origin"),
        w.text(one.out.destination, "bodyM", lines=1, id="destination"),
        node("row", w.text(f"{one.out.train}  ·  {one.number}", "bodyS", "on_surface_variant", lines=1, grow=1,
                           id="number"), w.text(one.total, "labelL", id="total"), width="fill"),
        grow=1, gap=1, pad=(14, 12, 14, 12),
    )  # fmt: skip
    inner = node(
        "row", stub, words, on=ev("ticket", number=one.number), id="row_trip", cls=w.GROUP, width="fill", height=112,
        bg=p.CARD, radius=p.CORNER, outline="outline_variant", align="center",
    )  # fmt: skip
    return node("column", inner, width="fill", pad=(16, 6, 16, 6), align="stretch")


def ticket(state: State, place: Route, view: View) -> Screen:
    """One booking: the code for the inspector, the ride, the seats, and what can still be done."""
    one = find(state, place.get("number", ""))
    if one is None:
        return missing()
    coming = _coming(one, view)
    share = w.action("share", "Share", ev("share_trip", number=one.number), rid="share", color=p.WHITE)
    body = w.page(
        p.card(_code(one, coming)),
        p.card(legs(one.out, one.back)),
        p.card([p.fact("Changed", words, "swap_horiz", rid="row_changed") for words in one.changed])
        if one.changed
        else None,
        _refund(one, view),
        p.card(facts(one, one.passengers, one.group, one.card)),
        p.card(p.bill(bill_of(one)), rid="bill"),
        w.text(f"Booked {moment(one.placed, view.now)}", "bodyS", "on_surface_variant", pad=(20, 6, 20, 0)),
    )
    bottom = None
    if coming:
        bottom = p.foot(
            p.second("Change train", ev("ask_change", number=one.number), rid="change_train"),
            p.second("Get a refund", ev("ask_refund", number=one.number), rid="get_refund"),
        )
    elif one.status != "Refunded":
        bottom = p.foot(p.go("Book it again", ev("again", origin=one.out.origin, destination=one.out.destination),
                             rid="again"))  # fmt: skip
    return p.page(f"Ticket {one.number}", body, share, bottom=bottom, support=one.out.day)


def _code(one: Booking, coming: bool) -> Node:
    ink = "#101418" if coming else "#C3C9D4"
    if one.status == "Refunded":
        words = "Refunded, not valid for travel"
    elif not coming:
        words = "This trip is over"
    else:
        words = "Show this to the inspector" if one.ticket == "Phone ticket" else one.ticket
    return node(
        "column",
        w.icon("qr_code_2", 168, ink, desc=f"Code of ticket {one.number}", bg=p.WHITE) if one.ticket == "Phone ticket"
        else w.disc("confirmation_number", 120, "container", "primary"),
        w.text(one.places, "titleM/Bold", id="places"),
        w.text(words, "bodyM", "on_surface_variant", id="state"),
        width="fill", align="center", gap=4, pad=(16, 4, 16, 8),
    )  # fmt: skip


def _refund(one: Booking, view: View) -> Node | None:
    if one.refund is None:
        return None
    back = one.refund
    return p.card(
        p.fact(f"Refund {back.number}", back.amount, "currency_exchange", rid="row_refund",
               support=f"{back.repaid}  ·  {back.reason}"),
        p.fact("Asked", moment(back.at, view.now), "schedule", rid="row_asked"),
    )  # fmt: skip


def change(state: State, place: Route, view: View) -> Screen:
    """Other trains of the same day for the way out."""
    one = find(state, place.get("number", ""))
    if one is None:
        return missing()
    day = date.fromisoformat(one.out.date)
    today = view.now.date()
    every = [
        each
        for each in trains(one.out.origin, one.out.destination, day)
        if not each.sold_out and (day > today or each.departs > f"{view.now:%H:%M}")
    ]
    fee = CHANGE_FEE if one.fare == "Saver" else 0
    rows = [
        c.radio_row(
            f"{each.departs} – {each.arrives}",
            ev("other", value=each.number),
            each.number == (state.ui.other or one.out.train),
            rid="train_option",
            support=f"{each.number}  ·  {lasts(each.minutes)}  ·  {each.via or 'direct'}",
            trailing="Your train" if each.number == one.out.train else "",
            inset=16,
            height=64,
        )
        for each in every
    ]
    words = f"A {one.fare} ticket is changed for {money(fee)}." if fee else f"A {one.fare} ticket is changed for free."
    body = w.page(
        w.text(f"{one.out.origin} – {one.out.destination}", "titleM/Bold", pad=(20, 12, 20, 0), lines=2),
        w.text(words, "bodyM", "on_surface_variant", pad=(20, 2, 20, 6)),
        p.card(p.radios(rows, "train_group")),
    )
    ready = bool(state.ui.other) and state.ui.other != one.out.train
    bottom = p.price_foot(fee, "Change train", ev("change", number=one.number), rid="confirm_change", enabled=ready,
                          words="to pay now")  # fmt: skip
    return p.page("Another train", body, bottom=bottom, support=f"{one.number}  ·  {one.out.day}")


def refund(state: State, place: Route, view: View) -> Screen:
    """Why, where the money goes, how much it is."""
    one = find(state, place.get("number", ""))
    if one is None:
        return missing()
    ui = state.ui
    why = [
        c.chip(reason, ev("ui", field="reason", value=reason), reason == ui.reason, rid="reason_option", single=True,
               radius=8)
        for reason in REASONS
    ]  # fmt: skip
    where = [_repaid(one, name, ui.repaid) for name in REPAID]
    back = kept(one, ui.repaid)
    lost = round(float(one.total[1:]) * 100) - back
    parts = [("Paid", one.total), (f"Kept, {one.fare}", f"−{money(lost)}" if lost else money(0))]
    rows = [
        node("row", w.text(label, "bodyM", "on_surface_variant", grow=1), w.text(value, "bodyM", "on_surface_variant"),
             id="row_sum", cls=w.GROUP, width="fill", pad=(16, 3, 16, 3))
        for label, value in parts
    ]  # fmt: skip
    total = node(
        "row",
        w.text("You get back", "17,24,Bold,0", grow=1),
        w.text(money(back), "17,24,Bold,0", id="amount"),
        id="row_total",
        cls=w.GROUP,
        width="fill",
        pad=(16, 3, 16, 3),
    )
    warning = None
    if not back:
        warning = w.text("A Saver ticket without cover is only paid back as credit.", "bodyM", "error",
                         pad=(20, 4, 20, 0))  # fmt: skip
    body = w.page(
        p.card(p.leg_rows(one.out, ride(one.out), "Way out" if one.back else "Your train")),
        p.card(p.small("Why?"), c.chips(why, inset=16, rid="reason_group", cls=p.RADIO_GROUP), w.space(6)),
        p.card(p.small("Where should it go?"), p.radios(where, "repaid_group")),
        p.card(rows, total),
        warning,
    )
    label = f"Refund {money(back)}" if back else "Nothing to refund"
    bottom = p.foot(
        p.second("Keep ticket", w.UP, rid="keep"),
        p.go(label, ev("refund", number=one.number), rid="confirm_refund", enabled=bool(back)),
    )
    return p.page("Refund", body, bottom=bottom, support=f"{one.number}  ·  {', '.join(fare(one.fare).words[2:])}")


def _repaid(one: Booking, name: str, chosen: str) -> Node:
    cents = kept(one, name)
    words = "In 3–5 working days" if name == REPAID[0] else "At once, for your next booking"
    support = words if cents else "Not with this fare"
    on = ev("ui", field="repaid", value=name)
    return c.radio_row(
        name, on, name == chosen, rid="repaid_option", support=support, trailing=money(cents), inset=16, height=62
    )


def refunded(state: State, place: Route, view: View) -> Screen:
    """The refund that was given."""
    one = find(state, place.get("number", ""))
    if one is None or one.refund is None:
        return missing()
    back = one.refund
    head = node(
        "column",
        w.disc("currency_exchange", 64, p.YELLOW, p.DARK),
        w.space(6),
        w.text(back.amount, "32,40,Bold,0", p.WHITE, id="amount"),
        w.text(f"Refund {back.number}", "titleM", p.YELLOW, id="refund_number"),
        width="fill", bg=p.NAVY, align="center", pad=(16, 8, 16, 24), gap=2,
    )  # fmt: skip
    body = w.page(
        head,
        p.card(
            p.fact("Booking", one.number, "confirmation_number", rid="row_booking",
                   support=f"{one.out.origin} – {one.out.destination}, {one.out.day}"),
            p.fact("Reason", back.reason, "help_outline", rid="row_reason"),
            p.fact("Paid to", back.repaid, "savings", rid="row_repaid"),
            p.fact("Asked", moment(back.at, view.now), "schedule", rid="row_asked"),
        ),
        w.text("The seats are free for others now. The ticket is no longer valid for travel.", "bodyM",
               "on_surface_variant", pad=(20, 8, 20, 0)),
    )  # fmt: skip
    return p.page("Refunded", body, bottom=p.foot(p.go("My trips", ev("tab", to="trips"), rid="done")))
