"""The command `farm`: load tests of device farms, and the search for what a farm can carry."""

from __future__ import annotations

import argparse
import math
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import anyio
import anyio.to_thread

from runtime.bench.streams import complain, say, say_json
from runtime.bench.terminal import show, terminal
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser, whole_number
from runtime.plugins.specs import CommandSpec

if TYPE_CHECKING:  # `--help` needs none of it
    from adapters.farm.capacity import Capacity, Trial
    from adapters.farm.devices import FarmDevice
    from adapters.farm.experiment import LoadTest
    from adapters.farm.plan.profile import Profile
    from adapters.farm.plan.scenario import Scenario
    from adapters.farm.reports.growth_row import GrowthRow
    from adapters.farm.reports.report import LoadReport
    from adapters.farm.results.thresholds import Threshold

THRESHOLD_FAILED: Final = 99
"""Exit code if a threshold does not hold, as k6 has it."""
INTERRUPTED: Final = 130
_DEFAULT_SLO: Final = ("all.p99<1s", "all.errors<1%")
_NOT_FOR_SEARCHES: Final = frozenset(("users", "rate", "shape", "stages", "load", "think", "chaos"))
_DESCRIPTION: Final = """\
Put devices under load and report what they carry and what breaks first. Virtual users do operations on the devices
that are named, or play a scenario or a recorded run. With --users each one begins again when it has ended (closed
load); with --rate iterations begin whether earlier ones have ended or not (open load), and latencies count from when
an operation was due.

`farm capacity` searches for the most devices, or the highest rate, at which all thresholds still hold. `farm growth`
connects more and more of the devices, and asks all of them at once each time.
"""
_EXAMPLES: Final = """\
examples:
  python -m runtime.bench farm --device phone://4 --run-time 20s
      four virtual phones, one user each, operations that only read
  python -m runtime.bench farm --device adb://127.0.0.1:5037 --users 20 --mix screenshot=5,tap=2,dump=1
      all devices of an adb server
  python -m runtime.bench farm --device ssh://user@farm --rate 50 --shape ramp --run-time 5m --slo 'all.p99<800ms'
      iterations per second rise to 50; exit status 99 if the threshold does not hold
  python -m runtime.bench farm --device tcp://192.168.1.20:5555 --scenario shop.py
      shop.py has `async def scenario(phone):` with calls such as `await phone.tap(540, 1200)`
  python -m runtime.bench farm --device phone://20 --replay runs/20261120-140500 --speed 4
  python -m runtime.bench farm capacity --device phone://20 --per-device 1 --slo 'all.p99<500ms'
      how many devices carry one operation per second each
  python -m runtime.bench farm growth --device tcp://127.0.0.1:26555-27554 --server adb://127.0.0.1:5037
      how an adb server does with 1, 2, 5, … 1,000 devices
  python -m runtime.bench farm --device phone://4 --profile load.yaml --dry-run
      print the plan and send nothing

thresholds: OPERATION.METRIC<VALUE; the operation may be `all` or `iteration`; metrics are p50, p90, p95, p99, p99.9,
max, mean (800ms), errors, dropped (1%) and rate (>50). Exit status: 0; 99 a threshold does not hold; 1 the generator
was the limit; 2 the request cannot be met.
"""


def run(arguments: Sequence[str]) -> int:
    """Run a load test or a search; returns the exit status."""
    words = list(arguments)
    kind = words.pop(0) if words[:1] in (["capacity"], ["growth"]) else ""
    try:
        if kind == "growth":
            return anyio.run(_grow, _growth_parser().parse_args(words))
        options = _parser(searching=kind == "capacity").parse_args(words)
        return anyio.run(_search if kind == "capacity" else _test, options)
    except KeyboardInterrupt:
        return INTERRUPTED


def _growth_parser() -> Parser:
    parser = Parser(
        prog="python -m runtime.bench farm growth",
        description="Connect more and more devices (1, 2, 5, 10, …), and each time list them and ask all at once.",
        epilog="The adb server keeps the devices that it was asked to connect; `adb disconnect` lets them go.",
    )
    add = parser.add_argument
    add("--device", action="append", metavar="URI", help="devices; tcp://HOST:FIRST-LAST names a range of ports")
    add(
        "--server",
        metavar="URI",
        help="an adb server that connects to the tcp:// devices, such as adb://127.0.0.1:5037",
    )
    add("--connections-per-second", type=float, default=50.0, metavar="N", help="new connections, at most (50)")
    add("--json", action="store_true", help="print JSON instead of the table")
    return parser


def _parser(*, searching: bool) -> Parser:
    parser = Parser(
        prog=f"python -m runtime.bench farm{' capacity' if searching else ''}",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--device", action="append", metavar="URI", help="devices to put under load; may be repeated; no default")
    add("--profile", type=Path, metavar="FILE", help="YAML or JSON with the names of these options; options go first")
    if searching:
        add("--of", choices=("devices", "rate"), default="devices", help="what is searched for (devices)")
        add("--per-device", type=_rate, default=1.0, metavar="RATE", help="iterations per second of a device (1)")
        add("--most", type=whole_number(1), metavar="N", help="the largest number to try (all devices; rate: 1000)")
    else:
        add("--users", type=whole_number(1), metavar="N", help="closed load: virtual users (one for each device)")
        add("--rate", type=float, metavar="R", help="open load: iterations per second over all devices")
        add("--shape", choices=("constant", "ramp", "steps", "spike"), help="how the load changes (constant)")
        add("--stage", action="append", metavar="TIME:TARGET", help="a stage of one's own; may be repeated; see --load")
        add("--load", choices=("users", "rate"), help="what the targets of stages are")
        add("--think", metavar="TIME", help="closed load: pause of a user between iterations (0)")
        add("--speed", type=float, metavar="K", help="play a recorded run so many times faster (1)")
    add("--run-time", metavar="TIME", help="such as 30s, 5m, 8h (30s; a test of a search 10s)")
    add("--arrivals", choices=("constant", "poisson"), help="open load: evenly spaced, or at random (constant)")
    add("--in-flight", type=whole_number(1), metavar="N", help="iterations at once; more are dropped (10 per device)")
    add("--mix", metavar="LIST", help="operations with weights, such as screenshot=5,tap=2 (reads only)")
    add("--scenario", metavar="FILE[:NAME]", help="Python file with `async def scenario(phone)`")
    add("--replay", type=Path, metavar="DIR", help="play the recorded episodes of this run folder again")
    add("--slo", action="append", metavar="THRESHOLD", help="a condition that must hold; may be repeated")
    add("--abort-on-fail", action="store_true", default=None, help="end the test when a threshold does not hold")
    add("--abort-delay", metavar="TIME", help="but not before this time (10s)")
    add("--allow", metavar="LIST", help="destructive operations that may be done: install, uninstall, reboot, shell")
    add("--connections-per-second", type=float, metavar="N", help="new connections to devices, at most (50)")
    add("--seed", type=whole_number(0), metavar="S", help="seed of arrivals and of the mix (0)")
    add("--out", type=Path, metavar="DIR", help="new folder for the report (default: farm/DATE-TIME)")
    add("--json", action="store_true", help="print the report as JSON instead of the table")
    add("--no-progress", action="store_true", help="no live view")
    add("--dry-run", action="store_true", help="print the plan, try the scenario on no device, and end")
    return parser


def _rate(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of iterations per second")
    return value


def _profile(options: argparse.Namespace, *, searching: bool) -> Profile:
    """Return the profile of the options and the file. Raises UsageError."""
    from adapters.farm.plan.profile import Profile, make_profile, parse_mix, read_profile

    if not options.device:
        raise UsageError("no device is named: --device URI says what may be put under load; phone://4 to try it")
    values: dict[str, Any] = read_profile(options.profile) if options.profile else {}
    for name in Profile.model_fields:
        if (value := vars(options).get(name)) is not None:
            values[name] = value
    if options.scenario == "":
        raise UsageError("--scenario '': write FILE or FILE:FUNCTION")
    if options.mix:
        values["mix"] = parse_mix(options.mix)
    if options.allow:
        values["allow"] = options.allow.split(",")
    if searching:
        if unfit := _NOT_FOR_SEARCHES & values.keys():
            raise UsageError(f"{min(unfit)} does not fit a search, which chooses the load itself: leave it out")
        values.setdefault("run_time", "10s")
        values.setdefault("slo", _DEFAULT_SLO)
        values["rate"] = 1.0
    elif options.stage:
        values["stages"] = [_stage(text) for text in options.stage]
        values.setdefault("load", "rate" if values.get("rate") else "users")
    return make_profile(values, str(options.profile) if options.profile else "options")


def _stage(text: str) -> dict[str, str]:
    seconds, colon, target = text.partition(":")
    if not colon:
        raise UsageError(f"--stage {text!r}: write TIME:TARGET, such as 30s:50")
    return {"for": seconds, "to": target}


class _Plan:
    """A load test that was checked and has sent nothing yet."""

    def __init__(
        self, profile: Profile, scenario: Scenario, operations: Counter[str], thresholds: list[Threshold], where: str
    ) -> None:
        self.profile = profile
        self.scenario = scenario
        self.operations = operations
        self.thresholds = thresholds
        self.where = where


async def _plan(options: argparse.Namespace, *, searching: bool) -> _Plan:
    """Check everything that can be checked without a device. Raises UsageError."""
    from adapters.farm.chaos import check_faults
    from adapters.farm.plan.replays import read_episodes, replay_scenario
    from adapters.farm.plan.scenario import mix_scenario
    from adapters.farm.plan.scripts import load_script, try_scenario
    from adapters.farm.results.thresholds import parse_threshold

    profile = await anyio.to_thread.run_sync(lambda: _profile(options, searching=searching))
    if profile.scenario:
        where = f"--scenario {profile.scenario}"
        scenario = await anyio.to_thread.run_sync(load_script, profile.scenario)
        operations = await try_scenario(scenario, where, profile.allow)
    elif profile.replay is not None:
        where = f"--replay {profile.replay}"
        episodes = await anyio.to_thread.run_sync(read_episodes, profile.replay)
        scenario = replay_scenario(episodes, profile.speed)
        operations = await try_scenario(scenario, where, profile.allow)
        operations.update(dict.fromkeys(("tap", "swipe", "text", "key", "start"), 0))
    else:
        where = "the mix" if profile.mix else "the default mix"
        scenario = mix_scenario(profile.steps, profile.seed)
        operations = Counter(step.do for step in profile.steps)
        refused = sorted({step.do for step in profile.steps if step.destructive} - set(profile.allow))
        if refused:
            raise UsageError(
                f"{where}: {', '.join(refused)} may break something; allow it with --allow {','.join(refused)}"
            )
    thresholds = [parse_threshold(text, operations) for text in profile.slo]
    check_faults(profile.chaos, 1 << 30)
    return _Plan(profile, scenario, operations, thresholds, where)


@asynccontextmanager
async def _opened(options: argparse.Namespace, plan: _Plan) -> AsyncIterator[tuple[list[FarmDevice], Path, list[str]]]:
    """Open the devices of a plan and make the folder of its report; yields also the devices that are left out."""
    from adapters.adb.transport.dialing import limit_dials
    from adapters.farm.chaos import check_faults
    from adapters.farm.devices import open_devices
    from adapters.farm.plan.addresses import expand_uris
    from adapters.farm.plan.quantities import show_count

    chaos = plan.profile.chaos
    limit_dials(max(round(plan.profile.connections_per_second), 1))
    left_out: list[str] = []
    async with open_devices(expand_uris(options.device), proxies=bool(chaos), left_out=left_out.append) as devices:
        check_faults(chaos, len(devices))
        folder = await anyio.to_thread.run_sync(_new_folder, options.out)
        show(terminal(stderr=True), *left_out, f"{show_count(len(devices), 'device')} ready")
        yield devices, folder, left_out


async def _test(options: argparse.Namespace) -> int:
    from adapters.farm.experiment import LoadTest
    from adapters.farm.live_view import LiveView

    plan = await _plan(options, searching=False)
    if options.dry_run:
        say(*_plan_lines(plan, options.device))
        return 0
    console = terminal(stderr=True)
    async with _opened(options, plan) as (devices, folder, left_out):
        with LiveView(console, live=console.is_terminal and not options.no_progress) as view:
            test = LoadTest(plan.profile, devices, plan.scenario, plan.thresholds, view.observe)
            report, interrupted = await _run_until_interrupted(test, view.show_message)
    report = report.model_copy(update={"left_out": tuple(left_out)})
    await anyio.to_thread.run_sync(_write, folder, report)
    _show(report, folder, as_json=options.json)
    if interrupted:
        return INTERRUPTED
    if report.failed_thresholds:
        return THRESHOLD_FAILED
    return 1 if report.invalid else 0


async def _run_until_interrupted(test: LoadTest, tell: Callable[[str], None]) -> tuple[LoadReport, bool]:
    """Run a test; return its report, and whether Ctrl-C ended it. A second Ctrl-C raises KeyboardInterrupt."""
    interrupted = False

    async def listen() -> None:
        nonlocal interrupted
        with anyio.open_signal_receiver(signal.SIGINT) as signals:
            await anext(signals)
        interrupted = True
        tell("ending the test for its report; Ctrl-C again ends at once")
        test.stop("interrupted")

    async with anyio.create_task_group() as group:
        group.start_soon(listen)
        report = await test.run()
        group.cancel_scope.cancel()
    return report, interrupted


async def _search(options: argparse.Namespace) -> int:
    from adapters.farm.capacity import find_capacity

    plan = await _plan(options, searching=True)
    if options.dry_run:
        say(*_plan_lines(plan, options.device))
        return 0
    console = terminal(stderr=True)

    def observe(trial: Trial) -> None:
        show(console, f"{trial.number} {options.of}: {'holds' if trial.holds else f'does not hold: {trial.why}'}")

    async with _opened(options, plan) as (devices, folder, _):
        most = min(options.most or len(devices), len(devices)) if options.of == "devices" else options.most or 1000
        capacity = await find_capacity(
            options.of, most, options.per_device, plan.profile, devices, plan.scenario, plan.thresholds, observe
        )
    await anyio.to_thread.run_sync(_write_capacity, folder, capacity)
    if options.json:
        say_json(_capacity_document(capacity))
    else:
        say(_capacity_line(capacity, options.per_device), f"reports of all {len(capacity.trials)} tests: {folder}")
    return 0 if capacity.number else THRESHOLD_FAILED


async def _grow(options: argparse.Namespace) -> int:
    from adapters.adb.servers.client import AdbServer
    from adapters.adb.transport.dialing import limit_dials
    from adapters.adb.uri import parse_adb, parse_tcp
    from adapters.farm.growth import measure_growth
    from adapters.farm.plan.addresses import expand_uris

    if not options.device:
        raise UsageError("no device is named: --device tcp://HOST:FIRST-LAST, for example of `phones --count 100`")
    uris = expand_uris(options.device)
    server = None
    if options.server:
        place = parse_adb(options.server)
        server = AdbServer.tcp(place.host, place.port)
        for uri in uris:
            parse_tcp(uri)
    limit_dials(max(round(options.connections_per_second), 1))
    console = terminal(stderr=True)

    def observe(row: GrowthRow) -> None:
        show(console, f"{row.devices} connected: p99 {row.answers.p99:.1f} ms, {row.failed} failed")

    rows = await measure_growth(uris, server, observe)
    if options.json:
        say_json([row.model_dump(mode="json") for row in rows])
        return 0
    from adapters.farm.reports.summary import growth_table

    terminal().print(growth_table(rows))
    return 0


def _capacity_line(capacity: Capacity, per_device: float) -> str:
    unit = (
        f"devices at {per_device:g} iterations per second each" if capacity.of == "devices" else "iterations per second"
    )
    if not capacity.number:
        return f"not even one: {capacity.trials[-1].why}"
    if capacity.bounded:
        return f"at least {capacity.number} {unit}: all that was allowed holds"
    return f"{capacity.number} {unit}, within 5 %, found with {len(capacity.trials)} tests"


def _capacity_document(capacity: Capacity) -> dict[str, object]:
    trials = [{"number": item.number, "holds": item.holds, "why": item.why} for item in capacity.trials]
    return {"of": capacity.of, "number": capacity.number, "bounded": capacity.bounded, "trials": trials}


def _plan_lines(plan: _Plan, devices: Sequence[str]) -> list[str]:
    """Describe what a test would do."""
    from adapters.farm.plan.quantities import show_seconds

    profile = plan.profile
    curve = profile.curve(1)
    kind = "iterations per second" if profile.open else "users"
    level = "one user for each device" if not profile.open and not profile.users and not profile.stages else ""
    level = level or f"up to {curve.most:g} {kind}"
    iterations = f", {curve.total:,.0f} iterations" if profile.open else ""
    lines = [
        f"devices: {', '.join(devices)}",
        f"load: {level} for {show_seconds(curve.seconds)}{iterations}",
        f"operations of {plan.where}: " + ", ".join(sorted(plan.operations)),
        f"at most {profile.connections_per_second:g} new connections per second",
    ]
    lines += [f"threshold: {item.text}" for item in plan.thresholds]
    lines += [f"fault: {item.faults} at {item.at:g} s for {item.seconds:g} s" for item in profile.chaos]
    return [*lines, "nothing was sent"]


def _new_folder(chosen: Path | None) -> Path:
    """Make the folder of the report. Raises UsageError if it exists and holds something."""
    folder = chosen or Path("farm") / datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise UsageError(f"--out {folder}: the folder is not empty; choose a new one")
    except OSError as error:
        raise UsageError(f"--out {folder}: {error.strerror}") from error
    return folder


def _write(folder: Path, report: LoadReport) -> None:
    from adapters.farm.reports.exports import devices_csv, operations_csv, prometheus, series_csv
    from adapters.farm.reports.page import report_page

    for name, text in (
        ("report.json", report.model_dump_json(indent=1) + "\n"),
        ("operations.csv", operations_csv(report)),
        ("devices.csv", devices_csv(report)),
        ("series.csv", series_csv(report)),
        ("metrics.prom", prometheus(report)),
        ("report.html", report_page(report)),
    ):
        (folder / name).write_text(text, encoding="utf-8")


def _write_capacity(folder: Path, capacity: Capacity) -> None:
    for index, trial in enumerate(capacity.trials, 1):
        inside = folder / f"{index:02d}-{trial.number}"
        inside.mkdir()
        _write(inside, trial.report)


def _show(report: LoadReport, folder: Path, *, as_json: bool) -> None:
    from adapters.farm.reports.summary import lines, operations_table

    if as_json:
        say(report.model_dump_json(indent=1))
        return
    console = terminal()
    console.print(operations_table(report))
    show(console, *lines(report))
    complain(f"report: {folder / 'report.html'}")


COMMAND: Final = CommandSpec(run=run, title="load tests of device farms: what they carry and what breaks first")
