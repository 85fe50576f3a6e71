"""Installed apps: all entry points of `mobile_agent_runtime.apps`, and the launcher."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import entry_points

from adapters.phone.apps.launcher import launcher
from adapters.phone.ui.app import App
from adapters.phone.ui.package_names import HOME

GROUP = "mobile_agent_runtime.apps"


@lru_cache(maxsize=1)
def installed_apps() -> tuple[App, ...]:
    """Return all apps sorted by name, with the launcher last.

    Raises:
        TypeError: an entry point is not an `App`.
    """
    apps: list[App] = []
    for point in entry_points(group=GROUP):
        app = point.load()
        if not isinstance(app, App):
            raise TypeError(f"entry point {point.name!r} of {GROUP}: {point.value} is not an App")
        apps.append(app)
    return with_launcher(apps)


def with_launcher(apps: Sequence[App]) -> tuple[App, ...]:
    """Return the apps sorted by name, plus the home screen that shows them."""
    ordered = tuple(sorted((app for app in apps if app.package != HOME), key=lambda app: app.name))
    return (*ordered, launcher(ordered))
