"""Seatmint's checkout: kinds of tickets and things to eat, how to get in and pay, a last look, thanks."""

from dataclasses import replace

from adapters.phone.apps.seatmint import model
from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.app import app
from adapters.phone.apps.seatmint.catalogue import ADULT, PRICES, TERMS, Rate, Show, Snack, code_of, show_of
from adapters.phone.apps.seatmint.model import FIRST_NUMBER, Booking, Draft, Extra, State
from adapters.phone.apps.seatmint.seating import with_seats
from adapters.phone.apps.seatmint.tickets import ticket_card
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.fields import plain_field
from adapters.phone.framework.actions import Handled, assign, focus, go, switch_to, then, toggle
from adapters.phone.framework.dates import TIME_FORMAT, day_and_time
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import Bound, bind, find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Go, Notice, Notify, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev, node

LONGEST_CODE, MOST_SNACKS = 12, 9


def _nothing_chosen(title: str) -> Screen:
    hint = "Choose a show and your places first."
    return p.nothing_page(title, "confirmation_number", "Nothing chosen", hint, p.home_button())


def _header(draft: Draft, view: View) -> Node:
    """The show of a booking: when, where, and which places."""
    show, screening = show_of(draft.show), model.screening_of(draft)
    house = draft.venue or show.venues[0]
    starts = f"{show.day}T{show.time}" if show.zones else f"{draft.day}T{draft.time}"
    about = words(
        w.text(show.title, "16,22,Bold,0", lines=2),
        w.text(day_and_time(starts, view.now), "bodyM", "primary", lines=1),
        p.quiet(f"{house}, {screening.hall}" if screening is not None else house, lines=1),
        w.text(", ".join(draft.seats) or f"{model.heads(draft.tickets)} × {draft.zone}", "bodyM", lines=2),
        gap=2,
    )
    return p.card(line(p.thumb(show, 60, 86), about, gap=14))


@app.screen("who", activity=".BookingActivity")
def who(state: State, view: View) -> Screen:
    """Who comes in, and what is eaten."""
    draft = state.draft
    count = model.heads(draft.tickets)
    if not count:
        return _nothing_chosen("Tickets")
    body = w.form(
        _header(draft, view),
        p.head(f"{count} ticket{'' if count == 1 else 's'}", top=8),
        p.list_card([_rate(draft, rate) for rate in TERMS.rates]),
        p.head("From the counter", top=10),
        p.list_card([_snack(draft, snack) for snack in TERMS.snacks]),
    )
    price = p.sum_text(money(model.places(draft) + model.eaten(draft)))
    sums = node("column", p.note(model.tickets_text(draft.tickets), lines=2), price, width=140)
    bottom = p.foot(sums, p.main_button("Checkout", go("checkout")))
    return Screen(body, top=p.bar("Tickets"), bottom=bottom, title="Tickets")


def _rate(draft: Draft, rate: Rate) -> Node:
    """A kind of ticket with how many there are; who is nothing else is an adult."""
    count = model.of_rate(draft.tickets, rate.name)
    each = f"{rate.about}  ·  {money(model.base(draft) - rate.less)}"
    if rate is ADULT:
        number = w.text(str(count), "18,24,Bold,0", width=26, text_align="center")
        names = words(p.name_text(rate.name), p.note(each), gap=1)
        return line(names, number, min_height=64, pad=(16, 6, 60, 6), gap=14)
    less = ev("rate", name=rate.name, by=-1) if count else None
    more = ev("rate", name=rate.name, by=1) if draft.tickets.adult else None
    return p.count_row(rate.name, each, count, less, more)


def _snack(draft: Draft, snack: Snack) -> Node:
    picture = node("image", art=snack.art, width=48, height=48, radius=10)
    count = next((extra.quantity for extra in draft.extras if extra.name == snack.name), 0)
    less = ev("change_extra", name=snack.name, by=-1) if count else None
    more = ev("change_extra", name=snack.name, by=1) if count < MOST_SNACKS else None
    return p.count_row(snack.name, f"{snack.about}  ·  {money(snack.cents)}", count, less, more, lead=picture)


@app.on("rate")
def change_rate(state: State, name: str, by: int) -> State:
    """Make an adult something else, or the other way round: the number of people stays."""
    tickets = state.draft.tickets
    count, adults = model.of_rate(tickets, name) + by, tickets.adult - by
    if count < 0 or adults < 0:
        return state
    counts = {name.lower(): count, "adult": adults}
    return replace(state, draft=replace(state.draft, tickets=replace(tickets, **counts)))


@app.on("change_extra")
def change_extra(state: State, name: str, by: int = 0) -> State:
    """Take more or fewer of something from the counter. It stays in the counter's order."""
    counts = {extra.name: extra.quantity for extra in state.draft.extras}
    counts[name] = counts.get(name, 0) + by
    extras = [Extra(snack.name, counts.get(snack.name, 0)) for snack in TERMS.snacks]
    chosen = tuple(extra for extra in extras if extra.quantity > 0)
    return replace(state, draft=replace(state.draft, extras=chosen))


@app.screen("checkout", activity=".BookingActivity")
def checkout(state: State, view: View) -> Screen:
    """How one gets in, what is insured, what is taken off, how it is paid."""
    draft = state.draft
    count = model.heads(draft.tickets)
    if not count:
        return _nothing_chosen("Checkout")
    delivery, payment = bind(state, "draft.delivery"), bind(state, "draft.payment")
    deliveries = [
        p.option(
            way.name, way.about, delivery.to(way.name), way.name == delivery.value,
            icon=way.icon, price=money(way.cents) if way.cents else "Free",
        )
        for way in TERMS.deliveries
    ]  # fmt: skip
    payments = [
        p.option(way.name, "", payment.to(way.name), way.name == payment.value, icon=way.icon) for way in TERMS.payments
    ]
    cover = p.switch_row(
        "Refund cover", "All of it back, until the lights go out", toggle("draft.cover"), draft.cover,
        price=money(TERMS.cover * count),
    )  # fmt: skip
    body = w.form(
        _header(draft, view),
        p.head("How do you get in?", top=8),
        column(deliveries, id="way_group", align="start"),
        p.head("Just in case", top=10),
        p.list_card(cover, pad=(0, 2)),
        p.head("Code", top=10),
        _code(state, draft),
        p.head("Payment", top=10),
        column(payments, id="payment_group", align="start"),
        w.space(8),
    )
    review_button = p.main_button("Review booking", then(focus(None), go("review")))
    return Screen(body, top=p.bar("Checkout"), bottom=p.foot(_total(draft), review_button), title="Checkout")


def _total(draft: Draft) -> Node:
    return w.text(money(model.total(draft)), "22,28,Bold,0", width=110)


def _code(state: State, draft: Draft) -> Node:
    """The code that counts, or the field for one."""
    code = code_of(draft.code)
    if code is None:
        return _code_field(bind(state, "ui.typed"), draft.code)
    counts = model.usable_code(draft) is not None
    effect = code.title if counts else f"Needs {money(code.least)} at least"
    names = words(w.text(code.code, "16,22,Bold,1"), p.note(effect, color="primary" if counts else "error"))
    drop = w.action("close", "Remove code", then(assign("draft.code", ""), assign("ui.typed", "")))
    return p.card(line(w.icon("redeem", 22, "primary"), names, drop, gap=14), pad=(16, 4, 4, 4))


def _code_field(typed: Bound[str], wrong: str) -> Node:
    done = ev("apply_code")
    field = plain_field(
        typed.value, "Type a code", rid="code", change=typed.limited(LONGEST_CODE), submit=done,
        type="16,24,Regular,0.1",
    )  # fmt: skip
    can_be_tried = typed.value.strip().upper() not in ("", wrong)
    apply_button = node("button", text="Apply", on=done, id="apply", variant="text", height=48, enabled=can_be_tried)
    error = p.note(f"{wrong} is not a code of ours", color="error", pad=(0, 0, 0, 6)) if wrong else None
    return p.card(line(field, apply_button, gap=8), error, pad=(16, 4, 4, 4))


@app.on("apply_code")
def apply_code(state: State) -> Handled:
    """Let the typed code count, unless it was used before."""
    word = state.ui.typed.strip().upper()
    used = any(booking.code == word and booking.status != "Refunded" for booking in state.bookings)
    if used and code_of(word) is not None:
        return Focus(None), Toast("You have used this code")
    return replace(state, draft=replace(state.draft, code=word)), Focus(None)


@app.screen("review", activity=".BookingActivity")
def review(state: State, view: View) -> Screen:
    """All that was chosen, once more; nothing is booked yet."""
    draft, screening = state.draft, model.screening_of(state.draft)
    if not model.heads(draft.tickets):
        return _nothing_chosen("Review")
    form = f"{screening.format}, {screening.spoken}" if screening is not None else ""
    terms = "Tickets are taken back until two hours before. The booking fee is kept unless you have cover."
    body = w.page(
        _header(draft, view),
        p.list_card(
            p.fact("Tickets", model.tickets_text(draft.tickets), "group", support=form),
            p.fact("From the counter", model.extras_text(draft.extras) or "Nothing", "fastfood"),
            p.fact("How you get in", draft.delivery, "qr_code_2", on=w.UP),
            p.fact("Refund cover", "Yes" if draft.cover else "No", "verified_user", on=w.UP),
            p.fact("Payment", draft.payment, "credit_card", on=w.UP),
        ),
        p.card(_bill(draft)),
        p.note(terms, pad=(20, 8)),
    )
    bottom = p.foot(_total(draft), p.main_button("Book now", ev("book")))
    return Screen(body, top=p.bar("Review"), bottom=bottom, title="Review")


def _bill(draft: Draft) -> list[Node]:
    """The lines of the sum; what costs nothing has none."""
    count, code = model.heads(draft.tickets), model.usable_code(draft)
    rows = [_amount("Tickets", money(model.places(draft)))]
    if draft.extras:
        rows.append(_amount("From the counter", money(model.eaten(draft))))
    rows.append(_amount(f"Booking fee, {count} × {money(TERMS.fee)}", money(count * TERMS.fee)))
    if PRICES[draft.delivery]:
        rows.append(_amount(draft.delivery, money(PRICES[draft.delivery])))
    if draft.cover:
        rows.append(_amount("Refund cover", money(count * TERMS.cover)))
    if code is not None:
        rows.append(_amount(f"Code {code.code}", f"−{money(code.cents)}"))
    return [*rows, _amount("Total", money(model.total(draft)), strong=True)]


def _amount(label: str, value: str, *, strong: bool = False) -> Node:
    style, ink = ("17,24,Bold,0", "on_surface") if strong else ("bodyM", "on_surface_variant")
    amount = w.text(value, style, "primary" if strong else ink)
    return line(w.text(label, style, ink, grow=1, lines=1), amount, pad=(0, 3), gap=8, align="start")


@app.on("book")
def book(state: State, view: View) -> Handled:
    """Book what was chosen; a notification follows."""
    draft = state.draft
    if not model.heads(draft.tickets) or (model.screening_of(draft) is None) != bool(draft.zone):
        return Toast("There is nothing to book")
    if not model.free_seats(state).issuperset(draft.seats):
        return with_seats(state, ()), Back(), Toast("Somebody was faster; choose other seats")
    number = FIRST_NUMBER + len(state.bookings)
    booking = _booking(draft, show_of(draft.show), number, view.now.strftime(TIME_FORMAT))
    after = replace(state, bookings=(*state.bookings, booking), draft=Draft())
    thanks = Go(route("booked", number=booking.number))
    when = f"{booking.venue}, {booking.day[8:]}.{booking.day[5:7]}. at {booking.time}"
    place = route("ticket", number=booking.number)
    notice = Notice(booking.number, f"{booking.show} is booked", when, place)
    return after, Replace(route("home"), root=True), thanks, Notify(notice)


def _booking(draft: Draft, show: Show, number: int, placed: str) -> Booking:
    """The booking that a draft stands for."""
    code, screening = model.usable_code(draft), model.screening_of(draft)
    booking = Booking(
        str(number), f"SM-{number}", show.title, show.kind, draft.venue, day=show.day, time=show.time,
        seats=draft.seats, zone=draft.zone, tickets=draft.tickets, extras=draft.extras, delivery=draft.delivery,
        payment=draft.payment, cover=draft.cover, code=code.code if code is not None else "",
        total=money(model.total(draft)), placed=placed,
    )  # fmt: skip
    if screening is None:
        return booking
    return replace(
        booking, day=screening.day, time=screening.time, hall=screening.hall, format=screening.format,
        spoken=screening.spoken,
    )  # fmt: skip


@app.screen("booked", activity=".BookingActivity")
def booked(state: State, view: View, number: str = "") -> Screen:
    """Thanks, on what terms it was booked, and the ticket."""
    booking = find(state.bookings, number=number)
    if booking is None:
        return _nothing_chosen("Booked")
    code = f"code {booking.code}" if booking.code else ""
    terms = ", ".join(filter(None, (booking.payment, "Refund cover" if booking.cover else "", code)))
    thanks = words(
        w.text("You’re in", "24,30,Bold,0"),
        p.quiet(f"Booking {booking.number}, {booking.total}"),
        p.quiet(terms),
    )
    bottom = p.foot(p.main_button("My tickets", go("tickets"), tonal=True), p.main_button("Done", switch_to("home")))
    hello = line(w.disc("check", 44, "primary", "on_primary"), thanks, pad=(20, 10, 20, 8), gap=14)
    return Screen(w.page(hello, ticket_card(booking, view)), top=p.bar("Booked"), bottom=bottom, title="Booked")
