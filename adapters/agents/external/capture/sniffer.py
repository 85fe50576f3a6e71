"""Reads the traffic of a foreign agent while it passes, and tells the session what was done.

    sniffer = Sniffer(session)
    async with endpoint(session.open, shown, sniffer.watch) as server, create_task_group() as tasks:
        tasks.start_soon(sniffer.run)

The agent is never held up: what passed is queued, and the session looks at the phone when its turn comes. The queue is
bounded all the same: looks that follow each other are one, and who does thousands of things before the first of them
could be looked at has done too much.
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
from adapters.agents.external.capture.pictures import Camera, Film, Picture
from adapters.agents.external.capture.traffic import Done, Passing, Unread
from adapters.android.command_effects import Looked
from runtime.core.actions import Action, Decision
from runtime.core.errors import AgentFault
from runtime.plugins.protocols import Recording, Session
from runtime.screen.frames import Frame

MOST_WAITING: Final = 4096
"""Commands that wait to be looked at. Episodes have tens of steps; a long text may be spelt in thousands of them."""
QUIET: Final = 0.5
"""Seconds that the screen is left alone before a picture of the agent's shows it at rest: five times what settling
waits between two captures."""
PATIENCE: Final = 2.0
"""Seconds that are waited for the agent to begin a look of its own; a habit of agents is to sleep one or two first."""
_EXPOSURE: Final = 10.0
"""Seconds that a look may take."""
_SOURCES: Final = 64
_SOURCE: Final = 4 << 10
"""Commands that are told with one action, and characters of each."""
_TRAFFIC: Final = 200
"""Pieces of unread traffic that are recorded; what comes beyond is counted."""

_Item = Done | Picture


class Sniffer:
    """Turns streams into witnessed actions. `unread` counts what has no action.

    Pictures that the agent took count where the session can use them (`runtime.plugins.protocols.Recording`): the one
    that it began when nothing had been done for `quiet` seconds shows the screen after its last action, at rest.
    """

    def __init__(self, session: Session, *, quiet: float = QUIET, patience: float = PATIENCE) -> None:
        self.unread = Unread()
        self.ended = anyio.Event()
        """Set when the session takes no more: nothing that is done from now on counts."""
        self._session = session
        self._recording = session if isinstance(session, Recording) else None
        self._quiet = quiet
        self._patience = patience if self._recording is not None and self._recording.pictures else 0.0
        self._camera = Camera()
        self._coalescer = Coalescer()
        self._queue: deque[_Item] = deque()
        self._arrived = anyio.Event()
        self._closed = False
        self._over = False
        self._idle = False
        """Nothing is held and nothing waits."""
        self._flooded = False
        self._sources: deque[str] = deque(maxlen=_SOURCES)
        self._waiting: Decision | None = None
        """An action whose screen the agent may photograph yet, until `_until`."""
        self._until = math.inf
        self._asking: list[anyio.Event] = []
        self._recorded = 0
        self._doing: set[Listening] = set()
        self._last = -math.inf
        """When something was done for the last time."""

    # -- for who carries the bytes ----------------------------------------------------------------------------------

    def watch(self, service: str) -> Listening:
        """Who listens to a stream that is being opened."""
        now = anyio.current_time()
        film = self._camera.watch(service, now) if self._patience else None
        return Listening(Passing(service, now), film, self)

    def heard(self, stream: Listening, found: Sequence[Done]) -> None:
        """What was read of a stream just now."""
        if not all(item.looks for item in found):
            self._last = anyio.current_time()
        (self._doing.add if stream.doing else self._doing.discard)(stream)
        for item in found:
            self._add(item)

    @property
    def quiet(self) -> bool:
        """Whether a look that begins now shows the screen at rest."""
        return not self._doing and anyio.current_time() >= self._last + self._quiet

    def undisturbed(self, since: float) -> bool:
        """Whether nothing has been done since then."""
        return not self._doing and self._last <= since

    def photographed(self, picture: Picture) -> None:
        """The agent has a picture of the screen at rest."""
        self._add(picture)

    # -- for who plays the episode ----------------------------------------------------------------------------------

    def close(self) -> None:
        """Nothing will pass any more: `run` comes to its end."""
        self._closed = True
        self._arrived.set()

    async def caught_up(self) -> None:
        """Return when all that has been done before this call is witnessed; no longer than `run` runs."""
        if not self._over:
            asked = anyio.Event()
            self._asking.append(asked)
            self._arrived.set()
            await asked.wait()

    async def run(self) -> None:
        """Witness what is done until `close`, or until the session has ended.

        Raises:
            Fault: the device failed while the session looked at it, or the agent did more than could be looked at.
        """
        try:
            while not self.ended.is_set():
                if self._queue:
                    await self._see(self._queue.popleft())
                elif self._flooded:
                    raise AgentFault(f"the agent did more than {MOST_WAITING} things while none could be looked at")
                elif self._closed or self._asking:
                    asking, self._asking = self._asking, []
                    await self._act(self._coalescer.flush())
                    await self._witness()
                    for event in asking:
                        event.set()
                    if self._closed:
                        return
                else:
                    await self._more()
        finally:
            self._over = True
            self._queue.clear()
            for event in self._asking:
                event.set()

    # -- inside -----------------------------------------------------------------------------------------------------

    def _add(self, item: _Item) -> None:
        if self._over or self._flooded:
            return
        queue = self._queue
        if self._idle and isinstance(item, Done) and item.looks and not queue:
            return  # nothing is held that a look could end
        if queue and isinstance(item, Done) and isinstance(queue[-1], Done) and item.looks and queue[-1].looks:
            # Looks in a row end what came before them once.
            if queue[-1].sees >= item.sees:
                return
            queue.pop()
        if len(queue) >= MOST_WAITING:
            self._flooded = True
            return
        queue.append(item)
        self._arrived.set()

    async def _more(self) -> None:
        """Wait for what passes next; what is held is told when its time has come."""
        due = min(self._coalescer.due or math.inf, self._until)
        self._arrived = anyio.Event()
        if due == math.inf:
            self._idle = True
            await self._arrived.wait()
            self._idle = False
            return
        with anyio.move_on_after(due - anyio.current_time()):
            await self._arrived.wait()
            return
        if anyio.current_time() >= self._until:
            await self._witness()
        else:
            await self._act(self._coalescer.flush())

    async def _see(self, item: _Item) -> None:
        if isinstance(item, Picture):
            await self._develop(item)
            return
        whys = self.unread.add(item)
        if whys:
            await self._witness()  # what it did nobody knows: the action before it is told as it stands
            self._keep(item, whys)
        if not item.looks:
            self._sources.append(item.source[:_SOURCE])
        for effect in item.effects:
            await self._act(self._coalescer.feed(effect, item.began, item.ended))
            if self.ended.is_set():
                return
        if self._waiting is not None and Looked(screen=True) in item.effects:
            self._until = item.began + (_EXPOSURE if item.pictured else 0.0)

    def _keep(self, done: Done, whys: Sequence[str]) -> None:
        if self._recording is not None and self._recorded < _TRAFFIC:
            self._recorded += 1
            self._recording.keep(done.raw or done.source.encode("utf-8", "surrogateescape"), "; ".join(whys))

    async def _develop(self, picture: Picture) -> None:
        if self._waiting is not None:
            await self._witness(await anyio.to_thread.run_sync(picture.frame))

    async def _act(self, actions: Sequence[Action]) -> None:
        for action in actions:
            await self._witness()
            if self.ended.is_set():
                return
            self._waiting, self._until = Decision((action,), raw="\n".join(self._sources)), math.inf
            self._sources.clear()
            if self._patience:
                self._until = self._last + self._patience
            else:
                await self._witness()

    async def _witness(self, frame: Frame | None = None) -> None:
        """Tell the session of the action that waits, if one does."""
        decision, self._waiting, self._until = self._waiting, None, math.inf
        if decision is None:
            return
        if frame is not None and self._recording is not None:
            seen = await self._recording.witness(decision, frame)
        else:
            seen = await self._session.witness(decision)
        if seen.ended:
            self.ended.set()


class Listening:
    """The `StreamObserver` of one stream. `hears`: bytes of the device are wanted now."""

    def __init__(self, passing: Passing, film: Film | None, sniffer: Sniffer) -> None:
        self._passing = passing
        self._film = film if film is not None and (sniffer.quiet or not film.shoots) else None
        self._sniffer = sniffer
        self._open = False
        self.hears = self._film is not None and self._film.hears

    @property
    def doing(self) -> bool:
        """Whether something is being done there that has not been told of yet."""
        return self._passing.doing

    def opened(self) -> None:
        """The stream stands, and the device is at work."""
        self._open = True
        found = self._passing.opened()
        if self._film is not None and self._film.shoots:
            found = [replace(item, pictured=True) for item in found]
        self._sniffer.heard(self, found)

    def sent(self, data: bytes) -> None:
        """Bytes of the agent."""
        if self._film is not None:
            self._film.sent(data)
            self.hears = self._film.hears
        if found := self._passing.sent(data, anyio.current_time()):
            self._sniffer.heard(self, found)

    def received(self, data: bytes | bytearray) -> None:
        """Bytes of the device."""
        if self._film is not None:
            self._taken(self._film.received(data))
            self.hears = self._film.hears

    def closed(self) -> None:
        """The stream has ended."""
        if not self._open:
            self.opened()
        self._sniffer.heard(self, self._passing.closed(anyio.current_time()))
        film, self._film, self.hears = self._film, None, False
        if film is not None and self._sniffer.undisturbed(film.began):
            self._taken(film.closed())
        elif film is not None:
            film.drop()

    def _taken(self, picture: Picture | None) -> None:
        if picture is not None and self._sniffer.undisturbed(picture.began):
            self._sniffer.photographed(picture)
