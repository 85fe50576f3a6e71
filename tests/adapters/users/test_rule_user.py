"""The rule user remembers its replies and never reveals more than was asked for."""

from __future__ import annotations

import pytest

import adapters.users.rule_user as rules
from adapters.users.rule_user import RuleUser
from runtime.core.errors import UserFault
from runtime.core.tasks import Intent, Level, Phrasing, Reference, Requirement, Setup, Task
from runtime.language.dialogue import NO_PREFERENCE, REFUSAL
from runtime.plugins.protocols import Reply

REQUIREMENTS = (
    Requirement("burger", "anchor", "burger", "", "Copper Pan", "", options=("Copper Pan", "Plain Jane")),
    Requirement("size", "explicit", "size", "", "Double", "Single", options=("Single", "Double")),
    Requirement("bun", "explicit", "bun", "", "Rye", "Brioche", options=("Brioche", "Rye")),
)
INTENT = Intent(
    "i", "e-commerce", "functional", "prior", (), REQUIREMENTS, Reference((), (), None), Setup(), Phrasing("", "", ())
)


def user(level: Level = "incomplete") -> RuleUser:
    """A user who wants a double Copper Pan on rye."""
    gap = ("size", "bun") if level == "incomplete" else ()
    return RuleUser(Task("t", INTENT, level, "Order a Copper Pan.", gap), seed=1)


async def test_it_answers_once_and_refuses_to_repeat() -> None:
    """A proper question is answered with its label and what it released; the same again is refused."""
    person = user()
    question = "Which size, Single or Double?"
    assert await person.answer(question) == Reply("For the size: Double, please.", "compliant", ("size",))
    assert await person.answer(question) == Reply(REFUSAL, "repetitive")
    assert person.released == {"size"}
    assert [exchange.question for exchange in person.history] == [question, question]


async def test_it_has_no_preference_beyond_the_intent() -> None:
    """Questions beyond the intent get the paper's other sentence."""
    assert await user().answer("Paper or plastic bag?") == Reply(NO_PREFERENCE, "out_of_scope")


async def test_on_clear_tasks_it_only_refuses() -> None:
    """Detailed and Standard tell everything already."""
    reply = await user("standard").answer("Which size, Single or Double?")
    assert (reply.text, reply.kind, reply.released) == (REFUSAL, "repetitive", ())


async def test_two_users_know_nothing_of_each_other() -> None:
    """Each episode's user has a history of its own."""
    rule_user, other = user(), user()
    await rule_user.answer("Single or Double?")
    assert (await other.answer("Single or Double?")).kind == "compliant"


async def test_a_reply_that_would_leak_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong in composing, an unreleased value does not leave the user."""
    monkeypatch.setattr(rules, "compose_reply", lambda *_: "Double on rye, please.")
    person = user()
    with pytest.raises(UserFault, match="bun"):
        await person.answer("Which size, Single or Double?")
    assert person.history == []
