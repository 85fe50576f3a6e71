"""The report on a run's labels as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from adapters.web.labels.agreement import DIMENSIONS

_WORDS = {"v_out": "V_out", "v_step": "V_step", "fills": "fills", "turns": "turns", "termination": "termination"}


def tables(document: Mapping[str, Any]) -> Iterator[Table]:
    """Tables of progress, agreement between annotators, and agreement of each judge with the majority."""
    yield _annotators(document)
    yield _reliability(document)
    if len(document["annotators"]) > 2:
        yield _pairs(document)
    for judge, part in document["judges"].items():
        yield _judge(judge, part)
    if document["disagreements"]:
        yield _disagreements(document)


def _annotators(document: Mapping[str, Any]) -> Table:
    table = _table(
        f"{document['run']}: {document['traces']} traces to label", "annotator", "traces", "labels", "skipped"
    )
    for annotator in document["annotators"]:
        table.add_row(
            Text(annotator["name"]),
            str(annotator["traces"]),
            f"{annotator['labels']}/{annotator['items']}",
            str(annotator["skipped"]),
        )
    return table


def _reliability(document: Mapping[str, Any]) -> Table:
    table = _table("agreement between annotators", "what", "items", "by all", "same", "Fleiss κ", "Cohen κ", "majority")
    found = document["agreement"]
    _row(table, "all yes/no", found["overall"])
    for name in DIMENSIONS:
        _row(table, _WORDS[name], found[name])
        for part, item in found[name].get("by_kind", {}).items():
            _row(table, f"  {part}", item)
        for level, item in found[name]["by_level"].items():
            _row(table, f"  {level}", item)
    return table


def _row(table: Table, name: str, part: Mapping[str, Any]) -> None:
    kappas = [pair["cohen"] for pair in part["pairs"] if pair["cohen"] is not None]
    span = "–" if not kappas else _figure(kappas[0]) if len(kappas) == 1 else f"{min(kappas):.2f}…{max(kappas):.2f}"
    table.add_row(
        name,
        str(part["items"]),
        str(part["by_all"]),
        str(part["unanimous"]),
        _figure(part["fleiss"]),
        span,
        str(part["majority"]),
    )


def _pairs(document: Mapping[str, Any]) -> Table:
    table = _table("Cohen's kappa of each pair", "annotators", "all yes/no", *_WORDS.values())
    found = document["agreement"]
    for number, pair in enumerate(found["overall"]["pairs"]):
        kappas = [found[name]["pairs"][number]["cohen"] for name in ("overall", *_WORDS)]
        table.add_row(Text(" · ".join(pair["annotators"])), *map(_figure, kappas))
    return table


def _judge(judge: str, part: Mapping[str, Any]) -> Table:
    title = f"judge {judge} against the majority: {part['traces']} traces"
    table = _table(title, "what", "Jaccard", "precision", "recall", "kappa", "n", "true", "FP", "FN", "open")
    for name in ("v_out", "v_step", "fills"):
        table.add_row(_WORDS[name], *_set(part[name]))
        for kind, judge_episode in part[name].get("by_kind", {}).items():
            table.add_row(f"  {kind}", *_set(judge_episode))
    for name in ("turns", "termination"):
        judge_episode = part[name]
        right = f"{judge_episode['right']} right"
        table.add_row(
            _WORDS[name],
            right,
            "",
            "",
            _figure(judge_episode["kappa"]),
            str(judge_episode["n"]),
            "",
            "",
            "",
            str(judge_episode["unscored"]),
        )
    return table


def _set(part: Mapping[str, Any]) -> list[str]:
    return [
        *(_figure(part[key]) for key in ("jaccard", "precision", "recall", "kappa")),
        *(str(part[key]) for key in ("n", "positive", "false_positive", "false_negative", "unscored")),
    ]


def _disagreements(document: Mapping[str, Any]) -> Table:
    table = _table(
        "where judges differ from the majority (open one: label RUN --open TRACE:STEP)", "trace", "step", "item"
    )
    for name in ("judge", "said", "majority"):
        table.add_column(name)
    for disagreement in document["disagreements"]:
        table.add_row(
            str(disagreement["trace"]),
            "–" if disagreement["step"] is None else str(disagreement["step"]),
            Text(f"{disagreement['episode']}\n{disagreement['subject']}"),
            Text(disagreement["judge"]),
            Text(_value(disagreement["judge_said"])),
            Text(_value(disagreement["majority"])),
        )
    return table


def _value(value: bool | str | None) -> str:
    if value is None:
        return "unscored"
    return value if isinstance(value, str) else str(int(value))


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _table(title: str, first: str, *others: str) -> Table:
    # Nothing may be cut off in eighty columns.
    table = Table(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0), collapse_padding=True)
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right" if name != "item" else "left", overflow="fold")
    return table
