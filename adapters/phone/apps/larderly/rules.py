"""What happens in Larderly: looking, choosing, the basket, settings. The till's reducers are in `tilling`."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.larderly import tilling
from adapters.phone.apps.larderly.catalogue import MOST, item, money
from adapters.phone.apps.larderly.model import Line, Preferences, State, draft_for, each, find, fresh, goods
from adapters.phone.apps.larderly.shop import words
from adapters.phone.apps.larderly.tilling import Result, put
from adapters.phone.ui.app import Back, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

LONGEST = 60


def _shop(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("home"), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))),)


def _search(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _aisle(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("home", aisle=event.get("aisle"))),)


def _only(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("home", aisle=event.get("aisle"), only=event.get("only"))),)


def _open(state: State, event: Ev, view: View) -> Result:
    one = item(event.get("key"))
    draft = fresh(one, state.preferences.substitute)
    return replace(state, draft=draft), (Focus(None), Go(route("product", key=one.key)))


def _pick(state: State, event: Ev, view: View) -> Result:
    """One of a group: pack, prep, substitute."""
    line = replace(draft_for(state, event.get("key")), **{event.get("group"): event.get("value")})
    return replace(state, draft=line), ()


def _note(state: State, event: Ev, view: View) -> Result:
    line = replace(draft_for(state, event.get("key")), note=event.get("text", "")[:LONGEST])
    return replace(state, draft=line), ()


def _quantity(state: State, event: Ev, view: View) -> Result:
    line = draft_for(state, event.get("key"))
    return replace(state, draft=replace(line, quantity=min(MOST, max(1, line.quantity + event.get("by", 0))))), ()


def _add(state: State, event: Ev, view: View) -> Result:
    """What the page adds, with all that was chosen on it."""
    line = draft_for(state, event.get("key"))
    line = replace(line, note=line.note.strip())
    if item(event.get("key")).gone:
        return state, ()
    return replace(put(state, line), draft=Line("")), (Focus(None), Back(), Toast(f"{line.item} added"))


def _more(state: State, event: Ev, view: View) -> Result:
    """The plus of a row: one more of the line that is there last, or the preset one."""
    one = item(event.get("key"))
    if one.gone:
        return state, ()
    for line in reversed(state.basket):
        if line.item == one.name:
            return put(state, replace(line, quantity=1)), ()
    return put(state, fresh(one, state.preferences.substitute)), ()


def _less(state: State, event: Ev, view: View) -> Result:
    """The minus of a row: one less of the line that is there last; the last one takes the line along."""
    name = item(event.get("key")).name
    for index in reversed(range(len(state.basket))):
        if state.basket[index].item == name:
            return _changed(state, index, -1), ()
    return state, ()


def _changed(state: State, index: int, by: int) -> State:
    line = state.basket[index]
    many = min(MOST, line.quantity + by)
    kept = (replace(line, quantity=many),) if many > 0 else ()
    return replace(state, basket=(*state.basket[:index], *kept, *state.basket[index + 1 :]))


def _line(state: State, event: Ev, view: View) -> Result:
    index = event.get("index", -1)
    return (_changed(state, index, event.get("by", 0)) if 0 <= index < len(state.basket) else state), ()


def _ask_substitute(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("substitute", index=event.get("index"))),)


def _substitute(state: State, event: Ev, view: View) -> Result:
    index = event.get("index", -1)
    if not 0 <= index < len(state.basket):
        return state, ()
    line = replace(state.basket[index], substitute=event.get("value"))
    return replace(state, basket=(*state.basket[:index], line, *state.basket[index + 1 :])), ()


def _substitute_all(state: State, event: Ev, view: View) -> Result:
    value = event.get("value")
    basket = tuple(replace(line, substitute=value) for line in state.basket)
    return replace(state, basket=basket), (Back(), Toast(f"{value} for everything"))


def _empty(state: State, event: Ev, view: View) -> Result:
    return replace(state, basket=()), (Back(), Toast("The basket is empty"))


def _share(state: State, event: Ev, view: View) -> Result:
    one = item(event.get("key"))
    return state, (Share(f"{one.name}, {one.packs[0].label}: {money(one.cents)} at Larderly"),)


def _share_order(state: State, event: Ev, view: View) -> Result:
    order = find(state, event.get("number", ""))
    if order is None:
        return state, ()
    rows = [words(line) for line in order.lines]
    return state, (Share("\n".join((f"My Larderly order {order.number}, {order.day}, {order.hours}", *rows))),)


def _again(state: State, event: Ev, view: View) -> Result:
    order = find(state, event.get("number", ""))
    for line in order.lines if order is not None else ():
        if each(line):
            state = put(state, line)
    return state, (Go(route("basket")), Toast(f"In your basket: {money(goods(state.basket))}"))


def _switch(state: State, event: Ev, view: View) -> Result:
    """A switch of the settings page."""
    name, mine = event.get("name"), state.preferences
    changed: Preferences = replace(mine, **{name: not getattr(mine, name)})  # type: ignore[arg-type]
    return replace(state, preferences=changed), ()


def _go_usual(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("usual", field=event.get("field"))),)


def _prefer(state: State, event: Ev, view: View) -> Result:
    """A usual answer; the till starts from bags and handover."""
    name, value = event.get("field"), event.get("value")
    mine: Preferences = replace(state.preferences, **{name: value})
    till = state.till if name == "substitute" else replace(state.till, **{name: value})
    return replace(state, preferences=mine, till=till), (Back(),)


def _asked_empty(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("empty")),)


update = reducer(
    {
        "shop": _shop,
        "go": _go,
        "search": _search,
        "query": _query,
        "searched": _searched,
        "aisle": _aisle,
        "only": _only,
        "open": _open,
        "pick": _pick,
        "note": _note,
        "quantity": _quantity,
        "add": _add,
        "more": _more,
        "less": _less,
        "line": _line,
        "ask_substitute": _ask_substitute,
        "substitute": _substitute,
        "substitute_all": _substitute_all,
        "ask_empty": _asked_empty,
        "empty": _empty,
        "share": _share,
        "share_order": _share_order,
        "again": _again,
        "switch": _switch,
        "go_usual": _go_usual,
        "prefer": _prefer,
        **tilling.STEPS,
    }
)
