"""Colour schemes: text is legible on its background in every theme."""

from __future__ import annotations

import pytest

from adapters.phone.style.color_scheme import TEXT_ON, TONES, contrast, hex_rgb, luminance, mix, scheme, tone
from adapters.phone.style.theme import Theme
from adapters.phone.system_ui.composition import theme_of
from adapters.phone.system_ui.elements import system_theme
from adapters.phone.workers.registry import installed_apps

SEEDS = (
    ("#4C5F7A", "neutral"), ("#3F51B5", "tonal"), ("#1A6DD8", "tonal"), ("#006A6A", "tonal"), ("#B26A00", "tonal"),
    ("#8E4585", "tonal"), ("#D8432B", "brand"), ("#FF6A00", "brand"), ("#B5838D", "neutral"), ("#3B8F3E", "brand"),
    ("#0A3D91", "brand"), ("#12B886", "brand"), ("#5B5FEF", "brand"), ("#0FA3B1", "neutral"), ("#7BA05B", "tonal"),
    ("#C62828", "brand"), ("#B7F34A", "brand"),
)  # fmt: skip


def themes() -> list[Theme]:
    """Every theme of an installed app, the system's, and the planned seeds; each light and dark, without repetition."""
    used = [app.theme for app in installed_apps()] + [system_theme(False)]
    planned = [Theme(seed, style) for seed, style in SEEDS]  # type: ignore[arg-type]
    current_themes = [theme_of(theme, dark) for theme in (*used, *planned) for dark in (False, True)]
    return list({name(theme): theme for theme in current_themes}.values())


def name(theme: Theme) -> str:
    """The name that distinguishes two themes."""
    own = "-".join(f"{role}={value}" for role, value in theme.overrides)
    return f"{theme.seed}-{theme.style}-{'dark' if theme.dark else 'light'}{own}"


@pytest.mark.parametrize("theme", themes(), ids=name)
def test_text_reads_on_its_ground(theme: Theme) -> None:
    """Every pair of a text colour and its background has a contrast of at least 4.5."""
    colors = scheme(theme)
    low = {
        (text, ground): round(contrast(colors.color(text), colors.color(ground)), 2)
        for text, ground in TEXT_ON
        if contrast(colors.color(text), colors.color(ground)) < 4.5
    }
    assert not low


def test_equal_tones_have_equal_luminance() -> None:
    """Colours of one tone have nearly the same luminance, whatever their hue."""
    for level in (10, 40, 80, 95):
        values = [luminance(tone(hue, 0.12, level)) for hue in (0.5, 2.0, 4.0)]
        assert max(values) - min(values) < 0.012


def test_colours_by_role_literal_and_override() -> None:
    """A scheme resolves role names, literal colours and overridden roles; an unknown name raises KeyError."""
    colors = scheme(Theme("#D8432B", "brand", overrides=(("surface", "#FFF8F3"),)))
    assert {*TONES} <= {*colors.roles}
    assert colors.color("surface") == hex_rgb("#FFF8F3") == (255, 248, 243)
    assert colors.color("#010203") == (1, 2, 3)
    with pytest.raises(KeyError):
        colors.color("primry")


def test_an_overridden_primary_gets_a_readable_label() -> None:
    """Text on an overridden primary colour has a contrast of at least 4.5, be it yellow or black."""
    for seed in ("#F2B705", "#1B1A17"):
        colors = scheme(Theme("#F2B705", overrides=(("primary", seed),)))
        assert contrast(colors.color("primary"), colors.color("on_primary")) >= 4.5


def test_a_black_primary_is_not_used_in_dark_themes() -> None:
    """In the dark theme an overridden black primary is replaced by a colour with enough contrast."""
    paper = Theme("#F2B705", "brand", overrides=(("primary", "#1B1A17"), ("on_primary", "#F2B705")))
    assert scheme(paper).color("primary") == hex_rgb("#1B1A17")
    night = scheme(theme_of(paper, True))
    assert contrast(night.color("primary"), night.color("surface")) >= 4.5
    assert contrast(night.color("primary"), night.color("on_primary")) >= 4.5


def test_mixing_with_share_0_or_1_gives_one_colour() -> None:
    """Mixing two colours with a share of 0 or 1 gives exactly one of them."""
    assert mix((1, 2, 3), (250, 9, 77), 0) == (1, 2, 3)
    assert mix((1, 2, 3), (250, 9, 77), 1) == (250, 9, 77)
