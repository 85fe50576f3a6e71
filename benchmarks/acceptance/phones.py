"""Virtual phones in numbers: drawing, memory, start, reset, and the same bytes from the same seed."""

from __future__ import annotations

import gc
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Final

import anyio
import numpy as np

from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import App
from adapters.phone.workers.farm import open_phones
from adapters.phone.workers.registry import installed_apps
from adapters.phone.workers.screens import ScreenRenderer
from benchmarks.acceptance.bar import Bar
from benchmarks.pictures.explore import Found, explore
from benchmarks.pictures.sheet import draw
from runtime.core.tasks import State
from runtime.plugins.protocols import Device

_EACH: Final = 14
"""Screens of an app at most."""
_TOUCHES: Final = 150
"""Random touches per app in a walk that must give the same bytes again."""
_STATES: Final[tuple[State, ...]] = ({}, {"settings": {"global": {"airplane_mode_on": "1"}}})


def measure() -> list[Bar]:
    """All bars."""
    bars = [*_apps()]
    parts: tuple[Callable[[], list[Bar]], ...] = (_drawing, _again, _start, _idle, _reset)
    for part in parts:
        began = monotonic()
        bars += part()
        gc.collect()
        print(f"{part.__name__.strip('_')}: {monotonic() - began:.0f} s", file=sys.stderr)
    return bars


def _apps() -> Iterator[Bar]:
    apps = [app for app in installed_apps() if app.name != "launcher"]
    own = sum(app.system for app in apps)
    yield Bar("25 apps, 7 of them of the system", f"{len(apps)}, {own}", holds=len(apps) == 25 and own == 7)


def _drawing() -> list[Bar]:
    """Layout and pixels of every screen that a walk finds, CPU milliseconds."""
    phone = Phone(installed_apps())
    found: list[Found] = []
    for app in phone.apps:
        phone.reset({}, 0)
        found += explore(phone, app, _EACH)
    painter = Painter()
    _, costs = draw(phone, found, painter)
    warm, cold, png = (
        float(np.percentile([getattr(cost, key) for cost in costs], 95)) for key in ("warm", "cold", "png")
    )
    screens = ScreenRenderer(painter)
    screens.capture(phone)
    began = time.process_time()
    for _ in range(100):
        screens.capture(phone)
    cpu_ms = (time.process_time() - began) * 10
    return [
        Bar(f"{len(costs)} screens, warm: p95 <= 8 ms", f"{warm:.1f} ms", holds=warm <= 8),
        Bar("cold: p95 <= 40 ms", f"{cold:.1f} ms", holds=cold <= 40),
        Bar("PNG: p95 <= 8 ms more", f"{png:.1f} ms", holds=png <= 8),
        Bar("unchanged: cached (<= 0.05 ms)", f"{cpu_ms:.4f} ms", holds=cpu_ms <= 0.05),
    ]


def _again() -> list[Bar]:
    """Random walks through every app: the bytes of two runs, and of a phone that was restored half way."""
    apps = [app for app in installed_apps() if app.name != "launcher"]
    first = {app.name: _walk(app, restored=False) for app in apps}
    second = {app.name: _walk(app, restored=False) for app in apps}
    third = {app.name: _walk(app, restored=True) for app in apps}
    same = sum(first[name] == second[name] for name in first)
    total = sum(first[name] == third[name] for name in first)
    return [
        Bar(f"same seed, same {_TOUCHES} touches: same pixels and XML", f"{same} of {len(apps)}", same == len(apps)),
        Bar("the same after snapshot and restore", f"{total} of {len(apps)}", total == len(apps)),
    ]


def _walk(app: App, *, restored: bool) -> str:
    """The digest of all trees and of every tenth screen's pixels on a walk."""
    phone = Phone(installed_apps(), seed=3)
    painter = Painter()
    into = np.empty((phone.size.height, phone.size.width, 4), np.uint8)
    luck = random.Random(app.name)
    digest = sha256()
    phone.start(app.package)
    for step in range(_TOUCHES):
        x, y = luck.randrange(phone.size.width), luck.randrange(phone.size.height)
        deed = luck.random()
        if deed < 0.75:
            phone.touch_tap(x, y)
        elif deed < 0.9:
            phone.touch_swipe(x, y, x, luck.randrange(phone.size.height), 300)
        elif deed < 0.95:
            phone.back()
        else:
            phone.type_text("an")
        phone.elapse(luck.randrange(3000))
        if phone.state.top.package != app.package:
            phone.start(app.package)
        if restored and step == _TOUCHES // 2:
            copy = phone.snapshot()
            phone.home()
            phone.elapse(90_000)
            phone.restore(copy)
        digest.update(phone.dump())
        if step % 10 == 0:
            painter.paint(phone.scene(), into)
            digest.update(into.data)
    return digest.hexdigest()


def _start() -> list[Bar]:
    took = anyio.run(_ready, 100)
    return [Bar("100 phones start in <= 10 s", f"{took:.1f} s on {os.cpu_count()} cores", holds=took <= 10)]


async def _ready(count: int) -> float:
    """Seconds until every phone has answered."""
    began = monotonic()
    async with open_phones(f"phone://{count}") as devices, anyio.create_task_group() as group:
        for device in devices:
            group.start_soon(device.probe)
        # The group's end is the last answer.
    return monotonic() - began


def _idle() -> list[Bar]:
    bars = []
    for count, most in ((20, 400), (1000, 2000)):
        mb = anyio.run(_memory, count)
        bars.append(Bar(f"{count} idle phones: <= {most} MB in all", f"{mb:.0f} MB", holds=mb <= most))
    return bars


async def _memory(count: int) -> float:
    """Megabytes (proportional set size) of the phones' processes, after each has sent its tree."""
    async with open_phones(f"phone://{count}") as devices:
        for device in devices:
            await _controlled(device)
        return sum(_proportional(pid) for pid in _children()) / 1e6


async def _controlled(device: Device) -> None:
    assert device.control is not None
    await device.control.tree()


def _children() -> list[int]:
    return [int(pid) for pid in Path("/proc/self/task").joinpath(str(os.getpid()), "children").read_text().split()]


def _proportional(pid: int) -> int:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def _reset() -> list[Bar]:
    took = anyio.run(_resets)
    middle = median(took)
    return [Bar("reset of one phone <= 5 ms", f"median {middle:.1f} ms, slowest of {len(took)} {max(took):.1f} ms",
                holds=middle <= 5)]  # fmt: skip


async def _resets() -> list[float]:
    """Milliseconds of a reset through the control door, with and without a state to inject."""
    took = []
    async with open_phones("phone://1") as devices:
        control = devices[0].control
        assert control is not None
        for seed in range(200):
            began = monotonic()
            await control.reset(dict(_STATES[seed % 2]), seed)
            took.append((monotonic() - began) * 1000)
    return took[2:]
