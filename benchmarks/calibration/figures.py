"""Counts how far a judge agrees with the labels: in total, by family and by kind of requirement. Pure."""

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
class AgreementCounts:
    """Agreement counts of one judge over one group of samples; all figures are computed from them."""

    trajectories: int = 0
    stuck: int = 0
    """Trajectories whose script did not finish."""
    any: Overlap = field(default_factory=Overlap)
    final: Overlap = field(default_factory=Overlap)
    step: Overlap = field(default_factory=Overlap)
    fills: Overlap = field(default_factory=Overlap)
    any_each: list[Fraction] = field(default_factory=list)
    """Jaccard of each trajectory, for the macro mean."""
    step_each: list[Fraction] = field(default_factory=list)
    side_effects: Overlap = field(default_factory=Overlap)
    """Trajectories with a side effect that remains, found and true."""
    turns: Counter[tuple[Hashable, Hashable]] = field(default_factory=Counter)
    terminations: Counter[tuple[Hashable, Hashable]] = field(default_factory=Counter)
    unscored: int = 0
    """Marks that the judge left unscored; they count as "not met" or "not hit"."""
    wrong: list[str] = field(default_factory=list)
    """The disagreements, as EPISODE/SUBJECT: judge, truth."""

    def add(self, sample: Sample, score: Score) -> None:
        """Compare the judge's score with the labels of a sample."""
        self.trajectories += 1
        self.stuck += bool(sample.played.stuck)
        name = str(sample.played.key)
        counts = sum((self._met(name, sample, score)), Overlap())
        self.any += counts
        self.any_each.append(counts.jaccard)
        if sample.labels.hits is not None:
            steps = sum(self._hit(name, sample.labels.hits, score), Overlap())
            self.step += steps
            self.step_each.append(steps.jaccard)
        if sample.labels.side_effect is not None:
            found = any(score.side_effects.values())
            self.side_effects += item_overlap(found, sample.labels.side_effect)
            self._record_difference(f"{name}/side effect", found, sample.labels.side_effect)
        self._turns(name, sample, score)
        if sample.labels.termination is not None:
            termination = score.termination or _NONE
            self.terminations[termination, sample.labels.termination] += 1
            self._record_difference(f"{name}/termination", termination, sample.labels.termination)

    def _met(self, name: str, sample: Sample, score: Score) -> Iterator[Overlap]:
        for identifier, (either, final) in sample.labels.met.items():
            judged_any, judged_final = score.met.get(identifier, (None, None))
            if either is not None:
                self.unscored += judged_any is None
                self._record_difference(f"{name}/{identifier}", judged_any, either)
                yield item_overlap(judged_any is True, either)
            if final is not None:
                self.final += item_overlap(judged_final is True, final)

    def _hit(self, name: str, hits: Mapping[str, bool], score: Score) -> Iterator[Overlap]:
        for identifier, hit in hits.items():
            judged_hit = score.hits.get(identifier)
            self.unscored += judged_hit is None
            self._record_difference(f"{name}/{identifier}", judged_hit, hit)
            yield item_overlap(judged_hit is True, hit)

    def _turns(self, name: str, sample: Sample, score: Score) -> None:
        if sample.labels.turns is None or sample.labels.fills is None:
            return
        for number in range(1, score.turns + 1):
            truth = sample.labels.turns[number - 1] if number <= len(sample.labels.turns) else _NONE
            if truth is None:
                continue
            judged_label = score.labels.get(number) or _NONE
            self.turns[judged_label, truth] += 1
            self._record_difference(f"{name}/turn {number}", judged_label, truth)
        filled = {
            identifier
            # A script asks before it has seen the candidates, so that what counts is whether the slot was settled.
            for turns in (score.filled, score.ungrounded)
            for turn, identifiers in turns.items()
            if score.labels.get(turn) == "compliant"
            for identifier in identifiers
        }
        for identifier in sample.task.gap:
            self.fills += item_overlap(identifier in filled, identifier in sample.labels.fills)

    def _record_difference(self, subject: str, judged_value: object, truth: object) -> None:
        if judged_value != truth:
            self.wrong.append(f"{subject}: {judged_value}, truly {truth}")

    def document(self) -> dict[str, Any]:
        """The rounded figures."""
        return {
            "v_out": {**_set(self.any), "macro": _mean(self.any_each), "final": _set(self.final)},
            "v_step": {**_set(self.step), "macro": _mean(self.step_each)},
            "fills": _set(self.fills),
            "side_effects": _set(self.side_effects),
            "violations": _labels(self.turns),
            "termination": _labels(self.terminations),
            "trajectories": self.trajectories,
            "stuck": self.stuck,
        }


@dataclass(slots=True)
class GroupedCounts:
    """Agreement counts of one judge, in total and by group; by kind of requirement only V_out."""

    overall: AgreementCounts = field(default_factory=AgreementCounts)
    families: defaultdict[str, AgreementCounts] = field(default_factory=lambda: defaultdict(AgreementCounts))
    intents: defaultdict[str, AgreementCounts] = field(default_factory=lambda: defaultdict(AgreementCounts))
    kinds: defaultdict[str, Overlap] = field(default_factory=lambda: defaultdict(Overlap))


def count_agreement(samples: Iterable[Sample], judge: str) -> GroupedCounts:
    """Compare one judge with the labels of all samples that have labels."""
    counts = GroupedCounts()
    for sample in samples:
        score = sample.scores.get(judge)
        if sample.labels.lost or score is None:
            continue
        for group in (counts.overall, counts.families[sample.played.family], counts.intents[sample.task.intent.id]):
            group.add(sample, score)
        for requirement in sample.task.intent.requirements:
            truth = sample.labels.met.get(requirement.id, (None, None))[0]
            if truth is not None:
                kind = "answer" if requirement.evidence == "answer" else requirement.kind
                counts.kinds[kind] += item_overlap(score.met.get(requirement.id, (None, None))[0] is True, truth)
    return counts


def judge_report(samples: Sequence[Sample], judge: str) -> dict[str, Any]:
    """One judge's section of the report."""
    counts = count_agreement(samples, judge)
    return {
        **counts.overall.document(),
        "by_family": {name: family.document() for name, family in sorted(counts.families.items())},
        "by_intent": {name: intent.document() for name, intent in sorted(counts.intents.items())},
        "by_kind": {name: _set(kind) for name, kind in sorted(counts.kinds.items())},
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
