"""Asking Larderly for money back: the form, and what was asked for."""

from dataclasses import replace

from adapters.phone.apps.larderly import parts as p
from adapters.phone.apps.larderly.app import app
from adapters.phone.apps.larderly.checkout import no_such_order
from adapters.phone.apps.larderly.model import Complaint, Line, Refund, State, cents, find
from adapters.phone.apps.larderly.terms import CREDIT, REFUND_REASONS, REPAID
from adapters.phone.components.boxes import radio_group
from adapters.phone.components.choices import Entry, chip_choice, radio_choice
from adapters.phone.components.shop_rows import thanks
from adapters.phone.framework.actions import Handled, focus
from adapters.phone.framework.dates import TIME_FORMAT, time_or_date
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import Bound, bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Node, ev

FIRST_REFUND = 311
NOTE_LENGTH = 80


@app.screen("refund", distractor="money back for a delivered order, beside cancelling one")
def refund(state: State, number: str = "") -> Screen:
    """Which item, what is wrong with it, and where the money goes."""
    order = find(state, number)
    if order is None:
        return no_such_order()
    item, reason = bind(state, "ui.complaint.item"), bind(state, "ui.complaint.reason")
    asked = {known.item for known in state.refunds if known.order == number}
    things = [_thing(ordered, item, ordered.item in asked) for ordered in order.lines]
    box = c.field(
        state.ui.complaint.note, "What happened? (optional)", "note", change=ev("type_complaint"), submit=focus(None),
        leading="edit_note", radius=16,
    )  # fmt: skip
    hints = (f"{order.payment}, in 3–5 days", "At once, for your next order")
    repaid = radio_choice(
        bind(state, "ui.complaint.repaid"), [Entry(way, hint) for way, hint in zip(REPAID, hints, strict=True)],
        rid="repaid_option", group="repaid_group", inset=16, tall=60,
    )  # fmt: skip
    reasons = chip_choice(reason, REFUND_REASONS, rid="reason_option", group="reason_group", inset=16)
    body = w.form(
        p.card(p.small("What is it about?"), radio_group(things, rid="item_group")),
        p.card(p.small("What is wrong?"), reasons, w.space(6)),
        p.field_card(box),
        p.card(p.small("Where should it go?"), repaid),
    )
    picked = next((ordered for ordered in order.lines if ordered.item == item.value), None)
    label = f"Ask for {money(cents(picked))}" if picked else "Choose an item"
    send = p.block(label, ev("refund", number=number), rid="send_refund", enabled=picked is not None)
    return p.page("Get a refund", body, bottom=p.foot(send), support=f"Order {number}")


def _thing(ordered: Line, item: Bound[str], asked: bool) -> Node:
    picture = p.picture(ordered.item, 40, 12)
    if asked:
        return w.row(ordered.item, "Refund asked for", rid="item_done", leading=picture)
    return c.radio_row(
        ordered.item, item.to(ordered.item), ordered.item == item.value, rid="item_option",
        trailing=money(cents(ordered)), inset=16, height=60, leading=picture,
    )  # fmt: skip


@app.on("type_complaint")
def type_complaint(state: State, text: str = "") -> State:
    """Write what happened."""
    complaint = replace(state.ui.complaint, note=text[:NOTE_LENGTH])
    return replace(state, ui=replace(state.ui, complaint=complaint))


@app.on("refund")
def ask_refund(state: State, view: View, number: str) -> Handled:
    """Ask for the money of one line of a delivered order, once. Credit is there at once."""
    order, form = find(state, number), state.ui.complaint
    lines = order.lines if order is not None and order.status == "Delivered" else ()
    ordered = next((known for known in lines if known.item == form.item), None)
    if ordered is None:
        return Toast("Choose an item")
    if any((known.order, known.item) == (number, ordered.item) for known in state.refunds):
        return Toast("This was asked for already")
    new = Refund(
        f"RF-{FIRST_REFUND + len(state.refunds)}", number, ordered.item, form.reason, form.repaid,
        money(cents(ordered)), view.now.strftime(TIME_FORMAT), form.note.strip(),
    )  # fmt: skip
    credit = state.credit + (cents(ordered) if form.repaid == CREDIT else 0)
    ui = replace(state.ui, complaint=Complaint())
    after = replace(state, refunds=(*state.refunds, new), credit=credit, ui=ui)
    return after, Focus(None), Replace(route("refunded", number=new.number))


@app.screen("refunded", activity=".RefundActivity", distractor="confirms what was asked back")
def refunded(state: State, view: View, number: str = "") -> Screen:
    """What was asked for, with its number."""
    made = next((known for known in state.refunds if known.number == number), None)
    if made is None:
        return p.page(
            "Refund", w.page(w.empty("currency_exchange", "No such refund", "It may belong to another order."))
        )
    head = thanks(
        "currency_exchange",
        w.text(made.amount, "32,40,Bold,0", id="amount"),
        w.text(f"Refund {made.number}", "titleM", "primary", id="refund_number"),
        size=72,
        room=8,
        gap=2,
    )
    rules = "Refunds up to $20 are granted at once. For more somebody looks at it first and writes to you."
    body = w.page(
        p.card(head),
        p.card(
            p.fact("Item", made.item, "eco", rid="row_item", support=f"Order {made.order}"),
            p.fact("Reason", made.reason, "report_problem", rid="row_reason", support=made.note),
            p.fact("Paid", made.repaid, "savings", rid="row_repaid"),
            p.fact("Asked", time_or_date(made.at, view.now), "schedule", rid="row_asked"),
        ),
        p.note(rules, pad=(24, 8, 24, 0)),
    )
    return p.page("Refund", body, bottom=p.foot(p.block("Done", w.UP, rid="done")))
