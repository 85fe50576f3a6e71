"""Following a recorded reference on a live phone, by what its steps act on rather than by where that was."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

from adapters.agents.scripted import announcements
from runtime.core.actions import Action, Decision, Finish, LongPress, Swipe, Tap
from runtime.core.tasks import Requirement, Selector, Task
from runtime.core.text import contains_tokens, tokens
from runtime.plugins.protocols import Observation, Session
from runtime.screen.tree import UiNode, UiTree

_LEAST_VISIBLE = 24
"""Pixels of an element that must show before it can be touched safely."""
_MOST_SCROLLS = 4
"""How often a missing element is looked for further down, beyond what the reference scrolls."""


Ask = Callable[[Session, Requirement, Sequence[str]], Awaitable[tuple[Observation, bool]]]
"""Asks for a requirement, given the options that have been seen; returns what follows and whether it was answered."""
_Step = tuple[Action, Selector | None, tuple[str, ...]]


def visible(tree: UiTree | None, selector: Selector) -> UiNode | None:
    """The element, if enough of it is on the screen."""
    node = tree.find(selector) if tree is not None else None
    if node is None:
        return None
    left, top, right, bottom = node.bounds
    return node if right - left >= _LEAST_VISIBLE and bottom - top >= _LEAST_VISIBLE else None


def further_down(tree: UiTree | None) -> Swipe | None:
    """The gesture that moves the largest scrolling window on by half its height; None if nothing scrolls."""
    if tree is None:
        return None
    windows = [node.bounds for node in tree.walk() if node.scrollable and _height(node) > node.bounds[2] // 4]
    if not windows:
        return None
    left, top, right, bottom = max(windows, key=lambda bounds: (bounds[2] - bounds[0]) * (bounds[3] - bounds[1]))
    middle, quarter = (left + right) // 2, (bottom - top) // 4
    return Swipe(middle, bottom - quarter, middle, top + quarter, 500)


def _height(node: UiNode) -> int:
    return node.bounds[3] - node.bounds[1]


class Follower:
    """Plays the steps of a reference whose requirements are known, and leaves the others at the app's default.

    With `ask` it asks for what is open: for anchors first, and for a parameter before the step that needs it, once the
    options have been on the screen.
    """

    def __init__(self, session: Session, task: Task, seen: Observation, ask: Ask | None = None) -> None:
        self._session = session
        self._task = task
        self._ask = ask
        self._known = {requirement.id for requirement in task.intent.requirements}.difference(task.gap)
        self._unasked = set(task.gap) if ask is not None else set()
        self._shown: set[tuple[str, ...]] = set()
        """The texts of all screens so far, in words."""
        self._see(seen)
        self._passed: list[str] = []
        """Requirements whose steps were left out, and whose defaults nobody had to choose so far."""

    async def run(self) -> None:
        """Play on until the end of the reference, or until the screen has nothing more to go on with."""
        reference = self._task.intent.reference
        steps = list(zip(reference.actions, reference.targets, reference.serves, strict=True))
        served = {identifier for serving in reference.serves for identifier in serving}
        for requirement in self._task.intent.requirements:
            if requirement.kind == "anchor" or requirement.id not in served:
                await self._ask_for(requirement)
        for number, (action, target, serves) in enumerate(steps):
            if self._seen.ended:
                return
            await self._ask_before(serves, steps[number + 1 :])
            if isinstance(action, Finish):
                await self._finish(action, target)
                return
            if serves and not self._known.union(self._unasked).intersection(serves):
                self._passed.extend(text for text in serves if text not in self._passed)
                continue
            if isinstance(action, Swipe) and self._in_sight(steps[number + 1 :]):
                continue
            # Without a tree nothing can be looked for; the recorded point is the best there is.
            if target is not None and self._seen.tree is not None and await self._find(target) is None:
                await self._do(Finish("I can't go on from here.", "infeasible"), announcements.STUCK)
                return
            aimed = self._aimed(action, target)
            await self._do(aimed, self._reason(aimed, target, serves))
        if not self._seen.ended:
            await self._do(Finish("Done."), announcements.DONE)

    async def _ask_before(self, serves: Collection[str], later: Sequence[_Step]) -> None:
        """Ask for what the next step serves; if its options have not been seen yet, wait for a later step that does."""
        for identifier in sorted(self._unasked.intersection(serves), key=self._task.gap.index):
            requirement = self._task.requirement(identifier)
            waits = len(requirement.options) > 1 and requirement.listed and len(self._seen_options(requirement)) < 2
            if not waits or not any(identifier in others for _, _, others in later):
                await self._ask_for(requirement)

    async def _ask_for(self, requirement: Requirement) -> None:
        if self._ask is None or requirement.id not in self._unasked or self._seen.ended:
            return
        self._unasked.discard(requirement.id)
        seen, answered = await self._ask(self._session, requirement, self._seen_options(requirement))
        self._see(seen)
        if answered:
            self._known.add(requirement.id)

    def _seen_options(self, requirement: Requirement) -> list[str]:
        """The options that have been on a screen."""
        return [
            text for text in requirement.options if any(contains_tokens(tokens(text), words) for words in self._shown)
        ]

    def _see(self, seen: Observation) -> None:
        self._seen = seen
        if seen.tree is not None and self._unasked:
            self._shown.update(tokens(text) for node in seen.tree.walk() for text in (node.text, node.desc) if text)

    async def _finish(self, action: Finish, target: Selector | None) -> None:
        node = await self._find(target) if target is not None else None
        if target is not None and node is None:
            await self._do(Finish("I couldn't find it.", "infeasible"), announcements.NO_ANSWER)
            return
        finish = replace(action, text=action.text if node is None else node.label())
        await self._do(finish, announcements.doing(finish))

    def _in_sight(self, later: Sequence[_Step]) -> bool:
        """Whether what the scrolling is for can be seen already."""
        target = next((target for action, target, _ in later if not isinstance(action, Swipe)), None)
        return target is not None and visible(self._seen.tree, target) is not None

    async def _find(self, target: Selector) -> UiNode | None:
        """The target; where an open choice stands in the way it is made by its default, then looked for below."""
        if (node := visible(self._seen.tree, target)) is not None:
            return node
        for identifier in tuple(self._passed):
            default = self._task.requirement(identifier).default
            choice = visible(self._seen.tree, Selector(text=default)) if default else None
            if choice is not None:
                self._passed.remove(identifier)
                tap = Tap(*choice.center)
                await self._do(tap, announcements.by_default(default, tap))
                if (node := visible(self._seen.tree, target)) is not None:
                    return node
        for _ in range(_MOST_SCROLLS):
            gesture = further_down(self._seen.tree)
            if gesture is None or self._seen.ended:
                return None
            await self._do(gesture, announcements.further(gesture))
            if (node := visible(self._seen.tree, target)) is not None:
                return node
        return None

    def _aimed(self, action: Action, target: Selector | None) -> Action:
        """The recorded action, moved to where its target is now."""
        node = visible(self._seen.tree, target) if target is not None else None
        if node is not None and isinstance(action, Tap | LongPress):
            x, y = node.center
            return replace(action, x=x, y=y)
        return action

    def _reason(self, action: Action, target: Selector | None, serves: tuple[str, ...]) -> str:
        node = visible(self._seen.tree, target) if target is not None else None
        slots = [self._task.requirement(text).slot for text in serves if text in self._known]
        return announcements.doing(action, announcements.name(node, target), slots)

    async def _do(self, action: Action, thought: str) -> None:
        if not self._seen.ended:
            self._see(await self._session.step(Decision((action,), thought=thought)))
