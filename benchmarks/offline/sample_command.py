"""`gap sample`: draws the steps that people label, and writes what they are shown into a folder."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.offline.strata import LEAST, SEED, SIZE
from runtime.errors import UsageError

if TYPE_CHECKING:
    from benchmarks.offline.records import Defect
    from benchmarks.offline.sampling import Report, Thinking

_NAMED: int = 10
"""So many defects of each kind are named."""
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
    parser.add_argument("--data", required=True, type=Path, metavar="DIR", help="where it is")
    parser.add_argument(
        "--predictions",
        required=True,
        action="append",
        metavar="[MODEL=]FILE",
        help="what a model said; repeatable: every model is labelled on the same steps (MODEL: the file's name)",
    )
    parser.add_argument("--form", default="agentcpm", metavar="F", help="the predictions' form (agentcpm)")
    parser.add_argument("--shift", type=int, default=0, metavar="N", help="added to the predictions' step numbers (0)")
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="a new folder")
    parser.add_argument("--size", type=int, default=SIZE, metavar="N", help=f"how many steps ({SIZE})")
    parser.add_argument("--least", type=int, default=LEAST, metavar="N", help=f"of each kind at least ({LEAST})")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N", help=f"which ones ({SEED})")
    parser.add_argument("--history", action="store_true", help="also show what was right at the steps before")
    return parser


def run(arguments: Sequence[str]) -> int:
    """Write the folder; 0."""
    options = _parser().parse_args(list(arguments))
    _check(options)
    from benchmarks.offline import datasets, predictions, sampling

    # What cannot be read at all is told before anything is made.
    datasets.load(options.dataset, options.data)
    models: dict[str, Thinking] = {}
    for given in options.predictions:
        name, path = _named(given)
        if name in models:
            raise UsageError(
                f"--predictions {given}: there is a model {name!r} already; name them, as a=FILE and b=FILE"
            )
        models[name] = partial(predictions.read, options.form, path, shift=options.shift)
    report = sampling.write(
        lambda: datasets.load(options.dataset, options.data),
        models,
        options.out,
        size=options.size,
        least=options.least,
        seed=options.seed,
        history=options.history,
    )
    sys.stdout.write("\n".join(_told(report, len(models), options.out)) + "\n")
    sys.stderr.write("".join(f"{line}\n" for line in _defects(report.defects)))
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


def _named(given: str) -> tuple[str, Path]:
    """The model's name and its file; a file whose name has a `=` in it is found as it is."""
    name, separator, rest = given.partition("=")
    plain = Path(given)
    if not separator or not name or plain.exists():
        name, rest = plain.stem, given
    path = Path(rest)
    if not path.exists():
        raise UsageError(f"--predictions {given}: {path} is not there")
    return name, path


def _told(report: Report, models: int, out: Path) -> list[str]:
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
        lines.append(f"{unasked} are NA without being asked: {reasons}")
    if report.pictureless:
        lines.append(f"{report.pictureless} steps have no picture: their boxes are shown")
    lines.append(f"next: python -m runtime.bench label {out} --annotator NAME")
    return lines


def _defects(defects: Iterable[Defect]) -> list[str]:
    counts: Counter[str] = Counter()
    lines = []
    for one in defects:
        counts[one.kind] += 1
        if counts[one.kind] <= _NAMED:
            lines.append(f"{one.kind}: {one.source}: {one.detail}")
    lines += [f"{kind}: {count} in all, {_NAMED} named" for kind, count in counts.items() if count > _NAMED]
    return lines
