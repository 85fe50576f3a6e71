"""Fixtures of the command-line tests: a recorded run shared by all tests, the command, and a model that finds
nothing.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextvars import Context
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import pytest

from adapters.openai.fake import FakeEndpoint, ReceivedRequest, Say
from tests.support.command import Bench, Said

TASKS = ("device.quiet.standard", "device.quiet.incomplete", "info.hours.incomplete", "social.mute.ambiguous")
CHOICE = ("--agent", "oracle", "--agent", "silent", *(word for task in TASKS for word in ("--task", task)))
"""What the recorded run plays: eight episodes."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A finished run: its folder and what the command wrote."""

    path: Path
    output: Said


@pytest.fixture(scope="session")
def temporary() -> Iterator[Path]:
    """Make a temporary folder with a short name, because socket paths are limited to 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="b-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def recording(tmp_path_factory: pytest.TempPathFactory, temporary: Path) -> Recording:
    """Record one run for all tests. Tests that write into a run folder must copy it.

    It runs in an event loop of its own: an asynchronous session fixture would keep the tests' loop for all later files.
    """
    folder = tmp_path_factory.mktemp("recorded")
    bench = Bench(folder, temporary)

    async def play() -> Said:
        return await bench(*CHOICE, "--device", "phone://2", "--out", "run")

    return Recording(folder / "run", Context().run(anyio.run, play))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """Provide the command in an empty folder, and check that it leaves nothing in its temporary folder."""
    with tempfile.TemporaryDirectory(prefix="b-") as folder:
        yield Bench(tmp_path, Path(folder))
        assert list(Path(folder).iterdir()) == []


def sceptic(asked: ReceivedRequest) -> Say:
    """Reply as a model that finds nothing; the first reply to the question about the outcome is an empty object."""
    if asked.structure == "text":
        return Say("yes")
    schema = asked.body["response_format"]["json_schema"]["schema"]["properties"]
    kinds: dict[str, dict[str, Any]] = {
        "met": {"met": False, "at_end": False, "step": None, "reason": "not seen"},
        "steps": {"steps": []},
        "kind": {"kind": "none"},
        "label": {"label": "out_of_scope", "asks_for": [], "reason": ""},
    }
    if "closing" in schema and len(asked.body["messages"]) == 1:
        return Say("{}")
    found = {
        item: next(answer for field, answer in kinds.items() if field in fields["properties"])
        for item, fields in schema.items()
    }
    return Say(json.dumps(found))


@pytest.fixture
def endpoint() -> FakeEndpoint:
    """A fake endpoint with this model."""
    return FakeEndpoint(sceptic)
