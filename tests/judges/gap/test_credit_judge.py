"""The credit judge: the actions that remain after each decision, by itself and against an exhaustive search."""

from __future__ import annotations

import random
from typing import Any

import pytest

from adapters.agents.scripted.oracle import Oracle, question
from adapters.phone.workers.registry import installed_apps
from benchmarks.acceptance.credit import Explorer
from benchmarks.clarity240.setup import run_now
from judges.credit.distance import GoalDistance
from judges.credit.judge import EpisodeCredit
from judges.gap.goal import Knowledge
from judges.gap.simulator import PhoneSimulator
from runtime.core.actions import Answer, AskUser, Finish, Key, Launch, Noop, Swipe, Tap, Type
from runtime.core.events import RemainingSteps, StateRead
from runtime.metrics.credit import advantages

SETTINGS = "com.android.settings"


def values(item) -> dict[int, Any]:
    """Returns what remains by the units of the budget used, at the end of an episode."""
    return {verdict.step: verdict.remaining for verdict in verdicts(item)}


def verdicts(item) -> list[RemainingSteps]:
    """Returns the judge's verdicts on an episode that ends now."""
    item.end()
    return EpisodeCredit(item.task, "credit", item.evidence).feed(item.log)


@pytest.mark.parametrize("task", ["device.calendarroast.detailed", "social.framesave.standard", "info.hours.detailed"])
def test_each_step_of_the_recorded_way_has_an_advantage_of_one(play, task):
    """Who follows the reference of a task without open choices loses no step until the goal is reached."""
    item = play(task)
    run_now(Oracle(3).play(item, item.task))
    found = values(item)
    assert found[0] > 3
    until = min(step for step, remaining in found.items() if remaining == 0)
    assert [found[step] for step in range(until + 1)] == list(range(found[0], -1, -1))


def test_harmful_and_useless_steps(play):
    """A wrong page costs what leads back, a useless action nothing; the advantages add up."""
    item = play("device.quiet.detailed")
    for action in (Launch(SETTINGS), Noop(), Key("HOME"), Launch(SETTINGS)):
        item.do(action)
    item.do(item.tap("Battery"))
    item.do(Key("BACK"))
    found = values(item)
    assert list(advantages(found).values()) == [1, 0, -1, 1, -1, 1]


def test_a_switch_in_the_notification_shade_is_a_shorter_way(play):
    """The way may leave that of the reference: two actions from anywhere instead of three."""
    item = play("device.airplane.detailed")
    item.do(Swipe(540, 10, 540, 1400))
    item.do(item.tap("Airplane mode"))
    item.do(Finish("Done."))
    assert values(item) == {0: 2, 1: 1, 2: 0, 3: 0}


def test_a_wrong_text_is_replaced_by_one_action(play):
    """What was typed wrongly costs the action that replaces it."""
    item = play("shop.larderbell.detailed")
    item.do(Launch("com.larderly.grocer"))
    for label in ("account", "Addresses", "Parents", "note"):
        item.do(item.tap(label))
    item.do(Type("Ring twice"))
    item.do(Type("Knock at the window", clear=True))
    item.do(item.tap("save_address"))
    assert list(advantages(values(item)).values()) == [1, 1, 1, 1, 1, 0, 1, 1]


def test_open_choices_are_to_be_asked_for(play):
    """A turn of questions counts as one, for as many values as a user answers; a lucky guess saves none."""
    item = play("device.airplane.ambiguous")
    item.do(Swipe(540, 10, 540, 1400))
    item.do(item.tap("Airplane mode"))
    item.do(AskUser("What is your name?"))
    item.do(AskUser(question(item.task.requirement(item.task.gap[0]))))
    assert values(item) == {0: 3, 1: 2, 2: 1, 3: 1, 4: 0}


def test_where_asking_is_impossible_no_question_counts(play):
    """Without a user to ask, the way is that on the phone."""
    item = play("device.airplane.ambiguous", can_ask=False)
    item.do(Noop())
    assert values(item) == {0: 2, 1: 2}


def test_an_answer_is_one_action_from_wherever_it_is_known(play):
    """Once a screen has shown the value, the answer can be given on any screen; a wrong text is no answer."""
    item = play("info.hours.detailed")
    item.do(Launch("com.bunwright.orders"))
    for label in ("Branches", "Kestrel Pier", "Fri"):
        item.do(item.tap(label))
    item.do(Key("HOME"))
    item.do(Answer("It closes at 22:00."))
    item.do(Answer("It closes at 20:45."))
    found = values(item)
    seen = min(step for step, remaining in found.items() if remaining == 1)
    assert seen <= 4
    assert {step: found[step] for step in (5, 6, 7)} == {5: 1, 6: 1, 7: 0}


def test_an_answer_that_no_screen_has_shown_tells_nothing(play):
    """A guessed answer leaves the way as long as it was."""
    item = play("info.hours.detailed")
    item.do(Answer("It closes at 20:45."))
    found = values(item)
    assert found[0] == found[1] > 1


def at_the_closing_time(item) -> None:
    """Opens the page that shows the answer to `info.hours`."""
    item.do(Launch("com.bunwright.orders"))
    for label in ("Branches", "Kestrel Pier", "Fri"):
        item.do(item.tap(label))


def test_doing_nothing_on_the_screen_with_the_answer_is_no_answer(play):
    """No phone shows that an answer was given, so one that stays as it is has not been answered."""
    item = play("info.hours.detailed")
    at_the_closing_time(item)
    for action in (Noop(), Answer("It closes at 22:00."), Noop()):
        item.do(action)
    found = values(item)
    assert [found[step] for step in (4, 5, 6, 7)] == [1, 1, 1, 1]


def test_a_later_answer_replaces_an_earlier_one_unless_it_tells_nothing(play):
    """As in the score, the last answer counts: a wrong one withdraws the right one."""
    item = play("info.hours.detailed")
    at_the_closing_time(item)
    for text in ("It closes at 20:45.", "That is all.", "It closes at 22:00.", "It closes at 20:45."):
        item.do(Answer(text))
    found = values(item)
    assert [found[step] for step in (5, 6, 7, 8)] == [0, 0, 1, 0]


def test_what_the_agent_has_typed_itself_is_no_reading(play):
    """As in the score, a guess that was typed before it was read cannot be read from a screen any more."""
    item = play("info.mapmeet.detailed")
    for action in (Launch("com.parlowe.chat"), "Bea Kowal", Launch("org.mapwren.maps"), "Search"):
        item.do(item.tap(action) if isinstance(action, str) else action)
    item.do(Type("Uncle Raj’s Canteen"))
    assert any(node.text.startswith("Uncle Raj") for node in item.tree.walk() if not node.cls.endswith("EditText"))
    found = values(item)
    assert found[4] == 2
    assert found[5] is None


def test_another_screen_that_shows_the_answer_is_a_way(play):
    """The list of places to eat shows the place at the address in one touch, the recorded search in two actions."""
    item = play("info.mapmeet.detailed")
    for action in (Launch("com.parlowe.chat"), "Bea Kowal", Launch("org.mapwren.maps"), "Food"):
        item.do(item.tap(action) if isinstance(action, str) else action)
    item.do(Answer("Uncle Raj’s Canteen"))
    assert values(item) == {0: 5, 1: 4, 2: 3, 3: 2, 4: 1, 5: 0}


def test_an_element_of_the_recorded_way_may_be_used_on_another_screen(tasks):
    """The way to follow a person may leave the recorded one by a touch to another page with the same button."""
    simulator = PhoneSimulator(installed_apps())
    task = tasks["social.framefollow.detailed"]
    distance = GoalDistance(simulator, task)
    value = distance.begin(simulator.prepare(task.intent.setup.state, 1))
    assert value.path is not None
    assert value.path.moves < len(task.intent.reference.actions)
    assert distance.value(value.path.states[-1], Knowledge()).remaining == 0
    again = GoalDistance(simulator, task).begin(simulator.prepare(task.intent.setup.state, 2), distance.shorter_ways)
    assert again.remaining == value.remaining


def test_after_a_finish_that_comes_too_early_the_goal_cannot_be_reached(play):
    """It uses no unit of the budget, so the value before it stays, under its own number."""
    item = play("device.airplane.detailed")
    item.do(Launch(SETTINGS))
    item.do(Finish("Done."))
    first, launched, finished = verdicts(item)
    assert (first.remaining, launched.remaining, finished.remaining) == (2, 2, None)
    assert (launched.step, finished.step) == (1, 2)
    assert finished.reason == "it ended 2 actions before the goal"


def test_values_are_unknown_while_mirror_and_recording_differ(play):
    """If the recording shows another state than the mirror, there is no value, and the reason is said."""
    item = play("device.airplane.detailed")
    item.do(Launch(SETTINGS))
    item.log[:] = [event for event in item.log if not isinstance(event, StateRead)]
    assert {(verdict.remaining, verdict.reason) for verdict in verdicts(item)} == {(None, "no state was recorded")}


@pytest.mark.parametrize("seed", range(2))
def test_no_action_is_worth_more_than_one(play, seed):
    """The way that an agent takes is a way, so a value is corrected if the agent itself has found a shorter one."""
    chance = random.Random(seed)
    item = play("shop.bunnoon.detailed")
    item.do(Launch("com.bunwright.orders"))
    for _ in range(6):
        item.do(chance.choice([Tap(*node.center) for node in item.tree.walk() if node.clickable]))
    found = values(item)
    assert len(found) == 8
    assert max(value for value in advantages(found).values() if value is not None) <= 1


def test_a_value_that_the_agent_has_shown_to_be_too_large_is_corrected(play):
    """The later verdict on a state replaces the earlier one, and says which step has shown it."""
    item = play("device.airplane.detailed")
    judge = EpisodeCredit(item.task, "credit", item.evidence)
    corrected = [
        verdict for step, remaining in ((0, 9), (1, None), (2, 3)) for verdict in judge.correct("e", step, remaining)
    ]
    assert [(verdict.step, verdict.remaining, verdict.reason) for verdict in corrected] == [
        (1, 4, "shown at step 2"),
        (0, 5, "shown at step 2"),
    ]


def test_a_value_does_not_depend_on_how_its_state_was_reached(tasks):
    """With and without the state before it, the value of a state is the same."""
    simulator = PhoneSimulator(installed_apps())
    task = tasks["device.quiet.detailed"]
    distance = GoalDistance(simulator, task)
    value = distance.begin(simulator.prepare(task.intent.setup.state, 3))
    for action in (Launch(SETTINGS), Key("HOME"), Key("APP_SWITCH"), Key("BACK"), Launch(SETTINGS)):
        value = distance.value(simulator.act(value.state, action), Knowledge(), value, action)
        assert distance.value(value.state, Knowledge()).remaining == value.remaining


@pytest.mark.parametrize("task", ["device.airplane.detailed", "device.clocktrain.detailed"])
def test_values_are_those_of_an_exhaustive_search(tasks, task):
    """Near the goal no way over the input of the phone is shorter than the value, and one is as short."""
    found = list(Explorer(PhoneSimulator(installed_apps()), tasks[task]).compare())
    assert [item for item in found if not item.agrees] == []
    assert sum(item.within for item in found) >= 8
