"""The pictures of README and docs from a seeded run on virtual phones; with --sheet, every screen of every app."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import anyio
import numpy as np
from rich.console import Console
from rich.table import Table

from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.workers.registry import installed_apps
from benchmarks.pictures.compose import phones_picture, run_picture
from benchmarks.pictures.drawing import to_png
from benchmarks.pictures.explore import Found, explore
from benchmarks.pictures.inputs import INPUTS, picture_inputs
from benchmarks.pictures.recording import (
    EPISODE,
    ORACLE_RUN,
    READER_RUN,
    REPORTED,
    SCREENS,
    play,
    read_episode,
    read_screen,
)
from benchmarks.pictures.report_page import report_picture
from benchmarks.pictures.sheet import Cost, draw, sheet
from runtime.plugins import registry
from runtime.storage.run_directory import EpisodeKey, RunDirectory

_PHONES: Final = 4
"""Virtual phones on which the twenty episodes of phones.png are played."""


def main(arguments: Sequence[str] | None = None) -> int:
    """0; 2 for an app that there is not."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pictures", description=__doc__)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("docs/pictures"),
        metavar="DIR",
        help="for run.png, phones.png, report.png and the digests of their inputs (docs/pictures)",
    )
    group = parser.add_argument_group("the contact sheet")
    group.add_argument("--sheet", type=Path, metavar="FILE", help="draw the contact sheet there instead")
    group.add_argument("--app", action="append", metavar="NAME", help="only this app; repeatable")
    group.add_argument("--each", type=int, default=14, metavar="N", help="screens of an app at most (14)")
    group.add_argument("--columns", type=int, default=10, metavar="N", help="pictures side by side (10)")
    options = parser.parse_args(arguments)
    if options.sheet is None:
        options.out.mkdir(parents=True, exist_ok=True)
        make_pictures(options.out)
        return 0
    phone = Phone(installed_apps())
    apps = [app for app in phone.apps if not options.app or app.name in options.app]
    if not apps:
        parser.error(f"there is no such app; there are {', '.join(app.name for app in phone.apps)}")
    found: list[Found] = []
    for app in apps:
        phone.reset({}, 0)
        found += explore(phone, app, options.each)
    small, costs = draw(phone, found, Painter())
    options.sheet.write_bytes(sheet(found, small, options.columns))
    _show(costs, options.sheet)
    return 0


def make_pictures(folder: Path) -> None:
    """Play both runs and write the pictures, and the digests of what determines them. Blocks."""
    tasks = {task.id: task for task in registry.suite("clarity240").tasks}
    with TemporaryDirectory() as temporary:
        reader, oracle = Path(temporary, "clarity240"), Path(temporary, "oracle")
        anyio.run(play, READER_RUN, reader, 2)
        anyio.run(play, ORACLE_RUN, oracle, _PHONES)
        report = anyio.run(report_picture, reader, EpisodeKey("reader", REPORTED, 0))
        episode = read_episode(RunDirectory.open(reader), tasks[EPISODE])
        run = RunDirectory.open(oracle)
        screens = [read_screen(run, task, step) for task, step in SCREENS]
    pictures = {"run.png": run_picture(episode), "phones.png": phones_picture(screens), "report.png": report}
    for name, picture in pictures.items():
        (folder / name).write_bytes(to_png(picture))
    inputs = anyio.run(picture_inputs, folder)
    (folder / INPUTS).write_text(json.dumps(inputs, indent=2) + "\n", encoding="utf-8")


def _show(costs: Sequence[Cost], out: Path) -> None:
    console = Console(width=120)
    table = Table("app", "screens", "cold ms", "warm ms", "PNG ms", "slowest, warm")
    names = list(dict.fromkeys(cost.app for cost in costs))
    for name in (*names, "all"):
        mine = [cost for cost in costs if name in (cost.app, "all")]
        slowest = max(mine, key=lambda cost: cost.warm)
        table.add_row(
            name,
            str(len(mine)),
            *(f"{np.percentile([getattr(cost, key) for cost in mine], 95):.1f}" for key in ("cold", "warm", "png")),
            f"{slowest.place} {slowest.warm:.1f}",
        )
    console.print(table)
    console.print(f"CPU milliseconds, 95th percentile; layout and pixels of 1080x2400. The sheet: {out}", markup=False)


if __name__ == "__main__":
    sys.exit(main())
