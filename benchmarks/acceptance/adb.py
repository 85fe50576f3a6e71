"""ADB to the depth of the real thing: the full counts that its bars name."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import Any

import anyio

from benchmarks.acceptance import adb_fleet, adb_link, adb_wire
from benchmarks.acceptance.bar import Bar
from runtime.core.errors import MobileRuntimeError

Part = Callable[[], Coroutine[Any, Any, list[Bar]]]
PARTS: tuple[Part, ...] = (
    adb_wire.fuzzed,
    adb_wire.truncated,
    adb_link.connections,
    adb_link.streams,
    adb_link.cancelled,
    adb_link.cut,
    adb_link.unread,
    adb_link.installs,
    adb_fleet.storm,
    adb_fleet.phones,
    adb_link.operations,
)


def measure() -> list[Bar]:
    """All bars, part by part; a part that fails is a bar that does not hold, and the others are measured."""
    bars: list[Bar] = []
    for part in PARTS:
        began = monotonic()
        name = part.__name__
        try:
            bars += anyio.run(part)
        except (MobileRuntimeError, AssertionError, OSError, ExceptionGroup) as error:
            bars.append(Bar(f"{name} ends well", _reason(error), holds=False))
        gc.collect()
        print(f"{name}: {monotonic() - began:.0f} s", file=sys.stderr)
    return bars


def _reason(error: BaseException) -> str:
    """The first exception inside groups."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"[:400]
