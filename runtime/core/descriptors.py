"""File descriptors of this process: making sure that enough may be opened, and one line when none is left."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from typing import Any

from runtime.core.boundary import exhaustion
from runtime.core.errors import UsageError


def provide_descriptors(needed: int, what: str, instead: Callable[[int], str]) -> None:
    """Raise the soft limit of this process, and of those that it starts, to `needed` descriptors if it is lower.

    Raises:
        UsageError: the hard limit is lower. `what` names who needs them, `instead(limit)` says what the limit allows.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise UsageError(
            f"{what} need about {needed} file descriptors, this process may open {hard}: raise the limit with "
            f"`ulimit -n {needed}`, or use {instead(hard)}"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def report_exhaustion_once(say: Callable[[str], None]) -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """Return an exception handler for an event loop that reports missing resources once, and all else as usual.

    A server that cannot accept connections would else print a traceback for each connection, again every second.
    """
    reported = False

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal reported
        fault = exhaustion(context.get("exception"))
        if fault is None:
            loop.default_exception_handler(context)
        elif not reported:
            reported = True
            say(str(fault))

    return handle
