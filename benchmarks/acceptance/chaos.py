"""Faults on the real stack: a calm run and the same run under faults, dying workers, and frozen neighbours."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.to_thread

from adapters.faults.proxy import FaultProxy
from adapters.phone.workers.device import PhoneDevice
from benchmarks.acceptance.bar import Bar, command
from runtime import RunCallbacks, RunConfig, Runtime, Selection
from runtime.metrics import counts
from runtime.storage.run_directory import EpisodeKey
from tests.support.processes import workers

PARTS: Final[Mapping[str, str]] = {
    "faults": "240 tasks, 20 phones, oracle, at least 5 % of requests hit by faults: every metric as in a calm run",
    "workers": "the same while processes of virtual phones are killed: every metric as in a calm run",
    "neighbours": "4 of 20 latency-bound phones frozen and 4 dying: steps per second of the 12 others",
}
_SOFT: Final = "delay=8ms±4ms@0.04,jitter=10ms@0.02,freeze=250ms@0.002,connect-storm=5@0.0005"
_HARD: Final = "reset=0.002,half-open=0.0001,truncate=0.0008,garbage=0.0002,refuse=0.01,reset-storm=0.0002"
_KILLS: Final = 6
_BETWEEN_KILLS: Final = 6.0
"""Seconds from one kill to the next."""
_LATENCY: Final = "delay=300ms"
_WARM: Final = 20.0
_WINDOW: Final = 60.0
"""Seconds in which steps are counted, after those until all phones play."""
_LEAST_SHARE: Final = 0.05
_MOST_LOSS: Final = 0.05


def measure(parts: list[str] | None = None) -> list[Bar]:
    """Measure the chosen parts; those that need a calm run share it."""
    chosen = parts or list(PARTS)
    bars: list[Bar] = []
    with tempfile.TemporaryDirectory(prefix="chaos-") as name:
        folder = Path(name)
        if {"faults", "workers"}.intersection(chosen):
            anyio.run(_play, "phone://20", folder / "calm")
            calm = (folder / "calm" / "metrics.json").read_bytes()
            if "faults" in chosen:
                bars += _faults(folder, calm)
            if "workers" in chosen:
                bars += _workers(folder, calm)
    if "neighbours" in chosen:
        bars += _neighbours()
    return bars


def _faults(folder: Path, calm: bytes) -> Iterator[Bar]:
    run = anyio.run(_play, f"phone://20?faults={_SOFT},{_HARD}", folder / "faults")
    exchanges = sum(proxy.exchanges for proxy in run.proxies)
    hit = sum(proxy.hit_exchanges for proxy in run.proxies)
    kinds = sum((proxy.hits for proxy in run.proxies), Counter[str]())
    listed = ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()))
    yield Bar("at least 5 % of requests hit", f"{hit} of {exchanges}: {hit / exchanges:.1%} ({listed})",
              hit >= _LEAST_SHARE * exchanges)  # fmt: skip
    yield from _same("under faults", run, (folder / "faults" / "metrics.json").read_bytes() == calm)


def _workers(folder: Path, calm: bytes) -> Iterator[Bar]:
    run = anyio.run(_play, "phone://20", folder / "workers", _kill_workers)
    yield Bar("processes of virtual phones killed", f"{run.killed} of {_KILLS}", run.killed == _KILLS)
    yield from _same("while workers die", run, (folder / "workers" / "metrics.json").read_bytes() == calm)
    code, lines = _kill_for_ever(folder)
    yield Bar(
        "workers killed as often as they start: the run ends with one sentence and code 2",
        f"code {code}: {lines[-1]}",
        code == 2 and sum(line.startswith("error: ") for line in lines) == 1 and "Traceback" not in "".join(lines),
    )


def _kill_for_ever(folder: Path) -> tuple[int, list[str]]:
    """Play the suite and kill each worker as soon as it exists; returns the exit code and what stood on stderr."""
    sockets = folder / "sockets"
    sockets.mkdir()
    with subprocess.Popen(
        command(["--agent", "oracle", "--device", "phone://2", "--out", "killed", "--no-progress"]),
        cwd=folder, env={**os.environ, "TMPDIR": str(sockets)}, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        while not (folder / "killed" / "results.jsonl").exists() and process.poll() is None:
            time.sleep(0.1)
        while process.poll() is None:
            for pid in workers(sockets):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)
        return process.returncode, process.stderr.read().splitlines()


class _Run:
    """What is known of a run: its proxies by the socket before which they stand, and counts."""

    def __init__(self) -> None:
        self.proxies: list[FaultProxy] = []
        self.episodes = self.lost = self.repeated = self.killed = 0
        self.steps: Counter[str] = Counter()
        """Steps by device."""


def _same(when: str, run: _Run, equal: bool) -> Iterator[Bar]:
    figure = f"{run.episodes} episodes, {run.lost} lost, {run.repeated} attempts repeated"
    yield Bar(f"all episodes finish {when}", figure, run.episodes == 240 and run.lost == 0)
    yield Bar(f"metrics.json {when} and in a calm run: the same bytes", str(equal), equal)


async def _play(uri: str, out: Path, beside: Callable[[_Run], Coroutine[Any, Any, None]] | None = None) -> _Run:
    """Play the whole suite with the oracle."""
    run = _Run()
    async with anyio.create_task_group() as group:
        async with Runtime(RunConfig(agents=("oracle",)), devices=[uri], out=out) as runtime:
            run.proxies = _proxies(runtime)
            if beside is not None:
                group.start_soon(beside, run)
            async for score in runtime.run():
                run.episodes += 1
                run.lost += counts.lost(score)
                run.repeated += score.attempt
        group.cancel_scope.cancel()
    return run


def _proxies(runtime: Runtime) -> list[FaultProxy]:
    """The proxies before the phones of a run, in the order of the phones."""
    return [proxy for device in runtime.devices if isinstance(device, PhoneDevice) for proxy in device.proxies]


async def _kill_workers(run: _Run) -> None:
    """Kill one of the workers of this process now and then."""
    while run.killed < _KILLS:
        await anyio.sleep(_BETWEEN_KILLS)
        run.killed += await anyio.to_thread.run_sync(_kill_one, run.killed)


def _kill_one(number: int) -> bool:
    """Kill one of our own workers; False if none runs."""
    own = [pid for pid in workers(Path(tempfile.gettempdir())) if _parent(pid) == os.getpid()]
    if own:
        os.kill(own[number % len(own)], signal.SIGKILL)
    return bool(own)


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0  # it ended meanwhile


def _neighbours() -> Iterator[Bar]:
    calm = anyio.run(_play_window, f"phone://20?faults={_LATENCY}", 0)
    struck = anyio.run(
        _play_window, f"phone://20?faults=4:{_LATENCY}&faults=4:{_LATENCY},reset=0.05&faults={_LATENCY}", 4
    )
    others = [f"phone-{number:02d}" for number in range(8, 20)]
    rates = [sum(run.steps[name] for name in others) / _WINDOW for run in (calm, struck)]
    frozen = sum(struck.steps[f"phone-{number:02d}"] for number in range(4))
    yield Bar("the four frozen phones play nothing", f"{frozen} steps", frozen == 0)
    yield Bar(
        "the 12 others lose at most 5 %",
        f"{rates[0]:.2f} and {rates[1]:.2f} steps/s: {rates[1] / rates[0] - 1:+.1%}",
        rates[1] >= (1 - _MOST_LOSS) * rates[0],
    )
    yield Bar("no episode is lost", f"{struck.lost} of {struck.episodes}", struck.lost == 0)


async def _play_window(uri: str, frozen: int) -> _Run:
    """Play one task again and again; count the steps of each phone in the window, at whose beginning some freeze."""
    run, counting = _Run(), False

    def stepped(device: str, key: EpisodeKey, steps: int) -> None:
        run.steps[device] += counting

    config = RunConfig(agents=("oracle",), selection=Selection(tasks=("shop.feast.detailed",)), repeat=1000)
    async with Runtime(config, devices=[uri], watch=RunCallbacks(stepped=stepped)) as runtime:
        with anyio.move_on_after(_WARM + _WINDOW):
            async with anyio.create_task_group() as group:

                async def strike() -> None:
                    nonlocal counting
                    await anyio.sleep(_WARM)
                    for proxy in _proxies(runtime)[: 2 * frozen]:
                        proxy.freeze()
                    counting = True

                group.start_soon(strike)
                async for score in runtime.run():
                    run.episodes += 1
                    run.lost += counts.lost(score)
    return run
