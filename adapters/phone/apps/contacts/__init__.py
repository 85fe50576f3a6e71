"""Contacts: everybody by letter, favourites, groups, a form with a review."""

from adapters.phone.apps.contacts import contact_page, editor, groups, lists  # noqa: F401 - they declare its screens
from adapters.phone.apps.contacts.app import app

APP = app.build()
