"""The newest state of a run: what a viewer gets, and what a slow one misses."""

from __future__ import annotations

from typing import Any

from adapters.web.live.run_view import Operation, RunView
from runtime.core.actions import AskUser, Decision, Tap
from runtime.core.events import Decided, Observed, Performed, Replied
from runtime.storage.run_directory import EpisodeKey
from tests.support.committed_runs import episode

EVERY = range(100)
KEY = EpisodeKey("reader", "shop.burger.standard", 0)


def begun(*devices: str) -> RunView:
    """A view of a run whose clock stands still."""
    view = RunView(lambda: 10.0)
    view.begin("a run", 6, devices, {KEY.task: "Order a burger."}, max_steps=25)
    return view


def event(kind: type[Any], **fields: Any) -> Any:
    """An event of the episode."""
    return kind(episode=str(KEY), attempt=0, seq=0, t=0.0, **fields)


def test_the_first_look_shows_everything_and_the_next_only_what_changed() -> None:
    """Two phones at first; after one event only the phone that it concerns."""
    view = begun("a", "b")
    first = view.changes(0, Operation(), EVERY)
    assert [phone["name"] for phone in first["phones"]] == ["a", "b"]
    assert (first["title"], first["max_steps"], first["count"]) == ("a run", 25, 2)
    view.started("b", KEY)
    then = view.changes(first["version"], Operation(), EVERY)
    assert [phone["name"] for phone in then["phones"]] == ["b"]
    assert "title" not in then
    assert view.changes(then["version"], Operation(), EVERY)["phones"] == []


def test_a_slow_viewer_sees_the_newest_state_only() -> None:
    """A hundred screens later it gets one state of the phone, the last."""
    view = begun("a")
    view.started("a", KEY)
    seen = view.version
    for step in range(100):
        view.recorded(event(Decided, step=step + 1, decision=Decision([Tap(1, 2)], thought=f"thought {step}")))
        view.recorded(event(Performed, step=step + 1, action=Tap(1, step)))
        view.recorded(event(Observed, step=step + 1, frame=f"frame-{step}", tree=None))
    (phone,) = view.changes(seen, Operation(), EVERY)["phones"]
    assert (phone["screen"], phone["step"], phone["thought"]) == ("frame-99", 100, "thought 99")
    assert (phone["action"], phone["points"]) == ("Tap at 1, 99", [(1, 99)])
    assert phone["instruction"] == "Order a burger."


def test_a_question_and_its_reply_are_shown() -> None:
    """With the kind of the action, so that a page can set them apart."""
    view = begun("a")
    view.started("a", KEY)
    view.recorded(event(Performed, step=1, action=AskUser("Which?")))
    view.recorded(event(Replied, step=1, question="Which?", text="That one."))
    (phone,) = view.changes(0, Operation(), EVERY)["phones"]
    assert (phone["kind"], phone["question"], phone["reply"]) == ("ask", "Which?", "That one.")


def test_outcomes_are_counted_and_averaged_by_agent() -> None:
    """Solved, failed and lost; the phone that still shows the episode shows its outcome."""
    view = begun("a")
    view.started("a", KEY)
    view.finished("a", KEY)
    solved = episode("reader", KEY.task, solved=True)
    view.scored(solved)
    view.scored(episode("reader", "other", solved=False))
    view.scored(episode("reader", "third", solved=False, ending="fault", cause="device"))
    found = view.changes(0, Operation(), EVERY)
    (agent,) = found["agents"]
    assert (agent["solved"], agent["failed"], agent["lost"]) == (1, 1, 1)
    assert agent["means"]["TSR_final"] == 0.3333
    assert [outcome for _, outcome in found["finished"]] == ["solved", "failed", "lost"]
    assert found["phones"][0]["outcome"] == "solved"
    assert (found["totals"]["done"], found["totals"]["waiting"], found["totals"]["playing"]) == (3, 3, 0)


def test_the_curve_stays_bounded() -> None:
    """Of a thousand episodes at most 240 points are left, and they reach to the end."""
    view = begun("a")
    for number in range(1_000):
        view.scored(episode("reader", f"task{number}", solved=number % 2 == 0))
    points = view.changes(0, Operation(), EVERY)["points"]
    assert len(points) <= 240
    assert points[0][0] < 20
    assert points[-1][0] > 990
    assert all(abs(means["reader\nTSR_final"] - 0.5) < 0.1 for _, means in points[5:])


def test_a_viewer_gets_the_phones_of_its_page() -> None:
    """Of a thousand phones those that it shows, whatever changes elsewhere."""
    view = begun(*(f"phone-{number}" for number in range(1_000)))
    shown = view.changes(0, Operation(), range(120, 240))
    assert (len(shown["phones"]), shown["phones"][0]["name"], shown["count"]) == (120, "phone-120", 1_000)
    view.started("phone-7", KEY)
    assert view.changes(shown["version"], Operation(), range(120, 240))["phones"] == []
    assert [phone["name"] for phone in view.changes(shown["version"], Operation(), range(120))["phones"]] == ["phone-7"]


def test_what_operators_did_is_part_of_each_state() -> None:
    """A paused run has no time left to tell."""
    view = begun("a", "b")
    view.scored(episode("reader", "other", solved=True))
    operation = Operation(paused=True, drained=frozenset({"b"}), unavailable=frozenset({"a"}))
    found = view.changes(0, operation, EVERY)
    assert (found["totals"]["paused"], found["totals"]["left"]) == (True, None)
    assert (found["drained"], found["unavailable"]) == (["b"], ["a"])
