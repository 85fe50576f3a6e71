"""What happens in Railfinch: the form, boards, what was searched. Bookings are in `tilling`."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from adapters.phone.apps.railfinch import tilling
from adapters.phone.apps.railfinch.model import Seen, State
from adapters.phone.apps.railfinch.terms import AHEAD, MOST, RETURN
from adapters.phone.apps.railfinch.tilling import Result, fresh
from adapters.phone.apps.railfinch.trip import Group, Search, back_day, counts, out_day
from adapters.phone.ui.app import Back, Focus, Go, Replace, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.pickers import month_beside
from adapters.phone.ui.reducer import reducer

LONGEST = 50


def _tab(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route(event.get("to")), root=True),)


def _go(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route(event.get("to"))),)


def _trip(state: State, event: Ev, view: View) -> Result:
    return replace(state, search=replace(state.search, trip=event.get("value"))), ()


def _pick_station(state: State, event: Ev, view: View) -> Result:
    after = replace(state, ui=replace(state.ui, query=""))
    return after, (Go(route("stations", field=event.get("field"))),)


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", "")[:LONGEST])), ()


def _station(state: State, event: Ev, view: View) -> Result:
    """The station that was looked for, for one end of the way or for the board."""
    field, name = event.get("field"), event.get("value")
    ui = replace(state.ui, query="")
    if field == "live":
        return replace(state, ui=replace(ui, live=name)), (Focus(None), Back())
    search: Search = replace(state.search, **{field: name})
    return replace(state, search=search, ui=ui), (Focus(None), Back())


def _swap(state: State, event: Ev, view: View) -> Result:
    search = replace(state.search, origin=state.search.destination, destination=state.search.origin)
    return replace(state, search=search), ()


def _pick_date(state: State, event: Ev, view: View) -> Result:
    after = replace(state, ui=replace(state.ui, day="", month=""))
    return after, (Go(route("pick_date", field=event.get("field"))),)


def _mark_day(state: State, event: Ev, view: View) -> Result:
    day = event.get("day")
    return replace(state, ui=replace(state.ui, day=day, month=day[:7])), ()


def _turn_month(state: State, event: Ev, view: View) -> Result:
    month = month_beside(event.get("month"), event.get("by"))
    first, last = f"{view.now:%Y-%m}", f"{view.now + timedelta(days=AHEAD):%Y-%m}"
    return replace(state, ui=replace(state.ui, month=min(last, max(first, month)))), ()


def _on(state: State, field: str, day: date) -> State:
    """The form with this day of the way out, or back."""
    if field == "back_day":
        return replace(state, search=replace(state.search, back_day=day.isoformat()))
    return replace(state, search=replace(state.search, day=day.isoformat()))


def _take_day(state: State, event: Ev, view: View) -> Result:
    """The marked day, if it can be booked."""
    field, text = event.get("field"), event.get("day", "")
    day = date.fromisoformat(text) if text else view.now.date()
    least = out_day(state.search, view.now.date()) if field == "back_day" else view.now.date()
    if day < least:
        return state, (Toast("This day is over" if field == "day" else "That is before the way out"),)
    if day > view.now.date() + timedelta(days=AHEAD):
        return state, (Toast(f"Tickets are sold {AHEAD} days ahead"),)
    return replace(_on(state, field, day), ui=replace(state.ui, day="", month="")), (Back(),)


def _pick_after(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("pick_after", field=event.get("field"))),)


def _after(state: State, event: Ev, view: View) -> Result:
    search: Search = replace(state.search, **{event.get("field"): event.get("value")})
    return replace(state, search=search), (Back(),)


def _pick_people(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("people")),)


def _count(state: State, event: Ev, view: View) -> Result:
    heads = list(counts(state.search.group))
    heads[event.get("index")] += event.get("by")
    if min(heads) < 0 or not 1 <= sum(heads) <= MOST:
        return state, ()
    return replace(state, search=replace(state.search, group=Group(*heads))), ()


def _card(state: State, event: Ev, view: View) -> Result:
    return replace(state, search=replace(state.search, card=event.get("value"))), ()


def _find(state: State, event: Ev, view: View) -> Result:
    """A new list of trains; the way is remembered, what was chosen before is forgotten."""
    search = state.search
    if search.origin == search.destination:
        return state, (Toast("Choose two different stations"),)
    seen = Seen(search.origin, search.destination)
    recent = (seen, *(one for one in state.recent if one != seen))[:5]
    return replace(fresh(state), recent=recent), (Go(route("results", leg="out")),)


def _again(state: State, event: Ev, view: View) -> Result:
    """A way once more: it stands in the form, and its trains are listed."""
    search = replace(state.search, origin=event.get("origin"), destination=event.get("destination"))
    return _find(replace(state, search=search), event, view)


def _offer(state: State, event: Ev, view: View) -> Result:
    """To somewhere for the weekend: a return, next Saturday and back on Sunday."""
    today = view.now.date()
    saturday = today + timedelta(days=(5 - today.weekday()) % 7 or 7)
    search = replace(
        state.search, trip=RETURN, origin="Alder Cross", destination=event.get("destination"), day=saturday.isoformat(),
        back_day=(saturday + timedelta(days=1)).isoformat(),
    )  # fmt: skip
    return replace(state, search=search), (Toast("Saturday out, Sunday back"),)


def _forget(state: State, event: Ev, view: View) -> Result:
    return replace(state, recent=()), ()


def _sort(state: State, event: Ev, view: View) -> Result:
    args = {"leg": event.get("leg"), "sort": event.get("sort"), "direct": event.get("direct")}
    return state, (Replace(route("results", **args)),)


def _day_by(state: State, event: Ev, view: View) -> Result:
    """The day before or after, within what can be booked."""
    leg, today = event.get("leg"), view.now.date()
    now = back_day(state.search, today) if leg == "back" else out_day(state.search, today)
    day = now + timedelta(days=event.get("by"))
    least = out_day(state.search, today) if leg == "back" else today
    if not least <= day <= today + timedelta(days=AHEAD):
        return state, ()
    return _on(state, "back_day" if leg == "back" else "day", day), ()


def _board(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, arrivals=event.get("value") == "Arrivals")), ()


def _done_typing(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


update = reducer(
    {
        "tab": _tab,
        "go": _go,
        "trip": _trip,
        "pick_station": _pick_station,
        "query": _query,
        "station": _station,
        "swap": _swap,
        "pick_date": _pick_date,
        "mark_day": _mark_day,
        "turn_month": _turn_month,
        "take_day": _take_day,
        "pick_after": _pick_after,
        "after": _after,
        "pick_people": _pick_people,
        "count": _count,
        "card": _card,
        "find": _find,
        "again": _again,
        "offer": _offer,
        "forget": _forget,
        "sort": _sort,
        "day_by": _day_by,
        "board": _board,
        "done_typing": _done_typing,
        **tilling.STEPS,
    }
)
