"""Converts an original AndroidControl record, which is one episode, to steps as AgentCPM-GUI's script does.

Published numbers rest on this conversion, so its quirks are reproduced:

- A scroll's direction is that of the content. The finger moves the opposite way, by 0.3 of the screen, from the given
  point or the middle.
- A long press becomes a click.
- `open_app` and `type` are dropped, which leaves gaps in the numbers of the steps.
- A finishing step is appended on the last screen.
- Every `bounds_in_screen` of the dumped forest is an element, including windows and invisible or empty nodes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.gap.datasets.checks import SwappedAxesCheck
from benchmarks.gap.datasets.fields import (
    WIDEST,
    BadRecord,
    Record,
    missing_field,
    number,
    on_screen,
    required,
    short,
    text,
)
from benchmarks.gap.datasets.protobuf import Protos
from benchmarks.gap.datasets.tfrecord import Bookmark, read_again
from benchmarks.gap.records import (
    BACK,
    COMPLETE,
    DUAL,
    HOME,
    LONG_PRESS,
    NO_BOXES,
    TYPE,
    WAIT,
    Boxes,
    Defect,
    Point,
    Step,
    Truth,
    decode_action_type,
)

_DATASET: Final = "androidcontrol"
_FINGER: Final = {"up": (0.0, 0.3), "down": (0.0, -0.3), "left": (0.3, 0.0), "right": (-0.3, 0.0)}
"""Movement of the finger as (x, y) fractions of the screen, by the direction of the content."""
_CODES: Final = {"navigate_home": HOME, "navigate_back": BACK, "wait": WAIT}
_ACTIVE_APP: Final = 1
"""`window_type` of application windows (`TYPE_APPLICATION`)."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """Settings of the conversion; the values are those of the dataset's options."""

    long_press: str
    open_app: str
    type: str
    finish: str
    splits: Mapping[int, str]
    """The split of each episode according to `splits.json`; empty without that file."""
    wanted: frozenset[str] | None = None
    """The requested splits; None: all episodes."""


@dataclass(frozen=True, slots=True)
class _Episode:
    id: int
    goal: str
    actions: Sequence[bytes]
    instructions: Sequence[bytes]
    trees: Sequence[bytes]
    screens: Sequence[tuple[int, int]]
    picture: Callable[[int], Callable[[], bytes]]
    subset: str
    source: str


class _Elements(NamedTuple):
    """The elements of a forest, in document order."""

    boxes: Boxes
    labels: tuple[str, ...]
    app: str
    """The package of the active app."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Converts the records of a shard to steps."""

    protos: Protos
    how: Conversion
    swaps: SwappedAxesCheck

    def steps(self, data: bytes, mark: Bookmark, source: str) -> Iterator[Step | Defect]:
        """Yield an episode's steps in order; a malformed step becomes a `Defect` and the others are still yielded.

        Raises:
            BadRecord: the episode cannot be read.
        """
        episode = _episode(data, mark, source, self.protos, self.how)
        if episode is None:
            return
        for number_ in range(len(episode.screens)):
            try:
                step = self._step(episode, number_)
            except BadRecord as error:
                yield Defect(error.kind, source, f"step {number_} of episode {episode.id}: {error.detail}")
            except UnicodeDecodeError:
                yield Defect("unreadable", source, f"step {number_} of episode {episode.id}: no UTF-8")
            else:
                if step is not None:
                    yield step

    def _step(self, episode: _Episode, number_: int) -> Step | None:
        elements = _elements(episode, number_, self.protos)
        if number_ < len(episode.actions):
            truth = _truth(episode, number_, elements.boxes, self.how, self.swaps)
            instruction = episode.instructions[number_].decode()
        else:
            truth = Truth(kind="stop", code=COMPLETE) if self.how.finish == "append" else None
            instruction = "finish the task"
        if truth is None:
            return None
        return Step(
            dataset=_DATASET,
            episode=str(episode.id),
            step=number_,
            instruction=episode.goal,
            truth=truth,
            boxes=elements.boxes,
            labels=elements.labels,
            screen=episode.screens[number_],
            picture=episode.picture(number_),
            low_instruction=instruction,
            subset=episode.subset,
            app=elements.app,
            length=len(episode.screens),
            source=episode.source,
        )


def _features(data: bytes, protos: Protos) -> dict[str, Any]:
    try:
        example = protos.example.FromString(data)
    except protos.unreadable:
        raise BadRecord("unreadable", "the record is no tf.train.Example") from None
    return {entry.key: entry.value for entry in example.features.feature}


def _episode(data: bytes, mark: Bookmark, source: str, protos: Protos, how: Conversion) -> _Episode | None:
    features = _features(data, protos)

    def values(name: str, kind: str) -> Sequence[Any]:
        if name not in features:
            raise missing_field(name)
        found: Sequence[Any] = getattr(features[name], kind).value
        return found

    ids, goals = values("episode_id", "int64_list"), values("goal", "bytes_list")
    if not ids or not goals:
        raise missing_field("episode_id" if not ids else "goal")
    subset = how.splits.get(ids[0], "")
    if how.wanted is not None and subset not in how.wanted:
        return None
    widths, heights = values("screenshot_widths", "int64_list"), values("screenshot_heights", "int64_list")
    # Episodes without actions lack these features.
    actions = values("actions", "bytes_list") if "actions" in features else ()
    instructions = values("step_instructions", "bytes_list") if "step_instructions" in features else ()
    trees = values("accessibility_trees", "bytes_list")
    pictures = len(values("screenshots", "bytes_list")) if "screenshots" in features else 0
    counts = {len(actions) + 1, len(instructions) + 1, len(trees), len(widths), len(heights), pictures or len(widths)}
    if len(counts) != 1:
        raise BadRecord(
            "missing",
            f"{pictures} screenshots, {len(trees)} accessibility_trees, {len(widths)} screenshot_widths, "
            f"{len(heights)} screenshot_heights, {len(actions)} actions and {len(instructions)} step_instructions "
            "do not fit together",
        )
    screens = list(zip(widths, heights, strict=True))
    if not all(0 < min(screen) <= max(screen) <= WIDEST for screen in screens):
        raise BadRecord("unreadable", "a screenshot without width or height")
    try:
        goal = goals[0].decode()
    except UnicodeDecodeError:
        raise BadRecord("unreadable", "goal is no UTF-8") from None
    picture = partial(partial, _picture, mark, protos)
    return _Episode(ids[0], goal, actions, instructions, trees, screens, picture, subset, source)


def _picture(mark: Bookmark, protos: Protos, number_: int) -> bytes:
    found: bytes = _features(read_again(mark, protos.checksum), protos)["screenshots"].bytes_list.value[number_]
    return found


def _truth(episode: _Episode, number_: int, boxes: Boxes, how: Conversion, swaps: SwappedAxesCheck) -> Truth | None:
    try:
        action = json.loads(episode.actions[number_])
    except (ValueError, RecursionError):
        raise BadRecord("unreadable", "the action is no JSON") from None
    if not isinstance(action, dict):
        raise BadRecord("unreadable", "the action is no object")
    kind = str(required(action, "action_type"))
    screen = episode.screens[number_]
    if kind in _CODES:
        name, button = decode_action_type(_CODES[kind], None, None)
        return Truth(kind=name, code=_CODES[kind], button=button)
    if kind == "input_text":
        required(action, "text")
        return Truth(kind="type", code=TYPE, text=text(action, "text"))
    if kind == "open_app":
        return Truth(kind="open", text=text(action, "app_name")) if how.open_app == "keep" else None
    if kind == "type":
        if how.type == "drop":
            return None
        at = _click(action, screen, boxes, swaps, episode.source)
        return Truth(kind="type", code=TYPE, touch=at, lift=at, text=text(action, "text"))
    if kind in ("click", "long_press"):
        at = _click(action, screen, boxes, swaps, episode.source)
        code = LONG_PRESS if kind == "long_press" and how.long_press == "own" else DUAL
        return Truth(kind=decode_action_type(code, at, at)[0], code=code, touch=at, lift=at)
    if kind == "scroll":
        return _scroll(action, screen)
    raise BadRecord("unreadable", f"nobody knows the action_type {short(kind)}")


def _click(action: Record, screen: tuple[int, int], boxes: Boxes, swaps: SwappedAxesCheck, source: str) -> Point:
    x, y = number(required(action, "x"), "x"), number(required(action, "y"), "y")
    point = x / screen[0], y / screen[1]
    if len(boxes):
        swaps.add_click(point, (y / screen[0], x / screen[1]), boxes, source)
    if not on_screen(point):
        raise BadRecord("outside", f"[{x:g}, {y:g}] is off the screen of {screen[0]}x{screen[1]}")
    return point


def _scroll(action: Record, screen: tuple[int, int]) -> Truth:
    moved = _FINGER.get(str(required(action, "direction")))
    if moved is None:
        raise BadRecord("unreadable", f"direction is {short(action['direction'])}")
    start = 0.5, 0.5
    if action.get("x") is not None and action.get("y") is not None:
        start = number(action["x"], "x") / screen[0], number(action["y"], "y") / screen[1]
        if not on_screen(start):
            raise BadRecord("outside", f"[{action['x']}, {action['y']}] is off the screen of {screen[0]}x{screen[1]}")
    end = min(1.0, max(0.0, start[0] + moved[0])), min(1.0, max(0.0, start[1] + moved[1]))
    return Truth(kind=decode_action_type(DUAL, start, end)[0], code=DUAL, touch=start, lift=end)


def _elements(episode: _Episode, number_: int, protos: Protos) -> _Elements:
    try:
        forest = protos.forest.FromString(episode.trees[number_])
    except protos.unreadable:
        raise BadRecord("unreadable", "the tree is no AndroidAccessibilityForest") from None
    rows: list[tuple[int, int, int, int]] = []
    labels: list[str] = []
    app = ""
    for window in forest.windows:
        if window.HasField("bounds_in_screen"):
            rows.append(_row(window.bounds_in_screen))
            labels.append(window.title)
        nodes = window.tree.nodes
        for node in nodes:
            if node.HasField("bounds_in_screen"):
                rows.append(_row(node.bounds_in_screen))
                labels.append(node.text or node.content_description)
        if window.window_type == _ACTIVE_APP and nodes and (window.is_active or not app):
            app = nodes[0].package_name
    if not rows:
        return _Elements(NO_BOXES, (), app)
    width, height = episode.screens[number_]
    boxes = np.array(rows, dtype=np.float64) / np.array((height, width, height, width), dtype=np.float64)
    boxes.setflags(write=False)
    return _Elements(boxes, tuple(labels), app)


def _row(rect: Any) -> tuple[int, int, int, int]:
    return rect.top, rect.left, rect.bottom - rect.top, rect.right - rect.left
