"""A judge that is a model: follows a trace, asks, and states what the answers mean.

While the episode is played each screen is put into words and each question to the user is judged as it comes; every few
steps the outcome is asked for, which is provisional. When the trace has ended, outcome, key steps and useless steps are
asked for once more, and those answers count. What cannot be answered is unscored and says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import ClassVar

import anyio
import anyio.to_thread

from judges.evidence.screens import look
from judges.evidence.serializer import Serializer
from judges.evidence.side_effects import Effects
from judges.evidence.termination import terminate
from judges.evidence.trail import Trail
from judges.evidence.verdict_filter import VerdictFilter
from judges.llm import questions
from judges.llm.questions import PROMPTS, Question
from judges.llm.screen_reader import Eyes
from judges.llm.trajectory import Story
from runtime.core.actions import Answer as Told
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
from runtime.llm import FormAnswer, Model, Prompt, PromptFiles, ask, injection_attempts
from runtime.plugins.protocols import Evidence
from runtime.screen.tree import TreeError

_EVERY = 8
"""Screens between two provisional outcomes."""


class ModelJudge:
    """Implements `runtime.plugins.protocols.Judge` over any model. `prompts`: texts by name; those that are not given
    are read.
    """

    name = "model"
    version = "1"
    sees_truth = False
    needs_model = True
    prompt_files: ClassVar[PromptFiles] = PROMPTS

    def __init__(self, evidence: Evidence, *, model: Model, prompts: Mapping[str, Prompt] | None = None) -> None:
        self._evidence = evidence
        self._model = model
        self._prompts = prompts or {}

    async def judge(
        self, task: Task, trace: Log[AnyEvent], verdicts: Log[AnyVerdict], truth: Log[AnyTruth] | None = None
    ) -> None:
        """Follow the trace to its end, then ask what remains."""
        del truth
        prompts = self._prompts
        if not prompts.keys() >= set(PROMPTS.names):
            prompts = {**await anyio.to_thread.run_sync(PROMPTS.read), **prompts}
        episode_judge = _EpisodeJudge(task, self.name, self._evidence, self._model, prompts, verdicts)
        async with anyio.create_task_group() as asking:
            async for event in trace:
                await episode_judge.feed(event)
                # Nobody waits for what a recording looked like half-way, and a question given up is in no cache.
                if episode_judge.due and not trace.closed:
                    episode_judge.due = False
                    asking.start_soon(episode_judge.provisional)
            asking.cancel_scope.cancel()  # what is still being asked provisionally is about to be asked for good
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
    """Whether a provisional outcome should be asked for."""
    _story: Story = field(default_factory=Story)
    _filter: VerdictFilter = field(default_factory=VerdictFilter)
    _episode: str = ""
    _trail: Trail = field(init=False)
    _eyes: Eyes = field(init=False)
    _serializer: Serializer | None = None
    _effects: Effects | None = None
    _replies: list[Replied] = field(default_factory=list)
    _answered: set[str] = field(default_factory=set)
    _screens: int = 0
    _busy: bool = False

    def __post_init__(self) -> None:
        self._trail = Trail(self.evidence)
        self._eyes = Eyes(self.model, self.evidence.frame, self.evidence.pictures, self.prompts["screen"])

    async def feed(self, event: AnyEvent) -> None:
        """Take in one event; asks what has to be known at once."""
        if self._serializer is None:
            self._episode = event.episode
            self._serializer = Serializer(event.episode, self.judge)
            self._effects = Effects(self.task.intent.reference, event.episode, self.judge)
        if isinstance(event, Observed) and event.tree is not None and event.tree not in self.evidence.looks:
            # Of a recording it is read from a file; where another judge has put it into words it is at hand.
            await anyio.to_thread.run_sync(self._read, event.tree)
        moves, others, actions_seen = list(self._trail.pending), list(self._trail.others), len(self._trail.said)
        self._trail.feed(event)
        match event:
            case Observed():
                assert self._effects is not None
                screen = self._trail.screens[-1]
                described = await self._words(event, self._serializer.describe(screen, moves, others))
                self._effects.see(screen, moves)
                self._story.screen(described)
                self._say(described)
                self._screens += 1
                self.due = self._screens % _EVERY == 0 and not self._busy
            case Replied():
                await self._turn(event)
            case Performed():
                for step, action in self._trail.said[actions_seen:]:
                    self._hear(step, action)
            case Ended():
                self._story.end(event.ending)
            case _:
                pass

    def _read(self, tree: Digest) -> None:
        with suppress(TreeError):  # what cannot be read is the trail's business, which passes it over
            self.evidence.looks.of(tree, lambda: look(self.evidence.tree(tree)))

    async def _words(self, event: Observed, described: Described) -> Described:
        """The screen by its tree, else by its frame; what looks like an attempt to move the judge is reported."""
        if not described.page and event.frame is not None:
            await self.evidence.written()
            seen = await self._eyes.see(event.frame)
            described = replace(
                described,
                page=seen.page,
                observation=seen.observation,
                reason=seen.reason,
                usage=seen.usage,
                asked=seen.asked,
            )
        tried = injection_attempts(f"{described.page}\n{described.observation}")
        reasons = [described.reason, *(f"the screen {text}" for text in tried)]
        return replace(described, reason="; ".join(filter(None, reasons)))

    async def _turn(self, reply: Replied) -> None:
        self._replies.append(reply)
        number = len(self._replies)
        before, known = self._replies[:-1], frozenset(self._answered)
        answer = await self._ask(questions.turn(self.prompts["turn"], self.task, number, reply, before, known))
        judged = questions.read_turn(self.task, number, answer, self._answered, self._episode, self.judge)
        if not reply.answered:
            judged = replace(judged, filled=())
        self._answered.update(judged.filled)
        self._story.said(number, reply)
        self._say(judged)

    def _hear(self, step: int, action: Told | Finish) -> None:
        self._story.told(step, action.text)

    async def provisional(self) -> None:
        """The outcome so far."""
        self._busy = True
        try:
            story, steps = self._story.text, self._story.steps
            answer = await self._ask(questions.outcome(self.prompts["outcome"], self.task, story, steps))
            for verdict in questions.read_outcome(self.task, answer, self._episode, self.judge).verdicts:
                if verdict.any:
                    self._say(replace(verdict, reason=f"so far: {verdict.reason}"))
        finally:
            self._busy = False

    async def close(self) -> None:
        """Everything that is only known at the end."""
        if self._trail.ended is None:
            return
        story, steps = self._story.text, self._story.steps
        moves = [move.step for move in self._trail.moves]
        asked: dict[str, Question | None] = {
            "outcome": questions.outcome(self.prompts["outcome"], self.task, story, steps),
            "process": questions.process(self.prompts["process"], self.task, story, moves, steps),
            "redundant": questions.redundant(self.prompts["redundant"], self.task, story, moves, steps),
        }
        answers: dict[str, FormAnswer] = {}

        async def put(name: str, question: Question) -> None:
            answers[name] = await self._ask(question)

        async with anyio.create_task_group() as group:
            for name, question in asked.items():
                if question is not None:
                    group.start_soon(put, name, question)
        found = questions.read_outcome(self.task, answers["outcome"], self._episode, self.judge)
        done = questions.read_process(self.task, answers.get("process"), moves, self._episode, self.judge)
        for mark in found.verdicts:
            self._say(mark)
        for hit in done.verdicts:
            self._say(hit)
        if "redundant" in answers:
            productive = done.hits.union(verdict.evidence for verdict in found.verdicts if verdict.evidence is not None)
            redundant_verdicts = questions.read_redundant(
                answers["redundant"], moves, productive, self._episode, self.judge
            )
            for useless in redundant_verdicts:
                self._say(useless)
        self._side_effects(done)
        self._say(self._termination(found))

    def _side_effects(self, done: questions.Process) -> None:
        """Side effects are told by rules over the trees, where there are any."""
        if self._effects is None or self._trail.blind:
            return
        by_step = {move.step: move for move in self._trail.moves}
        alike = {name: [by_step[step] for step in steps] for name, steps in done.alike.items()}
        for effect in self._effects.verdicts([by_step[step] for step in done.hits], alike):
            self._say(effect)

    def _termination(self, found: questions.Outcome) -> Terminated:
        ended = terminate(self._trail, found.closed_at, found.complete_at, self._episode, self.judge)
        ended = replace(ended, asked=found.asked)
        if found.scored or ended.termination is None:
            return ended
        return replace(ended, termination=None, reason="unscored: the outcome is not known")

    async def _ask(self, question: Question) -> FormAnswer:
        return await ask(self.model, question.request, question.form)

    def _say(self, verdict: AnyVerdict) -> None:
        for changed in self._filter.changed([verdict]):
            self.verdicts.append(changed)
