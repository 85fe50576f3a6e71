"""The programs in examples/ run as a new user would start them."""

from __future__ import annotations

import csv
import os
import re
import shutil
import sys
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from adapters.agents.external.process.http_agent import RUN_TOKEN
from runtime import Runtime, Selection
from tests.support.pages import ROOT

EXAMPLES = ROOT / "examples"


async def run(name: str, folder: Path, environment: dict[str, str] | None = None, *options: str) -> str:
    """Runs the program and returns its output; it must exit with 0 and say nothing on stderr."""
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *options]
    done = await anyio.run_process(command, cwd=folder, check=False, env=environment)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stderr == b""
    return done.stdout.decode()


async def test_a_class_agent_is_evaluated_beside_the_reader(tmp_path):
    """It prints a row for each of six tasks and two agents, then the metrics of both."""
    lines = (await run("evaluate_class_agent.py", tmp_path)).splitlines()
    assert [line.split()[0] for line in lines] == ["agent", *["Curious"] * 6, *["reader"] * 6, "Curious:", "reader:"]
    assert list(tmp_path.iterdir()) == []


async def test_a_phone_is_driven_by_hand(tmp_path):
    """The program asks the user, finds the switch, and the judge agrees."""
    text = await run("drive_a_phone.py", tmp_path)
    assert "the user replies: For the setting: Airplane mode, please." in text
    assert text.splitlines()[-1] == "judged by rules met: {'setting': (True, True)} questions: {1: 'compliant'}"


async def test_a_judge_is_compared_with_ours(tmp_path):
    """Both judge the same eight episodes."""
    text = await run("judge_plugin.py", tmp_path)
    assert len(re.findall(r"by rules:", text)) == 8
    assert re.findall(r"^(\w+): \d+ of (\d+) requirements met$", text, re.MULTILINE) == [
        ("rules", "10"),
        ("finished", "10"),
    ]


LEARN_BRIEFLY = ("--updates=2", "--groups=2", "--group-size=2", "--test-every=2", "--test-size=1", "--held-out=dev")


async def test_equal_seeds_learn_the_same(tmp_path):
    """Two runs of two updates give the same curve, and the updates change what the policy does."""
    curves: list[list[dict[str, str]]] = []

    async def learn(out: Path) -> None:
        await run("learn_to_follow_instructions.py", tmp_path, None, *LEARN_BRIEFLY, "--out", str(out))
        with out.open(newline="") as file:
            curves.append([{**row, "cpu_seconds": ""} for row in csv.DictReader(file)])

    async with anyio.create_task_group() as group:
        for name in ("first.csv", "second.csv"):
            group.start_soon(learn, tmp_path / name)
    assert [row["update"] for row in curves[0]] == ["0", "2"]
    assert len({row["reward"] for row in curves[0]}) == 2
    assert curves[0] == curves[1]


@pytest.mark.skipif(shutil.which("adb") is None, reason="the real adb is not installed; .ci/run installs it")
async def test_an_agent_in_another_process_claims_its_episodes(tmp_path, monkeypatch, capsys):
    """With the standard library and adb it solves the task whose words are on the screens, and gives up the other."""
    monkeypatch.setenv(RUN_TOKEN, "the-token-of-the-example")
    runtime = Runtime(devices=["phone://1"])
    await anyio.to_thread.run_sync(runtime.cast, ["mine=http:"])
    printed: list[str] = []
    async with anyio.create_task_group() as group, runtime:
        match = re.search(r"episodes are claimed at (http://\S+?),", capsys.readouterr().err)
        assert match is not None
        environment = {**os.environ, "MAR_URL": match[1], "ADB_LIBUSB": "0", "HOME": str(tmp_path)}

        async def agent() -> None:
            printed.append(await run("http_agent.py", tmp_path, environment))

        group.start_soon(agent)
        select = Selection(tasks=("device.airplane.standard", "shop.feast.ambiguous"))
        scores = {score.task: score async for score in runtime.run(["mine=http:"], select=select)}
    assert scores["device.airplane.standard"].met == {"setting": (True, True)}
    assert scores["shop.feast.ambiguous"].turns == 1
    assert "the user replies:" in printed[0]
