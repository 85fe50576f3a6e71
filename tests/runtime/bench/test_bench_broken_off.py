"""Interrupted runs: what is left on disk, and that a resumed run gives the numbers of an uninterrupted one."""

from __future__ import annotations

import json
import os
import shutil
import signal
from pathlib import Path

from tests.runtime.bench.conftest import CHOICE, Recording
from tests.support.command import Bench, contents
from tests.support.processes import wait_ended, workers
from tests.support.recorded import unchained

START = (*CHOICE, "--device", "phone://2", "--concurrency", "1", "--out", "run")
RESUME = ("--resume", "run", "--device", "phone://2", "--no-progress")


def committed_stems(run: Path) -> set[str]:
    """Return the file name stems of the episodes that have a commit line."""
    lines = (run / "results.jsonl").read_bytes().split(b"\n")[:-1]
    return {json.loads(line)["episode"].replace("/", ".") for line in lines}


def event_files(run: Path, stems: set[str]) -> dict[str, bytes]:
    """Return the event files of these episodes, for all attempts."""
    files = contents(run / "events")
    return {name: data for name, data in files.items() if name.rsplit(".", 2)[0] in stems}


async def test_killed_in_the_middle_and_resumed(bench: Bench, recording: Recording):
    """A run killed with SIGKILL leaves no worker; resuming replays no finished episode and gives the same metrics."""
    run = bench.folder / "run"
    async with bench.running(*START) as running:
        await running.line_of_err("3/8 ")
        hosts = workers(bench.temporary)
        assert hosts
        running.process.kill()
        await running.process.wait()
    await wait_ended(hosts)
    assert workers(bench.temporary) == []
    assert list(bench.temporary.iterdir()) == []
    done = committed_stems(run)
    before = event_files(run, done)
    assert 3 <= len(done) < 8
    assert len(before) == len(done)
    await bench(*RESUME)
    assert event_files(run, done) == before
    assert (run / "metrics.json").read_bytes() == (recording.path / "metrics.json").read_bytes()
    assert len(committed_stems(run)) == 8


async def test_interrupted_and_resumed(bench: Bench, recording: Recording):
    """Ctrl-C gives exit code 130, leaves no worker, and prints a resume command that leads to the same metrics."""
    async with bench.running(*START) as running:
        await running.line_of_err("2/8 ")
        hosts = workers(bench.temporary)
        running.process.send_signal(signal.SIGINT)
        text = await running.rest_of_err()
        assert await running.process.wait() == 130
        assert workers(bench.temporary) == []
        assert hosts
    assert text.splitlines()[-1] == "interrupted; to continue: python -m runtime.bench --resume run"
    assert "Traceback" not in text
    done = committed_stems(bench.folder / "run")
    before = event_files(bench.folder / "run", done)
    await bench(*RESUME)
    assert event_files(bench.folder / "run", done) == before
    assert (bench.folder / "run" / "metrics.json").read_bytes() == (recording.path / "metrics.json").read_bytes()


async def test_interrupted_before_anything_was_played(bench: Bench):
    """Ctrl-C while the phones start gives exit code 130 and names no folder that does not exist."""
    words = ("--agent", "oracle", "--device", "phone://2", "--out", "run")
    async with bench.running(*words, python=("-X", "importtime")) as running:
        await running.line_of_err("adapters.phone.workers.farm")
        running.process.send_signal(signal.SIGINT)
        text = await running.rest_of_err()
        assert await running.process.wait() == 130
    await wait_ended(workers(bench.temporary))
    assert text.splitlines()[-1] == "interrupted before anything was played"
    assert "Traceback" not in text
    assert contents(bench.folder) == {}


async def test_a_finished_run_resumed_plays_nothing(bench: Bench, recording: Recording):
    """The table is printed again, and no file of the folder changes."""
    run = bench.folder / "run"
    shutil.copytree(recording.path, run, ignore=shutil.ignore_patterns("blobs"))
    before = contents(run)
    output = await bench("--resume", "run", "--device", "phone://1", "--json")
    assert output.out.encode() == before["metrics.json"]
    assert contents(run) == before


async def test_an_episode_played_but_not_judged_is_only_judged(bench: Bench, recording: Recording):
    """An episode whose commit line is torn is judged from its recording."""
    run = bench.folder / "run"
    shutil.copytree(recording.path, run)
    before = contents(run)
    lines = before["results.jsonl"].splitlines(keepends=True)
    (run / "results.jsonl").write_bytes(b"".join(lines[:-2]) + lines[-2][:40])
    (run / "metrics.json").unlink()
    await bench("--resume", "run", "--device", "phone://1")
    after = contents(run)
    assert {name: data for name, data in after.items() if name.startswith(("events", "truth"))} == {
        name: data for name, data in before.items() if name.startswith(("events", "truth"))
    }
    assert sorted(map(unchained, after["results.jsonl"].splitlines())) == sorted(
        map(unchained, before["results.jsonl"].splitlines())
    )
    assert after["metrics.json"] == before["metrics.json"]


async def test_workers_that_die_cost_attempts_and_nothing_else(bench: Bench, recording: Recording):
    """If all workers are killed again and again, they restart, void attempts are kept, and the metrics are the same."""
    async with bench.running(*CHOICE, "--device", "phone://2", "--out", "run") as running:
        for finished in (1, 2, 4):
            await running.line_of_err(f"{finished}/8 ")
            for pid in workers(bench.temporary):
                os.kill(pid, signal.SIGKILL)
        text = await running.rest_of_err()
        assert await running.process.wait() == 0, text
    run = bench.folder / "run"
    assert (run / "metrics.json").read_bytes() == (recording.path / "metrics.json").read_bytes()
    assert any('"void"' in data.decode() for data in contents(run / "events").values())
