"""Contacts: everybody by letter, favourites, groups, a form with a review, duplicates to be merged, a bin."""

from adapters.phone.apps.contacts import (  # noqa: F401 - they declare its screens
    contact_page,
    duplicates,
    editor,
    groups,
    lists,
    upkeep,
)
from adapters.phone.apps.contacts.app import app

APP = app.build()
