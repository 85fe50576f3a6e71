"""The pages about apps: all that are installed, one of them, what it may do, and ending it."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.settings.model import State
from adapters.phone.apps.settings.parts import group, page, say
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import InstalledApp, Overlay, Route, Screen, View
from adapters.phone.ui.app_icons import app_icon
from adapters.phone.ui.node import Node, ev, node
from adapters.phone.ui.permission_names import name_of

RECENT = 4
"""How many of the apps that were opened last the first page shows."""


def size(one: InstalledApp) -> str:
    """What it takes of the storage; it follows from its name."""
    number = sum(map(ord, one.app.package))
    return f"{12 + number % 140}.{number % 10} MB"


def installed(view: View) -> list[InstalledApp]:
    """All apps by their names."""
    return sorted(view.installed, key=lambda one: one.app.label.casefold())


def of_label(view: View, label: str) -> InstalledApp | None:
    """The app with this name on its icon."""
    return next((one for one in view.installed if one.app.label == label), None)


def _row(one: InstalledApp) -> Node:
    return w.row(
        one.app.label, size(one), on=ev("app", label=one.app.label), rid="row_app", leading=app_icon(one.app, 40),
        height=72, inset=24, title_id="android:id/title", support_id="android:id/summary",
    )  # fmt: skip


def apps(state: State, place: Route, view: View) -> Screen:
    """The apps that were opened last, and the way to all of them."""
    recent = [one for one in view.installed if one.running and one.app.name != "settings"][:RECENT]
    return page(
        "Apps",
        group("Recently opened apps") if recent else None,
        [_row(one) for one in recent],
        c.setting(f"See all {len(view.installed)} apps", on=ev("go", to="all_apps"), icon_name="apps"),
        group("General"),
        c.setting("Default apps", "Parlowe and Messages", on=say("Defaults are set")),
        c.setting("Screen time", "1 hr, 12 min today", on=say("1 hr, 12 min today")),
        c.setting("Unused apps", "0 apps", on=say("No app is unused")),
        c.setting("Special app access", "2 apps can use unrestricted data", on=say("Nothing to change")),
    )


def all_apps(state: State, place: Route, view: View) -> Screen:
    """All apps with their sizes."""
    return page("All apps", [_row(one) for one in installed(view)])


def _gone(title: str) -> Screen:
    return Screen(w.page(w.empty("block", "No such app", "It is not installed on this phone."), rid="recycler_view"),
                  top=w.app_bar(title), title=title)  # fmt: skip


def _face(one: InstalledApp) -> Node:
    return node(
        "column", app_icon(one.app, 64), w.space(10), w.text(one.app.label, "headlineS", id="entity_header_title"),
        width="fill", align="center", pad=(24, 8, 24, 20),
    )  # fmt: skip


def app(state: State, place: Route, view: View) -> Screen:
    """One app."""
    one = of_label(view, place.get("label", ""))
    if one is None:
        return _gone("App info")
    label = one.app.label
    buttons = node(
        "row",
        c.button("Open", ev("app_open", package=one.app.package), rid="button_open", variant="tonal", width="wrap",
                 grow=1),
        c.button("Force stop", ev("go_app", to="force_stop", label=label), rid="button_force_stop", variant="tonal",
                 width="wrap", grow=1, enabled=one.running),
        width="fill", gap=8, pad=(24, 0, 24, 12),
    )  # fmt: skip
    allowed = [name_of(name) for name, how in one.permissions.items() if how in ("granted", "once")]
    told = ", ".join(allowed) if allowed else "No permissions granted"
    body = w.page(
        _face(one),
        buttons,
        c.setting("Notifications", "On", on=say("Notifications are on")),
        c.setting("Permissions", told, on=ev("go_app", to="app_permissions", label=label)),
        c.setting("Storage & cache", f"{size(one)} used in internal storage", on=say("Cache is empty")),
        c.setting("Mobile data & Wi-Fi", "12 MB used since 1 Nov", on=say("Allowed")),
        c.setting("Screen time", "4 min today", on=say("4 min today")),
        c.setting("App battery usage", "1% used since last full charge", on=say("Optimised")),
        c.setting("Open by default", "No links opened", on=say("No links")),
        c.setting("Language", "System default", on=say("System default")),
        w.text(f"version {one.app.version}", "bodyM", "on_surface_variant", pad=(24, 14, 24, 14), id="version"),
        rid="recycler_view",
    )
    return Screen(body, top=w.app_bar("App info"), title="App info")


def force_stop(state: State, place: Route, view: View) -> Screen:
    """The question before an app is ended."""
    one = of_label(view, place.get("label", ""))
    window = c.dialog(
        "Force stop?",
        w.text("If you force stop an app, it may misbehave.", "bodyM", "on_surface_variant", pad=(24, 0, 24, 0),
               id="android:id/message"),
        buttons=(c.dialog_button("Cancel", w.UP, yes=False),
                 c.dialog_button("OK", ev("app_stop", package=one.app.package if one else ""),
                                 enabled=one is not None)),
    )  # fmt: skip
    return replace(app(state, place, view), overlay=Overlay("dialog", window), title="Force stop?")


def permissions(state: State, place: Route, view: View) -> Screen:
    """What one app may do, and what not; only what it has asked for is there."""
    one = of_label(view, place.get("label", ""))
    if one is None:
        return _gone("App permissions")

    def rows(*hows: str) -> list[Node]:
        return [
            c.setting(name_of(name), on=ev("go_permission", label=one.app.label, name=name))
            for name, how in sorted(one.permissions.items()) if how in hows
        ]  # fmt: skip

    none = w.text("None", "bodyM", "on_surface_variant", pad=(24, 8, 24, 8))
    body = w.page(_face(one), group("Allowed"), rows("granted", "once") or none,
                  group("Not allowed"), rows("denied", "refused") or none, rid="recycler_view")  # fmt: skip
    return Screen(body, top=w.app_bar("App permissions"), title="App permissions")


def permission(state: State, place: Route, view: View) -> Screen:
    """One thing that an app may do or not."""
    one, name = of_label(view, place.get("label", "")), place.get("name", "")
    if one is None:
        return _gone("Permission")
    title = name_of(name) or "Permission"
    may = one.permissions.get(name) in ("granted", "once")

    def choice(label: str, allowed: bool, rid: str) -> Node:
        on = ev("permit", package=one.app.package, name=name, allowed=allowed)
        return c.radio_row(label, on, may == allowed, rid=rid, inset=24, height=56)

    body = w.page(_face(one), group(f"{title} access for this app"), choice("Allow", True, "allow_radio_button"),
                  choice("Don’t allow", False, "deny_radio_button"), rid="recycler_view")  # fmt: skip
    return Screen(body, top=w.app_bar(f"{title} permission"), title=f"{title} permission")
