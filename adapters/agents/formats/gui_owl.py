"""GUI-Owl 1.5 (Mobile-Agent-v3.5): an `Action:` line and a call of `mobile_use`, coordinates in thousandths."""

from __future__ import annotations

from typing import Any, Final

from adapters.agents.formats.grammar import mobile_use
from adapters.agents.formats.grammar.coordinates import PIXELS, REL1000_CUT, SMART16
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Act, Format, Reading, Surface
from adapters.agents.formats.grammar.literals import json_object
from adapters.agents.formats.grammar.mobile_use import Manner
from adapters.agents.formats.grammar.scalars import milliseconds, plain_pair, text_of
from runtime.core.actions import Finish, Key, Launch, LongPress, Noop, Swipe, Takeover, Tap, Type, Wait

_MANNER = Manner(press_ms=800, swipe_ms=800, wait_ms=2000, answers_end=True)


def lenient(text: str, surface: Surface) -> Reading:
    """Tags, line breaks and brackets may be missing; every action of the tool's families."""
    return mobile_use.read(text, surface, _MANNER)


def strict(text: str, surface: Surface) -> Reading:
    """The authors' script: from `<tool_call>` with its line break to the first `}}` with one. An error ends it."""
    before, tag, rest = text.partition("<tool_call>\n")
    if not tag:
        raise FormatError("reply", "holds no <tool_call> with a line break after it")
    call = json_object(rest.partition("}}\n")[0] + "}}", "tool call")
    found = call.get("arguments")
    if not isinstance(found, dict):
        raise FormatError("arguments", "no object")
    thought, sections = mobile_use.spoken(text)
    return Reading((_act(found, surface, before),), thought, sections)


def _act(found: dict[str, Any], surface: Surface, before: str) -> Act:
    match found.get("action"):
        case "click":
            return Act(Tap(*_place(found, surface)))
        case "long_press":
            return Act(LongPress(*_place(found, surface), 800))
        case "type":
            return Act(Type(text_of(found.get("text"), "type")))
        case "scroll" | "swipe":
            return Act(Swipe(*_place(found, surface), *_place(found, surface, "coordinate2"), 800))
        case "open":
            return Act(Launch(text_of(found.get("text", ""), "open")))
        case "wait":
            return Act(Wait(milliseconds(found.get("time", 2), 2000)))
        case "answer":
            # The script shows what stands before the call, not the call's own text.
            return Act(Finish(before.partition("<tool_call>")[0].strip()))
        case "terminate":
            done = found.get("status", "unknown") == "success"
            return Act(Finish(status="complete" if done else "infeasible"))
        case "call_user" | "calluser" | "interact":
            return Act(Takeover(text_of(found.get("text", "the required action"), "interact")))
        case "system_button" if found.get("button") in ("Back", "Home"):
            return Act(Key(str(found["button"]).upper()))
        case None:
            raise FormatError("arguments", "no action")
        case other:
            return Act(Noop(), {"unsupported": str(other)[:60]})


def _place(found: dict[str, Any], surface: Surface, key: str = "coordinate") -> tuple[int, int]:
    return surface.scheme.unchecked(plain_pair(found.get(key), key), surface.screen)


FORMAT: Final = Format(
    name="gui-owl",
    title="GUI-Owl 1.5, Mobile-Agent-v3.5",
    asks="interact, which pauses for the user to do something; ask_user if the prompt offers it",
    schemes={"rel1000": REL1000_CUT, "smart16": SMART16, "pixels": PIXELS},
    scheme="rel1000",
    official_scheme="smart16",
    images=5,
    malformed="stop",
    lenient=lenient,
    strict=strict,
    notes=(
        "The authors' script computes pixels of the picture resized to multiples of 16, and touches those.",
        "That is up to 8 px beside what was meant; official mode does the same (smart16).",
        "In official mode Enter, Menu and key do nothing: the script has no such actions.",
        "`answer` ends, with what stands before the call for its text in official mode.",
    ),
)
