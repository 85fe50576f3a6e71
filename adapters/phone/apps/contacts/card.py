"""One contact: its page, and the question before it is deleted."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.contacts.model import State, contact_of, shown_name
from adapters.phone.apps.contacts.parts import face, section
from adapters.phone.apps.contacts.people import Contact
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import Reach


def contact(state: State, place: Route, view: View) -> Screen:
    """Everything about one person, and every way to reach them."""
    one = contact_of(state, place.get("key", "1"))
    if one is None:
        gone = w.empty("person", "This contact is gone", "It was deleted, merged or never existed.")
        return Screen(w.page(gone, rid="scroll"), top=w.app_bar("Contact"), title="Contact")
    name = shown_name(state, one)
    star = w.action(
        "star" if one.favourite else "star_outline", "Remove from favourites" if one.favourite else "Add to favourites",
        ev("star", key=one.id), rid="menu_star", color="primary" if one.favourite else "on_surface",
    )  # fmt: skip
    bar = w.app_bar(
        "", star,
        w.action("edit", "Edit contact", ev("edit", key=one.id), rid="menu_edit", color="on_surface"),
        w.action("delete_outline", "Delete contact", ev("ask_delete", key=one.id), rid="menu_delete",
                 color="on_surface"),
    )  # fmt: skip
    hero = node(
        "column", face(state, one, 128),
        w.text(name, "28,36,Regular,0", heading=True, text_align="center", lines=3, pad=(24, 14, 24, 0), id="name"),
        w.text(one.company, "bodyL", "on_surface_variant", text_align="center", pad=(24, 2, 24, 0), id="company")
        if one.company else None,
        width="fill", align="center", pad=(0, 0, 0, 16),
    )  # fmt: skip
    blocked = w.pill("Blocked", "error_container", "on_error_container") if one.blocked else None
    body = w.form(
        hero,
        node("row", blocked, width="fill", justify="center", pad=(0, 0, 0, 12)) if blocked else None,
        _ways(one),
        [_phone(one, each) for each in one.phones],
        [_mail(one, each) for each in one.mails],
        _fact("place", one.address, "Address"), _fact("cake", one.birthday, "Birthday"),
        _fact("notes", one.note, "Note"), _fact("label_outline", ", ".join(one.groups), "Groups"),
        section("Settings of this contact"),
        _line("share", "Share contact", ev("share", key=one.id), "row_share"),
        _line("block", "Unblock" if one.blocked else "Block", ev("block", key=one.id), "row_block"),
    )  # fmt: skip
    return Screen(body, top=bar, title=name)


def _ways(one: Contact) -> Node | None:
    """The three large buttons: for the first number and the first mail."""
    cells = []
    first = one.phones[0].value if one.phones else ""
    mail = one.mails[0].value if one.mails else ""
    for glyph, label, how, value in (("call", "Call", "Called", first), ("sms", "Text", "Texted", first),
                                     ("mail_outline", "Email", "Wrote to", mail)):  # fmt: skip
        ink = "on_secondary_container" if value else "outline"
        cells.append(
            node("column", w.icon(glyph, 24, ink), w.text(label, "labelL", ink),
                 on=ev("reach", key=one.id, how=how, value=value), id="verb", cls="android.widget.Button", grow=1,
                 height=68, radius=16, bg="secondary_container" if value else "container", align="center",
                 justify="center", gap=4)
        )  # fmt: skip
    return node("row", cells, width="fill", gap=8, pad=(16, 0, 16, 12))


def _phone(one: Contact, each: Reach) -> Node:
    text = w.action("sms", f"Text {each.value}", ev("reach", key=one.id, how="Texted", value=each.value), rid="text")
    return w.row(each.value, each.type, on=ev("reach", key=one.id, how="Called", value=each.value), rid="row_phone",
                 leading=w.icon("call", 22, "primary"), trailing=text, height=68, inset=24)  # fmt: skip


def _mail(one: Contact, each: Reach) -> Node:
    return w.row(each.value, each.type, on=ev("reach", key=one.id, how="Wrote to", value=each.value), rid="row_mail",
                 leading=w.icon("mail_outline", 22, "primary"), height=68, inset=24)  # fmt: skip


def _fact(glyph: str, value: str, name: str) -> Node | None:
    if not value:
        return None
    return w.row(value, name, rid="row_fact", leading=w.icon(glyph, 22), inset=24, lines=3)


def _line(glyph: str, title: str, on: Ev, rid: str) -> Node:
    return w.row(title, on=on, rid=rid, leading=w.icon(glyph, 22), height=56, inset=24)


def delete(state: State, place: Route, view: View) -> Screen:
    """The question before a contact goes to the bin."""
    one = contact_of(state, place.get("key", "1"))
    told = f"{shown_name(state, one)} moves to the bin." if one else "It is gone already."
    window = c.dialog(
        "Delete contact?",
        w.text(told, "bodyM", "on_surface_variant", pad=(24, 0, 24, 0), id="android:id/message"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("Delete", ev("delete", key=place.get("key", "1")), enabled=one is not None)),
    )  # fmt: skip
    return replace(contact(state, place, view), overlay=Overlay("dialog", window), title="Delete contact?")
