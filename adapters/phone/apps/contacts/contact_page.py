"""One contact: its page with all ways to reach it, and the question before it is deleted."""

from adapters.phone.apps.contacts.app import app
from adapters.phone.apps.contacts.model import State, contact_of, name_of, path_of
from adapters.phone.apps.contacts.parts import face, first_number, heading
from adapters.phone.apps.contacts.people import Contact
from adapters.phone.components.buttons import reaction
from adapters.phone.components.dialogs import confirmation
from adapters.phone.framework.actions import assign, back, go, share, start, then, toast, toggle
from adapters.phone.framework.state_paths import without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen
from adapters.phone.ui.node import Ev, Node, node
from adapters.phone.ui.records import Reach

MESSAGES = "com.android.messaging"
DELETE = "Delete contact?"


@app.screen("contact", activity=".quickcontact.QuickContactActivity")
def contact_page(state: State, key: str = "1") -> Screen:
    """Everything about one person, and every way to reach them."""
    contact = contact_of(state, key)
    if contact is None:
        gone = w.empty("person", "This contact is gone", "It was deleted or never existed.")
        return Screen(w.form(gone), top=w.app_bar("Contact"), title="Contact")
    body = w.form(
        _hero(contact),
        _blocked_mark() if contact.blocked else None,
        _verbs(contact),
        [_phone(phone) for phone in contact.phones],
        [_mail(mail) for mail in contact.mails],
        _fact("place", contact.address, "Address"),
        _fact("cake", contact.birthday, "Birthday"),
        _fact("notes", contact.note, "Note"),
        _fact("label_outline", ", ".join(contact.groups), "Groups"),
        heading("Settings of this contact"),
        _command("share", "Share contact", share(_as_text(contact)), "row_share"),
        _command("block", "Unblock" if contact.blocked else "Block", _turn_block(state, contact), "row_block"),
    )
    return Screen(body, top=_bar(state, contact), title=name_of(contact))


def _bar(state: State, contact: Contact) -> Node:
    edit = then(assign("draft", contact), go("editor", key=contact.id))
    delete = go("delete", key=contact.id)
    return w.app_bar(
        "",
        reaction(
            contact.favourite, ("star", "star_outline"), ("Remove from favourites", "Add to favourites"),
            toggle(f"{path_of(state, contact)}.favourite"), rid="menu_star", ink="on_surface",
        ),
        w.action("edit", "Edit contact", edit, rid="menu_edit", color="on_surface"),
        w.action("delete_outline", "Delete contact", delete, rid="menu_delete", color="on_surface"),
    )  # fmt: skip


def _hero(contact: Contact) -> Node:
    name = w.text(
        name_of(contact), "28,36,Regular,0", heading=True, text_align="center", lines=3, pad=(24, 14, 24, 0),
        id="name",
    )  # fmt: skip
    company = w.text(
        contact.company, "bodyL", "on_surface_variant", text_align="center", pad=(24, 2, 24, 0), id="company"
    )
    return node(
        "column", face(contact, 128), name, company if contact.company else None,
        width="fill", align="center", pad=(0, 0, 0, 16),
    )  # fmt: skip


def _blocked_mark() -> Node:
    pill = w.pill("Blocked", "error_container", "on_error_container")
    return node("row", pill, width="fill", justify="center", pad=(0, 0, 0, 12))


def _verbs(contact: Contact) -> Node:
    """The three large buttons: for the first number and the first mail."""
    number, mail = first_number(contact), contact.mails[0].value if contact.mails else ""
    none = toast("No number")
    cells = [
        _verb("call", "Call", _call(number) if number else none, bool(number)),
        _verb("sms", "Text", _text(number) if number else none, bool(number)),
        _verb("mail_outline", "Email", _write(mail) if mail else toast("No email address"), bool(mail)),
    ]
    return node("row", cells, width="fill", gap=8, pad=(16, 0, 16, 12))


def _verb(glyph: str, label: str, on: Ev, possible: bool) -> Node:
    ink, ground = ("on_secondary_container", "secondary_container") if possible else ("outline", "container")
    return node(
        "column", w.icon(glyph, 24, ink), w.text(label, "labelL", ink),
        on=on, id="verb", cls="android.widget.Button", grow=1, height=68, radius=16, bg=ground, align="center",
        justify="center", gap=4,
    )  # fmt: skip


def _call(number: str) -> Ev:
    return start(MESSAGES, Route("keypad", (("number", number),)))


def _text(number: str) -> Ev:
    return start(MESSAGES, Route("thread", (("address", number),)))


def _write(mail: str) -> Ev:
    return toast(f"New email to {mail}")


def _turn_block(state: State, contact: Contact) -> Ev:
    done = "unblocked" if contact.blocked else "blocked"
    return then(toggle(f"{path_of(state, contact)}.blocked"), toast(f"{name_of(contact)}: {done}"))


def _phone(phone: Reach) -> Node:
    return w.row(
        phone.value, phone.type, on=_call(phone.value), rid="row_phone", leading=w.icon("call", 22, "primary"),
        trailing=w.action("sms", f"Text {phone.value}", _text(phone.value), rid="text"), height=68, inset=24,
    )  # fmt: skip


def _mail(mail: Reach) -> Node:
    glyph = w.icon("mail_outline", 22, "primary")
    return w.row(mail.value, mail.type, on=_write(mail.value), rid="row_mail", leading=glyph, height=68, inset=24)


def _fact(glyph: str, value: str, name: str) -> Node | None:
    if not value:
        return None
    return w.row(value, name, rid="row_fact", leading=w.icon(glyph, 22), inset=24, lines=3)


def _command(glyph: str, title: str, on: Ev, rid: str) -> Node:
    return w.row(title, on=on, rid=rid, leading=w.icon(glyph, 22), height=56, inset=24)


def _as_text(contact: Contact) -> str:
    lines = [name_of(contact), *([contact.company] if contact.company else [])]
    lines += [f"{reach.type}: {reach.value}" for reach in (*contact.phones, *contact.mails)]
    return "\n".join(lines)


@app.dialog("delete", over="contact", title=DELETE, distractor="takes the person out of the phone, not out of a group")
def ask_to_delete(state: State, key: str = "1") -> Node:
    """The question before a contact is deleted."""
    contact = contact_of(state, key)
    message = f"{name_of(contact)} will be deleted from this phone." if contact else "It is gone already."
    delete = then(assign("contacts", without(state.contacts, id=key)), back(2), toast("Contact deleted"))
    return confirmation(DELETE, message, "Delete", delete, enabled=contact is not None)
