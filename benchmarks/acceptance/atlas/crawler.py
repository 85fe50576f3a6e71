"""Explores one app through real input, from several starts, and checks each new state.

Every start has its own frontier; they take turns, the factory state every other time. Of the states that wait, one is
expanded next whose screen (route and window) was expanded least often, so that no screen starves another. Alike
controls are tried in seeded order until two in a row lead to nothing new. The order depends on code and seed alone,
never on time.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from adapters.phone.kernel.performing import perform
from adapters.phone.kernel.phone import Phone
from adapters.phone.portable.digests import Digests
from adapters.phone.portable.phone_values import digest, phone_values
from adapters.phone.state.phone_state import PhoneState
from adapters.phone.ui.app import App
from adapters.phone.ui.package_names import HOME
from benchmarks.acceptance.atlas.findings import Findings, Problem
from benchmarks.acceptance.atlas.inputs import encode_input
from benchmarks.acceptance.atlas.looks import CRASH, Looks, Outcome
from benchmarks.acceptance.atlas.signature import screen_name, signature
from benchmarks.acceptance.atlas.starts import Start, begin
from benchmarks.acceptance.atlas.strokes import StrokeRecorder
from benchmarks.acceptance.atlas.text_checks import text_problems
from benchmarks.acceptance.atlas.touch_checks import touch_problems
from benchmarks.acceptance.atlas.tree_checks import tree_problems
from benchmarks.acceptance.atlas.trials import Trial, trials
from benchmarks.acceptance.atlas.visits import Edge, Visit, path_to
from runtime.core.actions import Key, Wait
from runtime.core.boundary import translate_errors
from runtime.core.errors import DeviceFault
from runtime.screen.tree import parse

_MISSES: Final = 2
"""Alike controls in a row that lead to nothing new, after which the rest are left out."""
_ALIKE: Final = 12
_MOST_BACKS: Final = 24
_FOREIGN: Final = 1
"""How often a screen of another app that the app leads to is expanded, per start."""


@dataclass(slots=True)
class _Waiting:
    """A state to expand."""

    index: int
    state: PhoneState


@dataclass(slots=True)
class _Frontier:
    """What waits to be expanded from one start, by screen, and the signatures seen from it."""

    start: Start
    seen: set[str] = field(default_factory=set)
    waiting: dict[tuple[str, ...], deque[_Waiting]] = field(default_factory=dict)
    order: list[tuple[int, int, tuple[str, ...]]] = field(default_factory=list)
    """A heap of screens by how often they were expanded, then by when they were found."""
    expanded: dict[tuple[str, ...], int] = field(default_factory=dict)

    def add(self, screen: tuple[str, ...], item: _Waiting) -> None:
        """Queue a state."""
        queue = self.waiting.setdefault(screen, deque())
        queue.append(item)
        if len(queue) == 1:
            heapq.heappush(self.order, (self.expanded.get(screen, 0), item.index, screen))

    def next(self) -> _Waiting | None:
        """Take the state to expand next."""
        if not self.order:
            return None
        count, _, screen = heapq.heappop(self.order)
        queue = self.waiting[screen]
        item = queue.popleft()
        self.expanded[screen] = count + 1
        if queue:
            heapq.heappush(self.order, (count + 1, queue[0].index, screen))
        return item


class Crawl:
    """The exploration of one app; it can be continued."""

    def __init__(self, phone: Phone, app: App, starts: Sequence[Start], seed: int) -> None:
        self.app = app
        self.visits: list[Visit] = []
        self.edges: list[Edge] = []
        self.findings = Findings()
        self.inputs = 0
        self.first_seen: set[str] = set()
        """Signatures of all states."""
        self._seed = seed
        self._here, self._there = phone, Phone(phone.apps, factory=phone.factory)
        self._values = phone_values(phone.factory)
        self._digests: Digests = self._values.digests()
        self._outcomes: dict[str, Outcome] = {}
        """By the exact digests of all states."""
        self._returns: set[str] = set()
        """Exact digests of states from which BACK leads out of the app."""
        self._recorder, self._looks = StrokeRecorder(), Looks(phone.apps)
        self._frontiers = [_Frontier(start) for start in starts]
        self._turns = self._endless_turns()
        for frontier in self._frontiers:
            begin(self._there, app, frontier.start)
            self._arrive(frontier, -1, "", "")

    @property
    def done(self) -> bool:
        """Whether everything found has been expanded."""
        return not any(frontier.order for frontier in self._frontiers)

    def run(self, inputs: int) -> None:
        """Expand states until so many inputs more have been made, or nothing waits."""
        until = self.inputs + inputs
        while self.inputs < until and not self.done:
            frontier = next(self._turns)
            item = frontier.next()
            if item is not None:
                self._expand(frontier, item)

    def _endless_turns(self) -> Iterator[_Frontier]:
        first, *others = self._frontiers
        while True:
            for other in others:
                yield first
                yield other
            if not others:
                yield first

    def _expand(self, frontier: _Frontier, item: _Waiting) -> None:
        """Try everything on one state."""
        self._here.restore(item.state)
        scene = self._here.scene()
        luck = random.Random(f"{self._seed}/{self.app.name}/{item.index}")
        rest = self._after_waiting()
        for alike in trials(scene, system_keys=self.app.package == HOME):
            ordered = [alike[0], *luck.sample(alike[1:], len(alike) - 1)][:_ALIKE]
            misses = 0
            for trial in ordered:
                misses = 0 if self._try(frontier, item.index, trial, rest) else misses + 1
                if misses == _MISSES:
                    break
        self._try_time(frontier, item.index, rest)

    def _after_waiting(self) -> str:
        """Return the exact digest of the current state if nothing is done, for as long as an input takes."""
        self._there.restore_from(self._here)
        perform(self._there, Wait(0))
        return self._exact()

    def _try_time(self, frontier: _Frontier, index: int, rest: str) -> None:
        """Wait until the app next does something by itself, such as ringing."""
        state = self._here.state
        due = self.app.due(state.apps[self.app.name], state.now) if self.app.due is not None else None
        if due is not None and due > state.now:
            ms = int((due - state.now).total_seconds() * 1000)
            self._try(frontier, index, Trial(Wait(ms), "time"), rest)

    def _try(self, frontier: _Frontier, index: int, trial: Trial, rest: str) -> bool:
        """Make an input on a copy of the current state; return whether it led to a new structural state."""
        self.inputs += 1
        phone, before = self._there, self._here.state
        phone.restore_from(self._here)
        line = encode_input(trial.action)
        try:
            with translate_errors(DeviceFault, "the phone"):
                perform(phone, trial.action)
                exact = self._exact()
                if exact not in self._outcomes:
                    phone.scene()
        except DeviceFault as fault:
            self._report(index, Problem("crash", f"phone: {trial.control.partition(' ')[0]}", str(fault)), line)
            self.edges.append(Edge(index, line, Outcome(CRASH, str(fault))))
            return False
        if phone.state.crashes is not before.crashes and phone.state.crashes:
            crash = phone.state.crashes[-1]
            self._report(index, Problem("crash", crash.lines[0], "; ".join(crash.lines[:3])), line)
            self.edges.append(Edge(index, line, Outcome(CRASH, crash.lines[0])))
            return False
        if trial.must_act and exact == rest:
            control = trial.control.partition(" ")[0]
            self._report(index, Problem("dead control", control, trial.control), line)
        outcome = self._outcomes.get(exact)
        known = outcome is not None
        if outcome is None:
            outcome = self._outcomes[exact] = self._looks.outcome(phone)
        self.edges.append(Edge(index, line, outcome))
        return not known and self._arrive(frontier, index, line, trial.control, exact)

    def _exact(self) -> str:
        """Return the exact digest of the state, without computing its screen."""
        return digest(self._digests, self._there.state)

    def _arrive(self, frontier: _Frontier, parent: int, line: str, control: str, exact: str = "") -> bool:
        """Record the state that was reached if its structure is new; return whether it is."""
        phone = self._there
        scene = phone.scene()
        package = phone.state.top.package
        if package == HOME and self.app.package != HOME:
            return False
        name = signature(phone.state, scene)
        if name in frontier.seen:
            return False
        frontier.seen.add(name)
        screen = screen_name(phone.state, scene)
        new = name not in self.first_seen
        index = len(self.visits)
        strokes = self._recorder.record(scene) if new else []
        look = self._looks.look(phone, strokes) if new else None
        self.first_seen.add(name)
        self.visits.append(Visit(*self._looks.place(phone), frontier.start.name, parent, line, control, look))
        own = package == self.app.package
        led_to = self.app.package != HOME and parent >= 0 and self.visits[parent].app == self.app.name
        if own or (led_to and frontier.expanded.get(screen, 0) < _FOREIGN):
            frontier.add(screen, _Waiting(index, phone.snapshot()))
        if new:
            tree = parse(phone.dump())
            for problem in (
                *touch_problems(scene, strokes),
                *text_problems(scene, strokes),
                *tree_problems(scene, strokes, tree),
            ):
                self._report(index, problem)
            self._check_back(index, exact or self._exact())
        return new

    def _check_back(self, index: int, exact: str) -> None:
        """Press BACK until the app is left; the phone is left anywhere."""
        chain: list[str] = []
        for _ in range(_MOST_BACKS):
            if exact in self._returns or self._is_out():
                self._returns.update(chain)
                return
            chain.append(exact)
            perform(self._there, Key("BACK"))
            exact = self._exact()
        self._report(index, Problem("no way back", "BACK", f"after {_MOST_BACKS} times: {self._there.foreground}"))

    def _is_out(self) -> bool:
        state = self._there.state
        return state.top.package == HOME and state.top.route.name == "home" and not state.panel

    def _report(self, index: int, problem: Problem, line: str = "") -> None:
        visit = self.visits[index]
        path = (*path_to(self.visits, index), *((line,) if line else ()))
        self.findings.add(problem, visit.app, visit.screen, path)
