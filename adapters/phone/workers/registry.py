"""Installed apps: all entry points of `mobile_agent_runtime.apps`, and the launcher."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adapters.phone.apps.launcher import launcher
from adapters.phone.ui.app import App
from adapters.phone.ui.package_names import HOME
from runtime.core.errors import UsageError
from runtime.plugins import registry


@lru_cache(maxsize=1)
def installed_apps() -> tuple[App, ...]:
    """Return all apps sorted by name, with the launcher last.

    Raises:
        UsageError: an entry point names something that is not an app's spec.
    """
    return with_launcher(registered())


def registered() -> tuple[App, ...]:
    """All registered apps by the names of their entry points, without the launcher.

    Raises:
        UsageError: an entry point names something that is not an app's spec.
    """
    specs = registry.load_all(registry.APPS)
    strange = [name for name, spec in specs.items() if not isinstance(spec.app, App)]
    if strange:
        raise UsageError(f"the app {strange[0]!r} is a spec without an App")
    return tuple(spec.app for spec in specs.values() if isinstance(spec.app, App))


def with_launcher(apps: Sequence[App]) -> tuple[App, ...]:
    """Return the apps sorted by name, plus the home screen that shows them."""
    ordered = tuple(sorted((app for app in apps if app.package != HOME), key=lambda app: app.name))
    return (*ordered, launcher(ordered))
