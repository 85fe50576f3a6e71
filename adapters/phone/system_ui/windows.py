"""Placement of windows on the screen and the frames around their content, for apps and the system."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial

from adapters.phone.state.phone_state import ADB_IME, SYSTEM_IME, Entry, Keyboard, PhoneState
from adapters.phone.style.theme import Theme
from adapters.phone.system_ui import elements
from adapters.phone.system_ui import keyboard as system_ui_keyboard
from adapters.phone.ui import hit_testing, text_fields
from adapters.phone.ui.app import App, Overlay, Screen
from adapters.phone.ui.kinds import dp
from adapters.phone.ui.layout import layout, natural
from adapters.phone.ui.node import Length, Node, node
from adapters.phone.ui.package_names import SYSTEM_UI
from adapters.phone.ui.scene import OVERLAYS, Content, Rect, TreeStyle, Window, WindowKind

SCRIM = 0.4
WHOLE = "scrollView"
"""Name of the scroll around a window that is too tall."""
TURNS = ("0", "1", "2", "3")
DRAWER_DP = 320
"""The most that a navigation drawer takes of the width; 56 dp of the screen stay beside it."""


@dataclass(frozen=True, slots=True)
class Size:
    """Size of the screen in pixels."""

    width: int
    height: int

    @property
    def rect(self) -> Rect:
        return 0, 0, self.width, self.height

    @property
    def width_dp(self) -> float:
        return self.width / 2.625


def rotation(state: PhoneState, app: App) -> int:
    """Return the screen's rotation: the user's setting, or upright if it is locked, asleep or set to auto-rotate."""
    turned = state.setting("system", "user_rotation", "0")
    if (
        app.portrait
        or state.lock_screen_shown
        or not state.awake
        or state.setting("system", "accelerometer_rotation", "0") != "0"
        or turned not in TURNS
    ):
        return 0
    return int(turned)


def keyboard_height(state: PhoneState, size: Size) -> int:
    """Return the height of the input method in pixels; 0 while it is hidden."""
    if not state.keyboard.shown:
        return 0
    adb = state.setting("secure", "default_input_method") == ADB_IME
    return dp(system_ui_keyboard.ADB_BAR_DP if adb else system_ui_keyboard.keyboard_dp(size.width_dp))


def window(
    kind: WindowKind, package: str, title: str, rect: Rect, root: Node, theme: Theme, entry: Entry, *,
    scrim: float = 0.0, bg: str = "", secure: bool = False, style: TreeStyle = "view",
) -> Window:  # fmt: skip
    """Build a window with the scroll offsets and focus of a place."""
    prefix = f"{kind}/" if kind in OVERLAYS else ""
    content = Content(partial(layout, root, rect, entry.offset, entry.focus, entry.caret, prefix))
    return Window(kind, package, title, rect, content, theme, scrim, bg=bg, secure=secure, style=style)


def plain_content(root: Node, rect: Rect) -> Content:
    """Return the content of a window without scroll offsets and focus."""
    return Content(partial(layout, root, rect))


def _bar(root: Node, rect: Rect, theme: Theme, kind: WindowKind) -> Window:
    title = "StatusBar" if kind == "status" else "NavigationBar0"
    return Window(kind, SYSTEM_UI, title, rect, plain_content(root, rect), theme, touchable=False)


@lru_cache(maxsize=128)
def status_bar(shown: elements.Status, size: Size, theme: Theme, ink: str) -> Window:
    """Build the window of the status bar; cached, since it is the same after most actions."""
    return _bar(elements.status_bar(shown, ink), (0, 0, size.width, dp(elements.STATUS_DP)), theme, "status")


@lru_cache(maxsize=128)
def handle(size: Size, theme: Theme, ink: str) -> Window:
    """Build the window of the gesture navigation handle at the lower edge; cached."""
    left = (size.width - dp(108)) // 2
    top = size.height - dp(12)
    return _bar(elements.handle(ink), (left, top, left + dp(108), top + dp(4)), theme, "navigation")


def page(screen: Screen, *, inset: bool) -> Node:
    """Combine the parts of a screen; `inset` leaves room for the navigation handle at the bottom."""
    middle = _grown(screen.body)
    if screen.fab is not None:
        lift = elements.HANDLE_DP if inset and screen.bottom is None else 0
        holder = node(
            "column", screen.fab, pad=(0, 0, 16, 16 + lift), place=("end", "end"), cls="android.view.ViewGroup"
        )
        middle = node("stack", middle, holder, width="fill", grow=1, cls="android.view.ViewGroup")
    strip = None
    below_status_bar = bool(screen.bar) if screen.edge else screen.top is None
    if below_status_bar:
        strip = node("spacer", width="fill", height=elements.STATUS_DP, bg=screen.bar)
    top = screen.top
    if top is not None and strip is None:
        top = padded(top, top=elements.STATUS_DP)
    bottom = padded(screen.bottom, bottom=elements.HANDLE_DP if inset else 0) if screen.bottom is not None else None
    if screen.edge and top is not None:
        middle = node("stack", middle, top, width="fill", grow=1, cls="android.view.ViewGroup")
        top = None
    return node("column", strip, top, middle, bottom, width="fill", height="fill", cls="android.view.ViewGroup")


def _grown(body: Node) -> Node:
    """Return the body sized to fill the space between top and bottom; a stack uses `place` for that."""
    width = "fill" if body.look.width == "wrap" else body.look.width
    return body.styled(grow=body.look.grow or 1, width=width, place=("fill", "fill"))


def padded(part: Node, top: int = 0, bottom: int = 0) -> Node:
    """Return the part with extra padding at its top and bottom."""
    pad = part.look.pad
    height: Length = part.look.height
    if not isinstance(height, str):
        height = height + top + bottom
    width = "fill" if part.look.width == "wrap" else part.look.width
    return part.styled(pad=(pad[0], pad[1] + top, pad[2], pad[3] + bottom), height=height, width=width)


def place(overlay: Overlay, package: str, title: str, theme: Theme, entry: Entry, size: Size, keys: int) -> Window:
    """Build the window of an overlay above the keyboard, which takes `keys` pixels."""
    free = size.height - keys
    root = overlay.root
    if overlay.kind == "drawer":
        root = padded(root, top=elements.STATUS_DP, bottom=0 if keys else elements.HANDLE_DP)
        width = natural(root, min(dp(DRAWER_DP), size.width - dp(56)))[0]
        return window("drawer", package, title, (0, 0, width, free), root, theme, entry, scrim=SCRIM)
    if overlay.kind == "sheet":
        root = padded(root, bottom=0 if keys else elements.HANDLE_DP)
        wanted = natural(root, size.width)[1]
        height = min(wanted, free - dp(72))
        root = _scrolling(root, cut=wanted > height)
        rect = (0, free - height, size.width, free)
        return window("sheet", package, title, rect, root, theme, entry, scrim=SCRIM)
    width, height = natural(root, size.width - dp(32))
    root = _scrolling(root, cut=height > free - 2 * dp(32))
    height = min(height, free - 2 * dp(32))
    if overlay.kind == "menu" and overlay.at is not None:
        x, y = dp(overlay.at[0]), dp(overlay.at[1])
        left = min(max(dp(8), x - width // 2), size.width - dp(8) - width)
        top = y - dp(44) - height if y - dp(44) - height > dp(elements.STATUS_DP) else y + dp(44)
        top = max(0, min(top, free - height))
        return window("menu", package, title, (left, top, left + width, top + height), root, theme, entry)
    if overlay.kind == "menu":
        left, top = size.width - width - dp(8), dp(elements.STATUS_DP + 8)
        return window("menu", package, title, (left, top, left + width, top + height), root, theme, entry)
    left, top = (size.width - width) // 2, (free - height) // 2
    return window("dialog", package, title, (left, top, left + width, top + height), root, theme, entry, scrim=SCRIM)


def _scrolling(root: Node, *, cut: bool) -> Node:
    """Make a window's content scroll if it is too tall and nothing in it scrolls."""
    if not cut or _has_scroll(root):
        return root
    look = root.look
    return node(
        "scroll", root.styled(width="fill", elevation=0), id=WHOLE, cls="android.widget.ScrollView",
        width="fill", height="fill", bg=look.bg, radius=look.radius, align="stretch",
    )  # fmt: skip


def _has_scroll(root: Node) -> bool:
    return (root.kind == "scroll" and not root.horizontal) or any(_has_scroll(child) for child in root.children)


def keyboard(state: PhoneState, size: Size, theme: Theme, keys: int) -> Window:
    """Build the input method's window."""
    adb = state.setting("secure", "default_input_method") == ADB_IME
    return _keys_window(None if adb else state.keyboard, size, theme, keys)


def toolbar(state: PhoneState, over: Window, theme: Theme, size: Size) -> Window | None:
    """Build the floating toolbar above the selection of the focused field, or below it if there is no room."""
    field = hit_testing.focused(over.root)
    if field is None or field.marks is None:
        return None
    length = len(field.node.text)
    root = elements.toolbar(
        selected=bool(field.marks.selected),
        entire=sorted(text_fields.clamp_span(state.top.caret, length)) == [0, length],
        secret=field.node.password,
        paste=bool(state.clipboard),
    )
    if not root.children:  # a password
        return None
    width, height = natural(root, size.width - dp(16))
    left, top, right, bottom = hit_testing.visible(field)
    x = min(max(dp(8), (left + right - width) // 2), size.width - dp(8) - width)
    y = top - dp(8) - height
    if y < dp(elements.STATUS_DP):
        y = bottom + dp(8)
    rect = (x, y, x + width, y + height)
    return Window("toolbar", over.package, "FloatingToolbar", rect, plain_content(root, rect), theme)


@lru_cache(maxsize=64)
def _keys_window(board: Keyboard | None, size: Size, theme: Theme, keys: int) -> Window:
    """Build the input method's window, cached per keyboard state; None means the ADB keyboard."""
    root = system_ui_keyboard.adb_bar() if board is None else system_ui_keyboard.keyboard(board, size.width_dp)
    rect = (0, size.height - keys, size.width, size.height)
    package = (ADB_IME if board is None else SYSTEM_IME).partition("/")[0]
    return Window("ime", package, "InputMethod", rect, plain_content(root, rect), theme, bg="highest")


def copied(text: str, theme: Theme, size: Size, keys: int) -> Window:
    """Build the clipboard notice at the lower left, above the keyboard."""
    root = elements.copied(text)
    width, height = natural(root, size.width - dp(48))
    bottom = size.height - (keys or dp(elements.HANDLE_DP)) - dp(16)
    rect = (dp(16), bottom - height, dp(16) + width, bottom)
    content = plain_content(root, rect)
    return Window("toast", SYSTEM_UI, "ClipboardOverlay", rect, content, theme, touchable=False)


def toast(text: str, app: App | None, theme: Theme, size: Size) -> Window:
    """Build a toast above the navigation handle."""
    root = elements.toast(text, app)
    width, height = natural(root, size.width - dp(48))
    left, bottom = (size.width - width) // 2, size.height - dp(24 + 24)
    rect = (left, bottom - height, left + width, bottom)
    return Window("toast", SYSTEM_UI, "Toast", rect, plain_content(root, rect), theme, touchable=False)
