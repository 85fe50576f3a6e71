"""Runs that a rule ends before everything was played."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest

from runtime.core.config import RunConfig
from runtime.core.errors import UsageError
from runtime.core.tasks import Suite
from runtime.engine import Runtime
from runtime.plugins.protocols import Session
from runtime.storage.run_directory import RunDirectory
from runtime.storage.verify import verify
from tests.support import plugins
from tests.support.run_contents import contents
from tests.support.scripted import make_task

Open = Callable[..., Runtime]
SUITE = Suite("lamps", "1", tuple(make_task(f"n{at}") for at in range(60)))
RULE = RunConfig(until="TSR press>Idle")


class Idle:
    """Leaves the lamp as it is."""

    needs = frozenset({"tree"})

    def __init__(self, seed: int) -> None:
        self._seed = seed

    async def play(self, session: Session) -> None:
        """End at once."""


@pytest.fixture
def lamps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Make runtimes over lamps with sixty tasks, each of an intent of its own."""
    site = tmp_path / "site"
    site.mkdir()
    plugins.install(site)
    monkeypatch.syspath_prepend(site)
    plugins.opened.clear()

    def make(devices: str = "lamp:a+b", config: RunConfig = RULE, **settings: Any) -> Runtime:
        given = {"suite": SUITE, "user": "helpful", "judges": ("lamp",), **settings}
        return Runtime(config, devices=[devices], **given)

    yield make
    plugins.opened.clear()


async def play(runtime: Runtime, agents: tuple[Any, ...] = ("press", Idle)) -> dict[str, Any]:
    """Play to the end; returns the metrics."""
    async with runtime as rt:
        async for _ in rt.run(agents=agents):
            pass
        return rt.metrics()


async def test_a_run_ends_when_the_rule_decides(lamps: Open, tmp_path: Path):
    """The folder is that of a finished run with fewer episodes, and says what ended it."""
    document = await play(lamps(out=tmp_path / "run"))
    found = document["until"]
    assert found["decision"] == "press>Idle"
    assert found["planned"] == 60
    assert found["intents"] <= found["played"] < 30
    assert document["agents"]["press"]["episodes"]["scheduled"] == found["played"]
    run = await anyio.to_thread.run_sync(RunDirectory.open, tmp_path / "run")
    assert run.manifest.config.until == "TSR press>Idle"
    assert len(run.commits) == 2 * found["played"]
    checked = await anyio.to_thread.run_sync(verify, tmp_path / "run")
    assert (checked.problems, checked.finished) == ([], True)
    written = json.loads(await anyio.Path(tmp_path / "run" / "metrics.json").read_bytes())
    assert written["until"] == json.loads(json.dumps(found))


async def test_what_is_played_does_not_depend_on_the_number_of_devices(lamps: Open, tmp_path: Path):
    """One device and three give the same metrics and logs."""
    await play(lamps("lamp:a", out=tmp_path / "one"))
    await play(lamps("lamp:a+b+c", out=tmp_path / "three"))
    first = await anyio.to_thread.run_sync(contents, tmp_path / "one")
    assert first == await anyio.to_thread.run_sync(contents, tmp_path / "three")


async def test_without_a_difference_everything_is_played(lamps: Open):
    """Between two agents that do the same nothing is decided."""
    document = await play(lamps(config=RunConfig(until="TSR press>late")), ("press", "late"))
    assert document["until"]["decision"] is None
    assert document["until"]["played"] == 60


async def test_a_run_that_was_interrupted_goes_on_to_the_same_decision(lamps: Open, tmp_path: Path):
    """Continued, it ends with the metrics of a run that was not interrupted."""
    expected = await play(lamps(out=tmp_path / "through"))
    async with lamps(out=tmp_path / "run") as rt, aclosing(rt.run(agents=["press", Idle])) as scores:
        seen = 0
        async for _ in scores:
            seen += 1
            if seen == 9:
                break
    assert await play(lamps(out=tmp_path / "run", resume=True)) == expected


async def test_a_rule_about_an_agent_that_does_not_play_is_refused(lamps: Open, tmp_path: Path):
    """Nothing is played then."""
    with pytest.raises(UsageError, match="'Idle' does not play; the agents are: press"):
        await play(lamps(out=tmp_path / "run"), ("press",))
    assert not await anyio.Path(tmp_path / "run" / "run.json").exists()
