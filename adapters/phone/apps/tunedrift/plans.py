"""The settings, and plans and how one is paid."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.tunedrift.model import State, money, price
from adapters.phone.apps.tunedrift.music import (
    BILLINGS,
    CROSSFADES,
    EQUALISERS,
    PAYMENTS,
    PLANS,
    QUALITIES,
    SORTS,
)
from adapters.phone.apps.tunedrift.parts import SOFT, bar
from adapters.phone.apps.tunedrift.shelf import library
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

PREFERENCES = {
    "wifi": ("Streaming over Wi-Fi", QUALITIES),
    "mobile": ("Streaming over mobile data", QUALITIES),
    "download": ("Downloads", QUALITIES),
    "crossfade": ("Crossfade", CROSSFADES),
    "equaliser": ("Equaliser", EQUALISERS),
    "sort": ("Sort library", SORTS),
}
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _day(at: str) -> str:
    return f"{int(at[8:10])} {MONTHS[int(at[5:7]) - 1]}"


def plans(state: State, place: Route, view: View) -> Screen:
    """The plans, how often one pays, and with what."""
    ui = state.ui
    cards = [_plan(name, cents, about, name == ui.plan) for name, (cents, about) in PLANS.items()]
    bills = [
        c.option_card(name, "" if name == BILLINGS[0] else "2 months free", ev("plan", name="billing", value=name),
                      name == ui.billing, rid="billing", height=60, radius=12)
        for name in BILLINGS
    ]  # fmt: skip
    body = w.form(
        w.text("Choose a plan", "titleM", pad=(16, 4, 16, 8)), cards,
        w.text("Billing", "titleM", pad=(16, 14, 16, 8)),
        node("row", bills, width="fill", gap=12, pad=(16, 0, 16, 0)),
        w.text("Pay with", "titleM", pad=(16, 16, 16, 4)),
        [c.radio_row(name, ev("plan", name="payment", value=name), name == ui.payment, rid="payment", height=52)
         for name in PAYMENTS],
        c.switch_row("Renew by itself", "Cancel at any time", ev("plan", name="renew"), ui.renew, rid="renew"),
    )  # fmt: skip
    foot = node(
        "row", node("column", w.text("To pay now", "bodyS", SOFT), w.text(price(ui.plan, ui.billing), "22,28,Bold,0",
                    id="price"), grow=1),
        c.button("Review", ev("go", to="review"), rid="review", width="wrap"), width="fill", bg="container",
        pad=(20, 10, 20, 12), align="center",
    )  # fmt: skip
    return Screen(body, top=bar("Plans"), bottom=foot, title="Plans")


def _plan(name: str, cents: int, about: str, on: bool) -> Node:
    card = node(
        "row", node("radio", checked=on, width=20, height=20),
        node("column", w.text(name, "titleM"), w.text(about, "bodyM", SOFT, lines=2), grow=1),
        w.text(f"{money(cents)} / month", "titleS"),
        on=ev("plan", name="plan", value=name), id="plan", selected=on, width="fill", min_height=72, gap=14,
        radius=12, outline="primary" if on else "outline_variant", outline_width=2 if on else 1, align="center",
        pad=(16, 10, 16, 10), bg="high" if on else "",
    )  # fmt: skip
    return node("column", card, width="fill", pad=(16, 0, 16, 8), align="stretch")


def review(state: State, place: Route, view: View) -> Screen:
    """Everything that will be paid for, before it is."""
    ui = state.ui
    lines = [
        ("Plan", ui.plan), ("Billing", ui.billing), ("Payment", ui.payment),
        ("Renews", "By itself" if ui.renew else "Not by itself"), ("Starts", f"Today, {_day(view.now.isoformat())}"),
        ("Total", price(ui.plan, ui.billing)),
    ]  # fmt: skip
    body = w.page(
        [node("row", w.text(name, "bodyL", SOFT, grow=1), w.text(value, "titleM", id=name.lower()), width="fill",
              height=56, align="center", pad=(20, 0, 20, 0)) for name, value in lines],
        w.text("The plan that you have ends today; what is left of it is not paid back.", "bodyM", SOFT,
               pad=(20, 12, 20, 12), width="fill"),
    )  # fmt: skip
    foot = node("row", c.button(f"Pay {price(ui.plan, ui.billing)}", ev("pay"), rid="pay"), width="fill",
                pad=(16, 8, 16, 12), bg="container")  # fmt: skip
    return Screen(body, top=bar("Review"), bottom=foot, title="Review")


def paid(state: State, place: Route, view: View) -> Screen:
    """The receipt."""
    number = place.get("number", "")
    one = next((each for each in state.orders if each.number == number), None)
    if one is None:
        gone = w.empty("receipt_long", "No such payment", "It is not among yours.")
        return Screen(w.page(gone), top=bar("Payment"), title="Payment")
    body = node(
        "column", w.space(56), w.disc("check", 120, "primary", "on_primary"), w.space(24),
        w.text(f"You are on {one.plan}", "28,36,Bold,0", heading=True, text_align="center", pad=(24, 0, 24, 0)),
        w.text(f"{one.price} paid, {one.billing.lower()}, with {one.payment}", "bodyL", SOFT, text_align="center",
               pad=(32, 8, 32, 0)),
        w.text(one.number, "titleM", "primary", pad=(0, 16, 0, 0), id="number"), w.push(),
        c.button("Done", ev("tab", to="home"), rid="done", width=280), w.space(40),
        width="fill", height="fill", align="center",
    )  # fmt: skip
    top = node("row", w.action("close", "Navigate up", w.UP), width="fill", height=64, pad=(4, 0, 4, 0), align="center")
    return Screen(body, top=top, title="Payment")


def settings(state: State, place: Route, view: View) -> Screen:
    """What holds for all music."""
    prefs = state.prefs

    def group(title: str) -> Node:
        return w.text(title, "titleS", "primary", pad=(24, 18, 24, 4), width="fill")

    def ask(name: str, glyph: str) -> Node:
        return c.setting(PREFERENCES[name][0], getattr(prefs, name), on=ev("pref_ask", name=name), icon_name=glyph)

    def flag(name: str, title: str, support: str, glyph: str) -> Node:
        return c.setting(title, support, on=ev("pref_flag", name=name), checked=getattr(prefs, name), icon_name=glyph)

    body = w.page(
        group("Account"),
        c.setting("Plan", state.orders[-1].plan if state.orders else "Free, with ads", on=ev("go", to="plans"),
                  icon_name="workspace_premium"),
        group("Audio quality"),
        ask("wifi", "wifi"),
        ask("mobile", "signal_cellular_alt"),
        ask("download", "download"),
        flag("mobile_downloads", "Download over mobile data", "May cost extra", "sim_card"),
        group("Playback"),
        ask("crossfade", "swap_horiz"),
        flag("gapless", "Gapless playback", "", "graphic_eq"),
        flag("level", "Same loudness for all songs", "", "volume_up"),
        ask("equaliser", "equalizer"),
        group("Content"),
        flag("explicit", "Allow explicit songs", "Marked with an E", "explicit"),
        flag("private", "Private session", "Nothing is added to what you played", "visibility_off"),
    )  # fmt: skip
    return Screen(body, top=bar("Settings"), title="Settings")


def preference(state: State, place: Route, view: View) -> Screen:
    """One of the settings that are picked from a few labels."""
    name = place.get("name") if place.get("name") in PREFERENCES else "wifi"
    title, options = PREFERENCES[name]
    window = c.choice_dialog(title, options, getattr(state.prefs, name, ""), ev("pref", name=name))
    under = library if name == "sort" else settings
    return replace(under(state, place, view), overlay=Overlay("dialog", window), title=title)
