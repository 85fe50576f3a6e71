"""The rule judge on scrolled pages, pages after commitments, and endings without a confirming page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from judges.evidence.trail import Move, Screen, Trail
from judges.rules.completion import ClosingDetector
from judges.rules.inferred_requirements import CounterEvidence, infer_closing, infer_requirements
from judges.rules.judge import RuleJudge
from judges.rules.page_view import PageView
from runtime.core.actions import Swipe, Tap
from runtime.core.events import Described, RequirementMet, Terminated
from runtime.core.tasks import Check, Pattern, Reference, Task


def final_marks(shop: Any, task: Task) -> dict[str, tuple[bool | None, bool | None]]:
    """Returns the rule judge's final verdicts on the requirements."""
    judge = RuleJudge(shop.evidence())
    judge.begin(task, "e")
    events = [verdict for event in shop.events() for verdict in judge.feed(event)]
    return {event.requirement: (event.any, event.final) for event in events if isinstance(event, RequirementMet)}


def ending(shop: Any, task: Task) -> str | None:
    """Returns the rule judge's verdict on the ending."""
    judge = RuleJudge(shop.evidence())
    judge.begin(task, "e")
    events = [verdict for event in shop.events() for verdict in judge.feed(event)]
    return next(event.termination for event in events if isinstance(event, Terminated))


def counter_evidence(**denials: CounterEvidence) -> dict[str, CounterEvidence]:
    """Makes counter-evidence against the two requirements; none by default."""
    return {"burger": CounterEvidence(), "size": CounterEvidence(), **denials}


def moved(trail: Trail) -> list[Move]:
    """Returns the moves that led to the newest screen."""
    return trail.moves[trail.screens[-2].moves :] if len(trail.screens) > 1 else []


def views(shop: Any, task: Task) -> list[tuple[str, bool]]:
    """Returns the rows in view after each screen, and whether a commitment led to the page."""
    trail, view = Trail(shop.evidence()), PageView(task.intent.reference.key_steps)
    found = []
    for event in shop.events():
        count = len(trail.screens)
        trail.feed(event)
        if len(trail.screens) > count:
            view.update(trail.screens[-1], moved(trail))
            found.append((view.observation, view.after_commitment))
    return found


def test_rows_that_scroll_away_stay_in_view(shop: Any, task: Callable[..., Task]) -> None:
    """Scrolling adds rows to the view; any other step clears it."""
    shop.notice = "Upper rows"
    shop._look()
    shop.notice = "Lower rows"
    shop.do(Swipe(1, 900, 1, 100))._look()
    shop.notice = "Changed"
    shop.do(Tap(1, 1))._look()
    upper, lower, changed = (text for text, _ in views(shop, task())[1:])
    assert "Upper rows" in upper
    assert "Upper rows" in lower
    assert "Lower rows" in lower
    assert "Lower rows" not in changed


def test_what_changes_by_itself_is_not_what_was_scrolled_past(shop: Any, task: Callable[..., Task]) -> None:
    """Rows that disappear during a wait, without a scroll, are not remembered."""
    shop.notice = "On sale"
    shop._look()
    shop.notice = ""
    shop.wait()
    assert "On sale" not in views(shop, task())[-1][0]


def test_the_page_that_a_commitment_leads_to_is_known(shop: Any, task: Callable[..., Task]) -> None:
    """Only the page reached by a commitment counts as confirmed, also when it is seen again."""
    after_commitment = [there for _, there in views(shop.tap(3).tap(4).tap(6).back(), task())]
    assert after_commitment == [False, False, False, True, False]


def test_a_success_page_counts_whatever_it_is_called(shop: Any, task: Callable[..., Task]) -> None:
    """The pattern names another page, but the order was placed and its page shows the wanted values."""
    asked = task()
    receipt = tuple(
        replace(requirement, seen=replace(requirement.seen, page="Receipt"))
        for requirement in asked.intent.requirements
        if requirement.seen is not None
    )
    asked = task(requirements=receipt)
    assert final_marks(shop.tap(3).tap(4).tap(6).finish(), asked)["size"] == (True, True)


def test_the_wrong_thing_is_not_inferred_from_the_right_button(shop: Any, task: Callable[..., Task]) -> None:
    """Ordering without choosing the size does not make the size double, with or without a confirming page."""
    assert final_marks(shop.tap(3).tap(6).finish(), task())["size"] == (False, False)


@pytest.fixture
def unseen(task: Callable[..., Task]) -> Task:
    """Makes the burger order without any page that confirms it."""
    asked = task()
    hidden = tuple(replace(requirement, seen=Pattern(app="nowhere")) for requirement in asked.intent.requirements)
    made = task(requirements=hidden, closing_seen=Pattern(app="nowhere"))
    keys = tuple(
        replace(step, requirements=step.requirements or ("burger",)) for step in made.intent.reference.key_steps
    )
    reference = replace(
        made.intent.reference,
        key_steps=keys,
        actions=tuple(step.action for step in keys),
        targets=tuple(step.target for step in keys),
        serves=tuple(step.requirements for step in keys),
    )
    return replace(made, intent=replace(made.intent, reference=reference))


def test_performed_operations_count_without_a_confirming_page(shop: Any, unseen: Task) -> None:
    """All required controls were touched and the screen changed: the requirements are met and the ending is normal."""
    shop.tap(3).tap(4).tap(6).finish()
    assert final_marks(shop, unseen) == {"burger": (True, True), "size": (True, True)}
    assert ending(shop, unseen) == "normal"


def test_a_choice_that_was_changed_is_not_inferred(shop: Any, unseen: Task) -> None:
    """After Double and then Single, the last touched option is what is ordered."""
    shop.tap(3).tap(4).tap(3).tap(6).finish()
    assert final_marks(shop, unseen) == {"burger": (True, True), "size": (False, False)}


def test_nothing_is_inferred_without_the_commitment(shop: Any, unseen: Task) -> None:
    """Without the commitment no requirement is met."""
    shop.tap(3).tap(4).finish()
    assert final_marks(shop, unseen) == {"burger": (False, False), "size": (False, False)}
    assert ending(shop, unseen) == "early"


def test_counter_evidence_of_a_page_prevents_inference(shop: Any, unseen: Task) -> None:
    """A requirement that a page showed to be unmet after the last step is not inferred."""
    trail = Trail(shop.tap(3).tap(4).tap(6).finish().evidence())
    for event in shop.events():
        trail.feed(event)
    single = Pattern(row=("Copper Pan", "Single"))
    assert {requirement.id for requirement, _ in infer_requirements(unseen, trail.moves, counter_evidence(), {})} == {
        "burger",
        "size",
    }
    assert {
        requirement.id
        for requirement, _ in infer_requirements(
            unseen, trail.moves, counter_evidence(size=CounterEvidence([(3, single)])), {}
        )
    } == {"burger"}
    assert {
        requirement.id
        for requirement, _ in infer_requirements(
            unseen, trail.moves, counter_evidence(size=CounterEvidence(missing_on={3})), {}
        )
    } == {"burger"}


def test_unchanged_rows_of_another_entity_are_no_counter_evidence(shop: Any, unseen: Task) -> None:
    """Another order that was already there and is still there is no evidence against this one."""
    trail = Trail(shop.tap(3).tap(4).tap(6).finish().evidence())
    for event in shop.events():
        trail.feed(event)
    single = Pattern(row=("Copper Pan", "Single"))
    old = counter_evidence(size=CounterEvidence([(1, single), (3, single)]))
    assert {requirement.id for requirement, _ in infer_requirements(unseen, trail.moves, old, {})} == {"burger", "size"}


def test_how_an_anchor_was_met_does_not_matter_where_it_was_seen(shop: Any, unseen: Task) -> None:
    """If the burger was reached by another path, the chosen size still applies to the order that was placed then."""
    trail = Trail(shop.tap(3).tap(4).tap(6).finish().evidence())
    for event in shop.events():
        trail.feed(event)
    by_another_way = trail.moves[1:]
    assert list(infer_requirements(unseen, by_another_way, counter_evidence(), {})) == []
    assert {
        requirement.id
        for requirement, _ in infer_requirements(unseen, by_another_way, counter_evidence(), {"burger": 3})
    } == {"size"}
    assert list(infer_requirements(unseen, by_another_way[1:], counter_evidence(), {"burger": 3})) == []


def test_a_touch_without_effect_infers_nothing(shop: Any, unseen: Task) -> None:
    """A commitment that leaves the page unchanged did not take place."""
    trail = Trail(shop.tap(3).tap(4).tap(6).evidence())
    for event in shop.events():
        trail.feed(event)
    last = trail.moves[-1]
    assert isinstance(last.after, Screen)
    last.after = last.before
    assert list(infer_requirements(unseen, trail.moves, counter_evidence(), {})) == []


def test_a_choice_left_with_back_infers_nothing(shop: Any, unseen: Task) -> None:
    """If the dialog stays open after the choice and BACK closes it, the choice is discarded; if it closes itself, it is
    not.
    """
    asked = replace(unseen, intent=replace(unseen.intent, reference=_sealed_by_choice(unseen)))
    trail = Trail(shop.tap(3).tap(4).evidence())
    for event in shop.events():
        trail.feed(event)
    assert "size" in {
        requirement.id for requirement, _ in infer_requirements(asked, trail.moves, counter_evidence(), {})
    }
    trail = Trail(shop.back().evidence())
    for event in shop.events():
        trail.feed(event)
    assert "size" not in {
        requirement.id for requirement, _ in infer_requirements(asked, trail.moves, counter_evidence(), {})
    }


def test_any_commitment_closes_a_task_without_a_value_in_its_closing_check(shop: Any, unseen: Task) -> None:
    """Any order closes the task; if the closing check names the burger, only an order of that burger does."""
    trail = Trail(shop.tap(3).tap(6).finish().evidence())
    for event in shop.events():
        trail.feed(event)
    assert infer_closing(unseen, trail.moves, ()) == 2
    strict = replace(unseen.intent.reference, closing=Check("bunwright/orders/*", "has", {"item": "Copper Pan"}))
    named = replace(unseen, intent=replace(unseen.intent, reference=strict))
    assert infer_closing(named, trail.moves, ()) is None
    assert infer_closing(named, trail.moves, ("burger",)) == 2


def test_another_page_of_the_same_name_takes_nothing_back(shop: Any, task: Callable[..., Task]) -> None:
    """The order was shown; a later page of another entity, to which the pattern applies too, is no counter-evidence."""
    asked = task(
        requirements=tuple(
            replace(requirement, seen=replace(requirement.seen, page=""))
            for requirement in task().intent.requirements
            if requirement.seen is not None
        )
    )
    assert final_marks(shop.tap(3).tap(4).tap(6).back().finish(), asked)["size"] == (True, True)


def _sealed_by_choice(task: Task) -> Reference:
    """Returns the reference up to the choice of the size, without an order after it."""
    reference = task.intent.reference
    return replace(
        reference,
        actions=reference.actions[:2],
        targets=reference.targets[:2],
        serves=reference.serves[:2],
        key_steps=reference.key_steps[:2],
        closing=None,
    )


def described(step: int, *rows: str) -> Described:
    """Makes a step that shows these rows on the settings page."""
    return Described(
        episode="e", judge="j", step=step, page="app.x/Settings", observation="\n".join(rows), operation="", feedback=""
    )


def test_a_closing_that_leaves_the_value_open_is_seen_by_a_new_row(task: Callable[..., Task]) -> None:
    """Any change of the setting closes the task; the row as it was at the beginning does not."""
    asked = task(
        closing=Check("settings/quality", "ne", "720p"),
        closing_seen=Pattern(app="app.x", page="Settings", row=("Quality", "Copper Pan")),
    )
    closing = ClosingDetector(asked, frozenset())
    closing.update(described(1, "Quality | 720p"), (), begun=False, complete=False)
    closing.update(described(2, "Quality | 720p"), (), begun=True, complete=False)
    assert closing.at is None
    closing.update(described(3, "Quality | 360p"), (), begun=True, complete=False)
    assert closing.at == 3


def test_the_success_page_of_something_else_closes_nothing(shop: Any, task: Callable[..., Task]) -> None:
    """If the closing check names the wanted item, an order of another item does not close the task."""
    wanted = Check("bunwright/orders/*", "has", {"item": "Copper Pan"})
    other = shop.tap(3).tap(6)
    other.orders[0]["item"] = "Plain Jane"
    asked = task(closing=wanted)
    assert ending(other.wait().finish(), asked) == "normal"  # it was seen before it was changed
    fresh = type(shop)()
    fresh.page, fresh.orders = "Placed", [{"item": "Plain Jane", "size": "Single"}]
    assert ending(fresh.wait().finish(), asked) == "early"
