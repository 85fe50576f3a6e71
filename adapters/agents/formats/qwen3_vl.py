"""Qwen3-VL (and Qwen2.5-VL, and what is tuned from them): `Thought:`, `Action:` and a call of `mobile_use` in JSON."""

from __future__ import annotations

from typing import Final

from adapters.agents.formats.grammar import mobile_use
from adapters.agents.formats.grammar.coordinates import REL999, REL1000
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Format, Reading, Surface
from adapters.agents.formats.grammar.literals import json_object
from adapters.agents.formats.grammar.mobile_use import Manner

_MANNER = Manner(press_ms=1000, swipe_ms=400, wait_ms=1000, answers_end=False)


def lenient(text: str, surface: Surface) -> Reading:
    """Tags, line breaks, fences and quotes may be missing or too many; every action that was ever in the prompt."""
    return mobile_use.read(text, surface, _MANNER)


def strict(text: str, surface: Surface) -> Reading:
    """The notebook's parser: the text between `<tool_call>` with a line break and its end is JSON."""
    _, tag, rest = text.partition("<tool_call>\n")
    if not tag:
        raise FormatError("reply", "holds no <tool_call> with a line break after it")
    call = json_object(rest.partition("\n</tool_call>")[0], "tool call")
    found = call.get("arguments")
    if not isinstance(found, dict):
        raise FormatError("arguments", "no object")
    thought, sections = mobile_use.spoken(text)
    return Reading(mobile_use.acts_of(found, surface, _MANNER), thought, sections)


FORMAT: Final = Format(
    name="qwen3-vl",
    title="Qwen3-VL, mobile_use in text",
    asks="ask_user, only if the prompt offers it (the cookbook's does not)",
    schemes={"rel999": REL999, "rel1000": REL1000},
    scheme="rel999",
    images=1,
    malformed="stop",
    lenient=lenient,
    strict=strict,
    notes=(
        "The prompt declares a screen of 999 x 999; some documents of the model say 1000. They are 3 px apart at most.",
        "`answer` tells the user and goes on; `terminate` ends.",
        "`system_button` Menu is the list of recent apps, by the words of the prompt.",
        "The cookbook asks once and has no loop: in official mode a reply that it cannot read ends the episode.",
    ),
)
