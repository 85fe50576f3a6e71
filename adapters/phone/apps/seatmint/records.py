"""What was booked: the list, a ticket to show at the door, giving it back."""

from __future__ import annotations

from datetime import datetime

from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.catalogue import SHOWS, Show, venue
from adapters.phone.apps.seatmint.model import Booking, State, booking, spelled
from adapters.phone.apps.seatmint.terms import REASONS, REFUND_HOURS
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node

BY_TITLE = {one.title: one for one in SHOWS}
PAPER, INK, FAINT = "#F4F7F5", "#14201B", "#56655E"


def _show(made: Booking) -> Show:
    return BY_TITLE.get(made.show, SHOWS[0])


def refundable(made: Booking, now: datetime) -> bool:
    """Whether it can still be given back."""
    start = datetime.fromisoformat(f"{made.day}T{made.time}")
    return made.status == "Booked" and (start - now.replace(tzinfo=None)).total_seconds() >= REFUND_HOURS * 3600


def where(made: Booking) -> str:
    """`Row E, seats 7, 8` or `2 × Tables`."""
    if made.zone:
        return made.zone
    rows = dict.fromkeys(seat[0] for seat in made.seats)
    return "; ".join(
        f"Row {row}, seat{'s' if sum(one[0] == row for one in made.seats) > 1 else ''} "
        + ", ".join(one[1:] for one in made.seats if one[0] == row)
        for row in rows
    )


def tickets(state: State, place: Route, view: View) -> Screen:
    """What is to come, or what was."""
    tab = place.get("tab", "Coming")
    coming = tab == "Coming"
    shown = [one for one in reversed(state.bookings) if (one.status == "Booked") == coming]
    today = view.now.date()
    cards = []
    for made in shown:
        day = p.day_of(made.day, today)
        words = node(
            "column", w.text(made.show, "16,22,Bold,0", lines=2),
            w.text(f"{p.spoken(day, today)}, {made.time}", "bodyM", "primary", lines=1),
            w.text(made.venue, "bodyM", "on_surface_variant", lines=1),
            node("row", p.tag(made.status, strong=made.status == "Booked"), p.tag(spelled(made.tickets)), gap=6,
                 wrap=True, width="fill"), grow=1, gap=3,
        )  # fmt: skip
        inner = node("row", p.thumb(_show(made), 72, 104), words, on=ev("ticket", number=made.number), id="row_ticket",
                     cls=w.GROUP, width="fill", bg="container", radius=p.SOFT, pad=(12, 12, 14, 12), gap=14,
                     align="center")  # fmt: skip
        cards.append(node("column", inner, width="fill", pad=(16, 6, 16, 6), align="stretch"))
    none = p.nothing("confirmation_number", "No tickets" if coming else "Nothing yet",
                     "What you book is kept here, also without a network.",
                     p.calm("What’s on", ev("leave", to="home")))  # fmt: skip
    chips = [p.chip(one, ev("tab", tab=one), one == tab) for one in ("Coming", "Past")]
    head = node("row", chips, width="fill", gap=8, pad=(20, 4, 20, 8))
    return Screen(w.page(head, cards or none), top=p.bar("My tickets"), title="My tickets")


def pass_(made: Booking, view: View) -> Node:
    """The ticket itself: light, so that a scanner reads it, with a perforation."""
    today = view.now.date()
    day = p.day_of(made.day, today)

    def cell(label: str, value: str, wide: float = 1) -> Node:
        return node("column", w.text(label, "11,16,Medium,0.4", FAINT, lines=1),
                    w.text(value, "16,22,Bold,0", INK, lines=3), grow=wide, gap=1)  # fmt: skip

    top = node(
        "row", node("image", art=_show(made).poster, width=76, height=108, radius=8),
        node("column", w.text(made.show, "20,26,Bold,0", INK, lines=3),
             w.text(", ".join(filter(None, (made.kind, made.format, made.spoken))), "bodyM", FAINT, lines=1),
             w.text(made.number, "bodyM", FAINT, lines=1), grow=1, gap=2),
        width="fill", gap=14, align="center",
    )  # fmt: skip
    dots = [node("spacer", width=10, height=10, radius=5, bg="surface") for _ in range(15)]
    eats = ", ".join(f"{one.quantity} × {one.name}" for one in made.extras)
    used = made.status != "Booked"
    code = node("stack", node("image", art=Art("poster:code", int(made.id)), width=168, height=168,
                              place=("center", "start"), desc=f"Code of {made.number}", alpha=1.0),
                w.text(made.status.upper(), "22,28,Black,3", "#B3261E", bg=PAPER, pad=(14, 6, 14, 6),
                       place=("center", "center")) if used else None, width="fill", height=168)  # fmt: skip
    return node(
        "column",
        node(
            "column", top, w.space(14),
            node("row", cell("DAY", p.spoken(day, today)), cell("BEGINS", made.time), width="fill", gap=12), w.space(8),
            node("row", cell("VENUE", made.venue), cell("HALL", made.hall or "Open"), width="fill", gap=12), w.space(8),
            node("row", cell("PLACES", where(made)), cell("TICKETS", spelled(made.tickets)), width="fill", gap=12),
            w.space(8) if eats else None, cell("COUNTER", eats) if eats else None,
            node("row", dots, width="fill", justify="between", pad=(0, 16, 0, 16)),
            code, w.space(8),
            w.text(f"{made.delivery}  ·  {made.total}", "bodyM", FAINT, text_align="center"),
            width="fill", bg=PAPER, radius=20, pad=(20, 20, 20, 18), align="stretch",
        ),
        width="fill", pad=(16, 6, 16, 10), align="stretch",
    )  # fmt: skip


def ticket(state: State, place: Route, view: View) -> Screen:
    """One ticket."""
    made = booking(state, place.get("number", ""))
    if made is None:
        none = p.nothing("confirmation_number", "No such ticket", "It may be an old link.")
        return Screen(w.page(none), top=p.bar("Ticket"), title="Ticket")
    house = venue(made.venue)
    more = p.card(
        p.fact("Where", house.name, "place", on=ev("venue", name=house.name), support=f"{house.street}, {house.city}"),
        p.fact("Payment", made.payment, "credit_card"),
        p.fact("Refund cover", "Yes" if made.cover else "No", "verified_user"),
        p.fact("Code", made.code, "redeem") if made.code else None,
        p.fact("Given back because", made.reason, "info_outline") if made.reason else None,
        pad=(0, 4, 0, 4),
    )  # fmt: skip
    share = w.action("share", "Share", ev("share_ticket", number=made.number), color="on_surface")
    bottom = None
    if made.status == "Booked":
        give = p.mint("Give back", ev("ask_cancel", number=made.number), enabled=refundable(made, view.now), tonal=True)
        bottom = p.foot(give)
    return Screen(w.page(pass_(made, view), more), top=p.bar("Ticket", share, support=made.number), bottom=bottom,
                  title="Ticket")  # fmt: skip


def cancel(state: State, place: Route, view: View) -> Screen:
    """Why, and then really."""
    number = place.get("number", "")
    rows = [p.option(one, "", ev("reason", value=one), one == state.ui.reason) for one in REASONS]
    window = p.sheet(
        "Give tickets back?",
        w.text("The money is on your card in three days.", "bodyM", "on_surface_variant", pad=(20, 0, 20, 8)),
        node("column", rows, width="fill", id="reason_group", cls="android.widget.RadioGroup", align="stretch"),
        bottom=p.foot(p.mint("Keep them", w.UP, tonal=True), p.mint("Give back", ev("cancel", number=number))),
    )  # fmt: skip
    return p.over(ticket(state, place, view), Overlay("sheet", window), "Give tickets back?")
