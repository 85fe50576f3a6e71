"""Seatmint's settings: where bookings start from."""

from dataclasses import replace

from adapters.phone.apps.seatmint import parts as p
from adapters.phone.apps.seatmint.app import app
from adapters.phone.apps.seatmint.catalogue import CINEMAS, DELIVERIES, PAYMENTS, TERMS
from adapters.phone.apps.seatmint.model import State
from adapters.phone.components.choices import choice_dialog
from adapters.phone.framework.actions import go
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node

PREFERENCES = {
    "venue": ("Usual cinema", CINEMAS),
    "seat": ("Best seats are", TERMS.seat_wishes),
    "delivery": ("Usual ticket", DELIVERIES),
    "payment": ("Usual payment", PAYMENTS),
}
GLYPHS = ("theaters", "weekend", "qr_code_2", "credit_card")


@app.screen("settings", distractor="presets what a booking asks for")
def settings(state: State) -> Screen:
    """Where bookings start from."""
    body = w.page(
        p.head("Booking", top=6),
        p.list_card([_preference(state, key, glyph) for key, glyph in zip(PREFERENCES, GLYPHS, strict=True)]),
        p.head("Account", top=10),
        p.list_card(
            p.fact("Name", "Robin Vale", "person_outline"),
            p.fact("Mint credit", "$18.40", "account_balance_wallet"),
            p.fact("Version", "3.8.2", "info_outline"),
        ),
        p.quiet("Your tickets stay on this phone until the day after the show.", pad=(20, 10, 20, 0)),
    )
    return Screen(body, top=p.bar("Settings"), title="Settings")


def _preference(state: State, key: str, glyph: str) -> Node:
    chosen = bind(state, f"preferences.{key}").value
    return p.fact(PREFERENCES[key][0], chosen, glyph, on=go("preference", key=key))


@app.screen("preference", activity=".SettingsActivity", distractor="the same words as in the checkout")
def preference(state: State, key: str = "venue") -> Screen:
    """One of the settings, in a dialog."""
    title, options = PREFERENCES[key]
    window = choice_dialog(title, bind(state, f"preferences.{key}"), options)
    return replace(settings(state), overlay=window, title=title)
