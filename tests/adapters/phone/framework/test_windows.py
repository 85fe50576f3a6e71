"""Windows over a screen."""

from __future__ import annotations

from adapters.phone.framework.windows import confirmation, dialog_over, sheet, sheet_head, sheet_over
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node, ev
from adapters.phone.ui.widgets import UP, app_bar, page, text


def texts_with_events(root: Node) -> dict[str, object]:
    """The texts of a tree with what a tap on them does."""
    found: dict[str, object] = {root.text: root.event("tap")} if root.text else {}
    for child in root.children:
        found |= texts_with_events(child)
    return found


def test_a_window_keeps_the_screen_below_it() -> None:
    """Only the title and the window are new; dialogs and sheets are told apart."""
    below = Screen(page(text("Below")), top=app_bar("Below"), title="Below")
    window = sheet(sheet_head("Colour"))
    for show, kind in ((dialog_over, "dialog"), (sheet_over, "sheet")):
        screen = show(below, window, "Colour")
        assert (screen.body, screen.top, screen.title) == (below.body, below.top, "Colour")
        assert screen.overlay is not None
        assert (screen.overlay.kind, screen.overlay.root) == (kind, window)


def test_a_confirmation_does_nothing_before_its_button() -> None:
    """Cancel leaves the dialog, the button does what was asked about."""
    shown = texts_with_events(confirmation("Delete note?", "It cannot be restored.", "Delete", ev("delete")))
    assert shown == {
        "Delete note?": None, "It cannot be restored.": None, "Cancel": UP, "Delete": ev("delete"),
    }  # fmt: skip
