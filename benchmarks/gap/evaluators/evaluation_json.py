"""Encodes an evaluation as a line of JSON, and parses it. Pure."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any, Final, get_args

from benchmarks.gap.evaluators.protocol import Evaluated
from benchmarks.gap.records import DIRECTIONS, KINDS, Predicted, Status, Step

VERSION: Final = 1
BEGIN: Final = b'{"version":%d,"episode":' % VERSION
"""The beginning of every line."""
_KINDS: Final = (*KINDS, "clear", "link", "note")
_STATUSES: Final = (*get_args(Status), "continue", "start", "")


@dataclass(frozen=True, slots=True)
class EvaluationLine:
    """One evaluation in a file. `key` identifies the question, `thought` the thought (see `key_of`, `digest`)."""

    episode: str
    step: int
    evaluator: str
    key: bytes
    thought: str
    evaluated: Evaluated

    def dumped(self) -> bytes:
        """The encoded line, with its newline."""
        evaluated = self.evaluated
        document = {
            "version": VERSION,
            "episode": self.episode,
            "step": self.step,
            "evaluator": self.evaluator,
            "key": self.key.hex(),
            "thought": self.thought,
            "predicted": None if evaluated.predicted is None else to_json(evaluated.predicted),
            "invalid": evaluated.invalid,
            "raw": evaluated.raw,
            "usage": dict(evaluated.usage),
        }
        # ASCII: a reply may hold half a surrogate pair, which has no UTF-8.
        return json.dumps(document, separators=(",", ":"), ensure_ascii=True).encode() + b"\n"


def parse_line(line: bytes) -> EvaluationLine:
    """Parse a line.

    Raises:
        ValueError: the line is not an evaluation; the message names the problem.
    """
    document = json.loads(line)
    if not is_ours(document):
        raise ValueError("no evaluation")
    return from_document(document)


def is_ours(document: object) -> bool:
    """Whether a document looks like an evaluation of this version."""
    return isinstance(document, dict) and document.get("version") == VERSION and {"evaluator", "key"} <= document.keys()


def from_document(document: Mapping[str, Any]) -> EvaluationLine:
    """The evaluation in a document.

    Raises:
        ValueError: a field is missing or malformed.
    """
    try:
        value, usage = document["predicted"], document["usage"]
        line = EvaluationLine(
            document["episode"],
            document["step"],
            document["evaluator"],
            bytes.fromhex(document["key"]),
            document["thought"],
            Evaluated(
                None if value is None else predicted(dict(value)),
                document["raw"],
                document["invalid"],
                {name: int(count) for name, count in usage.items()},
            ),
        )
    except KeyError as error:
        raise ValueError(f"{error} is missing") from None
    except (TypeError, AttributeError, OverflowError) as error:
        raise ValueError(str(error)) from None
    texts = (line.episode, line.evaluator, line.thought, line.evaluated.raw, line.evaluated.invalid)
    if not all(isinstance(text, str) for text in texts) or type(line.step) is not int:
        raise ValueError("a field is not of its type")
    return line


def to_json(content: Predicted) -> dict[str, Any]:
    """An action as JSON, without fields at their default."""
    found = {
        field.name: value
        for field in fields(Predicted)
        if (value := getattr(content, field.name)) != field.default or field.default is MISSING
    }
    if content.duration == math.inf:
        # JSON has no such number.
        found["duration"] = "inf"
    return found


def predicted(document: Mapping[str, Any]) -> Predicted:
    """Parses an action from the output of `to_json`.

    Raises:
        ValueError: the value does not encode an action.
    """
    more = dict(document)
    if more.get("kind") not in _KINDS or more.get("status", "") not in _STATUSES:
        raise ValueError(f"predicted: no such kind or status: {more.get('kind')!r}, {more.get('status', '')!r}")
    for name, length in (("point", 2), ("box", 4)):
        if name in more:
            more[name] = _numbers(name, more[name], length)
    if "duration" in more:
        more["duration"] = math.inf if more["duration"] == "inf" else _numbers("duration", [more["duration"]], 1)[0]
    if "to" in more and more["to"] not in DIRECTIONS:
        more["to"] = _numbers("to", more["to"], 2)
    for name, kind in (("text", str), ("button", str), ("element", int)):
        if name in more and type(more[name]) is not kind:
            raise ValueError(f"predicted: {name} is {more[name]!r}")
    try:
        return Predicted(**more)
    except TypeError as error:
        raise ValueError(f"predicted: {error}") from None


def key_of(label: str, step: Step, thought: str, history: Sequence[str], picture: bytes | None) -> bytes:
    """The cache key of an evaluation: a digest of step, thought, evaluator, and the evaluator's other inputs."""
    parts = [label, step.episode, str(step.step), thought, str(len(history)), *history]
    if picture is None:
        parts += [str(step.screen), str(len(step.labels)), *step.labels]
    content = hashlib.sha256()
    for part in parts:
        _add(content, part.encode(errors="surrogatepass"))
    _add(content, step.boxes.tobytes() if picture is None else picture)
    return content.digest()[:16]


def digest(thought: str) -> str:
    """A digest of a thought's text."""
    return hashlib.sha256(thought.encode(errors="surrogatepass")).hexdigest()[:16]


def _add(content: Any, part: bytes) -> None:
    content.update(len(part).to_bytes(8, "big"))
    content.update(part)


def _numbers(name: str, value: object, length: int) -> tuple[Any, ...]:
    if not isinstance(value, list) or len(value) != length or not all(map(_is_number, value)):
        raise ValueError(f"predicted: {name} must be {length} finite numbers")
    return tuple(value)


def _is_number(value: object) -> bool:
    return type(value) is int or (isinstance(value, float) and math.isfinite(value))
