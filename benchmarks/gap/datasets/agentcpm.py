"""Converts a record of AITZ, CAGUI, or AndroidControl in AgentCPM-GUI's format to a step.

All three use the fields of Android in the Wild: an action code, touch and lift points as [y, x], and elements as
[y, x, height, width].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from benchmarks.gap.datasets.checks import SwappedAxesCheck
from benchmarks.gap.datasets.fields import (
    BadRecord,
    Record,
    ScreenSizeUnknown,
    boxes_yxhw,
    integer,
    number,
    off_screen,
    on_screen,
    point_yx,
    required,
    screen_of,
    text,
    texts,
)
from benchmarks.gap.datasets.pictures import Pictures, size
from benchmarks.gap.records import DUAL, LONG_PRESS, NO_BOXES, Boxes, Defect, Step, Truth, decode_action_type

T = TypeVar("T")

_CLICKS: Final = ("click", "long_press")
_DURATION_IN_SECONDS: Final = "cagui"
"""The dataset whose `duration` is in seconds, according to its dataset card; in the others it is in milliseconds."""


def steps_of(
    dataset: str,
    record: Record,
    source: str,
    pictures: Pictures,
    *,
    swaps: SwappedAxesCheck,
    assumed: tuple[int, int] | None,
) -> Iterator[Step | Defect]:
    """Yields the record's step, then defects that do not prevent scoring: boxes off the screen, bad optional fields.

    `assumed` is the screen size in pixels if neither record nor screenshot gives one.

    Raises:
        BadRecord: the record cannot be converted to a step.
    """
    episode = required(record, "episode_id")
    if not isinstance(episode, str | int) or isinstance(episode, bool):
        raise BadRecord("unreadable", "episode_id is neither text nor a number")
    number_ = integer(required(record, "step_id"), "step_id")
    required(record, "instruction")
    picture, file = pictures.of(record, "image_path", "image_full_path")
    screen = screen_of(record) or size(file) or assumed
    positions = required(record, "ui_positions")
    asides: list[BadRecord] = []
    labels: tuple[str, ...] = ()
    try:
        boxes = boxes_yxhw(positions, "ui_positions", screen)
        labels = _optional(lambda: _labels(record, len(boxes)), (), asides)
    except ScreenSizeUnknown as error:
        boxes = NO_BOXES
        asides.append(error)
    length = _optional(lambda: _length(record), None, asides)
    duration = _optional(lambda: _duration(dataset, record), None, asides)
    truth = _truth(record, boxes, duration, source, swaps)
    yield Step(
        dataset=dataset,
        episode=str(episode),
        step=number_,
        instruction=text(record, "instruction"),
        truth=truth,
        boxes=boxes,
        labels=labels,
        screen=screen,
        picture=picture,
        low_instruction=text(record, "low_instruction"),
        subset=_subset(record),
        length=length,
        source=source,
    )
    for aside in asides:
        yield Defect(aside.kind, source, f"{aside.detail}; the step is kept without")
    # AndroidControl's boxes come from complete accessibility trees, where nodes off the screen are normal.
    if dataset != "androidcontrol-agentcpm" and len(boxes) and (off := off_screen(boxes)):
        yield Defect("outside", source, f"{off} of {len(boxes)} boxes leave the screen; the step is kept with them")


def _labels(record: Record, count: int) -> tuple[str, ...]:
    """The text of each box; for an icon without text its type, such as `ICON_THREE_DOTS`."""
    found = texts(record.get("ui_text"), "ui_text", count)
    if all(found) or record.get("ui_types") is None:
        return found
    types = texts(record["ui_types"], "ui_types", count)
    return tuple(
        content or (kind if kind.startswith("ICON_") else "") for content, kind in zip(found, types, strict=True)
    )


def _optional(read: Callable[[], T], default: T, asides: list[BadRecord]) -> T:
    """Read an optional field; if it is malformed, append the error to `asides` and return the default."""
    try:
        return read()
    except BadRecord as error:
        asides.append(error)
        return default


def _truth(record: Record, boxes: Boxes, duration: float | None, source: str, swaps: SwappedAxesCheck) -> Truth:
    code = integer(required(record, "result_action_type"), "result_action_type")
    touch = lift = None
    if code in (DUAL, LONG_PRESS):
        touch = point_yx(record, "result_touch_yx")
        stationary = code == LONG_PRESS or record.get("result_lift_yx") == record["result_touch_yx"]
        lift = touch if stationary else point_yx(record, "result_lift_yx")
        if touch is None or lift is None:
            raise BadRecord("missing", f"result_action_type {code} needs result_touch_yx and result_lift_yx")
    try:
        kind, button = decode_action_type(code, touch, lift)
    except ValueError as error:
        raise BadRecord("unreadable", str(error)) from None
    if touch is not None and lift is not None:
        if kind in _CLICKS and len(boxes):
            swaps.add_click(touch, (touch[1], touch[0]), boxes, source)
        for name, point in (("result_touch_yx", touch), ("result_lift_yx", lift)):
            if not on_screen(point):
                raise BadRecord("outside", f"{name} is [{point[1]:g}, {point[0]:g}], off the screen (0 to 1)")
    return Truth(
        kind=kind,
        code=code,
        touch=touch,
        lift=lift,
        text=text(record, "result_action_text"),
        button=button,
        duration=duration,
        description=text(record, "coat_action_desc"),
    )


def _duration(dataset: str, record: Record) -> float | None:
    duration = record.get("duration")
    return None if duration is None else number(duration, "duration") * (1000 if dataset == _DURATION_IN_SECONDS else 1)


def _subset(record: Record) -> str:
    subset = text(record, "subset")
    if subset:
        return subset
    path = text(record, "image_path")
    return path.split("/", 1)[0] if "/" in path else ""


def _length(record: Record) -> int | None:
    length = record.get("episode_length")
    return None if length is None else integer(length, "episode_length")
