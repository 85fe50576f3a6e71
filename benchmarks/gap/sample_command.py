"""The subcommand `gap sample`: draws steps for people to label, and writes them into a folder."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.gap.arguments import integer, model_files, per_model
from benchmarks.gap.strata import LEAST, SEED, SIZE
from runtime.core.errors import UsageError

if TYPE_CHECKING:
    from benchmarks.gap.records import Defect, Step
    from benchmarks.gap.sampling import Report

_EXAMPLES = """\
examples:
  python -m runtime.bench gap sample --dataset aitz --data aitz/test --predictions out/all.jsonl --out labels/aitz
  python -m runtime.bench gap sample --dataset cagui --data CAGUI_agent --predictions small=a.jsonl \\
      --predictions large=b.jsonl --out labels/cagui         two models, on the same steps; annotators see no names
  python -m runtime.bench label labels/aitz --annotator Ada               then each of two people on their own
  python -m runtime.bench label labels/aitz --annotator Bo
  python -m runtime.bench label labels/aitz --annotator Cy --adjudicate   a third, only where the two differ
  python -m runtime.bench gap --dataset aitz --data aitz/test --predictions out/all.jsonl --labels labels/aitz
"""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m runtime.bench gap sample",
        description="Draw steps of a dataset by the kind of what is right there, as published (a few of each kind for "
        "certain, the rest in proportion), and write them with models' thoughts into a folder that people label.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--dataset", required=True, metavar="NAME", help="as for gap; gap datasets lists them")
    parser.add_argument(
        "--data", required=True, action="append", type=Path, metavar="DIR|FILE", help="where it is; repeatable"
    )
    parser.add_argument(
        "--predictions",
        required=True,
        action="append",
        metavar="[MODEL=]FILE",
        help="what a model wrote; repeatable: every model is labelled on the same steps, and gap --labels knows it by "
        "this name",
    )
    parser.add_argument(
        "--form", action="append", default=[], metavar="[MODEL=]FORM", help="how it is written, as for gap (agentcpm)"
    )
    parser.add_argument(
        "--shift", action="append", default=[], metavar="[MODEL=]N", help="added to the predictions' step numbers (0)"
    )
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="a new folder")
    parser.add_argument("--size", type=int, default=SIZE, metavar="N", help=f"how many steps ({SIZE})")
    parser.add_argument("--least", type=int, default=LEAST, metavar="N", help=f"of each kind at least ({LEAST})")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help=f"which ones ({SEED})")
    parser.add_argument("--history", action="store_true", help="also show what was right at the steps before")
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

    steps()  # Raises at once if there is no such dataset.
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
    sys.stdout.write("\n".join(_report_lines(report, len(models), options.out)) + "\n")
    defects = Defects()
    for defect in report.defects:
        defects.add(defect)
    sys.stderr.write("".join(f"{line}\n" for line in defects.lines()))
    return 0


def _check(options: argparse.Namespace) -> None:
    if options.size < 1:
        raise UsageError(f"--size {options.size}: give 1 or more")
    if options.least < 0:
        raise UsageError(f"--least {options.least}: give 0 or more")
    if (options.out / "sample.json").exists():
        raise UsageError(f"{options.out} holds a sample already: give another folder, or remove it")
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
        lines.append(f"nobody is asked where there is no thought: {reasons}")
    if report.pictureless:
        lines.append(f"steps without a picture, shown by their boxes: {report.pictureless}")
    lines.append(f"next: python -m runtime.bench label {out} --annotator NAME")
    return lines
