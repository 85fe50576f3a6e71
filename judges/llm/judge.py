"""The model judge: follows a trace, asks a language model, and turns its answers into verdicts.

During the episode it describes each screen, judges each question to the user, and asks for a provisional outcome every
few steps. When the trace has ended it asks for the final outcome, key steps and redundant steps. A subject without a
usable answer is unscored, with the reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

import anyio
import anyio.to_thread

from judges.evidence.answers import AnswerVerdict, judge_trail_answer, newest_answer
from judges.evidence.screens import read_screen
from judges.evidence.serializer import Serializer
from judges.evidence.side_effects import SideEffectTracker, bypass_verdicts
from judges.evidence.termination import judge_termination
from judges.evidence.trail import Trail
from judges.evidence.verdict_filter import VerdictFilter
from judges.llm import questions
from judges.llm.questions import PROMPTS, Question
from judges.llm.screen_reader import FrameReader
from judges.llm.trajectory import TrajectoryText
from runtime.core.actions import Answer as AnswerAction
from runtime.core.actions import Finish
from runtime.core.events import (
    AnyEvent,
    AnyTruth,
    AnyVerdict,
    Described,
    Digest,
    Ended,
    Observed,
    Performed,
    Replied,
    Terminated,
)
from runtime.core.log import Log
from runtime.core.tasks import Task
from runtime.llm import FormAnswer, Model, Prompt, ask
from runtime.llm.quoting import injection_attempts
from runtime.plugins.protocols import Evidence
from runtime.plugins.specs import JudgeSpec
from runtime.screen.tree import TreeError

_SCREENS_PER_OUTCOME = 8
"""Number of screens between two provisional outcomes."""


class ModelJudge:
    """Implements `runtime.plugins.protocols.Judge` with any model.

    `prompts` are prompts by name; missing ones are read from the package.
    """

    name = "model"
    version = "2"
    sees_truth = False

    def __init__(self, evidence: Evidence, *, model: Model, prompts: Mapping[str, Prompt] | None = None) -> None:
        self._evidence = evidence
        self._model = model
        self._prompts = prompts or {}

    async def judge(
        self, task: Task, trace: Log[AnyEvent], verdicts: Log[AnyVerdict], truth: Log[AnyTruth] | None = None
    ) -> None:
        """Follow the trace to its end, then ask the final questions."""
        del truth
        prompts = self._prompts
        if not prompts.keys() >= set(PROMPTS.names):
            prompts = {**await anyio.to_thread.run_sync(PROMPTS.read), **prompts}
        episode_judge = _EpisodeJudge(task, self.name, self._evidence, self._model, prompts, verdicts)
        async with anyio.create_task_group() as asking:
            async for event in trace:
                await episode_judge.feed(event)
                # A recording needs no provisional outcome; and a cancelled question would not be cached.
                if episode_judge.due and not trace.closed:
                    episode_judge.due = False
                    asking.start_soon(episode_judge.provisional)
            asking.cancel_scope.cancel()  # the final questions replace provisional ones that are still running
        await episode_judge.close()


@dataclass(slots=True)
class _EpisodeJudge:
    """Judges one attempt."""

    task: Task
    judge: str
    evidence: Evidence
    model: Model
    prompts: Mapping[str, Prompt]
    verdicts: Log[AnyVerdict]
    due: bool = False
    """Whether it is time to ask for a provisional outcome."""
    _trajectory: TrajectoryText = field(default_factory=TrajectoryText)
    _filter: VerdictFilter = field(default_factory=VerdictFilter)
    _episode: str = ""
    _trail: Trail = field(init=False)
    _frame_reader: FrameReader = field(init=False)
    _serializer: Serializer | None = None
    _effects: SideEffectTracker | None = None
    _replies: list[Replied] = field(default_factory=list)
    _answered: set[str] = field(default_factory=set)
    _answer: AnswerVerdict | None = None
    _screens: int = 0
    _busy: bool = False

    def __post_init__(self) -> None:
        self._trail = Trail(self.evidence)
        self._frame_reader = FrameReader(
            self.model, self.evidence.frame, self.evidence.pictures, self.prompts["screen"]
        )

    async def feed(self, event: AnyEvent) -> None:
        """Process one event; describes screens and judges turns immediately."""
        if self._serializer is None:
            self._episode = event.episode
            self._serializer = Serializer(event.episode, self.judge)
            self._effects = SideEffectTracker(self.task.intent, event.episode, self.judge)
        if isinstance(event, Observed) and event.tree is not None and event.tree not in self.evidence.looks:
            # A recorded tree is read from a file, unless another judge has described it already.
            await anyio.to_thread.run_sync(self._read_tree, event.tree)
        moves, other_actions, actions_seen = (
            list(self._trail.pending),
            list(self._trail.other_actions),
            len(self._trail.answers),
        )
        self._trail.feed(event)
        match event:
            case Observed():
                assert self._effects is not None
                screen = self._trail.screens[-1]
                described = await self._described(event, self._serializer.describe(screen, moves, other_actions))
                self._effects.update(screen, moves)
                self._trajectory.add_screen(described)
                self._record(described)
                self._screens += 1
                self.due = self._screens % _SCREENS_PER_OUTCOME == 0 and not self._busy
            case Replied():
                await self._judge_turn(event)
            case Performed():
                for step, action in self._trail.answers[actions_seen:]:
                    self._record_answer(step, action)
            case Ended():
                self._trajectory.add_end(event.ending)
            case _:
                pass

    def _read_tree(self, tree: Digest) -> None:
        with suppress(TreeError):  # the trail handles unreadable trees
            self.evidence.looks.of(tree, lambda: read_screen(self.evidence.tree(tree)))

    async def _described(self, event: Observed, described: Described) -> Described:
        """The description by tree, else by frame, with suspected attempts to influence the judge as the reason."""
        if not described.page and event.frame is not None:
            await self.evidence.written()
            seen = await self._frame_reader.read(event.frame)
            described = replace(
                described,
                page=seen.page,
                observation=seen.observation,
                reason=seen.reason,
                usage=seen.usage,
                asked=seen.asked,
            )
        tried = injection_attempts(f"{described.page}\n{described.observation}")
        reasons = [described.reason, *(f"the screen {attempt}" for attempt in tried)]
        return replace(described, reason="; ".join(filter(None, reasons)))

    async def _judge_turn(self, reply: Replied) -> None:
        self._replies.append(reply)
        number = len(self._replies)
        before, known = self._replies[:-1], frozenset(self._answered)
        answer = await self._ask(questions.turn(self.prompts["turn"], self.task, number, reply, before, known))
        judged = questions.read_turn(self.task, number, answer, self._answered, self._episode, self.judge)
        if not reply.answered:
            judged = replace(judged, filled=())
        self._answered.update(judged.filled)
        self._trajectory.add_turn(number, reply)
        self._record(judged)

    def _record_answer(self, step: int, action: AnswerAction | Finish) -> None:
        self._trajectory.add_answer(step, action.text)
        verdict = judge_trail_answer(self.task, action.text, self._trail)
        self._answer = newest_answer(self._answer, verdict, final=isinstance(action, Finish))

    def _outcome(self, answer: FormAnswer) -> questions.OutcomeAnswer:
        """The model's outcome; an answer counts only if it is committed and grounded, whatever the model says."""
        outcome = questions.read_outcome(self.task, answer, self._episode, self.judge)
        answered = self._answer
        if answered is not None and answered.closes:
            return outcome
        return questions.without_answer(self.task, outcome, None if answered is None else answered.refusal)

    async def provisional(self) -> None:
        """Ask for the outcome so far, and record the requirements that are met."""
        self._busy = True
        try:
            trajectory, steps = self._trajectory.text, self._trajectory.steps
            answer = await self._ask(questions.outcome(self.prompts["outcome"], self.task, trajectory, steps))
            for verdict in self._outcome(answer).verdicts:
                if verdict.any:
                    self._record(replace(verdict, reason=f"so far: {verdict.reason}"))
        finally:
            self._busy = False

    async def close(self) -> None:
        """Ask the final questions and record their verdicts."""
        if self._trail.ended is None:
            return
        trajectory, steps = self._trajectory.text, self._trajectory.steps
        moves = [move.step for move in self._trail.moves]
        questions_by_name: dict[str, Question | None] = {
            "outcome": questions.outcome(self.prompts["outcome"], self.task, trajectory, steps),
            "process": questions.process(self.prompts["process"], self.task, trajectory, moves, steps),
            "redundant": questions.redundant(self.prompts["redundant"], self.task, trajectory, moves, steps),
        }
        answers: dict[str, FormAnswer] = {}

        async def ask_question(name: str, question: Question) -> None:
            answers[name] = await self._ask(question)

        async with anyio.create_task_group() as group:
            for name, question in questions_by_name.items():
                if question is not None:
                    group.start_soon(ask_question, name, question)
        outcome = self._outcome(answers["outcome"])
        process = questions.read_process(self.task, answers.get("process"), moves, self._episode, self.judge)
        for requirement_met in outcome.verdicts:
            self._record(requirement_met)
        for hit in process.verdicts:
            self._record(hit)
        if "redundant" in answers:
            productive = process.hits.union(
                verdict.evidence for verdict in outcome.verdicts if verdict.evidence is not None
            )
            redundant_verdicts = questions.read_redundant(
                answers["redundant"], moves, productive, self._episode, self.judge
            )
            for useless in redundant_verdicts:
                self._record(useless)
        self._side_effects(process)
        self._record(self._termination(outcome))

    def _side_effects(self, process: questions.ProcessAnswer) -> None:
        """Record bypasses, and side effects, which rules find in the trees if there are any."""
        for bypass in bypass_verdicts(self._trail.writes, self._episode, self.judge):
            self._record(bypass)
        if self._effects is None or self._trail.unreadable:
            return
        by_step = {move.step: move for move in self._trail.moves}
        alike = {name: [by_step[step] for step in steps] for name, steps in process.alike.items()}
        for effect in self._effects.verdicts([by_step[step] for step in process.hits], alike):
            self._record(effect)

    def _termination(self, outcome: questions.OutcomeAnswer) -> Terminated:
        ended = judge_termination(self._trail, outcome.closed_at, outcome.complete_at, self._episode, self.judge)
        ended = replace(ended, asked=outcome.asked)
        if outcome.scored or ended.termination is None:
            return ended
        return replace(ended, termination=None, reason="unscored: the outcome is not known")

    async def _ask(self, question: Question) -> FormAnswer:
        return await ask(self.model, question.request, question.form)

    def _record(self, verdict: AnyVerdict) -> None:
        for changed in self._filter.changed([verdict]):
            self.verdicts.append(changed)


SPEC: Final = JudgeSpec(
    make=ModelJudge,
    name="model",
    title="asks a model what the rule judge decides by patterns",
    needs_model=True,
    prompts=PROMPTS,
)
