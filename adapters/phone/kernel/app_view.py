"""Builds the view of the phone that an app's code receives."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.files.shared_storage import Storage
from adapters.phone.state import permissions
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.system_ui.windows import Size
from adapters.phone.ui.address_book import Book
from adapters.phone.ui.app import App, View


def view_of(state: PhoneState, app: App, apps: Sequence[App], size: Size, *, exact: bool = False) -> View:
    """Return an app's view of the phone; with `exact` its time has milliseconds, as reducers need."""
    return View(
        now=state.now.replace(second=0, microsecond=0),
        settings=state.settings,
        seed=state.seed,
        screen=(size.width, size.height),
        granted=permissions.granted(state, app.package),
        at=state.now if exact else None,
        storage=Storage(state.files) if app.storage else Storage(),
        installed=permissions.installed_apps(state, apps) if app.oversees else (),
        book=_book(state, apps) if app.book else Book(),
    )


def _book(state: PhoneState, apps: Sequence[App]) -> Book:
    groups = (app.people(state.apps[app.name]) for app in apps if app.people is not None)
    return Book(tuple(person for people in groups for person in people))
