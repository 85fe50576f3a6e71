"""Result documents as tables for the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from benchmarks.gap.summary import RATES
from runtime.metrics.quadrants import SPLITS

_NOTES: Final = (
    "EM: the action is right. GTA: what the thought announces is right. IDEAL: both; EG: the thought alone; RG: the "
    "action alone; BW: neither. Percent of n, the steps with a thought that was evaluated; ± is the 95 % interval."
)
_EVALUATED: Final = ("not evaluated", "invalid evaluations", "EG: format/type/arg.")
"""Rows that need an evaluator."""
_GROUPS: Final = {"type": "by type of action", "app": "by app", "subset": "by part", "step": "by step"}
_MOST: Final = 12
"""Maximum number of apps, parts and step numbers shown; result.json has all."""


def tables(
    documents: Sequence[Mapping[str, Any]], compared: Sequence[Mapping[str, Any]], dimensions: Sequence[str] = ("type",)
) -> Iterator[RenderableType]:
    """Tables of all models, of measures beside the gaps, of each model's groups, and of model differences."""
    first = documents[0]
    evaluators = list(dict.fromkeys(document["evaluator"] for document in documents if document["evaluator"]))
    evaluator = ", ".join(evaluators) or "none, so EM alone; --evaluator reads thoughts"
    yield Text(f"\n{first['dataset']} · rule {first['rule']} · evaluator {evaluator}", style="bold")
    if any(document["n"] for document in documents):
        yield _models(documents)
        yield Text(_NOTES, style="dim")
    yield _beside(documents)
    for dimension in dimensions:
        for document in documents:
            yield from _groups(document, dimension)
    if any(pair["n"] for pair in compared):
        yield _differences(compared)


def _models(documents: Sequence[Mapping[str, Any]]) -> Table:
    table = _table("", "model", "n", *RATES, "GTA - EM")
    for document in documents:
        table.add_row(
            Text(document["model"]),
            str(document["n"]),
            *(_figure(document["rates"][rate]) for rate in RATES),
            _spread(document["difference"]),
        )
    return table


def _beside(documents: Sequence[Mapping[str, Any]]) -> Table:
    """Measures that the gap table leaves out: coverage, invalid actions, whole episodes."""
    table = _table("", "over all steps", *(document["model"] for document in documents))
    rows: dict[str, Callable[[Mapping[str, Any]], object]] = {
        "predicted / steps": lambda entry: f"{entry['predictions']}/{entry['steps']}",
        "EM, %": lambda entry: entry["EM_all"],
        "TM (right type), %": lambda entry: entry["actions_all"]["TM"],
        "invalid actions": lambda entry: entry["invalid"],
        "no thought, %": lambda entry: entry["missing_thought"],
        "not evaluated": lambda entry: entry["unevaluated"],
        "invalid evaluations": lambda entry: entry["unreadable_evaluations"],
        "EG: format/type/arg.": lambda entry: "/".join(str(entry["execution_gap"][name]) for name in SPLITS),
        "click right, % of made": lambda entry: entry["grounding"]["of_typed"],
        "click right, % of due": lambda entry: entry["grounding"]["of_all"],
        "click off, median/1000": lambda entry: (entry["distance"] or {}).get("median"),
        "SR (episodes), %": lambda entry: entry["episodes"]["SR"],
        "goal progress, %": lambda entry: entry["episodes"]["progress"],
        "AMS (by episode), %": lambda entry: entry["episodes"]["AMS"],
    }
    evaluated = any(document["evaluator"] for document in documents)
    for words, value in rows.items():
        found = [value(document) for document in documents]
        if words in _EVALUATED and not evaluated:
            continue
        table.add_row(words, *(_figure(value) if isinstance(value, float | None) else str(value) for value in found))
    return table


def _groups(document: Mapping[str, Any], dimension: str) -> Iterator[RenderableType]:
    groups = document["by"].get(dimension, {})
    if not groups:
        return
    types = document["actions"] if dimension == "type" else {}
    # Steps outside n are shown in the table over all steps, so columns about them are left out here.
    columns = ["n", *RATES] if document["n"] else ["steps"]
    table = _table(f"{document['model']}: {_GROUPS[dimension]}", dimension, *columns, "EM all", *["TM"][: len(types)])
    for name, item in list(groups.items())[:_MOST]:
        right = round(100 * item["right"] / item["executed"], 2) if item["executed"] else None
        cells = [str(item["n"]), *map(_figure, item["rates"].values())] if document["n"] else [str(item["executed"])]
        cells += [_figure(right), *[_figure(types.get(name, {}).get("TM"))][: len(types)]]
        table.add_row(Text(name), *cells)
    yield table
    if len(groups) > _MOST:
        yield Text(f"… and {len(groups) - _MOST} more: --json or --out has all", style="dim")


def _differences(pairs: Sequence[Mapping[str, Any]]) -> Table:
    """Differences of all model pairs in points; a star if the 95 % interval (McNemar) excludes 0."""
    table = _table("differences in points, over the steps in n for both; *: the 95 % interval leaves 0 out", "models")
    for name in ("n", *RATES):
        table.add_column(name, justify="right")
    for pair in pairs:
        cells = []
        for rate in RATES:
            item = pair["rates"][rate]
            significant = item is not None and not item["low"] <= 0 <= item["high"]
            cells.append("–" if item is None else f"{item['value']:+.2f}{'*' if significant else ' '}")
        table.add_row(Text(f"{pair['left']} - {pair['right']}"), str(pair["n"]), *cells)
    return table


def label_tables(documents: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """Agreement of evaluators with people's labels, and GTA corrected for the evaluators' errors."""
    found = [item for item in documents if item["labels"] is not None]
    if not found:
        return
    names = ("n", "sensitivity", "specificity", "accuracy", "kappa", "GTA", "GTA corrected")
    table = _table("evaluator against people", "model", *names)
    for item in found:
        labels = item["labels"]
        table.add_row(
            Text(item["model"]),
            str(labels["n"]),
            *(_figure(labels.get(name)) for name in ("sensitivity", "specificity", "accuracy", "kappa")),
            _figure(item["rates"]["GTA"]),
            _figure(labels.get("GTA_corrected")),
        )
    yield table
    for item in found:
        if gaps := item["labels"].get("gaps"):
            by = {who: f"EG {_figure(gaps[who]['EG'])}, RG {_figure(gaps[who]['RG'])}" for who in ("human", "system")}
            row_text = (
                f"{item['model']}, on the same {gaps['n']} steps: {by['human']} by people, {by['system']} by evaluator"
            )
            yield Text(row_text + ("; it reverses which gap is larger" if gaps["reversed"] else ""), style="dim")


def _spread(difference: Mapping[str, float] | None) -> str:
    if difference is None:
        return "–"
    return f"{difference['value']:+.2f} ±{(difference['high'] - difference['low']) / 2:.2f}"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _table(title: str, first: str, *others: str) -> Table:
    table = Table(
        title=title or None, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0), collapse_padding=True
    )
    # Names tell models and groups apart: they wrap rather than being cut.
    table.add_column(first, overflow="fold", min_width=10)
    for name in others:
        table.add_column(Text(name), justify="right", overflow="fold")
    return table
