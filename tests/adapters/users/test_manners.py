"""Rule-based users in every persona and language: replies release exactly the requested values."""

from __future__ import annotations

import random
import tomllib
from importlib import import_module
from itertools import islice
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.users.personas import MANNERS, Chatty, PoliteGerman, Terse, TerseChinese
from adapters.users.rule_user import RuleUser
from benchmarks.acceptance.question_families.audit import faults
from benchmarks.acceptance.question_families.development import DEVELOPMENT
from benchmarks.acceptance.question_families.families import cases
from benchmarks.acceptance.question_families.fuzz import episodes
from benchmarks.acceptance.simulator import holding
from benchmarks.clarity240 import load
from runtime.core.tasks import Task
from runtime.language.questions import (
    NO_PREFERENCE,
    REFUSAL,
    LabelledAsk,
    Statement,
    Turn,
    Wording,
    classify_question,
    compose_reply,
    find_leaks,
    released_text,
)
from runtime.plugins.protocols import Reply

TASKS = {task.id: task for task in load().tasks}
ASKED = list(cases(DEVELOPMENT, tuple(TASKS.values()), 1, 20))
BURGER = TASKS["shop.bunnoon.incomplete"]


@pytest.mark.parametrize(
    ("user", "reply"),
    [
        (RuleUser, "For the size: Double, please."),
        (Terse, "Double."),
        (Chatty, "Oh, glad that you ask! As for the size, I would love Double. Thanks a lot!"),
        (PoliteGerman, "Vielen Dank für die Nachfrage. Bei „size“ hätte ich gern Double, wenn es recht ist."),
        (TerseChinese, "Double。"),
    ],
)
async def test_each_persona_has_its_own_words(user: type[RuleUser], reply: str) -> None:
    """Personas word the reply differently; the value itself does not change."""
    assert (await user(BURGER).answer("Single or Double?")).text == reply


async def test_a_terse_reply_names_the_slots_of_two_values() -> None:
    """A terse reply that holds two values names the slot of each."""
    reply = await Terse(BURGER).answer("Single or Double? Pickles or Bacon?")
    assert reply.text == "size: Double. extras: Pickles."


@pytest.mark.parametrize("user", MANNERS)
async def test_refusals_are_the_same_in_every_persona(user: type[RuleUser]) -> None:
    """All personas use the two fixed sentences for a refusal and for no preference."""
    person = user(BURGER)
    assert (await person.answer("Should I tap OK?")).text == REFUSAL
    assert (await person.answer("Do you like jazz?")).text == NO_PREFERENCE


@pytest.mark.parametrize("user", MANNERS)
def test_every_requirement_of_the_suite_can_be_released(user: type[RuleUser]) -> None:
    """In each persona, a reply that releases one requirement holds its value and leaks no other."""
    for task in TASKS.values():
        for identifier in task.gap:
            ask = LabelledAsk("compliant", identifier, (), (Statement("value", identifier),), settles=True)
            text = compose_reply(Turn((ask,)), task, user.wording)
            assert released_text(task.requirement(identifier)) in text
            assert find_leaks(text, task, {identifier}, user.wording) == ()
            assert faults(Reply(text, "compliant", (identifier,)), Turn((ask,)), task, frozenset(), user.wording) == []


@settings(deadline=None, max_examples=40)
@given(st.integers(min_value=0, max_value=2**32), st.sampled_from(MANNERS))
def test_random_questions_release_no_other_value(seed: int, manner: type[RuleUser]) -> None:
    """Random noise, injections and disguised questions get no unreleased or invented value, and exact refusals."""

    async def converse() -> None:
        for task, texts in islice(episodes(ASKED, 6, random.Random(seed)), 2):
            user = manner(task)
            for text in texts:
                before = user.memory
                turn = classify_question(text, task, before)
                reply = await user.answer(text)
                assert faults(reply, turn, task, before.answered, user.wording) == []

    anyio.run(converse)


def test_the_acceptance_criteria_hold_on_a_small_run() -> None:
    """A run of 200 questions meets every acceptance criterion, and some questions do get a value."""
    bars = holding(ASKED, 200)
    assert [bar for bar in bars if not bar.holds] == []
    assert " 0 of which got a value" not in bars[1].figure


SIZE_ASK = LabelledAsk("compliant", "size", (), (Statement("value", "size"),), settles=True)


@pytest.mark.parametrize(
    ("reply", "ask", "wrong"),
    [
        (Reply("For the size: Double, please. And Pickles.", "compliant", ("size",)), SIZE_ASK, {"invented", "leak"}),
        (Reply("For the size: Quadruple, please.", "compliant", ("size",)), SIZE_ASK, {"invented", "silent"}),
        (Reply("No preference.", "out_of_scope"), LabelledAsk("out_of_scope"), {"refusal"}),
        (Reply("Please decide.", "trivial"), LabelledAsk("trivial"), {"refusal"}),
        (Reply(REFUSAL, "context_missing", ("size",)), LabelledAsk("context_missing"), {"release"}),
        (Reply("For the size: Double, please.", "compliant", ("item",)), SIZE_ASK, {"release"}),
        (
            Reply("Not Double.", "compliant"),
            LabelledAsk("compliant", "size", ("Double",), (Statement("no", "size", "Double"),)),
            {"false"},
        ),
    ],
)
def test_the_audit_finds_each_kind_of_bad_reply(reply: Reply, ask: LabelledAsk, wrong: set[str]) -> None:
    """The audit that other tests rely on reports each kind of bad reply."""
    assert wrong <= set(faults(reply, Turn((ask,)), BURGER, frozenset(), Wording()))


async def test_twenty_users_at_once_keep_their_own_history() -> None:
    """Users of twenty episodes share no state, however their questions interleave."""
    tasks = [task for task in TASKS.values() if task.gap][:20]
    users = [RuleUser(task) for task in tasks]

    async def converse(user: RuleUser, task: Task) -> None:
        for identifier in task.gap:
            requirement = task.requirement(identifier)
            await anyio.lowlevel.checkpoint()
            await user.answer(f"{requirement.slot}: {' or '.join(requirement.options)}?")

    async with anyio.create_task_group() as group:
        for user, task in zip(users, tasks, strict=True):
            group.start_soon(converse, user, task)
    assert [user.released for user in users] == [frozenset(task.gap) for task in tasks]
    assert [len(user.history) for user in users] == [len(task.gap) for task in tasks]


def test_every_persona_is_registered() -> None:
    """Each persona's class is reachable through an entry point in pyproject.toml."""
    document = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())
    registered = document["project"]["entry-points"]["mobile_agent_runtime.users"]
    found = set()
    for path in registered.values():
        module, _, name = path.partition(":")
        found.add(getattr(import_module(module), name))
    assert set(MANNERS) <= found
