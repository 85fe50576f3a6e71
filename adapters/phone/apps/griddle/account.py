"""Griddle Nine's account: what orders start from, and what this user does not eat."""

from dataclasses import replace

from adapters.phone.apps.griddle import parts as p
from adapters.phone.apps.griddle.app import app
from adapters.phone.apps.griddle.catalogue import ALLERGENS, PAYMENTS
from adapters.phone.apps.griddle.model import State
from adapters.phone.components.boxes import column, line, words
from adapters.phone.components.choices import choice_dialog
from adapters.phone.framework.actions import Handled, assign, focus, go, then
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Overlay, Screen, Toast
from adapters.phone.ui.node import Ev, Node, ev


@app.screen("account")
def account(state: State) -> Screen:
    """The account."""
    paid = state.account.payment
    body = w.page(
        _user(state),
        p.section("Orders start with", top=8),
        w.row("Payment", paid, on=go("payment"), rid="row_payment", leading=w.icon("payments"), height=72),
        p.switch_row(
            "Cutlery and napkins", "With every order", bind(state, "account.cutlery"),
            rid="row_cutlery", glyph="flatware",
        ),
        p.section("Messages"),
        p.switch_row(
            "Order updates", "When it is on the griddle, when it is ready", bind(state, "account.updates"),
            rid="row_updates", glyph="notifications_none",
        ),
        p.switch_row(
            "Offers", "Twice a month at most", bind(state, "account.offers"), rid="row_offers", glyph="local_offer"
        ),
        p.section("Warn me about"),
        _allergens(state),
        p.section("More"),
        _link("Stamp card", "outdoor_grill", go("stamps"), rid="row_stamps"),
        _link("Your orders", "receipt_long", go("orders"), rid="row_orders"),
        w.text("Griddle Nine 6.1.0", "bodyS", "on_surface_variant", pad=(16, 16, 16, 8)),
    )  # fmt: skip
    return Screen(body, top=p.bar("Account"), title="Account")


def _user(state: State) -> Node:
    name = state.account.name
    rename = then(assign("ui.name", name), go("name"), focus("name"))
    about = words(p.caps(name, 24, lines=1), w.text("Regular since March 2024", "bodyM", "on_surface_variant"))
    edit = w.action("edit", "Change name", rename, rid="rename", color="on_surface")
    return line(w.avatar(61, 64), about, edit, pad=(16, 18, 8, 12), gap=16, id="row_user", cls=w.GROUP)


def _allergens(state: State) -> Node:
    avoided = bind(state, "account.allergens")
    chips = [
        c.chip(
            label, avoided.to(toggled(avoided.value, label)), label in avoided.value,
            rid="chip_allergen", radius=p.CORNER,
        )
        for label in ALLERGENS
    ]  # fmt: skip
    return c.chips(chips, inset=16)


def _link(title: str, glyph: str, on: Ev, *, rid: str) -> Node:
    return w.row(title, on=on, rid=rid, leading=w.icon(glyph), trailing=w.icon("chevron_right"))


@app.screen("payment", activity=".AccountActivity")
def payment(state: State) -> Screen:
    """A dialog: how orders are paid unless something else is picked at the checkout."""
    dialog = choice_dialog("Payment", bind(state, "account.payment"), PAYMENTS, radius=8)
    return replace(account(state), overlay=dialog)


@app.screen("name", activity=".AccountActivity")
def rename(state: State) -> Screen:
    """A dialog with one field."""
    name = state.ui.name
    box = c.field(
        name, "Name", "name", change=ev("type_name", path="ui.name"), submit=ev("save_name"),
        bg="highest", radius=p.CORNER,
    )  # fmt: skip
    buttons = (
        c.dialog_button("Cancel", w.UP, yes=False),
        c.dialog_button("Save", ev("save_name"), enabled=bool(name.strip())),
    )
    window = c.dialog("What shall we call?", column(box, pad=(24, 0)), buttons=buttons)
    return replace(account(state), overlay=Overlay("dialog", window.styled(radius=8)))


@app.on("save_name")
def save_name(state: State) -> Handled:
    """Keep the typed name."""
    name = state.ui.name.strip()
    if not name:
        return Toast("A name, please")
    return replace(state, account=replace(state.account, name=name)), Focus(None), Back()
