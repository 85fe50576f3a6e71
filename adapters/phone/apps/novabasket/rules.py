"""What happens in Novabasket: looking, choosing, the basket. The till's reducers are in `tilling`."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.novabasket import tilling
from adapters.phone.apps.novabasket.catalogue import MOST, item, money
from adapters.phone.apps.novabasket.model import Held, Line, Preferences, State, draft_for, fresh
from adapters.phone.apps.novabasket.terms import coupon
from adapters.phone.apps.novabasket.tilling import Result, flipped
from adapters.phone.ui.app import Back, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer


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


def _aisle(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("aisle", aisle=event.get("aisle"))),)


def _sort(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("aisle", aisle=event.get("aisle"), sort=event.get("sort"))),)


def _open(state: State, event: Ev, view: View) -> Result:
    one = item(event.get("key"))
    return replace(state, draft=fresh(one)), (Focus(None), Go(route("product", key=one.key)))


def _options(state: State, event: Ev, view: View) -> Result:
    key = item(event.get("key")).key
    return state, (Go(route("options", key=key, then=event.get("then", ""))),)


def _pick(state: State, event: Ev, view: View) -> Result:
    """One of a group: colour or size."""
    line = replace(draft_for(state, event.get("key")), **{event.get("group"): event.get("value")})
    return replace(state, draft=line), ()


def _quantity(state: State, event: Ev, view: View) -> Result:
    line = draft_for(state, event.get("key"))
    many = min(MOST, max(1, line.quantity + event.get("by", 0)))
    return replace(state, draft=replace(line, quantity=many)), ()


def _put(state: State, line: Line) -> State:
    """The line in the basket, selected; on top, or with more pieces where it already is."""
    held = Held(line.item, line.colour, line.size, line.quantity)
    for index, known in enumerate(state.basket):
        if (known.item, known.colour, known.size) == (line.item, line.colour, line.size):
            more = replace(known, quantity=min(MOST, known.quantity + line.quantity), selected=True)
            return replace(state, basket=(*state.basket[:index], more, *state.basket[index + 1 :]))
    return replace(state, basket=(held, *state.basket))


def _add(state: State, event: Ev, view: View) -> Result:
    """What the sheet adds; the page below it stays."""
    after = _put(state, draft_for(state, event.get("key")))
    return replace(after, draft=Line("")), (Back(), Toast("Added to basket"))


def _save(state: State, event: Ev, view: View) -> Result:
    name = item(event.get("key")).name
    said = "Removed from saved items" if name in state.saved else "Saved"
    return replace(state, saved=flipped(state.saved, name)), (Toast(said),)


def _share(state: State, event: Ev, view: View) -> Result:
    one = item(event.get("key"))
    return state, (Share(f"{one.name}\n{money(one.cents)} from {one.shop} on Novabasket"),)


def _changed(state: State, index: int, *held: Held) -> State:
    return replace(state, basket=(*state.basket[:index], *held, *state.basket[index + 1 :]))


def _select(state: State, event: Ev, view: View) -> Result:
    index = event.get("index")
    if not 0 <= index < len(state.basket):
        return state, ()
    held = state.basket[index]
    return _changed(state, index, replace(held, selected=not held.selected)), ()


def _select_all(state: State, event: Ev, view: View) -> Result:
    """Everything; nothing where all of it was selected."""
    wanted = not all(held.selected for held in state.basket)
    return replace(state, basket=tuple(replace(held, selected=wanted) for held in state.basket)), ()


def _line(state: State, event: Ev, view: View) -> Result:
    index = event.get("index")
    if not 0 <= index < len(state.basket):
        return state, ()
    held = state.basket[index]
    many = min(MOST, max(1, held.quantity + event.get("by", 0)))
    return _changed(state, index, replace(held, quantity=many)), ()


def _remove(state: State, event: Ev, view: View) -> Result:
    return _changed(state, event.get("index")), (Toast("Removed from basket"),)


def _later(state: State, event: Ev, view: View) -> Result:
    """A line leaves the basket for the saved items."""
    index = event.get("index")
    if not 0 <= index < len(state.basket):
        return state, ()
    name = state.basket[index].item
    kept = state.saved if name in state.saved else (*state.saved, name)
    return replace(_changed(state, index), saved=kept), (Toast("Moved to saved items"),)


def _claim(state: State, event: Ev, view: View) -> Result:
    code = event.get("code")
    if code in state.coupons or coupon(code) is None:
        return state, ()
    after = replace(state, coupons=(*state.coupons, code))
    done = Toast(f"{code} is in your coupons")
    return after, (Back(), done) if event.get("back") else (done,)


def _again(state: State, event: Ev, view: View) -> Result:
    order = next((one for one in state.orders if one.number == event.get("number")), None)
    for line in reversed(order.lines) if order is not None else ():
        state = _put(state, line)
    return state, (Replace(route("cart"), root=True),)


def _switch(state: State, event: Ev, view: View) -> Result:
    """A switch of the settings page."""
    name, mine = event.get("name"), state.preferences
    changed: Preferences = replace(mine, **{name: not getattr(mine, name)})  # type: ignore[arg-type]
    return replace(state, preferences=changed), ()


def _prefer(state: State, event: Ev, view: View) -> Result:
    mine: Preferences = replace(state.preferences, **{event.get("field"): event.get("value")})
    return replace(state, preferences=mine), (Back(),)


update = reducer(
    {
        "nav": _nav,
        "go": _go,
        "search": _search,
        "query": _query,
        "searched": _searched,
        "aisle": _aisle,
        "sort": _sort,
        "open": _open,
        "options": _options,
        "pick": _pick,
        "quantity": _quantity,
        "add": _add,
        "save": _save,
        "share": _share,
        "select": _select,
        "select_all": _select_all,
        "line": _line,
        "remove": _remove,
        "later": _later,
        "claim": _claim,
        "again": _again,
        "switch": _switch,
        "prefer": _prefer,
        **tilling.STEPS,
    }
)
