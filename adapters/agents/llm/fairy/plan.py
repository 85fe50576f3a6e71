"""State shared by Fairy's agents: the task of one app, its plan, actions and their results, the dialogue. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from adapters.agents.formats.fairy import whole_object
from adapters.agents.formats.grammar import labels, literals
from adapters.agents.formats.grammar.coordinates import Screen
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Mode
from adapters.agents.llm.kit.marks import FAIRY_CLICK, FAIRY_SCROLL, Element, Numbers, numbered
from runtime.screen.tree import UiNode, UiTree

RECENT: Final = 5
"""So many actions, with their results, are shown."""
KINDS: Final[Mapping[str, str]] = {
    "1": "a sensitive or dangerous step, which the user has to agree to",
    "2": "a step that cannot be taken back, which the user has to agree to",
    "3": "several options fit, and the user has to choose",
    "4": "the instruction is ambiguous or leaves something open",
}
"""The kinds of interaction with the user that a plan can ask for."""


@dataclass(frozen=True, slots=True)
class Errand:
    """The global planner's next step: an app (empty: the one in front) and the task in it."""

    app: str
    words: str
    overview: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan for the app: all of it in order, and what is to be reached next. `kind` as in `KINDS`, empty for none."""

    overall: str
    goal: str
    thought: str = ""
    kind: str = ""
    why: str = ""

    @property
    def finished(self) -> bool:
        return self.goal.strip() == "Finished"

    @classmethod
    def of(cls, reply_fields: Mapping[str, str]) -> Plan:
        """A planner's or replanner's reply, by its keys."""
        kind = reply_fields.get("user_interaction_type", "").strip()
        return cls(
            reply_fields.get("overall_plan", ""),
            reply_fields["current_sub_goal"],
            reply_fields.get("plan_thought", ""),
            "" if kind in ("", "0", "None") else kind,
            reply_fields.get("user_interaction_thought", ""),
        )


@dataclass(slots=True)
class ExecutedAction:
    """One decision of the executor, and what the reflector says became of it."""

    actions: str
    expectation: str
    result: str = ""
    causes: str = ""

    def __str__(self) -> str:
        parts = [self.actions, f"expected: {self.expectation}" * bool(self.expectation)]
        if self.result:
            parts.append(f"result: {_RESULTS.get(self.result, self.result)}")
        if self.causes:
            parts.append(f"possible causes: {self.causes}")
        return "; ".join(part for part in parts if part)


_RESULTS: Final = {
    "A": "as expected",
    "B": "in part as expected",
    "C": "led to a wrong page",
    "D": "nothing changed",
}


@dataclass(slots=True)
class Course:
    """The course of an episode so far. What belongs to an app only begins anew with each errand."""

    instruction: str
    done: list[str] = field(default_factory=list)
    """Errands that are over, in words."""
    facts: list[str] = field(default_factory=list)
    """What screens showed that matters later."""
    errand: Errand = field(default_factory=lambda: Errand("", ""))
    plan: Plan = field(default_factory=lambda: Plan("", ""))
    actions: list[ExecutedAction] = field(default_factory=list)
    progress: str = ""
    talk: list[tuple[str, str]] = field(default_factory=list)
    """Questions that were put to the user, and what the user said."""
    settled: list[str] = field(default_factory=list)
    """What came of talks with the user, in the interactor's words."""

    def begin(self, errand: Errand) -> None:
        """Turn to another app."""
        self.errand, self.plan, self.progress = errand, Plan("", ""), ""
        self.actions.clear()

    def close(self) -> None:
        """The errand is over."""
        self.done.append(f"{self.errand.words} ({self.errand.app or 'the app in front'})")

    def learn(self, found: Sequence[str]) -> None:
        """Keep facts that are new."""
        self.facts += [fact for fact in found if fact and fact not in self.facts]


def judged(executed: ExecutedAction, reply_fields: Mapping[str, str]) -> None:
    """Enter what the reflector says of a deed."""
    executed.result = reply_fields.get("action_result", "").strip()[:1].upper()
    executed.causes = reply_fields.get("error_potential_causes", "").strip()


def errand(reply: str, mode: Mode) -> Errand | None:
    """The next step in a global planner's reply; None: everything is done.

    Raises:
        FormatError: it does not say.
    """
    found = an_object(reply, mode)
    if "current_sub_task" not in found:
        raise FormatError("reply", "has no current_sub_task")
    task = found["current_sub_task"]
    plan = found.get("global_plan")
    overview = "\n".join(map(str, plan)) if isinstance(plan, list) else str(plan or "")
    if isinstance(task, Mapping):
        words = str(task.get("instruction") or "").strip()
        if not words:
            raise FormatError("current_sub_task", "has no instruction")
        return Errand(str(task.get("app_package_name") or "").strip(), words, overview)
    words = str(task or "").strip()
    if words == "Finished":
        return None
    raise FormatError("current_sub_task", f"neither Finished nor an object: {words[:40]!r}")


def facts(reply: str, mode: Mode) -> list[str]:
    """The extractor's notes.

    Raises:
        FormatError: nothing that could be read.
    """
    found = an_object(reply, mode).get("key_infos")
    if not isinstance(found, list):
        raise FormatError("reply", "has no list key_infos")
    return [" ".join(str(item).split()) for item in found]


def an_object(reply: str, mode: Mode) -> Mapping[str, Any]:
    """The object of a reply by the rule of all of Fairy's agents (`adapters.agents.formats.fairy`).

    Raises:
        FormatError: there is none.
    """
    return whole_object(reply) if mode == "official" else literals.an_object(labels.unthought(reply)[1], "reply")


# -- the screen ------------------------------------------------------------------------------------------------------


def elements(tree: UiTree, screen: Screen) -> tuple[Element, ...]:
    """The elements that get a mark, from 1: what can be touched or scrolled, in document order."""
    return numbered((node for node in tree.walk() if _touched(node) or node.scrollable), screen, 1)


def drawn(marked: Sequence[Element]) -> Numbers:
    """The marks as they are drawn: red on what can be touched; over them, green, on what scrolls.

    What scrolls begins where its first row does, so its number stands in its middle.
    """
    styled = [(element, FAIRY_CLICK if _touched(element.node) else FAIRY_SCROLL) for element in marked]
    return Numbers(tuple(sorted(styled, key=lambda item: item[1] is FAIRY_SCROLL)))


def in_words(tree: UiTree, marked: Sequence[Element]) -> str:
    """The screen in words: marks with what they are, and the texts that are in none of them, in document order."""
    numbers = {id(element.node): element.number for element in marked}
    counts = {id(node) for element in marked if not element.node.scrollable for node in list(element.node.walk())[1:]}
    lines = [f"app: {tree.package}"]
    for node in tree.walk():
        number = numbers.get(id(node))
        if number is not None:
            lines.append(_marked(node, number))
        elif (node.text or node.desc) and id(node) not in counts:
            lines.append(f"    {_one_line(node.text or node.desc)}")
    return "\n".join(lines)


def _marked(node: UiNode, number: int) -> str:
    # What scrolls holds half of the page: its parts have lines of their own.
    own = node.text or node.desc if node.scrollable else node.label()
    can = [word for word, able in (("touch", _touched(node)), ("scroll", node.scrollable)) if able]
    states = (
        ("checked", node.checked),
        ("selected", node.selected),
        ("focused", node.focused),
        ("disabled", not node.enabled),
    )
    traits = ", ".join([*can, *(word for word, on in states if on)])
    return f"[{number}] {node.cls.rpartition('.')[2]} ({traits}): {_one_line(own)}".rstrip(": ")


def _touched(node: UiNode) -> bool:
    return node.clickable or node.long_clickable


def _one_line(text: str) -> str:
    return " ".join(text.split())
