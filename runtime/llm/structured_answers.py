"""Structured answers keyed by ids: builds the JSON schema of a question and parses the model's reply.

Each id is answered exactly once, and no other; a flag is `true` or `false`, never a probability; a step number must
exist. The parser never guesses: it returns all answers or the list of mistakes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class FieldType(Protocol):
    """The type of a field of an answer."""

    def schema(self) -> dict[str, Any]: ...

    def wrong(self, value: object) -> str:
        """Describe what is wrong with a value, for a model to repair; empty if it is valid."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A boolean."""

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def wrong(self, value: object) -> str:
        if isinstance(value, bool):
            return ""
        if isinstance(value, (int, float)):
            return f"{value!r} is a number (a probability?), it must be true or false"
        return f"{_shown(value)} must be true or false"


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer from `least` to `most`, or null if `optional`."""

    least: int
    most: int
    optional: bool = False

    def schema(self) -> dict[str, Any]:
        bounds = {"minimum": self.least, "maximum": self.most}
        return {"type": ["integer", "null"] if self.optional else "integer", **bounds}

    def wrong(self, value: object) -> str:
        if value is None and self.optional:
            return ""
        if isinstance(value, bool) or not isinstance(value, int):
            return f"{_shown(value)} must be a whole number{' or null' if self.optional else ''}"
        if not self.least <= value <= self.most:
            return f"{value} does not exist, there is {self.least} to {self.most}"
        return ""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at most `most` characters."""

    most: int = 1000

    def schema(self) -> dict[str, Any]:
        # Strict structured output does not support `maxLength`.
        return {"type": "string", "description": f"at most {self.most} characters"}

    def wrong(self, value: object) -> str:
        if not isinstance(value, str):
            return f"{_shown(value)} must be a text"
        return f"a text of {len(value)} characters, at most {self.most} are allowed" if len(value) > self.most else ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several words."""

    options: tuple[str, ...]

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.options)}

    def wrong(self, value: object) -> str:
        return "" if value in self.options else f"{_shown(value)} must be one of: {', '.join(self.options)}"


@dataclass(frozen=True, slots=True)
class MultiChoice:
    """A list of different words out of several; it may be empty."""

    options: tuple[str, ...]

    def schema(self) -> dict[str, Any]:
        # An empty enumeration is not a valid schema, so the list is limited to length 0 instead.
        items: dict[str, Any] = {"type": "string"}
        if self.options:
            return {"type": "array", "items": {**items, "enum": list(self.options)}}
        return {"type": "array", "items": items, "maxItems": 0}

    def wrong(self, value: object) -> str:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            return f"{_shown(value)} must be a list of words"
        strange = [item for item in value if item not in self.options]
        if strange:
            return f"{_shown(strange[0])} is none of: {', '.join(self.options) or '(the list must be empty)'}"
        return "an item is listed twice" if len(set(value)) < len(value) else ""


Values = Mapping[str, Mapping[str, Any]]
"""An answer by id and field."""


def _no_contradictions(values: Values) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Form:
    """An answer with the same `fields` for each of `ids`.

    `check` reports contradictions in an answer of that form: one line per subject, which begins with its id.
    """

    ids: tuple[str, ...]
    fields: Mapping[str, FieldType]
    check: Callable[[Values], Iterable[str]] = _no_contradictions

    def __post_init__(self) -> None:
        if len(set(self.ids)) < len(self.ids) or not self.ids or not self.fields:
            raise ValueError("a form asks for different ids, at least one, and at least one field of each")

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the complete answer, within the limits of strict structured output."""
        document = _strict({name: kind.schema() for name, kind in self.fields.items()})
        return _strict(dict.fromkeys(self.ids, document))

    def read(self, text: str) -> tuple[dict[str, dict[str, Any]], tuple[str, ...]]:
        """Parse the answers by id and field; returns either the answers or the mistakes."""
        found, problem = extract_json(text)
        if problem:
            return {}, (problem,)
        wrong = [f"{_id(identifier)} was not asked for" for identifier in found if identifier not in self.ids]
        for identifier in self.ids:
            if identifier in found:
                wrong += [f"{identifier}{line}" for line in self._mistakes(found[identifier])]
            else:
                wrong.append(f"{identifier} is not answered")
        return ({}, tuple(wrong)) if wrong else (found, ())

    def _mistakes(self, answer: object) -> list[str]:
        if not isinstance(answer, dict):
            return [f": {_shown(answer)} must be an object with {', '.join(self.fields)}"]
        bullet_list = [f".{_id(name)} was not asked for" for name in answer if name not in self.fields]
        for name, kind in self.fields.items():
            if name not in answer:
                bullet_list.append(f".{name} is missing")
            elif problem := kind.wrong(answer[name]):
                bullet_list.append(f".{name}: {problem}")
        return bullet_list


def extract_json(text: str) -> tuple[dict[str, Any], str]:
    """Extract the only JSON object of a reply, bare or in a fenced block; returns the object or an error message.

    Thoughts in `<think>` marks before it are skipped. A reply with two blocks is rejected: one may be quoted from a
    screen.
    """
    body = _THOUGHT.sub("", text, count=1).strip()
    if not body:
        return {}, "the reply is empty"
    if not body.startswith("{"):
        blocks = _FENCED.findall(body)
        if len(blocks) > 1:
            return {}, f"the reply has {len(blocks)} fenced blocks, it must be one JSON object"
        if not blocks:
            return {}, f"the reply is not JSON: {_shown(body)}"
        body = blocks[0].strip()
    twice: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(items)
        if len(made) < len(items):
            names = [name for name, _ in items]
            twice.extend(sorted({name for name in names if names.count(name) > 1}))
        return made

    try:
        found = json.loads(body, object_pairs_hook=pairs)
    except (ValueError, RecursionError) as error:
        return {}, f"the reply is not valid JSON: {str(error)[:120]}"
    if not isinstance(found, dict):
        return {}, f"the reply is not a JSON object: {_shown(found)}"
    if twice:
        return {}, f"answered twice: {', '.join(map(_id, twice))}"
    return found, ""


_THOUGHT = re.compile(r"\A\s*<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_FENCED = re.compile(r"^```[\w-]*[ \t]*\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)


def _strict(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return repr(text if len(text) <= 60 else text[:57] + "…")


def _id(name: str) -> str:
    """Shorten an id that a model wrote so that it fits into an error message."""
    return name if len(name) <= 40 else name[:37] + "…"


def bullet_list(problems: Sequence[str], most: int = 12) -> str:
    """Format problems as a bullet list, limited to the first `most`."""
    more = [f"… and {len(problems) - most} more"] if len(problems) > most else []
    return "\n".join(f"- {problem}" for problem in [*problems[:most], *more])
