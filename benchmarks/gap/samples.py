"""The documents of a sample: what annotators see of a step and a thought. Pure.

Blind by construction: nothing here knows an agent's action, a match or an evaluator. A thought refers to its model by a
number that no page shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from benchmarks.gap.agreement.labels import NO_PREDICTION, NO_THOUGHT
from benchmarks.gap.records import COMPLETE, IMPOSSIBLE, Direction, Point, Step, Truth
from benchmarks.gap.strata import Key, sort_hash, stratum

VERSION: Final = 1
KIND: Final = "gap-sample"
_DIGITS: Final = 4
"""Decimal places of positions; a ten-thousandth of a screen is less than a pixel."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A model's thought at a sampled step. `model` is the model's number."""

    model: int
    key: Key
    text: str | None
    """None: no prediction for this step; empty: the prediction has no thought."""

    @property
    def unasked(self) -> str:
        """Why the thought is not labelled; empty if it is."""
        if self.text is None:
            return NO_PREDICTION
        return "" if self.text.strip() else NO_THOUGHT


@dataclass(frozen=True, slots=True)
class SampleDraw:
    """The method by which the steps of a sample were drawn."""

    dataset: str
    seed: int
    there: Mapping[str, int]
    """Number of steps of each stratum in the dataset."""
    sampled: Mapping[str, int]


def document(
    drawn: SampleDraw, models: Sequence[str], steps: Sequence[Mapping[str, Any]], thoughts: Sequence[Thought]
) -> dict[str, Any]:
    """The content of `sample.json`. Thoughts are shuffled, so their order does not reveal the model."""
    place = {(step["episode"], step["step"]): number for number, step in enumerate(steps)}
    shuffled = sorted(thoughts, key=lambda thought: sort_hash(drawn.seed, *thought.key, thought.model))
    return {
        "version": VERSION,
        "kind": KIND,
        "dataset": drawn.dataset,
        "seed": drawn.seed,
        "size": sum(drawn.sampled.values()),
        "strata": {name: {"steps": drawn.there[name], "sampled": count} for name, count in drawn.sampled.items()},
        "models": list(models),
        "steps": list(steps),
        "items": [
            {"step": place[thought.key], "model": thought.model, "thought": thought.text or ""}
            | ({"unasked": thought.unasked} if thought.unasked else {})
            for thought in shuffled
        ],
    }


def step_document(step: Step, picture: str | None, history: Sequence[str]) -> dict[str, Any]:
    """One step as annotators see it. `picture`: file in the sample folder; `history`: correct earlier actions."""
    truth = step.truth
    points, target = _points(truth), _target(step)
    return {
        "episode": step.episode,
        "step": step.step,
        "stratum": stratum(truth),
        "instruction": step.instruction,
        "history": list(history),
        "picture": picture,
        "screen": list(step.screen) if step.screen is not None else None,
        "truth": {
            "kind": truth.kind,
            "words": describe_truth(truth),
            "description": truth.description,
            "points": [[round(x, _DIGITS), round(y, _DIGITS)] for x, y in points],
            "target": target,
            "label": _label(step, target),
        },
        "boxes": [[round(float(side), _DIGITS) for side in box] for box in step.boxes],
        "labels": list(step.labels),
    }


def describe_truth(truth: Truth) -> str:
    """Describe the correct action. Swipes are described by the direction of the finger."""
    match truth.kind:
        case "click":
            return "Tap here"
        case "long_press":
            return "Press and hold here"
        case "scroll":
            return _scroll(truth)
        case "type":
            return f"Type “{truth.text}”"
        case "press":
            return f"Press {truth.button or 'a button'}"
        case "open":
            return f"Open the app {truth.text}".rstrip()
        case "wait":
            return "Wait"
        case "stop":
            done = {COMPLETE: ": the task is done", IMPOSSIBLE: ": the task cannot be done"}.get(truth.code or 0, "")
            return f"Stop{done}" + (f", with the words “{truth.text}”" if truth.text else "")


def describe_past_step(step: Step) -> str:
    """Describe the correct action of an earlier step. Its screen is not shown, so elements are named."""
    label = _label(step, _target(step))
    match step.truth.kind:
        case "click":
            return f"Tap “{label}”" if label else "Tap something"
        case "long_press":
            return f"Press and hold “{label}”" if label else "Press and hold something"
        case _:
            return describe_truth(step.truth)


def _scroll(truth: Truth) -> str:
    if truth.touch is None or truth.lift is None:
        return f"Scroll {truth.direction}, as the dataset says" if truth.direction else "Scroll"
    return f"Swipe {_finger(truth.touch, truth.lift)}"


def _finger(touch: Point, lift: Point) -> Direction:
    across, down = lift[0] - touch[0], lift[1] - touch[1]
    if abs(across) > abs(down):
        return "right" if across > 0 else "left"
    return "down" if down > 0 else "up"


def _points(truth: Truth) -> list[Point]:
    if truth.kind == "scroll":
        return [truth.touch, truth.lift] if truth.touch is not None and truth.lift is not None else []
    if truth.kind not in ("click", "long_press"):
        return []
    touched = truth.touch if truth.touch is not None else truth.lift
    return [touched] if touched is not None else []


def _target(step: Step) -> int | None:
    """The number of the smallest box around a touch, which most likely is its target."""
    points = _points(step.truth) if step.truth.kind != "scroll" else []
    if not points:
        return None
    (x, y), (top, left, height, width) = points[0], step.boxes.T
    around = np.flatnonzero((left <= x) & (x <= left + width) & (top <= y) & (y <= top + height))
    return int(around[np.argmin((height * width)[around])]) if around.size else None


def _label(step: Step, target: int | None) -> str:
    return step.labels[target] if target is not None and target < len(step.labels) else ""
