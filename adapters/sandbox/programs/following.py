"""A sniffer that can be waited for: what is said, and what is done next, comes after what was done before.

A program that does one thing after the other without looking would be ahead of the trace: the screen after its first
action would be taken when the second is done already. So a command that acts is opened when the screen after the one
before has been recorded, as an agent in this process gets its next turn then. Looks never wait; nothing else does
where a finger or a text may still go on.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

import anyio

from adapters.sandbox.deeds import Deed, Looked, deeds
from adapters.sandbox.sniffer import Sniffer
from adapters.sandbox.traffic import Done
from runtime.ports import Session


@dataclass(frozen=True, slots=True)
class _Mark(Done):
    """A place in the queue. `told`: what comes next; None: whatever is held is to be witnessed now."""

    reached: anyio.Event = field(default_factory=anyio.Event)
    told: tuple[Deed, ...] | None = None


class Following(Sniffer):
    """`caught_up` and `before` return when the session has seen what was done until now."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._waiting: list[_Mark] = []
        self._over = False

    async def run(self) -> None:
        """Witness what is done until `close`, or until the session has ended; then nobody waits any more.

        Raises:
            Fault: the device failed while the session looked at it.
        """
        try:
            await super().run()
        finally:
            self._over = True
            for mark in self._waiting:
                mark.reached.set()

    async def caught_up(self) -> None:
        """Everything that was done is witnessed, what might have gone on included."""
        await self._reach(None)

    async def before(self, service: str) -> None:
        """The same before a stream is opened, unless it only looks; what it may go on with stays held."""
        name, _, line = service.partition(":")
        told = deeds(line) if name.partition(",")[0] in ("shell", "exec") else ()
        if not told or not all(isinstance(one, Looked) for one in told):
            await self._reach(told)

    async def _reach(self, told: tuple[Deed, ...] | None) -> None:
        if self._over or self.ended.is_set():
            return
        now = anyio.current_time()
        mark = _Mark((), now, now, "", told=told)
        self._waiting.append(mark)
        self._add((mark,))
        try:
            await mark.reached.wait()
        finally:
            self._waiting.remove(mark)

    async def _see(self, done: Done) -> None:
        if not isinstance(done, _Mark):
            await super()._see(done)
            return
        if done.told is None or self._ends_what_is_held(done.told):
            await self._witness(self._coalescer.flush())
        done.reached.set()

    def _ends_what_is_held(self, told: tuple[Deed, ...]) -> bool:
        """Whether what comes next would let go of what is held, as it is."""
        acting = next((one for one in told if not isinstance(one, Looked)), None)
        held = copy.deepcopy(self._coalescer).flush()
        if acting is None or not held:
            return False
        now = anyio.current_time()
        return copy.deepcopy(self._coalescer).feed(acting, now, now)[: len(held)] == held
