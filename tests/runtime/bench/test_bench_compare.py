"""`compare`: agents and runs beside each other, requirements, and files for people and for continuous integration."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import anyio
import anyio.to_thread
import pytest

from runtime.bench import cli
from runtime.storage.verify import verify
from tests.runtime.bench.conftest import CHOICE, TASKS, Recording
from tests.support.command import Bench, Said
from tests.support.committed_runs import episodes, write_run

Command = Callable[..., Said]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Run the command in this process, on a wide terminal, in an empty folder; the exit code must be `code`."""
    monkeypatch.setenv("COLUMNS", "220")
    monkeypatch.chdir(tmp_path)

    def run(*words: str, code: int = 0) -> Said:
        found = cli.main(words)
        output = Said(*capsys.readouterr())
        assert found == code, output
        return output

    return run


@pytest.fixture
def runs(tmp_path: Path) -> tuple[str, str]:
    """Two runs of one agent: the second has solved two other tasks and lost one."""
    write_run(tmp_path / "A", episodes("mine", "xxxx......"))
    write_run(tmp_path / "B", episodes("mine", ".xxxxx...."))
    return "A", "B"


def test_two_runs_are_compared_metric_by_metric_and_task_by_task(command: Command, runs: tuple[str, str]):
    """The table has values, differences, intervals and p; each flip names run folder and episode of both sides."""
    out = command("compare", *runs).out
    assert "compared: 10 tasks of 10 intents; baseline: A" in out
    (row,) = [line for line in out.splitlines() if line.startswith(" TSR ")]
    assert row.split()[:2] == ["TSR", "0.400"]
    assert "+0.100" in row
    assert "B passed and A failed, by TSR_final: 2 tasks:" in out
    assert (
        "standard i0.standard: passed in A mine/i0.standard/0; failed in B mine/i0.standard/0, stopped after 3 steps; "
        "the reference has no key steps" in out
    )
    assert "B: 10 intents would show a difference in TSR_final of about" in out


def test_a_run_is_compared_with_itself_without_flips(command: Command, runs: tuple[str, str]):
    """Equal sides passed the same tasks."""
    assert "all sides passed the same tasks, by TSR" in command("compare", "A", "A", "--flips", "TSR").out


def test_json_is_one_document(command: Command, runs: tuple[str, str]):
    """It holds what the table shows, the gates too."""
    document = command("compare", *runs, "--json", "--require", "dTSR>=0").json
    assert document["metrics"]["TSR"][1]["against"]["difference"] == 0.1
    assert [len(document["flips"]["against"][0][kind]) for kind in ("gained", "lost")] == [2, 1]
    (gate,) = document["gates"]
    assert (gate["metric"], gate["difference"], gate["value"], gate["holds"]) == ("TSR", True, 0.1, True)


def test_repeats_are_shown(command: Command, tmp_path: Path):
    """A side with repeats has pass^k and a flip rate."""
    write_run(tmp_path / "A", [*episodes("mine", "xx"), *episodes("mine", "x.", repeat=1)], repeat=2)
    out = command("compare", "A", "A").out
    assert "1: mine, TSR_final over repeats: pass^1 0.750" in out
    assert "pass^2 0.500" in out
    assert "end differently with probability 0.500" in out


def test_runs_of_different_suites_are_compared_on_their_common_tasks(command: Command, tmp_path: Path):
    """What is left out is said, with counts; without a common task the command refuses."""
    write_run(tmp_path / "A", episodes("mine", "xxx"), version="1")
    write_run(tmp_path / "B", episodes("mine", "x"), version="2", seed=8)
    write_run(tmp_path / "C", episodes("mine", "x", level="ambiguous"))
    out = command("compare", "A", "B").out
    assert "tasks left out: 2 of A" in out
    assert "the suites differ: nowhere 1, nowhere 2" in out
    assert "settings that differ: seed" in out
    assert "no task is common to all sides" in command("compare", "A", "C", code=2).err


def test_an_unfinished_run_is_compared_as_far_as_it_goes(command: Command, runs: tuple[str, str], tmp_path: Path):
    """What is wrong with a folder is said on stderr; the other output is that of the tasks that can be read."""
    write_run(tmp_path / "C", episodes("mine", "xx"), finished=False)
    lines = (tmp_path / "B" / "results.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "B" / "results.jsonl").write_bytes(b"".join([*lines[:6], b"{}\n"]))
    output = command("compare", "A", "B", "C")
    assert "compared: 2 tasks" in output.out
    assert "B: " in output.err
    assert "line 7" in output.err
    assert "C: the run was not finished" in output.err


def test_one_agent_alone_needs_something_to_be_compared_with(command: Command, runs: tuple[str, str]):
    """Another run, or a requirement."""
    assert "name another run folder, or a requirement with --require" in command("compare", "A", code=2).err
    assert "gate holds: TSR of mine is 0.400" in command("compare", "A", "--require", "TSR>=0.4").out


def test_a_requirement_that_is_not_met_exits_with_3(command: Command, runs: tuple[str, str]):
    """One sentence for each on stderr."""
    output = command(
        "compare", *runs, "--require", "dTSR>=0.2", "--require", "TSR>=0.45", "--require", "ARR<=1", code=3
    )
    lines = output.err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("gate failed: dTSR of B minus A is +0.100 (95 % interval -")
    assert lines[0].endswith("required: >= 0.2")
    assert lines[1].startswith("gate failed: TSR of A is 0.400")


@pytest.mark.parametrize(("text", "why"), [("TRS>=1", "there is: RCR, TSR"), ("TSR", "write METRIC>=NUMBER")])
def test_an_unknown_requirement_is_refused(command: Command, runs: tuple[str, str], text: str, why: str):
    """Before anything is compared or played."""
    assert why in command("compare", *runs, "--require", text, code=2).err
    assert why in command("--require", text, code=2).err


def test_a_run_alone_has_no_differences(command: Command):
    """They are gates of `compare`."""
    assert "differences are gates of `compare`" in command("--require", "dTSR>=0", code=2).err


def test_files_are_written_where_they_are_wanted_but_not_into_a_run(command: Command, runs: tuple[str, str]):
    """A page and JUnit's XML; a run folder holds only the run."""
    command("compare", *runs, "--html", "new/page.html", "--junit", "new/tests.xml", "--require", "TSR>=0.1")
    assert Path("new/page.html").read_text().startswith("<!doctype html>")
    root = ElementTree.parse("new/tests.xml").getroot()
    assert [suite.get("tests") for suite in root] == ["10", "10", "2"]
    for option in ("--html", "--junit"):
        assert "holds only the run" in command("compare", *runs, option, "A/file", code=2).err
    assert sorted(os.listdir("A")) == ["metrics.json", "results.jsonl", "run.json", "seal.json"]


async def test_a_real_run_is_compared(bench: Bench, recording: Recording):
    """The oracle passes what silent fails; show finds the episodes that are named."""
    output = await bench("compare", recording.path, "--json")
    assert output.err == ""
    document: dict[str, Any] = output.json
    assert [side["title"] for side in document["sides"]] == ["oracle", "silent"]
    recorded = json.loads((recording.path / "metrics.json").read_bytes())["agents"]
    for name in ("RCR", "TSR", "TSR_final", "IGR"):
        values = [cell["value"] for cell in document["metrics"][name]]
        assert values == [recorded[agent]["overall"][name]["value"] for agent in ("oracle", "silent")]
    lost = document["flips"]["against"][0]["lost"]
    assert [flip["failed"] for flip in lost] == [[f"silent/{task}/0"] for task in sorted(TASKS[1:])]


async def test_a_run_has_requirements_and_writes_tests(bench: Bench):
    """The exit code is 3 if one is not met; the run is complete and verifies."""
    words = ("--agent", "silent", "--task", TASKS[1], "--device", "phone://1", "--out", "run")
    output = await bench(*words, "--require", "TSR>=0.5", "--require", "RCR>=0", "--junit", "tests.xml", code=3)
    assert "gate failed: TSR of silent is 0.000" in output.err
    root = ElementTree.parse(bench.folder / "tests.xml").getroot()
    assert (root.get("tests"), root.get("failures")) == ("3", "2")
    assert (await anyio.to_thread.run_sync(verify, bench.folder / "run")).problems == []


async def test_a_run_stops_when_the_better_agent_is_known(bench: Bench):
    """The rule is in run.json, the decision in metrics.json and in the output; such a run can be judged again."""
    words = (
        "--agent",
        "oracle",
        "--agent",
        "silent",
        "--level",
        "ambiguous",
        "--device",
        "headless://4",
        "--out",
        "run",
    )
    out = (await bench(*words, "--until", "TSR oracle>silent")).out
    assert "decided after " in out
    assert "intents: oracle>silent;" in out
    run = bench.folder / "run"
    assert json.loads((run / "run.json").read_bytes())["config"]["until"] == "TSR oracle>silent"
    found = json.loads((run / "metrics.json").read_bytes())["until"]
    assert found["decision"] == "oracle>silent"
    assert found["played"] < found["planned"] == 66
    assert (await anyio.to_thread.run_sync(verify, run)).problems == []
    assert "the same metrics as the recording" in (await bench("rejudge", run)).out


@pytest.mark.parametrize(
    ("text", "why"), [("TSR oracle>reader", "'reader' does not play"), ("oracle", "write 'METRIC A>B'")]
)
def test_a_rule_that_cannot_be_followed_is_refused(command: Command, text: str, why: str):
    """Before any phone starts."""
    assert why in command("--agent", "oracle", "--agent", "silent", "--until", text, code=2).err


async def test_what_was_solved_is_played_again_without_asking(bench: Bench, recording: Recording):
    """The oracle fails all of its episodes without asking, and the new folder is a run like any other."""
    shutil.copytree(recording.path, bench.folder / "run")
    words = ("ablate", "run", "--no-ask", "--agent", "oracle", "--device", "phone://2", "--out", "again")
    document = (await bench(*words, "--json")).json
    assert {name: group["episodes"] for name, group in document["groups"].items()} == {
        "overall": 3, "incomplete": 2, "ambiguous": 1,
    }  # fmt: skip
    before, after = document["groups"]["overall"]["metrics"]["TSR"]
    assert (before["value"], after["value"], after["against"]["difference"]) == (1, 0, -1)
    config = json.loads((bench.folder / "again" / "run.json").read_bytes())["config"]
    assert (config["ask"], config["agents"], config["seed"]) == (False, ["oracle"], 7)
    assert sorted(config["selection"]["tasks"]) == sorted(TASKS[1:])
    assert (await anyio.to_thread.run_sync(verify, bench.folder / "again")).problems == []
    assert "choose one with --agent: oracle, silent" in await bench.refused("ablate", "run", "--no-ask")
    assert "was played with --no-ask" in await bench.refused("ablate", "again", "--no-ask")
    assert "silent solved no episode" in await bench.refused("ablate", "run", "--no-ask", "--agent", "silent")


def test_what_the_recording_plays_has_three_levels():
    """The tests above depend on it."""
    assert CHOICE[-2 * len(TASKS) :][1::2] == TASKS
    assert [task.rpartition(".")[2] for task in TASKS] == ["standard", "incomplete", "incomplete", "ambiguous"]
