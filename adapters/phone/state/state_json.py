"""A phone's state as JSON, which success checks are evaluated on."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.phone.state.app_states import Store
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.app import App
from adapters.phone.ui.package_names import HOME
from runtime.core.tasks import State


def state_as_json(state: PhoneState, apps: Sequence[App], store: Store) -> State:
    """Return the apps' states by app name; callers must not change it.

    The app that declares it (`App.device_state`) also holds the device's settings, or under `storage` the folders and
    file sizes of shared storage. `system` lists incidents such as disturbances and crashes, if there are any.
    """
    out: State = {app.name: store.read(app.name, state.apps[app.name]) for app in apps if app.package != HOME}
    for app in apps:
        if app.device_state == "settings":
            out[app.name] = {**out[app.name], **{table: dict(rows) for table, rows in state.settings.items()}}
        elif app.device_state == "storage":
            out[app.name] = {**out[app.name], "storage": state.files.shared}
    if state.happened:
        out["system"] = {"happened": [{"what": what, "detail": detail} for what, detail in state.happened]}
    return out
