"""The form of a contact, the review of what will be saved, and what a number or an address is for."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.contacts.model import State, contact_of, draft_for, name_of, nothing, tidy
from adapters.phone.apps.contacts.parts import box, face, padded, section
from adapters.phone.apps.contacts.people import MAIL_TYPES, PHONE_TYPES, Contact
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.records import Reach


def editor(state: State, place: Route, view: View) -> Screen:
    """Names, numbers, mails, groups and a note. Nothing is saved before the review."""
    key = place.get("key", "new")
    draft = draft_for(state, key)
    title = "New contact" if contact_of(state, key) is None else "Edit contact"

    def word(name: str, hint: str, glyph: str = "") -> Node:
        return padded(box(getattr(draft, name), hint, name, ev("word", key=key, name=name), glyph))

    chips = [
        c.chip(name, ev("in_group", key=key, name=name), name in draft.groups, rid="chip_group")
        for name in state.groups
    ]
    body = w.form(
        node("row", face(state, draft, 88), width="fill", justify="center", pad=(0, 4, 0, 16)),
        word("first", "First name", "person"), word("last", "Last name"), word("company", "Company", "business"),
        section("Phone numbers"),
        [_reach(key, "phones", at, each) for at, each in enumerate(draft.phones)],
        _add("Add phone", key, "phones"),
        section("Email addresses"),
        [_reach(key, "mails", at, each) for at, each in enumerate(draft.mails)],
        _add("Add email", key, "mails"),
        section("Groups"), w.space(6), c.chips(chips, inset=16), w.space(10),
        section("More"),
        w.space(4),
        word("address", "Address", "place"), word("birthday", "Birthday", "cake"), word("note", "Note", "notes"),
    )  # fmt: skip
    top = w.app_bar(
        title, c.button("Review", ev("review", key=key), rid="menu_review", height=40, width="wrap"), w.space(0, 8)
    )
    return Screen(body, top=top, title=title)


def _reach(key: str, kind: str, at: int, each: Reach) -> Node:
    """A number or a mail: its field, what it is for, and the way to take it out."""
    phone = kind == "phones"
    hint, rid = ("Phone", "phone_number") if phone else ("Email", "email_address")
    field = box(each.value, hint, rid, ev("reach_text", key=key, kind=kind, at=at), "call" if phone else "mail_outline")
    label = node(
        "row", w.text(each.type, "labelL", "primary"), w.icon("expand_more", 18, "primary"),
        on=ev("ask_type", key=key, kind=kind, at=at), id="type_spinner", cls="android.widget.Spinner",
        desc=f"{hint} {at + 1}, {each.type}", height=48, gap=2, pad=(12, 0, 6, 0), align="center",
    )  # fmt: skip
    drop = ev("reach_drop", key=key, kind=kind, at=at)
    out = w.action("remove_circle_outline", f"Remove {hint.lower()} {at + 1}", drop, rid="remove")
    return node("row", node("column", field, grow=1, align="stretch"), label, out, width="fill", align="center",
                pad=(16, 2, 4, 4))  # fmt: skip


def _add(label: str, key: str, kind: str) -> Node:
    on = ev("reach_add", key=key, kind=kind)
    return node("row", c.button(label, on, rid="add_field", variant="text", height=44, width="wrap", icon_name="add"),
                width="fill", pad=(8, 0, 8, 0))  # fmt: skip


def pick_type(state: State, place: Route, view: View) -> Screen:
    """What a number or an address is for."""
    key, at = place.get("key", "new"), place.get("at", 0)
    kind = "mails" if place.get("kind") == "mails" else "phones"
    reaches = getattr(draft_for(state, key), kind)
    chosen = reaches[at].type if at < len(reaches) else ""
    options = PHONE_TYPES if kind == "phones" else MAIL_TYPES
    title = "Type of phone" if kind == "phones" else "Type of email"
    window = c.choice_dialog(title, options, chosen, ev("type", key=key, kind=kind, at=at))
    return replace(editor(state, place, view), overlay=Overlay("dialog", window), title=title)


LINES = (("first", "First name"), ("last", "Last name"), ("company", "Company"), ("phones", "Phone"),
         ("mails", "Email"), ("groups", "Groups"), ("address", "Address"), ("birthday", "Birthday"),
         ("note", "Note"))  # fmt: skip


def said(one: Contact | None, name: str) -> str:
    """One part of a contact in words."""
    value = getattr(one, name) if one is not None else ""
    if isinstance(value, str):
        return value
    return "\n".join(f"{each.value} ({each.type})" if isinstance(each, Reach) else each for each in value)


def review(state: State, place: Route, view: View) -> Screen:
    """All that will be saved; of a changed contact also what it replaces."""
    key = place.get("key", "new")
    before, after = contact_of(state, key), tidy(draft_for(state, key))
    rows: list[Node] = []
    for name, label in LINES:
        old, new = said(before, name), said(after, name)
        if not old and not new:
            continue
        changed = before is not None and old != new
        mark = w.pill("Changed", "primary_container", "on_primary_container") if changed else None
        rows.append(
            node("row",
                 node("column", w.text(label, "bodyM", "on_surface_variant"),
                      w.text(new or "Nothing", "bodyL", id="new_value"),
                      w.text(old or "Nothing", "bodyM", "outline", id="old_value", strike=True) if changed else None,
                      grow=1),
                 mark, id="row_review", cls=w.GROUP, width="fill", pad=(24, 10, 20, 10), gap=12)
        )  # fmt: skip
    head = node(
        "column", face(state, after, 96),
        w.text("Nothing filled in" if nothing(after) else name_of(after), "headlineS", text_align="center",
               pad=(24, 12, 24, 12), id="name"),
        width="fill", align="center", pad=(0, 8, 0, 4),
    )  # fmt: skip
    foot = w.sticky(
        c.button("Back", w.UP, rid="back", variant="outlined", grow=1),
        c.button("Save contact" if before is None else "Save changes", ev("save", key=key), rid="save", grow=1),
    )
    return Screen(w.form(head, rows), top=w.app_bar("Review"), bottom=foot, title="Review")
