"""What happens on the way to a Railfinch booking and with it afterwards: one reducer per event."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from adapters.phone.apps.railfinch.booking import way_back
from adapters.phone.apps.railfinch.model import FIRST_NUMBER, State, find
from adapters.phone.apps.railfinch.network import train
from adapters.phone.apps.railfinch.terms import CHANGE_FEE, PAYMENTS, REASONS, REPAID, RETURN, money
from adapters.phone.apps.railfinch.trip import (
    Booking,
    Draft,
    Leg,
    Refund,
    ahead,
    back_day,
    counts,
    fits,
    kept,
    leg_of,
    out_day,
    places,
    spans,
    sums,
)
from adapters.phone.ui.app import Back, Effect, Go, Notice, Notify, Replace, Share, Toast, View, Withdraw, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import Step

Result = tuple[State, tuple[Effect, ...]]
FIRST_REFUND: Final = 118


def fresh(state: State) -> State:
    """The state with nothing chosen yet; the first passenger is whoever owns the account."""
    heads = sum(counts(state.search.group))
    names = ("Robin Vale", *("" for _ in range(heads - 1)))
    return replace(state, draft=Draft(names=names), ui=replace(state.ui, tried=False))


def named(state: State, index: int, name: str) -> State:
    """The state with this passenger named; whoever had the name before is asked for again."""
    names = state.draft.names
    if not 0 <= index < len(names):
        return state
    made = tuple(name if i == index else "" if one == name else one for i, one in enumerate(names))
    return replace(state, draft=replace(state.draft, names=made))


def _coming(one: Booking, view: View) -> bool:
    return ahead(one, view.now.date().isoformat(), f"{view.now:%H:%M}")


def _take(state: State, event: Ev, view: View) -> Result:
    """A train: for the way out, or for the way back after it."""
    leg, search, today = event.get("leg"), state.search, view.now.date()
    back = leg == "back"
    origin, end = (search.destination, search.origin) if back else (search.origin, search.destination)
    day = back_day(search, today) if back else out_day(search, today)
    one = train(origin, end, day, event.get("number", ""))
    if one is None or one.sold_out:
        return state, (Toast("This train is sold out"),)
    if len(state.draft.names) != sum(counts(search.group)):
        state = fresh(state)
    ride = leg_of(origin, end, day, one)
    if back:
        return replace(state, draft=replace(state.draft, back=ride)), (Go(route("fares")),)
    after = replace(state, draft=replace(state.draft, out=ride, back=None))
    return after, (Go(route("results", leg="back")) if search.trip == RETURN else Go(route("fares")),)


def _draft(state: State, event: Ev, view: View) -> Result:
    """A choice on the way: class, fare, wishes, ticket, payment."""
    draft: Draft = replace(state.draft, **{event.get("field"): event.get("value")})
    return replace(state, draft=draft), ()


def _extra(state: State, event: Ev, view: View) -> Result:
    name, known = event.get("value"), state.draft.extras
    extras = tuple(one for one in known if one != name) if name in known else (*known, name)
    return replace(state, draft=replace(state.draft, extras=extras)), ()


def _cover(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(state.draft, cover=not state.draft.cover)), ()


def _to_names(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, tried=False)), (Go(route("names")),)


def _who(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("who", index=event.get("index"))),)


def _name(state: State, event: Ev, view: View) -> Result:
    """Who sits there. A reduced ticket is only for somebody of its age; the full fare is for everybody."""
    index = event.get("index", -1)
    one = next((each for each in state.travellers if each.name == event.get("value")), None)
    if one is not None and not fits(state.search, index, one.ages):
        return state, (Toast(f"This ticket is for ages {spans(state.search)[index]}"),)
    return named(state, event.get("index", -1), event.get("value")), (Back(),)


def _to_pay(state: State, event: Ev, view: View) -> Result:
    """On, if everybody has a name."""
    if not all(state.draft.names):
        return replace(state, ui=replace(state.ui, tried=True)), (Toast("Every passenger needs a name"),)
    return state, (Go(route("pay")),)


def _short(state: State) -> bool:
    """Whether the credit is not enough for what is to be paid with it."""
    return state.draft.payment == PAYMENTS[1] and sums(state.search, state.draft)["Total"] > state.credit


def _review(state: State, event: Ev, view: View) -> Result:
    if _short(state):
        return state, (Toast("Your credit is not enough"),)
    return state, (Go(route("review")),)


def _book(state: State, event: Ev, view: View) -> Result:
    search, draft = state.search, state.draft
    if draft.out is None or (search.trip == RETURN and draft.back is None):
        return state, (Toast("Choose a train first"),)
    if not draft.names or not all(draft.names):
        return state, (Toast("Every passenger needs a name"),)
    if _short(state):
        return state, (Toast("Your credit is not enough"),)
    cents = sums(search, draft)["Total"]
    number = FIRST_NUMBER + len(state.bookings)
    made = Booking(
        str(number),
        f"RF-{number}",
        search.trip,
        draft.out,
        way_back(search, draft),
        draft.names,
        search.group,
        search.card,
        draft.cls,
        draft.fare,
        draft.seat,
        draft.coach,
        draft.facing,
        draft.extras,
        draft.ticket,
        draft.cover,
        draft.payment,
        money(cents),
        view.now.strftime("%Y-%m-%dT%H:%M"),
        places(number, draft.cls, len(draft.names)),
    )
    credit = state.credit - cents if draft.payment == PAYMENTS[1] else state.credit
    after = replace(state, bookings=(*state.bookings, made), draft=Draft(), credit=credit)
    words = f"{made.out.day}, {made.out.departs} from {made.out.origin}, {made.places}"
    note = Notice(made.number, f"Booked: {made.number}", words, route("ticket", number=made.number))
    return after, (Replace(route("home"), root=True), Go(route("done", number=made.number)), Notify(note))


def _ticket(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("ticket", number=event.get("number"))),)


def _shown(state: State, event: Ev, view: View) -> Result:
    return state, (Replace(route("trips", shown=event.get("value"))),)


def _with(state: State, one: Booking) -> State:
    return replace(state, bookings=tuple(one if each.number == one.number else each for each in state.bookings))


def _ask_change(state: State, event: Ev, view: View) -> Result:
    after = replace(state, ui=replace(state.ui, other=""))
    return after, (Go(route("change", number=event.get("number"))),)


def _other(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, other=event.get("value"))), ()


def _change(state: State, event: Ev, view: View) -> Result:
    """Another train of the same day in place of the one that was booked."""
    one = find(state, event.get("number", ""))
    if one is None or not _coming(one, view):
        return state, (Back(), Toast("It is too late to change"))
    day = date.fromisoformat(one.out.date)
    new = train(one.out.origin, one.out.destination, day, state.ui.other)
    if new is None or new.sold_out or new.number == one.out.train:
        return state, (Toast("Choose another train"),)
    fee = CHANGE_FEE if one.fare == "Saver" else 0
    words = f"{one.out.train} to {new.number}, {money(fee) if fee else 'free'}"
    ride: Leg = leg_of(one.out.origin, one.out.destination, day, new)
    after = _with(state, replace(one, out=ride, changed=(*one.changed, words)))
    return replace(after, ui=replace(after.ui, other="")), (Back(), Toast(f"You now take {new.number}"))


def _ask_refund(state: State, event: Ev, view: View) -> Result:
    one = find(state, event.get("number", ""))
    usual = REPAID[0] if one is not None and kept(one, REPAID[0]) else REPAID[1]
    after = replace(state, ui=replace(state.ui, reason=REASONS[0], repaid=usual))
    return after, (Go(route("refund", number=event.get("number"))),)


def _ui(state: State, event: Ev, view: View) -> Result:
    """A field of the refund's form: reason, where to."""
    return replace(state, ui=replace(state.ui, **{event.get("field"): event.get("value")})), ()


def _refund(state: State, event: Ev, view: View) -> Result:
    """The money back, once, before departure; credit is there at once."""
    one = find(state, event.get("number", ""))
    if one is None or not _coming(one, view):
        return state, (Back(), Toast("It is too late for a refund"))
    cents = kept(one, state.ui.repaid)
    if not cents:
        return state, (Toast("Nothing to refund this way"),)
    given = FIRST_REFUND + sum(each.refund is not None for each in state.bookings)
    back = Refund(f"RB-{given}", state.ui.reason, state.ui.repaid, money(cents), view.now.strftime("%Y-%m-%dT%H:%M"))
    credit = state.credit + cents if state.ui.repaid == REPAID[1] else state.credit
    after = _with(replace(state, credit=credit), replace(one, status="Refunded", refund=back))
    return after, (Back(), Replace(route("refunded", number=one.number)), Withdraw(one.number))


def _share_trip(state: State, event: Ev, view: View) -> Result:
    one = find(state, event.get("number", ""))
    if one is None:
        return state, ()
    lines = [
        f"My train: {one.out.train}, {one.out.day}",
        f"{one.out.departs} {one.out.origin} – {one.out.arrives} {one.out.destination}",
        one.places,
    ]
    return state, (Share("\n".join(lines)),)


STEPS: Final[dict[str, Step[State]]] = {
    "take": _take,
    "draft": _draft,
    "extra": _extra,
    "cover": _cover,
    "to_names": _to_names,
    "who": _who,
    "name": _name,
    "to_pay": _to_pay,
    "review": _review,
    "book": _book,
    "ticket": _ticket,
    "shown": _shown,
    "ask_change": _ask_change,
    "other": _other,
    "change": _change,
    "ask_refund": _ask_refund,
    "ui": _ui,
    "refund": _refund,
    "share_trip": _share_trip,
}
