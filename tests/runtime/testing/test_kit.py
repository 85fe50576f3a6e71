"""The kit for plug-in authors keeps its word: sound parts pass, and each broken rule is named."""

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
    """Its first score comes back."""
    score = await check_agent(GoesHome)
    assert (score.agent, score.steps, score.cause) == ("GoesHome", 1, None)


async def test_registered_parts_pass_by_name():
    """Agents, users and judges."""
    assert (await check_agent("reader")).cause is None
    assert len(await check_user("rules")) == 2
    assert (await check_judge("rules")).cause is None


async def test_an_agent_that_raises_is_named():
    """With what it raised."""

    class Raises(GoesHome):
        async def play(self, session: Session) -> None:
            raise ValueError("I am lost")

    with pytest.raises(NonconformingPart, match="I am lost"):
        await check_agent(Raises)


async def test_an_agent_that_draws_lots_of_its_own_is_named():
    """Two episodes with one seed must be the same."""
    lots = itertools.count()

    class Fickle(GoesHome):
        async def play(self, session: Session) -> None:
            for _ in range(next(lots)):
                await session.step(Decision([Key("HOME")]))
            await session.step(Decision([Finish("")]))

    with pytest.raises(NonconformingPart, match="same seed"):
        await check_agent(Fickle)


async def test_a_user_that_fails_is_named():
    """A user in a class of its own, without an entry point."""

    class Asleep:
        def __init__(self, task: Task, seed: int) -> None:
            self.task = task

        async def answer(self, question: str) -> Reply:
            raise UserFault("nobody is there")

    with pytest.raises(NonconformingPart, match="nobody is there"):
        await check_user(Asleep)


async def test_what_is_no_agent_is_refused():
    """In one sentence."""
    with pytest.raises(UsageError, match="no method play"):
        await check_agent(dict)


async def test_a_headless_session_has_a_tree_and_scores():
    """Pixels are left out, so an agent is tried in milliseconds."""
    async with headless_session("device.airplane.ambiguous") as session:
        seen = await session.observe()
        assert (seen.frame, seen.tree is None) == (None, False)
        seen = await session.step(Decision([AskUser("Which switch do you mean?")]))
        assert seen.replies
        await session.step(Decision([Finish("")]))
    assert {score.judge for score in session.scores} == {"rules", "state"}


async def test_a_scripted_model_remembers_and_ends():
    """Replies in order, or a function of the request; a script that is over says so."""
    model = ScriptedModel(["one word"])
    request = ModelRequest("agent", (Message("user", ("Hello",)),))
    assert (await model.complete(request)).text == "one word"
    with pytest.raises(ModelError, match="no reply number 2"):
        await model.complete(request)
    assert model.requests == [request, request]
    loud = ScriptedModel(lambda asked: str(asked.messages[0].parts[0]).upper())
    assert (await loud.complete(request)).text == "HELLO"
