"""From a phone's state to its scene: which windows there are, where they lie, and what is in them.

Bottom to top: wallpaper, app, status bar, dialog or sheet with its scrim, keyboard, navigation handle, shade, toast.
A scrim darkens the bars too, so a dialog's window lies above them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from adapters.world import ime, system, weather, weather_windows
from adapters.world.app import App, Overlay, Screen, Theme
from adapters.world.kinds import dp
from adapters.world.layout import layout, natural
from adapters.world.node import Art, Length, Node, node
from adapters.world.scene import Rect, Scene, Window, WindowKind
from adapters.world.scheme import luminance, scheme
from adapters.world.stack import HOME
from adapters.world.state import ADB_IME, SYSTEM_IME, Entry, Keyboard, PhoneState
from adapters.world.styles import TreeStyle

SCRIM = 0.4
WALLPAPER = Art("wallpaper", 11)
DARK_INK, LIGHT_INK = "#1B1B1F", "#FFFFFF"


@dataclass(frozen=True, slots=True)
class Shown:
    """What is in front: the app, its place, and the screen it shows there."""

    app: App
    entry: Entry
    screen: Screen


@dataclass(frozen=True, slots=True)
class Size:
    """The screen in pixels."""

    width: int
    height: int

    @property
    def rect(self) -> Rect:
        return 0, 0, self.width, self.height

    @property
    def width_dp(self) -> float:
        return self.width / 2.625


@lru_cache(maxsize=256)
def theme_of(theme: Theme, dark: bool) -> Theme:
    """An app's theme under the system's dark theme."""
    return replace(theme, dark=True) if dark else theme


def keyboard_height(state: PhoneState) -> int:
    """Pixels that the input method takes at the lower edge; 0 while it is hidden."""
    if not state.keyboard.shown:
        return 0
    adb = state.setting("secure", "default_input_method") == ADB_IME
    return dp(ime.ADB_BAR_DP if adb else ime.KEYBOARD_DP)


def compose(
    state: PhoneState,
    shown: Shown,
    size: Size,
    open_tasks: Node | None,
    receivers: tuple[App, ...],
    named: Callable[[str], App | None],
) -> Scene:
    """The scene of this state.

    Args:
        state: everything that the phone is.
        shown: the place in front.
        size: of the screen.
        open_tasks: the recents screen where it is to be shown.
        receivers: the apps that the chooser offers; for the panel `crash`, the one that has stopped.
        named: finds apps by their packages.
    """
    if not state.awake:
        return _asleep(size)
    dark = system.is_dark(state)
    theme = theme_of(shown.app.theme, dark)
    own = system.system_theme(dark)
    keys = keyboard_height(state)
    windows: list[Window] = []
    on_wallpaper = shown.app.package == HOME and open_tasks is None
    if on_wallpaper:
        image = node("image", art=WALLPAPER, width="fill", height="fill")
        box = layout(image, size.rect)
        windows.append(Window("wallpaper", system.SYSTEM_UI, "ImageWallpaper", size.rect, box, theme, touchable=False))
    if open_tasks is not None:
        windows.append(_window("app", HOME, "Recents", size.rect, open_tasks, own, shown.entry, bg="surface"))
        top_ink = bottom_ink = _ink(own, "surface")
    else:
        secure = weather.current(state, "secure", shown.app) is not None
        windows.append(_app_window(shown, theme, size, keys, secure=secure))
        top_ink = _status_ink(shown.screen, theme)
        bottom_ink = LIGHT_INK if on_wallpaper else _ink(theme, _lower_role(shown.screen))
    active = len(windows) - 1
    bar = (0, 0, size.width, dp(system.STATUS_DP))
    windows.append(_bar(system.status_bar(state, top_ink, named), bar, own, "status"))
    overlay = _overlay(state, shown, theme, own, size, keys, receivers) if open_tasks is None else None
    if overlay is not None and overlay.kind != "sheet" and not keys:
        windows.append(_handle(size, own, bottom_ink))
    if overlay is not None:
        windows.append(overlay)
        active = len(windows) - 1
    if keys:
        windows.append(_keyboard(state, size, own, keys))
        bottom_ink = _ink(own, "highest")
    elif overlay is not None and overlay.kind == "sheet":
        bottom_ink = _ink(overlay.theme, "low")
    if keys or overlay is None or overlay.kind == "sheet":
        windows.append(_handle(size, own, bottom_ink))
    if state.panel == "shade":
        panel = system.shade(state, named)
        rect = (0, 0, size.width, min(size.height, natural(panel, size.width)[1]))
        windows.append(Window("shade", system.SYSTEM_UI, "NotificationShade", rect, layout(panel, rect), own, 0.5))
        active = len(windows) - 1
    if state.toast is not None:
        windows.append(_toast(state.toast.text, named(state.toast.package), own, size))
    return Scene(size.width, size.height, tuple(windows), active)


def _asleep(size: Size) -> Scene:
    black = node("spacer", width="fill", height="fill", bg="black")
    box = layout(black, size.rect)
    theme = system.system_theme(True)
    return Scene(
        size.width, size.height, (Window("shade", system.SYSTEM_UI, "NotificationShade", size.rect, box, theme),), 0
    )


def _window(
    kind: WindowKind, package: str, title: str, rect: Rect, root: Node, theme: Theme, entry: Entry, *,
    scrim: float = 0.0, bg: str = "", style: TreeStyle = "view",
) -> Window:  # fmt: skip
    box = layout(root, rect, entry.scroll, entry.focus)
    return Window(kind, package, title, rect, box, theme, scrim, bg=bg, style=style)


def _bar(root: Node, rect: Rect, theme: Theme, kind: WindowKind) -> Window:
    title = "StatusBar" if kind == "status" else "NavigationBar0"
    return Window(kind, system.SYSTEM_UI, title, rect, layout(root, rect), theme, touchable=False)


def _handle(size: Size, theme: Theme, ink: str) -> Window:
    left = (size.width - dp(108)) // 2
    top = size.height - dp(12)
    return _bar(system.handle(ink), (left, top, left + dp(108), top + dp(4)), theme, "navigation")


def _app_window(shown: Shown, theme: Theme, size: Size, keys: int, *, secure: bool) -> Window:
    rect = (0, 0, size.width, size.height - keys)
    title = activity_class(shown.app, shown.entry)
    root = page(shown.screen, inset=not keys)
    style = shown.app.tree_style
    made = _window("app", shown.app.package, title, rect, root, theme, shown.entry, bg=shown.screen.bg, style=style)
    return replace(made, secure=secure)


def activity_class(app: App, entry: Entry) -> str:
    """Full class name of the activity that shows a place, with its package as window titles have it."""
    name = activity(app, entry.route.name)
    return f"{app.package}/{app.package}{name}" if name.startswith(".") else f"{app.package}/{name}"


def activity(app: App, route: str) -> str:
    """The class name of the activity that a route belongs to."""
    found = app.activities.get(route)
    if found is None:
        found = next(iter(app.activities.values()), ".MainActivity")
    return found


def page(screen: Screen, *, inset: bool) -> Node:
    """A screen's parts put together; `inset`: the lower part leaves room for the navigation handle."""
    middle = _grown(screen.body)
    if screen.fab is not None:
        lift = system.HANDLE_DP if inset and screen.bottom is None else 0
        holder = node(
            "column", screen.fab, pad=(0, 0, 16, 16 + lift), place=("end", "end"), cls="android.view.ViewGroup"
        )
        middle = node("stack", middle, holder, width="fill", grow=1, cls="android.view.ViewGroup")
    top = _padded(screen.top, top=system.STATUS_DP) if screen.top is not None else None
    bottom = _padded(screen.bottom, bottom=system.HANDLE_DP if inset else 0) if screen.bottom is not None else None
    if screen.edge and top is not None:
        middle = node("stack", middle, top, width="fill", grow=1, cls="android.view.ViewGroup")
        top = None
    elif not screen.edge and top is None:
        top = node("spacer", width="fill", height=system.STATUS_DP, bg=screen.bar)
    return node("column", top, middle, bottom, width="fill", height="fill", cls="android.view.ViewGroup")


def _grown(body: Node) -> Node:
    """The body takes the room that top and bottom leave; a stack gives it by `place`."""
    width = "fill" if body.look.width == "wrap" else body.look.width
    return body.styled(grow=body.look.grow or 1, width=width, place=("fill", "fill"))


def _padded(part: Node, top: int = 0, bottom: int = 0) -> Node:
    pad = part.look.pad
    height: Length = part.look.height
    if not isinstance(height, str):
        height = height + top + bottom
    width = "fill" if part.look.width == "wrap" else part.look.width
    return part.styled(pad=(pad[0], pad[1] + top, pad[2], pad[3] + bottom), height=height, width=width)


def _overlay(
    state: PhoneState, shown: Shown, theme: Theme, own: Theme, size: Size, keys: int, receivers: tuple[App, ...]
) -> Window | None:
    if state.panel == "weather":
        pop = weather_windows.popup(state, shown.app)
        package = weather_windows.owner(state, shown.app)
        look = theme if package == shown.app.package else own
        return _place(pop, package, f"{package}/.Popup", look, shown.entry, size, keys)
    if state.panel == "crash":
        said = Overlay("dialog", system.stopped(receivers[0]))
        return _place(said, "android", "Application Error: " + receivers[0].package, own, shown.entry, size, keys)
    if state.panel == "chooser":
        chosen = Overlay("sheet", system.chooser(state.shared, receivers))
        return _place(
            chosen, "android", "android/com.android.internal.app.ChooserActivity", own, shown.entry, size, keys
        )
    if shown.screen.overlay is None:
        return None
    title = activity_class(shown.app, shown.entry)
    placed = _place(shown.screen.overlay, shown.app.package, title, theme, shown.entry, size, keys)
    return replace(placed, style=shown.app.tree_style)


def _place(overlay: Overlay, package: str, title: str, theme: Theme, entry: Entry, size: Size, keys: int) -> Window:
    free = size.height - keys
    root = overlay.root
    if overlay.kind == "sheet":
        root = _padded(root, bottom=0 if keys else system.HANDLE_DP)
        height = min(natural(root, size.width)[1], free - dp(72))
        rect = (0, free - height, size.width, free)
        return _window("sheet", package, title, rect, root, theme, entry, scrim=SCRIM)
    width, height = natural(root, size.width - dp(32))
    height = min(height, free - 2 * dp(32))
    if overlay.kind == "menu":
        left, top = size.width - width - dp(8), dp(system.STATUS_DP + 8)
        return _window("menu", package, title, (left, top, left + width, top + height), root, theme, entry)
    left, top = (size.width - width) // 2, (free - height) // 2
    return _window("dialog", package, title, (left, top, left + width, top + height), root, theme, entry, scrim=SCRIM)


def _keyboard(state: PhoneState, size: Size, theme: Theme, keys: int) -> Window:
    adb = state.setting("secure", "default_input_method") == ADB_IME
    return _keys_window(None if adb else state.keyboard, size, theme, keys)


@lru_cache(maxsize=64)
def _keys_window(board: Keyboard | None, size: Size, theme: Theme, keys: int) -> Window:
    """The input method's window, made once for each of its few faces; None: the keyboard for automation."""
    root = ime.adb_bar() if board is None else ime.keyboard(board, size.width_dp)
    rect = (0, size.height - keys, size.width, size.height)
    package = (ADB_IME if board is None else SYSTEM_IME).partition("/")[0]
    return Window("ime", package, "InputMethod", rect, layout(root, rect), theme, bg="highest")


def _toast(text: str, app: App | None, theme: Theme, size: Size) -> Window:
    root = system.toast(text, app)
    width, height = natural(root, size.width - dp(48))
    left, bottom = (size.width - width) // 2, size.height - dp(24 + 24)
    rect = (left, bottom - height, left + width, bottom)
    return Window("toast", system.SYSTEM_UI, "Toast", rect, layout(root, rect), theme, touchable=False)


def _ink(theme: Theme, role: str) -> str:
    """The ink that reads on this role."""
    return DARK_INK if luminance(scheme(theme).color(role)) > 0.4 else LIGHT_INK


def _status_ink(screen: Screen, theme: Theme) -> str:
    if screen.ink:
        return LIGHT_INK if screen.ink == "light" else DARK_INK
    if screen.edge or not (screen.bar or screen.bg):
        return LIGHT_INK
    top = screen.top.look.bg if screen.top is not None else ""
    return _ink(theme, screen.bar or top or screen.bg)


def _lower_role(screen: Screen) -> str:
    lower = screen.bottom.look.bg if screen.bottom is not None else ""
    return lower or screen.bg or "surface"
