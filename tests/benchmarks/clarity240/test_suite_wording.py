"""The validators of wording: each one finds the mistake that is planted for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from benchmarks.clarity240 import instruction_levels, wording
from runtime.core.actions import Finish, Launch, Tap
from runtime.core.tasks import (
    Check,
    Intent,
    KeyStep,
    Pattern,
    Phrasing,
    Reference,
    Requirement,
    Selector,
    Setup,
    Suite,
)

ITEM = Requirement(
    "item", "anchor", "drink", "a Tea is ordered", "Tea", "", options=("Tea", "Coffee"),
    seen=Pattern(row=("Tea",)), truth=Check("shop/orders/*", "has", {"item": "Tea"}),
)  # fmt: skip
SIZE = Requirement(
    "size", "explicit", "size", "it is Large", "Large", "Small", ("big",), options=("Small", "Large"),
    seen=Pattern(row=("Large",)), truth=Check("shop/orders/*", "has", {"size": "Large"}),
)  # fmt: skip
HOURS = Requirement(
    "day", "explicit", "day", "Sunday", "18:30", "today", ("19:00",), evidence="answer",
    options=("today", "Sunday"),
)  # fmt: skip
STEPS = (
    KeyStep("item", Tap(1, 1), Selector(text="Tea"), ("item",)),
    KeyStep("size", Tap(2, 2), Selector(text="Large"), ("size",)),
)
INTENT = Intent(
    "shop.tea", "e-commerce", "functional", "prior", ("shop",), (ITEM, SIZE),
    Reference((Launch("shop"), Tap(1, 1), Tap(2, 2)), STEPS, Check("shop/orders/*", "exists")), Setup(),
    Phrasing("Order a {item}{size}.", "Get me a drink.", ("tap {item}", "choose {size}"), {"size": ", in {size}"}),
)  # fmt: skip


def errors_of(intent: Intent) -> list[str]:
    """All errors about an intent and its derived tasks, as text."""
    findings = list(wording.check_intent(intent))
    for task in instruction_levels.tasks([intent]):
        findings.extend(wording.check_task(task))
    return [str(finding) for finding in findings if finding.level == "error"]


def with_phrasing(**changes: Any) -> Intent:
    """The sound intent with another wording."""
    return replace(INTENT, phrasing=replace(INTENT.phrasing, **changes))


def with_size(**changes: Any) -> Intent:
    """The sound intent with its parameter changed."""
    return replace(INTENT, requirements=(ITEM, replace(SIZE, **changes)))


def test_a_sound_intent_has_no_findings():
    """The intent in which the tests below plant mistakes has no errors and no warnings."""
    assert errors_of(INTENT) == []
    assert list(wording.check_intent(INTENT)) == []


@pytest.mark.parametrize(
    ("intent", "words"),
    [
        (with_phrasing(vague="Get me a Large drink."), "gives away size: 'Large'"),
        (with_phrasing(vague="Get me a tea, please."), "gives away item: 'Tea'"),
        (with_phrasing(vague="Get me a big drink."), "gives away size: 'big'"),
        (with_phrasing(vague="Get me a coffee, or so."), "hints at item: 'Coffee'"),
        (with_phrasing(goal="Order a {item} that is Large{size}."), "shop.tea.incomplete: it gives away size"),
        (with_phrasing(goal="Order a {item}."), "shop.tea/size: the goal has no place for it"),
        (with_phrasing(clauses={"size": ", in a good size"}), "standard: it does not say size"),
        (with_phrasing(clauses={"item": "drink", "size": ", in {size}"}), "incomplete: it does not say item"),
        (with_phrasing(goal="Tap {item}{size}."), "standard: 'Tap' is a word of the interface"),
        (with_phrasing(vague="Press something for a drink."), "'Press' is a word of the interface"),
        (with_phrasing(goal="order a {item}{size}."), "not a sentence"),
        (with_phrasing(goal="Order a {item}{size}"), "not a sentence"),
        (with_phrasing(goal="Order a {item},{size}."), "masking left marks behind"),
        (with_phrasing(path=("tap {item}",)), "shorter than the list of key steps"),
        (with_size(default="Large"), "is also the default"),
        (with_size(default=""), "it has no default"),
        (with_size(options=("Small", "Medium")), "the value 'Large' is not among the options"),
        (with_size(options=("Medium", "Large")), "the default 'Small' is not among the options"),
        (with_size(options=("Large",)), "there is only one option"),
        (with_size(text="it has some size"), "its text does not say what is wanted"),
        (with_size(text="It is Large."), "is a sentence"),
        (with_size(truth=None), "nothing in app state proves it"),
        (with_size(seen=None), "nothing on a screen proves it"),
        (replace(INTENT, requirements=(replace(ITEM, kind="implicit", default="Coffee"), SIZE)), "is an anchor"),
        (replace(INTENT, reference=replace(INTENT.reference, key_steps=STEPS[:1])), "no key step serves it"),
        (replace(INTENT, reference=replace(INTENT.reference, key_steps=STEPS[:1] * 2)), "are called 'item'"),
        (
            replace(
                INTENT, reference=replace(INTENT.reference, key_steps=(*STEPS, KeyStep("end", Finish(), None)))
            ),
            "does not reach the phone",
        ),
    ],
)  # fmt: skip
def test_a_planted_mistake_is_found(intent, words):
    """Each planted wording mistake is reported."""
    assert any(words in line for line in errors_of(intent)), errors_of(intent)


@pytest.mark.parametrize(
    ("day", "goal", "words"),
    [
        (HOURS, "Tell me when Tea is served{day}, is it 19:00?", "contains the answer to day"),
        (replace(HOURS, text="some day"), "Tell me when Tea is served{day}.", "does not say what is wanted"),
        (replace(HOURS, text="Sunday, not today"), "Tell me when Tea is served{day}.", "names several options"),
        (replace(HOURS, default="Sunday"), "Tell me when Tea is served{day}.", "is also the default"),
    ],
)  # fmt: skip
def test_a_mistake_about_an_answer_is_found(day, goal, words):
    """Wording mistakes in an intent that asks for information are reported, such as a request containing its answer."""
    base = replace(
        INTENT,
        requirements=(replace(ITEM, options=()), day),
        phrasing=Phrasing(goal, "Look it up.", ("tap {item}", "look"), {"day": " on Sunday"}),
        reference=replace(INTENT.reference, key_steps=(replace(STEPS[0], requirements=("item", "day")),)),
    )
    assert any(words in line for line in errors_of(base)), errors_of(base)


def test_an_edited_task_is_found():
    """A task whose instruction, id, gap or level differs from the derived one is reported."""
    standard, incomplete = (instruction_levels.tasks([INTENT])[number] for number in (1, 2))
    for task, words in (
        (replace(standard, instruction="Order a Tea, in Large, now."), "not the derived one"),
        (replace(incomplete, gap=()), "id or gap"),
        (replace(standard, id="shop.tea.first"), "id or gap"),
        (replace(incomplete, intent=replace(INTENT, requirements=(ITEM,))), "has no incomplete level"),
        (
            replace(instruction_levels.tasks([INTENT])[0], instruction="Order a Tea, in Large. Choose Large."),
            "it leaves out",
        ),
    ):
        assert any(words in str(finding) for finding in wording.check_task(task)), words


def test_counts_and_repeated_names_are_found():
    """Wrong task counts, a repeated id and a repeated instruction are reported."""
    tasks = instruction_levels.tasks([INTENT])
    doubled = Suite("s", "1", (*tasks, tasks[0]))
    lines = [str(finding) for finding in (*wording.check_counts(doubled), *wording.check_suite(doubled))]
    assert any("detailed tasks: 2 instead of 66" in line for line in lines)
    assert any("2 tasks have this id" in line for line in lines)
    assert any("2 tasks say" in line for line in lines)


def test_a_path_that_does_not_name_what_is_touched_is_a_warning():
    """A key step whose label the Detailed instruction does not mention gives a warning only."""
    intent = with_phrasing(goal="Order a {item}{size}.", path=("open the shop", "go on"))
    steps = (replace(STEPS[0], target=Selector(text="Add to order")), STEPS[1])
    task = instruction_levels.tasks([replace(intent, reference=replace(intent.reference, key_steps=steps))])[0]
    levels = {finding.level for finding in wording.check_task(task)}
    assert levels == {"warning"}
