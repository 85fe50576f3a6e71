"""Bedtime: when to sleep and to wake, and on which nights."""

from __future__ import annotations

from adapters.phone.apps.clock.model import State
from adapters.phone.apps.clock.parts import bottom, card, day_discs, line, section, tab_bar
from adapters.phone.apps.clock.times import shown, slept, span
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node


def bedtime(state: State, place: Route, view: View) -> Screen:
    """The schedule, and what goes with it."""
    bed = state.bedtime
    on = bed.on
    ends = node(
        "row",
        _end("hotel", "Bedtime", shown(bed.bed, view), "bed", on),
        node("spacer", width=1, height=72, bg="outline_variant"),
        _end("wb_sunny", "Wake up", shown(bed.wake, view), "wake", on),
        width="fill", align="center", gap=8,
    )  # fmt: skip
    schedule = card(
        ends,
        w.space(10),
        day_discs(state, bed.days, ev("bed_day")),
        w.text(
            f"{span(slept(bed.bed, bed.wake))} of sleep  ·  {_nights(len(bed.days))}", "bodyM",
            "primary" if on else "outline", id="sleep_length", pad=(4, 8, 4, 2), lines=2,
        ),
        bg="high" if on else "low",
    )  # fmt: skip
    body = w.page(
        line("schedule", "Bedtime schedule", "On" if on else "Off", on=ev("bed_flag", name="on"), rid="row_schedule",
             tail=c.switch(on)),
        schedule,
        section("Before bed"),
        line("notifications_none", "Reminder", bed.reminder, on=ev("go", to="reminder"), rid="row_reminder"),
        line("do_not_disturb_on", "Do Not Disturb", "Until you wake up", on=ev("bed_flag", name="quiet"),
             rid="row_quiet", tail=c.switch(bed.quiet)),
        line("nightlight_round", "Dim the screen", on=ev("bed_flag", name="dim"), rid="row_dim",
             tail=c.switch(bed.dim)),
        section("In the morning"),
        line("music_note", "Wake-up sound", bed.sound, on=ev("ask_sound", key="bedtime"), rid="row_sound"),
    )  # fmt: skip
    return Screen(body, top=tab_bar("Bedtime"), bottom=bottom("Bedtime"), title="Bedtime")


def _nights(count: int) -> str:
    named = {0: "never", 1: "1 night a week", 7: "every night"}
    return named.get(count, f"{count} nights a week")


def _end(glyph: str, name: str, time: str, key: str, on: bool) -> Node:
    ink = "on_surface" if on else "outline"
    label = node("row", w.icon(glyph, 18), w.text(name, "labelL", "on_surface_variant"), gap=6, align="center")
    return node(
        "column", label, w.text(time, "36,44,Regular,-0.5", ink, id="time", lines=1), on=ev("ask_time", key=key),
        id=f"{key}_time", cls=w.GROUP, desc=f"{name}, {time}", grow=1, height=80, align="center", justify="center",
        gap=2,
    )  # fmt: skip
