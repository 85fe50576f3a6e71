"""What annotators are shown of a step and a thought: the documents of a sample. Pure.

Blind by construction: nothing here knows an action of the agent, a match or an evaluator. A thought is named by the
number of its model, which no page shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from benchmarks.gap.agreement.labels import NO_PREDICTION, NO_THOUGHT
from benchmarks.gap.records import COMPLETE, IMPOSSIBLE, Direction, Point, Step, Truth
from benchmarks.gap.strata import Key, lot, stratum

VERSION: Final = 1
KIND: Final = "gap-sample"
_DIGITS: Final = 4
"""Places are shown to a person: a ten-thousandth of a screen is less than a pixel."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a model thought at a sampled step; `model` is its number."""

    model: int
    key: Key
    text: str | None
    """None: there is no prediction for this step; empty: it has no thought."""

    @property
    def unasked(self) -> str:
        """Why nobody is asked about it, if nobody is."""
        if self.text is None:
            return NO_PREDICTION
        return "" if self.text.strip() else NO_THOUGHT


@dataclass(frozen=True, slots=True)
class Drawn:
    """How the steps of a sample were drawn, for its document."""

    dataset: str
    seed: int
    there: Mapping[str, int]
    """How many steps of each stratum the dataset has."""
    sampled: Mapping[str, int]


def document(
    drawn: Drawn, models: Sequence[str], steps: Sequence[Mapping[str, Any]], thoughts: Sequence[Thought]
) -> dict[str, Any]:
    """`sample.json`. Thoughts are in an order by lot, so that one cannot tell by the place who thought so."""
    place = {(step["episode"], step["step"]): number for number, step in enumerate(steps)}
    shuffled = sorted(thoughts, key=lambda thought: lot(drawn.seed, *thought.key, thought.model))
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


def shown(step: Step, picture: str | None, history: Sequence[str]) -> dict[str, Any]:
    """One step, as annotators see it. `picture` is a file of the sample folder, `history` what was right before."""
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
            "words": told(truth),
            "description": truth.description,
            "points": [[round(x, _DIGITS), round(y, _DIGITS)] for x, y in points],
            "target": target,
            "label": _label(step, target),
        },
        "boxes": [[round(float(side), _DIGITS) for side in box] for box in step.boxes],
        "labels": list(step.labels),
    }


def told(truth: Truth) -> str:
    """The right action in words. Where a finger goes is told as it goes, whatever way the content moves."""
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


def remembered(step: Step) -> str:
    """The right action of a step that is gone by: what was touched goes by its name, since it is not to be seen."""
    label = _label(step, _target(step))
    match step.truth.kind:
        case "click":
            return f"Tap “{label}”" if label else "Tap something"
        case "long_press":
            return f"Press and hold “{label}”" if label else "Press and hold something"
        case _:
            return told(step.truth)


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
    """The number of the smallest box around a touch: most likely what is meant."""
    points = _points(step.truth) if step.truth.kind != "scroll" else []
    if not points:
        return None
    (x, y), (top, left, height, width) = points[0], step.boxes.T
    around = np.flatnonzero((left <= x) & (x <= left + width) & (top <= y) & (y <= top + height))
    return int(around[np.argmin((height * width)[around])]) if around.size else None


def _label(step: Step, target: int | None) -> str:
    return step.labels[target] if target is not None and target < len(step.labels) else ""
