"""Conformance checks: whether an agent, a user or a judge obeys the rules of its Protocol."""

from __future__ import annotations

from runtime.components.run_components import AgentPart, JudgePart, UserPart
from runtime.core.actions import AskUser, Decision, Finish
from runtime.core.config import RunConfig, Selection
from runtime.core.errors import UserFault
from runtime.core.events import Score
from runtime.engine import Runtime
from runtime.plugins.specs import judge_spec
from runtime.testing.sessions import HEADLESS

TASK = "device.airplane.standard"
"""A short task: switch on airplane mode."""
OPEN_TASK = "device.airplane.ambiguous"


class NonconformingPart(AssertionError):
    """A part breaks a rule of its Protocol; the message names the rule."""


async def check_agent(agent: AgentPart, task: str = TASK, seed: int = 7) -> Score:
    """Play one task twice on a headless phone; returns the main score of the first episode.

    Checked: the class or spec is well formed, the agent raises nothing, stops when the session has ended, and plays
    the same episode for the same seed.

    Raises:
        UsageError: it is not an agent.
        NonconformingPart: it breaks one of these rules.
    """
    first, second = [await _play(agent, task, seed) for _ in range(2)]
    if first.cause == "agent":
        raise NonconformingPart(f"the agent failed: {first.error}")
    if first != second:
        raise NonconformingPart("two episodes with the same seed differ: draw random numbers from the seed only")
    return first


async def _play(agent: AgentPart, task: str, seed: int) -> Score:
    async with Runtime(RunConfig(seed=seed), devices=[HEADLESS]) as runtime:
        (score,) = [score async for score in runtime.run([agent], select=Selection(tasks=(task,)))]
        return score


async def check_user(user: UserPart, task: str = OPEN_TASK, seed: int = 7) -> tuple[str, ...]:
    """Ask a user two questions on a headless phone; returns its replies.

    Checked: the class or spec is well formed, and the user answers both.

    Raises:
        UsageError: it is not a user.
        NonconformingPart: it breaks one of these rules.
    """
    try:
        async with (
            Runtime(RunConfig(seed=seed), devices=[HEADLESS], user=user) as runtime,
            runtime.session(task) as session,
        ):
            await session.observe()
            greeted = await session.step(Decision([AskUser("Hello, how are you?")]))
            asked = await session.step(Decision([AskUser("What exactly do you want?")]))
            await session.step(Decision([Finish("")]))
    except UserFault as fault:
        raise NonconformingPart(f"the user failed: {fault}") from fault
    replies = (*greeted.replies, *asked.replies)
    if len(replies) != 2:
        raise NonconformingPart(f"two questions were asked and {len(replies)} replies came")
    return replies


async def check_judge(judge: JudgePart, task: str = TASK, seed: int = 7) -> Score:
    """Judge one episode of `oracle` on a headless phone, twice; returns the judge's score.

    Checked: the class or spec is well formed, the judge raises nothing, ends with the trace, and gives the same score
    both times.

    Raises:
        UsageError: it is not a judge.
        NonconformingPart: it breaks one of these rules.
    """
    name = judge if isinstance(judge, str) else judge_spec(judge, "the judge").name
    scores: list[Score] = []
    for _ in range(2):
        async with Runtime(RunConfig(seed=seed), devices=[HEADLESS], judges=["state", judge]) as runtime:
            async for _score in runtime.run(["oracle"], select=Selection(tasks=(task,))):
                pass
            scores.extend(runtime.scores_by(name))
    if len(scores) != 2:
        raise NonconformingPart(f"no score of {name!r}: the judge's attribute `name` must be {name!r}")
    first, second = scores
    if first.cause == "judge":
        raise NonconformingPart(f"the judge failed: {first.error}")
    if first != second:
        raise NonconformingPart("the same episode was judged differently the second time")
    return first
