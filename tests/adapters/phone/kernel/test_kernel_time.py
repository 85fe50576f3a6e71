"""Timers: apps are woken at their times and in order, however virtual time is divided into steps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.phone.apps.clock import APP as CLOCK
from adapters.phone.kernel.phone import Phone
from adapters.phone.state.phone_state import START, PhoneState
from adapters.phone.style.theme import Theme
from adapters.phone.ui.app import (
    App,
    Back,
    Copy,
    Effect,
    Go,
    Icon,
    Notice,
    Notify,
    Put,
    Route,
    Screen,
    Start,
    Toast,
    View,
    route,
)
from adapters.phone.ui.node import Ev, node
from adapters.phone.ui.package_names import HOME
from adapters.phone.workers.registry import with_launcher

HERE = route("here")


@dataclass(frozen=True, slots=True)
class Waker:
    """The moments at which the app wants to be woken (seconds after the start) and those when it was (ms)."""

    wants: tuple[int, ...] = ()
    woken: tuple[int, ...] = ()
    step: int = 0


def due(state: Waker, after: datetime) -> datetime | None:
    """The first wanted moment later than `after`, including every multiple of `step` seconds."""
    moments = [START + timedelta(seconds=want) for want in state.wants]
    if state.step:
        gone = int((after - START).total_seconds()) // state.step
        moments.append(START + timedelta(seconds=(gone + 1) * state.step))
    return min((moment for moment in moments if moment > after), default=None)


def update(state: Waker, event: Ev, view: View) -> tuple[Waker, tuple[Effect, ...]]:
    """Record when the app is woken, and request every kind of effect."""
    if event.name != "@due":
        return state, ()
    ms = round((view.moment - START) / timedelta(milliseconds=1))
    asked: tuple[Effect, ...] = (
        Notify(Notice("due", "Woken", str(ms), HERE)), Put("system", "woken", str(ms)), Toast(str(ms)),
        Go(route("deeper")), Back(), Copy("stolen"), Start("com.a", route("rings")),
    )  # fmt: skip
    return replace(state, woken=(*state.woken, ms)), asked


def show(state: Waker, place: Route, view: View) -> Screen:
    """An empty screen."""
    return Screen(node("column"), title=place.name)


def waker(name: str, *, system: bool = False) -> App:
    """An app that is woken at the moments in its state."""
    return App(name, f"com.{name}", name, Icon("#112233", "#FFFFFF", "home"), Theme("#D8432B"), HERE, Waker, show,
               update, due=due, system=system)  # fmt: skip


def phone(*apps: App, **wants: tuple[int, ...]) -> Phone:
    """A phone whose apps want to be woken at these moments."""
    made = Phone(with_launcher(apps))
    made.reset({name: {"wants": list(seconds)} for name, seconds in wants.items()}, 0)
    return made


SECONDS = st.lists(st.integers(0, 300), max_size=6).map(tuple)
PARTS = st.lists(st.integers(0, 120_000), max_size=8)


@settings(max_examples=60)
@given(SECONDS, SECONDS, st.integers(0, 40), PARTS)
def test_time_may_be_divided_anyhow(a: tuple[int, ...], b: tuple[int, ...], step: int, parts: list[int]) -> None:
    """The state and tree after some time are the same in one step and in many."""

    def state(pieces: list[int]) -> tuple[PhoneState, bytes]:
        made = Phone(with_launcher((waker("a"), waker("b"))))
        made.reset({"a": {"wants": list(a), "step": step}, "b": {"wants": list(b)}}, 0)
        for ms in pieces:
            made.elapse(ms)
        return made.state, made.dump()

    assert state(parts) == state([sum(parts)])


@given(SECONDS, st.integers(1, 300_000))
def test_each_due_moment_wakes_the_app_once(wants: tuple[int, ...], ms: int) -> None:
    """An app is woken exactly once at each wanted moment that has passed, at that time."""
    made = phone(waker("a"), a=wants)
    made.elapse(ms)
    expected = sorted({want * 1000 for want in wants if 0 < want * 1000 <= ms})
    assert made.read()["a"]["woken"] == expected


def test_apps_are_woken_in_the_order_of_their_moments() -> None:
    """Of several apps' moments the earlier one comes first."""
    made = phone(waker("a"), waker("b"), a=(5, 30), b=(5, 20))
    made.elapse(60_000)
    assert [(item.package, item.at_ms) for item in made.state.posted] == [("com.a", 30_000), ("com.b", 20_000)]
    assert made.settings["system"]["woken"] == "30000"


def test_a_woken_background_app_may_only_notify() -> None:
    """Its notification is posted; it cannot navigate, start apps or change the clipboard."""
    made = phone(waker("a"), a=(1,))
    made.elapse(2000)
    assert made.state.top.package == HOME
    assert made.state.clipboard == ""
    assert made.state.posted[0].notice.text == "1000"
    assert made.tasks == (HOME,)


def test_a_woken_system_app_may_come_to_the_front() -> None:
    """A woken system app switches the screen on and opens its page over the current app."""
    made = phone(waker("a", system=True), waker("b"), a=(1,))
    made.start("com.b")
    made.key(26)
    made.elapse(2000)
    assert (made.state.top.package, made.state.top.route.name, made.state.awake) == ("com.a", "rings", True)
    made.key(4)
    assert made.state.top.package == "com.b"


def test_a_ringing_app_is_shown_over_the_lock_screen() -> None:
    """It is shown on a locked phone; when it is left, the lock screen is back."""
    made = phone(waker("a", system=True), waker("b"), a=(1,))
    made.start("com.b")
    made.put_setting("secure", "lockscreen.disabled", "0")
    made.key(26)
    made.elapse(2000)
    assert (made.state.lock_screen_shown, made.state.top.package) == (False, "com.a")
    made.key(4)
    assert (made.state.lock_screen_shown, made.state.top.package) == (True, "com.b")


def test_an_app_that_raises_in_due_is_stopped() -> None:
    """The exception in `due` is recorded as a crash, and time goes on."""

    def broken(state: Waker, after: datetime) -> datetime | None:
        raise ValueError("no time")

    made = Phone(with_launcher((replace(waker("a"), due=broken),)))
    made.elapse(5000)
    assert made.state.now_ms == 5000
    assert len(made.state.crashes) == 1


def test_an_alarm_rings_and_is_snoozed() -> None:
    """The alarm comes to the front at its minute, again after a snooze, and is off after being dismissed."""
    made = Phone(with_launcher((CLOCK, waker("b"))))
    alarm = {"id": "1", "time": "09:30", "label": "Kettle", "date": "2026-11-17", "snooze": "5 minutes"}
    made.reset({"clock": {"alarms": [alarm]}}, 0)
    made.start("com.b")
    made.elapse(359_999)
    assert made.state.top.package == "com.b"
    made.elapse(1)
    assert b"Kettle" in made.dump()
    assert made.foreground == (CLOCK.package, ".alarms.AlarmActivity")
    made.dispatch(Ev("ring_snooze"))
    assert made.state.top.package == "com.b"
    made.elapse(300_000)
    made.dispatch(Ev("ring_dismiss"))
    clock = made.read()["clock"]
    assert (clock["alarms"][0]["on"], clock["ringing"], clock["snoozed"]) == (False, [], [])
    assert [item.package for item in made.state.posted] == []


def test_an_unanswered_alarm_is_missed() -> None:
    """An alarm that nobody answers stops ringing and posts a "Missed alarm" notification."""
    made = Phone(with_launcher((CLOCK,)))
    alarm = {"id": "1", "time": "09:30", "label": "Kettle", "date": "2026-11-17"}
    made.reset({"clock": {"alarms": [alarm]}}, 0)
    made.elapse(3_600_000)
    assert made.read()["clock"]["ringing"] == []
    assert made.state.posted[0].notice.title == "Missed alarm"


def test_a_timer_counts_seconds() -> None:
    """A timer ends exactly its length after it was started and posts a notification."""
    made = Phone(with_launcher((CLOCK,)))
    made.start(CLOCK.package, route("timers"))
    made.elapse(20_000)
    made.dispatch(Ev("timer_start", (("key", "4"),)))
    made.elapse(44_999)
    assert list(made.state.posted) == []
    made.elapse(1)
    assert [(item.notice.title, item.at_ms) for item in made.state.posted] == [("Time’s up", 65_000)]
    assert b"Time is up" in made.dump()
    made.dispatch(Ev("timer_stop", (("key", "4"),)))
    assert list(made.state.posted) == []
