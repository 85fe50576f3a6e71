"""A phone's state as JSON, which success checks are evaluated on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from adapters.phone.state.app_states import StateReader
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.app import App
from adapters.phone.ui.package_names import HOME

if TYPE_CHECKING:  # a process of phones needs nothing else of tasks
    from runtime.core.tasks import State


def state_as_json(state: PhoneState, apps: Sequence[App], reader: StateReader) -> State:
    """Return the apps' states by app name; callers must not change it.

    The app that declares it (`App.device_state`) also holds the device's settings, or under `storage` the folders and
    file sizes of shared storage. `system` lists incidents such as disturbances and crashes, the paths that shell
    commands wrote with the command lines, and what the shell did not know with counts, if there are any.
    """
    out: State = {app.name: reader.read(app.name, state.apps[app.name]) for app in apps if app.package != HOME}
    for app in apps:
        if app.device_state == "settings":
            out[app.name] = {**out[app.name], **{table: dict(rows) for table, rows in state.settings.items()}}
        elif app.device_state == "storage":
            out[app.name] = {**out[app.name], "storage": state.files.shared}
    system: State = {}
    if state.happened:
        system["happened"] = [{"what": what, "detail": detail} for what, detail in state.happened]
    if state.tainted:
        system["tainted"] = {"/".join(taint.path): taint.command for taint in state.tainted}
    if state.unknown_commands:
        system["unknown_commands"] = dict(state.unknown_commands)
    return {**out, "system": system} if system else out


def judged_objects(state: PhoneState, apps: Sequence[App], paths: Iterable[str]) -> Mapping[str, Any]:
    """Return the same state by app name as the objects that `state_as_json` converts, without incidents.

    Of shared storage only the files and folders at these full paths are included.
    """
    out = {app.name: state.apps[app.name] for app in apps if app.package != HOME}
    for app in apps:
        if app.device_state == "settings":
            out[app.name] = {**_fields(out[app.name]), **state.settings}
        elif app.device_state == "storage":
            out[app.name] = {**_fields(out[app.name]), "storage": state.files.shared_at(paths)}
    return out


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}
