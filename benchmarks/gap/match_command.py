"""The subcommand `gap match`: applies a matching rule to JSON records from standard input."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from runtime.bench.streams import say_json
from runtime.core.errors import UsageError
from runtime.plugins.command_line import Parser

if TYPE_CHECKING:  # imports numpy, which `--help` does not need
    from benchmarks.gap.rules import Rule

_EXAMPLES: Final = """\
examples:
  python -m runtime.bench gap match --rule agentcpm < records.jsonl
  python -m runtime.bench gap match --rule 'agentcpm-androidcontrol?float=epsilon' < records.jsonl
  python -m runtime.bench gap rules                  the rules, their options, the records that they read

One JSON object a line: {"gt": the true step, "pred": the predicted action (an object, or a model's raw text)}, by the
form of the rule's public harness; "rule" in a record replaces --rule. The record comes out with "format_hit",
"pred_type", "type_match" and "exact_match"; one that cannot be matched with "error".

exit codes: 0 all matched, 1 a line has an error, 2 usage error
"""


def run(arguments: Sequence[str]) -> int:
    """Match the records on standard input. Returns 0, or 1 if a line had an error."""
    options = _parser().parse_args(arguments)
    from benchmarks.gap.rules import named

    usual = named(options.rule)
    bad = False
    for answer in matched(sys.stdin.buffer, usual):
        bad |= "error" in answer
        say_json(answer, indent=None)
    return int(bad)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m runtime.bench gap match",
        description="Apply a matching rule to predicted actions: reads JSON lines and prints them with the result.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rule", default="agentcpm", metavar="RULE", help="NAME?OPTION=VALUE&… (default: agentcpm)")
    return parser


def matched(lines: Iterable[bytes], usual: Rule) -> Iterator[dict[str, Any]]:
    """Each record with the rule's result, or with an error that names the line; lazily."""
    from benchmarks.gap.rules import named

    rules: dict[str, Rule] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        record: dict[str, Any] = {}
        try:
            record = _object(line)
            rule = usual
            if "rule" in record:
                asked = record["rule"]
                if not isinstance(asked, str):
                    raise ValueError("rule is no text")
                rule = rules.get(asked) or rules.setdefault(asked, named(asked))
            found = rule.match(*rule.record(record))
        except (ValueError, UsageError) as error:
            yield {**record, "error": f"line {number}: {error}"}
            continue
        yield {
            **record,
            "format_hit": found.format_hit,
            "pred_type": found.kind,
            "type_match": found.type_match,
            "exact_match": found.exact,
        }


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line.decode("utf-8-sig"))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(value, dict):
        raise ValueError(f"{type(value).__name__} instead of an object")
    return value
