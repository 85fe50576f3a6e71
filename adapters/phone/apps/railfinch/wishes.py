"""On the way to a Railfinch booking: fare and class, seats and extras, who travels."""

from dataclasses import replace

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.terms import TERMS, Fare, Option
from adapters.phone.apps.railfinch.trip import ages, fits, total, way_back
from adapters.phone.components.booking import framed_option
from adapters.phone.components.boxes import radio_group, words
from adapters.phone.components.choices import Entry, Picked, card_choice, chip_choice, radio_choice
from adapters.phone.framework.actions import Handled, assign, go, then
from adapters.phone.framework.prices import money
from adapters.phone.framework.state_paths import bind, find, toggled
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Go, Screen, Toast, route
from adapters.phone.ui.node import Node, ev, node


@app.screen("fares")
def fares(state: State) -> Screen:
    """Class and fare; each says what can be done with it later."""
    draft = state.draft
    if draft.out is None:
        return p.no_train_page()
    classes = [Entry(option.name, option.about) for option in TERMS.classes]
    body = w.page(
        p.card(p.legs(draft.out, way_back(state.search, draft))),
        p.section("Class", top=10),
        card_choice(
            bind(state, "draft.cls"), classes, rid="class_option", group="class_group", height=64, radius=p.CORNER,
            gap=12, pad=(16, 4),
        ),
        p.section("Fare", top=10),
        radio_group([_fare(state, fare) for fare in TERMS.fares], rid="fare_group"),
    )  # fmt: skip
    return p.step_page(state, "fares", "Fare and class", body, p.continue_foot(state, go("seats")))


def _fare(state: State, fare: Fare) -> Node:
    """A fare with its price for a trip without extras."""
    chosen, draft = bind(state, "draft.fare"), state.draft
    cents = total(state.search, replace(draft, fare=fare.name, extras=(), cover=False, ticket=""))
    terms = [
        node("row", w.icon("check", 16, "primary"), p.quiet(term, lines=1), gap=8, align="center")
        for term in fare.terms
    ]  # fmt: skip
    here = fare.name == chosen.value
    return framed_option(
        node("radio", checked=here, width=20, height=20, id="radio"),
        words(w.text(fare.name, "titleM/Bold", lines=1, id="fare"), terms, gap=2),
        w.text(money(cents), "18,24,Bold,0", "primary", id="price"),
        on=chosen.to(fare.name), chosen=here, rid="fare_option", margin=(16, 5), outline="outline_variant",
        bg=p.CARD, radius=p.CORNER, pad=(16, 12), gap=16, align="start",
    )  # fmt: skip


@app.screen("seats")
def seats(state: State) -> Screen:
    """Where to sit, as wishes; and what is taken along."""
    if state.draft.out is None:
        return p.no_train_page()
    rule = "No calls and no music in the quiet coach."
    hint = "Wishes are free. If one can’t be met you get the next best seats, always together."
    body = w.page(
        p.card(p.card_title("Seat"), _wish(state, "seat", TERMS.seats), w.space(4)),
        p.card(p.card_title("Coach"), _wish(state, "coach", TERMS.coaches), p.note(rule, pad=(16, 8, 16, 4))),
        p.card(p.card_title("Facing"), _wish(state, "facing", TERMS.facing), w.space(4)),
        p.card(p.card_title("Extras"), [_extra(state, extra) for extra in TERMS.extras]),
        p.note(hint, pad=(20, 6, 20, 0)),
    )
    bottom = p.continue_foot(state, then(assign("ui.tried", False), go("names")))
    return p.step_page(state, "seats", "Seats and extras", body, bottom)


def _wish(state: State, field: str, options: tuple[str, ...]) -> Node:
    wish = bind(state, f"draft.{field}")
    return chip_choice(wish, options, rid=f"{field}_option", group=f"{field}_group", inset=16, radius=8)


def _extra(state: State, extra: Option) -> Node:
    extras = bind(state, "draft.extras")
    chosen = extra.name in extras.value
    return w.row(
        extra.name, f"{money(extra.cents)} {'a head' if extra.per_head else 'a ride'}",
        on=extras.to(toggled(extras.value, extra.name)), rid="extra_option", leading=w.icon(extra.icon, 24, "primary"),
        height=64, selected=chosen, trailing=node("checkbox", checked=chosen, id="checkbox", width=20, height=20),
    )  # fmt: skip


@app.screen("names", activity=".PassengersActivity")
def names(state: State) -> Screen:
    """Who travels, one row each."""
    draft = state.draft
    if draft.out is None:
        return p.no_train_page()
    groups = [age.noun.title() for age in ages(state.search.group)]
    body = w.page(
        p.card([_passenger(state, index, group) for index, group in enumerate(groups)]),
        p.note("Names are checked on board. Everybody needs one, children too.", pad=(20, 6, 20, 0)),
        p.section("Your trip"),
        p.card(p.legs(draft.out, way_back(state.search, draft))),
    )
    return p.step_page(state, "names", "Passengers", body, p.continue_foot(state, ev("to_pay")))


def _passenger(state: State, index: int, group: str) -> Node:
    name = _name(state, index)
    known = find(state.travellers, name=name)
    return w.row(
        name or "Choose who", f"Passenger {index + 1}  ·  {group}",
        "A name is needed" if state.ui.tried and not name else "",
        on=go("who", index=index), rid="row_passenger", trailing=w.icon("chevron_right", 20),
        leading=w.avatar(known.face, 40) if known else w.disc("person" if name else "person_add", 40),
    )  # fmt: skip


def _name(state: State, index: int) -> str:
    taken = state.draft.names
    return taken[index] if 0 <= index < len(taken) else ""


@app.sheet("who", over="names")
def who(state: State, index: int = 0) -> Node:
    """Who one of the passengers is: those that are known."""
    mine, taken = _name(state, index), state.draft.names
    entries = [
        Entry(traveller.name, traveller.ages, leading=w.avatar(traveller.face, 40))
        for traveller in state.travellers
        if traveller.name == mine or traveller.name not in taken
    ]
    about = ", ".join(f"{age.noun.title()}, {age.ages}" for age in ages(state.search.group)[index : index + 1])
    picked = Picked(mine, ev("name", index=index))
    rows = radio_choice(picked, entries, rid="traveller_option", group="traveller_group")
    return p.sheet(f"Passenger {index + 1}", rows, support=about)


@app.on("name")
def name_passenger(state: State, value: str, index: int = -1) -> Handled:
    """Name a passenger. A reduced ticket is only for somebody of its age; the full fare is for everybody."""
    traveller = find(state.travellers, name=value)
    if traveller is not None and not fits(state.search, index, traveller.ages):
        return Toast(f"This ticket is for ages {ages(state.search.group)[index].ages}")
    if not 0 <= index < len(state.draft.names):
        return Back()
    named = ["" if name == value else name for name in state.draft.names]
    named[index] = value
    return replace(state, draft=replace(state.draft, names=tuple(named))), Back()


@app.on("to_pay")
def to_pay(state: State) -> Handled:
    """Go on, if everybody has a name."""
    if not all(state.draft.names):
        return replace(state, ui=replace(state.ui, tried=True)), Toast("Every passenger needs a name")
    return Go(route("pay"))
