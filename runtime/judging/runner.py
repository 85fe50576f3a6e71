"""Runs judges over the logs of an episode, either live or recorded, by the same code."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import anyio

from runtime.core.boundary import flatten_group, translate_errors
from runtime.core.errors import Fault, JudgeFault
from runtime.core.events import AnyEvent, AnyTruth, AnyVerdict, Event, Released, Score, Started, StateRead, encode
from runtime.core.log import Log
from runtime.core.tasks import Task
from runtime.metrics.tally import initial_score, tally
from runtime.metrics.voting import Disagreement
from runtime.plugins.protocols import Judge, RuleJudge

_TRUTH: Final = (StateRead, Released)


@dataclass(frozen=True, slots=True)
class JudgedEpisode:
    """What a judge needs to know besides the logs."""

    task: Task
    episode: str
    repeat: int
    instrument: bool


@dataclass(frozen=True, slots=True)
class AttemptLogs:
    """The logs of one attempt: `trace` for all judges; `truth`, and both merged as `tape`, for judges that may see the
    truth.
    """

    trace: Log[AnyEvent]
    truth: Log[AnyTruth]
    tape: Log[AnyEvent | AnyTruth]


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """The result of one judge for one episode: its verdict lines and the score computed from them.

    `differed`: for a vote, the subjects on which its members disagree.
    """

    score: Score | None
    lines: bytes
    differed: tuple[Disagreement, ...] = ()


class LiveScores:
    """The provisional scores of one attempt by the judges that never wait (`RuleJudge`), and how far each has read.

    Scores follow the events within one turn of the event loop; `up_to` waits for that.
    """

    def __init__(self) -> None:
        self._scores: dict[str, Score] = {}
        self._read: dict[str, float] = {}
        self._begun = False
        """Whether it is known which judges there are."""
        self._changed: anyio.Event | None = None
        """What is set when a judge has read more, if anyone waits for that."""

    def begin(self, judges: Iterable[str]) -> None:
        """Expect scores of these judges from now on."""
        self._begun = True
        self._read.update(dict.fromkeys(judges, -1))
        self._wake()

    def read(self, judge: str, seq: float, score: Score | None) -> None:
        """Record the score of a judge that has read everything up to the item numbered `seq`."""
        self._read[judge] = seq
        if score is not None:
            self._scores[judge] = score
        self._wake()

    def _wake(self) -> None:
        if self._changed is not None:
            self._changed.set()
            self._changed = None

    async def up_to(self, seq: int) -> Mapping[str, Score]:
        """Wait until all these judges have read the item numbered `seq` or have failed; returns scores by judge."""
        while not self._begun or any(read < seq for read in self._read.values()):
            if self._changed is None:
                self._changed = anyio.Event()
            await self._changed.wait()
        return dict(self._scores)


async def run_judge(
    judge: Judge | RuleJudge,
    episode: JudgedEpisode,
    tapes: AttemptLogs,
    *,
    deadline: float,
    watch: Callable[[Score], None] | None = None,
    live: LiveScores | None = None,
    verdicts: Log[AnyVerdict] | None = None,
) -> JudgeResult:
    """Run one judge over one episode to its end. `deadline` (s) counts from the last event.

    If the judge fails, its score of the episode is marked unscored and the run goes on. `verdicts` is the log to write
    to, if others follow it.
    """
    verdicts = Log() if verdicts is None else verdicts
    scoring = _Scoring(judge.name, episode, watch)
    failure = ""
    try:
        if isinstance(judge, RuleJudge):
            with translate_errors(JudgeFault, f"judge {judge.name!r}"):
                await _run_rule_judge(judge, episode, tapes, verdicts, scoring, live)
            verdicts.close()
        elif not await _run_waiting_judge(judge, episode, tapes, verdicts, scoring, deadline):
            failure = f"judge {judge.name!r} was not done {deadline:g} s after the episode"
    except* Fault as faults:
        failure = str(flatten_group(faults)[0])
    score = scoring.score
    if failure:
        score = await _unscored(judge.name, episode, tapes, failure)
    return JudgeResult(score, verdict_lines(verdicts, judge.version))


async def _run_waiting_judge(
    judge: Judge,
    episode: JudgedEpisode,
    tapes: AttemptLogs,
    verdicts: Log[AnyVerdict],
    scoring: _Scoring,
    deadline: float,
) -> bool:
    """Run a judge that may wait and tally its verdicts; returns whether it kept the deadline."""
    with anyio.CancelScope() as scope:
        async with anyio.create_task_group() as group:
            group.start_soon(_limit_after_end, tapes.trace, scope, deadline)
            group.start_soon(_tally_logs, tapes, verdicts, scoring)
            with translate_errors(JudgeFault, f"judge {judge.name!r}"):
                truth = tapes.truth if judge.sees_truth else None
                await judge.judge(episode.task, tapes.trace, verdicts, truth)
            verdicts.close()
            scope.deadline = anyio.current_time() + deadline
    return not scope.cancelled_caught


def verdict_lines(verdicts: Iterable[AnyVerdict], version: str = "") -> bytes:
    """Encode verdicts as the lines that are recorded."""
    stamped = (replace(verdict, version=version) for verdict in verdicts) if version else verdicts
    return b"".join(encode(verdict) + b"\n" for verdict in stamped)


async def _unscored(judge: str, episode: JudgedEpisode, tapes: AttemptLogs, failure: str) -> Score | None:
    """Return the score of an episode that the judge could not decide: counts of events, no marks, cause judge."""
    scoring = _Scoring(judge, episode, None)
    async for event in tapes.trace:
        scoring.add(event)
    async for truth in tapes.truth:
        scoring.add(truth)
    score = scoring.score
    return score if score is None or score.cause is not None else replace(score, cause="judge", error=failure)


async def _run_rule_judge(
    judge: RuleJudge,
    episode: JudgedEpisode,
    tapes: AttemptLogs,
    verdicts: Log[AnyVerdict],
    scoring: _Scoring,
    live: LiveScores | None,
) -> None:
    """Feed a rule judge and tally its verdicts, item by item in their common order."""
    try:
        judge.begin(episode.task, episode.episode)
        async for item in tapes.tape:
            scoring.add(item)
            if judge.sees_truth or not isinstance(item, _TRUTH):
                for verdict in judge.feed(item):
                    verdicts.append(verdict)
                    scoring.add(verdict)
            if live is not None:
                live.read(judge.name, item.seq, scoring.score)
    finally:
        if live is not None:
            live.read(judge.name, math.inf, scoring.score)


async def _limit_after_end(trace: Log[AnyEvent], scope: anyio.CancelScope, deadline: float) -> None:
    async for _ in trace:
        pass
    scope.deadline = anyio.current_time() + deadline


async def _tally_logs(tapes: AttemptLogs, verdicts: Log[AnyVerdict], scoring: _Scoring) -> None:
    """Tally events, truth and verdicts as they arrive; their order between the logs does not matter."""

    async def add_all(log: Log[AnyTruth] | Log[AnyVerdict]) -> None:
        async for item in log:
            scoring.add(item)

    async with anyio.create_task_group() as group:
        async for event in tapes.trace:
            first = scoring.score is None
            scoring.add(event)
            if first:
                group.start_soon(add_all, verdicts)
                group.start_soon(add_all, tapes.truth)


class _Scoring:
    def __init__(self, judge: str, episode: JudgedEpisode, watch: Callable[[Score], None] | None) -> None:
        self.score: Score | None = None
        self._judge = judge
        self._episode = episode
        self._watch = watch

    def add(self, item: AnyEvent | AnyTruth | AnyVerdict) -> None:
        if isinstance(item, Started):
            episode = self._episode
            self.score = initial_score(episode.task, item, self._judge, episode.repeat, episode.instrument)
        elif self.score is not None:
            self.score = tally(self.score, item)
        if self.score is not None and self._watch is not None:
            self._watch(self.score)


def closed_logs(items: Iterable[AnyEvent | AnyTruth]) -> AttemptLogs:
    """Build closed logs from a recording, in its order."""
    tapes = AttemptLogs(Log(), Log(), Log())
    for item in items:
        if isinstance(item, _TRUTH):
            tapes.truth.append(item)
        elif isinstance(item, Event):
            tapes.trace.append(item)
        tapes.tape.append(item)
    tapes.trace.close()
    tapes.truth.close()
    tapes.tape.close()
    return tapes
