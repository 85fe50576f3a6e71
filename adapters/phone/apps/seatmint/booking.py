"""From a time to a ticket: what happens to a booking until it is paid, and when it is given back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from adapters.phone.apps.seatmint.catalogue import date_of, show
from adapters.phone.apps.seatmint.model import (
    COLUMNS,
    FIRST_NUMBER,
    ROWS,
    SEATS,
    WHEELS,
    Booking,
    Draft,
    Extra,
    State,
    Tickets,
    booking,
    count,
    mine,
    of_rate,
    ordered,
    slot,
    taken,
    total,
    usable,
)
from adapters.phone.apps.seatmint.records import refundable
from adapters.phone.apps.seatmint.terms import MOST, REASONS, SNACKS, code, money
from adapters.phone.ui.app import Back, Effect, Focus, Go, Notice, Notify, Replace, Toast, View, Withdraw, route
from adapters.phone.ui.node import Ev

Result = tuple[State, tuple[Effect, ...]]
Rule = Callable[[State, Ev, View], Result]
LONGEST = 12
"""Letters of a code."""


def _begun(state: State, draft: Draft) -> State:
    prefs = state.preferences
    return replace(state, draft=replace(draft, delivery=prefs.delivery, payment=prefs.payment),
                   ui=replace(state.ui, typed=""))  # fmt: skip


def _seats(state: State, event: Ev, view: View) -> Result:
    """A time leads to its plan; seats that were chosen for another time are forgotten."""
    draft = Draft(event.get("show"), event.get("day"), event.get("venue"), event.get("time"))
    now = state.draft
    same = (now.show, now.day, now.venue, now.time) == (draft.show, draft.day, draft.venue, draft.time)
    return state if same else _begun(state, draft), (Go(route("seats")),)


def _free(state: State) -> frozenset[str]:
    draft = state.draft
    if slot(draft) is None:
        return frozenset()
    return SEATS - taken(draft.show, draft.day, draft.venue, draft.time) - mine(state, draft)


def _sat(state: State, seats: tuple[str, ...]) -> State:
    return replace(state, draft=replace(state.draft, seats=ordered(seats), tickets=Tickets(adult=len(seats))))


def _seat(state: State, event: Ev, view: View) -> Result:
    seat, chosen = event.get("seat"), state.draft.seats
    if seat in chosen:
        return _sat(state, tuple(one for one in chosen if one != seat)), ()
    if seat not in _free(state):
        return state, ()
    if len(chosen) == MOST:
        return state, (Toast(f"At most {MOST} seats in one booking"),)
    return _sat(state, (*chosen, seat)), ()


def _best(state: State, event: Ev, view: View) -> Result:
    """So many seats side by side, near to where this user likes to sit, never across the aisle."""
    many, free, wish = event.get("many"), _free(state), state.preferences.seat
    half = COLUMNS // 2
    runs = []
    for at, row in enumerate(ROWS):
        for left in (*range(1, half - many + 2), *range(half + 1, COLUMNS - many + 2)):
            run = tuple(f"{row}{column}" for column in range(left, left + many))
            if not free.issuperset(run) or not set(run).isdisjoint(WHEELS):
                continue
            middle = abs(left + (many - 1) / 2 - (COLUMNS + 1) / 2)
            aisle = min(abs(column - edge) for column in (left, left + many - 1) for edge in (half, half + 1))
            cost = {"Aisle": aisle * 4 + abs(at - 5), "Back": (len(ROWS) - at) * 8 + middle}
            runs.append((cost.get(wish, abs(at - 5) * 1.5 + middle), run))
    if not runs:
        return state, (Toast("There are no such seats side by side"),)
    return _sat(state, min(runs)[1]), ()


def _clear_seats(state: State, event: Ev, view: View) -> Result:
    return _sat(state, ()), ()


def _zones(state: State, event: Ev, view: View) -> Result:
    one = show(event.get("show"))
    if state.draft.show != one.key:
        state = _begun(state, Draft(one.key, venue=one.venues[0]))
    return state, (Go(route("zones", show=one.key)),)


def _zone(state: State, event: Ev, view: View) -> Result:
    one, value = show(event.get("show")), event.get("value")
    this = next((zone for zone in one.zones if zone.name == value and zone.left), None)
    if this is None:
        return state, (Toast("Sold out"),)
    if state.draft.show != one.key:
        state = _begun(state, Draft(one.key, venue=one.venues[0]))
    many = min(max(1, count(state.draft.tickets)), this.left, MOST)
    return replace(state, draft=replace(state.draft, zone=value, tickets=Tickets(adult=many))), ()


def _many(state: State, event: Ev, view: View) -> Result:
    draft = state.draft
    left = next((zone.left for zone in show(draft.show).zones if zone.name == draft.zone), 0)
    many = min(max(1, count(draft.tickets) + event.get("by")), left, MOST)
    return replace(state, draft=replace(draft, tickets=Tickets(adult=many))), ()


def _to_tickets(state: State, event: Ev, view: View) -> Result:
    if not count(state.draft.tickets):
        return state, (Toast("Choose your places first"),)
    return state, (Go(route("who")),)


def _rate(state: State, event: Ev, view: View) -> Result:
    """One adult becomes something else, or the other way round: the number of people stays."""
    name, by, now = event.get("name"), event.get("by"), state.draft.tickets
    held = of_rate(now, name) + by
    if held < 0 or now.adult - by < 0:
        return state, ()
    after: Tickets = replace(now, **{name.lower(): held, "adult": now.adult - by})
    return replace(state, draft=replace(state.draft, tickets=after)), ()


def _extra(state: State, event: Ev, view: View) -> Result:
    held = {one.name: one.quantity for one in state.draft.extras}
    held[event.get("name")] = held.get(event.get("name"), 0) + event.get("by", 0)
    extras = tuple(Extra(one.name, held[one.name]) for one in SNACKS if held.get(one.name, 0) > 0)
    return replace(state, draft=replace(state.draft, extras=extras)), ()


def _checkout(state: State, event: Ev, view: View) -> Result:
    return state, (Go(route("checkout")),)


def _fill(state: State, event: Ev, view: View) -> Result:
    draft: Draft = replace(state.draft, **{event.get("name"): event.get("value")})
    return replace(state, draft=draft), ()


def _cover(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(state.draft, cover=not state.draft.cover)), ()


def _code_text(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, typed=event.get("text", "")[:LONGEST])), ()


def _code_use(state: State, event: Ev, view: View) -> Result:
    word = state.ui.typed.strip().upper()
    known = code(word)
    if known is not None and any(one.code == word and one.status != "Refunded" for one in state.bookings):
        return state, (Focus(None), Toast("You have used this code"))
    return replace(state, draft=replace(state.draft, code=word)), (Focus(None),)


def _code(state: State, event: Ev, view: View) -> Result:
    return replace(state, draft=replace(state.draft, code=""), ui=replace(state.ui, typed="")), ()


def _review(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None), Go(route("review")))


def _book(state: State, event: Ev, view: View) -> Result:
    draft, one = state.draft, show(state.draft.show)
    this = slot(draft)
    if not count(draft.tickets) or (this is None) != bool(draft.zone):
        return state, (Toast("There is nothing to book"),)
    if not _free(state).issuperset(draft.seats):
        return _sat(state, ()), (Back(), Toast("Somebody was faster; choose other seats"))
    number = FIRST_NUMBER + len(state.bookings)
    known = usable(draft)
    day = draft.day if this is not None else date_of(one, view.now.date()).isoformat()
    made = Booking(
        str(number), f"SM-{number}", one.title, one.kind, draft.venue, this.hall if this is not None else "", day,
        this.time if this is not None else one.time, this.format if this is not None else "",
        this.spoken if this is not None else "", draft.seats, draft.zone, draft.tickets, draft.extras, draft.delivery,
        draft.payment, draft.cover, known.code if known is not None else "", money(total(draft)),
        view.now.strftime("%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    after = replace(state, bookings=(*state.bookings, made), draft=Draft())
    effects: tuple[Effect, ...] = (Replace(route("home"), root=True), Go(route("booked", number=made.number)))
    if state.preferences.reminders:
        words = f"{made.venue}, {made.day[8:]}.{made.day[5:7]}. at {made.time}"
        note = Notice(made.number, f"{made.show} is booked", words, route("ticket", number=made.number))
        effects = (*effects, Notify(note))
    return after, effects


def _ask_cancel(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, reason=REASONS[0])), (Go(route("cancel", number=event.get("number"))),)


def _reason(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, reason=event.get("value"))), ()


def _cancel(state: State, event: Ev, view: View) -> Result:
    made = booking(state, event.get("number"))
    if made is None or not refundable(made, view.now):
        return state, (Back(), Toast("It is too late to give it back"))
    given = replace(made, status="Refunded", reason=state.ui.reason)
    bookings = tuple(given if one is made else one for one in state.bookings)
    return replace(state, bookings=bookings), (Back(), Toast("Your tickets are given back"), Withdraw(made.number))


STEPS: Final[dict[str, Rule]] = {
    "seats": _seats,
    "seat": _seat,
    "best": _best,
    "clear_seats": _clear_seats,
    "zones": _zones,
    "zone": _zone,
    "many": _many,
    "to_tickets": _to_tickets,
    "rate": _rate,
    "extra": _extra,
    "checkout": _checkout,
    "fill": _fill,
    "cover": _cover,
    "code_text": _code_text,
    "code_use": _code_use,
    "code": _code,
    "review": _review,
    "book": _book,
    "ask_cancel": _ask_cancel,
    "reason": _reason,
    "cancel": _cancel,
}
