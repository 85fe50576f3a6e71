"""Any two installed apps look different, and their texts are legible."""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from adapters.phone.style.color_scheme import Rgb, contrast, hex_rgb, oklch, scheme
from adapters.phone.ui.app import App
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.registry import installed_apps

APPS = tuple(app for app in installed_apps() if app.package != HOME)
PRIMARY, ICONS = 0.03, 0.09
"""Distances in OKLab: of two primary colours, and of two icons (ground and glyph together)."""
READS, GLYPH = 4.5, 2.4
"""Contrast of text and of an icon's glyph."""


def lab(color: Rgb) -> tuple[float, float, float]:
    """Lightness and the two opponent axes."""
    light, chroma, hue = oklch(color)
    return light, chroma * math.cos(hue), chroma * math.sin(hue)


def apart(rgb: Rgb, other: Rgb) -> float:
    """The distance of two colours in OKLab."""
    return math.dist(lab(rgb), lab(other))


def test_no_two_apps_of_the_same_brightness_share_a_primary_colour() -> None:
    """What buttons and marks are painted with differs by more than a shade."""
    close = {
        (a.name, b.name): round(distance, 3)
        for a, b in combinations(APPS, 2)
        if a.theme.dark == b.theme.dark
        and (distance := apart(scheme(a.theme).color("primary"), scheme(b.theme).color("primary"))) < PRIMARY
    }
    assert not close


def test_no_two_icons_look_alike() -> None:
    """Ground and glyph of any two icons differ."""
    close = {
        (a.name, b.name): round(distance, 3)
        for a, b in combinations(APPS, 2)
        if (distance := apart(hex_rgb(a.icon.bg), hex_rgb(b.icon.bg)) + apart(hex_rgb(a.icon.fg), hex_rgb(b.icon.fg)))
        < ICONS
    }
    assert not close
    assert len({app.icon.glyph for app in APPS}) == len(APPS)


@pytest.mark.parametrize("app", APPS, ids=lambda app: app.name)
def test_text_reads_on_its_ground(app: App) -> None:
    """Body text, soft text and the labels of buttons, by day and in the dark theme; and the glyph on its icon."""
    for dark in (False, True):
        colors = scheme(
            app.theme if app.theme.dark or not dark else type(app.theme)(app.theme.seed, app.theme.style, True)
        )
        pairs = (("on_surface", "surface"), ("on_surface_variant", "surface"), ("on_primary", "primary"))
        for ink, ground in pairs:
            assert contrast(colors.color(ink), colors.color(ground)) >= READS - 0.05, (ink, ground, dark)
    assert contrast(hex_rgb(app.icon.fg), hex_rgb(app.icon.bg)) >= GLYPH
