"""Steps that are designed for each cell: executed actions against the actions that the thoughts announce."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from runtime.core.actions import AskUser, Finish, Key, Launch, LongPress, Noop, ParseError, Swipe, Type, Wait
from runtime.core.events import GapJudged

CELLS: dict[tuple[bool | None, bool | None], str] = {
    (True, True): "IDEAL",
    (False, True): "EG",
    (True, False): "RG",
    (False, False): "BW",
}
UP = Swipe(540, 1700, 540, 900, 500)
DOWN = Swipe(540, 900, 540, 1700, 500)
BACK = Key("BACK")
BACK_SAID = "Press back."


def cells(verdicts: Iterable[GapJudged]) -> list[str]:
    """Returns the cell of each decision, in order."""
    return [CELLS[verdict.em, verdict.gta] for verdict in sorted(verdicts, key=lambda verdict: verdict.step)]


def test_a_task_with_an_open_choice(play):
    """Asking about an open choice is right and guessing it is wrong, until the user's reply settles the choice."""
    item = play("device.clockalarm.ambiguous")
    which = "Which alarm should ring at 06:20: Gym bag or Vitamins?"
    edit = "Edit alarm, 07:10 Gym bag"
    item.make(Launch("com.android.deskclock"), "Open the app com.android.deskclock.", "IDEAL")
    item.make(item.tap(edit), f"The alarm is open, so I ask the user: “{which}”", "EG")
    item.make(BACK, f"Tap “{edit}”.", "BW")
    item.make(AskUser(which), f"I ask the user: “{which}”", "IDEAL")
    item.make(AskUser(which), f"I ask the user: “{which}”", "BW")
    item.make(item.tap(edit), BACK_SAID, "RG")
    item.make(item.tap("Tap to change the time"), "Tap “Tap to change the time”.", "IDEAL")
    item.make(BACK, "Tap “6 hours”.", "EG")
    item.make(item.tap("Tap to change the time"), "Tap “Vibrate”.", "RG")
    item.make(item.tap("6 hours"), "Tap “6 hours”.", "IDEAL")
    item.make(item.tap("25 minutes"), "Tap “20 minutes”.", "EG")
    item.make(item.tap("20 minutes"), "Tap “20 minutes”.", "IDEAL")
    item.make(item.tap("OK"), "Tap “OK”.", "IDEAL")
    options = "Should it ring once, every day or on weekdays?"
    item.make(item.tap("Every day"), f"I ask the user: “{options}”", "EG")
    item.make(AskUser(f"For the repetition: {options}"), BACK_SAID, "RG")
    item.make(item.tap("Save"), "Tap “Save”.", "IDEAL")
    item.make(item.tap("Clock"), "The task is complete.", "EG")
    item.make(Finish("Done."), "Everything I know of is done: the task is complete.", "IDEAL")
    assert cells(item.end()) == item.cells


def test_a_form_of_texts(play):
    """Fields, long presses and typed texts: an action is right if it brings the form nearer to the requested values."""
    item = play("shop.larderbell.detailed")
    item.make(Launch("com.android.deskclock"), "Open the app com.larderly.grocer.", "EG")
    item.make(Launch("com.larderly.grocer"), "Open the app com.android.deskclock.", "RG")
    item.make(item.tap("account"), "Tap “Account”.", "IDEAL")
    item.make(BACK, "Tap “Addresses”.", "EG")
    item.make(item.tap("account"), BACK_SAID, "RG")
    item.make(item.tap("Addresses"), "Tap “Addresses”.", "IDEAL")
    item.make(item.tap("Parents"), "Tap “Parents”.", "IDEAL")
    item.make(BACK, BACK_SAID, "BW")
    item.make(item.tap("Parents"), "Tap “Parents”.", "IDEAL")
    item.make(item.tap("note"), BACK_SAID, "RG")
    item.make(Type("Ring twice"), "Type “Knock at the window”.", "EG")
    item.make(Type("Knock at the window", clear=True), "Press home.", "RG")
    item.make(item.tap("save_address"), "Tap “Save address”.", "IDEAL")
    item.make(item.tap("Studio"), "Tap “Studio”.", "IDEAL")
    x, y = item.tap("name").x, item.tap("name").y
    item.make(LongPress(x, y), f"Long-press ({x}, {y}).", "IDEAL")
    item.make(Type("Okonedo"), "Type “Somebody”.", "RG")
    item.make(Wait(1000), "Wait for it to load.", "BW")
    item.make(Noop(), "Tap “Save address”.", "BW")
    item.make(item.tap("note"), "The task is complete.", "RG")
    item.make(Type("Use the side entrance"), "Type “Use the side entrance”.", "IDEAL")
    item.make(item.tap("save_address"), "Tap “Save address”.", "IDEAL")
    item.make(Finish("Done.", "infeasible"), "The task is complete.", "EG")
    assert cells(item.end()) == item.cells


def test_a_page_that_scrolls(play):
    """Scrolling towards the wanted element is right, scrolling away is wrong; the same holds for announcements."""
    item = play("device.settingssounds.standard")
    item.make(Launch("com.android.settings"), "Open the app com.android.settings.", "IDEAL")
    item.make(item.tap("Sound & vibration"), "Tap “Sound & vibration”.", "IDEAL")
    item.make(DOWN, "Swipe from (540, 1700) to (540, 900).", "EG")
    item.make(Swipe(540, 1300, 540, 1100, 500), "Swipe from (540, 900) to (540, 1700).", "RG")
    item.make(UP, "Scroll down to see more.", "IDEAL")
    item.make(DOWN, "Scroll up.", "BW")
    item.make(UP, "Scroll up.", "RG")
    item.make(UP, "Tap “Touch sounds”.", "EG")
    item.make(item.tap("Touch sounds"), BACK_SAID, "RG")
    item.make(item.tap("Touch sounds"), "The task is complete.", "EG")
    item.make(item.tap("Touch sounds"), "Tap “Touch sounds”.", "IDEAL")
    item.make(Finish("Done."), BACK_SAID, "RG")
    assert cells(item.end()) == item.cells


def test_a_question_about_what_is_shown(play):
    """Each step of an information task gets the cell (right or wrong action and thought) it was made for."""
    item = play("info.hours.detailed")
    item.make(Launch("com.bunwright.orders"), "Open the app com.bunwright.orders.", "IDEAL")
    item.make(item.tap("Branches"), "Tap “Branches”.", "IDEAL")
    item.make(item.tap("Ferry Street"), "Tap “Kestrel Pier”.", "EG")
    item.make(BACK, "Tap “Fri”.", "RG")
    item.make(item.tap("Kestrel Pier"), "Tap “Ferry Street”.", "RG")
    item.make(item.tap("Sat"), "Tap “Fri”.", "EG")
    item.make(item.tap("Fri"), "Tap “Fri”.", "IDEAL")
    item.make(item.tap("Fri"), "The answer is “20:45”; the task is complete.", "EG")
    item.make(Finish("Open 10:30 – 20:45"), "The answer is “20:45”; the task is complete.", "IDEAL")
    assert cells(item.end()) == item.cells


@pytest.mark.parametrize(
    ("text", "cell"), [("It closes at 20:45.", "IDEAL"), ("It closes at 22:00.", "EG"), ("", "EG")]
)
def test_the_text_of_the_final_answer(play, text, cell):
    """Finishing with a wrong text or none is wrong, even if the thought is right."""
    item = play("info.hours.detailed")
    item.do(Launch("com.bunwright.orders"), "Open the app com.bunwright.orders.")
    item.do(Finish(text), "The answer is “20:45”; the task is complete.")
    assert cells(item.end()) == ["IDEAL", cell]


def test_an_unparsable_action(play):
    """An unparsable action is wrong, with that reason; the announced action may still be right."""
    item = play("device.airplane.standard")
    item.do(ParseError("tap(", "it does not end"), "Open the app com.android.settings.")
    (verdict,) = item.end()
    assert (verdict.em, verdict.gta) == (False, True)
    assert "invalid: it does not end" in verdict.reason


def test_a_thought_that_announces_nothing(play):
    """A thought without an action is a wrong announcement; an empty thought is a missing one."""
    item = play("device.airplane.standard")
    item.do(Launch("com.android.settings"), "What a lovely day.")
    item.do(item.tap("Network & internet"), "  ")
    value, silent = item.end()
    assert (value.em, value.gta) == (True, False)
    assert value.reason.startswith("unreadable")
    assert (silent.em, silent.gta) == (True, None)
    assert silent.reason.startswith("no thought")
