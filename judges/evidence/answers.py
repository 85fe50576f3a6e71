"""Judges an answer: it counts if it is committed, correct and grounded in what the agent has seen or been told. Pure.

`runtime.language.answering` reads which single value a text asserts. A value is *grounded* if it is visible on a
screen recorded before the answer, follows from a text that the intent declares as its ground, or was told by the user.
What the agent typed itself is no ground from then on: to type a guess makes it visible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from judges.evidence.screens import SYSTEM_UI, is_text_field
from judges.evidence.trail import Trail
from runtime.core.actions import Finish, Type
from runtime.core.tasks import Intent, Selector, Task
from runtime.language.answering import AnswerSlot, Refusal, contains_value, read_answer
from runtime.language.questions import wanted_option
from runtime.screen.tree import UiNode, UiTree, matches

REFUSALS: Final[Mapping[Refusal, str]] = {
    "missing": "the answer has no value of this kind",
    "several": "the answer has several values",
    "negated": "the answer takes its value back, doubts it or offers it as an alternative",
    "ungrounded": "the answer is on no screen that was seen and was not told by the user",
    "wrong": "the answer is another value",
}


@dataclass(frozen=True, slots=True)
class SeenScreen:
    """A screen that the agent has seen, and the texts that it had typed by then."""

    tree: UiTree
    typed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnswerVerdict:
    """What an answer is worth. `met` has each requirement that is met by an answer; None: no screen could be read."""

    met: Mapping[str, bool | None]
    refusal: Refusal | None = None

    @property
    def asserts(self) -> bool:
        """Whether the text asserts anything, so that it replaces an earlier answer."""
        return self.refusal not in ("missing", "negated")

    def replaces(self, *, final: bool) -> bool:
        """Whether it withdraws an earlier answer.

        "Done." does not, nor does any text of `finish` (`final`) that asserts nothing.
        """
        return self.asserts or (self.refusal == "negated" and not final)

    @property
    def closes(self) -> bool:
        """Whether it ends an information task, rightly or wrongly: one value, and not out of thin air."""
        return self.refusal in (None, "wrong")


def newest_answer(known: AnswerVerdict | None, new: AnswerVerdict, *, final: bool) -> AnswerVerdict:
    """Return the answer that counts: the newer one, unless it has no value of the kind asked for."""
    return new if known is None or new.replaces(final=final) else known


def answer_slot(intent: Intent) -> AnswerSlot:
    """What the intent wants to be told: all requirements that are met by an answer share one."""
    answered = [item for item in intent.requirements if item.evidence == "answer"]
    options = [(item, option) for item in answered for option in item.options]
    wanted = {item.id: wanted_option(item) for item in answered}
    return AnswerSlot(
        {item.id: (item.value, *item.aliases) for item in answered},
        intent.answer.asides,
        intent.answer.grounds,
        intent.answer.rivals,
        wanted=tuple(option for item, option in options if option == wanted[item.id] and item.kind != "anchor"),
        others=tuple(option for item, option in options if option != wanted[item.id]),
        asked=tuple(option for item, option in options if option == wanted[item.id] and item.kind == "anchor"),
    )


def judge_answer(
    task: Task, text: str, screens: Sequence[SeenScreen], replies: Sequence[str] = (), *, readable: bool = True
) -> AnswerVerdict:
    """Judge a text that the agent gave to its user.

    `screens` are those recorded before it, `replies` those of the user. `readable` is False if no screen of the attempt
    can be read: then a right value is neither met nor unmet.
    """
    slot = answer_slot(task.intent)
    source = _source(task.intent)
    places = [place for screen in screens if source is not None for place in _same_role(screen.tree, source)]
    reading = read_answer(
        text,
        slot,
        stated="\n".join((task.instruction, *replies)),
        rivals=[node.text for node in places if node.text],
        copied=[node.text for screen in screens if source and (node := screen.tree.find(source)) and node.text],
    )
    if reading.refusal is not None:
        return AnswerVerdict(dict.fromkeys(slot.accepted, False), reading.refusal)
    met: dict[str, bool | None] = {identifier: slot.meets(identifier, reading.values) for identifier in slot.accepted}
    if not readable:
        return AnswerVerdict({identifier: None if right else False for identifier, right in met.items()})
    grounds = [*reading.values, *_declared_grounds(task.intent, slot, reading.values)]
    if not _is_grounded(grounds, slot, screens, replies):
        return AnswerVerdict(dict.fromkeys(slot.accepted, False), "ungrounded")
    return AnswerVerdict(met, None if all(met.values()) else "wrong")


def asserted(intent: Intent, texts: Sequence[str], copied: Sequence[str]) -> frozenset[str]:
    """Ids of the requirements that the last text meets by what it asserts, wherever the agent has it from.

    `copied` are texts of the element that the answer is read from.
    """
    slot = answer_slot(intent)
    reading = read_answer(texts[-1], slot, copied=copied) if texts and slot.accepted else None
    values = () if reading is None else reading.values
    return frozenset(identifier for identifier in slot.accepted if slot.meets(identifier, values))


def judge_trail_answer(task: Task, text: str, trail: Trail) -> AnswerVerdict:
    """Judge the newest answer of a trail by what the trail has shown so far."""
    typed = [move.action.text if isinstance(move.action, Type) else "" for move in trail.moves]
    screens = [
        SeenScreen(screen.tree, tuple(filter(None, typed[: screen.moves])))
        for screen in trail.screens
        if screen.tree is not None
    ]
    return judge_answer(task, text, screens, [turn.text for turn in trail.turns], readable=not trail.unreadable)


def _source(intent: Intent) -> Selector | None:
    """The element from which the reference reads its answer."""
    pairs = zip(intent.reference.actions, intent.reference.targets, strict=False)
    return next((target for action, target in pairs if isinstance(action, Finish)), None)


def _same_role(tree: UiTree, source: Selector) -> Iterator[UiNode]:
    """The elements in the role of the answer's source: those with the resource id of the element it selects."""
    found = tree.find(source)
    if found is not None and found.resource_id:
        wanted = Selector(resource_id=found.resource_id)
        yield from (node for node in tree.walk() if matches(node, wanted))
    elif found is not None:
        yield found


def _declared_grounds(intent: Intent, slot: AnswerSlot, values: Iterable[str]) -> Iterator[str]:
    for value, grounds in intent.answer.grounds.items():
        if any(contains_value(text, value, slot) for text in values):
            yield from grounds


def _is_grounded(
    grounds: Sequence[str], slot: AnswerSlot, screens: Sequence[SeenScreen], replies: Iterable[str]
) -> bool:
    def holds(ground: str) -> Callable[[str], bool]:
        return lambda text: contains_value(text, ground, slot)

    for ground in grounds:
        shows = holds(ground)
        if any(map(shows, replies)):
            return True
        free = [screen for screen in screens if not any(map(shows, screen.typed))]
        if any(map(shows, {text for screen in free for text in _visible_texts(screen.tree)})):
            return True
    return False


def _visible_texts(tree: UiTree) -> Iterator[str]:
    for node in tree.walk():
        if node.package != SYSTEM_UI and not is_text_field(node):
            yield from (text for text in (node.text, node.desc) if text)
