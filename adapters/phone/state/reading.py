"""A phone's state as JSON: what checks are written on."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.state.app_states import Store
from adapters.phone.state.back_stacks import HOME
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.app import App
from runtime.core.tasks import State


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
