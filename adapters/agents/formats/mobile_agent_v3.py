"""Mobile-Agent-v3 (GUI-Owl as four agents): `### Thought ###`, `### Action ###` with JSON, `### Description ###`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from adapters.agents.formats.grammar import labels, mobile_use
from adapters.agents.formats.grammar.coordinates import PIXELS, REL1000_CUT
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Format, Reading, Surface
from adapters.agents.formats.grammar.literals import an_object, json_object
from adapters.agents.formats.grammar.mobile_use import Manner
from adapters.agents.formats.grammar.scalars import plain_pair, text_of
from adapters.agents.formats.mobile_agent_v2 import by_character
from runtime.core.actions import Finish, Key, Noop, Note, Swipe, Tap

_MANNER = Manner(press_ms=800, swipe_ms=500, wait_ms=2000, answers_end=True)
_HEADINGS = labels.hashes("Thought", "Historical Operations", "Plan", "Action", "Description")


def lenient(text: str, surface: Surface) -> Reading:
    """An operator's reply, or a manager's: a plan is a note, a finished one the end."""
    _, text = labels.unthought(text)
    found = labels.parts(text, _HEADINGS)
    sections = {part.name: part.text for part in found if part.name != "thought"}
    thought = labels.first(found, "thought") or ""
    plan = labels.first(found, "plan")
    action = labels.first(found, "action")
    if action is None and plan is not None:
        return Reading((_planned(plan),), thought, sections)
    acts = mobile_use.acts_of(an_object(text if action is None else action, "Action"), surface, _MANNER)
    return Reading(acts, thought, sections)


def _planned(plan: str) -> Act:
    plan = " ".join(plan.split())
    if "Finished" in plan and len(plan) < 15:
        return Act(Finish())
    return Act(Note(plan), {"internal": "plan"})


def strict(text: str, surface: Surface) -> Reading:
    """The authors' parser: split at the headings wherever they are; if the action is not JSON, the step is lost."""
    if "### Plan" in text and "### Action" not in text:
        plan = _flat(text.rpartition("### Plan")[2])
        return Reading((_planned(plan),), _flat(text.rpartition("### Thought")[2].partition("### ")[0]))
    thought = _flat(text.rpartition("### Thought")[2].partition("### Action")[0])
    action = _flat(text.rpartition("### Action")[2].partition("### Description")[0])
    description = _flat(text.rpartition("### Description")[2])
    if not thought or not action:
        raise FormatError("reply", "no thought or no action")
    found = json_object(action.replace("```", "").replace("json", "").strip(), "Action")
    return Reading(_acts(found, surface), thought, {"description": description})


def _flat(text: str) -> str:
    return text.replace("\n", " ").replace("  ", " ").replace("###", "").strip()


def _acts(found: Mapping[str, Any], surface: Surface) -> tuple[Act, ...]:
    match found.get("action"):
        case "answer":
            return (Act(Finish(text_of(found.get("text"), "answer"))),)
        case "click":
            return (Act(Tap(*_place(found, surface))),)
        case "swipe":
            return (Act(Swipe(*_place(found, surface), *_place(found, surface, "coordinate2"), 500)),)
        case "type":
            return by_character(text_of(found.get("text"), "type").replace("\\n", "_"))
        case "system_button" if found.get("button") in ("Back", "Home"):
            return (Act(Key(str(found["button"]).upper())),)
        case None:
            raise FormatError("Action", "no action")
        case other:
            return (Act(Noop(), {"unsupported": str(other)[:60]}),)


def _place(found: Mapping[str, Any], surface: Surface, key: str = "coordinate") -> tuple[int, int]:
    return surface.scheme.unchecked(plain_pair(found.get(key), key), surface.screen)


FORMAT: Final = Format(
    name="mobile-agent-v3",
    title="Mobile-Agent-v3: manager, operator, reflector, notetaker",
    asks="",
    schemes={"pixels": PIXELS, "rel1000": REL1000_CUT},
    scheme="pixels",
    images=1,
    malformed="count",
    lenient=lenient,
    strict=strict,
    notes=(
        "pixels is the program's --coor_type abs, its default; anything else there is rel1000.",
        "In official mode long_press and Enter do nothing, and an underscore is typed as Enter: so does the program.",
        "`answer`, or a plan that says Finished, ends.",
    ),
)
