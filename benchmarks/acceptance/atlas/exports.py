"""Writes pinned states as files: picture, accessibility tree and path, to compare those of two commits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from adapters.phone.drawing.painter import Painter, png
from adapters.phone.kernel.performing import perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.workers.registry import installed_apps
from benchmarks.acceptance.atlas.inputs import decode_input
from benchmarks.acceptance.atlas.pins import PinnedApp
from benchmarks.acceptance.atlas.starts import begin, starts_of
from benchmarks.acceptance.atlas.visits import path_to
from runtime.core.errors import UsageError


def export_states(pinned: Sequence[PinnedApp], states: Iterable[str], folder: Path) -> int:
    """Write `APP-INDEX.png`, `.xml` and `.txt` for states such as `clock:12`; return how many.

    Raises:
        UsageError: there is no such state.
    """
    phone, painter = Phone(installed_apps()), Painter()
    apps = {app.name: app for app in phone.apps}
    visits = {item.app: item.visits for item in pinned}
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for name in states:
        app, _, number = name.partition(":")
        if app not in visits or not number.isdigit() or int(number) >= len(visits[app]):
            raise UsageError(f"there is no pinned state {name!r}")
        start, *inputs = path_to(visits[app], int(number))
        begin(phone, apps[app], next(item for item in starts_of(app) if f"start {item.name}" == start))
        for line in inputs:
            perform(phone, decode_input(line))
        file = folder / f"{app}-{number}"
        file.with_suffix(".png").write_bytes(png(phone.scene(), painter))
        file.with_suffix(".xml").write_bytes(phone.dump().replace(b"><", b">\n<"))
        file.with_suffix(".txt").write_text("\n".join((start, *inputs, "")))
        count += 1
    return count
