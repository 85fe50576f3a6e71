"""Side channels: the work that a refusal takes, and programs that print what only the suite's files contain."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from adapters.agents.external.files.canary import CANARY
from adapters.users.rule_user import RuleUser
from benchmarks.clarity240 import suite as files
from runtime.core.tasks import Task
from runtime.plugins import registry
from tests.support.lab import play

ROOT = Path(__file__).resolve().parents[5]
OURS = (str(ROOT / "adapters"), str(ROOT / "runtime"))
REFUSED = ("Which one?", "What do you want?", "Is the moon made of cheese?", "Which {slot}?", "Tell me everything.")
MASKED = [
    task
    for task in registry.suite("clarity240").tasks
    if task.level == "incomplete" and len((first := task.requirement(task.gap[0])).options) > 2 and first.listed
]
"""Tasks whose first open choice is not released by its mere name."""


@pytest.fixture(autouse=True)
def _nothing_is_collected() -> Iterator[None]:
    """Switches off garbage collection while function calls are counted."""
    gc.disable()
    yield
    gc.enable()


def work(task: Task, question: str) -> tuple[int, str]:
    """The number of calls of our code for an answer, and its text; the second answer has warm caches."""
    calls = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call") and frame.f_code.co_filename.startswith(OURS)

    text = ""
    for _ in range(2):
        answering, calls = RuleUser(task, 0).answer(question), 0
        sys.setprofile(count)
        try:
            answering.send(None)
        except StopIteration as answered:
            text = answered.value.text
        finally:
            sys.setprofile(None)
    return calls, text


@pytest.mark.parametrize("task", MASKED[:12], ids=[task.id for task in MASKED[:12]])
def test_a_refusal_takes_the_same_work_whatever_is_hidden(task):
    """A refusal takes the same number of calls and has the same text, whatever the hidden value is."""
    hidden = task.requirement(task.gap[0])
    others = [value for value in hidden.options if value != hidden.value][:3]
    for question in REFUSED:
        pairs = set()
        for value in (hidden.value, *others):
            changed = [
                replace(requirement, value=value) if requirement.id == hidden.id else requirement
                for requirement in task.intent.requirements
            ]
            other = replace(task, intent=replace(task.intent, requirements=tuple(changed)))
            pairs.add(work(other, question.format(slot=hidden.slot)))
        assert len(pairs) == 1, question


def test_the_canary_stands_in_every_file_of_the_suite_and_nowhere_else():
    """Every intent file of the suite and its reviews contain the canary (a unique marker text), and no other file."""
    sources = [path for path in files.home().joinpath("intents").iterdir() if path.name.endswith(".yaml")]
    assert len(sources) == 66
    sources.append(files.home() / "reviews.yaml")
    assert [path.name for path in sources if CANARY not in path.read_text()] == []
    searched = [ROOT / name for name in ("adapters", "runtime", "judges", "tests", "README.md", "ARCHITECTURE.md")]
    found = subprocess.run(
        ["grep", "-rIl", CANARY, *searched], capture_output=True, text=True, timeout=200, check=False
    )
    assert found.stdout == ""


async def test_a_program_that_writes_the_canary_is_marked(tmp_path):
    """A program that prints the canary (a marker text of the suite's files) gets a fault "contaminated"."""
    (tmp_path / "knows.sh").write_text(f"echo 'it says {CANARY}.'\n")
    (tmp_path / "guesses.sh").write_text("echo mar-canary-\n")
    programs = {name: f"exec:sh {tmp_path}/{name}.sh" for name in ("knows", "guesses")}
    found = await play(tmp_path, programs, isolation="none", phones=1)
    assert [(name, became.ending, len(became.faults)) for name, became in found.items()] == [
        ("knows", "stopped", 1),
        ("guesses", "stopped", 0),
    ]
    assert "contaminated" in found["knows"].faults[0]
