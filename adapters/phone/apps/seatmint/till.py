"""Seatmint's till: kinds of tickets and things to eat, how to get in and pay, a last look, thanks."""

from __future__ import annotations

from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint import seating
from adapters.phone.apps.seatmint.catalogue import date_of, show
from adapters.phone.apps.seatmint.model import (
    Draft,
    State,
    base,
    booking,
    count,
    eaten,
    of_rate,
    places,
    slot,
    spelled,
    total,
    usable,
)
from adapters.phone.apps.seatmint.records import pass_
from adapters.phone.apps.seatmint.terms import (
    COVER,
    FEE,
    PAYMENT_GLYPHS,
    PAYMENTS,
    RATES,
    SNACKS,
    WAY_CENTS,
    WAY_GLYPHS,
    WAY_WORDS,
    WAYS,
    code,
    money,
)
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node


def when(draft: Draft, view: View) -> str:
    """`Today, 18:30`, `Sat, 21 Nov, 20:00`."""
    one, today = show(draft.show), view.now.date()
    if one.zones:
        return f"{p.spoken(date_of(one, today), today)}, {one.time}"
    return f"{p.spoken(p.day_of(draft.day, today), today)}, {draft.time}"


def _empty(title: str) -> Screen:
    none = p.nothing("confirmation_number", "Nothing chosen", "Choose a show and your places first.",
                     p.calm("What’s on", ev("leave", to="home")))  # fmt: skip
    return Screen(w.page(none), top=p.bar(title), title=title)


def _header(draft: Draft, view: View) -> Node:
    one, this = show(draft.show), slot(draft)
    house = draft.venue or one.venues[0]
    hall = f"{house}, {this.hall}" if this is not None else house
    words = node(
        "column", w.text(one.title, "16,22,Bold,0", lines=2),
        w.text(when(draft, view), "bodyM", "primary", lines=1), w.text(hall, "bodyM", "on_surface_variant", lines=1),
        w.text(seating.chosen(draft), "bodyM", lines=2), grow=1, gap=2,
    )  # fmt: skip
    return p.card(node("row", p.thumb(one, 60, 86), words, width="fill", gap=14, align="center"))


def tickets(state: State, place: Route, view: View) -> Screen:
    """Who comes in, and what is eaten."""
    draft = state.draft
    many = count(draft.tickets)
    if not many:
        return _empty("Tickets")
    rates = []
    for rate in RATES:
        held = of_rate(draft.tickets, rate.name)
        each = f"{rate.about}  ·  {money(base(draft) - rate.less)}"
        if rate.name == "Adult":
            words = node("column", w.text(rate.name, "16,22,Medium,0.1"), w.text(each, "bodyS", "on_surface_variant"),
                         grow=1, gap=1)  # fmt: skip
            rates.append(node("row", words, w.text(str(held), "18,24,Bold,0", width=26, text_align="center"),
                              width="fill", min_height=64, pad=(16, 6, 60, 6), gap=14, align="center"))  # fmt: skip
            continue
        less = ev("rate", name=rate.name, by=-1) if held else None
        more = ev("rate", name=rate.name, by=1) if draft.tickets.adult else None
        rates.append(p.count(rate.name, each, held, less, more))
    held_ = {one.name: one.quantity for one in draft.extras}
    counter = []
    for snack in SNACKS:
        lead = node("image", art=Art(snack.art, snack.seed), width=48, height=48, radius=10)
        number = held_.get(snack.name, 0)
        counter.append(
            p.count(snack.name, f"{snack.about}  ·  {money(snack.cents)}", number,
                    ev("extra", name=snack.name, by=-1) if number else None,
                    ev("extra", name=snack.name, by=1) if number < 9 else None, lead=lead)
        )  # fmt: skip
    body = w.form(
        _header(draft, view),
        p.head(f"{many} ticket{'' if many == 1 else 's'}", top=8), p.card(rates, pad=(0, 4, 0, 4)),
        p.head("From the counter", top=10), p.card(counter, pad=(0, 4, 0, 4)),
    )  # fmt: skip
    sum_ = node("column", w.text(spelled(draft.tickets), "bodyS", "on_surface_variant", lines=2),
                w.text(money(places(draft) + eaten(draft)), "20,26,Bold,0"), width=140)  # fmt: skip
    bottom = p.foot(sum_, p.mint("Checkout", ev("checkout")))
    return Screen(body, top=p.bar("Tickets"), bottom=bottom, title="Tickets")


def checkout(state: State, place: Route, view: View) -> Screen:
    """How one gets in, what is insured, what is taken off, how it is paid."""
    draft = state.draft
    many = count(draft.tickets)
    if not many:
        return _empty("Checkout")
    ways = [
        p.option(name, words, ev("fill", name="delivery", value=name), name == draft.delivery, glyph_=glyph,
                 price=money(cents) if cents else "Free")
        for name, words, cents, glyph in zip(WAYS, WAY_WORDS, WAY_CENTS, WAY_GLYPHS, strict=True)
    ]  # fmt: skip
    payments = [
        p.option(name, "", ev("fill", name="payment", value=name), name == draft.payment, glyph_=glyph)
        for name, glyph in zip(PAYMENTS, PAYMENT_GLYPHS, strict=True)
    ]
    body = w.form(
        _header(draft, view),
        p.head("How do you get in?", top=8), node("column", ways, width="fill", id="way_group"),
        p.head("Just in case", top=10),
        p.card(p.switch("Refund cover", "All of it back, until the lights go out", ev("cover"), draft.cover,
                        price=money(COVER * many)), pad=(0, 2, 0, 2)),
        p.head("Code", top=10), _code(state, draft),
        p.head("Payment", top=10), node("column", payments, width="fill", id="payment_group"), w.space(8),
    )  # fmt: skip
    bottom = p.foot(w.text(money(total(draft)), "22,28,Bold,0", width=110), p.mint("Review booking", ev("review")))
    return Screen(body, top=p.bar("Checkout"), bottom=bottom, title="Checkout")


def _code(state: State, draft: Draft) -> Node:
    known = code(draft.code)
    if known is not None:
        counts = usable(draft) is not None
        line = known.title if counts else f"Needs {money(known.least)} at least"
        words = node("column", w.text(known.code, "16,22,Bold,1"),
                     w.text(line, "bodyS", "primary" if counts else "error"), grow=1)  # fmt: skip
        return p.card(node("row", w.icon("redeem", 22, "primary"), words,
                           w.action("close", "Remove code", ev("code", value="")), width="fill", gap=14,
                           align="center"), pad=(16, 4, 4, 4))  # fmt: skip
    box = node("field", text=state.ui.typed, hint="Type a code", id="code", grow=1, height=48, type="16,24,Regular,0.1",
               on={"change": ev("code_text"), "submit": ev("code_use")}, color="on_surface")  # fmt: skip
    use = node("button", text="Apply", on=ev("code_use"), id="apply", variant="text", height=48,
               enabled=bool(state.ui.typed.strip()))  # fmt: skip
    wrong = bool(draft.code)
    note = w.text(f"{draft.code} is not a code of ours", "bodyS", "error", pad=(0, 0, 0, 6)) if wrong else None
    return p.card(node("row", box, use, width="fill", gap=8, align="center"), note, pad=(16, 4, 4, 4))


def review(state: State, place: Route, view: View) -> Screen:
    """All that was chosen, once more; nothing is booked yet."""
    draft = state.draft
    if not count(draft.tickets):
        return _empty("Review")
    this = slot(draft)
    eats = ", ".join(f"{one.quantity} × {one.name}" for one in draft.extras)
    form = f"{this.format}, {this.spoken}" if this is not None else ""
    body = w.page(
        _header(draft, view),
        p.card(
            p.fact("Tickets", spelled(draft.tickets), "group", support=form),
            p.fact("From the counter", eats or "Nothing", "fastfood"),
            p.fact("How you get in", draft.delivery, "qr_code_2", on=w.UP),
            p.fact("Refund cover", "Yes" if draft.cover else "No", "verified_user", on=w.UP),
            p.fact("Payment", draft.payment, "credit_card", on=w.UP),
            pad=(0, 4, 0, 4),
        ),
        p.card(_sums(draft)),
        w.text("Tickets are taken back until two hours before. The booking fee is kept unless you have cover.", "bodyS",
               "on_surface_variant", pad=(20, 8, 20, 8)),
    )  # fmt: skip
    bottom = p.foot(w.text(money(total(draft)), "22,28,Bold,0", width=110), p.mint("Book now", ev("book")))
    return Screen(body, top=p.bar("Review"), bottom=bottom, title="Review")


def _sums(draft: Draft) -> list[Node]:
    many = count(draft.tickets)
    post = WAY_CENTS[WAYS.index(draft.delivery)]
    known = usable(draft)
    rows = [p.amount("Tickets", money(places(draft)))]
    if draft.extras:
        rows.append(p.amount("From the counter", money(eaten(draft))))
    rows.append(p.amount(f"Booking fee, {many} × {money(FEE)}", money(many * FEE)))
    if post:
        rows.append(p.amount("Post", money(post)))
    if draft.cover:
        rows.append(p.amount("Refund cover", money(many * COVER)))
    if known is not None:
        rows.append(p.amount(f"Code {known.code}", f"−{money(known.cents)}"))
    return [*rows, p.amount("Total", money(total(draft)), strong=True)]


def booked(state: State, place: Route, view: View) -> Screen:
    """Thanks, on what terms it was booked, and the ticket."""
    made = booking(state, place.get("number", ""))
    if made is None:
        return _empty("Booked")
    terms = (made.payment, "Refund cover" if made.cover else "", f"code {made.code}" if made.code else "")
    hello = node("row", w.disc("check", 44, "primary", "on_primary"),
                 node("column", w.text("You’re in", "24,30,Bold,0"),
                      w.text(f"Booking {made.number}, {made.total}", "bodyM", "on_surface_variant"),
                      w.text(", ".join(filter(None, terms)), "bodyM", "on_surface_variant"), grow=1),
                 width="fill", pad=(20, 10, 20, 8), gap=14, align="center")  # fmt: skip
    bottom = p.foot(p.mint("My tickets", ev("visit", to="tickets"), tonal=True), p.mint("Done", ev("leave", to="home")))
    return Screen(w.page(hello, pass_(made, view)), top=p.bar("Booked"), bottom=bottom, title="Booked")
