"""Looking after the address book: twins, the history, who is blocked, the bin, settings."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.contacts.model import (
    FORMATS,
    SORTS,
    State,
    contact_of,
    day_label,
    in_order,
    joined,
    name_of,
    pair,
    shown_name,
    twins,
)
from adapters.phone.apps.contacts.parts import face, padded, person, section
from adapters.phone.apps.contacts.people import Contact
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

GLYPHS = {"Called": "call", "Texted": "sms", "Wrote to": "mail_outline", "Created": "person_add", "Changed": "edit",
          "Deleted": "delete_outline", "Restored": "restore", "Merged": "merge_type", "Blocked": "block",
          "Unblocked": "person"}  # fmt: skip


def suggestions(state: State, place: Route, view: View) -> Screen:
    """Pairs of contacts that may be one person, each with why."""
    pairs = twins(state)
    cards = [
        padded(node(
            "column", w.text(why, "labelL", "primary", id="reason"), _side(state, one), _side(state, other),
            node("row", w.push(),
                 c.button("Keep both", ev("apart", pair=pair(one, other)), rid="dismiss", variant="text", height=40,
                          width="wrap"),
                 c.button("Compare", ev("merge", pair=pair(one, other)), rid="compare", variant="tonal", height=40,
                          width="wrap"),
                 width="fill", gap=8, pad=(0, 8, 0, 0)),
            id="merge_card", cls=w.GROUP, width="fill", bg="container", radius=12, pad=(16, 14, 16, 12), gap=10,
            align="stretch",
        ))
        for one, other, why in pairs
    ]  # fmt: skip
    none = w.empty("done_all", "Nothing to merge", "Nobody seems to be here twice.")
    return Screen(w.page(cards or [none]), top=w.app_bar("Merge and fix"), title="Merge and fix")


def _side(state: State, one: Contact) -> Node:
    told = "  ·  ".join(
        part for part in (one.company, *(each.value for each in (*one.phones, *one.mails)[:1])) if part
    )  # fmt: skip
    names = node("column", w.text(name_of(one), "bodyL", lines=1),
                 w.text(told or "Nothing else", "bodyM", "on_surface_variant", lines=1), grow=1)  # fmt: skip
    return node("row", face(state, one), names, width="fill", gap=14, align="center")


def merge(state: State, place: Route, view: View) -> Screen:
    """What one contact made of two will hold; whose name it has can be picked."""
    ids = place.get("pair", "").split("+")
    one, other = contact_of(state, ids[0]), contact_of(state, ids[-1])
    if one is None or other is None or one is other:
        gone = w.empty("merge_type", "Nothing to compare", "One of the two is gone already.")
        return Screen(w.page(gone, rid="scroll"), top=w.app_bar("Compare"), title="Compare")
    first = place.get("first", one.id)
    main, rest = (other, one) if first == other.id else (one, other)
    whole = joined(main, rest)
    picks = [
        c.radio_row(
            shown_name(state, each), ev("merge_name", pair=place.get("pair"), first=each.id), each is main,
            rid="name_option", support=each.company or (each.phones[0].value if each.phones else "No company"),
            leading=face(state, each), height=68,
        )
        for each in (one, other)
    ]  # fmt: skip
    lines = [
        *(("call", each.value, each.type) for each in whole.phones),
        *(("mail_outline", each.value, each.type) for each in whole.mails),
        *((glyph, value, label) for glyph, value, label in (
            ("business", whole.company, "Company"), ("place", whole.address, "Address"),
            ("cake", whole.birthday, "Birthday"), ("notes", whole.note, "Note"),
            ("label_outline", ", ".join(whole.groups), "Groups")) if value),
    ]  # fmt: skip
    rows = [w.row(value, label, rid="row_merged", leading=w.icon(glyph, 22), inset=24) for glyph, value, label in lines]
    foot = w.sticky(c.button("Cancel", w.UP, rid="cancel", variant="outlined", grow=1),
                    c.button("Merge", ev("merged", first=main.id, other=rest.id), rid="merge", grow=1))  # fmt: skip
    body = w.form(section("Keep the name of"), picks, section("The contact will have"), rows)
    return Screen(body, top=w.app_bar("Compare"), bottom=foot, title="Compare")


def history(state: State, place: Route, view: View) -> Screen:
    """What was done, the latest first."""
    rows: list[Node] = []
    day = ""
    for one in reversed(state.history):
        if one.at[:10] != day:
            day = one.at[:10]
            rows.append(section(day_label(day, view.now)))
        told = f"{one.what}  ·  {one.detail}" if one.detail else one.what
        time = w.text(one.at[11:], "labelL", "on_surface_variant", id="time")
        rows.append(w.row(one.who, told, rid="row_event", trailing=time,
                          leading=w.disc(GLYPHS.get(one.what, "person"), 40), height=68))  # fmt: skip
    none = w.empty("history", "Nothing yet", "Calls, texts and changes are kept here.")
    return Screen(w.page(rows or [none]), top=w.app_bar("History"), title="History")


def blocked(state: State, place: Route, view: View) -> Screen:
    """Who cannot call."""
    rows = [
        person(state, one, support=one.phones[0].value if one.phones else "",
               trailing=c.button("Unblock", ev("block", key=one.id), rid="unblock", variant="text", height=40,
                                 width="wrap"))
        for one in in_order(state, [one for one in state.contacts if one.blocked])
    ]  # fmt: skip
    none = w.empty("block", "Nobody is blocked", "Block somebody on their page.")
    return Screen(w.page(rows or [none]), top=w.app_bar("Blocked"), title="Blocked")


def bin_page(state: State, place: Route, view: View) -> Screen:
    """Deleted contacts, until they are restored."""
    rows = [
        w.row(shown_name(state, one), one.company, rid="row_bin", leading=face(state, one),
              trailing=c.button("Restore", ev("restore", key=one.id), rid="restore", variant="text", height=40,
                                width="wrap"))
        for one in reversed(state.bin)
    ]  # fmt: skip
    none = w.empty("delete_outline", "The bin is empty", "Deleted contacts wait here.")
    return Screen(w.page(rows or [none]), top=w.app_bar("Bin"), title="Bin")


def settings(state: State, place: Route, view: View) -> Screen:
    """How the lists look."""
    prefs = state.prefs
    body = w.page(
        section("Display"),
        c.setting("Sort by", prefs.sort, on=ev("ask_pref", name="sort"), icon_name="sort_by_alpha"),
        c.setting("Name format", prefs.format, on=ev("ask_pref", name="format"), icon_name="badge"),
        c.setting("Pictures", "Otherwise the first letter", on=ev("pictures"), icon_name="person",
                  checked=prefs.pictures),
        section("Edit contacts"),
        c.setting("Merge and fix", on=ev("go", to="twins"), icon_name="merge_type"),
        c.setting("Blocked numbers", on=ev("go", to="blocked"), icon_name="block"),
        c.setting("Bin", on=ev("go", to="bin"), icon_name="delete_outline"),
    )  # fmt: skip
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


PREFERENCES = {"sort": ("Sort by", SORTS), "format": ("Name format", FORMATS)}


def preference(state: State, place: Route, view: View) -> Screen:
    """One of the settings that are picked from a few labels."""
    name = place.get("name") if place.get("name") in PREFERENCES else "sort"
    title, options = PREFERENCES[name]
    window = c.choice_dialog(title, options, getattr(state.prefs, name, ""), ev("pref", name=name))
    return replace(settings(state, place, view), overlay=Overlay("dialog", window), title=title)
