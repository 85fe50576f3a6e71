"""Disagreements between judges, and between the user and a judge."""

from __future__ import annotations

from typing import Any

from runtime.core.events import Released, Score, Started, TurnKind
from runtime.metrics.disagreements import judge_disagreements, user_agreement
from runtime.metrics.report import metrics_document
from runtime.metrics.tally import tally


def score(judge: str, episode: str = "e", **more: Any) -> Score:
    """Make a score of one episode."""
    return Score(
        episode=episode, judge=judge, task="t", agent="a", intent="i", level="standard", domain="social",
        difficulty="simple", apps=(), ending="finished", **more,
    )  # fmt: skip


def test_items_are_what_two_decided_and_kappas_are_over_them() -> None:
    """Only requirements decided by both judges are compared; kappas match hand calculation."""
    yes, no = (True, True), (False, False)
    found = judge_disagreements(
        {
            "one": [score("one", met={"a": yes, "b": no, "c": yes, "d": yes})],
            "two": [score("two", met={"a": yes, "b": no, "c": no, "d": (None, None)})],
        }
    )
    assert (found["judges"], found["episodes"], found["items"], found["disputed"]) == (["one", "two"], 1, 6, 2)
    part = found["by_kind"]["requirements_any"]
    assert (part["items"], part["disputed"], part["abstained"], part["rated_by_all"]) == (3, 1, 1, 3)
    # Observed 2/3; by chance (2/3 * 1/3 + 1/3 * 2/3) = 4/9: kappa (6/9 - 4/9) / (5/9). Fleiss: chance 1/2.
    assert part["cohen"] == {"one, two": 0.4}
    assert part["fleiss"] == 0.333333


def test_an_episode_in_which_a_judge_failed_is_none_to_compare() -> None:
    """An episode in which a judge failed is not compared."""
    found = judge_disagreements({"one": [score("one", met={"a": (True, True)})], "two": [score("two", cause="judge")]})
    assert (found["episodes"], found["items"], found["share"]) == (0, 0, None)


def test_turns_that_user_and_judge_take_for_something_else_are_listed() -> None:
    """Turns labelled differently by user and judge are listed; turns with one label are only counted."""
    kinds: dict[int, TurnKind | None] = {1: "compliant", 2: "compliant", 3: None}
    labels: dict[int, TurnKind | None] = {1: "compliant", 2: "repetitive", 3: "trivial"}
    found = user_agreement([score("rules", turns=3, labels=labels, user_labels=kinds)])
    assert (found["turns"], found["agree"], found["share"], found["unlabelled"]) == (2, 1, 0.5, 1)
    assert found["by_label"] == {"compliant": {"compliant": 1, "repetitive": 1}}
    assert found["differ"] == [{"episode": "e", "turn": 2, "user": "compliant", "judge": "repetitive"}]


def test_the_user_labels_turns_in_the_order_of_replies_and_a_later_attempt_begins_afresh() -> None:
    """The user's labels follow the order of replies, and a later attempt starts from nothing."""

    def released(step: int, turn: str, attempt: int = 0) -> Released:
        return Released(episode="e", attempt=attempt, seq=step, t=0, step=step, requirements=(), turn=turn)

    current_score = tally(tally(score("rules"), released(1, "trivial")), released(3, ""))
    assert current_score.user_labels == {1: "trivial", 2: None}
    begun = Started(episode="e", attempt=1, seq=0, t=0, task="t", agent="a", device="d", seed=1)
    again = tally(tally(current_score, begun), released(2, "compliant", attempt=1))
    assert again.user_labels == {1: "compliant"}
    assert tally(again, released(9, "trivial")).user_labels == {1: "compliant"}


def test_the_report_tells_of_differences_only_where_there_can_be_any() -> None:
    """Judges' disagreements are in the report only with two judges, and the user's only with turns."""
    silent = [score("rules")]
    assert metrics_document(silent, {"rules": silent}, draws=0).keys() == {"schema", "agents"}
    asked = [score("rules", turns=1, labels={1: "trivial"}, user_labels={1: "trivial"})]
    both = metrics_document(asked, {"rules": asked, "mine": [score("mine", turns=1, labels={1: "compliant"})]}, draws=0)
    assert both["panel"]["disputed"] == 1
    assert both["user"]["share"] == 1
