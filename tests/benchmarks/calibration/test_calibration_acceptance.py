"""Tests of the calibration lines in the acceptance table."""

from __future__ import annotations

from typing import Any

from benchmarks.acceptance.calibration import bars
from benchmarks.calibration.bars import BARS


def figure(jaccard: float | None, true: int = 40) -> dict[str, Any]:
    """Returns one figure with its counts."""
    return {"jaccard": jaccard, "positive": true, "false_positive": 1, "false_negative": 2, "n": 90}


def document(jaccard: float | None, true: int = 40) -> dict[str, Any]:
    """Returns a report in which all other figures are perfect."""
    perfect = {"jaccard": 1.0, "recall": 1.0, "precision": 1.0, "kappa": 1.0, "n": 90}
    fields = dict.fromkeys(("v_out", "v_step", "fills", "side_effects", "violations", "termination"), perfect)
    return {**fields, "by_family": {"truncated": {"v_out": figure(jaccard, true)}}}


def test_there_is_a_line_for_each_bar_and_family() -> None:
    """Each calibration bar gets one line, and all lines pass if all figures are perfect."""
    lines = list(bars(document(1.0), "headless"))
    assert len(lines) == len(BARS)
    assert all(line.holds for line in lines)


def test_a_family_below_its_bar_is_named_with_its_counts() -> None:
    """A family of trajectories below its bar fails, and its line says how many positive examples it has."""
    line = next(bar for bar in bars(document(0.5, 13), "headless") if "truncated" in bar.what)
    assert not line.holds
    assert line.figure == "0.500 (13 true: few, 3 wrong of 90)"


def test_a_figure_that_was_not_measured_does_not_hold() -> None:
    """A bar is not reached by measuring nothing."""
    assert [line.holds for line in bars(document(None), "phones")].count(False) == 1


def test_families_that_meet_nothing_fail_by_false_positives() -> None:
    """A family without met requirements passes with zero false positives and fails with one."""
    families = {"by_family": {"near_miss": {"v_out": {**figure(0.0, 0), "false_positive": 0, "false_negative": 0}}}}
    assert all(line.holds for line in bars({**document(1.0), **families}, "headless"))
    families["by_family"]["near_miss"]["v_out"]["false_positive"] = 1
    line = next(bar for bar in bars({**document(1.0), **families}, "headless") if "near_miss" in bar.what)
    assert (line.holds, line.figure) == (False, "1 FP of 90")
