"""MAI-UI: `<thinking>…</thinking>` and a call of `mobile_use`; swipes go by direction, `ask_user` is native."""

from __future__ import annotations

from typing import Final

from adapters.agents.formats.grammar import mobile_use
from adapters.agents.formats.grammar.coordinates import REL999_CUT
from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.format import Format, Reading, Surface
from adapters.agents.formats.grammar.literals import json_object
from adapters.agents.formats.grammar.mobile_use import Manner

_MANNER = Manner(press_ms=1000, swipe_ms=400, wait_ms=2000, answers_end=True)


def lenient(text: str, surface: Surface) -> Reading:
    """With or without a thought, tags closed or not."""
    return mobile_use.read(_ended(text), surface, _MANNER)


def strict(text: str, surface: Surface) -> Reading:
    """The authors' parser: a thought and a call, both in complete tags, the call as JSON. It retries, then gives up."""
    text = _ended(text.strip())
    _, opened, rest = text.partition("<thinking>")
    thought, closed, rest = rest.partition("</thinking>")
    _, tag, rest = rest.partition("<tool_call>")
    inside, end, _ = rest.partition("</tool_call>")
    if not (opened and closed and tag and end):
        raise FormatError("reply", "not <thinking>…</thinking> and then <tool_call>…</tool_call>")
    call = json_object(inside.strip().strip('"'), "tool call")
    found = call.get("arguments")
    if not isinstance(found, dict):
        raise FormatError("arguments", "no object")
    return Reading(mobile_use.acts_of(found, surface, _MANNER), thought.strip().strip('"'))


def _ended(text: str) -> str:
    """Reasoning builds write `</think>` and leave out the beginning."""
    if "</think>" in text and "</thinking>" not in text:
        return "<thinking>" + text.replace("<think>", "").replace("</think>", "</thinking>")
    return text


FORMAT: Final = Format(
    name="mai-ui",
    title="MAI-UI, Tongyi",
    asks="ask_user, in a prompt of its own",
    schemes={"rel999": REL999_CUT},
    scheme="rel999",
    images=3,
    malformed="count",
    lenient=lenient,
    strict=strict,
    notes=(
        "`swipe` tells where the finger moves: 0.4 of the width down or up, 0.2 across, from the named place.",
        "The authors' agent asks the same question three times before it counts a reply as unreadable.",
        "Tools of other servers (MCP) are not to be had on a phone: a parse error.",
        "`answer` and `terminate` end.",
    ),
)
