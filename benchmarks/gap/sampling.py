"""Draws a sample from a dataset and models' predictions, and writes its folder.


   FOLDER/sample.json       the drawn steps as annotators see them, without any model's action or result
   FOLDER/pictures/         screenshots of the sampled steps, as in the dataset

The dataset is streamed twice, because steps can be drawn only when all are known.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from benchmarks.gap.records import Defect, Prediction, Step
from benchmarks.gap.samples import SampleDraw, Thought, describe_past_step, document, step_document
from benchmarks.gap.strata import LEAST, SEED, SIZE, Key, draw_sample, stratum
from runtime.core.errors import UsageError

SAMPLE: Final = "sample.json"
PICTURES: Final = "pictures"
_FORMS: Final = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"RIFF": ".webp"}

Screens = Callable[[Key], tuple[int, int] | None]
Steps = Callable[[], Iterable[Step | Defect]]
"""Opens the dataset again."""
Thinking = Callable[[Screens], Iterable[Prediction | Defect]]
"""Opens a model's predictions."""


@dataclass(slots=True)
class Report:
    """Summary of a written sample."""

    dataset: str = ""
    there: dict[str, int] = field(default_factory=dict)
    sampled: dict[str, int] = field(default_factory=dict)
    thoughts: int = 0
    unasked: Counter[str] = field(default_factory=Counter)
    pictures: int = 0
    pictureless: int = 0
    defects: list[Defect] = field(default_factory=list)


def write(
    steps: Steps,
    models: Mapping[str, Thinking],
    out: Path,
    *,
    size: int = SIZE,
    least: int = LEAST,
    seed: int = SEED,
    history: bool = False,
) -> Report:
    """Draw a sample and write its folder. `sample.json` is written last, so a folder that has it is complete.

    Raises:
        UsageError: no step can be drawn, a model has no prediction for a drawn step, or the folder cannot be written.
    """
    report = Report()
    there, screens = _scan(steps, report)
    chosen = draw_sample(there, size, least, seed)
    report.there = {name: len(there[name]) for name in chosen}
    report.sampled = {name: len(keys) for name, keys in chosen.items()}
    wanted = {key for keys in chosen.values() for key in keys}
    thoughts: list[Thought] = []
    for number, (name, opened) in enumerate(models.items()):
        own = list(_thoughts(number, opened, screens, wanted, report))
        if all(thought.text is None for thought in own):
            raise UsageError(
                f"{name} has no prediction for any of the {len(own)} steps that were drawn: it is of another dataset "
                "or split, or it counts steps differently (--shift -1)"
            )
        thoughts += own
    report.thoughts = len(thoughts)
    report.unasked.update(thought.unasked for thought in thoughts if thought.unasked)
    try:
        (out / PICTURES).mkdir(parents=True, exist_ok=True)
        rows = list(_write_steps(steps, wanted, out / PICTURES, history, report))
        found = document(SampleDraw(report.dataset, seed, report.there, report.sampled), list(models), rows, thoughts)
        part = out / f"{SAMPLE}.part"
        part.write_text(json.dumps(found, ensure_ascii=False, indent=None) + "\n", encoding="utf-8")
        part.replace(out / SAMPLE)
    except OSError as error:
        raise UsageError(f"{out} cannot be written ({error.strerror or error})") from error
    return report


def _scan(steps: Steps, report: Report) -> tuple[dict[str, list[Key]], dict[Key, tuple[int, int]]]:
    """First pass: the steps by stratum, and the sizes of their screens."""
    there: dict[str, list[Key]] = {}
    screens: dict[Key, tuple[int, int]] = {}
    for step in steps():
        if isinstance(step, Defect):
            report.defects.append(step)
            continue
        report.dataset = report.dataset or step.dataset
        name = stratum(step.truth)
        if name is not None:
            there.setdefault(name, []).append(step.key)
        if step.screen is not None:
            screens[step.key] = step.screen
    if not there:
        raise UsageError("there is no step to draw: check the dataset with gap --dataset … --data …")
    return there, screens


def _thoughts(
    model: int, opened: Thinking, screens: Mapping[Key, tuple[int, int]], wanted: set[Key], report: Report
) -> Iterator[Thought]:
    texts: dict[Key, str] = {}
    for prediction in opened(screens.get):
        if isinstance(prediction, Defect):
            report.defects.append(prediction)
        elif prediction.key in wanted:
            texts.setdefault(prediction.key, prediction.thought)
    for key in sorted(wanted):
        yield Thought(model, key, texts.get(key))


def _write_steps(
    steps: Steps, wanted: set[Key], folder: Path, history: bool, report: Report
) -> Iterator[dict[str, Any]]:
    """Second pass: write the screenshots, and yield the documents of the steps."""
    episode, before = "", list[str]()
    left = set(wanted)
    for step in steps():
        if isinstance(step, Defect):
            continue
        if step.episode != episode:
            episode, before = step.episode, []
        if step.key in left:
            left.discard(step.key)
            yield step_document(step, _picture(step, folder, report), before)
        if history:
            before.append(describe_past_step(step))
    if left:
        raise UsageError(f"the dataset changed while it was read: {len(left)} steps are gone; start again")


def _picture(step: Step, folder: Path, report: Report) -> str | None:
    """Store the step's screenshot; returns its path. It is named by its digest, so the name reveals no episode."""
    try:
        data = step.picture() if step.picture is not None else b""
    except (OSError, ValueError) as error:
        report.defects.append(Defect("missing", step.source, f"its picture cannot be read: {error}"))
        data = b""
    suffix = next((suffix for head, suffix in _FORMS.items() if data.startswith(head)), None)
    if suffix is None:
        report.pictureless += 1
        return None
    name = f"{sha256(data).hexdigest()[:24]}{suffix}"
    (folder / name).write_bytes(data)
    report.pictures += 1
    return f"{PICTURES}/{name}"
