"""Records one attempt: numbered events in legal order, and blobs before the events that name them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeVar

import anyio
import anyio.to_thread

from runtime.core.events import AnyEvent, AnyTruth, Digest, Event, ModelCalled, Released, StateRead, encode
from runtime.core.log import Log
from runtime.core.tasks import State
from runtime.episode.legal_events import EpisodeState, advance
from runtime.episode.snapshot import EpisodeSnapshot
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree
from runtime.storage.blobs import Blobs, StoredBlob
from runtime.storage.chain import EvidenceChecksums, checksum_of_all
from runtime.storage.disk import Disk
from runtime.storage.run_directory import EpisodeKey, RunDirectory, blobs_of

E = TypeVar("E", bound=Event)
_NOTHING: Final[Mapping[str, Any]] = {}


class Recorder:
    """The logs of one attempt. `trace` is for all judges, `truth` for calibration; they share one sequence of numbers.

    `tape` holds both in order, in memory, for judges that see the truth. `watch` is called with each event.
    """

    def __init__(
        self,
        key: EpisodeKey,
        attempt: int,
        directory: RunDirectory,
        disk: Disk,
        blobs: Blobs,
        watch: Callable[[AnyEvent], None] = lambda event: None,
    ) -> None:
        self.key = key
        self.attempt = attempt
        self._watch = watch
        self._blobs = blobs
        self._stored: dict[Digest, str] = {}
        """Checksums of the blobs that were stored for this attempt; once it is closed, of those that events name."""
        self._disk = disk
        self._paths = directory.trace(key, attempt), directory.truth(key, attempt)
        self._checksums = hashlib.sha256(), hashlib.sha256()
        self.trace: Log[AnyEvent] = Log(encode, partial(self._write, 0))
        self.truth: Log[AnyTruth] = Log(encode, partial(self._write, 1))
        self.tape: Log[AnyEvent | AnyTruth] = Log()
        self._state: EpisodeState = "fresh"
        self._seq = 0
        self._began = anyio.current_time()
        self._last_state: State = {}
        self._last_notes: tuple[Mapping[str, str], Mapping[str, int]] = {}, {}

    @property
    def over(self) -> bool:
        return self._state == "over"

    def _write(self, log: int, line: bytes) -> None:
        self._checksums[log].update(line)
        self._disk.append(self._paths[log], line)

    def checksums(self) -> EvidenceChecksums:
        """Return the checksums of both logs and of the blobs that the events name, once the logs are closed."""
        events, truth = (found.hexdigest() for found in self._checksums)
        return EvidenceChecksums(events, truth, checksum_of_all(self._stored))

    def resume(self, snapshot: EpisodeSnapshot) -> None:
        """Record once more what a snapshot holds, as this attempt's own beginning.

        The blobs that it names must be stored in this run. What follows is numbered and timed from there.
        """
        self._stored.update(snapshot.blobs)
        for item, line in snapshot.recorded_as(str(self.key), self.attempt):
            mine = replace(item, episode=str(self.key), attempt=self.attempt)
            if isinstance(mine, (StateRead, Released)):
                self.truth.append(mine, line)
            else:
                self._state = advance(self._state, mine)
                self.trace.append(mine, line)
            if isinstance(mine, StateRead):
                self._last_state = {**self._last_state, **mine.state}
                self._last_notes = mine.tainted, mine.unknown_commands
            self.tape.append(mine)
        if snapshot.items:
            self._seq = snapshot.items[-1].seq + 1
            self._began -= snapshot.items[-1].t

    @property
    def blobs(self) -> Mapping[Digest, str]:
        """Checksums of the blobs that the events name so far."""
        return dict(self._stored)

    @property
    def seq(self) -> int:
        """The number of the last recorded item, -1 before the first."""
        return self._seq - 1

    async def frame(self, frame: Frame) -> Digest:
        """Store a frame, for an event that names it; its pixels are not needed any more when this returns."""
        return self._named(await self._blobs.frame(frame))

    def tree(self, xml: bytes) -> tuple[Digest, UiTree]:
        """Parse and store an accessibility dump, for an event that names it."""
        stored, tree = self._blobs.tree(xml)
        return self._named(stored), tree

    def raw(self, data: bytes) -> Digest:
        """Store undecoded bytes, for an event that names them."""
        return self._named(self._blobs.raw(data))

    def _named(self, stored: StoredBlob) -> Digest:
        self._stored[stored.digest] = stored.checksum
        return stored.digest

    def emit(self, kind: type[E], **fields: Any) -> E:
        """Append one event.

        Raises:
            IllegalEvent: the event is not allowed in the current state.
        """
        event = kind(episode=str(self.key), attempt=self.attempt, seq=self._seq, t=self._time(), **fields)
        self._state = advance(self._state, event)  # type: ignore[arg-type]
        self._seq += 1
        self.trace.append(event)  # type: ignore[arg-type]
        self.tape.append(event)  # type: ignore[arg-type]
        self._watch(event)  # type: ignore[arg-type]
        return event

    def called(self, role: str, model: str, usage: dict[str, int], error: str) -> None:
        """Record a model call of this episode; calls that are abandoned because the episode ended are not recorded."""
        if self._state not in ("fresh", "over"):
            self.emit(ModelCalled, role=role, model=model, usage=dict(usage), error=error)

    def reveal(self, kind: type[E], **fields: Any) -> E:
        """Append one record to the truth."""
        truth = kind(episode=str(self.key), attempt=self.attempt, seq=self._seq, t=self._time(), **fields)
        self._seq += 1
        self.truth.append(truth)  # type: ignore[arg-type]
        self.tape.append(truth)  # type: ignore[arg-type]
        return truth

    def state(
        self, step: int, state: State, tainted: Mapping[str, str] = _NOTHING, unknown: Mapping[str, int] = _NOTHING
    ) -> None:
        """Record app state, after the first time only the apps that changed.

        `tainted` are the tainted paths, `unknown` the commands that the phone's shell did not know (`StateRead`).
        """
        last = self._last_state
        # Apps that were not read again are the same object and need no comparison.
        changed = {app: new for app, new in state.items() if (old := last.get(app)) is not new and old != new}
        notes = (tainted, unknown)
        if changed or not self._last_state or notes != self._last_notes:
            self.reveal(StateRead, step=step, state=changed, tainted=dict(tainted), unknown_commands=dict(unknown))
        self._last_state, self._last_notes = state, notes

    def _time(self) -> float:
        return round(anyio.current_time() - self._began, 4)

    def forget(self) -> None:
        """Drop the items in memory, once they are judged and with the disk writer."""
        self.trace, self.truth, self.tape = Log(), Log(), Log()

    def close(self) -> None:
        """Close the logs; judges finish with the items there, and nothing more is recorded."""
        self._state = "over"
        self._stored = {digest: self._stored[digest] for digest in blobs_of(self.trace)}
        self.trace.close()
        self.truth.close()
        self.tape.close()
        for path in self._paths:
            self._disk.release(path)
