"""Text styles and modifiers by name."""

from __future__ import annotations

from adapters.phone.components.boxes import column, divided
from adapters.phone.components.text_styles import modifier, text_style
from adapters.phone.ui import widgets


def test_a_style_is_said_once() -> None:
    """Every text of it has its type, colour and look, unless the text has its own."""
    title = text_style("16,24,Bold,0.1", lines=2, id="name")
    assert title("Tea") == widgets.text("Tea", "16,24,Bold,0.1", lines=2, id="name")
    assert title("Tea", color="error", lines=1) == widgets.text("Tea", "16,24,Bold,0.1", "error", lines=1, id="name")


def test_a_modifier_dresses_any_box() -> None:
    """Its look is that of the arguments."""
    card = modifier(bg="lowest", radius=10)
    assert column(**card) == column(bg="lowest", radius=10)


def test_rows_are_divided_between_them() -> None:
    """Not before the first and not after the last."""
    rows = [widgets.text("a"), widgets.text("b")]
    assert divided(rows, 16) == [rows[0], widgets.divider(16), rows[1]]
    assert divided([]) == []
