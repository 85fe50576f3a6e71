"""Load tests: what the generator can do, how exact its figures are, whom it blames, and what searches find."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import anyio
import anyio.to_thread
from anyio.streams.buffered import BufferedByteReceiveStream

from adapters.adb.daemon.server import listen_tcp, listen_unix
from adapters.adb.servers.client import AdbServer
from adapters.adb.servers.device import SmartConnection
from adapters.adb.transport.dialing import limit_dials
from adapters.farm.capacity import find_capacity
from adapters.farm.devices import FarmDevice, open_devices
from adapters.farm.experiment import LoadTest
from adapters.farm.growth import measure_growth
from adapters.farm.plan.profile import Profile
from adapters.farm.plan.scenario import mix_scenario
from adapters.farm.reports.report import LoadReport
from adapters.farm.results.histogram import Latencies
from adapters.farm.results.thresholds import parse_threshold
from adapters.faults.proxy import open_proxy
from adapters.phone.workers.config import PhoneOptions
from adapters.phone.workers.farm import start_farm
from adapters.ssh import open_ssh
from adapters.ssh.host import Hosts
from adapters.ssh.link import Options
from benchmarks.acceptance.bar import Bar
from benchmarks.acceptance.farm_topology import Delays, PacedPhone
from runtime.storage.disk import temporary_folder
from tests.adapters.adb.servers.realserver import real_server
from tests.support.tinyphone import TinyPhone

PARTS: Final[Mapping[str, str]] = {
    "throughput": "operations and frames per second of 20 virtual phones",
    "histogram": "quantiles against exact ones",
    "latency": "injected latencies, recovered under open load",
    "blame": "injected latencies, blamed on the right layer",
    "limits": "knee and capacity of phones with a known limit",
    "fleet": "1,000 phones connected and listed",
    "frozen": "one of 20 phones that never answers",
}
OPTIONS: Final = {
    "cases": "how many latencies are injected for `blame` (200)",
    "first": "the number of the first of them, from 0, to measure in parts (0)",
}
_PHONES: Final = 4
_FLEET: Final = 1000
_INJECTED: Final = 0.2
"""Seconds."""


def measure(parts: list[str] | None = None, cases: str = "200", first: str = "0") -> list[Bar]:
    """All bars."""
    measures: dict[str, Callable[[], Awaitable[list[Bar]]]] = {
        "throughput": _throughput,
        "histogram": _histogram,
        "latency": _latency,
        "blame": lambda: _blame(int(cases), int(first)),
        "limits": _limits,
        "fleet": _fleet,
        "frozen": _frozen,
    }
    return [bar for part in parts or PARTS for bar in anyio.run(measures[part])]


async def _run(devices: Sequence[FarmDevice], **values: Any) -> LoadReport:
    profile = Profile.model_validate(values)
    return await LoadTest(profile, devices, mix_scenario(profile.steps, profile.seed)).run()


# -- what the generator can do ---------------------------------------------------------------------------------------


async def _throughput() -> list[Bar]:
    async with open_devices(["phone://20"], proxies=False) as devices:
        await _run(devices, run_time=5, mix=[{"do": "screenshot"}])  # the first screen is painted once
        files = await _run(devices, users=60, run_time=20, mix=[{"do": "stat"}])
        frames = await _run(devices, users=20, run_time=20, mix=[{"do": "screenshot"}])
    return [
        Bar("operations that start no program, 20 virtual phones: at least 6,000 per second",
            f"{files.rate:,.0f}/s, generator at {files.cpu:.0%} of a core", files.rate >= 6000),
        Bar("raw frames of 20 virtual phones: at least 150 per second", f"{frames.rate:.0f}/s", frames.rate >= 150),
    ]  # fmt: skip


async def _histogram() -> list[Bar]:
    """Compare quantiles with those of all values, for distributions of many shapes."""
    worst = 0.0
    draws = random.Random(7)
    shapes: tuple[Callable[[], float], ...] = (
        lambda: draws.uniform(0.0005, 2),
        lambda: draws.expovariate(20),
        lambda: draws.lognormvariate(-4, 1.5),
        lambda: draws.choice((0.01, 0.5)) * draws.uniform(0.9, 1.1),
    )
    for digits in (2, 3):
        for shape in shapes:
            values = sorted(shape() for _ in range(50_000))
            found = Latencies(digits)
            for value in values:
                found.add(value)
            for share in (0.5, 0.9, 0.99, 0.999, 1.0):
                exact = values[max(round(share * len(values)) - 1, 0)]
                worst = max(worst, abs(found.quantile(share) / 1000 - exact) / exact)
    return [Bar("error of quantiles: at most 1 %", f"{worst:.2%}", worst <= 0.01)]


# -- how exact its figures are ---------------------------------------------------------------------------------------


async def _latency() -> list[Bar]:
    """The phone notes how long it took for each command; the way there and back is measured without any delay."""
    bars = []
    async with _farm(1, direct=True) as farm:
        way = (await farm.load(rate=100, run_time=5)).operations[0].latency.p50 / 1000
        for name, delays in (("constant", [[1.0, _INJECTED]]), ("bimodal", [[0.9, _INJECTED], [0.1, 4 * _INJECTED]])):
            await farm.inject("device", delays)
            report = await farm.load(rate=100, run_time=20)
            taken = sorted(await farm.taken())
            expected = {share: taken[max(round(share * len(taken)) - 1, 0)] + way for share in (0.5, 0.99, 1.0)}
            bars.append(_recovered(name, report, expected))
        # A stall holds back whatever is due meanwhile: the latencies fall from its length to the usual one.
        async with anyio.create_task_group() as group:

            async def stall() -> None:
                await anyio.sleep(10)
                await farm.inject("device", [[1.0, _INJECTED]], stall=2.0)

            await farm.inject("device", [[1.0, _INJECTED]])
            group.start_soon(stall)
            report = await farm.load(rate=50, run_time=40)
        usual = sorted(await farm.taken())[0] + way
        held = 2 * (1 - 0.01 / (2 / 40))
        bars.append(_recovered("a stall of 2 s", report, {0.5: usual, 0.99: usual + held, 1.0: usual + 2}))
    return bars


def _recovered(name: str, report: LoadReport, expected: Mapping[float, float]) -> Bar:
    (row,) = (row for row in report.operations if row.name == "shell")
    measured = {0.5: row.latency.p50, 0.99: row.latency.p99, 1.0: row.latency.max}
    errors = {share: measured[share] / 1000 / seconds - 1 for share, seconds in expected.items()}
    figure = ", ".join(f"p{share * 100:g} {measured[share]:.1f} ms ({error:+.1%})" for share, error in errors.items())
    holds = all(abs(error) <= 0.02 for error in errors.values())
    return Bar(f"injected latency, {name}: p50, p99 and max within 2 %", figure, holds)


# -- whom it blames --------------------------------------------------------------------------------------------------


class _Farm:
    """The farm of `farm_topology`, in a process of its own, and its devices over SSH and an adb server."""

    def __init__(
        self, send: Callable[[str], Awaitable[None]], receive: Callable[[], Awaitable[dict[str, Any]]]
    ) -> None:
        self._send = send
        self._receive = receive
        self.devices: list[FarmDevice] = []

    async def inject(self, layer: str, delays: Sequence[Sequence[float]], stall: float = 0.0) -> None:
        await self._send(json.dumps({"layer": layer, "delays": delays, "stall": stall}))
        await self._receive()

    async def taken(self) -> list[float]:
        """Return the seconds that the phones have taken for each command since they were last asked."""
        await self._send(json.dumps({"phones": True}))
        found: list[float] = (await self._receive())["taken"]
        return found

    async def load(self, **values: Any) -> LoadReport:
        await self.taken()
        return await _run(self.devices, mix=[{"do": "shell"}], in_flight=100_000, **values)


@asynccontextmanager
async def _farm(phones: int, *, direct: bool = False) -> AsyncIterator[_Farm]:
    command = [sys.executable, "-m", "benchmarks.acceptance.farm_topology"]
    async with (
        temporary_folder(prefix="farm-") as folder,
        await anyio.open_process([*command, str(folder), str(phones)], stderr=None) as process,
    ):
        assert process.stdout is not None
        assert process.stdin is not None
        lines, entrance = BufferedByteReceiveStream(process.stdout), process.stdin

        async def receive() -> dict[str, Any]:
            document: dict[str, Any] = json.loads(await lines.receive_until(b"\n", 1 << 24))
            return document

        async def send(line: str) -> None:
            await entrance.send(line.encode() + b"\n")

        try:
            places = await receive()
            farm = _Farm(send, receive)
            if direct:
                async with open_devices(places["direct"], proxies=False) as farm.devices:
                    yield farm
                return
            options = Options(folder / "known_hosts", (folder / "user",), folder / "config")
            async with open_ssh(places["uri"], hosts=Hosts(options)) as devices:
                for device in devices:
                    connection = await device.connection()  # type: ignore[attr-defined]
                    assert isinstance(connection, SmartConnection)
                    farm.devices.append(FarmDevice(device, connection.server))  # type: ignore[arg-type]
                yield farm
        finally:
            process.kill()


async def _blame(cases: int, first: int) -> list[Bar]:
    draws = random.Random(3)
    right = 0
    wrong: list[str] = []
    async with _farm(2) as farm:
        for number in range(first + cases):
            layer = ("own", "network", "server", "device")[number % 4]
            kind = draws.choice(("constant", "bimodal", "stall"))
            seconds = draws.uniform(0.1, 0.4)
            if number < first:
                continue
            report = await _case(farm, layer, kind, seconds)
            if report.blamed == layer:
                right += 1
            else:
                shares = ", ".join(f"{name} {share:.0%}" for name, share in report.slow_layers.items())
                errors = "; ".join(row.example for row in report.errors)
                wrong.append(f"{layer} {kind} {seconds * 1000:.0f} ms: {shares}{f' ({errors})' if errors else ''}")
    figure = f"{right} of {cases}" + (f"; not: {'; '.join(wrong[:5])}" if wrong else "")
    return [Bar("injected latencies blamed on the layer that had them: all", figure, right == cases)]


async def _case(farm: _Farm, layer: str, kind: str, seconds: float) -> LoadReport:
    """Inject one latency, and test for three seconds."""
    shares = {"constant": [[1.0, seconds]], "bimodal": [[0.7, seconds / 4], [0.3, seconds * 2]], "stall": []}[kind]
    stall = 1.0 if kind == "stall" else 0.0
    async with anyio.create_task_group() as group:
        if layer == "own":
            await farm.inject("device", [])
            group.start_soon(_block_loop, kind, seconds)
        elif stall:
            await farm.inject(layer, [])

            async def begin() -> None:
                await anyio.sleep(1)
                await farm.inject(layer, [], stall)

            group.start_soon(begin)
        else:
            await farm.inject(layer, shares)
        report = await farm.load(rate=10, run_time=4)
        group.cancel_scope.cancel()
    return report


async def _block_loop(kind: str, seconds: float) -> None:
    """Keep the generator's own loop busy: all of the time in turns, or once for a second."""
    if kind == "stall":
        await anyio.sleep(1)
        _busy(1.0)
        return
    while True:
        _busy(seconds / 2)
        await anyio.sleep(0.001)


def _busy(seconds: float) -> None:
    """Block the loop, as a scenario's code may."""
    clock = asyncio.get_running_loop().time
    end = clock() + seconds
    while clock() < end:
        pass


# -- what searches find ----------------------------------------------------------------------------------------------


async def _limits() -> list[Bar]:
    """Phones that work on one command at a time, each 20 ms: 50 per second and phone."""
    delays = Delays()
    delays.change([[1.0, 0.02]], 0.0)
    async with temporary_folder(prefix="farm-", room=10) as folder, AsyncExitStack() as stack:
        paths = [folder / f"{number}.adb" for number in range(_PHONES)]
        for path in paths:
            await stack.enter_async_context(listen_unix(path, PacedPhone(path.stem, delays, at_once=1)))
        async with open_devices([f"unix:{path}" for path in paths], proxies=False) as devices:
            ramp = await _run(
                devices, rate=400, shape="ramp", run_time=40, mix=[{"do": "shell"}], in_flight=400, grace=5
            )
            delays.taken.clear()
            profile = Profile.model_validate({"rate": 1, "run_time": 10, "mix": [{"do": "shell"}], "grace": 10})
            thresholds = [parse_threshold("all.p99<500ms", ["shell"])]
            scenario = mix_scenario(profile.steps, 0)
            capacity = await find_capacity("rate", 1000, 1.0, profile, devices, scenario, thresholds)
            each = sum(delays.taken) / len(delays.taken)
    limit = _PHONES / each
    assert ramp.knee is not None
    knee, found = ramp.knee.load / limit - 1, capacity.number / limit - 1
    return [
        Bar(f"knee of {_PHONES} phones with {limit:.0f}/s in all: within 5 %", f"{ramp.knee.load:.1f}/s ({knee:+.1%})",
            abs(knee) <= 0.05),
        Bar("capacity of the same: within 5 %, at most 8 tests",
            f"{capacity.number}/s ({found:+.1%}), {len(capacity.trials)} tests", abs(found) <= 0.05
            and len(capacity.trials) <= 8),
    ]  # fmt: skip


# -- many devices ----------------------------------------------------------------------------------------------------


async def _fleet() -> list[Bar]:
    """A thousand phones in real time: connected and asked, then behind an adb server."""
    limit_dials(1000)
    async with (
        start_farm(_FLEET, [0] * _FLEET, phones=PhoneOptions(clock="real", own_serial=True)) as (_, _, ports),
        temporary_folder(prefix="farm-") as folder,
        real_server(folder) as server_port,
    ):
        uris = [f"tcp://127.0.0.1:{port}" for port in ports]
        async with open_devices(uris, proxies=False) as devices:
            report = await _run(devices, rate=200, run_time=30, mix=[{"do": "stat"}])
            memory = await anyio.to_thread.run_sync(_family_memory)
        server = AdbServer.tcp("127.0.0.1", server_port)
        rows = await measure_growth(uris, server)
        listed = len(await server.devices())
    last = rows[-1]
    return [
        Bar(f"{_FLEET} phones and the generator: at most 1.5 GB", f"{memory / 1000:.2f} GB", memory <= 1500),
        Bar("loop lag p99 with all connected and 200 operations per second: at most 20 ms",
            f"{report.lag.p99:.1f} ms, {report.failed} failed, operations {report.operations[0].latency.p99:.1f} ms",
            report.lag.p99 <= 20 and not report.failed),
        Bar("an adb server's device list: all tracked and listed",
            f"{last.listed} tracked {last.tracking:.0f} ms after the last was connected, {listed} listed",
            last.listed == listed == _FLEET),
    ]  # fmt: skip


def _family_memory() -> float:
    """Megabytes of this process and of those that it started."""
    parents = {int(path.name): path for path in Path("/proc").iterdir() if path.name.isdigit()}
    family = {os.getpid()}
    total = 0
    for number, path in sorted(parents.items()):
        try:
            status = dict(line.split(":\t", 1) for line in (path / "status").read_text().splitlines() if ":\t" in line)
        except OSError:
            continue  # it ended while we looked
        if number in family or int(status["PPid"]) in family:
            family.add(number)
            total += int(status.get("VmRSS", "0 kB").split()[0])
    return total / 1000


async def _frozen() -> list[Bar]:
    """Twenty phones behind an adb server; one of them accepts connections and answers nothing from the start."""
    async with temporary_folder(prefix="farm-") as folder, AsyncExitStack() as stack:
        port = await stack.enter_async_context(real_server(folder))
        server = AdbServer.tcp("127.0.0.1", port)
        for number in range(20):
            listener = await stack.enter_async_context(listen_tcp("127.0.0.1", 0, TinyPhone(f"tiny-{number}")))
            proxy = await stack.enter_async_context(open_proxy(listener.port))
            await server.connect(proxy.address)
            if number == 7:
                proxy.freeze()
        left_out: list[str] = []
        began = anyio.current_time()
        async with open_devices([server.name], proxies=False, left_out=left_out.append) as devices:
            opened = anyio.current_time() - began
            report = await _run(devices, users=19, run_time=5, mix=[{"do": "shell"}, {"do": "stat"}])
    served = [row.done > 0 for row in report.devices]
    return [
        Bar("one of 20 phones frozen from the start: the others serve within 1 s",
            f"19 ready after {opened:.2f} s; {left_out[0][:80] if left_out else 'none left out'}",
            opened <= 1 and len(devices) == 19),
        Bar("nothing is lost", f"{report.failed} of {report.iterations} failed, {sum(served)} devices served",
            not report.failed and all(served)),
    ]  # fmt: skip
