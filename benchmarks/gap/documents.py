"""Parses result documents (`gap --out`) and sample documents (`gap sample`). Pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, Final

from adapters.figures.gap.results import Labels, Result, Sample
from benchmarks.gap.records import KINDS
from runtime.core.errors import UsageError
from runtime.metrics.quadrants import Cells

VERSION: Final = 1
_CELLS: Final = tuple(field.name for field in fields(Cells))
_KINDS: Final = {
    "input": "type",
    "long": "long_press",
    "long press": "long_press",
    "back": "press",
    "home": "press",
    "enter": "press",
    "complete": "stop",
    "impossible": "stop",
    "finish": "stop",
    "no_action": "wait",
    "open_app": "open",
}
"""Other names of `records.KINDS` in public files."""


def kind(name: str) -> str:
    """Converts the name of a kind of action to that of `records.KINDS`; unknown names are unchanged."""
    plain = name.strip().lower()
    return plain if plain in KINDS else _KINDS.get(plain, plain)


def is_sample(document: Mapping[str, Any]) -> bool:
    """Whether a document is a sample rather than a result."""
    return "cells" not in document and "strata" in document


def result(document: Mapping[str, Any], source: str) -> Result:
    """Parses a result document.

    Raises:
        UsageError: a required field is missing or malformed.
    """
    if "cells" not in document:
        raise UsageError(f'{source} is no result document: it has no "cells"; give the result.json of `gap --out DIR`')
    if document.get("version") != VERSION:
        raise UsageError(f"{source} is of version {document.get('version')!r}; this reads version {VERSION}")
    cells = _mapping(document, "cells", source)
    counted = Cells(*(_count(cells, name, source) for name in _CELLS))
    types: Counter[str] = Counter()
    for name in document.get("types") or {}:
        types[kind(name)] += _count(_mapping(document, "types", source), name, source)
    parameters = document.get("parameters")
    if parameters is not None and not _positive(parameters):
        raise UsageError(f'{source}: "parameters" is {parameters!r}; give billions, such as 7.0, or null')
    return Result(
        dataset=_text(document, "dataset", source),
        model=_text(document, "model", source),
        rule=_text(document, "rule", source),
        evaluator=str(document.get("evaluator") or ""),
        cells=counted,
        types=_ordered(types),
        labels=_labels(document, source),
        parameters=None if parameters is None else float(parameters),
        training=str(document.get("training") or ""),
        source=source,
    )


def sample(document: Mapping[str, Any], source: str) -> Sample:
    """Parses a sample document.

    Raises:
        UsageError: its dataset or its numbers of steps are missing or malformed.
    """
    strata: Counter[str] = Counter()
    for name, value in _mapping(document, "strata", source).items():
        counts, key = (value, "sampled") if isinstance(value, Mapping) else (document["strata"], name)
        strata[kind(name)] += _count(counts, key, source)
    if not +strata:
        raise UsageError(f"{source}: the sample has no steps")
    return Sample(_text(document, "dataset", source), _ordered(strata), source)


def _labels(document: Mapping[str, Any], source: str) -> Labels | None:
    if document.get("labels") is None:
        return None
    labels_document = _mapping(document, "labels", source)
    kappa = labels_document.get("kappa")
    kappa = float(kappa) if isinstance(kappa, int | float) else None
    if isinstance(labels_document.get("matrix"), Mapping):
        tp, fp, fn, tn = (_count(labels_document["matrix"], name, source) for name in ("tp", "fp", "fn", "tn"))
        n = tp + fp + fn + tn
        return Labels(n, Fraction(tp + tn, n), kappa) if n else None
    n, accuracy = _count(labels_document, "n", source), labels_document.get("accuracy")
    if n == 0 or not isinstance(accuracy, int | float) or not 0 <= accuracy <= 100:
        return None
    return Labels(n, Fraction(accuracy) / 100, kappa)


def _mapping(document: Mapping[str, Any], name: str, source: str) -> Mapping[str, Any]:
    value = document.get(name)
    if not isinstance(value, Mapping):
        raise UsageError(f'{source}: "{name}" is {value!r} instead of an object')
    return value


def _count(document: Mapping[str, Any], name: str, source: str) -> int:
    value = document.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise UsageError(f'{source}: "{name}" is {value!r} instead of a count')
    return value


def _text(document: Mapping[str, Any], name: str, source: str) -> str:
    value = document.get(name)
    if not isinstance(value, str) or not value.strip():
        raise UsageError(f'{source}: "{name}" is {value!r} instead of a name')
    return " ".join(value.split())


def _positive(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value > 0


def _ordered(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts in the order of `records.KINDS`, then unknown kinds by name."""
    known = [*KINDS, *sorted(counts.keys() - set(KINDS))]
    return {name: counts[name] for name in known if name in counts}
