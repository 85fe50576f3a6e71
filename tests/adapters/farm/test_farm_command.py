"""The `farm` command as a user runs it, on virtual phones."""

from __future__ import annotations

import csv
import json
import signal
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from tests.support.command import Bench
from tests.support.processes import wait_ended, workers


@pytest.fixture
def bench(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Runs the command in a temporary folder."""
    return Bench(tmp_path, tmp_path_factory.mktemp("t"))


async def test_a_load_test_prints_a_table_and_writes_its_report(bench: Bench):
    """JSON, CSV, Prometheus and HTML; exit status 0 if all thresholds hold."""
    done = await bench.process(
        "farm", "--device", "phone://2", "--rate", "20", "--run-time", "2s", "--mix", "stat=3,shell,dump",
        "--slo", "all.errors<1%", "--in-flight", "500", "--out", "result",
    )  # fmt: skip
    assert "operation" in done.out
    assert "2 devices, 2 s of open load" in done.out
    assert "ok   all.errors<1%: 0.00%" in done.out
    folder = bench.folder / "result"
    assert {path.name for path in folder.iterdir()} == {
        *("report.json", "report.html", "operations.csv", "devices.csv", "series.csv", "metrics.prom")
    }
    report = json.loads((folder / "report.json").read_text())
    assert report["iterations"] == 40
    with (folder / "operations.csv").open() as file:
        assert {row["operation"] for row in csv.DictReader(file)} == {"stat", "shell", "dump", "iteration"}


async def test_a_threshold_that_does_not_hold_is_exit_status_99(bench: Bench):
    """The report is printed and written all the same."""
    done = await bench.process(
        "farm", "--device", "phone://1", "--run-time", "1s", "--mix", "stat", "--slo", "stat.p50<1us", "--json",
        "--out", "result", code=99,
    )  # fmt: skip
    assert done.json["thresholds"][0]["holds"] is False
    assert (bench.folder / "result" / "report.html").exists()


async def test_a_dry_run_prints_the_plan_and_opens_no_device(bench: Bench):
    """A device that does not exist is no matter."""
    (bench.folder / "load.yaml").write_text(
        "rate: 50\nshape: ramp\nrun_time: 2m\nslo: ['tap.p99<1s']\nmix: [{do: tap}]\n"
        "chaos: [{at: 30s, for: 5s, faults: freeze}]\n"
    )
    done = await bench("farm", "--device", "tcp://127.0.0.1:9", "--profile", "load.yaml", "--dry-run")
    assert done.out.splitlines() == [
        "devices: tcp://127.0.0.1:9",
        "load: up to 50 iterations per second for 2 min, 3,000 iterations",
        "operations of the mix: tap",
        "at most 50 new connections per second",
        "threshold: tap.p99<1s",
        "fault: freeze at 30 s for 5 s",
        "nothing was sent",
    ]
    assert not (bench.folder / "farm").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((), "no device is named"),
        (("--device", "tcp://127.0.0.1:9", "--run-time", "1s"), "cannot connect"),
        (("--device", "phone://1", "--slo", "swipe.p99<1s"), "no operation 'swipe'"),
        (("--device", "phone://1", "--mix", "reboot"), "reboot may break something; allow it with --allow reboot"),
        (("--device", "phone://1", "--mix", "wink"), "no operation 'wink'"),
        (("--device", "phone://1", "--rate", "-1"), "rate: Input should be greater than 0"),
        (("--device", "phone://1", "--profile", "absent.yaml"), "absent.yaml"),
        (("--device", "phone://1", "--scenario", "absent.py"), "there is no file absent.py"),
        (("--device", "phone://1", "--replay", "absent"), "absent"),
        (("--device", "phone://1", "--stage", "10s"), "write TIME:TARGET"),
        (("--device", "phone://1", "--out", "."), "the folder is not empty"),
        (("--device", "hedless://1"), "hedless"),
    ],
)
async def test_what_cannot_be_is_said_in_one_line_before_any_load(bench: Bench, words: tuple[str, ...], reason: str):
    """Exit status 2."""
    await anyio.Path(bench.folder / "notes").touch()
    done = await bench("farm", *words, code=2)
    assert reason in done.err
    assert done.out == ""


async def test_a_search_takes_no_load_of_its_own(bench: Bench):
    """Stages of a profile would take the place of the rates that are tried."""
    (bench.folder / "load.yaml").write_text("load: rate\nstages: [{for: 1s, to: 5}]\n")
    words = ("farm", "capacity", "--device", "phone://1", "--profile", "load.yaml")
    assert "load does not fit a search" in await bench.refused(*words)


async def test_ctrl_c_ends_the_test_and_the_phones(bench: Bench):
    """Exit status 130 and a report of what was done until then; no process is left."""
    words = ("farm", "--device", "phone://1", "--run-time", "10m", "--mix", "stat", "--out", "result")
    async with bench.running(*words) as running:
        with anyio.fail_after(100):
            await running.line_of_err("1 device ready")
            started = await anyio.to_thread.run_sync(workers, bench.temporary)
            running.process.send_signal(signal.SIGINT)
            assert await running.process.wait() == 130
    assert started
    report = json.loads(await anyio.Path(bench.folder / "result" / "report.json").read_text())
    assert report["aborted"] == "interrupted"
    await wait_ended(started)


async def test_a_recorded_run_is_played_again(bench: Bench):
    """The actions of its episodes, as fast as is asked for."""
    await bench("--agent", "oracle", "--device", "headless://1", "--task", "device.airplane.detailed", "--out", "run")
    done = await bench.process(
        "farm", "--device", "phone://1", "--replay", "run", "--speed", "1000", "--run-time", "2s", "--json",
        "--out", "result",
    )  # fmt: skip
    operations = {row["name"] for row in done.json["operations"]}
    assert {"tap", "screenshot"} <= operations
    assert done.json["failed"] == 0


async def test_capacity_is_searched_for(bench: Bench):
    """All devices hold: the answer is a lower bound, after one test."""
    done = await bench(
        "farm", "capacity", "--device", "phone://2", "--per-device", "5", "--run-time", "1s", "--mix", "stat",
        "--slo", "all.errors<1%", "--out", "result",
    )  # fmt: skip
    assert "at least 2 devices at 5 iterations per second each" in done.out
    assert (bench.folder / "result" / "01-2" / "report.json").exists()
