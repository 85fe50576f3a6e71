"""Scores that are kept compressed are given back as they were, in the order of their episodes."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from runtime.core.events import Score
from runtime.metrics.compact_scores import CompactScores
from tests.runtime.metrics.test_reducers import HALF, LOST, SWEEP, score

_SCORES = st.builds(
    lambda name, judge, base: replace(base, episode=name, judge=judge),
    st.text(min_size=1, max_size=4),
    st.sampled_from(["rules", "state", "ünlü"]),
    st.sampled_from(
        [
            HALF,
            LOST,
            SWEEP,
            score("x", turns=2, asks={1: ("compliant", "trivial")}, gaps={3: (None, True)}, remaining={0: 2, 3: None}),
        ]
    ),
)


@given(st.lists(_SCORES, max_size=12))
def test_scores_are_given_back_as_they_were_put_in(scores: list[Score]) -> None:
    """The last scores of an episode count; all are equal to what was put in, ordered by episode and judge given."""
    found, expected = CompactScores(), {}
    for item in scores:
        both = (item, replace(item, judge=f"{item.judge}2"))
        found.put(item.episode, both)
        expected[item.episode] = both
    ordered = [expected[name] for name in sorted(expected)]
    assert list(found.main()) == [main for main, _ in ordered]
    assert list(found.all()) == [item for both in ordered for item in both]
    assert list(found.by("rules2")) == [other for main, other in ordered if main.judge == "rules"]
    assert all(name in found for name in expected)
    assert "no such episode" not in found


def test_an_episode_without_scores_has_no_main_score() -> None:
    """An episode whose judges all failed counts as finished and gives no score."""
    found = CompactScores()
    found.put("lost", ())
    assert "lost" in found
    assert not list(found.main())
