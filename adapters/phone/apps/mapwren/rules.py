"""What happens in Mapwren: one reducer per event."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.mapwren.model import (
    FIRST_TRIP,
    Collection,
    Plan,
    Preferences,
    State,
    Trip,
    chosen,
    holding,
)
from adapters.phone.apps.mapwren.places import AVOID, BY_NAME, HERE, place_of
from adapters.phone.ui.app import Back, Copy, Effect, Focus, Go, Replace, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]
LONGEST = 30


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))),)


def _search(state: State, event: Ev, view: View) -> Result:
    """The search page; with `pick` what is found becomes that end of the plan."""
    after = replace(state, ui=replace(state.ui, query=""))
    return after, (Go(route("search", pick=event.get("pick", ""))), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _kind(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("kind", kind=event.get("kind"))),)


def _only_open(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("kind", kind=event.get("kind"), open=event.get("open"))),)


def _open(state: State, event: Ev, view: View) -> Result:
    name = place_of(event.get("key")).name
    recent = (name, *(one for one in state.ui.recent if one != name))[:6]
    after = replace(state, ui=replace(state.ui, recent=recent))
    return after, (Focus(None), Go(route("place", key=event.get("key"))))


def _end(state: State, event: Ev, view: View) -> Result:
    """One end of the plan is picked in the search."""
    plan: Plan = replace(state.plan, via="", **{event.get("pick"): event.get("name")})
    return replace(state, plan=plan), (Focus(None), Back())


def _directions(state: State, event: Ev, view: View) -> Result:
    plan = Plan(target=place_of(event.get("key")).name, mode=state.preferences.mode)
    return replace(state, plan=plan), (Go(route("directions")),)


def _mode(state: State, event: Ev, view: View) -> Result:
    return replace(state, plan=replace(state.plan, mode=event.get("mode"), via="")), ()


def _swap(state: State, event: Ev, view: View) -> Result:
    plan = state.plan
    return replace(state, plan=replace(plan, origin=plan.target, target=plan.origin, via="")), ()


def _departure(state: State, event: Ev, view: View) -> Result:
    return replace(state, plan=replace(state.plan, departure=event.get("value"))), (Back(),)


def _avoid(state: State, event: Ev, view: View) -> Result:
    wanted = set(state.plan.avoid) ^ {event.get("value")}
    return replace(state, plan=replace(state.plan, avoid=tuple(one for one in AVOID if one in wanted))), ()


def _way(state: State, event: Ev, view: View) -> Result:
    return replace(state, plan=replace(state.plan, via=event.get("via"))), (Go(route("way")),)


def _review(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("review")),)


def _confirm(state: State, event: Ev, view: View) -> Result:
    plan, way = state.plan, chosen(state.plan)
    if way is None or not plan.target:
        return state, (Toast("There is no way to plan"),)
    number = str(1 + max((int(one.id) for one in state.trips), default=FIRST_TRIP - 1))
    trip = Trip(number, plan.origin, plan.target, plan.mode, way.via, plan.departure, plan.avoid, way.minutes,
                view.now.strftime("%Y-%m-%dT%H:%M"))  # fmt: skip
    after = replace(state, trips=(*state.trips, trip), plan=Plan())
    return after, (Replace(route("home"), root=True), Go(route("trips")), Toast("Trip planned"))


def _trip(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("trip", id=event.get("id"))),)


def _delete_trip(state: State, event: Ev, view: View) -> Result:
    kept = tuple(one for one in state.trips if one.id != event.get("id"))
    return replace(state, trips=kept), (Back(), Toast("Trip deleted"))


def _ask_save(state: State, event: Ev, view: View) -> Result:
    """What is in no list yet goes to the first one at once; the sheet is there to choose others."""
    name = place_of(event.get("key")).name
    lists = state.lists
    if lists and not holding(state, name):
        lists = (replace(lists[0], places=(*lists[0].places, name)), *lists[1:])
    return replace(state, lists=lists), (Go(route("save", key=event.get("key"))),)


def _keep(state: State, event: Ev, view: View) -> Result:
    """In or out of a list."""
    name = place_of(event.get("key")).name
    lists = tuple(
        replace(one, places=_flipped(one.places, name)) if one.name == event.get("list") else one for one in state.lists
    )
    return replace(state, lists=lists), ()


def _flipped(known: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(one for one in known if one != name) if name in known else (*known, name)


def _list(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("list", list=event.get("list"))),)


def _new_list(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, name="")), (Go(route("newlist")), Focus("name"))


def _name(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, name=event.get("text", "")[:LONGEST])), ()


def _make_list(state: State, event: Ev, view: View) -> Result:
    name = state.ui.name.strip()
    if not name:
        return state, (Toast("A list needs a name"),)
    if any(one.name == name for one in state.lists):
        return state, (Toast(f"There is a list “{name}” already"),)
    after = replace(state, lists=(*state.lists, Collection(name, "bookmark")), ui=replace(state.ui, name=""))
    return after, (Focus(None), Back())


def _delete_list(state: State, event: Ev, view: View) -> Result:
    name = event.get("list")
    return replace(state, lists=tuple(one for one in state.lists if one.name != name)), (Back(), Toast("List deleted"))


def _ask_copy(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("copy", key=event.get("key"))),)


def _copy(state: State, event: Ev, view: View) -> Result:
    text = event.get("text")
    return replace(state, copied=text), (Back(), Copy(text))


def _switch(state: State, event: Ev, view: View) -> Result:
    """A switch of the settings page."""
    name, mine = event.get("name"), state.preferences
    return replace(state, preferences=replace(mine, **{name: not getattr(mine, name)})), ()  # type: ignore[arg-type]


def _prefer(state: State, event: Ev, view: View) -> Result:
    mine: Preferences = replace(state.preferences, **{event.get("field"): event.get("value")})
    return replace(state, preferences=mine), (Back(),)


def _forget(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, recent=())), (Toast("History cleared"),)


def texts(name: str) -> tuple[tuple[str, str], ...]:
    """What can be copied of a place: what it is called, and the text."""
    one = BY_NAME.get(name)
    if one is None:
        return ((HERE, HERE),)
    phone = (("Phone number", one.phone),) if one.phone else ()
    return (("Name and address", f"{one.name}\n{one.street}"), ("Address", one.street), *phone)


update = reducer(
    {
        "go": _go,
        "search": _search,
        "query": _query,
        "searched": _searched,
        "kind": _kind,
        "only_open": _only_open,
        "open": _open,
        "end": _end,
        "directions": _directions,
        "mode": _mode,
        "swap": _swap,
        "departure": _departure,
        "avoid": _avoid,
        "way": _way,
        "review": _review,
        "confirm": _confirm,
        "trip": _trip,
        "delete_trip": _delete_trip,
        "ask_save": _ask_save,
        "keep": _keep,
        "list": _list,
        "new_list": _new_list,
        "name": _name,
        "make_list": _make_list,
        "delete_list": _delete_list,
        "ask_copy": _ask_copy,
        "copy": _copy,
        "switch": _switch,
        "prefer": _prefer,
        "forget": _forget,
    }
)
