"""Properties of text measurement and wrapping that layout relies on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.style import typography as types

WORDS = st.text(alphabet="abcdefghijklmnopqrstuvwxyz WIl.,;:!?-–’éß周六天气不错，。（）\n", max_size=120)
STYLES = st.sampled_from(
    ["bodyL", "bodyM", "titleM/Bold", "labelS", "headlineL", "30,36,Condensed,0", "96,100,Thin,-1"]
)
WIDTHS = st.floats(20, 1080)


@given(WORDS, STYLES, WIDTHS)
def test_wrapped_lines_fit_unless_a_single_character_is_wider(text: str, style: str, width: float) -> None:
    """A wrapped line is wider than the limit only if it is a single character."""
    for line in types.wrap(text, style, width):
        assert types.measure(line, style) <= width + 1e-6 or len(line) == 1


@given(WORDS, STYLES, WIDTHS)
def test_wrapping_loses_nothing_but_spaces(text: str, style: str, width: float) -> None:
    """Without a limit on lines, all characters except white space are kept in order."""
    assert "".join("".join(types.wrap(text, style, width)).split()) == "".join(text.split())


@given(WORDS, STYLES, WIDTHS, st.integers(1, 4))
def test_a_limit_on_lines_holds(text: str, style: str, width: float, most: int) -> None:
    """There are never more lines than allowed, and cut text ends with an ellipsis."""
    lines = types.wrap(text, style, width, most)
    assert 1 <= len(lines) <= most
    if not lines[-1].endswith("…"):
        assert "".join("".join(lines).split()) == "".join(text.split())


@given(WORDS, WORDS, STYLES)
def test_widths_add_up(a: str, b: str, style: str) -> None:
    """A text is as wide as the sum of its parts, because there is no kerning."""
    assert types.measure(a + b, style) == pytest.approx(types.measure(a, style) + types.measure(b, style))


@given(WORDS, STYLES, WIDTHS)
def test_ellipsized_text_fits(text: str, style: str, width: float) -> None:
    """A text cut with an ellipsis fits into the width, unless the ellipsis alone is wider."""
    line = types.ellipsize(text.replace("\n", " "), style, width)
    assert types.measure(line, style) <= max(width, types.measure("…", style)) + 1e-6


def test_punctuation_never_opens_a_line() -> None:
    """A Chinese comma or full stop stays on the line of the character before it."""
    lines = types.wrap("周六天气不错，带上相机。", "bodyL", types.measure("周六天气不错", "bodyL") + 1)
    assert lines == ("周六天气不", "错，带上相", "机。")


def test_the_type_scale_in_pixels() -> None:
    """Font sizes, line heights, baselines and lengths in dp have the expected values at 2.625 pixels per dp."""
    style = types.resolve("bodyL")
    assert (style.px, style.line, style.baseline) == (42, 63, 46)
    assert types.line_height("headlineS") == 84
    assert [types.dp(v) for v in (1, 2, 4, 8, 20, 40, 80)] == [3, 5, 11, 21, 53, 105, 210]


@pytest.mark.parametrize("style", ["bodyX", "bodyL/Heavy", "12,16,Regular", "twelve,16,Regular,0"])
def test_a_style_that_does_not_exist_is_an_error(style: str) -> None:
    """An unknown or malformed text style raises ValueError."""
    with pytest.raises(ValueError, match=r"type style|could not convert"):
        types.resolve(style)


def test_missing_glyphs_are_found() -> None:
    """Arrows and pictographs without a glyph are reported; names, prices and Chinese text are not."""
    assert types.missing_glyphs("→ ★ 📷") == {"→", "★", "📷"}
    assert types.missing_glyphs("José’s “note” – $9.40 · 14 °C × 2 … 林晓雨，九点见！") == set()
