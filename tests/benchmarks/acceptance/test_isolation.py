"""A hostile program beside recorded runs, suites and stored replies: `benchmarks.acceptance.isolation` in small."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.acceptance.isolation import SCENARIOS, played
from tests.support.lab import skip_unless_isolated


@pytest.mark.parametrize("scenario", [SCENARIOS[1], SCENARIOS[3]], ids=["isolated", "not isolated"])
def test_a_hostile_program_reaches_nothing_unless_it_is_not_isolated(tmp_path: Path, scenario) -> None:
    """Isolated, with its folder named, the program reaches no mark; without isolation it reaches those of all kinds."""
    skip_unless_isolated()
    found = played(tmp_path, scenario, families=("file", "process", "kernel"), folders=60, depths=(1, 5))
    reached = [probe["probe"] for probe in found if probe["reached"]]
    if scenario.isolated:
        assert reached == []
        assert len(found) > 200
    else:
        kinds = {name.split(": ")[1] for name in reached if name.startswith("file: ")}
        assert {
            "suite",
            "copy of the suite",
            "replies cached",
            "run at depth 5",
            "run started later at depth 1",
        } <= kinds
        assert {name.split(":")[0] for name in reached} == {"file", "process", "kernel"}
