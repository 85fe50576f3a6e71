"""Reads predictions and defects from files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.gap.predictions import fields, files, forms
from benchmarks.gap.predictions.answer import Size
from benchmarks.gap.predictions.forms import Form
from benchmarks.gap.records import Defect, Prediction

Key = tuple[str, int]
Screens = Callable[[Key], Size | None]
"""The screenshot size at a step; None if unknown."""


def read(form: str, path: Path, screens: Screens, *, shift: int = 0) -> Iterator[Prediction | Defect]:
    """The predictions in the order of the files. `shift` is added to step numbers, -1 if they start at 1.

    Of several predictions for one step the first counts.

    Raises:
        UsageError: at the call for an unknown form or a missing path; during iteration for an unreadable file.
    """
    return _read(forms.named(form), files.list_files(path), screens, shift)


def _read(form: Form, paths: list[tuple[str, Path]], screens: Screens, shift: int) -> Iterator[Prediction | Defect]:
    seen: dict[Key, str] = {}
    for name, path in paths:
        for item in files.records(name, path):
            if isinstance(item, Defect):
                yield item
                continue
            source, record = item
            found = _prediction(form, source, record, screens, shift)
            if isinstance(found, Defect):
                yield found
            elif found.key in seen:
                episode, step = found.key
                yield Defect(
                    "duplicate", source, f"episode {episode} step {step} was there before, in {seen[found.key]}"
                )
            else:
                seen[found.key] = source
                yield found


def _prediction(
    form: Form, source: str, record: dict[str, object], screens: Screens, shift: int
) -> Prediction | Defect:
    try:
        episode, step = fields.key(record, shift)
    except ValueError as error:
        return Defect("missing", source, str(error))
    answered = fields.answer(record, form.texts)
    if answered is fields.NOTHING:
        return Defect("missing", source, f"episode {episode} step {step} has no prediction")
    answer = form.reader(answered, lambda: screens((episode, step)) or fields.size(record))
    model = record.get("model")
    return Prediction(
        episode,
        step,
        answer.thought or fields.thought(record),
        answer.predicted,
        answer.invalid,
        model if isinstance(model, str) else "",
        answered if isinstance(answered, str) else "",
        source,
    )
