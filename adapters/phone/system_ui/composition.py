"""Composes a phone's state into a scene: which windows are shown, where, and with what content.

Bottom to top: wallpaper, app, status bar, dialog or sheet with its scrim, keyboard, navigation handle, shade, toast.
A drawer lies below the status bar. A scrim darkens the bars too, so a dialog's window lies above them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from adapters.phone.disturbances import appearance, lifecycle
from adapters.phone.state.phone_state import Entry, PhoneState
from adapters.phone.style.color_scheme import luminance, scheme
from adapters.phone.style.theme import Theme
from adapters.phone.system_ui import elements, permission_dialog, shade, windows
from adapters.phone.system_ui.windows import Size, keyboard_height
from adapters.phone.ui.app import App, Overlay, Screen
from adapters.phone.ui.kinds import dp
from adapters.phone.ui.layout import natural
from adapters.phone.ui.node import Art, Node, node
from adapters.phone.ui.package_names import HOME, PERMISSION_CONTROLLER, SYSTEM_UI
from adapters.phone.ui.scene import Scene, Window

WALLPAPER = Art("wallpaper", 11)
DARK_INK, LIGHT_INK = "#1B1B1F", "#FFFFFF"


@dataclass(frozen=True, slots=True)
class FrontScreen:
    """The app in front, its place, and the screen it shows there."""

    app: App
    entry: Entry
    screen: Screen
    page: Entry
    """The place whose page it is, with its scrolls: the same, or one below it that a dialog covers."""


@lru_cache(maxsize=256)
def theme_of(theme: Theme, dark: bool) -> Theme:
    """Return an app's theme in the system's light or dark mode."""
    return replace(theme, dark=True) if dark else theme


def compose(
    state: PhoneState,
    shown: FrontScreen,
    size: Size,
    open_tasks: Node | None,
    receivers: tuple[App, ...],
    named: Callable[[str], App | None],
) -> Scene:
    """Return the scene of a state.

    Args:
        state: the phone's state.
        shown: the place in front.
        size: the screen's size.
        open_tasks: the recents screen if it is shown.
        receivers: the apps in the chooser; for the panel `crash`, the app that crashed.
        named: returns an app by its package.
    """
    if not state.awake:
        return _asleep(size)
    if state.lock_screen_shown:
        return _locked(state, size, named)
    dark = elements.is_dark(state)
    theme = theme_of(shown.app.theme, dark)
    own = elements.system_theme(dark)
    keys = keyboard_height(state, size)
    if open_tasks is not None:
        ink = _ink(own, "container")
        base = [windows.window("app", HOME, "Recents", size.rect, open_tasks, own, shown.entry, bg="container")]
        made = _stacked(base, None, (ink, ink), state, own, size, named)
    else:
        lower = LIGHT_INK if not shown.screen.bg else _ink(theme, _lower_role(shown.screen))
        overlay = _overlay(state, shown, theme, own, size, keys, receivers)
        inks = (_status_ink(shown.screen, theme), lower)
        made = _stacked(_base(state, shown, theme, size, keys), overlay, inks, state, own, size, named)
    row = ("status", "navigation", "ime", "toast", "toolbar")
    active = max(index for index, window in enumerate(made) if window.kind not in row)
    if state.panel == "shade":
        panel = shade.shade(state, named, wide=size.width > size.height)
        rect = (0, 0, size.width, min(size.height - dp(32), natural(panel, size.width)[1]))
        made.append(windows.window("shade", SYSTEM_UI, "NotificationShade", rect, panel, own, state.top, scrim=0.5))
        active = len(made) - 1
    if state.toast is not None:
        made.append(windows.toast(state.toast.text, named(state.toast.package), own, size))
    return Scene(size.width, size.height, tuple(made), active, windows.rotation(state, shown.app))


def _base(state: PhoneState, shown: FrontScreen, theme: Theme, size: Size, keys: int) -> list[Window]:
    """Return the app's window; the launcher's has the wallpaper below it."""
    secure = lifecycle.active_disturbance(state, "secure", shown.app) is not None
    own = _app_window(shown, theme, size, keys, secure=secure)
    if shown.app.package != HOME or shown.screen.bg:
        return [own]
    return [_wallpaper(size, theme), own]


def _stacked(
    base: list[Window],
    overlay: Window | None,
    inks: tuple[str, str],
    state: PhoneState,
    own: Theme,
    size: Size,
    named: Callable[[str], App | None],
) -> list[Window]:
    """Return all windows in order: app, system bars, overlay and keyboard; `inks` are the bars' text colours."""
    made = list(base)
    keys = keyboard_height(state, size)
    top, bottom = inks
    ground = _ink(overlay.theme, overlay.root.node.look.bg or "low") if overlay is not None else ""
    drawer = overlay is not None and overlay.kind == "drawer"
    status = windows.status_bar(elements.status(state, named), size, own, ground if drawer else top)
    low = overlay is not None and overlay.kind in ("sheet", "drawer")
    if not drawer:
        made.append(status)
    if overlay is not None:
        if not low and not keys:
            made.append(windows.handle(size, own, bottom))
        made.append(overlay)
    if drawer:
        made.append(status)
    if keys:
        made.append(windows.keyboard(state, size, own, keys))
    if keys or overlay is None or low:
        made.append(windows.handle(size, own, _ink(own, "highest") if keys else ground if low else bottom))
    if state.toolbar:
        bar = windows.toolbar(state, overlay or base[-1], own, size)
        made += [bar] if bar is not None else []
    if state.copied is not None:
        made.append(windows.copied(state.copied.text, own, size, keys))
    return made


def _asleep(size: Size) -> Scene:
    black = node("spacer", width="fill", height="fill", bg="black")
    content = windows.plain_content(black, size.rect)
    own = Window("shade", SYSTEM_UI, "NotificationShade", size.rect, content, elements.system_theme(True))
    return Scene(size.width, size.height, (own,), 0)


def _locked(state: PhoneState, size: Size, named: Callable[[str], App | None]) -> Scene:
    """Return the lock screen; its window belongs to the system UI, like the shade."""
    theme = elements.system_theme(elements.is_dark(state))
    root = shade.lock_screen(state, named)
    made = [
        _wallpaper(size, theme),
        Window("shade", SYSTEM_UI, "NotificationShade", size.rect, windows.plain_content(root, size.rect), theme),
        windows.status_bar(elements.status(state, named), size, theme, LIGHT_INK),
        windows.handle(size, theme, LIGHT_INK),
    ]
    return Scene(size.width, size.height, tuple(made), 1)


def _wallpaper(size: Size, theme: Theme) -> Window:
    content = windows.plain_content(node("image", art=WALLPAPER, width="fill", height="fill"), size.rect)
    return Window("wallpaper", SYSTEM_UI, "ImageWallpaper", size.rect, content, theme, touchable=False)


def _app_window(shown: FrontScreen, theme: Theme, size: Size, keys: int, *, secure: bool) -> Window:
    rect = (0, 0, size.width, size.height - keys)
    title = activity_class(shown.app, shown.entry)
    root = windows.page(shown.screen, inset=not keys)
    style = shown.app.tree_style
    entry = shown.page if shown.screen.overlay is None else replace(shown.page, focus="")
    return windows.window(
        "app", shown.app.package, title, rect, root, theme, entry, bg=shown.screen.bg, secure=secure, style=style
    )


def activity_class(app: App, entry: Entry) -> str:
    """Return the full activity class name of a place, as window titles contain it."""
    name = activity(app, entry.route.name)
    return f"{app.package}/{app.package}{name}" if name.startswith(".") else f"{app.package}/{name}"


def activity(app: App, route: str) -> str:
    """Return the activity class name of a route."""
    found = app.activities.get(route)
    if found is None:
        found = next(iter(app.activities.values()), ".MainActivity")
    return found


def _overlay(
    state: PhoneState, shown: FrontScreen, theme: Theme, own: Theme, size: Size, keys: int, receivers: tuple[App, ...]
) -> Window | None:
    if state.panel == "disturbance":
        pop = appearance.popup(state, shown.app)
        package = appearance.window_package(state, shown.app)
        look = theme if package == shown.app.package else own
        return windows.place(pop, package, f"{package}/.Popup", look, shown.entry, size, keys)
    if state.panel == "permission":
        asks = Overlay("dialog", permission_dialog.question(state, shown.app))
        return windows.place(asks, PERMISSION_CONTROLLER, permission_dialog.TITLE, own, shown.entry, size, keys)
    if state.panel == "crash":
        overlay = Overlay("dialog", elements.stopped(receivers[0]))
        title = f"Application Error: {receivers[0].package}"
        return windows.place(overlay, "android", title, own, shown.entry, size, keys)
    if state.panel == "chooser":
        chosen = Overlay("sheet", elements.chooser(state.shared, receivers))
        return windows.place(
            chosen, "android", "android/com.android.internal.app.ChooserActivity", own, shown.entry, size, keys
        )
    if shown.screen.overlay is None:
        return None
    title = activity_class(shown.app, shown.entry)
    placed = windows.place(shown.screen.overlay, shown.app.package, title, theme, shown.entry, size, keys)
    return replace(placed, style=shown.app.tree_style)


def _ink(theme: Theme, role: str) -> str:
    """Return the text colour that is legible on a colour role."""
    return DARK_INK if luminance(scheme(theme).color(role)) > 0.4 else LIGHT_INK


def _status_ink(screen: Screen, theme: Theme) -> str:
    if screen.ink:
        return LIGHT_INK if screen.ink == "light" else DARK_INK
    if not screen.bar and (screen.edge or not screen.bg):
        return LIGHT_INK
    top = screen.top.look.bg if screen.top is not None else ""
    return _ink(theme, screen.bar or top or screen.bg)


def _lower_role(screen: Screen) -> str:
    lower = screen.bottom.look.bg if screen.bottom is not None else ""
    return lower or screen.bg or "surface"
