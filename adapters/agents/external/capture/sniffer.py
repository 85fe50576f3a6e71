"""Reads an external agent's traffic as it passes and reports its actions to the session.

    sniffer = Sniffer(session)
    async with endpoint(session.open, visible, sniffer.watch) as server, create_task_group() as tasks:
        tasks.start_soon(sniffer.run)

The agent is never delayed: commands are queued, and the session captures the phone when their turn comes. The queue is
bounded: consecutive looks count as one, and an agent that exceeds the bound has failed.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import anyio
import anyio.to_thread

from adapters.agents.external.capture.coalescing import Coalescer
from adapters.agents.external.capture.screenshots import Picture, PictureCollector, PictureTracker
from adapters.agents.external.capture.traffic import ExecutedCommand, TrafficParser, UnreadCounter
from adapters.android.command_effects import Looked, writes_state
from runtime.core.actions import Action, Decision
from runtime.core.errors import AgentFault
from runtime.plugins.protocols import Recording, Session
from runtime.screen.frames import Frame

MAX_QUEUED: Final = 4096
"""Commands that may wait to be processed. Episodes have tens of steps; a long text may take thousands of commands."""
QUIET: Final = 0.5
"""Seconds without an effect after which the agent's own screenshot counts as settled: five times the interval between
two captures while settling.
"""
PATIENCE: Final = 2.0
"""Seconds to wait for the agent to begin a screenshot of its own; agents often sleep one or two seconds first."""
_PICTURE_TIMEOUT: Final = 10.0
"""Seconds that a screenshot may take."""
_MAX_SOURCES: Final = 64
_MAX_SOURCE: Final = 4 << 10
"""`_MAX_SOURCES` commands are recorded with one action, each cut to this many characters."""
_MAX_RECORDED: Final = 200
"""Pieces of unread traffic that are recorded; further ones are only counted."""

_Item = ExecutedCommand | Picture


class Sniffer:
    """Turns streams into witnessed actions. `unread` counts commands without an action.

    If the session accepts them (`runtime.plugins.protocols.Recording`), the agent's own screenshots are used: one that
    was requested after `quiet` seconds without an effect shows the settled screen after the last action.
    """

    def __init__(self, session: Session, *, quiet: float = QUIET, patience: float = PATIENCE) -> None:
        self.unread = UnreadCounter()
        self.ended = anyio.Event()
        """Set when the session accepts no more actions."""
        self._session = session
        self._recording = session if isinstance(session, Recording) else None
        self._quiet = quiet
        self._patience = patience if self._recording is not None and self._recording.pictures else 0.0
        self._camera = PictureTracker()
        self._coalescer = Coalescer()
        self._queue: deque[_Item] = deque()
        self._arrived = anyio.Event()
        self._closed = False
        self._over = False
        self._idle = False
        """True while nothing is buffered and the queue is empty."""
        self._flooded = False
        self._sources: deque[str] = deque(maxlen=_MAX_SOURCES)
        self._pending_decision: Decision | None = None
        """An action whose screen the agent may still photograph, until `_witness_by`."""
        self._witness_by = math.inf
        self._flush_waiters: list[anyio.Event] = []
        self._recorded = 0
        self._active_streams: set[SnifferObserver] = set()
        self._last_effect_at = -math.inf
        """Time of the last effect."""

    # -- called by the relay ----------------------------------------------------------------------------------------

    def watch(self, service: str) -> SnifferObserver:
        """Returns the observer of a stream that is being opened."""
        now = anyio.current_time()
        collector = self._camera.watch(service, now) if self._patience else None
        return SnifferObserver(TrafficParser(service, now), collector, self)

    def add_commands(self, stream: SnifferObserver, found: Sequence[ExecutedCommand]) -> None:
        """Queues commands that were just read from a stream."""
        if not all(item.only_looks for item in found):
            self._last_effect_at = anyio.current_time()
        (self._active_streams.add if stream.pending else self._active_streams.discard)(stream)
        for item in found:
            self._add(item)

    @property
    def quiet(self) -> bool:
        """Whether a screenshot that begins now shows a settled screen."""
        return not self._active_streams and anyio.current_time() >= self._last_effect_at + self._quiet

    def quiet_since(self, since: float) -> bool:
        """Whether nothing has been done since that time."""
        return not self._active_streams and self._last_effect_at <= since

    def add_picture(self, picture: Picture) -> None:
        """Queues the agent's own screenshot of a settled screen."""
        self._add(picture)

    # -- called by the agent ----------------------------------------------------------------------------------------

    def close(self) -> None:
        """Signals that no more traffic follows; `run` then ends."""
        self._closed = True
        self._arrived.set()

    async def caught_up(self) -> None:
        """Returns when everything done before this call is recorded, or when `run` has ended."""
        if not self._over:
            asked = anyio.Event()
            self._flush_waiters.append(asked)
            self._arrived.set()
            await asked.wait()

    async def run(self) -> None:
        """Records actions until `close`, or until the session has ended.

        Raises:
            Fault: the device failed during a capture, or the agent filled the queue.
        """
        try:
            while not self.ended.is_set():
                if self._queue:
                    await self._process(self._queue.popleft())
                elif self._flooded:
                    raise AgentFault(f"the agent did more than {MAX_QUEUED} things while none could be looked at")
                elif self._closed or self._flush_waiters:
                    waiters, self._flush_waiters = self._flush_waiters, []
                    await self._act(self._coalescer.flush())
                    await self._witness()
                    for event in waiters:
                        event.set()
                    if self._closed:
                        return
                else:
                    await self._wait_for_more()
        finally:
            self._over = True
            self._queue.clear()
            for event in self._flush_waiters:
                event.set()

    # -- inside -----------------------------------------------------------------------------------------------------

    def _add(self, item: _Item) -> None:
        if self._over or self._flooded:
            return
        queue = self._queue
        if self._idle and isinstance(item, ExecutedCommand) and item.only_looks and not queue:
            return  # nothing is pending that a look could complete
        if (
            queue
            and isinstance(item, ExecutedCommand)
            and isinstance(queue[-1], ExecutedCommand)
            and item.only_looks
            and queue[-1].only_looks
        ):
            # Consecutive looks complete the pending action only once.
            if queue[-1].strength >= item.strength:
                return
            queue.pop()
        if len(queue) >= MAX_QUEUED:
            self._flooded = True
            return
        queue.append(item)
        self._arrived.set()

    async def _wait_for_more(self) -> None:
        """Waits for more traffic; emits the pending action when it is due."""
        due = min(self._coalescer.due or math.inf, self._witness_by)
        self._arrived = anyio.Event()
        if due == math.inf:
            self._idle = True
            await self._arrived.wait()
            self._idle = False
            return
        with anyio.move_on_after(due - anyio.current_time()):
            await self._arrived.wait()
            return
        if anyio.current_time() >= self._witness_by:
            await self._witness()
        else:
            await self._act(self._coalescer.flush())

    async def _process(self, item: _Item) -> None:
        if isinstance(item, Picture):
            await self._use_picture(item)
            return
        whys = self.unread.add(item)
        if whys:
            await self._witness()  # its effect is unknown, so the action before it is complete
            self._record_unread(item, whys)
        if not item.only_looks:
            self._sources.append(item.source[:_MAX_SOURCE])
        for effect in item.effects:
            await self._act(self._coalescer.feed(effect, item.began, item.ended))
            if self.ended.is_set():
                return
        if self._pending_decision is not None and Looked(screen=True) in item.effects:
            self._witness_by = item.began + (_PICTURE_TIMEOUT if item.with_picture else 0.0)

    def _record_unread(self, done: ExecutedCommand, whys: Sequence[str]) -> None:
        if self._recording is not None and self._recorded < _MAX_RECORDED:
            self._recorded += 1
            raw = done.raw or done.source.encode("utf-8", "surrogateescape")
            writes = writes_state(raw.decode("utf-8", "replace"))
            self._recording.keep(raw, "; ".join(whys), writes=writes)

    async def _use_picture(self, picture: Picture) -> None:
        if self._pending_decision is not None:
            await self._witness(await anyio.to_thread.run_sync(picture.frame))

    async def _act(self, actions: Sequence[Action]) -> None:
        for action in actions:
            await self._witness()
            if self.ended.is_set():
                return
            self._pending_decision, self._witness_by = Decision((action,), raw="\n".join(self._sources)), math.inf
            self._sources.clear()
            if self._patience:
                self._witness_by = self._last_effect_at + self._patience
            else:
                await self._witness()

    async def _witness(self, frame: Frame | None = None) -> None:
        """Reports the pending action to the session, if there is one."""
        decision, self._pending_decision, self._witness_by = self._pending_decision, None, math.inf
        if decision is None:
            return
        if frame is not None and self._recording is not None:
            seen = await self._recording.witness(decision, frame)
        else:
            seen = await self._session.witness(decision)
        if seen.ended:
            self.ended.set()


class SnifferObserver:
    """The `StreamObserver` of one stream. `wants_data`: whether bytes from the device are wanted now."""

    def __init__(self, parser: TrafficParser, collector: PictureCollector | None, sniffer: Sniffer) -> None:
        self._parser = parser
        self._collector = (
            collector if collector is not None and (sniffer.quiet or not collector.takes_picture) else None
        )
        self._sniffer = sniffer
        self._open = False
        self.wants_data = self._collector is not None and self._collector.wants_data

    @property
    def pending(self) -> bool:
        """Whether an unreported command is running on the stream."""
        return self._parser.pending

    def opened(self) -> None:
        """Handles the opened stream: the device has begun to work."""
        self._open = True
        found = self._parser.opened()
        if self._collector is not None and self._collector.takes_picture:
            found = [replace(item, with_picture=True) for item in found]
        self._sniffer.add_commands(self, found)

    def sent(self, data: bytes) -> None:
        """Handles bytes from the agent."""
        if self._collector is not None:
            self._collector.sent(data)
            self.wants_data = self._collector.wants_data
        if found := self._parser.sent(data, anyio.current_time()):
            self._sniffer.add_commands(self, found)

    def received(self, data: bytes | bytearray) -> None:
        """Handles bytes from the device."""
        if self._collector is not None:
            self._taken(self._collector.received(data))
            self.wants_data = self._collector.wants_data

    def closed(self) -> None:
        """Handles the end of the stream."""
        if not self._open:
            self.opened()
        self._sniffer.add_commands(self, self._parser.closed(anyio.current_time()))
        collector, self._collector, self.wants_data = self._collector, None, False
        if collector is not None and self._sniffer.quiet_since(collector.began):
            self._taken(collector.closed())
        elif collector is not None:
            collector.drop()

    def _taken(self, picture: Picture | None) -> None:
        if picture is not None and self._sniffer.quiet_since(picture.began):
            self._sniffer.add_picture(picture)
