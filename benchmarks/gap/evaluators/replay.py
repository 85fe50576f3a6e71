"""Evaluator that returns recorded outputs: from our own files of evaluations, or from another program's records.

A line is a JSON object with `episode_id` and `step_id` (or `episode` and `step`), and one of


   pred, prediction, action                 an action in AgentCPM-GUI's schema, also as JSON text; null or other
                                            text, as the public program writes it, is an unreadable output
   raw, raw_output, output, response        the evaluator's text, parsed like a model's reply
   POINT, TYPE, … beside the key            the action itself

or a line that `evaluate_all` wrote. Of several lines for the same step and thought the last one counts, and a defect is
reported.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.gap.evaluators import evaluation_json, model_prompt
from benchmarks.gap.evaluators.protocol import Evaluated, NoOutput
from benchmarks.gap.records import Defect, Predicted, Step
from runtime.core.errors import UsageError
from runtime.core.given_files import check_given_file

_EPISODE: Final = ("episode_id", "episode")
_STEP: Final = ("step_id", "step")
_ACTION: Final = ("pred", "prediction", "action")
_TEXT: Final = ("raw", "raw_output", "output", "response")
_FORM: Final = "a line has episode_id, step_id and one of pred, raw, POINT, …"
_FLAT: Final = ("POINT", "to", "duration", "PRESS", "TYPE", "STATUS", "CLEAR", "DEEP_LINK")

_Key = tuple[str, int, str]
"""Episode, step, and the digest of the thought if the file has it, else empty."""
_RecordedOutput = tuple[Predicted | None, str]


class _Part:
    """The outputs of one evaluator in a file."""

    def __init__(self) -> None:
        self.known: dict[_Key, _RecordedOutput] = {}
        self.content = hashlib.sha256()


class ReplayEvaluator:
    """An evaluator that returns the actions recorded in a file. Only actions are in memory, no texts."""

    version = 1
    needs_picture = False
    history = 0

    def __init__(self, known: Mapping[_Key, _RecordedOutput], label: str) -> None:
        self._known = known
        self.label = label

    @classmethod
    def read(cls, path: Path, shift: int, of: str, on_defect: Callable[[Defect], None]) -> ReplayEvaluator:
        """Read a file. Blocking.

        `shift` is added to its step numbers, such as -1 if they count from 1. If a file holds several evaluators'
        lines, `of` is a part of the label to use. Lines of replays only repeat others, so they count only if there is
        nothing else.

        Raises:
            UsageError: the file cannot be read, contains no outputs, or contains those of several evaluators.
        """
        check_given_file(path)
        parts: dict[str, _Part] = {}
        try:
            with path.open("rb") as file:
                for number, data in enumerate(file, start=1):
                    if data.strip():
                        _add_line(parts, data, shift, f"{path.name}:{number}", on_defect)
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}") from error
        if not parts:
            raise UsageError(f"{path} holds no outputs of an evaluator: {_FORM}")
        name = _choose_evaluator(path, parts, of)
        label = f"replay/{cls.version} +{parts[name].content.hexdigest()[:8]}"
        if shift:
            label += f" shift={shift}"
        return cls(parts[name].known, f"{label} of {name}" if name else label)

    async def evaluate(self, step: Step, thought: str, history: Sequence[str]) -> Evaluated:
        """The output recorded for the step, and for this thought if the file identifies thoughts."""
        del history
        for key in ((step.episode, step.step, evaluation_json.digest(thought)), (step.episode, step.step, "")):
            if key in self._known:
                predicted, invalid = self._known[key]
                return Evaluated(predicted, invalid=invalid)
        raise NoOutput(f"no output recorded for {step.episode}/{step.step} and this thought")


def _add_line(
    parts: dict[str, _Part], data: bytes, shift: int, source: str, on_defect: Callable[[Defect], None]
) -> None:
    """Add one line to its evaluator's outputs."""
    try:
        key, evaluator, pair = _output(data, shift)
    except (ValueError, RecursionError) as error:
        on_defect(Defect("unreadable", source, str(error)))
        return
    part = parts.setdefault(evaluator, _Part())
    part.content.update(data)
    if key in part.known:
        on_defect(Defect("duplicate", source, f"another output for {key[0]}/{key[1]}; this one counts"))
    part.known[key] = pair


def _choose_evaluator(path: Path, parts: Mapping[str, _Part], of: str) -> str:
    named = [name for name in parts if of in name]
    originals = [name for name in named if not name.startswith("replay/")]
    found = originals or named
    if len(found) == 1:
        return found[0]
    several = "; ".join(name or "(records that name none)" for name in found or parts)
    which = "several evaluators" if found else f"no evaluator whose label has {of!r} in it"
    raise UsageError(f"{path} holds {which}: {several}. Choose by replay:{path.name}?of=TEXT, a part of one label")


def _output(data: bytes, shift: int) -> tuple[_Key, str, _RecordedOutput]:
    """Key, evaluator (empty if not named) and output of a line."""
    try:
        document = json.loads(data)
    except ValueError as error:
        raise ValueError(f"no JSON: {error}") from None
    if not isinstance(document, dict):
        raise ValueError("no JSON object")
    if evaluation_json.is_ours(document):
        line = evaluation_json.from_document(document)
        value = line.evaluated
        return (line.episode, line.step + shift, line.thought), line.evaluator, (value.predicted, value.invalid)
    key = _episode(document), _step(document) + shift, ""
    return key, "", _recorded_output(document)


def _recorded_output(document: Mapping[str, Any]) -> _RecordedOutput:
    for name in _ACTION:
        if name in document:
            value = document[name]
            if isinstance(value, str):
                return model_prompt.parse_reply(value, strict_json=True)
            return model_prompt.action(value) if value is not None else (None, "no output that could be read")
    for name in _TEXT:
        if name in document:
            return model_prompt.parse_reply(document[name]) if isinstance(document[name], str) else (None, "no text")
    flat = {name: document[name] for name in ("thought", *_FLAT) if name in document}
    if flat.keys() - {"thought"}:
        return model_prompt.action(flat)
    raise ValueError(f"no output: there is none of {', '.join((*_ACTION, *_TEXT, *_FLAT))}")


def _episode(document: Mapping[str, Any]) -> str:
    value = _first(document, _EPISODE)
    if isinstance(value, bool) or not isinstance(value, (str, int)) or value == "":
        raise ValueError(f"the episode is {value!r}")
    return str(value)


def _step(document: Mapping[str, Any]) -> int:
    value = _first(document, _STEP)
    if isinstance(value, str) and value.lstrip("-").isdecimal():
        return int(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if type(value) is not int:
        raise ValueError(f"the step is {value!r}")
    return value


def _first(document: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    found: Iterator[Any] = (document[name] for name in names if name in document)
    for value in found:
        return value
    raise ValueError(f"{names[0]} is missing")
