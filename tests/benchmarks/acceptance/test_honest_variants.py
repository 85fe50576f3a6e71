"""Honest variants of the references, on a few tasks; the command plays sixty."""

from __future__ import annotations

from benchmarks.acceptance.honest_variants import compare
from runtime.plugins import registry


def test_honest_ways_to_play_a_reference_score_as_the_plain_way() -> None:
    """Looking first, checking, full sentences, two asks at once and reasons lose nothing by either judge."""
    suite = registry.suite("clarity240")
    names = (
        "shop.bunnoon.incomplete",
        "shop.bunnoon.ambiguous",
        "info.drizzlegusts.ambiguous",
        "device.quiet.standard",
    )
    bars = compare([task for task in suite.tasks if task.id in names], suite)
    assert len(bars) == 10
    assert [bar.what for bar in bars if not bar.holds] == []
