"""What sellers say to offers, and when: each in their own time, by how fair the price is."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from adapters.phone.apps.thriftloom.catalogue import money, seller
from adapters.phone.apps.thriftloom.model import Offer, State, cents
from adapters.phone.ui.app import Effect, Notice, Notify, View, route
from adapters.phone.ui.node import Ev

MINUTES: Final = {"Answers within an hour": 40, "Answers the same day": 310, "Answers in two days": 2100}
"""How long a seller thinks, by what their page says; the shop thinks as long as those of the same day."""
FAIR, CLOSE = 92, 78
"""Percent of what is asked from which on an offer is taken, or answered with a price in between."""


def answered_at(made: Offer) -> datetime:
    """The phone's local time at which an offer gets its answer."""
    wait = MINUTES.get(seller(made.seller).answers, MINUTES["Answers the same day"])
    return datetime.fromisoformat(made.made) + timedelta(minutes=wait)


def answer(made: Offer) -> Offer:
    """An offer with what its seller says to it."""
    price, asked = cents(made.price), cents(made.asked)
    if price * 100 >= asked * FAIR:
        return replace(made, status="Accepted")
    if price * 100 >= asked * CLOSE:
        return replace(made, status="Countered", counter=money((price + asked) // 200 * 100))
    return replace(made, status="Declined")


def due(state: State, after: datetime) -> datetime | None:
    """When the next answer comes."""
    plain = after.replace(tzinfo=None)
    times = [at for one in state.offers if one.status == "Waiting" and (at := answered_at(one)) > plain]
    return min(times).replace(tzinfo=after.tzinfo) if times else None


def arrive(state: State, event: Ev, view: View) -> tuple[State, tuple[Effect, ...]]:
    """Answers that have come by now, each with a notification."""
    now = view.moment.replace(tzinfo=None)
    new = {
        one.number: answer(one) for one in state.offers if one.status == "Waiting" and answered_at(one) <= now
    }  # fmt: skip
    offers = tuple(new.get(one.number, one) for one in state.offers)
    told = []
    for one in new.values():
        words = {"Accepted": f"Yes to {one.price}", "Countered": f"How about {one.counter}?"}.get(
            one.status, "Sorry, no"
        )
        told.append(Notify(Notice(one.number, f"{one.seller} answered", f"{one.piece}: {words}",
                                  route("offer", number=one.number))))  # fmt: skip
    return replace(state, offers=offers), tuple(told)
