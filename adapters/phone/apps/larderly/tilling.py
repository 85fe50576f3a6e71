"""What happens at Larderly's till and with its orders: one reducer per event."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from adapters.phone.apps.larderly.basket import receiver, settled
from adapters.phone.apps.larderly.catalogue import MOST, money
from adapters.phone.apps.larderly.model import (
    FIRST_NUMBER,
    Address,
    Complaint,
    Line,
    Order,
    Refund,
    State,
    Swap,
    Till,
    address,
    each,
    find,
    missing,
    sums,
    usable,
)
from adapters.phone.apps.larderly.terms import CANCEL_REASONS, DELIVERY, REPAID, code
from adapters.phone.ui.app import Back, Effect, Focus, Go, Notice, Notify, Replace, Toast, View, Withdraw, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]
FIELDS: Final = ("label", "name", "street", "city", "note")
FIRST_REFUND: Final = 311
LONGEST: Final = 80


def put(state: State, line: Line) -> State:
    """The line in the basket; at its end, or with more packs where the same is there."""
    for index, known in enumerate(state.basket):
        if replace(known, quantity=line.quantity) == line:
            more = replace(known, quantity=min(MOST, known.quantity + line.quantity))
            return replace(state, basket=(*state.basket[:index], more, *state.basket[index + 1 :]))
    return replace(state, basket=(*state.basket, line))


def _checkout(state: State, event: Ev, view: View) -> Result:
    if not state.basket:
        return state, (Toast("Your basket is empty"),)
    if missing(state):
        return state, (Toast(f"{money(missing(state))} more for delivery"),)
    return replace(state, ui=replace(state.ui, code="", code_error="")), (Go(route("checkout")),)


def _fill(state: State, event: Ev, view: View) -> Result:
    """A field of the till: bags, handover, tip, payment, point."""
    till: Till = replace(state.till, **{event.get("field"): event.get("value")})
    return replace(state, till=till), ()


def _settle(state: State, event: Ev, view: View) -> Result:
    """The same from a sheet, which closes."""
    after, _ = _fill(state, event, view)
    return after, (Back(),)


def _way(state: State, event: Ev, view: View) -> Result:
    """Delivery or collection; the windows differ, so a chosen one is let go."""
    way = event.get("value")
    if way == state.till.way:
        return state, ()
    return replace(state, till=replace(state.till, way=way, day="", hours="")), ()


def _day(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("slot", day=event.get("day"))),)


def _window(state: State, event: Ev, view: View) -> Result:
    till = replace(state.till, day=event.get("day"), hours=event.get("hours"))
    return replace(state, till=till), ()


def _code(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, code=event.get("text", "")[:20], code_error="")), ()


def _apply_code(state: State, event: Ev, view: View) -> Result:
    typed = state.ui.code
    known = code(typed)
    if known is not None and usable(known.name, state.basket) is not None:
        after = replace(state, till=replace(state.till, code=known.name), ui=replace(state.ui, code="", code_error=""))
        return after, (Focus(None), Toast(f"{known.name} counts"))
    error = "There is no such code"
    if known is not None:
        error = f"This needs products for {money(known.least)}"
    return replace(state, ui=replace(state.ui, code_error=error if typed.strip() else "Enter a code")), (Focus(None),)


def _drop_code(state: State, event: Ev, view: View) -> Result:
    return replace(state, till=replace(state.till, code="")), ()


def _new_address(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, form=Address("", "", "", ""), tried=False)), (Go(route("address")),)


def _edit_address(state: State, event: Ev, view: View) -> Result:
    form = address(state, event.get("label"))
    return replace(state, ui=replace(state.ui, form=form, tried=False)), (Go(route("address", label=form.label)),)


def _form(state: State, event: Ev, view: View) -> Result:
    form: Address = replace(state.ui.form, **{event.get("field"): event.get("text", "")[:LONGEST]})
    return replace(state, ui=replace(state.ui, form=form)), ()


def _done_typing(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _save_address(state: State, event: Ev, view: View) -> Result:
    """A whole form only; a label that exists names the new address from now on. The till takes it."""
    form = Address(*(getattr(state.ui.form, name).strip() for name in FIELDS))
    if not all(getattr(form, name) for name in FIELDS[:-1]):
        return replace(state, ui=replace(state.ui, tried=True)), (Focus(None),)
    if any(one.label == form.label for one in state.addresses):
        kept = tuple(form if one.label == form.label else one for one in state.addresses)
    else:
        kept = (*state.addresses, form)
        state = replace(state, till=replace(state.till, address=form.label))
    after = replace(state, addresses=kept, ui=replace(state.ui, form=Address("", "", "", ""), tried=False))
    return after, (Focus(None), Back(), Toast(f"Address “{form.label}” saved"))


def _review(state: State, event: Ev, view: View) -> Result:
    if state.till.payment == "Larderly credit" and _total(state, view) > state.credit:
        return state, (Toast("Your credit is not enough"),)
    if state.till.way == DELIVERY and not address(state, state.till.address).street:
        return state, (Toast("Where shall it go?"),)
    return state, (Go(route("review")),)


def _total(state: State, view: View) -> int:
    return sums(state.basket, state.till, settled(state, view).cents)["Total"]


def _place(state: State, event: Ev, view: View) -> Result:
    till, when = state.till, settled(state, view)
    if not state.basket or missing(state):
        return state, (Toast("There is nothing to order"),)
    total = _total(state, view)
    pays = till.payment == "Larderly credit"
    if pays and total > state.credit:
        return state, (Toast("Your credit is not enough"),)
    number = FIRST_NUMBER + len(state.orders)
    home = till.way == DELIVERY
    order = Order(
        str(number),
        f"LD-{number}",
        state.basket,
        till.way,
        receiver(state, till),
        when.day,
        when.hours,
        till.bags,
        till.handover if home else "",
        till.payment,
        till.code if usable(till.code, state.basket) is not None else "",
        till.tip,
        money(total),
        view.now.strftime("%Y-%m-%dT%H:%M"),
        when.cents,
    )
    mine = state.preferences
    start = Till(address=till.address, bags=mine.bags, handover=mine.handover)
    after = replace(
        state, orders=(*state.orders, order), basket=(), till=start, draft=Line(""),
        credit=state.credit - total if pays else state.credit,
    )  # fmt: skip
    effects: tuple[Effect, ...] = (Replace(route("home"), root=True), Go(route("placed", number=order.number)))
    if mine.texts:
        said = f"{order.day}, {order.hours}, {order.place}"
        note = Notice(order.number, f"Order {order.number} is in", said, route("order", number=order.number))
        effects = (*effects, Notify(note))
    return after, effects


def _order(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("order", number=event.get("number"))),)


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("orders", tab=event.get("tab"))),)


def _with(state: State, order: Order) -> State:
    return replace(state, orders=tuple(order if one.number == order.number else one for one in state.orders))


def _swap(state: State, event: Ev, view: View) -> Result:
    """The answer to what the picker offers; one answer is final."""
    order = find(state, event.get("number", ""))
    if order is None or order.status != "Being picked":
        return state, ()
    name, answer = event.get("item"), event.get("answer")
    swaps = tuple(
        Swap(one.item, one.offer, answer) if one.item == name and not one.answer else one for one in order.swaps
    )
    offer = next((one.offer for one in swaps if one.item == name), "")
    said = f"You get {offer}" if answer == "Accepted" else f"{name} is left out"
    return _with(state, replace(order, swaps=swaps)), (Toast(said),)


def _ask_cancel(state: State, event: Ev, view: View) -> Result:
    after = replace(state, ui=replace(state.ui, cancel=CANCEL_REASONS[0]))
    return after, (Go(route("cancel", number=event.get("number"))),)


def _cancel_reason(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, cancel=event.get("value"))), ()


def _cancel(state: State, event: Ev, view: View) -> Result:
    order = find(state, event.get("number", ""))
    if order is None or order.status != "Confirmed":
        return state, (Back(), Toast("It is too late to cancel"))
    after = _with(state, replace(order, status="Cancelled", reason=state.ui.cancel))
    if order.payment == "Larderly credit":
        after = replace(after, credit=after.credit + round(float(order.total[1:]) * 100))
    return after, (Back(), Toast("Order cancelled"), Withdraw(order.number))


def _ask_refund(state: State, event: Ev, view: View) -> Result:
    after = replace(state, ui=replace(state.ui, complaint=Complaint()))
    return after, (Go(route("refund", number=event.get("number"))),)


def _complain(state: State, event: Ev, view: View) -> Result:
    form: Complaint = replace(state.ui.complaint, **{event.get("field"): event.get("value")})
    return replace(state, ui=replace(state.ui, complaint=form)), ()


def _complaint_note(state: State, event: Ev, view: View) -> Result:
    form = replace(state.ui.complaint, note=event.get("text", "")[:LONGEST])
    return replace(state, ui=replace(state.ui, complaint=form)), ()


def _refund(state: State, event: Ev, view: View) -> Result:
    """One line of a delivered order, once. Credit is there at once."""
    order = find(state, event.get("number", ""))
    form = state.ui.complaint
    line = next((one for one in order.lines if one.item == form.item), None) if order is not None else None
    if order is None or line is None or order.status != "Delivered":
        return state, (Toast("Choose an item"),)
    if any((one.order, one.item) == (order.number, line.item) for one in state.refunds):
        return state, (Toast("This was asked for already"),)
    cents = each(line) * line.quantity
    number = f"RF-{FIRST_REFUND + len(state.refunds)}"
    made = Refund(number, order.number, line.item, form.reason, form.repaid, money(cents),
                  view.now.strftime("%Y-%m-%dT%H:%M"), form.note.strip())  # fmt: skip
    credit = state.credit + cents if form.repaid == REPAID[1] else state.credit
    after = replace(state, refunds=(*state.refunds, made), credit=credit, ui=replace(state.ui, complaint=Complaint()))
    return after, (Focus(None), Replace(route("refunded", number=number)))


STEPS: Final[dict[str, Step[State]]] = {
    "checkout": _checkout,
    "fill": _fill,
    "settle": _settle,
    "way": _way,
    "day": _day,
    "window": _window,
    "code": _code,
    "apply_code": _apply_code,
    "drop_code": _drop_code,
    "new_address": _new_address,
    "edit_address": _edit_address,
    "form": _form,
    "done_typing": _done_typing,
    "save_address": _save_address,
    "review": _review,
    "place": _place,
    "order": _order,
    "tab": _tab,
    "swap": _swap,
    "ask_cancel": _ask_cancel,
    "cancel_reason": _cancel_reason,
    "cancel": _cancel,
    "ask_refund": _ask_refund,
    "complain": _complain,
    "complaint_note": _complaint_note,
    "refund": _refund,
}
