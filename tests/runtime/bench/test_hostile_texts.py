"""A program that prints markup and escape sequences, and a run folder named so: nothing of it works."""

from __future__ import annotations

import os
import pty
import re
import sys
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from tests.support.command import Bench

HOSTILE = "[/red][/INST][bold]\x1b[31m\x1b]8;;http://x\x1b\\\x1b]52;c;eA==\x07\r\b\x9b1m\x85\u202eend"
PROGRAM = f"""\
import sys
text = {HOSTILE!r}
print(text, flush=True)
sys.stderr.write(text + "\\n")
sys.exit(text)
"""
OF_RICH = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
"""What rich itself writes: colors, cursor movements, and returns to the beginning of a line."""


@pytest.fixture
def words(bench: Bench) -> tuple[str, ...]:
    """The command line that plays two episodes with the program."""
    (bench.folder / "agent.py").write_text(PROGRAM, encoding="utf-8")
    return (
        "--agent", f"exec:{sys.executable} {bench.folder / 'agent.py'}", "--isolation", "none", "--agent", "oracle",
        "--task", "device.quiet.incomplete", "--device", "phone://1", "--out", "o[/bold]",
    )  # fmt: skip


def _control_characters(text: str) -> list[str]:
    return [character for character in text if not character.isprintable() and character != "\n"]


async def test_a_hostile_program_cannot_control_the_terminal(bench: Bench, words: tuple[str, ...]):
    """Whatever a program prints and however it fails, the output holds no control characters."""
    output = await bench(*words, "--no-progress", code=0)
    assert _control_characters(output.out + output.err) == []
    assert "run folder: o[/bold]" in output.out
    assert (bench.folder / "o[/bold]" / "metrics.json").is_file()


async def test_a_hostile_program_cannot_control_a_live_terminal(bench: Bench, words: tuple[str, ...], tmp_path: Path):
    """On a terminal only the escape sequences of the progress display are written."""
    ours, theirs = pty.openpty()
    try:
        process = await anyio.open_process(
            [sys.executable, "-m", "runtime.bench", *words],
            cwd=tmp_path,
            env={**os.environ, "TMPDIR": str(bench.temporary), "TERM": "xterm", "COLUMNS": "120", "LINES": "40"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
    finally:
        os.close(theirs)
    written = bytearray()

    def read() -> None:
        try:
            while data := os.read(ours, 65_536):
                written.extend(data)
        except OSError:
            return  # the terminal was closed on the other side

    async with process, anyio.create_task_group() as group:
        group.start_soon(anyio.to_thread.run_sync, read)
        with anyio.fail_after(120):
            assert await process.wait() == 0
    os.close(ours)
    text = written.decode()
    assert "run folder: o[/bold]" in text
    assert _control_characters(OF_RICH.sub("", text)) == []
    assert "\x1b]" not in text
