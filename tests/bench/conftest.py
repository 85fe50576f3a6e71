"""One recorded run, shared by all tests of the command, and the command itself."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextvars import Context
from dataclasses import dataclass
from pathlib import Path

import anyio
import pytest

from tests.bench.command import Bench, Said

TASKS = ("device.quiet.standard", "device.quiet.incomplete", "info.hours.incomplete", "social.mute.ambiguous")
CHOICE = ("--agent", "oracle", "--agent", "silent", *(word for task in TASKS for word in ("--task", task)))
"""What the recorded run plays: eight episodes."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A finished run: its folder and what the command wrote."""

    path: Path
    said: Said


@pytest.fixture(scope="session")
def temporary() -> Iterator[Path]:
    """A temporary folder with a short name: socket paths must not be longer than 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="b-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def recording(tmp_path_factory: pytest.TempPathFactory, temporary: Path) -> Recording:
    """The recorded run. It is not to be changed: tests that write into a run folder copy it.

    Made in a loop of its own: an asynchronous fixture of the session would keep the tests' loop for the files to come.
    """
    folder = tmp_path_factory.mktemp("recorded")
    bench = Bench(folder, temporary)

    async def play() -> Said:
        return await bench(*CHOICE, "--device", "phone://2", "--out", "run")

    return Recording(folder / "run", Context().run(anyio.run, play))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """The command in an empty folder; it must leave nothing behind in its temporary folder."""
    with tempfile.TemporaryDirectory(prefix="b-") as folder:
        yield Bench(tmp_path, Path(folder))
        assert list(Path(folder).iterdir()) == []
