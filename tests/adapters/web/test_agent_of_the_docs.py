"""The agent that the docs show, as it is printed there, against a real run that waits for it."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from adapters.agents.external.process.http_agent import RUN_TOKEN
from runtime.core.actions import Action, AskUser, Finish, Key
from runtime.core.config import Confinement, Selection
from runtime.core.events import Performed, Score
from runtime.engine import Runtime
from runtime.storage.run_directory import EpisodeKey, RunDirectory
from tests.support.pages import ROOT, marked_block

TOKEN = "the-token-of-the-docs"
TASKS = ("device.airplane.standard", "device.airplane.ambiguous")


@pytest.mark.skipif(shutil.which("adb") is None, reason="the real adb is not installed; .ci/run installs it")
async def test_the_agent_of_the_docs_plays_until_the_run_is_over(tmp_path, monkeypatch, capsys):
    """Thirty lines of the standard library claim every episode, look, act, ask and finish, and end by themselves."""
    program = await printed()
    monkeypatch.setenv(RUN_TOKEN, TOKEN)
    out = tmp_path / "run"
    runtime = Runtime(devices=["phone://1"], out=out)
    await anyio.to_thread.run_sync(runtime.cast, ["mine=http:"])
    async with anyio.create_task_group() as group, runtime:
        match = re.search(r"^mine: episodes are claimed at (http://\S+),", capsys.readouterr().err)
        assert match is not None
        environment = {**os.environ, "MAR_URL": match[1], "ADB_LIBUSB": "0", "HOME": str(tmp_path)}

        async def agent() -> None:
            command = [sys.executable, "-W", "error", "-c", program]
            done = await anyio.run_process(command, env=environment, cwd=tmp_path, check=False)
            assert done.returncode == 0, done.stderr.decode()
            assert done.stdout + done.stderr == b""

        group.start_soon(agent)
        scores = [score async for score in runtime.run(["mine=http:"], select=Selection(tasks=TASKS))]
    await check(scores, out)


@pytest.mark.skipif(shutil.which("adb") is None, reason="the real adb is not installed; .ci/run installs it")
async def test_the_same_agent_is_started_by_exec(tmp_path):
    """Started once for each episode: it finds server, token and phone in its environment."""
    script, out = tmp_path / "agent.py", tmp_path / "run"
    await anyio.Path(script).write_text(await printed())
    trusted = Confinement(isolation="none")
    player = f"mine=exec:{sys.executable} -W error {script}"
    async with Runtime(devices=["phone://1"], out=out, confinement=trusted) as runtime:
        scores = [score async for score in runtime.run([player], select=Selection(tasks=TASKS))]
    await check(scores, out)


async def printed() -> str:
    """The agent's text."""
    return await anyio.to_thread.run_sync(marked_block, ROOT / "docs/agents/http.md", "outside")


async def check(scores: list[Score], out: Path) -> None:
    """Each episode ended as the agent wanted, with what it did in its trace."""
    assert [score.ending for score in scores] == ["finished"] * len(TASKS)
    for task in TASKS:
        pressed, asked, finished = await anyio.to_thread.run_sync(actions, out, task)
        assert (pressed, finished) == (Key("HOME"), Finish("I give up.", "infeasible"))
        assert isinstance(asked, AskUser)


def actions(out: Path, task: str) -> list[Action]:
    """The actions of an episode."""
    events = RunDirectory.open(out).read_trace(EpisodeKey("mine", task, 0), 0)
    return [event.action for event in events if isinstance(event, Performed)]
