"""Runs all judges of one episode concurrently, with their vote as one more judge.

The vote follows its members' verdicts as they are made, so it is as live as they are. It ends when the last member
does, and has no deadline of its own because the members have theirs.
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
from runtime.judging.runner import AttemptLogs, JudgedEpisode, JudgeResult, LiveScores, run_judge, verdict_lines
from runtime.metrics.voting import Vote, VoteRule
from runtime.plugins.protocols import Judge, RuleJudge


@dataclass(slots=True)
class _Member:
    """A judge as an input of the vote."""

    verdicts: Log[AnyVerdict] = field(default_factory=Log)
    done: anyio.Event = field(default_factory=anyio.Event)
    failed: bool = False


async def run_judges(
    judges: Sequence[Judge | RuleJudge],
    episode: JudgedEpisode,
    tapes: AttemptLogs,
    *,
    deadline: float,
    rule: VoteRule | None = None,
    watch: Callable[[Score], None] | None = None,
    live: LiveScores | None = None,
) -> Mapping[str, JudgeResult]:
    """Run all judges over an episode to its end; returns their results by name.

    With a `rule` there is an additional result under the rule's name: the vote of the judges that do not see the truth.
    `watch` is called with the first judge's score; `live` gets the scores of rule judges.
    """
    members = {judge.name: _Member() for judge in judges}
    results: dict[str, JudgeResult] = {}
    if live is not None:
        live.begin(judge.name for judge in judges if isinstance(judge, RuleJudge))

    async def run_member(judge: Judge | RuleJudge, watch: Callable[[Score], None] | None) -> None:
        member = members[judge.name]
        try:
            result = await run_judge(
                judge, episode, tapes, deadline=deadline, watch=watch, live=live, verdicts=member.verdicts
            )
            results[judge.name] = result
            member.failed = result.score is None or result.score.cause == "judge"
        finally:
            member.verdicts.close()
            member.done.set()

    async with anyio.create_task_group() as group:
        for index, judge in enumerate(judges):
            group.start_soon(run_member, judge, watch if index == 0 else None)
        if rule is not None:
            voters = {judge.name: members[judge.name] for judge in judges if not judge.sees_truth}
            results[rule] = await _vote(rule, voters, episode, tapes)
    return results


async def _vote(rule: VoteRule, members: dict[str, _Member], episode: JudgedEpisode, tapes: AttemptLogs) -> JudgeResult:
    common = Vote(rule, tuple(members), episode.episode)
    result = await run_judge(_VoteJudge(common, members), episode, tapes, deadline=math.inf)
    score = result.score
    if score is not None and score.cause is None and all(member.failed for member in members.values()):
        score = replace(score, cause="judge", error="all voting judges failed")
    # The order of verdicts depends on timing, so only the final verdict on each subject is recorded.
    return JudgeResult(score, verdict_lines(common.settled()), common.disagreements())


class _VoteJudge:
    """The vote as a judge, whose input is the verdicts of its members."""

    version = ""
    sees_truth = False

    def __init__(self, vote: Vote, members: dict[str, _Member]) -> None:
        self.name = vote.name
        self._vote = vote
        self._members = members

    async def judge(
        self, task: Task, trace: Log[AnyEvent], verdicts: Log[AnyVerdict], truth: Log[AnyTruth] | None = None
    ) -> None:
        """Follow all members to their end."""

        async def listen(name: str, member: _Member) -> None:
            async for verdict in member.verdicts:
                for common in self._vote.feed(verdict):
                    verdicts.append(common)
            await member.done.wait()
            if member.failed:
                for common in self._vote.withdraw(name):
                    verdicts.append(common)

        async with anyio.create_task_group() as group:
            for name, member in self._members.items():
                group.start_soon(listen, name, member)
