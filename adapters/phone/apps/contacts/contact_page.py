"""One contact: its page with all ways to reach it, and the question before it is deleted."""

from dataclasses import replace

from adapters.phone.apps.contacts.app import app
from adapters.phone.apps.contacts.model import State, contact_of, logged, name_of, path_of, shown_name
from adapters.phone.apps.contacts.parts import face, first_number, heading, missing_page
from adapters.phone.apps.contacts.people import Contact
from adapters.phone.components.dialogs import confirmation, dialog_over
from adapters.phone.framework.actions import Handled, assign, go, share, then, toggle
from adapters.phone.framework.state_paths import with_value
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Route, Screen, Start, Toast, View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import Reach

MESSAGES = "com.android.messaging"
QUICK_CONTACT = ".quickcontact.QuickContactActivity"


@app.screen("contact", activity=QUICK_CONTACT)
def contact_page(state: State, key: str = "1") -> Screen:
    """Everything about one person, and every way to reach them."""
    contact = contact_of(state, key)
    if contact is None:
        gone = w.empty("person", "This contact is gone", "It was deleted, merged or never existed.")
        return missing_page("Contact", gone)
    body = w.form(
        _hero(state, contact),
        _blocked_mark() if contact.blocked else None,
        _verbs(contact),
        [_phone(contact, phone) for phone in contact.phones],
        [_mail(contact, mail) for mail in contact.mails],
        _fact("place", contact.address, "Address"),
        _fact("cake", contact.birthday, "Birthday"),
        _fact("notes", contact.note, "Note"),
        _fact("label_outline", ", ".join(contact.groups), "Groups"),
        heading("Settings of this contact"),
        _command("share", "Share contact", share(_as_text(contact)), "row_share"),
        _command("block", "Unblock" if contact.blocked else "Block", ev("block", key=key), "row_block"),
    )
    return Screen(body, top=_bar(state, contact), title=shown_name(state, contact))


def _bar(state: State, contact: Contact) -> Node:
    glyph, desc, ink = ("star_outline", "Add to favourites", "on_surface")
    if contact.favourite:
        glyph, desc, ink = ("star", "Remove from favourites", "primary")
    edit = then(assign("draft", contact), go("editor", key=contact.id))
    delete = go("delete", key=contact.id)
    return w.app_bar(
        "",
        w.action(glyph, desc, toggle(f"{path_of(state, contact)}.favourite"), rid="menu_star", color=ink),
        w.action("edit", "Edit contact", edit, rid="menu_edit", color="on_surface"),
        w.action("delete_outline", "Delete contact", delete, rid="menu_delete", color="on_surface"),
    )


def _hero(state: State, contact: Contact) -> Node:
    name = w.text(
        shown_name(state, contact), "28,36,Regular,0", heading=True, text_align="center", lines=3, pad=(24, 14, 24, 0),
        id="name",
    )  # fmt: skip
    company = w.text(
        contact.company, "bodyL", "on_surface_variant", text_align="center", pad=(24, 2, 24, 0), id="company"
    )
    return node(
        "column", face(state, contact, 128), name, company if contact.company else None,
        width="fill", align="center", pad=(0, 0, 0, 16),
    )  # fmt: skip


def _blocked_mark() -> Node:
    pill = w.pill("Blocked", "error_container", "on_error_container")
    return node("row", pill, width="fill", justify="center", pad=(0, 0, 0, 12))


def _verbs(contact: Contact) -> Node:
    """The three large buttons: for the first number and the first mail."""
    number, mail = first_number(contact), contact.mails[0].value if contact.mails else ""
    cells = [
        _verb("call", "Call", ev("reach", key=contact.id, how="Called", value=number), bool(number)),
        _verb("sms", "Text", ev("reach", key=contact.id, how="Texted", value=number), bool(number)),
        _verb("mail_outline", "Email", ev("reach", key=contact.id, how="Wrote to", value=mail), bool(mail)),
    ]
    return node("row", cells, width="fill", gap=8, pad=(16, 0, 16, 12))


def _verb(glyph: str, label: str, on: Ev, possible: bool) -> Node:
    ink, ground = ("on_secondary_container", "secondary_container") if possible else ("outline", "container")
    return node(
        "column", w.icon(glyph, 24, ink), w.text(label, "labelL", ink),
        on=on, id="verb", cls="android.widget.Button", grow=1, height=68, radius=16, bg=ground, align="center",
        justify="center", gap=4,
    )  # fmt: skip


def _phone(contact: Contact, phone: Reach) -> Node:
    call, text = (ev("reach", key=contact.id, how=how, value=phone.value) for how in ("Called", "Texted"))
    return w.row(
        phone.value, phone.type, on=call, rid="row_phone", leading=w.icon("call", 22, "primary"),
        trailing=w.action("sms", f"Text {phone.value}", text, rid="text"), height=68, inset=24,
    )  # fmt: skip


def _mail(contact: Contact, mail: Reach) -> Node:
    write = ev("reach", key=contact.id, how="Wrote to", value=mail.value)
    glyph = w.icon("mail_outline", 22, "primary")
    return w.row(mail.value, mail.type, on=write, rid="row_mail", leading=glyph, height=68, inset=24)


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


@app.on("block")
def block(state: State, view: View, key: str) -> Handled:
    """Block a contact, or take it back."""
    contact = contact_of(state, key)
    if contact is None:
        return None
    what, name = "Unblocked" if contact.blocked else "Blocked", name_of(contact)
    after = with_value(state, f"{path_of(state, contact)}.blocked", not contact.blocked)
    return logged(after, view.now, what, name), Toast(f"{name}: {what.lower()}")


@app.on("reach")
def reach(state: State, view: View, key: str, how: str, value: str) -> Handled:
    """Call, text or write: the dialler or the conversation opens; the history keeps that it was asked for."""
    contact = contact_of(state, key)
    if contact is None:
        return None
    if not value:
        return Toast("No email address" if how == "Wrote to" else "No number")
    label = next((known.type for known in (*contact.phones, *contact.mails) if known.value == value), "")
    places = {"Called": Route("keypad", (("number", value),)), "Texted": Route("thread", (("address", value),))}
    effect = Start(MESSAGES, places[how]) if how in places else Toast(f"New email to {value}")
    return logged(state, view.now, how, name_of(contact), f"{label} {value}".strip()), effect


@app.screen("delete", activity=QUICK_CONTACT)
def delete_dialog(state: State, key: str = "1") -> Screen:
    """The question before a contact goes to the bin."""
    contact = contact_of(state, key)
    message = f"{shown_name(state, contact)} moves to the bin." if contact else "It is gone already."
    question = "Delete contact?"
    window = confirmation(question, message, "Delete", ev("delete", key=key), enabled=contact is not None)
    return dialog_over(contact_page(state, key), window, question)


@app.on("delete")
def delete(state: State, view: View, key: str) -> Handled:
    """Move a contact to the bin."""
    contact = contact_of(state, key)
    if contact is None:
        return Back()
    others = tuple(known for known in state.contacts if known.id != key)
    after = replace(state, contacts=others, bin=(*state.bin, contact))
    return logged(after, view.now, "Deleted", name_of(contact)), Back(2), Toast("Contact moved to the bin")
