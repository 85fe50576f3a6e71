"""The declaration of Contacts; its screens and handlers stand in the modules of its pages."""

from adapters.phone.apps.contacts.model import State, people
from adapters.phone.framework.app_builder import AppBuilder
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import Icon, route

app = AppBuilder(
    State,
    name="contacts",
    package="com.android.contacts",
    label="Contacts",
    icon=Icon("#CFE3FF", "#0B4BA8", "person"),
    theme=Theme("#1A6DD8", "tonal", radius=12),
    home=route("contacts"),
    people=people,
    scratch=("contacts/*/id", "ui"),
    version="13.4",
    system=True,
)
