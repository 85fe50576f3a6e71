"""Steps that are made to fall into a cell: what was done against what the thought announces."""

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
    """What each decision was, in order."""
    return [CELLS[one.em, one.gta] for one in sorted(verdicts, key=lambda one: one.step)]


def test_a_task_with_an_open_choice(play):
    """Asking is right where something is open, guessing is not, and what is asked releases the choice."""
    one = play("device.clockalarm.ambiguous")
    one.make(Launch("com.android.deskclock"), "Open the app com.android.deskclock.", "IDEAL")
    one.make(one.tap("Add alarm"), BACK_SAID, "RG")
    one.make(one.tap("Tap to change the time"), "Tap “Tap to change the time”.", "IDEAL")
    one.make(BACK, "Tap “6 hours”.", "BW")
    one.make(one.tap("Tap to change the time"), "Tap “Vibrate”.", "RG")
    one.make(one.tap("6 hours"), "The time is open, so I ask the user: “What is the time you have in mind?”", "EG")
    one.make(
        AskUser("What is the time you have in mind?"), "I ask the user: “What is the time you have in mind?”", "IDEAL"
    )
    one.make(
        AskUser("What is the time you have in mind?"), "I ask the user: “What is the time you have in mind?”", "BW"
    )
    one.make(one.tap("25 minutes"), "Tap “20 minutes”.", "EG")
    one.make(one.tap("20 minutes"), "Tap “20 minutes”.", "IDEAL")
    one.make(one.tap("OK"), "Tap “OK”.", "IDEAL")
    options = "Should it ring once, every day or on weekdays?"
    one.make(one.tap("Every day"), f"I ask the user: “{options}”", "EG")
    one.make(AskUser(f"For the repetition: {options}"), BACK_SAID, "RG")
    one.make(one.tap("Save"), "Tap “Save”.", "IDEAL")
    one.make(one.tap("Clock"), "The task is complete.", "EG")
    one.make(Finish("Done."), "Everything I know of is done: the task is complete.", "IDEAL")
    assert cells(one.end()) == one.cells


def test_a_form_of_texts(play):
    """Fields, long presses and typed texts: what is right brings the form nearer to what was asked for."""
    one = play("shop.larderbell.detailed")
    one.make(Launch("com.android.deskclock"), "Open the app com.larderly.grocer.", "EG")
    one.make(Launch("com.larderly.grocer"), "Open the app com.android.deskclock.", "RG")
    one.make(one.tap("account"), "Tap “Account”.", "IDEAL")
    one.make(BACK, "Tap “Addresses”.", "EG")
    one.make(one.tap("account"), BACK_SAID, "RG")
    one.make(one.tap("Addresses"), "Tap “Addresses”.", "IDEAL")
    one.make(one.tap("Parents"), "Tap “Parents”.", "IDEAL")
    one.make(BACK, BACK_SAID, "BW")
    one.make(one.tap("Parents"), "Tap “Parents”.", "IDEAL")
    one.make(one.tap("note"), BACK_SAID, "RG")
    one.make(Type("Ring twice"), "Type “Knock at the window”.", "EG")
    one.make(Type("Knock at the window", clear=True), "Press home.", "RG")
    one.make(one.tap("save_address"), "Tap “Save address”.", "IDEAL")
    one.make(one.tap("Studio"), "Tap “Studio”.", "IDEAL")
    x, y = one.tap("name").x, one.tap("name").y
    one.make(LongPress(x, y), f"Long-press ({x}, {y}).", "IDEAL")
    one.make(Type("Okonedo"), "Type “Somebody”.", "RG")
    one.make(Wait(1000), "Wait for it to load.", "BW")
    one.make(Noop(), "Tap “Save address”.", "BW")
    one.make(one.tap("note"), "The task is complete.", "RG")
    one.make(Type("Use the side entrance"), "Type “Use the side entrance”.", "IDEAL")
    one.make(one.tap("save_address"), "Tap “Save address”.", "IDEAL")
    one.make(Finish("Done.", "infeasible"), "The task is complete.", "EG")
    assert cells(one.end()) == one.cells


def test_a_page_that_scrolls(play):
    """Scrolling to what is wanted is right, away from it is wrong, and so are the words for it."""
    one = play("device.settingssounds.standard")
    one.make(Launch("com.android.settings"), "Open the app com.android.settings.", "IDEAL")
    one.make(one.tap("Sound & vibration"), "Tap “Sound & vibration”.", "IDEAL")
    one.make(DOWN, "Swipe from (540, 1700) to (540, 900).", "EG")
    one.make(Swipe(540, 1300, 540, 1100, 500), "Swipe from (540, 900) to (540, 1700).", "RG")
    one.make(UP, "Scroll down to see more.", "IDEAL")
    one.make(DOWN, "Scroll up.", "BW")
    one.make(UP, "Scroll up.", "RG")
    one.make(UP, "Tap “Touch sounds”.", "EG")
    one.make(one.tap("Touch sounds"), BACK_SAID, "RG")
    one.make(one.tap("Touch sounds"), "The task is complete.", "EG")
    one.make(one.tap("Touch sounds"), "Tap “Touch sounds”.", "IDEAL")
    one.make(Finish("Done."), BACK_SAID, "RG")
    assert cells(one.end()) == one.cells


def test_a_question_about_what_is_shown(play):
    """The right text is right to tell, another is not; a thought must tell it, too."""
    one = play("info.hours.detailed")
    one.make(Launch("com.bunwright.orders"), "Open the app com.bunwright.orders.", "IDEAL")
    one.make(one.tap("Branches"), "Tap “Branches”.", "IDEAL")
    one.make(one.tap("Ferry Street"), "Tap “Kestrel Pier”.", "EG")
    one.make(BACK, "Tap “Fri”.", "RG")
    one.make(one.tap("Kestrel Pier"), "Tap “Ferry Street”.", "RG")
    one.make(one.tap("Sat"), "Tap “Fri”.", "EG")
    one.make(one.tap("Fri"), "Tap “Fri”.", "IDEAL")
    one.make(one.tap("Fri"), "The answer is “20:45”; the task is complete.", "EG")
    one.make(Finish("Open 10:30 – 20:45"), "The answer is “20:45”; the task is complete.", "IDEAL")
    assert cells(one.end()) == one.cells


@pytest.mark.parametrize(
    ("text", "cell"), [("It closes at 20:45.", "IDEAL"), ("It closes at 22:00.", "EG"), ("", "EG")]
)
def test_what_is_told_at_the_end(play, text, cell):
    """A wrong text, or none, is no right end, however right what the thought says."""
    one = play("info.hours.detailed")
    one.do(Launch("com.bunwright.orders"), "Open the app com.bunwright.orders.")
    one.do(Finish(text), "The answer is “20:45”; the task is complete.")
    assert cells(one.end()) == ["IDEAL", cell]


def test_what_no_grammar_could_read(play):
    """An action that could not be read is wrong and says so; what was meant may be right."""
    one = play("device.airplane.standard")
    one.do(ParseError("tap(", "it does not end"), "Open the app com.android.settings.")
    (verdict,) = one.end()
    assert (verdict.em, verdict.gta) == (False, True)
    assert "invalid: it does not end" in verdict.reason


def test_a_thought_that_announces_nothing(play):
    """Words without an action are a false announcement; no words are none at all."""
    one = play("device.airplane.standard")
    one.do(Launch("com.android.settings"), "What a lovely day.")
    one.do(one.tap("Network & internet"), "  ")
    said, silent = one.end()
    assert (said.em, said.gta) == (True, False)
    assert said.reason.startswith("unreadable")
    assert (silent.em, silent.gta) == (True, None)
    assert silent.reason.startswith("no thought")
