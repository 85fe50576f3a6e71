"""A phone's state as JSON: what checks are written on."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.world.app import App
from adapters.world.stack import HOME
from adapters.world.state import PhoneState
from adapters.world.store import Store
from runtime.tasks import State


def told(state: PhoneState, apps: Sequence[App], store: Store) -> State:
    """The apps' states by name; not to be changed by the caller.

    `settings` holds the device's tables too, `files` under `storage` the folders and file sizes of shared storage,
    and `system` what befell the phone, if anything.
    """
    out: State = {app.name: store.read(app.name, state.apps[app.name]) for app in apps if app.package != HOME}
    if "settings" in out:
        out["settings"] = {**out["settings"], **{table: dict(rows) for table, rows in state.settings.items()}}
    if "files" in out:
        out["files"] = {**out["files"], "storage": state.files.shared}
    if state.happened:
        out["system"] = {"happened": [{"what": what, "detail": detail} for what, detail in state.happened]}
    return out
