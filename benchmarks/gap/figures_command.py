"""The subcommand `gap figures`: draws the paper's figures from result and sample documents."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from adapters.figures.drawing.labels import unprintable
from adapters.figures.gap import series
from benchmarks.gap import documents
from runtime.bench.streams import complain, say
from runtime.core.errors import UsageError
from runtime.core.given_files import read_given_json, write_given_file
from runtime.plugins.command_line import Parser

_EXAMPLES = """\
examples:
  python -m runtime.bench gap figures runs/gap-a runs/gap-b --out figures      all possible figures of two models
  python -m runtime.bench gap figures runs/*/result.json samples/aitz --out figures --figure distributions

figures: quadrants (shares of IDEAL, EG, RG, BW), distributions (kinds of action, in dataset and sample), radar (the
evaluator's accuracy), curves (EM, GTA, IDEAL over models), scaling (over parameters); each as SVG and PNG
"""
_FILES = ("result.json", "sample.json")


@dataclass(frozen=True, slots=True)
class Drawn:
    """The written files, the figures that were left out with the reason, and remarks for the reader."""

    files: tuple[Path, ...]
    left_out: Mapping[str, str]
    remarks: tuple[str, ...]


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m runtime.bench gap figures",
        description="Draw the figures of the reasoning–execution gap from results that `gap --out DIR` wrote.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "paths",
        nargs="+",
        type=Path,
        metavar="PATH",
        help="a result.json, a sample.json, a folder with them, or a folder of such folders; drawn in this order",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder for FIGURE.svg and FIGURE.png")
    parser.add_argument(
        "--figure", action="append", choices=series.FIGURES, help="figure to draw; repeatable (default: all)"
    )
    return parser


def run(arguments: Sequence[str]) -> int:
    """Draw the figures. Returns 0; 1 if a requested figure, or every figure, was left out."""
    options = _parser().parse_args(list(arguments))
    read = list(_read(options.paths))
    samples = [pair for pair in read if documents.is_sample(pair[0])]
    results = [pair for pair in read if not documents.is_sample(pair[0])]
    found = draw(results, samples, options.out, options.figure or ())
    say(*map(str, found.files))
    complain(*(f"left out: {name}: needs {needs}" for name, needs in found.left_out.items()))
    complain(*(f"note: {remark}" for remark in found.remarks))
    return 1 if not found.files or (options.figure and found.left_out) else 0


def draw(
    results: Sequence[tuple[Mapping[str, Any], str]],
    samples: Sequence[tuple[Mapping[str, Any], str]],
    out: Path,
    wanted: Sequence[str] = (),
) -> Drawn:
    """Draw all possible figures, or the possible ones among `wanted`, into the folder `out`.

    Each document comes with its source, such as its path, for messages.

    Raises:
        UsageError: a document is malformed, or matplotlib is not installed.
    """
    scored = [documents.result(document, source) for document, source in results]
    sampled = [documents.sample(document, source) for document, source in samples]
    if find_spec("matplotlib") is None:
        raise UsageError("figures need matplotlib: pip install 'mobile-agent-runtime[plots]'")
    # Imported here because it takes half a second, which other commands should not spend.
    from adapters.figures.drawing.style import drawable_characters
    from adapters.figures.gap.rendering import render

    files: list[Path] = []
    left_out: dict[str, str] = {}
    remarks = series.remarks(scored, sampled, wanted)
    missing_glyphs = unprintable(
        [name for result in scored for name in (result.dataset, result.model, result.evaluator, result.rule)],
        drawable_characters(),
    )
    if missing_glyphs:
        remarks.append(f"no bundled font has {' '.join(missing_glyphs)}: figures show the code points (U+…)")
    for name in series.FIGURES:
        if wanted and name not in wanted:
            continue
        shown = series.figure_data(name, scored, sampled)
        if isinstance(shown, series.MissingInput):
            left_out[name] = shown.needs
            continue
        picture = render(shown)
        for path, data in ((out / f"{name}.svg", picture.svg), (out / f"{name}.png", picture.png)):
            write_given_file(path, data)
            files.append(path)
    return Drawn(tuple(files), left_out, tuple(remarks))


def _read(paths: Sequence[Path]) -> Iterator[tuple[Mapping[str, Any], str]]:
    seen = set()
    for path in paths:
        found = [path]
        if path.is_dir():
            # With several models, `gap --out` creates a subfolder for each.
            found = [path / name for name in _FILES if (path / name).is_file()] or sorted(path.glob("*/result.json"))
        if not found:
            raise UsageError(f"{path} holds neither a result.json nor a sample.json")
        for file in found:
            if (name := os.path.realpath(file)) in seen:
                continue
            seen.add(name)
            document = read_given_json(file)
            if not isinstance(document, dict):
                raise UsageError(f"{file} is no result or sample document: it holds a {type(document).__name__}")
            yield document, str(file)
