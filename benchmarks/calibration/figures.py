"""From samples to figures: a judge against what is known, in all, by family and by kind of requirement. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from benchmarks.calibration.verdicts import Sample
from runtime.core.events import Score
from runtime.metrics.reliability import Overlap, cohen_kappa, item_overlap

_NONE = "unscored"


@dataclass(slots=True)
class Figures:
    """Counts over the samples of one group for one judge; every figure is read off them."""

    trajectories: int = 0
    stuck: int = 0
    """Trajectories whose script was not walked to its end."""
    any: Overlap = field(default_factory=Overlap)
    final: Overlap = field(default_factory=Overlap)
    step: Overlap = field(default_factory=Overlap)
    fills: Overlap = field(default_factory=Overlap)
    any_each: list[Fraction] = field(default_factory=list)
    """Jaccard of each trajectory, for the macro mean."""
    step_each: list[Fraction] = field(default_factory=list)
    turns: Counter[tuple[Hashable, Hashable]] = field(default_factory=Counter)
    terminations: Counter[tuple[Hashable, Hashable]] = field(default_factory=Counter)
    unscored: int = 0
    """Marks that the judge left open; against the truth they count as "not met", "not hit"."""
    wrong: list[str] = field(default_factory=list)
    """Each disagreement, as EPISODE/SUBJECT: judge, truth."""

    def add(self, sample: Sample, score: Score) -> None:
        """Hold one judge's score against what is known."""
        self.trajectories += 1
        self.stuck += bool(sample.played.stuck)
        name = str(sample.played.key)
        found = sum((self._met(name, sample, score)), Overlap())
        self.any += found
        self.any_each.append(found.jaccard)
        if sample.labels.hits is not None:
            steps = sum(self._hit(name, sample.labels.hits, score), Overlap())
            self.step += steps
            self.step_each.append(steps.jaccard)
        self._turns(name, sample, score)
        if sample.labels.termination is not None:
            termination = score.termination or _NONE
            self.terminations[termination, sample.labels.termination] += 1
            self._note(f"{name}/termination", termination, sample.labels.termination)

    def _met(self, name: str, sample: Sample, score: Score) -> Iterator[Overlap]:
        for identifier, (either, final) in sample.labels.met.items():
            said_any, said_final = score.met.get(identifier, (None, None))
            if either is not None:
                self.unscored += said_any is None
                self._note(f"{name}/{identifier}", said_any, either)
                yield item_overlap(said_any is True, either)
            if final is not None:
                self.final += item_overlap(said_final is True, final)

    def _hit(self, name: str, hits: Mapping[str, bool], score: Score) -> Iterator[Overlap]:
        for identifier, hit in hits.items():
            judged_hit = score.hits.get(identifier)
            self.unscored += judged_hit is None
            self._note(f"{name}/{identifier}", judged_hit, hit)
            yield item_overlap(judged_hit is True, hit)

    def _turns(self, name: str, sample: Sample, score: Score) -> None:
        if sample.labels.turns is None or sample.labels.fills is None:
            return
        for number in range(1, score.turns + 1):
            truth = sample.labels.turns[number - 1] if number <= len(sample.labels.turns) else _NONE
            judged_label = score.labels.get(number) or _NONE
            self.turns[judged_label, truth] += 1
            self._note(f"{name}/turn {number}", judged_label, truth)
        filled = {
            identifier
            for turn, identifiers in score.filled.items()
            if score.labels.get(turn) == "compliant"
            for identifier in identifiers
        }
        for identifier in sample.task.gap:
            self.fills += item_overlap(identifier in filled, identifier in sample.labels.fills)

    def _note(self, subject: str, judged_value: object, truth: object) -> None:
        if judged_value != truth:
            self.wrong.append(f"{subject}: {judged_value}, truly {truth}")

    def document(self) -> dict[str, Any]:
        """The figures, rounded only here."""
        return {
            "v_out": {**_set(self.any), "macro": _mean(self.any_each), "final": _set(self.final)},
            "v_step": {**_set(self.step), "macro": _mean(self.step_each)},
            "fills": _set(self.fills),
            "violations": _labels(self.turns),
            "termination": _labels(self.terminations),
            "trajectories": self.trajectories,
            "stuck": self.stuck,
        }


@dataclass(slots=True)
class Gathered:
    """One judge's figures in all and by group; by kind of requirement only V_out."""

    whole: Figures = field(default_factory=Figures)
    families: defaultdict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))
    intents: defaultdict[str, Figures] = field(default_factory=lambda: defaultdict(Figures))
    kinds: defaultdict[str, Overlap] = field(default_factory=lambda: defaultdict(Overlap))


def gather(samples: Iterable[Sample], judge: str) -> Gathered:
    """Hold one judge against every sample that tells something."""
    found = Gathered()
    for sample in samples:
        score = sample.scores.get(judge)
        if sample.labels.lost or score is None:
            continue
        for group in (found.whole, found.families[sample.played.family], found.intents[sample.task.intent.id]):
            group.add(sample, score)
        for requirement in sample.task.intent.requirements:
            truth = sample.labels.met.get(requirement.id, (None, None))[0]
            if truth is not None:
                kind = "answer" if requirement.evidence == "answer" else requirement.kind
                found.kinds[kind] += item_overlap(score.met.get(requirement.id, (None, None))[0] is True, truth)
    return found


def document(samples: Sequence[Sample], judge: str) -> dict[str, Any]:
    """One judge's part of the report."""
    found = gather(samples, judge)
    return {
        **found.whole.document(),
        "by_family": {name: family.document() for name, family in sorted(found.families.items())},
        "by_intent": {name: intent.document() for name, intent in sorted(found.intents.items())},
        "by_kind": {name: _set(kind) for name, kind in sorted(found.kinds.items())},
    }


def _set(counts: Overlap) -> dict[str, Any]:
    return {
        "jaccard": _round(counts.jaccard),
        "precision": _round(counts.precision),
        "recall": _round(counts.recall),
        "kappa": _round(counts.kappa),
        "n": counts.n,
        "positive": counts.both + counts.only_true,
        "false_positive": counts.only_found,
        "false_negative": counts.only_true,
    }


def _labels(table: Counter[tuple[Hashable, Hashable]]) -> dict[str, Any]:
    truth: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for (labels_document, true), count in table.items():
        truth[str(true)] += count
        right[str(true)] += count * (labels_document == true)
    return {
        "kappa": _round(cohen_kappa(table)),
        "n": sum(table.values()),
        "by_class": {name: {"n": truth[name], "right": right[name]} for name in sorted(truth)},
    }


def _mean(each: Sequence[Fraction]) -> float | None:
    return _round(sum(each, Fraction(0)) / len(each)) if each else None


def _round(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 6)
