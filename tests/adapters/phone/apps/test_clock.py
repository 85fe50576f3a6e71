"""Clock by touch: what is tapped through the tree, and what its state says afterwards."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.clock import APP
from adapters.phone.apps.clock.content import Alarm
from adapters.phone.apps.clock.model import armed, next_alarm, rings
from adapters.phone.apps.clock.timers import typed
from adapters.phone.apps.clock.times import digits, slept, span, until
from adapters.phone.drawing.painter import Painter
from adapters.phone.framework.dates import DAYS
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import route
from adapters.phone.ui.package_names import HOME
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import phone_with, reach, state_of, tap, toast, window_texts

phone = partial(phone_with, APP)
clock = partial(state_of, app=APP)

NOW = datetime(2026, 11, 17, 9, 24)  # noqa: DTZ001 - the phone's own local time
BACK = 4
MINUTE = 60_000


def alarm(on: Phone, label: str) -> dict[str, Any]:
    """The only alarm with this label."""
    (item,) = [each for each in clock(on)["alarms"] if each["label"] == label]
    return dict(item)


def test_an_alarm_is_made_with_all_that_was_picked() -> None:
    """Time, days, label, sound, vibration and snooze end in one alarm; the others stay as they were."""
    on = phone()
    before = clock(on)["alarms"]
    tap(on, "Add alarm", "07:00", "5 hours", "40 minutes", "One minute later", "OK")
    tap(on, "Monday", "Thursday", "Label")
    on.type_text("Bakery shift")
    on.key(BACK)
    tap(on, "Sound", "Copper birds")
    on.key(BACK)
    tap(on, "Vibrate", "Snooze", "15 minutes")
    assert {"05:41", "Mon, Thu", "Copper birds", "15 minutes", "Rings on Thu, 19 Nov, in 1 day 20 hours"} <= {
        *window_texts(on)
    }
    tap(on, "Save")
    assert toast(on) == "Alarm set for 1 day 20 hours from now."
    assert clock(on)["alarms"][:-1] == before
    assert alarm(on, "Bakery shift") == {
        "id": "9",
        "time": "05:41",
        "days": ["Mon", "Thu"],
        "label": "Bakery shift",
        "sound": "Copper birds",
        "vibrate": False,
        "snooze": "15 minutes",
        "on": True,
        "date": "",
    }
    assert on.foreground == (APP.package, ".DeskClock")


def test_an_untouched_form_ends_with_the_declared_defaults() -> None:
    """Who only saves gets the default of every choice point."""
    on = phone()
    tap(on, "Add alarm", "Save")
    made = clock(on)["alarms"][-1]
    declared = {choice.id.removeprefix("clock."): choice.default for choice in APP.choices}
    happened = {
        "alarm.time": made["time"],
        "alarm.days": "Once" if not made["days"] else "Other days",
        "alarm.label": made["label"],
        "alarm.vibrate": "On" if made["vibrate"] else "Off",
        "alarm.snooze": made["snooze"],
    }
    assert happened == declared
    assert made["date"] == "2026-11-18"


def test_state_tells_a_right_alarm_from_near_misses() -> None:
    """A check holds for the alarm that was asked for and not for one of another time, day, sound or switch."""
    on = phone()
    tap(on, "Add alarm", "Weekdays", "Save")
    wanted = {"time": "07:00", "days": [*DAYS[:5]], "sound": "Morning tide", "snooze": "10 minutes", "on": True}
    state = on.read()
    assert holds(Check("clock/alarms/*", "has", wanted), state)
    for key, value in (("time", "07:30"), ("days", [*DAYS]), ("sound", "Morning tram"), ("snooze", "Off")):
        assert not holds(Check("clock/alarms/*", "has", {**wanted, key: value}), state)


def test_an_alarm_is_changed_and_cancelled() -> None:
    """Saving changes that alarm alone; what was touched and left with "Cancel" is forgotten."""
    on = phone()
    before = clock(on)["alarms"]
    tap(on, "Edit alarm, 06:45 Gym bag", "06:45", "6 hours", "30 minutes", "Cancel")
    assert "06:45" in window_texts(on)
    tap(on, "Saturday", "Cancel")
    assert clock(on)["alarms"] == before
    tap(on, "Edit alarm, 06:45 Gym bag")
    assert "Mon, Tue, Wed, Thu, Fri" in window_texts(on)
    tap(on, "Saturday", "Save")
    assert alarm(on, "Gym bag")["days"] == [*DAYS[:6]]
    assert [item for item in clock(on)["alarms"] if item["label"] != "Gym bag"] == [
        item for item in before if item["label"] != "Gym bag"
    ]


def test_the_switch_of_a_card_is_that_alarms_own() -> None:
    """Off and on again; one that rings once is set for the next day on which it can."""
    on = phone()
    tap(on, "06:45 Gym bag, on")
    assert alarm(on, "Gym bag")["on"] is False
    tap(on, "05:10 Early train to Port Meridian, off")
    train = alarm(on, "Early train to Port Meridian")
    assert (train["on"], train["date"]) == (True, "2026-11-18")
    assert toast(on) == "Alarm set for 19 hours 46 minutes from now."


def test_an_alarm_of_a_past_day_shows_as_off() -> None:
    """One that rings once is over after its time, and a touch sets it anew."""
    on = phone(state={"alarms": [{"id": "1", "time": "09:25", "label": "Kettle", "date": "2026-11-17"}]})
    assert "Next alarm in 1 minute" in window_texts(on)
    on.elapse(2 * MINUTE)
    tap(on, "Dismiss")
    assert "All alarms are off" in window_texts(on)
    tap(on, "09:25 Kettle, off")
    assert alarm(on, "Kettle")["date"] == "2026-11-18"


def test_an_alarm_is_scheduled_for_a_day() -> None:
    """One that rings once may be set for a later day; not for one that is over; repeating forgets the day."""
    on = phone()
    tap(on, "Add alarm", "Schedule alarm", "Change to next month", "Fri, Dec 4", "OK")
    assert "Rings on Fri, 4 Dec, in 16 days 21 hours" in window_texts(on)
    tap(on, "Save")
    made = clock(on)["alarms"][-1]
    assert (made["time"], made["days"], made["date"]) == ("07:00", [], "2026-12-04")
    tap(on, "Add alarm", "Schedule alarm", "Mon, Nov 16", "OK")
    assert "Tomorrow" in window_texts(on)
    on.key(BACK)
    tap(on, "07:00")
    tap(on, "Monday")
    assert "Schedule alarm" not in window_texts(on)


def test_an_opened_card_changes_in_place() -> None:
    """Days, vibration and sound of the open card; the draft of the editor has no part in it."""
    on = phone()
    tap(on, "Friday", "Vibrate, on", "Sound, Morning tide", "Ferry horn")
    on.key(BACK)
    document = alarm(on, "Gym bag")
    assert (document["days"], document["vibrate"], document["sound"]) == ([*DAYS[:4]], False, "Ferry horn")


def test_delete_asks_first() -> None:
    """Cancel keeps the alarm, Delete takes it."""
    on = phone()
    tap(on, "Delete", "Cancel")
    assert alarm(on, "Gym bag")
    tap(on, "Delete", "Delete")
    assert not [item for item in clock(on)["alarms"] if item["label"] == "Gym bag"]
    assert toast(on) == "Alarm deleted"


def test_a_timer_is_made_runs_and_ends() -> None:
    """Digits, a label, start; the time goes down, runs out, and the timer is stopped."""
    on = phone()
    tap(on, "Timer", "Add timer", "Start")
    assert toast(on) == "Set a length first"
    key = reach(on, "0").parent
    assert key is not None
    assert not key.enabled
    tap(on, "1", "3", "0", "Delete digit", "0", "Label")
    on.type_text("Eggs")
    on.key(BACK)
    tap(on, "Start 1 min 30 s")
    made = clock(on)["timers"][0]
    assert made == {"id": "5", "length": 90, "left": 90, "label": "Eggs", "ends": "2026-11-17T09:25:30"}
    on.elapse(MINUTE)
    assert "0:30" in window_texts(on)
    on.elapse(MINUTE)
    assert "Time is up" in window_texts(on)
    tap(on, "Stop")
    assert clock(on)["timers"][0]["ends"] == ""


def test_timers_pause_grow_and_are_deleted_one_by_one() -> None:
    """A pause keeps what is left; a minute more is added to it; deleting takes that timer alone."""
    on = phone()
    tap(on, "Timer", "Start")
    on.elapse(MINUTE)
    tap(on, "Pause")
    assert (clock(on)["timers"][0]["left"], clock(on)["timers"][0]["ends"]) == (180, "")
    tap(on, "+1:00", "Start")
    assert clock(on)["timers"][0]["left"] == 240
    tap(on, "Delete Green tea, 4 min", "Delete Focus, 25 min")
    assert [timer["label"] for timer in clock(on)["timers"]] == ["Sourdough, second rise", ""]


def test_the_stopwatch_counts_laps() -> None:
    """Laps while it runs only; reset forgets them."""
    on = phone()
    tap(on, "Stopwatch", "Lap")
    assert toast(on) == "Start the stopwatch first"
    tap(on, "Start")
    on.elapse(2 * MINUTE)
    tap(on, "Lap")
    on.elapse(3 * MINUTE)
    tap(on, "Lap", "Pause")
    assert clock(on)["stopwatch"] == {"since": "", "kept": 300, "laps": [120, 300]}
    assert window_texts(on).index("Lap 2") < window_texts(on).index("3:00") < window_texts(on).index("Lap 1")
    tap(on, "Reset")
    assert clock(on)["stopwatch"]["laps"] == []


def test_bedtime_has_its_own_times_days_and_sound() -> None:
    """Nothing of the schedule touches the alarms."""
    on = phone()
    before = clock(on)["alarms"]
    tap(on, "Bedtime", "Bedtime, 23:00", "22 hours", "30 minutes", "OK", "Sunday", "Wake-up sound", "Fern")
    on.key(BACK)
    assert clock(on)["bedtime"] == {
        "on": True,
        "bed": "22:30",
        "wake": "06:45",
        "days": [*DAYS[:5], "Sun"],
        "sound": "Fern",
    }
    assert "8 hours 15 minutes of sleep  ·  6 nights a week" in window_texts(on)
    assert clock(on)["alarms"] == before


def test_settings_hold_for_new_alarms() -> None:
    """Another snooze length is preset in the next new alarm, and old ones keep theirs."""
    on = phone()
    tap(on, "Settings", "Snooze length", "20 minutes")
    on.key(BACK)
    tap(on, "Add alarm", "Save")
    alarms = clock(on)["alarms"]
    assert alarms[-1]["snooze"] == "20 minutes"
    assert alarms[:-1] == phone().read()["clock"]["alarms"]


def test_the_format_of_the_phone_is_followed() -> None:
    """With twelve hours set, digits have AM and PM everywhere, and the state stays the same."""
    on = phone()
    on.state = on.state.put("system", "time_12_24", "12")
    assert {"6:45 AM", "5:10 AM"} <= {*window_texts(on)}
    on.start(APP.package, route("bedtime"))
    assert "11:00 PM" in window_texts(on)
    assert clock(on)["bedtime"]["bed"] == "23:00"


@pytest.mark.parametrize("place", sorted(APP.activities))
def test_back_leads_home(place: str) -> None:
    """From every place, however it was reached, BACK ends at the launcher, without a change to the alarms."""
    on = phone()
    on.start(APP.package, route(place))
    for _ in range(6):
        on.key(BACK)
    assert on.foreground[0] == HOME
    assert clock(on)["alarms"] == clock(phone())["alarms"]


def test_odd_links_do_no_harm() -> None:
    """A link with names that nobody knows shows the nearest page, and touching it changes no alarm."""
    on = phone()
    before = clock(on)["alarms"]
    on.start(APP.package, route("preference", name="colour"))
    tap(on, "5 minutes")
    assert clock(on)["prefs"]["silence"] == "5 minutes"
    for place in (route("sounds", key="99"), route("sounds", key="card-99")):
        on.start(APP.package, place)
        tap(on, "Fern")
    on.start(APP.package, route("time", key="99"))
    tap(on, "5 hours", "OK")
    assert clock(on)["alarms"] == before


def test_empty_pages_say_so() -> None:
    """Without content every page shows what it is for, not a blank."""
    on = phone(state={"alarms": [], "timers": [], "cities": []})
    assert "No alarms" in window_texts(on)
    for place, words in (("timers", "No timers"), ("clock", "No other cities")):
        on.start(APP.package, route(place))
        assert words in window_texts(on)


def test_same_taps_same_phone() -> None:
    """Two phones that are touched alike show the same tree and pixels, and so does one that was put back."""
    frames, trees = [], []
    painter = Painter()
    for _ in range(2):
        on = phone()
        state = on.snapshot()
        tap(on, "Timer", "Start")
        on.restore(state)
        tap(on, "06:45 Gym bag, on", "Timer", "Start", "Clock")
        frame = np.zeros((2400, 1080, 4), np.uint8)
        painter.paint(on.scene(), frame)
        frames.append(frame.tobytes())
        trees.append(on.dump())
    assert frames[0] == frames[1]
    assert trees[0] == trees[1]


TIMES = st.tuples(st.integers(0, 23), st.integers(0, 59)).map(lambda at: f"{at[0]:02d}:{at[1]:02d}")
MOMENTS = st.integers(0, 60 * 24 * 400).map(lambda minutes: NOW + timedelta(minutes=minutes))


@given(TIMES, st.sets(st.sampled_from(DAYS)), MOMENTS)
def test_an_alarm_rings_at_its_time_on_its_days(time: str, days: set[str], now: datetime) -> None:
    """Once set it rings later than now, within a week, at its time; without days within a day; switched off never."""
    item = armed(Alarm("1", time, tuple(day for day in DAYS if day in days)), now)
    then = rings(item, now)
    assert then is not None
    assert timedelta(0) < then - now <= timedelta(days=7 if days else 1)
    assert f"{then:%H:%M}" == time
    assert not days or DAYS[then.weekday()] in days
    assert rings(replace(item, on=False), now) is None
    assert next_alarm(replace(APP.initial(), alarms=(item,)), now) == (item, then)


@given(st.integers(0, 10**6 - 1))
def test_the_keypad_reads_from_the_right(number: int) -> None:
    """Hours, minutes and seconds of two digits each, never more than the display holds."""
    keys = str(number)
    hours, minutes, seconds = number // 10000, number // 100 % 100, number % 100
    assert typed(keys) == min(hours * 3600 + minutes * 60 + seconds, 99 * 3600 + 59 * 60 + 59)


@given(TIMES, TIMES, MOMENTS)
def test_spans_are_told_as_people_do(bed: str, wake: str, now: datetime) -> None:
    """A night is shorter than a day; spans have at most two parts; a second over is window_texts with a minus."""
    assert 0 <= slept(bed, wake) < 1440
    assert until(now, now + timedelta(minutes=slept(bed, wake))) == span(slept(bed, wake))
    assert len(span(slept(bed, wake)).split()) in (2, 4)
    assert digits(-61) == "−1:01"
