"""The pages of Settings about apps: all that are installed, one of them, what it may do, and ending it."""

from adapters.phone.apps.settings.app import SUB_SETTINGS, app
from adapters.phone.apps.settings.preferences import page, page_of
from adapters.phone.components.dialogs import confirmation
from adapters.phone.components.settings_rows import section
from adapters.phone.framework.actions import back, do, go, start, then, toast
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import InstalledApp, Permit, Screen, Stop, View
from adapters.phone.ui.app_icons import app_icon
from adapters.phone.ui.node import Node, node
from adapters.phone.ui.permission_names import name_of

RECENT = 4
"""How many of the apps that were opened last the first page shows."""
ALLOWED = ("granted", "once")
"""What has been decided about a permission that an app has."""


def _size(item: InstalledApp) -> str:
    """What an app takes of the storage; it follows from its name."""
    number = sum(map(ord, item.app.package))
    return f"{12 + number % 140}.{number % 10} MB"


def _of_label(view: View, label: str) -> InstalledApp | None:
    """The app with this name on its icon."""
    return next((item for item in view.installed if item.app.label == label), None)


def _row(item: InstalledApp) -> Node:
    return w.row(
        item.app.label, _size(item), on=go("app", label=item.app.label), rid="row_app", leading=app_icon(item.app, 40),
        height=72, inset=24, title_id="android:id/title", support_id="android:id/summary",
    )  # fmt: skip


@app.screen("apps", activity=SUB_SETTINGS, distractor="says what apps do, not what the phone does")
def apps(view: View) -> Screen:
    """The apps that were opened last, and the way to all of them."""
    recent = [item for item in view.installed if item.running and item.app.name != "settings"][:RECENT]
    return page_of(
        view,
        "apps",
        section("Recently opened apps") if recent else None,
        [_row(item) for item in recent],
        c.setting(f"See all {len(view.installed)} apps", on=go("all_apps"), icon_name="apps"),
    )


@app.screen("all_apps", activity=SUB_SETTINGS, distractor="the way to one app")
def all_apps(view: View) -> Screen:
    """All apps by their names, with their sizes."""
    return page("All apps", [_row(item) for item in sorted(view.installed, key=lambda item: item.app.label.casefold())])


def _page(title: str, *rows: w.Some) -> Screen:
    return Screen(w.page(*rows, rid="recycler_view"), top=w.app_bar(title), title=title)


def _not_installed(title: str) -> Screen:
    return _page(title, w.empty("block", "No such app", "It is not installed on this phone."))


def _icon_and_name(item: InstalledApp) -> Node:
    name = w.text(item.app.label, "headlineS", id="entity_header_title")
    return node("column", app_icon(item.app, 64), w.space(10), name, width="fill", align="center", pad=(24, 8, 24, 20))


@app.screen("app", activity=SUB_SETTINGS, distractor="one app, where an icon that is held leads")
def app_info(view: View, label: str = "") -> Screen:
    """One app."""
    item = _of_label(view, label)
    if item is None:
        return _not_installed("App info")
    allowed = [name_of(name) for name, decision in item.permissions.items() if decision in ALLOWED]
    return _page(
        "App info",
        _icon_and_name(item),
        _buttons(item),
        c.setting("Notifications", "On", on=toast("Notifications are on")),
        c.setting("Permissions", ", ".join(allowed) or "No permissions granted", on=go("app_permissions", label=label)),
        c.setting("Storage & cache", f"{_size(item)} used in internal storage", on=toast("Cache is empty")),
        c.setting("Mobile data & Wi-Fi", "12 MB used since 1 Nov", on=toast("Allowed")),
        c.setting("Screen time", "4 min today", on=toast("4 min today")),
        w.text(f"version {item.app.version}", "bodyM", "on_surface_variant", pad=(24, 14), id="version"),
    )


def _buttons(item: InstalledApp) -> Node:
    stop = go("force_stop", label=item.app.label)
    return node(
        "row",
        c.button("Open", start(item.app.package), rid="button_open", variant="tonal", width="wrap", grow=1),
        c.button(
            "Force stop", stop, rid="button_force_stop", variant="tonal", width="wrap", grow=1, enabled=item.running
        ),
        width="fill",
        gap=8,
        pad=(24, 0, 24, 12),
    )


@app.dialog("force_stop", over="app", title="Force stop?", distractor="ends an app in place of opening it")
def force_stop(view: View, label: str = "") -> Node:
    """The question before an app is ended."""
    item = _of_label(view, label)
    stop = then(back(), do(Stop(item.app.package if item else "")))
    message = "If you force stop an app, it may misbehave."
    return confirmation("Force stop?", message, "OK", stop, enabled=item is not None)


@app.screen("app_permissions", activity=SUB_SETTINGS, distractor="has what one app may do")
def permissions(view: View, label: str = "") -> Screen:
    """What one app may do, and what not; only what it has asked for is there."""
    item = _of_label(view, label)
    if item is None:
        return _not_installed("App permissions")
    return _page(
        "App permissions",
        _icon_and_name(item),
        section("Allowed"),
        _permission_rows(item, ALLOWED),
        section("Not allowed"),
        _permission_rows(item, ("denied", "refused")),
    )


def _permission_rows(item: InstalledApp, decisions: tuple[str, ...]) -> list[Node]:
    rows = [
        c.setting(name_of(name), on=go("app_permission", label=item.app.label, name=name))
        for name, decision in sorted(item.permissions.items())
        if decision in decisions
    ]
    return rows or [w.text("None", "bodyM", "on_surface_variant", pad=(24, 8))]


@app.screen("app_permission", activity=SUB_SETTINGS, distractor="turns one thing off for one app alone")
def permission(view: View, label: str = "", name: str = "") -> Screen:
    """One thing that an app may do or not."""
    item = _of_label(view, label)
    if item is None:
        return _not_installed("Permission")
    title = name_of(name) or "Permission"
    package, granted = item.app.package, item.permissions.get(name) in ALLOWED

    def option(text: str, allowed: bool, rid: str) -> Node:
        on = do(Permit(package, name, allowed))
        return c.radio_row(text, on, granted == allowed, rid=rid, inset=24, height=56)

    return _page(
        f"{title} permission",
        _icon_and_name(item),
        section(f"{title} access for this app"),
        option("Allow", True, "allow_radio_button"),
        option("Don’t allow", False, "deny_radio_button"),
    )
