"""Other ways than the right one: what else could be chosen, and whether choosing it would count. By playing.

A requirement with options is a choice between things that are there. Its candidates are met on the recorded way, by
going that way with another option in the place of the wanted one, or one step beside it. Three kinds of requirement
have no candidates on a screen, and are held to their lists alone: what is entered as free text (a title, a time) can be
anything, so none is first and none is guessed; what is to be found out (`evidence: answer`) is a choice between
questions; and some candidates are descriptions (`the time in the mail`) that no element has as its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adapters.phone.kernel.phone import Phone
from adapters.phone.state.phone_state import PhoneState
from benchmarks.clarity240 import record, replay, wording
from benchmarks.clarity240.findings import Finding, error
from runtime.core.actions import Action, Finish, LongPress, Swipe, Tap, Type
from runtime.core.checks import holds
from runtime.core.errors import UsageError
from runtime.core.tasks import Intent, Requirement, Selector, State
from runtime.core.text import mentions, tokens
from runtime.screen.tree import UiNode, UiTree, item_of

LEAST_CANDIDATES = 3
"""As many as an Ambiguous instruction leaves open at least: of two, ruling out one would tell the other."""
_LEAST_LETTERS = 3
"""Fewer are no abbreviation of a word."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the recorded way.

    `state` is the phone before it and `after` the phone after it, `screens` what the first showed (after scrolling to
    the target, too, if it had to).
    """

    action: Action
    target: Selector | None
    serves: tuple[str, ...]
    state: PhoneState
    screens: tuple[UiTree, ...]
    after: PhoneState


def stated(requirement: Requirement) -> str:
    """The value as the user names it: the value itself, or the option whose answer it is."""
    return next(iter(wording.names(requirement)), requirement.value)


def walk(intent: Intent, phone: Phone) -> tuple[Step, ...]:
    """The intent's recorded way, found again by its targets."""
    replay.prepared(phone, intent)
    reference = intent.reference
    steps: list[Step] = []
    for action, target, serves in zip(reference.actions, reference.targets, reference.serves, strict=True):
        # The recorder scrolled to the next target; that may lie elsewhere on another way.
        if isinstance(action, Swipe | Finish):
            continue
        state, before = phone.snapshot(), replay.look(phone)
        aimed, scrolled = _aimed(phone, action, target)
        screens = (before, replay.look(phone)) if scrolled else (before,)
        replay.perform(phone, aimed)
        steps.append(Step(action, target, serves, state, screens, phone.snapshot()))
    return tuple(steps)


def _aimed(phone: Phone, action: Action, target: Selector | None) -> tuple[Action, bool]:
    """The action on the element where it is now, and whether it had to be scrolled to."""
    if target is None or not isinstance(action, Tap | LongPress):
        return action, False
    swipes, node = record.reach(phone, target)
    x, y = node.center
    return replace(action, x=x, y=y), bool(swipes)


def detour(way: Sequence[Step], phone: Phone, requirement: Requirement, option: str) -> State | None:
    """The state in which the way ends, or goes no further, with `option` in the place of what `one` wants.

    None: it cannot be taken there.
    """
    taken = False
    for step in way:
        action, target = step.action, step.target
        if requirement.id in step.serves:
            action, target = _exchanged(action, target, stated(requirement), option)
        other = (action, target) != (step.action, step.target)
        if other and not taken:
            # Up to here it is the same way.
            phone.restore(step.state)
        if not (taken or other):
            continue
        try:
            replay.perform(phone, _aimed(phone, action, target)[0])
        except UsageError:
            break
        taken = True
    return phone.read() if taken else None


def _exchanged(action: Action, target: Selector | None, wanted: str, option: str) -> tuple[Action, Selector | None]:
    """A step with the option where it names the wanted value."""
    pattern = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")

    def put(text: str) -> str:
        return pattern.sub(lambda _: option, text)

    if isinstance(action, Type):
        action = replace(action, text=put(action.text))
    if target is not None:
        target = replace(target, text=put(target.text), desc=put(target.desc), within=put(target.within))
    return action, target


def chosen(intent: Intent) -> Iterator[Requirement]:
    """The anchors that are chosen among candidates."""
    return (requirement for requirement in intent.requirements if requirement.kind == "anchor" and requirement.options)


def check_options(intent: Intent) -> Iterator[Finding]:
    """Check by the lists of options alone what an Ambiguous instruction leaves open."""
    for requirement in chosen(intent):
        where, at = f"{intent.id}/{requirement.id}", ("options",)
        if len(requirement.options) < LEAST_CANDIDATES:
            what = f"{len(requirement.options)} candidates are too few to leave it open"
            yield error(where, what, f"list {LEAST_CANDIDATES} that the app has", rule="candidates", at=at)
        if requirement.options[0] == stated(requirement):
            what = f"{requirement.options[0]!r} is the first candidate"
            yield error(where, what, "list them as the app shows them, and want another one", rule="first", at=at)


def check_intent(intent: Intent, phone: Phone) -> Iterator[Finding]:
    """Check the alternatives to the right choice along the reference, and their consequences."""
    yield from check_way(intent, walk(intent, phone), phone)


def check_way(intent: Intent, way: Sequence[Step], phone: Phone) -> Iterator[Finding]:
    """The same for a path that was already replayed."""
    yield from _check_candidates(intent, way, phone)
    yield from _check_contradiction(intent, way, phone)


def _check_candidates(intent: Intent, way: Sequence[Step], phone: Phone) -> Iterator[Finding]:
    """The candidates of each anchor can be reached, and the wanted one is not the first that its screen offers."""
    for requirement in chosen(intent):
        where = f"{intent.id}/{requirement.id}"
        if _first(way, requirement):
            what = f"{stated(requirement)!r} comes first on its screen"
            yield error(where, what, "want another one", rule="first", at=("value",))
        if requirement.evidence == "state" and any(_settles(step, requirement) for step in way):
            met = _met(requirement, way, phone)
            if len(met) < min(LEAST_CANDIDATES, len(requirement.options)):
                what = f"of its candidates only {', '.join(sorted(met)) or 'none'} can be reached"
                yield error(where, what, "list what the app offers there", rule="candidates", at=("options",))


def _met(requirement: Requirement, way: Sequence[Step], phone: Phone) -> set[str]:
    """Candidates that can be reached: looked for where it costs least first, until there are enough."""
    met: set[str] = set()

    def enough(screen: UiTree) -> bool:
        met.update(option for option in requirement.options if option not in met and _offers(screen, option))
        return len(met) >= LEAST_CANDIDATES

    if any(enough(screen) for step in way for screen in step.screens):
        return met
    for option in requirement.options:
        if option not in met and detour(way, phone, requirement, option) is not None:
            met.add(option)
        if len(met) >= LEAST_CANDIDATES:
            return met
    any(enough(screen) for screen in _asides(way, requirement, phone))
    return met


def _asides(way: Sequence[Step], requirement: Requirement, phone: Phone) -> Iterator[UiTree]:
    """Screens one touch and its scrolling away from the path to where the requirement is settled."""
    for step in way:
        seen: set[str] = set()
        for node in _touchable(step.screens[0]):
            if node.label() in seen:
                continue
            seen.add(node.label())
            phone.restore(step.state)
            replay.perform(phone, Tap(*node.center))
            yield from record.scrolled(phone)
        if _settles(step, requirement):
            return


def _touchable(screen: UiTree) -> Iterator[UiNode]:
    return (node for node in screen.walk() if node.clickable and node.enabled and node.label())


def _settles(step: Step, requirement: Requirement) -> bool:
    """Whether the step touches the wanted option by its name."""
    target = step.target
    return (
        target is not None
        and requirement.id in step.serves
        and mentions(f"{target.text} {target.desc} {target.within}", stated(requirement))
    )


def _first(way: Sequence[Step], requirement: Requirement) -> bool:
    """Whether the wanted option is the first of several in the list in which it is touched."""
    step = next((step for step in way if _settles(step, requirement)), None)
    if step is None or step.target is None or len(step.screens) > 1:
        # What had to be scrolled to is not the first.
        return False
    screen = step.screens[0]
    node = screen.find(step.target)
    if node is None or min(order := _order(screen, requirement), key=order.__getitem__, default="") != stated(
        requirement
    ):
        return False
    item = item_of(node)
    before = item.parent.children[: item.parent.children.index(item)] if item.parent is not None else ()
    return len(order) > 1 and not any(_touched(below) for sibling in before for below in sibling.walk())


def _touched(node: UiNode) -> bool:
    return node.clickable or node.cls.endswith("SeekBar")


def _order(screen: UiTree, requirement: Requirement) -> dict[str, int]:
    """The position on the screen of the label that begins with each option, in reading order."""
    order: dict[str, int] = {}
    for place, node in enumerate(screen.walk()):
        for text in (tokens(node.text), tokens(node.desc)):
            for option in requirement.options:
                if text and _short(text[: len(tokens(option))], tokens(option)):
                    order.setdefault(option, place)
    return order


def _offers(screen: UiTree, option: str) -> bool:
    """Whether the screen has the option as a label, or mentions it in one."""
    wanted = tokens(option)
    texts = (text for node in screen.walk() for text in (node.text, node.desc) if text)
    return any(mentions(text, option) or _short(tokens(text), wanted) for text in texts)


def _short(label: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether a label is the option with words cut short (`10 min`)."""
    return len(label) == len(wanted) and all(
        word == full or (len(word) >= _LEAST_LETTERS and full.startswith(word))
        for word, full in zip(label, wanted, strict=True)
    )


def _check_contradiction(intent: Intent, way: Sequence[Step], phone: Phone) -> Iterator[Finding]:
    """No requirement is met by choosing something else; that the default does not meet it the silent run shows."""
    for requirement in intent.requirements:
        if requirement.evidence != "state" or requirement.truth is None:
            continue
        for option in requirement.options:
            end = (
                None
                if option in {stated(requirement), requirement.default}
                else detour(way, phone, requirement, option)
            )
            if end is not None and holds(requirement.truth, end):
                what = f"choosing {option!r} meets it too"
                fix = "bind its check to its value"
                yield error(f"{intent.id}/{requirement.id}", what, fix, rule="contradiction", at=("truth",))
