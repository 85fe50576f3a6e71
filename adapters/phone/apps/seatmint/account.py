"""Houses and settings of Seatmint."""

from __future__ import annotations

from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.catalogue import CINEMAS, FILM, SHOWS, date_of, screenings, venue
from adapters.phone.apps.seatmint.model import State
from adapters.phone.apps.seatmint.terms import PAYMENTS, SEAT_WISHES, WAYS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Art, Node, ev, node

PREFERENCES = {
    "venue": ("Usual cinema", tuple(one.name for one in CINEMAS)),
    "delivery": ("Usual ticket", WAYS),
    "payment": ("Usual payment", PAYMENTS),
    "seat": ("Best seats are", SEAT_WISHES),
}


def venue_page(state: State, place: Route, view: View) -> Screen:
    """A house and what it shows today."""
    one, today = venue(place.get("name", "")), view.now.date()
    rows: list[Node] = []
    for film in SHOWS:
        if film.kind == FILM:
            times = [at.time for at in screenings(film.key, today.isoformat(), one.name) if not at.full]
            if times:
                rows.append(p.row(film, ev("open", key=film.key), line="Today  " + "  ·  ".join(times[:4])))
        elif one.name in film.venues:
            day = date_of(film, today)
            rows.append(p.row(film, ev("open", key=film.key), line=f"{p.spoken(day, today)}, {film.time}"))
    if not rows:
        rows = [p.nothing("event_busy", "Dark today", "No shows are on sale for this house.")]
    head = node(
        "column", w.text(one.name, "26,32,Bold,-0.2", lines=2), w.text(one.about, "bodyM", "on_surface_variant"),
        width="fill", pad=(20, 14, 20, 8), gap=2,
    )  # fmt: skip
    body = w.page(
        node("image", art=Art(one.view, 3), width="fill", height=150), head,
        p.card(p.fact("Address", f"{one.street}, {one.city}", "place", support=f"{one.far / 10:.1f} km from here"),
               p.fact("Halls", ", ".join(one.halls) or "One house", "weekend"), pad=(0, 4, 0, 4)),
        p.head("On sale here", top=14), rows,
    )  # fmt: skip
    return Screen(body, top=p.bar("Venue"), title=one.name)


def settings(state: State, place: Route, view: View) -> Screen:
    """Where bookings start from, and what this app may say."""
    prefs = state.preferences

    def ask(key: str, glyph: str) -> Node:
        return p.fact(PREFERENCES[key][0], getattr(prefs, key), glyph, on=ev("pref_ask", key=key))

    body = w.page(
        p.head("Booking", top=6),
        p.card(ask("venue", "theaters"), ask("seat", "weekend"), ask("delivery", "qr_code_2"),
               ask("payment", "credit_card"), pad=(0, 4, 0, 4)),
        p.head("Notifications", top=10),
        p.card(p.switch("Reminders", "Three hours before it begins", ev("pref", key="reminders"), prefs.reminders),
               pad=(0, 4, 0, 4)),
        p.head("Account", top=10),
        p.card(p.fact("Name", "Robin Vale", "person_outline"), p.fact("Mint credit", "$18.40",
        "account_balance_wallet"),
               p.fact("Version", "3.8.2", "info_outline"), pad=(0, 4, 0, 4)),
        w.text("Your tickets stay on this phone until the day after the show.", "bodyM", "on_surface_variant",
               pad=(20, 10, 20, 0)),
    )  # fmt: skip
    return Screen(body, top=p.bar("Settings"), title="Settings")


def preference(state: State, place: Route, view: View) -> Screen:
    """One of the settings, in a dialog."""
    key = place.get("key", "venue")
    title, options = PREFERENCES.get(key, PREFERENCES["venue"])
    window = c.choice_dialog(title, options, getattr(state.preferences, key, ""), ev("pref_pick", key=key))
    return p.over(settings(state, place, view), Overlay("dialog", window), title)
