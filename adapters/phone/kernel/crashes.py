"""An app that raises: its places go, the system says that it keeps stopping, the log has the trace, the phone lives on.

This is the one place where an app's own code may raise anything.
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


def watched(phone: RunningPhone, app: App, work: Callable[[], T]) -> T | None:
    """What an app's own code returns; None if it raised, and then the phone shows that the app has stopped.

    The launcher is not watched: without it there is nothing to fall back to.
    """
    if app.package == HOME:
        return work()
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - an app may raise anything; this is where it becomes what a phone shows
        state = phone.state
        crash = Crash(state.now_ms, app.package, tuple(_lines(error)))
        left = back_stacks.drop(state, app.package)
        left = replace(left, panel="crash", shared=app.package, crashes=(*state.crashes, crash)[-_KEPT:])
        phone.state = lifecycle.happened(left, "crash", f"{app.package}: {crash.lines[0]}")
        return None


def _lines(error: Exception) -> list[str]:
    """The exception as the log tells one; files without their folders, so that every machine writes the same."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    lines = f"{type(error).__name__}: {error}".splitlines()
    return lines + [
        f"\tat {frame.name}({PurePath(frame.filename).name}:{frame.lineno})" for frame in reversed(frames[-_FRAMES:])
    ]
