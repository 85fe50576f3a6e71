"""The form of a contact, the review of what will be saved, and what a number or an address is for."""

from dataclasses import replace
from typing import Any

from adapters.phone.apps.contacts import model
from adapters.phone.apps.contacts.app import app
from adapters.phone.apps.contacts.model import State
from adapters.phone.apps.contacts.parts import face, heading, small_button
from adapters.phone.apps.contacts.people import MAIL_TYPES, PHONE_TYPES, Contact
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import Handled, assign, back, focus, go, then, toast
from adapters.phone.framework.state_paths import Bound, toggled, with_value
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Go, Screen, Toast, route
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import Reach

TYPES = {"phones": PHONE_TYPES, "mails": MAIL_TYPES}
"""What a number or an address can be for."""
EMPTY = "Fill in a name or a number first"
PARTS = {
    "first": "First name", "last": "Last name", "company": "Company", "phones": "Phone", "mails": "Email",
    "groups": "Groups", "address": "Address", "birthday": "Birthday", "note": "Note",
}  # fmt: skip
"""The lines of the review: field of the contact, label."""


@app.screen(
    "editor",
    activity=".activities.ContactEditorActivity",
    distractor="a form with the groups of one person, as a second way into a group",
)
def editor(state: State, key: str = "new") -> Screen:
    """Names, numbers, mails, groups and a note. Nothing is saved before the review."""
    draft = model.draft_for(state, key)
    title = "New contact" if model.contact_of(state, key) is None else "Edit contact"
    chips = [_group_chip(draft, name) for name in state.groups]
    body = w.form(
        node("row", face(draft, 88), width="fill", justify="center", pad=(0, 4, 0, 16)),
        _word(draft, "first", "person"),
        _word(draft, "last"),
        _word(draft, "company", "business"),
        heading("Phone numbers"),
        [_reach(key, draft, "phones", at) for at in range(len(draft.phones))],
        _add(draft, "phones", "Add phone"),
        heading("Email addresses"),
        [_reach(key, draft, "mails", at) for at in range(len(draft.mails))],
        _add(draft, "mails", "Add email"),
        heading("Groups"),
        w.space(6),
        c.chips(chips, inset=16),
        w.space(10),
        heading("More"),
        w.space(4),
        _word(draft, "address", "place"),
        _word(draft, "birthday", "cake"),
        _word(draft, "note", "notes"),
    )
    to_review = toast(EMPTY) if model.is_blank(model.tidy(draft)) else then(focus(None), go("review", key=key))
    button = small_button("Review", to_review, rid="menu_review", variant="filled")
    return Screen(body, top=w.app_bar(title, button, w.space(0, 8)), title=title)


def _change(draft: Contact, **changes: Any) -> Ev:
    """The action that changes a form."""
    return assign("draft", replace(draft, **changes))


def _box(draft: Contact, path: str, value: str, hint: str, rid: str, icon: str) -> Node:
    """A field of the form, bound to a path in the draft."""
    change = then(assign("draft", draft), Bound(f"draft.{path}", value).changed)
    return c.field(value, hint, rid, change=change, submit=focus(None), leading=icon, radius=12, bg="container")


def _word(draft: Contact, name: str, icon: str = "") -> Node:
    return column(_box(draft, name, getattr(draft, name), PARTS[name], name, icon), pad=(16, 0, 16, 8))


def _group_chip(draft: Contact, name: str) -> Node:
    change = _change(draft, groups=toggled(draft.groups, name))
    return c.chip(name, change, name in draft.groups, rid="chip_group")


def _reach(key: str, draft: Contact, kind: str, at: int) -> Node:
    """A number or a mail: its field, what it is for, and the way to take it out."""
    hint, rid, icon = ("Email", "email_address", "mail_outline")
    if kind == "phones":
        hint, rid, icon = ("Phone", "phone_number", "call")
    reaches = _reaches_of(draft, kind)
    reach = reaches[at]
    label = node(
        "row", w.text(reach.type, "labelL", "primary"), w.icon("expand_more", 18, "primary"),
        on=then(focus(None), go("type", key=key, kind=kind, at=at)), id="type_spinner",
        cls="android.widget.Spinner", desc=f"{hint} {at + 1}, {reach.type}", height=48, gap=2, pad=(12, 0, 6, 0),
        align="center",
    )  # fmt: skip
    drop = then(_change(draft, **{kind: reaches[:at] + reaches[at + 1 :]}), focus(None))
    remove = w.action("remove_circle_outline", f"Remove {hint.lower()} {at + 1}", drop, rid="remove")
    box = _box(draft, f"{kind}.{at}.value", reach.value, hint, rid, icon)
    return line(words(box, align="stretch"), label, remove, pad=(16, 2, 4, 4))


def _add(draft: Contact, kind: str, label: str) -> Node:
    add = _change(draft, **{kind: (*_reaches_of(draft, kind), Reach("", TYPES[kind][0]))})
    button = c.button(label, add, rid="add_field", variant="text", height=44, width="wrap", icon_name="add")
    return node("row", button, width="fill", pad=(8, 0))


def _reaches_of(contact: Contact, kind: str) -> tuple[Reach, ...]:
    """The numbers or the mails of a contact."""
    return contact.mails if kind == "mails" else contact.phones


@app.dialog("type", over="editor", distractor="Work is a label of numbers here, and the name of a group")
def type_dialog(state: State, key: str = "new", kind: str = "phones", at: int = 0) -> tuple[Node, str]:
    """What a number or an address is for."""
    kind = kind if kind in TYPES else "phones"
    draft = model.draft_for(state, key)
    reaches = _reaches_of(draft, kind)

    def choose(label: str) -> Ev:
        changed = [replace(reach, type=label) if place == at else reach for place, reach in enumerate(reaches)]
        return then(_change(draft, **{kind: tuple(changed)}), back())

    chosen = reaches[at].type if at < len(reaches) else ""
    title = "Type of phone" if kind == "phones" else "Type of email"
    return c.choice_dialog(title, TYPES[kind], chosen, choose), title


@app.screen(
    "review", activity=".activities.ContactReviewActivity", distractor="nothing of the form is saved before this page"
)
def review(state: State, key: str = "new") -> Screen:
    """All that will be saved; of a changed contact also what it replaces."""
    before, after = model.contact_of(state, key), model.tidy(model.draft_for(state, key))
    name = w.text(
        "Nothing filled in" if model.is_blank(after) else model.name_of(after), "headlineS",
        text_align="center", pad=(24, 12), id="name",
    )  # fmt: skip
    head = node("column", face(after, 96), name, width="fill", align="center", pad=(0, 8, 0, 4))
    rows = [_review_row(part, before, after) for part in PARTS]
    bottom = w.sticky(
        c.button("Back", w.UP, rid="back", variant="outlined", grow=1),
        c.button("Save contact" if before is None else "Save changes", ev("save", key=key), rid="save", grow=1),
    )
    return Screen(w.form(head, rows), top=w.app_bar("Review"), bottom=bottom, title="Review")


def _in_words(contact: Contact | None, part: str) -> str:
    """One part of a contact."""
    value = getattr(contact, part) if contact is not None else ""
    if isinstance(value, str):
        return value
    return "\n".join(f"{item.value} ({item.type})" if isinstance(item, Reach) else item for item in value)


def _review_row(part: str, before: Contact | None, after: Contact) -> Node | None:
    old, new = _in_words(before, part), _in_words(after, part)
    if not old and not new:
        return None
    texts = [w.text(PARTS[part], "bodyM", "on_surface_variant"), w.text(new or "Nothing", "bodyL", id="new_value")]
    mark = None
    if before is not None and old != new:
        texts.append(w.text(old or "Nothing", "bodyM", "on_surface_variant", id="old_value", strike=True))
        mark = w.pill("Changed", "primary_container", "on_primary_container")
    return node("row", words(texts), mark, id="row_review", cls=w.GROUP, width="fill", pad=(24, 10, 20, 10), gap=12)


@app.on("save")
def save(state: State, key: str) -> Handled:
    """Save the form as a new contact, or over the one that it changes."""
    contact = model.tidy(model.draft_for(state, key))
    if model.is_blank(contact):
        return Toast(EMPTY)
    state, name = replace(state, draft=Contact("")), model.name_of(contact)
    before = model.contact_of(state, key)
    if before is not None:
        return with_value(state, model.path_of(state, before), contact), Back(2), Toast("Saved")
    contact = replace(contact, id=model.next_id(state))
    state = replace(state, contacts=(*state.contacts, contact))
    return state, Back(2), Go(route("contact", key=contact.id)), Toast(f"{name} saved")
