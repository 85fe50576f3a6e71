"""The kit for plug-in authors: valid parts pass, and each broken rule is named."""

from __future__ import annotations

import itertools

import pytest

from runtime import AskUser, Decision, Finish, Key
from runtime.core.errors import ModelError, UsageError, UserFault
from runtime.core.tasks import Task
from runtime.plugins import Message, ModelRequest, Need, Reply, Session
from runtime.testing import NonconformingPart, ScriptedModel, check_agent, check_judge, check_user, headless_session


class GoesHome:
    """Presses HOME and gives up."""

    needs: frozenset[Need] = frozenset({"tree"})

    def __init__(self, seed: int) -> None:
        self.seed = seed

    async def play(self, session: Session) -> None:
        await session.observe()
        await session.step(Decision([Key("HOME")]))
        await session.step(Decision([Finish("", "infeasible")]))


async def test_a_sound_agent_passes():
    """A valid agent passes the check, which returns its score."""
    score = await check_agent(GoesHome)
    assert (score.agent, score.steps, score.cause) == ("GoesHome", 1, None)


async def test_registered_parts_pass_by_name():
    """Registered agents, users and judges pass the checks by name."""
    assert (await check_agent("reader")).cause is None
    assert len(await check_user("rules")) == 2
    assert (await check_judge("rules")).cause is None


async def test_an_agent_that_raises_is_named():
    """An agent that raises fails the check with its exception."""

    class Raises(GoesHome):
        async def play(self, session: Session) -> None:
            raise ValueError("I am lost")

    with pytest.raises(NonconformingPart, match="I am lost"):
        await check_agent(Raises)


async def test_an_agent_that_ignores_the_seed_is_named():
    """An agent whose actions differ for the same seed fails the check."""
    lots = itertools.count()

    class Fickle(GoesHome):
        async def play(self, session: Session) -> None:
            for _ in range(next(lots)):
                await session.step(Decision([Key("HOME")]))
            await session.step(Decision([Finish("")]))

    with pytest.raises(NonconformingPart, match="same seed"):
        await check_agent(Fickle)


async def test_a_user_that_fails_is_named():
    """A user that raises fails the check with its exception."""

    class Asleep:
        def __init__(self, task: Task, seed: int) -> None:
            self.task = task

        async def answer(self, question: str) -> Reply:
            raise UserFault("nobody is there")

    with pytest.raises(NonconformingPart, match="nobody is there"):
        await check_user(Asleep)


async def test_an_object_that_is_not_an_agent_is_refused():
    """A class without a method play is refused."""
    with pytest.raises(UsageError, match="no method play"):
        await check_agent(dict)


async def test_a_headless_session_has_a_tree_and_scores():
    """A headless session has a tree, no pixels, replies and scores."""
    async with headless_session("device.airplane.ambiguous") as session:
        seen = await session.observe()
        assert (seen.frame, seen.tree is None) == (None, False)
        seen = await session.step(Decision([AskUser("Which switch do you mean?")]))
        assert seen.replies
        await session.step(Decision([Finish("")]))
    assert {score.judge for score in session.scores} == {"rules", "state"}


async def test_a_scripted_model_records_requests_and_reports_its_end():
    """A scripted model replies in order or by a function, records requests, and raises after its last reply."""
    model = ScriptedModel(["one word"])
    request = ModelRequest("agent", (Message("user", ("Hello",)),))
    assert (await model.complete(request)).text == "one word"
    with pytest.raises(ModelError, match="no reply number 2"):
        await model.complete(request)
    assert model.requests == [request, request]
    loud = ScriptedModel(lambda asked: str(asked.messages[0].parts[0]).upper())
    assert (await loud.complete(request)).text == "HELLO"
