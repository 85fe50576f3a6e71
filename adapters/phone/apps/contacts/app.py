"""The declaration of Contacts; its screens and handlers stand in the modules of its pages."""

from adapters.phone.apps.contacts.model import FORMATS, SORTS, State, people
from adapters.phone.apps.contacts.people import GROUPS, MAIL_TYPES, PHONE_TYPES
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Choice, Icon, route

app = AppBuilder(
    State,
    name="contacts",
    package="com.android.contacts",
    label="Contacts",
    icon=Icon("#CFE3FF", "#0B4BA8", "person"),
    theme=Theme("#1A6DD8", "tonal", radius=12),
    home=route("contacts"),
    people=people,
    scratch=("contacts/*/id", "history/*/at", "ui"),
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
