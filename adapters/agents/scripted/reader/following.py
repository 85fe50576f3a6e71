"""Follows the steps that an instruction spells out, one control at a time. Pure.

A step whose control is on the screen is done. Otherwise the page is scrolled to its end; then the best of what was
faintly like it is taken, or the step is passed over. A step that only leads to the next one is passed over at once if
that one can be done already.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from adapters.agents.scripted.reader.answering import find_answer
from adapters.agents.scripted.reader.matching import CLEAR, FAINT, best_control, row_by_place
from adapters.agents.scripted.reader.moves import decision, swipe_up
from adapters.agents.scripted.reader.screen import ScreenView
from runtime.core.actions import Action, Decision, Finish, Key, LongPress, Tap, Type
from runtime.language.instructions.steps import Instruction, Step

_MOST_SCROLLS = 5
"""How often one step is looked for further down."""
_SURE = 0.95
"""The score from which the next step can be done already."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where on the way the reader is.

    `apps` are the apps that the launcher has shown, `ends` screens that do not scroll any further. `looks` are the
    screens on which the present step was looked for, `searching` says whether its search field was opened, and `missed`
    how many steps were passed over although they seemed needed.
    """

    step: int = 0
    apps: frozenset[str] = frozenset()
    ends: frozenset[object] = frozenset()
    looks: tuple[object, ...] = ()
    searching: bool = False
    missed: int = 0

    def done(self) -> Position:
        """The step is done."""
        return replace(self, step=self.step + 1, looks=(), searching=False)

    def passed_over(self, view: ScreenView, *, needed: bool) -> Position:
        """The step is passed over on this screen."""
        ends = self.ends | ({view.look} if view.look in self.looks else set())
        return replace(self.done(), ends=ends, missed=self.missed + needed)


def follow(instruction: Instruction, position: Position, view: ScreenView) -> tuple[Decision, Position]:
    """What the first step that can be done here does, and where the reader is then."""
    if view.is_launcher:
        position = replace(position, apps=position.apps | {item.label for item in view.controls})
    while position.step < len(instruction.steps):
        made, position = _try(instruction, position, view)
        if made is not None:
            return made, position
    if 2 * position.missed > len(instruction.steps):
        return decision("Most steps were not found.", Finish("I could not find the way.", "infeasible")), position
    return decision("That was the last step.", Finish(f"Done: {view.title}")), position


def _try(instruction: Instruction, position: Position, view: ScreenView) -> tuple[Decision | None, Position]:
    step = instruction.steps[position.step]
    reason = f"“{step.clause}” is next."
    match step.kind:
        case "home":
            return decision(reason, Key("HOME")), position.done()
        case "back":
            # A first press may only close the keyboard.
            if len(position.looks) > 1 or (position.looks and position.looks[0] != view.page):
                return None, position.done()
            return decision(reason, Key("BACK")), replace(position, looks=(*position.looks, view.page))
        case "tell":
            return _tell(instruction, position, view)
        case "write" | "search":
            return _write(step, position, view)
        case _:
            return _touch(instruction, position, view)


def _tell(instruction: Instruction, position: Position, view: ScreenView) -> tuple[Decision | None, Position]:
    """The answer, at the end of the way; before, the reader has only looked at it."""
    if position.step + 1 < len(instruction.steps):
        return None, position.done()
    step = instruction.steps[position.step]
    known = [item.text or item.target for item in instruction.steps[: position.step]]
    answer = find_answer(f"{step.target} {instruction.wish}", known, view)
    return decision("This is what was asked for.", Finish(answer or view.title)), position.done()


def _touch(instruction: Instruction, position: Position, view: ScreenView) -> tuple[Decision | None, Position]:
    step = instruction.steps[position.step]
    score, control = best_control(step, view.controls)
    if score < _SURE and (row := row_by_place(step, view)) is not None:
        score, control = 1.0, row
    if score < _SURE and step.target in position.apps:
        return decision(f"“{step.clause}” begins at the home screen.", Key("HOME")), position
    if score < _SURE and step.leads and not view.is_launcher and _can_be_done(instruction, position.step + 1, view):
        return None, position.passed_over(view, needed=False)
    if control is not None and score >= (FAINT if _is_end(position, view) else CLEAR):
        if step.kind == "scroll" or (step.state is not None and control.on == step.state):
            return None, position.done()
        action: Action = LongPress(*control.center) if step.kind == "hold" else Tap(*control.center)
        return decision(f"“{step.clause}” is next.", action), position.done()
    if not _is_end(position, view):
        return _further(position, view)
    return None, position.passed_over(view, needed=not step.optional)


def _write(step: Step, position: Position, view: ScreenView) -> tuple[Decision | None, Position]:
    """Text goes into the field that is named, else into the one in focus, else into the first one."""
    fields = [item for item in view.controls if item.role == "field"]
    named, field = best_control(step, fields) if step.target else (0.0, None)
    if named < FAINT:
        field = next((item for item in fields if item.focused), None) or next(iter(fields), None)
    if field is not None:
        touch: tuple[Action, ...] = () if field.focused else (Tap(*field.center),)
        return decision(f"“{step.clause}” is next.", *touch, Type(step.text)), position.done()
    if not position.searching:
        opener = Step("tap Search", "touch", "Search") if step.kind == "search" else step
        score, control = best_control(opener, view.controls)
        if control is not None and score >= FAINT:
            return decision("The field opens by a touch.", Tap(*control.center)), replace(position, searching=True)
    if not _is_end(position, view):
        return _further(position, view)
    return None, position.passed_over(view, needed=True)


def _can_be_done(instruction: Instruction, number: int, view: ScreenView) -> bool:
    """Whether a step of this number is there whose control is on the screen."""
    if number >= len(instruction.steps) or instruction.steps[number].kind not in ("touch", "switch"):
        return False
    return best_control(instruction.steps[number], view.controls)[0] >= _SURE


def _is_end(position: Position, view: ScreenView) -> bool:
    """Whether the page does not scroll any further."""
    seen = view.look in position.looks or view.look in position.ends
    return view.window is None or seen or len(position.looks) >= _MOST_SCROLLS


def _further(position: Position, view: ScreenView) -> tuple[Decision, Position]:
    moved = replace(position, looks=(*position.looks, view.look))
    return decision("It is not on the screen yet.", swipe_up(view.window)), moved
