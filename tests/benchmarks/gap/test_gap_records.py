"""Records of the public harnesses are parsed in every format; bad records differ from unreadable predictions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.gap import rules
from benchmarks.gap.records import Predicted, Step, Truth
from tests.benchmarks.gap.vector_rows import row, rows

_CLICK: dict[str, Any] = {
    "result_action_type": 4,
    "result_touch_yx": [0.1, 0.2],
    "result_lift_yx": [0.1, 0.2],
    "ui_positions": [[0.05, 0.1, 0.1, 0.2]],
}
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.just(10**400),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=6,
)


@pytest.mark.parametrize("name", ["agentcpm", "aitw-ams", "aitz-official", "os-atlas", "gui-r1"])
def test_lists_may_be_text_or_lists(name):
    """JSON text inside JSON is parsed to the list that it contains."""
    texts = {key: json.dumps(value) if isinstance(value, list) else value for key, value in _CLICK.items()}
    (first, _), (second, _) = (
        rules.named(name).record({"gt": gt, "pred": {"POINT": [1, 2]}}) for gt in (_CLICK, texts)
    )
    assert first.truth == second.truth
    assert first.boxes.tolist() == second.boxes.tolist()


def test_a_record_becomes_a_step():
    """Points become (x, y), missing ones None, and the step keeps its names."""
    gt = {
        **_CLICK,
        "episode_id": 7,
        "step_id": 3,
        "instruction": "go",
        "subset": "s",
        "image_width": 10,
        "image_height": 20,
    }
    step, predicted = rules.named("agentcpm").record({"gt": gt, "pred": '{"POINT": [1, 2]}'})
    assert (step.dataset, step.key, step.instruction, step.screen) == ("s", ("7", 3), "go", (10, 20))
    assert step.truth == Truth("click", 4, (0.2, 0.1), (0.2, 0.1))
    assert predicted == Predicted("click", (0.001, 0.002))
    step, _ = rules.named("agentcpm").record(row("A30"))
    assert (step.truth.touch, step.truth.lift, step.truth.text) == (None, None, "Hotels in London")


def test_a_step_with_its_prediction_is_a_record():
    """Lines of the public result files, which have the prediction inside the step, are parsed unchanged."""
    document = row("A30")
    rule = rules.named("agentcpm")
    flat = {**document["gt"], "pred": document["pred"]}
    assert rule.match(*rule.record(flat)) == rule.match(*rule.record(document))
    flat = {**row("C03")["gt"], "pred": row("C03")["pred"]}
    coat = rules.named("aitz-official")
    assert coat.match(*coat.record(flat)).exact


def test_boxes_in_pixels_are_fractions_of_the_picture():
    """If most boxes are in pixels, they are divided by the picture's size; a single box off the screen changes
    nothing.
    """
    sized = {**_CLICK, "image_width": 1000, "image_height": 2000, "ui_positions": [[100, 100, 200, 200]]}
    step, _ = rules.named("agentcpm").record({"gt": sized})
    assert step.boxes.tolist() == [[0.05, 0.1, 0.1, 0.2]]
    beyond = {**sized, "ui_positions": [[0.1, 0.1, 0.2, 0.2], [0.1, 0.1, 3.5, 0.2], [0.1, 0.1, 0.2, 0.2]]}
    step, _ = rules.named("agentcpm").record({"gt": beyond})
    assert step.boxes[1].tolist() == [0.1, 0.1, 3.5, 0.2]


@pytest.mark.parametrize(
    ("name", "record", "why"),
    [
        ("agentcpm", {}, "no gt"),
        ("agentcpm", {"gt": {}}, "result_action_type is a number, not None"),
        ("agentcpm", {"gt": {**_CLICK, "result_action_type": 9}}, "result_action_type 9 means nothing"),
        ("agentcpm", {"gt": {"result_action_type": 4}}, "needs result_touch_yx and result_lift_yx"),
        ("agentcpm", {"gt": {"result_action_type": 0}}, "a long press needs result_touch_yx"),
        ("agentcpm", {"gt": {**_CLICK, "result_touch_yx": "[0.5"}}, "result_touch_yx: not JSON"),
        ("agentcpm", {"gt": {**_CLICK, "result_touch_yx": [0.5]}}, "instead of 2 numbers"),
        ("agentcpm", {"gt": {**_CLICK, "ui_positions": {}}}, "ui_positions: not a list"),
        ("agentcpm", {"gt": {**_CLICK, "ui_positions": [[1, 2, 3]]}}, r"not a list of \[y, x, height, width\]"),
        ("agentcpm", {"gt": {**_CLICK, "ui_positions": [[9, 9, 9, 9]]}}, "need image_width and image_height"),
        ("aitz-official", {"gt": {"coat_action_desc": "swipe it"}}, "begins with no action"),
        ("androidcontrol-qwen", {"gt": {"action": "fly"}}, "action 'fly' means nothing"),
        ("androidcontrol-qwen", {"gt": {"action": "click", "coordinate": [1, 2]}}, "need width and height"),
        ("gui-r1", {"gt": {"gt_action": "fly"}}, "gt_action 'fly' means nothing"),
        ("gui-r1", {"gt": {"gt_action": "click", "gt_bbox": [1, 2]}}, "needs gt_bbox and image_size"),
        ("os-atlas", {"gt": "FLY"}, "is no action"),
        ("os-atlas", {"gt": "CLICK it"}, "has no point"),
        ("os-atlas", {"gt": "SCROLL [sideways]"}, "has no direction"),
    ],
)
def test_a_bad_record_says_what_is_wrong(name, record, why):
    """A record without a usable correct action raises a ValueError that names the field."""
    with pytest.raises(ValueError, match=why):
        rules.named(name).record({"pred": {"POINT": [1, 2]}, **record})


@pytest.mark.parametrize(
    ("name", "gt", "pred"),
    [
        ("agentcpm", _CLICK, None),
        ("agentcpm", _CLICK, {"action": "click", "coordinate": [1, 2]}),
        ("agentcpm", _CLICK, "CLICK (1, 2)"),
        ("aitw-ams", _CLICK, {"result_action_type": 2}),
        ("aitz-official", _CLICK, {"ACTION": "FLY"}),
        ("androidcontrol-qwen", {"action": "wait"}, {"action": "fly"}),
        ("androidcontrol-qwen", {"action": "wait"}, {"action": "click", "coordinate": [1, 2]}),
        ("gui-r1", {"gt_action": "wait"}, {"pred_action": "fly"}),
        ("os-atlas", "WAIT", "thoughts:\nnone"),
    ],
)
def test_a_prediction_that_cannot_be_read_is_none(name, gt, pred):
    """A prediction that cannot be parsed becomes None, and format_hit is false."""
    rule = rules.named(name)
    step, predicted = rule.record({"gt": gt, "pred": pred})
    assert isinstance(step, Step)
    assert predicted is None
    assert not rule.match(step, predicted).format_hit


def test_other_forms_are_read_too():
    """A mobile_use call is scaled by the resized picture, and OS-Atlas replies are read without their end token."""
    call = {"name": "mobile_use", "arguments": {"action": "swipe", "coordinate": [50, 50], "coordinate2": [50, 10]}}
    gt = {"action": "swipe", "direction": "up"}
    record = {"check_options": gt, "pred": json.dumps(call), "width": 200, "height": 400}
    _, predicted = rules.named("androidcontrol-qwen").record({**record, "resized_width": 100, "resized_height": 200})
    assert predicted == Predicted("scroll", (0.5, 0.25), (0.5, 0.05))
    reply = "thoughts:\nclick it\nactions:\nCLICK <point>[[101, 872]]</point><|im_end|>"
    _, predicted = rules.named("os-atlas").record({"gt": "WAIT", "pred": reply})
    assert predicted == Predicted("click", (0.101, 0.872))
    flat = {"gt_action": "press_back", "pred_action": "press_home", "image_size": [1, 1]}
    rule = rules.named("gui-r1")
    assert rule.match(*rule.record(flat)).kind == "press_home"


@pytest.mark.parametrize(
    ("name", "half"), [("gui-r1", True), ("os-atlas", False), ("os-atlas?half=accept&words=all", True)]
)
def test_bare_texts_are_typed_texts(name, half):
    """Records that consist of two texts are compared by F1."""
    rule = rules.named(name)
    assert rule.match(*rule.record({"gt": {"text": "hotels in london"}, "pred": {"text": "hotels"}})).exact is half
    assert rule.match(*rule.record({"gt": {"text": "Hotels"}, "pred": '{"text": "hotels"}'})).exact


def test_an_action_nested_in_coats_output_is_found():
    """An action in CoAT's prediction file gives the same result as the action alone."""
    document = row("C10")
    nested = {**document, "pred": {"action_predict": {"COA": {"txt": document["pred"]}}}}
    rule = rules.named("aitz-official")
    assert rule.record(nested)[1] == rule.record(document)[1]
    assert rule.record({**document, "pred": {"action_predict": {"COA": {}}}})[1] is None


def test_a_coded_step_is_read_by_every_rule():
    """Every rule can compare a step of AgentCPM-GUI's format with an action of its schema."""
    gt = {**_CLICK, "image_width": 1080, "image_height": 2400}
    for name in rules.names():
        rule = rules.named(name)
        found = rule.match(*rule.record({"gt": gt, "pred": {"POINT": [200, 100]}}))
        assert found.exact is (name != "aitz-official")  # which wants a box


@st.composite
def mutated(draw) -> tuple[str, Any]:
    """Strategy: a vector with one part replaced by another value."""
    record = draw(st.sampled_from(rows()))
    name = record["rule"]
    place = draw(st.sampled_from(["gt", "pred", *record]))
    if isinstance(record.get(place), dict) and record[place] and draw(st.booleans()):
        record[place] = {**record[place], draw(st.sampled_from(sorted(record[place]))): draw(_JSON)}
    else:
        record[place] = draw(_JSON)
    return name, record


@given(mutated())
def test_every_record_is_matched_or_refused(pair):
    """Any record is parsed and matched, or rejected with a ValueError."""
    name, record = pair
    rule = rules.named(name)
    try:
        step, predicted = rule.record(record)
    except ValueError:
        return
    rule.match(step, predicted)
