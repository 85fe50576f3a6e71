"""All judges of one episode, each beside the others, and the vote over them as one more of them.

The vote hears its members as they speak, so it is as live as they are; it ends when the last of them has. It has no
deadline of its own: members have theirs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import anyio
import anyio.abc

from runtime.core.events import AnyEvent, AnyTruth, AnyVerdict, Score
from runtime.core.log import Log
from runtime.core.tasks import Task
from runtime.judging.runner import Episode, JudgeResult, Tapes, hear, written
from runtime.metrics.voting import Rule, Vote
from runtime.plugins.protocols import Judge, RuleJudge


@dataclass(slots=True)
class _Member:
    """A judge as the vote hears it."""

    verdicts: Log[AnyVerdict] = field(default_factory=Log)
    heard: anyio.Event = field(default_factory=anyio.Event)
    failed: bool = False


async def hear_all(
    judges: Sequence[Judge | RuleJudge],
    episode: Episode,
    tapes: Tapes,
    *,
    deadline: float,
    rule: Rule | None = None,
    watch: Callable[[Score], None] | None = None,
) -> Mapping[str, JudgeResult]:
    """Let every judge follow the episode to its end; returns the result of each under its name.

    With a `rule` there is one result more, under the rule's name: the vote of those judges that do not see the truth.
    `watch` is told of the first judge's score.
    """
    members = {judge.name: _Member() for judge in judges}
    results: dict[str, JudgeResult] = {}

    async def sit(judge: Judge | RuleJudge, watch: Callable[[Score], None] | None) -> None:
        member = members[judge.name]
        try:
            result = await hear(judge, episode, tapes, deadline=deadline, watch=watch, verdicts=member.verdicts)
            results[judge.name] = result
            member.failed = result.score is None or result.score.cause == "judge"
        finally:
            member.verdicts.close()
            member.heard.set()

    async with anyio.create_task_group() as group:
        for index, judge in enumerate(judges):
            group.start_soon(sit, judge, watch if index == 0 else None)
        if rule is not None:
            voters = {judge.name: members[judge.name] for judge in judges if not judge.sees_truth}
            results[rule] = await _vote(rule, voters, episode, tapes)
    return results


async def _vote(rule: Rule, members: dict[str, _Member], episode: Episode, tapes: Tapes) -> JudgeResult:
    common = Vote(rule, tuple(members), episode.episode)
    result = await hear(_Voting(common, members), episode, tapes, deadline=math.inf)
    score = result.score
    if score is not None and score.cause is None and all(member.failed for member in members.values()):
        score = replace(score, cause="judge", error="every judge that votes has failed")
    # In which order judges spoke depends on the clock; what is kept must not: the last word on each subject.
    return JudgeResult(score, written(common.settled()), common.disagreements())


class _Voting:
    """The vote as a judge among others, to whom the trace is what its members say of it."""

    version = ""
    sees_truth = False

    def __init__(self, vote: Vote, members: dict[str, _Member]) -> None:
        self.name = vote.name
        self._vote = vote
        self._members = members

    async def judge(
        self, task: Task, trace: Log[AnyEvent], verdicts: Log[AnyVerdict], truth: Log[AnyTruth] | None = None
    ) -> None:
        """Hear every member to its end."""

        async def listen(name: str, member: _Member) -> None:
            async for verdict in member.verdicts:
                for common in self._vote.feed(verdict):
                    verdicts.append(common)
            await member.heard.wait()
            if member.failed:
                for common in self._vote.withdraw(name):
                    verdicts.append(common)

        async with anyio.create_task_group() as group:
            for name, member in self._members.items():
                group.start_soon(listen, name, member)
