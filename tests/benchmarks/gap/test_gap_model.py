"""A model reads the thoughts over real HTTP, through the command line: each request is sent and paid for once."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal

from adapters.openai.fake import Fail, FakeEndpoint, Hold, Part, ReceivedRequest, Say
from benchmarks.acceptance import gap_sets
from benchmarks.gap.command import run
from runtime.metrics.quadrants import Cells

ROOT = Path(__file__).parents[2]
_STEPS = 24
_RIGHT = json.dumps({"STATUS": "finish"})


class Teller:
    """Replies to each thought that the task is done; fails while `failing`, or stops replying at request `silent`."""

    def __init__(self) -> None:
        self.failing = False
        self.without_thought: int | None = None
        self.thoughts = 0
        self.fell_silent = Event()

    def __call__(self, asked: ReceivedRequest) -> Part:
        # The question by which a model is tried out has no thought in it.
        if "what to do" not in asked.text:
            return Say(_RIGHT)
        self.thoughts += 1
        if self.thoughts == self.without_thought:
            self.fell_silent.set()
            return Hold(Say(_RIGHT))
        return Fail(400) if self.failing else Say(_RIGHT)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Make Ctrl-C reach child processes even if the tests run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def teller() -> Teller:
    """The model behind the endpoint."""
    return Teller()


@pytest.fixture
def endpoint(teller: Teller) -> Iterator[FakeEndpoint]:
    """The endpoint in another thread with its own loop, since the command has a loop of its own."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(FakeEndpoint(teller)) as there:
        yield there


@pytest.fixture
def arguments(tmp_path: Path, endpoint: FakeEndpoint) -> list[str]:
    """A dataset with pictures, predictions, and a model that reads the thoughts."""
    recorded = gap_sets.dataset("AITZ", tmp_path / "data", _STEPS)
    plan = gap_sets.plan(Cells(10, 6, 4, 4), recorded, "m")
    gap_sets.predictions("ui-tars", "AITZ", recorded, plan, tmp_path / "out.jsonl")
    given = ["--dataset", "aitz", "--data", str(tmp_path / "data"), "--predictions", f"m={tmp_path / 'out.jsonl'}"]
    given += ["--form", "ui-tars", "--evaluator", f"model:{endpoint.uri('reader')}", "--no-progress", "--json"]
    return [*given, "--out", str(tmp_path / "result"), "--concurrency", "4"]


def test_each_thought_is_asked_about_once(arguments: list[str], endpoint: FakeEndpoint, capsys: Any) -> None:
    """Each thought takes one request, plus one test request; a second run sends none and has the same result."""
    assert run(arguments) == 0
    first = capsys.readouterr()
    document = json.loads(first.out)["models"][0]
    asked = len(endpoint.asked)
    assert document["n"] == _STEPS
    assert asked == _STEPS + 1, "a question for each, and one to try the model out"
    assert document["evaluator"].startswith("model/1 reader ")
    assert "127.0.0.1" not in document["evaluator"]
    stops = document["types"]["stop"]
    assert document["cells"]["ideal"] + document["cells"]["execution_gap"] == stops
    assert "tokens in" in first.err
    assert run(arguments) == 0
    assert len(endpoint.asked) == asked
    assert json.loads(capsys.readouterr().out)["models"][0] == document


def test_failed_thoughts_are_retried_by_the_next_run(
    arguments: list[str], endpoint: FakeEndpoint, teller: Teller, capsys: Any
) -> None:
    """If the endpoint fails, the thoughts stay unevaluated; repeating the command later evaluates them."""
    teller.failing = True
    code = run(arguments)
    output = capsys.readouterr()
    assert code == 0
    document = json.loads(output.out)["models"][0]
    assert (document["n"], document["unevaluated"], document["rates"]["EG"]) == (0, _STEPS, None)
    assert "the same command asks them again" in output.err
    teller.failing = False
    assert run(arguments) == 0
    assert json.loads(capsys.readouterr().out)["models"][0]["n"] == _STEPS


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_loses_no_answer(arguments: list[str], teller: Teller, capsys: Any) -> None:
    """Ctrl-C during the sixth thought exits with 130; the next run reuses the five stored results."""
    teller.without_thought = 6
    command = [sys.executable, "-m", "runtime.bench", "gap", *arguments, "--concurrency", "1"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=ROOT) as child:
        assert teller.fell_silent.wait(40)
        child.send_signal(signal.SIGINT)
        _, text = child.communicate(timeout=200)
    assert child.returncode == 130
    assert "repeat the command" in text
    assert run(arguments) == 0
    assert json.loads(capsys.readouterr().out)["models"][0]["n"] == _STEPS
    assert teller.thoughts == _STEPS + 1
