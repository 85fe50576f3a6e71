"""Labels the asks of a turn and decides what the user states in reply (AmbiBench §4.1.1 and §4.1.2).

The label of an ask never depends on the value of an open requirement, so labels and refusals cannot be used to guess
it. What is stated depends only on the values that were asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from runtime.core.events import TURN_KINDS, TurnKind
from runtime.core.tasks import Requirement, Task
from runtime.language.questions.asks import LIMITS, Ask, UserLimits, find_asks
from runtime.language.questions.lexicon import lexicon
from runtime.language.text import find_phrase, normalize, stems

VIOLATIONS: tuple[TurnKind, ...] = ("trivial", "repetitive", "out_of_scope", "context_missing")
"""The labels of asks that violate, the worst first."""

StatementKind = Literal["value", "yes", "no", "group", "not_group", "some", "none", "choices"]


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that the user states about a slot.

    `value`: what is wanted; `yes`, `no`: whether it is the candidate `text`; `group`, `not_group`: the category that it
    belongs to, or does not; `some`, `none`: whether anything is wanted at all; `choices`: the user asks for candidates.
    """

    kind: StatementKind
    slot: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class LabelledAsk:
    """An ask with its label, the candidates that it named, what the user states, and whether that settles the slot."""

    label: TurnKind
    slot: str = ""
    candidates: tuple[str, ...] = ()
    statements: tuple[Statement, ...] = ()
    settles: bool = False

    @property
    def summary(self) -> str:
        """How the ask was understood, for people."""
        about = f"{self.slot} ({', '.join(self.candidates)})" if self.candidates else self.slot
        return f"{about}: {self.label}" if about else self.label


@dataclass(frozen=True, slots=True)
class Turn:
    """A classified turn: its asks and how many more were not read. `silenced`: the user has stopped answering."""

    asks: tuple[LabelledAsk, ...] = ()
    ignored: int = 0
    silenced: bool = False

    @property
    def label(self) -> TurnKind:
        """The label of its worst ask. A turn of which nothing was understood is `not_understood`."""
        labels = {ask.label for ask in self.asks}
        return next((kind for kind in TURN_KINDS if kind in labels), "not_understood")

    @property
    def best_label(self) -> TurnKind:
        """`compliant` if any ask is, else its label: how the paper labels a whole turn."""
        return "compliant" if any(ask.label == "compliant" for ask in self.asks) else self.label

    @property
    def asked(self) -> tuple[str, ...]:
        """The slots that it asks for."""
        return tuple(dict.fromkeys(ask.slot for ask in self.asks if ask.slot))

    @property
    def released(self) -> tuple[str, ...]:
        """The slots that the reply settles."""
        return () if self.silenced else tuple(ask.slot for ask in self.asks if ask.settles)

    @property
    def compliant(self) -> tuple[str, ...]:
        """The slots that compliant asks settle."""
        return () if self.silenced else tuple(ask.slot for ask in self.asks if ask.settles and ask.label == "compliant")

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What the user states in reply."""
        return () if self.silenced else tuple(item for ask in self.asks for item in ask.statements)


@dataclass(frozen=True, slots=True)
class Memory:
    """What a dialogue has come to: the settled slots, those of which a candidate was confirmed, and bad asks."""

    answered: frozenset[str] = frozenset()
    confirmed: frozenset[str] = frozenset()
    violations: int = 0
    not_understood: int = 0

    def after(self, turn: Turn) -> Memory:
        """The memory after one more turn."""
        kinds = ("yes", "no", "not_group")
        return Memory(
            self.answered.union(turn.released),
            self.confirmed.union(item.slot for item in turn.statements if item.kind in kinds),
            self.violations + sum(ask.label in VIOLATIONS for ask in turn.asks),
            self.not_understood + sum(ask.label == "not_understood" for ask in turn.asks),
        )


def classify_question(question: str, task: Task, memory: Memory, limits: UserLimits = LIMITS) -> Turn:
    """Label the asks of a question, given what the dialogue has come to."""
    open_ids = frozenset(task.gap) - memory.answered
    asks, ignored = find_asks(question, task, open_ids, limits)
    labelled = tuple(_label(ask, task, open_ids, memory) for ask in asks)
    tired = memory.violations >= limits.violations or memory.not_understood >= limits.not_understood
    return Turn(labelled, ignored, tired or len(question) > limits.turn)


def _label(ask: Ask, task: Task, open_ids: Collection[str], memory: Memory) -> LabelledAsk:
    if ask.about == "operation":
        return LabelledAsk("trivial")
    if ask.about == "stated":
        return LabelledAsk("repetitive")
    if ask.about != "slot":
        return LabelledAsk("out_of_scope" if ask.about == "topic" or not task.gap else "not_understood")
    candidates = (*ask.options, *ask.groups)
    if ask.slot not in open_ids:
        return LabelledAsk("repetitive", ask.slot, candidates)
    requirement = task.requirement(ask.slot)
    if len(ask.options) + len(ask.groups) < ask.others and requirement.options and not ask.named:
        return LabelledAsk("out_of_scope", ask.slot, candidates)
    proper, statements = _reply(ask, requirement)
    repeated = ask.slot in memory.confirmed and all(item.kind in ("yes", "no", "not_group") for item in statements)
    settles = bool(statements) and _settles(requirement, statements)
    label: TurnKind = "compliant" if proper and not repeated else "context_missing"
    return LabelledAsk(label, ask.slot, candidates, statements, settles)


def _reply(ask: Ask, requirement: Requirement) -> tuple[bool, tuple[Statement, ...]]:
    """Whether an ask for an open slot is a proper one, and what the user states."""
    value = (Statement("value", ask.slot),)
    offered = len(ask.options) + len(ask.groups)
    if not requirement.options or not requirement.listed or (len(requirement.options) == 2 and not offered):
        return True, value
    if ask.counts and not offered and _are_counts(requirement.options):
        return True, value
    if offered < ask.others:
        return False, (Statement("choices", ask.slot),)
    if len(ask.options) >= 2 or (len(ask.options) == 1 and ask.others):
        return True, value
    asked_any = ask.any or (ask.closed and ask.exists)
    exists = not offered and asked_any and any(map(is_none, requirement.options))
    if not (exists or offered >= 2 or (offered == 1 and ask.closed)):
        return False, (Statement("choices", ask.slot),)
    wanted = wanted_option(requirement)
    if wanted is None:
        return True, value
    if exists:
        return True, (Statement("none" if is_none(wanted) else "some", ask.slot),)
    return True, tuple(_compared(requirement, ask, wanted))


def _are_counts(options: Sequence[str]) -> bool:
    """Whether options differ in a number only ("one loaf", "two loaves"), so that "how many?" offers them all."""
    return len({tuple(word for word in stems(option) if not word.isdigit()) for option in options}) == 1


def _compared(requirement: Requirement, ask: Ask, wanted: str) -> Iterator[Statement]:
    """How the wanted option relates to what was offered: the category that holds it, else all that do not."""
    if ask.options and (ask.options[0] == wanted or not ask.groups):
        yield Statement("yes" if ask.options[0] == wanted else "no", ask.slot, ask.options[0])
        return
    holding = [name for name in ask.groups if wanted in _members(requirement, name)]
    if holding:
        yield from (Statement("group", ask.slot, name) for name in holding)
        return
    yield from (Statement("not_group", ask.slot, name) for name in ask.groups)
    yield from (Statement("no", ask.slot, name) for name in ask.options)


def _settles(requirement: Requirement, statements: Iterable[Statement]) -> bool:
    """Whether statements leave only one option."""
    left = set(requirement.options)
    for item in statements:
        match item.kind:
            case "value" | "yes":
                return True
            case "no":
                left.discard(item.text)
            case "group":
                left &= _members(requirement, item.text)
            case "not_group":
                left -= _members(requirement, item.text)
            case "none":
                left = {option for option in left if is_none(option)}
            case "some":
                left = {option for option in left if not is_none(option)}
            case "choices":
                return False
    return len(left) == 1


def _members(requirement: Requirement, name: str) -> set[str]:
    """The options of a group."""
    return {option for group in requirement.groups if name in group.names for option in group.options}


def is_none(option: str) -> bool:
    """Whether an option stands for having no such thing."""
    return lexicon().none.search(normalize(option)) is not None


def wanted_option(requirement: Requirement) -> str | None:
    """The option that the user wants; None if it is not among the options.

    Where the value is to be found out by the agent, it is the longest option that the requirement's text names.
    """
    if requirement.evidence == "answer":
        words = stems(requirement.text)
        named = [option for option in requirement.options if any(find_phrase(stems(option), words))]
        return max(named, key=len, default=None)
    if requirement.value in requirement.options:
        return requirement.value
    names = {stems(text) for text in (requirement.value, *requirement.aliases)}
    return next((option for option in requirement.options if stems(option) in names), None)
