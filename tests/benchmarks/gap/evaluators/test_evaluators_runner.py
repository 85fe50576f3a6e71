"""Many thoughts evaluated concurrently: each once, with a limit, and resumed after any interruption."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from adapters.openai.fake import Fail, Hold, Part, ReceivedRequest, Say
from benchmarks.gap.evaluators import Evaluated, NoOutput, Progress, evaluate_all
from benchmarks.gap.records import Defect, Predicted, Step
from runtime.core.errors import ModelLost, UsageError
from tests.benchmarks.gap.evaluators.conftest import make_step


def number_of(asked: ReceivedRequest) -> int:
    """Returns the number of the thought in a request."""
    found = re.search(r"tap (\d+)", asked.text)
    assert found is not None
    return int(found[1])


def tap(number: int) -> str:
    """Makes the action that belongs to a thought."""
    return json.dumps({"thought": "x", "POINT": [number, 500]})


def right(asked: ReceivedRequest) -> Part:
    """A script that answers each thought with its own point."""
    return Say(tap(number_of(asked)))


class Scripted:
    """An evaluator in this process; `said` are the thoughts that it answered."""

    needs_picture = False

    def __init__(self, label: str = "scripted/1", history: int = 0, act: Callable[[str], Any] = lambda _: None) -> None:
        self.label = label
        self.history = history
        self.messages: list[str] = []
        self.reports: list[tuple[str, ...]] = []
        self._act = act

    async def evaluate(self, step: Step, thought: str, history: Sequence[str]) -> Evaluated:
        self.reports.append(tuple(history))
        await anyio.lowlevel.checkpoint()
        self._act(thought)
        self.messages.append(thought)
        return Evaluated(Predicted("click", point=(step.step / 1000, 0.5)), raw=thought)


class Heard(dict[tuple[str, int], Evaluated]):
    """Results by step; a step that is delivered twice fails."""

    def __call__(self, step: Step, evaluated: Evaluated) -> None:
        assert step.key not in self, "delivered twice"
        self[step.key] = evaluated


def thoughts_of(step: Callable[..., Step], count: int) -> list[tuple[Step, str]]:
    """Makes steps with a thought each."""
    return [(step(number), f"I tap {number}.") for number in range(count)]


async def test_each_thought_is_evaluated_once_and_others_are_counted(line, step, tmp_path: Path):
    """Over HTTP: unreadable outputs are evaluations; steps without a thought or picture are not, but are counted."""

    def script(asked: ReceivedRequest) -> Part:
        number = number_of(asked)
        return Say("no idea") if number % 5 == 4 else Say(tap(number))

    given = [*thoughts_of(step, 20), (step(90), "  \n"), (step(91, picture=None), "I tap 91."), (step(92), "")]
    heard = Heard()
    seen: list[Progress] = []
    async with line(script) as item:
        done = await evaluate_all(
            iter(given), item.evaluator, tmp_path / "e.jsonl", on_result=heard, on_progress=seen.append, concurrency=4
        )
        assert len(item.endpoint.asked) == 20
        assert item.endpoint.most_at_once <= 4
    assert done == Progress(delivered=20, reused=0, unreadable=4, failed=0, absent=1, without_thought=2, why=done.why)
    assert "no picture" in done.why
    assert seen[-1] == done
    assert len(seen) == len(given)
    for number in range(20):
        found = heard["e", number]
        if number % 5 == 4:
            assert (found.predicted, found.raw) == (None, "no idea")
        else:
            assert found.predicted == Predicted("click", point=(number / 1000, 0.5))


async def test_a_second_run_sends_no_request(line, step, tmp_path: Path):
    """With the same file all evaluations are found with equal content, even without an endpoint."""
    given, file = thoughts_of(step, 12), tmp_path / "deep" / "e.jsonl"
    first, second = Heard(), Heard()
    async with line(right) as item:
        await evaluate_all(given, item.evaluator, file, on_result=first)
        content = file.read_bytes()
        asked = len(item.endpoint.asked)
        done = await evaluate_all(given, item.evaluator, file, on_result=second)
        assert len(item.endpoint.asked) == asked
    assert (done.delivered, done.reused) == (12, 12)
    assert second == first
    assert file.read_bytes() == content


async def test_long_outputs_are_found_again(line, step, tmp_path: Path):
    """An output longer than the read buffer, with characters of several bytes, is restored unchanged."""
    given, file = thoughts_of(step, 3), tmp_path / "e.jsonl"
    first, second = Heard(), Heard()
    async with line(lambda asked: Say("点击" * (700 + 2000 * number_of(asked)))) as item:
        await evaluate_all(given, item.evaluator, file, on_result=first)
        await evaluate_all(given, item.evaluator, file, on_result=second)
        assert len(item.endpoint.asked) == 3
    assert second == first
    assert len(second["e", 2].raw) == 9400


async def test_only_a_truncated_last_line_is_evaluated_again(step, tmp_path: Path):
    """Wherever the last line was cut, one thought is repeated, and afterwards the file has complete lines only."""
    given, file = thoughts_of(step, 3), tmp_path / "e.jsonl"
    evaluator = Scripted()
    await evaluate_all(given, evaluator, file, on_result=Heard(), concurrency=1)
    data = file.read_bytes()
    last = data.rindex(b"\n", 0, -1) + 1
    for cut in (*range(last + 1, len(data), 9), len(data) - 1):
        file.write_bytes(data[:cut])
        evaluator.messages.clear()
        heard = Heard()
        await evaluate_all(given, evaluator, file, on_result=heard, concurrency=1)
        assert evaluator.messages == ["I tap 2."]
        assert len(heard) == 3
        assert file.read_bytes() == data


@settings(max_examples=25)
@given_any(
    st.lists(st.tuples(st.sets(st.integers(0, 11), max_size=6), st.integers(0, 400), st.integers(1, 5)), max_size=4),
    st.permutations(range(12)),
)
def test_interrupted_runs_reach_the_same_result(runs: list[tuple[set[int], int, int]], order: list[int]):
    """After runs with failures and truncated files, in any order, the last run has each evaluation once."""

    async def play(folder: Path) -> None:
        given, file = [(make_step(number), f"I tap {number}.") for number in order], folder / "e.jsonl"
        for ill, cut, concurrency in runs:

            def act(thought: str, ill: set[int] = ill) -> None:
                if int(thought[6:-1]) in ill:
                    raise ModelLost("not now")

            before = steps_in(file)
            evaluator = Scripted(act=act)
            await evaluate_all(given, evaluator, file, on_result=Heard(), concurrency=concurrency)
            assert sorted(before + [int(text[6:-1]) for text in evaluator.messages]) == sorted(steps_in(file))
            content = file.read_bytes()
            file.write_bytes(content[: max(len(content) - cut, 0)])
        heard = Heard()
        done = await evaluate_all(given, Scripted(), file, on_result=heard, concurrency=3)
        assert done.delivered == 12
        assert sorted(steps_in(file)) == list(range(12))
        assert {key: item.raw for key, item in heard.items()} == {("e", number): f"I tap {number}." for number in order}

    with tempfile.TemporaryDirectory() as folder:
        anyio.run(play, Path(folder))


def steps_in(file: Path) -> list[int]:
    """Returns the steps that have a complete line."""
    lines = file.read_bytes().split(b"\n")[:-1] if file.exists() else []
    return [json.loads(line)["step"] for line in lines]


async def test_a_damaged_line_is_named_and_evaluated_again(step, tmp_path: Path):
    """A malformed line in the middle is a defect with file and line; the others are used."""
    given, file = thoughts_of(step, 4), tmp_path / "e.jsonl"
    evaluator = Scripted()
    defects: list[Defect] = []
    await evaluate_all(given, evaluator, file, on_result=Heard(), concurrency=1)
    lines = file.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1][:40] + b"\n"
    lines[2] = lines[2].replace(b'"kind":"click"', b'"kind":"clack"')
    file.write_bytes(b"".join(lines))
    evaluator.messages.clear()
    done = await evaluate_all(given, evaluator, file, on_result=Heard(), on_defect=defects.append, concurrency=1)
    assert evaluator.messages == ["I tap 1.", "I tap 2."]
    assert (done.delivered, done.reused) == (4, 2)
    assert [(defect.kind, defect.source) for defect in defects] == [
        ("unreadable", "e.jsonl:2"),
        ("unreadable", "e.jsonl:3"),
    ]


async def test_an_endpoint_that_fails_for_a_while_costs_only_time(line, step):
    """Temporary failures are retried, and every thought is evaluated in the end."""
    failing = iter([Fail(503), Fail(500), Fail(429, "busy", {"Retry-After": "0.001"}), Fail(502)] * 3)
    async with line(lambda asked: next(failing, None) or right(asked), tries=20) as item:
        done = await evaluate_all(thoughts_of(step, 12), item.evaluator, None, on_result=Heard())
    assert (done.delivered, done.failed) == (12, 0)


async def test_failed_thoughts_are_retried_by_the_next_run(line, step, tmp_path: Path):
    """A model error is neither delivered nor stored; the next run requests exactly those thoughts."""
    ill = {3, 4, 8}
    given, file = thoughts_of(step, 10), tmp_path / "e.jsonl"
    first, second = Heard(), Heard()
    async with line(lambda asked: Fail(400, "not now") if number_of(asked) in ill else right(asked)) as item:
        done = await evaluate_all(given, item.evaluator, file, on_result=first)
        assert (done.delivered, done.failed, done.stopped) == (7, 3, False)
        assert "not now" in done.why
        assert {step for _, step in first} == set(range(10)) - ill
        before = len(item.endpoint.asked)
        sick = set(ill)
        ill.clear()
        done = await evaluate_all(given, item.evaluator, file, on_result=second)
        again = {number_of(asked) for asked in item.endpoint.asked[before:]}
    assert again == sick
    assert (done.delivered, done.reused, done.failed) == (10, 7, 0)


async def test_a_dead_endpoint_ends_the_run(step):
    """After ten consecutive errors the run stops reading and requesting; one success resets the count."""
    read = 0

    def many() -> Iterator[tuple[Step, str]]:
        nonlocal read
        for number in range(1000):
            read += 1
            yield step(number), f"I tap {number}."

    def gone(thought: str) -> None:
        raise ModelLost("nobody there")

    done = await evaluate_all(many(), Scripted(act=gone), None, on_result=Heard(), concurrency=4, patience=10)
    assert done.stopped
    assert done.why == "nobody there"
    assert 10 <= done.failed < 10 + 4
    assert read <= 10 + 4 + 2 * 8

    def ill(thought: str) -> None:
        if "0." not in thought:
            raise ModelLost("nobody there")

    done = await evaluate_all(
        thoughts_of(step, 60), Scripted(act=ill), None, on_result=Heard(), concurrency=1, patience=10
    )
    assert (done.stopped, done.delivered, done.failed) == (False, 6, 54)


async def test_the_concurrency_limit_is_used_and_kept(line, step):
    """With a limit of five there are five concurrent requests, never six."""
    full = anyio.Event()

    def script(asked: ReceivedRequest) -> Part:
        if item.endpoint.busy == 5:
            full.set()
        return Hold(Say(tap(number_of(asked))), full)

    async with line(script) as item:
        with anyio.fail_after(30):
            done = await evaluate_all(thoughts_of(step, 30), item.evaluator, None, on_result=Heard(), concurrency=5)
        assert item.endpoint.most_at_once == 5
    assert done.delivered == 30


async def test_a_concurrency_of_zero_is_refused(step):
    """A concurrency of zero raises a UsageError."""
    with pytest.raises(UsageError, match="concurrency"):
        await evaluate_all(thoughts_of(step, 1), Scripted(), None, on_result=Heard(), concurrency=0)


async def test_steps_are_read_a_few_ahead_only(step):
    """Of a large dataset only the steps that are about to be requested are read."""
    read, ahead = 0, 0
    evaluator = Scripted()

    def many() -> Iterator[tuple[Step, str]]:
        nonlocal read, ahead
        for number in range(300):
            read += 1
            ahead = max(ahead, read - len(evaluator.messages))
            yield step(number), f"I tap {number}."

    await evaluate_all(many(), evaluator, None, on_result=Heard(), concurrency=4)
    assert len(evaluator.messages) == 300
    assert ahead <= 4 + 2 * 8


async def test_equal_requests_are_sent_once(step, tmp_path: Path):
    """A step that occurs twice with its thought takes one request; another thought of it takes one more."""
    heard: list[str] = []
    evaluator = Scripted()
    given = [(step(1), "I tap 1.")] * 6 + [(step(1), "I wait.")] + [(step(2), "I tap 1.")]
    done = await evaluate_all(given, evaluator, tmp_path / "e", on_result=lambda _, value: heard.append(value.raw))
    assert sorted(evaluator.messages) == ["I tap 1.", "I tap 1.", "I wait."]
    assert sorted(heard) == ["I tap 1."] * 7 + ["I wait."]
    assert (done.delivered, done.reused) == (8, 5)


async def test_different_inputs_are_different_requests(line, step, picture, tmp_path: Path):
    """Another thought, picture or evaluator gives another request; another goal or correct action does not."""
    file = tmp_path / "e.jsonl"
    async with line(right) as item:
        given = [(step(1), "I tap 1.")]
        await evaluate_all(given, item.evaluator, file, on_result=Heard())
        for number, other in enumerate(
            [(step(1), "I tap 1!"), (step(1, picture=lambda: picture(shade=77)), "I tap 1."), (step(2), "I tap 1.")]
        ):
            await evaluate_all([other], item.evaluator, file, on_result=Heard())
            assert len(item.endpoint.asked) == 2 + number
        await evaluate_all([(step(1, app="clock", length=9), "I tap 1.")], item.evaluator, file, on_result=Heard())
        assert len(item.endpoint.asked) == 4
    strangers = Scripted()
    done = await evaluate_all(given, strangers, file, on_result=Heard())
    assert (done.reused, len(strangers.messages)) == (0, 1)
    assert len(file.read_bytes().splitlines()) == 5


async def test_history_is_the_thoughts_before_of_the_same_episode(step, tmp_path: Path):
    """An evaluator gets the episode's previous thoughts, oldest first, even if episodes are mixed or resumed."""
    given = [
        (step(0, "a"), "a0"), (step(0, "b"), "b0"), (step(1, "a"), "a1"), (step(2, "a"), " "), (step(3, "a"), "a3"),
        (step(1, "b"), "b1"), (step(4, "a"), "a4"),
    ]  # fmt: skip
    document = {"a0": (), "b0": (), "a1": ("a0",), "a3": ("a0", "a1"), "b1": ("b0",), "a4": ("a1", "a3")}
    evaluator = Scripted(history=2)
    await evaluate_all(given, evaluator, tmp_path / "e", on_result=Heard(), concurrency=1)
    assert dict(zip(evaluator.messages, evaluator.reports, strict=True)) == document
    again = Scripted(history=2)
    done = await evaluate_all(given, again, tmp_path / "e", on_result=Heard())
    assert (done.reused, again.messages) == (6, [])
    changed = [(item, "a0!" if thought == "a0" else thought) for item, thought in given]
    await evaluate_all(changed, again, tmp_path / "e", on_result=Heard(), concurrency=1)
    assert again.messages == ["a0!", "a1", "a3"], "what was told of the past is part of the question"


async def test_an_active_episode_keeps_its_history(step):
    """Among many mixed episodes, an active episode keeps its history, and an inactive one's history is dropped."""
    given = [(step(number, "a" if number % 2 else f"b{number}"), f"t{number}") for number in range(600)]
    evaluator = Scripted(history=1)
    await evaluate_all([*given, (step(600, "b0"), "last")], evaluator, None, on_result=Heard(), concurrency=1)
    assert evaluator.reports[599] == ("t597",)
    assert evaluator.reports[600] == ()


async def test_a_step_without_output_is_only_counted(step, tmp_path: Path):
    """A step for which the evaluator raises NoOutput is counted as absent, and nothing is written for it."""

    def none(thought: str) -> None:
        raise NoOutput("nothing recorded")

    file = tmp_path / "e.jsonl"
    done = await evaluate_all(thoughts_of(step, 100), Scripted(act=none), file, on_result=Heard())
    assert done == Progress(absent=100, why="nothing recorded")
    assert file.read_bytes() == b""


async def test_a_usage_error_is_raised_unwrapped(step, tmp_path: Path):
    """A UsageError raised in several workers reaches the caller once, and earlier answers are in the file."""
    file = tmp_path / "e.jsonl"

    def stop(thought: str) -> None:
        if int(thought[6:-1]) >= 20:
            raise UsageError("a model cannot be used")

    evaluator = Scripted(act=stop)
    with pytest.raises(UsageError, match="a model cannot be used"):
        await evaluate_all(thoughts_of(step, 60), evaluator, file, on_result=Heard())
    assert len(file.read_bytes().splitlines()) == len(evaluator.messages) > 0


async def test_an_error_of_the_caller_is_raised_unwrapped(step):
    """Exceptions of `on_result` or of the dataset are not wrapped."""

    def on_result(step: Step, evaluated: Evaluated) -> None:
        raise KeyError("mine")

    def broken() -> Iterator[tuple[Step, str]]:
        yield step(0), "I tap 0."
        raise LookupError("the data")

    with pytest.raises(KeyError, match="mine"):
        await evaluate_all(thoughts_of(step, 1), Scripted(), None, on_result=on_result)
    with pytest.raises(LookupError, match="the data"):
        await evaluate_all(broken(), Scripted(), None, on_result=Heard())
