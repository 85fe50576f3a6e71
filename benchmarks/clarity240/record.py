"""The recorder: plays every intent's steps on a virtual phone and writes down what they turned out to be.

Selectors become coordinates, missing elements are scrolled to, and what the reference changed is recorded with it.
`python -m runtime.bench record` makes `references.json` again; it is never edited by hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from adapters.phone.kernel.phone import Phone
from adapters.phone.state.phone_state import PhoneState
from benchmarks.clarity240 import build, replay, schema, template
from judges.evidence.state_changes import changes_between
from runtime.core.actions import Swipe
from runtime.core.checks import holds, paths_outside
from runtime.core.errors import UsageError
from runtime.core.tasks import Selector, State, StateChange
from runtime.screen.tree import UiNode, UiTree

_LEAST_VISIBLE = 24
"""Pixels that an element must show, in both directions, before it counts as on the screen."""
_MOST_SCROLLS = 6


class Stuck(UsageError):
    """A step of an intent file that cannot be carried out; `step` counts from 0."""

    def __init__(self, intent: str, step: int, why: UsageError) -> None:
        self.step, self.why = step, str(why)
        super().__init__(f"intents/{intent}.yaml: reference.steps.{step}: {why}")


@dataclass(frozen=True, slots=True)
class Beginning:
    """What the first steps of a way turned out to be: `steps`, the state after each of the file's with how many
    recorded ones had been made by then, and the phone.
    """

    steps: tuple[schema.RecordedStep, ...]
    states: tuple[tuple[int, State], ...]
    phone: PhoneState


Beginnings = dict[tuple[object, ...], Beginning]
"""By what is done in them. Only for intents that differ in nothing but values: drawn from one file."""


def record(source: schema.IntentFile, phone: Phone, known: Beginnings | None = None) -> schema.Recording:
    """Play one intent's steps. `known`: ways played before; as far as one of them goes along it is taken over.

    Raises:
        Stuck: a step's target is not there; the message lists what is.
        TaskFault: the apps do not understand the state of the setup.
    """
    words = source.words()
    phone.reset(source.setup.state, 0)
    before = phone.read()
    known = {} if known is None else known
    steps = source.reference.steps
    done_in = tuple(_done_in(step, words) for step in steps)
    done = next((number for number in range(len(steps), 0, -1) if done_in[:number] in known), 0)
    way = known[done_in[:done]] if done else Beginning((), (), phone.snapshot())
    phone.restore(way.phone)
    for number in range(done, len(steps)):
        try:
            made = (*way.steps, *_played(steps[number], phone, words))
        except UsageError as error:
            raise Stuck(source.id, number, error) from error
        way = Beginning(made, (*way.states, (len(made), phone.read())), phone.snapshot())
        known[done_in[: number + 1]] = way
    closing = build.check(source.reference.closing, words)
    closed_at = next((count for count, state in way.states if closing is not None and holds(closing, state)), 0)
    return schema.Recording(
        fingerprint=source.fingerprint(),
        steps=way.steps,
        effects=tuple(
            schema.RecordedChange(path=change.path, value=change.value, removed=change.removed)
            for change in effects(before, way.states[-1][1])
        ),
        tail=len(way.steps) - closed_at if closed_at else 0,
    )


def _done_in(step: schema.StepFile, words: template.Words) -> tuple[object, ...]:
    """The fields that determine the effect of the step."""
    typed = None if step.type is None else template.fill(step.type, words)
    return build.selector(step.element(), words), step.launch, typed, step.press


def _played(step: schema.StepFile, phone: Phone, words: template.Words) -> Iterator[schema.RecordedStep]:
    """Carry out one step of the file; what it turns out to be, scrolling first."""
    wanted = build.selector(step.element(), words)
    node: UiNode | None = None
    if wanted is not None:
        swipes, node = reach(phone, wanted)
        for swipe in swipes:
            yield schema.RecordedStep(action=swipe, serves=step.serves)
    action = build.action(step, words, *(() if node is None else (node.center, node.label())))
    replay.perform(phone, action)
    target = None if wanted is None else schema.SelectorFile.of(wanted)
    yield schema.RecordedStep(action=action, target=target, serves=step.serves, key=step.key, commits=step.commits)


def effects(before: State, after: State) -> tuple[StateChange, ...]:
    """What was changed, besides the unfinished input that apps keep."""
    return tuple(change for change in changes_between(before, after) if paths_outside([change.name], scratch()))


@cache
def scratch() -> tuple[str, ...]:
    """The scratch paths of all registered apps."""
    return tuple(f"{app.name}/{path}" for app in replay.installed() for path in app.scratch)


def reach(phone: Phone, wanted: Selector) -> tuple[list[Swipe], UiNode]:
    """Scroll until the element can be touched; the swipes that it took, and the element.

    Raises:
        UsageError: it is not there; the message lists what is.
    """
    swipes: list[Swipe] = []
    seen: dict[str, None] = {}
    while True:
        tree = replay.look(phone)
        node = tree.find(wanted)
        if node is not None and _visible(node):
            return swipes, node
        seen.update(dict.fromkeys(tree.root.texts()))
        gesture = _scroll(tree)
        if gesture is None or len(swipes) == _MOST_SCROLLS:
            there = ", ".join(repr(text) for text in seen)
            raise UsageError(f"{_named(wanted)} is not on the screen, which shows {there}; name one of these")
        replay.perform(phone, gesture)
        swipes.append(gesture)


def scrolled(phone: Phone) -> Iterator[UiTree]:
    """The current screen, and the screen after each scroll down until it no longer changes."""
    tree = replay.look(phone)
    yield tree
    for _ in range(_MOST_SCROLLS):
        gesture = _scroll(tree)
        if gesture is None:
            return
        replay.perform(phone, gesture)
        below = replay.look(phone)
        if below.source == tree.source:
            return
        tree = below
        yield tree


def _visible(node: UiNode) -> bool:
    # A single letter is narrow, however wide the chip that it stands in.
    touched = next((ancestor for ancestor in (node, *node.ancestors()) if ancestor.clickable), node)
    left, _, right, _ = touched.bounds
    _, top, _, bottom = node.bounds
    return min(right - left, bottom - top) >= _LEAST_VISIBLE


def _scroll(tree: UiTree) -> Swipe | None:
    """The gesture that moves the largest scrolling window on by half its height."""
    windows = [node.bounds for node in tree.walk() if node.scrollable]
    if not windows:
        return None
    left, top, right, bottom = max(windows, key=lambda bounds: (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]))
    middle, quarter = (left + right) // 2, (bottom - top) // 4
    return Swipe(middle, bottom - quarter, middle, top + quarter, 500)


def _named(selector: Selector) -> str:
    parts = (("text", selector.text), ("description", selector.desc), ("id", selector.resource_id))
    named = [f"{name} {value!r}" for name, value in parts if value]
    return f"the element with {' and '.join(named) or 'no name'}"


def references(intents: Mapping[str, schema.Recording]) -> schema.References:
    """The recordings of intents by id, with what is so of all apps."""
    labels = {app.package: app.label for app in replay.installed()}
    return schema.References(scratch=tuple(sorted(scratch())), labels=labels, intents=dict(sorted(intents.items())))


def dumped(references: schema.References) -> bytes:
    """The content of `references.json`: the same recordings give the same bytes."""
    data = references.model_dump(mode="json")
    for recording in data["intents"].values():
        recording["steps"] = [_slim(step) for step in recording["steps"]]
        recording["effects"] = [_slim_change(change) for change in recording["effects"]]
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def _slim_change(change: dict[str, Any]) -> dict[str, Any]:
    return {"path": change["path"], **({"removed": True} if change["removed"] else {"value": change["value"]})}


def _slim(step: dict[str, Any]) -> dict[str, Any]:
    """Without what a step does not have; an action keeps all its parts."""
    target = step["target"] and {name: value for name, value in step["target"].items() if value}
    return {name: value for name, value in {**step, "target": target}.items() if value}
