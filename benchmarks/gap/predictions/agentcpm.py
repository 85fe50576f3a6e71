"""Parser of the AgentCPM-GUI action schema, as an object or as the model's text. Pure."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from adapters.agents.formats.grammar.errors import FormatError
from adapters.agents.formats.grammar.literals import objects
from benchmarks.gap.predictions.answer import Answer, SizeLookup
from benchmarks.gap.rules import reading

_THOUGHT: Final = re.compile(r"\"thought\"\s{0,8}:\s{0,8}\"((?:[^\"\\]|\\.){0,20000})\"?")


def read(answer: Any, size: SizeLookup) -> Answer:
    """The thought, and the action if the answer follows the schema exactly."""
    value = answer
    if isinstance(answer, str):
        try:
            value = json.loads(answer)
        except (ValueError, RecursionError) as error:
            return Answer(_thought_in(answer), None, "empty" if not answer.strip() else f"not JSON: {error}")
    thought = value.get("thought") if isinstance(value, dict) else None
    thought = thought.strip() if isinstance(thought, str) else ""
    try:
        return Answer(thought, reading.predicted(value))
    except ValueError as error:
        return Answer(thought, None, str(error))


def _thought_in(text: str) -> str:
    """The thought in invalid JSON text: from an object in it, or from the text after its key."""
    try:
        found = next((value for value, _ in objects(text) if isinstance(value.get("thought"), str)), None)
    except (FormatError, ValueError):
        found = None
    if found is not None:
        return str(found["thought"]).strip()
    cut = _THOUGHT.search(text)
    if cut is None:
        return ""
    try:
        return str(json.loads(f'"{cut[1]}"')).strip()
    except ValueError:
        return cut[1].strip()
