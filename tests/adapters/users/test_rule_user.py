"""The rule-based user remembers its replies and never reveals more than was asked for."""

from __future__ import annotations

import pytest

import adapters.users.rule_user as rules
from adapters.users.rule_user import RuleUser
from runtime.core.errors import UserFault
from runtime.core.tasks import Intent, Level, Phrasing, Reference, Requirement, Setup, Task
from runtime.language.questions import NO_PREFERENCE, REFUSAL
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


async def test_a_question_is_answered_once_and_its_repetition_refused() -> None:
    """A proper question is answered with its label and the released slot; the same question again is refused."""
    person = user()
    question = "Which size, Single or Double?"
    reply = Reply("For the size: Double, please.", "compliant", ("size",), ("size (Single, Double): compliant",))
    assert await person.answer(question) == reply
    assert await person.answer(question) == Reply(REFUSAL, "repetitive", (), ("size (Single, Double): repetitive",))
    assert person.released == {"size"}
    assert [exchange.question for exchange in person.history] == [question, question]


async def test_a_question_beyond_the_intent_gets_no_preference() -> None:
    """A question about something that the task does not fix gets the fixed "no preference" sentence."""
    assert await user().answer("Do you want a receipt?") == Reply(NO_PREFERENCE, "out_of_scope", (), ("out_of_scope",))


async def test_questions_about_a_complete_task_are_refused() -> None:
    """If the instruction already tells everything, a question is refused as repetitive."""
    reply = await user("standard").answer("Which size, Single or Double?")
    assert (reply.text, reply.kind, reply.released) == (REFUSAL, "repetitive", ())


async def test_two_users_do_not_share_their_history() -> None:
    """A question that one user has answered is new to another user."""
    rule_user, other = user(), user()
    await rule_user.answer("Single or Double?")
    assert (await other.answer("Single or Double?")).kind == "compliant"


async def test_a_reply_that_would_leak_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    """A composed reply with an unreleased value raises UserFault and is not stored in the history."""
    monkeypatch.setattr(rules, "compose_reply", lambda *_: "Double on rye, please.")
    person = user()
    with pytest.raises(UserFault, match="bun"):
        await person.answer("Which size, Single or Double?")
    assert person.history == []
