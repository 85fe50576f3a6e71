"""Builds the requests to Fairy's agents: a system line, then everything the agent needs to know, and pictures. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from adapters.agents.llm.fairy.plan import KINDS, RECENT, Course, ExecutedAction
from adapters.agents.llm.kit.system_prompt import addressed
from runtime.llm import Message, Picture, Prompt

GLOBAL_PLANNER: Final = "fairy-global-planner"
GLOBAL_REPLANNER: Final = "fairy-global-replanner"
PLANNER: Final = "fairy-planner"
REPLANNER: Final = "fairy-replanner"
DECIDER: Final = "fairy-decider"
REFLECTOR: Final = "fairy-reflector"
INTERACTOR: Final = "fairy-interactor"
KEY_INFO: Final = "fairy-key-info"
NAMES: Final = (GLOBAL_PLANNER, GLOBAL_REPLANNER, PLANNER, REPLANNER, DECIDER, REFLECTOR, INTERACTOR, KEY_INFO)

_NONE: Final = "Nothing."
_ANOTHER: Final = "Your last reply could not be used: {problem}. Reply again as described."

Gaps = Mapping[str, str]


def request(prompt: Prompt, known: Gaps, pictures: Sequence[Picture], problem: str = "") -> tuple[Message, ...]:
    """The request of an agent: its prompt with those of the gaps that it has. `problem`: of its reply before."""
    messages = addressed(prompt.fill(**{name: known[name] for name in prompt.placeholders}), *pictures)
    if not problem:
        return messages
    return (*messages, Message("user", (_ANOTHER.format(problem=problem),)))


def known(course: Course, screen: str, apps: Sequence[str] = ()) -> dict[str, str]:
    """All values for the placeholders of the agents' prompts, by name."""
    return {
        "instruction": course.instruction,
        "apps": _lines(apps),
        "done": _lines(course.done),
        "facts": _lines(course.facts),
        "task": course.errand.words or _NONE,
        "plan": course.plan.overall or course.errand.overview or _NONE,
        "goal": course.plan.goal or _NONE,
        "why": _why(course),
        "deeds": _lines(map(str, course.actions[-RECENT:])),
        "progress": course.progress or _NONE,
        "talk": _talk(course),
        "screen": screen,
        "wish": _NONE,
    }


def reflected(executed: ExecutedAction, before: str, after: str) -> dict[str, str]:
    """The additional values for the reflector's prompt."""
    return {"actions": executed.actions, "expectation": executed.expectation or _NONE, "before": before, "after": after}


def _lines(rows: Iterable[str]) -> str:
    return "\n".join(f"- {row}" for row in rows) or _NONE


def _why(course: Course) -> str:
    kind = KINDS.get(course.plan.kind, "")
    return ": ".join(part for part in (kind, course.plan.why) if part) or _NONE


def _talk(course: Course) -> str:
    rows = [f'You asked: "{question}" The user said: "{answer}"' for question, answer in course.talk]
    return _lines([*rows, *(f"Settled: {text}" for text in course.settled)])
