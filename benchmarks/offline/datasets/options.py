"""AndroidControl in its check-options form: one episode a record, pixels, and the elements that a click may hit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from benchmarks.offline.datasets.checks import Swaps
from benchmarks.offline.datasets.fields import (
    BadRecord,
    Record,
    missing,
    needed,
    number,
    on_screen,
    screen_of,
    short,
    text,
    unpacked,
)
from benchmarks.offline.datasets.pictures import Pictures, size
from benchmarks.offline.records import DIRECTIONS, NO_BOXES, Boxes, Defect, Direction, Kind, Point, Step, Truth

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
Screen = tuple[int, int]
Quad = tuple[float, float, float, float]


def steps_of(
    record: Record, source: str, pictures: Pictures, swaps: Swaps, assumed: Screen | None
) -> Iterator[Step | Defect]:
    """An episode's steps, in order; a bad one is a `Defect` and its neighbours come all the same.

    Raises:
        BadRecord: the episode cannot be read.
    """
    episode = needed(record, "episode_id")
    if not isinstance(episode, str | int) or isinstance(episode, bool):
        raise BadRecord("unreadable", "episode_id is neither text nor a number")
    needed(record, "goal")
    goal = text(record, "goal")
    steps = unpacked(needed(record, "steps"), "steps")
    for number_, entry in enumerate(steps):
        try:
            yield _step(record, entry, str(episode), number_, len(steps), goal, source, pictures, swaps, assumed)
        except BadRecord as error:
            yield Defect(error.kind, source, f"step {number_} of episode {episode}: {error.detail}")


def _step(
    record: Record,
    entry: object,
    episode: str,
    number_: int,
    count: int,
    goal: str,
    source: str,
    pictures: Pictures,
    swaps: Swaps,
    assumed: Screen | None,
) -> Step:
    if not isinstance(entry, dict):
        raise BadRecord("unreadable", f"it is {short(entry)}, not an object")
    done = _object(entry, "action_content")
    check = _object(entry, "check_options") or done
    if not check:
        raise missing("check_options", "action_content")
    picture, file = pictures.of(entry, "screenshot")
    screen = screen_of(entry) or screen_of(record) or size(file) or assumed
    truth = _truth(done, check, screen)
    boxes = _boxes(truth.candidates, screen)
    if truth.touch is not None and screen is not None:
        if truth.kind in ("click", "long_press") and len(boxes):
            x, y = truth.touch[0] * screen[0], truth.touch[1] * screen[1]
            swaps.see(truth.touch, (y / screen[0], x / screen[1]), boxes, source)
        for point in (truth.touch, truth.lift):
            if point is not None and not on_screen(point):
                at = f"[{point[0] * screen[0]:g}, {point[1] * screen[1]:g}]"
                raise BadRecord("outside", f"{at} is off the screen of {screen[0]}x{screen[1]}")
    return Step(
        dataset=_DATASET,
        episode=episode,
        step=number_,
        instruction=goal,
        truth=truth,
        boxes=boxes,
        screen=screen,
        picture=picture,
        low_instruction=text(entry, "step_instruction"),
        subset=text(record, "subset"),
        length=count,
        source=source,
    )


def _truth(done: Record, check: Record, screen: Screen | None) -> Truth:
    action = str(needed(check, "action"))
    kind = _KINDS.get(action)
    if kind is None:
        raise BadRecord("unreadable", f"nobody knows the action {short(action)}")
    candidates = check.get("candidate_bbox")
    boxes = () if candidates is None else tuple(_quad(one) for one in unpacked(candidates, "candidate_bbox"))
    touch: Point | None = None
    lift: Point | None = None
    direction: Direction | None = None
    if kind in ("click", "long_press"):
        at = check.get("coordinate")
        touch = lift = _fraction(needed(done, "coordinate") if at is None else at, screen)
    elif kind == "scroll":
        direction = _direction(check)
        start, end = done.get("coordinate"), done.get("coordinate2")
        if start is not None and end is not None and (screen is not None or direction is None):
            touch, lift = _fraction(start, screen), _fraction(end, screen)
        elif direction is None:
            raise missing("direction", "coordinate and coordinate2")
    elif kind in ("type", "open"):
        needed(check, "text")
    elif kind == "press":
        needed(check, "button")
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
    numbers = [number(one, "candidate_bbox") for one in unpacked(value, "candidate_bbox")]
    if len(numbers) != 4:
        raise BadRecord("unreadable", "candidate_bbox is no list of boxes [left, top, right, bottom]")
    return numbers[0], numbers[1], numbers[2], numbers[3]


def _fraction(value: object, screen: Screen | None) -> Point:
    pair = [number(one, "coordinate") for one in unpacked(value, "coordinate")]
    if len(pair) != 2:
        raise BadRecord("unreadable", f"coordinate has {len(pair)} numbers, not two")
    if screen is None:
        raise BadRecord(
            "missing",
            "no picture and no image_width and image_height, so pixels mean nothing; "
            f"if all screens have one size say so: {_DATASET}?screen=1080x2400",
        )
    return pair[0] / screen[0], pair[1] / screen[1]


def _boxes(candidates: tuple[Quad, ...], screen: Screen | None) -> Boxes:
    if not candidates or screen is None:
        return NO_BOXES
    width, height = screen
    found = np.array([(t / height, l / width, (b - t) / height, (r - l) / width) for l, t, r, b in candidates])  # noqa: E741
    found.setflags(write=False)
    return found
