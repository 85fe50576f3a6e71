"""What happens in Bunwright: one reducer per event."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.bunwright import catalogue
from adapters.phone.apps.bunwright.model import (
    FIRST_NUMBER,
    Checkout,
    Draft,
    Line,
    Order,
    State,
    choices_of,
    draft_for,
    extras_of,
    find,
    fresh,
    line_of,
    total,
)
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("menu", tab=event.get("tab")), root=True),)


def _nav(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))),)


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _open_item(state: State, event: Ev, view: View) -> Result:
    item = catalogue.item(event.get("key"))
    return replace(state, draft=fresh(item)), (Go(route("item", key=item.key)), Focus(None))


def _edit(state: State, event: Ev, **changes: object) -> State:
    draft = draft_for(state, event.get("key"))
    return replace(state, draft=replace(draft, **changes))  # type: ignore[arg-type]


def _size(state: State, event: Ev, view: View) -> Result:
    return _edit(state, event, size=event.get("value")), ()


def _bun(state: State, event: Ev, view: View) -> Result:
    return _edit(state, event, bun=event.get("value")), ()


def _extra(state: State, event: Ev, view: View) -> Result:
    key, label = event.get("key"), event.get("value")
    chosen = draft_for(state, key).extras
    if label not in chosen and len(chosen) >= catalogue.MAX_EXTRAS:
        return state, (Toast(f"Up to {catalogue.MAX_EXTRAS} extras"),)
    wanted = set(chosen) ^ {label}
    # The menu's order, not the order of the taps: the same choice is the same state.
    kept = tuple(one.label for one in catalogue.item(key).extras if one.label in wanted)
    return _edit(state, event, extras=kept), ()


def _quantity(state: State, event: Ev, view: View) -> Result:
    count = draft_for(state, event.get("key")).quantity + event.get("by", 0)
    return _edit(state, event, quantity=min(20, max(1, count))), ()


def _note(state: State, event: Ev, view: View) -> Result:
    return _edit(state, event, note=event.get("text", "")[: catalogue.NOTE_LENGTH]), ()


def _add(state: State, event: Ev, view: View) -> Result:
    line = line_of(draft_for(state, event.get("key")))
    basket = list(state.basket)
    for index, known in enumerate(basket):
        if replace(known, quantity=line.quantity) == line:
            basket[index] = replace(known, quantity=known.quantity + line.quantity)
            break
    else:
        basket.append(line)
    after = replace(state, basket=tuple(basket), draft=Draft())
    return after, (Focus(None), Back(), Toast(f"{line.item} added"))


def _line(state: State, event: Ev, view: View) -> Result:
    index, by = event.get("index"), event.get("by")
    if not 0 <= index < len(state.basket):
        return state, ()
    basket = list(state.basket)
    basket[index] = replace(basket[index], quantity=max(1, basket[index].quantity + by))
    return replace(state, basket=tuple(basket)), ()


def _remove(state: State, event: Ev, view: View) -> Result:
    index = event.get("index")
    return replace(state, basket=state.basket[:index] + state.basket[index + 1 :]), ()


def _to_checkout(state: State, event: Ev, view: View) -> Result:
    return replace(state, checkout=Checkout()), (Go(route("checkout")),)


def _branch(state: State, event: Ev, view: View) -> Result:
    return replace(state, checkout=replace(state.checkout, branch=event.get("value"))), ()


def _time(state: State, event: Ev, view: View) -> Result:
    return replace(state, checkout=replace(state.checkout, time=event.get("value"))), ()


def _place(state: State, event: Ev, view: View) -> Result:
    if not state.basket:
        return state, (Toast("Your basket is empty"),)
    count = FIRST_NUMBER + len(state.orders)
    order = Order(
        str(count),
        f"BW-{count}",
        state.basket,
        state.checkout.branch,
        state.checkout.time,
        total(state.basket),
        view.now.strftime("%Y-%m-%dT%H:%M"),
    )
    after = replace(state, orders=(*state.orders, order), basket=(), checkout=Checkout(), draft=Draft())
    return after, (Replace(route("menu"), root=True), Go(route("placed", number=order.number)))


def _order(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("order", number=event.get("number"))),)


def _again(state: State, event: Ev, view: View) -> Result:
    lines: tuple[Line, ...] = find(state, event.get("number")).lines
    return replace(state, basket=state.basket + lines), (Go(route("basket")),)


def _share(state: State, event: Ev, view: View) -> Result:
    return state, (Share(share_text(find(state, event.get("number")))),)


def _share_item(state: State, event: Ev, view: View) -> Result:
    item = catalogue.item(event.get("key"))
    return state, (Share(f"{item.name} at Bunwright, {catalogue.money(item.cents)}"),)


def _favourite(state: State, event: Ev, view: View) -> Result:
    name = catalogue.item(event.get("key")).name
    known = state.ui.favourites
    kept = tuple(one for one in known if one != name) if name in known else (*known, name)
    said = "Removed from favourites" if name in known else "Added to favourites"
    return replace(state, ui=replace(state.ui, favourites=kept)), (Toast(said),)


def _view_branch(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("branch", branch=event.get("branch"))),)


def _day(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("branch", branch=event.get("branch"), day=event.get("day"))),)


def share_text(order: Order) -> str:
    """What "Share" hands over: number, lines, time, and the address on a line of its own."""
    lines = [f"My Bunwright order {order.number}"]
    lines += [
        f"{line.quantity} × {line.item}, {choices_of(line).replace('  ·  ', ', ')}, {extras_of(line)}"
        for line in order.lines
    ]
    lines += [f"Ready: {order.time}", f"Pickup at {catalogue.branch(order.branch).address}"]
    return "\n".join(lines)


update = reducer(
    {
        "tab": _tab,
        "nav": _nav,
        "go": _go,
        "search": _search,
        "query": _query,
        "searched": _searched,
        "open_item": _open_item,
        "size": _size,
        "bun": _bun,
        "extra": _extra,
        "quantity": _quantity,
        "note": _note,
        "add": _add,
        "line": _line,
        "remove": _remove,
        "checkout": _to_checkout,
        "branch": _branch,
        "time": _time,
        "place": _place,
        "order": _order,
        "again": _again,
        "share": _share,
        "share_item": _share_item,
        "favourite": _favourite,
        "view_branch": _view_branch,
        "day": _day,
    }
)
