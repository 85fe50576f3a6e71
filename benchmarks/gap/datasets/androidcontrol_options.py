"""Converts AndroidControl records in check-options form: one episode each, in pixels, with permitted click targets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from benchmarks.gap.datasets.checks import SwappedAxesCheck
from benchmarks.gap.datasets.fields import (
    BadRecord,
    Record,
    missing_field,
    number,
    on_screen,
    parse_list,
    required,
    screen_of,
    short,
    text,
)
from benchmarks.gap.datasets.pictures import Pictures, size
from benchmarks.gap.records import DIRECTIONS, NO_BOXES, Boxes, Defect, Direction, Kind, Point, Step, Truth

_DATASET: Final = "androidcontrol-options"
_KINDS: Final[dict[str, Kind]] = {
    "click": "click",
    "long_press": "long_press",
    "swipe": "scroll",
    "scroll": "scroll",
    "type": "type",
    "input_text": "type",
    "system_button": "press",
    "wait": "wait",
    "open": "open",
    "open_app": "open",
    "terminate": "stop",
    "answer": "stop",
}
_DEFAULT_SCREEN: Final = (1080, 2400)
_SIZELESS: Final = f"no picture and no image_width and image_height say how large the screen is (see {_DATASET}?screen)"
Screen = tuple[int, int]
Quad = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Episode:
    record: Record
    id: str
    goal: str
    count: int
    source: str
    pictures: Pictures
    swaps: SwappedAxesCheck
    assumed: Screen | None


def steps_of(
    record: Record, source: str, pictures: Pictures, *, swaps: SwappedAxesCheck, assumed: Screen | None
) -> Iterator[Step | Defect]:
    """Yields an episode's steps in order; a malformed step becomes a `Defect` and the others are still yielded.

    `assumed` is the screen size in pixels if neither record nor screenshot gives one.

    Raises:
        BadRecord: the episode cannot be read.
    """
    name = required(record, "episode_id")
    if not isinstance(name, str | int) or isinstance(name, bool):
        raise BadRecord("unreadable", "episode_id is neither text nor a number")
    required(record, "goal")
    entries = parse_list(required(record, "steps"), "steps")
    episode = _Episode(record, str(name), text(record, "goal"), len(entries), source, pictures, swaps, assumed)
    for number_, entry in enumerate(entries):
        try:
            step, guessed = _step(episode, entry, number_)
        except BadRecord as error:
            yield Defect(error.kind, source, f"step {number_} of episode {name}: {error.detail}")
            continue
        yield step
        if guessed:
            yield Defect("missing", source, f"step {number_} of episode {name}: {_SIZELESS}; taken to be 1080x2400")


def _step(episode: _Episode, entry: object, number_: int) -> tuple[Step, bool]:
    """Return a step, and whether its screen size was guessed."""
    if not isinstance(entry, dict):
        raise BadRecord("unreadable", f"it is {short(entry)}, not an object")
    done = _object(entry, "action_content")
    check = _object(entry, "check_options") or done
    if not check:
        raise missing_field("check_options", "action_content")
    picture, file = episode.pictures.of(entry, "screenshot")
    known = screen_of(entry) or screen_of(episode.record) or size(file) or episode.assumed
    screen = known or _default_screen(done, check)
    truth = _truth(done, check, screen)
    boxes = _boxes(truth.candidates, screen)
    if truth.touch is not None and screen is not None:
        if truth.kind in ("click", "long_press") and len(boxes):
            x, y = truth.touch[0] * screen[0], truth.touch[1] * screen[1]
            episode.swaps.add_click(truth.touch, (y / screen[0], x / screen[1]), boxes, episode.source)
        for point in (truth.touch, truth.lift):
            if point is not None and not on_screen(point):
                at = f"[{point[0] * screen[0]:g}, {point[1] * screen[1]:g}]"
                raise BadRecord("outside", f"{at} is off the screen of {screen[0]}x{screen[1]}")
    step = Step(
        dataset=_DATASET,
        episode=episode.id,
        step=number_,
        instruction=episode.goal,
        truth=truth,
        boxes=boxes,
        screen=screen,
        picture=picture,
        low_instruction=text(entry, "step_instruction"),
        subset=text(episode.record, "subset"),
        length=episode.count,
        source=episode.source,
    )
    return step, known is None and screen is not None


def _default_screen(done: Record, check: Record) -> Screen | None:
    """The most common screen size, if the step has coordinates and all of them fit on such a screen."""
    ends = [entry.get(name) for entry in (check, done) for name in ("coordinate", "coordinate2")]
    points = [_pair(end) for end in ends if end is not None]
    fit = all(0 <= x <= _DEFAULT_SCREEN[0] and 0 <= y <= _DEFAULT_SCREEN[1] for x, y in points)
    return _DEFAULT_SCREEN if points and fit else None


def _truth(done: Record, check: Record, screen: Screen | None) -> Truth:
    action = str(required(check, "action"))
    kind = _KINDS.get(action)
    if kind is None:
        raise BadRecord("unreadable", f"nobody knows the action {short(action)}")
    candidates = check.get("candidate_bbox")
    boxes = () if candidates is None else tuple(_quad(value) for value in parse_list(candidates, "candidate_bbox"))
    touch: Point | None = None
    lift: Point | None = None
    direction: Direction | None = None
    if kind in ("click", "long_press"):
        at = check.get("coordinate")
        touch = lift = _fraction(required(done, "coordinate") if at is None else at, screen)
    elif kind == "scroll":
        direction = _direction(check)
        start, end = done.get("coordinate"), done.get("coordinate2")
        if start is not None and end is not None and (screen is not None or direction is None):
            touch, lift = _fraction(start, screen), _fraction(end, screen)
        elif direction is None:
            raise missing_field("direction", "coordinate and coordinate2")
    elif kind in ("type", "open"):
        required(check, "text")
    elif kind == "press":
        required(check, "button")
    seconds = check.get("time")
    return Truth(
        kind=kind,
        touch=touch,
        lift=lift,
        direction=direction,
        text=text(check, "text"),
        button=text(check, "button").strip().lower(),
        duration=None if seconds is None else 1000 * number(seconds, "time"),
        candidates=boxes,
    )


def _object(entry: Record, name: str) -> Record:
    value = entry.get(name)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise BadRecord("unreadable", f"{name} is {short(value)}, not an object")
    return value


def _direction(check: Record) -> Direction | None:
    value = check.get("direction")
    if value is None:
        return None
    for direction in DIRECTIONS:
        if isinstance(value, str) and value.strip().lower() == direction:
            return direction
    raise BadRecord("unreadable", f"direction is {short(value)}")


def _quad(value: object) -> Quad:
    numbers = [number(content, "candidate_bbox") for content in parse_list(value, "candidate_bbox")]
    if len(numbers) != 4:
        raise BadRecord("unreadable", "candidate_bbox is no list of boxes [left, top, right, bottom]")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _fraction(value: object, screen: Screen | None) -> Point:
    x, y = _pair(value)
    if screen is None:
        raise BadRecord("missing", f"{_SIZELESS}, and [{x:g}, {y:g}] is not on one of 1080x2400")
    return x / screen[0], y / screen[1]


def _pair(value: object) -> Point:
    pair = [number(content, "coordinate") for content in parse_list(value, "coordinate")]
    if len(pair) != 2:
        raise BadRecord("unreadable", f"coordinate has {len(pair)} numbers, not two")
    return pair[0], pair[1]


def _boxes(candidates: tuple[Quad, ...], screen: Screen | None) -> Boxes:
    if not candidates or screen is None:
        return NO_BOXES
    width, height = screen
    found = np.array([(t / height, l / width, (b - t) / height, (r - l) / width) for l, t, r, b in candidates])  # noqa: E741
    found.setflags(write=False)
    return found
