"""What happens in Railfinch: the form, boards, saved ways and trains, the account. Bookings are in `tilling`."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from adapters.phone.apps.railfinch import tilling
from adapters.phone.apps.railfinch.model import Preferences, Seen, State, Traveller
from adapters.phone.apps.railfinch.network import train
from adapters.phone.apps.railfinch.terms import AHEAD, MOST, RETURN, day_name
from adapters.phone.apps.railfinch.tilling import Result, fresh
from adapters.phone.apps.railfinch.trip import Group, Search, back_day, counts, fits, out_day
from adapters.phone.ui.app import Back, Focus, Go, Replace, Share, Toast, View, route
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


def _train(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("train", leg=event.get("leg"), number=event.get("number"))),)


def _flipped(known: tuple[str, ...], one: str) -> tuple[str, ...]:
    return tuple(each for each in known if each != one) if one in known else (*known, one)


def _watch(state: State, event: Ev, view: View) -> Result:
    """A bell: delays of this train on this day are told."""
    key = event.get("key")
    said = "No more news of this train" if key in state.watched else f"Delays of {key.split(',')[0]} are told"
    return replace(state, watched=_flipped(state.watched, key)), (Toast(said),)


def _keep(state: State, event: Ev, view: View) -> Result:
    """A heart: this way is kept."""
    way = Seen(event.get("origin"), event.get("destination"))
    if way in state.ways:
        return replace(state, ways=tuple(one for one in state.ways if one != way)), (Toast("Way removed"),)
    return replace(state, ways=(*state.ways, way)), (Toast("Way saved"),)


def _share_train(state: State, event: Ev, view: View) -> Result:
    search, today = state.search, view.now.date()
    back = event.get("leg") == "back"
    origin, end = (search.destination, search.origin) if back else (search.origin, search.destination)
    day = back_day(search, today) if back else out_day(search, today)
    one = train(origin, end, day, event.get("number", ""))
    if one is None:
        return state, ()
    line = f"{one.number}, {day_name(day)}: {origin} {one.departs} – {end} {one.arrives}"
    return state, (Share(line),)


def _board(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, arrivals=event.get("value") == "Arrivals")), ()


def _notice(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("notice", key=event.get("key"))),)


def _new_traveller(state: State, event: Ev, view: View) -> Result:
    after = replace(state, ui=replace(state.ui, name="", ages="26–64"))
    place = route("traveller", index=event.get("index", -1))
    return after, (Replace(place) if event.get("index", -1) >= 0 else Go(place), Focus("name"))


def _typed_name(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, name=event.get("text", "")[:LONGEST])), ()


def _typed_ages(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, ages=event.get("value"))), ()


def _done_typing(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _save_traveller(state: State, event: Ev, view: View) -> Result:
    """Somebody new; where a passenger was asked for, they are it."""
    name, index = state.ui.name.strip(), event.get("index", -1)
    if not name or any(one.name == name for one in state.travellers):
        return state, (Focus(None),)
    face = 40 + len(state.travellers)
    after = replace(state, travellers=(*state.travellers, Traveller(name, state.ui.ages, face)))
    if index >= 0 and fits(state.search, index, state.ui.ages):
        after = tilling.named(after, index, name)
    return after, (Focus(None), Back(), Toast(f"{name} is saved"))


def _drop_traveller(state: State, event: Ev, view: View) -> Result:
    name = event.get("name")
    return replace(state, travellers=tuple(one for one in state.travellers if one.name != name)), ()


def _switch(state: State, event: Ev, view: View) -> Result:
    """A switch of the account page."""
    name, mine = event.get("name"), state.preferences
    changed: Preferences = replace(mine, **{name: not getattr(mine, name)})  # type: ignore[arg-type]
    return replace(state, preferences=changed), ()


def _go_usual(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("usual", field=event.get("field"))),)


def _prefer(state: State, event: Ev, view: View) -> Result:
    """A usual choice; the form takes the railcard at once."""
    name, value = event.get("field"), event.get("value")
    mine: Preferences = replace(state.preferences, **{name: value})
    search = replace(state.search, card=value) if name == "card" else state.search
    return replace(state, preferences=mine, search=search), (Back(),)


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
        "train": _train,
        "watch": _watch,
        "keep": _keep,
        "share_train": _share_train,
        "board": _board,
        "notice": _notice,
        "new_traveller": _new_traveller,
        "typed_name": _typed_name,
        "typed_ages": _typed_ages,
        "done_typing": _done_typing,
        "save_traveller": _save_traveller,
        "drop_traveller": _drop_traveller,
        "switch": _switch,
        "go_usual": _go_usual,
        "prefer": _prefer,
        **tilling.STEPS,
    }
)
