"""Builds the initial state of a phone: a fresh installation with a task's state merged into it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from adapters.phone.files.filesystem_tree import Tree
from adapters.phone.state.app_states import Store, merged
from adapters.phone.state.disturbances import parse_disturbances
from adapters.phone.state.notifications import posted
from adapters.phone.state.phone_state import Entry, PhoneState, Task, default_settings
from adapters.phone.ui.app import App
from adapters.phone.ui.package_names import HOME
from runtime.core.errors import TaskFault

TABLES: Final = ("global", "secure", "system")
MINUTE: Final = 60_000


def initial_state(apps: Sequence[App], store: Store, files: Tree, given: Mapping[str, Any], seed: int) -> PhoneState:
    """Return the state after a reset, with the launcher in front.

    Raises:
        TaskFault: `given` has an unknown app or field, or an invalid value.
    """
    tables: dict[str, dict[str, str]] = default_settings()
    states: dict[str, Any] = {}
    named = [app.name for app in apps]
    given = dict(given)
    disturbances = parse_disturbances(given.pop("weather", ()), named, seed)
    for name in given:
        if name not in named:
            raise TaskFault(f"state for {name!r}: no such app; the apps are {', '.join(sorted(named))}")
    for app in apps:
        patch = dict(given.get(app.name, {}))
        if app.device_state == "settings":
            written = {table: patch.pop(table) for table in TABLES if table in patch}
            tables = merged(tables, {t: {k: str(v) for k, v in rows.items()} for t, rows in written.items()})
        elif app.device_state == "storage":
            patch.pop("storage", None)  # derived from the file system; tasks add files as files
        states[app.name] = store.build(app.name, patch)
    home = next(app for app in apps if app.package == HOME)
    state = PhoneState(
        seed, states, tables, (Task(0, (Entry(HOME, home.home),)),), disturbances=disturbances, files=files
    )
    for app in apps:
        for notice in app.notices:
            state = posted(state, app.package, notice, -notice.ago * MINUTE)
    return replace(state, posted=tuple(sorted(state.posted, key=lambda item: -item.at_ms)))
