"""What was bought on Thriftloom."""

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.app import app
from adapters.phone.apps.thriftloom.model import State
from adapters.phone.apps.thriftloom.records import Purchase
from adapters.phone.components.boxes import column
from adapters.phone.framework.actions import go
from adapters.phone.framework.dates import time_or_date
from adapters.phone.framework.state_paths import find
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node


@app.screen("purchases", distractor="where earlier purchases are")
def purchases(state: State, view: View) -> Screen:
    """Everything bought, the newest first."""
    rows = [_row(made, view) for made in reversed(state.purchases)]
    return Screen(w.page(w.space(6), rows), top=p.bar("Purchases"), title="Purchases")


def _row(made: Purchase, view: View) -> Node:
    support = f"{made.number}  ·  {time_or_date(made.placed, view.now)}  ·  {made.seller}"
    return p.record_row(
        p.thumb(made.key, made.piece, 76, 94), made.brand, made.piece, support,
        p.price(made.total, pad=(0, 4, 0, 0)), made.status, on=go("purchase", number=made.number), id="row_purchase",
    )  # fmt: skip


@app.screen("purchase")
def purchase_page(state: State, view: View, number: str = "") -> Screen:
    """One purchase."""
    made = find(state.purchases, number=number)
    if made is None:
        return p.missing_page("Purchase", "receipt_long", "No such purchase")
    head = column(
        p.status_mark(made.status), w.text(_news(made), p.TITLE), p.note(time_or_date(made.placed, view.now)),
        pad=(p.EDGE, 20, p.EDGE, 16), gap=6, align="start",
    )  # fmt: skip
    body = w.page(head, w.divider(), purchase_facts(made))
    return Screen(body, top=p.bar(made.number), title=made.number)


def _news(made: Purchase) -> str:
    return {
        "Paid": f"{made.seller} is packing it",
        "Posted": "On its way to you",
        "Received": "You have it",
        "Cancelled": "Cancelled, the money is on its way back",
    }.get(made.status, made.status)


def purchase_facts(made: Purchase) -> list[Node]:
    """Everything that the record of a purchase holds."""
    return [
        *p.facts(number=made.number),
        p.fact("Piece", made.piece, support=made.brand, rid="row_item"),
        *p.facts(size=made.size, condition=made.condition, colour=made.colour, seller=made.seller),
        p.fact("Price", made.price, rid="row_price"),
        p.fact("Delivery", made.delivery, support=made.place, rid="row_delivery"),
        *p.facts(protection="Yes" if made.protection else "No", payment=made.payment, total=made.total),
    ]
