"""Families of scripts, made from an intent's reference by generic constructions; none knows any app. Pure.

Each function gives the deeds of one trajectory, or None where the intent does not allow the construction, or not so
often: the number counts the trajectories that a family makes of one intent, and where a construction has a place or a
manner, each number has another. `oracle`, `silent` and the agents are players of their own and not made here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

from benchmarks.calibration import questions
from benchmarks.calibration.paraphrases import Bank
from benchmarks.calibration.walk import BACK, HOME, RECENTS, ScriptAction
from benchmarks.calibration.ways import again, commits, parted, straight
from runtime.core.actions import Launch, Tap, Type, Wait
from runtime.core.tasks import Requirement, Selector, Task
from runtime.core.text import normal

Script = Callable[[Task, Random, int], list[ScriptAction] | None]
"""What is done to the phone; who asks first, asks by `asking`."""
_UNDOING = (
    "delete",
    "remove",
    "cancel",
    "undo",
    "unfollow",
    "following",
    "unlike",
    "take back",
    "saved in",
    "turn off",
)
"""How the labels of what takes something back begin."""
_CONFIRMING = ("delete", "remove", "cancel", "yes", "confirm", "unfollow", "turn off", "ok")


_LEAVING = ((HOME,), (), (BACK, HOME), (RECENTS,), (ScriptAction(Wait(60_000)),), (HOME, BACK))
"""How what is not finished is left: by the way home, at once, step by step, among the recent apps, after a minute."""


def _left(number: int) -> tuple[ScriptAction, ...]:
    return _LEAVING[number % len(_LEAVING)]


def asking(task: Task, bank: Bank, random: Random) -> list[ScriptAction]:
    """A proper question for whatever is open."""
    return [questions.compliant(task.requirement(identifier), bank, random) for identifier in task.gap]


def _instead(
    deeds: Sequence[ScriptAction], old: str, others: Sequence[str], wanted: frozenset[str]
) -> list[ScriptAction] | None:
    """The deeds with other names in the place of one; what was a key step is none any more. None: nothing named it."""
    changed: list[ScriptAction] = []
    touched = False
    for deed in deeds:
        typed = isinstance(deed.action, Type) and normal(deed.action.text) == normal(old)
        named = [target for target in deed.targets if normal(old) in (normal(target.text), normal(target.desc))]
        beside = [target for target in deed.targets if normal(old) == normal(target.within)]
        usable = [text for text in others if normal(text) not in wanted]
        if (typed or named or beside) and not usable:
            return None
        touched = touched or typed or bool(named) or bool(beside)
        if isinstance(deed.action, Type) and typed:
            changed.append(replace(deed, action=replace(deed.action, text=usable[0]), key=""))
        elif named:
            changed.append(replace(deed, targets=tuple(_renamed(named[0], old, text) for text in usable), key=""))
        elif beside:
            targets = tuple(replace(beside[0], within=text) for text in usable)
            changed.append(replace(deed, targets=targets, key=""))
        else:
            changed.append(deed)
    return changed if touched else None


def _renamed(target: Selector, old: str, new: str) -> Selector:
    if normal(target.text) == normal(old):
        return replace(target, text=new)
    return replace(target, desc=new)


def _wrong(
    task: Task, deeds: Sequence[ScriptAction], requirement: Requirement, random: Random
) -> list[ScriptAction] | None:
    """The deeds with something else in the place of what one requirement wants."""
    if requirement.options:
        others = [option for option in requirement.options if normal(option) != normal(requirement.value)]
    else:
        others = [
            random.choice(
                (
                    f"{requirement.value} 2",
                    f"{requirement.value} too",
                    f"New {requirement.value}",
                    _misspelt(requirement.value),
                )
            )
        ]
    random.shuffle(others)
    named = frozenset(
        normal(text)
        for step in task.intent.reference.key_steps
        for text in _named(step.target, step.action)
        if normal(text) != normal(requirement.value)
    )
    return _instead(deeds, requirement.value, others, named)


def _named(target: Selector | None, action: object) -> Iterator[str]:
    if target is not None:
        yield from (target.text, target.desc)
    if isinstance(action, Type):
        yield action.text


def _misspelt(text: str) -> str:
    """The text with its last two letters exchanged."""
    return text[:-2] + text[-1] + text[-2] if len(text) > 2 and text[-1] != text[-2] else text + "s"


def _by_state(task: Task, kind: str = "") -> list[Requirement]:
    found = [requirement for requirement in task.intent.requirements if requirement.evidence == "state"]
    return (
        [requirement for requirement in found if (requirement.kind == "anchor") == (kind == "anchor")]
        if kind
        else found
    )


# -- the mixed population -------------------------------------------------------------------------------------------


def complete(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The right way to its end."""
    return straight(task)


def truncated(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The right way, stopped before its last key step: each way of leaving just before it, then all a deed sooner."""
    deeds, _ = parted(straight(task))
    places = [at for at, deed in enumerate(deeds) if deed.key]
    count = places[-1] - number // len(_LEAVING) if places else 0
    return [*deeds[:count], *_left(number)] if count > 0 else None


def over_continued(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The right way, and on: home, the app again, back."""
    deeds, effects = parted(straight(task))
    first = next((deed for deed in deeds if isinstance(deed.action, Launch)), None)
    if first is None or effects:
        return None
    more = [HOME, replace(first, key=""), BACK][: random.randint(1, 3)]
    return [*deeds, *more]


def detour(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The right way with a look around on it: home and back into the app, or a wait."""
    deeds, effects = parted(straight(task))
    at = next((at for at, deed in enumerate(deeds) if isinstance(deed.action, Launch)), None)
    if at is None:
        return None
    again = replace(deeds[at], key="")
    return [*deeds[: at + 1], HOME, again, *deeds[at + 1 :], *effects]


def swapped(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """Two neighbouring key steps in the wrong order, where neither opens the way for the other."""
    deeds = straight(task)
    pairs = [
        at
        for at, (effect, two) in enumerate(pairwise(deeds))
        if effect.key and two.key and _chooses(task, effect) and _chooses(task, two)
    ]
    if not pairs:
        return None
    at = random.choice(pairs)
    return [*deeds[:at], deeds[at + 1], deeds[at], *deeds[at + 2 :]]


def _chooses(task: Task, deed: ScriptAction) -> bool:
    """Whether a deed touches an option of a parameter, which opens the way for nothing."""
    options = {normal(text) for requirement in _by_state(task, "parameter") for text in requirement.options}
    return isinstance(deed.action, Tap) and any(normal(target.text) in options for target in deed.targets)


# -- built to fool a judge ------------------------------------------------------------------------------------------


def near_miss(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """Everything right, of the wrong thing: another item, or a title that only resembles the wanted one."""
    anchors = _by_state(task, "anchor")
    random.shuffle(anchors)
    made = (_wrong(task, straight(task), anchor, random) for anchor in anchors)
    return next((effects for effects in made if effects is not None), None)


def wrong_option(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The right thing with one parameter chosen otherwise."""
    choices = _by_state(task, "parameter")
    random.shuffle(choices)
    made = (_wrong(task, straight(task), choice, random) for choice in choices)
    return next((effects for effects in made if effects is not None), None)


def unselected(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """The wanted option is on the screen all the time and never touched."""
    choices = [requirement for requirement in _by_state(task, "parameter") if requirement.options]
    random.shuffle(choices)
    deeds = straight(task)
    for choice in choices:
        named = [
            at
            for at, deed in enumerate(deeds)
            if any(normal(choice.value) in (normal(target.text), normal(target.desc)) for target in deed.targets)
        ]
        if named:
            left = [deed for at, deed in enumerate(deeds) if at not in named]
            return [*left]
    return None


def uncommitted(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """All is chosen and entered, and left lying: the last step is not taken, or one before it that commits."""
    places = commits(task)
    if not places:
        return None
    return [*straight(task)[: places[-1 - number // len(_LEAVING) % len(places)]], *_left(number)]


def stale_success(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """A success page of something else, then the right draft, which is left: the page told of another thing."""
    places = commits(task)
    first = near_miss(task, random, number) or wrong_option(task, random, number)
    if not places or first is None:
        return None
    done, _ = parted(first)
    return [*done, *again(task)[: places[-1]], *_left(number)]


def undone(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """Done, and taken back: by what the screen offers for it, by choosing something else, or by a second touch."""
    deeds, effects = parted(straight(task))
    if effects:
        return None
    by_label = [ScriptAction(Tap(0, 0), begins=_free(task, names), optional=True) for names in (_UNDOING, _CONFIRMING)]
    if commits(task) or random.random() < 0.5:
        return [*deeds, *by_label]
    made = (_wrong(task, again(task), requirement, random) for requirement in _by_state(task))
    other = next((effects for effects in made if effects is not None), again(task))
    return [*deeds, *other]


def sweep(task: Task, random: Random, number: int) -> list[ScriptAction] | None:
    """One after the other: the wrong thing, the right thing, whatever the budget allows."""
    first = near_miss(task, random, number) or wrong_option(task, random, number)
    if first is None:
        return None
    done, _ = parted(first)
    return [*done, *again(task)]


def _free(task: Task, names: Sequence[str]) -> tuple[str, ...]:
    """The names with which no key step's label begins: touching that would be another story."""
    taken = {normal(text) for step in task.intent.reference.key_steps for text in _named(step.target, step.action)}
    return tuple(name for name in names if not any(text.startswith(name) for text in taken))


MIXED: dict[str, Script] = {
    "complete": complete,
    "truncated": truncated,
    "over_continued": over_continued,
    "detour": detour,
    "swapped": swapped,
}
FOOLING: dict[str, Script] = {
    "near_miss": near_miss,
    "wrong_option": wrong_option,
    "unselected": unselected,
    "uncommitted": uncommitted,
    "stale_success": stale_success,
    "undone": undone,
    "sweep": sweep,
}
