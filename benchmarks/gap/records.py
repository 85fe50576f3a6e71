"""Data types of the gap benchmark: recorded steps, predictions, matches and defects. Pure.

Points are (x, y) as fractions of the screenshot, x to the right and y down, whatever order and unit a dataset uses.
Boxes of `Step.boxes` keep the datasets' order (y, x, height, width) as float64 fractions, because published rules
compare them exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
Direction = Literal["up", "down", "left", "right"]
DIRECTIONS: Final[tuple[Direction, ...]] = ("up", "down", "left", "right")
Kind = Literal["click", "long_press", "scroll", "type", "press", "stop", "wait", "open"]
KINDS: Final[tuple[Kind, ...]] = ("click", "long_press", "scroll", "type", "press", "stop", "wait", "open")
Status = Literal["finish", "satisfied", "impossible", "interrupt", "need_feedback"]
Boxes = npt.NDArray[np.float64]

NO_BOXES: Final[Boxes] = np.empty((0, 4))
NO_BOXES.setflags(write=False)

LONG_PRESS, WAIT, TYPE, DUAL, BACK, HOME, ENTER, COMPLETE, IMPOSSIBLE = 0, 1, 3, 4, 5, 6, 7, 10, 11
"""`result_action_type`: the enumeration of Android in the Wild and two of its free numbers."""
_BUTTONS: Final = {BACK: "back", HOME: "home", ENTER: "enter"}
TAP_REACH: Final = 0.04
"""A dual point is a tap if it moves at most this far (Euclidean, in fractions; Android in the Wild)."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The correct action at a step.

    `code` is the dataset's `result_action_type`, if it has one. For a scroll, `touch` and `lift` are the path of the
    finger, whatever the dataset's labels say; `direction` is set only if the dataset names one and has no points.
    `candidates` are elements that a click may hit according to the dataset, in pixels (left, top, right, bottom).
    """

    kind: Kind
    code: int | None = None
    touch: Point | None = None
    lift: Point | None = None
    direction: Direction | None = None
    text: str = ""
    """The typed text, the opened app, or the final message."""
    button: str = ""
    """`back`, `home`, `enter`."""
    duration: float | None = None
    """Milliseconds."""
    description: str = ""
    """The action in the dataset's own words, such as `coat_action_desc`."""
    candidates: tuple[tuple[float, float, float, float], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One recorded step, identified within its dataset by `(episode, step)`. Step numbers may have gaps."""

    dataset: str
    episode: str
    step: int
    instruction: str
    truth: Truth
    boxes: Boxes = field(default_factory=lambda: NO_BOXES)
    labels: tuple[str, ...] = ()
    """The text of each box, parallel to `boxes`; empty if the dataset has none."""
    screen: tuple[int, int] | None = None
    """Width and height of the screenshot in pixels."""
    picture: Callable[[], bytes] | None = None
    """Reads the screenshot as encoded in the dataset; None without one."""
    low_instruction: str = ""
    subset: str = ""
    app: str = ""
    length: int | None = None
    """`episode_length`, which may differ from the number of steps."""
    source: str = ""
    """File and line (or record) of the step, for messages."""

    @property
    def key(self) -> tuple[str, int]:
        """Identifies the step in predictions and labels."""
        return self.episode, self.step


@dataclass(frozen=True, slots=True)
class Predicted:
    """One action that a model predicted, in the terms that all rules share.

    The fields follow the AgentCPM-GUI schema, which allows several at once, such as a point and a status; each rule
    interprets them. `kind` is the type in the model's own format. Coordinates of 0..1000 formats are n / 1000 in
    float64, those of pixel formats pixel / size.
    """

    kind: Kind | Literal["clear", "link", "note"]
    point: Point | None = None
    to: Point | Direction | None = None
    """Where a swipe ends, or the direction of the *finger*."""
    duration: float | None = None
    text: str | None = None
    button: str = ""
    """As the model wrote it: `BACK`, `back `."""
    status: Status | Literal["continue", "start", ""] = ""
    box: tuple[float, float, float, float] | None = None
    """(left, top, right, bottom) in fractions, if the model named a box."""
    element: int | None = None
    """The number of the element that the model named, if elements are numbered."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """A model's output at one step. `predicted` is None if the action is unreadable; `invalid` says why.

    The thought is kept whether or not the action is readable.
    """

    episode: str
    step: int
    thought: str
    predicted: Predicted | None
    invalid: str = ""
    model: str = ""
    raw: str = ""
    source: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """The step it belongs to."""
        return self.episode, self.step


@dataclass(frozen=True, slots=True)
class Match:
    """Result of comparing a predicted action with the correct one under one rule.

    `format_hit`: the action was readable; `kind`: its type in the rule's own terms, None if unreadable; `grounded`: its
    point is right, None if no point is required; `distance`: distance of the two points, in fractions.
    """

    format_hit: bool
    kind: str | None
    type_match: bool
    exact: bool
    grounded: bool | None = None
    distance: float | None = None


DefectKind = Literal[
    "unreadable",  # a record that is no JSON, or cut short
    "missing",  # a field that is needed is not there
    "outside",  # a point or box outside the screen
    "swapped",  # x and y the wrong way round, by the look of it
    "mixed",  # records of another dataset among these
    "unknown",  # a prediction (or label) for a step that is not in the dataset
    "duplicate",  # a step or prediction that has been there before
    "unmatched",  # a step without a prediction
    "evaluator",  # an evaluator's output that could not be read
]


@dataclass(frozen=True, slots=True)
class Defect:
    """An input error. `source` is file and line (`steps.json:14`), `detail` the problem."""

    kind: DefectKind
    source: str
    detail: str


def decode_action_type(code: int, touch: Point | None, lift: Point | None) -> tuple[Kind, str]:
    """Kind and button of a `result_action_type`.

    Raises:
        ValueError: the code means nothing, or a dual point has no points.
    """
    if code == DUAL:
        if touch is None or lift is None:
            raise ValueError("result_action_type 4 needs result_touch_yx and result_lift_yx")
        return ("click" if math.hypot(lift[1] - touch[1], lift[0] - touch[0]) <= TAP_REACH else "scroll"), ""
    if code in _BUTTONS:
        return "press", _BUTTONS[code]
    kinds: dict[int, Kind] = {
        LONG_PRESS: "long_press",
        WAIT: "wait",
        TYPE: "type",
        COMPLETE: "stop",
        IMPOSSIBLE: "stop",
    }
    if code not in kinds:
        raise ValueError(f"result_action_type {code} means nothing")
    return kinds[code], ""
