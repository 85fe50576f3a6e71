"""What has to be done again to come back to a step, and the first difference from what was recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from runtime.core.actions import AskUser, Decision, Finish, Key, Note, Tap
from runtime.core.errors import ReplayError
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    Decided,
    DisturbanceOccurred,
    Ended,
    Faulted,
    Observed,
    Performed,
    Released,
    Replied,
    Started,
    StateRead,
    Traffic,
)
from runtime.plugins.protocols import Reply
from runtime.recordings.replay_plan import app_state, count_actions, describe_obstacles, find_difference, plan_replay

NOTE = Note("two left")
FIRST = Decision([NOTE, Tap(1, 2), AskUser("Which?"), Key("BACK")], "a thought")
LAST = Decision([Finish("done")])


def numbered(*items: AnyEvent | AnyTruth) -> list[AnyEvent | AnyTruth]:
    """The items with their numbers in the log."""
    return [replace(item, seq=seq) for seq, item in enumerate(items)]


HEAD: dict[str, Any] = {"episode": "agent/task/0", "attempt": 0, "seq": 0, "t": 0.0}


def at(step: int) -> dict[str, Any]:
    """The fields of an event at a step."""
    return {**HEAD, "step": step}


ITEMS = numbered(
    Started(**HEAD, task="task", agent="agent", device="phone-0", seed=1),
    Observed(**at(0), frame=None, tree="tree-0"),
    StateRead(**at(0), state={"clock": {"alarms": []}, "notes": {"count": 1}}),
    Decided(**at(1), decision=FIRST),
    Performed(**at(0), action=NOTE),
    Performed(**at(1), action=FIRST.actions[1]),
    Observed(**at(1), frame=None, tree="tree-1"),
    DisturbanceOccurred(**HEAD, weather="ad", detail="notes"),
    StateRead(**at(1), state={"notes": {"count": 2}}),
    Performed(**at(2), action=FIRST.actions[2]),
    Replied(**at(2), question="Which?", text="The second."),
    Released(**at(2), requirements=("item",), turn="compliant", understood=("item",)),
    Performed(**at(3), action=FIRST.actions[3]),
    Observed(**at(3), frame=None, tree="tree-3"),
    Decided(**at(4), decision=LAST),
    Performed(**at(3), action=LAST.actions[0]),
    Ended(**HEAD, ending="finished"),
)


def test_decisions_are_cut_off_at_the_step() -> None:
    """Each plan goes on where another one ended; `finish` belongs to none."""
    start = plan_replay(ITEMS, 0, 0)
    assert start.decisions == (Decision([NOTE], "a thought"),)
    first = plan_replay(ITEMS, 0, 2)
    assert first.decisions == (Decision(FIRST.actions[:3], "a thought"),)
    assert first.replies == (Reply("The second.", "compliant", ("item",), ("item",)),)
    assert first.items == tuple(ITEMS[:12])
    rest = plan_replay(ITEMS, count_actions(first.items), 3)
    assert rest.decisions == (Decision(FIRST.actions[3:], "a thought"),)
    assert rest.replies == ()
    assert rest.items == tuple(ITEMS[:14])
    assert count_actions(ITEMS) == 4


def test_a_reply_that_did_not_come_in_time_is_planned_as_none() -> None:
    """The user must not be waited for again."""
    items = [replace(item, answered=False) if isinstance(item, Replied) else item for item in ITEMS]
    assert plan_replay(items, 0, 3).replies == (None,)


@pytest.mark.parametrize("step", [-1, 4])
def test_steps_that_were_not_played_are_refused(step: int) -> None:
    """The sentence says which there are."""
    with pytest.raises(ReplayError, match="steps 0 to 3"):
        plan_replay(ITEMS, 0, step)


def test_a_step_that_a_fault_broke_off_is_refused() -> None:
    """Its screen was never recorded; the step before can be used."""
    fault = Faulted(**HEAD, boundary="device", error="the phone is gone")
    broken = numbered(*ITEMS[:13], fault, Ended(**HEAD, ending="fault", cause="device"))
    assert plan_replay(broken, 0, 2).decisions
    with pytest.raises(ReplayError, match="step 3 was not completed: a fault of the device: the phone is gone"):
        plan_replay(broken, 0, 3)
    with pytest.raises(ReplayError, match="step 3 was not completed: the recording ends there"):
        plan_replay(ITEMS[:13], 0, 3)


def test_equal_episodes_have_no_difference() -> None:
    """Whoever decided, and whatever it took."""
    other = [replace(item, source="sniffer") if isinstance(item, Decided) else item for item in ITEMS]
    assert find_difference(ITEMS, other) is None
    framed = [replace(item, frame="frame-1") if isinstance(item, Observed) else item for item in ITEMS]
    assert find_difference(ITEMS, framed) is None


@pytest.mark.parametrize(
    ("index", "changed", "step", "words"),
    [
        (1, {"tree": "tree-9"}, 0, "another screen than recorded (“Start”)"),
        (6, {"tree": "tree-9"}, 1, "another screen than recorded (“Tap at 1, 2”)"),
        (7, {"weather": "call"}, 1, "another disturbance than recorded (“Tap at 1, 2”)"),
        (
            8,
            {"state": {"notes": {"count": 3}}},
            1,
            "other data in the apps than recorded, at notes/count (“Tap at 1, 2”)",
        ),
        (10, {"text": "The first."}, 2, "another reply of the user than recorded (“Ask the user: “Which?””)"),
    ],
)
def test_the_first_difference_is_named(index: int, changed: dict[str, Any], step: int, words: str) -> None:
    """By its step, what differs, and the last action."""
    items = [*ITEMS[:index], replace(ITEMS[index], **changed), *ITEMS[index + 1 : 13]]
    assert find_difference(ITEMS, items) == (step, words)


def test_pixels_are_compared_where_both_have_some() -> None:
    """Equal trees may be drawn differently."""
    first, second = (
        [replace(item, frame=frame) if isinstance(item, Observed) else item for item in ITEMS]
        for frame in ("frame-1", "frame-2")
    )
    assert find_difference(first, second) == (0, "other pixels than recorded (“Start”)")


def test_missing_events_are_a_difference() -> None:
    """For instance if the episode ended earlier."""
    assert find_difference(ITEMS, ITEMS[:9]) == (2, "another order of events than recorded (“Ask the user: “Which?””)")
    assert find_difference(ITEMS[:2], ITEMS[:3]) == (0, "another order of events than recorded (“Start”)")


def test_what_an_external_program_did_by_other_means_is_an_obstacle() -> None:
    """Commands that are no actions, or actions that were only watched."""
    assert describe_obstacles(ITEMS) == ""
    watched = [replace(item, source="sniffer") if isinstance(item, Decided) else item for item in ITEMS]
    assert "commands of its own" in describe_obstacles(watched)
    traffic = Traffic(**HEAD, digest="raw-1", why="unknown command")
    assert "also sent 1 commands" in describe_obstacles([*watched, traffic])


def test_the_state_is_that_of_all_apps() -> None:
    """Later records hold only the apps that changed."""
    assert app_state(ITEMS) == {"clock": {"alarms": []}, "notes": {"count": 2}}
