"""Countdowns and the stopwatch. The phone tells apps the time to the minute, so running ones move once a minute."""

from __future__ import annotations

from adapters.phone.apps.clock.content import PRESETS, Timer
from adapters.phone.apps.clock.model import State, Stopwatch, elapsed, left, timer_name, typed
from adapters.phone.apps.clock.parts import THIN, big_button, bottom, card, pill_button, tab_bar
from adapters.phone.apps.clock.times import brief, digits
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Route, Screen, View
from adapters.phone.ui.node import Node, ev, node

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0")


def timers(state: State, place: Route, view: View) -> Screen:
    """A card for each timer."""
    fab = big_button("add", "Add timer", ev("new_timer"))
    if state.timers:
        body = w.page([_card(one, view) for one in state.timers], w.space(108))
    else:
        body = w.page(w.empty("hourglass_empty", "No timers", "Add one with the button below."))
    return Screen(body, top=tab_bar("Timer"), bottom=bottom("Timer"), fab=fab, title="Timer")


def _card(one: Timer, view: View) -> Node:
    rest, name = left(one, view.now), timer_name(one)
    over = rest <= 0
    ink = "error" if over else "primary" if one.ends else "on_surface"
    state = "Time is up" if over else "Running" if one.ends else "Paused" if rest < one.length else "Ready"
    head = node(
        "row",
        w.text(name, "titleM", "on_surface_variant", lines=1, id="timer_label", grow=1),
        w.text(state, "labelL", ink if one.ends else "on_surface_variant", id="timer_state"),
        w.action("close", f"Delete {name}, {brief(one.length)}", ev("timer_drop", key=one.id), rid="close"),
        width="fill", height=40, align="center",
    )  # fmt: skip
    share = max(0, min(one.length, rest))
    bar = node(
        "row",
        node("spacer", grow=share, height=6, radius=3, bg=ink) if share else None,
        node("spacer", grow=one.length - share, height=6) if share < one.length else None,
        width="fill", height=6, radius=3, bg="highest",
    )  # fmt: skip
    time = node(
        "row",
        w.text(digits(rest), "50,56,Regular,-0.5" if one.ends else THIN, ink, id="timer_time_text", lines=1, grow=1),
        w.text(f"of {brief(one.length)}", "bodyM", "on_surface_variant", id="timer_length"),
        width="fill", align="center", pad=(0, 0, 4, 0),
    )  # fmt: skip
    go = (
        pill_button("Stop" if over else "Pause", ev("timer_stop" if over else "timer_pause", key=one.id), "play_pause",
                    glyph="stop" if over else "pause", variant="filled", grow=1)
        if one.ends
        else pill_button("Start", ev("timer_start", key=one.id), "play_pause", glyph="play_arrow", grow=1)
    )  # fmt: skip
    buttons = node(
        "row",
        pill_button("+1:00", ev("timer_more", key=one.id), "add_one_min", variant="outlined", grow=1),
        pill_button("Reset", ev("timer_reset", key=one.id), "reset", variant="outlined", grow=1,
                    enabled=bool(one.ends) or rest != one.length),
        go,
        width="fill", gap=8, pad=(0, 12, 4, 2),
    )  # fmt: skip
    return card(head, time, w.space(8), bar, buttons, bg="high" if one.ends else "container", rid="timer_card")


def new_timer(state: State, place: Route, view: View) -> Screen:
    """Digits from the right, as on a microwave; a label; ready-made lengths."""
    keys = state.ui.keys.rjust(6, "0")
    lit = bool(state.ui.keys)
    shown = [
        node("row", w.text(part, "50,60,Regular,-0.5", "primary" if lit else "outline", id="setup_digits"),
             w.text(unit, "titleM", "primary" if lit else "outline", pad=(2, 22, 0, 0)))
        for part, unit in ((keys[:2], "h"), (keys[2:4], "m"), (keys[4:], "s"))
    ]  # fmt: skip
    length = typed(state.ui.keys)
    name = c.field(
        state.ui.name, "Label", "edit_label", change=ev("timer_name"), submit=ev("searched"), leading="label_outline",
        radius=16, bg="container",
    )  # fmt: skip
    presets = [c.chip(label, ev("preset", value=value), value == length, rid="chip_preset", single=True)
               for label, value in PRESETS]  # fmt: skip
    pad = [_key(one) for one in KEYS]
    pad.append(
        node("icon_button", icon="backspace", desc="Delete digit", on=ev("key", value="back"), id="delete",
             width="fill", height=84, size=26, radius=42, bg="high", color="on_surface", enabled=lit)
    )  # fmt: skip
    body = w.form(
        node("row", shown, width="fill", justify="center", gap=12, pad=(8, 4, 8, 12), desc="Length of the timer"),
        node("column", name, width="fill", pad=(20, 0, 20, 10), align="stretch"),
        node("scroll", presets, horizontal=True, id="chip_group", cls="android.widget.HorizontalScrollView",
             width="fill", height=48, gap=8, pad=(20, 4, 20, 8), align="center"),
        node("grid", pad, columns=3, gap=10, width="fill", align="stretch", pad=(44, 8, 44, 12), id="keypad"),
    )  # fmt: skip
    foot = node(
        "row", c.button("Cancel", w.UP, rid="cancel", variant="outlined", grow=1),
        c.button(f"Start {brief(length)}" if length else "Start", ev("timer_make"), rid="start", grow=1,
                 icon_name="play_arrow"),
        width="fill", bg="container", radius=(24, 24, 0, 0), pad=(20, 14, 20, 14), gap=12,
    )  # fmt: skip
    return Screen(body, top=w.app_bar("New timer"), bottom=foot, title="New timer")


def _key(label: str) -> Node:
    return node(
        "column", w.text(label, "26,32,Regular,0"), on=ev("key", value=label), id="timer_setup_digit",
        cls="android.widget.Button", height=84, radius=42, bg="high", align="center", justify="center",
    )  # fmt: skip


def stopwatch(state: State, place: Route, view: View) -> Screen:
    """The seconds in a ring, what can be done, and the laps."""
    watch = state.stopwatch
    total = elapsed(watch, view.now)
    runs = bool(watch.since)
    style = "60,72,Light,-1" if total < 3600 else "48,60,Light,-1"
    ring = node(
        "stack",
        w.text(digits(total), style, "primary" if runs else "on_surface", id="stopwatch_time_text",
               place=("center", "center")),
        width=236, height=236, radius=118, outline="primary" if runs else "outline_variant", outline_width=6,
    )  # fmt: skip
    buttons = node(
        "row",
        pill_button("Reset", ev("watch_reset"), "reset", glyph="replay", grow=1, enabled=watch != Stopwatch()),
        pill_button("Lap", ev("watch_lap"), "lap", glyph="outlined_flag", grow=1),
        width="fill", gap=8, pad=(20, 0, 20, 12),
    )  # fmt: skip
    laps = list(enumerate(watch.laps, 1))
    rows = [_lap(at, mark, mark - (watch.laps[at - 2] if at > 1 else 0)) for at, mark in reversed(laps)]
    if not rows:
        hint = "Start, then tap Lap for every round." if not runs else "Tap Lap for every round."
        rows = [w.text(hint, "bodyM", "on_surface_variant", text_align="center", width="fill", pad=(24, 16, 24, 0))]
    body = w.page(
        node("row", ring, width="fill", justify="center", pad=(0, 20, 0, 28)), buttons, rows, w.space(108), rid="laps"
    )
    fab = big_button("pause" if runs else "play_arrow", "Pause" if runs else "Start", ev("watch"))
    return Screen(body, top=tab_bar("Stopwatch"), bottom=bottom("Stopwatch"), fab=fab, title="Stopwatch")


def _lap(number: int, total: int, lap: int) -> Node:
    return node(
        "row",
        w.text(f"Lap {number}", "bodyL", "on_surface_variant", width=88),
        w.text(digits(lap), "bodyL", grow=1, id="lap_time"),
        w.text(digits(total), "bodyL", "on_surface_variant", id="lap_total"),
        id="row_lap", cls=w.GROUP, width="fill", height=48, align="center", pad=(32, 0, 32, 0),
    )  # fmt: skip
