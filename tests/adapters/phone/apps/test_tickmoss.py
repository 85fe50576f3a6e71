"""Tickmoss by touch: what is tapped through the tree, and what its state says afterwards."""

from __future__ import annotations

from datetime import date, datetime
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.bunwright import APP as BUNWRIGHT
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.apps.tickmoss import APP
from adapters.phone.apps.tickmoss.content import REPEATS
from adapters.phone.apps.tickmoss.days import following, label
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import route
from adapters.phone.ui.package_names import HOME
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import phone_with, tap, window_texts

phone = partial(phone_with, APP)

NOW = datetime(2026, 11, 17, 9, 24)  # noqa: DTZ001 - the phone's own local time
BACK = 4


def tasks(on: Phone) -> dict[str, dict[str, Any]]:
    """The tasks of the app's state by title."""
    return {task["title"]: task for task in on.read()["tickmoss"]["tasks"]}


def test_a_task_is_made_with_all_that_was_picked() -> None:
    """Title, day, time, list, priority, repeat, reminder and a subtask end in one task; nothing else changes."""
    on = phone()
    before = tasks(on)
    tap(on, "Add task")
    assert on.focused == "task_title"
    on.type_text("Call the glazier")
    tap(on, "Day", "Next month, December", "Friday 4 December", "OK")
    tap(on, "Time", "15", ":30", "OK")
    tap(on, "List", "Errands", "Priority", "High", "Repeat", "Every week", "Reminder", "1 hour before")
    tap(on, "Add a subtask")
    on.type_text("Measure the pane")
    tap(on, "Add")
    on.key(BACK)
    assert {"Fri, 4 Dec", "15:30", "Errands", "High", "Every week", "1 hour before"} <= {*window_texts(on)}
    tap(on, "Add task")
    after = tasks(on)
    made = after.pop("Call the glazier")
    assert after == before
    assert made == {
        "id": "53",
        "title": "Call the glazier",
        "day": "2026-12-04",
        "time": "15:30",
        "list": "Errands",
        "priority": "High",
        "repeat": "Every week",
        "reminder": "1 hour before",
        "notes": "",
        "steps": [{"title": "Measure the pane", "done": False}],
        "done": False,
        "finished": "",
    }
    tap(on, "Open menu", "Upcoming")
    assert on.foreground == (APP.package, ".UpcomingActivity")


def test_an_untouched_form_ends_with_the_declared_defaults() -> None:
    """Who only gives a title gets the default of every choice point."""
    on = phone()
    tap(on, "Add task")
    on.type_text("Oil the gate")
    tap(on, "Add task")
    made = tasks(on)["Oil the gate"]
    declared = {choice.id.removeprefix("tickmoss."): choice.default for choice in APP.choices}
    assert {key: made[key] for key in ("list", "priority", "repeat", "reminder")} == {
        key: declared[key] for key in ("list", "priority", "repeat", "reminder")
    }
    assert (label(made["day"], NOW), made["time"] or "No time") == (declared["day"], declared["time"])


def test_state_tells_a_right_task_from_near_misses() -> None:
    """A check over the state holds for the task that was asked for and not for one with another list or day."""
    on = phone()
    tap(on, "Add task")
    on.type_text("Water test")
    tap(on, "List", "Home", "Add task")
    wanted = {"title": "Water test", "list": "Home", "day": "2026-11-17", "priority": "None", "done": False}
    state = on.read()
    assert holds(Check("tickmoss/tasks/*", "has", wanted), state)
    for key, value in (("list", "Health"), ("day", "2026-11-18"), ("priority", "High"), ("done", True)):
        assert not holds(Check("tickmoss/tasks/*", "has", {**wanted, key: value}), state)


def test_a_title_is_needed() -> None:
    """An empty form is not saved; it says so and stays."""
    on = phone()
    tap(on, "Add task", "Add task")
    assert on.state.toast is not None
    assert "title" in on.state.toast.text
    assert on.foreground[1] == ".EditTaskActivity"
    assert len(tasks(on)) == len(APP.initial().tasks)


def test_a_cancelled_picker_changes_nothing() -> None:
    """What was touched in a calendar that is left without "OK" is forgotten."""
    on = phone()
    tap(on, "Call Dr. Amadi about results", "Edit task", "Day", "Wednesday 25 November", "Cancel")
    assert "Today" in window_texts(on)
    tap(on, "Time", "08", "Cancel", "Save changes")
    task = tasks(on)["Call Dr. Amadi about results"]
    assert (task["day"], task["time"]) == ("2026-11-17", "15:30")


def test_a_day_is_taken_away_with_its_time() -> None:
    """A task without a date has no time either."""
    on = phone()
    tap(on, "Call Dr. Amadi about results", "Edit task", "Day", "No date", "Save changes")
    task = tasks(on)["Call Dr. Amadi about results"]
    assert (task["day"], task["time"]) == ("", "")


def test_done_is_recorded_and_taken_back() -> None:
    """The ring in the row ticks a task off; its state tells when; the ring opens it again."""
    on = phone()
    tap(on, "Not done: Buy oat milk and limes")
    assert tasks(on)["Buy oat milk and limes"]["finished"] == "2026-11-17T09:24"
    tap(on, "Done: Buy oat milk and limes")
    assert tasks(on)["Buy oat milk and limes"]["done"] is False


def test_a_repeated_task_leaves_its_next_turn() -> None:
    """Done today, it stands there again for tomorrow, and what was done stays done."""
    on = phone()
    on.start(APP.package, route("task", key="7"))
    tap(on, "Mark as done")
    twins = [task for task in on.read()["tickmoss"]["tasks"] if task["title"] == "Water the tomatoes on the balcony"]
    assert [(twin["day"], twin["done"]) for twin in twins] == [("2026-11-17", True), ("2026-11-18", False)]


def test_subtasks_are_ticked_one_by_one() -> None:
    """A tap on a subtask changes that one alone, and never the task."""
    on = phone()
    tap(on, "Buy oat milk and limes", "橙子")
    task = tasks(on)["Buy oat milk and limes"]
    assert [step["done"] for step in task["steps"]] == [True, False, True, False]
    assert task["done"] is False


def test_a_deleted_task_comes_back_from_the_bin() -> None:
    """Delete asks first, the bin keeps it, restore brings the same task back."""
    on = phone()
    renew_the_parking_permit = tasks(on)["Renew the parking permit"]
    tap(on, "Renew the parking permit", "Delete task", "Cancel")
    assert "Renew the parking permit" in tasks(on)
    tap(on, "Delete task", "Delete")
    assert "Renew the parking permit" not in tasks(on)
    assert on.foreground[1] == ".TodayActivity"
    tap(on, "Open menu", "Bin", "Restore")
    assert tasks(on)["Renew the parking permit"] == renew_the_parking_permit
    assert "The bin is empty" in window_texts(on)


def test_the_search_finds_and_does_not_find() -> None:
    """Words of titles, notes and subtasks lead to tasks; other words to an empty page."""
    on = phone()
    tap(on, "Search")
    on.type_text("limes")
    assert "1 task" in window_texts(on)
    on.clear_text()
    on.type_text("zeppelin")
    assert "Nothing for “zeppelin”" in window_texts(on)


def test_a_task_is_shared_to_a_chat() -> None:
    """The receiver gets title, due time and notes."""
    on = phone(PARLOWE, BUNWRIGHT)
    tap(on, "Call Dr. Amadi about results", "Share task", "Send")
    sent = on.read()["parlowe"]["chats"][0]["messages"][-1]["text"]
    assert sent.splitlines()[:2] == ["Call Dr. Amadi about results", "Due: Today, 15:30"]


@pytest.mark.parametrize("place", sorted(APP.activities))
def test_back_leads_home(place: str) -> None:
    """From every place, however it was reached, BACK ends at the launcher, without a change to the tasks."""
    on = phone()
    on.start(APP.package, route(place))
    for _ in range(6):
        on.key(BACK)
    assert on.foreground[0] == HOME
    assert on.read()["tickmoss"]["tasks"] == phone().read()["tickmoss"]["tasks"]


def test_an_empty_day_says_so() -> None:
    """Without tasks every list shows what it is for, not a blank."""
    on = phone(state={"tasks": []})
    assert "Nothing due today" in window_texts(on)
    for place, words in (("upcoming", "Nothing planned"), ("bin", "The bin is empty")):
        on.start(APP.package, route(place))
        assert words in window_texts(on)
    on.start(APP.package, route("task", key="no-such-task"))
    assert "This task is gone" in window_texts(on)


def test_same_taps_same_phone() -> None:
    """Two phones that are touched alike show the same tree and pixels, and so does one that was put back."""
    frames, trees = [], []
    painter = Painter()
    for _ in range(2):
        on = phone()
        state = on.snapshot()
        tap(on, "Open menu", "Home")
        on.restore(state)
        tap(on, "Not done: Call Dr. Amadi about results", "Open menu", "Upcoming", "Present the slides")
        frame = np.zeros((2400, 1080, 4), np.uint8)
        painter.paint(on.scene(), frame)
        frames.append(frame.tobytes())
        trees.append(on.dump())
    assert frames[0] == frames[1]
    assert trees[0] == trees[1]


@given(st.dates(date(2024, 1, 1), date(2030, 12, 31)), st.sampled_from(REPEATS[1:]))
def test_the_next_turn_lies_ahead(day: date, repeat: str) -> None:
    """A repeated task never comes back before tomorrow, and keeps its weekday or its day of the month."""
    then = date.fromisoformat(following(day.isoformat(), repeat, NOW))
    assert then > max(day, NOW.date())
    if repeat == "Every week":
        assert then.weekday() == day.weekday()
    if repeat == "Every weekday":
        assert then.weekday() < 5
    if repeat in ("Every month", "Every year"):
        assert then.day == day.day or (then.day < day.day and then.day >= 28)
