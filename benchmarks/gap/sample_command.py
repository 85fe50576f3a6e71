"""The subcommand `gap sample`: draws steps for people to label, and writes them into a folder."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.gap.arguments import integer, model_files, per_model
from benchmarks.gap.strata import LEAST, SEED, SIZE
from runtime.bench.streams import complain, say
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser, whole_number

if TYPE_CHECKING:
    from benchmarks.gap.records import Defect, Step
    from benchmarks.gap.sampling import Report

_EXAMPLES = """\
examples:
  python -m runtime.bench gap sample --dataset aitz --data aitz/test --predictions out/all.jsonl --out labels/aitz
  python -m runtime.bench gap sample --dataset cagui --data CAGUI_agent --predictions small=a.jsonl \\
      --predictions large=b.jsonl --out labels/cagui         two models on the same steps, without their names
  python -m runtime.bench label labels/aitz --annotator Ada               then two people label independently
  python -m runtime.bench label labels/aitz --annotator Bo
  python -m runtime.bench label labels/aitz --annotator Cy --adjudicate   a third decides where they differ
  python -m runtime.bench gap --dataset aitz --data aitz/test --predictions out/all.jsonl --labels labels/aitz
"""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m runtime.bench gap sample",
        description="Draw a sample of steps stratified by the kind of the right action, as published (a minimum of "
        "each kind, the rest in proportion), and write it with models' thoughts into a folder for people to label.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--dataset", required=True, metavar="NAME", help="dataset; `gap datasets` lists them")
    parser.add_argument(
        "--data", required=True, action="append", type=Path, metavar="DIR|FILE", help="its files; repeatable"
    )
    parser.add_argument(
        "--predictions",
        required=True,
        action="append",
        metavar="[MODEL=]FILE",
        help="file or folder with the outputs of a model; repeatable: all models are labelled on the same steps, under "
        "these names in gap --labels",
    )
    parser.add_argument(
        "--form", action="append", default=[], metavar="[MODEL=]FORM", help="format (default: agentcpm)"
    )
    parser.add_argument(
        "--shift", action="append", default=[], metavar="[MODEL=]N", help="added to the step numbers (default: 0)"
    )
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="new folder for the sample")
    parser.add_argument(
        "--size", type=whole_number(), default=SIZE, metavar="N", help=f"number of steps (default: {SIZE})"
    )
    parser.add_argument(
        "--least", type=whole_number(), default=LEAST, metavar="N", help=f"minimum of each kind (default: {LEAST})"
    )
    parser.add_argument(
        "--seed", type=whole_number(), default=SEED, metavar="N", help=f"seed of the draw (default: {SEED})"
    )
    parser.add_argument("--history", action="store_true", help="also show the right actions of earlier steps")
    return parser


def run(arguments: Sequence[str]) -> int:
    """Write the sample folder. Returns 0."""
    options = _parser().parse_args(list(arguments))
    _check(options)
    from benchmarks.gap import datasets, predictions, sampling
    from benchmarks.gap.defects import Defects

    paths = model_files(options.predictions, "--predictions")
    forms = per_model(options.form, paths, "--form")
    shifts = {name: integer(text, "--shift") for name, text in per_model(options.shift, paths, "--shift").items()}

    def steps() -> Iterator[Step | Defect]:
        return datasets.load(options.dataset, options.data)

    steps()  # Raises at once for an unknown dataset.
    models = {
        name: partial(predictions.read, forms.get(name, "agentcpm"), path, shift=shifts.get(name, 0))
        for name, path in paths.items()
    }
    report = sampling.write(
        steps,
        models,
        options.out,
        size=options.size,
        least=options.least,
        seed=options.seed,
        history=options.history,
    )
    say(*_report_lines(report, len(models), options.out))
    defects = Defects()
    for defect in report.defects:
        defects.add(defect)
    complain(*defects.lines())
    return 0


def _check(options: argparse.Namespace) -> None:
    if options.size < 1:
        raise UsageError(f"--size {options.size}: give 1 or more")
    if options.least < 0:
        raise UsageError(f"--least {options.least}: give 0 or more")
    if (options.out / "sample.json").exists():
        raise UsageError(f"{options.out} already contains a sample: give another folder, or remove it")
    if options.out.exists() and not options.out.is_dir():
        raise UsageError(f"{options.out} is no folder")


def _report_lines(report: Report, models: int, out: Path) -> list[str]:
    there, sampled = sum(report.there.values()), sum(report.sampled.values())
    kinds = ", ".join(f"{name} {count} of {report.there[name]}" for name, count in report.sampled.items())
    unasked = sum(report.unasked.values())
    whose = "one model" if models == 1 else f"{models} models"
    lines = [
        f"{report.dataset}: {sampled} of {there} steps ({kinds})",
        f"{report.thoughts - unasked} thoughts of {whose} to be labelled in {out}",
    ]
    if unasked:
        reasons = ", ".join(f"{code} {count}" for code, count in sorted(report.unasked.items()))
        lines.append(f"not to be labelled, because there is no thought: {reasons}")
    if report.pictureless:
        lines.append(f"steps without a picture, shown by their boxes: {report.pictureless}")
    lines.append(f"next: python -m runtime.bench label {out} --annotator NAME")
    return lines
