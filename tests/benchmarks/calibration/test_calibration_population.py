"""The population: what is drawn, and what its scripts know of themselves."""

from __future__ import annotations

import pytest

from benchmarks.calibration.population import FAMILIES, PLAYERS, population
from benchmarks.calibration.split import chosen, set_aside
from benchmarks.calibration.ways import keyed, straight
from runtime.core.actions import AskUser
from runtime.core.errors import UsageError
from runtime.core.tasks import Suite
from runtime.plugins.registry import suite as load

SUITE = load("clarity240")


def test_the_parts_divide_the_suite() -> None:
    """No intent is in both, none in neither."""
    aside, mended = chosen(SUITE, "set-aside"), chosen(SUITE, "development")
    assert not aside & mended
    assert aside | mended == chosen(SUITE, "all") == {intent.id for intent in SUITE.intents}


def test_what_is_set_aside_is_two_splits_of_the_suite() -> None:
    """Each can be looked at by itself: the intents whose apps nobody knew are the blindest part."""
    assert chosen(SUITE, "test") | chosen(SUITE, "test-apps") == chosen(SUITE, "set-aside")
    assert chosen(SUITE, "test-apps") == set(SUITE.splits["test-apps"])


def test_a_suite_without_splits_has_nothing_set_aside() -> None:
    """Who asks for it is told so, instead of measuring on what was trained on."""
    with pytest.raises(UsageError, match="nothing of it is set aside"):
        set_aside(Suite("mine", "1", SUITE.tasks))


def test_the_set_aside_part_is_large_enough() -> None:
    """At least 600 trajectories, from every family."""
    made, _ = population(SUITE, set_aside(SUITE))
    assert len(made) >= 600
    assert {trajectory.family for trajectory in made} == set(FAMILIES)


def test_the_same_seed_draws_the_same() -> None:
    """The population is a function of suite and seed, and another seed asks other questions."""
    intents = chosen(SUITE, "development")
    assert population(SUITE, intents, seed=3) == population(SUITE, intents, seed=3)
    assert population(SUITE, intents, seed=3) != population(SUITE, intents, seed=4)


def test_a_limit_takes_of_every_family() -> None:
    """As many of each as there is room for."""
    made, _ = population(SUITE, chosen(SUITE, "all"), limit=len(FAMILIES))
    assert sorted(trajectory.family for trajectory in made) == sorted(FAMILIES)


def test_no_two_cuts_of_an_intent_are_the_same() -> None:
    """Each trajectory of the families that stop too soon stops elsewhere, leaves otherwise, or is asked otherwise."""
    made, _ = population(SUITE, chosen(SUITE, "all"), ["truncated", "uncommitted"])
    seen = [(trajectory.family, trajectory.task.id, trajectory.deeds) for trajectory in made]
    assert len(set(seen)) == len(seen)
    cuts = {
        len(trajectory.deeds or ())
        for trajectory in made
        if trajectory.family == "truncated" and trajectory.task.intent.id == "shop.feast"
    }
    assert len(cuts) >= 4


def test_an_unknown_family_is_named() -> None:
    """With what there is instead."""
    with pytest.raises(UsageError, match="near_miss"):
        population(SUITE, chosen(SUITE, "all"), ["far_miss"])


def test_every_key_step_is_a_deed_of_the_straight_way() -> None:
    """In the order of the reference; so the straight way hits them all by construction."""
    for task in SUITE.tasks:
        reference = task.intent.reference
        named = [key for key in keyed(reference) if key]
        rest = iter(named)
        assert all(step.id in rest for step in reference.key_steps), task.id
        assert [deed.key for deed in straight(task) if deed.key] == named


def test_questions_know_what_they_fill() -> None:
    """A compliant one an open requirement, another one nothing; and questions come with a label each."""
    made, _ = population(SUITE, chosen(SUITE, "all"))
    for trajectory in made:
        for deed in trajectory.deeds or ():
            assert isinstance(deed.action, AskUser) == (deed.turn is not None)
            assert bool(deed.fills) == (deed.turn == "compliant")
            assert set(deed.fills) <= set(trajectory.task.gap)
        assert (trajectory.deeds is None) == (trajectory.family in PLAYERS)


def test_set_aside_intents_are_asked_in_words_of_their_own() -> None:
    """No question of the development bank's wording is put where the judge is measured, nor the other way round."""
    sides = []
    for part in ("set-aside", "development"):
        made, _ = population(SUITE, chosen(SUITE, part), ["chatter"])
        texts = {
            deed.action.question
            for trajectory in made
            for deed in trajectory.deeds or ()
            if isinstance(deed.action, AskUser) and deed.turn in ("trivial", "out_of_scope")
        }
        sides.append(texts)
    assert not sides[0] & sides[1]
