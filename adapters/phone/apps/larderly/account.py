"""What belongs to the user in Larderly: account, addresses, settings."""

from dataclasses import replace

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.app import app
from adapters.phone.apps.larderly.model import Address, State
from adapters.phone.apps.larderly.orders import COMING
from adapters.phone.apps.larderly.terms import BAGS, HANDOVERS, SUBSTITUTES
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import Entry, choice_sheet
from adapters.phone.framework.actions import Handled, assign, back, focus, go, then
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, with_item
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Screen, Toast
from adapters.phone.ui.node import Ev, Node, ev

LONGEST = 80
MAIL = "robin.vale@harbourmail.net"
ADDRESS_FIELDS = (
    ("label", "Label, such as Parents", "bookmark_border"),
    ("name", "Name at the bell", "person_outline"),
    ("street", "Street and number", "home"),
    ("city", "City", "location_city"),
    ("note", "How to get in (optional)", "vpn_key"),
)
USUAL = {
    "substitute": ("If something runs out", "swap_horiz", p.entries(SUBSTITUTES)),
    "bags": ("Bags", "shopping_bag", p.entries(BAGS)),
    "handover": ("At the door", "door_front", [Entry(handover) for handover in HANDOVERS]),
}
"""What lines and orders start with: title, icon and options."""


@app.screen("account")
def account(state: State) -> Screen:
    """Who is signed in, the credit, and the way to everything of theirs."""
    coming = sum(order.status in COMING for order in state.orders)
    where = ", ".join(address.label for address in state.addresses)
    body = w.page(
        p.card(_user()),
        _credit(state.credit),
        p.card(
            _link("Orders", f"{coming} on the way" if coming else "Nothing on its way", "receipt_long", go("orders")),
            _link("Addresses", where, "home", go("addresses")),
            _link("Settings", "Substitutes, bags, at the door", "settings", go("settings")),
        ),
        p.note("Larderly 6.2.0  ·  Customer 20 481", text_align="center", width="fill", pad=(16, 18, 16, 4)),
    )
    return p.page("Account", body)


def _user() -> Node:
    about = words(w.text("Robin Vale", "titleL/Bold", lines=1), p.text(MAIL, lines=1))
    return line(w.avatar(3, 64), about, pad=(16, 8), gap=16)


def _credit(credit: int) -> Node:
    about = words(
        w.text(money(credit), "22,28,Bold,0", "on_primary_container", id="credit"),
        w.text("Larderly credit", "bodyS", "on_primary_container"),
    )
    savings = w.icon("savings", 28, "on_primary_container")
    row = line(savings, about, bg="primary_container", radius=p.ROUND, pad=(16, 12), gap=14)
    return column(row, pad=p.MARGIN)


def _link(title: str, support: str, glyph: str, on: Ev) -> Node:
    chevron = w.icon("chevron_right", 20)
    return w.row(title, support, on=on, rid="row_account", leading=w.disc(glyph, 40), height=72, trailing=chevron)


@app.screen("addresses")
def addresses(state: State) -> Screen:
    """Where orders can go."""
    clear = then(assign("ui.form", Address("", "", "", "")), assign("ui.tried", False), go("address"))
    new = p.block("New address", clear, rid="new_address", variant="tonal")
    return p.page("Addresses", w.page(p.card(map(_address, state.addresses))), bottom=p.foot(new))


def _address(address: Address) -> Node:
    edit = then(assign("ui.form", address), assign("ui.tried", False), go("address", label=address.label))
    return w.row(
        address.label, f"{address.name}, {address.street}", address.note or address.city, on=edit, rid="row_address",
        leading=w.disc("home" if address.label == "Home" else "place", 40), trailing=w.icon("edit", 20),
    )  # fmt: skip


@app.screen("address")
def address_form(state: State, label: str = "") -> Screen:
    """A new address, or one that is changed."""
    form = state.ui.form
    fields = [_field(state, name, hint, glyph) for name, hint, glyph in ADDRESS_FIELDS]
    known = any(address.label == form.label for address in state.addresses)
    title = "Change address" if known and label else "New address"
    save = p.block("Save address", ev("save_address"), rid="save_address")
    return p.page(title, w.form(column([part for parts in fields for part in parts], pad=(16, 10, 16, 0))),
                  bottom=p.foot(save))  # fmt: skip


def _field(state: State, name: str, hint: str, glyph: str) -> list[Node | None]:
    typed = bind(state, f"ui.form.{name}")
    bad = state.ui.tried and not typed.value.strip() and name != "note"
    box = c.field(
        typed.value, hint, name, change=typed.limited(LONGEST), submit=focus(None), leading=glyph, radius=16,
        outline="error" if bad else "", bg=p.CARD,
    )  # fmt: skip
    return [box, w.text("This is needed", "bodyS", "error", pad=(16, 3, 0, 0)) if bad else None, w.space(10)]


@app.on("save_address")
def save_address(state: State) -> Handled:
    """Save a complete form: under a label that is known it replaces that address, else the checkout takes it."""
    typed = {name: getattr(state.ui.form, name).strip() for name, _, _ in ADDRESS_FIELDS}
    form = Address(**typed)
    if not all((form.label, form.name, form.street, form.city)):
        return replace(state, ui=replace(state.ui, tried=True)), Focus(None), Toast("Something is missing")
    if any(address.label == form.label for address in state.addresses):
        addresses = with_item(state.addresses, lambda address: address.label == form.label, **typed)
    else:
        addresses = (*state.addresses, form)
        state = replace(state, till=replace(state.till, address=form.label))
    ui = replace(state.ui, form=Address("", "", "", ""), tried=False)
    return replace(state, addresses=addresses, ui=ui), Focus(None), Back(), Toast(f"Address “{form.label}” saved")


@app.screen("settings", distractor="where orders start, which is not what an order is placed with")
def settings(state: State) -> Screen:
    """Where orders start from."""
    rows = [_usual_row(state, name) for name in USUAL]
    return p.page("Settings", w.page(p.section("Orders start with", top=6), p.card(rows)))


def _usual_row(state: State, name: str) -> Node:
    title, glyph, _ = USUAL[name]
    value = bind(state, f"preferences.{name}").value
    return p.fact(title, value, glyph, rid=f"row_{name}", on=go("usual", field=name))


@app.sheet("usual", over="settings", distractor="sets bags and handover of later orders, as the checkout does for one")
def usual(state: State, field: str = "substitute") -> Node:
    """One of the usual answers; the next order starts with it too."""
    title, _, options = USUAL[field]
    value = bind(state, f"preferences.{field}")

    def take(label: str) -> Ev:
        next_order = [] if field == "substitute" else [assign(f"till.{field}", label)]
        return then(value.to(label), *next_order, back())

    return choice_sheet(
        title, value, options, rid="usual_option", group="usual_group", look=p.SHEET, on=take, height=52
    )
