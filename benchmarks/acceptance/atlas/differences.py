"""Replays the paths of pinned visits on the current code and finds the states that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from adapters.phone.kernel.performing import perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.app import App
from benchmarks.acceptance.atlas.inputs import decode_input
from benchmarks.acceptance.atlas.looks import Look, Looks
from benchmarks.acceptance.atlas.signature import screen_name
from benchmarks.acceptance.atlas.starts import Start, begin
from benchmarks.acceptance.atlas.strokes import StrokeRecorder
from benchmarks.acceptance.atlas.visits import Visit
from runtime.core.boundary import translate_errors
from runtime.core.errors import DeviceFault

Part = Literal["path", "structure", "pixels", "xml", "state", "scratch"]
PARTS: Final[Mapping[Part, str]] = {
    "path": "the path leads elsewhere",
    "structure": "other controls",
    "pixels": "painted differently",
    "xml": "another accessibility tree",
    "state": "another state of the apps",
    "scratch": "another state that no task judges",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """A visit whose state differs, and in what; `reason` says where its path leads instead."""

    index: int
    parts: tuple[Part, ...]
    reason: str = ""


class Replay:
    """Replays the visits of one app."""

    def __init__(self, phone: Phone, app: App, starts: Sequence[Start]) -> None:
        self._app = app
        self._here, self._there = phone, Phone(phone.apps, factory=phone.factory)
        self._starts = {start.name: start for start in starts}
        self._recorder, self._looks = StrokeRecorder(), Looks()
        self._names = {item.package: item.name for item in phone.apps}

    def differences(self, visits: Sequence[Visit]) -> Iterator[Difference]:
        """Yield the visits that differ. What comes after a path that leads elsewhere counts as that, too."""
        pending = Counter(visit.parent for visit in visits)
        states: dict[int, PhoneState] = {}
        for index, visit in enumerate(visits):
            reason = self._go(visit, states)
            pending[visit.parent] -= 1
            if not pending[visit.parent]:
                states.pop(visit.parent, None)
            if not reason:
                reason = self._elsewhere(visit)
            if reason:
                yield Difference(index, ("path",), reason)
                continue
            if pending[index]:
                states[index] = self._there.snapshot()
            if visit.look is not None:
                parts = self._differing(visit.look)
                if parts:
                    yield Difference(index, parts)

    def _go(self, visit: Visit, states: Mapping[int, PhoneState]) -> str:
        """Bring the phone to a visit; return why that is impossible, if it is."""
        if visit.parent < 0:
            start = self._starts.get(visit.start)
            if start is None:
                return f"no intent {visit.start!r} starts this app"
            begin(self._there, self._app, start)
            return ""
        before = states.get(visit.parent)
        if before is None:
            return "its path begins with one that leads elsewhere"
        if self._here.state is not before:
            self._here.restore(before)
            self._here.scene()
        self._there.restore_from(self._here)
        try:
            with translate_errors(DeviceFault, "the phone"):
                perform(self._there, decode_input(visit.input))
                self._there.scene()
        except DeviceFault as fault:
            return str(fault)
        return ""

    def _elsewhere(self, visit: Visit) -> str:
        """Return where the phone is if that is not the screen of the visit."""
        package, *parts = screen_name(self._there.state, self._there.scene())
        app, screen = self._names[package], "/".join(part for part in parts if part)
        return "" if (app, screen) == (visit.app, visit.screen) else f"leads to {app} {screen}"

    def _differing(self, pinned: Look) -> tuple[Part, ...]:
        look = self._looks.look(self._there, self._recorder.record(self._there.scene()))
        parts: tuple[tuple[Part, str, str], ...] = (
            ("structure", look.signature, pinned.signature),
            ("pixels", look.pixels, pinned.pixels),
            ("xml", look.xml, pinned.xml),
            ("state", look.state, pinned.state),
            ("scratch", look.scratch, pinned.scratch),
        )
        return tuple(name for name, now, before in parts if now != before)
