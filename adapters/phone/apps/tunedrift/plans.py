"""The settings, and plans and how one is paid."""

from dataclasses import replace

from adapters.phone.apps.tunedrift import parts as p
from adapters.phone.apps.tunedrift.app import app
from adapters.phone.apps.tunedrift.catalogue import (
    BILLINGS,
    CROSSFADES,
    EQUALISERS,
    MONTHLY,
    PAYMENTS,
    PLANS,
    QUALITIES,
    SORTS,
    price,
)
from adapters.phone.apps.tunedrift.library import library
from adapters.phone.apps.tunedrift.model import Order, State
from adapters.phone.components import settings_rows
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.components.settings_rows import choice_setting, switch_setting
from adapters.phone.framework.actions import Handled, go, switch_to
from adapters.phone.framework.prices import Option, money
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Replace, Screen, View, route
from adapters.phone.ui.node import Node, ev, node

FIRST_NUMBER = 8801
PREFERENCES = {
    "wifi": ("Streaming over Wi-Fi", QUALITIES),
    "mobile": ("Streaming over mobile data", QUALITIES),
    "download": ("Downloads", QUALITIES),
    "crossfade": ("Crossfade", CROSSFADES),
    "equaliser": ("Equaliser", EQUALISERS),
    "sort": ("Sort library", SORTS),
}


@app.screen("settings", activity=".SettingsActivity", distractor="its qualities sound like a playlist's download")
def settings(state: State) -> Screen:
    """What holds for all music."""
    plan = state.orders[-1].plan if state.orders else "Free, with ads"
    body = w.page(
        _section("Account"),
        c.setting("Plan", plan, on=go("plans"), icon_name="workspace_premium"),
        _section("Audio quality"),
        _choice(state, "wifi", "wifi"),
        _choice(state, "mobile", "signal_cellular_alt"),
        _choice(state, "download", "download"),
        _switch(state, "mobile_downloads", "Download over mobile data", "May cost extra", "sim_card"),
        _section("Playback"),
        _choice(state, "crossfade", "swap_horiz"),
        _switch(state, "gapless", "Gapless playback", "", "graphic_eq"),
        _switch(state, "level", "Same loudness for all songs", "", "volume_up"),
        _choice(state, "equaliser", "equalizer"),
        _section("Content"),
        _switch(state, "explicit", "Allow explicit songs", "Marked with an E", "explicit"),
        _switch(state, "private", "Private session", "Nothing is added to what you played", "visibility_off"),
    )
    return Screen(body, top=p.bar("Settings"), title="Settings")


def _section(title: str) -> Node:
    return settings_rows.section(title, top=18)


def _choice(state: State, name: str, glyph: str) -> Node:
    on = go("preference", name=name)
    return choice_setting(PREFERENCES[name][0], bind(state, f"prefs.{name}"), on, icon_name=glyph)


def _switch(state: State, name: str, title: str, support: str, glyph: str) -> Node:
    return switch_setting(title, bind(state, f"prefs.{name}"), support, icon_name=glyph)


@app.screen("preference", activity=".SettingsActivity", distractor="a setting of all music, not of one list")
def preference(state: State, view: View, name: str = "wifi") -> Screen:
    """One of the settings that are picked from a few labels, over the page where it is shown."""
    title, options = PREFERENCES[name]
    below = library(state, view) if name == "sort" else settings(state)
    return replace(below, overlay=choice_dialog(title, bind(state, f"prefs.{name}"), options), title=title)


@app.screen("plans", activity=".PlansActivity", distractor="a wrong turn of the settings")
def plans(state: State) -> Screen:
    """The plans, how often one pays, and with what."""
    renew = bind(state, "ui.renew")
    billing, payment = bind(state, "ui.billing"), bind(state, "ui.payment")
    bills = [
        c.option_card(
            label, "" if label == MONTHLY else "2 months free", billing.to(label), label == billing.value,
            rid="billing", height=60, radius=12,
        )
        for label in BILLINGS
    ]  # fmt: skip
    body = w.form(
        p.section("Choose a plan", pad=(16, 4, 16, 8)),
        [_plan(state, plan) for plan in PLANS],
        p.section("Billing", pad=(16, 14, 16, 8)),
        node("row", bills, width="fill", gap=12, pad=(16, 0)),
        p.section("Pay with", pad=(16, 16, 16, 4)),
        [c.radio_row(label, payment.to(label), label == payment.value, rid="payment", height=52) for label in PAYMENTS],
        c.switch_row("Renew by itself", "Cancel at any time", renew.toggled, renew.value, rid="renew"),
    )
    amount = w.text(price(state.ui.plan, state.ui.billing), "22,28,Bold,0", id="price")
    bottom = line(
        words(w.text("To pay now", "bodyS", p.SOFT), amount),
        c.button("Review", go("review"), rid="review", width="wrap"), bg="container", pad=(20, 10, 20, 12),
    )  # fmt: skip
    return Screen(body, top=p.bar("Plans"), bottom=bottom, title="Plans")


def _plan(state: State, plan: Option) -> Node:
    chosen = bind(state, "ui.plan")
    on = plan.label == chosen.value
    card = line(
        node("radio", checked=on, width=20, height=20),
        words(p.section(plan.label), w.text(plan.about, "bodyM", p.SOFT, lines=2)),
        w.text(f"{money(plan.cents)} / month", "titleS"),
        on=chosen.to(plan.label), id="plan", selected=on, min_height=72, gap=14, radius=12, pad=(16, 10),
        outline="primary" if on else "outline_variant", outline_width=2 if on else 1, bg="high" if on else "",
    )  # fmt: skip
    return column(card, pad=(16, 0, 16, 8))


@app.screen("review", activity=".PlansActivity", distractor="a step of the plans")
def review(state: State, view: View) -> Screen:
    """Everything that will be paid for, before it is."""
    ui = state.ui
    amount = price(ui.plan, ui.billing)
    facts = {
        "Plan": ui.plan,
        "Billing": ui.billing,
        "Payment": ui.payment,
        "Renews": "By itself" if ui.renew else "Not by itself",
        "Starts": f"Today, {view.now.day} {view.now:%b}",
        "Total": amount,
    }
    hint = "The plan that you have ends today; what is left of it is not paid back."
    body = w.page(
        [_fact(name, value) for name, value in facts.items()],
        w.text(hint, "bodyM", p.SOFT, pad=(20, 12), width="fill"),
    )
    bottom = node(
        "row", c.button(f"Pay {amount}", ev("pay"), rid="pay"), width="fill", pad=(16, 8, 16, 12), bg="container"
    )
    return Screen(body, top=p.bar("Review"), bottom=bottom, title="Review")


def _fact(name: str, value: str) -> Node:
    return line(w.text(name, "bodyL", p.SOFT, grow=1), p.section(value, id=name.lower()), height=56, pad=(20, 0))


@app.on("pay")
def pay(state: State, view: View) -> Handled:
    """Pay for the chosen plan."""
    ui, number = state.ui, f"TP-{FIRST_NUMBER + len(state.orders)}"
    order = Order(
        number, view.now.date().isoformat(), ui.plan, ui.billing, ui.payment, price(ui.plan, ui.billing), ui.renew
    )
    after = replace(state, orders=(*state.orders, order))
    return after, Replace(route("home"), root=True), Go(route("paid", number=number))


@app.screen("paid", activity=".PlansActivity", distractor="the end of the plans")
def paid(state: State, number: str = "") -> Screen:
    """The receipt."""
    order = next((order for order in state.orders if order.number == number), None)
    if order is None:
        gone = w.empty("receipt_long", "No such payment", "It is not among yours.")
        return Screen(w.page(gone), top=p.bar("Payment"), title="Payment")
    about = f"{order.price} paid, {order.billing.lower()}, with {order.payment}"
    body = column(
        w.space(56),
        w.disc("check", 120, "primary", "on_primary"),
        w.space(24),
        w.text(f"You are on {order.plan}", "28,36,Bold,0", heading=True, text_align="center", pad=(24, 0)),
        w.text(about, "bodyL", p.SOFT, text_align="center", pad=(32, 8, 32, 0)),
        p.section(order.number, color="primary", pad=(0, 16, 0, 0), id="number"),
        w.push(),
        c.button("Done", switch_to("home"), rid="done", width=280),
        w.space(40),
        height="fill",
        align="center",
    )
    return Screen(body, top=line(w.action("close", "Navigate up", w.UP), height=64, pad=(4, 0)), title="Payment")
