"""What belongs to the user in Railfinch: saved ways and trains, account, travellers, usual choices."""

from __future__ import annotations

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.model import State, Traveller
from adapters.phone.apps.railfinch.network import kilometres, trains
from adapters.phone.apps.railfinch.terms import CARD_WORDS, CARDS, CLASS_WORDS, CLASSES, SEATS, money
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

USUAL = {
    "cls": ("Class", CLASSES, CLASS_WORDS),
    "seat": ("Seat", SEATS, ("", "", "")),
    "card": ("Railcard", CARDS, CARD_WORDS),
}
GLYPHS = ("airline_seat_recline_extra", "airline_seat_recline_normal", "card_membership")


def saved(state: State, place: Route, view: View) -> Screen:
    """Ways with a heart, trains with a bell."""
    ways = [_way(one.origin, one.destination, view) for one in reversed(state.ways)]
    if not ways:
        ways = [w.text("Tap the heart above a list of trains to keep its way.", "bodyM", "on_surface_variant",
                       pad=(20, 4, 20, 8))]  # fmt: skip
    bells = [
        w.row(
            key.split(", ")[0], key.split(", ", 1)[1], rid="row_watched", leading=w.disc("train", 40), height=64,
            trailing=w.action("notifications_active", f"Stop telling me about {key}", ev("watch", key=key),
                              rid="watch", color="primary"),
        )
        for key in reversed(state.watched)
    ]  # fmt: skip
    if not bells:
        bells = [w.empty("notifications_none", "No trains watched", "Tap the bell of a train and delays are told.")]
    body = w.page(p.section("Saved ways", top=8), ways, p.section("Watched trains"), bells)
    return p.page("Saved", body)


def _way(origin: str, destination: str, view: View) -> Node:
    cheapest = min((one.cents for one in trains(origin, destination, view.now.date())), default=0)
    words = f"{round(kilometres(origin, destination))} km  ·  today from {money(cheapest)}"
    off = w.action("favorite", "Remove from saved ways", ev("keep", origin=origin, destination=destination),
                   rid="save_way", color="primary")  # fmt: skip
    return node(
        "row",
        node("column", p.way(origin, destination, "titleS"), w.text(words, "bodyM", "on_surface_variant", lines=1),
             grow=1),
        off,
        on=ev("again", origin=origin, destination=destination), id="row_way", cls=w.GROUP, width="fill", height=68,
        pad=(20, 0, 8, 0), gap=12, align="center",
    )  # fmt: skip


def account(state: State, place: Route, view: View) -> Screen:
    """Who is signed in, credit and points, travellers, usual choices, what is told."""
    mine = state.preferences
    who = node(
        "row",
        w.avatar(3, 60),
        node("column", w.text("Robin Vale", "titleL/Bold", lines=1),
             w.text("robin.vale@harbourmail.net", "bodyM", "on_surface_variant", lines=1), grow=1),
        width="fill", pad=(16, 8, 16, 8), gap=16, align="center",
    )  # fmt: skip
    money_row = node(
        "row",
        _figure(money(state.credit), "Credit", "credit"),
        _figure(f"{sum(one.status == 'Travelled' for one in state.bookings)}", "Trips this year", "trips_count"),
        _figure("412", "Finch points", "points"),
        width="fill", pad=(16, 4, 16, 8), gap=10,
    )  # fmt: skip
    people = [_traveller(one) for one in state.travellers]
    new = w.row("Add a traveller", on=ev("new_traveller", index=-1), rid="new_traveller", height=60,
                leading=w.disc("person_add", 40))  # fmt: skip
    usual = [
        p.fact(title, str(getattr(mine, name)), glyph, rid=f"row_{name}", on=ev("go_usual", field=name))
        for (name, (title, _, _)), glyph in zip(USUAL.items(), GLYPHS, strict=True)
    ]
    switches = [
        c.switch_row(title, words, ev("switch", name=name), getattr(mine, name), rid=f"switch_{name}", icon_name=glyph)
        for name, title, words, glyph in (
            ("delays", "Delays", "For booked and watched trains", "notifications_none"),
            ("prices", "Prices", "When a saved way gets cheaper", "trending_down"),
            ("mails", "Receipts by mail", "robin.vale@harbourmail.net", "mail_outline"),
        )
    ]
    body = w.page(
        p.card(who, money_row),
        p.section("Travellers"),
        p.card(people, new),
        p.section("Bookings start with"),
        p.card(usual),
        p.section("Tell me about"),
        p.card(switches),
        w.text("Railfinch 4.11.2  ·  Harbour Lines", "bodyS", "on_surface_variant", text_align="center", width="fill",
               pad=(16, 14, 16, 0)),
    )  # fmt: skip
    return p.page("Account", body)


def _figure(value: str, label: str, rid: str) -> Node:
    return node(
        "column",
        w.text(value, "18,24,Bold,0", "primary", id=rid),
        w.text(label, "bodyS", "on_surface_variant", lines=1),
        grow=1, bg="container", radius=p.CORNER, pad=(12, 8, 8, 8),
    )  # fmt: skip


def _traveller(one: Traveller) -> Node:
    off = w.action("close", f"Remove {one.name}", ev("drop_traveller", name=one.name), rid="remove")
    return w.row(one.name, one.ages, rid="row_traveller", leading=w.avatar(one.face, 40), height=64,
                 trailing=off if one.name != "Robin Vale" else p.tag("You"))  # fmt: skip


def usual(state: State, place: Route, view: View) -> Screen:
    """One of the usual choices, as a sheet over the account."""
    name = place.get("field", "cls")
    title, options, words = USUAL.get(name, USUAL["cls"])
    mine = str(getattr(state.preferences, name, ""))
    rows = [
        c.radio_row(value, ev("prefer", field=name, value=value), value == mine, rid="usual_option", support=support,
                    inset=20, height=62 if support else 50)
        for value, support in zip(options, words, strict=True)
    ]  # fmt: skip
    return p.over(account(state, place, view), "sheet", p.sheet(title, p.radios(rows, "usual_group")))
