"""Timers: apps wake at their times and in order, however the time is divided into steps."""

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
    """Moments that it wants, as seconds after the phone's start, and when it was woken (ms)."""

    wants: tuple[int, ...] = ()
    woken: tuple[int, ...] = ()
    step: int = 0


def due(state: Waker, after: datetime) -> datetime | None:
    """The first wish later than `after`, and every `step` seconds."""
    moments = [START + timedelta(seconds=want) for want in state.wants]
    if state.step:
        gone = int((after - START).total_seconds()) // state.step
        moments.append(START + timedelta(seconds=(gone + 1) * state.step))
    return min((moment for moment in moments if moment > after), default=None)


def update(state: Waker, event: Ev, view: View) -> tuple[Waker, tuple[Effect, ...]]:
    """Notes when it is woken, and asks for everything."""
    if event.name != "@due":
        return state, ()
    ms = round((view.moment - START) / timedelta(milliseconds=1))
    asked: tuple[Effect, ...] = (
        Notify(Notice("due", "Woken", str(ms), HERE)), Put("system", "woken", str(ms)), Toast(str(ms)),
        Go(route("deeper")), Back(), Copy("stolen"), Start("com.a", route("rings")),
    )  # fmt: skip
    return replace(state, woken=(*state.woken, ms)), asked


def show(state: Waker, place: Route, view: View) -> Screen:
    """Nothing that changes."""
    return Screen(node("column"), title=place.name)


def waker(name: str, *, system: bool = False) -> App:
    """An app of this kind."""
    return App(name, f"com.{name}", name, Icon("#112233", "#FFFFFF", "home"), Theme("#D8432B"), HERE, Waker, show,
               update, due=due, system=system)  # fmt: skip


def phone(*apps: App, **wants: tuple[int, ...]) -> Phone:
    """A phone whose apps want these moments."""
    made = Phone(with_launcher(apps))
    made.reset({name: {"wants": list(seconds)} for name, seconds in wants.items()}, 0)
    return made


SECONDS = st.lists(st.integers(0, 300), max_size=6).map(tuple)
PARTS = st.lists(st.integers(0, 120_000), max_size=8)


@settings(max_examples=60)
@given(SECONDS, SECONDS, st.integers(0, 40), PARTS)
def test_time_may_be_cut_anyhow(a: tuple[int, ...], b: tuple[int, ...], step: int, parts: list[int]) -> None:
    """The state after some time is the same in one piece and in many, with what is shown."""

    def state(pieces: list[int]) -> tuple[PhoneState, bytes]:
        made = Phone(with_launcher((waker("a"), waker("b"))))
        made.reset({"a": {"wants": list(a), "step": step}, "b": {"wants": list(b)}}, 0)
        for ms in pieces:
            made.elapse(ms)
        return made.state, made.dump()

    assert state(parts) == state([sum(parts)])


@given(SECONDS, st.integers(1, 300_000))
def test_every_moment_once(wants: tuple[int, ...], ms: int) -> None:
    """An app is woken at each of its moments that passes, at that very moment, and at no other."""
    made = phone(waker("a"), a=wants)
    made.elapse(ms)
    expected = sorted({want * 1000 for want in wants if 0 < want * 1000 <= ms})
    assert made.read()["a"]["woken"] == expected


def test_order_is_that_of_the_moments() -> None:
    """Of several apps the earlier moment comes first; at the same one the app that is named first."""
    made = phone(waker("a"), waker("b"), a=(5, 30), b=(5, 20))
    made.elapse(60_000)
    assert [(item.package, item.at_ms) for item in made.state.posted] == [("com.a", 30_000), ("com.b", 20_000)]
    assert made.settings["system"]["woken"] == "30000"


def test_the_background_may_do_little() -> None:
    """Notices and settings come through; the front, the clipboard and the places stay as they are."""
    made = phone(waker("a"), a=(1,))
    made.elapse(2000)
    assert made.state.top.package == HOME
    assert made.state.clipboard == ""
    assert made.state.posted[0].notice.text == "1000"
    assert made.tasks == (HOME,)


def test_a_system_app_comes_to_the_front() -> None:
    """A place of its own that a system app starts when it is woken lies over whatever was there, on a lit screen."""
    made = phone(waker("a", system=True), waker("b"), a=(1,))
    made.start("com.b")
    made.key(26)
    made.elapse(2000)
    assert (made.state.top.package, made.state.top.route.name, made.state.awake) == ("com.a", "rings", True)
    made.key(4)
    assert made.state.top.package == "com.b"


def test_what_rings_lies_over_the_lock_screen() -> None:
    """On a locked phone it can be heard and answered; whatever comes after it is behind the lock screen again."""
    made = phone(waker("a", system=True), waker("b"), a=(1,))
    made.start("com.b")
    made.put_setting("secure", "lockscreen.disabled", "0")
    made.key(26)
    made.elapse(2000)
    assert (made.state.lock_screen_shown, made.state.top.package) == (False, "com.a")
    made.key(4)
    assert (made.state.lock_screen_shown, made.state.top.package) == (True, "com.b")


def test_an_app_that_raises_when_asked_stops() -> None:
    """`due` is an app's own code: if it raises the app has stopped, and time goes on."""

    def broken(state: Waker, after: datetime) -> datetime | None:
        raise ValueError("no time")

    made = Phone(with_launcher((replace(waker("a"), due=broken),)))
    made.elapse(5000)
    assert made.state.now_ms == 5000
    assert len(made.state.crashes) == 1


def test_an_alarm_rings_and_is_snoozed() -> None:
    """At its minute the alarm is in front; snoozed it comes again; dismissed, one of a single day is off."""
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
    assert [item["what"] for item in clock["history"][-2:]] == ["Snoozed", "Dismissed after 1 snooze"]
    assert (clock["alarms"][0]["on"], clock["ringing"], clock["snoozed"]) == (False, [], [])
    assert [item.package for item in made.state.posted] == []


def test_an_alarm_that_nobody_hears_is_missed() -> None:
    """After the time that the settings name it is quiet, and a notice says that it was missed."""
    made = Phone(with_launcher((CLOCK,)))
    alarm = {"id": "1", "time": "09:30", "label": "Kettle", "date": "2026-11-17"}
    made.reset({"clock": {"alarms": [alarm]}}, 0)
    made.elapse(3_600_000)
    assert made.read()["clock"]["ringing"] == []
    assert made.read()["clock"]["history"][-1]["what"] == "Missed"
    assert made.state.posted[0].notice.title == "Missed alarm"


def test_a_timer_counts_seconds() -> None:
    """A timer that is started between two minutes ends its full length later, and says so in the shade."""
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
