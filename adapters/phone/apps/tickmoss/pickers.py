"""What the editor picks from: the calendar, the clock, and sheets of lists, priorities, repeats and reminders."""

from __future__ import annotations

from dataclasses import replace

from adapters.phone.apps.tickmoss.days import MONTHS, SHORT, beside, dated, day_of, month_page, plus, spoken
from adapters.phone.apps.tickmoss.model import State, draft_for
from adapters.phone.apps.tickmoss.pages import editor
from adapters.phone.apps.tickmoss.rows import RINGS, dot
from adapters.phone.apps.tickmoss.tasks import COLORS, INBOX, PRIORITIES, REMINDERS, REPEATS
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Overlay, Route, Screen, View
from adapters.phone.ui.node import Ev, Node, ev, node

HOURS = tuple(range(6, 24))
MINUTES = (0, 10, 15, 20, 30, 40, 45, 50)


def _over(state: State, place: Route, view: View, overlay: Overlay, title: str) -> Screen:
    return replace(editor(state, place, view), overlay=overlay, title=title)


def _sheet(title: str, rows: list[Node]) -> Node:
    head = node(
        "row", w.text(title, "20,28,Bold,0", heading=True, grow=1),
        c.button("Cancel", w.UP, rid="cancel", variant="text", width="wrap", height=40),
        width="fill", pad=(24, 0, 12, 6), align="center",
    )  # fmt: skip
    grip = node("row", node("spacer", width=32, height=4, radius=2, bg="outline"), width="fill", justify="center")
    group = node("scroll", rows, id="option_group", cls="android.widget.RadioGroup", width="fill", align="stretch")
    return node(
        "column", grip, head, group, width="fill", bg="low", radius=(28, 28, 0, 0), pad=(0, 14, 0, 8), gap=8,
        align="stretch", id="design_bottom_sheet", cls="android.widget.FrameLayout",
    )  # fmt: skip


def _option(label: str, chosen: bool, what: str, key: str, leading: Node | None) -> Node:
    on = ev("picked", what=what, key=key, value=label)
    return c.radio_row(label, on, chosen, rid="option", inset=24, height=52, leading=leading)


def pick_list(state: State, place: Route, view: View) -> Screen:
    """Which list the task goes to."""
    key, draft = place.get("key", "new"), draft_for(state, place.get("key", "new"), view.now)
    rows = [_option(INBOX, draft.list == INBOX, "list", key, w.icon("inbox", 20))]
    rows += [
        _option(one.name, draft.list == one.name, "list", key, node("row", dot(COLORS.get(one.color, "#546478"), 12),
                width=20, justify="center"))
        for one in state.lists
    ]  # fmt: skip
    return _over(state, place, view, Overlay("sheet", _sheet("List", rows)), "List")


def pick_priority(state: State, place: Route, view: View) -> Screen:
    """How urgent it is."""
    key, draft = place.get("key", "new"), draft_for(state, place.get("key", "new"), view.now)
    rows = [
        _option(one, draft.priority == one, "priority", key,
                w.icon("flag" if one != "None" else "outlined_flag", 22, RINGS[one]))
        for one in reversed(PRIORITIES)
    ]  # fmt: skip
    return _over(state, place, view, Overlay("sheet", _sheet("Priority", rows)), "Priority")


def pick_repeat(state: State, place: Route, view: View) -> Screen:
    """How often it comes back."""
    key, draft = place.get("key", "new"), draft_for(state, place.get("key", "new"), view.now)
    window = c.choice_dialog("Repeat", REPEATS, draft.repeat, ev("picked", what="repeat", key=key))
    return _over(state, place, view, Overlay("dialog", window), "Repeat")


def pick_reminder(state: State, place: Route, view: View) -> Screen:
    """When it makes itself heard."""
    key, draft = place.get("key", "new"), draft_for(state, place.get("key", "new"), view.now)
    window = c.choice_dialog("Reminder", REMINDERS, draft.reminder, ev("picked", what="reminder", key=key))
    return _over(state, place, view, Overlay("dialog", window), "Reminder")


def pick_day(state: State, place: Route, view: View) -> Screen:
    """A calendar page, three near days, and no date at all. Nothing is set before "OK"."""
    key = place.get("key", "new")
    chosen = state.ui.day or view.now.date().isoformat()
    month = state.ui.month or chosen[:7]
    weekend = plus(view.now, (5 - view.now.weekday()) % 7 or 7)
    near = (("Today", plus(view.now, 0)), ("Tomorrow", plus(view.now, 1)), ("Weekend", weekend))
    chips = [c.chip(name, ev("calendar", day=day), day == chosen, rid="chip_day", single=True) for name, day in near]
    day = day_of(chosen)
    window = node(
        "column",
        w.text("Select date", "labelL", "on_surface_variant", pad=(24, 0, 24, 0)),
        w.text(dated(day) if day else "", "32,44,Regular,0", id="android:id/alertTitle", heading=True,
               pad=(24, 0, 24, 8)),
        c.chips(chips, inset=20, rid="day_group", cls="android.widget.RadioGroup"),
        _month(month),
        _grid(month, chosen, state.prefs.first_day == "Sunday", plus(view.now, 0)),
        node("row",
             c.button("No date", ev("day_set", key=key), rid="android:id/button3", variant="text", width="wrap",
                      height=40),
             w.push(), c.dialog_button("Cancel", w.UP, yes=False),
             c.dialog_button("OK", ev("day_set", key=key, day=chosen)),
             width="fill", pad=(12, 8, 12, 0), gap=4),
        id="android:id/parentPanel", cls="android.widget.FrameLayout", width=336, bg="high", radius=28,
        pad=(0, 20, 0, 16), align="stretch", elevation=3,
    )  # fmt: skip
    return _over(state, place, view, Overlay("dialog", window), "Select date")


def _month(month: str) -> Node:
    name = f"{MONTHS[int(month[5:7]) - 1]} {month[:4]}"
    return node(
        "row",
        w.text(name, "titleS", "on_surface_variant", grow=1, id="month_title"),
        w.action("chevron_left", f"Previous month, {MONTHS[int(beside(month, -1)[5:]) - 1]}", ev("month", by=-1),
                 rid="prev"),
        w.action("chevron_right", f"Next month, {MONTHS[int(beside(month, 1)[5:]) - 1]}", ev("month", by=1),
                 rid="next"),
        width="fill", height=48, pad=(24, 0, 8, 0), align="center",
    )  # fmt: skip


def _grid(month: str, chosen: str, sunday_first: bool, today: str) -> Node:
    first = 6 if sunday_first else 0
    cells: list[Node] = [
        w.text(SHORT[(first + at) % 7][0], "bodyM", "on_surface_variant", text_align="center") for at in range(7)
    ]
    for week in month_page(int(month[:4]), int(month[5:7]), first):
        for number in week:
            key = f"{month}-{number:02d}"
            cells.append(_cell(number, key, key == chosen, key == today) if number else w.space(40))
    return node("grid", cells, columns=7, width="fill", align="stretch", pad=(14, 0, 14, 0), id="month_view")


def _cell(number: int, key: str, on: bool, today: bool) -> Node:
    ink = "on_primary" if on else "primary" if today else "on_surface"
    day = day_of(key)
    disc = node(
        "stack",
        w.text(str(number), "14,20,Medium,0" if on or today else "bodyM", ink, place=("center", "center")),
        width=38, height=38, radius=19, bg="primary" if on else "", outline="primary" if today and not on else "",
    )  # fmt: skip
    return node(
        "column", disc, on=ev("calendar", day=key), cls="android.view.View", desc=spoken(day) if day else "",
        selected=on, height=40, align="center", justify="center", id="day",
    )  # fmt: skip


def pick_time(state: State, place: Route, view: View) -> Screen:
    """An hour and a minute, or no time. Nothing is set before "OK"."""
    key, ui = place.get("key", "new"), state.ui
    time = f"{ui.hour:02d}:{ui.minute:02d}"
    window = node(
        "column",
        w.text("Select time", "labelL", "on_surface_variant", pad=(24, 0, 24, 0)),
        w.text(time, "52,60,Regular,0", "primary", id="android:id/alertTitle", heading=True, pad=(24, 2, 24, 10)),
        w.text("Hour", "labelM", "on_surface_variant", pad=(24, 0, 24, 4)),
        node("grid", [_pill(f"{hour:02d}", ev("hour", value=hour), hour == ui.hour, "hour") for hour in HOURS],
             columns=6, gap=6, width="fill", align="stretch", pad=(20, 0, 20, 12), id="hour_group"),
        w.text("Minute", "labelM", "on_surface_variant", pad=(24, 0, 24, 4)),
        node("grid", [_pill(f":{one:02d}", ev("minute", value=one), one == ui.minute, "minute") for one in MINUTES],
             columns=4, gap=6, width="fill", align="stretch", pad=(20, 0, 20, 8), id="minute_group"),
        node("row",
             c.button("No time", ev("time_set", key=key), rid="android:id/button3", variant="text", width="wrap",
                      height=40),
             w.push(), c.dialog_button("Cancel", w.UP, yes=False),
             c.dialog_button("OK", ev("time_set", key=key, time=time)),
             width="fill", pad=(12, 8, 12, 0), gap=4),
        id="android:id/parentPanel", cls="android.widget.FrameLayout", width=336, bg="high", radius=28,
        pad=(0, 20, 0, 16), align="stretch", elevation=3,
    )  # fmt: skip
    return _over(state, place, view, Overlay("dialog", window), "Select time")


def _pill(label: str, on: Ev, chosen: bool, rid: str) -> Node:
    return node(
        "column",
        w.text(label, "15,20,Medium,0", "on_primary" if chosen else "on_surface"),
        on=on, id=rid, cls="android.widget.RadioButton", checked=chosen, selected=chosen, height=40, radius=12,
        align="center", justify="center", bg="primary" if chosen else "low",
    )  # fmt: skip
