"""Properties of the instruction levels that are derived from any intent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.clarity240 import instruction_levels, wording
from runtime.core.tasks import Intent, Phrasing, Reference, Requirement, Setup
from runtime.core.text import mentions

_SLOTS = ("alpha", "beta", "gamma", "delta", "epsilon")


@st.composite
def intents(draw, least: int = 0) -> Intent:
    """Intents with one anchor and up to five parameters, values never part of one another."""
    count = draw(st.integers(least, len(_SLOTS)))
    kinds = draw(st.lists(st.sampled_from(["explicit", "implicit"]), min_size=count, max_size=count))
    numbers = draw(st.lists(st.integers(100, 999), min_size=count + 1, max_size=count + 1, unique=True))
    anchor = Requirement("thing", "anchor", "thing", f"Thing {numbers[0]}", f"Thing {numbers[0]}", "")
    parameters = tuple(
        Requirement(slot, kind, slot, f"it has {number}", f"V{number}", f"D{number}")
        for slot, kind, number in zip(_SLOTS, kinds, numbers[1:], strict=False)
    )
    order = draw(st.permutations([parameter.id for parameter in parameters]))
    goal = "Get {thing}" + "".join(f"{{{identifier}}}" for identifier in order) + "."
    clauses = {parameter.id: f", with {parameter.slot} {{{parameter.id}}}" for parameter in parameters}
    path = tuple(draw(st.lists(st.sampled_from(["open it", "tap {thing}", "send it off"]), min_size=1, max_size=14)))
    phrasing = Phrasing(goal, "Get me something.", path, clauses)
    return Intent(
        "test.one", "device", "functional", "prior", ("settings",), (anchor, *parameters),
        Reference((), (), None), Setup(), phrasing,
    )  # fmt: skip


@given(intents())
def test_there_is_a_task_for_every_level_that_the_intent_has(intent):
    """Three tasks for an anchor alone, four otherwise, with derived ids and gaps."""
    made = instruction_levels.tasks([intent])
    assert len(made) == (4 if intent.parametric else 3)
    assert [task.id for task in made] == [f"test.one.{level}" for level in instruction_levels.levels(intent)]
    assert all(task.gap == instruction_levels.gap(intent, task.level) for task in made)


@given(intents(least=1))
def test_an_instruction_mentions_exactly_what_is_not_masked(intent):
    """At every level the instruction mentions exactly the requirements that are not in the task's gap."""
    for task in instruction_levels.tasks([intent]):
        for requirement in intent.requirements:
            assert mentions(task.instruction, requirement.value) == (requirement.id not in task.gap)


@given(intents(), st.data())
def test_any_parameters_can_be_masked(intent, data):
    """A request with any subset of its parameters masked is still a clean sentence that says the others."""
    parameters = [requirement.id for requirement in intent.requirements if requirement.kind != "anchor"]
    masked = data.draw(st.sets(st.sampled_from(parameters))) if parameters else set()
    text = instruction_levels.request(intent, masked)
    assert text.startswith("Get Thing")
    assert text.endswith(".")
    assert "  " not in text
    assert ",," not in text
    for requirement in intent.requirements:
        assert mentions(text, requirement.value) == (requirement.id not in masked)


@given(intents(least=1), st.data())
def test_open_clauses_stand_only_where_a_parameter_is_masked(intent, data):
    """A masked parameter is replaced by its open clause; where it is stated, the open clause is not there."""
    parameters = [requirement.id for requirement in intent.requirements if requirement.kind != "anchor"]
    masked = data.draw(st.sets(st.sampled_from(parameters)))
    words = {identifier: f", with some {identifier}" for identifier in parameters}
    opened = replace(intent, phrasing=replace(intent.phrasing, open_clauses=words))
    text = instruction_levels.request(opened, masked)
    assert {identifier for identifier in parameters if words[identifier] in text} == masked
    assert instruction_levels.request(opened) == instruction_levels.request(intent)


@given(intents())
def test_detailed_is_standard_with_the_whole_path(intent):
    """A Detailed instruction begins with the Standard one and adds each clause of the path."""
    standard = instruction_levels.instruction(intent, "standard")
    detailed = instruction_levels.instruction(intent, "detailed")
    assert detailed.startswith(standard)
    spelled = detailed.removeprefix(standard).casefold()
    for clause in ("open it", "tap {thing}", "send it off"):
        wanted = clause.replace("{thing}", intent.requirements[0].value).casefold()
        assert spelled.count(wanted) == intent.phrasing.path.count(clause)


@given(intents(least=1))
def test_derived_tasks_have_no_errors(intent):
    """Tasks derived from a valid intent pass the validators of tasks."""
    for task in instruction_levels.tasks([intent]):
        assert [finding for finding in wording.check_task(task) if finding.level == "error"] == []


def test_an_anchor_cannot_be_masked_in_a_request():
    """Leaving out the anchor, what the request is about, is an error: only the vague wording leaves it open."""
    intent = Intent(
        "test.one", "device", "functional", "prior", (), (Requirement("a", "anchor", "a", "A", "A", ""),),
        Reference((), (), None), Setup(), Phrasing("Do {a}.", "Do it.", ()),
    )  # fmt: skip
    with pytest.raises(ValueError, match="anchor 'a'"):
        instruction_levels.request(intent, {"a"})


@pytest.mark.parametrize("count", range(1, 20))
def test_a_path_is_told_in_sentences_of_equal_length(count):
    """A long path is split into sentences of at most four steps, whose lengths differ by at most one."""
    groups = instruction_levels._grouped([f"step {number}" for number in range(count)])
    sizes = [len(group) for group in groups]
    assert sum(sizes) == count
    assert max(sizes) <= 4
    assert max(sizes) - min(sizes) <= 1
