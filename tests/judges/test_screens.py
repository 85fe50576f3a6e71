"""Screens as text: one line per entity, states in brackets, the page by its title."""

from __future__ import annotations

from typing import Any

from judges.evidence.screens import read_screen
from runtime.screen.tree import parse


def test_rows_of_a_list_are_one_line_each(build: Any, element: Any) -> None:
    """All texts of a list row, including nested texts and buttons, share one line; two rows never share a line."""
    rows = [
        element(
            "ViewGroup",
            element("TextView", text=name, y=y),
            element(
                "LinearLayout",
                element("TextView", text=price, y=y),
                element("Button", text="Add", clickable="true", y=y),
            ),
            y=y,
        )
        for name, price, y in (("Copper Pan", "9.40", "3"), ("Plain Jane", "7.90", "4"))
    ]
    tree = build("Menu", element("RecyclerView", *rows, scrollable="true", box="[0,300][1080,2300]"))
    assert read_screen(tree).lines == ("Menu", "Copper Pan | 9.40 | Add", "Plain Jane | 7.90 | Add")


def test_a_page_in_a_scroll_view_is_split_into_lines(build: Any, element: Any) -> None:
    """The only child of a scroll view is the page, not a row: its groups and controls get separate lines."""
    chips = element(
        "LinearLayout",
        element("RadioButton", text="Single", clickable="true", checkable="true", y="4"),
        element("RadioButton", text="Double", clickable="true", checkable="true", checked="true", y="4", x="2"),
        y="4",
    )
    total = element(
        "LinearLayout", element("TextView", text="Total", y="5"), element("TextView", text="11.40", y="5", x="5"), y="5"
    )
    page = element("LinearLayout", element("TextView", text="Size", y="3"), chips, total, box="[0,300][1080,700]")
    tree = build("Item", element("ScrollView", page, scrollable="true", box="[0,300][1080,2300]"))
    assert read_screen(tree).lines == ("Item", "Size", "Single", "Double [checked]", "Total | 11.40")


def test_states_are_shown(build: Any, element: Any) -> None:
    """Switches are on or off, fields focused, controls disabled, tabs selected; the name of a tab occurs once."""
    wifi = element(
        "LinearLayout",
        element("TextView", text="Wi-Fi", y="3"),
        element("Switch", checkable="true", checked="true", y="3", x="5"),
        clickable="true",
        y="3",
    )
    tab = element(
        "FrameLayout",
        element("TextView", text="Home", y="9"),
        content_desc="Home",
        clickable="true",
        selected="true",
        y="9",
    )
    tree = build(
        "Settings",
        wifi,
        element("CheckBox", text="Remember", checkable="true", clickable="true", y="4"),
        element("Button", text="Pay", clickable="true", enabled="false", y="5"),
        element("EditText", text="Search", focused="true", focusable="true", clickable="true", y="6"),
        tab,
    )
    words = read_screen(tree)
    assert words.lines == (
        "Settings",
        "Wi-Fi [on]",
        "Remember",
        "Pay [disabled]",
        "Search [focused]",
        "Home [selected]",
    )
    assert words.toggles == {"Wi-Fi": True, "Remember": False}


def test_a_check_box_without_text_belongs_to_its_row(build: Any, element: Any) -> None:
    """A check box without a text shows its state in the line of its row."""
    row = element(
        "ViewGroup",
        element("CheckBox", checkable="true", checked="true", clickable="true", y="3"),
        element("TextView", text="Buy flour", y="3", x="2"),
        clickable="true",
        y="3",
    )
    tree = build("Today", element("RecyclerView", row, scrollable="true", box="[0,300][1080,2300]"))
    assert read_screen(tree).lines == ("Today", "Buy flour [checked]")


def test_a_text_cannot_pass_for_several_rows(build: Any, element: Any) -> None:
    """Line breaks inside a text stay inside its line."""
    tree = build("Chat", element("TextView", text="hello\nOrder placed | Double", y="3"))
    assert read_screen(tree).lines == ("Chat", "hello Order placed | Double")


def test_the_page_is_named_by_dialog_toolbar_or_heading(build: Any, element: Any) -> None:
    """A page is named by its dialog's title, else its toolbar's, else its first text that is no control."""
    assert read_screen(build("Menu", element("TextView", text="Hello", y="3"))).page == "app.bunwright/Menu"
    dialog = element("TextView", text="Leave?", resource_id="android:id/alertTitle", y="3")
    assert read_screen(build("Menu", dialog)).page == "app.bunwright/Leave?"
    plain = (
        "<hierarchy><node class='a.View' package='p' bounds='[0,0][9,9]'>"
        "<node class='a.Button' package='p' text='Skip' clickable='true' bounds='[0,0][3,3]'/>"
        "<node class='a.TextView' package='p' text='Welcome' bounds='[0,4][3,6]'/></node></hierarchy>"
    )
    assert read_screen(parse(plain)).page == "p/Welcome"


def test_the_status_bar_is_not_part_of_the_screen(build: Any, element: Any) -> None:
    """Elements that the system draws around an app are ignored."""
    clock = element("TextView", text="12:01", package="com.android.systemui")
    assert read_screen(build("Menu", clock)).lines == ("Menu",)
