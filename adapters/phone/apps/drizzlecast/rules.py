"""What happens in Drizzlecast: one reducer per event."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.drizzlecast import air
from adapters.phone.apps.drizzlecast.model import (
    LEVELS,
    MOST_PLACES,
    NOTE_LENGTH,
    Alert,
    Report,
    State,
    degrees,
    next_id,
)
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _go(state: State, event: Ev, view: View) -> Result:
    """A further page; all arguments but `to` are its own."""
    args = {name: value for name, value in event.args if name != "to"}
    return state, (Go(route(event.get("to"), **args)),)


def _show(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("home", place=event.get("place"))))


def _find(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query="")), (Go(route("search")), Focus("search_src_text"))


def _query(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, query=event.get("text", ""))), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _save(state: State, event: Ev, view: View) -> Result:
    name = event.get("place", "")
    if name in state.places or air.place(name) is None:
        return state, ()
    if len(state.places) >= MOST_PLACES:
        return state, (Toast(f"At most {MOST_PLACES} places"),)
    return replace(state, places=(*state.places, name)), (Toast(f"{name} saved"),)


def _first(state: State, event: Ev, view: View) -> Result:
    name = event.get("place")
    return replace(state, home=name), (Back(), Toast(f"Starts with {name} from now on"))


def _move(state: State, event: Ev, view: View) -> Result:
    names, name = list(state.places), event.get("place")
    at = names.index(name) if name in names else 0
    if at:
        names[at - 1], names[at] = names[at], names[at - 1]
    return replace(state, places=tuple(names)), (Back(),)


def _remove(state: State, event: Ev, view: View) -> Result:
    """The last place stays; another one becomes the first page where that one goes."""
    left = tuple(one for one in state.places if one != event.get("place"))
    if not left:
        return state, (Back(), Toast("One place has to stay"))
    home = state.home if state.home in left else left[0]
    return replace(state, places=left, home=home), (Back(), Toast(f"{event.get('place')} removed"))


def _new_alert(state: State, event: Ev, view: View) -> Result:
    fresh = Alert(place=event.get("place") or state.home)
    effects: tuple[Effect, ...] = (Go(route("alert")),)
    return replace(state, draft=fresh), effects


def _alert(state: State, event: Ev, view: View) -> Result:
    """A field of the form; another kind starts at its own first level."""
    name, value = event.get("field"), event.get("value")
    draft = replace(state.draft, **{name: value})
    if name == "kind":
        draft = replace(draft, level=LEVELS[value][0])
    return replace(state, draft=draft), ()


def _review_alert(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("review")),)


def _set_alert(state: State, event: Ev, view: View) -> Result:
    draft = state.draft
    if air.place(draft.place) is None or any(
        (one.place, one.kind, one.level) == (draft.place, draft.kind, draft.level) for one in state.alerts
    ):
        return state, (Toast("You have this one already"),)
    new = replace(draft, id=next_id(state.alerts, "a"), on=True)
    after = replace(state, alerts=(*state.alerts, new), draft=Alert())
    return after, (Back(2), Replace(route("alerts")), Toast("Alert set"))


def _flip_alert(state: State, event: Ev, view: View) -> Result:
    changed = tuple(replace(one, on=not one.on) if one.id == event.get("id") else one for one in state.alerts)
    return replace(state, alerts=changed), ()


def _drop_alert(state: State, event: Ev, view: View) -> Result:
    return replace(state, alerts=tuple(one for one in state.alerts if one.id != event.get("id"))), (
        Toast("Alert deleted"),
    )


def _official(state: State, event: Ev, view: View) -> Result:
    return replace(state, official=not state.official), ()


def _new_report(state: State, event: Ev, view: View) -> Result:
    return replace(state, report=Report(place=event.get("place") or state.home)), (Go(route("report")),)


def _report(state: State, event: Ev, view: View) -> Result:
    return replace(state, report=replace(state.report, **{event.get("field"): event.get("value")})), ()


def _note(state: State, event: Ev, view: View) -> Result:
    return replace(state, report=replace(state.report, note=event.get("text", "")[:NOTE_LENGTH])), ()


def _public(state: State, event: Ev, view: View) -> Result:
    return replace(state, report=replace(state.report, public=not state.report.public)), ()


def _send_report(state: State, event: Ev, view: View) -> Result:
    draft = state.report
    if not draft.sky:
        return state, (Toast("Choose what you see"),)
    new = replace(
        draft,
        id=next_id(state.reports, "r"),
        place=draft.place or state.home,
        note=draft.note.strip(),
        time=view.now.strftime("%Y-%m-%dT%H:%M"),
    )
    after = replace(state, reports=(*state.reports, new), report=Report())
    return after, (Focus(None), Replace(route("reports")), Toast("Thank you"))


def _set(state: State, event: Ev, view: View) -> Result:
    """A setting that is picked in a dialog."""
    what, value = event.get("what"), event.get("value")
    if what == "home":
        return replace(state, home=value), (Back(),)
    if what == "daily":
        return replace(state, daily=replace(state.daily, time=value)), (Back(),)
    return replace(state, units=replace(state.units, **{what: value})), (Back(),)


def _daily(state: State, event: Ev, view: View) -> Result:
    return replace(state, daily=replace(state.daily, on=not state.daily.on)), ()


def _share(state: State, event: Ev, view: View) -> Result:
    name = event.get("place") or state.home
    lines = [f"Weather in {name}"]
    for when in air.ten_days(view.now)[:3]:
        one = air.day(name, when)
        figures = f"{degrees(state.units, one.low)} to {degrees(state.units, one.high)}"
        lines.append(f"{when:%a} {when.day} {when:%b}: {air.WORDS[one.kind].lower()}, {figures}, {one.chance}% rain")
    return state, (Share("\n".join(lines)),)


update = reducer(
    {
        "go": _go,
        "show": _show,
        "find": _find,
        "query": _query,
        "searched": _searched,
        "save": _save,
        "first": _first,
        "move": _move,
        "remove": _remove,
        "new_alert": _new_alert,
        "alert": _alert,
        "review_alert": _review_alert,
        "set_alert": _set_alert,
        "flip_alert": _flip_alert,
        "drop_alert": _drop_alert,
        "official": _official,
        "new_report": _new_report,
        "report": _report,
        "note": _note,
        "public": _public,
        "send_report": _send_report,
        "set": _set,
        "daily": _daily,
        "share": _share,
    }
)
