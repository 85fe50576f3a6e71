"""The check-options form: episodes in pixels with permitted click targets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.gap import datasets
from benchmarks.gap.records import Defect, Step
from runtime.core.errors import UsageError
from tests.support.offline_samples import lines, picture, split

_CLICK = {"action": "click", "coordinate": [540, 600], "candidate_bbox": [[456, 500, 624, 700], [0, 480, 1080, 2400]]}


def _step(check: dict[str, Any] | None, content: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    step = {"screenshot": "/datasets/images/1_0.png", "step_instruction": "do it", **more}
    if check is not None:
        step["check_options"] = check
    if content is not None:
        step["action_content"] = content
    return step


def _load(
    tmp_path: Path, steps: list[Any], settings: str = "?screen=1080x2400", /, **more: Any
) -> tuple[list[Step], list[Defect]]:
    record = {"goal": "Find it", "is_successful": True, "steps": steps, "episode_id": 8193, **more}
    path = tmp_path / "std.jsonl"
    path.write_bytes(lines([record]))
    return split(datasets.load(f"androidcontrol-options{settings}", path))


def test_a_click_has_its_candidates_in_pixels_and_fractions(tmp_path):
    """The permitted targets are stored as in the file, and as boxes in fractions."""
    (step,), defects = _load(tmp_path, [_step(_CLICK)])
    assert defects == []
    assert (step.dataset, step.key, step.instruction, step.low_instruction) == (
        "androidcontrol-options", ("8193", 0), "Find it", "do it",
    )  # fmt: skip
    assert (step.screen, step.length, step.source) == ((1080, 2400), 1, "std.jsonl:1")
    assert step.truth.touch == step.truth.lift == (540 / 1080, 600 / 2400)
    assert [list(box) for box in step.truth.candidates] == _CLICK["candidate_bbox"]
    assert step.boxes[0].tolist() == [500 / 2400, 456 / 1080, 200 / 2400, 168 / 1080]


@pytest.mark.parametrize(
    ("check", "content", "expected"),
    [
        ({"action": "long_press", "coordinate": [108, 240]}, None, {"kind": "long_press", "touch": (0.1, 0.1)}),
        ({"action": "type", "text": "Flora"}, None, {"kind": "type", "text": "Flora"}),
        (
            {"action": "open", "text": "pCloud", "candidate_bbox": [[1, 2, 3, 4]]},
            None,
            {"kind": "open", "text": "pCloud"},
        ),
        ({"action": "system_button", "button": "Back"}, None, {"kind": "press", "button": "back"}),
        ({"action": "wait", "time": 2}, None, {"kind": "wait", "duration": 2000.0}),
        ({"action": "swipe", "direction": "down"}, None, {"kind": "scroll", "direction": "down", "touch": None}),
        (
            {"action": "swipe", "direction": "down"},
            {"action": "swipe", "coordinate": [540, 1800], "coordinate2": [540, 600]},
            {"kind": "scroll", "direction": "down", "touch": (0.5, 0.75), "lift": (0.5, 0.25)},
        ),
        (
            None,
            {"action": "swipe", "coordinate": [540.0, 600.0], "coordinate2": [540.0, 1800.0]},
            {"kind": "scroll", "direction": None, "touch": (0.5, 0.25), "lift": (0.5, 0.75)},
        ),
        (None, {"action": "terminate", "status": "success"}, {"kind": "stop"}),
        (
            None,
            {"action": "click", "coordinate": [540, 600]},
            {"kind": "click", "touch": (0.5, 0.25), "candidates": ()},
        ),
    ],
)
def test_every_action_is_a_kind(tmp_path, check, content, expected):
    """The kind comes from the checked action, or from the executed one without a check."""
    (step,), defects = _load(tmp_path, [_step(check, content)])
    assert defects == []
    assert {name: getattr(step.truth, name) for name in expected} == expected


def test_the_size_comes_from_the_picture_before_it_is_assumed(tmp_path):
    """The picture's own size is used if the picture is found; otherwise the given size is used."""
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "1_0.png").write_bytes(picture(1080, 1200))
    steps, defects = _load(tmp_path, [_step(_CLICK), _step(_CLICK, screenshot="images/1_1.png")])
    assert defects == []
    assert [step.truth.touch for step in steps] == [(0.5, 0.5), (0.5, 0.25)]
    assert [step.picture is not None for step in steps] == [True, False]
    (step,), _ = _load(tmp_path, [_step(_CLICK, image_width=2160, image_height=2400)])
    assert step.truth.touch == (0.25, 0.25)


def test_without_any_size_the_default_one_is_used_and_reported(tmp_path):
    """Without any known size, 1080x2400 is assumed and reported; steps that do not fit it are left out."""
    wide = {"action": "click", "coordinate": [2000, 600]}
    swipe = {"action": "swipe", "coordinate": [540, 1800], "coordinate2": [540, 600]}
    steps, defects = _load(
        tmp_path, [_step(_CLICK), _step({"action": "wait", "time": 2}), _step(wide), _step(None, swipe)], ""
    )
    assert [(step.step, step.screen) for step in steps] == [(0, (1080, 2400)), (1, None), (3, (1080, 2400))]
    assert steps[0].truth.touch == (0.5, 0.25)
    assert [defect.kind for defect in defects] == ["missing"] * 3
    assert [word in defect.detail for word, defect in zip(("step 0", "step 2", "step 3"), defects, strict=True)] == [
        True
    ] * 3
    assert all("androidcontrol-options?screen" in defect.detail for defect in defects)
    assert ["taken to be 1080x2400" in defect.detail for defect in defects] == [True, False, True]


@pytest.mark.parametrize(
    ("step", "kind", "says"),
    [
        ("no object", "unreadable", "'no object'"),
        (_step(None), "missing", "check_options"),
        (_step({"action": None}), "missing", "action"),
        (_step({"action": "fly"}), "unreadable", "'fly'"),
        (_step({"action": "click"}), "missing", "coordinate"),
        (_step({"action": "click", "coordinate": [1, 2, 3]}), "unreadable", "3 numbers"),
        (
            _step({"action": "click", "coordinate": [1200, 600]}),
            "outside",
            "[1200, 600] is off the screen of 1080x2400",
        ),
        (_step({**_CLICK, "candidate_bbox": [[1, 2, 3]]}), "unreadable", "candidate_bbox"),
        (_step({**_CLICK, "candidate_bbox": "none"}), "unreadable", "candidate_bbox"),
        (_step({"action": "swipe"}), "missing", "direction"),
        (_step({"action": "swipe", "direction": "forth"}), "unreadable", "'forth'"),
        (_step({"action": "type"}), "missing", "text"),
        (_step({"action": "system_button"}), "missing", "button"),
        (_step({"action": "wait", "time": "long"}), "unreadable", "time"),
        (_step([1]), "unreadable", "check_options"),  # type: ignore[arg-type]
    ],
)
def test_a_bad_step_costs_itself_alone(tmp_path, step, kind, says):
    """A malformed step is reported with its number and episode, and the other steps are loaded."""
    steps, defects = _load(tmp_path, [_step(_CLICK), step, _step(_CLICK)])
    assert [step.step for step in steps] == [0, 2]
    (defect,) = defects
    assert (defect.kind, defect.source) == (kind, "std.jsonl:1")
    assert says in defect.detail
    assert "step 1 of episode 8193" in defect.detail


@pytest.mark.parametrize("field", ["goal", "episode_id", "steps"])
def test_an_episode_without_its_fields_is_one_defect(tmp_path, field):
    """An episode without its goal, id or steps gives no steps and one defect."""
    steps, defects = _load(tmp_path, [_step(_CLICK)], **{field: None})
    assert steps == []
    assert [(defect.kind, field in defect.detail) for defect in defects] == [("missing", True)]


def test_swapped_coordinates_are_noticed(tmp_path):
    """Clicks outside their permitted targets, but inside if x and y are swapped, are reported as swapped."""
    swapped = {"action": "click", "coordinate": [600, 540], "candidate_bbox": [[456, 550, 580, 700]]}
    _, defects = _load(tmp_path, [_step(swapped)] * 4)
    assert [defect.kind for defect in defects] == ["swapped"]


@pytest.mark.parametrize("size", ["1080", "0x10", "axb", "1080x2400x3", ""])
def test_a_malformed_size_is_refused(tmp_path, size):
    """A malformed screen size raises a UsageError with an example."""
    with pytest.raises(UsageError, match="such as 1080x2400"):
        _load(tmp_path, [_step(_CLICK)], f"?screen={size}")
