"""What was bought on Thriftloom, and what can still be done about it."""

from adapters.phone.apps.thriftloom import parts as p
from adapters.phone.apps.thriftloom.app import app
from adapters.phone.apps.thriftloom.model import PROBLEMS, State, purchase_of
from adapters.phone.apps.thriftloom.records import Purchase
from adapters.phone.components.boxes import column, radio_group
from adapters.phone.framework.actions import assign, back, do, go, then, toast
from adapters.phone.framework.dates import time_or_date
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View, Withdraw
from adapters.phone.ui.node import Ev, Node


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
    """One purchase, and what can still be done about it."""
    made = purchase_of(state, number)
    if made is None:
        return p.missing_page("Purchase", "receipt_long", "No such purchase")
    head = column(
        p.status_mark(made.status), w.text(_news(made), p.TITLE), p.note(time_or_date(made.placed, view.now)),
        pad=(p.EDGE, 20, p.EDGE, 16), gap=6, align="start",
    )  # fmt: skip
    problem = p.facts(problem=made.problem) if made.problem else None
    body = w.page(head, w.divider(), problem, purchase_facts(made))
    return Screen(body, top=p.bar(made.number), bottom=_next_steps(made), title=made.number)


def _news(made: Purchase) -> str:
    return {
        "Paid": f"{made.seller} is packing it",
        "Posted": "On its way to you",
        "Received": "You have it",
        "Cancelled": "Cancelled, the money is on its way back",
        "In dispute": "We are looking into it",
    }.get(made.status, made.status)


def purchase_facts(made: Purchase) -> list[Node]:
    """Everything that the record of a purchase holds."""
    agreed = f"Agreed in {made.offer}" if made.offer else ""
    return [
        *p.facts(number=made.number),
        p.fact("Piece", made.piece, support=made.brand, rid="row_item"),
        *p.facts(size=made.size, condition=made.condition, colour=made.colour, seller=made.seller),
        p.fact("Price", made.price, support=agreed, rid="row_price"),
        p.fact("Delivery", made.delivery, support=made.place, rid="row_delivery"),
        *p.facts(protection="Yes" if made.protection else "No", payment=made.payment, note=made.note or "None"),
        *p.facts(total=made.total),
    ]


def _status(made: Purchase, status: str) -> Ev:
    return assign(f"purchases[number={made.number}].status", status)


def _next_steps(made: Purchase) -> Node | None:
    def ask(label: str, name: str) -> Node:
        on = then(assign("ui.problem", PROBLEMS[0]), go(name, number=made.number))
        return p.block(label, on, rid=name, filled=False)

    if made.status == "Paid":
        return p.foot(ask("CANCEL PURCHASE", "cancel"))
    if made.status == "Posted":
        received = then(_status(made, "Received"), toast("Enjoy it"))
        return p.foot(ask("PROBLEM", "problem"), p.block("I HAVE IT", received, rid="received"))
    return None


@app.sheet("cancel", over="purchase", title="Cancel purchase", distractor="undoes a purchase")
def cancel(state: State, number: str = "") -> Node:
    """The question before a purchase is cancelled."""
    made = purchase_of(state, number)
    on = then(back(), toast("It is too late to cancel"))
    if made is not None and made.status == "Paid":
        on = then(_status(made, "Cancelled"), back(), toast("Purchase cancelled"), do(Withdraw(number)))
    question = "The piece goes back on the rail and somebody else may take it."
    return p.sheet(
        "Cancel purchase",
        w.text(question, "15,22,Regular,0.1", pad=(p.EDGE, 18, p.EDGE, 6)),
        bottom=p.foot(p.block("KEEP IT", w.UP, rid="keep", filled=False), p.block("CANCEL", on, rid="confirm_cancel")),
    )


@app.sheet("problem", over="purchase", title="What is wrong?", distractor="decides what is reported of a purchase")
def problem_sheet(state: State, number: str = "") -> Node:
    """What is wrong with a purchase."""
    made, problem = purchase_of(state, number), bind(state, "ui.problem")
    report = back()
    if made is not None and made.status == "Posted":
        reason = assign(f"purchases[number={number}].problem", problem.value)
        report = then(_status(made, "In dispute"), reason, back(), toast("We will look into it"))
    rows = [p.option(each, problem.to(each), each == problem.value, rid="problem_option") for each in PROBLEMS]
    return p.sheet(
        "What is wrong?",
        w.space(10),
        radio_group(rows, rid="problem_group"),
        bottom=p.foot(p.block("REPORT", report, rid="report")),
    )
