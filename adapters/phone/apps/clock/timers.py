"""Countdowns. The phone tells apps the time to the minute, so running ones move once a minute."""

from dataclasses import replace
from datetime import datetime, timedelta

from adapters.phone.apps.clock.app import app
from adapters.phone.apps.clock.content import Timer
from adapters.phone.apps.clock.model import State, next_id
from adapters.phone.apps.clock.parts import (
    HUGE,
    THIN,
    answers,
    big_button,
    card,
    form_foot,
    label_field,
    pill_button,
    tab_page,
)
from adapters.phone.apps.clock.times import brief, digits, moment, stamp
from adapters.phone.components.boxes import column, line
from adapters.phone.framework.actions import Handled, assign, go, then
from adapters.phone.framework.state_paths import Bound, bind, find, without
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Back, Focus, Screen, Toast, View, Withdraw
from adapters.phone.ui.node import Node, ev, node

KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0")
MOST_KEYS = 6
LONGEST = 99 * 3600 + 59 * 60 + 59


def remaining(timer: Timer, now: datetime) -> int:
    """Return the seconds that a timer still has; negative when its time is over.

    At most what it was started with, and 0 once it has rung: the time that screens get has no seconds, so it is late.
    """
    if not timer.ends:
        return timer.left
    return min(int((moment(timer.ends, now) - now).total_seconds()), timer.left)


def name_of(timer: Timer) -> str:
    """Return its label, or `Timer`."""
    return timer.label or "Timer"


@app.screen("timers")
def timers(state: State, view: View) -> Screen:
    """A card for each timer."""
    add = then(assign("ui.keys", ""), assign("ui.name", ""), go("newtimer"))
    body = w.page([_card(timer, view) for timer in state.timers], w.space(108))
    if not state.timers:
        body = w.page(w.empty("hourglass_empty", "No timers", "Add one with the button below."))
    return tab_page("Timer", body, big_button("add", "Add timer", add))


def _card(timer: Timer, view: View) -> Node:
    rest, running = remaining(timer, view.now), bool(timer.ends)
    over = rest <= 0
    ink = "error" if over else "primary" if running else "on_surface"
    time = line(
        w.text(digits(rest), HUGE if running else THIN, ink, id="timer_time_text", lines=1, grow=1),
        w.text(f"of {brief(timer.length)}", "bodyM", "on_surface_variant", id="timer_length"),
        pad=(0, 0, 4, 0),
    )
    return card(
        _head(timer, rest, ink),
        time,
        w.space(8),
        _progress(timer.length, max(0, min(timer.length, rest)), ink),
        _buttons(timer, rest),
        bg="high" if running else "container",
        rid="timer_card",
    )


def _head(timer: Timer, rest: int, ink: str) -> Node:
    status = "Paused" if rest < timer.length else "Ready"
    if timer.ends:
        status = "Running"
    if rest <= 0:
        status = "Time is up"
    name = name_of(timer)
    delete = ev("delete_timer", key=timer.id)
    return line(
        w.text(name, "titleM", "on_surface_variant", lines=1, id="timer_label", grow=1),
        w.text(status, "labelL", ink if timer.ends else "on_surface_variant", id="timer_state"),
        w.action("close", f"Delete {name}, {brief(timer.length)}", delete, rid="close"),
        height=40,
    )


def _progress(length: int, rest: int, ink: str) -> Node:
    return node(
        "row",
        node("spacer", grow=rest, height=6, radius=3, bg=ink) if rest else None,
        node("spacer", grow=length - rest, height=6) if rest < length else None,
        width="fill", height=6, radius=3, bg="highest",
    )  # fmt: skip


def _buttons(timer: Timer, rest: int) -> Node:
    running, key = bool(timer.ends), timer.id
    main = pill_button("Start", ev("timer_start", key=key), "play_pause", icon="play_arrow", grow=1)
    if running and rest > 0:
        main = pill_button("Pause", ev("timer_pause", key=key), "play_pause", icon="pause", variant="filled", grow=1)
    elif running:
        main = pill_button("Stop", ev("timer_stop", key=key), "play_pause", icon="stop", variant="filled", grow=1)
    more = pill_button("+1:00", ev("timer_more", key=key), "add_one_min", variant="outlined", grow=1)
    reset = pill_button(
        "Reset", ev("timer_stop", key=key), "reset", variant="outlined", grow=1,
        enabled=running or rest != timer.length,
    )  # fmt: skip
    return line(more, reset, main, gap=8, pad=(0, 12, 4, 2), align="start")


def _with_timer(state: State, timer: Timer) -> State:
    return replace(state, timers=tuple(timer if known.id == timer.id else known for known in state.timers))


def _running(timer: Timer, seconds: int, view: View) -> Timer:
    return replace(timer, left=seconds, ends=stamp(view.moment + timedelta(seconds=seconds)))


def notice_key(timer: Timer) -> str:
    """Return the key of the notification that a timer's time is up."""
    return f"timer-{timer.id}"


@app.on("timer_start")
def start(state: State, view: View, key: str) -> Handled:
    """Let a timer run with what remains of it."""
    timer = find(state.timers, id=key)
    if timer is None or timer.ends:
        return None
    return _with_timer(state, _running(timer, timer.left, view))


@app.on("timer_pause")
def pause(state: State, view: View, key: str) -> Handled:
    """Let a timer rest."""
    timer = find(state.timers, id=key)
    return _with_timer(state, replace(timer, left=max(1, remaining(timer, view.moment)), ends="")) if timer else None


@app.on("timer_stop")
def stop(state: State, key: str) -> Handled:
    """Set a timer to its full length; its notification goes."""
    timer = find(state.timers, id=key)
    if timer is None:
        return None
    return _with_timer(state, replace(timer, left=timer.length, ends="")), Withdraw(notice_key(timer))


@app.on("timer_more")
def more(state: State, view: View, key: str) -> Handled:
    """A minute more; a timer that is over gets a minute from now on."""
    timer = find(state.timers, id=key)
    if timer is None:
        return None
    seconds = max(0, remaining(timer, view.moment)) + 60
    longer = _running(timer, seconds, view) if timer.ends else replace(timer, left=seconds)
    return _with_timer(state, longer), Withdraw(notice_key(timer))


@app.on("delete_timer")
def delete_timer(state: State, key: str) -> Handled:
    """Delete a timer."""
    timer = find(state.timers, id=key)
    if timer is None:
        return None
    return replace(state, timers=without(state.timers, id=key)), Withdraw(notice_key(timer)), Toast("Timer deleted")


def typed(keys: str) -> int:
    """Return the seconds of the digits on the keypad, read from the right: `130` is a minute and a half."""
    full = keys.rjust(MOST_KEYS, "0")
    return min(LONGEST, int(full[:2]) * 3600 + int(full[2:4]) * 60 + int(full[4:]))


@app.screen(
    "newtimer", activity=".timer.TimerSetupActivity", distractor="a new timer of the length of one that is there"
)
def new_timer(state: State) -> Screen:
    """Digits from the right, as on a microwave; a label."""
    keys, name = bind(state, "ui.keys"), bind(state, "ui.name")
    length = typed(keys.value)
    pad = node(
        "grid", [_key(key, keys) for key in KEYS], _delete_key(keys), columns=3, gap=10, width="fill",
        align="stretch", pad=(44, 8, 44, 12), id="keypad",
    )  # fmt: skip
    body = w.form(_length(keys.value), column(label_field(name.value, name.changed), pad=(20, 0, 20, 10)), pad)
    label = f"Start {brief(length)}" if length else "Start"
    create = c.button(label, ev("timer_make"), rid="start", grow=1, icon_name="play_arrow")
    foot = answers(create, pad=(20, 14), **form_foot)
    return Screen(body, top=w.app_bar("New timer"), bottom=foot, title="New timer")


def _length(keys: str) -> Node:
    full, ink = keys.rjust(MOST_KEYS, "0"), "primary" if keys else "outline"
    parts = [
        node(
            "row",
            w.text(number, "50,60,Regular,-0.5", ink, id="setup_digits"),
            w.text(unit, "titleM", ink, pad=(2, 22, 0, 0)),
        )
        for number, unit in ((full[:2], "h"), (full[2:4], "m"), (full[4:], "s"))
    ]
    return node("row", parts, width="fill", justify="center", gap=12, pad=(8, 4, 8, 12), desc="Length of the timer")


def _key(label: str, keys: Bound[str]) -> Node:
    """A key of the keypad; disabled where its digits would change nothing, or be too many."""
    after = (keys.value + label).lstrip("0")
    usable = keys.value != after and len(after) <= MOST_KEYS
    return node(
        "column", w.text(label, "26,32,Regular,0"), on=keys.to(after) if usable else None, enabled=usable,
        id="timer_setup_digit", cls="android.widget.Button", height=84, radius=42, bg="high", align="center",
        justify="center",
    )  # fmt: skip


def _delete_key(keys: Bound[str]) -> Node:
    return node(
        "icon_button", icon="backspace", desc="Delete digit", on=keys.to(keys.value[:-1]), id="delete", width="fill",
        height=84, size=26, radius=42, bg="high", color="on_surface", enabled=bool(keys.value),
    )  # fmt: skip


@app.on("timer_make")
def make(state: State, view: View) -> Handled:
    """Add the timer and let it run."""
    length = typed(state.ui.keys)
    if not length:
        return Toast("Set a length first")
    timer = Timer(next_id(state.timers), length, length, state.ui.name.strip())
    timers = (_running(timer, length, view), *state.timers)
    return replace(state, timers=timers, ui=replace(state.ui, keys="", name="")), Focus(None), Back()
