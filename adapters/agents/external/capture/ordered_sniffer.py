"""A sniffer that delays each acting command until the previous action and the screen after it are recorded.

A program that acts without looking would otherwise run ahead of the trace: its second action would be done before the
screen after the first is captured. Read-only streams never wait. Effects that may still be merged, such as the first
tap of a double tap, delay nothing.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Final

import anyio

from adapters.agents.external.capture.screenshots import Picture
from adapters.agents.external.capture.sniffer import Sniffer
from adapters.agents.external.capture.traffic import ExecutedCommand
from adapters.android.command_effects import DeviceEffect, Looked, parse_effects
from runtime.plugins.protocols import Session

_READ_ONLY_SERVICES: Final = frozenset(("sync", "framebuffer"))
"""File transfers and screenshots: a pulled file may be the picture of the screen after the last action."""


@dataclass(frozen=True, slots=True)
class _Marker(ExecutedCommand):
    """A position in the queue, with the effects of the next command; `next_effects` is empty if they are unknown."""

    reached: anyio.Event = field(default_factory=anyio.Event)
    next_effects: tuple[DeviceEffect, ...] = ()

    @property
    def only_looks(self) -> bool:
        """Never merged with other looks."""
        return False


class OrderedSniffer(Sniffer):
    """A sniffer whose `before_stream` returns when a stream may be opened."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._markers: list[_Marker] = []

    async def run(self) -> None:
        """Records actions until `close`, or until the session has ended; then releases all waiting streams.

        Raises:
            Fault: the device failed while the session looked at it, or the agent did more than could be looked at.
        """
        try:
            await super().run()
        finally:
            for marker in self._markers:
                marker.reached.set()

    async def before_stream(self, service: str) -> None:
        """Waits until earlier actions are recorded. Returns at once if the stream only reads."""
        name, _, line = service.partition(":")
        kind = name.partition(",")[0]
        effects = parse_effects(line) if kind in ("shell", "exec") else ()
        if (
            self._over
            or kind in _READ_ONLY_SERVICES
            or (effects and all(isinstance(effect, Looked) for effect in effects))
        ):
            return
        now = anyio.current_time()
        marker = _Marker((), now, now, "", next_effects=effects)
        self._markers.append(marker)
        self._queue.append(marker)
        self._arrived.set()
        try:
            await marker.reached.wait()
        finally:
            self._markers.remove(marker)

    async def _process(self, item: ExecutedCommand | Picture) -> None:
        if not isinstance(item, _Marker):
            await super()._process(item)
            return
        if self._completes_pending(item.next_effects):
            await self._act(self._coalescer.flush())
        await self._witness()
        item.reached.set()

    def _completes_pending(self, effects: tuple[DeviceEffect, ...]) -> bool:
        """Whether the next effects would emit the pending action unchanged."""
        acting = next((effect for effect in effects if not isinstance(effect, Looked)), None)
        pending = copy.deepcopy(self._coalescer).flush()
        if acting is None or not pending:
            return False
        now = anyio.current_time()
        return copy.deepcopy(self._coalescer).feed(acting, now, now)[: len(pending)] == pending
