"""The command `gap`: scores recorded predictions, and dispatches to its subcommands."""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from runtime.bench.streams import complain, say_json
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser, whole_number
from runtime.plugins.specs import CommandSpec

_EXAMPLES: Final = """\
examples:
  python -m runtime.bench gap --dataset cagui --data CAGUI_agent --predictions out.jsonl
                                       accuracy of actions (EM), by type; needs no model
  python -m runtime.bench gap --dataset aitz --data AITZ/test --predictions out.jsonl --form ui-tars \\
      --evaluator rules --out results/aitz
                                       also the four quadrants: rules read the thoughts; writes results/aitz
  python -m runtime.bench gap --dataset aitz --data AITZ/test --predictions cpm=a.jsonl --predictions tars=b.jsonl \\
      --form tars=ui-tars --evaluator 'model:openai:NAME@http://127.0.0.1:8000/v1' --out results/aitz
                                       compare two models; a language model reads the thoughts. After an interruption
                                       the same command continues where it stopped.
  python -m runtime.bench gap … --evaluator replay:evaluations.jsonl --labels labels --figures figures
                                       recorded evaluations, correction by people's labels, figures
  python -m runtime.bench gap match --rule agentcpm < records.jsonl
                                       match one JSON record per line; `gap rules` lists the rules
  python -m runtime.bench gap merge shard1/result.json shard2/result.json > all.json

subcommands: match, rules, datasets, forms, merge, sample (steps for people to label), figures; each has a --help
"""
_SUBCOMMANDS: Final = {
    "match": ("benchmarks.gap.match_command", "run"),
    "sample": ("benchmarks.gap.sample_command", "run"),
    "figures": ("benchmarks.gap.figures_command", "run"),
    "rules": ("benchmarks.gap.listing", "rules"),
    "datasets": ("benchmarks.gap.listing", "datasets"),
    "forms": ("benchmarks.gap.listing", "forms"),
    "merge": ("benchmarks.gap.listing", "merge"),
}


def parser() -> argparse.ArgumentParser:
    """The argument parser of `gap`."""
    found = Parser(
        prog="python -m runtime.bench gap",
        description="Measure reasoning–execution gaps of recorded predictions: whether the action is right (EM), "
        "whether the action that the thought announces is right (GTA), and how often only one of them is.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    inputs = found.add_argument_group("input")
    inputs.add_argument(
        "--dataset",
        required=True,
        metavar="NAME",
        help="dataset, with options as NAME?KEY=VALUE; `gap datasets` lists them",
    )
    inputs.add_argument(
        "--data",
        required=True,
        action="append",
        type=Path,
        metavar="DIR|FILE",
        help="files or folders of the dataset; repeatable",
    )
    inputs.add_argument(
        "--predictions",
        required=True,
        action="append",
        metavar="[MODEL=]FILE",
        help="file or folder with the outputs of a model; repeatable: several models are compared step by step",
    )
    inputs.add_argument(
        "--form",
        action="append",
        default=[],
        metavar="[MODEL=]FORM",
        help="format of the predictions (default: agentcpm); `gap forms` lists them",
    )
    inputs.add_argument(
        "--shift",
        action="append",
        default=[],
        metavar="[MODEL=]N",
        help="added to the step numbers of predictions: -1 if they count from 1 and the dataset from 0 (default: 0)",
    )
    scoring = found.add_argument_group("scoring")
    scoring.add_argument(
        "--rule", metavar="RULE", help="rule for right actions in EM and GTA (default: the dataset's published rule)"
    )
    scoring.add_argument(
        "--evaluator",
        action="append",
        default=[],
        metavar="[MODEL=]SPEC",
        help="reads the announced action from thoughts: rules, model:URI, or replay:FILE (default: none, EM only)",
    )
    scoring.add_argument(
        "--prompts", type=Path, metavar="DIR", help="prompts that replace the evaluator's installed ones"
    )
    scoring.add_argument("--model-cache", type=Path, metavar="DIR", help="cache replies there: nothing is sent twice")
    scoring.add_argument(
        "--concurrency", type=whole_number(), default=16, metavar="N", help="thoughts evaluated at once (default: 16)"
    )
    scoring.add_argument(
        "--labels",
        type=Path,
        metavar="FILE|DIR",
        help="people's labels: adds the evaluator's agreement with them and the corrected GTA",
    )
    scoring.add_argument(
        "--strict",
        action="store_true",
        help="exit with 1 if the input has any defect (unreadable evaluations are results, not defects)",
    )
    output = found.add_argument_group("output")
    output.add_argument("--out", type=Path, metavar="DIR", help="folder for result.json; subfolders for several models")
    output.add_argument("--figures", type=Path, metavar="DIR", help="folder for the figures; see also `gap figures`")
    output.add_argument(
        "--parameters", action="append", default=[], metavar="[MODEL=]N", help="billions of parameters, for the figures"
    )
    output.add_argument(
        "--training", action="append", default=[], metavar="[MODEL=]WORD", help="SFT or DPO, for the figures"
    )
    output.add_argument(
        "--by",
        action="append",
        choices=("type", "app", "subset", "step"),
        help="group the tables by this; repeatable (default: type; result.json has all groups)",
    )
    output.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    output.add_argument("--no-progress", action="store_true", help="do not show progress")
    return found


def run(arguments: Sequence[str]) -> int:
    """Score predictions, or run a subcommand. Returns 0; 1 if --strict refuses the input; 130 after Ctrl-C."""
    given = list(arguments)
    if given and given[0] in _SUBCOMMANDS:
        module, name = _SUBCOMMANDS[given[0]]
        subcommand: Callable[[Sequence[str]], int] = getattr(importlib.import_module(module), name)
        return subcommand(given[1:])
    if given and not given[0].startswith("-"):
        raise UsageError(
            f"gap has no subcommand {given[0]!r}; there is: {', '.join(_SUBCOMMANDS)}, or only options to score"
        )
    options = parser().parse_args(given)
    if options.concurrency < 1:
        raise UsageError(f"--concurrency {options.concurrency}: give 1 or more")
    from benchmarks.gap.score_command import score_models

    try:
        result = score_models(options)
    except KeyboardInterrupt:
        hint = "; repeat the command to evaluate the remaining thoughts" if options.out and options.evaluator else ""
        complain(f"\ninterrupted{hint}")
        return 130
    _write(options, result.documents, result.compared)
    _print_result(options, result.documents, result.compared)
    complain(*result.lines)
    if options.figures is not None:
        _draw(options, result.documents)
    if options.strict and result.fatal:
        complain(f"refused: the input has {result.fatal} defects (--strict)")
        return 1
    return 0


def _print_result(options: argparse.Namespace, documents: list[dict[str, Any]], compared: list[dict[str, Any]]) -> None:
    if options.json:
        say_json({"models": documents, "differences": compared})
        return
    from benchmarks.gap.tables import label_tables, tables
    from runtime.bench.terminal import terminal

    console = terminal()
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
    complain(*found.remarks)
    complain(*(f"figure {name} is left out: {needs}" for name, needs in found.left_out.items()))


def _text(document: Any) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


COMMAND: Final = CommandSpec(
    run=run, title="reasoning–execution gaps on recorded datasets: what models think against what they do"
)
