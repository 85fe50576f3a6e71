"""Datasets streamed past the predictions of one or several models: nothing but what is counted stays in memory.

Predictions lie in any order in their files, so they are held by step, without the text that they were read from: some
600 bytes each. Thoughts, of which only evaluators read the words, are laid off in a temporary file.
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
_OFF: Final = (-1, 1)
"""By how much step numbers may differ between a dataset and the predictions for it: some count from 1."""


def _ignore(_count: int) -> None:
    """Nobody wants to know how far it is."""


class HeldPrediction(NamedTuple):
    """What is held of a prediction: `size` bytes of thought lie at `at` of the file, if thoughts are kept."""

    predicted: Predicted | None
    thought: bool
    at: int
    size: int
    source: str


class Held:
    """The predictions of one model by step.

    Args:
        words: where thoughts are laid off, a file of nobody else's; None if nobody will ask for their words.
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
        """Read them all. Of two for the same step the first counts, the other is a defect."""
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
        """Its thought, read back; empty if there is none, or none was kept."""
        model = self._by_step.get(key)
        if model is None or self._file is None or not model.size:
            return ""
        self._file.seek(model.at)
        return self._file.read(model.size).decode("utf-8", "surrogatepass")

    def _keep(self, record: Prediction) -> HeldPrediction:
        at = size = 0
        there = bool(record.thought.strip())
        if there and self._file is not None:
            at = self._file.seek(0, 2)
            size = self._file.write(record.thought.encode("utf-8", "surrogatepass"))
        return HeldPrediction(record.predicted, there, at, size, record.source)


class Screens:
    """Sizes of the dataset's pictures by step, for formats that count pixels. The dataset is read when first asked."""

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
class Player:
    """A model: what it predicted, and what is counted of it."""

    held: Held
    scoring: Scoring
    hint: str = field(default="", init=False)
    """What may be wrong where many predictions find no step."""


def execute(
    steps: Iterable[Step | Defect],
    players: Sequence[Player],
    rule: Matching,
    defects: Defects,
    on_count: Callable[[int], None] = _ignore,
) -> None:
    """Stream the dataset once and match what every model did. Defects of the dataset go to `defects`.

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
        for player in players:
            player.scoring.seen(step)
            model = player.held.get(key)
            if model is None:
                player.held.defects.add(Defect("unmatched", step.source, f"{_named(key)} has no prediction"))
            else:
                player.scoring.executed(step, rule, model.predicted, thought=model.thought)
        on_count(len(seen))
    for player in players:
        _unknown(player, seen)


def thoughts(steps: Iterable[Step | Defect], player: Player) -> Iterator[tuple[Step, str]]:
    """Stream the dataset again for evaluators: every step that was scored and has a thought, once."""
    asked: set[Key] = set()
    for step in steps:
        if isinstance(step, Defect) or step.key in asked:
            continue
        model = player.held.get(step.key)
        if model is not None and model.thought:
            asked.add(step.key)
            yield step, player.held.thought(step.key)


def _unknown(player: Player, seen: set[Key]) -> None:
    """Predictions for no step of the dataset, and what may be behind them."""
    held = player.held
    lost = [key for key in held if key not in seen]
    for key in lost:
        model = held.get(key)
        held.defects.add(Defect("unknown", model.source if model else "", f"there is no {_named(key)} in the dataset"))
    for off in _OFF:
        shifted = sum((episode, step + off) in seen for episode, step in held)
        if shifted > len(held) - len(lost):
            player.hint = (
                f"{shifted} of {len(held)} predictions of {player.scoring.model} would find their step with "
                f"--shift {off}, {len(held) - len(lost)} do without"
            )
    if held and seen and len(lost) == len(held):
        raise UsageError(
            f"no prediction of {player.scoring.model} is for a step of {player.scoring.dataset}: the first is for "
            f"{_named(lost[0])}, the dataset has e.g. {_named(min(seen))}. " + (player.hint or "Is it another dataset?")
        )


def _named(key: Key) -> str:
    return f"episode {key[0]} step {key[1]}"
