"""Follows a way that the instruction spells out, clause by clause. No ground truth: only words and screens. Pure.

What a screen has at once is touched. Else it is looked for further down, further up where it was seen before, one page
back; what is nowhere is passed over. Where the way was lost, `lost` says so, and the reader goes on by its own rules.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from adapters.agents.scripted.reader.language.path import Step, goal
from adapters.agents.scripted.reader.language.texts import beside
from adapters.agents.scripted.reader.language.words import content, words
from adapters.agents.scripted.reader.screen import aiming
from adapters.agents.scripted.reader.screen.aiming import CLEAR, EXACT, SURE
from adapters.agents.scripted.reader.screen.counters import shown_number, steps_up
from adapters.agents.scripted.reader.screen.reporting import report
from adapters.agents.scripted.reader.screen.screen import Control, Seen
from adapters.agents.scripted.reader.state.travel import Travel
from runtime.core.actions import Action, Decision, Finish, Key, LongPress, Swipe, Tap, Type

_SCROLLS = 6
"""How often one step is looked for further down."""
_FEW = 2
"""How often where something likely was seen already."""
_AHEAD = 2
"""Steps that may be passed over because a later one can be done at once."""
_BACKS = 2
_OWN = 1.2
"""The worth from which a control is called just that."""
_TIME = re.compile(r"(\d{1,2}):(\d{2})")
_HOUR = re.compile(r"\d{1,2}(?: hours?)?")
_FACE = 5
"""Numbers from which a page is a clock face."""


@dataclass(slots=True)
class Walker:
    """Where on the way the reader is."""

    instruction: str
    way: tuple[Step, ...]
    travel: Travel
    lost: bool = False
    """Whether the end of the way was not found."""
    app: Control | None = None
    """The app that was opened last."""
    _at: int = 0
    _icons: dict[str, Control] = field(default_factory=dict)
    """What the home screen shows."""
    _scrolled: list[tuple[str, ...]] = field(default_factory=list)
    _up: int = 0
    _ends: set[tuple[str, ...]] = field(default_factory=set)
    """Screens below which there is nothing."""
    _above: dict[str, list[Seen]] = field(default_factory=lambda: defaultdict(list))
    """By page: what was seen before it was scrolled."""
    _last: tuple[str, ...] = ()
    _touched: tuple[str, str] | None = None
    """The field that was touched last."""
    _backs: int = 0
    _counted: int = 0
    _missed: list[int] = field(default_factory=list)
    """Steps that were passed over."""
    _seeking: bool = False
    _aside: list[str] = field(default_factory=list)
    """Lines that were moved for this step."""
    _met: float = 0.0
    """The worth of the likeliest control for this step that was not sure enough to be touched at once."""

    def decide(self, seen: Seen, launcher: bool) -> Decision:
        """The next step that this screen has something for; where it has nothing, further down, then on."""
        if launcher:
            self._icons.update({one.label: one for one in seen.controls if _icon(one)})
        while self._at < len(self.way):
            step = self.way[self._at]
            if (decision := self._try(step, seen, launcher)) is not None:
                return decision
            self._next()
        last = {len(self.way) - 1, len(self.way) - 2} - {-1}
        self.lost = last <= set(self._missed) or 2 * len(set(self._missed)) > len(self.way)
        return Decision((Finish("Done: " + seen.title),), thought="That was the whole way.")

    def _next(self, by: int = 1) -> None:
        self._at += by
        self._scrolled.clear()
        self._aside.clear()
        self._up = self._backs = self._counted = 0
        self._met = 0.0

    def _try(self, step: Step, seen: Seen, launcher: bool) -> Decision | None:
        if step.tell:
            return self._tell(step, seen)
        if step.home:
            return None if launcher else self._done(step, Key("HOME"))
        if step.back:
            return self._back(step, seen)
        if step.swipe:
            return self._done(step, _swipe(seen, step.swipe))
        if step.text:
            return self._write(step, seen)
        return self._counter(step, seen) or self._aim(step, seen, launcher)

    def _tell(self, step: Step, seen: Seen) -> Decision | None:
        way = tuple(one.text or one.target for one in self.way[: self._at])
        scrolls = seen.scroll is not None and len(self._scrolled) < _SCROLLS // 2
        text = report(step.target, goal(self.instruction), way[-2:], seen, not scrolls)
        if not text and scrolls and (decision := self._further(step, seen, launcher=False)) is not None:
            return decision
        text = text or report(step.target, goal(self.instruction), way, seen, last=True)
        return Decision((Finish(text or seen.title),), thought="This is what was asked for.")

    def _aim(self, step: Step, seen: Seen, launcher: bool) -> Decision | None:
        """What the step names is touched, looked for, or passed over."""
        found = aiming.best(step, seen)
        worth, control = found if found is not None else (0.0, None)
        if step.opens and not launcher and worth < EXACT and self._app(step):
            return Decision((Key("HOME"),), thought=f"“{step.said}” begins at the home screen.")
        if worth < (EXACT - 0.04 if not self._scrolled else SURE) and self._idle(step) and self._skippable(seen):
            return None
        if step.opens and not launcher and worth < _OWN and aiming.there(step, seen):
            return None
        if worth < SURE and self._dial(step, seen):
            return self._try(self.way[self._at], seen, launcher)
        if worth < SURE and step.verb in ("confirm", "agree", "accept") and (yes := aiming.affirmed(seen)) is not None:
            return self._touch(step, yes)
        clear = min(self._met, CLEAR) if self._met and self._up else CLEAR
        if control is not None and worth >= clear:
            self.app = control if launcher else self.app
            return self._touch(step, control)
        self._met = max(self._met, worth)
        if (decision := self._elsewhere(step, seen, worth, launcher)) is not None:
            return decision
        if control is not None:
            return self._touch(step, control)
        if step.look or self._paired(step):
            return None
        self._leave(seen)
        return None

    def _dial(self, step: Step, seen: Seen) -> bool:
        """Take a time apart where the page has a face of hours and minutes."""
        time = _TIME.fullmatch(step.target)
        hours = [one for one in seen.controls if _HOUR.fullmatch(one.label)]
        if time is None or len(hours) < _FACE:
            return False
        unit = "hours" if "hour" in hours[0].label else ""
        parts = (f"{int(time[1])} {unit}".strip(), f"{time[2]} minutes" if unit else time[2])
        picks = tuple(Step(f"pick {one}", one, picks=True) for one in parts)
        sure = Step("confirm with OK", "OK", look=True)
        self.way = (*self.way[: self._at], *picks, sure, *self.way[self._at + 1 :])
        return True

    def _elsewhere(self, step: Step, seen: Seen, worth: float, launcher: bool) -> Decision | None:
        """Further down, then back up to what was likeliest."""
        if (decision := self._further(step, seen, launcher)) is not None:
            return decision
        if not launcher and (decision := self._sideways(seen)) is not None:
            return decision
        if worth < self._met and self._up < _SCROLLS and seen.scroll is not None and self._met >= SURE:
            self._up += 1
            return Decision((_swipe(seen, "down"),), thought="What was further up may be it.")
        return None

    def _sideways(self, seen: Seen) -> Decision | None:
        """What stands beyond the end of a line of options that can be moved."""
        for left, top, right, bottom in seen.strips:
            key = f"{seen.title}/{top}"
            if self._aside.count(key) < _FEW:
                self._aside.append(key)
                inset, high = (right - left) // 6, (top + bottom) // 2
                return Decision((Swipe(right - inset, high, left + inset, high, 400),), thought="Further along?")
        return None

    def _leave(self, seen: Seen) -> None:
        """Pass the step over, and with it those after it that stand in the way of one that can be done at once."""
        for ahead in range(1, _AHEAD + 1):
            later = self.way[self._at + ahead : self._at + ahead + 1]
            if not later or later[0].text:
                break
            if aiming.shown(later[0], seen):
                self._pass(ahead)
                return
        self._missed.append(self._at)

    def _pass(self, by: int) -> None:
        self._missed.extend(range(self._at, self._at + by))
        self._next(by - 1)

    def _touch(self, step: Step, control: Control) -> Decision | None:
        if step.shows or aiming.settled(step, control):
            return None
        self._touched = (control.resource_id, control.label) if control.role == "field" else self._touched
        if step.holds:
            return self._done(step, LongPress(*control.center))
        return self._done(step, Tap(*control.center))

    def _back(self, step: Step, seen: Seen) -> Decision | None:
        there = {*words(step.target)} <= {*words(f"{seen.title} {seen.head}")} if step.target else True
        later = self.way[self._at + 1 : self._at + 2]
        if self._backs and (there or self._backs >= _BACKS or (later and aiming.shown(later[0], seen))):
            return None
        self._backs += 1
        return Decision((Key("BACK"),), thought=f"“{step.said}”.")

    def _app(self, step: Step) -> str | None:
        """The app that the step names."""
        told = words(step.target)
        return next((name for name in self._icons if words(name) == told), None)

    def _paired(self, step: Step) -> bool:
        """Whether the step only opens what the next one chooses from."""
        return any(one.said == step.said and one.slot for one in self.way[self._at + 1 : self._at + 2])

    def _idle(self, step: Step) -> bool:
        return self._paired(step) or bool(self._scrolled) or step.look

    def _skippable(self, seen: Seen) -> bool:
        """Whether the step after this one can be done at once: then this one needs nothing."""
        return any(aiming.shown(one, seen) for one in self.way[self._at + 1 : self._at + 2] if not one.text)

    def _counter(self, step: Step, seen: Seen) -> Decision | None:
        """A number that is counted up or down to, beside the name of what it is the number of."""
        number = step.until or (step.target if step.slot else "")
        if not number.isdigit() or self._counted > 12:
            return None
        named = step.slot or step.target
        for control in seen.controls:
            up = steps_up(control)
            if up is None or not content(named) & content(" ".join((control.label, *control.near))):
                continue
            shown = shown_number(control.near, (*content(named), "")[0])
            if shown is None:
                continue
            if shown == int(number):
                return None
            if up == (shown < int(number)):
                self._counted += 1
                return Decision((Tap(*control.center),), thought=f"“{step.said}”: {shown} so far.")
        return None

    def _write(self, step: Step, seen: Seen) -> Decision | None:
        field_ = aiming.field(step, seen, self._touched)
        if field_ is not None:
            self._seeking = False
            text = beside(step.text, step.side, field_.label)
            return self._done(step, Tap(*field_.center), Type(text, clear=step.clear or bool(step.side)))
        if not self._seeking:
            opener = aiming.find(Step("tap Search", "Search"), seen, SURE) if step.search else aiming.find(step, seen)
            if opener is not None:
                self._seeking = True
                return Decision((Tap(*opener.center),), thought=f"“{step.said}”: where?")
        self._seeking = False
        if (decision := self._further(step, seen, launcher=False)) is not None:
            return decision
        self._missed.append(self._at)
        return None

    def _further(self, step: Step, seen: Seen, launcher: bool) -> Decision | None:
        if launcher:
            if len(self._scrolled) >= _SCROLLS // 2:
                return None
            self._scrolled.append(seen.signature)
            return self.travel.drawer(seen)
        if seen.scroll is None:
            return None
        page = f"{seen.package}/{sorted(seen.bars)}"
        if not self._scrolled or self._up:
            for before in self._above[page]:
                if self._up < _SCROLLS and before.signature != seen.signature and aiming.shown(step, before):
                    self._up += 1
                    return Decision((_swipe(seen, "down"),), thought="It was further up.")
        if seen.signature == self._last and self._scrolled:
            self._ends.add(seen.signature)
        most = _SCROLLS if self._met < SURE else _FEW
        if len(self._scrolled) >= most or seen.signature in self._ends or seen.signature in self._scrolled:
            return None
        self._scrolled.append(seen.signature)
        self._above[page].append(seen)
        self._last = seen.signature
        return Decision((_swipe(seen, "up"),), thought="Not here yet; further down?")

    def _done(self, step: Step, *actions: Action) -> Decision:
        self._next()
        return Decision(actions, thought=f"“{step.said}”.")


def _icon(control: Control) -> bool:
    return control.role in ("row", "button", "tab") and words(control.label)[:1] not in ((), ("search",))


def _swipe(seen: Seen, way: str) -> Swipe:
    """A finger moved that way over most of the window."""
    left, top, right, bottom = seen.scroll or (0, 400, 1080, 2000)
    across, down = (left + right) // 2, (top + bottom) // 2
    wide, high = (right - left) // 3, (bottom - top) // 4
    if way in ("left", "right"):
        turn = wide if way == "left" else -wide
        return Swipe(across + turn, down, across - turn, down, 300)
    turn = high if way == "up" else -high
    return Swipe(across, down + turn, across, down - turn, 500)
