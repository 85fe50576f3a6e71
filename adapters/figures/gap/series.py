"""Computes the data of each figure from results, or reports which input is missing. Pure: nothing is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from adapters.figures.gap.display_names import conditions, family, titles, unique_labels
from adapters.figures.gap.results import Labels, Result, Sample, unique
from runtime.metrics.quadrants import Cells

Name = Literal["quadrants", "distributions", "radar", "curves", "scaling"]
FIGURES: Final[tuple[Name, ...]] = ("quadrants", "distributions", "radar", "curves", "scaling")


@dataclass(frozen=True, slots=True)
class MissingInput:
    """The reason why a figure cannot be drawn: `needs` describes the missing input."""

    needs: str


@dataclass(frozen=True, slots=True)
class Shares:
    """The four quadrants and their sums EM and GTA, in percent of `n` steps."""

    n: int
    ideal: float
    execution_gap: float
    reasoning_gap: float
    both_wrong: float
    em: float
    gta: float

    @property
    def cells(self) -> tuple[float, float, float, float]:
        """The four quadrants, which add up to 100."""
        return self.ideal, self.execution_gap, self.reasoning_gap, self.both_wrong


@dataclass(frozen=True, slots=True)
class Quadrants:
    """Figure 1: a panel for each pair of dataset (row) and model (column) with a result."""

    datasets: tuple[str, ...]
    models: tuple[str, ...]
    panels: Mapping[tuple[str, str], Shares]
    note: str


@dataclass(frozen=True, slots=True)
class Distribution:
    """The steps of a dataset by kind, most frequent first, in total and in the sample."""

    dataset: str
    kinds: tuple[str, ...]
    total: tuple[int, ...]
    sampled: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Distributions:
    """Figure 2: a distribution for each dataset."""

    rows: tuple[Distribution, ...]
    note: str
    population: str = "whole dataset"
    """What the total numbers count."""


@dataclass(frozen=True, slots=True)
class Polygon:
    """One outline of the radar chart: accuracy in percent on each axis, None without labels."""

    name: str
    values: tuple[float | None, ...]
    labels: tuple[Labels | None, ...]


@dataclass(frozen=True, slots=True)
class Radar:
    """Figure 3: axes are datasets, or models if there are too few datasets; rings from `low` to 100 percent."""

    axes: tuple[str, ...]
    polygons: tuple[Polygon, ...]
    low: int
    note: str


@dataclass(frozen=True, slots=True)
class Curve:
    """EM, GTA and IDEAL along `ticks`."""

    title: str
    ticks: tuple[str, ...]
    points: tuple[Shares, ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """Figure 4: one panel for each dataset; or one panel along the datasets of a single model."""

    panels: tuple[Curve, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Family:
    """Models whose names differ only in their size, smallest first: (billions of parameters, shares)."""

    name: str
    training: str
    points: tuple[tuple[float, Shares], ...]


@dataclass(frozen=True, slots=True)
class Scaling:
    """Figure 5: the families of each dataset."""

    datasets: tuple[tuple[str, tuple[Family, ...]], ...]
    note: str


Series = Quadrants | Distributions | Radar | Curves | Scaling


def shares(cells: Cells) -> Shares:
    """Converts counts to percent with exact fractions; there must be at least one step."""

    def percent(count: int) -> float:
        return float(Fraction(100 * count, cells.n))

    return Shares(
        n=cells.n,
        ideal=percent(cells.ideal),
        execution_gap=percent(cells.execution_gap),
        reasoning_gap=percent(cells.reasoning_gap),
        both_wrong=percent(cells.both_wrong),
        em=percent(cells.ideal + cells.reasoning_gap),
        gta=percent(cells.ideal + cells.execution_gap),
    )


def _joint(results: Sequence[Result]) -> list[Result]:
    return [result for result in results if result.cells.n]


_NO_JOINT: Final = (
    "a result with EM and GTA of at least one step: score predictions with an evaluator (gap --evaluator …)"
)


def quadrants(results: Sequence[Result]) -> Quadrants | MissingInput:
    """Figure 1: the shares of the four cells."""
    joint = _joint(results)
    if not joint:
        return MissingInput(_NO_JOINT)
    names, titled = unique_labels(joint), titles([result.dataset for result in joint])
    return Quadrants(
        datasets=unique([titled[result.dataset] for result in joint]),
        models=unique(names),
        panels={
            (titled[result.dataset], name): shares(result.cells) for name, result in zip(names, joint, strict=True)
        },
        note=conditions(joint),
    )


def distributions(results: Sequence[Result], samples: Sequence[Sample]) -> Distributions | MissingInput:
    """Figure 2: kinds of action in whole datasets, beside those of the stratified sample."""
    rows, titled = [], titles([result.dataset for result in results])
    for dataset in unique([result.dataset for result in results]):
        # If results cover different parts of a dataset, the one with the most steps represents it.
        all_types = max(
            (result.types for result in results if result.dataset == dataset),
            key=lambda types: sum(types.values()),
            default={},
        )
        if not sum(all_types.values()):
            continue
        own = [sample.strata for sample in samples if sample.dataset == dataset]
        known = unique([*all_types, *(kind for strata in own for kind in strata)])
        sampled = {kind: sum(strata.get(kind, 0) for strata in own) for kind in known}
        kinds = [kind for kind in known if all_types.get(kind) or sampled[kind]]
        kinds.sort(key=lambda kind: -all_types.get(kind, 0))
        rows.append(
            Distribution(
                titled[dataset],
                tuple(kinds),
                tuple(all_types.get(kind, 0) for kind in kinds),
                tuple(sampled[kind] for kind in kinds) if own else None,
            )
        )
    if not rows:
        return MissingInput('a result document whose "types" counts the steps of each kind')
    return Distributions(tuple(rows), "Press: back, home and enter. Stop: complete and impossible.")


def radar(results: Sequence[Result]) -> Radar | MissingInput:
    """Figure 3: the agreement of the evaluator with people's labels."""
    known = [result for result in results if result.labels is not None]
    if not known:
        return MissingInput(
            "people's labels: draw a sample (gap sample), have it labelled (label FOLDER), and score with --labels"
        )
    names, titled = unique_labels(known), titles([result.dataset for result in known])
    table = {(titled[result.dataset], name): result.labels for name, result in zip(names, known, strict=True)}
    datasets, models = unique([titled[result.dataset] for result in known]), unique(names)
    if len(datasets) >= 3 or len(datasets) >= len(models):
        axes, others = datasets, models
        cell = {(axis, other): table.get((axis, other)) for axis in axes for other in others}
    else:
        axes, others = models, datasets
        cell = {(axis, other): table.get((other, axis)) for axis in axes for other in others}
    if len(axes) < 3:
        return MissingInput(
            "labels of at least three datasets, or of three models on one: a radar has an axis for each, and there "
            f"are {len(datasets)} × {len(models)}"
        )
    polygons = [
        Polygon(
            other,
            tuple(None if label is None else float(100 * label.accuracy) for label in labels),
            labels,
        )
        for other in others
        for labels in [tuple(cell[axis, other] for axis in axes)]
    ]
    least = min(value for polygon in polygons for value in polygon.values if value is not None)
    return Radar(axes, tuple(polygons), max(0, int(least // 10) * 10 - 10), conditions(known))


def curves(results: Sequence[Result]) -> Curves | MissingInput:
    """Figure 4: EM, GTA and IDEAL over models, or over the datasets of a single model."""
    joint = _joint(results)
    if not joint:
        return MissingInput(_NO_JOINT)
    names = unique_labels(joint)
    datasets, models = unique([result.dataset for result in joint]), unique(names)
    titled = titles(datasets)
    note = conditions(joint)
    if len(models) == 1:
        ticks = tuple(titled[result.dataset] for result in joint)
        return Curves((Curve(models[0], ticks, tuple(shares(result.cells) for result in joint)),), note)
    panels = []
    for dataset in datasets:
        own = {
            name: shares(result.cells) for name, result in zip(names, joint, strict=True) if result.dataset == dataset
        }
        ticks = tuple(name for name in models if name in own)
        panels.append(Curve(titled[dataset], ticks, tuple(own[name] for name in ticks)))
    return Curves(tuple(panels), note)


def scaling(results: Sequence[Result]) -> Scaling | MissingInput:
    """Figure 5: the metrics of models of one family by number of parameters."""
    sized = [(result, result.parameters) for result in results if result.cells.n and result.parameters is not None]
    rows, titled = [], titles([result.dataset for result, _ in sized])
    for dataset in unique([result.dataset for result, _ in sized]):
        own = [(result, parameters) for result, parameters in sized if result.dataset == dataset]
        unique_labels([result for result, _ in own])  # raises UsageError for results without a difference
        if len({parameters for _, parameters in own}) > 1:
            rows.append((titled[dataset], _families(own)))
    if not rows:
        return MissingInput(
            "results of models of at least two sizes on one dataset, scored with --parameters (billions) and, where "
            "it is known, --training SFT or DPO"
        )
    return Scaling(tuple(rows), conditions([result for result, _ in sized]))


def _families(own: Sequence[tuple[Result, float]]) -> tuple[Family, ...]:
    texts = [name for name in ("evaluator", "rule") if len({getattr(result, name) for result, _ in own}) > 1]
    points: dict[tuple[str, str], list[tuple[float, Shares]]] = {}
    for result, parameters in own:
        words = [getattr(result, name) for name in texts if getattr(result, name)]
        name = f"{family(result.model)} ({', '.join(words)})" if words else family(result.model)
        points.setdefault((name, result.training), []).append((parameters, shares(result.cells)))
    return tuple(
        Family(name, training, tuple(sorted(some, key=lambda point: point[0])))
        for (name, training), some in points.items()
    )


def figure_data(name: Name, results: Sequence[Result], samples: Sequence[Sample]) -> Series | MissingInput:
    """Computes the data of a figure, or reports the input that it lacks."""
    match name:
        case "quadrants":
            return quadrants(results)
        case "distributions":
            return distributions(results, samples)
        case "radar":
            return radar(results)
        case "curves":
            return curves(results)
        case "scaling":
            return scaling(results)


def remarks(results: Sequence[Result], samples: Sequence[Sample], wanted: Sequence[str] = ()) -> list[str]:
    """Describes in one sentence each what the figures do not show of the given documents."""
    texts = [
        f"{result.source} has no step with both EM and GTA: it is in no figure of gaps"
        for result in results
        if not result.cells.n
    ]
    if wanted and "distributions" not in wanted:
        return texts
    with_types = {result.dataset for result in results if sum(result.types.values())}
    sampled = {sample.dataset for sample in samples}
    for name in unique([*(result.dataset for result in results), *(sample.dataset for sample in samples)]):
        if name in with_types and name not in sampled:
            texts.append(f"no sample of {name}: the right half of distributions needs the folder of `gap sample`")
        elif name in sampled and name not in with_types:
            texts.append(f'a sample of {name} but no result with "types": distributions shows nothing of it')
        counts = {tuple(sorted(result.types.items())) for result in results if result.dataset == name and result.types}
        if len(counts) > 1:
            texts.append(f"results of {name} saw different parts of it: distributions shows the one with most steps")
    return texts
