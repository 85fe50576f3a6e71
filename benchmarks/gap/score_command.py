"""Runs `gap`: turns command-line options into streams, streams into counts, and counts into result documents."""

from __future__ import annotations

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.gap import arguments, datasets, predictions, rules
from benchmarks.gap.defects import Defects
from benchmarks.gap.joining import Key, PredictionStore, ScoredModel, Screens, match_actions, thoughts
from benchmarks.gap.progress import ProgressLine
from benchmarks.gap.records import Defect, Prediction, Step
from benchmarks.gap.scoring import Scoring
from benchmarks.gap.summary import differences, document
from runtime.core.errors import UsageError
from runtime.llm import Ledger

if TYPE_CHECKING:
    from benchmarks.gap.agreement import Labels
    from benchmarks.gap.evaluators import Evaluated, Progress

_RULES: Final = {"androidcontrol": "agentcpm-androidcontrol", "androidcontrol-agentcpm": "agentcpm-androidcontrol"}
"""The rules of a dataset's published numbers; `agentcpm` for all others."""
_PIXELS: Final = ("ui-tars-1.5", "gui-owl")
"""Forms whose coordinates are pixels unless their options say otherwise."""


@dataclass(frozen=True, slots=True)
class Result:
    """A document for each model, the differences of each pair, further lines for the user, and the fatal defects."""

    documents: list[dict[str, Any]]
    compared: list[dict[str, Any]]
    lines: list[str]
    fatal: int


@dataclass(frozen=True, slots=True)
class _Request:
    """The parsed and validated command line."""

    name: str
    rule: rules.Rule
    files: dict[str, Path]
    forms: dict[str, str]
    shifts: dict[str, int]
    evaluators: dict[str, str]
    parameters: dict[str, float]
    training: dict[str, str]
    people: Labels | None


def score_models(options: argparse.Namespace) -> Result:
    """Run the whole command except for writing and printing."""
    asked = _request(options)
    progress_lines = ProgressLine(quiet=options.no_progress)

    def steps() -> Iterator[Step | Defect]:
        return datasets.load(options.dataset, options.data)

    # These raise at once for an unknown dataset, form or evaluator, before any long work starts.
    load, screens = steps(), Screens(steps)
    reading = {model: _predictions(asked, model, screens) for model in asked.files}
    _check_evaluators(options, asked)
    with ExitStack() as stack:
        scored_models = []
        for model, read in reading.items():
            evaluated = model in asked.evaluators
            held = PredictionStore(
                stack.enter_context(tempfile.TemporaryFile(prefix="thoughts-")) if evaluated else None
            )
            held.take(read, progress_lines.counter(f"{model}: predictions read"))
            scored_models.append(ScoredModel(held, Scoring(asked.name, model, asked.rule.label)))
        defects, notes = Defects(), list[str]()
        for defect in asked.people.defects if asked.people is not None else ():
            defects.add(defect)
        match_actions(load, scored_models, asked.rule, defects, progress_lines.counter("steps matched"))
        labels = {
            scored_model.scoring.model: _evaluated(options, asked, steps, scored_model, notes, progress_lines)
            for scored_model in scored_models
            if scored_model.scoring.model in asked.evaluators
        }
        progress_lines.done()
    documents = [
        document(
            scored_model.scoring,
            evaluator=labels.get(scored_model.scoring.model),
            labels=None if asked.people is None else _labels(asked.people, scored_model.scoring, len(scored_models)),
            defects=Counter[str](defects.counts) + Counter[str](scored_model.held.defects.counts),
            parameters=asked.parameters.get(scored_model.scoring.model),
            training=asked.training.get(scored_model.scoring.model, ""),
        )
        for scored_model in scored_models
    ]
    return Result(
        documents,
        [differences(left.scoring, right.scoring) for left, right in combinations(scored_models, 2)],
        [*notes, *_lines(asked.name, defects, scored_models)],
        defects.fatal + sum(scored_model.held.defects.fatal for scored_model in scored_models),
    )


def _request(options: argparse.Namespace) -> _Request:
    name = str(options.dataset).partition("?")[0]
    files = arguments.model_files(options.predictions, "--predictions")
    if len({folder(Path(), model, len(files)) for model in files}) < len(files) > 1:
        raise UsageError(f"--predictions: {', '.join(files)} differ only in special characters; rename one")
    evaluators = arguments.per_model(options.evaluator, files, "--evaluator")
    shared = Counter(spec for spec in evaluators.values() if spec.startswith("replay:"))
    if twice := [spec for spec, models in shared.items() if models > 1]:
        raise UsageError(
            f"--evaluator {twice[0]}: recorded outputs belong to one model; give MODEL={twice[0]}, and another "
            f"file for each other model of {', '.join(files)}"
        )
    shifts = arguments.per_model(options.shift, files, "--shift")
    parameters = arguments.per_model(options.parameters, files, "--parameters")
    return _Request(
        name,
        rules.named(options.rule or _RULES.get(name, "agentcpm")),
        files,
        arguments.per_model(options.form, files, "--form"),
        {model: arguments.integer(text, "--shift") for model, text in shifts.items()},
        evaluators,
        {model: _billions(text) for model, text in parameters.items()},
        arguments.per_model(options.training, files, "--training"),
        _people(options.labels),
    )


def _predictions(asked: _Request, model: str, screens: Screens) -> Iterator[Prediction | Defect]:
    form = asked.forms.get(model, "agentcpm")
    sizes = screens if _counts_pixels(form) else _no_size
    return predictions.read(form, asked.files[model], sizes, shift=asked.shifts.get(model, 0))


def _counts_pixels(form: str) -> bool:
    """Whether a form needs screenshot sizes, which cost an extra pass over the dataset."""
    name, _, options = form.partition("?")
    return "thousandths" not in options and (name in _PIXELS or "coordinates" in options)


def _no_size(_step: Key) -> None:
    """Size lookup for forms that do not use pixels."""


def folder(out: Path, model: str, models: int) -> Path:
    """The folder of a model's files: `out` itself, or a subfolder if there are several models."""
    return out if models == 1 else out / (re.sub(r"[^\w.+-]+", "_", model).strip(".") or "model")


def _check_evaluators(options: argparse.Namespace, asked: _Request) -> None:
    """Open and close every evaluator, so that errors appear before hours of other work."""
    if not asked.evaluators:
        return
    import anyio

    from benchmarks.gap.evaluators import open_evaluator

    async def open_all() -> None:
        for spec in dict.fromkeys(asked.evaluators.values()):
            async with open_evaluator(spec, prompts=options.prompts, replies=options.model_cache):
                pass

    anyio.run(open_all)


def _evaluated(
    options: argparse.Namespace,
    asked: _Request,
    steps: Callable[[], Iterable[Step | Defect]],
    scored_model: ScoredModel,
    notes: list[str],
    progress_lines: ProgressLine,
) -> str:
    """Evaluate a model's thoughts; returns the evaluator's label and appends messages to `notes`."""
    import anyio

    from benchmarks.gap.evaluators import evaluate_all, open_evaluator

    model, scoring, add = scored_model.scoring.model, scored_model.scoring, scored_model.held.defects.add
    count = progress_lines.counter(f"{model}: thoughts evaluated")
    ledger, file = Ledger(), None
    if options.out is not None:
        where = folder(options.out, model, len(asked.files))
        where.mkdir(parents=True, exist_ok=True)
        file = where / "evaluations.jsonl"

    def take(step: Step, found: Evaluated) -> None:
        scoring.announced(step, asked.rule, found.predicted)

    def show_progress(progress: Progress) -> None:
        count(progress.delivered)

    async def all_thoughts() -> tuple[str, Progress]:
        spec, prompts, replies = asked.evaluators[model], options.prompts, options.model_cache
        async with open_evaluator(spec, prompts=prompts, replies=replies, ledger=ledger, on_defect=add) as evaluator:
            return evaluator.label, await evaluate_all(
                thoughts(steps(), scored_model),
                evaluator,
                file,
                concurrency=options.concurrency,
                on_result=take,
                on_progress=show_progress,
                on_defect=add,
            )

    label, progress = anyio.run(all_thoughts)
    notes.extend(_missing(model, progress, file is not None))
    notes.extend(_model_usage(model, ledger))
    return label


def _model_usage(model: str, ledger: Ledger) -> Iterator[str]:
    """Report the requests and tokens of an evaluator that asks a model."""
    for row in ledger.document():
        tokens = row["tokens"]
        yield (
            f"{model}: {row['model']} answered {row['answered']} questions, {row['cached']} answers were kept, "
            f"{row['failed']} attempts failed; {tokens['input']} tokens in, {tokens['output']} out"
        )


def _missing(model: str, progress: Progress, stored: bool) -> Iterator[str]:
    """Report the thoughts without an evaluation."""
    if progress.absent:
        yield f"{model}: {progress.absent} thoughts have no evaluation and are not in n"
    if progress.failed:
        again = (
            "the same command asks them again" if stored else "with --out the same command would ask only them again"
        )
        yield f"{model}: {progress.failed} thoughts could not be evaluated and are not in n; {again}"
    if progress.failed or progress.absent:
        yield f"{model}: the last reason was: {progress.why}"
    if progress.stopped:
        yield f"{model}: so many failed in a row that the rest was not asked"


def _people(path: Path | None) -> Labels | None:
    """Read people's labels, before any long work."""
    if path is None:
        return None
    from benchmarks.gap import agreement

    return agreement.read(path)


def _labels(people: Labels, scoring: Scoring, models: int) -> dict[str, Any]:
    """Agreement of a model's evaluator with people's labels, as part of the result document."""
    from benchmarks.gap.agreement import compare_with_people

    # Labels of a single model may omit its name; labels of several models must include the name of this one.
    human = people.valid(scoring.model if models > 1 or scoring.model in people.models else "")
    joint = {key: known for key, known in scoring.quadrants.items() if known.joint}
    system = {key: bool(known.gta) for key, known in joint.items()}
    cells = scoring.quadrants.cells
    found = compare_with_people(human, system, {key: bool(known.em) for key, known in joint.items()})
    return {**found.document(cells.gta, cells.n), "people": people.document()}


def _lines(dataset: str, defects: Defects, scored_models: Sequence[ScoredModel]) -> Iterator[str]:
    for name, found in (
        (dataset, defects),
        *((scored_model.scoring.model, scored_model.held.defects) for scored_model in scored_models),
    ):
        yield from (f"{name}: {line}" if not line.startswith(" ") else line for line in found.lines())
    yield from (scored_model.hint for scored_model in scored_models if scored_model.hint)


def _billions(text: str) -> float:
    try:
        value = float(text.removesuffix("B").removesuffix("b"))
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise UsageError(f"--parameters {text}: give billions, such as 7 or 2.5")
    return value
