"""Display names of datasets, kinds of action and results: short, but longer where two would be equal. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from adapters.figures.gap.results import Result, unique
from runtime.core.errors import UsageError

_TITLES = {
    "aitz": "AITZ",
    "cagui": "CAGUI",
    "androidcontrol": "AndroidControl",
    "androidcontrol-agentcpm": "AndroidControl",
    "androidcontrol-options": "AndroidControl",
}
_KINDS = {"long_press": "long press", "open": "open app"}
_SIZE = re.compile(r"(?i)(?<![\w.])\d+(?:\.\d+)?\s?[bm](?:-a\d+(?:\.\d+)?b)?(?![\w.])")


def titles(datasets: Sequence[str]) -> dict[str, str]:
    """The names of datasets as in papers; where two would be equal, the names of our loaders."""
    plain = {dataset: _TITLES.get(dataset, dataset) for dataset in datasets}
    twice = {title for title, times in Counter(plain.values()).items() if times > 1}
    return {dataset: dataset if title in twice else title for dataset, title in plain.items()}


def kind_name(kind: str) -> str:
    """The display name of a kind of action."""
    return _KINDS.get(kind, kind.replace("_", " "))


def size_name(parameters: float) -> str:
    """Formats billions of parameters as in names of models: `7B`, `0.5B`, `70M`, `1.2T`."""
    for unit, least, times in (("T", 1000, 0.001), ("B", 0.1, 1), ("M", 0, 1000)):
        if parameters >= least:
            return f"{parameters * times:.3g}{unit}"
    raise ValueError(f"{parameters} parameters")


def family(model: str) -> str:
    """A model's name without its size, which models of one family have in common."""
    rest = re.sub(r"([-_ /.])[-_ .]*(?:[-_ .])", r"\1", _SIZE.sub("", model)).strip("-_ .")
    return rest or model


def unique_labels(results: Sequence[Result]) -> list[str]:
    """A label for each result, unique within its dataset: the model, and other fields where models are equal.

    Raises:
        UsageError: two results have the same dataset and model and no other recorded difference.
    """
    extra: dict[str, list[str]] = {}
    for item in results:
        same = [other for other in results if (other.dataset, other.model) == (item.dataset, item.model)]
        for name in ("training", "parameters", "evaluator", "rule"):
            known = extra.setdefault(item.model, [])
            if len({getattr(other, name) for other in same}) > 1 and name not in known:
                known.append(name)
    labels = [_label(item, extra[item.model]) for item in results]
    seen: dict[tuple[str, str], Result] = {}
    for label, item in zip(labels, results, strict=True):
        other = seen.setdefault((item.dataset, label), item)
        if other is not item:
            raise UsageError(
                f"{item.source} and {other.source} are both {item.model} on {item.dataset}; give one of them, or score "
                "them with different names"
            )
    return labels


def _label(result: Result, extra: Sequence[str]) -> str:
    details = {
        "training": result.training,
        "parameters": "" if result.parameters is None else size_name(result.parameters),
        "evaluator": result.evaluator,
        "rule": result.rule,
    }
    words = [details[name] for name in extra if details[name]]
    return f"{result.model} ({', '.join(words)})" if words else result.model


def conditions(results: Sequence[Result]) -> str:
    """The rules and evaluators behind the numbers, for the note of a figure."""
    titled = titles([result.dataset for result in results])
    texts = []
    for word, name in (("Rule", "rule"), ("Evaluator", "evaluator")):
        used: dict[str, list[str]] = {}
        for result in results:
            if getattr(result, name):
                used.setdefault(getattr(result, name), []).append(titled[result.dataset])
        if len(used) == 1:
            texts.append(f"{word}: {next(iter(used))}.")
        elif used:
            parts = [f"{value} ({', '.join(unique(where))})" for value, where in used.items()]
            texts.append(f"{word}s: {'; '.join(parts)}.")
    return " ".join(texts)
