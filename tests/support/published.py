"""Result and sample documents with the numbers that the paper's authors plotted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.figures.gap.results import Result, Sample
from benchmarks.gap import documents

STEPS = 10_000
"""With so many steps a percentage of two decimals is a count."""
MODELS = ("AgentCPM-GUI-8B", "UI-TARS-7B-SFT", "UI-TARS-7B-DPO", "UI-TARS-1.5-7B", "GUI-Owl-7B", "GUI-Owl-32B")
RATES: dict[str, tuple[tuple[float, ...], ...]] = {  # EM, GTA, IDEAL, EG, RG, BW
    "aitz": (
        (76.29, 70.43, 66.91, 3.52, 9.38, 20.19),
        (66.69, 64.98, 57.25, 7.73, 9.44, 25.58),
        (65.95, 63.86, 55.38, 8.48, 10.57, 25.57),
        (58.94, 66.09, 54.25, 11.84, 4.69, 29.22),
        (61.01, 66.17, 55.89, 10.28, 5.12, 28.71),
        (59.65, 66.09, 53.89, 12.20, 5.76, 28.15),
    ),
    "cagui": (
        (91.21, 85.35, 83.08, 2.27, 8.13, 6.52),
        (71.36, 77.86, 68.79, 9.07, 2.57, 19.57),
        (70.60, 78.52, 68.16, 10.36, 2.44, 19.04),
        (68.42, 81.68, 66.36, 15.32, 2.06, 16.26),
        (61.00, 79.87, 58.12, 21.75, 2.88, 17.25),
        (65.88, 81.53, 63.24, 18.29, 2.64, 15.83),
    ),
    "androidcontrol-agentcpm": (
        (69.17, 74.45, 65.76, 8.69, 3.41, 22.14),
        (74.71, 81.44, 72.26, 9.18, 2.45, 16.11),
        (73.87, 80.16, 71.02, 9.14, 2.85, 16.99),
        (76.10, 76.22, 70.69, 5.53, 5.41, 18.37),
        (65.22, 72.79, 60.48, 12.31, 4.74, 22.47),
        (69.89, 74.15, 63.71, 10.44, 6.18, 19.67),
    ),
}
SCALING = (  # parameters, training, EM, GTA, EG, RG
    (2.0, "SFT", 69.69, 79.39, 13.13, 3.42),
    (7.0, "SFT", 72.18, 81.77, 12.81, 3.23),
    (72.0, "SFT", 73.14, 83.09, 12.17, 2.22),
    (7.0, "DPO", 66.91, 79.56, 15.40, 2.75),
    (72.0, "DPO", 71.52, 82.86, 13.47, 2.13),
)
TYPES = {
    "aitz": {"click": 2736, "scroll": 601, "stop": 504, "type": 500, "home": 232, "enter": 118, "back": 33},
    "cagui": {"click": 3237, "stop": 600, "type": 574, "scroll": 79, "long_press": 25, "wait": 1},
    "androidcontrol-agentcpm": {
        "click": 5504,
        "stop": 1680,
        "scroll": 1297,
        "type": 685,
        "wait": 623,
        "press": 372,
    },
}
STRATA = {
    "aitz": {"click": 106, "stop": 24, "scroll": 27, "type": 24, "press": 19},
    "cagui": {"click": 131, "stop": 28, "scroll": 8, "type": 27, "long_press": 6},
    "androidcontrol-agentcpm": {"click": 106, "stop": 36, "scroll": 29, "type": 17, "press": 12},
}
RIGHT = {  # of how many labelled steps the evaluator said what people say: AgentCPM, UI-TARS-1.5, GUI-Owl-7B
    "androidcontrol-agentcpm": ((120, 135), (157, 169), (152, 162)),
    "cagui": ((140, 169), (151, 168), (142, 180)),
    "aitz": ((123, 159), (133, 153), (126, 150)),
}


def document(dataset: str, model: str, rates: tuple[float, ...], **more: Any) -> dict[str, Any]:
    """A result document; `rates` are IDEAL, EG, RG, BW in percent of 10,000 steps."""
    names = ("ideal", "execution_gap", "reasoning_gap", "both_wrong")
    cells = {name: round(rate * STEPS / 100) for name, rate in zip(names, rates, strict=True)}
    return {
        "version": 1,
        "dataset": dataset,
        "model": model,
        "rule": "agentcpm/1",
        "evaluator": "replay",
        "n": sum(cells.values()),
        "cells": cells,
        "types": TYPES.get(dataset, {}),
        "labels": None,
        "parameters": None,
        "training": "",
        **more,
    }


def table() -> list[dict[str, Any]]:
    """The eighteen rows."""
    return [
        document(dataset, model, row[2:], labels=_labels(dataset, model))
        for dataset, rows in RATES.items()
        for model, row in zip(MODELS, rows, strict=True)
    ]


def scaled() -> list[dict[str, Any]]:
    """The five models of the scaling study."""
    return [
        document(
            "androidcontrol-agentcpm",
            f"UI-TARS-{parameters:g}B-{training}",
            (em - rg, eg, rg, 100 - em - eg),
            parameters=parameters,
            training=training,
        )
        for parameters, training, em, _, eg, rg in SCALING
    ]


def sampled() -> list[dict[str, Any]]:
    """The three samples of 200 steps."""
    return [
        {"dataset": dataset, "strata": {kind: {"steps": 1, "sampled": count} for kind, count in strata.items()}}
        for dataset, strata in STRATA.items()
    ]


def _labels(dataset: str, model: str) -> dict[str, Any] | None:
    subjects = (MODELS[0], MODELS[3], MODELS[4])
    if model not in subjects:
        return None
    right, n = RIGHT[dataset][subjects.index(model)]
    matrix = {"tp": right - 20, "fp": n - right, "fn": 0, "tn": 20}
    return {"n": n, "kappa": 0.5, "accuracy": round(100 * right / n, 2), "matrix": matrix}


def results(of: Sequence[Mapping[str, Any]] | None = None) -> list[Result]:
    """Documents as values, each called by its number; the eighteen rows if none are given."""
    return [documents.result(entry, f"{index}.json") for index, entry in enumerate(table() if of is None else of)]


def samples() -> list[Sample]:
    """The three samples as values."""
    return [documents.sample(entry, "sample.json") for entry in sampled()]
