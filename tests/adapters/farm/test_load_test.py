"""Load tests of small devices over real sockets: every operation, failures, faults, thresholds, the end of a test."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import anyio.lowlevel
import pytest

from adapters.adb.daemon.server import listen_unix
from adapters.adb.daemon.services import Stdin
from adapters.farm.capacity import find_capacity
from adapters.farm.devices import FarmDevice, open_devices
from adapters.farm.experiment import LoadTest, Progress
from adapters.farm.plan.profile import Profile
from adapters.farm.plan.scenario import Scenario, mix_scenario
from adapters.farm.reports.exports import devices_csv, operations_csv, prometheus, series_csv
from adapters.farm.reports.page import report_page
from adapters.farm.reports.report import LoadReport
from adapters.farm.reports.summary import lines
from adapters.farm.results.thresholds import parse_threshold
from runtime.core.errors import DeviceFault, UsageError
from runtime.plugins import LoadPhone
from tests.support.servicephone import ServicePhone
from tests.support.tinyphone import TinyResult


class Slow(ServicePhone):
    """Each `echo` waits until the test lets it go, if the test says so; `broken` commands fail."""

    def __init__(self, serial: str) -> None:
        super().__init__()
        self.serial = serial
        self.boot = "0"
        self.gate: anyio.Event | None = None
        self.broken = False

    async def shell(self, command: str, stdin: Stdin, *, merged: bool = False) -> TinyResult:
        if command == "echo":
            if self.broken:
                return TinyResult(b"", b"no\n", 1)
            if self.gate is not None:
                await self.gate.wait()
        if command.endswith("boot_id"):
            return TinyResult(f"{self.serial}\n{self.boot[-1]:0>8}-0000-0000-0000-000000000000\n".encode())
        if command.startswith("monkey -p com.here"):
            return TinyResult(b"Events injected: 1\n")
        if command == "wm size":
            return TinyResult(b"Physical size: 24x40\n")
        return await super().shell(command, stdin)


@asynccontextmanager
async def farm(
    folder: Path, count: int = 2, *, proxies: bool = False
) -> AsyncIterator[tuple[list[Slow], list[FarmDevice]]]:
    """Small devices on Unix sockets, open for a load test."""
    phones = [Slow(f"slow-{number}") for number in range(count)]
    async with AsyncExitStack() as stack:
        for number, phone in enumerate(phones):
            await stack.enter_async_context(listen_unix(folder / f"{number}", phone))
        uris = [f"unix:{folder / str(number)}" for number in range(count)]
        yield phones, await stack.enter_async_context(open_devices(uris, proxies=proxies))


async def play(
    devices: list[FarmDevice],
    scenario: Scenario | None = None,
    slo: tuple[str, ...] = (),
    observe: Callable[[Progress], None] = lambda _: None,
    **values: object,
) -> LoadReport:
    """Run a short load test."""
    profile = Profile.model_validate({"run_time": 0.5, "grace": 5, **values})
    thresholds = [parse_threshold(text, ["shell", "stat"]) for text in slo]
    return await LoadTest(profile, devices, scenario or mix_scenario(profile.steps, 0), thresholds, observe).run()


def count(report: LoadReport, name: str) -> int:
    """The number of successful operations of that name."""
    return next((row.latency.count for row in report.operations if row.name == name), 0)


async def test_an_open_load_starts_every_iteration_and_says_what_each_took(tmp_path: Path):
    """Sixty in a second, evenly over the devices."""
    async with farm(tmp_path) as (_, devices):
        report = await play(devices, rate=60, run_time=1, in_flight=100, mix=[{"do": "shell"}, {"do": "stat"}])
    assert count(report, "iteration") == report.iterations == 60
    assert count(report, "shell") + count(report, "stat") == 60
    assert [row.iterations for row in report.devices] == [30, 30]
    assert (report.failed, report.dropped, report.unfinished, report.fairness) == (0, 0, 0, 0.0)
    assert sum(report.layers.values()) == pytest.approx(1, abs=0.01)


async def test_every_operation_of_a_scenario_is_done_and_measured(tmp_path: Path):
    """All that a scenario can ask of a phone."""

    async def scenario(phone: LoadPhone) -> None:
        await phone.stat()
        assert await phone.shell("echo hi") == "hi\n"
        assert (await phone.screenshot()).width == 24
        assert (await phone.screenshot_png()).startswith(b"\x89PNG")
        assert b"<hierarchy" in await phone.dump()
        await phone.push(b"data", "/sdcard/x")
        assert await phone.pull("/sdcard/x") == b"data"
        await phone.tap(1, 2)
        await phone.swipe(1, 2, 3, 4)
        await phone.text("hello")
        await phone.key("HOME")
        await phone.start("com.here")
        await phone.uninstall("com.here")
        await phone.pause(0)

    async with farm(tmp_path, 1) as (_, devices):
        report = await play(devices, scenario, rate=4, allow=["shell", "uninstall"])
    names = {row.name for row in report.operations if row.latency.count}
    assert report.errors == ()
    assert names == {
        *("stat", "shell", "screenshot", "screenshot-png", "dump", "push", "pull", "tap", "swipe", "text", "key"),
        *("start", "uninstall", "iteration"),
    }


async def test_an_app_is_installed(tmp_path: Path):
    """From a local file."""
    apk = tmp_path / "a.apk"
    await anyio.Path(apk).write_bytes(b"PK small")
    async with farm(tmp_path, 1) as (phones, devices):
        report = await play(devices, rate=2, mix=[{"do": "install", "apk": str(apk)}], allow=["install"])
    assert phones[0].installed
    assert set(phones[0].installed) == {b"PK small"}
    assert report.failed == 0


async def test_an_iteration_that_cannot_start_is_dropped_and_counted(tmp_path: Path):
    """Devices that answer nothing: only as many as allowed run, and what is due meanwhile is dropped."""
    async with farm(tmp_path, 1) as (phones, devices):
        gate = phones[0].gate = anyio.Event()

        def observe(progress: Progress) -> None:
            assert progress.iterations == 3
            gate.set()

        report = await play(devices, None, (), observe, rate=40, run_time=1.5, in_flight=3, mix=[{"do": "shell"}])
    assert report.dropped > 10
    assert report.dropped + report.iterations == 60


async def test_a_hanging_operation_ends_with_the_grace_period_and_is_counted(tmp_path: Path):
    """It is neither a success nor lost."""
    async with farm(tmp_path, 1) as (phones, devices):
        phones[0].gate = anyio.Event()
        report = await play(devices, users=2, grace=0.1, mix=[{"do": "shell"}])
    assert report.unfinished == 2
    assert report.iterations == 0


async def test_failures_are_counted_by_kind_and_the_device_by_its_recovery(tmp_path: Path):
    """A device that fails for a second and works again."""
    async with farm(tmp_path, 2) as (phones, devices):
        phones[0].broken = True
        seen = []

        def observe(progress: Progress) -> None:
            seen.append(progress.found.failed)
            phones[0].broken = False

        report = await play(devices, None, (), observe, users=2, run_time=2.2, mix=[{"do": "shell"}])
    (error,) = report.errors
    assert (error.operation, error.kind) == ("shell", "command failed")
    assert "no" in error.example
    assert error.count >= seen[0] > 0
    assert [row.recoveries for row in report.devices] == [1, 0]
    assert report.recoveries[0].device == "slow-0"


async def test_a_script_that_raises_while_it_plays_is_a_failed_iteration(tmp_path: Path):
    """The test goes on."""

    async def scenario(phone: LoadPhone) -> None:
        await phone.stat()
        raise ValueError("sold out")

    async with farm(tmp_path, 1) as (_, devices):
        report = await play(devices, scenario, users=1)
    assert [(row.operation, row.kind) for row in report.errors] == [("scenario", "script raised")]
    assert "sold out" in report.errors[0].example
    assert report.iterations == 0


async def test_what_is_not_allowed_is_not_done_although_no_dry_run_came_to_it(tmp_path: Path):
    """A script that would restart the phone only if a file is there."""

    async def scenario(phone: LoadPhone) -> None:
        await phone.stat()
        await phone.reboot()

    async with farm(tmp_path, 1) as (phones, devices):
        report = await play(devices, scenario, users=1)
    assert "reboot" not in phones[0].ran
    assert [(row.operation, row.kind) for row in report.errors] == [("scenario", "script raised")]
    assert "reboot may break something and is not allowed: --allow reboot" in report.errors[0].example


async def test_an_app_that_is_not_there_is_a_failed_start(tmp_path: Path):
    """A launcher that found nothing to start has started nothing."""
    async with farm(tmp_path, 1) as (_, devices):
        report = await play(devices, users=1, mix=[{"do": "start", "package": "com.absent"}])
    assert count(report, "start") == 0
    assert report.errors[0].kind == "command failed"


async def test_a_scenario_of_many_operations_has_a_knee_in_iterations(tmp_path: Path):
    """A farm that completes every iteration keeps up, however many operations each has."""

    async def scenario(phone: LoadPhone) -> None:
        for _ in range(4):
            await phone.stat()

    async with farm(tmp_path, 1) as (_, devices):
        report = await play(devices, scenario, rate=20, run_time=4, in_flight=200)
    assert report.knee is None
    assert sum(row.iterations for row in report.series) == pytest.approx(80, abs=1)
    assert report.rate == pytest.approx(80, rel=0.1)


async def test_devices_of_one_name_are_told_apart(tmp_path: Path):
    """Emulators have one serial number; each is counted by its own address."""
    async with AsyncExitStack() as stack:
        for name in ("a", "b"):
            phone = Slow("same")
            phone.boot = name
            await stack.enter_async_context(listen_unix(tmp_path / name, phone))
        uris = [f"unix:{tmp_path / name}" for name in ("a", "b")]
        devices = await stack.enter_async_context(open_devices(uris, proxies=False))
        report = await play(devices, users=2, mix=[{"do": "stat"}])
    assert [row.name for row in report.devices] == uris
    assert all(row.done for row in report.devices)


async def test_faults_are_made_at_their_time_and_the_device_recovers(tmp_path: Path):
    """A lost connection of one device, and a delay on both."""
    async with farm(tmp_path, 2, proxies=True) as (_, devices):
        chaos = [
            {"at": 0.3, "for": 0.2, "faults": "disconnect", "devices": [0]},
            {"at": 0.6, "for": 0.3, "faults": "delay=50ms@1"},
        ]
        report = await play(devices, users=2, run_time=1.2, mix=[{"do": "stat"}], chaos=chaos)
    assert [row.down for row in report.devices] == [False, False]
    assert report.devices[1].failed == 0
    assert report.reconnects.count >= 1
    assert [row.devices for row in report.chaos] == [("slow-0",), ("slow-0", "slow-1")]
    assert {row.blamed for row in report.chaos} == {"device"}


async def test_a_threshold_that_fails_ends_the_test_if_it_is_to(tmp_path: Path):
    """Long before its time."""
    async with farm(tmp_path, 1) as (_, devices):
        report = await play(
            devices, slo=("stat.p99<0us",), users=1, run_time=600, mix=[{"do": "stat"}],
            abort_on_fail=True, abort_delay=0,
        )  # fmt: skip
    assert report.seconds < 300
    assert report.aborted.startswith("stat.p99<0us did not hold")
    assert not report.thresholds[0].holds


async def test_pushed_files_are_removed_at_the_end(tmp_path: Path):
    """By the prefix that load tests use."""
    async with farm(tmp_path, 1) as (phones, devices):
        await play(devices, users=1, mix=[{"do": "push", "size": "1kB"}])
    assert "rm -f /data/local/tmp/load-test-*" in phones[0].ran


async def test_a_device_is_used_once_whatever_it_is_called(tmp_path: Path):
    """A message names two addresses of one phone."""
    async with AsyncExitStack() as stack:
        phone = Slow("same")
        for name in ("a", "b"):
            await stack.enter_async_context(listen_unix(tmp_path / name, phone))
        uris = [f"unix:{tmp_path / name}" for name in ("a", "b")]
        messages: list[str] = []
        devices = await stack.enter_async_context(open_devices(uris, proxies=False, left_out=messages.append))
        assert [item.device.info.uri for item in devices] == uris[:1]
        assert "are the same phone" in messages[0]


async def test_devices_that_are_not_reached_by_adb_are_refused():
    """There is no farm behind a phone in this process."""
    with pytest.raises(UsageError, match="not reached by ADB"):
        async with open_devices(["headless://1"], proxies=False):
            pass


async def test_a_device_that_cannot_be_reached_is_named_before_any_load(tmp_path: Path):
    """As a fault of that device."""
    with pytest.raises(DeviceFault, match="absent"):
        async with open_devices([f"unix:{tmp_path / 'absent'}"], proxies=False):
            pass


async def test_a_search_says_whether_none_or_all_of_the_devices_hold(tmp_path: Path):
    """A threshold that nothing can meet, and none at all."""
    async with farm(tmp_path, 3) as (_, devices):
        profile = Profile.model_validate({"rate": 1, "run_time": 0.5, "mix": [{"do": "stat"}]})
        thresholds = [parse_threshold("all.p99<0us", ["stat"])]
        scenario = mix_scenario(profile.steps, 0)
        refused = await find_capacity("devices", 3, 5.0, profile, devices, scenario, thresholds)
        held = await find_capacity("devices", 3, 5.0, profile, devices, scenario, ())
    assert (refused.number, next(trial.number for trial in refused.trials)) == (0, 3)
    assert (held.number, held.bounded, len(held.trials)) == (3, True, 1)


async def test_a_report_is_written_in_every_form_and_hostile_texts_are_inert(tmp_path: Path):
    """JSON, CSV, Prometheus, HTML and lines for the terminal."""

    async def scenario(phone: LoadPhone) -> None:
        await phone.stat()
        raise ValueError("<script>alert(1)</script>")

    async with farm(tmp_path, 2) as (_, devices):
        report = await play(devices, scenario, ("stat.p99<10s",), rate=20, run_time=1)
    page = report_page(report)
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "http://" not in page
    assert "https://" not in page
    assert LoadReport.model_validate_json(report.model_dump_json()) == report
    assert json.loads(report.model_dump_json())["operations"][0]["name"] == "stat"
    assert operations_csv(report).splitlines()[1].startswith("stat,")
    assert len(devices_csv(report).splitlines()) == 1 + 2 * 2
    assert series_csv(report).startswith("at,load,rate,")
    assert 'farm_operation_duration_seconds_count{operation="stat"} 20' in prometheus(report)
    assert any(line.startswith("ok   stat.p99<10s") for line in lines(report))


async def cancelled_everywhere(run: Callable[[], Coroutine[Any, Any, LoadReport]], steps: int) -> None:
    """Cancel a test after each number of turns of the loop."""
    for at in range(steps):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(run)
            for _ in range(at):
                await anyio.lowlevel.checkpoint()
            tasks.cancel_scope.cancel()


async def test_a_test_can_be_cancelled_at_any_await_and_leaves_no_connection_in_use(tmp_path: Path):
    """The devices work afterwards."""
    async with farm(tmp_path, 2) as (_, devices):
        await cancelled_everywhere(lambda: play(devices, users=4, mix=[{"do": "shell"}, {"do": "push"}]), 120)
        report = await play(devices, users=2, mix=[{"do": "shell"}])
    assert report.failed == 0
    assert report.iterations > 0
