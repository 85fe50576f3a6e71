"""The history of the address book, who is blocked, the bin, and the settings."""

from dataclasses import replace

from adapters.phone.apps.contacts.app import app
from adapters.phone.apps.contacts.model import FORMATS, SORTS, State, day_label, in_order, logged, name_of, shown_name
from adapters.phone.apps.contacts.parts import face, first_number, heading, list_page, person, small_button
from adapters.phone.apps.contacts.people import Contact, Entry
from adapters.phone.components.dialogs import dialog_over
from adapters.phone.components.settings_rows import switch_setting
from adapters.phone.framework.actions import Handled, back, go, then
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, Toast, View
from adapters.phone.ui.node import Node, ev

GLYPHS = {
    "Called": "call", "Texted": "sms", "Wrote to": "mail_outline", "Created": "person_add", "Changed": "edit",
    "Deleted": "delete_outline", "Restored": "restore", "Merged": "merge_type", "Blocked": "block",
    "Unblocked": "person",
}  # fmt: skip
PREFERENCES_ACTIVITY = ".preference.ContactsPreferenceActivity"
PREFERENCES = {"sort": ("Sort by", SORTS), "format": ("Name format", FORMATS)}


@app.screen("history", activity=".HistoryActivity")
def history(state: State, view: View) -> Screen:
    """What was done, the latest first."""
    rows: list[Node] = []
    day = ""
    for entry in reversed(state.history):
        if entry.at[:10] != day:
            day = entry.at[:10]
            rows.append(heading(day_label(day, view.now)))
        rows.append(_entry_row(entry))
    return list_page("History", rows, w.empty("history", "Nothing yet", "Calls, texts and changes are kept here."))


def _entry_row(entry: Entry) -> Node:
    about = f"{entry.what}  ·  {entry.detail}" if entry.detail else entry.what
    time = w.text(entry.at[11:], "labelL", "on_surface_variant", id="time")
    disc = w.disc(GLYPHS.get(entry.what, "person"), 40)
    return w.row(entry.who, about, rid="row_event", trailing=time, leading=disc, height=68)


@app.screen("blocked", activity=".BlockedActivity")
def blocked(state: State) -> Screen:
    """Who cannot call."""
    contacts = in_order(state, [contact for contact in state.contacts if contact.blocked])
    rows = [_blocked_row(state, contact) for contact in contacts]
    return list_page("Blocked", rows, w.empty("block", "Nobody is blocked", "Block somebody on their page."))


def _blocked_row(state: State, contact: Contact) -> Node:
    unblock = small_button("Unblock", ev("block", key=contact.id), rid="unblock")
    return person(state, contact, support=first_number(contact), trailing=unblock)


@app.screen("bin", activity=".BinActivity")
def bin_page(state: State) -> Screen:
    """Deleted contacts, until they are restored."""
    rows = [_bin_row(state, contact) for contact in reversed(state.bin)]
    return list_page("Bin", rows, w.empty("delete_outline", "The bin is empty", "Deleted contacts wait here."))


def _bin_row(state: State, contact: Contact) -> Node:
    name, restore = shown_name(state, contact), small_button("Restore", ev("restore", key=contact.id), rid="restore")
    return w.row(name, contact.company, rid="row_bin", leading=face(state, contact), trailing=restore)


@app.on("restore")
def restore(state: State, view: View, key: str) -> Handled:
    """Take a contact out of the bin."""
    contact = next((deleted for deleted in state.bin if deleted.id == key), None)
    if contact is None:
        return None
    others = tuple(deleted for deleted in state.bin if deleted.id != key)
    after = replace(state, contacts=(*state.contacts, contact), bin=others)
    return logged(after, view.now, "Restored", name_of(contact)), Toast("Contact restored")


@app.screen("settings", activity=PREFERENCES_ACTIVITY)
def settings(state: State) -> Screen:
    """How the lists look."""
    pictures = bind(state, "prefs.pictures")
    body = w.page(
        heading("Display"),
        c.setting("Sort by", state.prefs.sort, on=go("preference", name="sort"), icon_name="sort_by_alpha"),
        c.setting("Name format", state.prefs.format, on=go("preference", name="format"), icon_name="badge"),
        switch_setting("Pictures", pictures, "Otherwise the first letter", icon_name="person"),
        heading("Edit contacts"),
        c.setting("Merge and fix", on=go("twins"), icon_name="merge_type"),
        c.setting("Blocked numbers", on=go("blocked"), icon_name="block"),
        c.setting("Bin", on=go("bin"), icon_name="delete_outline"),
    )
    return Screen(body, top=w.app_bar("Settings"), title="Settings")


@app.screen("preference", activity=PREFERENCES_ACTIVITY)
def preference(state: State, name: str = "sort") -> Screen:
    """One of the settings that are picked from a few labels."""
    name = name if name in PREFERENCES else "sort"
    title, options = PREFERENCES[name]
    value = bind(state, f"prefs.{name}")
    window = c.choice_dialog(title, options, value.value, lambda label: then(value.to(label), back()))
    return dialog_over(settings(state), window, title)
