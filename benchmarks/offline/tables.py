"""Result documents as tables for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from benchmarks.offline.summary import RATES

_NOTES: Final = (
    "EM: the action is right. GTA: what the thought announces is right. IDEAL: both; EG: the thought alone; RG: the "
    "action alone; BW: neither. Percent of n, the steps with a thought that was evaluated."
)
_GROUPS: Final = {"type": "by type of action", "app": "by app", "subset": "by part", "step": "by step"}
_MOST: Final = 12
"""Rows of apps, parts and step numbers that are shown; result.json has all."""


def tables(documents: Sequence[Mapping[str, Any]], compared: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """All models in one table, what is reported beside, each model's groups, and models against each other."""
    first = documents[0]
    evaluator = first["evaluator"] or "none: EM only (--evaluator says more)"
    yield Text(f"\n{first['dataset']} · rule {first['rule']} · evaluator {evaluator}", style="bold")
    yield _models(documents)
    if any(one["n"] for one in documents):
        yield Text(_NOTES, style="dim")
    yield _beside(documents)
    for one in documents:
        yield from _groups(one)
    for two in compared:
        yield _differences(two)


def _models(documents: Sequence[Mapping[str, Any]]) -> Table:
    table = _table("", "model", "n", *RATES, "GTA - EM", "EM all")
    for one in documents:
        table.add_row(
            Text(one["model"]),
            str(one["n"]),
            *(_figure(one["rates"][rate]) for rate in RATES),
            _spread(one["difference"]),
            _figure(one["EM_all"]),
        )
    return table


def _beside(documents: Sequence[Mapping[str, Any]]) -> Table:
    """What a table of gaps leaves out: how many steps are not in it, and what is wrong with actions."""
    names = (
        "steps",
        "predicted",
        "no thought",
        "invalid",
        "TM",
        "EG: format/type/argument",
        "click right",
        "SR",
        "AMS",
    )
    table = _table("beside", "model", *names)
    for one in documents:
        split = one["execution_gap"]
        table.add_row(
            Text(one["model"]),
            str(one["steps"]),
            str(one["predictions"]),
            _figure(one["missing_thought"]),
            str(one["invalid"]),
            _figure(one["actions_all"]["TM"]),
            "/".join(str(split[name]) for name in ("format", "type", "argument")),
            f"{_figure(one['grounding']['of_typed'])} of typed, {_figure(one['grounding']['of_all'])} of all",
            _figure(one["episodes"]["SR"]),
            _figure(one["episodes"]["AMS"]),
        )
    return table


def _groups(document: Mapping[str, Any]) -> Iterator[RenderableType]:
    for dimension, words in _GROUPS.items():
        groups = document["by"].get(dimension, {})
        if len(groups) < 2:
            continue
        table = _table(f"{document['model']}: {words}", dimension, "steps", "EM all", "TM", "n", *RATES)
        actions = document.get("actions", {}) if dimension == "type" else {}
        for name, one in list(groups.items())[:_MOST]:
            right = round(100 * one["right"] / one["executed"], 2) if one["executed"] else None
            table.add_row(
                Text(name),
                str(one["executed"]),
                _figure(right),
                _figure(actions.get(name, {}).get("TM")),
                str(one["n"]),
                *(_figure(one["rates"][rate]) for rate in RATES),
            )
        yield table
        if len(groups) > _MOST:
            yield Text(f"… and {len(groups) - _MOST} more in result.json", style="dim")


def _differences(two: Mapping[str, Any]) -> Table:
    title = f"{two['left']} - {two['right']}, over the {two['n']} steps that are in n for both"
    table = _table(title, "rate", "points", "95 %", "sure")
    for rate, one in two["rates"].items():
        if one is None:
            table.add_row(rate, "–", "–", "–")
            continue
        sure = not one["low"] <= 0 <= one["high"]
        spread = f"{one['low']:+.2f} to {one['high']:+.2f}"
        table.add_row(rate, f"{one['value']:+.2f}", spread, "yes" if sure else "no")
    return table


def labelled(documents: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """How far evaluators can be trusted, by people's labels, and what GTA would be without their errors."""
    found = [one for one in documents if one["labels"] is not None]
    if not found:
        return
    names = ("n", "sensitivity", "specificity", "accuracy", "kappa", "GTA", "GTA corrected")
    table = _table("evaluator against people", "model", *names)
    for one in found:
        labels = one["labels"]
        table.add_row(
            Text(one["model"]),
            str(labels["n"]),
            *(_figure(labels.get(name)) for name in ("sensitivity", "specificity", "accuracy", "kappa")),
            _figure(one["rates"]["GTA"]),
            _figure(labels.get("GTA_corrected")),
        )
    yield table


def _spread(difference: Mapping[str, float] | None) -> str:
    if difference is None:
        return "–"
    return f"{difference['value']:+.2f} ({difference['low']:+.2f} to {difference['high']:+.2f})"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _table(title: str, first: str, *others: str) -> Table:
    table = Table(
        title=title or None, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0), collapse_padding=True
    )
    # Models are told apart by their names: they wrap rather than being cut.
    table.add_column(first, overflow="fold", min_width=8)
    for name in others:
        table.add_column(name, justify="right")
    return table
