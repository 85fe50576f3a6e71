"""Finds a record's step, answer, thought and screenshot size under their usual names. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from benchmarks.gap.predictions.answer import Size

_EPISODES: Final = ("episode_id", "episode", "ep_id", "episodeId", "trajectory_id", "traj_id")
_STEPS: Final = ("step_id", "step", "step_idx", "step_index", "stepId", "step_number")
_TEXTS: Final = (
    "output_text",
    "raw_output",
    "raw",
    "output",
    "response",
    "model_output",
    "full_answer",
    "text",
    "pred",
)
_VALUES: Final = ("pred", "prediction", "predicted", "pred_action", "action", "answer", *_TEXTS[:-1])
_THOUGHTS: Final = ("thought", "cot", "reasoning", "thinking")
_SCHEMA: Final = ("POINT", "TYPE", "PRESS", "STATUS", "duration", "CLEAR", "DEEP_LINK", "kind")
NOTHING: Final = object()


def key(record: Mapping[str, Any], shift: int) -> tuple[str, int]:
    """Episode and step number.

    Raises:
        ValueError: one of them is missing or malformed.
    """
    episode = _first(record, _EPISODES)
    step = _first(record, _STEPS)
    if episode is None and step is None and isinstance(full_key := record.get("id"), str) and ":" in full_key:
        episode, _, step = full_key.rpartition(":")
    if isinstance(episode, bool) or not isinstance(episode, str | int) or episode == "":
        raise ValueError("no episode_id")
    if isinstance(step, str) and step.isascii() and step.lstrip("-").isdigit() and len(step) < 10:
        step = int(step)
    if isinstance(step, float) and step.is_integer() and abs(step) < 1e9:
        step = int(step)
    if isinstance(step, bool) or not isinstance(step, int):
        raise ValueError("no step_id")
    return str(episode), step + shift


def answer(record: Mapping[str, Any], texts: bool) -> Any:
    """The model's answer; `NOTHING` without one. `texts`: prefer the model's raw text over parsed values."""
    if texts:
        for name in _TEXTS:
            if isinstance(record.get(name), str):
                return record[name]
    for name in _VALUES:
        if name in record and record[name] is not None:
            value = record[name]
            if name == "action" and "thought" in record:  # the record is the answer
                return {"thought": record["thought"], "action": value}
            return value
    if any(name in record for name in _SCHEMA):
        return {name: record[name] for name in ("thought", "to", *_SCHEMA) if name in record}
    return NOTHING


def thought(record: Mapping[str, Any]) -> str:
    """The thought, if it is a field beside the answer."""
    found = _first(record, _THOUGHTS)
    return found.strip() if isinstance(found, str) else ""


def size(record: Mapping[str, Any]) -> Size | None:
    """The screenshot size, if the record has it."""
    width, height = record.get("image_width"), record.get("image_height")
    if isinstance(width, int) and isinstance(height, int) and 0 < width < 100_000 and 0 < height < 100_000:
        return width, height
    return None


def _first(record: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((record[name] for name in names if record.get(name) is not None), None)
