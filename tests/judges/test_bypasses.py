"""Judges and metrics refuse what shell commands changed instead of the user interface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from judges.rules.judge import RuleJudge
from judges.state import StateJudge
from runtime.core.checks import tainted_evidence
from runtime.core.events import TRUTHS, AnyVerdict, Bypass, Released, RequirementMet, StateRead, Traffic, subject
from runtime.core.tasks import Check

ORDER = "content insert --uri content://bunwright/orders"


def run(judge: Any, shop: Any, task: Any, **evidence: Any) -> list[AnyVerdict]:
    """Returns all verdicts of a judge on the played episode."""
    made = judge(replace(shop.evidence(), **evidence))
    made.begin(task, "e")
    verdicts: list[AnyVerdict] = []
    for item in shop.items:
        if made.sees_truth or not isinstance(item, (StateRead, Released)):
            verdicts.extend(made.feed(item))
    return verdicts


def last(verdicts: Sequence[AnyVerdict], kind: type[Any]) -> dict[Any, Any]:
    """Returns the last verdict of one kind on each subject."""
    return {subject(verdict)[1]: verdict for verdict in verdicts if isinstance(verdict, kind)}


def taint(shop: Any, **tainted: str) -> None:
    """Marks paths (`__` for a slash) of the newest state as written by commands."""
    at = max(number for number, item in enumerate(shop.items) if isinstance(item, StateRead))
    paths = {path.replace("__", "/"): command for path, command in tainted.items()}
    shop.items[at] = replace(shop.items[at], tainted=paths)


def test_a_tainted_requirement_is_not_met(shop: Any, task: Any) -> None:
    """An order that a command wrote meets nothing, and the reason names the command."""
    shop.tap(3).tap(4).tap(6)
    taint(shop, bunwright__orders__0__item=ORDER, bunwright__orders__0__size=ORDER)
    verdicts = run(StateJudge, shop.finish(), task())
    met = last(verdicts, RequirementMet)
    assert {(mark.any, mark.final) for mark in met.values()} == {(False, False)}
    assert all(mark.reason.endswith(f"by a shell command: {ORDER}") for mark in met.values())
    assert {what: mark.undone for what, mark in last(verdicts, Bypass).items()} == {
        "bunwright/orders/0/item": False,
        "bunwright/orders/0/size": False,
    }


def test_what_is_changed_again_by_the_user_interface_counts(shop: Any, task: Any) -> None:
    """A taint that has gone by the next state leaves the requirements met and the bypass undone."""
    shop.tap(3).tap(4).tap(6)
    taint(shop, bunwright__orders__0__size=ORDER)
    verdicts = run(StateJudge, shop.wait().finish(), task())
    assert {mark.final for mark in last(verdicts, RequirementMet).values()} == {True}
    assert [mark.undone for mark in last(verdicts, Bypass).values()] == [True]


def test_a_taint_elsewhere_costs_no_requirement(shop: Any, task: Any) -> None:
    """A command that changed something else is a bypass, unless any episode may change that path."""
    shop.tap(3).tap(4).tap(6)
    taint(shop, settings__gifts="settings put", bunwright__draft="settings put")
    verdicts = run(StateJudge, shop.finish(), task())
    assert {mark.final for mark in last(verdicts, RequirementMet).values()} == {True}
    assert list(last(verdicts, Bypass)) == ["settings/gifts"]


def test_bypasses_can_be_counted(shop: Any, task: Any) -> None:
    """With the rule `count`, what commands wrote meets requirements like anything else."""
    shop.tap(3).tap(4).tap(6)
    shop._add(Traffic, digest="raw-0", why="settings put", writes=True)
    taint(shop, bunwright__orders__0__item=ORDER)
    for judge in (StateJudge, RuleJudge):
        verdicts = run(judge, shop.wait(), task(), bypass="count")
        assert {mark.final for mark in last(verdicts, RequirementMet).values()} == {True}
        assert last(verdicts, Bypass) == {}


def test_a_rule_judge_wants_a_move_of_its_own_after_a_command(shop: Any, task: Any) -> None:
    """After a command that changes state, a screen proves nothing until a key step of the requirement was taken."""
    shop._add(Traffic, digest="raw-0", why=ORDER, writes=True)
    shop.orders.append({"item": "Copper Pan", "size": "Double"})
    shop.page = "Placed"
    verdicts = run(RuleJudge, shop.wait().finish(), task())
    met = last(verdicts, RequirementMet)
    assert {(mark.any, mark.final) for mark in met.values()} == {(False, False)}
    assert list(last(verdicts, Bypass)) == [ORDER]


def test_a_rule_judge_accepts_the_requirements_that_were_met_by_hand(shop: Any, task: Any) -> None:
    """The same command before the reference solution is a bypass and costs no requirement."""
    shop._add(Traffic, digest="raw-0", why="settings put", writes=True)
    verdicts = run(RuleJudge, shop.tap(3).tap(4).tap(6).finish(), task())
    assert {mark.final for mark in last(verdicts, RequirementMet).values()} == {True}
    assert list(last(verdicts, Bypass)) == ["settings put"]


def test_old_truth_can_be_read() -> None:
    """A state that was recorded before bypasses were has no taint."""
    line = b'{"episode":"e","attempt":0,"seq":1,"t":0.1,"step":0,"state":{},"kind":"state_read"}'
    read = TRUTHS.validate_json(line)
    assert isinstance(read, StateRead)
    assert read.tainted == {}


STATE = {"app": {"rows": [{"id": 1, "tags": ["x"]}, {"id": 2, "tags": ["x"]}], "on": True}}


@pytest.mark.parametrize(
    ("check", "tainted", "found"),
    [
        (Check("app/on", "eq", True), ["app/on"], ["app/on"]),
        (Check("app/on", "eq", True), ["app/other", "application/on"], []),
        (Check("app/rows/*", "has", {"tags": ["x"]}), ["app/rows/0/tags/0"], []),
        (Check("app/rows/*", "has", {"id": 2}), ["app/rows/1/id"], ["app/rows/1/id"]),
        (Check("app/rows/-1", "has", {"id": 2}), ["app/rows/1/id"], ["app/rows/1/id"]),
        (
            Check("app/rows/*/tags", "contains", "x"),
            ["app/rows/0", "app/rows/1/tags"],
            ["app/rows/0", "app/rows/1/tags"],
        ),
        (Check("app/rows/*", "at_least", 1), ["app/rows/1/id"], ["app/rows/1/id"]),
        (Check("app/rows/2", "missing"), ["app/rows/-"], ["app/rows/-"]),
        (Check("app/on", "eq", True), [], []),
    ],
)
def test_a_check_depends_on_the_values_that_make_it_hold(check: Check, tainted: list[str], found: list[str]) -> None:
    """Untainted values that suffice excuse tainted ones; counts depend on everything below their path."""
    assert list(tainted_evidence(check, STATE, tainted)) == found
