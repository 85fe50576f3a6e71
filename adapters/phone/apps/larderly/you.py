"""What belongs to the user in Larderly: account, lists, favourites, addresses, refunds, settings."""

from __future__ import annotations

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.catalogue import BY_NAME, Item, money
from adapters.phone.apps.larderly.model import Address, Shelf, State, held
from adapters.phone.apps.larderly.records import moment
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
        ("Refunds", _many(len(state.refunds), "refund"), "currency_exchange", "refunds"),
        ("Shopping lists", _many(len(state.lists), "list"), "list_alt", "lists"),
        ("Favourites", _many(len(state.favourites), "thing"), "favorite_border", "favourites"),
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
        p.section("Your favourites"),
        p.strip(state, [BY_NAME[name].key for name in state.favourites if name in BY_NAME] or ["apple"], "loved"),
        w.text("Larderly 6.2.0  ·  Customer 20 481", "bodyS", "on_surface_variant", text_align="center", width="fill",
               pad=(16, 18, 16, 4)),
    )  # fmt: skip
    return p.page("Account", body)


def _many(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s" if count else f"No {word}s yet"


def favourites(state: State, place: Route, view: View) -> Screen:
    """What has a heart."""
    items = [BY_NAME[name] for name in reversed(state.favourites) if name in BY_NAME]
    if not items:
        gone = w.empty("favorite_border", "No favourites yet", "Tap the heart on a product’s page to keep it here.")
        return p.page("Favourites", w.page(gone), fab=p.total_pill(state))
    body = w.page(p.card([p.shelf_row(one, held(state, one.name)) for one in items]), w.space(80))
    return p.page("Favourites", body, fab=p.total_pill(state), support=_many(len(items), "thing"))


def lists(state: State, place: Route, view: View) -> Screen:
    """All shopping lists; with `key` it asks which of them something is put on."""
    cards = [_list_card(one) for one in state.lists]
    if not cards:
        cards = [w.empty("list_alt", "No lists yet", "A list keeps what you buy together.")]
    fab = node("button", text="New list", icon="add", on=ev("new_list"), id="new_list", variant="fab", height=56,
               radius=20, bg="primary", color="on_primary", elevation=3)  # fmt: skip
    return p.page("Shopping lists", w.page(w.space(4), cards, w.space(80)), fab=fab)


def _list_card(one: Shelf) -> Node:
    known = [BY_NAME[name] for name in one.items if name in BY_NAME]
    sums = money(sum(item.cents for item in known))
    pictures = [p.picture(item.name, 52, 14) for item in known[:5]]
    inner = node(
        "column",
        w.text(one.name, "titleM/Bold", lines=1, id="name"),
        w.text(f"{_many(len(known), 'thing')}  ·  {sums}", "bodyS", "on_surface_variant", lines=1),
        node("row", pictures, gap=6, pad=(0, 8, 0, 0)) if pictures else None,
        on=ev("list", name=one.name),
        id="row_list",
        cls=w.GROUP,
        width="fill",
        bg=p.CARD,
        radius=p.ROUND,
        pad=(16, 12, 16, 12),
        gap=1,
    )
    return node("column", inner, width="fill", pad=(12, 5, 12, 5), align="stretch")


def a_list(state: State, place: Route, view: View) -> Screen:
    """One list: its things, and all of them into the basket at once."""
    one = next((each for each in state.lists if each.name == place.get("name")), None)
    if one is None:
        return p.page("List", w.page(w.empty("list_alt", "No such list", "It may have been deleted.")))
    known = [BY_NAME[name] for name in one.items if name in BY_NAME]
    rows = [_list_row(state, one, item) for item in known]
    if not rows:
        rows = [w.empty("list_alt", "Nothing on it", "Add things from their pages.")]
    add = p.block(f"Add all to basket   {money(sum(item.cents for item in known))}", ev("add_list", name=one.name),
                  rid="add_all", enabled=bool(known))  # fmt: skip
    bin_ = w.action("delete_outline", "Delete list", ev("drop_list", name=one.name), rid="delete_list",
                    color="on_surface")  # fmt: skip
    share = w.action("share", "Share", ev("share_list", name=one.name), rid="share", color="on_surface")
    body = w.page(p.card(rows)) if known else w.page(rows)
    return p.page(one.name, body, share, bin_, bottom=p.foot(add), support=_many(len(known), "thing"))


def _list_row(state: State, one: Shelf, item: Item) -> Node:
    off = w.action("close", f"Remove {item.name}", ev("off_list", name=one.name, item=item.name), rid="remove")
    return w.row(
        item.name, item.packs[0].label, money(item.cents), on=ev("open", key=item.key), rid="row_product",
        leading=p.picture(item.name, 56), trailing=[p.stepper(item, held(state, item.name)), off], style="titleS",
    )  # fmt: skip


def to_list(state: State, place: Route, view: View) -> Screen:
    """Which list something is put on, as a sheet."""
    key = place.get("key", "")
    rows = [
        w.row(one.name, _many(len(one.items), "thing"), on=ev("onto", key=key, name=one.name), rid="row_list",
              leading=w.disc("list_alt", 40), height=64)
        for one in state.lists
    ]  # fmt: skip
    new = w.row("New list", on=ev("new_list", key=key), rid="new_list", leading=w.disc("add", 40), height=64)
    return p.over(lists(state, place, view), p.sheet("Add to a list", rows, new))


def new_list(state: State, place: Route, view: View) -> Screen:
    """The name of a new list."""
    box = c.field(state.ui.list_name, "Name of the list", "list_name", change=ev("list_name"),
                  submit=ev("make_list", key=place.get("key", "")), radius=16, leading="edit")  # fmt: skip
    taken = any(one.name == state.ui.list_name.strip() for one in state.lists)
    word = w.text("You have a list of this name", "bodyS", "error", pad=(28, 4, 16, 0)) if taken else None
    ideas = c.chips(
        [c.chip(name, ev("list_name", text=name), state.ui.list_name == name, rid="chip_idea", single=True)
         for name in ("Sunday lunch", "Studio kitchen", "For Mira")],
        inset=24,
    )  # fmt: skip
    body = w.form(
        w.space(8), node("column", box, width="fill", pad=(16, 0, 16, 0), align="stretch"), word, w.space(16), ideas
    )
    go = p.block("Create list", ev("make_list", key=place.get("key", "")), rid="create_list",
                 enabled=bool(state.ui.list_name.strip()) and not taken)  # fmt: skip
    return p.page("New list", body, bottom=p.foot(go))


def refunds(state: State, place: Route, view: View) -> Screen:
    """Everything that was asked back."""
    rows = [
        w.row(one.item, f"{one.reason}  ·  {one.number}", f"{moment(one.at, view.now)}  ·  {one.repaid}",
              on=ev("refund_page", number=one.number), rid="row_refund", leading=p.picture(one.item, 56),
              trailing=w.text(one.amount, "titleM", "primary", id="amount"))
        for one in reversed(state.refunds)
    ]  # fmt: skip
    body = (
        w.page(p.card(rows)) if rows else w.page(w.empty("currency_exchange", "No refunds", "Nothing was asked back."))
    )
    return p.page("Refunds", body, support=f"{money(state.credit)} credit")


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
    more = [
        w.row(title, words, rid="row_about", leading=w.icon(glyph), height=64)
        for title, words, glyph in (
            ("Age check", "Nothing with alcohol in your orders", "verified_user"),
            ("Language", "English", "language"),
            ("Terms and privacy", "Changed on 2 Oct", "policy"),
        )
    ]
    body = w.page(p.section("Orders start with", top=6), p.card(usual), p.section("Tell me"), p.card(switches),
                  p.section("About"), p.card(more))  # fmt: skip
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


def empty_form() -> Address:
    """The form before anything is typed."""
    return Address("", "", "", "")
