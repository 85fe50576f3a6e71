"""Start-up cost of the command, and its behavior in a pipe."""

from __future__ import annotations

import sys

import anyio
import pytest

from tests.support.command import Bench

HEAVY = ("numpy", "cv2", "pydantic", "aiohttp", "PIL", "openai", "rich", "anyio", "asyncio", "websockets", "asyncssh")


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("list", "--help"),
        ("rejudge", "--help"),
        ("compare", "--help"),
        ("ablate", "--help"),
        ("phones", "--help"),
    ],
)
async def test_help_imports_nothing_heavy(bench: Bench, words: tuple[str, ...]):
    """The help is printed with the standard library alone."""
    output = await bench.process(*words, python=("-X", "importtime"))
    imported = {line.rpartition("|")[2].strip() for line in output.err.splitlines()}
    assert "runtime.bench.cli" in imported
    light = {"anyio", "asyncio"} if words[0] == "phones" else set()
    assert imported.isdisjoint(set(HEAVY) - light)
    assert "usage: python -m runtime.bench" in output.out
    assert "examples:" in output.out or words[0] != "--help"


async def test_a_reader_that_leaves_ends_the_command_quietly(bench: Bench):
    """`list --json | true` prints no stack trace and no interpreter warning."""
    command = f"{sys.executable} -m runtime.bench list --json | true; echo ${{PIPESTATUS[0]}}"
    done = await anyio.run_process(["bash", "-c", command], cwd=bench.folder, check=False)
    assert done.stderr == b""
    assert done.stdout.strip() in (b"141", b"0")  # 0: everything was written before the reader left
