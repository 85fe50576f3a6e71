"""The form of a contact, the review of what will be saved, and what a number or an address is for."""

from dataclasses import replace

from adapters.phone.apps.contacts import model
from adapters.phone.apps.contacts.app import app
from adapters.phone.apps.contacts.model import State
from adapters.phone.apps.contacts.parts import face, heading, small_button
from adapters.phone.apps.contacts.people import MAIL_TYPES, PHONE_TYPES, Contact
from adapters.phone.components.boxes import column, line, words
from adapters.phone.framework.actions import Handled, assign, back, focus, go, then, toast
from adapters.phone.framework.state_paths import bind, toggled, value_at, with_value
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Go, Screen, Toast, route
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import Reach

EMPTY = "Fill in a name or a number first"
PARTS = {
    "first": "First name", "last": "Last name", "company": "Company", "phones": "Phone", "mails": "Email",
    "groups": "Groups", "address": "Address", "birthday": "Birthday", "note": "Note",
}  # fmt: skip
"""The fields of a contact with their labels, in the order of the review."""
TYPES = {"phones": PHONE_TYPES, "mails": MAIL_TYPES}
"""What numbers and mail addresses can be for."""
FIELDS = {"phones": ("phone_number", "call"), "mails": ("email_address", "mail_outline")}
"""Resource id and icon of their fields."""


@app.screen(
    "editor",
    activity=".activities.ContactEditorActivity",
    distractor="a form with the groups of one person, as a second way into a group",
)
def editor(state: State, key: str = "new") -> Screen:
    """Names, numbers, mails, groups and a note. Nothing is saved before the review."""
    form = model.with_form(state, key)
    title = "New contact" if model.contact_of(state, key) is None else "Edit contact"
    body = w.form(
        line(face(form.draft, 88), justify="center", pad=(0, 4, 0, 16)),
        _text(form, "first", "person"),
        _text(form, "last"),
        _text(form, "company", "business"),
        heading("Phone numbers"),
        _reaches(form, "phones"),
        heading("Email addresses"),
        _reaches(form, "mails"),
        heading("Groups"),
        w.space(6),
        c.chips([_group(form, name) for name in state.groups], inset=16),
        w.space(10),
        heading("More"),
        w.space(4),
        _text(form, "address", "place"),
        _text(form, "birthday", "cake"),
        _text(form, "note", "notes"),
    )
    to_review = toast(EMPTY) if model.is_blank(model.tidy(form.draft)) else then(focus(None), go("review", key=key))
    button = small_button("Review", to_review, rid="menu_review", variant="filled")
    return Screen(body, top=w.app_bar(title, button, w.space(0, 8)), title=title)


def _edit(form: State, change: Ev) -> Ev:
    """Change the form, which becomes the draft of the state with that."""
    return then(assign("draft", form.draft), change)


def _field(form: State, path: str, hint: str, rid: str, icon: str) -> Node:
    typed = bind(form, f"draft.{path}")
    change = _edit(form, typed.changed)
    return c.field(typed.value, hint, rid, change=change, submit=focus(None), leading=icon, radius=12, bg="container")


def _text(form: State, name: str, icon: str = "") -> Node:
    return column(_field(form, name, PARTS[name], name, icon), pad=(16, 0, 16, 8))


def _group(form: State, name: str) -> Node:
    groups = bind(form, "draft.groups")
    return c.chip(name, _edit(form, groups.to(toggled(groups.value, name))), name in groups.value, rid="chip_group")


def _reaches(form: State, kind: str) -> list[Node]:
    """The numbers or the mails, and the button for one more."""
    reaches, label = bind(form, f"draft.{kind}"), f"Add {PARTS[kind].lower()}"
    add = _edit(form, reaches.to((*reaches.value, Reach("", TYPES[kind][0]))))
    button = c.button(label, add, rid="add_field", variant="text", height=44, width="wrap", icon_name="add")
    return [*(_reach(form, kind, at) for at in range(len(reaches.value))), line(button, pad=(8, 0))]


def _reach(form: State, kind: str, at: int) -> Node:
    """A number or a mail: its field, what it is for, and the button that removes it."""
    hint, (rid, icon), reaches = PARTS[kind], FIELDS[kind], bind(form, f"draft.{kind}")
    type_ = reaches.value[at].type
    spinner = node(
        "row", w.text(type_, "labelL", "primary"), w.icon("expand_more", 18, "primary"),
        on=then(focus(None), go("type", key=form.draft.id, kind=kind, at=at)), id="type_spinner",
        cls="android.widget.Spinner", desc=f"{hint} {at + 1}, {type_}", height=48, gap=2, pad=(12, 0, 6, 0),
        align="center",
    )  # fmt: skip
    drop = then(_edit(form, reaches.to((*reaches.value[:at], *reaches.value[at + 1 :]))), focus(None))
    remove = w.action("remove_circle_outline", f"Remove {hint.lower()} {at + 1}", drop, rid="remove")
    field = _field(form, f"{kind}.{at}.value", hint, rid, icon)
    return line(words(field, align="stretch"), spinner, remove, pad=(16, 2, 4, 4))


@app.dialog("type", over="editor", distractor="Work is a label of numbers here, and the name of a group")
def type_dialog(state: State, key: str = "new", kind: str = "phones", at: int = 0) -> tuple[Node, str]:
    """What a number or an address is for."""
    kind = kind if kind in TYPES else "phones"
    form = model.with_form(state, key)
    reaches = bind(form, f"draft.{kind}")
    chosen = reaches.value[at].type if at < len(reaches.value) else ""

    def choose(label: str) -> Ev:
        changed = tuple(replace(reach, type=label) if i == at else reach for i, reach in enumerate(reaches.value))
        return then(_edit(form, reaches.to(changed)), back())

    title = f"Type of {PARTS[kind].lower()}"
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
    head = column(face(after, 96), name, align="center", pad=(0, 8, 0, 4))
    rows = [_review_row(part, before, after) for part in PARTS]
    bottom = w.sticky(
        c.button("Back", w.UP, rid="back", variant="outlined", grow=1),
        c.button("Save contact" if before is None else "Save changes", ev("save", key=key), rid="save", grow=1),
    )
    return Screen(w.form(head, rows), top=w.app_bar("Review"), bottom=bottom, title="Review")


def _in_words(contact: Contact, part: str) -> str:
    """One part of a contact."""
    value = value_at(contact, part)
    if isinstance(value, str):
        return value
    return "\n".join(f"{item.value} ({item.type})" if isinstance(item, Reach) else item for item in value)


def _review_row(part: str, before: Contact | None, after: Contact) -> Node | None:
    old, new = _in_words(before or Contact(""), part), _in_words(after, part)
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
