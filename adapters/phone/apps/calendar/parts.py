"""What several of the calendar's screens show: the bar of the views, colours, rows of a sheet."""

from adapters.phone.apps.calendar.model import State, color_of, front, invited
from adapters.phone.components.bottom_sheets import option_sheet, sheet_head
from adapters.phone.components.boxes import line
from adapters.phone.framework.actions import assign, focus, go, then
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import View
from adapters.phone.ui.node import Ev, Node, ev, node
from adapters.phone.ui.records import Event

NO_TITLE = "(No title)"
RED = "#D93025"
SEARCH = then(assign("ui.query", ""), go("search"), focus("search_src_text"))


def bar(state: State, view: View, page: str) -> Node:
    """The bar of the three views: menu, the month, search, and the way back to today."""
    day = front(state, view.now)
    away = day != view.now.date()
    name = f"{day:%B}" + (f" {day.year}" if day.year != view.now.year else "")
    number = node(
        "stack",
        w.icon("calendar_today", 26, "on_surface", place=("center", "center")),
        w.text(str(view.now.day), "11,12,Bold,0", "on_surface", place=("center", "center"), pad=(0, 5, 0, 0)),
        on=assign("ui.day", "") if away else None, enabled=away, id="today_goto", cls="android.widget.FrameLayout",
        desc="Jump to today", width=48, height=48,
    )  # fmt: skip
    return line(
        tool("menu", "Open navigation drawer", go("drawer", under=page), "menu"),
        w.text(name, "22,28,Regular,0", heading=True, lines=1, pad=(8, 0, 8, 0)),
        w.push(),
        tool("search", "Search", SEARCH, "action_search"),
        number,
        id="toolbar",
        cls=w.GROUP,
        height=60,
        pad=(4, 0, 6, 0),
    )


def tool(icon: str, desc: str, on: Ev, rid: str = "") -> Node:
    """An icon button of a bar."""
    return w.action(icon, desc, on, rid=rid, color="on_surface")


def dot(color: str, size: float = 18, radius: float = 5) -> Node:
    """A colour of a calendar or an event."""
    return node("spacer", width=size, height=size, radius=radius, bg=color)


def block_look(state: State, event: Event) -> tuple[str, str, str]:
    """Ground, outline and ink of an event's block; an invitation that was not accepted is only outlined."""
    color = color_of(state, event)
    waits = invited(event) and event.reply != "Yes"
    return ("surface", color, "on_surface") if waits else (color, "", "#FFFFFF")


def open_event(event: Event) -> Ev:
    """Show a turn of an event."""
    return then(focus(None), go("event", key=event.id, day=event.start[:10]))


def options(title: str, *rows: w.Some) -> Node:
    """A sheet with options under a title."""
    head = sheet_head(w.text(title, "titleL", heading=True, grow=1), rid="", pad=(24, 0, 8, 0))
    return option_sheet(head, *rows, gap=6)


def option(label: str, on: Ev, checked: bool, leading: Node | None = None, support: str = "") -> Node:
    """One option of a sheet."""
    return c.radio_row(
        label, on, checked, rid="option", inset=24, height=60 if support else 52, leading=leading, support=support
    )


def add_button(state: State, view: View) -> Node:
    """The button that makes an event on the day in front."""
    return node(
        "button", icon="add", variant="fab", desc="New event",
        on=ev("new_event", day=front(state, view.now).isoformat()), id="floating_action_button", width=56, height=56,
        radius=16, bg="primary_container", color="on_primary_container", elevation=3,
    )  # fmt: skip


def now_line(height: float) -> Node:
    """The mark of the time that it is."""
    dot_ = node("spacer", width=10, height=10, radius=5, bg=RED)
    return line(dot_, node("spacer", grow=1, height=2, bg=RED), height=height, id="now_line")
