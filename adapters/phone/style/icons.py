"""Icons by name: the glyphs of the icon font, and `battery:76`, which is drawn as full as it says."""

from __future__ import annotations

from adapters.phone.style.fonts import icon_names

BATTERY = "battery:"
"""Prefix of the icon that shows a charge in percent."""


def glyph(name: str) -> str:
    """The character of an icon in the icon font; KeyError with the name if the font has none."""
    names = icon_names()
    if name not in names:
        raise KeyError(f"no icon named {name!r}")
    return names[name]


def exists(name: str) -> bool:
    """Whether there is such an icon."""
    return name in icon_names() or (name.startswith(BATTERY) and name.removeprefix(BATTERY).isdigit())
