"""Computes colour schemes from one seed colour. Tones are exact luminances, so contrast depends on the tones only.

Hue and chroma come from OKLab; a colour outside sRGB loses chroma until it fits. See the style rules at `Theme`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from adapters.phone.style.theme import Theme

Rgb = tuple[int, int, int]

TONES: dict[str, tuple[str, int, int]] = {
    "primary": ("p", 40, 80),
    "on_primary": ("p", 100, 20),
    "primary_container": ("p", 90, 30),
    "on_primary_container": ("p", 10, 90),
    "secondary": ("s", 40, 80),
    "on_secondary": ("s", 100, 20),
    "secondary_container": ("s", 90, 30),
    "on_secondary_container": ("s", 10, 90),
    "tertiary": ("t", 40, 80),
    "on_tertiary": ("t", 100, 20),
    "tertiary_container": ("t", 90, 30),
    "on_tertiary_container": ("t", 10, 90),
    "error": ("e", 40, 80),
    "on_error": ("e", 100, 20),
    "error_container": ("e", 90, 30),
    "on_error_container": ("e", 10, 90),
    "background": ("n", 98, 6),
    "surface": ("n", 98, 6),
    "on_surface": ("n", 10, 90),
    "on_background": ("n", 10, 90),
    "surface_dim": ("n", 87, 6),
    "surface_bright": ("n", 98, 24),
    "lowest": ("n", 100, 4),
    "low": ("n", 96, 10),
    "container": ("n", 94, 12),
    "high": ("n", 92, 17),
    "highest": ("n", 90, 22),
    "on_surface_variant": ("v", 30, 80),
    "surface_variant": ("v", 90, 30),
    "outline": ("v", 44, 60),
    "outline_variant": ("v", 80, 30),
    "inverse_surface": ("n", 20, 90),
    "inverse_on_surface": ("n", 95, 20),
    "inverse_primary": ("p", 80, 40),
}
"""Role to palette (primary, secondary, tertiary, neutral, variant, error) and its tone in light and dark."""

FAR_TONE = 40
"""An override of a grey by so many tones belongs to the other brightness."""

FIXED: dict[str, Rgb] = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "scrim": (0, 0, 0),
    "star": (224, 138, 0),
    "positive": (30, 132, 73),
}
TEXT_ON: tuple[tuple[str, str], ...] = (
    *((text, ground) for text in ("on_surface", "on_surface_variant") for ground in
      ("surface", "lowest", "low", "container", "high", "highest")),
    *((text, ground) for text in ("primary", "outline") for ground in ("surface", "lowest", "low", "container")),
    *((f"on_{name}", name) for name in ("primary", "secondary", "tertiary", "error")),
    *((f"on_{name}_container", f"{name}_container") for name in ("primary", "secondary", "tertiary", "error")),
    ("error", "surface"),
    ("inverse_on_surface", "inverse_surface"),
)  # fmt: skip
"""Which role may carry text on which: these pairs keep a contrast of at least 4.5 in every theme in use."""


def hex_rgb(text: str) -> Rgb:
    """Parse `#RRGGBB`."""
    digits = text.removeprefix("#")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mix(a: Rgb, b: Rgb, share: float) -> Rgb:
    """Mix two colours: `share` 0 gives `a`, 1 gives `b`."""
    r, g, bl = (math.floor(x + (y - x) * share + 0.5) for x, y in zip(a, b, strict=True))
    return r, g, bl


def _linear(value: int) -> float:
    v = value / 255
    return v / 12.92 if v <= 0.04045 else float(((v + 0.055) / 1.055) ** 2.4)


def _gamma(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else float(1.055 * value ** (1 / 2.4) - 0.055)


def luminance(rgb: Rgb) -> float:
    """Return the relative luminance (WCAG), 0–1."""
    r, g, b = (_linear(c) for c in rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Rgb, b: Rgb) -> float:
    """Return the contrast ratio (WCAG), 1–21."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def oklch(rgb: Rgb) -> tuple[float, float, float]:
    """Return OKLab lightness, chroma and hue (radians)."""
    r, g, b = (_linear(c) for c in rgb)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    mid = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    light = 0.2104542553 * long + 0.7936177850 * mid - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * mid + 0.4505937099 * short
    bb = 0.0259040371 * long + 0.7827717662 * mid - 0.8086757660 * short
    return light, math.hypot(a, bb), math.atan2(bb, a)


def _from_oklch(light: float, chroma: float, hue: float) -> tuple[float, float, float]:
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    mid = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * mid + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * mid - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * mid + 1.7076147010 * short,
    )


@lru_cache(maxsize=4096)
def tone(hue: float, chroma: float, level: float) -> Rgb:
    """Return the sRGB colour with this OKLab hue and CIE L* `level` (0–100); chroma shrinks until it is in gamut."""
    if level <= 0:
        return 0, 0, 0
    if level >= 100:
        return 255, 255, 255
    target = ((level + 16) / 116) ** 3 if level > 8 else level / 903.3
    while True:
        low, high = 0.0, 1.0
        for _ in range(30):
            middle = (low + high) / 2
            r, g, b = _from_oklch(middle, chroma, hue)
            if 0.2126 * r + 0.7152 * g + 0.0722 * b < target:
                low = middle
            else:
                high = middle
        rgb = _from_oklch(low, chroma, hue)
        if chroma < 0.001 or all(-0.0005 <= v <= 1.0005 for v in rgb):
            r8, g8, b8 = (max(0, min(255, math.floor(_gamma(max(0.0, v)) * 255 + 0.5))) for v in rgb)
            return r8, g8, b8
        chroma *= 0.96


def _level(rgb: Rgb) -> float:
    y = luminance(rgb)
    return float(116 * y ** (1 / 3) - 16) if y > 0.008856 else 903.3 * y


@dataclass(frozen=True, slots=True)
class Scheme:
    """A theme's colours by role."""

    roles: dict[str, Rgb]
    dark: bool

    def color(self, role: str) -> Rgb:
        """Return a role's colour, or the colour given as `#RRGGBB`; KeyError for an unknown role."""
        return hex_rgb(role) if role.startswith("#") else self.roles[role]


@lru_cache(maxsize=256)
def scheme(theme: Theme) -> Scheme:
    """Return the colours of a theme. Overrides are applied last; `on_primary` is adapted to an overridden `primary`.

    A theme made for light mode stays legible in dark mode: an override of a grey or primary role is ignored if its tone
    is far from that role's tone in this mode (such as a cream surface at night).
    """
    _, chroma, hue = oklch(hex_rgb(theme.seed))
    main = {"tonal": 0.115, "brand": chroma, "neutral": 0.02}[theme.style]
    palettes = {
        "p": (hue, main),
        "s": (hue, max(0.035, main * 0.36)),
        "t": (hue + math.pi / 3, 0.075),
        "n": (hue, 0.012),
        "v": (hue, 0.022),
        "e": (math.radians(27), 0.19),
    }
    if theme.style == "neutral":
        palettes.update({"s": (hue, 0.015), "t": (hue, 0.03), "n": (hue, 0.003), "v": (hue, 0.006)})
    roles = dict(FIXED)
    for role, (palette, light, dark) in TONES.items():
        roles[role] = tone(*palettes[palette], dark if theme.dark else light)
    if theme.style == "brand":
        roles.update(_brand(hex_rgb(theme.seed), hue, chroma, theme.dark))
    overrides = {role: value for role, value in theme.overrides if _fits(role, value, theme.dark)}
    for role, value in overrides.items():
        roles[role] = hex_rgb(value)
    if "primary" in overrides and "on_primary" not in overrides:
        white = contrast(roles["primary"], (255, 255, 255)) >= 4.5
        roles["on_primary"] = (255, 255, 255) if white else tone(hue, main, 10)
    return Scheme(roles, theme.dark)


def _fits(role: str, value: str, dark: bool) -> bool:
    """Return whether an override suits this mode; only greys and the primary change between modes."""
    palette, light, night = TONES.get(role, ("", 0, 0))
    return palette not in ("n", "v", "p") or abs(_level(hex_rgb(value)) - (night if dark else light)) < FAR_TONE


def _brand(seed: Rgb, hue: float, chroma: float, dark: bool) -> dict[str, Rgb]:
    """Return the primary roles with the seed's own tone and chroma, moved only until they are legible on every grey."""
    level = _level(seed)
    if dark:
        return {
            "primary": tone(hue, chroma, max(level, 72)),
            "on_primary": tone(hue, chroma, 14),
            "primary_container": tone(hue, chroma * 0.6, 28),
        }
    grey = tone(hue, 0.0, TONES["high"][1])
    while contrast(tone(hue, chroma, level), grey) < 4.5:
        level -= 1
    return {
        "primary": tone(hue, chroma, level),
        "on_primary": (255, 255, 255),
        "primary_container": tone(hue, chroma * 0.45, 91),
        "on_primary_container": tone(hue, chroma, 18),
    }
