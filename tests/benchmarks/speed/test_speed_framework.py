"""The benchmarks of the framework and of scheduling run with tiny counts; no speed is asserted."""

from __future__ import annotations

import importlib

import pytest

from benchmarks.acceptance import scheduling as farms
from benchmarks.speed import framework, scheduling
from benchmarks.speed.contender import Places, measured

CONTESTS = (*framework.CONTESTS, *scheduling.CONTESTS)
CONTENDERS = sorted({entrant.contender for contest in CONTESTS for entrant in contest.entrants.values()})


@pytest.mark.parametrize("contender", CONTENDERS)
def test_every_measured_program_runs_and_gives_a_sample(contender: str):
    """Each contender plays a few operations in this process, and has a sample with their number."""
    module, _, name = contender.rpartition(".")
    with getattr(importlib.import_module(f"benchmarks.speed.{module}"), name)(Places((), 0)) as run:
        sample = measured(run, 24)
    assert sample.operations == 24
    assert sample.wall > 0


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.name)
def test_every_claim_names_programs_of_its_comparison(contest):
    """Every claim names programs that are measured in its comparison."""
    named = {contest.floor} | {name for claim in contest.claims for name in (claim.ours, claim.peer)}
    assert named <= set(contest.entrants)


def test_a_small_farm_holds_its_bars():
    """Thirty phones that fail: each episode is committed once, and none is lost."""
    assert [bar.holds for bar in farms.measure(["farm"], phones="30")] == [True] * 4
