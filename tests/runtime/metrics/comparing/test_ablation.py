"""What an agent loses without asking."""

from __future__ import annotations

from runtime.metrics.comparing.ablation import ablation, solved
from runtime.metrics.comparing.run_comparison import Side
from tests.support.committed_runs import episode, episodes


def test_only_solved_episodes_with_something_to_ask_for_are_played_again() -> None:
    """Levels that leave nothing open, failures and lost episodes are left out."""
    scores = [
        *episodes("a", "x.", level="incomplete"),
        *episodes("a", "xx", level="ambiguous"),
        *episodes("a", "x", level="standard"),
        episode("a", "i9.incomplete", solved=True, ending="fault", cause="device"),
    ]
    assert [score.task for score in solved(scores)] == ["i0.incomplete", "i0.ambiguous", "i1.ambiguous"]


def test_the_same_episodes_are_compared_before_and_after_by_level() -> None:
    """Repeats that had failed do not count, though the task is played again as often as before."""
    before = [*episodes("a", "xx", level="incomplete"), *episodes("a", "x", level="ambiguous")]
    before += episodes("a", ".x", level="incomplete", repeat=1)
    after = [*episodes("a", ".x", level="incomplete"), *episodes("a", ".", level="ambiguous")]
    after += episodes("a", "xx", level="incomplete", repeat=1)
    sides = [Side("a", "runs/A", "a", "nowhere 1", tuple(scores), tuple(scores)) for scores in (before, after)]
    document = ablation(sides[0], sides[1], "asking")
    assert list(document["groups"]) == ["overall", "incomplete", "ambiguous"]
    incomplete = document["groups"]["incomplete"]
    assert (incomplete["episodes"], incomplete["tasks"]) == (3, 2)
    first, second = incomplete["metrics"]["TSR"]
    assert (first["value"], second["value"], second["against"]["difference"]) == (1, 0.5, -0.5)
    assert first["low"] < 1
    assert document["groups"]["ambiguous"]["metrics"]["RCR"][1]["value"] == 0
