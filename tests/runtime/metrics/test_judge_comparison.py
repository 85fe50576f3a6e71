"""The document that compares judges: metrics, paired differences, and both kinds of evidence."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.core.events import Score
from runtime.metrics.judge_comparison import EVIDENCE, SHOWN, JudgeColumn, judge_comparison
from runtime.metrics.paired import compare
from runtime.metrics.provenance import Origin
from runtime.metrics.reducers import METRICS

Mark = tuple[bool | None, bool | None]


def scores(judge: str, *met: Mark, agent: str = "reader", **changes: Any) -> tuple[Score, ...]:
    """Make one episode per mark, two per intent."""
    base: dict[str, Any] = {
        "judge": judge, "agent": agent, "level": "standard", "domain": "social", "difficulty": "simple",
        "apps": ("x",), "ending": "finished", "requirements": 1, "termination": "normal",
    }  # fmt: skip
    return tuple(
        Score(
            **{**base, **changes}, episode=f"{agent}/t{number}/0", task=f"t{number}", intent=f"i{number // 2}",
            met={"r": mark},
        )
        for number, mark in enumerate(met)
    )  # fmt: skip


def metrics_of(row: dict[str, Any], agent: str = "reader") -> dict[str, Any]:
    """Return one judge's metrics of a player."""
    found: dict[str, Any] = row["agents"][agent]["metrics"]
    return found


YES, NO, LAPSED = (True, True), (False, False), (True, False)


def test_every_judge_has_its_numbers_and_its_difference_to_the_first():
    """Values match hand calculation; the first judge has no difference; recorded judges and origins are included."""
    origin = Origin(("1",), ("m",), ("outcome@2+ab",), 4, 1)
    rows = judge_comparison(
        [
            JudgeColumn("model", scores("model", YES, YES, NO, NO), recorded=True),
            JudgeColumn("model", scores("model", YES, NO, NO, (None, None)), origin),
        ]
    )
    assert [(row["judge"], row["recorded"], row["origin"]["prompts"]) for row in rows] == [
        ("model", True, ()),
        ("model", False, ("outcome@2+ab",)),
    ]
    assert metrics_of(rows[0])["TSR"] == {"value": 0.5, "n": 4, "against": None}
    against = metrics_of(rows[1])["TSR"]["against"]
    assert (metrics_of(rows[1])["TSR"]["value"], against["difference"], against["n"]) == (0.25, -0.25, 4)
    assert against["low"] <= -0.25 <= against["high"]
    assert [row["agents"]["reader"]["unscored"] for row in rows] == [0, 1]
    assert metrics_of(rows[0])["IGR"] == {"value": None, "n": 0, "against": None}


def test_what_lapsed_is_the_difference_between_the_two_kinds_of_evidence():
    """A requirement met only temporarily, and a remaining side effect, lower only the metrics at the end."""
    (row,) = judge_comparison([JudgeColumn("rules", scores("rules", YES, YES, LAPSED, NO))])
    found = row["agents"]["reader"]["evidence"]
    assert (found["RCR"]["any"], found["RCR"]["final"], found["RCR"]["difference"]) == (0.75, 0.5, -0.25)
    (row,) = judge_comparison([JudgeColumn("rules", scores("rules", YES, YES, side_effects={"cart/1": True}))])
    found = row["agents"]["reader"]["evidence"]
    assert (found["RCR"]["difference"], found["TSR"]["difference"]) == (0.0, -1.0)
    assert -1 <= found["TSR"]["low"] < found["TSR"]["high"]


@given(
    st.lists(st.tuples(st.sampled_from([YES, NO, LAPSED]), st.sampled_from([YES, NO, LAPSED])), min_size=1, max_size=8)
)
def test_the_document_holds_the_numbers_of_the_metrics(marks: list[tuple[Mark, Mark]]):
    """Values come from the reducers, differences from `compare`, and evidence repeats the metrics under two names."""
    first, second = (scores(name, *(pair[at] for pair in marks)) for at, name in enumerate(("one", "two")))
    rows = judge_comparison([JudgeColumn("one", first), JudgeColumn("two", second)])
    for name, metric in SHOWN.items():
        for row, held in zip(rows, (first, second), strict=True):
            assert metrics_of(row)[name]["value"] == pytest.approx(metric.result(metric.run(held)).value, abs=1e-6)
        paired = compare(metric, second, first)
        against = metrics_of(rows[1])[name]["against"]
        assert (against is None) == (paired is None)
        if paired is not None:
            assert against["difference"] == pytest.approx(paired.difference, abs=1e-6)
            assert paired.interval is None or (against["low"], against["high"]) == pytest.approx(
                paired.interval, abs=1e-6
            )
    for row in rows:
        for any_name, final_name in EVIDENCE:
            found = row["agents"]["reader"]["evidence"][any_name]
            assert found["any"] == metrics_of(row)[any_name]["value"]
            assert found["final"] == metrics_of(row)[final_name]["value"]
            assert found["difference"] == pytest.approx(found["final"] - found["any"], abs=2e-6)
            assert found["difference"] <= 0


def test_players_are_kept_apart_and_all_of_it_is_json():
    """Each agent has its own numbers, and a judge without scores of an agent has no value."""
    both = (*scores("rules", YES), *scores("rules", NO, agent="monkey"))
    rows = json.loads(
        json.dumps(
            judge_comparison([JudgeColumn("rules", both), JudgeColumn("mine", scores("mine", YES))]), allow_nan=False
        )
    )
    assert [metrics_of(rows[0], agent)["TSR"]["value"] for agent in ("monkey", "reader")] == [0.0, 1.0]
    assert metrics_of(rows[1], "monkey")["TSR"] == {"value": None, "n": 0, "against": None}
    assert rows[1]["agents"]["monkey"]["evidence"]["TSR"] is None
    assert judge_comparison([]) == []


def test_every_metric_of_the_headline_is_compared():
    """All headline metrics are compared in order, and RCR_final follows RCR."""
    assert list(SHOWN) == ["RCR", "RCR_final", *list(METRICS)[1:]]
