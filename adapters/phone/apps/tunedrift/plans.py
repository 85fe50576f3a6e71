"""The account, plans and how one is paid, what was heard and done, and the settings."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.tunedrift.model import State, money, price, track
from adapters.phone.apps.tunedrift.music import (
    BILLINGS,
    CROSSFADES,
    EQUALISERS,
    OWNER,
    PAYMENTS,
    PLANS,
    QUALITIES,
    SORTS,
    Order,
)
from adapters.phone.apps.tunedrift.parts import SOFT, bar, cover, track_row
from adapters.phone.apps.tunedrift.shelf import library
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

FACE = 21
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


def account(state: State, place: Route, view: View) -> Screen:
    """Who listens, on which plan, and what has been paid."""
    last = state.orders[-1] if state.orders else None
    who = node(
        "row", w.avatar(FACE, 72),
        node("column", w.text(OWNER, "titleL"), w.text("robin.vale@mailbox.example", "bodyM", SOFT), grow=1),
        width="fill", gap=16, align="center", pad=(16, 8, 16, 16),
    )  # fmt: skip
    plan = node(
        "column", w.text("Your plan", "labelL", "on_primary_container"),
        w.text(last.plan if last else "Free, with ads", "28,34,Bold,0", "on_primary_container", id="plan"),
        w.text(f"{last.billing}, {last.price}, {last.payment}" if last else "No payment", "bodyM",
               "on_primary_container", lines=2),
        c.button("Change plan", ev("go", to="plans"), rid="plans", height=44),
        width="fill", bg="primary_container", radius=16, pad=(20, 16, 20, 16), gap=6, align="stretch",
    )  # fmt: skip
    body = w.page(
        who, node("column", plan, width="fill", pad=(16, 0, 16, 8), align="stretch"),
        c.setting("Activity", "Playlists, downloads, timers", on=ev("go", to="activity"), icon_name="history"),
        c.setting("Recently played", f"{len(state.played)} songs", on=ev("go", to="played"), icon_name="queue_music"),
        c.setting("Settings", "Quality, crossfade, equaliser", on=ev("go", to="settings"), icon_name="settings"),
        w.text("Payments", "titleM", pad=(16, 16, 16, 4)),
        [_order(one) for one in reversed(state.orders)],
    )  # fmt: skip
    return Screen(body, top=bar("Account"), title="Account")


def _order(one: Order) -> Node:
    return w.row(
        f"{one.plan}, {one.billing.lower()}", f"{_day(one.at)}  ·  {one.number}  ·  {one.payment}", rid="row_order",
        leading=w.disc("receipt_long", 40), trailing=w.text(one.price, "titleS", id="price"),
    )  # fmt: skip


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


def played(state: State, place: Route, view: View) -> Screen:
    """The songs that were begun, the latest first."""
    rows: list[Node] = []
    day = ""
    for one in sorted(state.played, key=lambda each: each.at, reverse=True):
        song = track(one.track)
        if song is None:
            continue
        if one.at[:10] != day:
            day = one.at[:10]
            told = "Today" if day == view.now.date().isoformat() else _day(day)
            rows.append(w.text(told, "titleS", SOFT, pad=(16, 14, 16, 4)))
        rows.append(track_row(song, ev("play", source=one.source, key=song.id), liked=song.id in state.likes))
    if not rows:
        rows = [w.empty("history", "Nothing played yet", "What you hear is kept here.")]
    return Screen(w.page(rows), top=bar("Recently played"), title="Recently played")


def activity(state: State, place: Route, view: View) -> Screen:
    """What was done, the latest first."""
    rows = []
    for one in reversed(state.history):
        first = track(one.tracks[0]) if one.tracks else None
        song = f"  ·  {first.title}" if first else ""
        many = f" and {len(one.tracks) - 1} more" if len(one.tracks) > 1 else ""
        rows.append(
            w.row(
                one.what, f"{one.name}{song}{many}", one.detail, rid="row_record",
                leading=cover(first.seed, 44, 8) if first else w.disc("history", 44, "high", "on_surface"),
                trailing=node("column", w.text(f"{_day(one.at)}, {one.at[11:16]}", "labelM", SOFT),
                              w.text(one.number, "labelS", SOFT, id="number"), align="end"),
            )
        )  # fmt: skip
    if not rows:
        rows = [w.empty("history", "Nothing yet", "What you do with playlists is kept here.")]
    return Screen(w.page(rows), top=bar("Activity"), title="Activity")


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
    )
    return Screen(body, top=bar("Settings"), title="Settings")


def preference(state: State, place: Route, view: View) -> Screen:
    """One of the settings that are picked from a few labels."""
    name = place.get("name") if place.get("name") in PREFERENCES else "wifi"
    title, options = PREFERENCES[name]
    window = c.choice_dialog(title, options, getattr(state.prefs, name, ""), ev("pref", name=name))
    under = library if name == "sort" else settings
    return replace(under(state, place, view), overlay=Overlay("dialog", window), title=title)
