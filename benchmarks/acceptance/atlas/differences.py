"""Replays the paths of pinned visits on the current code and finds the states and inputs that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from adapters.phone.kernel.performing import perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.app import App
from benchmarks.acceptance.atlas.inputs import decode_input
from benchmarks.acceptance.atlas.looks import CRASH, Look, Looks, Outcome
from benchmarks.acceptance.atlas.starts import Start, begin
from benchmarks.acceptance.atlas.strokes import StrokeRecorder
from benchmarks.acceptance.atlas.visits import Edge, Visit
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


@dataclass(frozen=True, slots=True)
class EdgeDifference:
    """An input that leads to something else than before, and where it leads now."""

    index: int
    place: str


@dataclass(slots=True)
class Differences:
    """What differs in one app: states by their visits, and inputs by their edges."""

    states: list[Difference] = field(default_factory=list)
    edges: list[EdgeDifference] = field(default_factory=list)


class Replay:
    """Replays the visits of one app."""

    def __init__(self, phone: Phone, app: App, starts: Sequence[Start]) -> None:
        self._app = app
        self._here, self._there = phone, Phone(phone.apps, factory=phone.factory)
        self._starts = {start.name: start for start in starts}
        self._recorder, self._looks = StrokeRecorder(), Looks(phone.apps)

    def run(self, visits: Sequence[Visit], edges: Sequence[Edge]) -> Differences:
        """Return what differs. What comes after a path that leads elsewhere counts as leading elsewhere, too.

        The inputs tried on such a state are not tried again.
        """
        found = Differences()
        pending = Counter(visit.parent for visit in visits)
        tried: dict[int, list[int]] = {}
        for number, edge in enumerate(edges):
            tried.setdefault(edge.visit, []).append(number)
        states: dict[int, PhoneState] = {}
        for index, visit in enumerate(visits):
            reason = self._go(visit, states) or self._elsewhere(visit)
            pending[visit.parent] -= 1
            if not pending[visit.parent]:
                states.pop(visit.parent, None)
            if reason:
                found.states.append(Difference(index, ("path",), reason))
                continue
            state = self._there.snapshot()
            if pending[index]:
                states[index] = state
            if visit.look is not None and (parts := self._differing(visit.look)):
                found.states.append(Difference(index, parts))
            for number in tried.get(index, ()):
                found.edges.extend(self._on_edge(number, edges[number], state))
        return found

    def _on_edge(self, number: int, edge: Edge, state: PhoneState) -> Iterator[EdgeDifference]:
        """Make an input on a state; yield the difference if it leads to something else."""
        fault = self._make(edge.input, state)
        outcome = Outcome(CRASH, fault) if fault else self._looks.outcome(self._there)
        if outcome != edge.outcome:
            yield EdgeDifference(number, outcome.place)

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
        return self._make(visit.input, before)

    def _make(self, line: str, before: PhoneState) -> str:
        """Make an input on a state; return why that fails, if it does."""
        if self._here.state is not before:
            self._here.restore(before)
            self._here.scene()
        self._there.restore_from(self._here)
        try:
            with translate_errors(DeviceFault, "the phone"):
                perform(self._there, decode_input(line))
                self._there.scene()
        except DeviceFault as fault:
            return str(fault)
        crashes = self._there.state.crashes
        return crashes[-1].lines[0] if crashes is not before.crashes and crashes else ""

    def _elsewhere(self, visit: Visit) -> str:
        """Return where the phone is if that is not the screen of the visit."""
        app, screen = self._looks.place(self._there)
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
