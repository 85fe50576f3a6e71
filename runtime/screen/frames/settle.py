"""Detects when a screen has stopped changing. It has no clock: frames and times go in, requests come out.

    settle = Settle(mask_top=63)
    answer = settle.feed(frame, elapsed_ms=0)        # Wait(100): capture again after so long
    answer = settle.feed(frame, elapsed_ms=100)      # Settled(frame, 100, stable=True)

Two successive frames that are equal below the status bar make a stable screen. So do three frames of which the outer
two are equal and the middle one differs by no more than a text caret, which blinks for ever. The detector keeps digests
and a thumbnail but no frame buffers, so that these can go back to their pool. It reads no pixels if two frames are the
same object or have the same known digest.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass

import numpy as np
import xxhash

from runtime.screen.frames.diff import CELL, Bounds, change_boxes, change_map
from runtime.screen.frames.frame import Frame, Pixels


@dataclass(frozen=True, slots=True)
class CaptureAgain:
    """Request to capture again after `ms` and feed that frame."""

    ms: int


@dataclass(frozen=True, slots=True)
class Settled:
    """Result after `waited_ms`. `stable` is False if the time limit came first; `frame` is the last frame either
    way.
    """

    frame: Frame
    waited_ms: int
    stable: bool


class _FrameSummary:
    """What is remembered of a frame for comparison: digest and thumbnail, but no buffer."""

    def __init__(self, frame: Frame, mask_top: int) -> None:
        self.size = frame.width, frame.height
        self.mask_top = mask_top
        self._digest = frame.known_digest
        self._source = weakref.ref(frame)
        self._recalled = None if frame.at_hand else frame
        self._summary = None if self._recalled is not None else _summary(frame, mask_top)

    @property
    def summary(self) -> tuple[bytes, Pixels]:
        """Digest of the area below the mask, and a thumbnail."""
        if self._summary is None:
            assert self._recalled is not None
            self._summary = _summary(self._recalled, self.mask_top)
        return self._summary

    def shows(self, frame: Frame) -> bool:
        """Return whether the frame is known to be the same without reading its pixels."""
        return self._source() is frame or self._digest == frame.known_digest != ""

    def same(self, other: _FrameSummary) -> bool:
        return self.size == other.size and self.summary[0] == other.summary[0]


def _summary(frame: Frame, mask_top: int) -> tuple[bytes, Pixels]:
    body = np.ascontiguousarray(frame.pixels[min(mask_top, frame.height) :])
    return xxhash.xxh3_128_digest(body.data) if body.size else b"", frame.thumb()


class SettleDetector:
    """Detects that one screen has stopped changing.

    `mask_top` rows at the top are ignored (status bar). Captures are requested every `period_ms`; at `cap_ms` the wait
    ends unstable. Before `floor_ms` nothing counts as stable: right after a touch a slow phone may still show the old
    screen. `caret` is the largest change, in pixels across and down, that is taken for a blinking caret.
    """

    def __init__(
        self,
        mask_top: int = 0,
        period_ms: int = 100,
        cap_ms: int = 6000,
        floor_ms: int = 0,
        caret: tuple[int, int] = (16, 160),
    ) -> None:
        self.mask_top = mask_top
        self.period_ms = period_ms
        self.cap_ms = cap_ms
        self.floor_ms = floor_ms
        self.caret = caret
        self._last: _FrameSummary | None = None
        self._before: _FrameSummary | None = None

    def knows(self, frame: Frame) -> bool:
        """Return whether `feed` will read no pixels: it is the last frame again, or the first one and a recalled
        one.
        """
        return not frame.at_hand if self._last is None else self._last.shows(frame)

    def feed(self, frame: Frame, elapsed_ms: int) -> CaptureAgain | Settled:
        """Process a frame captured `elapsed_ms` after the wait began, in the caller's time."""
        before, last = self._before, self._last
        known = last is not None and last.shows(frame)
        now = last if last is not None and known else _FrameSummary(frame, self.mask_top)
        self._before, self._last = last, now
        if elapsed_ms >= self.floor_ms and last is not None and (known or self._at_rest(before, last, now)):
            return Settled(frame, elapsed_ms, stable=True)
        if elapsed_ms >= self.cap_ms:
            return Settled(frame, elapsed_ms, stable=False)
        return CaptureAgain(min(self.period_ms, self.cap_ms - elapsed_ms))

    def _at_rest(self, before: _FrameSummary | None, last: _FrameSummary, now: _FrameSummary) -> bool:
        if now.same(last):
            return True
        if last.size != now.size:
            return False
        changed = change_map(last.summary[1], now.summary[1], 0)
        changed[: -(-self.mask_top // CELL)] = 0
        boxes = change_boxes(changed, *now.size)
        if not boxes:
            return True  # a difference too faint for the area means
        # A spinner can look like a caret between two frames, but it does not return to where it was.
        return before is not None and now.same(before) and len(boxes) == 1 and self._caret_shaped(boxes[0])

    def _caret_shaped(self, box: Bounds) -> bool:
        across, down = box[2] - box[0], box[3] - box[1]
        return across <= self.caret[0] and across < down <= self.caret[1]
