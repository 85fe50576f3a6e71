"""Tests of the population: which trajectories are drawn, and the labels in their scripts."""

from __future__ import annotations

import pytest

from benchmarks.calibration.population import FAMILIES, PLAYERS, make_population
from benchmarks.calibration.reference_actions import key_step_ids, reference_actions
from benchmarks.calibration.split import intents_in, set_aside
from runtime.core.actions import AskUser
from runtime.core.errors import UsageError
from runtime.core.tasks import Suite
from runtime.plugins.registry import suite as load

SUITE = load("clarity240")


def test_the_parts_divide_the_suite() -> None:
    """Each intent belongs to exactly one of the set-aside part and the development part."""
    set_aside_ids, development = intents_in(SUITE, "set-aside"), intents_in(SUITE, "development")
    assert not set_aside_ids & development
    assert set_aside_ids | development == intents_in(SUITE, "all") == {intent.id for intent in SUITE.intents}


def test_what_is_set_aside_is_two_splits_of_the_suite() -> None:
    """The set-aside part consists of the splits `test` and `test-apps`, and each can be selected alone."""
    assert intents_in(SUITE, "test") | intents_in(SUITE, "test-apps") == intents_in(SUITE, "set-aside")
    assert intents_in(SUITE, "test-apps") == set(SUITE.splits["test-apps"])


def test_a_suite_without_splits_has_nothing_set_aside() -> None:
    """Setting aside intents of a suite without splits raises a UsageError."""
    with pytest.raises(UsageError, match="so nothing is set aside"):
        set_aside(Suite("mine", "1", SUITE.tasks))


def test_the_set_aside_part_is_large_enough() -> None:
    """The set-aside part gives at least 600 trajectories, with every family among them."""
    made, _ = make_population(SUITE, set_aside(SUITE))
    assert len(made) >= 600
    assert {trajectory.family for trajectory in made} == set(FAMILIES)


def test_the_same_seed_draws_the_same_population() -> None:
    """The same suite and seed give the same population; another seed gives another one."""
    intents = intents_in(SUITE, "development")
    assert make_population(SUITE, intents, seed=3) == make_population(SUITE, intents, seed=3)
    assert make_population(SUITE, intents, seed=3) != make_population(SUITE, intents, seed=4)


def test_a_limit_takes_from_each_family() -> None:
    """With a limit equal to the number of families, one trajectory of each family is drawn."""
    made, _ = make_population(SUITE, intents_in(SUITE, "all"), limit=len(FAMILIES))
    assert sorted(trajectory.family for trajectory in made) == sorted(FAMILIES)


def test_truncated_trajectories_of_an_intent_all_differ() -> None:
    """Trajectories that stop early differ in where they stop, how they leave, or what they ask."""
    made, _ = make_population(SUITE, intents_in(SUITE, "all"), ["truncated", "uncommitted"])
    seen = [(trajectory.family, trajectory.task.id, trajectory.actions) for trajectory in made]
    assert len(set(seen)) == len(seen)
    cuts = {
        len(trajectory.actions or ())
        for trajectory in made
        if trajectory.family == "truncated" and trajectory.task.intent.id == "shop.feast"
    }
    assert len(cuts) >= 4


def test_an_unknown_family_is_named() -> None:
    """The error lists the available families."""
    with pytest.raises(UsageError, match="near_miss"):
        make_population(SUITE, intents_in(SUITE, "all"), ["far_miss"])


def test_each_key_step_is_a_reference_action() -> None:
    """The key steps of each task occur in its reference actions, in the same order."""
    for task in SUITE.tasks:
        reference = task.intent.reference
        named = [key for key in key_step_ids(reference) if key]
        rest = iter(named)
        assert all(step.id in rest for step in reference.key_steps), task.id
        assert [script_action.key for script_action in reference_actions(task) if script_action.key] == named


def test_only_compliant_questions_fill_requirements() -> None:
    """A compliant question fills missing requirements, any other none; each question has a label."""
    made, _ = make_population(SUITE, intents_in(SUITE, "all"))
    for trajectory in made:
        for script_action in trajectory.actions or ():
            assert isinstance(script_action.action, AskUser) == (script_action.turn is not None)
            assert bool(script_action.fills) == (script_action.turn == "compliant")
            assert set(script_action.fills) <= set(trajectory.task.gap)
        assert (trajectory.actions is None) == (trajectory.family in PLAYERS)


def test_set_aside_intents_have_their_own_wordings() -> None:
    """The trivial and off-topic questions of the development part and of the set-aside part do not overlap."""
    sides = []
    for part in ("set-aside", "development"):
        made, _ = make_population(SUITE, intents_in(SUITE, part), ["chatter"])
        texts = {
            script_action.action.question
            for trajectory in made
            for script_action in trajectory.actions or ()
            if isinstance(script_action.action, AskUser) and script_action.turn in ("trivial", "out_of_scope")
        }
        sides.append(texts)
    assert not sides[0] & sides[1]
