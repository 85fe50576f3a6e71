"""Cancels an operation at its first await, at its second, … until it outruns that; for tests of every room."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any

import anyio

Operation = Callable[[], Awaitable[object]]


class _Struck:
    """Awaits something, and calls `strike` when it is about to wait for the `nth` time (from 0)."""

    def __init__(self, inner: Awaitable[object], nth: int, strike: Callable[[], None]) -> None:
        self._inner = inner
        self._left = nth
        self._strike = strike
        self.struck = False

    def __await__(self) -> Generator[Any, Any, object]:
        steps = self._inner.__await__()
        answer: Any = None
        wrong: BaseException | None = None
        while True:
            try:
                waits = steps.send(answer) if wrong is None else steps.throw(wrong)
            except StopIteration as end:
                return end.value
            answer = wrong = None
            if self._left == 0:
                self.struck = True
                self._strike()
            self._left -= 1
            try:
                answer = yield waits
            except BaseException as error:  # noqa: BLE001 - whatever is thrown at this task belongs to the inner one
                wrong = error


async def cancel_everywhere(operation: Operation, after: Operation, most: int = 2000) -> int:
    """Run `operation` anew for every await that it has, cancelled there, and `after` each time; how many there are.

    The cancellation strikes in the very turn of the loop in which the operation begins to wait; where what it waits for
    comes in that turn as well it may go on to its next await, or its end. What `operation` raises instead of being
    cancelled is raised. AssertionError if it still waits after `most` awaits.
    """
    for nth in range(most):
        with anyio.CancelScope() as scope:
            event = _Struck(operation(), nth, scope.cancel)
            await event
            if not event.struck:
                await after()
                return nth
        await after()
    raise AssertionError(f"it still waits after {most} awaits")
