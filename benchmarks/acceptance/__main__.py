"""`python -m benchmarks.acceptance NAME`: the full counts that a claim names, measured and printed as a table."""

from __future__ import annotations

import argparse
import importlib
import sys

from rich.console import Console
from rich.table import Table

from benchmarks.acceptance.bar import Bar

NAMES = {
    "adb": "ADB in full counts: leaks, fuzzed and cut-off bytes, cancellation, many streams, phones and real hosts",
    "instruments": "oracle and silent over the whole suite: what they must score",
    "main_job": "the main job end to end: players, determinism, kill and resume, rejudge, real adb, start-up",
    "phones": "virtual phones: what drawing, memory, start and reset cost, and the same bytes from the same seed",
    "transfers": "files over ADB, the connection cut after every single byte: never a short success",
}


def main() -> int:
    """0 when every bar holds, else 1."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.acceptance",
        description=__doc__,
        epilog="; ".join(f"{name}: {words}" for name, words in NAMES.items()),
    )
    parser.add_argument("name", choices=sorted(NAMES))
    name = parser.parse_args().name
    bars: list[Bar] = importlib.import_module(f"benchmarks.acceptance.{name}").measure()
    table = Table("bar", "figure", "holds", title=name, title_justify="left")
    for bar in bars:
        table.add_row(bar.what, bar.figure, "yes" if bar.holds else "NO", style="" if bar.holds else "bold red")
    Console(width=160).print(table)
    return 0 if all(bar.holds for bar in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
