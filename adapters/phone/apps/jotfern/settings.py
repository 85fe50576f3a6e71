"""Jotfern's settings: how notes are shown."""

from adapters.phone.apps.jotfern.app import app
from adapters.phone.apps.jotfern.model import State
from adapters.phone.framework.actions import go, toast
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node

LATEST = toast("You have the latest version")


@app.screen("settings")
def settings(state: State) -> Screen:
    """All settings."""

    def switch(title: str, path: str, glyph: str, summary: str = "") -> Node:
        value = bind(state, path)
        return c.setting(title, summary, on=value.toggled, icon_name=glyph, checked=value.value)

    body = w.page(
        c.setting("Sort notes", state.prefs.sort, on=go("sort"), icon_name="sort"),
        switch("Two columns", "prefs.grid", "grid_view", "Otherwise one card under the other"),
        switch("Move ticked lines down", "prefs.ticked_last", "checklist"),
        switch("Show pictures on cards", "prefs.previews", "image"),
        c.setting("Labels", f"{len(state.labels)} in use", on=go("labels"), icon_name="label_outline"),
        c.setting("Bin", "Deleted notes", on=go("bin"), icon_name="delete_outline"),
        c.setting("About Jotfern", "Version 3.8.4", on=LATEST, icon_name="info"),
    )
    return Screen(body, top=w.app_bar("Settings"), title="Settings")
