"""The work of `gap`: options become streams, streams become counts, counts become result documents."""

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
from benchmarks.gap.joining import Held, Key, Player, Screens, execute, thoughts
from benchmarks.gap.progress import Told
from benchmarks.gap.records import Defect, Prediction, Step
from benchmarks.gap.scoring import Scoring
from benchmarks.gap.summary import differences, document
from runtime.core.errors import UsageError
from runtime.llm import Ledger

if TYPE_CHECKING:
    from benchmarks.gap.agreement import Labels
    from benchmarks.gap.evaluators import Evaluated, Progress

_RULES: Final = {"androidcontrol": "agentcpm-androidcontrol", "androidcontrol-agentcpm": "agentcpm-androidcontrol"}
"""The rules that published numbers of a dataset are by; `agentcpm` for all others."""
_PIXELS: Final = ("ui-tars-1.5", "gui-owl")
"""Forms whose coordinates are pixels unless their options say otherwise."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of it: a document for each model, each pair's differences, what people are told beside the tables."""

    documents: list[dict[str, Any]]
    compared: list[dict[str, Any]]
    lines: list[str]
    fatal: int


@dataclass(frozen=True, slots=True)
class _Request:
    """What the command line says, read and found to make sense."""

    name: str
    rule: rules.Rule
    files: dict[str, Path]
    forms: dict[str, str]
    shifts: dict[str, int]
    evaluators: dict[str, str]
    parameters: dict[str, float]
    training: dict[str, str]
    people: Labels | None


def scored(options: argparse.Namespace) -> Result:
    """Do all that the command line says but writing and printing."""
    asked = _request(options)
    progress_lines = Told(quiet=options.no_progress)

    def steps() -> Iterator[Step | Defect]:
        return datasets.load(options.dataset, options.data)

    # These raise at once if there is no such dataset, form or evaluator, before anything long is done.
    load, screens = steps(), Screens(steps)
    reading = {model: _predictions(asked, model, screens) for model in asked.files}
    _try_out(options, asked)
    with ExitStack() as stack:
        players = []
        for model, read in reading.items():
            evaluated = model in asked.evaluators
            held = Held(stack.enter_context(tempfile.TemporaryFile(prefix="thoughts-")) if evaluated else None)
            held.take(read, progress_lines.counter(f"{model}: predictions read"))
            players.append(Player(held, Scoring(asked.name, model, asked.rule.label)))
        defects, notes = Defects(), list[str]()
        for defect in asked.people.defects if asked.people is not None else ():
            defects.add(defect)
        execute(load, players, asked.rule, defects, progress_lines.counter("steps matched"))
        labels = {
            player.scoring.model: _evaluated(options, asked, steps, player, notes, progress_lines)
            for player in players
            if player.scoring.model in asked.evaluators
        }
        progress_lines.done()
    documents = [
        document(
            player.scoring,
            evaluator=labels.get(player.scoring.model),
            labels=None if asked.people is None else _labels(asked.people, player.scoring, len(players)),
            defects=Counter[str](defects.counts) + Counter[str](player.held.defects.counts),
            parameters=asked.parameters.get(player.scoring.model),
            training=asked.training.get(player.scoring.model, ""),
        )
        for player in players
    ]
    return Result(
        documents,
        [differences(left.scoring, right.scoring) for left, right in combinations(players, 2)],
        [*notes, *_lines(asked.name, defects, players)],
        defects.fatal + sum(player.held.defects.fatal for player in players),
    )


def _request(options: argparse.Namespace) -> _Request:
    name = str(options.dataset).partition("?")[0]
    files = arguments.files(options.predictions, "--predictions")
    if len({folder(Path(), model, len(files)) for model in files}) < len(files) > 1:
        raise UsageError(f"--predictions: {', '.join(files)} are not told apart by letters, digits and . - + _")
    evaluators = arguments.of_each(options.evaluator, files, "--evaluator")
    shared = Counter(spec for spec in evaluators.values() if spec.startswith("replay:"))
    if twice := [spec for spec, models in shared.items() if models > 1]:
        raise UsageError(
            f"--evaluator {twice[0]}: recorded outputs are of one model's thoughts; say MODEL={twice[0]}, and another "
            f"file for each other model of {', '.join(files)}"
        )
    shifts = arguments.of_each(options.shift, files, "--shift")
    parameters = arguments.of_each(options.parameters, files, "--parameters")
    return _Request(
        name,
        rules.named(options.rule or _RULES.get(name, "agentcpm")),
        files,
        arguments.of_each(options.form, files, "--form"),
        {model: arguments.whole(text, "--shift") for model, text in shifts.items()},
        evaluators,
        {model: _billions(text) for model, text in parameters.items()},
        arguments.of_each(options.training, files, "--training"),
        _people(options.labels),
    )


def _predictions(asked: _Request, model: str, screens: Screens) -> Iterator[Prediction | Defect]:
    form = asked.forms.get(model, "agentcpm")
    sizes = screens if _counts_pixels(form) else _no_size
    return predictions.read(form, asked.files[model], sizes, shift=asked.shifts.get(model, 0))


def _counts_pixels(form: str) -> bool:
    """Whether a form needs the sizes of pictures, for which the dataset is read a first time."""
    name, _, options = form.partition("?")
    return "thousandths" not in options and (name in _PIXELS or "coordinates" in options)


def _no_size(_step: Key) -> None:
    """What a form that counts no pixels is told."""


def folder(out: Path, model: str, models: int) -> Path:
    """Where a model's files go: `out` itself, or a folder in it where there are several models."""
    return out if models == 1 else out / (re.sub(r"[^\w.+-]+", "_", model).strip(".") or "model")


def _try_out(options: argparse.Namespace, asked: _Request) -> None:
    """Open every evaluator and close it again: what cannot be opened is to be known before hours of other work."""
    if not asked.evaluators:
        return
    import anyio

    from benchmarks.gap.evaluators import opening

    async def all_of_them() -> None:
        for spec in dict.fromkeys(asked.evaluators.values()):
            async with opening(spec, prompts=options.prompts, replies=options.model_cache):
                pass

    anyio.run(all_of_them)


def _evaluated(
    options: argparse.Namespace,
    asked: _Request,
    steps: Callable[[], Iterable[Step | Defect]],
    player: Player,
    notes: list[str],
    progress_lines: Told,
) -> str:
    """Have a model's thoughts evaluated; the evaluator's label. What is to be said of it is added to `notes`."""
    import anyio

    from benchmarks.gap.evaluators import evaluate_all, opening

    model, scoring, add = player.scoring.model, player.scoring, player.held.defects.add
    count = progress_lines.counter(f"{model}: thoughts evaluated")
    ledger, file = Ledger(), None
    if options.out is not None:
        where = folder(options.out, model, len(asked.files))
        where.mkdir(parents=True, exist_ok=True)
        file = where / "evaluations.jsonl"

    def take(step: Step, found: Evaluated) -> None:
        scoring.announced(step, asked.rule, found.predicted)

    def say(progress: Progress) -> None:
        count(progress.delivered)

    async def all_thoughts() -> tuple[str, Progress]:
        spec, prompts, replies = asked.evaluators[model], options.prompts, options.model_cache
        async with opening(spec, prompts=prompts, replies=replies, ledger=ledger, on_defect=add) as evaluator:
            return evaluator.label, await evaluate_all(
                thoughts(steps(), player),
                evaluator,
                file,
                concurrency=options.concurrency,
                on_result=take,
                on_progress=say,
                on_defect=add,
            )

    label, progress = anyio.run(all_thoughts)
    notes.extend(_missing(model, progress, file is not None))
    notes.extend(_spent(model, ledger))
    return label


def _spent(model: str, ledger: Ledger) -> Iterator[str]:
    """What an evaluator that asks a model has used."""
    for row in ledger.document():
        tokens = row["tokens"]
        yield (
            f"{model}: {row['model']} answered {row['answered']} questions, {row['cached']} answers were kept, "
            f"{row['failed']} attempts failed; {tokens['input']} tokens in, {tokens['output']} out"
        )


def _missing(model: str, progress: Progress, stored: bool) -> Iterator[str]:
    """What is to be said of thoughts without an evaluation."""
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
    """What people said, read before anything long is done."""
    if path is None:
        return None
    from benchmarks.gap import agreement

    return agreement.read(path)


def _labels(people: Labels, scoring: Scoring, models: int) -> dict[str, Any]:
    """How far the evaluator of a model says the same as people, and how these came to what they say."""
    from benchmarks.gap.agreement import against

    # Labels of one model need not name it; those of several do, and then must name ours.
    human = people.valid(scoring.model if models > 1 or scoring.model in people.models else "")
    joint = {key: known for key, known in scoring.quadrants.items() if known.joint}
    system = {key: bool(known.gta) for key, known in joint.items()}
    cells = scoring.quadrants.cells
    found = against(human, system, {key: bool(known.em) for key, known in joint.items()})
    return {**found.document(cells.gta, cells.n), "people": people.document()}


def _lines(dataset: str, defects: Defects, players: Sequence[Player]) -> Iterator[str]:
    for name, found in ((dataset, defects), *((player.scoring.model, player.held.defects) for player in players)):
        yield from (f"{name}: {line}" if not line.startswith(" ") else line for line in found.lines())
    yield from (player.hint for player in players if player.hint)


def _billions(text: str) -> float:
    try:
        value = float(text.removesuffix("B").removesuffix("b"))
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise UsageError(f"--parameters {text}: give billions, such as 7 or 2.5")
    return value
