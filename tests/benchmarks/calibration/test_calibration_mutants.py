"""Tests of mutants: what operators make of references, and what judges make of the mutants."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from benchmarks.calibration.mutants.equivalents import Equivalents, equivalent, read_equivalents
from benchmarks.calibration.mutants.figures import MutantCounts, describe, total
from benchmarks.calibration.mutants.playing import judge_mutants, play_mutants
from benchmarks.calibration.mutants.script_operators import ERRANDS, SCRIPT_OPERATORS, script_mutants
from benchmarks.calibration.mutants.state_operators import STATE_OPERATORS, incidental_variants, state_mutants
from benchmarks.calibration.mutants.state_verdicts import count_state_mutants, refusals
from benchmarks.clarity240 import replay
from runtime.core.checks import changed_paths, paths_outside
from runtime.core.tasks import State, Task
from runtime.plugins.registry import suite as load

SUITE = load("clarity240")
TASKS = {task.intent.id: task for task in SUITE.tasks if task.level == "detailed"}


def ends(task: Task) -> tuple[State, State]:
    """Returns the states before and after the reference."""
    states = replay.states(replay.phone(), task.intent, task.intent.reference.actions)
    return states[0], states[-1]


@pytest.mark.parametrize("name", ["device.quiet", "shop.bunpier", "social.mute"])
def test_the_state_judge_refuses_every_mutant_that_is_not_listed(name: str) -> None:
    """Each mutant of the end state is refused or listed with a reason, and no right end state is refused."""
    start, end = ends(TASKS[name])
    counts, refused = count_state_mutants(TASKS[name], start, end, read_equivalents())
    assert [line for count in counts.values() for line in count.survivors] == []
    assert refused == []
    assert total(counts.values()).killed >= 40


def test_every_state_mutant_differs_where_it_matters() -> None:
    """A mutant differs from the reference's end state outside incidental paths, an incidental variant inside only."""
    task = TASKS["shop.bunpier"]
    start, end = ends(task)
    incidental = task.intent.reference.incidental
    mutants = list(state_mutants(task.intent, start, end))
    assert {mutant.operator for mutant in mutants} == set(STATE_OPERATORS)
    assert all(paths_outside(changed_paths(end, mutant.end), incidental) for mutant in mutants)
    variants = list(incidental_variants(task.intent, start, end))
    assert variants
    assert not any(paths_outside(changed_paths(end, variant.end), incidental) for variant in variants)


def test_the_same_seed_makes_the_same_mutants() -> None:
    """Mutants depend on the seed only."""
    task = TASKS["social.mute"]
    start, end = ends(task)
    assert list(state_mutants(task.intent, start, end)) == list(state_mutants(task.intent, start, end))
    assert list(script_mutants(task, SUITE.intents)) == list(script_mutants(task, SUITE.intents))


def test_a_value_that_no_requirement_reads_is_held_against_the_end_state() -> None:
    """An order of the right burger in another quantity is refused, although no requirement is about the quantity."""
    task = TASKS["shop.bunpier"]
    start, end = ends(task)
    order = end["bunwright"]["orders"][-1]
    lines = [{**order["lines"][0], "quantity": 3}, *order["lines"][1:]]
    other = {**end["bunwright"], "orders": [*end["bunwright"]["orders"][:-1], {**order, "lines": lines}]}
    assert refusals(task, start, {**end, "bunwright": other}) == ("side effect bunwright/orders/1/lines/0/quantity",)


def test_a_mutant_is_equivalent_only_if_all_its_paths_are_listed_for_its_operator() -> None:
    """One path that is not listed, or another operator, makes a mutant wrong."""
    entries = (Equivalents(("clock/alarms/*/days",), ("order_changed",), "a set"),)
    assert equivalent("order_changed", ["clock/alarms/0/days/1"], entries)
    assert not equivalent("value_changed", ["clock/alarms/0/days/1"], entries)
    assert not equivalent("order_changed", ["clock/alarms/0/days/1", "clock/alarms/0/time"], entries)


def test_every_list_of_equivalents_names_operators_and_a_reason() -> None:
    """An entry without a reason, or for an operator that does not exist, would hide mistakes of judges."""
    entries = read_equivalents()
    assert entries
    operators = {*STATE_OPERATORS, *SCRIPT_OPERATORS, *ERRANDS}
    assert all(len(entry.reason) > 20 and set(entry.operators) <= operators for entry in entries)


def test_counts_are_added_and_described() -> None:
    """The rate leaves out equivalent mutants and those that no screen showed."""
    count = total([MutantCounts(3, 1, 1, []), MutantCounts(0, 0, 0, ["a/b/0"])])
    assert (count.total, count.rate) == (6, 0.75)
    assert describe(count) == "3 of 4 refused, 1 equivalent, 1 never on a screen, survived: a/b/0"
    assert MutantCounts().rate is None


def test_judges_refuse_played_mistakes_and_accept_right_plays(tmp_path: Path) -> None:
    """On a phone without pixels, another option and a missing step are refused, the reference and detours are not."""
    task = TASKS["device.quiet"]
    mutants = [
        mutant
        for mutant in script_mutants(task, SUITE.intents)
        if mutant.operator in ("honest", "option_changed", "message_after")
    ]

    async def judged() -> None:
        await play_mutants(mutants, SUITE, ("headless://2",), tmp_path / "run")
        found = await judge_mutants(mutants, SUITE, tmp_path / "run", ("rules", "state"), read_equivalents())
        for played in found.values():
            assert played.wrongly_refused == []
            assert played.right >= 4
            assert played.counts["option_changed"].killed >= 3
            assert played.counts["option_changed"].survivors == []
        assert found["state"].counts["message_after"].killed == 2

    anyio.run(judged)


def test_every_operator_has_mutants_in_the_suite() -> None:
    """No operator is empty for the whole suite."""
    made = {mutant.operator for task in TASKS.values() for mutant in script_mutants(task, SUITE.intents)}
    assert made == {*SCRIPT_OPERATORS, *ERRANDS}
