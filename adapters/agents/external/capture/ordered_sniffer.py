"""A sniffer that can be waited for: what is done next is begun when the screen after what was done before is recorded.

A program that does one thing after the other without looking would be ahead of the trace: the screen after its first
action would be taken when the second is done already. So a command that acts is opened when the one before has been
witnessed, as an agent in this process gets its next turn then. Looks never wait, and nothing waits for what may still
go on: a second tap of a double one, the next piece of a text.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Final

import anyio

from adapters.agents.external.capture.pictures import Picture
from adapters.agents.external.capture.sniffer import Sniffer
from adapters.agents.external.capture.traffic import Done
from adapters.android.command_effects import DeviceEffect, Looked, parse_effects
from runtime.plugins.protocols import Session

_LOOKS: Final = frozenset(("sync", "framebuffer"))
"""Streams of files and pictures: a picture that is fetched may be the one of the screen after the last action."""


@dataclass(frozen=True, slots=True)
class _Mark(Done):
    """A place in the queue, and what comes next; nothing if that is not known yet."""

    reached: anyio.Event = field(default_factory=anyio.Event)
    told: tuple[DeviceEffect, ...] = ()

    @property
    def looks(self) -> bool:
        """It is nothing that a look could stand for."""
        return False


class OrderedSniffer(Sniffer):
    """`before` returns when a stream may be opened."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._marks: list[_Mark] = []

    async def run(self) -> None:
        """Witness what is done until `close`, or until the session has ended; then nobody waits any more.

        Raises:
            Fault: the device failed while the session looked at it, or the agent did more than could be looked at.
        """
        try:
            await super().run()
        finally:
            for mark in self._marks:
                mark.reached.set()

    async def before(self, service: str) -> None:
        """Return when what was done before has been witnessed; at once if the stream only looks."""
        name, _, line = service.partition(":")
        kind = name.partition(",")[0]
        effects = parse_effects(line) if kind in ("shell", "exec") else ()
        if self._over or kind in _LOOKS or (effects and all(isinstance(effect, Looked) for effect in effects)):
            return
        now = anyio.current_time()
        mark = _Mark((), now, now, "", told=effects)
        self._marks.append(mark)
        self._queue.append(mark)
        self._arrived.set()
        try:
            await mark.reached.wait()
        finally:
            self._marks.remove(mark)

    async def _see(self, item: Done | Picture) -> None:
        if not isinstance(item, _Mark):
            await super()._see(item)
            return
        if self._ends_what_is_held(item.told):
            await self._act(self._coalescer.flush())
        await self._witness()
        item.reached.set()

    def _ends_what_is_held(self, effects: tuple[DeviceEffect, ...]) -> bool:
        """Whether what comes next would let go of what is held, as it is."""
        acting = next((effect for effect in effects if not isinstance(effect, Looked)), None)
        held = copy.deepcopy(self._coalescer).flush()
        if acting is None or not held:
            return False
        now = anyio.current_time()
        return copy.deepcopy(self._coalescer).feed(acting, now, now)[: len(held)] == held
