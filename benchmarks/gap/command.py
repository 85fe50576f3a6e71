"""The command `gap`: scores recorded predictions, and dispatches to its subcommands."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from runtime.core.errors import UsageError
from runtime.plugins.specs import CommandSpec

_EXAMPLES: Final = """\
examples:
  python -m runtime.bench gap --dataset cagui --data CAGUI_agent --predictions out.jsonl
                                       what is executed (EM), by type, app and step; needs no model
  python -m runtime.bench gap --dataset aitz --data AITZ/test --predictions out.jsonl --form ui-tars \\
      --evaluator rules --out results/aitz
                                       the four quadrants too, thoughts read by rules; result.json is in results/aitz
  python -m runtime.bench gap --dataset aitz --data AITZ/test --predictions cpm=a.jsonl --predictions tars=b.jsonl \\
      --form tars=ui-tars --evaluator 'model:openai:NAME@http://127.0.0.1:8000/v1' --out results/aitz
                                       two models in one table and their differences; thoughts read by a model.
                                       Broken off? The same command goes on where it stopped.
  python -m runtime.bench gap … --evaluator replay:evaluations.jsonl --labels labels --figures figures
                                       recorded evaluations; corrected by people's labels; the figures
  python -m runtime.bench gap match --rule agentcpm < records.jsonl
                                       one record a line, matched; `gap rules` says what rules there are
  python -m runtime.bench gap merge shard1/result.json shard2/result.json > whole.json

verbs: match, rules, datasets, forms, merge, sample (steps for people to label), figures; each has its own --help
"""
_VERBS: Final = {
    "match": ("benchmarks.gap.match_command", "run"),
    "sample": ("benchmarks.gap.sample_command", "run"),
    "figures": ("benchmarks.gap.figures_command", "run"),
    "rules": ("benchmarks.gap.listing", "rules"),
    "datasets": ("benchmarks.gap.listing", "datasets"),
    "forms": ("benchmarks.gap.listing", "forms"),
    "merge": ("benchmarks.gap.listing", "merge"),
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise UsageError(f"{message} (see {self.prog} --help)")


def parser() -> argparse.ArgumentParser:
    """The argument parser of `gap`."""
    found = _Parser(
        prog="python -m runtime.bench gap",
        description="Reasoning–execution gaps of recorded predictions: is the action right (EM), is what the thought "
        "announces right (GTA), and how often only one of them.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    what = found.add_argument_group("what is scored")
    what.add_argument(
        "--dataset",
        required=True,
        metavar="NAME",
        help="whose records they are, NAME?KEY=VALUE with options; `gap datasets` lists them",
    )
    what.add_argument(
        "--data", required=True, action="append", type=Path, metavar="DIR|FILE", help="where they are; repeatable"
    )
    what.add_argument(
        "--predictions",
        required=True,
        action="append",
        metavar="[MODEL=]FILE",
        help="what a model wrote, a file or a folder; repeatable: several models in one table, compared step by step",
    )
    what.add_argument(
        "--form",
        action="append",
        default=[],
        metavar="[MODEL=]FORM",
        help="how it is written (agentcpm); `gap forms` lists them",
    )
    what.add_argument(
        "--shift",
        action="append",
        default=[],
        metavar="[MODEL=]N",
        help="added to the step numbers of predictions, -1 where they count from 1 and the dataset from 0 (0)",
    )
    how = found.add_argument_group("how")
    how.add_argument(
        "--rule", metavar="RULE", help="what counts as right, for EM and GTA alike (the usual one of the dataset)"
    )
    how.add_argument(
        "--evaluator",
        action="append",
        default=[],
        metavar="[MODEL=]SPEC",
        help="what reads thoughts: rules, model:URI, replay:FILE of recorded outputs (nobody)",
    )
    how.add_argument(
        "--prompts", type=Path, metavar="DIR", help="texts that stand in for those the model is asked with"
    )
    how.add_argument("--model-cache", type=Path, metavar="DIR", help="ask no model twice: replies are kept there")
    how.add_argument("--concurrency", type=int, default=16, metavar="N", help="thoughts evaluated at once (16)")
    how.add_argument(
        "--labels",
        type=Path,
        metavar="FILE|DIR",
        help="people's labels: how far the evaluator can be trusted, and the corrected GTA",
    )
    how.add_argument(
        "--strict",
        action="store_true",
        help="exit 1 if anything is wrong with the input (evaluations that cannot be read are results and don't count)",
    )
    group = found.add_argument_group("what is told")
    group.add_argument("--out", type=Path, metavar="DIR", help="write result.json there, of several models DIR/MODEL")
    group.add_argument(
        "--figures", type=Path, metavar="DIR", help="draw the figures there; `gap figures` does it later"
    )
    group.add_argument(
        "--parameters", action="append", default=[], metavar="[MODEL=]N", help="billions, for the figures"
    )
    group.add_argument(
        "--training", action="append", default=[], metavar="[MODEL=]WORD", help="SFT or DPO, for the figures"
    )
    group.add_argument(
        "--by",
        action="append",
        choices=("type", "app", "subset", "step"),
        help="groups that the tables show; repeatable (type; result.json has all)",
    )
    group.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    group.add_argument("--no-progress", action="store_true", help="say nothing of how far it is")
    return found


def run(arguments: Sequence[str]) -> int:
    """Score predictions, or run a subcommand. Returns 0; 1 if --strict refuses the input; 130 after Ctrl-C."""
    given = list(arguments)
    if given and given[0] in _VERBS:
        module, name = _VERBS[given[0]]
        verb: Callable[[Sequence[str]], int] = getattr(importlib.import_module(module), name)
        return verb(given[1:])
    if given and not given[0].startswith("-"):
        raise UsageError(f"gap has no verb {given[0]!r}; there is: {', '.join(_VERBS)}, or options alone to score")
    options = parser().parse_args(given)
    if options.concurrency < 1:
        raise UsageError(f"--concurrency {options.concurrency}: give 1 or more")
    from benchmarks.gap.score_command import score_models

    try:
        result = score_models(options)
    except KeyboardInterrupt:
        again = "; the same command goes on with what is not evaluated yet" if options.out and options.evaluator else ""
        sys.stderr.write(f"\ninterrupted{again}\n")
        return 130
    _write(options, result.documents, result.compared)
    _say(options, result.documents, result.compared)
    sys.stderr.writelines(f"{line}\n" for line in result.lines)
    if options.figures is not None:
        _draw(options, result.documents)
    if options.strict and result.fatal:
        sys.stderr.write(f"refused: {result.fatal} things are wrong with the input (--strict)\n")
        return 1
    return 0


def _say(options: argparse.Namespace, documents: list[dict[str, Any]], compared: list[dict[str, Any]]) -> None:
    if options.json:
        sys.stdout.write(_text({"models": documents, "differences": compared}))
        return
    from rich.console import Console

    from benchmarks.gap.tables import label_tables, tables

    console = Console()
    for table in (*tables(documents, compared, options.by or ["type"]), *label_tables(documents)):
        console.print(table)


def _write(options: argparse.Namespace, documents: list[dict[str, Any]], compared: list[dict[str, Any]]) -> None:
    if options.out is None:
        return
    from benchmarks.gap.score_command import folder

    for document in documents:
        where = folder(options.out, document["model"], len(documents))
        where.mkdir(parents=True, exist_ok=True)
        (where / "result.json").write_text(_text(document), encoding="utf-8")
    if compared:
        (options.out / "differences.json").write_text(_text({"version": 1, "pairs": compared}), encoding="utf-8")


def _draw(options: argparse.Namespace, documents: list[dict[str, Any]]) -> None:
    from benchmarks.gap.figures_command import draw

    samples = []
    if options.labels is not None and (sample := options.labels / "sample.json").is_file():
        samples.append((json.loads(sample.read_text(encoding="utf-8")), str(sample)))
    found = draw([(document, document["model"]) for document in documents], samples, options.figures)
    sys.stderr.writelines(f"{remark}\n" for remark in found.remarks)
    sys.stderr.writelines(f"figure {name} is left out: {needs}\n" for name, needs in found.left_out.items())


def _text(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


COMMAND: Final = CommandSpec(
    run=run, title="what models think against what they do, on recorded datasets; and the verbs that go with it"
)
