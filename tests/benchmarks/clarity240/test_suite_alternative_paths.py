"""Validators of the options an agent can choose: candidates, their order, defaults, and the chance of a right guess."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App
from benchmarks.clarity240 import alternative_paths, build, choice_points, record, replay
from benchmarks.clarity240 import suite as files
from runtime.core.tasks import Intent, Setup, Suite


def intent_of(identifier: str, phone: Phone, **values: str) -> Intent:
    """The intent as recorded anew, with other values."""
    source = next(file for file in files.gathered().files if file.id == identifier)
    changed = tuple(
        requirement.model_copy(
            update={"value": values[requirement.id], "text": values[requirement.id]} if requirement.id in values else {}
        )
        for requirement in source.requirements
    )
    other = source.model_copy(update={"requirements": changed})
    return build.intent(other, record.record(other, phone), record.references({}))


def with_requirement(intent: Intent, identifier: str, **changes: Any) -> Intent:
    """The intent with one requirement changed."""
    changed = tuple(
        replace(requirement, **changes) if requirement.id == identifier else requirement
        for requirement in intent.requirements
    )
    return replace(intent, requirements=changed)


@pytest.fixture(scope="module")
def bun(pure_phone: Phone) -> Intent:
    """An intent with an anchor that is chosen from a list on the first screen."""
    return intent_of("shop.bunnoon", pure_phone)


@pytest.fixture(scope="module")
def apps() -> tuple[App, ...]:
    """Every registered app."""
    return replay.installed()


def test_a_target_that_is_the_first_option_is_reported(bun, pure_phone):
    """A target value that is the first option on its screen is reported: agents would choose it without asking."""
    options = next(requirement for requirement in bun.requirements if requirement.id == "item").options
    first = [
        option
        for option in options
        if any(
            finding.rule == "first"
            for finding in alternative_paths.check_intent(intent_of(bun.id, pure_phone, item=option), pure_phone)
        )
    ]
    assert first == [options[0]]


def test_candidates_that_cannot_be_reached_are_reported(bun, pure_phone):
    """Candidate values that no screen along the reference path offers are reported."""
    made_up = with_requirement(bun, "item", options=("Granite Soup", "Sand Cake", "Harbour Fish Bun"))
    (finding,) = alternative_paths.check_intent(made_up, pure_phone)
    assert (finding.rule, finding.where) == ("candidates", f"{bun.id}/item")
    assert "only Harbour Fish Bun can be reached" in finding.what


def test_a_way_with_another_option_ends_in_another_state(bun, pure_phone):
    """Replaying the reference with another option reaches another state; with an option that does not exist, none."""
    way = alternative_paths.walk(bun, pure_phone)
    size = next(requirement for requirement in bun.requirements if requirement.id == "size")
    end = alternative_paths.detour(way, pure_phone, size, "Triple")
    assert end is not None
    (line,) = end["bunwright"]["orders"][-1]["lines"]
    assert (line["item"], line["size"]) == ("Harbour Fish Bun", "Triple")
    assert alternative_paths.detour(way, pure_phone, size, "Sixfold") is None


def test_a_default_is_the_one_that_the_app_declares(bun, apps):
    """A parameter's default must equal the one that its app declares, unless the setup chooses another value."""
    assert list(choice_points.check_choices(bun, apps)) == []
    wrong = with_requirement(bun, "size", default="Triple")
    (finding,) = choice_points.check_choices(wrong, apps)
    assert (finding.rule, finding.where) == ("choice", f"{bun.id}/size")
    assert "'Single' (bunwright.size)" in finding.what
    chosen = replace(wrong, setup=Setup({"bunwright": {"draft": {"size": "Triple"}}}))
    assert list(choice_points.check_choices(chosen, apps)) == []


def test_requirements_found_out_on_the_way_must_be_preset(bun):
    """A requirement found out during the task needs a preset answer, and cannot be a matter of taste."""
    late = replace(bun, origin="posterior")
    assert [finding.at for finding in choice_points.check_origin(late)] == [("origin",)]
    preset = replace(late, setup=Setup({"bunwright": {"offers": [{"item": "Harbour Fish Bun"}]}}))
    assert list(choice_points.check_origin(preset)) == []
    assert [finding.at for finding in choice_points.check_origin(replace(preset, nature="value-laden"))] == [
        ("nature",)
    ]
    assert list(choice_points.check_origin(replace(bun, nature="value-laden"))) == []


def test_the_chance_of_a_guess_is_the_product_over_the_gap(suite: Suite):
    """The chance of guessing a task is the product over its unstated requirements; free text is never guessed."""
    chances = {task.id: task.chance for task in suite.tasks}
    assert chances["shop.bunnoon.standard"] == 1
    assert chances["shop.bunnoon.incomplete"] == Fraction(1, 3 * 7 * 4)
    assert chances["shop.bunnoon.ambiguous"] == Fraction(1, 5 * 3 * 7 * 4)
    assert chances["productivity.jotfernpicnic.ambiguous"] == 0
