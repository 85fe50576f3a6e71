"""Joins a dataset with the predictions of one or more models. The dataset is streamed and never held in memory.

Prediction files have any order, so predictions are held by step, without their raw text: about 600 bytes each. Thoughts
are needed only by evaluators and are stored in a temporary file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, Final, NamedTuple

from benchmarks.gap.defects import Defects
from benchmarks.gap.records import Defect, Predicted, Prediction, Step
from benchmarks.gap.scoring import Matching, Scoring
from runtime.core.errors import UsageError

Key = tuple[str, int]
Size = tuple[int, int]
_OFFSETS: Final = (-1, 1)
"""Offsets to try between the step numbers of a dataset and its predictions, because some count from 1."""


def _ignore(_count: int) -> None:
    """Progress callback that does nothing."""


class HeldPrediction(NamedTuple):
    """A stored prediction. Its thought takes `size` bytes at offset `at` of the file, if thoughts are stored."""

    predicted: Predicted | None
    thought: bool
    at: int
    size: int
    source: str


class PredictionStore:
    """The predictions of one model by step.

    Args:
        words: an exclusive file for the texts of thoughts; None if they are not needed.
    """

    def __init__(self, words: IO[bytes] | None = None) -> None:
        self.defects = Defects()
        self._by_step: dict[Key, HeldPrediction] = {}
        self._names: dict[str, str] = {}
        self._file = words

    def __len__(self) -> int:
        return len(self._by_step)

    def __iter__(self) -> Iterator[Key]:
        return iter(self._by_step)

    def take(self, records: Iterable[Prediction | Defect], on_count: Callable[[int], None] = _ignore) -> None:
        """Store all predictions. The first prediction for a step counts; others are defects."""
        for count, record in enumerate(records, 1):
            on_count(count)
            if isinstance(record, Defect):
                self.defects.add(record)
                continue
            key = (self._names.setdefault(record.episode, record.episode), record.step)
            if key in self._by_step:
                self.defects.add(Defect("duplicate", record.source, f"another prediction for {_named(key)}"))
                continue
            self._by_step[key] = self._keep(record)

    def get(self, key: Key) -> HeldPrediction | None:
        """The prediction for a step."""
        return self._by_step.get(key)

    def thought(self, key: Key) -> str:
        """The thought at a step, read from the file; empty if there is none or thoughts are not stored."""
        prediction = self._by_step.get(key)
        if prediction is None or self._file is None or not prediction.size:
            return ""
        self._file.seek(prediction.at)
        return self._file.read(prediction.size).decode("utf-8", "surrogatepass")

    def _keep(self, record: Prediction) -> HeldPrediction:
        at = size = 0
        has_thought = bool(record.thought.strip())
        if has_thought and self._file is not None:
            at = self._file.seek(0, 2)
            size = self._file.write(record.thought.encode("utf-8", "surrogatepass"))
        return HeldPrediction(record.predicted, has_thought, at, size, record.source)


class Screens:
    """Screenshot sizes by step, for formats in pixels. The dataset is read at the first lookup."""

    def __init__(self, steps: Callable[[], Iterable[Step | Defect]]) -> None:
        self._steps = steps
        self._sizes: dict[Key, Size] | None = None

    def __call__(self, key: Key) -> Size | None:
        if self._sizes is None:
            shared: dict[Size, Size] = {}
            self._sizes = {
                step.key: shared.setdefault(step.screen, step.screen)
                for step in self._steps()
                if isinstance(step, Step) and step.screen is not None
            }
        return self._sizes.get(key)


@dataclass(slots=True)
class ScoredModel:
    """A model with its predictions and its counts."""

    held: PredictionStore
    scoring: Scoring
    hint: str = field(default="", init=False)
    """Likely reason why many predictions match no step."""


def match_actions(
    steps: Iterable[Step | Defect],
    scored_models: Sequence[ScoredModel],
    rule: Matching,
    defects: Defects,
    on_count: Callable[[int], None] = _ignore,
) -> None:
    """Stream the dataset once and match every model's actions. Defects of the dataset go to `defects`.

    Raises:
        UsageError: a model has no prediction for any step.
    """
    seen: set[Key] = set()
    for step in steps:
        if isinstance(step, Defect):
            defects.add(step)
            continue
        key = step.key
        if key in seen:
            defects.add(Defect("duplicate", step.source, f"{_named(key)} was there before"))
            continue
        seen.add(key)
        for scored_model in scored_models:
            scored_model.scoring.seen(step)
            prediction = scored_model.held.get(key)
            if prediction is None:
                scored_model.held.defects.add(Defect("unmatched", step.source, f"{_named(key)} has no prediction"))
            else:
                scored_model.scoring.executed(step, rule, prediction.predicted, thought=prediction.thought)
        on_count(len(seen))
    for scored_model in scored_models:
        _unknown(scored_model, seen)


def thoughts(steps: Iterable[Step | Defect], scored_model: ScoredModel) -> Iterator[tuple[Step, str]]:
    """Stream the dataset again for evaluators: every scored step with a thought, once."""
    asked: set[Key] = set()
    for step in steps:
        if isinstance(step, Defect) or step.key in asked:
            continue
        prediction = scored_model.held.get(step.key)
        if prediction is not None and prediction.thought:
            asked.add(step.key)
            yield step, scored_model.held.thought(step.key)


def _unknown(scored_model: ScoredModel, seen: set[Key]) -> None:
    """Report predictions for steps that are not in the dataset, with a hint at the reason."""
    held = scored_model.held
    lost = [key for key in held if key not in seen]
    for key in lost:
        prediction = held.get(key)
        held.defects.add(
            Defect("unknown", prediction.source if prediction else "", f"there is no {_named(key)} in the dataset")
        )
    for off in _OFFSETS:
        shifted = sum((episode, step + off) in seen for episode, step in held)
        if shifted > len(held) - len(lost):
            scored_model.hint = (
                f"{shifted} of {len(held)} predictions of {scored_model.scoring.model} would match a step with "
                f"--shift {off}, {len(held) - len(lost)} do without it"
            )
    if held and seen and len(lost) == len(held):
        raise UsageError(
            f"no prediction of {scored_model.scoring.model} is for a step of "
            f"{scored_model.scoring.dataset}: the first is for "
            f"{_named(lost[0])}, the dataset has e.g. {_named(min(seen))}. "
            + (scored_model.hint or "Is it another dataset?")
        )


def _named(key: Key) -> str:
    return f"episode {key[0]} step {key[1]}"
