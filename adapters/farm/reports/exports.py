"""A report as CSV tables and as Prometheus text. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, fields
from typing import Final

from adapters.farm.reports.report import LoadReport
from adapters.farm.results.histogram import LatencySummary
from adapters.farm.results.layers import LAYERS

_LATENCIES: Final = tuple(field.name for field in fields(LatencySummary))


def operations_csv(report: LoadReport) -> str:
    """Return a line for each operation; latencies in ms."""
    header = ("operation", "rate", "failed", *_LATENCIES, *(f"{layer}_ms" for layer in LAYERS))
    rows = (
        (row.name, row.rate, row.failed, *_figures(row.latency), *(row.layers.get(layer, "") for layer in LAYERS))
        for row in report.operations
    )
    return _table(header, rows)


def devices_csv(report: LoadReport) -> str:
    """Return a line for each operation of each device; latencies in ms."""
    header = ("device", "uri", "operation", *_LATENCIES, "failed", "recoveries", "down")
    rows = (
        (row.name, row.uri, operation, *_figures(latency), row.failed, row.recoveries, row.down)
        for row in report.devices
        for operation, latency in (("all", row.latency), *row.operations.items())
    )
    return _table(header, rows)


def series_csv(report: LoadReport) -> str:
    """Return a line for each stretch of the test: seconds, rates per second, latencies in ms, seconds by layer."""
    header = ("at", "load", "rate", "iterations", "failed", "dropped", "in_flight", "p50", "p99", *LAYERS)
    rows = (
        (
            *(row.at, row.load, row.rate, row.iterations, row.failed, row.dropped, row.in_flight, row.p50, row.p99),
            *(row.layers.get(layer, 0.0) for layer in LAYERS),
        )
        for row in report.series
    )
    return _table(header, rows)


def prometheus(report: LoadReport) -> str:
    """Return the figures in Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/)."""
    return "".join(f"{line}\n" for line in _prometheus_lines(report))


def _prometheus_lines(report: LoadReport) -> Iterator[str]:
    yield from _metric(
        "farm_operation_duration_seconds",
        "summary",
        "Latency of operations that succeeded, from when they were due.",
        (sample for row in report.operations for sample in _summary({"operation": row.name}, row.latency)),
    )
    failures = (("", {"operation": row.operation, "kind": row.kind}, row.count) for row in report.errors)
    yield from _metric("farm_operation_failures_total", "counter", "Operations that failed.", failures)
    devices = (("", {"device": row.name}, row.done) for row in report.devices)
    yield from _metric("farm_device_operations_total", "counter", "Operations that succeeded, by device.", devices)
    down = (("", {"device": row.name}, int(row.down)) for row in report.devices)
    yield from _metric("farm_device_down", "gauge", "1 if a device failed until the end.", down)
    layers = (("", {"layer": str(layer)}, part) for layer, part in report.layers.items())
    yield from _metric("farm_layer_time_ratio", "gauge", "Share of the time of all operations, by layer.", layers)
    for name, title, value in (
        ("farm_dropped_iterations_total", "Iterations that were due and could not start.", report.dropped),
        ("farm_iterations_total", "Iterations that succeeded.", report.iterations),
        ("farm_fairness_gini", "Gini coefficient of the operations by device.", report.fairness),
        ("farm_result_valid", "1 unless the generator was the limit.", int(not report.invalid)),
    ):
        kind = "counter" if name.endswith("_total") else "gauge"
        yield from _metric(name, kind, title, [("", {}, value)])


def _metric(name: str, kind: str, title: str, samples: Iterable[tuple[str, dict[str, str], float]]) -> Iterator[str]:
    yield f"# HELP {name} {title}"
    yield f"# TYPE {name} {kind}"
    for suffix, labels, value in samples:
        inside = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
        yield f"{name}{suffix}{f'{{{inside}}}' if inside else ''} {value:g}"


def _summary(labels: dict[str, str], latency: LatencySummary) -> Iterator[tuple[str, dict[str, str], float]]:
    for quantile, value in (("0.5", latency.p50), ("0.9", latency.p90), ("0.99", latency.p99), ("1", latency.max)):
        yield "", {**labels, "quantile": quantile}, value / 1000
    yield "_sum", labels, latency.mean * latency.count / 1000
    yield "_count", labels, latency.count


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _figures(latency: LatencySummary) -> tuple[float, ...]:
    return astuple(latency)


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
