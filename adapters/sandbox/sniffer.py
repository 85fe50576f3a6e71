"""Reads the traffic of a foreign agent while it passes, and tells the session what was done.

    sniffer = Sniffer(session)
    async with endpoint(session.open, shown, sniffer.watch) as server, create_task_group() as tasks:
        tasks.start_soon(sniffer.run)

The agent is never held up: what passed is queued, and the session looks at the phone when its turn comes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import anyio

from adapters.sandbox.coalescing import Coalescer
from adapters.sandbox.deeds import Looked
from adapters.sandbox.traffic import Done, Passing, Unread
from runtime.actions import Action, Decision
from runtime.ports import Session


class Sniffer:
    """Turns streams into witnessed actions. `unread` counts what has no action."""

    def __init__(self, session: Session) -> None:
        self.unread = Unread()
        self.ended = anyio.Event()
        """Set when the session takes no more: nothing that is done from now on counts."""
        self._session = session
        self._coalescer = Coalescer()
        self._leave, self._take = anyio.create_memory_object_stream[Done](math.inf)
        self._sources: list[str] = []

    def watch(self, service: str) -> Listening:
        """Who listens to a stream that is being opened."""
        return Listening(Passing(service, anyio.current_time()), self._add)

    def close(self) -> None:
        """Nothing will pass any more: `run` comes to its end."""
        self._leave.close()

    async def run(self) -> None:
        """Witness what is done until `close`, or until the session has ended.

        Raises:
            Fault: the device failed while the session looked at it.
        """
        with self._take:
            while not self.ended.is_set():
                due = self._coalescer.due
                done: Done | None = None
                try:
                    with anyio.CancelScope(deadline=math.inf if due is None else due):
                        done = await self._take.receive()
                except anyio.EndOfStream:
                    await self._witness(self._coalescer.flush())
                    return
                if done is None:
                    await self._witness(self._coalescer.flush())
                else:
                    await self._see(done)

    async def _see(self, done: Done) -> None:
        self.unread.add(done)
        if not all(isinstance(one, Looked) for one in done.deeds):
            self._sources.append(done.source)
        for deed in done.deeds:
            await self._witness(self._coalescer.feed(deed, done.began, done.ended))

    async def _witness(self, actions: Sequence[Action]) -> None:
        for action in actions:
            raw, self._sources = "\n".join(self._sources), []
            seen = await self._session.witness(Decision((action,), raw=raw))
            if seen.ended:
                self.ended.set()
                return

    def _add(self, found: Sequence[Done]) -> None:
        for one in found:
            try:
                self._leave.send_nowait(one)
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                return  # nobody reads any more: the session is over


class Listening:
    """One stream's `adapters.sandbox.endpoint.Tap`."""

    def __init__(self, passing: Passing, add: Callable[[Sequence[Done]], None]) -> None:
        self._passing = passing
        self._add = add
        self._add(passing.opened())

    def sent(self, data: bytes) -> None:
        """Bytes of the agent."""
        if found := self._passing.sent(data, anyio.current_time()):
            self._add(found)

    def closed(self) -> None:
        """The stream has ended."""
        self._add(self._passing.closed(anyio.current_time()))
