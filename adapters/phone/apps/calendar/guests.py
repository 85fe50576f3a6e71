"""Whom to invite to an event: people by name or address, or an address that is typed whole."""

from dataclasses import replace

from adapters.phone.apps.calendar.app import app
from adapters.phone.apps.calendar.content import Guest
from adapters.phone.apps.calendar.model import State, guests_found, with_draft
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import focus
from adapters.phone.framework.state_paths import bind, toggled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, ev, node


@app.screen("guests", activity=".event.EditEventActivity", distractor="the declared choice of whom to invite")
def guests(state: State) -> Screen:
    """People that the words name, and those who are invited."""
    text = bind(state, "ui.guest")
    chosen, query = state.draft.guests, text.value.strip()
    rows = [_person(known, known.name in chosen) for known in guests_found(query)]
    if not rows and "@" in query:
        on, icon = ev("guest", name=query), w.disc("person_add", 40)
        rows = [w.row(query, "Add this address", on=on, rid="row_address", leading=icon)]
    elif not rows:
        rows = [w.empty("people", "Nobody found", "Type a whole e-mail address to invite somebody new.")]
    box = c.field(
        text.value, "Name or e-mail address", "guest_search", change=text.changed, submit=focus(None),
        leading="person_add", radius=8,
    )  # fmt: skip
    done = c.button("Done", w.UP, rid="done", variant="text", height=40, width="wrap")
    chips = line(map(_chip, chosen), gap=8, wrap=True, pad=(16, 8), id="chip_group") if chosen else None
    top = column(w.app_bar("Add guests", done), column(box, pad=(16, 0, 16, 4)), chips)
    return Screen(w.page(rows), top=top, title="Add guests")


def _chip(name: str) -> Node:
    return node(
        "chip", text=name, icon="close", on=ev("guest", name=name), id="guest_chip", height=32, radius=16,
        variant="action", type="labelL", color="on_surface_variant", desc=f"Remove {name}",
    )  # fmt: skip


def _person(known: Guest, chosen: bool) -> Node:
    return line(
        w.avatar(known.face) if known.face else w.disc("person"),
        words(w.text(known.name, "bodyL", lines=1), w.text(known.mail, "bodyM", "on_surface_variant", lines=1)),
        node("checkbox", checked=chosen, width=24, height=24, id="checkbox"),
        on=ev("guest", name=known.name), id="row_guest", cls=w.GROUP, selected=chosen, height=64, gap=16,
        pad=(16, 0, 24, 0),
    )  # fmt: skip


@app.on("guest")
def invite_guest(state: State, view: View, name: str) -> State:
    """Invite somebody, or not any more."""
    draft = with_draft(state, view.now).draft
    after = replace(draft, guests=toggled(draft.guests, name))
    return replace(state, draft=after, ui=replace(state.ui, guest=""))
