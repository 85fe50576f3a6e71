"""What only one episode may use at a time, such as an account or an app's server side (`Setup.exclusive`)."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager

import anyio

from runtime.core.errors import UsageError


class Reservations:
    """Who uses what now, by name."""

    def __init__(self) -> None:
        self._free: dict[str, anyio.Semaphore] = {}

    @contextmanager
    def taken(self, names: Iterable[str]) -> Iterator[None]:
        """Use what has these names during the block.

        Raises:
            UsageError: some of it is in use.
        """
        wanted = self._named(names)
        for name, free in wanted.items():
            if not free.value:
                raise UsageError(f"{name!r} is in use, and only one session may use it at a time: end that one first")
        for free in wanted.values():
            free.acquire_nowait()
        try:
            yield
        finally:
            for free in wanted.values():
                free.release()

    @asynccontextmanager
    async def waited_for(self, names: Iterable[str]) -> AsyncIterator[None]:
        """Use what has these names during the block, as soon as it is free."""
        async with AsyncExitStack() as stack:
            for free in self._named(names).values():
                await stack.enter_async_context(free)
            yield

    def _named(self, names: Iterable[str]) -> dict[str, anyio.Semaphore]:
        """In one order, so that nobody waits in a circle."""
        return {name: self._free.setdefault(name, anyio.Semaphore(1)) for name in sorted(set(names))}
