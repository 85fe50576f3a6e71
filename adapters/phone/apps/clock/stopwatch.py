"""The stopwatch. The phone tells apps the time to the minute, so a running one moves once a minute."""

from dataclasses import replace
from datetime import datetime

from adapters.phone.apps.clock.app import app
from adapters.phone.apps.clock.model import State, Stopwatch
from adapters.phone.apps.clock.parts import big_button, pill_button, tab_page
from adapters.phone.apps.clock.times import digits, moment, stamp
from adapters.phone.components.boxes import line
from adapters.phone.framework.actions import Handled, assign
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node


def elapsed(watch: Stopwatch, now: datetime) -> int:
    """Return the seconds on the stopwatch."""
    return watch.kept + (max(0, int((now - moment(watch.since, now)).total_seconds())) if watch.since else 0)


@app.screen("stopwatch", distractor="counts up, where a timer counts down")
def stopwatch(state: State, view: View) -> Screen:
    """The seconds in a ring, what can be done, and the laps."""
    watch = state.stopwatch
    runs = bool(watch.since)
    reset = assign("stopwatch", Stopwatch())
    buttons = line(
        pill_button("Reset", reset, "reset", icon="replay", grow=1, enabled=watch != Stopwatch()),
        pill_button("Lap", ev("watch_lap"), "lap", icon="outlined_flag", grow=1),
        gap=8,
        pad=(20, 0, 20, 12),
    )
    body = w.page(_ring(elapsed(watch, view.now), runs), buttons, _laps(watch), w.space(108), rid="laps")
    icon, desc = ("pause", "Pause") if runs else ("play_arrow", "Start")
    return tab_page("Stopwatch", body, big_button(icon, desc, ev("watch")))


def _ring(seconds: int, runs: bool) -> Node:
    style = "60,72,Light,-1" if seconds < 3600 else "48,60,Light,-1"
    time = w.text(
        digits(seconds), style, "primary" if runs else "on_surface", id="stopwatch_time_text",
        place=("center", "center"),
    )  # fmt: skip
    ring = node(
        "stack", time, width=236, height=236, radius=118, outline="primary" if runs else "outline_variant",
        outline_width=6,
    )  # fmt: skip
    return node("row", ring, width="fill", justify="center", pad=(0, 20, 0, 28))


def _laps(watch: Stopwatch) -> list[Node]:
    if not watch.laps:
        hint = "Tap Lap for every round." if watch.since else "Start, then tap Lap for every round."
        return [w.text(hint, "bodyM", "on_surface_variant", text_align="center", width="fill", pad=(24, 16, 24, 0))]
    before = (0, *watch.laps)
    return [_lap(number, watch.laps[number - 1], before[number - 1]) for number in range(len(watch.laps), 0, -1)]


def _lap(number: int, total: int, before: int) -> Node:
    return line(
        w.text(f"Lap {number}", "bodyL", "on_surface_variant", width=88),
        w.text(digits(total - before), "bodyL", grow=1, id="lap_time"),
        w.text(digits(total), "bodyL", "on_surface_variant", id="lap_total"),
        id="row_lap", cls=w.GROUP, height=48, pad=(32, 0),
    )  # fmt: skip


@app.on("watch")
def start_or_pause(state: State, view: View) -> State:
    """Start the stopwatch, or let it rest."""
    watch = state.stopwatch
    if watch.since:
        return replace(state, stopwatch=replace(watch, since="", kept=elapsed(watch, view.moment)))
    return replace(state, stopwatch=replace(watch, since=stamp(view.moment)))


@app.on("watch_lap")
def lap(state: State, view: View) -> Handled:
    """Add a lap."""
    watch = state.stopwatch
    if not watch.since:
        return Toast("Start the stopwatch first")
    return replace(state, stopwatch=replace(watch, laps=(*watch.laps, elapsed(watch, view.moment))))
