"""Output and files of a run, and the subcommands that only print information."""

from __future__ import annotations

import json

from tests.runtime.bench.conftest import TASKS, Recording
from tests.support.command import Bench, contents

METRICS = ["RCR", "TSR", "TSR_final", "SHR", "ARR", "ETR_E", "ETR_D", "ETR", "DCR", "IGR"]


async def test_a_run_prints_a_table_and_names_its_folder(recording: Recording):
    """The output has a table of all metrics for each agent, the agreement of judges, and the run folder."""
    out = recording.output.out
    assert out.index("oracle (instrument") < out.index("silent (instrument")
    for metric in METRICS:
        assert out.count(f"\n {metric} ") == 2
    assert "overall" in out
    assert "n=4" in out
    assert "agreement with judge 'state'" in out
    assert out.endswith("run folder: run\n")


async def test_a_run_tells_on_stderr_what_it_does(recording: Recording):
    """Without a terminal, stderr has a headline, the number of devices, and one numbered line per episode."""
    lines = recording.output.err.splitlines()
    assert "8 episodes, oracle, silent, user rules, seed 7" in lines[0]
    assert lines[1] == "2 devices ready"
    assert [line.split()[0] for line in lines[2:]] == [f"{number}/8" for number in range(1, 9)]


async def test_a_run_without_devices_opens_a_virtual_phone_for_each_episode(bench: Bench):
    """At most 20; a short run does not wait for more than it can use."""
    words = ("--agent", "oracle", "--task", TASKS[0], "--out", "run")
    lines = (await bench(*words)).err.splitlines()
    assert "1 episode, oracle, user rules, seed 7" in lines[0]
    assert lines[1] == "1 device ready"


async def test_metrics_json_has_the_promised_shape(recording: Recording):
    """Schema 1 has all metrics per agent and group with value, n, low, high and clean, and nothing that varies by
    run.
    """
    document = json.loads((recording.path / "metrics.json").read_bytes())
    assert document["schema"] == 1
    assert list(document["agents"]) == ["oracle", "silent"]
    for agent in document["agents"].values():
        groups = [agent["overall"]]
        for by in ("by_level", "by_domain", "by_difficulty", "by_app"):
            assert agent[by]
            groups += agent[by].values()
        for group in groups:
            assert list(group) == METRICS
            for cell in group.values():
                assert {"value", "n", "low", "high", "clean"} <= set(cell)
                assert cell["value"] is None or 0 <= cell["value"] <= 1
                assert (cell["n"] == 0) == (cell["value"] is None)
    text = (recording.path / "metrics.json").read_text()
    assert str(recording.path) not in text
    assert "phone" not in text


async def test_the_instruments_show_what_asking_is_worth(recording: Recording):
    """The oracle meets all requirements; the silent agent only those of levels that leave nothing open."""
    agents = json.loads((recording.path / "metrics.json").read_bytes())["agents"]
    oracle, silent = agents["oracle"], agents["silent"]
    for metric, wanted in {
        "RCR": 1,
        "TSR": 1,
        "TSR_final": 1,
        "SHR": 1,
        "ARR": 0,
        "ETR": 0,
        "DCR": 1,
        "IGR": 1,
    }.items():
        assert oracle["overall"][metric]["value"] == wanted, metric
    assert oracle["by_level"]["standard"]["DCR"]["value"] is None
    assert {level: cells["TSR"]["value"] for level, cells in silent["by_level"].items()} == {
        "standard": 1, "incomplete": 0, "ambiguous": 0,
    }  # fmt: skip
    assert silent["overall"]["IGR"]["value"] == 0


async def test_the_folder_holds_what_it_promises(recording: Recording):
    """The run folder has events and truth per attempt, verdicts per judge, commit lines and blobs."""
    path = recording.path
    stems = sorted(f"{agent}.{task}.0.0.jsonl" for agent in ("oracle", "silent") for task in TASKS)
    assert sorted(file.name for file in (path / "events").iterdir()) == stems
    assert sorted(file.name for file in (path / "truth").iterdir()) == stems
    assert sorted(file.name for file in (path / "verdicts").iterdir()) == ["rules.jsonl", "state.jsonl"]
    assert len((path / "results.jsonl").read_text().splitlines()) == 8
    assert {file.suffix for file in (path / "blobs").rglob("*.*")} == {".png", ".xml"}
    assert sorted(entry.name for entry in path.iterdir()) == [
        "blobs", "events", "metrics.json", "results.jsonl", "run.json", "seal.json", "truth", "verdicts",
    ]  # fmt: skip


async def test_json_prints_the_metrics_and_nothing_else(bench: Bench):
    """With --json, stdout equals metrics.json, byte for byte."""
    output = await bench("--json", "--agent", "oracle", "--task", TASKS[0], "--device", "phone://1", "--out", "r")
    assert output.out.encode() == (bench.folder / "r" / "metrics.json").read_bytes()


async def test_list_names_everything(bench: Bench):
    """The output is one object with a key for each kind of plug-in and the installed names."""
    listing = (await bench("list", "--json")).json
    assert {suite["name"] for suite in listing["suites"]} == {"clarity240"}
    assert set(TASKS) <= {task["id"] for task in listing["tasks"]}
    assert {"bunwright", "parlowe", "settings"} <= set(listing["apps"])
    assert {"reader", "sweeper", "monkey"} <= set(listing["agents"])
    assert listing["instruments"] == ["oracle", "silent"]
    assert {"rules", "state"} <= set(listing["judges"])
    assert "rules" in listing["users"]
    assert {"phone", "tcp", "unix"} <= set(listing["devices"])
    assert {"run", "list", "phones", "rejudge", "validate", "doctor"} <= set(listing["commands"])
    table = (await bench("list")).out
    assert all(name in table for name in ("reader", "oracle", "phones", *TASKS))


async def test_doctor_tries_a_phone(bench: Bench):
    """`doctor` reports ok for all checks, including a phone's screen."""
    out = (await bench("doctor")).out
    assert all(line.startswith("ok ") for line in out.splitlines())
    assert "1080x2400" in out
    assert "control connection" in out


async def test_doctor_says_what_is_wrong(bench: Bench):
    """A missing device gives BAD and exit code 1, and the other checks still run."""
    out = (await bench("doctor", "--device", "unix:/nowhere/at/all", code=1)).out
    assert [line for line in out.splitlines() if line.startswith("BAD")] == [
        line for line in out.splitlines() if "/nowhere/at/all" in line
    ]
    assert out.count("BAD") == 1


async def test_disturbances_are_the_same_on_every_run(bench: Bench):
    """Disturbances are recorded in the trace and run.json, cost no phone, and a second run gives the same bytes."""
    words = ("--agent", "reader", "--intent", "social.mute", "--weather", "mix")
    for name in ("one", "two"):
        await bench(*words, "--device", "phone://2", "--out", name, "--no-progress")
    path, two = bench.folder / "one", bench.folder / "two"
    assert json.loads((path / "run.json").read_text())["config"]["weather"] == "mix"
    assert (path / "metrics.json").read_bytes() == (two / "metrics.json").read_bytes()
    traces = contents(path / "events")
    assert any(b'"kind":"weather"' in data for data in traces.values())
    assert not any(b'"ending":"fault"' in data or b'"ending":"void"' in data for data in traces.values())
