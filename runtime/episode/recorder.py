"""Writes the evidence of one attempt: numbered events by the rules, blobs before the events that name them."""

from __future__ import annotations

from typing import Any, TypeVar

import anyio
import anyio.to_thread
import xxhash

from runtime.core.events import EVENTS, TRUTHS, AnyEvent, AnyTruth, Digest, Event, ModelCalled, StateRead
from runtime.core.log import Log
from runtime.core.memo import Memo
from runtime.core.tasks import State
from runtime.episode.legal_events import EpisodeState, advance
from runtime.screen.frames import Frame
from runtime.screen.frames.png import encode
from runtime.screen.tree import UiTree, parse
from runtime.storage.disk import Disk
from runtime.storage.run_directory import EpisodeKey, RunDirectory

E = TypeVar("E", bound=Event)

_PRESSURE = 64 << 20
"""Bytes waiting for the disk above which a session waits too."""
_TREES = 2048
"""Parsed trees kept in memory; a judge that is far behind reads older ones again."""


class Blobs:
    """The blob store of a run: each content once, trees parsed once."""

    def __init__(self, directory: RunDirectory, disk: Disk) -> None:
        self._directory = directory
        self._disk = disk
        self._kept: dict[Digest, anyio.Event] = {}
        self._trees: Memo[Digest, UiTree] = Memo(_TREES)

    async def frame(self, frame: Frame) -> Digest:
        """Keep a frame as PNG; its pixels are not needed any more when this returns."""
        digest = frame.known_digest or await anyio.to_thread.run_sync(lambda: frame.digest)
        kept = self._kept.get(digest)
        if kept is not None:
            await kept.wait()  # another session is about to write it; no event may name it earlier
            return digest
        kept = self._kept[digest] = anyio.Event()
        try:
            frame.png = frame.png or await anyio.to_thread.run_sync(encode, frame)
            self._disk.place(self._directory.blob(digest, ".png"), frame.png)
        except BaseException:
            del self._kept[digest]
            raise
        finally:
            kept.set()
        if self._disk.pressure > _PRESSURE:
            await self._disk.flush()
        return digest

    def tree(self, xml: bytes) -> tuple[Digest, UiTree]:
        """Keep an accessibility dump and parse it, unless it is known."""
        digest = f"tree-{xxhash.xxh3_128_hexdigest(xml)}"
        known = digest in self._trees
        tree = self._trees.of(digest, lambda: parse(xml))
        if not known:
            self._disk.place(self._directory.blob(digest, ".xml"), xml)
        return digest, tree

    def raw(self, data: bytes) -> Digest:
        """Keep bytes of which nothing is known."""
        digest = f"raw-{xxhash.xxh3_128_hexdigest(data)}"
        if digest not in self._kept:
            self._kept[digest] = done = anyio.Event()
            done.set()
            self._disk.place(self._directory.blob(digest, ".bin"), data)
        return digest

    def read_tree(self, digest: Digest) -> UiTree:
        """A kept dump, parsed; from memory or from the folder.

        Raises:
            OSError: the blob is missing.
        """
        return self._trees.of(digest, lambda: parse(self._directory.blob(digest, ".xml").read_bytes()))

    def read_frame(self, digest: Digest) -> bytes:
        """The PNG of a kept frame.

        Raises:
            OSError: the blob is missing.
        """
        return self._directory.blob(digest, ".png").read_bytes()


class Recorder:
    """The logs of one attempt. `trace` is for every judge, `truth` for calibration; they share one sequence.

    `tape` holds both in order, in memory, for judges that see the truth.
    """

    def __init__(self, key: EpisodeKey, attempt: int, directory: RunDirectory, disk: Disk, blobs: Blobs) -> None:
        self.key = key
        self.attempt = attempt
        self.blobs = blobs
        self._disk = disk
        self._paths = directory.trace(key, attempt), directory.truth(key, attempt)
        self.trace: Log[AnyEvent] = Log(EVENTS, lambda line: disk.append(self._paths[0], line))
        self.truth: Log[AnyTruth] = Log(TRUTHS, lambda line: disk.append(self._paths[1], line))
        self.tape: Log[AnyEvent | AnyTruth] = Log()
        self._state: EpisodeState = "fresh"
        self._seq = 0
        self._began = anyio.current_time()
        self._last_state: State = {}

    @property
    def over(self) -> bool:
        return self._state == "over"

    def emit(self, kind: type[E], **fields: Any) -> E:
        """Append one event, if the rules allow it.

        Raises:
            IllegalEvent: they don't.
        """
        event = kind(episode=str(self.key), attempt=self.attempt, seq=self._seq, t=self._time(), **fields)
        self._state = advance(self._state, event)  # type: ignore[arg-type]
        self._seq += 1
        self.trace.append(event)  # type: ignore[arg-type]
        self.tape.append(event)  # type: ignore[arg-type]
        return event

    def called(self, role: str, model: str, usage: dict[str, int], error: str) -> None:
        """A model was asked for this episode; one that was given up when the episode ended is not told of any more."""
        if self._state not in ("fresh", "over"):
            self.emit(ModelCalled, role=role, model=model, usage=dict(usage), error=error)

    def reveal(self, kind: type[E], **fields: Any) -> E:
        """Append one record of truth."""
        truth = kind(episode=str(self.key), attempt=self.attempt, seq=self._seq, t=self._time(), **fields)
        self._seq += 1
        self.truth.append(truth)  # type: ignore[arg-type]
        self.tape.append(truth)  # type: ignore[arg-type]
        return truth

    def state(self, step: int, state: State) -> None:
        """Record app state; after the first time only the apps that changed."""
        last = self._last_state
        # What was not read anew is the same object, and is not compared.
        changed = {app: new for app, new in state.items() if (old := last.get(app)) is not new and old != new}
        if changed or not self._last_state:
            self.reveal(StateRead, step=step, state=changed)
        self._last_state = state

    def _time(self) -> float:
        return round(anyio.current_time() - self._began, 4)

    def close(self) -> None:
        """End the logs; judges finish with what is there."""
        self.trace.close()
        self.truth.close()
        self.tape.close()
        for path in self._paths:
            self._disk.release(path)
