"""What belongs to the user in Larderly: account, addresses, settings."""

from __future__ import annotations

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.catalogue import money
from adapters.phone.apps.larderly.model import State
from adapters.phone.apps.larderly.terms import BAG_WORDS, BAGS, HANDOVERS, SUBSTITUTE_WORDS, SUBSTITUTES
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

ADDRESS_FIELDS = (
    ("label", "Label, such as Parents", "bookmark_border"),
    ("name", "Name at the bell", "person_outline"),
    ("street", "Street and number", "home"),
    ("city", "City", "location_city"),
    ("note", "How to get in (optional)", "vpn_key"),
)
USUAL = {
    "substitute": ("If something runs out", SUBSTITUTES, SUBSTITUTE_WORDS),
    "bags": ("Bags", BAGS, BAG_WORDS),
    "handover": ("At the door", HANDOVERS, ("", "", "")),
}


def account(state: State, place: Route, view: View) -> Screen:
    """Who is signed in, the credit, and the way to everything of theirs."""
    coming = sum(order.status in ("Confirmed", "Being picked") for order in state.orders)
    who = node(
        "row",
        w.avatar(3, 64),
        node(
            "column",
            w.text("Robin Vale", "titleL/Bold", lines=1),
            w.text("robin.vale@harbourmail.net", "bodyM", "on_surface_variant", lines=1),
            grow=1,
        ),
        width="fill",
        pad=(16, 8, 16, 8),
        gap=16,
        align="center",
    )
    credit = node(
        "row",
        w.icon("savings", 28, "on_primary_container"),
        node(
            "column",
            w.text(money(state.credit), "22,28,Bold,0", "on_primary_container", id="credit"),
            w.text("Larderly credit", "bodyS", "on_primary_container"),
            grow=1,
        ),
        width="fill",
        bg="primary_container",
        radius=p.ROUND,
        pad=(16, 12, 16, 12),
        gap=14,
        align="center",
    )
    rows = (
        ("Orders", f"{coming} on the way" if coming else "Nothing on its way", "receipt_long", "orders"),
        ("Addresses", ", ".join(one.label for one in state.addresses), "home", "addresses"),
        ("Settings", "Substitutes, bags, notifications", "settings", "settings"),
    )
    cells = [
        w.row(title, words, on=ev("go", to=to), rid="row_account", leading=w.disc(glyph, 40), height=72,
              trailing=w.icon("chevron_right", 20))
        for title, words, glyph, to in rows
    ]  # fmt: skip
    body = w.page(
        p.card(who),
        node("column", credit, width="fill", pad=(12, 5, 12, 5), align="stretch"),
        p.card(cells),
        w.text("Larderly 6.2.0  ·  Customer 20 481", "bodyS", "on_surface_variant", text_align="center", width="fill",
               pad=(16, 18, 16, 4)),
    )  # fmt: skip
    return p.page("Account", body)


def addresses(state: State, place: Route, view: View) -> Screen:
    """Where orders can go."""
    rows = [
        w.row(one.label, f"{one.name}, {one.street}", one.note or one.city, on=ev("edit_address", label=one.label),
              rid="row_address", leading=w.disc("home" if one.label == "Home" else "place", 40),
              trailing=w.icon("edit", 20))
        for one in state.addresses
    ]  # fmt: skip
    new = p.block("New address", ev("new_address"), rid="new_address", variant="tonal")
    return p.page("Addresses", w.page(p.card(rows)), bottom=p.foot(new))


def address_form(state: State, place: Route, view: View) -> Screen:
    """A new address, or one that is changed."""
    form, tried = state.ui.form, state.ui.tried
    rows: list[Node | None] = []
    for name, hint, glyph in ADDRESS_FIELDS:
        value = str(getattr(form, name))
        bad = tried and not value.strip() and name != "note"
        rows.append(c.field(value, hint, name, change=ev("form", field=name), submit=ev("done_typing"), leading=glyph,
                            radius=16, outline="error" if bad else "", bg=p.CARD))  # fmt: skip
        rows.append(w.text("This is needed", "bodyS", "error", pad=(16, 3, 0, 0)) if bad else None)
        rows.append(w.space(10))
    body = w.form(node("column", rows, width="fill", pad=(16, 10, 16, 0), align="stretch"))
    known = any(one.label == form.label for one in state.addresses)
    title = "Change address" if known and place.get("label") else "New address"
    bottom = p.foot(p.block("Save address", ev("save_address"), rid="save_address"))
    return p.page(title, body, bottom=bottom)


def settings(state: State, place: Route, view: View) -> Screen:
    """Where orders start from, and what the app may tell."""
    mine = state.preferences
    usual = [
        p.fact(title, str(getattr(mine, name)), glyph, rid=f"row_{name}", on=ev("go_usual", field=name))
        for (name, (title, _, _)), glyph in zip(
            USUAL.items(), ("swap_horiz", "shopping_bag", "door_front"), strict=True
        )
    ]
    switches = [
        c.switch_row(title, words, ev("switch", name=name), getattr(mine, name), rid=f"switch_{name}", icon_name=glyph)
        for name, title, words, glyph in (
            ("texts", "Order messages", "When picking begins and what is missing", "notifications_none"),
            ("offers", "Weekly offers", "Sundays, at most once", "local_offer"),
            ("receipts", "Receipts by mail", "robin.vale@harbourmail.net", "mail_outline"),
        )
    ]
    body = w.page(p.section("Orders start with", top=6), p.card(usual), p.section("Tell me"), p.card(switches))
    return p.page("Settings", body)


def usual(state: State, place: Route, view: View) -> Screen:
    """One of the usual answers, as a sheet over the settings."""
    name = place.get("field", "substitute")
    title, options, words = USUAL.get(name, USUAL["substitute"])
    mine = str(getattr(state.preferences, name, ""))
    rows = [
        c.radio_row(value, ev("prefer", field=name, value=value), value == mine, rid="usual_option", support=support,
                    inset=20, height=64 if support else 52)
        for value, support in zip(options, words, strict=True)
    ]  # fmt: skip
    return p.over(settings(state, place, view), p.sheet(title, p.radios(rows, "usual_group")))
