"""Draw the contact sheet and print what it cost."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.workers.registry import installed_apps
from benchmarks.pictures.explore import Found, explore
from benchmarks.pictures.sheet import Cost, draw, sheet


def main(arguments: Sequence[str] | None = None) -> int:
    """0; 2 for an app that there is not."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pictures", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("contact.png"), metavar="FILE", help="where to (contact.png)")
    parser.add_argument("--app", action="append", metavar="NAME", help="only this app; repeatable")
    parser.add_argument("--each", type=int, default=14, metavar="N", help="screens of an app at most (14)")
    parser.add_argument("--columns", type=int, default=10, metavar="N", help="pictures side by side (10)")
    options = parser.parse_args(arguments)
    phone = Phone(installed_apps())
    apps = [app for app in phone.apps if not options.app or app.name in options.app]
    if not apps:
        parser.error(f"there is no such app; there are {', '.join(app.name for app in phone.apps)}")
    found: list[Found] = []
    for app in apps:
        phone.reset({}, 0)
        found += explore(phone, app, options.each)
    small, costs = draw(phone, found, Painter())
    options.out.write_bytes(sheet(found, small, options.columns))
    _show(costs, options.out)
    return 0


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
