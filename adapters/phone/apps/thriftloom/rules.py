"""What happens on Thriftloom: looking and buying. Bargaining and selling are in `dealing`."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.thriftloom import answers, dealing
from adapters.phone.apps.thriftloom.catalogue import Filters, money, piece
from adapters.phone.apps.thriftloom.dealing import NOTE, Result
from adapters.phone.apps.thriftloom.model import (
    FIRST_BUY,
    PROBLEMS,
    Purchase,
    State,
    Till,
    gone,
    offer,
    purchase,
    total,
    way,
)
from adapters.phone.ui.app import (
    Back,
    Focus,
    Go,
    Notice,
    Notify,
    Replace,
    Share,
    Toast,
    View,
    Withdraw,
    route,
)
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

QUERY = 60
"""How long a search may be."""
TABS = ("home", "search", "offers", "you")


def _nav(state: State, event: Ev, view: View) -> Result:
    """Tabs take each other's place; the form to sell stands on top of them."""
    to = event.get("to")
    return state, (Replace(route(to), root=True) if to in TABS else Go(route(to)),)


def _visit(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))),)


def _aisle(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("home", tab=event.get("tab")), root=True),)


def _open(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("piece", key=event.get("key"))))


def _seller(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("seller", name=event.get("name"))),)


def _flip(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(one for one in names if one != name) if name in names else (*names, name)


def _save(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    return replace(state, saved=_flip(state.saved, key)), (
        Toast("Removed from saved" if key in state.saved else "Saved"),
    )


def _follow(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    said = f"You no longer follow {name}" if name in state.following else f"You follow {name}"
    return replace(state, following=_flip(state.following, name)), (Toast(said),)


def _share(state: State, event: Ev, view: View) -> Result:
    one = piece(event.get("key"))
    words = f"{one.brand}, {one.name}, size {one.size}, {one.condition}: {money(one.cents)} on Thriftloom"
    return state, (Share(words),)


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", "")[:QUERY])), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _tip(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text"))), (Focus(None),)


def _only(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, filters=Filters(kind=event.get("kind")))), ()


def _filters(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("filters")))


def _filter(state: State, event: Ev, view: View) -> Result:
    by: Filters = replace(state.ui.filters, **{event.get("name"): event.get("value")})
    return replace(state, ui=replace(state.ui, filters=by)), ()


def _reset(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, filters=Filters())), ()


def _show(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("search"), root=True),)


def _buy(state: State, event: Ev, view: View) -> Result:
    one = piece(event.get("key"))
    if gone(state, one):
        return state, (Toast("It is yours already"),)
    return replace(state, till=Till(one.key, "", one.cents)), (Go(route("checkout")),)


def _settle(state: State, event: Ev, view: View) -> Result:
    """Buy at the price of an accepted offer."""
    made = offer(state, event.get("number"))
    if made is None or made.status != "Accepted" or gone(state, piece(made.key)):
        return state, (Toast("This offer has ended"),)
    agreed = int(made.price.removeprefix("$").replace(".", ""))
    return replace(state, till=Till(made.key, made.number, agreed)), (Go(route("checkout")),)


def _till(state: State, event: Ev, view: View) -> Result:
    name, value = event.get("name"), event.get("value")
    till: Till = replace(state.till, **{name: value})
    if name == "delivery" and value != state.till.delivery:
        till = replace(till, place=way(value).places[0][0])
    return replace(state, till=till), ()


def _protect(state: State, event: Ev, view: View) -> Result:
    return replace(state, till=replace(state.till, protection=not state.till.protection)), ()


def _note(state: State, event: Ev, view: View) -> Result:
    return replace(state, till=replace(state.till, note=event.get("text", "")[:NOTE])), ()


def _review(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("review"))) if state.till.key else (Toast("Choose a piece first"),)


def _pay(state: State, event: Ev, view: View) -> Result:
    till = state.till
    one = piece(till.key)
    if not till.key or gone(state, one):
        return state, (Toast("There is nothing to pay"),)
    number = FIRST_BUY + len(state.purchases)
    made = Purchase(
        str(number), f"TL-{number}", one.key, one.brand, one.name, one.size, one.condition, one.colour, one.seller,
        money(till.cents), till.delivery, till.place, till.protection, till.payment, till.note.strip(), till.offer,
        money(total(till)), view.now.strftime("%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    offers = tuple(replace(on, status="Bought") if on.number == till.offer else on for on in state.offers)
    after = replace(state, purchases=(*state.purchases, made), offers=offers, till=Till())
    words = f"{made.piece}, size {made.size}, {made.total}"
    notice = Notice(made.number, f"{made.seller} is packing", words, route("purchase", number=made.number))
    return after, (Replace(route("home"), root=True), Go(route("bought", number=made.number)), Notify(notice))


def _purchase(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("purchase", number=event.get("number"))),)


def _ask(place: str) -> dealing.Rule:
    def step(state: State, event: Ev, view: View) -> Result:
        after = replace(state, ui=replace(state.ui, problem=PROBLEMS[0]))
        return after, (Go(route(place, number=event.get("number"))),)

    return step


def _moved(state: State, number: str, came: str, **changes: str) -> State | None:
    made = purchase(state, number)
    if made is None or made.status != came:
        return None
    changed = replace(made, **changes)  # type: ignore[arg-type]
    return replace(state, purchases=tuple(changed if one is made else one for one in state.purchases))


def _cancel(state: State, event: Ev, view: View) -> Result:
    after = _moved(state, event.get("number"), "Paid", status="Cancelled")
    if after is None:
        return state, (Back(), Toast("It is too late to cancel"))
    return after, (Back(), Toast("Purchase cancelled"), Withdraw(event.get("number")))


def _received(state: State, event: Ev, view: View) -> Result:
    after = _moved(state, event.get("number"), "Posted", status="Received")
    return (after, (Toast("Enjoy it"),)) if after is not None else (state, ())


def _problem(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, problem=event.get("value"))), ()


def _report(state: State, event: Ev, view: View) -> Result:
    after = _moved(state, event.get("number"), "Posted", status="In dispute", problem=state.ui.problem)
    return (after, (Back(), Toast("We will look into it"))) if after is not None else (state, (Back(),))


def _done_typing(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


update = reducer(
    {
        **dealing.STEPS,
        "@due": answers.arrive,
        "nav": _nav,
        "visit": _visit,
        "aisle": _aisle,
        "open": _open,
        "seller": _seller,
        "save": _save,
        "follow": _follow,
        "share": _share,
        "query": _query,
        "searched": _searched,
        "tip": _tip,
        "only": _only,
        "filters": _filters,
        "filter": _filter,
        "reset": _reset,
        "show": _show,
        "buy": _buy,
        "settle": _settle,
        "till": _till,
        "protect": _protect,
        "note": _note,
        "review": _review,
        "pay": _pay,
        "purchase": _purchase,
        "ask_cancel": _ask("cancel"),
        "ask_problem": _ask("problem"),
        "cancel": _cancel,
        "received": _received,
        "problem": _problem,
        "report": _report,
        "done_typing": _done_typing,
    }
)
