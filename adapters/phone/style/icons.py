"""Icons by name: glyphs of the icon font, and `battery:76`, which is drawn filled to that percentage."""

from __future__ import annotations

from adapters.phone.style.fonts import icon_names

BATTERY = "battery:"
"""Prefix of the icon that shows a charge in percent."""


def glyph(name: str) -> str:
    """Return the icon font's character of an icon; KeyError if the font has none."""
    names = icon_names()
    if name not in names:
        raise KeyError(f"no icon named {name!r}")
    return names[name]


def exists(name: str) -> bool:
    """Return whether an icon of that name exists."""
    return name in icon_names() or (name.startswith(BATTERY) and name.removeprefix(BATTERY).isdigit())
