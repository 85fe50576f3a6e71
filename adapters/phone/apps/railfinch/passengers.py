"""Who travels on a Railfinch booking, one name for each ticket."""

from dataclasses import replace

from adapters.phone.apps.railfinch import parts as p
from adapters.phone.apps.railfinch.app import app
from adapters.phone.apps.railfinch.model import State
from adapters.phone.apps.railfinch.trip import ages, fits, way_back
from adapters.phone.components.choices import Entry, Picked, radio_choice
from adapters.phone.framework.actions import Handled, go
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Go, Screen, Toast, route
from adapters.phone.ui.node import Node, ev


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
    face = next((traveller.face for traveller in state.travellers if traveller.name == name), 0)
    return w.row(
        name or "Choose who", f"Passenger {index + 1}  ·  {group}",
        "A name is needed" if state.ui.tried and not name else "",
        on=go("who", index=index), rid="row_passenger", trailing=w.icon("chevron_right", 20),
        leading=w.avatar(face, 40) if face else w.disc("person" if name else "person_add", 40),
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
    traveller = next((known for known in state.travellers if known.name == value), None)
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
