"""The on-screen keyboard: a window of ordinary nodes whose keys send the event `@key`."""

from __future__ import annotations

from adapters.phone.state.phone_state import Keyboard
from adapters.phone.ui.node import Node, ev, node

KEYBOARD_DP, FLAT_DP = 290, 216
"""Height of the keyboard on an upright screen and on a turned one."""
ADB_BAR_DP = 54
"""Height of the ADB keyboard's bar, the gesture inset included."""

ADB_LABEL = "ADB Keyboard {ON}"
"""Programs decide by reading this text near the lower edge whether a keyboard is open."""

LETTERS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
SYMBOLS = ("1234567890", "@#$_&-+()", "*\"':;!?")
DIGITS = "1234567890"
_SIDE = 3
_TURNED = 600
"""From this width in dp on the screen lies on its side."""


def keyboard_dp(width_dp: float) -> float:
    """Return the height of the keyboard on a screen of this width."""
    return FLAT_DP if width_dp > _TURNED else KEYBOARD_DP


def keyboard(state: Keyboard, width_dp: float) -> Node:
    """Return the keyboard: suggestion strip, four rows of keys, and a bottom inset with the hide button."""
    unit = (width_dp - 2 * _SIDE) / 10
    rows = SYMBOLS if state.symbols else LETTERS
    flat = width_dp > _TURNED
    pitch, tall, strip = (38, 32, 40) if flat else (52.5, 44, 44)

    def key(
        value: str, units: float, label: str = "", icon: str = "", hint: str = "", desc: str = "", mod: bool = False
    ) -> Node:
        color = "on_secondary_container" if mod else "on_surface"
        style = "22,28,Regular,0" if len(label) == 1 else "14,28,Regular,0"
        face = node(
            "stack",
            node("text", text=label, type=style, color=color, place=("center", "center")) if label else None,
            node("icon", icon=icon, size=22, color=color, place=("center", "center")) if icon else None,
            node("text", text=hint, type="9.5,12,Regular,0", color="on_surface_variant", place=("end", "start"),
                 pad=(0, 2, 5, 0)) if hint else None,
            width=unit * units - 4.8, height=tall, radius=22 if value in ("symbols", "enter") else 6,
            bg="primary" if value == "enter" else "secondary_container" if mod else "lowest",
        )  # fmt: skip
        return node(
            "column", face, on=ev("@key", value=value), desc=desc, width=unit * units, height=pitch, align="center"
        )

    def letters(row: int) -> list[Node]:
        hints = DIGITS if row == 0 and not state.symbols else ""
        shown = [char.upper() if state.shift and not state.symbols else char for char in rows[row]]
        return [key(char, 1, char, hint=hints[i] if hints else "") for i, char in enumerate(shown)]

    def line(*keys: Node, side: float = 0.0) -> Node:
        return node("row", *keys, height=pitch, width="fill", pad=(_SIDE + side, 0, 0, 0))

    soft = "on_surface_variant"
    return node(
        "column",
        node("row", node("icon", icon="apps", size=22, color=soft), node("spacer", grow=1),
             node("icon", icon="mic", size=22, color=soft),
             width="fill", height=strip, pad=(15, 0, 15, 0), align="center"),
        line(*letters(0)),
        line(*letters(1), side=unit / 2),
        line(
            key("shift", 1.5, icon="arrow_upward", desc="Shift", mod=True), *letters(2),
            key("delete", 1.5, icon="backspace", desc="Delete", mod=True),
        ),
        line(
            key("symbols", 1.5, "ABC" if state.symbols else "?123", mod=True), key(",", 1, ","),
            key("emoji", 1, icon="sentiment_satisfied_alt", desc="Emoji"),
            key(" ", 4, "English", desc="Space"), key(".", 1, "."),
            _enter(key("enter", 1.5, icon="keyboard_return", desc="Enter", mod=True)),
        ),
        node(
            "row",
            node("icon_button", icon="keyboard_arrow_down", size=22, desc="Hide keyboard", on=ev("@key", value="hide"),
                 color="on_surface", height="fill"),
            node("spacer", grow=1),
            node("icon", icon="keyboard", size=19, color="on_surface"),
            width="fill", grow=1, pad=(20, 0, 34, 0), align="center",
        ),
        width="fill", height=keyboard_dp(width_dp), bg="highest", cls="android.inputmethodservice.SoftInputWindow",
    )  # fmt: skip


def _enter(key: Node) -> Node:
    """Return the action key with the primary colour as its background."""
    face = key.children[0]
    glyph = face.children[0].styled(color="on_primary")
    return Node(
        key.kind, (Node(face.kind, (glyph,), look=face.look),), desc=key.desc, on=key.on, look=key.look
    )  # fmt: skip


def adb_bar() -> Node:
    """Return the bar that the ADB keyboard shows instead of keys."""
    return node(
        "row", node("text", text=ADB_LABEL, type="titleM", color="on_surface"),
        width="fill", height=ADB_BAR_DP, bg="highest", justify="center", pad=(0, 5, 0, 24),
    )  # fmt: skip
