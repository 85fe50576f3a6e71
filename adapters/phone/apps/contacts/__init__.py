"""Contacts: everybody by letter, favourites, groups, a form with a review, twins that can be merged, a bin."""

from __future__ import annotations

from adapters.phone.apps.contacts import card, care, forms, lists
from adapters.phone.apps.contacts.model import FORMATS, SORTS, State, people
from adapters.phone.apps.contacts.people import GROUPS, MAIL_TYPES, PHONE_TYPES
from adapters.phone.apps.contacts.rules import update
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import App, Choice, Icon, Route, Screen, View, route

_SCREENS = {
    "contacts": lists.contacts,
    "favourites": lists.favourites,
    "organise": lists.organise,
    "search": lists.search,
    "group": lists.group,
    "members": lists.members,
    "newgroup": lists.new_group,
    "contact": card.contact,
    "delete": card.delete,
    "editor": forms.editor,
    "type": forms.pick_type,
    "review": forms.review,
    "twins": care.suggestions,
    "merge": care.merge,
    "history": care.history,
    "blocked": care.blocked,
    "bin": care.bin_page,
    "settings": care.settings,
    "preference": care.preference,
}


def screen(state: State, place: Route, view: View) -> Screen:
    """What Contacts shows at a place; an unknown one is everybody."""
    return _SCREENS.get(place.name, lists.contacts)(state, place, view)


APP = App(
    name="contacts",
    package="com.android.contacts",
    label="Contacts",
    icon=Icon("#CFE3FF", "#0B4BA8", "person"),
    theme=Theme("#1A6DD8", "tonal", radius=12),
    home=route("contacts"),
    initial=State,
    screen=screen,
    update=update,
    people=people,
    scratch=(
        "contacts/*/id",
        "history/*/at",
        "ui",
    ),
    activities={
        "contacts": ".activities.PeopleActivity",
        "favourites": ".activities.PeopleActivity",
        "organise": ".activities.PeopleActivity",
        "newgroup": ".activities.PeopleActivity",
        "search": ".activities.SearchActivity",
        "group": ".group.GroupActivity",
        "members": ".group.GroupMembersActivity",
        "contact": ".quickcontact.QuickContactActivity",
        "delete": ".quickcontact.QuickContactActivity",
        "editor": ".activities.ContactEditorActivity",
        "type": ".activities.ContactEditorActivity",
        "review": ".activities.ContactReviewActivity",
        "twins": ".merge.SuggestionsActivity",
        "merge": ".merge.MergeActivity",
        "history": ".HistoryActivity",
        "blocked": ".BlockedActivity",
        "bin": ".BinActivity",
        "settings": ".preference.ContactsPreferenceActivity",
        "preference": ".preference.ContactsPreferenceActivity",
    },
    choices=(
        Choice("contacts.phone.type", PHONE_TYPES, PHONE_TYPES[0]),
        Choice("contacts.mail.type", MAIL_TYPES, MAIL_TYPES[0]),
        Choice("contacts.group", ("None", *GROUPS), "None"),
        Choice("contacts.company", ("",), ""),
        Choice("contacts.favourite", ("On", "Off"), "Off"),
        Choice("contacts.merge.name", ("First", "Second"), "First"),
        Choice("contacts.sort", SORTS, SORTS[0]),
        Choice("contacts.format", FORMATS, FORMATS[0]),
    ),
    version="13.4",
    system=True,
)
