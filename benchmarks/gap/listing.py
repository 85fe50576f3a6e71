"""The subcommands `gap rules`, `gap datasets`, `gap forms` and `gap merge`."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.gap.summary import merge_results
from runtime.bench.streams import say, say_json
from runtime.core.errors import UsageError
from runtime.core.given_files import read_given_json
from runtime.plugins.command_line import Parser


def rules(arguments: Sequence[str]) -> int:
    """`gap rules`: list the matching rules with their options."""
    from benchmarks.gap import rules as known

    options = _options("rules", "List the matching rules and their options: RULE?OPTION&OPTION.", arguments)
    found = [known.named(name) for name in known.names()]
    if options.json:
        _print(
            [
                {"name": rule.name, "label": rule.label, "about": rule.about, "quirks": dict(rule.quirks)}
                for rule in found
            ]
        )
        return 0
    for rule in found:
        _tell(f"{rule.name} ({rule.label})", [rule.about], rule.quirks)
    return 0


def datasets(arguments: Sequence[str]) -> int:
    """`gap datasets`: list the datasets with source, licence and format."""
    from benchmarks.gap import datasets as known

    options = _options("datasets", "List the datasets with source, licence and format.", arguments)
    found = {name: (known.notes(name), dict(known.options(name))) for name in known.names()}
    if options.json:
        _print([{"name": name, "notes": notes, "options": switches} for name, (notes, switches) in found.items()])
        return 0
    for name, (notes, switches) in found.items():
        _tell(name, _paragraphs(notes), switches)
    return 0


def forms(arguments: Sequence[str]) -> int:
    """`gap forms`: list the formats of predictions."""
    from benchmarks.gap import predictions as known

    options = _options("forms", "List the formats of predictions.", arguments)
    if options.json:
        _print([{"name": name, "about": known.about(name)} for name in known.names()])
    else:
        say(*(f"{name}: {known.about(name)}" for name in known.names()))
    return 0


def merge(arguments: Sequence[str]) -> int:
    """`gap merge`: merge shards of one result into one document on standard output."""
    parser = Parser(
        prog="python -m runtime.bench gap merge",
        description="Add the counts of shards (parts of one dataset, scored alike) and print their sum as JSON.",
    )
    parser.add_argument("results", nargs="+", type=Path, metavar="RESULT.json", help="files that `gap --out` wrote")
    options = parser.parse_args(list(arguments))
    _print(merge_results([_document(path) for path in options.results]))
    return 0


def _document(path: Path) -> Any:
    where = path / "result.json" if path.is_dir() else path
    found = read_given_json(where)
    if not isinstance(found, dict) or found.get("version") != 1 or "cells" not in found:
        raise UsageError(f"{where}: this is no result of version 1; give a result.json of `gap --out`")
    return found


def _options(verb: str, description: str, arguments: Sequence[str]) -> argparse.Namespace:
    parser = Parser(prog=f"python -m runtime.bench gap {verb}", description=description)
    parser.add_argument("--json", action="store_true", help="as JSON")
    return parser.parse_args(list(arguments))


def _tell(title: str, lines: Iterable[str], switches: Mapping[str, str]) -> None:
    """Print a title, a description and the options, as wide as the terminal."""
    width = max(40, min(120, shutil.get_terminal_size().columns))
    texts = [title, *(_wrapped(line, width, "  ") for line in lines)]
    for switch, sentence in switches.items():
        texts += [f"  ?{switch}", _wrapped(sentence, width, "      ")]
    say(*texts, "")


def _paragraphs(text: str) -> list[str]:
    """Join broken lines into paragraphs and list items."""
    found = [""]
    for line in text.strip().splitlines():
        if not line.strip() or line.startswith("- ") or not found[-1]:
            found.append(line.strip())
        else:
            found[-1] += f" {line.strip()}"
    return found[1:]


def _wrapped(line: str, width: int, indent: str) -> str:
    # No breaks at hyphens or within words, so that names and addresses can be copied.
    return textwrap.fill(
        line,
        width,
        initial_indent=indent,
        subsequent_indent=indent + "  " * line.startswith("- "),
        break_on_hyphens=False,
        break_long_words=False,
    )


def _print(document: Any) -> None:
    say_json(document)
