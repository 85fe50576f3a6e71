"""Follows a way that the instruction spells out, clause by clause. No ground truth: only words and screens. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.agents import path
from adapters.agents.path import Step
from adapters.agents.screen import Control, Seen
from adapters.agents.spotting import answer
from adapters.agents.travel import Travel
from adapters.agents.words import content
from runtime.actions import Action, Decision, Finish, Key, Swipe, Tap, Type

_SCROLLS = 3
"""How often one step is looked for further down."""


@dataclass(slots=True)
class Walker:
    """Where on the way the reader is."""

    instruction: str
    way: tuple[Step, ...]
    travel: Travel
    _at: int = 0
    _icons: tuple[Control, ...] = ()
    """What the home screen shows."""
    _scrolled: list[tuple[str, ...]] = field(default_factory=list)

    def decide(self, seen: Seen, launcher: bool) -> Decision:
        """The next step that this screen has something for; where it has nothing, further down, then on."""
        while self._at < len(self.way):
            step = self.way[self._at]
            if (decision := self._try(step, seen, launcher)) is not None:
                return decision
            self._next()
        return Decision((Finish("Done: " + seen.title),), thought="That was the whole way.")

    def _next(self) -> None:
        self._at += 1
        self._scrolled.clear()

    def _try(self, step: Step, seen: Seen, launcher: bool) -> Decision | None:
        if step.tell:
            asked = content(step.said) & content(self.instruction) or content(self.instruction)
            text = answer(self.instruction, asked, seen.rows)
            return Decision((Finish(text or seen.title),), thought="This is what was asked for.")
        if step.back:
            self._next()
            return Decision((Key("BACK"),), thought=f"“{step.said}”.")
        if step.text:
            return self._write(step, seen)
        control = path.find(step, seen)
        exact = control is not None and path.shown(step, [control])
        if not exact and (self._paired(step) or self._scrolled) and self._skippable(seen):
            return None
        if launcher:
            self._icons = self._icons or seen.controls
        elif not exact and any(path.shown(step, [one]) for one in self._icons):
            return Decision((Key("HOME"),), thought=f"“{step.said}” begins at the home screen.")
        if control is None:
            return self._further(seen, launcher)
        return None if path.settled(step, control) else self._done(step, Tap(*control.center))

    def _paired(self, step: Step) -> bool:
        """Whether the step only opens what the next one chooses from."""
        return any(one.said == step.said for one in self.way[self._at + 1 : self._at + 2])

    def _skippable(self, seen: Seen) -> bool:
        """Whether the step after this one can be done at once: then this one needs nothing."""
        return any(path.shown(one, seen.controls) for one in self.way[self._at + 1 : self._at + 2])

    def _write(self, step: Step, seen: Seen) -> Decision | None:
        field_ = path.field(step, seen)
        if field_ is not None:
            return self._done(step, Tap(*field_.center), Type(step.text))
        opener = path.find(Step(step.said, "Search"), seen) if step.search else path.find(step, seen)
        return Decision((Tap(*opener.center),), thought=f"“{step.said}”: where?") if opener is not None else None

    def _further(self, seen: Seen, launcher: bool) -> Decision | None:
        if len(self._scrolled) >= _SCROLLS:
            return None
        if launcher:
            self._scrolled.append(seen.signature)
            return self.travel.drawer(seen)
        if seen.scroll is None or seen.signature in self._scrolled:
            return None
        self._scrolled.append(seen.signature)
        left, top, right, bottom = seen.scroll
        middle, quarter = (left + right) // 2, (bottom - top) // 4
        swipe = Swipe(middle, bottom - quarter, middle, top + quarter, 500)
        return Decision((swipe,), thought="Not here yet; further down?")

    def _done(self, step: Step, *actions: Action) -> Decision:
        self._next()
        return Decision(actions, thought=f"“{step.said}”.")
