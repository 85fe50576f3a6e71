"""Windows over an app: drawers, dialogs over a scrolled page, the clipboard notice, the standard date picker."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.kernel.phone import Phone
from adapters.phone.style.theme import Theme
from adapters.phone.ui import pickers
from adapters.phone.ui.app import App, Back, Copy, Effect, Go, Icon, Overlay, Route, Screen, View, route
from adapters.phone.ui.kinds import dp
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.scene import Box, Scene
from adapters.phone.workers.registry import with_launcher
from tests.adapters.phone.kernel.test_kernel_input import find, tap
from tests.adapters.phone.kernel.test_kernel_laws import check

PACKAGE = "com.windows"


@dataclass(frozen=True, slots=True)
class Picked:
    """The current and the confirmed value of the date picker."""

    day: str = "2026-11-17"
    month: str = "2026-11"
    done: str = ""


def rows(name: str, count: int) -> list[Node]:
    """List rows with numbered texts."""
    return [node("text", text=f"{name} {i}", height=56, width="fill") for i in range(count)]


def show(state: Picked, place: Route, view: View) -> Screen:
    """Show a list that is scrolled by 560 dp, below the dialog, sheet or drawer that the route names."""
    body = node("scroll", rows("Row", 60), id="list", value=560, align="stretch")
    windows: dict[str, Overlay] = {
        "dialog": Overlay("dialog", node("column", node("button", text="Close", on=ev("up")), rows("D", 3), width=280)),
        "form": Overlay("dialog", node("column", rows("L", 12), node("field", id="last", text=state.done), width=280)),
        "sheet": Overlay("sheet", node("column", node("scroll", rows("Sheet", 60), id="list"), width="fill")),
        "drawer": Overlay(
            "drawer", node("column", node("button", text="Near", on=ev("up")), rows("Place", 3), width=600, bg="low")
        ),
        "date": Overlay("dialog", pickers.date_picker(state.day, state.month, "2026-11-17", pick=ev("day"),
                                                      turn=ev("turn"), ok=ev("ok"))),
    }  # fmt: skip
    return Screen(body, overlay=windows.get(place.name))


def update(state: Picked, event: Ev, view: View) -> tuple[Picked, tuple[Effect, ...]]:
    """A reducer for all events of the picker."""
    if event.name == "open":
        return state, (Go(route(event.get("to"))),)
    if event.name == "copy":
        return state, (Copy(event.get("text")),)
    if event.name == "day":
        return replace(state, day=event.get("day")), ()
    if event.name == "turn":
        return replace(state, month=pickers.month_beside(state.month, event.get("by"))), ()
    if event.name == "ok":
        return replace(state, done=event.get("day")), (Back(),)
    return state, (Back(),) if event.name == "up" else ()


APP = App("windows", PACKAGE, "Windows", Icon("#112233", "#FFFFFF", "home"), Theme("#D8432B"), route("list"), Picked,
          show, update)  # fmt: skip


@pytest.fixture
def windows() -> Phone:
    """A phone with the app that has the overlays in front."""
    made = Phone(with_launcher((APP,)))
    made.start(PACKAGE)
    return made


def first_row(scene: Scene) -> str:
    """The text of the topmost visible row of the app's own window."""
    root = next(window.root for window in scene.windows if window.kind == "app")

    def scroll(box: Box) -> Box | None:
        return box if box.key == "list" else next((item for child in box.children if (item := scroll(child))), None)

    found = scroll(root)
    assert found is not None
    return next(child.node.text for child in found.children if child.rect[3] > found.rect[1])


def test_a_list_may_start_scrolled(windows: Phone) -> None:
    """`value` is a list's initial scroll offset; its beginning can still be reached."""
    assert first_row(windows.scene()) == "Row 10"
    windows.touch_swipe(500, 1000, 500, 1000 + dp(56) + dp(8), 5000)
    assert first_row(windows.scene()) == "Row 9"
    for _ in range(9):
        windows.touch_swipe(500, 600, 500, 2000, 100)
    assert first_row(windows.scene()) == "Row 0"
    windows.elapse(1000)
    assert first_row(windows.scene()) == "Row 0"


def test_a_dialog_leaves_the_page_where_it_was(windows: Phone) -> None:
    """The page below keeps its scroll position while a dialog is open and after it is closed."""
    windows.touch_swipe(500, 1500, 500, 900, 3000)
    before = first_row(windows.scene())
    windows.dispatch(ev("open", to="dialog"))
    assert first_row(windows.scene()) == before
    windows.key(4)
    assert first_row(windows.scene()) == before


def test_a_sheet_scrolls_independently_of_the_page(windows: Phone) -> None:
    """Two lists with the same id, in a sheet and on the page below, keep separate scroll positions."""
    windows.dispatch(ev("open", to="sheet"))
    before = first_row(windows.scene())
    assert find(windows, text="Sheet 0").bounds[1] > 0
    windows.touch_swipe(500, 1800, 500, 1200, 3000)
    assert b'"Sheet 0"' not in windows.dump()
    assert first_row(windows.scene()) == before


@pytest.mark.parametrize("way", ["beside", "back", "swipe", "button"])
def test_a_drawer_can_be_closed(windows: Phone, way: str) -> None:
    """A drawer is 320 dp wide and full height; a touch outside, BACK, a swipe or its button closes it."""
    windows.dispatch(ev("open", to="drawer"))
    drawer = windows.scene().windows[windows.scene().active]
    assert (drawer.kind, drawer.rect) == ("drawer", (0, 0, dp(320), 2400))
    check(windows)
    windows.touch_tap(400, 1500)
    assert windows.state.top.route.name == "drawer"
    if way == "beside":
        windows.touch_tap(1000, 1500)
    elif way == "back":
        windows.key(4)
    elif way == "swipe":
        windows.touch_swipe(700, 1500, 200, 1500, 200)
    else:
        tap(windows, text="Near")
    assert windows.state.top.route.name == "list"


def test_the_clipboard_notice_is_temporary(windows: Phone) -> None:
    """Copying shows a notice that is missing in the tree and disappears after some seconds."""
    windows.dispatch(ev("copy", text="Ferry Street 4"))
    assert windows.state.clipboard == "Ferry Street 4"
    assert [window.title for window in windows.scene().windows].count("ClipboardOverlay") == 1
    assert b"Ferry" not in windows.dump()
    windows.elapse(6000)
    assert "ClipboardOverlay" not in [window.title for window in windows.scene().windows]
    assert windows.state.clipboard == "Ferry Street 4"


def test_a_date_is_picked(windows: Phone) -> None:
    """A tap selects the day, arrows change the month, and "OK" returns the selected date."""
    windows.dispatch(ev("open", to="date"))
    assert find(windows, desc="Today Tue, Nov 17").checked
    tap(windows, desc="Change to next month")
    tap(windows, desc="Fri, Dec 4")
    assert find(windows, resource_id="mtrl_picker_header_selection_text").text == "Fri, Dec 4"
    check(windows)
    tap(windows, text="OK")
    assert windows.read()["windows"]["done"] == "2026-12-04"


@given(st.integers(1, 12), st.integers(2000, 2100))
def test_every_page_of_the_calendar_has_its_days(month: int, year: int) -> None:
    """A month's page offers each of its days exactly once, in order."""
    page = f"{year:04d}-{month:02d}"
    root = pickers.date_picker("", page, "2026-11-17", pick=ev("day"), turn=ev("turn"), ok=ev("ok"))

    def days(item: Node) -> list[str]:
        event = item.event("tap")
        own = [event.get("day")] if event is not None and event.name == "day" else []
        return own + [day for child in item.children for day in days(child)]

    start, after = date(year, month, 1), date.fromisoformat(f"{pickers.month_beside(page, 1)}-01")
    assert days(root) == [(start + timedelta(at)).isoformat() for at in range((after - start).days)]


def test_a_dialog_that_is_too_tall_scrolls(windows: Phone) -> None:
    """In landscape a tall dialog can be scrolled to reach its buttons."""
    windows.put_setting("system", "user_rotation", "1")
    windows.dispatch(ev("open", to="date"))
    check(windows)
    assert b'text="OK"' not in windows.dump()
    windows.touch_swipe(1200, 800, 1200, 200, 300)
    check(windows)
    tap(windows, text="OK")
    assert windows.read()["windows"]["done"] == "2026-11-17"


def test_the_keyboard_does_not_cover_a_field_of_a_dialog(windows: Phone) -> None:
    """A tall dialog is scrolled so that the touched field is above the keyboard."""
    windows.dispatch(ev("open", to="form"))
    tap(windows, resource_id="last")
    assert windows.state.keyboard.shown
    _, top, _, bottom = find(windows, resource_id="last").bounds
    assert bottom <= 2400 - 761
    assert bottom - top >= dp(48)
    check(windows)
