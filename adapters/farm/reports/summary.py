"""A report as lines and a table for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.table import Table

from adapters.farm.plan.quantities import show_count, show_seconds
from adapters.farm.reports.growth_row import GrowthRow
from adapters.farm.reports.report import LoadReport
from adapters.farm.results.layers import Layer, blamed
from runtime.bench.terminal import plain

LAYER_NAMES: dict[Layer, str] = {
    "own": "generator",
    "network": "network",
    "server": "adb server",
    "device": "device",
}


def operations_table(report: LoadReport) -> Table:
    """Return the operations with rates, latencies in ms, and the layer that had most of the time."""
    table = Table(box=None, pad_edge=False, header_style="bold", caption="latencies in ms", caption_justify="left")
    table.add_column("operation", no_wrap=True)
    for head in ("per second", "failed", "p50", "p90", "p99", "p99.9", "max", "mostly"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in report.operations:
        found = row.latency
        times = [f"{value:,.1f}" for value in (found.p50, found.p90, found.p99, found.p999, found.max)]
        most = LAYER_NAMES[blamed(row.layers)] if row.layers else ""
        table.add_row(plain(row.name), f"{row.rate:,.1f}", str(row.failed or ""), *times, most)
    return table


def lines(report: LoadReport) -> Iterator[str]:
    """Yield what the table does not say: losses, layers, failures, thresholds, and whether the result counts."""
    kind = "open load" if report.open_load else "closed load"
    yield (
        f"{show_count(len(report.devices), 'device')}, {show_seconds(round(report.seconds))} of {kind}: "
        f"{report.rate:,.1f} operations per second, {report.failed} failed, {report.dropped} iterations dropped, "
        f"{report.unfinished} unfinished"
    )
    parts = ", ".join(f"{LAYER_NAMES[layer]} {part:.0%}" for layer, part in report.slow_layers.items() if part >= 0.005)
    yield f"the slowest tenth spent its time in: {parts or 'nothing'}"
    if len(report.devices) > 1:
        yield f"fairness between devices (Gini, 0 is equal): {report.fairness:.3f}"
    if report.knee is not None:
        load, before = f"{report.knee.load:,.1f}", f"{report.knee.p99:,.0f} ms"
        yield f"knee: the farm completes {load} iterations per second; more load brings no more (p99 before: {before})"
    for error in report.errors[:5]:
        yield f"{error.count} × {error.operation}: {error.kind} ({error.example[:200]})"
    down = [row.name for row in report.devices if row.down]
    if down:
        yield f"failed until the end: {', '.join(down[:8])}" + (f" and {len(down) - 8} more" if len(down) > 8 else "")
    if report.recoveries:
        longest = max(report.recoveries, key=lambda item: item.seconds)
        count = sum(row.recoveries for row in report.devices)
        yield f"{count} recoveries; the longest took {longest.seconds:.1f} s ({longest.device})"
    for fault in report.chaos:
        where = f"{len(fault.devices)} devices" if len(fault.devices) > 1 else fault.devices[0]
        yield (
            f"{fault.faults} on {where} at {fault.at:g} s for {fault.seconds:g} s: {fault.failed} operations failed; "
            f"most time was spent in the {LAYER_NAMES[fault.blamed]}"
        )
    for row in report.thresholds:
        yield f"{'ok  ' if row.holds else 'FAIL'} {row.text}: {row.value}"
    if report.aborted:
        yield f"ended early: {report.aborted}"
    for reason in report.invalid:
        yield f"INVALID: the generator was the limit, not the farm: {reason}"


def growth_table(rows: Sequence[GrowthRow]) -> Table:
    """Return a line for each size of a farm."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    heads = ("devices", "connect s", "track ms", "list ms", "listed", "p50 ms", "p99 ms", "failed", "MB", "lag ms")
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        server = ("" if value is None else f"{value:,.1f}" for value in (row.tracking, row.listing))
        cells = (f"{row.devices:,}", f"{row.connecting:,.2f}", *server, str(row.listed or ""))
        times = (f"{row.answers.p50:,.1f}", f"{row.answers.p99:,.1f}", str(row.failed or ""))
        table.add_row(*cells, *times, f"{row.memory:,.0f}", f"{row.lag:,.1f}")
    return table
