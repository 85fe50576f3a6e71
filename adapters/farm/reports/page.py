"""A report as one HTML page: no script, no external request, light and dark, prints. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

import yaml

from adapters.farm.plan.quantities import show_count, show_seconds
from adapters.farm.reports.charts import Axis, Band, Line, line_chart, linear, logarithmic, stacked_chart, tail
from adapters.farm.reports.report import DeviceRow, LoadReport, SeriesRow
from adapters.farm.reports.summary import LAYER_NAMES
from adapters.farm.results.health import Health
from adapters.farm.results.layers import LAYERS

_STYLE: Final = """
:root{color-scheme:light dark;--fg:#1c1e21;--dim:#5f6570;--bg:#fff;--card:#f5f6f8;--rule:#dde0e5;--bad:#c62828;
--good:#2e7d32;--s0:#1565c0;--s1:#ef6c00;--s2:#2e7d32;--s3:#8e24aa;--s4:#c62828;--s5:#00838f;--s6:#6d4c41;--s7:#546e7a}
@media (prefers-color-scheme:dark){:root{--fg:#e6e8eb;--dim:#9aa1ac;--bg:#15171a;--card:#1e2125;--rule:#343940;
--bad:#ef7070;--good:#7bc67e;--s0:#64a6ee;--s1:#f4a259;--s2:#7bc67e;--s3:#c58be0;--s4:#ef7070;--s5:#5cc3cf;
--s6:#b39385;--s7:#93a7b1}}
*{box-sizing:border-box}body{margin:0 auto;max-width:1360px;padding:24px;background:var(--bg);color:var(--fg);
font:15px/1.5 system-ui,sans-serif}h1{font-size:24px;margin:0}h2{font-size:18px;margin:32px 0 8px}
p{margin:4px 0;color:var(--dim)}.tiles{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0}
.tiles div{background:var(--card);border-radius:8px;padding:10px 16px;min-width:130px}
.tiles b{display:block;font-size:22px;font-weight:600}.charts{display:grid;
grid-template-columns:repeat(auto-fit,minmax(420px,1fr));gap:16px}figure{margin:0;background:var(--card);
border-radius:8px;padding:12px}figcaption{font-weight:600;margin-bottom:4px}svg{width:100%;height:auto}
svg text{fill:var(--dim);font-size:11px}.grid{stroke:var(--rule)}.line{fill:none;stroke-width:1.8}.area{opacity:.75}
.band{fill:var(--s4);opacity:.15}.legend{display:flex;flex-wrap:wrap;gap:4px 14px;font-size:13px;color:var(--dim)}
.legend i{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:5px}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{text-align:right;font-weight:600;border-bottom:2px solid var(--rule);padding:4px 8px;white-space:nowrap}
td{text-align:right;border-bottom:1px solid var(--rule);padding:4px 8px}th.t,td.t{text-align:left}
.bad{color:var(--bad);font-weight:600}.good{color:var(--good)}pre{background:var(--card);border-radius:8px;padding:12px;
overflow-x:auto}@media print{body{max-width:none;padding:0}figure,tr{break-inside:avoid}}
"""
_MOST_DEVICES: Final = 1000


def report_page(report: LoadReport) -> str:
    """Return the page."""
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width,initial-scale=1'>",
        f"<title>Load test, {escape(report.started)}</title><style>{_STYLE}</style></head><body><main>",
        *_head(report),
        *_charts(report),
        *_operations(report),
        *_thresholds(report),
        *_failures(report),
        *_devices(report.devices),
        *_profile(report),
        "</main></body></html>\n",
    ]
    return "".join(parts)


def _head(report: LoadReport) -> Iterator[str]:
    kind = "open load" if report.open_load else "closed load"
    yield f"<h1>Load test of {show_count(len(report.devices), 'device')}</h1>"
    yield f"<p>{escape(report.started)}, {show_seconds(round(report.seconds))}, {kind}</p>"
    for reason in report.invalid:
        yield f"<p class='bad'>Invalid: the generator was the limit, not the farm: {escape(reason)}</p>"
    for sentence in report.left_out:
        yield f"<p class='bad'>{escape(sentence)}</p>"
    if report.aborted:
        yield f"<p class='bad'>Ended early: {escape(report.aborted)}</p>"
    slowest = report.slow_layers.get(report.blamed, 0.0)
    tiles = (
        ("operations per second", f"{report.rate:,.1f}"),
        ("failed", f"{report.failed:,}"),
        ("dropped iterations", f"{report.dropped:,}"),
        ("slowest tenth", f"{LAYER_NAMES[report.blamed]} {slowest:.0%}"),
        ("fairness (Gini)", f"{report.fairness:.3f}"),
        ("generator's CPU", f"{report.cpu:.0%}"),
        *([("knee", f"{report.knee.load:,.1f}/s")] if report.knee else []),
    )
    yield "<div class='tiles'>"
    yield from (f"<div><b>{escape(value)}</b>{escape(name)}</div>" for name, value in tiles)
    yield "</div>"


def _charts(report: LoadReport) -> Iterator[str]:
    rows = report.series
    if not rows:
        return
    half = report.series_width / 2
    x = linear(0.0, report.seconds)
    bands = [Band(item.at, item.at + item.seconds, item.faults) for item in report.chaos]
    yield "<div class='charts'>"
    rates = [Line("operations per second", [(row.at + half, row.rate) for row in rows])]
    rates.append(Line("failed", [(row.at + half, row.failed / report.series_width) for row in rows]))
    if report.open_load:
        rates.append(Line("load (iterations per second)", [(row.at + half, row.load) for row in rows]))
        rates.append(Line("dropped", [(row.at + half, row.dropped / report.series_width) for row in rows]))
    most = max(value for line in rates for _, value in line.points)
    yield line_chart("Throughput", rates, x, linear(0, most), unit="per second", below="seconds", bands=bands)
    timed = [row for row in rows if row.p99 > 0]
    if timed:
        lines = [Line(name, [(row.at + half, _quantile(row, name)) for row in timed]) for name in ("p50", "p99")]
        values = [value for line in lines for _, value in line.points]
        y = logarithmic(min(values), max(values))
        yield line_chart("Latency of all operations", lines, x, y, unit="ms", below="seconds", bands=bands)
        yield _layers(timed, half, x)
    found = [row for row in report.operations if row.latency.count]
    if found:
        curves = [Line(row.name, [(share, max(ms, 0.001)) for share, ms in row.curve]) for row in found]
        values = [value for line in curves for _, value in line.points]
        y = logarithmic(min(values), max(values))
        yield line_chart("Distribution of latencies", curves, tail(), y, unit="ms", below="share of operations")
    if report.open_load and len({row.load for row in timed}) > 2:
        pairs = sorted((row.load, row.iterations) for row in timed)
        most = max(max(pair) for pair in pairs)
        lines = [
            Line("completed", pairs),
            Line("offered", [(load, load) for load, _ in pairs]),
        ]
        load_axis = linear(0, pairs[-1][0])
        yield line_chart(
            "Saturation", lines, load_axis, linear(0, most), unit="iterations per second", below="load per second"
        )
    yield "</div>"


def _layers(rows: Sequence[SeriesRow], half: float, x: Axis) -> str:
    lines = []
    for layer in LAYERS:
        points = []
        for row in rows:
            total = sum(row.layers.values())
            points.append((row.at + half, row.layers.get(layer, 0.0) / total if total else 0.0))
        lines.append(Line(LAYER_NAMES[layer], points))
    return stacked_chart("Whose time it was", lines, x, below="seconds")


def _quantile(row: SeriesRow, name: str) -> float:
    return row.p50 if name == "p50" else row.p99


def _operations(report: LoadReport) -> Iterator[str]:
    heads = ["operation", "per second", "failed", "p50 ms", "p90", "p95", "p99", "p99.9", "max"]
    heads += [f"{LAYER_NAMES[layer]} ms" for layer in LAYERS]
    rows = []
    for row in report.operations:
        latency = row.latency
        times = (latency.p50, latency.p90, latency.p95, latency.p99, latency.p999, latency.max)
        layers = (f"{row.layers[layer]:,.1f}" if row.layers else "" for layer in LAYERS)
        cells = [row.name, f"{row.rate:,.1f}", f"{row.failed or ''}", *(f"{ms:,.1f}" for ms in times), *layers]
        rows.append(cells)
    yield "<h2>Operations</h2>"
    yield "<p>Latencies count from when an operation was due. The last columns divide the mean by layer.</p>"
    yield _table(heads, rows)


def _thresholds(report: LoadReport) -> Iterator[str]:
    if report.thresholds:
        yield "<h2>Thresholds</h2>"
        rows = [[row.text, row.value, "holds" if row.holds else "fails"] for row in report.thresholds]
        yield _table(["threshold", "measured", ""], rows, text=1, marks=("fails", "holds"))


def _failures(report: LoadReport) -> Iterator[str]:
    if report.errors:
        yield "<h2>Failures</h2>"
        rows = [[row.operation, row.kind, row.example, f"{row.count:,}"] for row in report.errors]
        yield _table(["operation", "kind", "first message", "count"], rows, text=3)
    if report.chaos:
        yield "<h2>Faults that were made</h2>"
        rows = [
            [
                row.faults,
                ", ".join(row.devices),
                LAYER_NAMES[row.blamed],
                f"{row.at:g}",
                f"{row.seconds:g}",
                f"{row.failed}",
            ]
            for row in report.chaos
        ]
        yield _table(["fault", "devices", "time was spent in", "at s", "for s", "failed operations"], rows, text=3)
    if report.recoveries:
        yield "<h2>Recoveries</h2>"
        yield f"<p>New connections: {report.reconnects.count}, p50 {report.reconnects.p50:,.0f} ms</p>"
        rows = [[row.device, f"{row.at:,.1f}", f"{row.seconds:,.2f}"] for row in report.recoveries]
        yield _table(["device", "failed at s", "worked again after s"], rows)


def _devices(devices: Sequence[DeviceRow]) -> Iterator[str]:
    yield "<h2>Devices</h2>"
    if len(devices) > _MOST_DEVICES:
        yield f"<p>The first {_MOST_DEVICES} of {len(devices)}; devices.csv has all.</p>"
    heads = ["device", "address", "per second", "failed", "recoveries", "p50 ms", "p99", "max"]
    heads += ["battery %", "°C", "free GB", "new apps", "files left"]
    rows = []
    for row in devices[:_MOST_DEVICES]:
        before, after = row.health
        name = f"{row.name} (failed until the end)" if row.down else row.name
        latency = [f"{ms:,.1f}" for ms in (row.latency.p50, row.latency.p99, row.latency.max)]
        cells = [name, row.uri, f"{row.rate:,.1f}", str(row.failed or ""), str(row.recoveries or ""), *latency]
        rows.append([*cells, *_health(before, after)])
    yield _table(heads, rows, text=2)


def _health(before: Health | None, after: Health | None) -> Iterable[str]:
    if before is None or after is None:
        return ["?"] * 5
    new = sorted(set(after.apps) - set(before.apps))
    return (
        _change(before.battery, after.battery, "{:.0f}"),
        _change(before.temperature, after.temperature, "{:.1f}"),
        _change(before.free and before.free / 1e9, after.free and after.free / 1e9, "{:.1f}"),
        ", ".join(new),
        str(after.files or ""),
    )


def _change(before: float | None, after: float | None, form: str) -> str:
    if before is None or after is None:
        return "?"
    first, last = form.format(before), form.format(after)
    return last if first == last else f"{first} → {last}"


def _profile(report: LoadReport) -> Iterator[str]:
    yield "<h2>Profile</h2>"
    yield f"<pre>{escape(yaml.safe_dump(report.profile, sort_keys=False, allow_unicode=True))}</pre>"


def _table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, text: int = 1, marks: tuple[str, str] = ("", "")
) -> str:
    """Return a table whose first `text` columns are texts; a cell equal to a mark is shown as bad or good."""
    first = "".join(_cell("th", head, index < text, "") for index, head in enumerate(heads))
    lines = []
    for row in rows:
        cells = []
        for index, cell in enumerate(row):
            kind = "bad" if cell and cell == marks[0] else "good" if cell and cell == marks[1] else ""
            cells.append(_cell("td", cell, index < text, kind))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return f"<div class='scroll'><table><tr>{first}</tr>{''.join(lines)}</table></div>"


def _cell(tag: str, content: str, text: bool, kind: str) -> str:
    names = " ".join(name for name in ("t" if text else "", kind) if name)
    return f"<{tag}{f' class={names!r}' if names else ''}>{escape(content)}</{tag}>"
