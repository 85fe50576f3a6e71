"""Drawers: their entries, and the screen that they lie over."""

from __future__ import annotations

from adapters.phone.components.drawers import drawer_entry, drawer_over, drawer_window
from adapters.phone.framework.actions import toast
from adapters.phone.ui import widgets
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node


def texts(root: Node) -> list[str]:
    """The texts of a tree, from top to bottom."""
    return [*([root.text] if root.text else []), *(text for child in root.children for text in texts(child))]


def test_an_entry_says_where_it_leads_and_how_much_is_there() -> None:
    """The page in front is marked; nothing is said of an empty one."""
    entry = drawer_entry("inbox", "Inbox", toast("Inbox"), here=True, count=3)
    assert (texts(entry), entry.selected, entry.event("tap")) == (["Inbox", "3"], True, toast("Inbox"))
    assert texts(drawer_entry("inbox", "Bin", toast("Bin"))) == ["Bin"]


def test_an_entry_may_have_another_mark_than_an_icon() -> None:
    """A dot in the colour of a list, for example."""
    dot = widgets.space(12, 12)
    assert drawer_entry(dot, "Work", toast("Work")).children[0] == dot


def test_a_drawer_lies_over_the_screen_of_another_place() -> None:
    """The screen below stays as it is; the head does not scroll with the entries."""
    head = widgets.text("Calendar")
    entry = drawer_entry("event", "Day", toast("Day"))
    window = drawer_window(entry, head=head, width=300, radius=16, pad=8)
    assert window.children[0] == head
    assert (window.children[1].kind, window.children[1].children[0]) == ("scroll", entry)
    below = Screen(widgets.page(), title="Schedule")
    screen = drawer_over(below, window, "Menu")
    assert (screen.body, screen.title) == (below.body, "Menu")
    assert screen.overlay is not None
    assert (screen.overlay.kind, screen.overlay.root) == ("drawer", window)
