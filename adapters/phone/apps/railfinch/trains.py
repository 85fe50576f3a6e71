"""Railfinch's trains: the list of a day, for the way out or back."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.model import State, found_trains, fresh_draft
from adapters.phone.apps.railfinch.network import Train, train_of
from adapters.phone.apps.railfinch.terms import RETURN, TERMS
from adapters.phone.apps.railfinch.trip import day_of, ends_of, group_price, group_text, heads, leg_of, short_day
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import Handled, assign, replace_with
from adapters.phone.framework.prices import money
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Go, Screen, Toast, View, route
from adapters.phone.ui.node import Ev, Node, ev, node

SORTS = ("Departure", "Fastest", "Cheapest")
DAY = timedelta(days=1)


def ordered(trains: Sequence[Train], sort: str, *, direct: bool) -> list[Train]:
    """Return the trains as the chips say."""
    shown = [train for train in trains if not (direct and train.changes)]
    if sort == "Fastest":
        return sorted(shown, key=lambda train: (train.minutes, train.departs))
    return sorted(shown, key=lambda train: (train.cents, train.departs)) if sort == "Cheapest" else shown


@app.screen("results")
def results(state: State, view: View, leg: str = "out", sort: str = SORTS[0], direct: bool = False) -> Screen:
    """The trains of a day, for the way out or back."""
    today = view.now.date()
    day = day_of(state.search, leg, today)
    first = day_of(state.search, "out", today) if leg == "back" else today
    last = today + timedelta(days=TERMS.days_ahead)
    shown = ordered(found_trains(state, leg, view.now), sort, direct=direct)
    cheapest = min((train.cents for train in shown if not train.sold_out), default=0)
    rows = [_train(state, train, leg, cheap=train.cents == cheapest) for train in shown]
    if not rows:
        hint = "All have gone for this day, or the filter hides them."
        next_day = c.button(
            "Next day", _show_day(leg, day + DAY), rid="next_day_button", variant="tonal", width="wrap", height=40,
            enabled=day < last,
        )  # fmt: skip
        rows = [w.empty("train", "No trains left", hint, next_day)]
    bar = p.bar(" – ".join(ends_of(state.search, leg)), support=group_text(state.search.group))
    top = column(bar, _days(day, leg, earlier=day > first, later=day < last), p.steps(state, leg), bg=p.NAVY)
    title = "Way back" if leg == "back" else "Trains"
    return Screen(w.page(_sorts(leg, sort, direct), rows), top=top, bg=p.PAGE, bar=p.NAVY, title=title)


def _sorts(leg: str, sort: str, direct: bool) -> Node:
    chips = [
        c.chip(
            label, replace_with("results", leg=leg, sort=label, direct=direct), label == sort,
            rid="chip_sort", single=True, radius=8,
        )
        for label in SORTS
    ]  # fmt: skip
    only_direct = replace_with("results", leg=leg, sort=sort, direct=not direct)
    chips.append(c.chip("Direct only", only_direct, direct, rid="chip_direct", radius=8))
    return node(
        "scroll", chips, horizontal=True, id="sorts", width="fill", height=52, gap=8, pad=(16, 10),
        value=120 if direct else 0,
    )  # fmt: skip


def _days(day: date, leg: str, *, earlier: bool, later: bool) -> Node:
    """The day, and its neighbours by arrows."""
    before, after = day - DAY, day + DAY
    name = short_day(day) if leg == "out" else f"Way back, {short_day(day)}"
    return line(
        w.action(
            "chevron_left", f"Day before, {short_day(before)}", _show_day(leg, before), rid="day_before",
            color=p.WHITE, enabled=earlier,
        ),
        w.text(name, "titleM", p.WHITE, grow=1, text_align="center", id="day", lines=1),
        w.action(
            "chevron_right", f"Day after, {short_day(after)}", _show_day(leg, after), rid="day_after",
            color=p.WHITE, enabled=later,
        ),
        height=44, pad=(4, 0),
    )  # fmt: skip


def _show_day(leg: str, day: date) -> Ev:
    return assign("search.back_day" if leg == "back" else "search.day", day.isoformat())


def _train(state: State, train: Train, leg: str, *, cheap: bool) -> Node:
    if train.sold_out:
        price = w.text("Sold out", "titleS", "on_surface_variant", id="price")
    else:
        price = w.text(money(group_price(state.search, train.cents)), "18,24,Bold,0", "primary", id="price")
    flags = [p.tag("Cheapest", p.YELLOW, p.DARK)] if cheap else []
    if train.left and not train.sold_out:
        flags.append(p.tag(train.left, "error_container", "on_error_container"))
    kind = f"{train.number}  ·  {f'1 change, {train.via}' if train.changes else 'Direct'}"
    upper = line(
        words(p.times(train.departs, train.arrives, train.minutes, train.changes)),
        node("column", price, p.note(train.kind, lines=1), width=88, align="end"),
        gap=16,
    )
    lower = line(p.quiet(kind, lines=1, grow=1, id="train"), flags, gap=6)
    take = None if train.sold_out else ev("take", leg=leg, number=train.number)
    return p.card(
        column(upper, lower, pad=(16, 4, 16, 0), gap=2),
        pad=(0, 6, 0, 8), on=take, id="row_train", cls=w.GROUP if take else "",
    )  # fmt: skip


@app.on("take")
def take(state: State, view: View, leg: str, number: str = "") -> Handled:
    """Take a train: for the way out, or for the way back after it."""
    search, draft = state.search, state.draft
    origin, destination = ends_of(search, leg)
    day = day_of(search, leg, view.now.date())
    train = train_of(origin, destination, day.isoformat(), number)
    if train is None or train.sold_out:
        return Toast("This train is sold out")
    if len(draft.names) != heads(search.group):
        draft, state = fresh_draft(state), replace(state, ui=replace(state.ui, tried=False))
    ride = leg_of(origin, destination, day, train)
    if leg == "back":
        return replace(state, draft=replace(draft, back=ride)), Go(route("fares"))
    following = route("results", leg="back") if search.trip == RETURN else route("fares")
    return replace(state, draft=replace(draft, out=ride, back=None)), Go(following)
