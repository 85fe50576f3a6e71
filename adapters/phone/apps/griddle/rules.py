"""What happens in Griddle Nine: one reducer per event."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.griddle import shops
from adapters.phone.apps.griddle.catalogue import ALONE, CUPS, MOST, item
from adapters.phone.apps.griddle.model import (
    FIRST_NUMBER,
    Account,
    Checkout,
    Line,
    Order,
    State,
    draft_for,
    find,
    fresh,
    off,
    told,
    total,
)
from adapters.phone.ui.app import Back, Effect, Focus, Go, Notice, Notify, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]
NAME_LENGTH = 24


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("menu", tab=event.get("tab")), root=True),)


def _home(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("menu"), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))),)


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _open(state: State, event: Ev, view: View) -> Result:
    one = item(event.get("key"))
    if one.sold_out:
        return state, (Toast(f"{one.name} is sold out today"),)
    return replace(state, draft=fresh(one)), (Focus(None), Go(route("item", key=one.key)))


def _pick(state: State, event: Ev, view: View) -> Result:
    """One of a group: size, heat, meal or drink. A meal brings the first drink, a dish on its own none."""
    group, value = event.get("group"), event.get("value")
    line = replace(draft_for(state, event.get("key")), **{group: value})
    if group == "meal":
        line = replace(line, drink="" if value == ALONE else line.drink or CUPS[0])
    return replace(state, draft=line), ()


def _flip(state: State, event: Ev, view: View) -> Result:
    """Any of a group: what is left out, what is added."""
    key, group, label = event.get("key"), event.get("group"), event.get("value")
    line, kind = draft_for(state, key), item(key).kind
    wanted = set(getattr(line, group)) ^ {label}
    # The menu's order, not the order of the taps: the same choice is the same state.
    options = kind.without if group == "without" else kind.extras
    kept = tuple(one.label for one in options if one.label in wanted)
    return replace(state, draft=replace(line, **{group: kept})), ()  # type: ignore[arg-type]


def _quantity(state: State, event: Ev, view: View) -> Result:
    line = draft_for(state, event.get("key"))
    many = min(MOST, max(1, line.quantity + event.get("by", 0)))
    return replace(state, draft=replace(line, quantity=many)), ()


def _added(tray: tuple[Line, ...], line: Line) -> tuple[Line, ...]:
    for index, known in enumerate(tray):
        if replace(known, quantity=line.quantity) == line:
            more = replace(known, quantity=min(MOST, known.quantity + line.quantity))
            return (*tray[:index], more, *tray[index + 1 :])
    return (*tray, line)


def _add(state: State, event: Ev, view: View) -> Result:
    line = draft_for(state, event.get("key"))
    after = replace(state, tray=_added(state.tray, line), draft=Line(""))
    return after, (Back(), Toast(f"{line.item} is on your tray"))


def _quick(state: State, event: Ev, view: View) -> Result:
    """The plus on a picture: the dish as it comes."""
    one = item(event.get("key"))
    return replace(state, tray=_added(state.tray, fresh(one))), (Toast(f"{one.name} is on your tray, as it comes"),)


def _line(state: State, event: Ev, view: View) -> Result:
    """One more or one less of a line; the last one less takes it off the tray."""
    index = event.get("index")
    if not 0 <= index < len(state.tray):
        return state, ()
    line = state.tray[index]
    many = min(MOST, line.quantity + event.get("by"))
    changed = (replace(line, quantity=many),) if many > 0 else ()
    return replace(state, tray=(*state.tray[:index], *changed, *state.tray[index + 1 :])), ()


def _clear(state: State, event: Ev, view: View) -> Result:
    return replace(state, tray=()), (Back(), Toast("Your tray is empty again"))


def _shop(state: State, event: Ev, view: View) -> Result:
    one = shops.shop(event.get("value"))
    if one.closed:
        return state, (Toast(f"{one.name}: {one.closed.lower()}"),)
    return replace(state, shop=one.name), (Back(),)


def _view_shop(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("shop", shop=event.get("shop"))),)


def _from_shop(state: State, event: Ev, view: View) -> Result:
    return replace(state, shop=event.get("shop")), (Replace(route("menu"), root=True),)


def _checkout(state: State, event: Ev, view: View) -> Result:
    mine = state.account
    opened = Checkout(name=mine.name, payment=mine.payment, cutlery=mine.cutlery)
    return replace(state, checkout=opened), (Go(route("details")),)


def _fill(state: State, event: Ev, view: View) -> Result:
    """A field of the checkout: how, time, payment."""
    return replace(state, checkout=replace(state.checkout, **{event.get("field"): event.get("value")})), ()


def _name(state: State, event: Ev, view: View) -> Result:
    typed = event.get("text", "")[:NAME_LENGTH]
    return replace(state, checkout=replace(state.checkout, name=typed)), ()


def _cutlery(state: State, event: Ev, view: View) -> Result:
    return replace(state, checkout=replace(state.checkout, cutlery=not state.checkout.cutlery)), ()


def _voucher(state: State, event: Ev, view: View) -> Result:
    return replace(state, checkout=replace(state.checkout, voucher=event.get("text", ""), error="")), ()


def _apply(state: State, event: Ev, view: View) -> Result:
    typed = state.checkout.voucher.strip().upper()
    known = shops.voucher(typed)
    if known is None:
        error = f"No voucher has the code {typed}" if typed else "Type the code first"
        return replace(state, checkout=replace(state.checkout, error=error, applied="")), (Focus(None),)
    if not off(state.tray, typed):
        error = f"{known.code}: {known.about}"
        return replace(state, checkout=replace(state.checkout, error=error, applied="")), (Focus(None),)
    done = replace(state.checkout, applied=known.code, voucher="", error="")
    return replace(state, checkout=done), (Focus(None), Toast(f"{known.code} applied"))


def _drop_voucher(state: State, event: Ev, view: View) -> Result:
    return replace(state, checkout=replace(state.checkout, applied="")), ()


def _review(state: State, event: Ev, view: View) -> Result:
    if not state.checkout.name.strip():
        return state, (Toast("Whose name may we call?"),)
    return state, (Focus(None), Go(route("review")))


def _confirm(state: State, event: Ev, view: View) -> Result:
    filled = state.checkout
    if not state.tray or not filled.name.strip():
        return state, (Toast("There is nothing to order"),)
    number = FIRST_NUMBER + len(state.orders)
    code = filled.applied if off(state.tray, filled.applied) else ""
    order = Order(
        str(number),
        f"G9-{number}",
        state.tray,
        state.shop,
        filled.how,
        filled.time,
        filled.name.strip(),
        filled.payment,
        filled.cutlery,
        code,
        total(state.tray, code),
        view.now.strftime("%Y-%m-%dT%H:%M"),
    )
    after = replace(state, orders=(*state.orders, order), tray=(), checkout=Checkout(), draft=Line(""))
    effects: tuple[Effect, ...] = (Replace(route("menu"), root=True), Go(route("placed", number=order.number)))
    if state.account.updates:
        effects = (*effects, Notify(_note(order)))
    return after, effects


def _note(order: Order) -> Notice:
    """The notification that follows an order; a tap opens it."""
    soon = order.time == shops.TIMES[0]
    title = f"Order {order.number} is on the griddle" if soon else f"Order {order.number} is planned for {order.time}"
    return Notice(
        order.number, title, f"{order.how} at {order.shop}, {order.total}", route("order", number=order.number)
    )


def _order(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("order", number=event.get("number"))),)


def _again(state: State, event: Ev, view: View) -> Result:
    order = find(state, event.get("number"))
    tray = state.tray
    for line in order.lines if order is not None else ():
        tray = _added(tray, line)
    return replace(state, tray=tray), (Replace(route("menu"), root=True), Go(route("tray")))


def _share(state: State, event: Ev, view: View) -> Result:
    order = find(state, event.get("number"))
    return state, (Share(share_text(order)),) if order is not None else ()


def _switch(state: State, event: Ev, view: View) -> Result:
    """A switch of the account page."""
    name = event.get("name")
    return replace(state, account=replace(state.account, **{name: not getattr(state.account, name)})), ()  # type: ignore[arg-type]


def _allergen(state: State, event: Ev, view: View) -> Result:
    label, known = event.get("value"), state.account.allergens
    kept = tuple(one for one in known if one != label) if label in known else (*known, label)
    return replace(state, account=replace(state.account, allergens=kept)), ()


def _payment(state: State, event: Ev, view: View) -> Result:
    return replace(state, account=replace(state.account, payment=event.get("value"))), (Back(),)


def _rename(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, name=state.account.name)), (Go(route("name")), Focus("name"))


def _type_name(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, name=event.get("text", "")[:NAME_LENGTH])), ()


def _save_name(state: State, event: Ev, view: View) -> Result:
    name = state.ui.name.strip()
    if not name:
        return state, (Toast("A name, please"),)
    account: Account = replace(state.account, name=name)
    return replace(state, account=account), (Focus(None), Back())


def share_text(order: Order) -> str:
    """What "Share" hands over: number, lines, and where and when, each on a line of its own."""
    lines = [f"My Griddle Nine order {order.number}"]
    lines += [f"{line.quantity} × {line.item}: {'; '.join(told(line)).replace('  ·  ', ', ')}" for line in order.lines]
    lines += [f"Ready: {order.time}", f"{order.how} at {shops.shop(order.shop).address}"]
    return "\n".join(lines)


update = reducer(
    {
        "tab": _tab,
        "home": _home,
        "go": _go,
        "search": _search,
        "query": _query,
        "searched": _searched,
        "open": _open,
        "pick": _pick,
        "flip": _flip,
        "quantity": _quantity,
        "add": _add,
        "quick": _quick,
        "line": _line,
        "clear": _clear,
        "shop": _shop,
        "view_shop": _view_shop,
        "from_shop": _from_shop,
        "checkout": _checkout,
        "fill": _fill,
        "name": _name,
        "cutlery": _cutlery,
        "voucher": _voucher,
        "apply": _apply,
        "drop_voucher": _drop_voucher,
        "review": _review,
        "confirm": _confirm,
        "order": _order,
        "again": _again,
        "share": _share,
        "switch": _switch,
        "allergen": _allergen,
        "payment": _payment,
        "rename": _rename,
        "type_name": _type_name,
        "save_name": _save_name,
    }
)
