"""Bedtime: when to sleep and to wake, and on which nights."""

from adapters.phone.apps.clock.app import app
from adapters.phone.apps.clock.model import State
from adapters.phone.apps.clock.parts import card, day_discs, form_row, open_page, tab_page
from adapters.phone.apps.clock.times import flipped, slept, span
from adapters.phone.components.boxes import line
from adapters.phone.components.settings_rows import section
from adapters.phone.framework.actions import assign, then
from adapters.phone.framework.dates import shown_time
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, View
from adapters.phone.ui.node import Node, node

NIGHTS = {0: "never", 1: "1 night a week", 7: "every night"}


@app.screen("bedtime", distractor="its wake-up time rings like an alarm")
def bedtime(state: State, view: View) -> Screen:
    """The schedule, and what goes with it."""
    bed = state.bedtime
    on, days = bind(state, "bedtime.on"), bind(state, "bedtime.days")
    ends = line(
        _end(state, view, "hotel", "Bedtime", "bed"),
        node("spacer", width=1, height=72, bg="outline_variant"),
        _end(state, view, "wb_sunny", "Wake up", "wake"),
        gap=8,
    )
    nights = NIGHTS.get(len(bed.days), f"{len(bed.days)} nights a week")
    length = w.text(
        f"{span(slept(bed.bed, bed.wake))} of sleep  ·  {nights}", "bodyM", "primary" if bed.on else "outline",
        id="sleep_length", pad=(4, 8, 4, 2), lines=2,
    )  # fmt: skip
    discs = day_discs(bed.days, lambda day: days.to(flipped(bed.days, day)))
    sound = open_page("sounds", path="bedtime.sound")
    body = w.page(
        form_row(
            "schedule", "Bedtime schedule", "On" if bed.on else "Off", on.toggled, rid="row_schedule", checked=bed.on
        ),
        card(ends, w.space(10), discs, length, bg="high" if bed.on else "low"),
        section("In the morning", top=18),
        form_row("music_note", "Wake-up sound", bed.sound, sound, rid="row_sound"),
    )
    return tab_page("Bedtime", body)


def _end(state: State, view: View, icon: str, name: str, end: str) -> Node:
    value = bind(state, f"bedtime.{end}").value
    time = shown_time(value, view)
    label = node("row", w.icon(icon, 18), w.text(name, "labelL", "on_surface_variant"), gap=6, align="center")
    digits = w.text(time, "36,44,Regular,-0.5", "on_surface" if state.bedtime.on else "outline", id="time", lines=1)
    pick = then(assign("ui.time", value), open_page("time", path=f"bedtime.{end}", under="bedtime"))
    return node(
        "column", label, digits, on=pick, id=f"{end}_time", cls=w.GROUP, desc=f"{name}, {time}",
        grow=1, height=80, align="center", justify="center", gap=2,
    )  # fmt: skip
