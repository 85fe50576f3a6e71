"""The initial state of a phone: a fresh installation with a task's state merged into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from adapters.phone.files.filesystem_tree import factory_tree
from adapters.phone.state.app_states import Store, merged
from adapters.phone.state.disturbances import parse_disturbances
from adapters.phone.state.phone_state import (
    START,
    Entry,
    PhoneState,
    PostedNotification,
    Task,
    default_settings,
)
from adapters.phone.ui.app import App
from adapters.phone.ui.package_names import HOME
from runtime.core.errors import TaskFault

TABLES: Final = ("global", "secure", "system")
MINUTE: Final = 60_000
START_S: Final = int(START.timestamp())


class FactoryState:
    """The state after a factory reset, computed once and shared by phones with the same apps. Never changes."""

    def __init__(self, apps: Sequence[App]) -> None:
        self.apps = tuple(apps)
        self.app_states = Store(self.apps)
        self.settings = default_settings()
        self.preinstalled_files = tuple(file for app in self.apps for file in app.preinstalled_files)
        self.files = factory_tree(START_S, self.preinstalled_files)
        self.posted = _first_notifications(self.apps)
        home = next(app for app in self.apps if app.package == HOME)
        self.tasks = (Task(0, (Entry(HOME, home.home),)),)

    def with_task_state(self, given: Mapping[str, Any], seed: int) -> PhoneState:
        """Return the state after a reset with a task's state, with the launcher in front.

        Raises:
            TaskFault: `given` has an unknown app or field, or an invalid value.
        """
        tables: Mapping[str, Mapping[str, str]] = self.settings
        states: dict[str, Any] = {}
        named = [app.name for app in self.apps]
        given = dict(given)
        disturbances = parse_disturbances(given.pop("weather", ()), named, seed)
        for name in given:
            if name not in named:
                raise TaskFault(f"state for {name!r}: no such app; the apps are {', '.join(sorted(named))}")
        for app in self.apps:
            patch = dict(given.get(app.name, {}))
            if app.device_state == "settings":
                written = {table: patch.pop(table) for table in TABLES if table in patch}
                tables = merged(tables, {t: {k: str(v) for k, v in rows.items()} for t, rows in written.items()})
            elif app.device_state == "storage":
                patch.pop("storage", None)  # derived from the file system; tasks add files as files
            states[app.name] = self.app_states.build(app.name, patch)
        return PhoneState(
            seed, states, tables, self.tasks, disturbances=disturbances, files=self.files, posted=self.posted
        )


def _first_notifications(apps: Sequence[App]) -> tuple[PostedNotification, ...]:
    """Return the notifications of a fresh phone, newest first; of one key the app's last one."""
    found: dict[tuple[str, str], PostedNotification] = {}
    for app in apps:
        for notice in app.notices:
            found.pop((app.package, notice.key), None)
            found[app.package, notice.key] = PostedNotification(app.package, notice, -notice.ago * MINUTE)
    last_first = tuple(found.values())[::-1]
    return tuple(sorted(last_first, key=lambda item: -item.at_ms))
