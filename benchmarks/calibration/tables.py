"""Renders the calibration report as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich import box
from rich.table import Table

from benchmarks.calibration.population import NEVER_MET_FAMILIES


def tables(judge: str, document: Mapping[str, Any], *, intents: bool = False) -> Iterator[Table]:
    """One judge's figures: in total, by kind of requirement, by label, by family, and optionally by intent.

    Families that meet no requirement by construction have no Jaccard index, only false positives ("FP only").
    """
    table = _table(f"judge {judge}: {document['trajectories']} trajectories", "what", *_SET)
    table.add_row("V_out (any)", *_set(document["v_out"]), _figure(document["v_out"]["macro"]))
    table.add_row("V_out (final)", *_set(document["v_out"]["final"]), "–")
    table.add_row("V_step", *_set(document["v_step"]), _figure(document["v_step"]["macro"]))
    table.add_row("fills", *_set(document["fills"]), "–")
    table.add_row("side effects", *_set(document["side_effects"]), "–")
    for kind, part in document["by_kind"].items():
        table.add_row(f"V_out of {kind}", *_set(part), "–")
    yield table
    labels = _table(f"judge {judge}: labels", "what", "kappa", "n", "right of each class")
    for name in ("violations", "termination"):
        part = document[name]
        classes = ", ".join(f"{kind} {counts['right']}/{counts['n']}" for kind, counts in part["by_class"].items())
        labels.add_row(name, _figure(part["kappa"]), str(part["n"]), classes)
    yield labels
    yield _groups(f"judge {judge}: by family", "family", document["by_family"])
    side_effects = _table(f"judge {judge}: side effects by family", "family", *_SET[:-1])
    for family, part in document["by_family"].items():
        if part["side_effects"]["n"]:
            side_effects.add_row(family, *_set(part["side_effects"]))
    yield side_effects
    if intents:
        yield _groups(f"judge {judge}: by intent", "intent", document["by_intent"])


def _groups(title: str, first: str, groups: Mapping[str, Any]) -> Table:
    names = ("n", "V_out", "true", "FP", "FN", "final", "V_step", "fills", "turns κ", "end κ")
    table = _table(title, first, *names)
    for name, part in groups.items():
        out = part["v_out"]
        nothing = name in NEVER_MET_FAMILIES or not out["positive"]
        table.add_row(
            name,
            str(part["trajectories"]),
            "FP only" if nothing else _figure(out["jaccard"]),
            *(str(out[key]) for key in ("positive", "false_positive", "false_negative")),
            "–" if nothing else _figure(out["final"]["jaccard"]),
            _figure(part["v_step"]["jaccard"] if part["v_step"]["n"] else None),
            _figure(part["fills"]["recall"]),
            _figure(part["violations"]["kappa"]),
            _figure(part["termination"]["kappa"]),
        )
    return table


_SET = ("Jaccard", "precision", "recall", "kappa", "n", "true", "FP", "FN", "macro")


def _set(part: Mapping[str, Any]) -> list[str]:
    return [
        *(_figure(part[key]) for key in ("jaccard", "precision", "recall", "kappa")),
        *(str(part[key]) for key in ("n", "positive", "false_positive", "false_negative")),
    ]


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _table(title: str, first: str, *others: str) -> Table:
    # Names of families must not be truncated in eighty columns.
    table = Table(title=title, title_justify="left", box=box.SIMPLE, padding=(0, 1, 0, 0), collapse_padding=True)
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="left" if name.startswith("right") else "right")
    return table
