"""What happens at Novabasket's till and with its orders: one reducer per event."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from adapters.phone.apps.novabasket.catalogue import money
from adapters.phone.apps.novabasket.model import (
    FIRST_NUMBER,
    Checkout,
    Line,
    Order,
    Review,
    State,
    address,
    draft_for,
    find,
    line_of,
    selected,
    total,
    usable,
)
from adapters.phone.apps.novabasket.terms import REASONS
from adapters.phone.ui.app import Back, Effect, Focus, Go, Notice, Notify, Replace, Toast, View, Withdraw, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]
TEXT: Final = 200


def flipped(known: tuple[str, ...], one: str) -> tuple[str, ...]:
    """Without it where it was, with it at the end where it was not."""
    return tuple(each for each in known if each != one) if one in known else (*known, one)


def _opened(state: State, lines: tuple[Line, ...], *, now: bool) -> State:
    mine = state.preferences
    home = state.addresses[0].label if state.addresses else ""
    return replace(state, checkout=Checkout(lines, now, home, mine.delivery, mine.payment))


def _checkout(state: State, event: Ev, view: View) -> Result:
    lines = selected(state)
    if not lines:
        return state, (Toast("Select what you want to order"),)
    return _opened(state, lines, now=False), (Go(route("checkout")),)


def _buy(state: State, event: Ev, view: View) -> Result:
    """Past the basket: only what the sheet holds."""
    after = _opened(state, (draft_for(state, event.get("key")),), now=True)
    return replace(after, draft=Line("")), (Replace(route("checkout")),)


def _fill(state: State, event: Ev, view: View) -> Result:
    """A field of the checkout: delivery, payment."""
    filled: Checkout = replace(state.checkout, **{event.get("field"): event.get("value")})
    return replace(state, checkout=filled), ()


def _settle(state: State, event: Ev, view: View) -> Result:
    """The same from a sheet, which closes: address, coupon."""
    name, value = event.get("field"), event.get("value")
    if name == "coupon" and value and usable(value, state.checkout.lines) is None:
        return state, (Toast("The order is too small for this coupon"),)
    filled: Checkout = replace(state.checkout, **{name: value})
    return replace(state, checkout=filled), (Back(),)


def _gift(state: State, event: Ev, view: View) -> Result:
    return replace(state, checkout=replace(state.checkout, gift=not state.checkout.gift)), ()


def _done_typing(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _review(state: State, event: Ev, view: View) -> Result:
    if not address(state, state.checkout.address).street:
        return state, (Toast("Where shall it go?"),)
    return state, (Go(route("review")),)


def _place(state: State, event: Ev, view: View) -> Result:
    filled = state.checkout
    if not filled.lines:
        return state, (Toast("There is nothing to order"),)
    if not address(state, filled.address).street:
        return state, (Toast("Where shall it go?"),)
    number = FIRST_NUMBER + len(state.orders)
    code = filled.coupon if usable(filled.coupon, filled.lines) is not None else ""
    order = Order(
        str(number),
        f"NB-{number}",
        filled.lines,
        filled.address,
        filled.delivery,
        filled.payment,
        code,
        filled.gift,
        money(total(filled)),
        view.now.strftime("%Y-%m-%dT%H:%M"),
    )
    basket = state.basket
    if not filled.now:
        basket = tuple(held for held in basket if not (held.selected and line_of(held) in filled.lines))
    left = tuple(one for one in state.coupons if one != code)
    after = replace(
        state, orders=(*state.orders, order), basket=basket, coupons=left, checkout=Checkout(), draft=Line("")
    )
    effects: tuple[Effect, ...] = (Replace(route("home"), root=True), Go(route("placed", number=order.number)))
    if state.preferences.updates:
        words = f"{order.delivery} delivery to {order.address}, {order.total}"
        note = Notice(order.number, f"Order {order.number} is placed", words, route("order", number=order.number))
        effects = (*effects, Notify(note))
    return after, effects


def _order(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("order", number=event.get("number"))),)


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("orders", tab=event.get("tab"))),)


def _order_tab(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("orders", tab=event.get("tab"))),)


def _ask_cancel(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, reason=REASONS[0])), (Go(route("cancel", number=event.get("number"))),)


def _reason(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, reason=event.get("value"))), ()


def _with(state: State, order: Order) -> State:
    return replace(state, orders=tuple(order if one.number == order.number else one for one in state.orders))


def _cancel(state: State, event: Ev, view: View) -> Result:
    order = find(state, event.get("number"))
    if order is None or order.status != "To ship":
        return state, (Back(), Toast("It is too late to cancel"))
    after = _with(state, replace(order, status="Cancelled", reason=state.ui.reason))
    return after, (Back(), Toast("Order cancelled"), Withdraw(order.number))


def _received(state: State, event: Ev, view: View) -> Result:
    order = find(state, event.get("number"))
    if order is None or order.status != "On the way":
        return state, ()
    return _with(state, replace(order, status="Received")), (Toast("Thank you for telling us"),)


def _ask_rate(state: State, event: Ev, view: View) -> Result:
    after = replace(state, ui=replace(state.ui, stars=5, text=""))
    return after, (Go(route("rate", item=event.get("item"))),)


def _stars(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, stars=event.get("value"))), ()


def _text(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, text=event.get("text", "")[:TEXT])), ()


def _rate(state: State, event: Ev, view: View) -> Result:
    name = event.get("item")
    kept = tuple(one for one in state.reviews if one.item != name)
    after = replace(state, reviews=(*kept, Review(name, state.ui.stars, state.ui.text.strip())))
    return after, (Focus(None), Back(), Toast("Your review is published"))


STEPS: Final[dict[str, Step[State]]] = {
    "checkout": _checkout,
    "buy": _buy,
    "fill": _fill,
    "settle": _settle,
    "gift": _gift,
    "done_typing": _done_typing,
    "review": _review,
    "place": _place,
    "order": _order,
    "tab": _tab,
    "order_tab": _order_tab,
    "ask_cancel": _ask_cancel,
    "reason": _reason,
    "cancel": _cancel,
    "received": _received,
    "ask_rate": _ask_rate,
    "stars": _stars,
    "text": _text,
    "rate": _rate,
}
