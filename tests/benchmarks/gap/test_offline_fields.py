"""Fields have the same value in all notations, and malformed values are rejected."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap import datasets
from benchmarks.gap.datasets import fields
from benchmarks.gap.datasets.fields import BadRecord
from tests.support.offline_samples import lines, plain, split, step_record

_WRITINGS: dict[str, Callable[[Any], Any]] = {
    "a list": lambda value: value,
    "JSON in JSON": json.dumps,
    "Python's str": str,
    "Python's str of tuples": lambda value: str([tuple(item) if isinstance(item, list) else item for item in value]),
    "JSON with spaces": lambda value: f" {json.dumps(value, indent=1)} ",
}
_fraction = st.floats(0, 1)
_box = st.tuples(_fraction, _fraction, _fraction, _fraction).map(list)


@given(
    boxes=st.lists(_box, max_size=6),
    touch=st.tuples(_fraction, _fraction).map(list),
    words=st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    writing=st.sampled_from(sorted(_WRITINGS)),
    listed=st.booleans(),
)
def test_a_step_does_not_depend_on_how_its_lists_are_written(tmp_path_factory, boxes, touch, words, writing, listed):
    """Lists as lists, as JSON text or as Python's `str()`, in JSON lines or in a list, give the same step."""
    write = _WRITINGS[writing]
    record = step_record(ui_positions=boxes, result_touch_yx=touch, result_lift_yx=touch, ui_text=[words] * len(boxes))
    other = {
        name: write(value) if name in ("ui_positions", "result_touch_yx", "result_lift_yx", "ui_text") else value
        for name, value in record.items()
    }
    folder = tmp_path_factory.mktemp("writings")
    (folder / "a.jsonl").write_bytes(lines([record]))
    (folder / "b.json").write_text(json.dumps([other], indent=3 if listed else None), "utf-8")
    (step,), _ = split(datasets.load("aitz", folder / "a.jsonl"))
    (two,), _ = split(datasets.load("aitz", folder / "b.json"))
    assert plain(step) == plain(two)
    assert step.boxes.tolist() == boxes
    assert step.labels == (words,) * len(boxes)
    assert step.truth.touch == (touch[1], touch[0])


@given(
    st.lists(st.tuples(*[st.integers(0, 2400)] * 4).map(list), min_size=1, max_size=5),
    st.sampled_from([(1080, 2400), (270, 600), (7, 13)]),
)
def test_pixels_become_fractions_of_their_own_axis(boxes, screen):
    """Boxes with coordinates above 1 are pixels and are divided by the screen's width and height."""
    made = fields.boxes_yxhw(str(boxes), "ui_positions", screen)
    if max(max(box) for box in boxes) <= 1:
        assert made.tolist() == boxes
    else:
        width, height = screen
        assert made.tolist() == [[y / height, x / width, h / height, w / width] for y, x, h, w in boxes]


@pytest.mark.parametrize(
    ("boxes", "pixels"),
    [
        ([[0.0, 0.0, 1.0, 1.0]], False),
        ([[0, 0, 1, 1]], False),
        ([[0.1, 0.2, 1.4, 0.3]], False),  # a node that reaches off the screen
        ([[0.0, 2.5, 1.0, 1.0]], False),
        ([[54, 17, 8, 12]], True),
        ([[54.0, 17.0, 8.0, 12.0]], True),
        ([[300.5, 10.25, 20, 30]], True),
        ([[0, 0, 2, 1]], True),
    ],
)
def test_pixels_are_told_from_fractions_record_by_record(boxes, pixels):
    """A coordinate above one is a pixel if all are integers, or if it is too large for a fraction."""
    made = fields.boxes_yxhw(boxes, "ui_positions", (100, 200))
    assert made.tolist() == ((np.array(boxes) / [200, 100, 200, 100]).tolist() if pixels else boxes)


def test_boxes_cannot_be_written_to():
    """The array of boxes of a step is read-only."""
    with pytest.raises(ValueError, match="read-only"):
        fields.boxes_yxhw([[0.1, 0.1, 0.1, 0.1]], "ui_positions", None)[0] = 1.0


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("no list", "unreadable"),
        ("[[0.1, 0.2, 0.3", "unreadable"),
        ("{'a': 1}", "unreadable"),
        ([[0.1, 0.2, 0.3]], "unreadable"),
        ([0.1, 0.2, 0.3, 0.4], "unreadable"),
        ([[0.1, 0.2, 0.3, 0.4], [0.1]], "unreadable"),
        ([[0.1, 0.2, 0.3, None]], "unreadable"),
        ([[0.1, 0.2, 0.3, "wide"]], "unreadable"),
        ([[0.1, 0.2, 0.3, {"a": 1}]], "unreadable"),
        ("[[NaN, 0.2, 0.3, 0.4]]", "unreadable"),
        ([[1e400, 0.2, 0.3, 0.4]], "unreadable"),
        ([[10**400, 0.2, 0.3, 0.4]], "unreadable"),
        ("[" * 5000, "unreadable"),
        ("(" * 5000, "unreadable"),
        (7, "unreadable"),
        ([[54, 17, 8, 12]], "missing"),
    ],
)
def test_malformed_boxes_are_refused(value, kind):
    """Malformed boxes raise BadRecord with the right kind."""
    with pytest.raises(BadRecord) as caught:
        fields.boxes_yxhw(value, "ui_positions", None)
    assert caught.value.kind == kind


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), lambda inner: st.lists(inner), max_leaves=6))
def test_no_value_raises_anything_else(value):
    """Any value in a field is parsed or raises BadRecord."""
    for read in (
        lambda: fields.boxes_yxhw(value, "ui_positions", (10, 10)),
        lambda: fields.point_yx({"p": value}, "p"),
        lambda: fields.integer(value, "step_id"),
        lambda: fields.texts(value, "ui_text", 1),
        lambda: fields.screen_of({"image_width": value, "image_height": value}),
    ):
        with suppress(BadRecord):
            read()


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_in_text_keep_every_bit(value):
    """A float64 written in full is parsed to the same value, because published rules compare to the last bit."""
    assert fields.parse_list(f"[{value!r}]", "n") == [value]
    assert fields.boxes_yxhw(f"[[{min(abs(value), 1.0)!r}, 0, 0, 0]]", "n", None)[0, 0] == min(abs(value), 1.0)


def test_numbers_may_be_text_and_text_numbers(tmp_path: Path):
    """Public files contain numbers as text, episodes as numbers, and integers with a decimal point."""
    record = step_record(
        episode=900001, step="2", result_action_type="4", image_width=1000.0, result_touch_yx=["0.5", 0.5]
    )
    path = tmp_path / "steps.jsonl"
    path.write_bytes(lines([record]))
    (step,), defects = split(datasets.load("cagui", path))
    assert (step.key, step.truth.code, step.screen, defects) == (("900001", 2), 4, (1000, 2000), [])
