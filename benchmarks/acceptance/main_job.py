"""The main job end to end, measured through the command as a user runs it."""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.acceptance import instruments
from benchmarks.acceptance.bar import Bar, bench, command, metrics_of, value
from runtime.core.events import VOLATILE
from runtime.metrics import counts
from runtime.storage.run_directory import RunDirectory

_PLAYERS = ("oracle", "silent", "reader", "sweeper", "monkey")
_HELP_RUNS = 5
_SLICE = ("device.airplane", "device.quiet", "info.hours", "shop.feast", "social.mute", "social.pickup")
"""What is played many times over: 23 tasks of four domains and all three difficulties; the first bar plays them all."""
_CHOSEN = tuple(word for intent in _SLICE for word in ("--intent", intent))


def measure() -> list[Bar]:
    """All bars, in the order of the claim."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        return [*_default_run(folder), *_players(folder), *_kill_and_resume(folder), *_real_adb(folder), _help(folder)]


def _default_run(folder: Path) -> Iterator[Bar]:
    began = time.monotonic()
    done = bench("--no-progress", folder=folder)
    took = time.monotonic() - began
    yield Bar("the command without arguments: exit 0 in at most 60 s", f"exit {done.returncode}, {took:.1f} s",
              done.returncode == 0 and took <= 60)  # fmt: skip


def _players(folder: Path) -> Iterator[Bar]:
    """Two runs of all players with one seed, at concurrency 1 and 20, under two hash seeds."""
    agents = [word for name in _PLAYERS for word in ("--agent", name)]
    runs = folder / "one", folder / "twenty"
    for run, concurrency, hashes in zip(runs, ("1", "20"), ("1", "2"), strict=True):
        done = bench(
            *agents, *_CHOSEN, "--concurrency", concurrency, "--out", str(run), "--no-progress",
            folder=folder, environment={"PYTHONHASHSEED": hashes},
        )  # fmt: skip
        if done.returncode != 0:
            yield Bar(
                f"all players at concurrency {concurrency}", f"exit {done.returncode}: {done.stderr[-300:]}", False
            )
            return
    document = metrics_of(runs[0])
    yield from instruments.oracle(document)
    yield from instruments.silent(document)
    yield instruments.anchors(runs[0])
    yield from _sweeper(runs[0])
    yield from _reader(document)
    same = (runs[0] / "metrics.json").read_bytes() == (runs[1] / "metrics.json").read_bytes()
    size = (runs[0] / "metrics.json").stat().st_size
    yield Bar(
        "one seed, concurrency 1 and 20, two hash seeds: the same metrics.json", f"{size} bytes, same: {same}", same
    )
    lines, differing = _compare_logs(*runs)
    yield Bar(
        "… and the same logs but for volatile fields", f"{lines} lines, {differing} differ", differing == 0 < lines
    )
    yield from _rejudge(folder, runs[0])


def _sweeper(run: Path) -> Iterator[Bar]:
    scores = [commit.scores[0] for commit in RunDirectory.open(run).commits.values()]
    sweeps = [score for score in scores if score.agent == "sweeper" and score.gap]
    final = sum(counts.success_final(score) for score in sweeps)
    yield Bar("sweeper: TSR_final 0 wherever there is a gap", f"{final} of {len(sweeps)}", final == 0 < len(sweeps))


def _reader(document: dict[str, Any]) -> Iterator[Bar]:
    detailed, ambiguous = (value(document, "reader", level, "RCR") for level in ("detailed", "ambiguous"))
    assert detailed is not None
    assert ambiguous is not None
    yield Bar(
        "reader: better on detailed than on ambiguous", f"RCR {detailed:.3f}, {ambiguous:.3f}", detailed > ambiguous
    )
    floor, reader, ceiling = (value(document, name, "overall", "RCR") for name in ("silent", "reader", "oracle"))
    assert floor is not None
    assert reader is not None
    assert ceiling is not None
    figure = f"RCR {floor:.3f} < {reader:.3f} < {ceiling:.3f}"
    yield Bar("reader: between silent and oracle", figure, floor < reader < ceiling)


def _compare_logs(left: Path, right: Path) -> tuple[int, int]:
    """Lines in both runs' event, truth and verdict logs, and how many of them differ once volatile fields are out."""
    total = differing = 0
    for kind in ("events", "truth", "verdicts"):
        ours, theirs = ({path.name: path for path in (run / kind).iterdir()} for run in (left, right))
        for name in sorted(ours.keys() | theirs.keys()):
            texts, other = (_lines(side[name], kind) if name in side else [] for side in (ours, theirs))
            total += max(len(texts), len(other))
            differing += abs(len(texts) - len(other)) + sum(a != b for a, b in zip(texts, other, strict=False))
    return total, differing


def _lines(path: Path, kind: str) -> list[str]:
    stable = []
    for line in path.read_text().splitlines():
        record = {key: item for key, item in json.loads(line).items() if key not in VOLATILE}
        stable.append(json.dumps(record, sort_keys=True))
    return sorted(stable) if kind == "verdicts" else stable


def _rejudge(folder: Path, run: Path) -> Iterator[Bar]:
    again = folder / "again"
    before = _workers()
    done = bench("rejudge", str(run), "--out", str(again), folder=folder)
    same = done.returncode == 0 and (run / "metrics.json").read_bytes() == (again / "metrics.json").read_bytes()
    verdicts = all(
        _lines(path, "verdicts") == _lines(again / "verdicts" / path.name, "verdicts")
        for path in (run / "verdicts").iterdir()
    )
    figure = f"metrics same: {same}, verdicts same: {verdicts}, workers started: {len(_workers() - before)}"
    yield Bar("rejudge: the same verdicts and metrics, no phone running", figure, same and verdicts)


def _kill_and_resume(folder: Path) -> Iterator[Bar]:
    run, whole_run = folder / "killed", folder / "whole"
    arguments = ["--agent", "oracle", "--agent", "reader", *_CHOSEN, "--device", "phone://8", "--no-progress", "--out"]
    bench(*arguments, str(whole_run), folder=folder)
    before = _workers()
    process = subprocess.Popen(
        command([*arguments, str(run)]), cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith(b"12/"):
            break
    os.kill(process.pid, signal.SIGKILL)
    process.stderr.close()
    process.wait()
    committed = len((run / "results.jsonl").read_bytes().splitlines())
    traces = {path.name for path in (run / "events").iterdir()}
    left = _workers_left(before)
    yield Bar("kill -9: no worker process is left behind", f"{left} left", left == 0)
    done_before = set(RunDirectory.open(run).commits)
    done = bench("--resume", str(run), "--device", "phone://8", "--no-progress", folder=folder)
    same = (
        (run / "metrics.json").read_bytes() == (whole_run / "metrics.json").read_bytes()
        if done.returncode == 0
        else False
    )
    total = len(RunDirectory.open(run).commits)
    yield Bar(
        "kill -9, then --resume: metrics of an unbroken run", f"{committed} of {total} were done, same: {same}", same
    )
    attempts = {path.name for path in (run / "events").iterdir()} - traces
    again = [name for name in attempts if any(name.startswith(_stem(key) + ".") for key in done_before)]
    yield Bar("… nothing finished is played again, nothing is lost", f"{len(again)} played again, {total} of 46 there",
              not again and total == 46)  # fmt: skip


def _stem(episode: str) -> str:
    agent, task, repeat = episode.split("/")
    return f"{agent}.{task}.{repeat}"


def _workers() -> set[int]:
    found = set()
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                line = (path / "cmdline").read_bytes()
            except OSError:
                continue
            if b"adapters.phone.workers.worker" in line:
                found.add(int(path.name))
    return found


def _workers_left(before: set[int]) -> int:
    """Workers that are still there; they are given five seconds to notice."""
    for _ in range(50):
        if not _workers() - before:
            return 0
        time.sleep(0.1)
    return len(_workers() - before)


def _real_adb(folder: Path) -> Iterator[Bar]:
    import adbutils

    phones = subprocess.Popen(
        [sys.executable, "-m", "runtime.bench", "phones", "--count", "1", "--port", "0", "--clock", "virtual"],
        cwd=folder, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert phones.stdout is not None
    serial = "127.0.0.1:{port}".format(**json.loads(phones.stdout.readline()))
    environment = {**os.environ, "HOME": str(folder), "ADB_EMU": "0", "ANDROID_ADB_SERVER_PORT": "26037"}

    def adb(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [adbutils.adb_path(), *arguments], env=environment, capture_output=True, timeout=60, check=False
        )

    try:
        version = adb("version").stdout.decode().splitlines()[1].removeprefix("Version ")
        connected = b"connected to" in adb("connect", serial).stdout
        listed = adb("devices", "-l").stdout.decode()
        status = adb("-s", serial, "shell", "echo out; echo err >&2; exit 7")
        png = adb("-s", serial, "exec-out", "screencap", "-p").stdout
        sent = os.urandom(1_000_003)
        (folder / "sent.bin").write_bytes(sent)
        adb("-s", serial, "push", str(folder / "sent.bin"), "/sdcard/Download/文件.bin")
        adb("-s", serial, "pull", "/sdcard/Download/文件.bin", str(folder / "back.bin"))
        back = (folder / "back.bin").read_bytes() if (folder / "back.bin").exists() else b""
    finally:
        adb("kill-server")
        phones.send_signal(signal.SIGINT)
        code = phones.wait(timeout=20)
    yield Bar("real adb: connect, devices -l", version, connected and serial in listed and "model:" in listed)
    good = (status.stdout, status.stderr, status.returncode) == (b"out\n", b"err\n", 7)
    yield Bar(
        "real adb: shell with exit code and separate errors",
        f"{status.stdout!r} {status.stderr!r} {status.returncode}",
        good,
    )
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    yield Bar("real adb: exec-out screencap -p", f"{width}x{height}, {len(png)} bytes", (width, height) == (1080, 2400))
    yield Bar("real adb: push and pull", f"{len(back)} bytes back", back == sent)
    yield Bar("phones: Ctrl-C ends them", f"exit {code}", code == 130)


def _help(folder: Path) -> Bar:
    times = []
    for _ in range(_HELP_RUNS):
        began = time.monotonic()
        bench("--help", folder=folder)
        times.append(time.monotonic() - began)
    median = statistics.median(times)
    return Bar("--help answers in less than 0.5 s", f"median {median:.2f} s of {_HELP_RUNS}", median < 0.5)
