"""Contacts that may be the same person: the suggestions, and one contact made of two."""

from dataclasses import replace

from adapters.phone.apps.contacts.app import app
from adapters.phone.apps.contacts.model import (
    State,
    contact_of,
    duplicates,
    joined,
    logged,
    name_of,
    pair,
    shown_name,
)
from adapters.phone.apps.contacts.parts import card, face, first_number, heading, list_page, missing_page, small_button
from adapters.phone.apps.contacts.people import Contact
from adapters.phone.components.boxes import line, words
from adapters.phone.framework.actions import Handled, assign, go, replace_with, then, toast
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Screen, Toast, View
from adapters.phone.ui.node import Node, ev


@app.screen("twins", activity=".merge.SuggestionsActivity")
def suggestions(state: State) -> Screen:
    """Pairs of contacts that may be one person, each with why."""
    cards = [_suggestion(state, *found) for found in duplicates(state)]
    return list_page("Merge and fix", cards, w.empty("done_all", "Nothing to merge", "Nobody seems to be here twice."))


def _suggestion(state: State, first: Contact, second: Contact, why: str) -> Node:
    both = pair(first, second)
    keep = then(assign("apart", (*state.apart, both)), toast("Both are kept"))
    buttons = line(
        w.push(),
        small_button("Keep both", keep, rid="dismiss"),
        small_button("Compare", go("merge", pair=both), rid="compare", variant="tonal"),
        align="start",
        gap=8,
        pad=(0, 8, 0, 0),
    )
    reason = w.text(why, "labelL", "primary", id="reason")
    return card(reason, _side(state, first), _side(state, second), buttons, rid="merge_card")


def _side(state: State, contact: Contact) -> Node:
    reaches = [reach.value for reach in (*contact.phones, *contact.mails)]
    facts = "  ·  ".join(filter(None, (contact.company, *reaches[:1])))
    about = w.text(facts or "Nothing else", "bodyM", "on_surface_variant", lines=1)
    return line(face(state, contact), words(w.text(name_of(contact), "bodyL", lines=1), about), gap=14)


@app.screen("merge", activity=".merge.MergeActivity")
def merge(state: State, pair: str = "", first: str | None = None) -> Screen:
    """What one contact made of two will hold; whose name it has can be picked."""
    keys = pair.split("+")
    upper, lower = contact_of(state, keys[0]), contact_of(state, keys[-1])
    if upper is None or lower is None or upper is lower:
        gone = w.empty("merge_type", "Nothing to compare", "One of the two is gone already.")
        return missing_page("Compare", gone)
    main, other = (lower, upper) if first == lower.id else (upper, lower)
    options = [_name_option(state, pair, contact, chosen=contact is main) for contact in (upper, lower)]
    bottom = w.sticky(
        c.button("Cancel", w.UP, rid="cancel", variant="outlined", grow=1),
        c.button("Merge", ev("merged", first=main.id, other=other.id), rid="merge", grow=1),
    )
    facts = _merged_rows(joined(main, other))
    body = w.form(heading("Keep the name of"), options, heading("The contact will have"), facts)
    return Screen(body, top=w.app_bar("Compare"), bottom=bottom, title="Compare")


def _name_option(state: State, both: str, contact: Contact, *, chosen: bool) -> Node:
    return c.radio_row(
        shown_name(state, contact), replace_with("merge", pair=both, first=contact.id), chosen, rid="name_option",
        support=contact.company or first_number(contact) or "No company", leading=face(state, contact), height=68,
    )  # fmt: skip


def _merged_rows(contact: Contact) -> list[Node]:
    facts = [
        *(("call", phone.value, phone.type) for phone in contact.phones),
        *(("mail_outline", mail.value, mail.type) for mail in contact.mails),
        ("business", contact.company, "Company"),
        ("place", contact.address, "Address"),
        ("cake", contact.birthday, "Birthday"),
        ("notes", contact.note, "Note"),
        ("label_outline", ", ".join(contact.groups), "Groups"),
    ]
    return [
        w.row(value, label, rid="row_merged", leading=w.icon(glyph, 22), inset=24)
        for glyph, value, label in facts
        if value
    ]


@app.on("merged")
def merge_contacts(state: State, view: View, first: str, other: str) -> Handled:
    """Make one contact of two."""
    main, second = contact_of(state, first), contact_of(state, other)
    if main is None or second is None:
        return Back()
    both = joined(main, second)
    contacts = tuple(both if known.id == first else known for known in state.contacts if known.id != other)
    after = logged(replace(state, contacts=contacts), view.now, "Merged", name_of(both), f"with {name_of(second)}")
    return after, Back(), Toast("Contacts merged")
