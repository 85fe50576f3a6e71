"""Interrupted evaluations: cancelled at any moment, no result is lost or requested again."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import pytest

from adapters.openai.fake import Hold, Part, ReceivedRequest, Say
from benchmarks.gap.evaluators import Evaluated, Evaluator, evaluate_all
from benchmarks.gap.evaluators.evaluation_json import parse_line
from benchmarks.gap.evaluators.model import ModelEvaluator, Settings
from benchmarks.gap.records import Step
from runtime.core.errors import UsageError
from runtime.llm import Ledger
from runtime.llm.cache import CachedModel


def right(asked: ReceivedRequest) -> Part:
    """A script that answers each thought with its own point."""
    found = re.search(r"tap (\d+)", asked.text)
    assert found is not None
    return Say(json.dumps({"thought": "x", "POINT": [int(found[1]), 500]}))


class Noting:
    """An evaluator that records which steps were answered."""

    def __init__(self, inner: Evaluator) -> None:
        self._inner = inner
        self.label = inner.label
        self.needs_picture = inner.needs_picture
        self.history = inner.history
        self.answered: set[int] = set()

    async def evaluate(self, step: Step, thought: str, history: Sequence[str]) -> Evaluated:
        found = await self._inner.evaluate(step, thought, history)
        self.answered.add(step.step)
        return found


class Steps(set[int]):
    """Records the delivered steps."""

    def __call__(self, step: Step, evaluated: Evaluated) -> None:
        self.add(step.step)


def steps_in(file: Path) -> list[int]:
    """Returns the steps that have a line; every line must be readable."""
    return [parse_line(data).step for data in file.read_bytes().splitlines()] if file.exists() else []


class Trap:
    """A script with right answers; `arrived` is set after a number of requests."""

    def __init__(self) -> None:
        self.set(0)

    def set(self, after: int) -> None:
        self._left = after
        self.arrived = anyio.Event()

    def __call__(self, asked: ReceivedRequest) -> Part:
        self._left -= 1
        if self._left <= 0:
            self.arrived.set()
        return right(asked)


async def cut_short(trap: Trap, turns: int, run: Callable[[], Awaitable[object]]) -> None:
    """Runs a coroutine, and cancels it a number of loop turns after the trap was triggered."""
    async with anyio.create_task_group() as group:

        async def spring() -> None:
            await trap.arrived.wait()
            for _ in range(turns):
                await anyio.lowlevel.checkpoint()
            group.cancel_scope.cancel()

        group.start_soon(spring)
        await run()
        group.cancel_scope.cancel()


@pytest.mark.parametrize("after", [1, 4])
async def test_cancelled_at_any_moment_nothing_that_was_answered_is_lost(line, step, tmp_path: Path, after: int):
    """For any number of loop turns after a request, each answer is in the file as one complete line."""
    given = [(step(number), f"I tap {number}.") for number in range(6)]
    counts, trap = set(), Trap()
    async with line(trap) as item:
        for turns in (*range(0, 40, 2), 10_000):
            trap.set(after)
            file, evaluator, heard = tmp_path / f"{turns}.jsonl", Noting(item.evaluator), Steps()
            run = partial(evaluate_all, given, evaluator, file, on_result=heard, concurrency=2)
            await cut_short(trap, turns, run)
            assert sorted(steps_in(file)) == sorted(evaluator.answered)
            assert heard <= evaluator.answered, "what is delivered is in the file"
            assert (item.model.budget.in_flight, item.model.budget.waiting) == (0, 0)
            counts.add(len(heard))
            if turns % 8 == 0:
                before, again = set(steps_in(file)), Noting(item.evaluator)
                await evaluate_all(given, again, file, on_result=lambda *_: None)
                assert again.answered == set(range(6)) - before
                assert sorted(steps_in(file)) == list(range(6))
    assert len(counts) > 1, "it was always cancelled at the same place"


@pytest.mark.parametrize("answers", [0, 1, 5])
async def test_ctrl_c_loses_no_answer(line, step, tmp_path: Path, answers: int):
    """The loop cancels the main task while requests are pending: the file has every answer."""
    given = [(step(number), f"I tap {number}.") for number in range(20)]
    file, number, reached = tmp_path / "e.jsonl", 0, anyio.Event()

    def script(asked: ReceivedRequest) -> Part:
        nonlocal number
        number += 1
        if number > answers:
            reached.set()
            return Hold(Say("late"))
        return right(asked)

    async with line(script) as item:
        evaluator = Noting(item.evaluator)
        run: Any = evaluate_all(given, evaluator, file, on_result=lambda *_: None, concurrency=3)
        task = asyncio.get_running_loop().create_task(run)
        with anyio.fail_after(30):
            await reached.wait()
            while len(evaluator.answered) < answers:
                await anyio.lowlevel.checkpoint()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert sorted(steps_in(file)) == sorted(evaluator.answered)
        assert len(evaluator.answered) == answers


async def test_a_paid_reply_is_stored_despite_cancellation(line, step, tmp_path: Path):
    """Every reply counted in the ledger is stored in the cache folder, even if the run is cancelled."""
    given = [(step(number), f"I tap {number}.") for number in range(4)]
    trap = Trap()
    async with line(trap) as item:
        for turns in range(0, 40, 2):
            trap.set(2)
            item.ledger.accounts.clear()
            folder = tmp_path / f"{turns}"
            model = CachedModel(item.model, folder, "cache", Ledger())
            evaluator = ModelEvaluator(Settings(), model=model, prompts=item.prompts)
            run = partial(evaluate_all, given, evaluator, None, on_result=lambda *_: None, concurrency=2)
            await cut_short(trap, turns, run)
            answered = sum(account.answered for account in item.ledger.accounts.values())
            assert len(list(folder.glob("*/*.json"))) == answered


async def test_two_runs_don_t_write_to_one_file(step, line, tmp_path: Path):
    """A file that another run is writing to is refused; after that run ends or is cancelled it can be used."""
    given, file = [(step(1), "I tap 1.")], tmp_path / "e.jsonl"
    begun = anyio.Event()

    def script(asked: ReceivedRequest) -> Part:
        begun.set()
        return Hold(Say("never"))

    async with line(script) as item, anyio.create_task_group() as group:

        async def first() -> None:
            await evaluate_all(given, item.evaluator, file, on_result=lambda *_: None)

        group.start_soon(first)
        await begun.wait()
        with pytest.raises(UsageError, match="another run"):
            await evaluate_all(given, item.evaluator, file, on_result=lambda *_: None)
        group.cancel_scope.cancel()
    async with line(right) as item:
        done = await evaluate_all(given, item.evaluator, file, on_result=lambda *_: None)
    assert done.delivered == 1


@pytest.mark.parametrize(
    "content",
    [b"a letter to somebody", b'{"episode_id": 1, "step_id": 2, "pred": null}\n', b"PK\x03\x04" + b"\n" * 20, b"[1]"],
)
async def test_a_file_of_something_else_is_refused_and_left_alone(step, line, tmp_path: Path, content: bytes):
    """A file without evaluations may be other data: nothing is appended or truncated."""
    file = tmp_path / "mine"
    file.write_bytes(content)
    async with line(right) as item:
        with pytest.raises(UsageError, match="holds no evaluations"):
            await evaluate_all([(step(1), "I tap 1.")], item.evaluator, file, on_result=lambda *_: None)
        assert item.endpoint.asked == []
    assert file.read_bytes() == content


async def test_data_behind_evaluations_is_not_cut_off(step, line, tmp_path: Path):
    """A last line that is not the beginning of an evaluation is not treated as a truncated one."""
    file = tmp_path / "e.jsonl"
    async with line(right) as item:
        await evaluate_all([(step(1), "I tap 1.")], item.evaluator, file, on_result=lambda *_: None)
        content = file.read_bytes() + b"my notes"
        file.write_bytes(content)
        with pytest.raises(UsageError, match=r"e\.jsonl:2"):
            await evaluate_all([(step(1), "I tap 1.")], item.evaluator, file, on_result=lambda *_: None)
    assert file.read_bytes() == content


@pytest.mark.parametrize("many", [1, 300])
async def test_an_unwritable_file_ends_the_run_early(step, line, tmp_path: Path, many: int):
    """An unusable path is refused before any request; a file that becomes unwritable stops the run soon after."""
    (tmp_path / "file").write_text("")
    given = [(step(number), f"I tap {number}.") for number in range(many)]
    async with line(right) as item:
        for place in (tmp_path, tmp_path / "file" / "e.jsonl"):
            with pytest.raises(UsageError, match="cannot be used"):
                await evaluate_all(given, item.evaluator, place, on_result=lambda *_: None)
        assert item.endpoint.asked == []
        file = tmp_path / "e.jsonl"

        def gone(*_: object) -> None:
            if file.is_file() and not file.stat().st_size:
                file.unlink()
                file.mkdir()

        class Taking(Noting):
            async def evaluate(self, step: Step, thought: str, history: Sequence[str]) -> Evaluated:
                await anyio.to_thread.run_sync(gone)
                return await super().evaluate(step, thought, history)

        with pytest.raises(UsageError, match=r"e\.jsonl cannot be written"):
            await evaluate_all(given, Taking(item.evaluator), file, on_result=lambda *_: None, concurrency=2)
        assert len(item.endpoint.asked) < 100
