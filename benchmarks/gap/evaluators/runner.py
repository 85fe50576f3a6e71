"""Evaluates many thoughts concurrently. Each result is stored at once, and no request is sent twice.

A worker thread reads a few steps ahead and looks up earlier evaluations; a number of workers evaluates the rest. An
interrupted run can be resumed with the same file: answers are reused, failures are asked again.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread

from benchmarks.gap.evaluators.evaluation_json import EvaluationLine, digest, key_of
from benchmarks.gap.evaluators.evaluation_store import EvaluationFile
from benchmarks.gap.evaluators.protocol import Evaluated, Evaluator, NoOutput
from benchmarks.gap.records import Defect, Step
from runtime.core.boundary import flatten_group, unwrap_group
from runtime.core.errors import ModelError, UsageError

_AHEAD: Final = 8
"""Number of steps read at once, with their screenshots."""
_EPISODES: Final = 256
"""Number of episodes whose last thoughts are cached for evaluators that need history."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Counts of the thoughts processed so far."""

    delivered: int = 0
    """Steps with an evaluation, readable or not."""
    reused: int = 0
    """Of these, evaluations that were in the file of an earlier run."""
    unreadable: int = 0
    """Of these, evaluations whose output is no action."""
    failed: int = 0
    """Model errors: no evaluation yet; the next run retries."""
    absent: int = 0
    """Steps that can never be evaluated: no screenshot, or nothing recorded."""
    without_thought: int = 0
    """Steps without a thought."""
    why: str = ""
    """The last reason for a failed or absent evaluation."""
    stopped: bool = False
    """Whether too many model errors in a row ended the run."""

    def __add__(self, other: Progress) -> Progress:
        return Progress(
            self.delivered + other.delivered,
            self.reused + other.reused,
            self.unreadable + other.unreadable,
            self.failed + other.failed,
            self.absent + other.absent,
            self.without_thought + other.without_thought,
            other.why or self.why,
            self.stopped or other.stopped,
        )


@dataclass(frozen=True, slots=True)
class _Item:
    """One step in progress. `step` is the original; `shown` has its screenshot in memory."""

    step: Step
    shown: Step
    thought: str
    history: tuple[str, ...]
    key: bytes
    found: Evaluated | None = None
    absent: str = ""


async def evaluate_all(
    thoughts: Iterable[tuple[Step, str]],
    evaluator: Evaluator,
    file: Path | None,
    *,
    on_result: Callable[[Step, Evaluated], None],
    on_progress: Callable[[Progress], None] = lambda _: None,
    on_defect: Callable[[Defect], None] = lambda _: None,
    concurrency: int = 16,
    patience: int = 64,
) -> Progress:
    """Evaluate each thought at its step; returns the final counts.

    Args:
        thoughts: read in a worker thread, one at a time, a few ahead of what is asked.
        evaluator: who reads them.
        file: where evaluations are kept and looked up; None: nowhere.
        on_result: called on the loop, once for each step that has an evaluation, in any order.
        on_progress: called after each step, whatever progress of it.
        on_defect: called for each line of the file that cannot be read.
        concurrency: how many are asked for at the same time.
        patience: how many model errors in a row end it; what they concern is asked again by the next run.

    Raises:
        UsageError: the file or the evaluator cannot be used, or `concurrency` is none. What was answered until then is
            in the file.
    """
    if concurrency < 1:
        raise UsageError(f"concurrency is {concurrency}: give 1 or more")
    run = _Run(evaluator, on_result, on_progress, patience)
    try:
        async with EvaluationFile.opened(file, evaluator.label, on_defect) as book:
            await run.all(_Reader(iter(thoughts), evaluator, book), book, concurrency)
    except BaseExceptionGroup as group:
        # If many tasks fail for the same reason, the error is reported once.
        usage = (error for error in flatten_group(group) if isinstance(error, UsageError))
        found = next(usage, None) or unwrap_group(group)
        raise found from found.__cause__
    return run.progress


class _Reader:
    """Reads steps from the dataset in small batches. Blocking."""

    def __init__(self, thoughts: Iterator[tuple[Step, str]], evaluator: Evaluator, book: EvaluationFile) -> None:
        self._thoughts = thoughts
        self._evaluator = evaluator
        self._label = evaluator.label
        self._book = book
        self._past: OrderedDict[str, deque[str]] = OrderedDict()

    def read_batch(self) -> list[_Item]:
        """The next steps; empty at the end."""
        return [self._item(step, thought) for step, thought in islice(self._thoughts, _AHEAD)]

    def _item(self, step: Step, thought: str) -> _Item:
        history = self._history(step.episode, thought)
        if not thought.strip():
            return _Item(step, step, "", (), b"")
        shown, picture = step, None
        if self._evaluator.needs_picture:
            if step.picture is None:
                return _Item(step, step, thought, (), b"", absent=f"{_name(step)} has no picture")
            try:
                picture = data = step.picture()
            except (OSError, ValueError) as error:
                return _Item(step, step, thought, (), b"", absent=f"{_name(step)}: its picture cannot be read: {error}")
            # Read once, even if it is requested again.
            shown = replace(step, picture=lambda: data)
        key = key_of(self._label, step, thought, history, picture)
        found = self._book.find(key)
        return _Item(step, step if found else shown, thought, history, key, found)

    def _history(self, episode: str, thought: str) -> tuple[str, ...]:
        most = self._evaluator.history
        if not most:
            return ()
        past = self._past.setdefault(episode, deque(maxlen=most))
        self._past.move_to_end(episode)
        if len(self._past) > _EPISODES:
            self._past.popitem(last=False)
        before = tuple(past)
        if thought.strip():
            past.append(thought)
        return before


class _Run:
    """One call of `evaluate_all`."""

    def __init__(
        self,
        evaluator: Evaluator,
        on_result: Callable[[Step, Evaluated], None],
        on_progress: Callable[[Progress], None],
        patience: int,
    ) -> None:
        self.progress = Progress()
        self._evaluator = evaluator
        self._label = evaluator.label
        self._on_result = on_result
        self._on_progress = on_progress
        self._patience = patience
        self._consecutive_failures = 0
        self._asking: dict[bytes, anyio.Event] = {}

    async def all(self, reader: _Reader, book: EvaluationFile, concurrency: int) -> None:
        """Evaluate all steps, or stop after too many failures in a row."""
        put, take = anyio.create_memory_object_stream[_Item](0)
        async with anyio.create_task_group() as group:
            for _ in range(concurrency):
                group.start_soon(self._work, take.clone(), book)
            take.close()
            async with put:
                while not self.progress.stopped and (items := await anyio.to_thread.run_sync(reader.read_batch)):
                    for item in items:
                        if not self.progress.stopped:
                            await put.send(item)

    async def _work(self, take: anyio.abc.ObjectReceiveStream[_Item], book: EvaluationFile) -> None:
        async with take:
            async for item in take:
                # In two lines, because `+=` would read the old value before the await.
                progress = await self._process(item, book)
                self.progress += progress
                self._on_progress(self.progress)
                await book.settled()

    async def _process(self, item: _Item, book: EvaluationFile) -> Progress:
        """Evaluate one step; returns its counts."""
        if item.absent:
            return Progress(absent=1, why=item.absent)
        if not item.thought:
            return Progress(without_thought=1)
        evaluated = item.found or await self._same_question(item, book)
        evaluated_count = int(evaluated is not None)
        if evaluated is None:
            try:
                evaluated = await self._evaluate(item, book)
            except NoOutput as error:
                return Progress(absent=1, why=str(error))
            except ModelError as error:
                self._consecutive_failures += 1
                return Progress(failed=1, why=str(error), stopped=self._consecutive_failures >= self._patience)
            self._consecutive_failures = 0
        self._on_result(item.step, evaluated)
        return Progress(1, evaluated_count, int(evaluated.predicted is None))

    async def _same_question(self, item: _Item, book: EvaluationFile) -> Evaluated | None:
        """This run's answer to the same question, if there is one; a dataset may contain a step twice."""
        while (asking := self._asking.get(item.key)) is not None:
            await asking.wait()
        if item.key not in book:
            return None
        await book.flush()
        return await anyio.to_thread.run_sync(book.find, item.key)

    async def _evaluate(self, item: _Item, book: EvaluationFile) -> Evaluated:
        done = self._asking[item.key] = anyio.Event()
        try:
            evaluated = await self._evaluator.evaluate(item.shown, item.thought, item.history)
            # No await between answer and record, so that cancellation cannot lose an answer.
            step = item.step
            book.append(EvaluationLine(step.episode, step.step, self._label, item.key, digest(item.thought), evaluated))
            return evaluated
        finally:
            del self._asking[item.key]
            done.set()


def _name(step: Step) -> str:
    return step.source or f"step {step.episode}/{step.step}"
