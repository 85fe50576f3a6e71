"""Turns exceptions of an app's code into an app crash: its places close, a dialog appears, the log gets the trace.

This is the only place where app code may raise any exception.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import Final, TypeVar

from adapters.phone.disturbances import lifecycle
from adapters.phone.kernel.running_phone import RunningPhone
from adapters.phone.state import back_stacks
from adapters.phone.state.phone_state import Crash
from adapters.phone.ui.app import App
from adapters.phone.ui.package_names import HOME

_KEPT: Final = 8
_FRAMES: Final = 24
T = TypeVar("T")


def run_app_code(phone: RunningPhone, app: App, work: Callable[[], T]) -> T | None:
    """Return the result of an app's own code; None if it raised, and then the phone shows that the app has stopped.

    The launcher's exceptions are not caught: nothing is behind it to fall back to.
    """
    if app.package == HOME:
        return work()
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - an app may raise anything; here it becomes a crash dialog
        state = phone.state
        crash = Crash(state.now_ms, app.package, tuple(_lines(error)))
        left = back_stacks.drop(state, app.package)
        left = replace(left, panel="crash", shared=app.package, crashes=(*state.crashes, crash)[-_KEPT:])
        phone.state = lifecycle.record_incident(left, "crash", f"{app.package}: {crash.lines[0]}")
        return None


def _lines(error: Exception) -> list[str]:
    """Return the exception as log lines; file names without folders, so that every machine logs the same."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    lines = f"{type(error).__name__}: {error}".splitlines()
    return lines + [
        f"\tat {frame.name}({PurePath(frame.filename).name}:{frame.lineno})" for frame in reversed(frames[-_FRAMES:])
    ]
