"""Automatic replies to a program's prompts, and its last words."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from adapters.agents.external.process.console import Console, ConsoleEvent, PromptParser
from adapters.agents.external.process.description import Description, parse_description
from runtime.core.actions import Decision, Finish
from runtime.core.errors import UsageError
from runtime.plugins.protocols import Observation

TEXT = """\
command: agent
ask: "^Question: (?P<question>.*)$"
finish: "^Result: (?P<text>.*)$"
replies:
  "Confirm\\\\? \\\\(Y/N\\\\): $": "Y"
  "^What is the task": "{instruction}"
"""
SAYS = parse_description(TEXT, Path("/x/agent.yaml"))


def test_replies_are_found_in_the_order_in_which_they_are_called_for() -> None:
    """Replies and questions come in the order of the output; a prompt without a line end comes after a pause."""
    prompts = PromptParser(SAYS)

    assert prompts.feed(b"What is the task?\nQuestion: which one?\nPay 12\nConfirm? (Y/N): ") == [
        ConsoleEvent("reply", "{instruction}"),
        ConsoleEvent("ask", "which one?"),
    ]
    assert prompts.quiet() == [ConsoleEvent("reply", "Y")]
    assert prompts.quiet() == []


def test_a_gap_that_is_nearly_one_is_told() -> None:
    """A misspelled placeholder in a reply raises a UsageError."""
    with pytest.raises(UsageError, match="instruct_ion"):
        parse_description("command: agent\nreplies: {'^Task': '{instruct_ion}'}", Path("/x/agent.yaml"))


async def _heard(data: bytes, *, ended: bool, last: str = "") -> tuple[list[object], list[str]]:
    """The effects and output when a program prints this, up to the line `last`; `ended`: it has ended by then."""
    done: list[object] = []
    lines: list[str] = []
    enough = anyio.Event()

    async def step(decision: Decision) -> Observation:
        done.extend(decision.actions)
        return Observation(0, None, None, ("Blue.",))

    async def say(line: str) -> None:
        lines.append(line)
        if line == last:
            enough.set()

    console = Console(SAYS, {"instruction": "Buy\nmilk"})
    console.add_output(data)
    if ended:
        console.close()
    with anyio.fail_after(30):
        async with anyio.create_task_group() as tasks:

            async def run() -> None:
                await console.run(step, say)
                enough.set()

            tasks.start_soon(run)
            await enough.wait()
            tasks.cancel_scope.cancel()
    return done, lines


async def test_a_reply_is_one_line() -> None:
    """A reply is sent as one line, with its placeholders filled."""
    done, lines = await _heard(b"What is the task?\nConfirm? (Y/N): ", ended=False, last="Y")

    assert (done, lines) == ([], ["Buy milk", "Y"])


async def test_what_a_program_says_last_still_counts() -> None:
    """Output that is read after the program has ended still counts, but a question in it gets no answer."""
    done, lines = await _heard(b"Question: which one?\nResult: 12 euros", ended=True)

    assert (done, lines) == ([Finish("12 euros")], [])


def test_a_description_with_replies_alone_has_a_console() -> None:
    """A description that contains only replies uses the console and needs standard input."""
    found = Description(command=("agent",), replies={"^Task": "x"})

    assert found.uses_console
    assert found.needs_stdin
